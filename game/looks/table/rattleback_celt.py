"""The hull of a heavy rattleback as a mesh: a celt of walnut with a line of ivory let into it. Lengths in metres.

Its lower side is the ellipsoid that rolls, as far as its rim. Its upper side is arched along and across, and meets the
lower one in points at both ends, so that it is all of one piece to the eye.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import cos, sin, square

Floats64 = NDArray[np.float64]

LONG = 0.70
"""Half the length of the celt, in long semi-axes of the ellipsoid."""
CROWN = 0.24
"""Height of the middle of the upper side over the ellipsoid's centre, in short semi-axes."""
LIP = 0.16
"""Height of the rounded rim, in short semi-axes."""
AROUND, OUT, ROUND, STEPS = 88, 10, 4, 44
"""Numbers of pieces round the rim, across each side and over the rim, and of halvings that find it."""
INLAY = 0.76, 0.80
"""Where the inlaid line begins and ends, from the middle to the rim."""
GRAIN = 0.30
"""Width of the wood's picture across the celt [turns], relative to half its width."""


def celt(axes: tuple[float, float, float], centre: float) -> Mesh:
    """Return a celt with its length along z, its width along x, and its upper side towards y.

    axes [m] of the ellipsoid: along z, along x, and down; centre: height of its centre [m].
    """
    turn = np.linspace(0.0, 2.0 * np.pi, AROUND + 1)
    way = np.stack([cos(turn), sin(turn)], axis=1)
    rim, edge = (_reach(way, axes, gap)[:, None] * way for gap in (0.0, LIP))
    below = _grid(edge, sin(0.5 * np.pi * np.linspace(1.0, 0.0, OUT + 1)))
    inner, inlay, outer = (
        _grid(edge, np.linspace(first, last, count + 1))
        for first, last, count in ((1.0, INLAY[1], 2), (INLAY[1], INLAY[0], 1), (INLAY[0], 0.0, OUT))
    )
    grids = [_under(below, axes), _over(inner, axes), _over(inlay, axes), _over(outer, axes)]
    lip = _lip(_under(edge[None], axes)[0], _over(edge[None], axes)[0], _under(rim[None], axes)[0])
    grids[0] = grids[0][::-1]
    woods = [Material.PAINTED_WOOD, Material.PAINTED_WOOD, Material.IVORY, Material.PAINTED_WOOD, Material.PAINTED_WOOD]
    return _joined([grids[0], grids[1], grids[2], grids[3], lip], woods, axes, centre)


def height(x: float, y: float, axes: tuple[float, float, float]) -> float:
    """Return the height of the upper side over the centre at places along and across it [m]."""
    return float(_deck(np.array([x / axes[0], y / axes[1]]), axes[2])[()])


def _deck(at: Floats64, c: float) -> Floats64:
    """Return the height [m] of the upper side over the centre at places (..., 2) in semi-axes."""
    fall = c * (np.sqrt(1.0 - square(LONG)) + CROWN)
    return np.asarray(CROWN * c * (1.0 - square(at[..., 1])) - fall * square(at[..., 0] / LONG))


def _reach(way: Floats64, axes: tuple[float, float, float], gap: float) -> Floats64:
    """Return how far (n,) in semi-axes both sides are apart by more than a gap [c] along directions (n, 2)."""
    low, high = np.zeros(len(way)), np.ones(len(way))
    for _ in range(STEPS):
        middle = 0.5 * (low + high)
        apart = _deck(middle[:, None] * way, 1.0) + np.sqrt(1.0 - square(middle)) > gap
        low, high = np.where(apart, middle, low), np.where(apart, high, middle)
    return np.asarray(low)


def _grid(edge: Floats64, shares: Floats64) -> Floats64:
    """Return places (len(shares), n, 2) from an edge (n, 2) towards the middle."""
    return shares[:, None, None] * edge


def _under(at: Floats64, axes: tuple[float, float, float]) -> Floats64:
    """Return places and normals (..., 6) of the ellipsoid below the centre at places (..., 2) in semi-axes."""
    a, b, c = axes
    deep = -np.sqrt(np.maximum(1.0 - square(at[..., 0]) - square(at[..., 1]), 0.0))
    x, y = at[..., 0], at[..., 1]
    return np.stack([a * x, b * y, c * deep, x / a, y / b, deep / c], axis=-1)


def _over(at: Floats64, axes: tuple[float, float, float]) -> Floats64:
    """Return places and normals (..., 6) of the upper side at places (..., 2) in semi-axes."""
    a, b, c = axes
    x, y = at[..., 0], at[..., 1]
    along = 2.0 * c * (np.sqrt(1.0 - square(LONG)) + CROWN) * x / (square(LONG) * a)
    return np.stack([a * x, b * y, _deck(at, c), along, 2.0 * CROWN * c * y / b, 1.0 + 0.0 * x], axis=-1)


def _lip(lower: Floats64, upper: Floats64, sharp: Floats64) -> Floats64:
    """Return the rounded rim (ROUND + 1, n, 6) between the edges of both sides, which would meet at `sharp`."""
    lower, upper = (each / _length(each) for each in (lower, upper))
    t = np.linspace(0.0, 1.0, ROUND + 1)[:, None, None]
    found = np.empty((ROUND + 1, *lower.shape))
    found[..., :3] = square(1.0 - t) * lower[:, :3] + 2.0 * t * (1.0 - t) * sharp[:, :3] + square(t) * upper[:, :3]
    found[..., 3:] = (1.0 - t) * lower[:, 3:] + t * upper[:, 3:]
    return found


def _length(rows: Floats64) -> Floats64:
    """Return divisors (n, 6) that leave places as they are and make normals unit vectors."""
    size = np.linalg.norm(rows[:, 3:], axis=1, keepdims=True)
    return np.hstack([np.ones((len(rows), 3)), np.repeat(size, 3, axis=1)])


def _joined(grids: list[Floats64], materials: list[Material], axes: tuple[float, float, float], centre: float) -> Mesh:
    """Return grids of (place, normal), each (n, m, 6), as one mesh, lengthwise along z, its centre raised along y."""
    rows, triangles, start = [], [], 0
    for grid, material in zip(grids, materials, strict=True):
        n, m, _ = grid.shape
        triangles.append(start + shapes.grid_triangles(n, m)[:, ::-1])
        flat = grid.reshape(-1, 6)
        row = np.zeros((n * m, 9))
        row[:, :3] = flat[:, [1, 2, 0]]
        row[:, 3:6] = flat[:, [4, 5, 3]] / np.linalg.norm(flat[:, 3:], axis=1, keepdims=True)
        row[:, 1] += centre
        row[:, 6] = 0.5 + GRAIN * row[:, 0] / axes[1]
        row[:, 7] = row[:, 2] + axes[0]
        row[:, 8] = material
        rows.append(row)
        start += n * m
    return Mesh(np.vstack(rows).astype(np.float32), np.concatenate(triangles).astype(np.int32).reshape(-1))
