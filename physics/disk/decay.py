"""The power law by which a disk comes to its end, fitted to a run."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float64]

POINTS = 400
"""Number of states to which the law is fitted, at equal ratios of alpha."""
LEAST_POINTS = 20
"""Fewest rows of a run, and least ratio of the greatest alpha to the least, from which n can be told."""
LEAST_RATIO = 1.5
GRID = 240
"""Number of ends t_f that are tried first."""
NEAREST, FURTHEST = 1e-4, 1e3
"""Time from the last row to those ends, in durations of the rows."""
GOLDEN, CLOSE = 0.6180339887498949, 1e-12


class Decay(NamedTuple):
    """alpha = (factor (end - t))^exponent, fitted by least squares of log alpha; end [s]."""

    exponent: float
    end: float


def fitted(t: Rows, alpha: Rows) -> Decay | None:
    """Return the law of tilts alpha (n,) [rad] at times t (n,) [s]; None for too few, or too little fall."""
    if len(t) < LEAST_POINTS or not alpha.max() > LEAST_RATIO * alpha.min():
        return None
    t, log = _thinned(t, np.log(alpha))
    duration = float(t[-1] - t[0])
    ends = duration * np.geomspace(NEAREST, FURTHEST, GRID)
    best = int(np.argmin([_misfit(end, t, log) for end in ends]))
    low, high = np.log(ends[max(best - 1, 0)]), np.log(ends[min(best + 1, GRID - 1)])
    while high - low > CLOSE:
        a, b = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if _misfit(float(np.exp(a)), t, log) < _misfit(float(np.exp(b)), t, log):
            high = b
        else:
            low = a
    end = float(np.exp(0.5 * (low + high)))
    return Decay(_line(end, t, log)[0], float(t[-1]) + end)


def _thinned(t: Rows, log: Rows) -> tuple[Rows, Rows]:
    """Return rows at about equal ratios of alpha, of t and log alpha (n,)."""
    falling = -np.minimum.accumulate(log)
    wanted = np.linspace(falling[0], falling[-1], POINTS)
    rows = np.unique(np.minimum(np.searchsorted(falling, wanted), len(t) - 1))
    return t[rows], log[rows]


def _line(after: float, t: Rows, log: Rows) -> tuple[float, Rows]:
    """Return the slope of log alpha over log (t_f - t), and the residuals; t_f is `after` [s] behind the last row."""
    x = np.log(t[-1] + after - t)
    x_mean, y_mean = x.mean(), log.mean()
    slope = float(((x - x_mean) @ (log - y_mean)) / ((x - x_mean) @ (x - x_mean)))
    return slope, log - y_mean - slope * (x - x_mean)


def _misfit(after: float, t: Rows, log: Rows) -> float:
    _, rest = _line(after, t, log)
    return float(rest @ rest)
