"""Maps: an outcome of many runs of a system over two of its parameters or initial values.

The cells are computed from coarse to fine: first some eight along each side, then those between, each once. The value
of a cell does not depend on the order, on the number of threads, or on the executor.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from physics.batch.copies import cores, never, shape_for
from physics.compiled import native
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.core.units import check_number
from physics.errors import BadInput
from physics.registry import integrator as integrator_called
from physics.simulation.simulation import Simulation
from physics.studies.map_axes import MapAxis, Numbers, copies_at
from physics.studies.outcomes import CellState, ChosenOutcome, chosen_outcome
from physics.studies.sampled_copies import MapRun

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

FIRST_CELLS = 8
"""Cells along the longer side after the first level, about."""
CELLS_PER_TASK = 4096
"""Cells of a task at most: enough to outweigh its overhead, few enough to fit into a processor's cache."""
LEAST_CELLS = 32
"""Cells of a task at least, where a level has more: they fill the lanes of a block."""
MAX_PENDING = 4
"""Greatest number of pending tasks per worker."""
WORKERS_ELSEWHERE = 64
"""Number of workers that another executor may have, whose number it does not tell."""
MAX_DURATION = 1e6


@dataclass(frozen=True)
class MapRequest:
    """What is mapped: a system, two axes, an outcome as `--of` takes it, and how each copy is run."""

    system: System
    across: MapAxis
    up: MapAxis
    outcome: str
    run: MapRun

    @property
    def chosen(self) -> ChosenOutcome:
        """The outcome with its unit."""
        return chosen_outcome(self.system, self.outcome)

    @property
    def method(self) -> Integrator:
        """The method that runs the copies: that of the request, or one that the outcome brings itself."""
        return integrator_called(self.chosen.outcome.own_method or self.run.integrator)


@dataclass(frozen=True)
class CellResults:
    """The outcome at points (n,): values, states (`CellState`), and why there is none, by the index of a point."""

    values: Numbers
    states: NDArray[np.uint8]
    reasons: Mapping[int, str]


def map_request(
    system: System,
    across: MapAxis,
    up: MapAxis,
    outcome: str,
    duration: object,
    integrator: str = "rk4",
    dt: float = 1e-3,
    settings: Mapping[str, Any] | None = None,
) -> MapRequest:
    """Return a checked request. duration: of each run, in s or as text with a unit. Raises BadInput."""
    if across.name == up.name:
        raise BadInput(f"{across.name}: is on both axes of the map; choose two different ones")
    run = Simulation(system, integrator, dt, settings)
    seconds = check_number("seconds", duration, "s", run.dt, MAX_DURATION)
    chosen = chosen_outcome(system, outcome)
    made = MapRun(seconds, run.integrator.name, run.dt, dict(settings or {}))
    reason = chosen.outcome.why_not_so(made)
    if reason:
        raise BadInput(reason)
    return MapRequest(system, across, up, chosen.text, made)


def prepared(request: MapRequest) -> bool:
    """Return whether machine code is available or impossible; if it is missing, compile it in the background."""
    shape = shape_for(request.system, request.method)
    if native.is_compiled(shape) is None and not native.compile_error(shape):
        native.background.ask(shape)
        return False
    return True


def compute_cells(request: MapRequest, stopped: Callable[[], bool], points: Numbers) -> CellResults:
    """Return the outcome at points (n, 2) of the axes, computed in this thread; raises BadInput without machine code.

    stopped: True where the results are no longer wanted.
    """
    copies = copies_at(request.system, (request.across, request.up), points)
    values = np.full(len(points), np.nan)
    states = np.full(len(points), CellState.REFUSED, np.uint8)
    reasons = dict(copies.refused)
    if len(copies.places):
        try:
            found = request.chosen.outcome.measure(copies, request.run, request.chosen.of, stopped)
        except native.Unavailable as problem:
            raise BadInput(f"map: compiled code is needed and not available: {problem}") from None
        values[copies.places], states[copies.places] = found.values, found.states
        reasons |= {int(copies.places[i]): reason for i, reason in found.reasons.items()}
    return CellResults(values, states, reasons)


