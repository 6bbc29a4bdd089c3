"""The look of a gyroscope in gimbals: a steel flywheel in brass rings, on a cast foot with a dial."""

from __future__ import annotations

import math
from types import MappingProxyType

import numpy as np

from game.looks.generic import Look, pose_of
from game.looks.gimbals import gimbal_parts as parts
from game.looks.kit import mirrored
from game.looks.kit.turning_spokes import Spokes, add_spokes
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Array, Mesh, SceneFrame, SceneLabel, SurfacePattern, View, hung
from game.model.hold import OnBody, World
from game.model.trails import TRACE_POINTS, TRACE_SECONDS
from game.model.words import later
from physics.core.turning import MOMENTUM_RATE
from physics.gimbals.gimbal_pose import FOOT, ROTOR
from physics.gimbals.gimbal_values import VALUES
from physics.gimbals.gimbals import Gimbals
from physics.maths.elementary import cos, sin
from physics.shapes.solids import Body
from physics.types import Floats, Vector3

CAST, CAST_POLISH = (0.016, 0.022, 0.020), 0.38
"""Colour and roughness of the foot, of enamelled cast iron."""
SLATE, PAPER, INK, RED = (0.020, 0.024, 0.030), (0.62, 0.57, 0.46), (0.014, 0.012, 0.010), (0.33, 0.022, 0.016)
STEEL_VEIL = (0.42, 0.43, 0.45)
SLOW, BLURRED = 0.16, 0.5
"""Angles [rad] by which the rotor turns while the shutter is open, between which its spokes become a veil."""
BOB = 1.2
"""Distance at which the weight of a pendulous compass is drawn from the centre, in radii of the rotor."""
COLLAR = 0.92
"""The same of a weight on the rotor's axis."""
SWINGS, NUTATIONS = 1.5, 6.0
"""Numbers of swings of a compass, and of nutations, for which the path of the axis is seen."""
MOST_POINTS, KEPT = 1000.0, 0.6
"""Greatest number of points that a path gets in a second, and part of the kept ones that they fill."""
NAMES = (later("N"), -0.5), (later("E"), 1.0), (later("S"), 0.5), (later("W"), 0.0)
"""Letters of the compass, and where they stand, from x to y [half turns]: x is west, y south."""

RINGS = "inner ring", "outer ring"
"""Names of the bodies that shine."""


