"""Time series of a run for plots, read from its history or computed on demand."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from physics import System
from physics.core.fields import Quantity
from physics.core.measure import is_compiled, measured
from physics.core.rounding import significant_rows
from physics.core.system import has_energy
from physics.simulation.energy_budget import energy_quantities
from physics.simulation.history import History
from physics.simulation.history_parts import ParameterChange, Rows
from physics.simulation.outcome import drifts
from physics.simulation.shadow_energy import shadow_correction

Column = NDArray[np.float64]

TIME = "t"
DRIFT = "_drift"
"""Suffix of the name of an invariant, for its relative drift."""
SHADOW = "shadow"
"""Name of the shadow energy (`physics/simulation/shadow_energy.py`)."""


MOST_ROWS = 64
"""Greatest number of rows that machine code computes between two pauses of a thread that lets others work."""


def _no_pause() -> None:
    """Do nothing."""


class Series:
    """The columns of one history, by name.

    Times and state variables are copied from the history. Other columns are computed once for each row, at most `most`
    rows in one call, the newest first: rows that have not been computed yet are NaN.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self._kept: dict[tuple[str, bool], _Kept] = {}

    def column(self, name: str, first: int, end: int, most: int) -> Column:
        """Return the values of a name in the rows from `first` up to `end`, (n,); NaN where there is none of that name.

        Where drifts get new references, because parameters or equations were changed, one value is NaN, to interrupt
        the curve.
        """
        place = self._index(name)
        key = name, place is not None
        if key not in self._kept:
            if place is not None:
                self._kept[key] = _Kept(self.history, partial(self._stored, place))
            else:
                self._kept[key] = _Kept(self.history, partial(_evaluated, self.history, name))
        return self._kept[key].rows(first, end, most if place is None else end)

    def computed(self, name: str, first: int, end: int) -> tuple[int, int]:
        """Return how many values of these rows are computed, and how many have to be; none of those that are stored."""
        if self._index(name) is not None:
            return 0, 0
        kept, count = self._kept.get((name, False)), max(end - first, 0)
        return (0 if kept is None else kept.known(first, end)), count

    def value(self, name: str, row: int) -> float:
        """Return the value of a name in one row."""
        place = self._index(name)
        if place is not None:
            return float(self._stored(place, row, row + 1)[0])
        return float(_evaluated(self.history, name, row, row + 1)[0])

    def _index(self, name: str) -> int | None:
        """Return the index of a name among the state variables, -1 for the time, None where it has to be computed.

        It has to be computed, too, where the state had other variables before or after.
        """
        if name == TIME:
            return -1
        kinds = {type(change.snapshot.system) for change in self.history.changes}
        return _variable(kinds.pop(), name) if len(kinds) == 1 else None

    def _stored(self, place: int, first: int, end: int) -> Column:
        """Return a column of the rows themselves; the time is that of the run."""
        found = np.empty(max(end - first, 0))
        at = 0
        for change, times, states in self.history.stretches(first, end):
            part = found[at : at + len(times)]
            part[:] = states[:, place] if place >= 0 else times - change.start
            at += len(times)
        return found


class _Kept:
    """Values of one column for the rows from `first` on, as far as they have been requested, in one piece of memory.

    values(first, end): reads those of rows. There is room at both ends, so that adding a few copies no others.
    """

    def __init__(self, history: History, values: Callable[[int, int], Column]) -> None:
        self._history, self._read = history, values
        self._room, self._low, self._high = np.empty(0), 0, 0
        self._first = 0
        self._seen = len(history.replaced)

    def rows(self, first: int, end: int, most: int) -> Column:
        """Return the values of rows; at most `most` are read, the newest first, and others are NaN."""
        self._forget(first, end)
        known = self._first + self._high - self._low
        if end - known > most:
            self._restart(end)
            known = end
        ahead = self._read(known, end)
        low = max(first, self._first - (most - len(ahead)))
        before = self._read(low, self._first)
        self._add(before, ahead)
        start = self._low + max(first - self._first, 0)
        found = self._room[start : self._low + end - self._first]
        return np.concatenate([np.full(max(self._first - first, 0), np.nan), found])

    def known(self, first: int, end: int) -> int:
        """Return how many values of these rows are kept."""
        return max(min(end, self._first + self._high - self._low) - max(first, self._first), 0)

    def _add(self, before: Column, ahead: Column) -> None:
        """Put values before and after those that are kept."""
        if self._low < len(before) or self._high + len(ahead) > len(self._room):
            count = self._high - self._low + len(before) + len(ahead)
            room, low = np.empty(3 * count), count
            room[low : low + self._high - self._low] = self._room[self._low : self._high]
            self._room, self._low, self._high = room, low, low + self._high - self._low
        self._room[self._low - len(before) : self._low] = before
        self._room[self._high : self._high + len(ahead)] = ahead
        self._low, self._high, self._first = self._low - len(before), self._high + len(ahead), self._first - len(before)

    def _restart(self, row: int) -> None:
        self._first, self._high = row, self._low

    def _forget(self, first: int, end: int) -> None:
        """Delete values that no longer hold, or that lie apart from the requested rows."""
        for row in self._history.replaced[self._seen :]:
            self._high = min(self._high, self._low + max(row - self._first, 0))
        self._seen = len(self._history.replaced)
        if self._high == self._low or self._first > end or self._first + self._high - self._low < first:
            self._restart(end)


def _variable(system: System | type[System], name: str) -> int | None:
    """Return the index of a name among the state variables, or None."""
    return next((i for i, variable in enumerate(system.variables) if variable.name == name), None)


