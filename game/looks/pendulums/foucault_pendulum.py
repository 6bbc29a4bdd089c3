"""The look of Foucault's pendulum: a brass bob over a round table with a ring of degrees, which shows its path."""

from __future__ import annotations

import math
from types import MappingProxyType

import numpy as np
from msgspec.structs import replace

from game.looks.generic import LastChange, Look, pose_of
from game.looks.kit import shapes
from game.looks.kit.euler_angle_arcs import add_arc
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.dial_lines import LineKind, dial_lines
from game.looks.kit.parts.timber import bar
from game.looks.kit.transforms import identity, placement, scaled, translation
from game.looks.pendulums.pendulum import EBONY, POLISH
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Array, Curve, Instance, Mesh, Room, SceneFrame, SceneLabel, View, hung
from game.model.hold import OnBody, World
from game.model.material import Material
from game.model.trails import TRACE_POINTS, TRACE_RATE, FadingPaths
from game.model.words import later
from physics.maths.elementary import cos, sin
from physics.pendulums.foucault_pendulum import FoucaultPendulum
from physics.shapes.solids import Body
from physics.types import Floats, Vector3

# Lengths are in units of the reach of the swing on the table unless noted otherwise.
MARGIN = 1.06
"""Radius for which the table is made, in reaches of the swing at the start."""
MIN_REACH = 0.02
"""Least reach of the swing, in lengths of the pendulum."""
RING = 1.04, 1.20
"""Inner and outer radius of the ring."""
EDGE, HIGH = 1.28, 0.07
"""Radius and height of the table."""
BOB, CLEAR = 0.1, 0.22
"""Least radius of the bob, and height of its centre above the table."""
WIRE = 0.006
LEG, FEET, INSTRUMENT = 0.017, 1.46, 6.5
"""Radius of the legs, distance of their feet from the centre, and greatest length of a pendulum that has legs."""
ON_TABLE = 0.008
"""Height of the path above the table, so that the table hides no part of it."""
SLATE, STEEL, BLACK = (0.020, 0.024, 0.030), (0.55, 0.57, 0.60), (0.012, 0.010, 0.008)
SWINGS = 30.0
"""Number of periods for which a path is seen."""
KEPT = 0.6
"""Fraction of the kept points of a trace that its rate fills: each frame adds one more point at its own time."""
NAMES = (later("E"), 0.0), (later("N"), 0.5 * math.pi), (later("W"), math.pi), (later("S"), 1.5 * math.pi)


