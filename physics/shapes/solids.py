"""Shapes of rigid bodies in body axes [m], and a body with its position and orientation."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense
from physics.shapes.outlines import Outline
from physics.types import Vector3

Triple: TypeAlias = tuple[float, float, float]


class SolidOfRevolution(NamedTuple):
    """A body of revolution about the third axis, given by rows (r, z) [m] from the bottom of its axis to the top."""

    outline: Outline

    def extremes(self) -> NDArray[np.float64]:
        """Return points (n, 3) whose convex hull nearly contains the solid."""
        r, z = np.array(self.outline).T
        zero = np.zeros_like(r)
        return np.vstack([np.column_stack([s * r, zero, z]) for s in (1, -1)] + [np.column_stack([zero, r, z])])


class Ellipsoid(NamedTuple):
    """An ellipsoid with its semi-axes along the body axes, and its centre."""

    axes: Triple
    centre: Triple = (0.0, 0.0, 0.0)

    def extremes(self) -> NDArray[np.float64]:
        """Return the ends of the axes, (6, 3)."""
        return np.vstack([np.array(self.centre) + side * np.diag(self.axes) for side in (1, -1)])


class Box(NamedTuple):
    """A box with its full sides along the body axes, and its centre."""

    sides: Triple
    centre: Triple = (0.0, 0.0, 0.0)

    def extremes(self) -> NDArray[np.float64]:
        """Return the corners, (8, 3)."""
        signs = np.array(list(product((-0.5, 0.5), repeat=3)))
        return np.asarray(np.array(self.centre) + signs * np.array(self.sides))


Solid: TypeAlias = SolidOfRevolution | Ellipsoid | Box


class Body(NamedTuple):
    """A rigid body with its position and orientation.

    solid: its shape in body axes. position (3,) [m]: of the origin of the body axes in the lab. rotation (3, 3): body
    to lab. spin_rate [rad/s]: of a body of revolution about its axis.
    """

    name: str
    solid: Solid
    position: Vector3
    rotation: NDArray[np.float64]
    spin_rate: float = 0.0

    def turned(self, by: NDArray[np.float64]) -> Body:
        """Return it turned about the origin of the lab by a rotation (3, 3)."""
        return self._replace(position=dense.times(by, self.position), rotation=dense.times(by, self.rotation))
