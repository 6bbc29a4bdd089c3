"""The drifts of the invariants over the present run, as few numbers, for a small curve of each."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from physics.simulation.history import History
from physics.simulation.history_parts import ParameterChange
from physics.simulation.outcome import InvariantValue, invariant_values
from physics.types import Floats

SAMPLES = 128
"""Greatest number of rows whose drifts are kept; once there are more, every second one is left out."""
GROUP = 2
"""Number of neighbouring rows of which a curve shows the greatest drift."""
MOST_NEW, MOST_FIRST = 4, 24
"""Greatest number of rows that are computed in one call, and in the first one: a long run costs several calls, not a
pause."""
STRIDES = (16, 4, 1)
"""Distances of the rows that are computed one after another: at first few of the whole run."""

Drifts = dict[str, float]


class DriftCurves:
    """The drifts of all invariants of the run that is shown, from its first to its last kept row.

    Rows of the history at equal distances, a power of two, are sampled. Those that have not been computed yet are left
    out; those while a hand pulls, whose work the rows do not contain, are gaps. version: changes with the curves.
    """

    def __init__(self) -> None:
        self.version = 0
        self._history: History | None = None
        self._seen = 0
        self._found: dict[int, tuple[float, Drifts]] = {}
        self._rows = range(0)

    def update(self, history: History, now: int, readings: Mapping[str, InvariantValue], most: int = MOST_NEW) -> None:
        """Follow the run that the tick `now` belongs to; at most `most` rows are computed, at first far apart.

        readings: of the invariants at that tick, which are not computed again.
        """
        self._forget_replaced(history)
        first, end = history.run_at(now)
        step = 1
        while (end - first) // step > SAMPLES:
            step *= 2
        rows = range(first + -first % step, end, step)
        if rows != self._rows:
            self._rows = rows
            self._found = {row: found for row, found in self._found.items() if row in rows}
        if len(self._found) == len(rows):
            return
        here = history.row_at(now)
        present = here if history.row_at(now + 1) > here else -1
        most = most if self._found else max(most, MOST_FIRST)
        missing = (row for stride in STRIDES for row in reversed(rows[::stride]) if row not in self._found)
        if present in rows and present not in self._found:
            self._add(history, present, readings)
        for row in islice(missing, most):
            self._add(history, row, None)

    def _add(self, history: History, row: int, known: Mapping[str, InvariantValue] | None) -> None:
        self._found[row] = _computed(history, row, known)
        self.version += 1

    def curve(self, name: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return times since the start of the run [s] and sizes of the drift of an invariant, both (n,); NaN: a gap."""
        kept = [row for row in self._rows if row in self._found]
        if not kept:
            return np.empty(0), np.empty(0)
        found = [self._found[row] for row in kept]
        groups = np.array(kept) // (self._rows.step * GROUP)
        firsts = np.flatnonzero(np.diff(groups, prepend=-1))
        times = np.array([time for time, _ in found])[np.append(firsts[1:], len(kept)) - 1]
        sizes = np.fmax.reduceat(np.abs([drifts.get(name, math.nan) for _, drifts in found]), firsts)
        known = ~np.isnan(times)
        return times[known], sizes[known]

    def _forget_replaced(self, history: History) -> None:
        """Drop rows of another history, and those that others have replaced in this one."""
        if history is not self._history:
            self._history, self._seen = history, 0
            self._found, self._rows = {}, range(0)
            self.version += 1
        replaced = history.replaced[self._seen :]
        self._seen = len(history.replaced)
        if replaced and any(row >= min(replaced) for row in self._found):
            self._found = {row: found for row, found in self._found.items() if row < min(replaced)}
            self.version += 1


def _computed(history: History, row: int, known: Mapping[str, InvariantValue] | None) -> tuple[float, Drifts]:
    """Return the time since the start of the run [s] and the drifts of a row; known: its invariants, if they are."""
    for change, times, states in history.stretches(row, row + 1):
        time = float(times[0]) - change.start
        if known is not None:
            return time, {name: reading.drift for name, reading in known.items()}
        y: Floats = np.ascontiguousarray(states).data.cast("B").cast("d")
        return time, _drifts(change, y)
    return math.nan, {}


def _drifts(change: ParameterChange, y: Floats) -> Drifts:
    """Return the drifts at a state; none while a hand pulls, or where they cannot be computed."""
    system, references = change.snapshot.system, change.snapshot.references
    if change.snapshot.hand is not None:
        return {}
    try:
        return {name: found.drift for name, found in invariant_values(system, y, references).items()}
    except (ArithmeticError, ValueError):
        return {}
