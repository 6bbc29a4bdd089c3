"""Least squares over windows that grow, from several starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

from physics.fitting.marquardt import cost_of, minimum
from physics.fitting.residuals import LOST, Measurement, Model, Numbers
from physics.fitting.segments import SegmentedModel

Loss = Literal["linear", "soft_l1"]
LOSSES: tuple[Loss, ...] = ("linear", "soft_l1")
TURNING = 2.0
"""Residual, in units of the noise, from which soft_l1 grows linearly and no longer as the square."""
FIRST_WINDOW, GROWTH = 0.2, 1.4
"""First window [s], and how much longer each is than the one before."""
WIDE = 3.0
"""How far unknowns may stray in a window that is not the last, in scaled units: there few rows must not decide all."""
SCATTER = 0.3
"""Standard deviation of further starts, in scaled units."""
GOOD = 1.5
"""Robust standard deviation of residuals, in units of the noise, with which no further start is tried."""
ROUGH, FINE = 1e-5, 1e-7
"""Part of the cost that a last step may save, in windows and at the end."""
MOST_TRIALS, LAST_TRIALS = 30, 200


class Solution(NamedTuple):
    """The best scaled unknowns x, their cost, and the robust standard deviation of residuals in units of the noise."""

    x: Numbers
    cost: float
    deviation: float


class Problem:
    """Residuals of a model against a measurement, and their Jacobian.

    near: unknowns from which they may stray by `WIDE`, or None.
    """

    def __init__(self, model: Model | SegmentedModel, measurement: Measurement, near: Numbers | None) -> None:
        self._model, self._measurement, self._near = model, measurement, near
        self._known = np.isfinite(measurement.values)

    def __call__(self, x: Numbers) -> tuple[Numbers, Numbers]:
        """Return the residuals in units of the noise, and their derivatives by the scaled unknowns."""
        found, noise = self._model.predict(x, self._measurement), self._measurement.noise
        apart = self._model.difference(found.values, self._measurement)
        f = np.nan_to_num((apart / noise)[self._known], nan=LOST, posinf=LOST, neginf=-LOST)
        jacobian = np.nan_to_num((found.derivatives / noise[:, None])[self._known], nan=0.0, posinf=0.0, neginf=0.0)
        if self._near is not None:
            f = np.append(f, (x - self._near) / WIDE)
            jacobian = np.vstack([jacobian, np.eye(len(x)) / WIDE])
        return f, jacobian


def solve(
    model: Model | SegmentedModel,
    measurement: Measurement,
    loss: Loss,
    starts: int,
    seed: int,
    note: Callable[[float], None] = lambda part: None,
) -> Solution:
    """Return the best of the solutions from several starts; further ones are tried only where that is not good.

    note: called with the part that is done.
    """
    random = np.random.default_rng(seed)
    segmented = isinstance(model, SegmentedModel)
    ends = [float(measurement.t[-1])] if segmented else windows(measurement, len(model.free))
    best: Solution | None = None
    for start in range(starts):
        x = np.zeros(len(model.free))
        if start:
            x = np.clip(random.normal(0.0, SCATTER, len(x)), model.low, model.high)
        for k, end in enumerate(ends):
            x = _minimum(model, measurement.until(end), loss, x, last=False)
            note((start + (k + 1) / (len(ends) + 1)) / starts)
        found = refine(model, measurement, loss, x)
        if best is None or found.cost < best.cost:
            best = found
        if best.deviation < GOOD:
            break
    assert best is not None
    return best


def refine(model: Model | SegmentedModel, measurement: Measurement, loss: Loss, x: Numbers) -> Solution:
    """Return the solution over the whole measurement that is found from unknowns x."""
    x = _minimum(model, measurement, loss, x, last=True)
    f, _ = Problem(model, measurement, None)(x)
    return Solution(x, cost_of(f, TURNING if loss == "soft_l1" else np.inf), robust_deviation(f))


def windows(measurement: Measurement, unknowns: int) -> list[float]:
    """Return the ends [s] of the windows before the last, which is all of the measurement."""
    known = np.isfinite(measurement.values).sum(axis=1).cumsum()
    enough = measurement.t[min(int(np.searchsorted(known, 2 * unknowns)), len(measurement.t) - 1)]
    end, found = max(FIRST_WINDOW, float(enough)), []
    while end < measurement.t[-1]:
        found.append(end)
        end *= GROWTH
    return found


def robust_deviation(f: Numbers) -> float:
    """Return the standard deviation of residuals, by the median of their magnitudes."""
    return float(np.median(np.abs(f)) / 0.6745)


def _minimum(model: Model | SegmentedModel, measurement: Measurement, loss: Loss, x: Numbers, last: bool) -> Numbers:
    """Return the minimum near x, over a window or, `last`, over all."""
    problem = Problem(model, measurement, None if last else x)
    x = np.clip(x, model.low, model.high)
    turning = np.inf
    if loss == "soft_l1":
        turning = TURNING if last else TURNING * max(robust_deviation(problem(x)[0]), 1.0)
    bounds = model.low, model.high
    return minimum(problem, x, bounds, turning, FINE if last else ROUGH, LAST_TRIALS if last else MOST_TRIALS)
