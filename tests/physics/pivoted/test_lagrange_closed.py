import math

import numpy as np
import pytest

import physics
from physics.maths.quaternion import euler, from_euler, omega_of_rates, rotation_matrix
from physics.pivoted.lagrange_closed import LagrangeSolution
from physics.pivoted.lagrange_top import LagrangeTop
from physics.types import Motion
from tests.reference import case, quaternion_to_matrix

TOP = LagrangeTop(3e-4, 8e-5, 0.05886)
SPIN = 150.0
A = TOP.I3 * SPIN / TOP.I_A


def tilt(exact, t):
    return euler(exact.motion(t).rotation)[1]


def started(theta, psi_dot=0.0, theta_dot=0.0, omega_3=SPIN):
    psi, phi = 0.3, -0.2
    phi_dot = omega_3 - psi_dot * math.cos(theta)
    return Motion(from_euler(psi, theta, phi), omega_of_rates(theta, phi, psi_dot, theta_dot, phi_dot))


def integrated(top, start, times):
    """Return the same motion by dop853, in quaternions, of a body with these constants about the pivot."""
    parameters = {"body": "asymmetric", "about": "pivot", "gravity": 9.81 if top.mgd else 0.0, "mass": 1.0}
    moments = {"I1": top.I_A, "I2": top.I_A, "I3": top.I3, "distance_3": top.mgd / 9.81}
    names = ("q_w", "q_x", "q_y", "q_z", "omega_1", "omega_2", "omega_3")
    initial = dict(zip(names, (*start.rotation, *start.omega), strict=True))
    system = physics.system("heavy-top", {**parameters, **moments}, initial)
    simulation = physics.Simulation(system, "dop853", 1e-2, {"rtol": 1e-13, "atol": 1e-15})
    simulation.compile()
    for t in times:
        simulation.advance(round(t / 1e-2) - simulation.tick)
        yield simulation.state


def assert_same(top, start, end=10.0, within=1e-9):
    exact, times = LagrangeSolution(top, start), np.linspace(0.0, end, 21)
    for t, y in zip(times, integrated(top, start, times), strict=True):
        motion = exact.motion(t)
        assert rotation_matrix(motion.rotation) == pytest.approx(rotation_matrix(y), abs=within)
        assert motion.omega == pytest.approx(tuple(y[4:7]), abs=20 * within)
        assert math.hypot(*motion.rotation) == pytest.approx(1.0, abs=1e-12)
    return exact


@pytest.mark.parametrize("name", ["cone_epfl", "lagrange_generic"])
def test_agrees_with_the_reference_case(name):
    reference = case(f"tops/{name}")
    p, numbers = reference["params"], reference["extra"]["closed_form"]
    top = LagrangeTop(p["I_pivot"][0], p["I_pivot"][2], p["weight"] * p["r_pivot_G_body"][2])
    initial = reference["initial"]
    exact = LagrangeSolution(top, Motion(tuple(initial["q"]), tuple(initial["omega_body"])))
    assert exact.turning == pytest.approx((numbers["th_min"], numbers["th_max"]), abs=1e-13)
    assert exact.period == pytest.approx(numbers["T"], rel=1e-13)
    for wanted in reference["expected"]:
        motion = exact.motion(wanted["t"])
        assert rotation_matrix(motion.rotation) == pytest.approx(quaternion_to_matrix(wanted["q"]), abs=1e-11)
        assert motion.omega == pytest.approx(wanted["omega_body"], abs=1e-9)
        assert tilt(exact, wanted["t"]) == pytest.approx(wanted["euler"][1], abs=1e-11)
    psi, phi = (np.array(wanted["euler"][i]) for i in (0, 2))
    assert rotation_matrix(exact.motion(wanted["t"]).rotation) == pytest.approx(
        rotation_matrix(from_euler(psi, wanted["euler"][1], phi)), abs=1e-11
    )


STARTS = {
    "cusps": started(0.9, omega_3=300.0),
    "loops": started(0.9, -4.0, 1.0, 300.0),
    "steady, slow": started(1.0, TOP.steady_precessions(1.0, SPIN)[0]),
    "steady, fast": started(1.0, TOP.steady_precessions(1.0, SPIN)[1]),
    "nearly steady": started(1.0, TOP.steady_precessions(1.0, SPIN)[0] * (1 + 1e-7)),
    "through theta = 0": started(0.5, A * (1 - math.cos(0.5)) / math.sin(0.5) ** 2, -12.0),
    "nearly through theta = 0": started(0.5, A * (1 - math.cos(0.5)) / math.sin(0.5) ** 2 * (1 + 1e-9), -12.0),
    "from theta = 0": started(0.0, 0.0, 5.0),
    "from theta = pi": started(math.pi, 0.0, 5.0),
    "through theta = pi": started(2.0, -A * (1 + math.cos(2.0)) / math.sin(2.0) ** 2, 5.0),
    "pendulum": started(1.0, omega_3=0.0),
    "pendulum that turns over": started(1.0, 0.0, 30.0, 0.0),
    "spherical pendulum": started(1.0, 5.0, 1.0, 0.0),
    "awake": started(1e-3, omega_3=115.0),
    "upright": started(0.0),
    "hanging": started(math.pi),
}


