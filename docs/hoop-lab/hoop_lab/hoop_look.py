"""The look of the bead on a hoop: a ring of steel, and a bead of brass."""

from __future__ import annotations

import math

import numpy as np

from game.looks.generic import Look
from game.looks.kit import shapes
from game.looks.kit.transforms import placement
from game.model.frame import Instance, Mesh, Room, hung
from game.model.hold import World
from game.model.material import Material
from hoop_lab.hoop import HoopBead
from physics.shapes.solids import Body


class HoopLook(Look[HoopBead]):
    """A look that draws the hoop round the bead."""

    systems = ("hoop-bead",)
    room = Room.LABORATORY
    framed = False

    def __init__(self, system: HoopBead) -> None:
        self._hoop = system.radius
        super().__init__(system)
        self.size = 1.1 * self._hoop
        rounds = np.linspace(0.0, 2.0 * math.pi, 33)
        thick = 0.02 * self._hoop
        ring = shapes.lathe([(self._hoop + thick * math.cos(a), thick * math.sin(a)) for a in rounds], Material.STEEL)
        upright = placement([(1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)], (0.0, 0.0, self.lift))
        self._ring = hung(ring, World(upright))

    def fits(self, system: HoopBead) -> bool:
        """Return whether the hoop has the same size."""
        return system.radius == self._hoop

    def stand_height(self) -> float:
        """Return the height of the middle of the hoop [m]."""
        return 1.1 * self._hoop

    def mesh(self, body: Body) -> Mesh:
        """Return the mesh of the bead."""
        return shapes.sphere(0.08 * self._hoop, Material.BRASS)

    def furniture(self) -> list[Instance]:
        """Return the hoop."""
        return [self._ring]
