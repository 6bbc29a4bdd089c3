"""Characteristic values of Mathieu's equation against reference values, scipy, and the motion itself."""

import math

import numpy as np
import pytest
from scipy.special import mathieu_a, mathieu_b

from physics.maths.mathieu import LAST_A, characteristic_values, q_of_a0, q_of_b1
from tests.reference import case


def trace(a, q, steps=2000):
    """Return the trace of the map over one period pi, by Runge and Kutta's method of order 4; +-2 at a boundary."""
    h, y = math.pi / steps, np.eye(2)

    def slope(tau, y):
        return np.array([y[1], -(a - 2.0 * q * math.cos(2.0 * tau)) * y[0]])

    for i in range(steps):
        tau = i * h
        k1 = slope(tau, y)
        k2 = slope(tau + 0.5 * h, y + 0.5 * h * k1)
        k3 = slope(tau + 0.5 * h, y + 0.5 * h * k2)
        y = y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + slope(tau + h, y + h * k3))
    return np.trace(y)


def test_values_are_those_of_the_reference():
    found = case("numerics/mathieu")
    for q, expected in found["q"].items():
        values = characteristic_values(float(q), 2)
        assert values.a == pytest.approx([expected[name] for name in ("a0", "a1", "a2")], rel=0, abs=1e-12)
        assert values.b == pytest.approx([expected[name] for name in ("b1", "b2")], rel=0, abs=1e-12)
    assert q_of_b1(0.0) == pytest.approx(found["b1_zero_q"], rel=1e-12)
    assert mathieu_b(1, q_of_b1(0.0)) == pytest.approx(0.0, abs=1e-14)


@pytest.mark.parametrize("q", [1e-3, 0.5, 2.0, 7.5, 20.0, 100.0])
def test_values_are_those_of_scipy(q):
    values, scale = characteristic_values(q, 6), max(1.0, q)
    assert values.a == pytest.approx([mathieu_a(n, q) for n in range(7)], rel=1e-13, abs=1e-13 * scale)
    assert values.b == pytest.approx([mathieu_b(n, q) for n in range(1, 7)], rel=1e-13, abs=1e-13 * scale)


def test_at_no_shaking_they_are_squares():
    values = characteristic_values(0.0, 5)
    assert values.a == pytest.approx([0, 1, 4, 9, 16, 25], abs=1e-14)
    assert values.b == pytest.approx([1, 4, 9, 16, 25], rel=1e-15)


@pytest.mark.parametrize("q", [0.1, 0.8, 3.0])
def test_the_motion_itself_is_at_the_edge_of_growth_there(q):
    values = characteristic_values(q, 3)
    for n, a in enumerate(values.a):
        assert trace(a, q) == pytest.approx(2.0 if n % 2 == 0 else -2.0, abs=1e-9)
    for n, b in enumerate(values.b, 1):
        assert trace(b, q) == pytest.approx(2.0 if n % 2 == 0 else -2.0, abs=1e-9)


def test_motions_are_bounded_between_a_and_the_next_b():
    for a, q in np.random.default_rng(1).uniform((-1.0, 0.0), (8.0, 2.0), (60, 2)):
        assert characteristic_values(q, 5).bounded(a) == (abs(trace(a, q, 400)) < 2.0)
        assert characteristic_values(-q, 5).a.tolist() == characteristic_values(q, 5).a.tolist()


@pytest.mark.parametrize("a", [0.0, -1e-12, -1e-4, -0.1, -1.0, -10.0, LAST_A])
def test_the_curves_are_inverted(a):
    low, high = q_of_a0(a), q_of_b1(a)
    assert low < high
    assert characteristic_values(low, 1).a[0] == pytest.approx(a, rel=1e-12, abs=1e-26)
    assert characteristic_values(high, 1).b[0] == pytest.approx(a, rel=1e-12, abs=2e-15)


def test_for_weak_shaking_the_lowest_value_is_minus_half_the_square():
    assert q_of_a0(-1e-8) == pytest.approx(math.sqrt(2e-8), rel=1e-7)
