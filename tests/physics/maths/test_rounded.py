"""Functions rounded in whole numbers, against mpmath at 60 digits, and at their ends."""

import math
import random

import mpmath
import numpy as np
import pytest

from physics.maths import rounded

DICE = random.Random(4)


def scattered(low, high, count=400):
    """Numbers within bounds, some of them many powers of two smaller."""
    found = [DICE.uniform(low, high) for _ in range(count)]
    return found + [math.ldexp(x, -DICE.randint(1, 60)) for x in found[: count // 2]]


def right(name, *numbers):
    with mpmath.workdps(60):
        return float(getattr(mpmath, name)(*map(mpmath.mpf, numbers)))


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("sin", scattered(-7.0, 7.0) + scattered(-1e6, 1e6) + [math.pi, 355.0, 1e22, -1e300]),
        ("cos", scattered(-7.0, 7.0) + scattered(-1e6, 1e6) + [0.5 * math.pi, 355.0, 1e22, -1e300]),
        ("atan", scattered(-20.0, 20.0)),
        ("asin", [*scattered(-1.0, 1.0), 1.0, -1.0, 1.0 - 2.0**-53]),
        ("acos", [*scattered(-1.0, 1.0), 1.0, -1.0, 1.0 - 2.0**-53, -1.0 + 2.0**-53]),
        ("exp", scattered(-700.0, 700.0)),
        ("tanh", scattered(-25.0, 25.0)),
        ("cosh", scattered(-600.0, 600.0)),
        ("atanh", [*scattered(-1.0, 1.0), 1.0 - 2.0**-53]),
        ("cbrt", [abs(x) for x in scattered(-1e3, 1e3)] + [27.0, 1e-300, 1e300]),
    ],
)
def test_values_are_rounded_correctly(name, numbers):
    assert [getattr(rounded, name)(x) for x in numbers] == [right(name, x) for x in numbers]


def test_logarithms_are_rounded_correctly():
    numbers = [abs(x) for x in scattered(-1e3, 1e3)] + [1.0, 1e-308, 1e308, 0.71, math.sqrt(0.5)]
    assert [rounded.log(x) for x in numbers] == [right("log", x) for x in numbers]


def test_logarithms_next_to_one_are_right_to_a_unit():
    for k in range(-40, 41):
        x = 1.0 + k * 2.0**-52
        assert rounded.log(x) == pytest.approx(right("log", x), rel=2.3e-16, abs=0.0)


def test_angles_of_vectors_are_rounded_correctly():
    pairs = list(zip(scattered(-3.0, 3.0), reversed(scattered(-3.0, 3.0)), strict=True))
    assert [rounded.atan2(y, x) for y, x in pairs] == [right("atan2", y, x) for y, x in pairs]


@pytest.mark.parametrize("y", [0.0, -0.0, 1.0, -2.0, math.inf, -math.inf, math.nan, 1e-320])
@pytest.mark.parametrize("x", [0.0, -0.0, 3.0, -1.0, math.inf, -math.inf, math.nan, 1e300])
def test_angles_at_the_ends_are_those_of_the_library(y, x):
    found, expected = rounded.atan2(y, x), math.atan2(y, x)
    assert (math.isnan(found) and math.isnan(expected)) or found == pytest.approx(expected, rel=1e-15, abs=0.0)
    assert math.isnan(expected) or math.copysign(1.0, found) == math.copysign(1.0, expected)


def test_powers_are_rounded_correctly():
    pairs = [(abs(x), y) for x, y in zip(scattered(-50.0, 50.0), scattered(-9.0, 9.0), strict=True)]
    pairs = [(x, y) for x, y in pairs if 1e-290 < right("power", x, y) < 1e290]
    assert [rounded.power(x, y) for x, y in pairs] == [right("power", x, y) for x, y in pairs]
    for n in (2, 3, 4, 5):
        values = scattered(-50.0, 50.0)
        assert [rounded.whole_power(x, n) for x in values] == [right("power", x, n) for x in values]


def test_products_are_rounded_once():
    a, b = scattered(-1.0, 1.0), scattered(-1.0, 1.0)
    with mpmath.workdps(200):
        assert rounded.exact_dot(a, b) == float(sum(mpmath.mpf(x) * y for x, y in zip(a, b, strict=True)))
        for x, y, z in zip(a, b, reversed(a), strict=True):
            assert rounded.fused(x, y, z) == float(mpmath.mpf(x) * y + z)
    assert rounded.square(np.array([2.0, -3.0])).tolist() == [4.0, 9.0]


def test_what_has_no_value():
    assert all(map(math.isnan, (*rounded.sincos(math.inf), rounded.sin(math.nan), rounded.exp(math.nan))))
    assert (rounded.exp(-1e9), rounded.exp(1e9), rounded.exp(709.9)) == (0.0, math.inf, math.inf)
    assert (rounded.tanh(-math.inf), rounded.log(math.inf), rounded.whole_power(-math.inf, 3)) == (
        -1.0,
        math.inf,
        -math.inf,
    )
    for function, x in ((rounded.log, 0.0), (rounded.asin, 1.1), (rounded.acos, -1.1), (rounded.atanh, 1.0)):
        with pytest.raises(ValueError, match=str(x)):
            function(x)
    with pytest.raises(ValueError, match="power"):
        rounded.power(-1.0, 0.5)
