"""Dormand and Prince's method: its steps against scipy's, its interpolant, and independence of ticks."""

import math

import numpy as np
import pytest
from scipy.integrate import DOP853

import physics
from physics.integrators import dop853
from tests.physics.integrators.problems import HenonHeiles, buffer, stepped

METHOD = physics.integrator("dop853")
TOP = physics.system("gyroscope", initial={"theta": np.pi / 6, "phi_dot": 60.0})
LOOSE = {"rtol": 1e-2, "atol": 1.0}


class OneStep:
    """One step of h of Henon and Heiles' motion, with its interpolant."""

    def __init__(self, h, y=HenonHeiles.start, rate=HenonHeiles.rate):
        n = len(y)
        self.h, self.y, self.rows = h, buffer(y), buffer([*y, *[0.0] * (7 * n)])
        self.end, self.slopes, scratch, slope = (buffer([0.0] * m) for m in (n, 12 * n, n, n))
        rate(0.0, self.y, (), self.slopes[0:n])
        self.error = dop853._trial(rate, 0.0, h, self.y, (), buffer(LOOSE.values()), self.end, self.slopes)
        self.first_slopes = np.array(self.slopes).reshape(12, n)
        rate(h, self.end, (), slope)
        dop853._interpolant(rate, 0.0, h, self.end, slope, (), self.rows, scratch, self.slopes)

    def at(self, gone):
        y = buffer([0.0] * len(self.y))
        dop853._read(self.rows, 1.0 - gone, y)
        return np.array(y)


def scipys(h):
    def f(t, y):
        dy = buffer([0.0] * 4)
        HenonHeiles.rate(t, y, (), dy)
        return np.array(dy)

    solver = DOP853(f, 0.0, np.array(HenonHeiles.start), h, first_step=h, **LOOSE)
    solver.step()
    assert solver.t == h
    return solver


def test_step_error_and_interpolant_agree_with_scipy():
    ours, theirs = OneStep(0.5), scipys(0.5)
    assert np.array(ours.end) == pytest.approx(theirs.y, abs=1e-15)
    assert ours.first_slopes == pytest.approx(theirs.K[:12], abs=1e-14)
    scale = 1.0 + 1e-2 * np.maximum(np.abs(HenonHeiles.start), np.abs(theirs.y))
    # Seven digits cancel in the estimate, and NumPy adds in an order that depends on the processor.
    assert ours.error == pytest.approx(theirs._estimate_error_norm(theirs.K, 0.5, scale), rel=1e-8)
    dense = theirs.dense_output()
    for gone in (0.0, 0.01, 0.3, 0.5, 0.77, 1.0):
        assert ours.at(gone) == pytest.approx(dense(gone * 0.5), abs=1e-14)


def slope_of(errors, steps):
    return np.polyfit(np.log(steps), np.log(errors), 1)[0]


def test_step_has_order_eight_and_interpolant_order_seven():
    """The error of one step falls with one power more."""
    steps = np.array([0.8, 0.6, 0.45])
    ends, middles = [], []
    for h in steps:
        step = OneStep(h)
        ends.append(np.linalg.norm(step.end - stepped("gauss6", HenonHeiles.rate, HenonHeiles.start, h / 200, 200)[1]))
        middle = stepped("gauss6", HenonHeiles.rate, HenonHeiles.start, 0.3 * h / 100, 100)[1]
        middles.append(np.linalg.norm(step.at(0.3) - middle))
    assert slope_of(ends, steps) == pytest.approx(9, abs=0.6)
    assert slope_of(middles, steps) == pytest.approx(8, abs=0.6)


def test_dop853_integrates_powers_of_time_exactly_up_to_its_order():
    for k in range(1, 9):

        def rate(t, y, p, dy, k=k):
            dy[0] = t ** (k - 1)

        step = OneStep(1.0, (0.0,), rate)
        assert list(step.end) == pytest.approx([1 / k], abs=1e-14)
        if k < 8:
            assert step.at(0.3) == pytest.approx(0.3**k / k, abs=1e-14)


def counted(dt, ticks, settings=None, system=TOP):
    calls = []

    def rate(t, y, p, dy):
        calls.append(t)
        system.rate(t, y, p, dy)

    done, end = stepped("dop853", rate, system.start(), dt, ticks, p=system.p, settings=settings)
    assert done == ticks
    return end, len(calls)


