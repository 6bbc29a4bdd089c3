"""Elementary functions of a number or an array whose bits are the same everywhere, for what is drawn.

Those of `math` call the C library, and those of numpy the vector units, whose last bits depend on the processor. These
are written with operations that round correctly, within a few units in the last place. A number takes 1 to 5 µs.
Where a function is not defined the result is nan.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from math import inf, isnan, nan
from math import sqrt as root
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from physics.maths import array_trig, rounded, trig
from physics.maths.array_trig import FEW, LARGE
from physics.maths.power import LN2_HIGH, LN2_LOW, LOG2_E
from physics.maths.power import exp as exp_pair
from physics.maths.power import log as log_pair
from physics.maths.power import power as quick_power

Real = TypeVar("Real", float, NDArray[Any])
"""A number or an array."""
Array = NDArray[np.float64]
FULL = 690.0
"""Size of an exponent up to which its exponential is computed quickly."""
WHOLE = 64
"""Size of a whole exponent up to which a power is a product."""
LN_10 = 2.302585092994046


def sin(x: Real) -> Real:
    """Return the sine [rad]."""
    if isinstance(x, np.ndarray):
        return array_trig.sin(x)
    return trig.unbiased_sincos(x)[0] if abs(x) <= LARGE else rounded.sin(x)


def cos(x: Real) -> Real:
    """Return the cosine [rad]."""
    if isinstance(x, np.ndarray):
        return array_trig.cos(x)
    return trig.unbiased_sincos(x)[1] if abs(x) <= LARGE else rounded.cos(x)


def sincos(x: Real) -> tuple[Real, Real]:
    """Return sine and cosine [rad], for the cost of one of them."""
    if isinstance(x, np.ndarray):
        return array_trig.sincos(x)
    return trig.unbiased_sincos(x) if abs(x) <= LARGE else rounded.sincos(x)


def tan(x: Real) -> Real:
    """Return the tangent [rad]."""
    sine, cosine = sincos(x)
    found: Real = sine / cosine
    return found


def arctan2(y: Real, x: Real) -> Real:
    """Return the angle of (x, y) in (-pi, pi] [rad]; 0 for (0, 0)."""
    if isinstance(y, np.ndarray) or isinstance(x, np.ndarray):
        return cast(Real, array_trig.arctan2(y, x))
    return nan if isnan(x) or isnan(y) else float(trig.unbiased_arctan2(y, x))


def arctan(x: Real) -> Real:
    """Return the arc tangent [rad]."""
    return cast(Real, array_trig.arctan2(x, 1.0)) if isinstance(x, np.ndarray) else arctan2(x, 1.0)


def arcsin(x: Real) -> Real:
    """Return the arc sine [rad] of numbers from -1 to 1."""
    return arctan2(x, sqrt((1.0 - x) * (1.0 + x)))


def arccos(x: Real) -> Real:
    """Return the arc cosine [rad] of numbers from -1 to 1."""
    return arctan2(sqrt((1.0 - x) * (1.0 + x)), x)


def sqrt(x: Real) -> Real:
    """Return the square root."""
    if isinstance(x, np.ndarray):
        return cast(Real, np.sqrt(x))
    return root(x) if x >= 0.0 else nan


def exp(x: Real) -> Real:
    """Return e to the power x."""
    if isinstance(x, np.ndarray):
        return cast(Real, _exp(np.asarray(x, float)) if x.size > FEW else array_trig.each(exp, x))
    return exp_pair(x, 0.0) if abs(x) <= FULL else rounded.exp(x)


def _exp(x: Array) -> Array:
    k = np.floor(np.clip(x, -2e3, 2e3) * LOG2_E + 0.5)
    with np.errstate(all="ignore"):
        r = (np.clip(x, -2e3, 2e3) - k * LN2_HIGH) - k * LN2_LOW
        value = 1.0 + r * (1.0 / 14.0)
        for n in range(13, 0, -1):
            value = 1.0 + r * value / n
        return np.asarray(np.ldexp(value, np.nan_to_num(k).astype(np.int64)))


def log(x: Real) -> Real:
    """Return the natural logarithm of numbers above 0, -inf at 0."""
    if isinstance(x, np.ndarray):
        return cast(Real, _log(np.asarray(x, float)) if x.size > FEW else array_trig.each(log, x))
    if not 1e-300 <= x <= 1e300:
        return -inf if x == 0.0 else rounded.log(x) if x > 0.0 else nan
    return sum(log_pair(x))


def _log(x: Array) -> Array:
    with np.errstate(all="ignore"):
        m, k = np.frexp(x)
        low = m < 0.7071067811865476
        m, k = np.where(low, 2.0 * m, m), np.where(low, k - 1, k)
        s = (m - 1.0) / (m + 1.0)
        z = s * s
        tail = 1.0 / 23.0 + 0.0 * z
        for n in range(21, 1, -2):
            tail = 1.0 / n + z * tail
        value = k * LN2_HIGH + (2.0 * s + (2.0 * s * z * tail + k * LN2_LOW))
        value = np.where(x > 0.0, np.where(x < inf, value, inf), np.where(x == 0.0, -inf, nan))
    return np.asarray(value)


def log10(x: Real) -> Real:
    """Return the logarithm to base 10 of numbers above 0."""
    return log(x) / LN_10


def decade(x: float) -> float:
    """Return the greatest power of ten that is not above x > 0."""
    return float(f"1e{Decimal(repr(float(x))).adjusted()}")


def log2(x: Real) -> Real:
    """Return the logarithm to base 2 of numbers above 0."""
    return log(x) / 0.6931471805599453


def power(x: Real, exponent: float) -> Real:
    """Return x to a power: a product or its inverse for a whole exponent, else of x >= 0 alone."""
    if float(exponent).is_integer() and abs(exponent) <= WHOLE:
        found = _whole(x, abs(int(exponent)))
        return found if exponent >= 0.0 else 1.0 / found
    if exponent == 0.5:
        return sqrt(x)
    if isinstance(x, np.ndarray):
        if x.size <= FEW:
            return cast(Real, array_trig.each(lambda number: power(number, exponent), x))
        return exp(exponent * log(x))
    if not 1e-300 <= x <= 1e300 or abs(exponent * log(x)) > FULL:
        return exp(exponent * log(x))
    return quick_power(x, exponent)


def _whole(x: Real, n: int) -> Real:
    """Return x to the power n >= 0, by squares."""
    found, left = 1.0 + 0.0 * x if n == 0 else x, n - 1
    while left > 0:
        if left % 2:
            found = found * x
        x, left = x * x, left // 2
    return found


square = rounded.square


def cube(x: Real) -> Real:
    """Return x³."""
    found: Real = x * x * x
    return found


def cosh(x: float) -> float:
    """Return the hyperbolic cosine."""
    grown = exp(abs(x))
    return 0.5 * (grown + 1.0 / grown)


def sinh(x: float) -> float:
    """Return the hyperbolic sine."""
    grown = exp(x)
    return tanh(x) * cosh(x) if abs(x) < 1.0 else 0.5 * (grown - 1.0 / grown)


tanh: Callable[[float], float] = rounded.tanh


def asinh(x: float) -> float:
    """Return the inverse hyperbolic sine."""
    large = root(1.0 + x * x)
    if abs(x) < 1.0:
        return rounded.atanh(x / large)
    return log(x + large) if x > 0.0 else -log(large - x)


def hypot(x: Array, y: Array) -> Array:
    """Return the lengths of (x, y), whose squares are in the range of numbers."""
    return np.asarray(np.sqrt(x * x + y * y))
