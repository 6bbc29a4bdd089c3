"""The shapes of rigid bodies as a picture needs them, in body axes [m], and a body where it is."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from physics.core.outlines import Outline
from physics.types import Vector3

Triple: TypeAlias = tuple[float, float, float]


class SolidOfRevolution(NamedTuple):
    """A body of revolution about the third axis: rows (r, z) [m] from the bottom of its axis to the top."""

    outline: Outline

    def extremes(self) -> NDArray[np.float64]:
        """Points (n, 3) whose convex hull nearly holds it."""
        r, z = np.array(self.outline).T
        zero = np.zeros_like(r)
        return np.vstack([np.column_stack([s * r, zero, z]) for s in (1, -1)] + [np.column_stack([zero, r, z])])


class Ellipsoid(NamedTuple):
    """An ellipsoid: its semi-axes along the body axes, and its centre."""

    axes: Triple
    centre: Triple = (0.0, 0.0, 0.0)

    def extremes(self) -> NDArray[np.float64]:
        """The ends of its axes, (6, 3)."""
        return np.vstack([np.array(self.centre) + side * np.diag(self.axes) for side in (1, -1)])


class Box(NamedTuple):
    """A box: its whole sides along the body axes, and its centre."""

    sides: Triple
    centre: Triple = (0.0, 0.0, 0.0)

    def extremes(self) -> NDArray[np.float64]:
        """Its corners, (8, 3)."""
        signs = np.array(list(product((-0.5, 0.5), repeat=3)))
        return np.asarray(np.array(self.centre) + signs * np.array(self.sides))


Solid: TypeAlias = SolidOfRevolution | Ellipsoid | Box


class Body(NamedTuple):
    """A rigid body where it is.

    solid: its shape in body axes. position (3,) [m]: where the origin of the body axes is in the lab. rotation
    (3, 3): body to lab. spin_rate [rad/s]: how fast a turned body turns about its own axis.
    """

    name: str
    solid: Solid
    position: Vector3
    rotation: NDArray[np.float64]
    spin_rate: float = 0.0
