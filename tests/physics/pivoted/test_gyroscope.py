import math

import numpy as np
import pytest

import physics
from physics import BadInput
from tests.reference import case, highest, quaternion_to_matrix, rises
from tests.rotations import body_to_lab

NAMES = ("psi", "theta", "phi")
RATES = tuple(f"{name}_dot" for name in NAMES)
EXACT = {"rtol": 1e-13, "atol": 1e-15}


def given(reference):
    """Return the parameters of a pivot case, with the inertia about G that the system needs."""
    p, extra = reference["params"], reference["extra"]
    m, d = extra["m"], extra["d"]
    values = {
        "body": "given",
        "mass": m,
        "distance": d,
        "I1": p["I_pivot"][0] - m * d**2,
        "I3": p["I_pivot"][2],
    }
    return {**values, "gravity": p["g"]}


def errors(reference, dt, parameters):
    """Return the largest error of the rotation matrix and of the rates at each time of the case."""
    start = dict(zip((*NAMES, *RATES), reference["initial"]["euler"], strict=True))
    end = reference["expected"][-1]["t"]
    run = physics.simulate("gyroscope", end, dt, "rk4", every=0.05, parameters=parameters, initial=start)
    for expected in reference["expected"]:
        i = int(np.argmin(abs(run.t - expected["t"])))
        assert run.t[i] == pytest.approx(expected["t"], abs=1e-12)
        angles, rates = [run[n][i] for n in NAMES], np.array([run[n][i] for n in RATES])
        matrix = quaternion_to_matrix(expected["q"])
        yield (
            np.abs(body_to_lab(*angles) - matrix).max(),
            np.abs(np.array(angles) - expected["euler"]).max(),
            np.abs(rates - expected["euler_dot"]).max(),
        )


@pytest.mark.parametrize("name", ["cone_epfl", "lagrange_generic"])
@pytest.mark.parametrize("dt", [1e-3, 2.5e-4])
def test_agrees_with_the_case_within_the_stated_error_of_rk4(name, dt):
    reference = case(f"tops/{name}")
    stated = reference["rk4_error_at_end"][str(dt)]
    assert np.max(list(errors(reference, dt, given(reference)))) <= stated


@pytest.mark.parametrize("name", ["cone_epfl", "lagrange_generic"])
def test_agrees_with_the_case_at_its_own_tolerance_with_a_small_step(name):
    reference = case(f"tops/{name}")
    assert np.max(list(errors(reference, 1e-4, given(reference)))) <= reference["tolerance"]


def test_the_default_is_the_cone_of_the_paper_at_its_start():
    reference = case("tops/cone_epfl")
    assert np.max(list(errors(reference, 1e-3, {})), axis=0)[0] <= reference["rk4_error_at_end"]["0.001"]
    top, extra = physics.system("gyroscope"), reference["extra"]
    assert top.p[:3] == pytest.approx((extra["I_A1"], extra["I3"], extra["mgd"]), rel=1e-14)
    assert list(top.start()) == pytest.approx(reference["initial"]["euler"], abs=1e-15)


@pytest.mark.parametrize("name", ["cone_epfl", "lagrange_generic"])
def test_invariants_are_those_of_the_case(name):
    reference = case(f"tops/{name}")
    start = dict(zip((*NAMES, *RATES), reference["initial"]["euler"], strict=True))
    top = physics.system("gyroscope", given(reference), start)
    values = {i.name: i.value(top, memoryview(top.start())) for i in top.invariants}
    first, extra = reference["expected"][0], reference["extra"]
    assert values["energy"] == pytest.approx(first["E"], rel=1e-13)
    assert values["L_z"] == pytest.approx(first["Lz"], rel=1e-13)
    assert values["L_3"] == pytest.approx(extra["closed_form"]["L3"], rel=1e-13)
    assert values["coplanarity"] == pytest.approx(0, abs=1e-15)
    assert top.momentum(top.start()) == pytest.approx(first["L_lab"], rel=1e-12, abs=1e-17)
    assert top.omega(top.start()) == pytest.approx(
        body_to_lab(*reference["initial"]["euler"][:3]) @ reference["initial"]["omega_body"],
        rel=1e-12,
        abs=1e-12,
    )