class FoucaultPendulumLook(Look[FoucaultPendulum]):
    """A look that draws bob, wire and table, and three legs where the pivot is not too high for them."""

    systems = ("foucault-pendulum",)
    path_words = MappingProxyType({"bob": later("path below the bob")})
    stays = True
    room = Room.LABORATORY
    subjects = frozenset({"coriolis"})
    pose = MappingProxyType({"azimuth": -64.0, "elevation": 27.0})

    def __init__(self, system: FoucaultPendulum) -> None:
        self._made = look_parameters(system)
        self.length, self.across = system.length, reach_of(system)
        super().__init__(system)
        self.size = self.across
        self.life = SWINGS * 2.0 * math.pi * math.sqrt(system.length / (system.gravity or 1.0))
        self.trace_rate = min(TRACE_RATE, KEPT * TRACE_POINTS / self.life)
        wide = World(scaled(identity(), self.across))
        self._table = [
            hung(table(), wide, tint=EBONY, roughness=POLISH),
            hung(top(), wide, tint=SLATE, roughness=0.34),
            hung(ring(), wide),
            hung(degrees(), wide, tint=BLACK, roughness=0.5),
        ]
        if self.length < INSTRUMENT * self.across:
            self._table.append(hung(legs(self.across, self.lift), World()))
        self._wire = pendulum_parts.wire(WIRE * self.across)
        pivot = translation(0.0, 0.0, self.length)
        self._above = OnBody(0, scaled(pivot, (1.0, 1.0, self.length)))

    def fits(self, system: FoucaultPendulum) -> bool:
        """Return whether the same table fits the system."""
        return look_parameters(system) == self._made

    def stand_height(self) -> float:
        """Return the height of the pivot [m], at which the lowest bob clears the table."""
        return self.length + (HIGH + CLEAR) * self.across

    def mesh(self, body: Body) -> Mesh:
        """Return the mesh of the bob: a turned ball with a point below and a chuck for the wire above."""
        radius = max(float(body.solid.extremes().max()), BOB * self.across)
        chuck = [(0.0, 0.96), (0.22, 0.96), (0.22, 1.12), (0.12, 1.20), (0.09, 1.42), (0.0, 1.42)]
        point = [(0.0, -1.62), (0.05, -1.34), (0.16, -1.10), (0.20, -0.97), (0.0, -0.97)]
        parts = [shapes.lathe(radius * np.array(rows), Material.BRASS, 36) for rows in (chuck, point)]
        return joined([pendulum_parts.bob(radius), *parts])

    @property
    def focus(self) -> Vector3:
        """Return a point a little above the centre of the table."""
        return np.array([0.0, 0.0, (HIGH + 0.5 * CLEAR) * self.across])

    @property
    def radius(self) -> float:
        """Return the radius of the table [m]."""
        return 1.3 * self.across

    def frame(self, system: FoucaultPendulum, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with bob, wire and table."""
        frame = SceneFrame(view, self.focus.astype(np.float32), self.radius, room=self.room)
        (bob,) = system.bodies(y)
        wire = scaled(placement(bob.rotation.T, self.to_world(np.zeros(3))), (1.0, 1.0, self.length))
        hanging = hung(self.meshes[0], OnBody(0), pose_of(self, [bob]))
        frame.instances = [hanging, Instance(self._wire, wire, STEEL, 0.3, on=self._above), *self._table]
        x, across, z = self.to_world(bob.position)
        frame.occluders = np.array([(x, across, z, BOB * self.across)], np.float32)
        frame.occluders_on = (0,)
        return frame

    def add_traces(self, frame: SceneFrame, paths: FadingPaths) -> None:
        """Add the path of the bob, projected down to the table."""
        known, named = len(frame.ribbons), len(frame.labels)
        super().add_traces(frame, paths)
        frame.ribbons[known:] = [replace(each, points=self._below(each.points)) for each in frame.ribbons[known:]]
        for k in range(named, len(frame.labels)):
            frame.labels[k] = replace(frame.labels[k], place=self._below(frame.labels[k].place[None])[0])

    def _below(self, points: Array) -> Array:
        """Return rows (x, y, z, t) of a path projected to the table."""
        laid = points.copy()
        laid[:, 2] = np.where(np.isfinite(points[:, 2]), (HIGH + ON_TABLE) * self.across, np.nan)
        return laid

    def add_overlays(self, frame: SceneFrame, system: FoucaultPendulum, y: Floats, since: LastChange) -> None:
        """Add the long axis of the swing at the last change and now, and the angle between them."""
        if not system.gravity:
            return
        middle = np.array([0.0, 0.0, (HIGH + ON_TABLE) * self.across])
        before, now = system.ellipse(since.state).plane, system.ellipse(y).plane
        expected = -float(system.rotation[2]) * since.elapsed
        turned = expected + math.remainder(now - before - expected, math.pi)
        for angle, ink, opacity, on in ((before, "frame", 0.7, World()), (before + turned, "alpha", 0.9, None)):
            ends = middle + RING[0] * self.across * np.array([azimuth_direction(angle), -azimuth_direction(angle)])
            frame.curves.append(Curve(ends.astype(np.float32), QUANTITY_COLORS[ink], 1.6, opacity, on=on))
        start, side = (0.88 * self.across * azimuth_direction(angle) for angle in (before, before + 0.5 * math.pi))
        add_arc(frame, "alpha", math.fmod(turned, 2.0 * math.pi), middle, start, side)
        if system.has_vertical_axis:
            return
        for name, angle in NAMES:
            place = middle + 1.36 * self.across * azimuth_direction(angle)
            frame.labels.append(SceneLabel(place.astype(np.float32), name, QUANTITY_COLORS["frame"], on=World()))


def azimuth_direction(azimuth: float) -> Vector3:
    """Return the horizontal unit vector (3,) of an azimuth [rad]."""
    return np.array([cos(azimuth), sin(azimuth), 0.0])


def reach_of(system: FoucaultPendulum) -> float:
    """Return the reach of the swing from the centre of the table, with a margin [m]."""
    start: Floats = memoryview(system.start())
    wide = max(system.ellipse(start).major if system.gravity else system.length, math.hypot(start[0], start[1]))
    return min(max(MARGIN * wide, MIN_REACH * system.length), MARGIN * system.length)


def look_parameters(system: FoucaultPendulum) -> tuple[float, ...]:
    """Return all parameters on which the look depends."""
    return system.length, system.mass, system.gravity, system.rotation_rate, reach_of(system)


def table() -> Mesh:
    """Return a round table with a moulded edge, without its top; its height is `HIGH`."""
    rows = [(0.0, 0.0), (0.955, 0.0), (0.955, 0.28), (0.985, 0.36), (0.985, 0.50), (1.0, 0.56), (1.0, 0.92)]
    rows += [(0.992, 0.99), (0.985, 1.0), (RING[1] / EDGE, 1.0)]
    return shapes.lathe([(EDGE * r, HIGH * z) for r, z in rows], Material.PLAIN, 160)


def top() -> Mesh:
    """Return the top of the table."""
    return shapes.lathe([(RING[0], HIGH), (0.0, HIGH)], Material.PLAIN, 128)


def ring() -> Mesh:
    """Return a flat brass ring let into the table."""
    (inner, outer), proud = RING, 0.012
    rows = [(outer, HIGH), (outer, HIGH + 0.7 * proud), (outer - 0.3 * proud, HIGH + proud)]
    rows += [(inner + 0.3 * proud, HIGH + proud), (inner, HIGH + 0.7 * proud), (inner, HIGH)]
    return shapes.lathe(rows, Material.BRASS, 160)


def degrees() -> Mesh:
    """Return the lines engraved in the ring, one for each degree, longer ones for 5, 10 and 30."""
    inner, outer = RING[0] + 0.012, RING[1] - 0.012
    kinds = {30: (1.0, 0.0036), 10: (0.72, 0.0026), 5: (0.52, 0.002), 1: (0.32, 0.0015)}
    return dial_lines(
        {step: LineKind(inner, inner + long * (outer - inner), half) for step, (long, half) in kinds.items()},
        HIGH + 0.0126,
    )


def legs(across: float, high: float) -> Mesh:
    """Return three legs from the floor to the pivot at this height [m], and the head that they carry."""
    head = np.array([0.0, 0.0, high])
    pieces = [moved(shapes.lathe(across * np.array(
        [(0.0, -0.07), (0.022, -0.07), (0.05, -0.02), (0.07, 0.0), (0.07, 0.05), (0.05, 0.07), (0.0, 0.08)]
    ), Material.BRASS, 40), head)]  # fmt: skip
    for k in range(3):
        foot = FEET * across * azimuth_direction(math.radians(90.0 + 120.0 * k))
        pieces.append(bar(foot, head, LEG * across, Material.STEEL, 24))
        pieces.append(moved(shapes.lathe(across * np.array(
            [(0.0, 0.0), (0.07, 0.0), (0.07, 0.02), (0.05, 0.045), (0.03, 0.055), (0.0, 0.06)]
        ), Material.BRASS, 40), foot))  # fmt: skip
    return joined(pieces)