def test_fine_ticks_add_no_evaluations_and_change_no_step():
    """Over a quarter of a second the same steps are made for all ticks."""
    (coarse, _), (fine, calls), (finer, more) = (counted(0.25 / n, n) for n in (1, 250, 2500))
    assert calls <= more <= calls + 15, "the interpolant of a first step shorter than a tick"
    assert more < 400
    assert fine == pytest.approx(finer, rel=1e-13, abs=1e-13)
    assert fine == pytest.approx(coarse, rel=1e-13, abs=1e-13)


def test_long_ticks_skip_interpolants():
    _, one = counted(0.25, 1)
    _, many = counted(0.001, 250)
    assert one < many <= one * 15 / 12 + 3


@pytest.mark.parametrize(("rtol", "error"), [(1e-6, 2e-3), (1e-9, 1e-6), (1e-12, 1e-9)])
def test_ticks_within_steps_are_as_accurate_as_ends_of_steps(rtol, error):
    """Millisecond ticks over half a second are compared with Gauss's method of order 6."""
    ours = physics.Simulation(TOP, "dop853", 1e-3, {"rtol": rtol, "atol": 1e-3 * rtol})
    exact = physics.Simulation(TOP, "gauss6", 2.5e-4)
    worst = 0.0
    for _ in range(250):
        ours.advance(1)
        exact.advance(4)
        worst = max(worst, np.abs(ours.state - exact.state).max())
    assert 0.0 < worst < error


def test_initial_step_follows_the_tolerance_for_any_tick():
    """Otherwise a tick of a second would begin with a step in which the top makes ten revolutions."""
    tried = []

    def rate(t, y, p, dy):
        tried.append(t)
        TOP.rate(t, y, p, dy)

    stepped("dop853", rate, TOP.start(), 1.0, 1, p=TOP.p)
    assert max(tried[:14]) < 0.02


def test_trial_with_nan_is_repeated_with_a_shorter_step():
    """A step beyond the tick must not end a run while its ticks are still valid."""

    def cliff(t, y, p, dy):
        dy[0] = math.sqrt(0.6 - t)

    done, (y,) = stepped("dop853", cliff, (0.0,), 0.01, 90)
    assert done == 59 or done == 60
    assert y == pytest.approx((0.6**1.5 - (0.6 - 0.01 * done) ** 1.5) * 2 / 3, abs=1e-6)


def test_tick_that_ends_with_a_step_makes_no_other():
    """At rest the first step is a millionth of a second: two slopes for its length, eleven stages, and its end."""
    calls = []

    def rest(t, y, p, dy):
        calls.append(t)
        dy[0] = 0.0

    assert stepped("dop853", rest, (0.0,), 1e-6)[0] == 1
    assert len(calls) == 2 + 11 + 1
    assert max(calls) <= 1e-6


def test_step_at_rest_is_bounded():
    def rest(t, y, p, dy):
        dy[0] = 0.0

    w = buffer([0.0] * METHOD.room(1))
    y, s = buffer([1.0]), buffer(METHOD.checked_settings({}).values())
    for tick in range(40):
        assert METHOD.kernel(rest, float(tick), 1.0, 1, y, buffer([]), s, w, 1) == 1
    assert w[dop853.LENGTH] == dop853.MAX_STEP


def test_stages_get_the_correct_time_for_any_ticks():
    """q' = cos t: a wrong time of a stage would show as an error of q."""

    def rate(t, y, p, dy):
        dy[0] = math.cos(t)

    for dt in (0.7, 0.1, 1e-3):
        ticks = round(7.0 / dt)
        assert stepped("dop853", rate, (0.0,), dt, ticks)[1] == pytest.approx([math.sin(7.0)], abs=1e-8)


def test_at_the_ends_of_its_steps_the_state_is_that_end_and_costs_no_interpolant():
    """Events are looked for there; an interpolant costs three evaluations beside the twelve of a step."""
    calls, ends = [], []

    def rate(t, y, p, dy):
        calls.append(t)
        HenonHeiles.rate(t, y, p, dy)

    y, s, w = buffer(HenonHeiles.start), buffer(LOOSE.values()), buffer([0.0] * METHOD.room(4))
    assert METHOD.kernel(rate, 0.0, 1e-3, 1, y, (), s, w, 1) == 1
    for _ in range(5):
        calls.clear()
        assert METHOD.kernel(rate, 0.0, w[dop853.LOOK], 1, y, (), s, w, 1) == 1
        end = w[dop853.NUMBERS + 8 * 4 :][:4]
        ends.append((len(calls), w[dop853.AHEAD], bytes(y) == bytes(end)))
    assert ends == [(0, 0.0, True), *[(12, 0.0, True)] * 4]
