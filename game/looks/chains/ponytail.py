"""The look of a ponytail on a nodding bust: locks of hair along the joints of a chain."""

from __future__ import annotations

import math
from functools import cache
from types import MappingProxyType

import numpy as np

from game.looks.chains.shaken_pendulum import add_shake
from game.looks.generic import LastChange
from game.looks.kit import shapes
from game.looks.kit.curve_frames import Floats64, Rope, Strand, places_along
from game.looks.kit.parts import marble_bust, pendulum_parts
from game.looks.kit.parts.composite_meshes import tube
from game.looks.kit.parts.timber import smooth
from game.looks.kit.transforms import scaled, translation
from game.looks.pendulums.pendulum import StandLook
from game.model.frame import Instance, Mesh, SceneFrame
from game.model.material import Material
from physics.linkages.hanging import HangingSystem
from physics.maths.elementary import cos, cube, power, sin, square
from physics.types import Floats, Vector3

HEAD = 0.23
"""Height of the head [m]."""
RAISED = 0.15
"""Height of the bust above the floor at rest [m]."""
MARBLE, HAIR, RIBBON = (0.34, 0.32, 0.285), (0.115, 0.048, 0.020), (0.40, 0.02, 0.03)
STEPS, LOCKS = 4, 13
WIDTHS = (0.0, 0.07, 0.28, 0.6, 0.85, 1.0), (0.42, 0.66, 1.0, 0.86, 0.52, 0.12)
"""Knots along the tail, in its length, and its radius there, relative to the greatest."""
FULL = 0.030
"""Greatest radius of the tail [m]."""
FLARE = 0.13
"""Distance by which locks part at the end of the tail, in radii of the tail."""
GROWTH = (0.0, 0.10, 0.3, 1.0), (0.75, 0.85, 1.0, 0.9)
"""Knots along a lock, in its length, and its relative thickness there."""
SIDE = 1.0, 0.0, 0.0
BAR, END = 0.75, 0.045
"""Distance of the bar of the nodding from the tie, and half the width of its ends, in heights of the head."""


