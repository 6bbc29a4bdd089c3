"""Elementary functions for what is drawn: against Python's, of numbers and of arrays."""

import math
import random

import numpy as np
import pytest

from physics.maths import elementary

DICE = random.Random(5)
SPANS = {
    "sin": (-50.0, 50.0), "cos": (-50.0, 50.0), "tan": (-1.5, 1.5), "arctan": (-20.0, 20.0), "arcsin": (-1.0, 1.0),
    "arccos": (-1.0, 1.0), "exp": (-600.0, 600.0), "log": (1e-6, 50.0), "log2": (1e-6, 50.0), "log10": (1e-6, 50.0),
    "sqrt": (0.0, 9.0),
}  # fmt: skip
NAMES = {"arctan": "atan", "arcsin": "asin", "arccos": "acos"}
"""Of functions of `math` that are called otherwise there."""


@pytest.mark.parametrize("name", SPANS)
def test_functions_of_numbers_and_arrays(name):
    numbers = [DICE.uniform(*SPANS[name]) for _ in range(400)]
    right = [getattr(math, NAMES.get(name, name))(x) for x in numbers]
    function = getattr(elementary, name)
    assert [function(x) for x in numbers] == pytest.approx(right, rel=4e-15, abs=4e-16)
    assert function(np.array(numbers)) == pytest.approx(right, rel=4e-15, abs=4e-16)
    assert function(np.array(numbers[:6])).tolist() == pytest.approx(right[:6], rel=4e-15, abs=4e-16)
    assert function(np.array(numbers).reshape(20, 20)).shape == (20, 20)


@pytest.mark.parametrize("name", ["sinh", "cosh", "tanh", "asinh"])
def test_hyperbolic_functions(name):
    numbers = [DICE.uniform(-8.0, 8.0) * 10.0 ** -DICE.randrange(6) for _ in range(300)]
    right = [getattr(math, name)(x) for x in numbers]
    assert [getattr(elementary, name)(x) for x in numbers] == pytest.approx(right, rel=4e-15)


@pytest.mark.parametrize("exponent", [-3, -1, 0, 1, 2, 3, 4, 8, 11, 0.5, 2.2, 1.0 / 3.0, -0.7])
def test_powers(exponent):
    numbers = [DICE.uniform(1e-3, 30.0) for _ in range(100)]
    right = [x**exponent for x in numbers]
    assert [elementary.power(x, exponent) for x in numbers] == pytest.approx(right, rel=1e-14)
    assert elementary.power(np.array(numbers), exponent) == pytest.approx(right, rel=1e-14)
    assert elementary.power(np.array(numbers[:5]), exponent) == pytest.approx(right[:5], rel=1e-14)


def test_powers_of_numbers_below_0_and_of_0():
    assert elementary.power(-1.5, 3) == -3.375
    assert math.isnan(elementary.power(-1.5, 0.3))
    assert elementary.power(0.0, 2.2) == 0.0
    assert elementary.power(np.array([0.0, 1.0]), 2.2).tolist() == [0.0, 1.0]
    assert elementary.power(np.linspace(0.0, 1.0, 40), 2.2)[[0, -1]].tolist() == [0.0, 1.0]
    assert elementary.square(-1.5) == 2.25
    assert elementary.cube(-1.5) == -3.375


def test_angles_of_vectors():
    places = [(DICE.uniform(-1.0, 1.0), DICE.uniform(-1.0, 1.0)) for _ in range(300)]
    right = [math.atan2(y, x) for y, x in places]
    y, x = np.array(places).T
    assert [elementary.arctan2(*place) for place in places] == pytest.approx(right, rel=4e-15)
    assert elementary.arctan2(y, x) == pytest.approx(right, rel=4e-15)
    assert elementary.hypot(y, x) == pytest.approx([math.hypot(*place) for place in places], rel=4e-15)
    assert [elementary.sincos(each) for each in right[:9]] == [
        (elementary.sin(a), elementary.cos(a)) for a in right[:9]
    ]


def test_what_is_not_finite_or_beyond():
    for name in ("sin", "cos", "tan", "arctan", "exp", "log"):
        assert math.isnan(getattr(elementary, name)(math.nan))
        assert np.isnan(getattr(elementary, name)(np.full(20, math.nan))).all()
    assert elementary.sin(1e22) == pytest.approx(math.sin(1e22))
    assert [elementary.exp(x) for x in (-math.inf, math.inf, -900.0, 900.0)] == [0.0, math.inf, 0.0, math.inf]
    assert elementary.exp(np.repeat([-math.inf, math.inf, -900.0, 900.0], 5))[::5].tolist() == [
        0,
        math.inf,
        0,
        math.inf,
    ]
    assert elementary.log(np.repeat([0.0, math.inf, 1e-310], 8))[::8] == pytest.approx(
        [-math.inf, math.inf, math.log(1e-310)]
    )
    assert [elementary.log(x) for x in (0.0, math.inf, 1e-310)] == [-math.inf, math.inf, math.log(1e-310)]
    assert math.isnan(elementary.arcsin(1.5))
    assert math.isnan(elementary.log(-1.0))


@pytest.mark.parametrize("exponent", range(-30, 31))
def test_decades_are_exact(exponent):
    power = float(f"1e{exponent}")
    assert elementary.decade(power) == power
    assert elementary.decade(9.999 * power) == power
    assert elementary.decade(math.nextafter(power, 0.0)) == float(f"1e{exponent - 1}")
