"""Runs of the copies of a map, seen every few steps, and the values that are read from them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.batch.copies import LaneBatch
from physics.core.integrator import Integrator
from physics.core.oriented_body import Q, QuaternionBody
from physics.core.system import System
from physics.registry import integrator as integrator_called
from physics.simulation.poincare import coordinate, rate_of
from physics.studies.map_axes import MapCopies
from physics.types import Floats

SAMPLE_TICKS = 8
"""Steps between two looks at the copies; what happens and is undone between them is missed."""
HALVINGS = 40
"""Bisections within an interval."""

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]


@dataclass(frozen=True)
class MapRun:
    """How each copy of a map is run: for `duration` [s] with a method, its step `dt` [s] and its settings."""

    duration: float
    integrator: str
    dt: float
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def method(self) -> Integrator:
        """The method itself."""
        return integrator_called(self.integrator)

    @property
    def ticks(self) -> int:
        """The number of steps, one at least."""
        return max(1, round(self.duration / self.dt))


class SampledCopies:
    """Copies that run to the end in this thread, `SAMPLE_TICKS` steps at a time, less those whose result is known.

    at (m,): which of the copies of the map are still followed. time: how far they are [s], and span: the time since
    they were seen before. Raises native.Unavailable where there is no machine code.
    """

    def __init__(self, copies: MapCopies, run: MapRun) -> None:
        self.of, self._run = copies, run
        self._left, self._constants = run.ticks, copies.constants
        self.time = self.span = 0.0
        self.at: Places = np.arange(len(copies.places))
        self._going = np.ones(len(self.at), bool)
        # Without what a method keeps of the past, copies can be put together anew and keep their bits.
        self._packs = not copies.system.events and not run.method.memory(len(copies.system.variables))
        self._batch = self._made(copies.states)

    def _made(self, states: Numbers) -> LaneBatch:
        constants = None if self._constants is None else self._constants[self.at]
        run = self._run
        return LaneBatch(self.of.system, run.method, run.dt, states, run.settings, self.time, constants)

    def advance(self) -> bool:
        """Advance to the next sample; return False at the end, or where nothing is left to follow."""
        if not self._left or not len(self.at):
            return False
        if self._packs and 2 * int(self._going.sum()) < len(self._going):
            states = self._batch.states[self._going]
            self.at, self._going = self.at[self._going], np.ones(int(self._going.sum()), bool)
            if not len(self.at):
                return False
            self._batch = self._made(states)
        ticks = min(SAMPLE_TICKS, self._left)
        self._batch.advance(ticks, threads=False)
        self._left -= ticks
        self.span = ticks * self._run.dt
        self.time = (self._run.ticks - self._left) * self._run.dt
        return True

    def finish(self, known: NDArray[np.bool_]) -> None:
        """Follow those (m,) no longer whose result is known; they may be seen a few times more."""
        self._going &= ~known

    def column(self, index: int) -> Numbers:
        """Return a state variable of those that are followed, (m,)."""
        return self._batch.column(index)

    @property
    def states(self) -> Numbers:
        """The states of those that are followed, (m, dim)."""
        return self._batch.states


Reading = Callable[[SampledCopies], Numbers]
"""reading(copies) -> (m,): a value of each copy that is followed."""


def reading_of(system: System, name: str) -> Reading:
    """Return what reads a state variable, invariant or quantity of a system; raises BadInput for an unknown name.

    Quantities are computed state by state in CPython, except for the tilt of a body with an orientation.
    """
    coordinate(system, name)
    if any(variable.name == name for variable in system.variables):
        index = system.index(name)
        return lambda copies: copies.column(index)
    if name == "theta" and isinstance(system, QuaternionBody):
        x, y = (system.index(each) for each in Q[1:3])
        return lambda copies: 2.0 * np.arcsin(np.minimum(np.hypot(copies.column(x), copies.column(y)), 1.0))

    def each(copies: SampledCopies) -> Numbers:
        states = copies.states
        known = [coordinate(one, name) for one in copies.of.systems]
        which = copies.of.which[copies.at]
        return np.array([_value(known[i], row) for i, row in zip(which, states, strict=True)])

    return each


def value_at(system: System, name: str, state: Numbers) -> float:
    """Return a variable, invariant or quantity at a state (dim,); nan where it cannot be computed."""
    return _value(coordinate(system, name), state)


def _value(read: Callable[[Floats], float], state: Numbers) -> float:
    if not np.isfinite(state).all():
        return np.nan
    try:
        return float(read(memoryview(array("d", state))))
    except (ArithmeticError, ValueError):
        return np.nan


def rate_reading(system: System, name: str) -> Reading | None:
    """Return what reads the rate of a coordinate, where that is a variable of the state; None for anything else."""
    coordinates = [system.variables[place].name for place in system.places("coordinate")]
    rate = rate_of(system, name) if name in coordinates else ""
    if rate not in [variable.name for variable in system.variables]:
        return None
    index = system.index(rate)
    return lambda copies: copies.column(index)


class Crossings:
    """Intervals in which values of copies rise through 0, and the times at which they do.

    Between two samples a value is the cubic Hermite interpolant. All are solved together at the end.
    """

    def __init__(self) -> None:
        self._copies: list[Places] = []
        self._rows: list[Numbers] = []

    def add(self, copies: Places, began: float, span: float, values: Numbers, rates: Numbers) -> None:
        """Add an interval of copies (k,) from `began`, `span` long [s]: values and rates (2, k) at both ends.

        The first values are not above 0, the last ones are.
        """
        self._copies.append(copies)
        whole = np.ones(len(copies))
        self._rows.append(np.stack([began * whole, span * whole, *values, *(span * rates)]))

    def times(self, count: int) -> Numbers:
        """Return the time of each copy (count,) [s], inf for those without one."""
        found = np.full(count, np.inf)
        if self._copies:
            began, span, *ends = np.concatenate(self._rows, axis=1)
            found[np.concatenate(self._copies)] = began + span * crossing(*ends)
        return found


def crossing(before: Numbers, after: Numbers, rate_before: Numbers, rate_after: Numbers) -> Numbers:
    """Return where the cubic Hermite interpolant rises through 0, as a fraction of the interval, (n,).

    before, after: values at both ends, the first one not above 0 and the last one above; rates per interval.
    """
    c2 = 3.0 * (after - before) - 2.0 * rate_before - rate_after
    c3 = 2.0 * (before - after) + rate_before + rate_after
    low, high = np.zeros(len(before)), np.ones(len(before))
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        beyond = before + middle * (rate_before + middle * (c2 + middle * c3)) > 0.0
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
    return high
