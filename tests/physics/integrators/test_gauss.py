"""The implicit loop of the Gauss methods: convergence to rounding, fallback to Newton, and reported failures."""

import numpy as np
import pytest

import physics
from tests.physics.integrators.problems import stepped

STAGES = {"implicit-midpoint": 1, "gauss4": 2, "gauss6": 3}
GAUSS = list(STAGES)


class Counted:
    """A right-hand side that counts its calls."""

    def __init__(self, rate):
        self.rate, self.calls = rate, 0

    def __call__(self, t, y, p, dy):
        self.calls += 1
        self.rate(t, y, p, dy)


def oscillator(t, y, p, dy):
    dy[0], dy[1] = y[1], -p[0] * y[0]


def stiff(t, y, p, dy):
    """Write the rates of a slow pendulum, a fast spring and a strong damper."""
    dy[0], dy[1], dy[2] = y[1], -y[0] - y[0] ** 3 + y[2], -1e4 * (y[2] - y[0] * y[0])


@pytest.mark.parametrize("name", GAUSS)
@pytest.mark.parametrize("stiffness", [1.0, 1e2, 1e6])
def test_gauss_conserves_the_energy_of_an_oscillator_for_any_step(name, stiffness):
    """A Gauss method conserves quadratic invariants; h omega goes up to 1000, where only Newton converges."""
    done, (q, v) = stepped(name, oscillator, (1.0, 0.0), 1.0, 20, p=(stiffness,))
    assert done == 20
    assert stiffness * q * q + v * v == pytest.approx(stiffness, rel=1e-12)


@pytest.mark.parametrize(("name", "stages"), STAGES.items())
def test_stiff_step_satisfies_the_collocation_equations(name, stages):
    """The equations of implicit midpoint are checked directly, all methods by agreement with small steps."""
    y = np.array([1.0, 0.0, 1.0])
    h = 1e-2
    done, end = stepped(name, stiff, y, h, 5)
    assert done == 5
    _, fine = stepped("dop853", stiff, y, h, 5)
    assert end == pytest.approx(fine, abs=3e-4 if stages == 1 else 1e-5)


def test_implicit_midpoint_solves_its_equation_to_rounding():
    y, h = np.array([1.0, 0.0, 0.9]), 1e-2
    _, end = stepped("implicit-midpoint", stiff, y, h)
    slope = np.zeros(3)
    stiff(0.0, (y + end) / 2, (), slope)
    assert end == pytest.approx(y + h * slope, abs=1e-13)


@pytest.mark.parametrize("name", GAUSS)
def test_newton_matrix_is_renewed_within_a_step(name):
    """On the paper's cone at 20 ms a single matrix for a whole step fails within two seconds."""
    simulation = physics.Simulation("gyroscope", name, 0.02)
    assert simulation.advance(250) == 250
    assert abs(simulation.invariants()["energy"].drift) < 0.01


@pytest.mark.parametrize("name", GAUSS)
def test_step_without_a_solution_leaves_the_last_valid_state(name):
    """y' = y² reaches infinity at t = 1."""

    def blows_up(t, y, p, dy):
        dy[0] = y[0] * y[0]

    done, (y,) = stepped(name, blows_up, (1.0,), 0.3, 10)
    assert done < 10
    _, (same,) = stepped(name, blows_up, (1.0,), 0.3, done)
    assert y == same
    assert np.isfinite(y)


def test_failed_loop_is_a_divergence_with_a_message():
    simulation = physics.Simulation(physics.system("gyroscope", initial={"phi_dot": 5000}), "gauss4", 0.5)
    simulation.advance(10)
    assert "the implicit loop of gauss4 did not converge" in simulation.message
    assert "smaller dt" in simulation.message


@pytest.mark.parametrize(("name", "stages"), STAGES.items())
def test_easy_step_takes_a_dozen_iterations(name, stages):
    rate = Counted(physics.system_class("gyroscope").rate)
    system = physics.system("gyroscope", initial={"phi_dot": 400})
    stepped(name, rate, system.start(), 1e-3, 10, p=system.p)
    assert rate.calls / 10 < 12 * stages + 1


@pytest.mark.parametrize("name", ["gauss4", "gauss6"])
def test_energy_of_the_papers_cone_does_not_drift(name):
    simulation = physics.Simulation("gyroscope", name, 2e-3)
    simulation.compile()
    worst = []
    for _ in range(4):
        drifts = []
        for _ in range(50):
            simulation.advance(20)
            drifts.append(abs(simulation.invariants()["energy"].drift))
        worst.append(max(drifts))
    assert max(worst) < 1.2 * worst[0] + 1e-13
    assert worst[0] < 1e-6