@pytest.mark.parametrize("expected", case("tops/lagrange_steady_precession")["expected"])
def test_steady_precession(expected):
    reference = case("tops/lagrange_steady_precession")
    p = reference["params"]
    top = {"body": "given", "mass": 0.15, "distance": 0.04, "I1": p["IA"] - 0.15 * 0.04**2, "I3": p["I3"]}
    Omega = expected["Omega"]
    start = {"theta": p["theta"], "psi_dot": Omega, "phi_dot": p["omega3"] - Omega * math.cos(p["theta"])}
    run = physics.simulate("gyroscope", 1.0, 1e-4, parameters=top, initial=start, every=1.0)
    assert run["theta"][-1] == pytest.approx(p["theta"], abs=reference["tolerance"])
    assert run["psi"][-1] % (2 * math.pi) == pytest.approx(expected["expected_psi_mod2pi"], abs=reference["tolerance"])


@pytest.mark.parametrize("expected", case("tops/lagrange_steady_precession")["expected"])
def test_small_nutation_has_the_frequency_of_the_formula(expected):
    """A nutation of 1e-3 rad/s about the same steady precession; its frequency differs by the square of its size."""
    reference, dt = case("tops/lagrange_steady_precession"), 1e-3
    p, Omega = reference["params"], expected["Omega"]
    top = {"body": "given", "mass": 0.15, "distance": 0.04, "I1": p["IA"] - 0.15 * 0.04**2, "I3": p["I3"]}
    phi_dot = p["omega3"] - Omega * math.cos(p["theta"])
    start = {"theta": p["theta"], "psi_dot": Omega, "theta_dot": 1e-3, "phi_dot": phi_dot}
    run = physics.simulate("gyroscope", 2.0, dt, "dop853", parameters=top, initial=start, settings=EXACT)
    places = rises(run["theta_dot"])
    measured = 2 * math.pi * (len(places) - 1) / (dt * (places[-1] - places[0]))
    assert measured == pytest.approx(expected["nutation_omega_formula"], rel=reference["tolerance"])


@pytest.mark.parametrize("expected", case("tops/sleeping_top_threshold")["expected"]["cases"])
def test_a_sleeping_top_is_unstable_below_the_threshold(expected):
    p = case("tops/sleeping_top_threshold")["params"]
    top = {
        "body": "given",
        "mass": p["m"],
        "distance": p["d"],
        "I1": p["IA"] - p["m"] * p["d"] ** 2,
        "I3": p["I3"],
    }
    start = {"theta": 1e-3, "phi_dot": expected["omega3"]}
    run = physics.simulate("gyroscope", 3.0, 5e-4, parameters={**top, "gravity": p["g"]}, initial=start)
    assert run.divergence is None
    tolerance = case("tops/sleeping_top_threshold")["tolerance"]
    assert highest(run["theta"]) == pytest.approx(expected["theta_max_from_1e_3_rest"], rel=tolerance)


def test_swing_of_the_paper_reaches_the_closed_form_extremes():
    extra = case("tops/cone_epfl")["extra"]["closed_form"]
    run = physics.simulate("gyroscope", 2.0, 2.5e-4)
    assert run["theta"].min() == pytest.approx(extra["th_min"], abs=1e-5)
    assert run["theta"].max() == pytest.approx(extra["th_max"], abs=1e-5)


def test_rate_is_the_gradient_of_the_lagrangian():
    """A second formulation: d/dt dL/dq' = dL/dq, by finite differences of T - V in Euler angles."""
    top = physics.system("gyroscope", {"body": "truncated sphere", "stem": 0.03})
    I_A, I3, mgd = top.p[:3]

    def lagrangian(q, v):
        s, c = math.sin(q[1]), math.cos(q[1])
        return 0.5 * (I_A * (v[1] ** 2 + (v[0] * s) ** 2) + I3 * (v[0] * c + v[2]) ** 2) - mgd * c

    def gradient(f, x, h=1e-5):
        return np.array([(f(x + h * e) - f(x - h * e)) / (2 * h) for e in np.eye(3)])

    q, v = np.array([0.3, 1.1, 2.0]), np.array([1.5, -0.7, 40.0])
    y = np.concatenate([q, v])
    dy = np.zeros(6)
    top.rate(0.0, y, top.p, dy)

    def momentum(q, v):
        return gradient(lambda w: lagrangian(q, w), v)

    h = 1e-5
    later, earlier = momentum(q + h * v, v + h * dy[3:]), momentum(q - h * v, v - h * dy[3:])
    force = gradient(lambda x: lagrangian(x, v), q)
    assert (later - earlier) / (2 * h) == pytest.approx(force, abs=1e-6 * mgd)


