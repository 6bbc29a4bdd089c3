"""A thin sheet through a grid of points, seen from both sides, that may be torn and go round from edge to edge."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.looks.kit.shapes import grid_triangles
from game.model.frame import Mesh
from game.model.material import Material

Floats64 = NDArray[np.float64]
Mask = NDArray[np.bool_]

COARSER = 2, 4
"""Numbers of cells that the coarser levels of detail merge into one, each way."""


def sheet_normals(places: Floats64, period: Floats64, closed: bool) -> Floats64:
    """Return the unit normals of a sheet (k, n, 3): along its rows crossed with upwards along its columns.

    period (3,): after which a coordinate repeats, inf for never. closed: the last column is the first one again.
    """
    along, up = _slopes(places, 1, period, closed), _slopes(places, 0, period, False)
    normals = np.cross(along, up)
    size = np.linalg.norm(normals, axis=2, keepdims=True)
    return np.asarray(np.where(size > 1e-300, normals / np.maximum(size, 1e-300), (1.0, 0.0, 0.0)))


def _slopes(places: Floats64, axis: int, period: Floats64, closed: bool) -> Floats64:
    """Return the mean step to both neighbours; where one is not known, that to the other."""
    step = np.diff(places, axis=axis)
    step -= np.where(np.isfinite(period), period, 0.0) * np.rint(step / period)
    first, last = np.take(step, [0], axis), np.take(step, [-1], axis)
    before = np.concatenate([last if closed else first, step], axis)
    after = np.concatenate([step, first if closed else last], axis)
    before, after = (np.where(np.isfinite(a), a, b) for a, b in ((before, after), (after, before)))
    return np.asarray(np.nan_to_num(0.5 * (before + after), nan=0.0))


def whole_cells(places: Floats64, period: Floats64, torn: Mask) -> Mask:
    """Return which cells (k - 1, n - 1) of a sheet (k, n, 3) have four known corners close to one another.

    torn (k, n - 1): between which points of a row it has no cells. No cell goes round from edge to edge.
    """
    found = np.asarray(~(torn[:-1] | torn[1:]))
    for axis in (0, 1):
        with np.errstate(invalid="ignore"):
            near = np.asarray((np.abs(np.diff(places, axis=axis)) < 0.5 * period).all(axis=2))
        found &= near[:, :-1] & near[:, 1:] if axis == 0 else near[:-1] & near[1:]
    return np.asarray(found)


def sheet_mesh(
    places: Floats64, normals: Floats64, cells: Mask, material: Material, offsets: tuple[float, float]
) -> Mesh:
    """Return the mesh of a sheet (k, n, 3) with these normals, of the cells (k - 1, n - 1) that are whole.

    offsets: distances [m], along the normal, of the side that the normals leave and of the other side.
    """
    rows, width = places.shape[:2]
    sides = []
    for side, offset in zip((1.0, -1.0), offsets, strict=True):
        vertices = np.zeros((rows * width, 9))
        vertices[:, :3] = np.nan_to_num(places + offset * normals).reshape(-1, 3)
        vertices[:, 3:6] = side * normals.reshape(-1, 3)
        vertices[:, 8] = material
        sides.append(vertices)
    levels = [_both_sides(_triangles(cells, step), rows * width) for step in (1, *COARSER)]
    deviations = [_deviation(places, step) for step in COARSER]
    coarser = [(indices, off) for indices, off in zip(levels[1:], deviations, strict=True) if len(indices)]
    return Mesh(np.concatenate(sides).astype(np.float32), levels[0], tuple(coarser))


def _both_sides(triangles: NDArray[np.int64], count: int) -> NDArray[np.int32]:
    return np.concatenate([triangles, triangles[:, ::-1] + count]).reshape(-1).astype(np.int32)


def _triangles(cells: Mask, step: int) -> NDArray[np.int64]:
    """Return the triangles (m, 3) of the cells that are whole, `step` by `step` of them merged into one."""
    rows, columns = (np.unique([*range(0, count, step), count]) for count in cells.shape)
    whole = np.logical_and.reduceat(np.logical_and.reduceat(cells, rows[:-1], axis=0), columns[:-1], axis=1)
    grid = (rows[:, None] * (cells.shape[1] + 1) + columns).reshape(-1)
    pairs = grid_triangles(len(columns), len(rows)).reshape(2, -1, 3)
    order = np.arange(len(rows) * len(columns)).reshape(len(rows), -1).T.reshape(-1)
    return np.asarray(grid[order[pairs[:, whole.T.reshape(-1)].reshape(-1, 3)]])


def _deviation(places: Floats64, step: int) -> float:
    """Return the usual distance [m] of points half way between neighbours `step` apart from the line between them."""
    half = step // 2
    off = [
        np.linalg.norm(p[half:-half] - 0.5 * (p[: -2 * half] + p[2 * half :]), axis=2).ravel()
        for p in (places, places.transpose(1, 0, 2))
        if len(p) > 2 * half
    ]
    known = np.concatenate(off) if off else np.zeros(0)
    known = known[np.isfinite(known)]
    return float(np.quantile(known, 0.95)) if len(known) else 0.0
