import math

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.maths.quaternion import from_matrix, nutation_angle, rotation_matrix
from physics.pivoted.lagrange_closed import LagrangeSolution
from tests.reference import case, highest, quaternion_to_matrix

CASES = ["heavy_top_bruls_cardona", "cone_epfl", "lagrange_generic"]
CLOSE = {"rtol": 1e-13, "atol": 1e-15}
Q, OMEGA = ("q_w", "q_x", "q_y", "q_z"), ("omega_1", "omega_2", "omega_3")


def given(reference):
    """Return the parameters of a pivot case."""
    p = reference["params"]
    values = {"body": "asymmetric", "about": "pivot", "gravity": p["g"], "mass": p["weight"] / p["g"]}
    values |= dict(zip(("I1", "I2", "I3"), p["I_pivot"], strict=True))
    return values | dict(zip(("distance_1", "distance_2", "distance_3"), p["r_pivot_G_body"], strict=True))


def started(reference):
    initial = reference["initial"]
    return dict(zip((*Q, *OMEGA), (*initial["q"], *initial["omega_body"]), strict=True))


def simulated(system, dt, end, integrator="dop853"):
    """Yield a compiled run at every tick."""
    simulation = physics.Simulation(system, integrator, dt, CLOSE if integrator == "dop853" else {})
    simulation.compile()
    for _ in range(round(end / dt)):
        simulation.advance(1)
        yield simulation
    assert simulation.divergence is None


def at_times(system, dt, times, integrator="dop853"):
    simulation = physics.Simulation(system, integrator, dt, CLOSE if integrator == "dop853" else {})
    simulation.compile()
    for t in times:
        simulation.advance(round(t / dt) - simulation.tick)
        yield simulation


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_the_case_at_its_tolerance(name):
    reference = case(f"tops/{name}")
    top, expected = physics.system("heavy-top", given(reference), started(reference)), reference["expected"]
    for state, wanted in zip(at_times(top, 1e-2, [e["t"] for e in expected]), expected, strict=True):
        assert rotation_matrix(state.y) == pytest.approx(
            quaternion_to_matrix(wanted["q"]), abs=1e-3 * reference["tolerance"]
        )
        assert list(state.y[4:7]) == pytest.approx(wanted["omega_body"], abs=reference["tolerance"])
        assert state.invariants()["energy"].value == pytest.approx(wanted["E"], rel=1e-11)
        assert state.invariants()["L_z"].value == pytest.approx(wanted["Lz"], rel=1e-10)
        assert top.momentum(state.y) == pytest.approx(wanted["L_lab"], rel=1e-9, abs=1e-9 * abs(wanted["Lz"]))
        assert top.motion(state.y).position == pytest.approx(wanted["r_G"], abs=1e-9)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("dt", [1e-3, 2.5e-4])
def test_rk4_has_the_stated_error(name, dt):
    reference = case(f"tops/{name}")
    top, last = physics.system("heavy-top", given(reference), started(reference)), reference["expected"][-1]
    (end,) = at_times(top, dt, [last["t"]], "rk4")
    error = np.abs(rotation_matrix(end.y) - quaternion_to_matrix(last["q"])).max()
    stated = reference["rk4_error_at_end"][str(dt)]
    assert error == pytest.approx(stated, rel=1e-3)


def test_published_states_of_the_benchmark():
    reference = case("tops/heavy_top_bruls_cardona")
    top = physics.system("heavy-top", given(reference), started(reference))
    for published in sorted(reference["extra"]["published"], key=lambda p: p["t"]):
        (state,) = at_times(top, 1e-2, [published["t"]])
        q = np.array(published["q"])
        assert state.y[:4] * np.sign(q @ state.y[:4]) == pytest.approx(q, abs=published["tolerance"])
    dy = np.zeros(7)
    top.rate(0.0, top.start(), top.p, dy)
    assert dy[4:] == pytest.approx(reference["extra"]["initial_omega_dot_body"], abs=1e-9)


def test_inertia_about_the_centre_of_mass_is_that_of_the_benchmark_about_the_pivot():
    reference = case("tops/heavy_top_bruls_cardona")
    moments = {"I1": 0.234375, "I2": 0.46875, "I3": 0.234375, "about": "centre of mass"}
    about_centre = physics.system("heavy-top", {**given(reference), **moments})
    assert about_centre.p == pytest.approx(physics.system("heavy-top", given(reference)).p, rel=1e-14)
    assert [i.name for i in about_centre.invariants] == ["energy", "L_z", "L_a"]


# Bodies without symmetry ------------------------------------------------------------------------------------


