"""Readings of a free body: how far it turns about L in a period of its polhode, and when it flips next.

With the principal moments A, B, C of `physics/tops/poinsot.py`, of which the polhode encloses C, omega is back after
T = 4K/p, and the body has turned about L by

    Delta = L T / C + L (2E - L²/C) / (L² - C² c²) (4/p) Pi(n|m) = L T / A - k I(T),

the second as in `physics/tops/exact_rotation.py`. Montgomery's phase: the part of it that is not 2ET/L is the solid
angle Lambda that L/|L| goes round in the body, Delta = 2ET/L - Lambda modulo 2 pi (R. Montgomery, Am. J. Phys. 59,
1991, 394). Lambda is positive where C is the largest moment: L goes counterclockwise there, seen from outside.
"""

from __future__ import annotations

import math
from math import sqrt

from physics.maths.elliptic import carlson_RF, carlson_RJ
from physics.maths.trig import PI
from physics.types import Floats

PERIOD, HALF, TURN, SOLID, NEXT_FLIP, SIZE = range(6)
"""Indices of what `write_polhode_values` writes: the period T [s], T/2, Delta and Lambda [rad], the time until omega
about the intermediate axis changes its sign [s]."""


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
