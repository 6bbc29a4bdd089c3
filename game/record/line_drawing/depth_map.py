"""A map of what is nearest in each cell of a picture, by which lines are seen or hidden."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.model.frame import View

Floats64 = NDArray[np.float64]
FINE = 2
"""Cells of the map in a point of the drawing."""
PIECE = 12.0
"""Greatest length [cells] of the edges of triangles that are entered whole."""
MOST = 4_000_000
"""Greatest number of places that are computed at once."""
BEHIND = 3.0
"""How far behind the map [points] a place may be that is seen."""


class Screen:
    """The projection of a view on a drawing of a width and height [points], y downward."""

    def __init__(self, view: View, size: tuple[float, float]) -> None:
        self.eye = np.asarray(view.eye, float)
        self.size = size
        self._matrix = np.asarray(view.view, float) @ np.asarray(view.projection, float)
        self._scale = 0.5 * size[1] * abs(float(view.projection[1, 1]))

    def place(self, points: Floats64) -> tuple[Floats64, Floats64]:
        """Return the places (n, 2) [points] of points (n, 3) [m], and their depths (n,) [m], below 0 behind the eye."""
        clip = np.column_stack([points, np.ones(len(points))]) @ self._matrix
        depth = clip[:, 3]
        safe = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
        x, y = 0.5 + 0.5 * clip[:, 0] / safe, 0.5 - 0.5 * clip[:, 1] / safe
        return np.column_stack([x * self.size[0], y * self.size[1]]), depth

    def point_size(self, depth: Floats64) -> Floats64:
        """Return the length [m] of a point of the drawing at depths [m]."""
        return np.asarray(depth / self._scale)


class DepthMap:
    """The nearness, 1 / depth, of what is nearest in each cell."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._shape = int(np.ceil(FINE * screen.size[1])), int(np.ceil(FINE * screen.size[0]))
        self._near = np.zeros(self._shape[0] * self._shape[1])
        self._nearest: Floats64 | None = None

    def add(self, triangles: Floats64) -> None:
        """Add triangles (n, 3, 3) [m]; those with a corner behind the eye are left out."""
        places, depth = self._screen.place(triangles.reshape(-1, 3))
        corners, depth = FINE * places.reshape(-1, 3, 2), depth.reshape(-1, 3)
        seen = (depth > 1e-6).all(axis=1)
        corners, near = corners[seen], 1.0 / depth[seen]
        corners, near = halved(corners, near, self._shape[::-1])
        level = np.ceil(np.log2(np.maximum(1.3 * _longest(corners), 1.0))).astype(int)
        for step in np.unique(level):
            self._splat(corners[level == step], near[level == step], 2 ** int(step))

    def _splat(self, corners: Floats64, near: Floats64, parts: int) -> None:
        """Enter triangles, each by points of a grid with so many parts on each edge."""
        i, j = np.meshgrid(np.arange(parts + 1), np.arange(parts + 1), indexing="ij")
        inside = i + j <= parts
        shares = np.column_stack([i[inside], j[inside], parts - i[inside] - j[inside]]) / parts
        at_once = max(MOST // len(shares), 1)
        for start in range(0, len(corners), at_once):
            some, depth = corners[start : start + at_once], near[start : start + at_once]
            x, y, value = ((part @ shares.T).ravel() for part in (some[:, :, 0], some[:, :, 1], depth))
            kept = np.flatnonzero((x >= 0.0) & (y >= 0.0) & (x < self._shape[1]) & (y < self._shape[0]))
            cells = y[kept].astype(np.int64) * self._shape[1] + x[kept].astype(np.int64)
            np.maximum.at(self._near, cells, value[kept])
        self._nearest = None

    def sees(self, points: Floats64) -> NDArray[np.bool_]:
        """Return whether points (n, 3) [m] are not hidden; those outside of the picture count as hidden."""
        _, depth = self._screen.place(points)
        return np.asarray(self.behind(points) <= BEHIND * self._screen.point_size(depth))

    def behind(self, points: Floats64) -> Floats64:
        """Return how far points (n, 3) are behind what is nearest (n,) [m]; infinite outside of the picture."""
        if self._nearest is None:
            self._nearest = self._near.reshape(self._shape)
        places, depth = self._screen.place(points)
        cells = np.floor(FINE * places).astype(np.int64)
        inside = ((cells >= 0) & (cells < self._shape[::-1])).all(axis=1) & (depth > 1e-6)
        cells = np.where(inside[:, None], cells, 0)
        ahead = self._nearest[cells[:, 1], cells[:, 0]]
        return np.where(inside, depth - 1.0 / np.maximum(ahead, 1e-30), np.inf)


def halved(corners: Floats64, near: Floats64, shape: tuple[int, int]) -> tuple[Floats64, Floats64]:
    """Return triangles (n, 3, 2) [cells], and a value at each corner (n, 3), halved until no edge is long.

    Those outside of a picture of this width and height are left out.
    """
    small_corners, small_near = [], []
    while len(corners):
        inside = ((corners.max(axis=1) > 0.0) & (corners.min(axis=1) < shape)).all(axis=1)
        corners, near = corners[inside], near[inside]
        long = _longest(corners) > PIECE
        small_corners.append(corners[~long])
        small_near.append(near[~long])
        corners, near = corners[long], near[long]
        rows = np.arange(len(corners))
        start = _edges(corners).argmax(axis=1)
        order = (start[:, None] + np.arange(3)) % 3  # the longest edge joins the first two
        corners, near = corners[rows[:, None], order], near[rows[:, None], order]
        middle, value = corners[:, :2].mean(axis=1), near[:, :2].mean(axis=1)
        first, second = corners.copy(), corners.copy()
        first[:, 1], second[:, 0] = middle, middle
        first_near, second_near = near.copy(), near.copy()
        first_near[:, 1], second_near[:, 0] = value, value
        corners, near = np.concatenate([first, second]), np.concatenate([first_near, second_near])
    return np.concatenate([np.zeros((0, 3, 2)), *small_corners]), np.concatenate([np.zeros((0, 3)), *small_near])


def _edges(corners: Floats64) -> Floats64:
    """Return the lengths (n, 3) of the edges of triangles, each from a corner to the next."""
    return np.asarray(np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2))


def _longest(corners: Floats64) -> Floats64:
    return np.asarray(_edges(corners).max(axis=1, initial=0.0))
