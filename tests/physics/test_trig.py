import math

import mpmath
import pytest

from physics.trig import sincos

mpmath.mp.prec = 200
POINTS = [k * math.pi / 4 + d for k in range(-9, 10) for d in (-1e-3, -1e-9, 0.0, 1e-9, 1e-3)]
POINTS += [(-1) ** i * 10 ** (-8 + 14 * i / 2000) for i in range(2001)]


def ulps(value: float, exact: mpmath.mpf) -> float:
    return abs(float((mpmath.mpf(value) - exact) / math.ulp(float(exact))))


def test_within_two_and_a_half_ulp_up_to_a_million():
    worst = 0.0
    for x in POINTS:
        s, c = sincos(x)
        worst = max(worst, ulps(s, mpmath.sin(x)), ulps(c, mpmath.cos(x)))
    assert worst <= 2.5


@pytest.mark.parametrize("x", [math.inf, -math.inf, math.nan])
def test_no_number_no_sine(x):
    with pytest.raises((OverflowError, ValueError)):
        sincos(x)
