"""Readings of a free body: how far it turns about L in a period of its polhode, when it flips next, and its twist.

With the principal moments A, B, C of `physics/free/poinsot.py`, of which the polhode encloses C, omega is back after
T = 4K/p, and the body has turned about L by

    Delta = L T / C + L (2E - L²/C) / (L² - C² c²) (4/p) Pi(n|m) = L T / A - k I(T),

the second as in `physics/free/exact_rotation.py`. Montgomery's phase: the part of it that is not 2ET/L is the solid
angle Lambda that L/|L| goes round in the body, Delta = 2ET/L - Lambda modulo 2 pi (R. Montgomery, Am. J. Phys. 59,
1991, 394). Lambda is positive where C is the largest moment: L goes counterclockwise there, seen from outside.

The twist of a thrown racket is how far the body turns about its handle while that goes once round L in a flip. The
handle is the axis of the least principal moment A; psi is its turn about L and phi that of the body about it, as Euler
angles have them: psi' = L/A + L (2E - L²/A) / (L² - A² omega_A²). With the polhode above and chi the amplitude of its
elliptic functions, 0 in the middle of a flip, where the angular velocity about the middle axis, omega_B = b sin chi,
is 0,

    psi = L/p (F(chi|m) / C + (C - A)/(A C) (F(chi|m) - Pi(chi; -N|m))),    tan phi = B omega_B / (C omega_C)

where N = A (2EC - L²) / (C (L² - 2EA)), times m where the polhode encloses A. The twist is what phi gains while psi
goes from -pi to pi: nearly pi for a racket that is thrown about its middle axis, and the difference is its twist defect
(Van Damme, Mardešić, Sugny, Physica D 338, 2017, 17: "The tennis racket effect in a three-dimensional rigid body").
"""

from __future__ import annotations

import math
from math import floor, sqrt

from physics.maths.elliptic import carlson_RF, carlson_RJ
from physics.maths.trig import PI, arctan2, sincos
from physics.types import Floats

PERIOD, HALF, TURN, SOLID, NEXT_FLIP, SIZE = range(6)
"""Indices of what `write_polhode_values` writes: the period T [s], T/2, Delta and Lambda [rad], the time until omega
about the intermediate axis changes its sign [s]."""
MOST = 80
"""Greatest number of iterations; each follows the slope, or halves the bracket."""
CLOSE = 1e-15
"""Last change of chi [rad], after which none follows."""


def write_polhode_values(A: float, B: float, C: float, o_A: float, o_B: float, o_C: float, out: Floats) -> None:
    """Write the readings, from principal moments, ascending, and omega along their axes, a right-handed system.

    On the separatrix the period is infinite, the turn and the solid angle are nan, and the time to the next flip is
    infinite after the last one. Where omega is constant all are 0.
    """
    sign = 1.0
    if C * (C - B) * o_C * o_C - A * (B - A) * o_A * o_A < 0.0:
        A, C, o_A, o_C, sign = C, A, o_C, -o_A, -1.0
    x = A * (C - A) * o_A * o_A + B * (C - B) * o_B * o_B  # 2 E C - L²
    y = B * (B - A) * o_B * o_B + C * (C - A) * o_C * o_C  # L² - 2 E A
    p = sqrt(abs(y * (C - B)) / (A * B * C))
    axes = (1 if o_A != 0.0 else 0) + (1 if o_B != 0.0 else 0) + (1 if o_C != 0.0 else 0)
    for i in range(SIZE):
        out[i] = 0.0
    if p == 0.0 or x == 0.0 or axes < 2:
        return
    m1 = abs((C - A) * (C * (C - B) * o_C * o_C - A * (B - A) * o_A * o_A) / ((C - B) * y))
    m1 = m1 if m1 < 1.0 else 1.0
    L = sqrt(A * A * o_A * o_A + B * B * o_B * o_B + C * C * o_C * o_C)
    quarter = carlson_RF(0.0, m1, 1.0) if m1 > 0.0 else math.inf
    out[PERIOD], out[HALF] = 4.0 * quarter / p, 2.0 * quarter / p
    # sn² u and cn² u from omega, which need not add up to 1 to the last bit
    s, c = B * (C - B) * o_B * o_B, A * (C - A) * o_A * o_A
    s, c = s / (s + c), c / (s + c)
    passed = sqrt(s) * carlson_RF(c, c + m1 * s, 1.0) if c + m1 * s > 0.0 else math.inf
    # omega_B² falls where B omega_B omega_B' = (C - A) omega_A omega_B omega_C is negative
    closing = (C - A) * o_A * o_B * o_C < 0.0
    out[NEXT_FLIP] = passed / p if closing else 2.0 * quarter / p - passed / p if quarter < math.inf else math.inf
    if quarter == math.inf:
        out[TURN] = out[SOLID] = math.nan
        return
    N, k = C * (B - A) / (A * (C - B)), L * (C - A) / (A * C)
    turn = L * out[PERIOD] / A - k * N * 4.0 * carlson_RJ(0.0, m1, 1.0, 1.0 + N) / (3.0 * p)
    energy = A * o_A * o_A + B * o_B * o_B + C * o_C * o_C
    out[TURN], out[SOLID] = turn, energy * out[PERIOD] / L - turn + sign * 2.0 * PI


