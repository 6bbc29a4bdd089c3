"""Powers with any exponent, in plain arithmetic.

The same source runs in CPython and compiled, without a call of the C library, whose `pow` rounds differently from one
library to the next.
"""

from __future__ import annotations

from math import floor

Pair = tuple[float, float]

SCALES = (
    (2.0**512, 2.0**-512, 512.0), (2.0**256, 2.0**-256, 256.0), (2.0**128, 2.0**-128, 128.0),
    (2.0**64, 2.0**-64, 64.0), (2.0**32, 2.0**-32, 32.0), (2.0**16, 2.0**-16, 16.0), (2.0**8, 2.0**-8, 8.0),
    (2.0**4, 2.0**-4, 4.0), (2.0**2, 2.0**-2, 2.0), (2.0, 0.5, 1.0),
)  # fmt: skip
"""Powers of two, their inverses, and exponents."""
ROOT_2 = 1.4142135623730951
SPLITTER = 134217729.0
"""2²⁷ + 1, which splits a double into two halves of 26 bits (Dekker 1971)."""
LOG2_E = 1.4426950408889634
# ln 2 in two parts, as published with fdlibm (e_exp): an exponent times the first is exact.
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
TWO_THIRDS, TWO_THIRDS_LOW = 0.6666666666666666, 3.700743415417188e-17


def power(x: float, exponent: float) -> float:
    """Return x to the power of an exponent, within 0.55 units in the last place, as exp(exponent log x).

    x and the result are between 1e-300 and 1e300. In CPython an infinite or undefined x raises OverflowError or
    ValueError (from `floor`).
    """
    high, low = log(x)
    top, rest = product(exponent, high)
    return exp(top, rest + exponent * low)


def log(x: float) -> Pair:
    """Return the natural logarithm of x > 0 as a sum of two doubles, with an error below 2⁻⁶³ of it.

    With s = (m - 1)/(m + 1) of the fraction m of x: log m = 2 s + 2/3 s³ + 2/5 s⁵ + ...
    """
    m, k = x, 0.0
    for large, small, bits in SCALES:
        if m >= large:
            m, k = m * small, k + bits
        if m < 2.0 * small:
            m, k = m * large, k - bits
    if m > ROOT_2:
        m, k = 0.5 * m, k + 1.0
    f, d = m - 1.0, m + 1.0
    s = f / d
    whole, error = product(s, d)
    s_low = ((f - whole) - error - s * (m - (d - 1.0))) / d
    z, z_low = product(s, s)
    z_low += 2.0 * s * s_low
    tail = z * (1.0 / 2.5 + z * (1.0 / 3.5 + z * (1.0 / 4.5 + z * (1.0 / 5.5 + z * (1.0 / 6.5 + z * (
        1.0 / 7.5 + z * (1.0 / 8.5 + z * (1.0 / 9.5 + z * (1.0 / 10.5 + z / 11.5)))))))))  # fmt: skip
    c, c_low = total(TWO_THIRDS, tail)
    c_low += TWO_THIRDS_LOW
    cube, cube_low = product(z, c)
    cube_low += z * c_low + z_low * c
    cubic, cubic_low = product(s, cube)
    cubic_low += s * cube_low + s_low * cube
    high, low = total(2.0 * s, cubic)
    low += 2.0 * s_low + cubic_low
    high, more = total(k * LN2_HIGH, high)
    return total(high, more + low + k * LN2_LOW)


def exp(x: float, low: float) -> float:
    """Return the exponential of x + low, a small part of x, for results between 1e-300 and 1e300."""
    k = floor(x * LOG2_E + 0.5)
    r, error = total(x - k * LN2_HIGH, -k * LN2_LOW)
    r, low = total(r, error + low)
    rr = r * r
    odd = 1.0 / 6.0 + rr * (1.0 / 120.0 + rr * (1.0 / 5040.0 + rr * (1.0 / 362880.0 + rr * (
        1.0 / 39916800.0 + rr / 6227020800.0))))  # fmt: skip
    even = 1.0 / 24.0 + rr * (1.0 / 720.0 + rr * (1.0 / 40320.0 + rr * (1.0 / 3628800.0 + rr / 479001600.0)))
    square, square_low = product(r, r)
    half = 0.5 * square
    one, first = total(1.0, r)
    one, second = total(one, half)
    value = one + (first + second + (low + 0.5 * square_low + r * low + rr * (r * odd + rr * even)))
    left = float(abs(k))
    for large, small, bits in SCALES:
        if left >= bits:
            value, left = value * (large if k > 0.0 else small), left - bits
    return value


def total(a: float, b: float) -> Pair:
    """Return a + b as a rounded sum and its error, exactly (Knuth)."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def product(a: float, b: float) -> Pair:
    """Return a b as a rounded product and its error, exactly below 1e300 (Dekker 1971)."""
    x = a * b
    high = SPLITTER * a
    a1 = high - (high - a)
    a2 = a - a1
    high = SPLITTER * b
    b1 = high - (high - b)
    b2 = b - b1
    return x, ((a1 * b1 - x) + a1 * b2 + a2 * b1) + a2 * b2
