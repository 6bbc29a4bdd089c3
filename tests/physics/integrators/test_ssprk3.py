"""Shu and Osher's method: their coefficients, its order, and that it keeps what steps of Euler keep."""

import numpy as np
import pytest

from tests.physics.integrators.problems import HenonHeiles, stepped

CELLS = 40


def slope(y):
    dy = np.zeros(4)
    HenonHeiles.rate(0.0, y, (), dy)
    return dy


def test_a_step_is_the_published_mean_of_steps_of_euler():
    """(2.18): u1 = y + h L(y), u2 = 3/4 y + 1/4 u1 + 1/4 h L(u1), and 1/3 y + 2/3 u2 + 2/3 h L(u2)."""
    h, y = 0.1, np.array(HenonHeiles.start)
    first = y + h * slope(y)
    second = 3 / 4 * y + 1 / 4 * first + 1 / 4 * h * slope(first)
    expected = 1 / 3 * y + 2 / 3 * second + 2 / 3 * h * slope(second)
    assert stepped("ssprk3", HenonHeiles.rate, y, h)[1] == pytest.approx(expected, rel=1e-15, abs=1e-16)


def test_stages_are_at_the_start_the_end_and_the_middle_of_a_step():
    """With dy/dt = t³ the step adds h/6 (t0³ + t1³ + 4 t½³): Simpson's rule, exact for cubics."""

    def cubic(t, y, p, dy):
        dy[0] = t * t * t

    assert stepped("ssprk3", cubic, [0.0], 0.5, t=1.0)[1] == pytest.approx([(1.5**4 - 1.0) / 4.0], rel=1e-15)


def test_the_order_is_three():
    exact = stepped("dop853", HenonHeiles.rate, HenonHeiles.start, 0.01, 100, settings={"rtol": 1e-13, "atol": 1e-14})
    counts = np.array([20, 40, 80])
    ends = [stepped("ssprk3", HenonHeiles.rate, HenonHeiles.start, 1.0 / n, int(n))[1] for n in counts]
    errors = [np.abs(end - exact[1]).max() for end in ends]
    assert np.polyfit(np.log(1.0 / counts), np.log(errors), 1)[0] == pytest.approx(3.0, abs=0.1)


def upwind(t, y, p, dy):
    """Write the rate of a wave that runs round a ring of cells, by differences against the wind; one cell a second."""
    for i in range(len(y)):
        dy[i] = y[i - 1] - y[i]


def variation(y):
    return float(np.abs(y - np.roll(y, 1)).sum())


def largest_variation(method, h):
    """Return the largest total variation of a square wave over 30 steps of h; it begins with 2."""
    y, most = np.where(np.arange(CELLS) < CELLS // 2, 1.0, 0.0), 0.0
    for _ in range(30):
        y = stepped(method, upwind, y, h)[1]
        most = max(most, variation(y))
    return most


def test_the_total_variation_of_a_wave_does_not_grow_up_to_the_limit_of_euler():
    """Euler's step is a mean of neighbours up to h = 1, and so are its means."""
    for h in (0.25, 0.7, 1.0):
        assert largest_variation("euler", h) <= 2.0 + 1e-12
        assert largest_variation("ssprk3", h) <= 2.0 + 1e-12


def test_beyond_that_limit_it_grows():
    assert largest_variation("ssprk3", 1.4) > 2.0 + 1e-3


def lowest(method, sources, drains):
    """Return the lowest level that a step of 1 asks for or ends at, from an empty tank.

    At the three stages of the step, in the order of their calls, the tank is filled at `sources` and emptied at
    `drains` <= 1 times its level, so that Euler's step of 1 never makes the level negative.
    """
    asked = []

    def tank(t, y, p, dy):
        stage = len(asked)
        asked.append(y[0])
        dy[0] = sources[stage] - drains[stage] * y[0]

    _, end = stepped(method, tank, [0.0], 1.0)
    return min(*asked, end[0])


def test_no_stage_leaves_what_a_step_of_euler_keeps():
    dice = np.random.default_rng(5)
    draws = [(dice.integers(0, 2, 3) * dice.random(3), dice.integers(0, 2, 3) * 1.0) for _ in range(200)]
    assert min(lowest("ssprk3", *draw) for draw in draws) >= -1e-15


def test_another_method_of_order_three_leaves_it():
    """Ralston's third stage is y + 3/4 h k2 alone: filled before, emptied at k2, it is below empty."""
    assert lowest("ralston3", (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)) == pytest.approx(-0.375)
    assert lowest("ssprk3", (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)) == 0.0
