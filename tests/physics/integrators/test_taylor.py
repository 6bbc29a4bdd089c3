"""Taylor series as a method: its order, its steps, and that they do not depend on ticks."""

import math

import numpy as np
import pytest

import physics
from physics.core.series import MAX_ORDER, TaylorSeries
from physics.integrators import taylor
from tests.physics.integrators.problems import HenonHeiles, stepped

TOP = physics.system("gyroscope", initial={"theta": np.pi / 6, "phi_dot": 60.0})


class Pole:
    """y' = y², whose motion from 1 is 1 / (1 - t)."""

    variables = ("y",)
    series = TaylorSeries()

    @staticmethod
    def rate(t, y, p, dy):
        dy[0] = y[0] * y[0]


@pytest.mark.parametrize(("rtol", "order"), [(1e-2, 4), (1e-6, 10), (1e-10, 16), (1e-14, MAX_ORDER)])
def test_order_is_that_of_the_least_work(rtol, order):
    assert taylor.order_for(rtol) == order == math.ceil(1 + math.log(rtol) / math.log(0.2))


@pytest.mark.parametrize("degree", [3, 8, 18])
@pytest.mark.parametrize("x", [0.0, 1e-30, 0.7, 3.0, 1e40])
def test_root(x, degree):
    assert taylor.root(x, degree) == pytest.approx(x ** (1 / degree), rel=0.03)


@pytest.mark.parametrize("degree", [3, 8, 22])
@pytest.mark.parametrize("ratio", [0.5, 0.9, 1.0, 1.1, 3.0])
def test_length_follows_from_a_near_one(degree, ratio):
    near, length = 0.01, 0.01 * ratio
    found = taylor.length_within(length**-degree, degree, near, near ** (degree - 1))
    assert found == pytest.approx(length, rel=0.05 if degree == 3 else 0.02)


@pytest.mark.parametrize("degree", [3, 5, 8, 22])
@pytest.mark.parametrize("size", [1 / 4000, 1 / 60, 60.0, 4000.0])
def test_length_follows_without_the_chain_of_roots(degree, size, monkeypatch):
    monkeypatch.setattr(taylor, "root", None)
    near = 0.01
    found = taylor.length_within(size / near**degree, degree, near, near ** (degree - 1))
    error = 0.01 if 1 / 64 < size < 64 else 0.15 if degree == 3 else 0.06
    assert found == pytest.approx(near * size ** (-1 / degree), rel=error)


@pytest.mark.parametrize("near", [0.0, 0.01])
def test_length_is_bounded_at_rest_and_undefined_where_a_term_is(near):
    assert taylor.length_within(0.0, 8, near, near**7) == taylor.MAX_STEP
    assert math.isnan(taylor.length_within(math.nan, 8, near, near**7))


def test_one_step_has_the_order():
    """At a loose tolerance, which allows each tick as one step of order 4, the error falls with h^5."""
    steps, errors = np.array([0.2, 0.1, 0.05]), []
    for h in steps:
        _, exact = stepped("gauss6", HenonHeiles.rate, HenonHeiles.start, h / 100, 100)
        _, end = stepped("taylor", HenonHeiles.series, HenonHeiles.start, h, settings={"rtol": 1e-2, "atol": 1.0})
        errors.append(np.abs(end - exact).max())
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(5, abs=0.3)


def end_of(ticks, rtol):
    simulation = physics.Simulation(TOP, "taylor", 0.5 / ticks, {"rtol": rtol, "atol": max(1e-3 * rtol, 1e-16)})
    simulation.advance(ticks)
    return np.array(simulation.state)


def test_error_follows_the_tolerance():
    exact = end_of(1, 1e-14)
    reference = physics.Simulation(TOP, "gauss6", 2.5e-4)
    reference.advance(2000)
    assert exact == pytest.approx(np.array(reference.state), rel=1e-10, abs=1e-10)
    errors = [np.abs(end_of(1, rtol) - exact).max() for rtol in (1e-4, 1e-7, 1e-10)]
    assert errors[0] < 0.1
    assert errors[1] < 1e-5
    assert errors[2] < 1e-8


def test_ticks_change_no_step():
    assert end_of(500, 1e-9) == pytest.approx(end_of(1, 1e-9), rel=1e-13, abs=1e-13)


def test_it_stays_at_rest():
    system = physics.system("double-pendulum", initial={"theta2": 0.0, "theta3": 0.0})
    done, end = stepped("taylor", system.series, system.start(), 1.0, 100, p=system.p)
    assert done == 100
    assert not end.any()


def test_step_does_not_reach_a_singularity():
    done, (y,) = stepped("taylor", Pole.series, (1.0,), 0.3, 8)
    assert done == 3
    assert y == pytest.approx(10.0, rel=1e-7)
