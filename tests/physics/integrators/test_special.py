"""Splitting and symplectic Euler on the top, and systems to which methods do not apply."""

import numpy as np
import pytest

import physics
from physics.pivoted import symmetric_top
from tests.physics.integrators.problems import HenonHeiles, buffer, stepped

STARTS = [{}, {"phi_dot": 400}, {"psi_dot": 7, "theta": 1.9, "theta_dot": -3, "phi_dot": -300}]


@pytest.mark.parametrize("start", STARTS)
def test_momenta_are_the_angular_momenta_and_forces_the_derivatives_of_the_lagrangian(start):
    top = physics.system("gyroscope", initial=start)
    y, out = top.start(), buffer([0.0] * 6)
    top.momenta(0.0, buffer(y), buffer(top.p), out)
    known = {invariant.name: invariant.value(top, y) for invariant in top.invariants}
    I_A, _, mgd = top.p[:3]
    assert list(out) == pytest.approx(
        [known["L_z"], I_A * y[4], known["L_3"], 0, lagrangian_slope(top, y), 0], rel=1e-9, abs=1e-9 * mgd
    )


def lagrangian_slope(top, y, d=1e-3):
    """Return dL/dtheta by differences of fourth order; L = 2T - E."""
    mgd = top.p[2]

    def L(theta):
        z = list(y)
        z[1] = theta
        return top.energy(z) - 2 * mgd * np.cos(theta)

    near, far = L(y[1] + d) - L(y[1] - d), L(y[1] + 2 * d) - L(y[1] - 2 * d)
    return (8 * near - far) / (12 * d)


def test_splitting_conserves_the_energy_of_the_papers_cone_for_a_minute():
    """|dE/E| <= 1.2e-5 over 60 s at 1 ms, and both angular momenta to rounding."""
    simulation = physics.Simulation("gyroscope", "splitting", 1e-3)
    worst = 0.0
    for _ in range(600):
        simulation.advance(100)
        worst = max(worst, abs(simulation.invariants()["energy"].drift))
    assert simulation.divergence is None
    assert 1e-6 < worst <= 1.2e-5
    readings = simulation.invariants()
    assert abs(readings["L_z"].drift) < 1e-12
    assert abs(readings["L_3"].drift) < 1e-12


FREE = ({"omega_1": 3.0, "omega_2": 5.0, "omega_3": -2.0}, {"omega_1": -30.0, "omega_2": 11.0, "omega_3": 14.0})
HEAVY = ({"theta": 0.6, "psi_dot": 2.8, "phi_dot": 107.0}, {"theta": 0.8, "psi_dot": -0.4, "phi_dot": 100.0})


@pytest.mark.parametrize(
    ("name", "momentum", "starts"), [("free-body", "L", FREE), ("heavy-top", "L_z", HEAVY), ("gyroscope", "L_z", HEAVY)]
)
def test_rounding_of_splitting_does_not_repeat(name, momentum, starts):
    """10 000 roundings of 1e-16 of one sign would be 1e-12; of either sign 1e-14."""
    for start in starts:
        simulation = physics.Simulation(physics.system(name, initial=start), "splitting", 1e-3)
        simulation.advance(10_000)
        assert abs(simulation.invariants()[momentum].drift) < 8e-14


def test_splitting_without_weight_is_exact():
    """Free motion is one exact flow: ten long steps end where ten thousand short ones of order 8 do."""
    system = physics.system("gyroscope", {"gravity": 0}, {"psi_dot": 5, "theta": 1.2, "theta_dot": 2, "phi_dot": 90})
    long, short = physics.Simulation(system, "splitting", 0.05), physics.Simulation(system, "dop853", 1e-3)
    long.advance(10)
    short.advance(500)
    assert long.state[1:3] == pytest.approx(short.state[1:3], abs=1e-9)
    assert long.state[3:] == pytest.approx(short.state[3:], abs=1e-7)


def test_splitting_keeps_angles_unwrapped():
    system = physics.system("gyroscope", initial={"phi_dot": 400})
    run, other = physics.Simulation(system, "splitting"), physics.Simulation(system, "rk4")
    run.advance(2000)
    other.advance(2000)
    assert run.state[:3] == pytest.approx(other.state[:3], abs=1e-3)
    assert run["phi"] > 700


def test_step_of_splitting_is_reversible():
    top = physics.system("gyroscope", initial=STARTS[2])
    y, there, back = buffer(top.start()), buffer([0.0] * 6), buffer([0.0] * 6)
    symmetric_top.split_step(0.01, y, buffer(top.p), there)
    symmetric_top.split_step(-0.01, there, buffer(top.p), back)
    assert list(back) == pytest.approx(list(y), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("start", STARTS)
def test_symplectic_euler_conserves_the_momenta_of_cyclic_angles_to_rounding(start):
    simulation = physics.Simulation(physics.system("gyroscope", initial=start), "symplectic-euler", 1e-3)
    simulation.advance(1000)
    assert simulation.divergence is None
    readings = simulation.invariants()
    assert abs(readings["L_z"].drift) < 1e-12
    assert abs(readings["L_3"].drift) < 1e-12


def test_symplectic_euler_is_euler_cromer_for_separable_hamiltonians():
    ends = [
        stepped(name, rate, HenonHeiles.start, 0.1, 50)[1]
        for name, rate in (("symplectic-euler", HenonHeiles.momenta), ("euler-cromer", HenonHeiles.rate))
    ]
    assert ends[0] == pytest.approx(ends[1], abs=1e-12)


def test_symplectic_euler_reports_a_loop_that_does_not_converge():
    """dL/dv = v + h v² has no root for p = -1 when h > 1/4."""

    def momenta(t, y, p, out):
        out[0], out[1] = y[1], -y[1] * y[1]

    done, state = stepped("symplectic-euler", momenta, (0.0, -1.0), 2.0, 3)
    assert done == 0
    assert list(state) == [0.0, -1.0]


class Bare(physics.System):
    """A second-order system without `momenta` or `split_step`."""

    name = "bare"


class Pendulum(Bare):
    name = "pendulum"
    separable = True


@pytest.mark.parametrize(
    ("name", "words"),
    [("stormer-verlet", "positions alone"), ("symplectic-euler", "Lagrangian"), ("splitting", "exact flows")],
)
def test_special_method_gives_the_reason_why_it_does_not_apply(name, words):
    reason = physics.integrator(name).reason_against(Bare)
    assert words in reason
    assert reason.startswith(name)
    assert "\n" not in reason


def test_method_that_does_not_apply_is_refused_with_the_reason():
    with pytest.raises(physics.BadInput, match="positions alone; those of gyroscope do not"):
        physics.Simulation("gyroscope", "stormer-verlet")


def test_stormer_verlet_applies_where_accelerations_depend_on_positions_alone():
    assert physics.integrator("stormer-verlet").reason_against(Pendulum) == ""


def test_every_method_describes_its_cost_and_structure():
    methods = physics.integrators()
    assert methods["rk4"].cost() == "4 evaluations a step"
    assert methods["euler"].cost() == "1 evaluation a step"
    assert methods["gauss4"].cost() == "iterative evaluations"
    assert methods["dop853"].cost() == "15 evaluations a step of its own"
    assert methods["rk4"].keeps() == "not symplectic, not reversible"
    assert methods["gauss4"].keeps() == "symplectic in canonical variables, reversible"
    assert methods["splitting"].keeps() == "symplectic, reversible"
