"""Sine and cosine together, in plain arithmetic.

One source serves CPython and, compiled, every other path: there is no branch and no call of the C
library, so the bits are the same everywhere and a loop over many copies can be vectorised.
"""

from __future__ import annotations

from math import floor

TWO_OVER_PI = 0.6366197723675814

# pi/2 in three parts (Cody and Waite): k times the first is exact for |k| < 2**20.
PI_2_HIGH = 1.5707963267341256e00
PI_2_MIDDLE = 6.077100506303966e-11
PI_2_LOW = 2.0222662487959506e-21

# Minimax polynomials on [-pi/4, pi/4], coefficients as published with fdlibm (k_sin, k_cos).
S1, S2, S3 = -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04
S4, S5, S6 = 2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10
C1, C2, C3 = 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05
C4, C5, C6 = -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11


def sincos(x: float) -> tuple[float, float]:
    """Sine and cosine of x [rad], within 2.5 units in the last place for |x| <= 1e6.

    In CPython an infinite or undefined x raises OverflowError or ValueError (from `floor`).
    """
    k = floor(x * TWO_OVER_PI + 0.5)
    r = ((x - k * PI_2_HIGH) - k * PI_2_MIDDLE) - k * PI_2_LOW
    z = r * r
    s = r + r * z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)))))
    c = 1.0 - (0.5 * z - z * z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6))))))
    quadrant = k - 4.0 * floor(k * 0.25)
    odd = (quadrant == 1.0) | (quadrant == 3.0)
    sine = c if odd else s
    cosine = s if odd else c
    return (
        -sine if quadrant >= 2.0 else sine,
        -cosine if (quadrant == 1.0) | (quadrant == 2.0) else cosine,
    )
