"""Jacobi's elliptic functions sn, cn, dn, the quarter period K, and their inverse.

The parameter is m = k². Its complement m1 = 1 - m may be given too: near the separatrix, m1 -> 0, it holds digits that
1 - m has lost. Sources: Abramowitz and Stegun 17.6 (the arithmetic-geometric mean); Bulirsch, Numerische
Mathematik 7 (1965), 78; Carlson, Numerical Algorithms 10 (1995), 13. Errors are some units in the last place of 1.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from physics.maths import array_trig, rounded
from physics.maths.rounded import square, whole_power

Array = NDArray[np.float64]

CLOSE = 1e-3
"""Relative distance of R_F's arguments at which the truncation error of its series, the sixth power, is below rounding.
"""
EQUAL = 1e-8
"""Relative distance of two numbers whose arithmetic and geometric means are equal to rounding."""


def _means(m1: float) -> list[tuple[float, float]]:
    """Return the pairs (a, b) of the arithmetic-geometric mean of 1 and sqrt(m1) until they are equal."""
    pairs = [(1.0, math.sqrt(m1))]
    while abs(pairs[-1][0] - pairs[-1][1]) > EQUAL * pairs[-1][0]:
        a, b = pairs[-1]
        pairs.append((0.5 * (a + b), math.sqrt(a * b)))
    return pairs


def complete_K(m: float, m1: float | None = None) -> float:
    """Return the quarter period K(m), 0 <= m <= 1; infinite for m = 1."""
    m1 = 1.0 - m if m1 is None else m1
    return math.pi / sum(_means(m1)[-1]) if m1 > 0.0 else math.inf


def sncndn(u: ArrayLike, m: float, m1: float | None = None) -> tuple[Array, Array, Array]:
    """Return sn(u|m), cn(u|m), dn(u|m) for real u of any shape and 0 <= m <= 1.

    They are computed by Gauss transformations of cn/sn (Bulirsch), which stay well conditioned as m -> 1.
    """
    u = np.asarray(u, float)
    m1 = 1.0 - m if m1 is None else m1
    if m1 <= 0.0:
        sech = 1.0 / array_trig.cosh(np.clip(u, -700.0, 700.0))
        return array_trig.tanh(u), sech, sech.copy()
    pairs = _means(m1)
    mean = 0.5 * sum(pairs[-1])
    phi = np.fmod(mean * u, 2.0 * math.pi)  # keeps the digits of small arguments of either sign
    sine, cosine = array_trig.sincos(phi)
    somewhere = sine != 0.0
    a = cosine / np.where(somewhere, sine, 1.0)
    c, dn = mean * a, np.ones_like(a)
    for high, low in reversed(pairs):
        a = a * c
        c = c * dn
        dn = (low + a) / (high + a)
        a = c / high
    sn = np.copysign(1.0 / np.sqrt(c * c + 1.0), sine)
    return np.where(somewhere, sn, 0.0), np.where(somewhere, c * sn, cosine), np.where(somewhere, dn, 1.0)


def argument(sn: float, cn: float, m: float, m1: float | None = None) -> float:
    """Return the u from -2K to 2K with these sn and cn, sn² + cn² = 1: F(am | m); infinite for sn = 1 and m = 1."""
    m1 = 1.0 - m if m1 is None else m1
    y = cn * cn + m1 * sn * sn
    if y == 0.0:
        return math.copysign(math.inf, sn)
    u = sn * carlson_RF(cn * cn, y, 1.0)
    return u if cn >= 0.0 else math.copysign(2.0 * complete_K(m, m1), sn) - u


def carlson_RF(x: float, y: float, z: float) -> float:
    """Return Carlson's integral of the first kind, ½ ∫ dt / sqrt((t + x)(t + y)(t + z)) from 0 to infinity.

    x, y, z >= 0, at most one of them 0.
    """
    while True:
        mean = (x + y + z) / 3.0
        dx, dy, dz = 1.0 - x / mean, 1.0 - y / mean, 1.0 - z / mean
        if max(abs(dx), abs(dy), abs(dz)) < CLOSE:
            break
        rx, ry, rz = math.sqrt(x), math.sqrt(y), math.sqrt(z)
        step = rx * ry + ry * rz + rz * rx
        x, y, z = 0.25 * (x + step), 0.25 * (y + step), 0.25 * (z + step)
    two, three = dx * dy - dz * dz, dx * dy * dz
    return (1.0 - two / 10.0 + three / 14.0 + two * two / 24.0 - 3.0 * two * three / 44.0) / math.sqrt(mean)


def carlson_RC(x: float, y: float) -> float:
    """Return Carlson's degenerate integral R_F(x, y, y), x >= 0, y > 0."""
    apart = y - x
    if apart == 0.0:
        return 1.0 / math.sqrt(x)
    if apart > 0.0:
        return rounded.atan2(math.sqrt(apart), math.sqrt(x)) / math.sqrt(apart)
    root = math.sqrt(-apart)
    if 2.0 * y > x:
        return rounded.atanh(root / math.sqrt(x)) / root
    return rounded.log((math.sqrt(x) + root) / math.sqrt(y)) / root


def carlson_RJ(x: float, y: float, z: float, p: float) -> float:
    """Return Carlson's integral of the third kind, 3/2 ∫ dt / ((t + p) sqrt((t + x)(t + y)(t + z))), 0 to infinity.

    x, y, z >= 0, at most one of them 0; p > 0. Carlson, Numerische Mathematik 33 (1979), 1, algorithm 4.
    """
    total, weight = 0.0, 1.0
    while True:
        mean = (x + y + z + 2.0 * p) / 5.0
        dx, dy, dz, dp = 1.0 - x / mean, 1.0 - y / mean, 1.0 - z / mean, 1.0 - p / mean
        if max(abs(dx), abs(dy), abs(dz), abs(dp)) < CLOSE:
            break
        rx, ry, rz = math.sqrt(x), math.sqrt(y), math.sqrt(z)
        step = rx * ry + ry * rz + rz * rx
        high = p * (rx + ry + rz) + rx * ry * rz
        total += weight * carlson_RC(high * high, p * square(p + step))
        weight *= 0.25
        x, y, z, p = 0.25 * (x + step), 0.25 * (y + step), 0.25 * (z + step), 0.25 * (p + step)
    two = dx * dy + dx * dz + dy * dz - 3.0 * dp * dp
    three = dx * dy * dz + 2.0 * two * dp + 4.0 * whole_power(dp, 3)
    four = (2.0 * dx * dy * dz + two * dp + 3.0 * whole_power(dp, 3)) * dp
    five = dx * dy * dz * dp * dp
    series = 1.0 - 3.0 * two / 14.0 + three / 6.0 + 9.0 * two * two / 88.0 - 3.0 * four / 22.0
    series += -9.0 * two * three / 52.0 + 3.0 * five / 26.0
    return 3.0 * total + weight * series / (mean * math.sqrt(mean))
