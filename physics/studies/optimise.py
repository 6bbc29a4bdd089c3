"""Optimisation of the parameters of a machine within bounds, under limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.errors import Cancelled

Table = NDArray[np.float64]

TOLERANCE = 1e-6
"""Tolerance of the numbers, as a part of the width of their bounds."""
GENERATIONS = 120
AGREEMENT = 1e-5
"""Spread of the costs of a generation, as a part of their mean, at which evolution ends."""
MULTIPLES, TAKEN = (0.5, 1.0), 0.7
"""Range of the multiples of a difference, and the probability that a number of a row is taken from the new one."""
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
        rng, count = np.random.default_rng(seed), len(self._span)
        coarse = evolved(self._costs, count, rng)
        descend(lambda row: float(self._costs(row[None, :])[0]), _simplex(coarse), 60 * count)
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


def evolved(costs: Callable[[Table], Table], count: int, rng: np.random.Generator) -> Table:
    """Return the best row of `count` numbers from 0 to 1 that differential evolution finds, for costs(rows) -> (n,).

    Each generation tries, for every row, the best one with a multiple of the difference of two others, in some of
    its numbers ("best/1/bin", with a multiple anew in each generation). It ends after `GENERATIONS`, or where the costs
    of all rows agree. Source: Storn and Price, Journal of Global Optimization 11 (1997) 341.
    """
    size = POPULATION_PER_NUMBER * count
    rows = np.column_stack([(rng.permutation(size) + rng.random(size)) / size for _ in range(count)])
    found, each = costs(rows), np.arange(size)
    for _ in range(GENERATIONS):
        if np.std(found) <= AGREEMENT * abs(np.mean(found)):
            break
        first = (each + rng.integers(1, size, size)) % size
        second = (each + rng.integers(1, size - 1, size)) % size
        second = np.where(second == first, (each + size - 1) % size, second)
        trial = rows[np.argmin(found)] + rng.uniform(*MULTIPLES) * (rows[first] - rows[second])
        taken = rng.random(rows.shape) < TAKEN
        taken[each, rng.integers(count, size=size)] = True
        trial = np.where(taken, trial, rows)
        trial = np.where((trial < 0.0) | (trial > 1.0), rng.random(rows.shape), trial)
        tried = costs(trial)
        better = tried <= found
        rows, found = np.where(better[:, None], trial, rows), np.where(better, tried, found)
    return np.asarray(rows[np.argmin(found)])


def descend(cost: Callable[[Table], float], corners: Table, most: int) -> Table:
    """Return the lowest corner of a simplex (k + 1, k) that walks downhill between 0 and 1.

    It ends within `TOLERANCE`, or after `most` costs. Source: Nelder and Mead, The Computer Journal 7 (1965) 308.
    """
    corners, asked = corners.copy(), len(corners)
    found = np.array([cost(each) for each in corners])
    while asked < most:
        order = np.argsort(found, kind="stable")
        corners, found = corners[order], found[order]
        if np.abs(corners[1:] - corners[0]).max() <= TOLERANCE:
            break
        middle = corners[:-1].mean(axis=0)
        away = corners[-1] - middle
        place, value = _tried(cost, middle - away)
        asked += 1
        if value < found[0]:
            further, lower = _tried(cost, middle - 2.0 * away)
            asked += 1
            if lower < value:
                place, value = further, lower
        elif value >= found[-2]:
            place, value = _tried(cost, middle + (-0.5 if value < found[-1] else 0.5) * away)
            asked += 1
        if value < found[-1]:
            corners[-1], found[-1] = place, value
            continue
        corners[1:] = corners[0] + 0.5 * (corners[1:] - corners[0])
        found[1:] = [cost(each) for each in corners[1:]]
        asked += len(corners) - 1
    return np.asarray(corners[np.argmin(found)])


def _tried(cost: Callable[[Table], float], place: Table) -> tuple[Table, float]:
    """Return the nearest place within the bounds, and its cost."""
    place = np.clip(place, 0.0, 1.0)
    return place, cost(place)


def _simplex(middle: Table) -> Table:
    """Return the initial simplex about a point, within the bounds 0 to 1."""
    corners = np.tile(middle, (len(middle) + 1, 1))
    for i in range(len(middle)):
        corners[i + 1, i] += 0.01 if middle[i] < 0.5 else -0.01
    return corners