def _evaluator(change: ParameterChange, name: str) -> Callable[[Rows], Column] | None:
    """Return a function from states (n, dim) to values (n,) of this name, or None where there is none."""
    system, references = change.snapshot.system, change.snapshot.references
    if name in (SHADOW, SHADOW + DRIFT):
        return _shadow(change, name != SHADOW)
    for invariant in system.invariants:
        if name == invariant.name + DRIFT:
            return partial(drifts, system, invariant, reference=references[invariant.name])
    for quantity in (*system.invariants, *system.quantities, *energy_quantities(system)):
        if name == quantity.name:
            return partial(_shown, system, quantity)
    return None


def _shown(system: System, quantity: Quantity, states: Rows) -> Column:
    """Return the values of a quantity, 0 where they are below their own rounding."""
    return significant_rows(system, quantity, states, measured(system, [quantity], states)[:, 0])[0]


def _shadow(change: ParameterChange, drift: bool) -> Callable[[Rows], Column] | None:
    """Return a function from states to the shadow energy, or to its relative drift; None where it is not known.

    The drift is that of the energy, and what the correction has changed since the method and the step are in force.
    """
    snapshot = change.snapshot
    system = snapshot.system
    correction = shadow_correction(system, snapshot.integrator, snapshot.dt) if has_energy(system) else None
    if correction is None:
        return None
    energy = system.invariants[0]
    start, size = 0.0, 1.0
    if drift:
        start, size = snapshot.references[energy.name]
        start += correction(memoryview(snapshot.state).cast("d"))

    def values(states: Rows) -> Column:
        found = measured(system, [energy], states)[:, 0]
        for i, state in enumerate(states):
            try:
                found[i] += correction(memoryview(array("d", state.tobytes())))
            except (ArithmeticError, ValueError):
                found[i] = np.nan
        return (found - start) / size

    return values


def _evaluated(history: History, name: str, first: int, end: int) -> Column:
    """Return the values of a name in the rows from `first` up to `end`; NaN where the curve is interrupted."""
    found = np.full(max(end - first, 0), np.nan)
    at = 0
    for change, _, states in history.stretches(first, end):
        part = found[at : at + len(states)]
        _evaluate(change, states, name, part)
        if len(states) and _has_gap(history, change) and history.row_at(change.tick) == first + at:
            part[0] = np.nan
        at += len(states)
    return found


def _evaluate(
    change: ParameterChange, states: Rows, name: str, part: Column, pause: Callable[[], None] = _no_pause
) -> None:
    """Write the values of a name in states (n, dim) into `part`, (n,); leave it where there is none of that name.

    pause is called after each few values that have to be computed.
    """
    place, reading = _variable(change.snapshot.system, name), _evaluator(change, name)
    if place is not None:
        part[:] = states[:, place]
    elif reading is not None:
        most = MOST_ROWS if is_compiled(change.snapshot.system) else 1
        for first in range(0, len(states), most):
            part[first : first + most] = reading(states[first : first + most])
            pause()


class RowCopy:
    """A copy of rows of a history, whose columns can be computed in another thread while the run goes on.

    first, end: the rows that are copied, which costs no more than copying memory.
    """

    def __init__(self, history: History, first: int, end: int) -> None:
        self._stretches = []
        at = first
        for change, times, states in history.stretches(first, end):
            broken = bool(len(times)) and _has_gap(history, change) and history.row_at(change.tick) == at
            self._stretches.append((change, times - change.start, states.copy(), broken))
            at += len(times)

    def column(self, name: str, pause: Callable[[], None] = _no_pause) -> Column:
        """Return all values of a name; one is NaN where drifts get new references.

        pause: called after each few values that have to be computed.
        """
        columns = [np.empty(0)]
        for change, times, states, broken in self._stretches:
            part = times.copy() if name == TIME else np.full(len(times), np.nan)
            if name != TIME:
                _evaluate(change, states, name, part, pause)
                if broken and _variable(change.snapshot.system, name) is None:
                    part[0] = np.nan
            columns.append(part)
        return np.concatenate(columns)


def _has_gap(history: History, change: ParameterChange) -> bool:
    """Return whether drifts get new references at a change."""
    before = history.change_at(change.tick - 1)
    return before.start == change.start and before.snapshot.references is not change.snapshot.references


def envelope(x: Column, y: Column, first: int, most: int, skip_nan: bool = False) -> tuple[Column, Column]:
    """Return the curve in at most about 4 `most` points: least and greatest value of each group of rows.

    x grows. first: the number of the first row, so that the groups stay the same while rows are added and removed, and
    the curve does not flicker. A group that contains NaN is a gap, or with `skip_nan` one that contains nothing else.
    """
    if len(x) <= 2 * most:
        return x, y
    group = 1 << (len(x) // most).bit_length() - 1
    edges = np.maximum(np.arange(-(first % group), len(x), group), 0)
    least, greatest = (np.fmin, np.fmax) if skip_nan else (np.minimum, np.maximum)
    low, high = least.reduceat(y, edges), greatest.reduceat(y, edges)
    thin_x = np.append(np.repeat(x[edges], 2), x[-1])
    return thin_x, np.append(np.stack([low, high], axis=1).ravel(), y[-1])


def moving(x: Column, y: Column, pixel: tuple[float, float]) -> NDArray[np.bool_]:
    """Return which points of a path do not stay within the pixel of the one before; the others can be dropped.

    pixel: its width and height in the units of x and y. NaN stay, and so does the last point.
    """
    moved = (np.diff(np.floor(x / pixel[0])) != 0) | (np.diff(np.floor(y / pixel[1])) != 0)
    return np.append(moved, True)[: len(x)]
