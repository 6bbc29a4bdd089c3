"""Sine and cosine together, and the angle of a vector, in plain arithmetic.

The same source runs in CPython and compiled. There is no branch and no call of the C library, so the bits are the same
everywhere and a loop over many copies can be vectorised.
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

# The arc tangent's polynomial on [-7/16, 7/16], coefficients as published with fdlibm (s_atan).
A1, A2, A3 = 3.33333333333329318027e-01, -1.99999999998764832476e-01, 1.42857142725034663711e-01
A4, A5, A6 = -1.11111104054623557880e-01, 9.09088713343650656196e-02, -7.69187620504482999495e-02
A7, A8, A9 = 6.66107313738753120669e-02, -5.83357013379057348645e-02, 4.97687799461593236017e-02
A10, A11 = -3.65315727442169155270e-02, 1.62858201153657823623e-02

TAN_PI_8 = 0.41421356237309503
PI, PI_LOW = 3.141592653589793, 1.2246467991473532e-16
THREE_QUARTERS, THREE_QUARTERS_LOW = 2.356194490192345, 9.184850993605148e-17
"""Three quarters of pi: three times a quarter is rounded."""
HALF_TURN_ROUNDING = 1e-12
"""Distance from -pi that counts as rounding where an angle is asked for that does not flicker between -pi and pi."""


def sincos(x: float) -> tuple[float, float]:
    """Return sine and cosine of x [rad], within 2.5 units in the last place for |x| <= 1e6.

    In CPython an infinite or undefined x raises OverflowError or ValueError (from `floor`).
    """
    k = floor(x * TWO_OVER_PI + 0.5)
    r = ((x - k * PI_2_HIGH) - k * PI_2_MIDDLE) - k * PI_2_LOW
    z = r * r
    zz = z * z
    # Estrin's scheme: half as many dependent operations as Horner's.
    s = r + r * z * ((S1 + z * S2) + zz * ((S3 + z * S4) + zz * (S5 + z * S6)))
    c = 1.0 - (0.5 * z - zz * ((C1 + z * C2) + zz * ((C3 + z * C4) + zz * (C5 + z * C6))))
    quadrant = k - 4.0 * floor(k * 0.25)
    odd = (quadrant == 1.0) | (quadrant == 3.0)
    sine = c if odd else s
    cosine = s if odd else c
    return (
        -sine if quadrant >= 2.0 else sine,
        -cosine if (quadrant == 1.0) | (quadrant == 2.0) else cosine,
    )


def turned(s: float, c: float, x: float, y: float) -> tuple[float, float]:
    """Return (x, y) turned clockwise by twice the angle with sine s and cosine c: x' = x cos + y sin.

    Three shears keep areas to the last bit of their factors: the length of (x, y) does not drift when one angle
    repeats, as it does by the rounding of a pair of sine and cosine. A half turn is a change of signs, so that the
    tangent of half the remaining angle is at most 1. A. W. Paeth, Graphics Interface 1986, 77.
    """
    beyond = s * s > c * c
    half = -c / s if beyond else s / c
    sine = -2.0 * s * c if beyond else 2.0 * s * c
    x = -x if beyond else x
    y = -y if beyond else y
    x += half * y
    y -= sine * x
    x += half * y
    return x, y


def arctan2(y: float, x: float) -> float:
    """Return the angle of (x, y) in (-pi, pi] [rad], within 2.5 units in the last place; 0 for (0, 0)."""
    up, along = abs(y), abs(x)
    steep = up > along
    low = along if steep else up
    high = up if steep else along
    beyond = low > TAN_PI_8 * high
    top = low - high if beyond else low
    bottom = low + high if beyond else high
    r = top / (bottom if bottom > 0.0 else 1.0)
    z = r * r
    tail = A7 + z * (A8 + z * (A9 + z * (A10 + z * A11)))
    small = r - r * z * (A1 + z * (A2 + z * (A3 + z * (A4 + z * (A5 + z * (A6 + z * tail))))))
    angle = 0.25 * PI + (small + 0.25 * PI_LOW) if beyond else small
    angle = 0.5 * PI - (angle - 0.5 * PI_LOW) if steep else angle
    angle = PI - (angle - PI_LOW) if x < 0.0 else angle
    return -angle if y < 0.0 else angle


def arctan2_to_pi(y: float, x: float) -> float:
    """Return `arctan2` of y and x, but pi also where y is below 0 by rounding alone, so that it does not flicker."""
    return PI if HALF_TURN_ROUNDING * x <= y < 0.0 else arctan2(y, x)


def unbiased_sincos(x: float) -> tuple[float, float]:
    """Return sine and cosine of x [rad], within 1 unit in the last place, with errors of either sign alike.

    In `sincos` the subtraction of constants rounds the remainder the same way for all x of one size: a method that
    converts between an angle and its sine and cosine in each step changes the energy in proportion to time. Here what
    the remainder has lost is kept. In CPython an infinite or undefined x raises OverflowError or ValueError.
    """
    k = floor(x * TWO_OVER_PI + 0.5)
    high = x - k * PI_2_HIGH
    r = high - k * PI_2_MIDDLE
    lost = ((high - r) - k * PI_2_MIDDLE) - k * PI_2_LOW
    z = r * r
    zz = z * z
    s = r + (r * z * ((S1 + z * S2) + zz * ((S3 + z * S4) + zz * (S5 + z * S6))) + lost * (1.0 - 0.5 * z))
    c = 1.0 - (0.5 * z - (zz * ((C1 + z * C2) + zz * ((C3 + z * C4) + zz * (C5 + z * C6))) - r * lost))
    quadrant = k - 4.0 * floor(k * 0.25)
    odd = (quadrant == 1.0) | (quadrant == 3.0)
    sine = c if odd else s
    cosine = s if odd else c
    return (
        -sine if quadrant >= 2.0 else sine,
        -cosine if (quadrant == 1.0) | (quadrant == 2.0) else cosine,
    )


def unbiased_arctan2(y: float, x: float) -> float:
    """Return the angle of (x, y) in (-pi, pi] [rad], within 1.25 units in the last place; 0 for (0, 0).

    Its errors are of either sign alike: what the multiple of pi/4 has lost is added to the smallest part of the rest.
    """
    up, along = abs(y), abs(x)
    steep = up > along
    low = along if steep else up
    high = up if steep else along
    beyond = low > TAN_PI_8 * high
    top = low - high if beyond else low
    bottom = low + high if beyond else high
    r = top / (bottom if bottom > 0.0 else 1.0)
    z = r * r
    tail = A7 + z * (A8 + z * (A9 + z * (A10 + z * A11)))
    bend = r * z * (A1 + z * (A2 + z * (A3 + z * (A4 + z * (A5 + z * (A6 + z * tail))))))
    eighths = 1.0 if beyond else 0.0
    eighths = 2.0 - eighths if steep else eighths
    eighths = 4.0 - eighths if x < 0.0 else eighths
    back = steep != (x < 0.0)
    r = -r if back else r
    bend = -bend if back else bend
    whole = THREE_QUARTERS if eighths == 3.0 else 0.25 * PI * eighths
    lost = THREE_QUARTERS_LOW if eighths == 3.0 else 0.25 * PI_LOW * eighths
    angle = whole + (r - (bend - lost))
    return -angle if y < 0.0 else angle
