"""Tuning of a machine in the background: its range map over two parameters, and its optimisation."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.experiments.background import BackgroundTask
from game.experiments.parameter_range import ParameterRange
from game.model.words import tr
from physics.errors import Cancelled
from physics.studies import launches
from physics.studies.launches import Limit
from physics.studies.optimise import BestMachine, Optimiser
from physics.systems.trebuchet import Trebuchet

CELLS = 64
"""Number of cells of a range map along each side."""
BATCH = 128
"""Throws between two checks for cancellation."""
POLL_SECONDS = 0.02
"""Seconds between two polls for machine code."""


class LaunchTask(BackgroundTask):
    """A background task that simulates throws of many machines."""

    def _prepare(self, machine: Trebuchet) -> None:
        """Wait for machine code from the compiler process: compiling in this process would delay the picture."""
        while not (self._cancelled.is_set() or launches.prepared(machine)):
            time.sleep(POLL_SECONDS)


class RangeMap(LaunchTask):
    """Range of a machine over two of its parameters.

    x, y: the values along both axes, in SI. values: (rows, columns) [m], a row for each y, NaN where nothing is thrown
    or it has not been computed; `why` says which. known: True where it has been. progress: 0 to 1.
    """

    def __init__(
        self, machine: Trebuchet, across: ParameterRange, up: ParameterRange, cells: tuple[int, int] = (CELLS, CELLS)
    ) -> None:
        self.machine, self.across, self.up = machine, across, up
        self.x, self.y = across.values(cells[0]), up.values(cells[1])
        self.values = np.full((cells[1], cells[0]), np.nan)
        self.known = np.zeros(self.values.shape, bool)
        self.progress = 0.0
        self._reasons: dict[int, str] = {}
        super().__init__("range map")

    def why(self, row: int, column: int) -> str:
        """Return why a cell has no range, or ""."""
        if not self.known[row, column]:
            return tr("not computed yet")
        return self._reasons.get(row * len(self.x) + column, "")

    def best(self) -> tuple[int, int] | None:
        """Return row and column of the farthest throw so far, or None."""
        if not np.isfinite(self.values).any():
            return None
        row, column = np.unravel_index(np.nanargmax(self.values), self.values.shape)
        return int(row), int(column)

    def _work(self) -> None:
        self._prepare(self.machine)
        values, known = self.values.reshape(-1), self.known.reshape(-1)
        names = (self.across.name, self.up.name)
        for cells in _random_batches(len(values)):
            if self._cancelled.is_set():
                return
            rows, columns = np.divmod(cells, len(self.x))
            thrown = launches.ranges(self.machine, names, np.column_stack([self.x[columns], self.y[rows]]))
            values[cells] = thrown.values
            self._reasons.update({int(cells[i]): reason for i, reason in thrown.reasons.items()})
            known[cells] = True
            self.progress = float(known.mean())


def _random_batches(count: int) -> list[NDArray[np.intp]]:
    """Return the integers below count in random batches: each covers the whole map, which is complete early."""
    return np.array_split(np.random.default_rng(0).permutation(count), max(1, count // BATCH))


@dataclass(frozen=True)
class Improvement:
    """A throw that was the best so far: parameters, value of the objective, number of throws before it, and path."""

    parameters: Mapping[str, float]
    value: float
    throws: int
    path: NDArray[np.float32]


class Optimisation(LaunchTask):
    """Search for the best machine: parameters are varied within their ranges until the objective no longer grows.

    history: the best throws so far, each better than the one before. throws: number of machines tried. reason: why
    nothing was found, when it is over.
    """

    def __init__(
        self,
        machine: Trebuchet,
        spans: Sequence[ParameterRange],
        objective: str = "range",
        limits: Sequence[Limit] = (),
        seed: int = 0,
    ) -> None:
        self.machine, self.wanted = machine, launches.goal(machine, objective)
        self.history: list[Improvement] = []
        self.reason = ""
        self._names = [each.name for each in spans]
        self._seed = seed
        measure = launches.measure(machine, self._names, objective, limits)
        bounds = [(each.low, each.high) for each in spans]
        self._search = Optimiser(measure, bounds, self._add_improvement, lambda: self._cancelled.is_set())
        super().__init__("optimiser")

    @property
    def throws(self) -> int:
        """Return the number of machines tried."""
        return self._search.throws

    @property
    def best(self) -> Improvement | None:
        """Return the best throw so far."""
        return self.history[-1] if self.history else None

    def _add_improvement(self, best: BestMachine) -> None:
        parameters = dict(zip(self._names, best.numbers, strict=True))
        path = launches.LaunchResult(self.machine.replace(parameters)).path
        self.history.append(Improvement(parameters, best.value, best.throws, path))

    def _work(self) -> None:
        self._prepare(self.machine)
        try:
            if self._search.run(self._seed) is None:
                self.reason = tr("no machine between these bounds gives a shot within the limits")
        except Cancelled:
            pass
        except ImportError as error:
            self.reason = tr("scipy is missing: pip install scipy ({error})", error=error)