def turned_axes(angle=0.8, axis=(1.0, -2.0, 0.6)):
    """Return a rotation (3, 3) of the body axes."""
    n = np.array(axis) / np.linalg.norm(axis)
    W = np.cross(np.eye(3), -n)
    return np.eye(3) + math.sin(angle) * W + (1 - math.cos(angle)) * W @ W


def described(moments, distance, S, **more):
    """Return a body by its principal moments about the pivot, in body axes rotated by S: components v become S v."""
    I = S @ np.diag(moments) @ S.T  # noqa: E741  # the inertia matrix
    elements = dict(
        zip(("I1", "I2", "I3", "I12", "I13", "I23"), I[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]], strict=True)
    )
    offsets = dict(zip(("distance_1", "distance_2", "distance_3"), S @ distance, strict=True))
    return {"body": "asymmetric", "about": "pivot", **elements, **offsets, **more}


MOMENTS, OFFSET, SPIN = (3e-4, 2e-4, 1.5e-4), np.array([0.01, -0.02, 0.04]), np.array([3.0, -8.0, 30.0])


def test_the_choice_of_body_axes_changes_nothing():
    """Products of inertia: the same motion in principal axes and in rotated ones."""
    S = turned_axes()
    plain = physics.system(
        "heavy-top", described(MOMENTS, OFFSET, np.eye(3), mass=0.1), dict(zip(OMEGA, SPIN, strict=True))
    )
    q = from_matrix(rotation_matrix(plain.start()) @ S.T)
    start = dict(zip((*Q, *OMEGA), (*q, *(S @ SPIN)), strict=True))
    turned = physics.system("heavy-top", described(MOMENTS, OFFSET, S, mass=0.1), start)
    assert abs(turned.I12) > 1e-5
    for one, other in zip(simulated(plain, 1e-2, 3.0), simulated(turned, 1e-2, 3.0), strict=True):
        assert rotation_matrix(other.y) @ S == pytest.approx(rotation_matrix(one.y), abs=1e-10)
    assert one.invariants()["energy"].value == pytest.approx(other.invariants()["energy"].value, rel=1e-11)


def test_rate_is_that_of_the_angular_momentum_in_the_lab():
    """A second formulation: L' = torque of the weight, by differences of L = R I omega in the lab."""
    top = physics.system("heavy-top", described(MOMENTS, OFFSET, turned_axes(), mass=0.1))
    y = np.array([0.4, -0.3, 0.8, 0.2, *SPIN])
    dy, h = np.zeros(7), 1e-6
    top.rate(0.0, y, top.p, dy)
    torque = (top.momentum(y + h * dy) - top.momentum(y - h * dy)) / (2 * h)
    weight = np.array([0.0, 0.0, -top.mass * top.gravity])
    assert torque == pytest.approx(np.cross(top.rotation(y) @ top.centre, weight), rel=1e-7, abs=1e-8)
    places = [np.array(top.motion(y + step * dy).position) for step in (-h, h)]
    assert top.motion(y).velocity == pytest.approx((places[1] - places[0]) / (2 * h), rel=1e-6)
    q = y[:4] / np.linalg.norm(y[:4])
    assert dy[:4] @ y[:4] == pytest.approx(0, abs=1e-14)
    assert top.motion(y).rotation == pytest.approx(q)


@pytest.mark.parametrize(("distance_1", "distance_2"), [(0.03, 0.0), (-0.03, 0.0), (0.0, 0.02), (0.02, -0.015)])
def test_kovalevskayas_invariant_wherever_g_lies_in_the_equator(distance_1, distance_2):
    moments = {"I1": 4e-4, "I2": 4e-4, "I3": 2e-4}
    place = {"distance_1": distance_1, "distance_2": distance_2, "distance_3": 0.0}
    parameters = {"body": "asymmetric", "about": "pivot", "mass": 0.1, **moments, **place}
    start = {"theta": 1.0, "psi": 0.3, "phi": 0.5, "psi_dot": 4.0, "theta_dot": -3.0, "phi_dot": 12.0}
    top = physics.system("heavy-top", parameters, start)
    assert [i.name for i in top.invariants] == ["energy", "L_z", "kovalevskaya"]
    c = complex(distance_1, distance_2) * top.mass * top.gravity / top.I3
    other_sign = []
    for state in simulated(top, 1e-2, 10.0):
        assert abs(state.invariants()["kovalevskaya"].drift) < 1e-9
        omega, gamma = complex(*state.y[4:6]), complex(*rotation_matrix(state.y)[2, :2])
        other_sign.append(abs(omega * omega + c * gamma) ** 2)
    assert np.ptp(other_sign) > 0.1 * np.mean(other_sign)


