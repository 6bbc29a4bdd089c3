"""Whether a motion follows what was measured: residuals beside the noise and the spread, row by row."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from physics.fitting.noise import spread

Numbers = NDArray[np.float64]

NEIGHBOURS = 11
"""Measured values side by side whose median residual tells whether the motion is followed there: so many that outliers
do not decide."""
NEAR, OVERALL = 10.0, 5.0
"""Median residual of neighbours, and of all, in standard deviations of the noise, up to which a motion is followed;
models that lack something are often off by several."""
CLOSE, CLOSE_OVERALL = 0.1, 0.03
"""The same as parts of the spread: what is so near is followed even where the noise is smaller still."""
OFF = 0.5
"""Part of the spread from which on nothing is followed, unless the noise hides it: as far off as no motion at all."""
HIDDEN_NEAR, HIDDEN = 3.0, 2.0
"""Residual in units of the noise up to which the noise hides it: of neighbours, which scatter more, of all. By
chi-square eight values of this noise are beyond with a probability of 1e-4; so it may be given too small by a half."""
WIDEST_ANGLE = 1.0
"""Greatest spread of an angle [rad], whose residuals are within half a turn."""
MIDDLE = 0.6745
"""Median magnitude of a normal deviate."""


class Limits(NamedTuple):
    """Robust deviations of the residuals, of each column, up to which a motion is followed: of neighbours, of all.

    noise: of each column, which may hide residuals of more.
    """

    near: Numbers
    overall: Numbers
    noise: Numbers


class Following(NamedTuple):
    """How well a motion follows what was measured.

    followed: whether it does all the time. reach: the time [s] up to which it does, inf for all.
    """

    followed: bool
    reach: float


def sizes(values: Numbers, angles: tuple[bool, ...]) -> Numbers:
    """Return the spread of columns (rows, columns), that of an angle at most `WIDEST_ANGLE`."""
    found = np.array([spread(column) for column in values.T])
    return np.where(angles, np.minimum(found, WIDEST_ANGLE), found)


def limits(noise: Numbers, size: Numbers) -> Limits:
    """Return the limits for columns with this noise and spread, both (columns,)."""
    most = OFF * size
    near, overall = (
        np.maximum(np.minimum(times * noise, most), np.maximum(hidden * noise, part * size))
        for times, part, hidden in ((NEAR, CLOSE, HIDDEN_NEAR), (OVERALL, CLOSE_OVERALL, HIDDEN))
    )
    return Limits(near, overall, noise)


def following(t: Numbers, apart: Numbers, limit: Limits) -> Following:
    """Return how well a motion follows, from residuals apart (rows, columns) at times t (rows,).

    NaN is no value, inf stands where there is no motion.
    """
    reach, followed = math.inf, True
    for column, near, overall, noise in zip(np.abs(apart).T, *limit, strict=True):
        known = ~np.isnan(column)
        if not known.any():
            continue
        values, times = column[known], t[known]
        size = min(NEIGHBOURS, len(values))
        far = np.flatnonzero(~_within(sliding_window_view(values, size), near, HIDDEN_NEAR * noise))
        gone = np.flatnonzero(np.isinf(values))
        if len(far):
            reach = min(reach, float(times[far[0] + size // 2]))
        if len(gone):
            reach = min(reach, float(times[gone[0]]))
        followed &= not len(far) and not len(gone) and bool(_within(values, overall, HIDDEN * noise))
    return Following(followed, reach)


def _within(sizes: Numbers, most: float, hidden: float) -> NDArray[np.bool_]:
    """Return whether residuals with these magnitudes along the last axis, (..., n) to (...), are small enough.

    most: for their robust deviation, that of normal deviates with the same median. hidden: for their root mean square,
    which is smaller where they have no thin tails, as those of an encoder, by up to a third.
    """
    with np.errstate(over="ignore"):
        found: NDArray[np.bool_] = np.median(sizes, axis=-1) / MIDDLE <= most
        found |= np.sqrt(np.mean(sizes**2, axis=-1)) <= hidden
    return found