class GimbalsLook(Look[Gimbals]):
    """A look that draws rotor, rings and foot, and a compass card on the Earth."""

    systems = ("gimbals",)
    stays = True
    subjects = frozenset({"base"})
    turning = (MOMENTUM_RATE,)  # L is the rotor's, whose torque the rings give
    pose = MappingProxyType({"azimuth": -58.0, "elevation": 17.0})

    def __init__(self, system: Gimbals) -> None:
        self._made = look_parameters(system)
        self.sizes, self.earth = system.sizes, system.base == "earth"
        self._bob = math.copysign(BOB, system.lb) if system.is_heavy and system.lb else 0.0
        self._collar = math.copysign(COLLAR, system.la) if system.is_heavy and system.la else 0.0
        self._spring = system.spring > 0.0
        super().__init__(system)
        self.life = trace_life(system)
        self.trace_rate = min(MOST_POINTS, KEPT * TRACE_POINTS / self.life)
        spokes, veil, pattern = parts.spokes(self.sizes), parts.spoke_veil(self.sizes), parts.pattern(self.sizes)
        self._spokes = Spokes(spokes, veil, pattern, STEEL_VEIL, SLOW, BLURRED)
        self._dial = [
            (parts.pedestal(self.sizes), CAST, CAST_POLISH),
            (parts.dial_ring(self.sizes), (1.0, 1.0, 1.0), 0.4),
            (parts.card(self.sizes), PAPER if self.earth else SLATE, 0.5),
            (parts.degrees(self.sizes), INK, 0.5),
        ]
        if self.earth:
            self._dial += [(parts.rose(self.sizes, True), INK, 0.6), (parts.rose(self.sizes, False), RED, 0.6)]

    def fits(self, system: Gimbals) -> bool:
        """Return whether the gyroscope looks the same."""
        return look_parameters(system) == self._made

    def stand_height(self) -> float:
        """Return the height of the centre above the floor [m]."""
        return self.sizes.foot

    def reach(self, body: Body) -> float:
        """Return a length in which arrows are drawn: they reach beyond the rings [m]."""
        return 1.5 * self.sizes.outer

    @property
    def focus(self) -> Vector3:
        """Return the middle between foot and knob, (3,) [m] in the world."""
        return np.array([0.0, 0.0, self.lift - 0.35 * self.sizes.rotor])

    @property
    def radius(self) -> float:
        """Return the radius of a sphere that holds it [m]."""
        return 2.55 * self.sizes.rotor

    def mesh(self, body: Body) -> Mesh:
        """Return what moves with a body, without spokes and dial."""
        if body.name == "rotor":
            return parts.flywheel(self.sizes)
        if body.name == "inner ring":
            return parts.inner_ring(self.sizes, self._bob, self._collar, self._spring)
        return parts.outer_ring(self.sizes) if body.name == "outer ring" else parts.foot(self.sizes)

    def paint(self, body: Body) -> SurfacePattern | None:
        """Return no paint for metal."""
        return None

    def frame(self, system: Gimbals, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with spokes, or the veil of turning ones, and the dial, which turn with their bodies."""
        frame = super().frame(system, y, view, blur_seconds)
        bodies = system.bodies(y)
        rotor, pose = bodies[ROTOR], pose_of(self, bodies)
        frame.instances += [
            hung(mesh, OnBody(FOOT), pose, tint=tint, roughness=roughness) for mesh, tint, roughness in self._dial
        ]
        add_spokes(frame, [(self._spokes, OnBody(ROTOR), rotor.spin_rate * blur_seconds)], pose)
        frame.occluders = self._spheres(bodies)
        frame.occluders_on = (-1,) * len(frame.occluders)
        frame.mirrored = self._mirrored(bodies)
        frame.mirrored_on = tuple(k for k, body in enumerate(bodies) if body.name in RINGS)
        if self.earth:
            self._add_letters(frame)
        return frame

    def _mirrored(self, bodies: list[Body]) -> Array:
        """Return both rings, each about its third axis; the rotor is hardly seen in them."""
        half, height = parts.THICK * self.sizes.rotor, 2.0 * parts.DEEP * self.sizes.rotor
        radii = dict(zip(RINGS, (self.sizes.inner, self.sizes.outer), strict=True))
        return mirrored.together([
            mirrored.ring(self.to_world(body.position), body.rotation[:, 2],
                          (radii[body.name] - half, radii[body.name] + half), height, mirrored.BRASS)
            for body in bodies if body.name in radii
        ])  # fmt: skip

    def _spheres(self, bodies: list[Body]) -> Array:
        """Return spheres that shade the foot and the floor: of the rotor, along the pillar, and of the foot."""
        r, low = self.sizes.rotor, self.lift - self.sizes.foot
        rows = [(0.0, 0.0, self.lift, 0.9 * r), (0.0, 0.0, low + 0.35 * r, 0.12 * r)]
        rows += [(0.8 * r * cos(a), 0.8 * r * sin(a), low + 0.1 * r, 0.62 * r) for a in (0.5, 2.1, 3.7, 5.3)]
        return np.array(rows, np.float32)

    def _add_letters(self, frame: SceneFrame) -> None:
        """Add the letters of the compass round the dial."""
        for name, turns in NAMES:
            x, y = 1.36 * self.sizes.rotor * parts.direction(turns * math.pi)
            place = np.array([x, y, self.lift - self.sizes.foot + 0.24 * self.sizes.rotor], np.float32)
            frame.labels.append(SceneLabel(place, name, QUANTITY_COLORS["frame"], on=World()))


def trace_life(system: Gimbals) -> float:
    """Return the time for which the path of the axis is seen [s]: some swings of a compass, or some nutations."""
    y: Floats = memoryview(system.start())
    swing = VALUES["compass_period" if system.is_pendulous else "meridian_period"](system, y)
    if (system.is_pendulous or system.is_meridian_compass) and math.isfinite(swing):
        return SWINGS * swing
    nutation = VALUES["nutation_rate"](system, y) if system.nutates else math.nan
    return min(TRACE_SECONDS, NUTATIONS * 2.0 * math.pi / nutation) if nutation > 0.0 else TRACE_SECONDS


def look_parameters(system: Gimbals) -> tuple[object, ...]:
    """Return all on which the look depends."""
    heavy = system.is_heavy
    offsets = (np.sign(system.la), np.sign(system.lb)) if heavy else (0.0, 0.0)
    return system.sizes, system.base == "earth", *map(float, offsets), system.spring > 0.0