def test_kovalevskayas_invariant_is_not_shown_for_other_tops():
    for other in ({"I3": 2.1e-4}, {"distance_3": 0.01}, {"I12": 1e-5}):
        moments = {"I1": 4e-4, "I2": 4e-4, "I3": 2e-4, "distance_1": 0.03, "distance_3": 0.0}
        parameters = {"body": "asymmetric", "about": "pivot", "mass": 0.1, **moments, **other}
        assert [i.name for i in physics.system("heavy-top", parameters).invariants] == ["energy", "L_z"]


# The pole ---------------------------------------------------------------------------------------------------


def crossing(theta=0.5, omega_3=100.0, theta_dot=-12.0):
    """Return the start of a cone with L_z = L_3, which passes theta = 0."""
    top = physics.system("gyroscope")
    psi_dot = top.p[1] * omega_3 * (1 - math.cos(theta)) / (top.p[0] * math.sin(theta) ** 2)
    return {"theta": theta, "psi_dot": psi_dot, "theta_dot": theta_dot, "phi_dot": omega_3 - psi_dot * math.cos(theta)}


def test_passing_the_pole_is_regular():
    """Against the closed form, and against the same top with its axis along body axis 1, which is never near a pole."""
    top = physics.system("heavy-top", initial=crossing())
    I_A, I3, _ = top.lagrange
    S = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])  # axis 3 becomes axis 1
    q = from_matrix(rotation_matrix(top.start()) @ S.T)
    start = dict(zip((*Q, *OMEGA), (*q, *(S @ top.start()[4:7])), strict=True))
    lying = physics.system("heavy-top", described((I_A, I_A, I3), top.centre, S, mass=top.mass), start)
    exact = LagrangeSolution(top.lagrange, top.motion(memoryview(top.start())))
    least = math.pi
    for one, other in zip(simulated(top, 1e-2, 10.0), simulated(lying, 1e-2, 10.0), strict=True):
        R = rotation_matrix(one.y)
        assert rotation_matrix(other.y) @ S == pytest.approx(R, abs=1e-9)
        assert rotation_matrix(exact.motion(one.time).rotation) == pytest.approx(R, abs=1e-9)
        least = min(least, nutation_angle(one.y))
    assert least < 1e-2
    assert max(abs(reading.drift) for reading in one.invariants().values()) < 1e-11


@pytest.mark.parametrize(("integrator", "order"), [("rk4", 4), ("implicit-midpoint", 2), ("gauss6", 6)])
def test_methods_keep_their_order_through_the_pole(integrator, order):
    top = physics.system("heavy-top", initial=crossing())
    exact = LagrangeSolution(top.lagrange, top.motion(memoryview(top.start()))).motion(
        0.25
    )  # three times through theta = 0
    steps = {6: (16, 32, 64)}.get(order, (128, 256, 512))
    errors = []
    for n in steps:
        (end,) = at_times(top, 0.25 / n, [0.25], integrator)
        errors.append(np.abs(rotation_matrix(end.y) - rotation_matrix(exact.rotation)).max())
    slope = np.polyfit(np.log(1 / np.array(steps)), np.log(errors), 1)[0]
    assert slope == pytest.approx(order, abs=0.25)


# Splitting --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "start"),
    [
        ({}, crossing()),
        ({"body": "bar"}, {"omega_1": 3.0, "omega_3": 30.0}),
        (described(MOMENTS, OFFSET, turned_axes(), mass=0.1), dict(zip(OMEGA, SPIN, strict=True))),
    ],
)
def test_splitting_is_of_order_2_for_every_body_and_keeps_angular_momenta(parameters, start):
    top = physics.system("heavy-top", parameters, start)
    (exact,) = at_times(top, 1e-2, [0.25])
    errors = []
    for n in (250, 500, 1000):
        (end,) = at_times(top, 0.25 / n, [0.25], "splitting")
        errors.append(np.abs(rotation_matrix(end.y) - rotation_matrix(exact.y)).max())
    assert np.diff(np.log2(errors)) == pytest.approx([-2, -2], abs=0.1)
    drifts = {name: abs(reading.drift) for name, reading in end.invariants().items()}
    assert drifts.pop("energy") < 1e-5
    assert max(drifts.values()) < 1e-12


def test_splitting_is_reversible():
    top = physics.system("heavy-top", described(MOMENTS, OFFSET, turned_axes(), mass=0.1), {"omega_1": 9.0})
    there, back = np.zeros(7), np.zeros(7)
    top.split_step(1e-2, top.start(), top.p, there)
    top.split_step(-1e-2, there, top.p, back)
    assert back == pytest.approx(np.array(top.start()), abs=1e-13)
    assert np.abs(there - top.start()).max() > 0.1


