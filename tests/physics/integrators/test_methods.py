"""Each method on equations whose solution is known by hand."""

import numpy as np
import pytest

import physics
from physics import BadInput
from tests.physics.integrators.problems import PLAIN, stepped


def oscillator(t, y, p, dy):
    dy[0] = y[1]
    dy[1] = -p[0] * y[0]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("euler", (1.0, -0.1)),
        ("euler-cromer", (0.99, -0.1)),
        ("cromer-positions-first", (1.0, -0.1)),
        ("heun", (0.995, -0.1)),
        ("stormer-verlet", (0.995, -0.1 + 1e-3 / 4)),
        ("implicit-midpoint", (0.9975 / 1.0025, -0.1 / 1.0025)),
        ("rk4", (1 - 0.005 + 1e-4 / 24, -0.1 + 1e-3 / 6)),
    ],
)
def test_one_step_of_the_harmonic_oscillator_by_hand(name, expected):
    assert stepped(name, oscillator, (1.0, 0.0), 0.1)[1] == pytest.approx(expected, rel=1e-15)


def test_newmark_solves_its_own_equations():
    """v' = v + h/2 (a + a'), q' = q + h v + h²/3 (a'/2 + a), to the epsilon of its loop."""
    h = 0.1
    done, (q, v) = stepped("newmark", oscillator, (1.0, 0.3), h, settings={"epsilon": 1e-14})
    assert done == 1
    assert v == pytest.approx(0.3 + h / 2 * (-1.0 - q), abs=1e-14)
    assert q == pytest.approx(1.0 + h * 0.3 + h * h / 3 * (-q / 2 - 1.0), abs=1e-14)


def test_newmark_conserves_the_amplitude_of_an_oscillator():
    _, end = stepped("newmark", oscillator, (1.0, 0.0), 0.05, steps=20000)
    assert 0.999 < np.hypot(*end) < 1.001


def test_newmark_reports_a_loop_that_does_not_converge():
    done, state = stepped("newmark", oscillator, (1.0, 0.0), 1.0, steps=5, p=(50.0,))
    assert done == 0
    assert state == pytest.approx([1.0, 0.0])


def test_larger_epsilon_gives_a_larger_error():
    _, fine = stepped("newmark", oscillator, (1.0, 0.0), 0.1, steps=50)
    _, rough = stepped("newmark", oscillator, (1.0, 0.0), 0.1, steps=50, settings={"epsilon": 1e-2})
    assert 1e-6 < np.abs(fine - rough).max() < 0.1


@pytest.mark.parametrize("name", PLAIN)
def test_right_hand_side_gets_the_time(name):
    """q'' = 6 t from rest: q(1) = 1; a method that forgot t would give 0."""

    def rate(t, y, p, dy):
        dy[0], dy[1] = y[1], 6.0 * t

    _, end = stepped(name, rate, (0.0, 0.0), 1e-3, steps=1000)
    assert end[0] == pytest.approx(1.0, abs=5e-3)


def test_settings_are_checked():
    method = physics.integrator("newmark")
    with pytest.raises(BadInput, match="epsilon = -1"):
        method.checked_settings({"epsilon": -1.0})
    with pytest.raises(BadInput, match="setting of rk4"):
        physics.integrator("rk4").checked_settings({"epsilon": 1e-9})


def test_second_order_method_refuses_a_first_order_system_with_the_reason():
    class Decay(physics.System):
        name = "decay"
        second_order = False

    reason = "newmark needs a second-order system; decay is first-order"
    assert physics.integrator("newmark").reason_against(Decay) == reason
    assert physics.integrator("rk4").reason_against(Decay) == ""
