"""Equilibria of a gyrostat: residuals, numbers, stability by the motion itself."""

import math
from itertools import pairwise

import numpy as np
import pytest

import physics
from physics.satellite.gyrostat import equilibria
from tests.physics.satellite.steady_turns import steady_turns

I = np.diag([1.0, 1.6, 2.2])  # noqa: E741  # the symbol of inertia
N = np.array([0.48, 0.6, 0.64])
TURN = np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]])


@pytest.mark.parametrize("inertia", [I, TURN @ I @ TURN.T])
@pytest.mark.parametrize("h", [0.0, 0.05, 0.3, 1.0, 8.0])
def test_the_steady_turns_are_steady(inertia, h):
    found = equilibria(inertia, h, N, 3.0)
    assert len(found) in (2, 4, 6)
    for each in found:
        momentum = inertia @ each.omega + h * N
        assert momentum == pytest.approx(each.momentum, abs=1e-6)
        assert np.linalg.norm(momentum) == pytest.approx(3.0, rel=1e-7)
        assert np.cross(momentum, each.omega) == pytest.approx(np.zeros(3), abs=1e-6)
    stable = sum(each.stable for each in found)
    assert stable - (len(found) - stable) == 2, "centres less saddles on a sphere"


def test_equilibria_vanish_in_pairs_as_the_rotor_spins_faster():
    numbers = [len(equilibria(I, h, N, 3.0)) for h in np.linspace(0.0, 6.0, 61)]
    assert numbers[0] == 6 and numbers[-1] == 2
    assert 4 in numbers
    assert all(a >= b for a, b in pairwise(numbers))


def test_without_a_rotor_the_ends_of_the_outer_axes_are_stable():
    found = equilibria(I, 0.0, N, 2.0)
    assert [each.energy for each in found] == pytest.approx([2.0 / moment for moment in (2.2, 2.2, 1.6, 1.6, 1.0, 1.0)])
    assert [each.stable for each in found] == [True, True, False, False, True, True]


def test_an_axis_without_momentum_of_the_rotor_has_equilibria_of_its_own():
    found = equilibria(I, 0.5, (0.0, 0.0, 1.0), 3.0)
    assert len(found) == 6
    for each in found:
        assert np.cross(I @ each.omega + [0.0, 0.0, 0.5], each.omega) == pytest.approx(np.zeros(3), abs=1e-12)


@pytest.mark.parametrize("rotor", ["free", "held"])
def test_a_gyrostat_stays_at_a_stable_turn_and_leaves_another(rotor):
    body = {"I1": 1.0, "I2": 1.6, "I3": 2.2, "rotor_axis": (0.48, 0.6, 0.64), "rotor_inertia": 0.2, "body_ball": 0.0,
            "rotor": rotor}  # fmt: skip
    first = physics.system("satellite", body, {"omega_1": 0.5, "omega_2": 0.3, "omega_3": 1.0, "rotor_speed": 2.0})
    turns = steady_turns(first, memoryview(first.start()))
    assert any(each.stable for each in turns) and not all(each.stable for each in turns)
    for turn in turns:
        h, n = first.initial["rotor_momentum"], first.axis
        speed = h / 0.2 - (float(turn.omega @ n) if rotor == "free" else 0.0)
        rates = {f"omega_{i + 1}": turn.omega[i] + 1e-3 * (i + 1) for i in range(3)}
        run = physics.Simulation(first.replace(initial={**rates, "rotor_speed": speed}), "dop853", 0.05)
        farthest = 0.0
        for _ in range(240):
            run.advance(10)
            omega = [each.value(run.system, run.y) for each in run.system.quantities if each.name.startswith("rate_")]
            farthest = max(farthest, math.dist(omega, turn.omega))
        assert (farthest < 0.05) == turn.stable
