"""Meshes that are turned and moved to their places in the drawn pose of a machine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Mesh
from physics.maths import dense
from physics.types import Vector3

Floats64 = NDArray[np.float64]


def turned_to(mesh: Mesh, rows: Floats64, place: Vector3) -> Mesh:
    """Return a mesh whose axes are turned to these rows (3, 3), at a place."""
    vertices = mesh.vertices.copy()
    for k in (0, 3):
        vertices[:, k : k + 3] = dense.times(mesh.vertices[:, k : k + 3].astype(float), rows)
    vertices[:, :3] += np.asarray(place, float)
    return Mesh(vertices, mesh.indices, mesh.coarser)


def frame_along(axis: Vector3) -> Floats64:
    """Return right-handed axes, rows (3, 3), the third of which is a unit vector."""
    side = np.eye(3)[int(np.abs(axis).argmin())]
    x = np.cross(side, axis)
    x /= dense.length(x)
    return np.array([x, np.cross(axis, x), axis])
