"""Eigenvalues of a system's steady motions over one of their numbers, in the background."""

from __future__ import annotations

import time
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.experiments.background import BackgroundTask
from game.model.figures.axis import AxisScale, scale_of
from physics import System
from physics.core.stability import Stability, StabilityChart

COUNT = 401
"""Number of the values for which eigenvalues are computed."""
YIELD_SECONDS = 0.001
"""Wall seconds of sleep after each value, so that the picture is not delayed."""
REAL_PART_ALONE = 1e-9
"""Imaginary part of an eigenvalue up to which its mode does not swing [1/s]."""

Numbers = NDArray[np.float64]


class ModeCurve(NamedTuple):
    """A curve of a mode: its name, its values (n,) [1/s], NaN where there is none, and whether it is a frequency."""

    name: str
    values: Numbers
    swings: bool


class StabilityTask(BackgroundTask):
    """The eigenvalues of the steady motions of a system, or its chart of stability in place of all the rest.

    values (n,): the numbers of the motions. modes (n, k): their eigenvalues [1/s], those of one mode in one column.
    stable: from where to where all motions are stable. curves: growth rates, and frequencies once each; empty until it
    is done. scale: axis of the curves.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.model: Stability | None = None
        self.chart: StabilityChart | None = None
        self.values: Numbers = np.empty(0)
        self.modes: NDArray[np.complex128] = np.empty((0, 0), complex)
        self.stable: list[tuple[float, float]] = []
        self.scale = AxisScale(0.0, 1.0)
        self.curves: tuple[ModeCurve, ...] = ()
        super().__init__("stability")

    def _work(self) -> None:
        model = self.system.stability()
        if model is None or isinstance(model, StabilityChart):
            self.chart = model
            return
        self.model = model
        self.values = np.linspace(model.low, model.high, COUNT)
        found = []
        for value in self.values.tolist():
            found.append(model.eigenvalues(value))
            time.sleep(YIELD_SECONDS)
            if self._cancelled.is_set():
                return
        self.stable = stable_ranges(self.values, np.array(found).real.max(axis=1))
        self.modes = followed(np.array(found))
        self.scale = growth_scale(self.modes)
        self.curves = curves_of(self.modes)


def curves_of(modes: NDArray[np.complex128]) -> tuple[ModeCurve, ...]:
    """Return the growth rate of each mode, and the frequency of each pair that swings."""
    rates = [ModeCurve(f"Re λ{number}", mode.real, False) for number, mode in enumerate(modes.T, 1)]
    swings = [np.where(mode.imag > REAL_PART_ALONE, mode.imag, np.nan) for mode in modes.T]
    pairs = [ModeCurve(f"Im λ{number}", values, True) for number, values in enumerate(swings, 1)]
    return (*rates, *(pair for pair in pairs if np.isfinite(pair.values).any()))


def growth_scale(modes: NDArray[np.complex128]) -> AxisScale:
    """Return an axis for all growth and all frequencies, and as far down: faster decays would fill the picture."""
    whole = scale_of([modes.real.ravel(), np.abs(modes.imag).ravel()], False)
    return AxisScale(max(whole.low, -whole.high), whole.high)


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
