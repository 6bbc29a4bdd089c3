"""Elementary functions whose bits are the same everywhere, within 0.5001 units in the last place.

The C library rounds its last bit as the version and the processor (with or without fused multiplication) make it, so
that none of its functions but `sqrt`, `hypot` and `fsum` of Python's `math` stands between a file and a start. These
compute in whole numbers, scaled by 2¹²⁸; Python divides them with correct rounding. They take about 10 µs: for numbers
computed once. Kernels have `physics/maths/trig.py` and `physics/maths/power.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import copysign, frexp, fsum, inf, isinf, isnan, isqrt, ldexp, nan, pi, sqrt
from typing import Any, TypeVar

from numpy.typing import NDArray

from physics.maths import trig
from physics.maths.power import log as log_pair
from physics.maths.power import product as exact_product

Real = TypeVar("Real", float, NDArray[Any])
"""A number or an array."""
BITS = 128
ONE = 1 << BITS
TINY = 2.0**-40
"""Below this size a sine, a tangent and their inverses are their arguments, to half a unit in the last place."""


@cache
def _pi(bits: int) -> int:
    """Return pi 2^bits, to a few units (Machin 1706: 16 atan 1/5 - 4 atan 1/239)."""
    scale = 1 << (bits + 16)

    def inverse_tangent(n: int) -> int:
        power, total, k = scale // n, scale // n, 1
        while power:
            power //= -n * n
            k += 2
            total += power // k
        return total

    return (16 * inverse_tangent(5) - 4 * inverse_tangent(239)) >> 16


@cache
def _log_2() -> int:
    """Return ln 2 of the scale: 2 artanh 1/3."""
    total, part, k = 0, (ONE << 17) // 3, 1
    while part:
        total += part // k
        part //= 9
        k += 2
    return total >> 16


def _scaled(x: float) -> int:
    """Return x of the scale; exact from 2⁻⁷⁵ on."""
    top, bottom = x.as_integer_ratio()
    return (top << BITS) // bottom


def _value(x: int, scale: int = ONE) -> float:
    return x / scale


def _sincos(x: int) -> tuple[int, int]:
    """Return sine and cosine of a number from -1 to 1, of the scale."""
    square = (x * x) >> BITS
    sine = term = x
    k = 1
    while term > 1 or term < -1:
        term = -((term * square) >> BITS) // ((k + 1) * (k + 2))
        sine += term
        k += 2
    cosine = term = ONE
    k = 0
    while term > 1 or term < -1:
        term = -((term * square) >> BITS) // ((k + 1) * (k + 2))
        cosine += term
        k += 2
    return sine, cosine


def _quadrant(x: float) -> tuple[int, int]:
    """Return how many right angles an angle has, and the rest, of the scale, within half a right angle."""
    top, bottom = x.as_integer_ratio()
    more = max(frexp(x)[1], 0) // 64 * 64 + 64
    whole = (top << (BITS + more)) // bottom
    right = _pi(BITS + more) >> 1
    turns = (2 * whole + right) // (2 * right)
    return turns, (whole - turns * right) >> more


def sincos(x: float) -> tuple[float, float]:
    """Return sine and cosine of x [rad]; nan where it is not finite."""
    if not abs(x) < inf:
        return nan, nan
    if abs(x) < TINY:
        return x, 1.0
    turns, rest = _quadrant(x)
    sine, cosine = _sincos(rest)
    match turns % 4:
        case 0:
            return _value(sine), _value(cosine)
        case 1:
            return _value(cosine), -_value(sine)
        case 2:
            return -_value(sine), -_value(cosine)
    return -_value(cosine), _value(sine)


def sin(x: float) -> float:
    """Return the sine of x [rad]; nan where it is not finite."""
    return sincos(x)[0]


def cos(x: float) -> float:
    """Return the cosine of x [rad]; nan where it is not finite."""
    return sincos(x)[1]


def _angle(y: int, x: int, near: float) -> float:
    """Return the angle of (x, y), whole numbers of one scale, that is `near` to the last few bits."""
    turns, rest = _quadrant(near)
    sine, cosine = _sincos(rest)
    match turns % 4:
        case 1:
            sine, cosine = cosine, -sine
        case 2:
            sine, cosine = -sine, -cosine
        case 3:
            sine, cosine = -cosine, sine
    return _value(_scaled(near) + ((y * cosine - x * sine) << BITS) // (x * cosine + y * sine))


def atan2(y: float, x: float) -> float:
    """Return the angle of (x, y) from -pi to pi [rad], with the signs of zeros as in `math.atan2`."""
    if isnan(x) or isnan(y):
        return nan
    if y == 0.0:
        return copysign(0.0 if copysign(1.0, x) > 0.0 else pi, y)
    if x == 0.0 or (isinf(y) and not isinf(x)):
        return copysign(0.5 * pi, y)
    if isinf(x) or isinf(y):
        quarter = 0.25 * pi if isinf(y) else 0.0
        return copysign(quarter if x > 0.0 else pi - quarter, y)
    shift = max(frexp(x)[1], frexp(y)[1])
    x, y = ldexp(x, -shift), ldexp(y, -shift)  # the larger is from ½ to 1
    if x > 0.0 and abs(y) < TINY * x:
        return y / x
    return _angle(_scaled(y), _scaled(x), trig.unbiased_arctan2(y, x))


def atan(x: float) -> float:
    """Return the arc tangent of x, from -pi/2 to pi/2 [rad]."""
    return atan2(x, 1.0)


def asin(x: float) -> float:
    """Return the arc sine of x [rad]. Raises ValueError outside -1 to 1."""
    if not abs(x) <= 1.0:
        raise ValueError(f"arc sine of {x}")
    if abs(x) < TINY:
        return x
    along = _scaled(x)
    across = isqrt((ONE - along) * (ONE + along))
    return _angle(along, across, trig.unbiased_arctan2(x, sqrt((1.0 - x) * (1.0 + x))))


def acos(x: float) -> float:
    """Return the arc cosine of x, from 0 to pi [rad]. Raises ValueError outside -1 to 1."""
    if not abs(x) <= 1.0:
        raise ValueError(f"arc cosine of {x}")
    if x == 1.0:
        return 0.0
    along = _scaled(x)
    across = isqrt((ONE - along) * (ONE + along))
    return _angle(across, along, trig.unbiased_arctan2(sqrt((1.0 - x) * (1.0 + x)), x))


def exp(x: float) -> float:
    """Return e to the power x; 0 and inf beyond the range of numbers."""
    if not abs(x) < 800.0:
        return x if isnan(x) else inf if x > 0.0 else 0.0
    powers, scaled = _exp(x)
    try:
        return ldexp(_value(scaled), powers)
    except OverflowError:
        return inf


def _exp(x: float) -> tuple[int, int]:
    """Return k and f, of the scale, of e to the power x = 2ᵏ f, f about 0.7 to 1.5."""
    return _exp_of(_scaled(x))


def _exp_of(whole: int) -> tuple[int, int]:
    """Return the same for x of the scale."""
    powers = (2 * whole + _log_2()) // (2 * _log_2())
    rest = whole - powers * _log_2()
    total = term = ONE
    k = 1
    while term > 1 or term < -1:
        term = ((term * rest) >> BITS) // k
        total += term
        k += 1
    return powers, total


def log(x: float) -> float:
    """Return the natural logarithm of x > 0. Raises ValueError for others."""
    if not x > 0.0:
        raise ValueError(f"logarithm of {x}")
    if isinf(x):
        return inf
    mantissa, shift = frexp(x)
    if mantissa < 0.71:
        mantissa, shift = 2.0 * mantissa, shift - 1
    return _value(_log(mantissa) + shift * _log_2())


def _log(x: float) -> int:
    """Return the natural logarithm, of the scale, of a number from ½ to 2."""
    return _log_of(_scaled(x), x)


def _log_of(whole: int, x: float) -> int:
    """Return the same of a whole number of the scale that is about x."""
    near = sum(log_pair(x))
    powers, inverse = _exp(-near)
    apart = (whole * inverse << powers >> BITS if powers >= 0 else whole * inverse >> BITS - powers) - ONE
    return _scaled(near) + apart - ((apart * apart) >> (BITS + 1))


def tanh(x: float) -> float:
    """Return the hyperbolic tangent of x."""
    if not abs(x) < 20.0:
        return x if isnan(x) else copysign(1.0, x)
    if abs(x) < TINY:
        return x
    powers, scaled = _exp(2.0 * abs(x))
    whole = scaled << powers if powers >= 0 else scaled >> -powers
    return copysign((whole - ONE) / (whole + ONE), x)


def cosh(x: float) -> float:
    """Return the hyperbolic cosine of x, below 1e300."""
    powers, scaled = _exp(abs(x))
    whole = scaled << max(powers, 0) >> max(-powers, 0)
    return _value(whole + ONE * ONE // whole, 2 * ONE)


def atanh(x: float) -> float:
    """Return the inverse hyperbolic tangent of x, between -1 and 1. Raises ValueError for others."""
    if not abs(x) < 1.0:
        raise ValueError(f"inverse hyperbolic tangent of {x}")
    if abs(x) < TINY:
        return x
    top, bottom = ONE + _scaled(x), ONE - _scaled(x)
    ratio, shift = top / bottom, 0
    while ratio > 1.4:
        ratio, bottom, shift = 0.5 * ratio, 2 * bottom, shift + 1
    while ratio < 0.7:
        ratio, top, shift = 2.0 * ratio, 2 * top, shift - 1
    return _value((_log_of((top << BITS) // bottom, ratio) + shift * _log_2()) >> 1)


def cbrt(x: float) -> float:
    """Return the cube root of x."""
    if x == 0.0 or not abs(x) < inf:
        return x
    mantissa, shift = frexp(abs(x))
    more = -shift % 3
    whole = _scaled(ldexp(mantissa, -more)) << (2 * BITS)
    root = ONE  # not below the root: Newton's method comes down to it
    while True:
        lower = (2 * root + whole // (root * root)) // 3
        if lower >= root:
            return copysign(ldexp(_value(root), (shift + more) // 3), x)
        root = lower


def square(x: Real) -> Real:
    """Return x², rounded once, of a number or an array: `x**2` calls the C library for a number."""
    return x * x  # type: ignore[no-any-return]


def whole_power(x: float, n: int) -> float:
    """Return x to the power of a whole number n >= 0, rounded once; raises OverflowError beyond the range."""
    if not abs(x) < inf:
        return x if isnan(x) or n % 2 else inf
    top, bottom = x.as_integer_ratio()
    return copysign(float(abs(top) ** n / bottom**n), x if n % 2 else 1.0)


def power(x: float, exponent: float) -> float:
    """Return x > 0 to the power of any exponent. Raises ValueError for other x."""
    if not x > 0.0 or isinf(x) or not abs(exponent) < inf:
        raise ValueError(f"{x} to the power {exponent}")
    mantissa, shift = frexp(x)
    logarithm = _log(mantissa) + shift * _log_2()
    top, bottom = exponent.as_integer_ratio()
    whole = logarithm * top // bottom
    if abs(whole) > 800 * ONE:
        return 0.0 if whole < 0 else inf
    powers, scaled = _exp_of(whole)
    return ldexp(_value(scaled), powers)


def fused(a: float, b: float, c: float) -> float:
    """Return a b + c, rounded once. Raises OverflowError or ValueError where one is not finite."""
    return float(Fraction(a) * Fraction(b) + Fraction(c))


def exact_dot(a: Iterable[float], b: Iterable[float]) -> float:
    """Return the inner product of two vectors of the same length, rounded once."""
    return fsum(part for x, y in zip(a, b, strict=True) for part in exact_product(x, y))