class PonytailLook(StandLook):
    """A look that draws hair tied at the back of a head that faces away; the tie is the support."""

    joints_seen = 0.0
    pose = MappingProxyType({"azimuth": -44.0, "elevation": 7.0})

    def __init__(self, system: HangingSystem) -> None:
        super().__init__(system)
        n = STEPS * len(self.links)
        along = (np.arange(n) + 0.5) / n
        self._wide = FULL * np.interp(along, *WIDTHS)
        knots = np.arange(n + 1) / n
        self._out = FULL * np.interp(knots, *WIDTHS)
        self._knots = knots
        self._plans = [self._plan(k) for k in range(LOCKS)]
        locks = [Strand(wide, np.column_stack([out * cos(turn), out * sin(turn)])) for turn, out, wide in self._plans]
        strands = Strand(0.72 * self._wide), *locks
        self._rope = Rope(places_along(system.pose_layout), strands, STEPS, SIDE)
        shades = 1.0, *(0.74 + 0.46 * square(sin(2.4 * k)) for k in range(LOCKS))
        self._colors = [[(HAIR[0] * shade, HAIR[1] * shade, HAIR[2] * shade)] * n for shade in shades]
        middle = HEAD * marble_bust.TIE
        self._behind = -float(middle[1])
        self._marble, self._cap = marble_bust.bust(), marble_bust.hair()
        self._tie, self._lock = tie(), lock()
        self._base = pendulum_parts.foot(0.55 * HEAD), pendulum_parts.column(0.10 * HEAD)

    def stand_height(self) -> float:
        """Return a height at which the bust clears the floor [m]."""
        return RAISED + HEAD * float(marble_bust.TIE[2] - marble_bust.LOWEST)

    @property
    def focus(self) -> Vector3:
        """Return a point between head and tail."""
        return np.array([0.0, 0.3 * HEAD, self.lift - 0.35 * self.length])

    @property
    def radius(self) -> float:
        """Return the radius of head and tail [m]."""
        return 0.55 * (HEAD + self.length)

    stand_parts = "pivot", "pivot", "floor", "column", "pivot"

    def stand(self, pivot: Vector3) -> list[Instance]:
        """Return the bust on its foot."""
        x, y, z = pivot
        head = scaled(translation(x, y + self._behind, z - HEAD * float(marble_bust.TIE[2])), HEAD)
        foot = translation(x, y + 0.8 * self._behind, 0.0)
        column = scaled(foot, (1.0, 1.0, z + HEAD * (marble_bust.LOWEST - marble_bust.TIE[2] + 0.12)))
        return [
            Instance(self._marble, head, MARBLE, 0.34),
            Instance(self._cap, head, HAIR, 0.36),
            Instance(self._base[0], foot),
            Instance(self._base[1], column),
            Instance(self._tie, translation(x, y, z), RIBBON, 0.6),
        ]

    def add_overlays(self, frame: SceneFrame, system: HangingSystem, y: Floats, since: LastChange) -> None:
        """Add how the head nods, beside it."""
        super().add_overlays(frame, system, y, since)
        swing, rate = (system.parameters.get(name) for name in ("amplitude", "frequency"))
        if isinstance(swing, tuple) and isinstance(rate, tuple) and swing[2] and rate[2]:
            middle = self.to_world(np.zeros(3)) + HEAD * np.array([-BAR, 0.0, 0.0])
            add_shake(frame, middle, END * HEAD, abs(swing[2]), abs(rate[2]))

    def hanging(self, system: HangingSystem, y: Floats, points: Vector3) -> list[Instance]:
        """Return instances of the locks side by side round the line of the chain."""
        return self._rope.hung(self._lock, points, self._colors, 0.38)

    def _plan(self, k: int) -> tuple[Floats64, Floats64, Floats64]:
        """Return azimuth and distance of a lock from the line of the chain at the knots, and its radius between them.

        Locks wind round the line, some further out than others, and each thins out at a different place.
        """
        at, own = self._knots, sin(3.7 * k)
        turn = 2.0 * math.pi * k / LOCKS + (1.1 + 0.7 * own) * at + 0.40 * sin(5.0 * at + 2.1 * k)
        out = self._out * (0.66 + 0.16 * own + 0.10 * sin(7.0 * at + 1.3 * k)) + FLARE * FULL * cube(at) * (1.0 + own)
        ends = 0.88 + 0.12 * sin(1.9 * k)
        middles = 0.5 * (at[1:] + at[:-1])
        thin = power(np.clip((ends - middles) / 0.34, 0.05, 1.0), 0.7)
        return turn, out, (0.30 + 0.07 * sin(5.3 * k)) * FULL * np.interp(middles, *GROWTH) * thin

    def foot_shade(self, pivot: Vector3) -> tuple[float, float, float, float]:
        """Return a sphere that shades the floor as the bust does."""
        return pivot[0], pivot[1] + self._behind, pivot[2] - 1.1 * HEAD, 0.5 * HEAD


@cache
def lock(around: int = 20, ridges: int = 5) -> Mesh:
    """Return a piece of a lock of hair of radius 1 from z = 0 to z = -1, open at its ends, a little longer."""
    turn = np.linspace(0.0, 2.0 * math.pi, around + 1)
    ridged = 1.0 - 0.16 * np.abs(sin(0.5 * ridges * turn))
    rings = [(0.05, 1.0), (-1.05, 1.0)]
    points = [np.stack([r * ridged * cos(turn), r * ridged * sin(turn), z + 0.0 * turn], 1) for z, r in rings]
    mesh = smooth(np.vstack(points), shapes.grid_triangles(len(rings), around + 1), Material.HAIR)
    mesh.vertices[:, 6] = np.tile(0.35 * turn / (2.0 * math.pi), 2)
    mesh.vertices[:, 7] = mesh.vertices[:, 2]
    return mesh


@cache
def tie() -> Mesh:
    """Return the ribbon round the root of the tail."""
    turn = np.linspace(0.0, 2.0 * math.pi, 33)
    radius = 0.62 * FULL
    path: Floats64 = np.stack([radius * cos(turn), radius * sin(turn), 0.0 * turn - 0.1 * FULL], 1)
    return tube(path, np.array([0.0, 0.0, 1.0]), (0.34 * FULL, 0.22 * FULL), Material.PLAIN, 12)
