"""Functions of kernels against 200 bits, with their ends, and with the same bits as machine code."""

import math
import random

import mpmath
import numpy as np
import pytest

from physics.maths.kernel_functions import MOST, SMALL, exponential, hyperbolic_tangent, logarithm, raised
from tests.physics.compiled.test_kernel_compiler import compiled

mpmath.mp.prec = 200
ENDS = (0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 5e-324, 1e-310, 1.7e308, -1.7e308, MOST, -MOST, SMALL)


def ulps(value, exact):
    return abs(float((mpmath.mpf(value) - exact) / math.ulp(float(exact))))


def test_functions_are_within_their_ulps():
    draw, worst = random.Random(2), dict.fromkeys(("exp", "log", "power", "tanh"), 0.0)
    for _ in range(1500):
        x, y = draw.uniform(-700, 700), math.exp(draw.uniform(-300, 300))
        small, exponent = math.copysign(math.exp(draw.uniform(-12, 3)), draw.uniform(-1, 1)), draw.uniform(-2.2, 2.2)
        worst["exp"] = max(worst["exp"], ulps(exponential(x), mpmath.exp(x)))
        worst["log"] = max(worst["log"], ulps(logarithm(y), mpmath.log(y)))
        worst["power"] = max(worst["power"], ulps(raised(y, exponent), mpmath.mpf(y) ** mpmath.mpf(exponent)))
        worst["tanh"] = max(worst["tanh"], ulps(hyperbolic_tangent(small), mpmath.tanh(small)))
    assert worst["exp"] <= 0.53 and worst["log"] <= 0.51 and worst["power"] <= 0.55 and worst["tanh"] <= 1.5, worst


def test_ends():
    assert [exponential(x) for x in (-1e4, 1e4, math.inf, -math.inf)] == [0.0, math.inf, math.inf, 0.0]
    assert [logarithm(x) for x in (0.0, math.inf)] == [-math.inf, math.inf] and math.isnan(logarithm(-1.0))
    assert [raised(0.0, y) for y in (2.0, 0.0, -2.0)] == [0.0, 1.0, math.inf] and math.isnan(raised(-8.0, 0.3))
    assert [raised(math.inf, y) for y in (0.5, -0.5)] == [math.inf, 0.0] and raised(1e200, 2.0) == math.inf
    assert [hyperbolic_tangent(x) for x in (math.inf, -math.inf, 0.0)] == [1.0, -1.0, 0.0]
    for function in (exponential, logarithm, hyperbolic_tangent):
        assert math.isnan(function(math.nan))
    assert math.isnan(raised(math.nan, 2.0)) and math.isnan(raised(2.0, math.nan))


def kernel(t, y, p, dy):
    dy[0] = exponential(y[0])
    dy[1] = logarithm(y[0])
    dy[2] = raised(y[0], y[1])
    dy[3] = hyperbolic_tangent(y[0])


@pytest.mark.parametrize("x", [*ENDS, 0.3, -2.0, 11.0])
def test_machine_code_has_the_same_bits(x):
    machine = compiled(kernel)
    for exponent in ENDS:
        y, p = np.array([x, exponent, 0.0, 0.0]), np.zeros(1)
        plain, found = np.zeros(4), np.zeros(4)
        kernel(0.0, memoryview(y), memoryview(p), memoryview(plain))
        machine(y, p, found)
        assert np.isnan(plain).tolist() == np.isnan(found).tolist()
        assert plain[~np.isnan(plain)].tobytes() == found[~np.isnan(found)].tobytes(), (x, exponent)
