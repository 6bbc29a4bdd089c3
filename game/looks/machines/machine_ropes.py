"""Ropes of machines and the pegs over which they run."""

from __future__ import annotations

import numpy as np

from game.looks.generic import Look
from game.looks.kit import shapes
from game.looks.kit.curve_frames import Rope, Strand
from game.looks.kit.parts.pendulum_parts import plaited
from game.looks.machines.machine_mesh import frame_along, turned_to
from game.looks.machines.machine_stand import pegs_of, still
from game.model.frame import Instance, Mesh
from game.model.hold import Anchor
from game.model.material import Material
from physics.machines.drawing import ties_of
from physics.machines.hanging import ropes_of
from physics.machines.machine import Machine
from physics.types import Vector3

THICK = 0.007
"""Radius of a rope, in the size of the machine."""
HEMP = 0.92, 0.78, 0.55
"""Tint of the ropes."""
WHEEL = [
    (0.0, -2.6), (1.3, -2.6), (1.5, -2.4), (1.5, -1.7), (4.6, -1.6), (5.0, -1.3), (4.8, -1.0), (1.6, -0.85),
    (1.6, 0.85), (4.8, 1.0), (5.0, 1.3), (4.6, 1.6), (1.5, 1.7), (1.5, 2.4), (1.3, 2.6), (0.0, 2.6),
]  # fmt: skip
"""Outline of a sheave along its axis, in radii of its rope: two flanges, between which the rope runs to the axis."""


class Ropes:
    """The ropes of a machine: what lies along the places that its pose has of them, and their sheaves."""

    def __init__(self, system: Machine, size: float) -> None:
        made, self._ropes = system.described, list[tuple[Rope, slice]]()
        first, at = system.pose_layout.first_point, 2 * len(ties_of(made))
        self._radius = THICK * size
        for each in ropes_of(made):
            places = tuple(Anchor(first + at + k) for k in range(each.places))
            strand = Strand(np.full(each.places - 1, self._radius))
            self._ropes.append((Rope(places, (strand,)), slice(at, at + each.places)))
            at += each.places

    def drawn(self, points: Vector3) -> list[Instance]:
        """Return the pieces of all ropes. points (n, 3): the further points of a pose, in the world [m]."""
        found, mesh = list[Instance](), plaited(12, Material.ROPE)
        for rope, span in self._ropes:
            count = span.stop - span.start - 1
            found += rope.hung(mesh, points[span], [[HEMP] * count])
        return found

    def sheaves(self, look: Look[Machine], system: Machine) -> list[Instance]:
        """Return a sheave on each peg."""
        return [still(sheave(self._radius, look.to_world(peg), axis)) for peg, axis in pegs_of(system.described)]


def sheave(rope: float, place: Vector3, axis: Vector3) -> Mesh:
    """Return a sheave for a rope of this radius, at a place, about an axis."""
    profile = [(r * rope, z * rope) for r, z in WHEEL]
    return turned_to(shapes.lathe(profile, Material.BRASS, 48), frame_along(axis), place)
