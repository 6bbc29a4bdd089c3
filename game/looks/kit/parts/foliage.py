"""Textured squares of leaves that plants are built from."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import cos, sin

Floats = NDArray[np.float64]


class Cell(IntEnum):
    """Cells of the texture atlas of plants (tools/assets/make_plants.py)."""

    SPRAY = 0
    SPRAY_TOO = 1
    TREE = 2
    HEDGE = 3
    HEDGE_TOO = 4


CELLS: dict[Cell, tuple[float, float, float, float]] = {
    Cell.SPRAY: (0.0, 0.0, 0.5, 0.5),
    Cell.SPRAY_TOO: (0.5, 0.0, 1.0, 0.5),
    Cell.TREE: (0.0, 0.5, 0.5, 1.0),
    Cell.HEDGE: (0.5, 0.5, 1.0, 0.75),
    Cell.HEDGE_TOO: (0.5, 0.75, 1.0, 1.0),
}
"""Left, lower, right and upper edge of each cell in the atlas."""
SHADES = 8
"""Number of tones of a square, from deep inside a crown to its outside."""
ONCE, TWICE, ALL_ROUND = (0.0,), (-0.7, 0.7), (0.0, 0.5 * np.pi, np.pi, 1.5 * np.pi)
"""Directions [rad] that pictures face: one, to either side, or all round so that one is visible from everywhere."""
MARGIN = 1.0 / 512.0
"""Inset of the squares from the edges of their cells, so that they do not show a neighbouring cell."""


def squares(corners: Floats, normals: Floats, cells: NDArray[np.int64], shades: NDArray[np.int64]) -> Mesh:
    """Return quadrangles (n, 4, 3), counter-clockwise from their lower left corner, each with a cell of the atlas.

    normals: (n, 3) or (n, 4, 3), for the lighting. cells: (n,) of `Cell`. shades: (n,), 0 to SHADES - 1.
    """
    edges = np.array([CELLS[cell] for cell in Cell])[cells]
    left, low, right, high = (edges + np.array([MARGIN, MARGIN, -MARGIN, -MARGIN])).T
    rows = np.zeros((len(corners), 4, 9))
    rows[..., :3] = corners
    rows[..., 3:6] = normals if normals.ndim == 3 else normals[:, None]
    rows[..., 6] = shades[:, None] + np.stack([left, right, right, left], axis=1)
    rows[..., 7] = np.stack([low, low, high, high], axis=1)
    rows[..., 8] = Material.SPRIG
    return Mesh(rows.reshape(-1, 9).astype(np.float32), triangles(len(corners)))


def triangles(count: int) -> NDArray[np.int32]:
    """Return the indices of `count` quadrangles, (6 * count,)."""
    found = 4 * np.arange(count, dtype=np.int32)[:, None] + np.array([0, 1, 2, 0, 2, 3], np.int32)
    return found.reshape(-1)


def sprays(places: Floats, out: Floats, lit: Floats, sizes: Floats, shades: NDArray[np.int64], seed: int) -> Mesh:
    """Return squares about places (n, 3) facing roughly outwards (n, 3), of half widths (n,); `lit` (n, 3): normals."""
    rng = np.random.default_rng(seed)
    tilted = unit(out + 0.62 * rng.normal(size=out.shape))
    across = unit(np.cross(tilted, rng.normal(size=out.shape)))
    up = np.cross(tilted, across)
    half = sizes[:, None]
    corners = np.stack([places + half * (x * across + y * up) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], axis=1)
    return squares(corners, unit(lit), rng.integers(0, 2, len(places)), shades)


def unit(vectors: Floats) -> Floats:
    """Normalise vectors (n, 3)."""
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def standing(feet: Floats, turns: Floats, heights: Floats, widths: Floats, cell: Cell, ways: Sequence[float]) -> Mesh:
    """Return upright pictures at feet (n, 3), of heights and widths (n,), visible only from the side they face.

    turns: (n,) azimuths [rad]. ways: angles added to them, one for each picture at a foot.
    """
    quads, normals = [], []
    for way in ways:
        side = np.stack([-sin(turns + way), cos(turns + way), 0.0 * turns], axis=1)
        reach, top = 0.5 * widths[:, None] * side, heights[:, None] * np.array([0.0, 0.0, 1.0])
        quads.append(np.stack([feet - reach, feet + reach, feet + reach + top, feet - reach + top], axis=1))
        face = np.stack([cos(turns + way), sin(turns + way), 0.0 * turns], axis=1)
        # The normals of a round shape, tilted to the sky above. Where pictures cross, all are lit in the same way.
        ahead = (0.5 if len(ways) == 1 else 0.0) * face
        corner = np.stack([ahead - 0.7 * side, ahead + 0.7 * side] * 2, axis=1)[:, [0, 1, 3, 2]]
        corner[..., 2] += np.array([0.25, 0.25, 1.1, 1.1])
        normals.append(unit(corner))
    count = len(quads) * len(feet)
    cells, shades = np.full(count, int(cell)), np.full(count, SHADES - 2)
    return squares(np.concatenate(quads), np.concatenate(normals), cells, shades)
