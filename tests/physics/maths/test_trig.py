import math

import mpmath
import pytest

from physics.maths.trig import arctan2, sincos, turned

mpmath.mp.prec = 200
POINTS = [k * math.pi / 4 + d for k in range(-9, 10) for d in (-1e-3, -1e-9, 0.0, 1e-9, 1e-3)]
POINTS += [(-1) ** i * 10 ** (-8 + 14 * i / 2000) for i in range(2001)]


def ulps(value: float, exact: mpmath.mpf) -> float:
    return abs(float((mpmath.mpf(value) - exact) / math.ulp(float(exact))))


def test_sincos_is_within_two_and_a_half_ulp_up_to_a_million():
    worst = 0.0
    for x in POINTS:
        s, c = sincos(x)
        worst = max(worst, ulps(s, mpmath.sin(x)), ulps(c, mpmath.cos(x)))
    assert worst <= 2.5


@pytest.mark.parametrize("x", [math.inf, -math.inf, math.nan])
def test_sincos_raises_for_numbers_that_are_not_finite(x):
    with pytest.raises((OverflowError, ValueError)):
        sincos(x)


def test_arctan2_is_within_two_and_a_half_ulp_in_every_direction():
    worst = 0.0
    for k in range(-400, 401):
        for size in (1e-9, 0.3, 1.0, 7.0, 1e9):
            y, x = math.sin(k * math.pi / 400) * size, math.cos(k * math.pi / 400)
            worst = max(worst, ulps(arctan2(y, x), mpmath.atan2(mpmath.mpf(y), mpmath.mpf(x)))) if y else worst
    assert worst <= 2.5


@pytest.mark.parametrize(
    ("y", "x", "angle"),
    [(0, 0, 0), (0, 2, 0), (0, -2, math.pi), (3, 0, math.pi / 2), (-3, 0, -math.pi / 2), (-1, -1, -3 * math.pi / 4)],
)
def test_arctan2_of_known_angles(y, x, angle):
    assert arctan2(float(y), float(x)) == angle


@pytest.mark.parametrize("angle", [0.0, 1e-9, 0.3, 1.5, 1.6, 3.1, 3.2, 6.0, -0.4, -2.0, -3.3, 40.0])
def test_turned_is_a_rotation_whose_length_does_not_drift(angle):
    s, c = sincos(0.5 * angle)
    x, y = turned(s, c, 0.6, -1.3)
    assert x == pytest.approx(0.6 * math.cos(angle) - 1.3 * math.sin(angle), abs=1e-15)
    assert y == pytest.approx(-1.3 * math.cos(angle) - 0.6 * math.sin(angle), abs=1e-15)
    for _ in range(100_000):
        x, y = turned(s, c, x, y)
    assert math.hypot(x, y) == pytest.approx(math.hypot(0.6, 1.3), rel=1e-13)
