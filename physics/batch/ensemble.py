"""Ensembles: copies of a system with slightly different initial states, run on all cores, of one machine or several."""

from __future__ import annotations

import threading
from array import array
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.batch.blocks import flat
from physics.batch.copies import NO_ENERGY_CHECK, LaneBatch, checked_spread, cores, never, spread_over
from physics.compiled import native
from physics.core import events
from physics.core.integrator import Integrator
from physics.core.measure import measured
from physics.core.system import System
from physics.core.ticks import PythonRun
from physics.core.units import check_whole, seconds
from physics.errors import BadInput, check_function, shown
from physics.maths.rounded import square
from physics.registry import integrator as integrator_called
from physics.registry import system_of
from physics.simulation.run import whole_ticks
from physics.simulation.simulation import Simulation
from physics.types import Floats

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

MEMBERS_PER_BATCH = 1024
"""Copies of one task: enough to outweigh its overhead, few enough to balance the load and to fit into the cache."""
MAX_PENDING = 4
"""Greatest number of pending tasks per core, so that memory does not grow with the number of copies."""
MAX_STATE_BYTES = 4e9
"""Greatest size of the kept states, or of the statistics, which need far less [bytes]."""
NUMBERS_PER_ROW, NUMBERS_PER_COPY = 100, 4
"""Numbers in memory for each variable and row of statistics, with those of pending tasks, and for that of a copy."""
MAX_COPIES, MAX_SEED = 10**9, 2**63

States = NDArray[np.float64]


class Statistics(NamedTuple):
    """Statistics of the copies that are still finite, at each row: their number (rows,); the others (rows, dim)."""

    alive: NDArray[np.int64]
    mean: States
    std: States
    low: States
    high: States


@dataclass(frozen=True)
class Ensemble:
    """The result of an ensemble.

    t (rows,) [s]; moved (n,): initial offset of each copy from the middle, as a part of the spread, -1 to 1; states
    (n, rows, dim), or None if only statistics were requested. A copy that failed is nan afterwards.
    """

    system: System
    integrator: str
    settings: Mapping[str, float]
    dt: float
    t: NDArray[np.float64]
    moved: NDArray[np.float64]
    states: States | None
    statistics: Statistics

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        """Return a state variable, invariant or quantity by its name, (n, rows).

        Invariants and quantities are computed here. Raises BadInput for an unknown name, or
        if states were not kept.
        """
        computed = {each.name: each for each in (*self.system.invariants, *self.system.quantities)}
        place = -1 if isinstance(name, str) and name in computed else self.system.index(name)
        if self.states is None:
            raise BadInput(f"{name}: only statistics were kept")
        if name not in computed:
            return self.states[:, :, place]
        rows = self.states.reshape(-1, self.states.shape[2])
        native.load_measure(type(self.system), rows.shape[1])
        values = np.full(len(rows), np.nan)
        finite = np.isfinite(rows).all(axis=1)
        values[finite] = measured(self.system, [computed[name]], rows[finite])[:, 0]
        return values.reshape(self.states.shape[:2])


