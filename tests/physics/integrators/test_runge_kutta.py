"""Kernels from tableaux: their generated source, and published methods."""

import inspect
from fractions import Fraction as F

import numpy as np
import pytest

import physics
from physics.core.runge_kutta import explicit_method
from tests.physics.integrators.problems import HenonHeiles, stepped

GIVEN = {"module": __name__, "name": "given", "title": "Given", "about": ""}


def lines(**tableau):
    method = explicit_method(**GIVEN, order=1, **tableau)
    return [line.strip() for line in inspect.getsource(method.kernel).splitlines()]


def test_zero_coefficients_are_skipped_and_equal_ones_share_a_product():
    source = lines(a=((F(1, 2),), (0, F(1, 2)), (0, 0, 1)), b=(F(1, 6), F(1, 3), F(1, 3), F(1, 6)))
    assert "z[q] = y[q] + h1 * k2[q]" in source
    assert "z[q] = y[q] + h * k3[q]" in source
    assert "y[q] += h2 * (k1[q] + 2.0 * (k2[q] + k3[q]) + k4[q])" in source
    assert [line for line in source if line[:3] in ("h1 ", "h2 ", "h3 ")] == ["h1 = 0.5 * h", "h2 = h / 6.0"]


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ((2.0, 1.0, 1.0), "h * (2.0 * k1[q] + k2[q] + k3[q])"),
        ((1.0, 3.0, 3.0), "h * (k1[q] + 3.0 * (k2[q] + k3[q]))"),
        ((0.0, 0.0, 1.0), "h * k3[q]"),
        ((F(1), F(1, 2), F(-1, 2)), "h1 * (2.0 * k1[q] + k2[q] + -1.0 * k3[q])"),
    ],
)
def test_result_is_the_weighted_sum_with_as_few_operations_as_its_weights_need(weights, expected):
    """Terms are added from the left, each product with its own weight, whatever other terms are equal."""
    assert f"y[q] += {expected}" in lines(a=((1.0,), (0.0, 1.0)), b=weights)


def test_stage_time_is_the_sum_of_its_row():
    source = lines(a=((F(1, 3),), (F(-1, 3), 1)), b=(F(1, 4), 0, F(3, 4)))
    assert f"h1 = {1 / 3!r} * h" in source
    assert f"h3 = {2 / 3!r} * h" in source
    assert [line for line in source if line.startswith("call")] == [
        "call(rate, now, y, p, k1)",
        "call(rate, now + h1, z, p, k2)",
        "call(rate, now + h3, z, p, k3)",
    ]


def test_integrator_properties_follow_from_the_tableau():
    method = physics.integrator("ralston3")
    assert (method.evaluations, method.workspace, method.kind) == (3, 4, "explicit")
    assert physics.integrator("euler").workspace == 1


def test_ralston_has_the_published_coefficients():
    """k2 is at half the step, k3 at three quarters along k2; the weights are 2, 3 and 4 ninths."""

    def rate(t, y):
        dy = memoryview(np.zeros(4))
        HenonHeiles.rate(t, y, (), dy)
        return np.array(dy)

    h, y = 0.1, np.array(HenonHeiles.start)
    k1 = rate(0.0, y)
    k2 = rate(h / 2, y + h / 2 * k1)
    k3 = rate(3 * h / 4, y + 3 * h / 4 * k2)
    expected = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9
    assert stepped("ralston3", HenonHeiles.rate, y, h)[1] == pytest.approx(expected, rel=1e-15, abs=1e-16)
