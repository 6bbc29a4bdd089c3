"""The look of a pivoted body of any shape: a top, or six balls on three crossed rods with an arm to the pivot."""

from __future__ import annotations

import math

import numpy as np

from game.looks.generic import Look
from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined, moved, tube
from game.looks.pivoted.gyroscope import GyroscopeLook
from game.model.frame import Array, CheckerPattern, Mesh, SurfacePattern
from game.model.material import Material
from physics.maths import dense
from physics.pivoted.pivoted_top import PivotedTop
from physics.shapes.solids import Body, Ellipsoid
from physics.types import Floats, Vector3

BALL, MIN_BALL = 0.34, 0.05
"""Radius of the balls and its lower bound, in the largest semi-axis of the inertia ellipsoid."""
ROD = 0.26
"""Radius of the rods, in radii of the balls."""
METALS = (Material.BRASS, Material.STEEL, Material.IVORY)
"""Materials of the balls on each principal axis, by increasing moment."""


class HeavyTopLook(GyroscopeLook):
    """A look that draws symmetric bodies as tops, and others as six balls with the same principal moments."""

    systems = ("heavy-top",)

    def __init__(self, system: PivotedTop) -> None:
        self._arm = arm_of(system)
        super().__init__(system)

    def fits(self, system: PivotedTop) -> bool:
        """Return whether the system has the same shape and the same arm."""
        return super().fits(system) and bool(np.array_equal(self._arm, arm_of(system)))

    def _tips(self, system: PivotedTop, states: np.ndarray) -> Array:
        """Return the end of the axis, or the centre of mass, at each of the states."""
        if self._symmetric_body(system):
            return super()._tips(system, states)
        return Look._tips(self, system, states)

    def _symmetric_body(self, system: PivotedTop) -> bool:
        return not isinstance(system.bodies(memoryview(system.start()))[0].solid, Ellipsoid)

    def reach(self, body: Body) -> float:
        """Return how far a body reaches from the pivot [m]."""
        if not isinstance(body.solid, Ellipsoid):
            return super().reach(body)
        return float(np.linalg.norm(body.position + dense.times(body.solid.extremes(), body.rotation.T), axis=1).max())

    def mesh(self, body: Body) -> Mesh:
        """Return a mesh of six balls of a sixth of the mass each, on massless rods, and the arm from the pivot."""
        if not isinstance(body.solid, Ellipsoid):
            return super().mesh(body)
        return crossed_rods(body.solid.axes, self._arm)

    def paint(self, body: Body) -> SurfacePattern | CheckerPattern | None:
        """Return no paint for metal."""
        return None if isinstance(body.solid, Ellipsoid) else super().paint(body)


def arm_of(system: PivotedTop) -> Vector3:
    """Return the vector from the first body's origin to the pivot, in its axes, (3,) [m]."""
    start: Floats = memoryview(system.start())
    body = system.bodies(start)[0]
    return np.asarray(dense.times(-body.rotation.T, body.position))


def balls(axes: tuple[float, float, float]) -> tuple[float, list[float]]:
    """Return the radius of six balls with the moments of an ellipsoid, and their places +-r on each axis [m].

    A ball of radius b and a sixth of the mass m has the second moments m b² / 30; those of the ellipsoid with the
    semi-axes a are m a² / 5. So r² = 3/5 (a² - b²).
    """
    largest, smallest = max(axes), min(axes)
    ball = max(min(BALL * largest, 0.95 * smallest), MIN_BALL * largest)
    return ball, [math.sqrt(0.6 * max(a * a - ball * ball, 0.0)) for a in axes]


def crossed_rods(axes: tuple[float, float, float], arm: Vector3) -> Mesh:
    """Return crossed rods with the moments of an ellipsoid (semi-axes [m]), and an arm to the pivot (3,) [m]."""
    ball, places = balls(axes)
    pieces = []
    for k, (r, metal) in enumerate(zip(places, METALS, strict=True)):
        out, side = r * np.eye(3)[k], np.eye(3)[(k + 1) % 3]
        if r > ball:
            pieces.append(tube(np.array([-out, out]), side, (ROD * ball, ROD * ball), Material.BRASS))
        pieces += [moved(shapes.sphere(ball, metal, 40), sign * out) for sign in (-1.0, 1.0)]
    length = dense.length(arm)
    if length > ball:
        side = np.cross(arm, np.eye(3)[int(np.argmin(np.abs(arm)))])
        side /= dense.length(side)
        pieces.append(tube(np.array([np.zeros(3), arm]), side, (0.8 * ROD * ball, 0.8 * ROD * ball), Material.STEEL))
        pieces.append(moved(shapes.sphere(1.6 * ROD * ball, Material.STEEL, 32), arm))
    pieces.append(shapes.sphere(0.7 * ball, Material.BRASS, 32))
    return joined(pieces)
