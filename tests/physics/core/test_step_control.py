"""Step size control for a tolerance."""

import math

import pytest

from physics.core import step_control
from physics.maths.trig import sincos
from tests.physics.integrators.problems import buffer


@pytest.mark.parametrize("degree", [5, 8])
def test_step_factor_is_safety_over_the_root_within_bounds(degree):
    for error in (1e-30, 1e-4, 0.01, 0.3, 1.0, 2.0, 1e3, 1e30):
        expected = min(max(0.9 * error ** (-1 / degree), 0.2), 4.0)
        assert step_control.step_factor(error, degree) == pytest.approx(expected, rel=1e-14)
    assert step_control.step_factor(0.0, degree) == 4.0


@pytest.mark.parametrize("error", [math.inf, math.nan])
def test_step_factor_after_nan_is_the_smallest(error):
    assert step_control.step_factor(error, 8) == 0.2


def oscillator(speed):
    def rate(t, y, p, dy):
        dy[0], dy[1] = speed * y[1], -speed * y[0]

    return rate


def first(rate, y, tolerance, degree=8):
    state, slope, z, k = buffer(y), *(buffer([0.0] * len(y)) for _ in range(3))
    rate(0.0, state, None, slope)
    return step_control.initial_step(rate, 0.0, state, slope, None, buffer([tolerance, tolerance]), z, k, degree)


def test_initial_step_is_shorter_for_a_faster_motion():
    slow, fast = first(oscillator(1.0), (1.0, 0.5), 1e-9), first(oscillator(1000.0), (1.0, 0.5), 1e-9)
    assert slow > 30.0 * fast
    assert 1e-2 < slow < 0.2


@pytest.mark.parametrize("degree", [5, 8])
def test_initial_step_scales_with_the_root_of_the_tolerance(degree):
    """With y and its slopes near 1, the error of a step h is about h to the power of the order."""
    loose, tight = (first(oscillator(1.0), (1.0, 1.0), tolerance, degree) for tolerance in (1e-6, 1e-12))
    assert loose / tight == pytest.approx(1e6 ** (1 / degree), rel=1e-5)


def test_initial_step_at_rest_is_short_and_finite():
    def pendulum(t, y, p, dy):
        dy[0], dy[1] = y[1], -9.81 * sincos(y[0])[0]

    assert first(pendulum, (0.0, 0.0), 1e-9) == 1e-6
