"""Jacobi's elliptic functions and Carlson's integrals of the first and third kind, in plain arithmetic for kernels.

The same source runs in CPython and compiled. `physics/maths/jacobi.py` has the same functions for arrays, and sources.
"""

from __future__ import annotations

from math import floor, sqrt

from physics.maths.power import exp
from physics.maths.trig import PI, arctan2, sincos
from physics.types import Floats

LEVELS = 16
"""Greatest number of steps of the arithmetic-geometric mean of 1 and any square root of a double above 0."""
EQUAL = 1e-8
"""Relative distance of two numbers whose arithmetic and geometric means are equal to rounding."""
CLOSE = 1e-3
"""Relative distance of the arguments of R_J at which the truncation error of its series, the sixth power, is below
rounding."""
NEAR = 1e-8
"""Argument below which sn is the argument itself, and cn and dn are 1, to rounding."""
FAR = 350.0
"""Argument beyond which the hyperbolic functions are at their limits."""


def sncndn(u: float, m1: float, w: Floats) -> tuple[float, float, float, float]:
    """Return sn(u|m), cn(u|m), dn(u|m), and the number of half periods 2K nearest to u; 0 <= m1 = 1 - m <= 1.

    w (2 LEVELS,): scratch.
    """
    if abs(u) < NEAR:
        return u, 1.0, 1.0, 0.0
    if m1 <= 0.0:
        return _hyperbolic(u)
    high, low, levels = 1.0, sqrt(m1), 0
    while True:
        w[2 * levels], w[2 * levels + 1] = high, low
        levels += 1
        if abs(high - low) <= EQUAL * high or levels == LEVELS:
            break
        high, low = 0.5 * (high + low), sqrt(high * low)
    mean = 0.5 * (high + low)
    half_periods = floor(mean * u / PI + 0.5)
    s, c = sincos(mean * u)
    if s == 0.0:
        return 0.0, c, 1.0, half_periods
    a = c / s
    c, dn = mean * a, 1.0
    for level in range(levels - 1, -1, -1):
        a *= c
        c *= dn
        dn = (w[2 * level + 1] + a) / (w[2 * level] + a)
        a = c / w[2 * level]
    sn = 1.0 / sqrt(c * c + 1.0)
    sn = -sn if s < 0.0 else sn
    return sn, c * sn, dn, half_periods


def _hyperbolic(u: float) -> tuple[float, float, float, float]:
    """Return tanh u, sech u, sech u, 0: the functions for m = 1."""
    size = abs(u)
    size = size if size < FAR else FAR
    grown = exp(size, 0.0)
    sech = 2.0 / (grown + 1.0 / grown)
    tanh = (grown - 1.0 / grown) / (grown + 1.0 / grown) if size > 0.1 else _small_tanh(size)
    return -tanh if u < 0.0 else tanh, sech, sech, 0.0


def _small_tanh(x: float) -> float:
    """Return tanh x for |x| <= 0.1, by its continued fraction."""
    z = x * x
    return x / (1.0 + z / (3.0 + z / (5.0 + z / (7.0 + z / (9.0 + z / 11.0)))))


def carlson_RF(x: float, y: float, z: float) -> float:
    """Return Carlson's R_F(x, y, z), of which at most one argument is 0."""
    while True:
        mean = (x + y + z) / 3.0
        dx, dy, dz = 1.0 - x / mean, 1.0 - y / mean, 1.0 - z / mean
        if not max(abs(dx), max(abs(dy), abs(dz))) >= CLOSE:
            break
        rx, ry, rz = sqrt(x), sqrt(y), sqrt(z)
        step = rx * ry + ry * rz + rz * rx
        x, y, z = 0.25 * (x + step), 0.25 * (y + step), 0.25 * (z + step)
    two, three = dx * dy - dz * dz, dx * dy * dz
    return (1.0 + (two / 24.0 - 0.1 - 3.0 * three / 44.0) * two + three / 14.0) / sqrt(mean)


def carlson_RJ(x: float, y: float, z: float, p: float) -> float:
    """Return Carlson's R_J(x, y, z, p), where p is not below x, y, z >= 0, of which at most one is 0."""
    total, weight = 0.0, 1.0
    while True:
        mean = (x + y + z + 2.0 * p) / 5.0
        dx, dy, dz, dp = 1.0 - x / mean, 1.0 - y / mean, 1.0 - z / mean, 1.0 - p / mean
        if not max(max(abs(dx), abs(dy)), max(abs(dz), abs(dp))) >= CLOSE:
            break
        rx, ry, rz = sqrt(x), sqrt(y), sqrt(z)
        step = rx * ry + ry * rz + rz * rx
        high = p * (rx + ry + rz) + rx * ry * rz
        apart = sqrt(abs((p - x) * (p - y) * (p - z)))
        total += weight * (arctan2(apart, high) / apart if apart > 0.0 else 1.0 / high)
        weight *= 0.25
        x, y, z, p = 0.25 * (x + step), 0.25 * (y + step), 0.25 * (z + step), 0.25 * (p + step)
    two = dx * dy + dx * dz + dy * dz - 3.0 * dp * dp
    three = dx * dy * dz + 2.0 * two * dp + 4.0 * dp * dp * dp
    four = (2.0 * dx * dy * dz + two * dp + 3.0 * dp * dp * dp) * dp
    five = dx * dy * dz * dp * dp
    series = 1.0 - 3.0 * two / 14.0 + three / 6.0 + 9.0 * two * two / 88.0 - 3.0 * four / 22.0
    series += -9.0 * two * three / 52.0 + 3.0 * five / 26.0
    return 3.0 * total + weight * series / (mean * sqrt(mean))
