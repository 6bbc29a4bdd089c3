import math
from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from tests.physics.integrators.problems import tolerances
from tests.reference import case, quaternion_to_matrix
from tests.rotations import body_to_lab

ANGLES = ("psi", "theta", "phi")
RATES = ("psi_dot", "theta_dot", "phi_dot")
CASES = ("tippe_top_rolling", "truncated_sphere_rolling")
EXACT = {"rtol": 1e-13, "atol": 1e-15}


def given(reference):
    """Return the parameters of a case."""
    p = reference["params"]
    return {
        "inertia": "given",
        "mass": p["m"],
        "I1": p["I"][0][0],
        "I3": p["I"][2][2],
        "gravity": p["g"],
        "radius": p["geometry"]["R"],
        "alpha": p["geometry"]["alpha"],
    }


def start(reference):
    """Return the initial values of a case."""
    return dict(zip((*ANGLES, *RATES), reference["initial"]["euler"], strict=True))


def states(run):
    """Return the state of each row."""
    return [memoryview(array("d", row[1 : 1 + len(run.system.variables)])) for row in run.data]


def contact_force(system, y):
    """Return the force of the table in the lab [N]."""
    values = {each.name: each.value(system, y) for each in system.quantities}
    return np.array([values["force_x"], values["force_y"], values["force_z"]])


def largest_errors(reference, run):
    """Return the largest errors of the rotation matrix, omega in body axes, place of G and contact force."""
    worst, rows = np.zeros(4), states(run)
    for expected in reference["expected"]:
        i = int(np.argmin(abs(run.t - expected["t"])))
        assert run.t[i] == pytest.approx(expected["t"], abs=1e-12)
        y = rows[i]
        matrix = body_to_lab(*y[:3])
        found = (
            matrix - quaternion_to_matrix(expected["q"]),
            matrix.T @ run.system.omega(y) - expected["omega_body"],
            run.system.position(y) - expected["r_G"],
            contact_force(run.system, y) - expected["contact_force_lab"],
        )
        worst = np.maximum(worst, [np.abs(each).max() for each in found])
    return worst


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_the_case_to_rounding(name):
    reference = case(f"tops/{name}")
    run = physics.simulate("tippe-top", 2.0, 0.01, "dop853", 0.05, given(reference), start(reference), EXACT)
    matrix, omega, place, force = largest_errors(reference, run)
    assert max(matrix, place, force) < 1e-11 < reference["tolerance"]
    assert omega < 1e-9  # of 40 rad/s
    for expected in reference["expected"]:
        i = int(np.argmin(abs(run.t - expected["t"])))
        assert run["mu_needed"][i] == pytest.approx(expected["mu_needed"], rel=1e-11)
        assert run["height"][i] == pytest.approx(expected["r_G"][2], rel=1e-12)
        assert run.invariants["energy"][i] == pytest.approx(expected["E"], rel=1e-11)
        assert run.invariants["jellett"][i] == pytest.approx(expected["jellett_L_dot_X"], rel=1e-11)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("dt", [1e-3, 2.5e-4])
def test_rk4_error_is_similar_to_other_coordinates(name, dt):
    """The stated errors are those of a quaternion; Euler angles at 0.7 rad err up to 3.3 times as much."""
    reference = case(f"tops/{name}")
    run = physics.simulate("tippe-top", 2.0, dt, every=0.05, parameters=given(reference), initial=start(reference))
    assert largest_errors(reference, run)[0] <= 3.3 * reference["rk4_error_at_end"][str(dt)]


def test_routh_integral_matches_the_reference_case():
    reference = case("tops/tippe_top_rolling")
    top = physics.system("tippe-top", given(reference), start(reference))
    values = {i.name: i.value(top, memoryview(top.start())) for i in top.invariants}
    assert values["routh"] == pytest.approx(reference["extra"]["routh_integral"], rel=1e-13)


def test_a_homogeneous_truncated_sphere_is_that_of_the_case():
    """Its mass, R and alpha are given; the moments of inertia follow."""
    reference = case("tops/truncated_sphere_rolling")
    asked = {name: value for name, value in given(reference).items() if name not in ("I1", "I3")}
    top = physics.system("tippe-top", {**asked, "inertia": "homogeneous"})
    assert top.p == pytest.approx(physics.system("tippe-top", given(reference)).p, rel=1e-12)


def test_the_default_is_the_reference_case():
    reference = case("tops/tippe_top_rolling")
    assert physics.system("tippe-top").p == pytest.approx(physics.system("tippe-top", given(reference)).p, rel=1e-14)
    assert list(physics.system("tippe-top").start())[:3] == reference["initial"]["euler"][:3]


def test_the_motion_obeys_newton_and_euler():
    """From first principles, by differences along a run: m dv/dt = F - m g k, dL/dt = X×F, and dx/dt = v = X×omega."""
    h = 1e-5
    run = physics.simulate("tippe-top", 2000 * h, h, "gauss6", parameters={"alpha": -0.4})
    top, rows = run.system, states(run)
    v, L, x = (np.array([read(y) for y in rows]) for read in (top.velocity, top.momentum, top.position))
    for i in (2, 700, 1500):
        F, X = contact_force(top, rows[i]), top.contact(rows[i]) - x[i]
        a, torque, speed = ((8 * (q[i + 1] - q[i - 1]) - q[i + 2] + q[i - 2]) / (12 * h) for q in (v, L, x))
        assert top.mass * (a + top.gravity * np.array([0, 0, 1])) == pytest.approx(F, abs=1e-9)
        assert torque == pytest.approx(np.cross(X, F), abs=1e-12)
        assert speed == pytest.approx(v[i], abs=1e-9)
        assert v[i] + np.cross(top.omega(rows[i]), X) == pytest.approx(np.zeros(3), abs=1e-15)
        assert top.contact(rows[i])[2] == pytest.approx(0.0, abs=1e-17)


