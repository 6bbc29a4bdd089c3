"""Rectangles of pixels: the parts of a picture that bodies touch, and their unions, intersections and margins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array
from game.render.gpu.screen_pass import Rectangle

MAX_RECTANGLES = 12
"""Number of overlapping rectangles above which they are merged by tiles."""
TILE = 32


def body_rects(corners: Array, view_projection: Array, size: tuple[int, int], each: int = 8) -> list[Rectangle]:
    """Return the parts of a picture of this size that bodies can touch. corners: (n, 3), `each` for each body."""
    found = body_edges(corners, view_projection, size, each)
    found = found[(found[:, 2:] > found[:, :2]).all(axis=1)]
    if len(found) > MAX_RECTANGLES:
        return cover_with_tiles(found, size)
    return [(left, bottom, right - left, top - bottom) for left, bottom, right, top in found.tolist()]


def body_edges(corners: Array, view_projection: Array, size: tuple[int, int], each: int = 8) -> NDArray[np.int64]:
    """Return left, lower, right and upper edge (n, 4) [pixels] of the part of a picture that each body can touch.

    All zeros for invisible bodies, the whole picture for bodies that extend behind the eye.
    """
    clip = np.column_stack([corners, np.ones(len(corners))]) @ view_projection
    # Reductions over the first axis are the fast ones.
    x, y, w = clip.reshape(-1, each, 4).transpose(2, 1, 0)[[0, 1, 3]]
    behind = w.min(axis=0) <= 1e-6
    outside = ((x - w).min(axis=0) > 0.0) | ((x + w).max(axis=0) < 0.0) | (w.max(axis=0) <= 1e-6)
    outside |= ((y - w).min(axis=0) > 0.0) | ((y + w).max(axis=0) < 0.0)
    half = 0.5 / np.where(w > 1e-6, w, 1.0)
    found = np.zeros((len(behind), 4), np.int64)
    for axis, (place, length) in enumerate(zip((x, y), size, strict=True)):
        pixels = (0.5 + place * half) * length
        found[:, axis] = np.where(behind, 0, np.clip(np.floor(pixels.min(axis=0)) - 2, 0, length))
        found[:, axis + 2] = np.where(behind, length, np.clip(np.ceil(pixels.max(axis=0)) + 2, 0, length))
    found[outside] = 0
    return found


def overlaps(found: NDArray[np.int64], parts: Sequence[Rectangle]) -> NDArray[np.bool_]:
    """Return which of the parts with these edges (n, 4) overlap any of the rectangles."""
    any_ = np.zeros(len(found), bool)
    for x, y, width, height in parts:
        low, high = np.maximum(found[:, :2], (x, y)), np.minimum(found[:, 2:], (x + width, y + height))
        any_ |= (low < high).all(axis=1)
    return any_


def grow_boxes(corners: Array, by: float) -> Array:
    """Return corners (n, 3), eight for each body, moved outward from the middle of their box by a length [m]."""
    if not by or not len(corners):
        return corners
    boxes = corners.reshape(-1, 8, 3)
    out = boxes - boxes.mean(axis=1, keepdims=True)
    lengths = np.maximum(np.linalg.norm(out, axis=2, keepdims=True), 1e-12)
    return np.asarray(boxes + out * (by * np.sqrt(3.0) / lengths), corners.dtype).reshape(-1, 3)


def footprints(corners: Array, reach: float) -> Array:
    """Return corners (n, 3), eight for each body, round the part of the floor z = 0 within reach [m] of low boxes.

    corners: (m, 3), eight for each body; only boxes on the floor or within reach above it count.
    """
    boxes = np.asarray(corners, float).reshape(-1, 8, 3)
    low = boxes[boxes[..., 2].min(axis=1) < reach, :, :2]
    near, far = low.min(axis=1) - reach, low.max(axis=1) + reach
    flat = [np.stack([near[:, 0] if x else far[:, 0], near[:, 1] if y else far[:, 1], np.zeros(len(low))], axis=1)
            for x in (0, 1) for y in (0, 1)]  # fmt: skip
    return np.stack([*flat, *flat], axis=1).reshape(-1, 3)


def merge_rects(parts: list[Rectangle], spare: int) -> list[Rectangle]:
    """Return fewer rectangles that cover the same area: two are merged if that adds at most `spare` pixels."""
    found: list[Rectangle] = []
    for part in sorted(parts, key=lambda each: each[2] * each[3], reverse=True):
        for k, other in enumerate(found):
            left, low = min(part[0], other[0]), min(part[1], other[1])
            width = max(part[0] + part[2], other[0] + other[2]) - left
            height = max(part[1] + part[3], other[1] + other[3]) - low
            if width * height <= part[2] * part[3] + other[2] * other[3] + spare:
                found[k] = left, low, width, height
                break
        else:
            found.append(part)
    return found


def split_disjoint(parts: list[Rectangle], size: tuple[int, int]) -> tuple[list[Rectangle], list[Rectangle]]:
    """Return the area inside rectangles that may overlap, and the area outside all, each as disjoint rectangles."""
    edges = sorted({0, size[1], *(y for _, y, _, _ in parts), *(y + height for _, y, _, height in parts)})
    inside: list[Rectangle] = []
    outside: list[Rectangle] = []
    for low, high in pairwise(edges):
        at = 0
        for left, right in sorted((x, x + width) for x, y, width, height in parts if y <= low < y + height):
            if left > at:
                outside.append((at, low, left - at, high - low))
            if right > at:
                inside.append((max(left, at), low, right - max(left, at), high - low))
            at = max(at, right)
        if at < size[0]:
            outside.append((at, low, size[0] - at, high - low))
    return inside, outside


def intersect(parts: Sequence[Rectangle], others: Sequence[Rectangle]) -> list[Rectangle]:
    """Return the intersections of rectangles with others, pair by pair."""
    found = []
    for x, y, width, height in parts:
        for other in others:
            left, low = max(x, other[0]), max(y, other[1])
            wide, high = min(x + width, other[0] + other[2]) - left, min(y + height, other[1] + other[3]) - low
            if wide > 0 and high > 0:
                found.append((left, low, wide, high))
    return found


def dilate(parts: Sequence[Rectangle], by: int, size: tuple[int, int]) -> list[Rectangle]:
    """Return disjoint rectangles that cover others and a margin [pixels] round them."""
    wider = [(max(x - by, 0), max(y - by, 0), min(x + width + by, size[0]), min(y + height + by, size[1]))
             for x, y, width, height in parts]  # fmt: skip
    return split_disjoint([(x, y, right - x, top - y) for x, y, right, top in wider], size)[0]


def total_area(parts: Sequence[Rectangle]) -> int:
    """Return the number of pixels of disjoint rectangles."""
    return sum(width * height for _, _, width, height in parts)


def bounding_rect(parts: Sequence[Rectangle]) -> Rectangle:
    """Return the smallest rectangle round others."""
    left, low = min(part[0] for part in parts), min(part[1] for part in parts)
    return left, low, max(x + width for x, _, width, _ in parts) - left, max(y + high for _, y, _, high in parts) - low


def snap_to_tiles(parts: Sequence[Rectangle], size: tuple[int, int]) -> list[Rectangle]:
    """Return rectangles extended to whole tiles of a picture of this size.

    So several cover the same area, whether they are merged by tiles or not.
    """
    found = []
    for x, y, width, height in parts:
        left, low = x // TILE * TILE, y // TILE * TILE
        right, top = min(-(-(x + width) // TILE) * TILE, size[0]), min(-(-(y + height) // TILE) * TILE, size[1])
        found.append((left, low, right - left, top - low))
    return found


def widen(parts: list[Rectangle], by: tuple[float, float], size: tuple[int, int]) -> list[Rectangle]:
    """Return rectangles wider and higher on each side by shares of a picture of this size."""
    x, y = (math.ceil(share * length) for share, length in zip(by, size, strict=True))
    return [
        (max(left - x, 0), max(low - y, 0), min(left + width + x, size[0]) - max(left - x, 0),
         min(low + height + y, size[1]) - max(low - y, 0))
        for left, low, width, height in parts
    ]  # fmt: skip


def cover_with_tiles(edges: NDArray[np.int64], size: tuple[int, int]) -> list[Rectangle]:
    """Return disjoint rectangles of whole tiles that cover those with these edges (left, bottom, right, top)."""
    touched = np.zeros((-(-size[1] // TILE) + 1, -(-size[0] // TILE) + 2), bool)
    first, last = edges[:, :2] // TILE, (edges[:, 2:] - 1) // TILE
    for left, bottom, right, top in np.concatenate([first, last], axis=1).tolist():
        touched[bottom : top + 1, left + 1 : right + 2] = True
    touched[-1] = touched[:, -1] = False
    ends: list[list[int]] = [[] for _ in touched]
    for y, x in zip(*(found.tolist() for found in np.nonzero(touched[:, 1:] != touched[:, :-1])), strict=True):
        ends[y].append(x)
    found: list[tuple[int, int, int, int]] = []
    open_: dict[tuple[int, int], int] = {}
    for y, row in enumerate(ends):
        runs = {run: open_.get(run, y) for run in zip(row[::2], row[1::2], strict=True)}
        found += [(start, end, since, y) for (start, end), since in open_.items() if (start, end) not in runs]
        open_ = runs
    return [_pixels(part, size) for part in found]


def _pixels(part: tuple[int, int, int, int], size: tuple[int, int]) -> Rectangle:
    left, right, bottom, top = (TILE * edge for edge in part)
    return left, bottom, min(right, size[0]) - left, min(top, size[1]) - bottom
