"""What a run has been through in the last minute, as columns of numbers to plot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from physics import Simulation, System
from physics.run import columns

Column = NDArray[np.float64]

ROWS = 60_000
"""A minute of rows at `RATE`."""
RATE = 1000.0
"""Rows per simulated second, at most; a run faster than the wall clock, or one of a duel, is asked for fewer."""
DRIFT = "_drift"
"""Behind the name of an invariant: its relative drift."""


def names_of(system: System | type[System]) -> tuple[str, ...]:
    """What is recorded: the columns of a run, then the drift of each invariant."""
    return (*columns(system), *(invariant.name + DRIFT for invariant in system.invariants))


class Series:
    """A ring of rows that keeps the newest `size`. names: of its columns; the first is the time, which only grows.

    A row of an earlier time than the last is a return to the past: what lies after it is forgotten.
    """

    def __init__(self, names: Sequence[str], size: int = ROWS) -> None:
        self.names = tuple(names)
        self._data = np.zeros((len(self.names), size))
        self._end = self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def first(self) -> int:
        """How many rows were ever laid before the oldest that is kept."""
        return self._end - self._count

    def add(self, row: Sequence[float]) -> None:
        """Lay a row, one number for each name."""
        size = self._data.shape[1]
        if self._count and self._data[0, (self._end - 1) % size] >= row[0]:
            kept = int(np.searchsorted(self.column(self.names[0]), row[0]))
            self._end, self._count = self.first + kept, kept
        self._data[:, self._end % size] = row
        self._end += 1
        self._count = min(self._count + 1, size)

    def lift(self) -> None:
        """Lift the pen: from here on the numbers mean something else, and no line joins them to the last."""
        if self._count:
            last = (self._end - 1) % self._data.shape[1]
            self._data[1:, last] = np.nan

    def column(self, name: str) -> Column:
        """The numbers of a name, oldest first, (n,); NaN where the pen was lifted. KeyError for none of `names`."""
        if name not in self.names:
            raise KeyError(name)
        values, size = self._data[self.names.index(name)], self._data.shape[1]
        start, end = self.first % size, self._end % size
        if not self._count or start < end:
            return np.asarray(values[start : start + self._count])
        return np.concatenate([values[start:], values[:end]])


def record(series: Series, simulation: Simulation) -> None:
    """Lay the present row of a simulation."""
    system, y = simulation.system, simulation.y
    readings = simulation.invariants().values()
    values = [reading.value for reading in readings]
    derived = [quantity.value(system, y) for quantity in system.quantities]
    series.add([simulation.time, *y, *values, *derived, *(reading.drift for reading in readings)])


def envelope(x: Column, y: Column, first: int, most: int) -> tuple[Column, Column]:
    """The same curve in at most about 4 `most` points: of every few rows the least and the largest.

    x grows. first: the number of the first row, so that groups stay the same while rows come and go and the curve
    does not shimmer. A group with a lifted pen in it is a gap.
    """
    if len(x) <= 2 * most:
        return x, y
    group = 1 << (len(x) // most).bit_length() - 1
    edges = np.maximum(np.arange(-(first % group), len(x), group), 0)
    low, high = np.minimum.reduceat(y, edges), np.maximum.reduceat(y, edges)
    thin_x = np.append(np.repeat(x[edges], 2), x[-1])
    return thin_x, np.append(np.stack([low, high], axis=1).ravel(), y[-1])


def without_standing(x: Column, y: Column, pixel: tuple[float, float], most: int) -> tuple[Column, Column]:
    """The same path without the points that stay within a pixel of the one before, its newest `most` points.

    pixel: its width and height in the units of x and y. Lifted pens stay.
    """
    if len(x) < 2:
        return x, y
    moved = (np.diff(np.floor(x / pixel[0])) != 0) | (np.diff(np.floor(y / pixel[1])) != 0)
    kept = np.append(moved, True)
    return x[kept][-most:], y[kept][-most:]
