"""The pivoted top: turned wood with a brass tip, on a steel needle in a brass foot."""

from __future__ import annotations

import itertools

import numpy as np

from game import shapes
from game.picture import Array, Instance, Material, Mesh
from game.scenes.generic import Look, rounded, turned
from physics import System
from physics.system import Body

# The stand, in sizes of the top: rows (r, z above the floor) of the foot, rows (r, z below the pivot) of the needle.
FOOT = (
    (0.0, 0.0),
    (0.34, 0.0),
    (0.345, 0.012),
    (0.335, 0.03),
    (0.29, 0.042),
    (0.15, 0.06),
    (0.06, 0.09),
    (0.038, 0.14),
)
COLLAR = ((0.046, 0.15), (0.046, 0.17), (0.030, 0.18), (0.016, 0.20))
NEEDLE = ((0.020, 0.95), (0.011, 0.50))
"""Slender: the paper's cone hangs past it with 1.8 degrees to spare."""
BALL = 0.026
"""Radius of the ball bearing at the pivot."""
TIP = 0.10
"""Part of the body's height that is brass at its lower end, where that end is pointed."""
STUD = 0.10
"""Radius of the brass stud in a flat top, in radii of that top."""


class GyroscopeLook(Look):
    """A spinning top on its peg."""

    def __init__(self, system: System) -> None:
        super().__init__(system)
        size, lift = self.size, self.lift
        foot = [(r * size, z * size) for r, z in (*FOOT, *COLLAR)]
        needle = [(r * size, lift - below * size) for r, below in NEEDLE]
        around = np.linspace(-1.3, np.pi / 2, 14)
        ball = [(BALL * size * np.cos(a), lift + BALL * size * np.sin(a)) for a in around[:-1]]
        outline = np.array([*foot, *needle, *ball, (0.0, lift + BALL * size)])
        materials = (
            [Material.BRASS] * (len(foot) - 1) + [Material.STEEL] * (len(needle) + 1) + [Material.BRASS] * len(ball)
        )
        stand = shapes.lathe(outline, materials, 64)
        self.stand = Instance(stand, np.eye(4, dtype=np.float32))

    def tips(self, system: System, states: np.ndarray) -> Array:
        """The ends of the axes, all at once."""
        with np.errstate(invalid="ignore"):  # a copy that failed has no tip
            turns = states[:, :2] - 2 * np.pi * np.rint(states[:, :2] / (2 * np.pi))
            psi, theta = turns.astype(np.float32).T  # quick, now that they are small
            across = np.sin(theta)
            axes = np.stack([across * np.sin(psi), -across * np.cos(psi), np.cos(theta)], axis=1)
        return self.to_world(self.outlines[0][-1][1] * axes).astype(np.float32)

    def furniture(self) -> list[Instance]:
        """The peg."""
        return [self.stand]

    def furniture_spheres(self) -> np.ndarray:
        """The foot shades the floor round it."""
        radius = FOOT[1][0] * self.size
        return np.array([[0.0, 0.0, -0.55 * radius, radius]])

    def mesh(self, body: Body) -> Mesh:
        """Wood with a brass tip and a brass stud; a stem is all brass."""
        rows = np.array(body.outline)
        if body.name == "stem":
            return turned(rounded(rows), Material.BRASS)
        top = rows[-1, 1]
        flat = rows[-2, 0] if rows[-2, 1] == top else 0.0
        if flat > 0.0:
            rows = np.insert(rows, -1, (STUD * flat, top), axis=0)
        rows = rounded(rows)
        pointed = rows[1, 1] - rows[0, 1] > 0.5 * rows[1, 0]
        brass_below = rows[0, 1] + TIP * (top - rows[0, 1]) if pointed else -np.inf
        rows = with_row_at(rows, brass_below)
        kinds = []
        for (r0, z0), (r1, z1) in itertools.pairwise(rows):
            stud = max(r0, r1) <= STUD * flat * 1.001 and z0 > rows[0, 1] + TIP
            brass = max(z0, z1) <= brass_below + 1e-12 or (stud and z0 == z1 == top)
            kinds.append(Material.BRASS if brass else Material.PAINTED_WOOD)
        return turned(rows, kinds)


def with_row_at(rows: np.ndarray, z: float) -> np.ndarray:
    """The outline with a row added where it first crosses the height z."""
    for i, ((r0, z0), (r1, z1)) in enumerate(itertools.pairwise(rows)):
        if z0 < z < z1:
            return np.insert(rows, i + 1, (r0 + (r1 - r0) * (z - z0) / (z1 - z0), z), axis=0)
    return rows


LOOKS = {"gyroscope": GyroscopeLook}