def ensemble(
    system: str | System,
    n: int,
    spread: Mapping[str, Any],
    duration: float,
    dt: float = 1e-3,
    integrator: str = "rk4",
    every: float | None = None,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    keep_states: bool = True,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Ensemble:
    """Run n copies with initial states spread about that of the system; return their states and statistics.

    spread: half width for each state variable by its name, in SI units or as text with a unit; `seed`: of the random
    offsets if several are spread (`physics/batch/copies.py`). every: seconds between rows (default: each step).
    keep_states: keep all states, (n, rows, dim), not only the statistics. executor: one of `concurrent.futures`, or one
    with the same interface (default: a thread for each core); the results do not depend on it. progress(done, n) and
    cancel() are called between tasks; a cancelled run raises CancelledError. Raises BadInput for invalid arguments.
    """
    system = system_of(system)
    for name, function in (("progress", progress), ("cancel", cancel)):
        check_function(name, function)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise BadInput(f"executor = {shown(executor)}: must be one of concurrent.futures, or None")
    n, seed = check_whole("n", n, 1, MAX_COPIES), check_whole("seed", seed, 0, MAX_SEED)
    run = Simulation(system, integrator, dt, settings)
    method, dt = run.integrator, run.dt
    checked = method.checked_settings(settings)
    ticks, stride = whole_ticks(dt, duration, every)
    _check_size(system, n, -(-ticks // stride) + 1, keep_states)
    marks = [*range(0, ticks, stride), ticks] if ticks else [0]
    starts, moved = spread_over(system.start(), system, checked_spread(system, spread), n, seed)
    parts = [starts[first : first + MEMBERS_PER_BATCH] for first in range(0, n, MEMBERS_PER_BATCH)]
    kept: list[States] = []
    total: _RunningSums | None = None
    from concurrent.futures import ThreadPoolExecutor

    own = ThreadPoolExecutor(cores()) if executor is None else None
    stop = threading.Event()
    try:
        task = partial(_run, system, method.name, dt, checked, marks, keep_states, stop.is_set if own else never)
        for states, sums in _collected(executor or own, task, parts, cancel):  # type: ignore[arg-type]  # one is there
            total = sums if total is None else total.joined(sums)
            kept += [] if states is None else [states]
            if progress:
                progress(int(total.members), n)
    finally:
        if own:  # an interrupted run does not wait for its threads, which end soon
            stop.set()
            own.shutdown(wait=False, cancel_futures=True)
    assert total is not None
    t = np.array([float(mark * seconds(dt)) for mark in marks])
    every_state = np.concatenate(kept) if keep_states else None
    return Ensemble(system, method.name, checked, dt, t, moved, every_state, total.statistics())


def _check_size(system: System, n: int, rows: int, keep_states: bool) -> None:
    """Raise BadInput where the result would be too large: the states of n copies at so many rows, or statistics."""
    size = 8.0 * len(system.variables) * (n * rows if keep_states else NUMBERS_PER_ROW * rows + NUMBERS_PER_COPY * n)
    if size > MAX_STATE_BYTES:
        kind, advice = "statistics", "ask for fewer rows or copies"
        if keep_states:
            kind, advice = "states", "keep fewer rows, or statistics"
        raise BadInput(f"{size / 1e9:.3g} GB of {kind}: at most {MAX_STATE_BYTES / 1e9:.3g} GB; {advice}")


def _collected(
    executor: Executor, task: Callable[[States], _Result], parts: Sequence[States], cancel: Callable[[], bool] | None
) -> Iterator[_Result]:
    """Yield the results of all parts in order, with a bounded number of pending tasks."""
    waiting: deque[Future[_Result]] = deque()
    left = iter(parts)
    try:
        for part in left:
            waiting.append(executor.submit(task, part))
            if len(waiting) >= MAX_PENDING * cores():
                yield _result(waiting.popleft(), cancel)
        while waiting:
            yield _result(waiting.popleft(), cancel)
    finally:
        for future in waiting:
            future.cancel()


def _result(future: Future[_Result], cancel: Callable[[], bool] | None) -> _Result:
    if cancel is not None and cancel():
        future.cancel()
        from concurrent.futures import CancelledError

        raise CancelledError
    return future.result()


def _run(
    system: System,
    integrator: str,
    dt: float,
    settings: Mapping[str, float],
    marks: Sequence[int],
    keep_states: bool,
    stopped: Callable[[], bool],
    starts: States,
) -> _Result:
    """Run the copies of one task; return their states at the marks (ticks), if requested, and their sums.

    stopped: True where the results are no longer wanted; raises CancelledError then.
    """
    method = integrator_called(integrator)
    copies: LaneBatch | _PythonCopies
    try:
        copies = LaneBatch(system, method, dt, starts, settings)
    except native.Unavailable:
        copies = _PythonCopies(system, method, dt, starts, settings)
    kept = np.empty((len(starts), len(marks), starts.shape[1])) if keep_states else None
    rows = []
    for row, mark in enumerate(marks):
        if row:
            copies.advance(mark - marks[row - 1], threads=False, stopped=stopped)
        if stopped():
            from concurrent.futures import CancelledError

            raise CancelledError
        states = copies.states
        rows.append(_RunningSums.of(states))
        if kept is not None:
            kept[:, row] = states
    return kept, _RunningSums.stacked(rows, len(starts))


class _PythonCopies:
    """The same as `LaneBatch`, in CPython, for systems without machine code."""

    def __init__(
        self, system: System, method: Integrator, dt: float, states: States, settings: Mapping[str, float]
    ) -> None:
        self.states = np.array(states)
        self._run, self._dt, self._tick = PythonRun(system, method), dt, 0
        self._p: Floats = memoryview(array("d", system.p))
        self._settings: Floats = memoryview(array("d", settings.values()))
        self._workspace = native.workspace(system, method)
        self._memories: Sequence[Floats] = [
            memoryview(array("d", bytes(8 * events.memory_size(system, method)))) for _ in states
        ]

    def advance(self, ticks: int, threads: bool = False, stopped: Callable[[], bool] = never) -> None:
        for state, memory in zip(self.states, self._memories, strict=True):
            if not stopped() and np.isfinite(state).all():
                self._move(state, memory, ticks)
        self._tick += ticks

    def _move(self, state: States, memory: Floats, ticks: int) -> None:
        """Run ticks of one copy, checked as in `LaneBatch`; nan if one fails."""
        each, unit = seconds(self._dt).as_integer_ratio()
        checked = (flat(np.zeros(len(state))), 0, 0, 0.0, NO_ENERGY_CHECK) if self._run.system.events else None
        log: Floats = memoryview(events.empty_log(len(state)))
        done = self._run.run(
            ticks, self._dt, (self._tick * each, each, unit), flat(state), self._p, self._settings, self._workspace,
            memory, log, checked,
        )  # fmt: skip
        if done < ticks:
            state[:] = np.nan


class _RunningSums(NamedTuple):
    """Mean and sum of squares about the mean of some copies, which can be joined without loss of accuracy.

    Chan, Golub, LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances" (1979).
    """

    members: int
    alive: NDArray[np.int64]
    mean: States
    squares: States
    low: States
    high: States

    @classmethod
    def of(cls, states: States) -> _RunningSums:
        good = states[np.isfinite(states).all(axis=1)]
        if not len(good):
            nothing = np.zeros(states.shape[1])
            return cls(len(states), np.array(0), nothing, nothing, nothing + np.inf, nothing - np.inf)
        mean = good.mean(axis=0)
        squares = square(good - mean).sum(axis=0)
        return cls(len(states), np.array(len(good)), mean, squares, good.min(axis=0), good.max(axis=0))

    @classmethod
    def stacked(cls, rows: Sequence[_RunningSums], members: int) -> _RunningSums:
        return cls(members, *(np.array([row[i] for row in rows]) for i in range(1, 6)))

    def joined(self, other: _RunningSums) -> _RunningSums:
        alive = self.alive + other.alive
        share = (other.alive / np.maximum(alive, 1))[:, None]
        apart = other.mean - self.mean
        squares = self.squares + other.squares + square(apart) * self.alive[:, None] * share
        low, high = np.minimum(self.low, other.low), np.maximum(self.high, other.high)
        return _RunningSums(self.members + other.members, alive, self.mean + apart * share, squares, low, high)

    def statistics(self) -> Statistics:
        """Return the statistics; nan in rows where no copy is left."""
        some = (self.alive > 0)[:, None]
        std = np.sqrt(self.squares / np.maximum(self.alive, 1)[:, None])
        return Statistics(self.alive, *(np.where(some, each, np.nan) for each in (self.mean, std, self.low, self.high)))


_Result = tuple[States | None, _RunningSums]
