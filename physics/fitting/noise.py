"""Spread and noise of a measured column, from the column alone."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

LEAST_NOISE = 1e-9
"""Least noise, as a part of the spread of what was measured."""
LEAST = 1e-60
"""Least noise of all: sums of squares in proportion to it do not overflow."""
SAME = 1e-3
"""Difference between steps, as a part of a step, within which they are the same."""
USUAL = 0.5
"""Part of all changes from row to row that must be one and the same step, where a row is written at each step."""


def spread(column: Numbers) -> float:
    """Return the standard deviation of a column (rows,), or 1 where all its values are the same; NaN is no value."""
    known = column[np.isfinite(column)]
    return float(known.std()) if len(known) and known.std() > 0.0 else 1.0


def least_noise(column: Numbers) -> float:
    """Return the least noise that is believed of a column (rows,)."""
    return max(LEAST_NOISE * spread(column), LEAST)


def scatter(t: Numbers, column: Numbers) -> float:
    """Return the noise of a column (rows,) at times t (rows,) from its own values, as `differences` and `grain` do.

    NaN is no value. It is at least `least_noise`.
    """
    known, least = np.isfinite(column), least_noise(column)
    if known.sum() < 8:
        return max(0.01 * spread(column), grain(t, column), least)
    found = float(np.median(np.abs(np.diff(column[known], 3))) / 0.6745 / math.sqrt(20.0))
    return max(found, grain(t, column), least)


def grain(t: Numbers, column: Numbers) -> float:
    """Return the noise that comes from steps of which all values are multiples, step/√12, or 0 without such steps.

    t (rows,). Steps are seen as the difference by which most rows differ from the one before, which is how an encoder
    that writes a row at each count looks, or as the least difference of all values, of which the others are multiples.
    What changes by the same in every equal interval has none: that is a uniform motion.
    """
    known = np.isfinite(column)
    values, times = column[known], t[known]
    changes = np.abs(np.diff(values))
    least = 1e-9 * float(np.abs(values).max(initial=0.0))
    if len(values) < 8 or not (changes > least).any() or _uniform(times, values):
        return 0.0
    levels = np.unique(values)
    apart = np.diff(levels)
    step = float(apart[apart > least].min(initial=np.inf))
    parts = (levels - levels[0]) / step
    found = step if np.isfinite(step) and np.abs(parts - np.round(parts)).max() < 0.01 else 0.0
    usual = float(np.median(changes[changes > least]))
    if (np.abs(changes - usual) <= SAME * usual).mean() >= USUAL:
        found = max(found, usual)
    return found / math.sqrt(12.0)


def _uniform(t: Numbers, values: Numbers) -> bool:
    """Return whether most rows follow the one before with the same rate."""
    later = np.diff(t) > 0.0
    rates = np.diff(values)[later] / np.diff(t)[later]
    middle = float(np.median(rates)) if len(rates) else 0.0
    return middle != 0.0 and bool((np.abs(rates - middle) <= SAME * abs(middle)).mean() >= USUAL)