def test_splitting_holds_the_energy_of_the_papers_cone_for_a_minute():
    simulation = physics.Simulation("heavy-top", "splitting", 1e-3)
    simulation.compile()
    worst = 0.0
    for _ in range(600):
        simulation.advance(100)
        worst = max(worst, abs(simulation.invariants()["energy"].drift))
    assert 1e-6 < worst < 1.2e-5
    assert abs(simulation.invariants()["L_z"].drift) < 1e-11


# The symmetric top ------------------------------------------------------------------------------------------


def klein(omega_3, theta):
    """Return the top of the cases on steady precession and sleeping."""
    p = case("tops/sleeping_top_threshold")["params"]
    moments = {"I1": p["IA"] - p["m"] * p["d"] ** 2, "I3": p["I3"]}
    parameters = {"body": "given", "mass": p["m"], "distance": p["d"], **moments}
    return physics.system("heavy-top", parameters, {"theta": theta, "omega_3": omega_3})


def quantities(top):
    return {q.name: q.value(top, memoryview(top.start())) for q in top.quantities}


@pytest.mark.parametrize("expected", case("tops/sleeping_top_threshold")["expected"]["cases"])
def test_a_top_sleeps_above_the_critical_spin(expected):
    top = klein(expected["omega3"], 1e-3)
    critical = case("tops/sleeping_top_threshold")["expected"]["omega3_critical"]
    assert quantities(top)["omega_3_sleeping"] == pytest.approx(critical, rel=1e-14)
    tilts = np.array([nutation_angle(state.y) for state in simulated(top, 1e-3, 3.0)])
    tolerance = case("tops/sleeping_top_threshold")["tolerance"]
    assert highest(tilts) == pytest.approx(expected["theta_max_from_1e_3_rest"], rel=tolerance)


def test_steady_roots_and_nutation_are_those_of_the_case():
    p, expected = (case("tops/lagrange_steady_precession")[key] for key in ("params", "expected"))
    shown = quantities(klein(p["omega3"], p["theta"]))
    assert shown["precession_slow"] == pytest.approx(expected[0]["Omega"], rel=1e-13)
    assert shown["precession_fast"] == pytest.approx(expected[1]["Omega"], rel=1e-13)
    assert shown["nutation_frequency"] == pytest.approx(expected[0]["nutation_omega_formula"], rel=1e-13)
    assert shown["theta"] == pytest.approx(p["theta"], rel=1e-14)


@pytest.mark.parametrize("body", physics.system_class("gyroscope").body.options)
def test_every_body_of_revolution_moves_like_the_gyroscope(body):
    start = {"theta": 0.7, "psi_dot": 2.0, "phi_dot": 80.0}
    tops = (physics.system(name, {"body": body}, start) for name in ("gyroscope", "heavy-top"))
    for one, other in zip(*(simulated(top, 1e-2, 0.5) for top in tops), strict=True):
        assert other.system.rotation(other.y) == pytest.approx(one.system.rotation(one.y), abs=1e-10)
    energies = [each.invariants()["energy"].value for each in (one, other)]
    assert energies[0] == pytest.approx(energies[1], rel=1e-11)
    assert np.allclose(one.system.bodies(one.y)[0].rotation, other.system.bodies(other.y)[0].rotation, atol=1e-9)


def test_the_ellipsoid_that_is_drawn_has_the_inertia_that_is_used():
    top = physics.system("heavy-top", described(MOMENTS, 0.2 * OFFSET, turned_axes(), mass=0.1))
    (body,) = top.bodies(memoryview(top.start()))
    a, b, c = body.solid.axes
    about_centre = body.rotation @ np.diag([b * b + c * c, c * c + a * a, a * a + b * b]) @ body.rotation.T * 0.1 / 5
    d = body.position
    R = top.rotation(memoryview(top.start()))
    about_pivot = about_centre + 0.1 * (d @ d * np.eye(3) - np.outer(d, d))
    assert about_pivot == pytest.approx(R @ top.inertia_about_pivot @ R.T, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"I3": 1e-3}, "larger than the other two"),
        ({"I12": 1e-3}, "positive definite"),
        ({"I2": -1.0}, "I2"),
        ({"distance": 0.1}, "applies when body is given"),
        ({"I1": math.nan}, "I1"),
        ({"about": "axis"}, "about"),
    ],
)
def test_matrices_that_no_body_has_are_refused(parameters, said):
    with pytest.raises(BadInput, match=said):
        physics.system("heavy-top", {"body": "asymmetric", **parameters})


def test_matrices_of_asymmetric_bodies_do_not_apply_to_turned_ones():
    for name in ("I2", "I12", "distance_3"):
        with pytest.raises(BadInput, match="asymmetric"):
            physics.system("heavy-top", {name: 1e-3})
