import math

import mpmath
import pytest

from physics.maths.trig import arctan2, sincos, turned, unbiased_arctan2, unbiased_sincos
from tests.sampling import every

mpmath.mp.prec = 200
POINTS = [k * math.pi / 4 + d for k in range(-9, 10) for d in (-1e-3, -1e-9, 0.0, 1e-9, 1e-3)]
POINTS += [(-1) ** i * 10 ** (-8 + 14 * i / 2000) for i in range(2001)]


def ulps(value: float, exact: mpmath.mpf) -> float:
    return abs(float((mpmath.mpf(value) - exact) / math.ulp(float(exact))))


@pytest.mark.parametrize(("pair", "bound"), [(sincos, 2.5), (unbiased_sincos, 1.0)])
def test_sine_and_cosine_are_within_some_ulp_up_to_a_million(pair, bound):
    worst = 0.0
    for x in POINTS:
        s, c = pair(x)
        worst = max(worst, ulps(s, mpmath.sin(x)), ulps(c, mpmath.cos(x)))
    assert worst <= bound


@pytest.mark.parametrize("x", [math.inf, -math.inf, math.nan])
def test_sincos_raises_for_numbers_that_are_not_finite(x):
    with pytest.raises((OverflowError, ValueError)):
        sincos(x)


@pytest.mark.parametrize(("angle_of", "bound"), [(arctan2, 2.5), (unbiased_arctan2, 1.25)])
def test_arc_tangent_is_within_some_ulp_in_every_direction(angle_of, bound):
    worst = 0.0
    for k in range(-400, 401):
        for size in (1e-9, 0.3, 1.0, 7.0, 1e9):
            y, x = math.sin(k * math.pi / 400) * size, math.cos(k * math.pi / 400)
            worst = max(worst, ulps(angle_of(y, x), mpmath.atan2(mpmath.mpf(y), mpmath.mpf(x)))) if y else worst
    assert worst <= bound


@pytest.mark.parametrize("angle_of", [arctan2, unbiased_arctan2])
@pytest.mark.parametrize(
    ("y", "x", "angle"),
    [(0, 0, 0), (0, 2, 0), (0, -2, math.pi), (3, 0, math.pi / 2), (-3, 0, -math.pi / 2), (-1, -1, -3 * math.pi / 4)],
)
def test_arc_tangent_of_known_angles(angle_of, y, x, angle):
    assert angle_of(float(y), float(x)) == angle


@pytest.mark.parametrize("angle", [0.0, 1e-9, 0.3, 1.5, 1.6, 3.1, 3.2, 6.0, -0.4, -2.0, -3.3, 40.0])
def test_turned_is_a_rotation_whose_length_does_not_drift(angle):
    s, c = sincos(0.5 * angle)
    x, y = turned(s, c, 0.6, -1.3)
    assert x == pytest.approx(0.6 * math.cos(angle) - 1.3 * math.sin(angle), abs=1e-15)
    assert y == pytest.approx(-1.3 * math.cos(angle) - 0.6 * math.sin(angle), abs=1e-15)
    for _ in range(100_000):
        x, y = turned(s, c, x, y)
    assert math.hypot(x, y) == pytest.approx(math.hypot(0.6, 1.3), rel=1e-13)


@pytest.mark.parametrize("low", every(4, [k / 4 for k in range(-12, 13)]))
def test_unbiased_functions_err_to_both_sides_alike(low):
    """The mean error over a small range of angles, of which a single one is 3e-17 or 1e-16; `sincos` has 5e-17."""
    angles = [low + 0.05 * k / 1000 + 1e-9 * math.sin(k) for k in range(1000)]
    of_pairs, of_angles = [], []
    for x in angles:
        s, c = unbiased_sincos(x)
        of_pairs.append(float(mpmath.atan2(s, c) - mpmath.mpf(x)))
        y, z = float(mpmath.sin(x)), float(mpmath.cos(x))
        of_angles.append(float(unbiased_arctan2(y, z) - mpmath.atan2(y, z)))
    for errors in (of_pairs, of_angles):
        spread = math.sqrt(sum(e * e for e in errors) / 1000)
        assert spread < 3e-16
        assert abs(sum(errors) / 1000) < max(6e-18, 4 * spread / math.sqrt(1000))