@pytest.mark.parametrize("name", STARTS)
def test_agrees_with_dop853_for_ten_seconds(name):
    exact = assert_same(TOP, STARTS[name])
    if "through theta = 0" in name:
        assert exact.turning[0] < 1e-9
    if "through theta = pi" in name:
        assert exact.turning[1] == pytest.approx(math.pi, abs=1e-15)


def test_an_unstable_top_leaves_the_separatrix_correctly():
    """Errors at the start grow by exp(12 t) here: a quarter of a second is a factor of 20."""
    assert_same(TOP, started(1e-3, omega_3=52.5), end=0.2)


def test_without_weight_or_without_inertia_about_the_axis():
    assert_same(LagrangeTop(3e-4, 8e-5, 0.0), started(0.7, 5.0, 3.0))
    assert_same(LagrangeTop(3e-4, 3e-4, 0.05886), started(0.7, 5.0, 3.0))
    rod = LagrangeSolution(LagrangeTop(3e-4, 0.0, 0.05886), started(0.7, 0.0, 3.0, 0.0))
    assert rod.motion(1.0).rotation == pytest.approx(
        LagrangeSolution(LagrangeTop(3e-4, 8e-5, 0.05886), started(0.7, 0.0, 3.0, 0.0)).motion(1.0).rotation, abs=1e-10
    )


def test_solution_starts_at_the_start_and_theta_is_periodic():
    start = started(0.7, 5.0, 3.0)
    exact = LagrangeSolution(TOP, start)
    assert exact.motion(0.0).rotation == pytest.approx(start.rotation, abs=1e-14)
    assert exact.motion(0.0).omega == pytest.approx(start.omega, rel=1e-12)
    assert tilt(exact, 0.123 + 7 * exact.period) == pytest.approx(tilt(exact, 0.123), abs=1e-12)
    thetas = [tilt(exact, t) for t in np.linspace(0, exact.period, 1001)]
    assert (min(thetas), max(thetas)) == pytest.approx(exact.turning, abs=1e-5)


@pytest.mark.parametrize("expected", case("tops/lagrange_steady_precession")["expected"])
def test_a_small_nutation_has_the_period_of_the_frequency(expected):
    p = case("tops/lagrange_steady_precession")["params"]
    top = LagrangeTop(p["IA"], p["I3"], p["mgd"])
    exact = LagrangeSolution(top, started(p["theta"], expected["Omega"] * (1 + 1e-6), 0.0, p["omega3"]))
    assert 2 * math.pi / exact.period == pytest.approx(expected["nutation_omega_closed_form"], rel=1e-5)


def test_steady_precession_has_no_one_or_two_rates():
    assert TOP.steady_precessions(0.5, 50.0) == (0.0, 0.0)
    assert TOP.nutation_frequency(0.5, 50.0) == 0.0
    slow, fast = TOP.steady_precessions(1.0, -SPIN)
    assert slow < 0 and fast < slow
    assert TOP.steady_precessions(1.0, -SPIN) == tuple(-x for x in TOP.steady_precessions(1.0, SPIN))
    assert LagrangeTop(3e-4, 8e-5, 0.0).nutation_frequency(1.0, SPIN) == pytest.approx(A)
    assert LagrangeTop(3e-4, 0.0, 0.05886).sleeping_spin() == math.inf


def near_special_motions(count):
    """Yield tops and starts beside a pole or a steady precession, where roots of the cubic nearly coincide."""
    rng = np.random.default_rng(7)
    for _ in range(count):
        I_A, mgd = 10 ** rng.uniform(-6, 2), 10 ** rng.uniform(-4, 3)
        top = LagrangeTop(I_A, I_A * rng.choice([0.05, 0.3, 1.0, 1.9]), mgd)
        theta = rng.choice([rng.uniform(0.0, math.pi), math.pi * rng.random() ** 9, 1e-8, math.pi - 1e-7])
        spin, along = rng.choice([0.0, rng.uniform(-500, 500)]), I_A * math.cos(theta)
        root = (top.I3 * spin) ** 2 - 4.0 * along * mgd
        steady = (top.I3 * spin + math.sqrt(root)) / (2.0 * along) if root >= 0.0 else rng.uniform(-50, 50)
        theta_dot = rng.choice([0.0, 1e-15, 1e-10, 1e-7])
        yield top, started(theta, steady * (1.0 + rng.choice([0.0, 1e-15, -1e-13])), theta_dot, spin)


def test_starts_beside_special_motions_have_a_solution():
    for top, start in near_special_motions(400):
        exact = LagrangeSolution(top, start)
        turned = rotation_matrix(exact.motion(0.0).rotation)
        assert turned == pytest.approx(rotation_matrix(start.rotation), abs=1e-6)
        assert np.isfinite(exact.motion(3.7).rotation).all()
