"""The best machine: chosen numbers of it are varied within bounds until no throw is better, under limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.errors import Cancelled

Table = NDArray[np.float64]

SHARPEST = 1e-6
"""Of the bounds: two machines closer than this are the same."""
GENERATIONS = 120
PER_NUMBER = 16
"""Throws of a generation for each number that is varied."""
WORST = 1e30
"""The cost of a machine that throws nothing at all; one beyond its limits costs less, every other one still less."""
BEYOND = 1e15


class BestMachine(NamedTuple):
    """The best machine so far: its numbers, what it reaches, and how many throws it took to find it."""

    numbers: tuple[float, ...]
    value: float
    throws: int


Measure = Callable[[Table], tuple[Table, Table]]
"""measure(numbers (n, k)) -> (n,) what each machine reaches, NaN for none, and (n,) by how much it is beyond limits."""


class Optimiser:
    """The largest value of a measure between bounds ((low, high) for each number).

    First differential evolution (Storn and Price 1997), which is not misled by ridges and jumps; from its best
    Nelder and Mead's simplex. The same seed gives the same answer. better(best) is called whenever there is a better
    one; cancelled() is asked before each batch of throws. Raises Cancelled.
    """

    def __init__(
        self,
        measure: Measure,
        bounds: Sequence[tuple[float, float]],
        better: Callable[[BestMachine], None] = lambda best: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self.best: BestMachine | None = None
        self.throws = 0
        self._measure, self._better, self._cancelled = measure, better, cancelled
        self._low = np.array([low for low, _ in bounds])
        self._span = np.array([high - low for low, high in bounds])
        self._least = math.inf

    def run(self, seed: int = 0) -> BestMachine | None:
        """Search to the end; None where no machine between the bounds throws anything within the limits."""
        from scipy.optimize import differential_evolution, minimize

        unit = [(0.0, 1.0)] * len(self._span)
        coarse = differential_evolution(
            lambda columns: self._costs(columns.T), unit, vectorized=True, updating="deferred", polish=False,
            init="sobol", popsize=PER_NUMBER, maxiter=GENERATIONS, tol=1e-5, rng=seed,
        )  # fmt: skip
        minimize(
            lambda row: float(self._costs(row[None, :])[0]), coarse.x, method="Nelder-Mead", bounds=unit,
            options={"initial_simplex": _simplex(coarse.x), "xatol": SHARPEST, "fatol": 0.0, "maxfev": 60 * len(unit)},
        )  # fmt: skip
        return self.best

    def _costs(self, rows: Table) -> Table:
        """What is made small, (n,), for numbers as parts of their bounds (n, k)."""
        if self._cancelled():
            raise Cancelled
        numbers = self._low + np.clip(rows, 0.0, 1.0) * self._span
        values, beyond = self._measure(numbers)
        costs = np.where(beyond > 0.0, BEYOND * (1.0 + np.minimum(beyond, 1e9)), -values)
        costs = np.where(np.isnan(values), WORST, costs)
        for row, value, cost in zip(numbers, values, costs, strict=True):
            self.throws += 1
            if cost < min(self._least, BEYOND):
                self._least = float(cost)
                self.best = BestMachine(tuple(row.tolist()), float(value), self.throws)
                self._better(self.best)
        return costs


def _simplex(middle: Any) -> Table:
    """Where Nelder and Mead begin: near the middle, within the bounds 0 to 1."""
    corners = np.tile(middle, (len(middle) + 1, 1))
    for i in range(len(middle)):
        corners[i + 1, i] += 0.01 if middle[i] < 0.5 else -0.01
    return corners
