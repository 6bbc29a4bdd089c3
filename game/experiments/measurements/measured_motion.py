"""The motion that a measured table tells: the state of the system at any time between its rows."""

from __future__ import annotations

import math
from array import array
from itertools import islice

import numpy as np

from game.experiments.measurements.measured import Column, MeasuredTable
from physics import System
from physics.types import Floats

GAP = 8.0
"""Greatest time between two rows within which the motion is interpolated, in mean times between rows."""
LOOKED_AT = 64
"""Rows before and after a time that are looked at for one with all values."""
AWAY = 0.3
"""Change of a variable with which its effect on the bodies is seen."""
MAX_MISSING = 6
"""Number of variables without values that are named."""


class MeasuredMotion:
    """What a table tells of the places of a system's bodies.

    missing: names of variables that have no column although the bodies depend on them, at most `MAX_MISSING`; where
    there is one, the motion is not known.
    """

    def __init__(self, system: System, table: MeasuredTable) -> None:
        self.table = table
        names = [variable.name for variable in system.variables]
        self._places = [place for place, name in enumerate(names) if name in table.columns]
        self._columns = [table.columns[names[place]] for place in self._places]
        self._turns = [system.variables[place].angle for place in self._places]
        self._clocks = _clocks(system)
        self.missing = self._missing(system)

    def _missing(self, system: System) -> tuple[str, ...]:
        """Return the names of the first variables that move a body and have no value."""
        found: list[str] = []
        for place, variable in enumerate(system.variables):
            known = place in self._places or place in self._clocks or variable.role == "velocity"
            if not known and len(found) < MAX_MISSING and _moves(system, place):
                found.append(variable.name)
        return tuple(found)

    def state(self, system: System, time: float) -> Floats | None:
        """Return the state of a system at a time [s] of the run, None where it is not known.

        It is interpolated by a cubic through the four rows about the time that have all values, at the ends of the data
        and beside gaps by fewer. What is not measured is that of the start.
        """
        rows = [] if self.missing or not self._places else self._rows_about(time)
        return self._state(system, rows, time) if rows else None

    def row_state(self, system: System, row: int) -> Floats | None:
        """Return the state of a system at a row, None where that has not all values."""
        known = not self.missing and self._places and self._known(range(row, row + 1))
        return self._state(system, [row], float(self.table.t[row])) if known else None

    def rows(self, begin: float, end: float, most: int) -> range:
        """Return the rows between two times [s], of many every second, third or further one, about `most` of them."""
        t = self.table.t
        first, last = np.searchsorted(t, (begin, end), "right").tolist()
        if last == first:
            return range(0)
        in_all = (end - begin) * len(t) / max(float(t[-1] - t[0]), end - begin)
        step = max(math.ceil(in_all / most), 1)  # the same while the times move on
        return range(-(-first // step) * step, last, step)

    def _state(self, system: System, rows: list[int], time: float) -> Floats | None:
        """Return the state at a time by the polynomial through some rows."""
        weights = _weights(self.table.t[rows], time)
        y = system.start()
        for place, column, turns in zip(self._places, self._columns, self._turns, strict=True):
            values = column[rows]
            y[place] = float(weights @ (np.unwrap(values) if turns else values))
        for place in self._clocks:
            y[place] += time
        state: Floats = memoryview(y)
        try:
            system.settle(state, system.p)
        except ArithmeticError:  # such as a quaternion of length zero
            return None
        return state if _places(system, state) is not None else None

    def _rows_about(self, time: float) -> list[int]:
        """Return up to two rows with all values before a time and up to two after it; none outside the data.

        None either in a gap; rows beyond a gap are left out.
        """
        t = self.table.t
        if not len(t) or not t[0] <= time <= t[-1]:
            return []
        first_after = int(np.searchsorted(t, time, "right"))
        longest = GAP * float(t[-1] - t[0]) / max(len(t) - 1, 1)
        before = self._known(range(first_after - 1, max(first_after - 1 - LOOKED_AT, -1), -1))
        after = self._known(range(first_after, min(first_after + LOOKED_AT, len(t))))
        if before and t[before[0]] == time:
            return before[:1]
        if not before or not after or t[after[0]] - t[before[0]] > longest:
            return []
        earlier = [row for row in before[1:] if 0.0 < t[before[0]] - t[row] <= longest]
        later = [row for row in after[1:] if 0.0 < t[row] - t[after[0]] <= longest]
        return [*earlier, before[0], after[0], *later]

    def _known(self, rows: range) -> list[int]:
        """Return the first two of some rows that have all values."""
        return list(islice((row for row in rows if all(np.isfinite(column[row]) for column in self._columns)), 2))


def _weights(times: Column, time: float) -> Column:
    """Return the weights of values at some times in the polynomial through all of them, at another time (Lagrange)."""
    apart = times[:, None] - times
    np.fill_diagonal(apart, 1.0)
    away = np.where(np.eye(len(times), dtype=bool), 1.0, time - times)
    weights: Column = (away / apart).prod(axis=1)
    return weights


def _clocks(system: System) -> tuple[int, ...]:
    """Return the places of the variables that are the time since the start, such as that of a moving support."""
    y, rates = system.start(), array("d", bytes(8 * len(system.variables)))
    system.rate(0.0, memoryview(y), system.p, memoryview(rates))
    return tuple(
        place for place, variable in enumerate(system.variables)
        if variable.role == "auxiliary" and variable.unit == "s" and rates[place] == 1.0
    )  # fmt: skip


def _moves(system: System, place: int) -> bool:
    """Return whether a change of a variable from the start changes the place of a body."""
    y = system.start()
    before = _places(system, memoryview(y))
    y[place] += AWAY
    after = _places(system, memoryview(y))
    return before is None or after is None or not np.array_equal(before, after)


def _places(system: System, y: Floats) -> Column | None:
    """Return the places and rotations of all bodies, (n,), None where a state has none."""
    try:
        bodies = system.bodies(y)
    except (ArithmeticError, ValueError):
        return None
    found = np.concatenate([np.zeros(0), *(np.append(body.position, body.rotation) for body in bodies)])
    return found if np.isfinite(found).all() and all(map(math.isfinite, y)) else None
