"""Adaptive steps: the two failures of the source's controller, and the behaviour of ours in the same cases."""

import math
from itertools import pairwise

import numpy as np
import pytest

import physics
from physics.integrators import adaptive, dop853
from physics.maths.trig import sincos
from tests.physics.integrators.problems import HenonHeiles, buffer, stepped

METHODS = physics.integrators()
ADAPTIVE = [name for name, method in METHODS.items() if method.kind == "adaptive" and method.rate_name == "rate"]


def pendulum(t, y, p, dy):
    dy[0], dy[1] = y[1], -9.81 * sincos(y[0])[0]


class Endless(Exception):
    """Raised when the source's function calls itself 500 times for one step."""


def kutta(y, h):
    """Return one step of h by Kutta's method."""
    return stepped("rk4", pendulum, y, h)[1]


def dournac(y, h, bound, end):
    """Run the source's `ProcessNext` (Dournac, Simulation Pendule triple, 7) until `end`; return last step and state.

    It calls itself until the positions' error is below the bound and keeps the result with the whole step.
    """
    t = 0.0
    while t < end:
        for _ in range(500):
            whole, halves = kutta(y, h), kutta(kutta(y, h / 2), h / 2)
            error = abs(whole[0] - halves[0])
            used = h
            h *= (bound / error) ** 0.2 if error > 0 else math.inf
            if error < bound:
                break
        else:
            raise Endless
        y = whole
        t += used
        if not math.isfinite(h):
            break
    return h, y


def test_step_of_the_source_becomes_infinite_at_rest():
    h, _ = dournac((0.0, 0.0), 0.005, 1e-6, 1.0)
    assert h == math.inf
    assert np.isnan(kutta((0.0, 0.0), h)).any()


def test_controller_of_the_source_retries_for_ever():
    """Its error approaches the bound from above, until the factor rounds to 1 and the step no longer changes."""
    stuck = 0
    for start in (1.0, 2.0, 2.5, -1.5):
        try:
            dournac((start, 0.0), 0.005, 0.1, 30.0)
        except Endless:
            stuck += 1
    assert stuck > 0


@pytest.mark.parametrize("name", ADAPTIVE)
def test_adaptive_rk4_stays_at_rest(name):
    done, end = stepped(name, pendulum, (0.0, 0.0), 1.0, 100)
    assert done == 100
    assert list(end) == [0.0, 0.0]


@pytest.mark.parametrize("name", ADAPTIVE)
@pytest.mark.parametrize("start", [1.0, 2.0, 2.5, -1.5])
def test_adaptive_rk4_completes_where_the_source_hangs_for_any_tolerance(name, start):
    """One tick of half a minute is divided into steps."""
    for tolerance in (0.1, 1e-3, 1e-6):
        done, end = stepped(name, pendulum, (start, 0.0), 30.0, settings={"rtol": 1e-14, "atol": tolerance})
        assert done == 1
        assert np.isfinite(end).all()


@pytest.mark.parametrize("name", ADAPTIVE)
def test_tighter_tolerance_gives_a_smaller_error_at_a_higher_cost(name):
    _, exact = stepped("gauss6", HenonHeiles.rate, HenonHeiles.start, 0.005, 2000)
    errors, costs = [], []
    for tolerance in (1e-5, 1e-7, 1e-9, 1e-11):
        calls = []

        def rate(t, y, p, dy, calls=calls):
            calls.append(t)
            HenonHeiles.rate(t, y, p, dy)

        _, end = stepped(name, rate, HenonHeiles.start, 10.0, settings={"rtol": tolerance, "atol": tolerance})
        errors.append(np.linalg.norm(end - exact))
        costs.append(len(calls))
    assert all(less < 0.2 * more for more, less in pairwise(errors))
    assert costs == sorted(costs)
    assert errors[-1] < 1e-8


