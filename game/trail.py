"""The last seconds of the path of a point."""

from __future__ import annotations

import numpy as np

from game.picture import Array


class Trail:
    """A ring of (x, y, z, t) rows that can be read oldest first without copying.

    Every row is written twice, half a buffer apart, so that the newest `size` rows always lie together.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._rows = np.zeros((2 * size, 4), np.float32)
        self._count = 0

    def add(self, point: np.ndarray, time: float) -> None:
        """Lay a point (3,) [m] at a time [s]."""
        at = self._count % self._size
        for row in (self._rows[at], self._rows[at + self._size]):
            row[:3] = point
            row[3] = time
        self._count += 1

    def lift(self) -> None:
        """Lift the pen: the next point is not joined to the last."""
        self.add(np.full(3, np.nan), np.nan)

    def clear(self) -> None:
        """Forget the path."""
        self._count = 0

    @property
    def points(self) -> Array:
        """(n, 4) float32, oldest first; valid until the next `add`."""
        kept = min(self._count, self._size)
        end = self._count % self._size + self._size
        return self._rows[end - kept : end]
