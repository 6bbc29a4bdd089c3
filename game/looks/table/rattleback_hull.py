"""The hull of a rattleback of glass and its brass nuts, as meshes. Lengths in metres."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import cos, sin, square

Floats64 = NDArray[np.float64]

PLAN = 0.6
"""Half the length of a rattleback over its long semi-axis: the hull is shorter than the ellipsoid it is cut from."""
AROUND, OUT = 96, 14
BEVEL = 0.035
"""Width of the bevel round the flat, in half widths of the hull."""


def boat(axes: tuple[float, float, float], centre: float) -> Mesh:
    """Return the lower half of an ellipsoid of glass, cut flat through its centre and to an elliptic plan.

    axes [m] along x, y and z; centre: height of the flat [m]. Its lower surface is the ellipsoid's.
    """
    a, b, c = axes
    long, cut = PLAN * a, BEVEL * min(b, c)
    turn = np.linspace(0.0, 2.0 * np.pi, AROUND + 1)[None, :]
    out = sin(0.5 * np.pi * np.linspace(0.0, 1.0, OUT + 1))[:, None]
    x, y = long * out * cos(turn), b * out * sin(turn)
    deep = -c * np.sqrt(np.maximum(1.0 - square(x / a) - square(y / b), 1e-6))
    below = np.stack([x, y, deep, x / square(a), y / square(b), deep / square(c)], axis=-1)[:, ::-1]
    edge = below[-1]
    edge[:, 2] = np.minimum(edge[:, 2], -2.0 * cut)
    side = np.stack([edge[:, 0] / square(long), edge[:, 1] / square(b), 0.0 * edge[:, 0]], axis=1)
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    wall = np.zeros((2, AROUND + 1, 6))
    wall[..., :3], wall[1, :, 2] = edge[:, :3], -cut
    wall[..., 3:] = side
    bevel = np.zeros((2, AROUND + 1, 6))
    bevel[0, :, :3] = wall[1, :, :3]
    bevel[1, :, :2] = edge[:, :2] - cut * side[:, :2]
    bevel[..., 3:] = side + np.array([0.0, 0.0, 1.0])
    flat = np.zeros((2, AROUND + 1, 6))
    flat[0, :, :2] = bevel[1, :, :2]
    flat[..., 5] = 1.0
    mesh = _sheets([below, wall, bevel, flat], centre)
    mesh.vertices[:, 6] = b * np.sqrt(np.maximum(1.0 - square(mesh.vertices[:, 0] / long), 0.0))
    mesh.vertices[:, 7] = centre - mesh.vertices[:, 2]
    return mesh


def _sheets(grids: list[Floats64], height: float) -> Mesh:
    """Join grids of (position, outward normal), each (n, m, 6), into one mesh of glass, raised by `height`."""
    rows, triangles, start = [], [], 0
    for grid in grids:
        n, m, _ = grid.shape
        triangles.append(start + shapes.grid_triangles(n, m))
        flat = np.zeros((n * m, 9))
        flat[:, :6] = grid.reshape(-1, 6)
        flat[:, 2] += height
        flat[:, 3:6] /= np.linalg.norm(flat[:, 3:6], axis=1, keepdims=True)
        flat[:, 8] = Material.GLASS
        rows.append(flat)
        start += n * m
    return Mesh(np.vstack(rows).astype(np.float32), np.concatenate(triangles).astype(np.int32).reshape(-1))


def weight(radius: float) -> Mesh:
    """Return a brass ring nut that lies on z = 0, of this radius [m]; its volume is NUT_VOLUME radius³."""
    hole, high, edge = 0.35 * radius, 0.8 * radius, 0.08 * radius
    rows = [
        (hole, 0.0), (radius - edge, 0.0), (radius, edge), (radius, high - edge), (radius - edge, high),
        (hole + edge, high), (hole, high - edge), (hole, 0.05 * radius),
    ]  # fmt: skip
    return shapes.lathe(rows, Material.BRASS, 48)


NUT_VOLUME = math.pi * 0.8 * (1.0 - 0.35**2)
