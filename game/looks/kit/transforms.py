"""Model matrices of meshes: (4, 4) float32 for row vectors, as in pyrr."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from game.model.frame import Array
from physics.maths.elementary import sincos


def identity() -> Array:
    """Return the model matrix of a mesh that is not moved: the identity."""
    return np.eye(4, dtype=np.float32)


def translation(x: float, y: float, z: float) -> Array:
    """Return a matrix that moves a mesh [m]."""
    model = identity()
    model[3, :3] = x, y, z
    return model


def placement(axes: ArrayLike, origin: ArrayLike) -> Array:
    """Return a matrix that aligns a mesh with axes in the world, rows of (3, 3), at an origin (3,) [m]."""
    model = identity()
    model[:3, :3] = axes
    model[3, :3] = origin
    return model


def turned_x(angle: float) -> Array:
    """Return a matrix (3, 3) that turns rows about x, from z to y [rad]."""
    s, c = sincos(angle)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]], np.float32)


def turned_y(angle: float) -> Array:
    """Return a matrix (3, 3) that turns rows about y, from x to z [rad]."""
    s, c = sincos(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]], np.float32)


def turned_z(angle: float) -> Array:
    """Return a matrix (3, 3) that turns rows about z, from y to x [rad]."""
    s, c = sincos(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]], np.float32)


def scaled(model: Array, factors: ArrayLike) -> Array:
    """Return a matrix that stretches a mesh along its own axes by one factor or by (3,) before it is placed."""
    stretched = model.copy()
    stretched[:3] *= np.asarray(factors, np.float32).reshape(-1, 1)
    return stretched


def upright(place: NDArray[np.float64], turn: float, size: float, height: float | None = None, z: float = 0.0) -> Array:
    """Return a matrix that puts a mesh at a place (2,) [m], turned about the vertical [rad].

    size: scale of the mesh. height: its scale along the vertical, where it differs. z: height of the place [m].
    """
    model = placement(turned_z(-turn), (0.0, 0.0, 0.0))
    model[3, :2] = place
    model[3, 2] = z
    return scaled(model, (size, size, size if height is None else height))