class OutcomeMap:
    """A map that `compute` fills: values and states (rows, columns), a row for each value of the vertical axis.

    reasons: why a cell has no value, by (row, column), where there is more to say than its state. x, y: the values of
    the axes. level: distance of the cells that are all known; 0: none yet.
    """

    def __init__(self, request: MapRequest) -> None:
        self.request = request
        self.x, self.y = request.across.values, request.up.values
        self.values = np.full((len(self.y), len(self.x)), np.nan)
        self.states = np.full(self.values.shape, CellState.UNKNOWN, np.uint8)
        self.reasons: dict[tuple[int, int], str] = {}
        self.level = 0

    @property
    def known(self) -> float:
        """The part of the cells that are known."""
        return float((self.states != CellState.UNKNOWN).mean())

    def count(self, state: CellState) -> int:
        """Return how many cells have a state."""
        return int((self.states == state).sum())

    def compute(
        self,
        executor: Executor | None = None,
        stopped: Callable[[], bool] = never,
        follow: Callable[[], None] = lambda: None,
    ) -> None:
        """Fill the map; `follow` is called after each task, and `stopped` ends it early where it returns True.

        executor: one of `concurrent.futures`, or one with the same interface (default: a thread for each core). Raises
        BadInput where there is no machine code.
        """
        from concurrent.futures import ThreadPoolExecutor

        own = ThreadPoolExecutor(cores(), thread_name_prefix="map") if executor is None else None
        gone = threading.Event()
        task = partial(compute_cells, self.request, (lambda: gone.is_set() or stopped()) if own else never)
        pool, workers = (own, cores()) if own else (executor, WORKERS_ELSEWHERE)
        assert pool is not None
        try:
            for stride, cells in levels(self.values.shape):
                for part, found in self._collected(pool, task, cells, stopped, workers):
                    self._take(part, found)
                    follow()
                if stopped():
                    return
                self.level = stride
        finally:
            if own:
                gone.set()
                own.shutdown(wait=False, cancel_futures=True)

    def _collected(
        self,
        pool: Executor,
        task: Callable[[Numbers], CellResults],
        cells: NDArray[np.intp],
        stopped: Callable[[], bool],
        workers: int,
    ) -> Iterator[tuple[NDArray[np.intp], CellResults]]:
        """Yield parts of the cells (n, 2) with their results, in order, until it is stopped."""
        waiting: deque[tuple[NDArray[np.intp], Future[CellResults]]] = deque()
        try:
            for part in _parts(cells, workers):
                points = np.column_stack([self.x[part[:, 1]], self.y[part[:, 0]]])
                waiting.append((part, pool.submit(task, points)))
                if len(waiting) >= MAX_PENDING * workers:
                    done, future = waiting.popleft()
                    yield done, future.result()
                if stopped():
                    return
            while waiting:
                done, future = waiting.popleft()
                found = future.result()
                if stopped():
                    return
                yield done, found
        finally:
            for _, future in waiting:
                future.cancel()

    def _take(self, cells: NDArray[np.intp], found: CellResults) -> None:
        rows, columns = cells.T
        self.values[rows, columns] = found.values
        self.states[rows, columns] = found.states
        for i, reason in found.reasons.items():
            self.reasons[int(rows[i]), int(columns[i])] = reason

    def filled(self) -> tuple[Numbers, NDArray[np.uint8]]:
        """Return values and states in which cells that are not known yet have those of a coarser cell around them."""
        values, states = self.values.copy(), self.states.copy()
        rows, columns = np.indices(values.shape)
        for stride in sorted(stride for stride, _ in levels(values.shape) if stride > 1):
            missing = states == CellState.UNKNOWN
            if not missing.any():
                break
            at = rows[missing] // stride * stride, columns[missing] // stride * stride
            values[missing], states[missing] = self.values[at], self.states[at]
        return values, states


def levels(shape: tuple[int, int]) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """Yield the cells (n, 2) of a map of so many rows and columns from coarse to fine, each once, with their distance.

    The cells of a level, with those before it, have the same distance along both axes, a power of two.
    """
    stride = 1
    while 2 * stride * FIRST_CELLS <= max(shape):
        stride *= 2
    first = True
    while stride:
        rows, columns = (each.ravel() for each in np.mgrid[0 : shape[0] : stride, 0 : shape[1] : stride])
        new = np.ones(len(rows), bool) if first else (rows % (2 * stride) != 0) | (columns % (2 * stride) != 0)
        yield stride, np.column_stack([rows[new], columns[new]])
        stride, first = stride // 2, False


def _parts(cells: NDArray[np.intp], workers: int) -> list[NDArray[np.intp]]:
    """Return the cells of a level as tasks for so many workers, neighbours together."""
    size = min(max(-(-len(cells) // workers), LEAST_CELLS), CELLS_PER_TASK)
    return [cells[first : first + size] for first in range(0, len(cells), size)]
