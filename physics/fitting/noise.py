"""Spread and noise of a measured column, from the column alone."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

LEAST_NOISE = 1e-9
"""Least noise, as a part of the spread of what was measured."""


def spread(column: Numbers) -> float:
    """Return the standard deviation of a column (rows,), or 1 where all its values are the same; NaN is no value."""
    known = column[np.isfinite(column)]
    return float(known.std()) if len(known) and known.std() > 0.0 else 1.0


def scatter(column: Numbers) -> float:
    """Return the noise of a column (rows,) from the third differences of its values, which the motion hardly changes.

    NaN is no value. It is at least `LEAST_NOISE` of the spread.
    """
    known, width = column[np.isfinite(column)], spread(column)
    if len(known) < 8:
        return 0.01 * width
    found = float(np.median(np.abs(np.diff(known, 3))) / 0.6745 / math.sqrt(20.0))
    return max(found, LEAST_NOISE * width)
