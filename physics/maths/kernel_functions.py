"""Exponential, logarithm, powers and hyperbolic tangent of any number, in plain arithmetic, for kernels.

Those of `physics/maths/power.py` are for numbers in the range of their results. Here what is too large is infinite,
what is too small is 0, and what is not defined is nan, in CPython and compiled alike.
"""

from __future__ import annotations

from math import inf, isnan, nan

from physics.maths.power import exp as exp_pair
from physics.maths.power import log as log_pair
from physics.maths.power import product

MOST = 709.0
"""Size of an exponent beyond which its exponential counts as infinite, or 0."""
SMALL = 0.6
"""Size of an argument below which the hyperbolic tangent is made of series: cosh x - sinh x/x and cosh x."""


def exponential(x: float) -> float:
    """Return e to the power x, within 0.53 units in the last place; inf above 709, 0 below -709."""
    return _exponential(x, 0.0)


def _exponential(x: float, low: float) -> float:
    found = exp_pair(min(MOST, max(-MOST, x)), low)  # of nan the first of two: a number, for which it is computed
    found = inf if x > MOST else found
    found = 0.0 if x < -MOST else found
    return nan if isnan(x) else found


def logarithm(x: float) -> float:
    """Return the natural logarithm, within 0.5 units in the last place; -inf of 0, nan of negative numbers."""
    high, low = log_pair(x if (x > 0.0) & (x < inf) else 1.0)
    found = high + low if (x > 0.0) & (x < inf) else nan
    found = -inf if x == 0.0 else found
    return inf if x == inf else found


def raised(x: float, exponent: float) -> float:
    """Return x >= 0 to a power, within 0.55 units in the last place; nan of negative numbers, 1 for the power 0."""
    inside = (x > 0.0) & (x < inf)
    high, low = log_pair(x if inside else 1.0)
    top, rest = product(exponent, high)
    found = _exponential(top, rest + exponent * low)
    edge = 0.0 if (exponent > 0.0) == (x == 0.0) else inf
    found = found if inside else edge
    found = nan if (x < 0.0) | isnan(x) | isnan(exponent) else found
    return 1.0 if exponent == 0.0 else found


def hyperbolic_tangent(x: float) -> float:
    """Return the hyperbolic tangent, within 1.5 units in the last place."""
    small = min(SMALL, abs(x))
    z = small * small
    less = z * (1.0 / 3.0 + z * (1.0 / 30.0 + z * (1.0 / 840.0 + z * (1.0 / 45360.0 + z * (
        1.0 / 3991680.0 + z * (1.0 / 518918400.0 + z / 93405312000.0))))))  # fmt: skip
    cosine = 1.0 + z * (0.5 + z * (1.0 / 24.0 + z * (1.0 / 720.0 + z * (1.0 / 40320.0 + z * (
        1.0 / 3628800.0 + z * (1.0 / 479001600.0 + z / 87178291200.0))))))  # fmt: skip
    large = 1.0 - 2.0 / (exponential(2.0 * abs(x)) + 1.0)
    found = x - x * (less / cosine) if abs(x) < SMALL else large
    return -found if x <= -SMALL else found
