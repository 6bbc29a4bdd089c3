"""Quantiles of Student's t distribution, from finite sums."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

MANY = 4000
"""Degrees of freedom above which the distribution is taken as an expansion about the normal one."""
ENOUGH = 60
"""Number of halvings and steps that surely reach rounding."""


def central(t: float, freedom: int) -> float:
    """Return the probability that a value of Student's distribution lies within ±t, for t >= 0.

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4: finite sums in the
    angle atan(t / sqrt(freedom)).
    """
    angle = math.atan(t / math.sqrt(freedom))
    square = math.cos(angle) ** 2
    term = math.cos(angle) if freedom % 2 else 1.0
    total = 0.0
    for k in range(2 + freedom % 2, freedom + 1, 2):
        total += term
        term *= square * (k - 1) / k
    if freedom % 2:
        return 2.0 / math.pi * (angle + math.sin(angle) * total)
    return math.sin(angle) * total


def density(t: float, freedom: int) -> float:
    """Return the probability density of Student's distribution at t."""
    half = 0.5 * freedom
    scale = math.lgamma(half + 0.5) - math.lgamma(half) - 0.5 * math.log(freedom * math.pi)
    return math.exp(scale - (half + 0.5) * math.log1p(t * t / freedom))


@lru_cache(maxsize=64)
def student_quantile(freedom: int, level: float) -> float:
    """Return the t within ±t of which a value of Student's distribution lies with the probability `level`.

    freedom: degrees of freedom, 1 or more. Raises ValueError for others, and for a level that is not between 0 and 1.
    """
    if freedom < 1 or not 0.0 < level < 1.0:
        raise ValueError(f"freedom = {freedom}, level = {level:g}: must be 1 or more, and between 0 and 1")
    start = expanded(NormalDist().inv_cdf(0.5 + 0.5 * level), freedom)
    if freedom > MANY:
        return start
    low, high, t = 0.0, math.inf, start
    for _ in range(ENOUGH):
        over = central(t, freedom) - level
        low, high = (low, t) if over > 0.0 else (t, high)
        following = t - over / (2.0 * density(t, freedom))
        if not low < following < high:
            following = 0.5 * (low + high) if high < math.inf else 2.0 * t
        if abs(following - t) <= 1e-15 * t:
            break
        t = following
    return t


def expanded(x: float, freedom: int) -> float:
    """Return Student's quantile from the normal one, x, by an expansion: Abramowitz and Stegun, 26.7.5."""
    s, n = x * x, freedom
    return x + x / n * (
        (s + 1.0) / 4.0
        + ((5.0 * s + 16.0) * s + 3.0) / (96.0 * n)
        + (((3.0 * s + 19.0) * s + 17.0) * s - 15.0) / (384.0 * n * n)
        + ((((79.0 * s + 776.0) * s + 1482.0) * s - 1920.0) * s - 945.0) / (92160.0 * n * n * n)
    )