def twist(A: float, B: float, C: float, o_A: float, o_B: float, o_C: float) -> float:
    """Return the turn about the handle [rad] in the turn of the handle about L that has a flip in its middle.

    A, B, C: principal moments, ascending; o_A, o_B, o_C: angular velocities about their axes, at any time. 0 for a
    rotation about a principal axis, nan on the separatrix and where two moments are equal.
    """
    axes = (1 if o_A != 0.0 else 0) + (1 if o_B != 0.0 else 0) + (1 if o_C != 0.0 else 0)
    if axes < 2:
        return 0.0
    if not A < B < C:
        return math.nan
    x = A * (C - A) * o_A * o_A + B * (C - B) * o_B * o_B  # 2 E C - L²
    y = B * (B - A) * o_B * o_B + C * (C - A) * o_C * o_C  # L² - 2 E A
    side = A * (B - A) * o_A * o_A - C * (C - B) * o_C * o_C  # 2 E B - L², above 0 where the polhode encloses A
    fast = x * (B - A) if side > 0.0 else y * (C - B)
    m1 = abs((C - A) * side / fast)
    if not m1 > 0.0:
        return math.nan
    m1 = m1 if m1 < 1.0 else 1.0
    N = A * x / (C * y) * (1.0 - m1 if side > 0.0 else 1.0)
    L = sqrt(A * A * o_A * o_A + B * B * o_B * o_B + C * C * o_C * o_C)
    speed = L / sqrt(fast / (A * B * C))
    by_F, by_Pi = speed / C, speed * (C - A) / (A * C)
    half = 2.0 * _turn(1.0, 0.0, m1, N, by_F, by_Pi)
    halves = floor(PI / half + 0.5)
    target = PI - halves * half
    low, high, chi = -0.5 * PI, 0.5 * PI, PI * target / half
    for _ in range(MOST):
        s, c = sincos(chi)
        lack = target - _turn(s, c, m1, N, by_F, by_Pi)
        if lack > 0.0:
            low = chi
        else:
            high = chi
        slope = (speed / A - by_Pi / (1.0 + N * s * s)) / sqrt(c * c + m1 * s * s)
        following = chi + lack / slope
        if not low < following < high:
            following = 0.5 * (low + high)
        moved, chi = abs(following - chi), following
        if moved <= CLOSE:
            break
    s, c = sincos(chi)
    # the greatest momenta about the axes B and C
    most_B, most_C = sqrt(B * (y / (B - A) if side > 0.0 else x / (C - B))), sqrt(C * y / (C - A))
    if side > 0.0:  # phi grows by pi in half a period
        return 2.0 * abs(PI * halves + arctan2(most_B * s, most_C * c))
    return 2.0 * abs(arctan2(most_B * s, most_C * sqrt(c * c + m1 * s * s)))


def _turn(s: float, c: float, m1: float, N: float, by_F: float, by_Pi: float) -> float:
    """Return psi at an amplitude from -90° to 90°, by its sine and cosine."""
    square, dn = s * s, c * c + m1 * s * s
    by_Pi *= N * square / 3.0
    return s * (by_F * carlson_RF(c * c, dn, 1.0) + by_Pi * carlson_RJ(c * c, dn, 1.0, 1.0 + N * square))
