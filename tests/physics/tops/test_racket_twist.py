"""The turn of a free body about its handle while that goes once round L, against integration over that turn."""

import math

import pytest
from scipy.integrate import solve_ivp

from physics.tops.racket_twist import twist

RACKET = (1.2e-3, 1.24e-2, 1.36e-2)
CASES = [
    ((3.0, 5.0, 9.0), (0.02, 0.4, 0.05)),
    ((1.0, 2.0, 2.6), (0.3, 0.05, 1.2)),
    ((1.0, 2.0, 2.6), (1.5, 0.3, 0.1)),
    ((1.0, 2.0, 2.6), (-0.3, 0.7, -0.5)),
    ((1.0, 2.0, 2.9), (1e-5, 1.0, 1e-5)),
    ((0.02, 2.0, 2.01), (5.0, 0.3, 0.1)),
    ((0.02, 2.0, 2.01), (0.1, 0.3, 5.0)),
    (RACKET, (0.1, 12.0, 0.0)),
    (RACKET, (-0.1, 0.4, 9.0)),
]


def motion(moments, state, until):
    """Return omega and the angles psi and phi of the handle where until(state) is 0 first, by Euler's equations."""
    A, B, C = moments

    def rates(t, state):
        o_A, o_B, o_C, _, _ = state
        L = math.hypot(A * o_A, B * o_B, C * o_C)
        psi_dot = L * (B * o_B**2 + C * o_C**2) / ((B * o_B) ** 2 + (C * o_C) ** 2)
        euler = (B - C) * o_B * o_C / A, (C - A) * o_C * o_A / B, (A - B) * o_A * o_B / C
        return [*euler, psi_dot, o_A - psi_dot * A * o_A / L]

    def event(t, state):
        return until(state)

    event.terminal = True
    return solve_ivp(rates, (0.0, 1e3), state, "DOP853", events=event, rtol=3e-14, atol=1e-16).y[:, -1]


@pytest.mark.parametrize(("moments", "omega"), CASES)
def test_the_twist_is_that_of_the_integrated_motion(moments, omega):
    """From the middle of a flip until the handle has come half round, twice: the motion is its own mirror image."""
    middle = motion(moments, [*omega, 0.0, 0.0], lambda state: state[1])
    half = motion(moments, [*middle[:3], 0.0, 0.0], lambda state: state[3] - math.pi)
    assert abs(half[3] - math.pi) < 1e-12
    assert twist(*moments, *omega) == pytest.approx(2.0 * abs(half[4]), abs=5e-12)


def test_a_racket_thrown_about_its_middle_axis_makes_half_a_turn():
    defects = [math.pi - twist(*RACKET, aside, 12.0, 0.0) for aside in (0.5, 0.1, 0.02, 0.004)]
    assert min(defects) > 0.0 and max(defects) < 0.5, defects


def test_motions_without_a_twist():
    assert twist(1.0, 2.0, 3.0, 0.0, 4.0, 0.0) == 0.0
    assert math.isnan(twist(1.0, 5.0, 9.0, 3.0, 0.0, 1.0)), "on the separatrix"
    assert math.isnan(twist(1.0, 1.0, 3.0, 1.0, 0.2, 1.0))