def test_a_rolling_tippe_top_never_inverts():
    for spin in (40.0, 200.0, 1000.0):
        fast = {"theta": 0.1, "psi_dot": 0.0, "theta_dot": 0.0, "phi_dot": spin}
        run = physics.simulate("tippe-top", 2.0, 2.5e-4, every=0.01, initial=fast)
        assert run["theta"].max() < 0.2


@pytest.mark.parametrize(("alpha", "pole", "name"), [(-0.4, 0.0, "n_upright"), (0.4, math.pi, "n_inverted")])
@pytest.mark.parametrize("factor", [0.98, 1.02])
def test_standing_inverted_is_stable_above_the_threshold_only(alpha, pole, name, factor):
    """Small tilts xi obey A xi'' - i B xi' + C xi = 0 with C < 0; started with xi' = i W xi, W = B / 2 A, they are
    xi e^(iWt) cosh(kappa t), kappa² = -C / A - W², which is cos where kappa² < 0: above n = 2 sqrt(-A C) / (B / n).
    """
    system = physics.system("tippe-top", {"alpha": alpha})
    threshold = {q.name: q for q in system.quantities}[name].value(system, system.start())
    n = factor * threshold
    height = system.radius * (1 + abs(alpha))
    A = system.I1 + system.mass * height**2
    W = n * (system.I3 + system.mass * system.radius * height) / (2 * A)
    kappa2 = system.mass * system.gravity * system.radius * abs(alpha) / A - W**2
    tilt, sense = 0.005, 1 if pole == 0 else -1
    spin = {"theta": abs(pole - tilt), "theta_dot": 0.0, "psi_dot": sense * W, "phi_dot": n - W * math.cos(tilt)}
    run = physics.simulate("tippe-top", 0.3, 5e-4, every=0.3, parameters={"alpha": alpha}, initial=spin)
    expected = math.cosh if kappa2 > 0 else math.cos
    assert (kappa2 > 0) == (factor < 1)
    assert abs(run["theta"][-1] - pole) == pytest.approx(tilt * expected(math.sqrt(abs(kappa2)) * 0.3), rel=1e-3)


def test_a_centred_sphere_rolls_straight():
    """Alpha = 0, I1 = I3: omega is constant, and so is the velocity of G."""
    ball = {"alpha": 0.0, "I1": 3.2e-6}
    run = physics.simulate("tippe-top", 1.0, 1e-3, parameters=ball)
    y = states(run)
    assert run.system.omega(y[-1]) == pytest.approx(run.system.omega(y[0]), abs=1e-8)
    assert run.system.position(y[-1]) == pytest.approx(run.system.velocity(y[0]) + run.system.position(y[0]), abs=1e-9)
    assert run["mu_needed"] == pytest.approx(0, abs=1e-9)


APPLY = [m for m in physics.integrators().values() if not m.reason_against(physics.system_class("tippe-top"))]
IN_TICKS = [method.name for method in APPLY if not method.memory_rows]
"""Names of the methods whose steps are ticks."""


@pytest.mark.parametrize("name", IN_TICKS)
def test_every_method_has_its_order(name):
    """The error of the angles and of x and y falls with the step by the declared order."""
    top, order = physics.system("tippe-top"), physics.integrator(name).order
    exact = np.array(states(physics.simulate(top, 0.08, 5e-4, "gauss6"))[-1])
    coarse = 10 if order > 6 else max(20, 800 >> order)  # with more steps, those of order 8 come down to rounding
    errors = []
    for count in (coarse, 2 * coarse):
        run = physics.simulate(top, 0.08, 0.08 / count, name, 0.08, settings=tolerances(name))
        errors.append(np.linalg.norm((states(run)[-1] - exact)[[0, 1, 2, 8, 9]]))
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.25)


@pytest.mark.parametrize(
    ("parameters", "initial", "said"),
    [
        ({"alpha": 2000}, {}, "alpha = 2000: must be from -1000 to 1000"),
        ({"I1": 1e-6, "I3": 3e-6}, {}, "other two together"),
        ({"inertia": "homogeneous", "alpha": 1.0}, {}, "0 to below 1"),
        ({}, {"theta": 0.0}, "singular"),
    ],
)
def test_impossible_tops_are_refused(parameters, initial, said):
    with pytest.raises(BadInput, match=said):
        physics.system("tippe-top", parameters, initial)


def test_contact_that_is_lost_ends_the_run_with_the_reason():
    """A peg high above its small sphere: when it falls over the table would have to pull."""
    start = {"theta": 1.2, "psi_dot": 0.0, "theta_dot": 5.0, "phi_dot": 1.0}
    run = physics.simulate("tippe-top", 1.0, 1e-4, parameters={"alpha": -3.0}, initial=start)
    assert "would have to pull" in str(run.divergence)
    assert 0 < run["normal"][-1] < 0.01 < run["normal"][0]


def test_a_run_into_the_pole_ends_with_the_reason():
    start = {"theta": 0.3, "psi_dot": 0.0, "theta_dot": -3.0, "phi_dot": 0.0}
    run = physics.simulate("tippe-top", 1.0, 1e-4, initial=start)
    assert "singular" in str(run.divergence)