@pytest.mark.parametrize("theta", [0.0, 1e-4, math.pi, -0.3, 4.0])
def test_a_start_at_the_pole_is_refused_with_the_reason(theta):
    with pytest.raises(BadInput, match="singular"):
        physics.system("gyroscope", initial={"theta": theta})


def test_a_run_into_the_pole_ends_with_the_reason_and_finite_values():
    top = physics.system("gyroscope")
    L3 = top.p[1] * 100.0
    start = {"theta": 0.5, "phi_dot": 100.0}
    s, c = math.sin(0.5), math.cos(0.5)
    start["psi_dot"] = (L3 - L3 * c) / (top.p[0] * s * s)  # L_z = L_3: the top crosses the pole
    start["phi_dot"] = 100.0 - start["psi_dot"] * c
    start["theta_dot"] = -12.0
    run = physics.simulate("gyroscope", 2.0, 1e-4, initial=start)
    assert "singular" in str(run.divergence)
    assert "not to blame" in str(run.divergence)
    assert 0 < run["theta"][-1] < 0.01
    assert np.isfinite(run.data).all()


@pytest.mark.parametrize(
    "parameters",
    [
        {"mass": -1},
        {"mass": math.nan},
        {"mass": "3 m"},
        {"body": "cube"},
        {"I1": 1e-4},
        {"body": "given", "I1": 1e-5, "I3": 3e-5},
        {"body": "truncated sphere", "radius": 0.01, "cut": 0.02},
        {"body": "profile", "profile": [0.01]},
        {"body": "profile", "profile": [0.01, -0.01]},
        {"weight": 1},
    ],
)
def test_impossible_bodies_are_refused(parameters):
    with pytest.raises(BadInput):
        physics.system("gyroscope", parameters)


@pytest.mark.parametrize("body", physics.system_class("gyroscope").body.options)
def test_every_body_spins_and_keeps_its_invariants(body):
    start = {"theta": 0.7, "psi_dot": 2.0, "phi_dot": 150.0}
    run = physics.simulate("gyroscope", 0.5, 2.5e-4, parameters={"body": body}, initial=start)
    assert run.divergence is None
    assert all(abs(reading.drift) < 1e-6 for reading in run.readings.values())


@pytest.mark.parametrize("body", physics.system_class("gyroscope").body.options)
def test_the_outline_that_is_drawn_has_the_inertia_that_is_used(body):
    top = physics.system("gyroscope", {"body": body, "stem": 0.02} if body != "given" else {"body": body})
    rows = np.array(top.bodies(top.start())[0].solid.outline)
    z = np.linspace(rows[0, 1], rows[-1, 1], 20001)
    order = np.argsort(rows[:, 1], kind="stable")
    r = np.interp(z, rows[order, 1], rows[order, 0])
    r2 = r[1:-1] ** 2
    z = z[1:-1]
    centre = (z * r2).sum() / r2.sum()
    I3 = top.mass / 2 * (r2**2).sum() / r2.sum()
    I_A = I3 / 2 + top.mass * (z**2 * r2).sum() / r2.sum()
    # A disk is drawn with some thickness; a profile as a smooth line through its slices.
    tolerance = {"disk": 5e-3, "given": 5e-3, "profile": 3e-2}.get(body, 1e-3)
    assert centre == pytest.approx(top.inertia.z, rel=tolerance)
    if body != "bar":  # drawn with some thickness, of no effect on I3 = 0
        assert pytest.approx(top.p[1], rel=tolerance) == I3
    assert pytest.approx(top.p[0], rel=tolerance) == I_A
