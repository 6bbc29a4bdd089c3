"""Powers against 200 bits, and the bits that depend on no library."""

import math
import random

import mpmath
import pytest

from physics.maths.power import exp, log, power

mpmath.mp.prec = 200


def ulps(value: float, exact: mpmath.mpf) -> float:
    return abs(float((mpmath.mpf(value) - exact) / math.ulp(float(exact))))


def test_powers_are_within_0_55_ulp():
    draw = random.Random(1)
    worst = 0.0
    for _ in range(3000):
        x, exponent = math.exp(draw.uniform(-300, 300)), draw.choice([0.06, 1.52, draw.uniform(-2.2, 2.2)])
        worst = max(worst, ulps(power(x, exponent), mpmath.mpf(x) ** mpmath.mpf(exponent)))
    assert worst <= 0.55


@pytest.mark.parametrize("x", [0.5, 0.7071067811865475, 1.0 - 2**-53, 1.0 + 2**-52, math.sqrt(2.0), 2.0, 1e-300, 1e300])
def test_powers_at_the_ends_of_binades(x):
    for exponent in (-1.0, -0.06, 0.0, 0.5, 0.9):
        assert ulps(power(x, exponent), mpmath.mpf(x) ** mpmath.mpf(exponent)) <= 0.55


def test_simple_powers_are_exact():
    assert [power(x, y) for x, y in ((2.0, 10.0), (9.0, 0.5), (5.0, -1.0), (7.3, 0.0), (7.3, 1.0))] == [
        1024.0, 3.0, 0.2, 1.0, 7.3,
    ]  # fmt: skip


def test_logarithm_and_exponential_carry_the_bits_that_a_power_needs():
    for x in (1e-9, 0.1, 0.7, 1.0001, 1.4, 3.0, 1e5):
        high, low = log(x)
        assert float(abs((mpmath.mpf(high) + low) / mpmath.log(x) - 1)) < 2**-63
        assert ulps(exp(high, low), mpmath.mpf(x)) <= 0.55


@pytest.mark.parametrize("x", [math.inf, math.nan])
def test_numbers_that_are_not_finite_raise(x):
    with pytest.raises((OverflowError, ValueError)):
        power(x, 0.5)