def test_step_doubling_ends_exactly_at_the_end_of_a_tick():
    """q' = 1 counts time; a right-hand side is not evaluated beyond the end, and a rough one is not skipped."""
    asked = []

    def rate(t, y, p, dy):
        asked.append(t)
        dy[0], dy[1] = 1.0, math.exp(-(((t - 0.7) / 0.02) ** 2))

    _, end = stepped("rk4-adaptive", rate, (0.0, 0.0), 0.25, 4)
    assert end[0] == pytest.approx(1.0, abs=1e-15)
    assert end[1] == pytest.approx(0.02 * math.sqrt(math.pi), rel=1e-8)
    assert max(asked) <= 1.0 + 1e-15
    assert len(asked) > 100


@pytest.mark.parametrize("name", ADAPTIVE)
def test_step_past_a_singularity_leaves_the_last_valid_state(name):
    def blows_up(t, y, p, dy):
        dy[0] = y[0] * y[0]

    done, (y,) = stepped(name, blows_up, (1.0,), 0.3, 8)
    assert done == 3, "y = 1 / (1 - t)"
    assert y == pytest.approx(10.0, rel=1e-7)


@pytest.mark.parametrize("name", ADAPTIVE)
@pytest.mark.parametrize("missing", [lambda: math.nan, lambda: 1 / 0])
def test_steps_approach_a_singularity_and_then_fail(name, missing):
    """The right-hand side gives nan, as in machine code, or raises, as in CPython."""
    calls = []

    def rate(t, y, p, dy):
        calls.append(t)
        dy[0] = missing() if t > 0.6 else 1.0

    done, (y,) = stepped(name, rate, (0.0,), 0.5, 4)
    assert (done, y) == (1, pytest.approx(0.5))
    done, (y,) = stepped(name, rate, (0.0,), 0.01, 90)
    assert (done, y) == (60, pytest.approx(0.6))
    assert len(calls) < 3000


@pytest.mark.parametrize("name", ADAPTIVE)
def test_too_many_trials_leave_the_last_valid_state(name, monkeypatch):
    for module in (adaptive, dop853):
        monkeypatch.setattr(module, "MAX_TRIALS", 50)
    done, end = stepped(name, pendulum, (1.0, 0.0), 1000.0)
    assert (done, *end) == (0, 1.0, 0.0)
    done, _ = stepped(name, pendulum, (1.0, 0.0), 0.1)
    assert done == 1


def test_tolerance_that_cannot_be_met_is_a_divergence_with_a_message(monkeypatch):
    monkeypatch.setattr(adaptive, "MAX_TRIALS", 50)
    simulation = physics.Simulation(physics.system("gyroscope"), "rk4-adaptive", 1.0, {"rtol": 1e-14, "atol": 1e-16})
    simulation.advance(1)
    assert "rk4-adaptive could not keep its tolerance. Try a larger tolerance (rtol)" in simulation.message
    assert simulation.time == 0


@pytest.mark.parametrize("error", [1.1, 1.9, 5.0])
def test_step_that_the_tick_cuts_off_is_shortened_when_it_fails(error):
    """The whole tick is tried, because the next step would be longer; its error is above what is allowed."""
    method, y, h = physics.integrator("rk4-adaptive"), (1.1, -0.4), 0.2
    once, twice = kutta(y, h), kutta(kutta(y, h / 2), h / 2)
    allowed = np.sqrt(np.mean(((twice - once) / 15) ** 2)) / error
    state, w = buffer(y), buffer([0.0] * method.room(2))
    w[0] = 10.0
    assert method.kernel(pendulum, 0.0, h, 1, state, buffer([]), buffer([1e-14, allowed]), w, 1) == 1
    assert w[0] < h
    assert np.linalg.norm(np.array(state) - stepped("gauss6", pendulum, y, h / 50, 50)[1]) < 2 * allowed


def test_step_doubling_is_kuttas_method_once_and_twice():
    y = (1.1, -0.4)
    _, end = stepped("rk4-adaptive", pendulum, y, 0.1, settings={"rtol": 1e-2, "atol": 1.0})
    once, twice = kutta(y, 0.1), kutta(kutta(y, 0.05), 0.05)
    assert end == pytest.approx(twice + (twice - once) / 15, abs=1e-15)
