"""Gauss-Legendre quadrature, with bits that are the same everywhere: numpy takes its places from the LAPACK."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from physics.maths import array_trig

MAX_STEPS = 10
"""Newton's steps; from the usual guess four lead to rounding."""


@cache
def gauss_legendre(count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return places, increasing, and weights (count,) of the integral from -1 to 1; exact up to degree 2 count - 1.

    Source: Abramowitz and Stegun, 25.4.29.
    """
    x = array_trig.cos(np.pi * (np.arange(count // 2) + 0.75) / (count + 0.5))
    for _ in range(MAX_STEPS):
        value, slope = _legendre(count, x)
        x = x - value / slope
    _, slope = _legendre(count, x)
    weights = 2.0 / ((1.0 - x) * (1.0 + x) * slope * slope)
    middle = np.zeros(count % 2)
    of_middle = 2.0 / (_legendre(count, middle)[1] * _legendre(count, middle)[1])
    found = np.concatenate([-x, middle, x[::-1]]), np.concatenate([weights, of_middle, weights[::-1]])
    for each in found:
        each.flags.writeable = False
    return found


def _legendre(n: int, x: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return P_n and its derivative."""
    before, now = np.zeros_like(x), np.ones_like(x)
    for k in range(n):
        before, now = now, ((2.0 * k + 1.0) * x * now - k * before) / (k + 1.0)
    return now, n * (before - x * now) / ((1.0 - x) * (1.0 + x))
