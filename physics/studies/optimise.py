"""Optimisation of the parameters of a machine within bounds, under limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.errors import Cancelled

Table = NDArray[np.float64]

TOLERANCE = 1e-6
"""Tolerance of the numbers, as a part of the width of their bounds."""
GENERATIONS = 120
POPULATION_PER_NUMBER = 16
"""Shots in a generation per varied number."""
NO_THROW_COST = 1e30
"""Cost of a machine that does not throw; one beyond its limits costs less, any other still less."""
LIMIT_COST = 1e15


class BestMachine(NamedTuple):
    """The best machine so far: its numbers, its value, and the number of shots until it was found."""

    numbers: tuple[float, ...]
    value: float
    throws: int


Measure = Callable[[Table], tuple[Table, Table]]
"""measure(numbers (n, k)) -> (n,) value of each machine, NaN for none, and (n,) by how much it exceeds the limits."""


class Optimiser:
    """A search for the largest value of a measure between bounds ((low, high) for each number).

    It uses differential evolution (Storn and Price 1997), which is robust against ridges and jumps, then Nelder and
    Mead's simplex from its best point. The same seed gives the same result. better(best) is called for every
    improvement, cancelled() before each batch of shots. Raises Cancelled.
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
        """Run the search; return None if no machine between the bounds throws within the limits."""
        from scipy.optimize import differential_evolution, minimize

        unit = [(0.0, 1.0)] * len(self._span)
        coarse = differential_evolution(
            lambda columns: self._costs(columns.T), unit, vectorized=True, updating="deferred", polish=False,
            init="sobol", popsize=POPULATION_PER_NUMBER, maxiter=GENERATIONS, tol=1e-5, rng=seed,
        )  # fmt: skip
        minimize(
            lambda row: float(self._costs(row[None, :])[0]), coarse.x, method="Nelder-Mead", bounds=unit,
            options={"initial_simplex": _simplex(coarse.x), "xatol": TOLERANCE, "fatol": 0.0, "maxfev": 60 * len(unit)},
        )  # fmt: skip
        return self.best

    def _costs(self, rows: Table) -> Table:
        """Return the costs to minimise, (n,), for numbers (n, k) as parts of their bounds."""
        if self._cancelled():
            raise Cancelled
        numbers = self._low + np.clip(rows, 0.0, 1.0) * self._span
        values, beyond = self._measure(numbers)
        costs = np.where(beyond > 0.0, LIMIT_COST * (1.0 + np.minimum(beyond, 1e9)), -values)
        costs = np.where(np.isnan(values), NO_THROW_COST, costs)
        for row, value, cost in zip(numbers, values, costs, strict=True):
            self.throws += 1
            if cost < min(self._least, LIMIT_COST):
                self._least = float(cost)
                self.best = BestMachine(tuple(row.tolist()), float(value), self.throws)
                self._better(self.best)
        return costs


def _simplex(middle: Any) -> Table:
    """Return the initial simplex about a point, within the bounds 0 to 1."""
    corners = np.tile(middle, (len(middle) + 1, 1))
    for i in range(len(middle)):
        corners[i + 1, i] += 0.01 if middle[i] < 0.5 else -0.01
    return corners
