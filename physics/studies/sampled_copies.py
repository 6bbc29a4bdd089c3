"""Runs of the copies of a map, watched after each step, and the values that are read from them.

Machine code steps and watches (`physics/batch/watches.py`). Where it cannot compute the value, because the system is
not one of physics, the same watch runs in CPython, every few steps.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.batch.batch_watch import BatchWatch, Sight, Watch, compiled_sight
from physics.batch.copies import LaneBatch
from physics.batch.watches import DONE
from physics.core.integrator import Integrator
from physics.core.oriented_body import Q, QuaternionBody
from physics.core.system import System
from physics.maths import array_trig
from physics.maths.rounded import square
from physics.registry import integrator as integrator_called
from physics.simulation.poincare import coordinate, rate_of
from physics.studies.map_axes import MapCopies
from physics.types import Floats

SAMPLE_TICKS = 8
"""Steps between two looks at a value of CPython; what happens and is undone between them is missed."""
FIRST_TICKS, MAX_TICKS = 64, 512
"""Steps after which copies whose results are known are left out: first, and at most."""
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


@dataclass(frozen=True)
class WatchedRuns:
    """What a watch has kept: records (m, WATCH_ROWS) of the copies, and whether they failed (m,).

    looks(numbers): times [s] of looks by their numbers, from 0.
    """

    records: Numbers
    failed: NDArray[np.bool_]
    looks: Callable[[Numbers], Numbers]


def sight_of(system: System, name: str) -> Sight:
    """Return how a watch sees a variable, invariant or quantity of a system; raises BadInput for an unknown name.

    The tilt of a body with an orientation is seen as the square of its half sine (`half_sine_squared`).
    """
    coordinate(system, name)
    if any(variable.name == name for variable in system.variables):
        rate = rate_variable(system, name)
        return Sight(system.index(name), rate=system.index(rate) if rate else 0)
    if is_tilt(system, name):
        return Sight(system.index(Q[1]), beside=system.index(Q[2]), round=True)
    quantities = (*system.invariants, *system.quantities)
    return Sight(quantity=next(each for each in quantities if each.name == name))


def is_tilt(system: System, name: str) -> bool:
    """Return whether a quantity is the tilt of a body, from whose quaternion it is read."""
    return name == "theta" and isinstance(system, QuaternionBody)


def half_sine_squared(tilt: float | Numbers) -> Numbers:
    """Return what is seen of a tilt [rad]: q_x² + q_y² = sin²(tilt/2); below 0 and above 1 for what no tilt reaches."""
    reached = square(array_trig.sin(0.5 * np.clip(tilt, 0.0, math.pi)))
    return np.where(np.less(tilt, 0.0), -1.0, np.where(np.greater(tilt, math.pi), 2.0, reached))


def tilts(seen: Numbers) -> Numbers:
    """Return the tilts [rad] of what is seen of them."""
    return 2.0 * np.arcsin(np.sqrt(np.clip(seen, 0.0, 1.0)))


def rate_variable(system: System, name: str) -> str:
    """Return the rate of a coordinate, where that is a variable of the state; "" for anything else."""
    coordinates = [system.variables[place].name for place in system.places("coordinate")]
    rate = rate_of(system, name) if name in coordinates else ""
    return rate if rate in [variable.name for variable in system.variables] else ""


def watched(
    copies: MapCopies, run: MapRun, watch: Watch, sight: Sight, limits: Numbers, records: Numbers,
    stopped: Callable[[], bool],
) -> WatchedRuns:  # fmt: skip
    """Run copies to the end in this thread, watched, and leave out those whose result is known.

    limits (m, 3), records (m, WATCH_ROWS): as the watch takes them. Raises native.Unavailable without machine code.
    """
    if not compiled_sight(copies.system, sight):
        return _sampled(copies, run, watch, sight, limits, records, stopped)
    system, records, failed = copies.system, records.copy(), np.zeros(len(records), bool)
    # Without what a method keeps of the past, copies can be put together anew and keep their bits.
    packs = not system.events and not run.method.memory(len(system.variables))
    at, states, passed, batch = np.arange(len(records)), copies.states, 0, None
    left = np.ones(len(records), bool)
    while left.any() and passed < run.ticks and not stopped():
        if batch is None or (packs and 2 * int(left.sum()) < len(left)):
            if batch is not None:
                states, at = batch.states[left], at[left]
            batch = _batch(copies, run, states, at, passed)
            by = BatchWatch(system, watch, sight, batch.lanes, limits[at], records[at], fresh=not passed)
        ticks = min(MAX_TICKS, max(FIRST_TICKS, passed), run.ticks - passed)
        batch.watch(ticks, by, records[at, DONE] == 0.0, stopped)
        passed += ticks
        records[at], failed[at] = by.records, batch.failed
        left = (records[at, DONE] == 0.0) & ~failed[at]
    return WatchedRuns(records, failed | np.isnan(records[:, DONE]), lambda numbers: numbers * run.dt)


def _batch(copies: MapCopies, run: MapRun, states: Numbers, at: Places, passed: int) -> LaneBatch:
    constants = None if copies.constants is None else copies.constants[at]
    return LaneBatch(copies.system, run.method, run.dt, states, run.settings, passed * run.dt, constants)


def _sampled(
    copies: MapCopies, run: MapRun, watch: Watch, sight: Sight, limits: Numbers, records: Numbers,
    stopped: Callable[[], bool],
) -> WatchedRuns:  # fmt: skip
    """Do what `watched` does with a quantity that only CPython computes, every `SAMPLE_TICKS` steps."""
    assert sight.quantity is not None
    batch = _batch(copies, run, copies.states, np.arange(len(records)), 0)
    reads = [partial(sight.quantity.value, system) for system in copies.systems]
    given, kept = limits.tolist(), records.tolist()
    left = run.ticks

    def look() -> bool:
        for state, which, limit, record in zip(batch.states, copies.which, given, kept, strict=True):
            if record[DONE] == 0.0:
                watch(0.0, [_value(reads[which], state), 0.0, 0.0], limit, record)  # type: ignore[arg-type]  # numbers
        return any(record[DONE] == 0.0 for record in kept)

    while look() and left and not stopped():
        ticks = min(SAMPLE_TICKS, left)
        batch.advance(ticks, threads=False)
        left -= ticks
    found = np.array(kept).reshape(records.shape)
    return WatchedRuns(
        found, np.isnan(found[:, DONE]), lambda numbers: np.minimum(numbers * SAMPLE_TICKS, run.ticks) * run.dt
    )


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
