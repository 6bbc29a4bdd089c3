"""Eigenvalues of a system's steady motions over one of their numbers, in the background."""

from __future__ import annotations

import time
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from game.experiments.background import BackgroundTask
from physics import System
from physics.core.stability import Stability

COUNT = 401
"""Number of the values for which eigenvalues are computed."""
YIELD_SECONDS = 0.001

Numbers = NDArray[np.float64]


class StabilityTask(BackgroundTask):
    """The eigenvalues of the steady motions of a system.

    values (n,): the numbers of the motions. modes (n, k): their eigenvalues [1/s], those of one mode in one column;
    None until it is done. stable: from where to where all motions are stable.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.model: Stability | None = None
        self.values: Numbers = np.empty(0)
        self.modes: NDArray[np.complex128] | None = None
        self.stable: list[tuple[float, float]] = []
        super().__init__("stability")

    def _work(self) -> None:
        model = self.model = self.system.stability()
        if model is None:
            return
        self.values = np.linspace(model.low, model.high, COUNT)
        found = []
        for value in self.values.tolist():
            found.append(model.eigenvalues(value))
            time.sleep(YIELD_SECONDS)
            if self._cancelled.is_set():
                return
        self.stable = stable_ranges(self.values, np.array(found).real.max(axis=1))
        self.modes = followed(np.array(found))


def followed(eigenvalues: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Return eigenvalues (n, k) with each row in the order in which they continue the rows before, (n, k)."""
    found = eigenvalues.copy()
    orders = [list(order) for order in permutations(range(found.shape[1]))]
    for row in range(1, len(found)):
        ahead = 2.0 * found[row - 1] - found[row - 2] if row > 1 else found[0]
        found[row] = min((found[row][order] for order in orders), key=lambda each: float(np.abs(each - ahead).sum()))
    return found


def stable_ranges(values: Numbers, growth: Numbers) -> list[tuple[float, float]]:
    """Return the ranges of values in which the greatest growth rate is negative, by interpolation."""
    ranges = []
    start = float(values[0]) if growth[0] < 0.0 else None
    for i in range(1, len(values)):
        if (growth[i] < 0.0) == (growth[i - 1] < 0.0):
            continue
        part = growth[i - 1] / (growth[i - 1] - growth[i])
        crossing = float(values[i - 1] + part * (values[i] - values[i - 1]))
        if start is None:
            start = crossing
        else:
            ranges.append((start, crossing))
            start = None
    return ranges if start is None else [*ranges, (start, float(values[-1]))]
