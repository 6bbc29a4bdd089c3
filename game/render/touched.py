"""Which parts of a picture bodies can touch: only there has it edges to smooth."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from game.picture import Array

Rectangle = tuple[int, int, int, int]
"""x, y, width, height [pixels, y up]."""

FEW = 12
"""More rectangles than these, which may overlap, are put together from tiles."""
TILE = 32


def rectangles(corners: Array, view_projection: Array, size: tuple[int, int]) -> list[Rectangle]:
    """The parts of a picture of this size that bodies can touch. corners: (n, 3), eight for each body."""
    clip = (np.column_stack([corners, np.ones(len(corners))]) @ view_projection).reshape(-1, 8, 4)
    x, y, w = clip[..., 0], clip[..., 1], clip[..., 3]
    outside = [np.all(side, axis=1) for side in (x > w, x < -w, y > w, y < -w, w <= 1e-6)]
    clip = clip[~np.any(outside, axis=0)]
    if np.any(clip[..., 3] <= 1e-6):
        return [(0, 0, *size)]
    places = (0.5 + 0.5 * clip[..., :2] / clip[..., 3:]) * size
    low = np.clip(np.floor(places.min(axis=1)) - 2, 0, size)
    high = np.clip(np.ceil(places.max(axis=1)) + 2, 0, size)
    edges = np.concatenate([low, high], axis=1).astype(int)[(high > low).all(axis=1)]
    if len(edges) > FEW:
        return tiled(edges, size)
    return [(left, bottom, right - left, top - bottom) for left, bottom, right, top in edges.tolist()]


def grown(corners: Array, by: float) -> Array:
    """Corners (n, 3), eight for each body, moved away from the middle of their box by so much [m] along each axis."""
    if not by or not len(corners):
        return corners
    boxes = corners.reshape(-1, 8, 3)
    out = boxes - boxes.mean(axis=1, keepdims=True)
    lengths = np.maximum(np.linalg.norm(out, axis=2, keepdims=True), 1e-12)
    return np.asarray(boxes + out * (by * np.sqrt(3.0) / lengths), corners.dtype).reshape(-1, 3)


def widened(parts: list[Rectangle], by: tuple[float, float], size: tuple[int, int]) -> list[Rectangle]:
    """Rectangles wider and higher on each side by so much of a picture of this size."""
    x, y = (math.ceil(share * length) for share, length in zip(by, size, strict=True))
    return [
        (max(left - x, 0), max(low - y, 0), min(left + width + x, size[0]) - max(left - x, 0),
         min(low + height + y, size[1]) - max(low - y, 0))
        for left, low, width, height in parts
    ]  # fmt: skip


def tiled(edges: NDArray[np.int64], size: tuple[int, int]) -> list[Rectangle]:
    """Rectangles that cover those with these edges (left, bottom, right, top) once, in whole tiles of the picture."""
    touched = np.zeros((-(-size[1] // TILE) + 1, -(-size[0] // TILE) + 2), bool)
    for left, bottom, right, top in (edges // TILE).tolist():
        touched[bottom : top + 1, left + 1 : right + 2] = True
    touched[-1] = touched[:, -1] = False
    found: list[tuple[int, int, int, int]] = []
    open_: dict[tuple[int, int], int] = {}
    for y, row in enumerate(touched):
        ends = np.flatnonzero(np.diff(row)).reshape(-1, 2).tolist()
        runs = {(start, end): open_.get((start, end), y) for start, end in ends}
        found += [(start, end, since, y) for (start, end), since in open_.items() if (start, end) not in runs]
        open_ = runs
    return [_pixels(part, size) for part in found]


def _pixels(part: tuple[int, int, int, int], size: tuple[int, int]) -> Rectangle:
    left, right, bottom, top = (TILE * edge for edge in part)
    return left, bottom, min(right, size[0]) - left, min(top, size[1]) - bottom
