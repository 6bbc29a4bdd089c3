"""Counting of very many dots into pixels, each distributed over the pixels it lies between."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array, Points, View
from physics.batch import cell_counts
from physics.batch.cell_counts import BLOCK, FINE, HEAD, MOST, POINT, compiled_counting, layout

COLORED = np.uint32(0xFFFFFF)
"""The bits of red, green and blue in those of a colour."""


class CountedDots:
    """Counts of dots in the pixels of a part of the picture, distributed between pixels so that dots move smoothly.

    corner: left and lowest pixel. dots: (h, w, 2) uint32, lowest row first, as `count_in_cells` writes them: R G B and
    coverage, and the depth. used: (h, blocks), 0 for blocks of `BLOCK` pixels of a row without dots. All are valid
    until the next count.
    """

    def __init__(self) -> None:
        self.corner = 0, 0
        self.dots: NDArray[np.uint32] = np.zeros((0, 0, 2), np.uint32)
        self.used: NDArray[np.float64] = np.zeros((0, 0))
        self._given = np.empty(0)
        self._counted = np.zeros(0)
        self._size = 0, 0
        self._numbers = np.empty(cell_counts.COVER + FINE * MOST + 1)

    def count(self, cloud: Points, view: View, size: tuple[int, int], across: float) -> bool:
        """Count a cloud of dots of this width [pixels] in a picture of this size; False if none is in sight.

        Machine code must be there (`compiled_counting`).
        """
        count, counting = len(cloud.positions), compiled_counting()
        assert counting is not None
        self._give(cloud)
        numbers = self._numbers
        numbers[: cell_counts.MATRIX] = count, min(max(round(across), 1), 3), *size
        both = np.asarray(view.view, float) @ np.asarray(view.projection, float)
        numbers[cell_counts.MATRIX : cell_counts.COVER] = both.ravel()
        numbers[cell_counts.COVER :] = coverage_table(float(cloud.colors[:, 3].mean()) / 255.0)
        cells, blocks, _, points = layout(*size)
        room = points + 2 * POINT * count
        if size != self._size or len(self._counted) < room:
            self._size, self._counted = size, np.zeros(room)
        counting(0.0, *(each.ctypes.data for each in (self._given, numbers, self._counted)))
        seen, left, low, columns, rows = map(int, self._counted[:HEAD])
        self.corner = left, low
        self.dots = self._counted[cells:][: columns * rows].view(np.uint32).reshape(rows, columns, 2)
        shape = rows, -(-columns // BLOCK)
        self.used = self._counted[blocks:][: math.prod(shape)].reshape(shape)
        return seen > 0

    def _give(self, cloud: Points) -> None:
        """Write the places and colours of a cloud as `count_in_cells` reads them."""
        count = len(cloud.positions)
        if len(self._given) < 4 * count:
            self._given = np.empty(4 * count)
        self._given[: 3 * count] = np.ravel(cloud.positions)
        colors = np.ascontiguousarray(cloud.colors).view(np.uint32).ravel()
        np.bitwise_and(colors, COLORED, out=self._given[3 * count : 4 * count], casting="unsafe")


@lru_cache(maxsize=8)
def coverage_table(opacity: float) -> Array:
    """Return the coverage by 0, 1, 2... fractions of dots of this opacity, 0 to 255."""
    dots = np.arange(FINE * MOST + 1) / FINE
    # Below one dot the coverage is proportional; then each dot transmits its share of the remaining light.
    cover = np.where(dots < 1.0, opacity * dots, 1.0 - (1.0 - opacity) ** dots)
    return np.rint(255.0 * cover)
