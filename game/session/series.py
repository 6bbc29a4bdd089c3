"""What a run has been through, as columns of numbers to plot: read from its history, and computed when looked at."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from physics import System
from physics.simulation.history import History, ParameterChange
from physics.types import Floats

Column = NDArray[np.float64]

TIME = "t"
DRIFT = "_drift"
"""Behind the name of an invariant: its relative drift."""


class Series:
    """The columns of one history, by their names, for the numbers of its rows.

    Times and state variables are read where they are kept. What has to be computed is computed once for each row,
    at most `most` rows of a column in one call, the newest first: what has not been computed yet is NaN.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self._computed: dict[str, _Computed] = {}

    def column(self, name: str, first: int, end: int, most: int) -> Column:
        """The numbers of a name in the rows from `first` up to `end`, (n,); NaN where there is nothing of that name.

        Where parameters or equations were changed the numbers mean something else from there on: one is NaN, to lift
        the pen.
        """
        place = self._place(name)
        if place is not None:
            return self._kept(place, first, end)
        if name not in self._computed:
            self._computed[name] = _Computed(self.history, name)
        return self._computed[name].rows(first, end, most)

    def value(self, name: str, row: int) -> float:
        """The number of a name in one row."""
        place = self._place(name)
        if place is not None:
            return float(self._kept(place, row, row + 1)[0])
        return float(_evaluated(self.history, name, row, row + 1)[0])

    def _place(self, name: str) -> int | None:
        """Where a name stands among the state variables, -1 for the time, None where it has to be computed.

        That is also where the state had other variables before or after.
        """
        if name == TIME:
            return -1
        kinds = {type(change.snapshot.system) for change in self.history.changes}
        return _variable(kinds.pop(), name) if len(kinds) == 1 else None

    def _kept(self, place: int, first: int, end: int) -> Column:
        """A column of the rows themselves; the time is that of the run."""
        found = np.empty(end - first)
        at = 0
        for change, times, states in self.history.stretches(first, end):
            part = found[at : at + len(times)]
            part[:] = states[:, place] if place >= 0 else times - change.start
            at += len(times)
        return found


class _Computed:
    """Values of one column for the rows from `_first` on, as far as they have been asked for."""

    def __init__(self, history: History, name: str) -> None:
        self._history, self._name = history, name
        self._first, self._values = 0, np.empty(0)
        self._seen = len(history.replaced)

    def rows(self, first: int, end: int, most: int) -> Column:
        self._forget(first, end)
        known = self._first + len(self._values)
        if end - known > most:
            self._first, self._values, known = end, np.empty(0), end
        ahead = _evaluated(self._history, self._name, known, end)
        low = max(first, self._first - (most - len(ahead)))
        before = _evaluated(self._history, self._name, low, self._first)
        self._values = np.concatenate([before, self._values, ahead])
        self._first -= len(before)
        missing = np.full(max(self._first - first, 0), np.nan)
        return np.concatenate([missing, self._values[max(first - self._first, 0) : end - self._first]])

    def _forget(self, first: int, end: int) -> None:
        """Let go of what no longer holds, and of what lies apart from the rows that are asked for."""
        for row in self._history.replaced[self._seen :]:
            self._values = self._values[: max(row - self._first, 0)]
        self._seen = len(self._history.replaced)
        if not len(self._values) or self._first > end or self._first + len(self._values) < first:
            self._first, self._values = end, np.empty(0)
        elif self._first < first:
            self._values, self._first = self._values[first - self._first :], first


def _variable(system: System | type[System], name: str) -> int | None:
    """Where a name stands among the state variables, None where it does not."""
    return next((i for i, variable in enumerate(system.variables) if variable.name == name), None)


def _reading(change: ParameterChange, name: str) -> Callable[[Floats], float] | None:
    """A number from the state under what was in force, None where there is nothing of that name."""
    system, references = change.snapshot.system, change.snapshot.references
    for invariant in system.invariants:
        if name == invariant.name + DRIFT:
            value, (start, size) = invariant.value, references[invariant.name]
            return lambda y: (value(system, y) - start) / size
    for quantity in (*system.invariants, *system.quantities):
        if name == quantity.name:
            value = quantity.value
            return lambda y: value(system, y)
    return None


def _evaluated(history: History, name: str, first: int, end: int) -> Column:
    """The numbers of a name in every row from `first` up to `end`; NaN where the pen is lifted."""
    found = np.full(max(end - first, 0), np.nan)
    at = 0
    for change, _, states in history.stretches(first, end):
        part = found[at : at + len(states)]
        place, reading = _variable(change.snapshot.system, name), _reading(change, name)
        if place is not None:
            part[:] = states[:, place]
        elif reading is not None:
            flat: Floats = np.ascontiguousarray(states).data.cast("B").cast("d")
            dim = states.shape[1]
            for i in range(len(states)):
                part[i] = reading(flat[i * dim : (i + 1) * dim])
        if len(states) and _lifts(history, change) and history.row_at(change.tick) == first + at:
            part[0] = np.nan
        at += len(states)
    return found


def _lifts(history: History, change: ParameterChange) -> bool:
    """Whether drifts count anew from a change on."""
    before = history.change_at(change.tick - 1)
    return before.start == change.start and before.snapshot.references is not change.snapshot.references


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


def moving(x: Column, y: Column, pixel: tuple[float, float]) -> NDArray[np.bool_]:
    """Which points of a path do not stay within a pixel of the one before: the same path without the others.

    pixel: its width and height in the units of x and y. Lifted pens stay, and so does the last point.
    """
    moved = (np.diff(np.floor(x / pixel[0])) != 0) | (np.diff(np.floor(y / pixel[1])) != 0)
    return np.append(moved, True)[: len(x)]
