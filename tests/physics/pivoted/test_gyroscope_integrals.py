import math

import numpy as np
import pytest

import physics
from physics import BadInput
from tests.reference import case, quaternion_to_matrix
from tests.rotations import body_to_lab

ANGLES, RATES = ("psi", "theta", "phi"), ("psi_dot", "theta_dot", "phi_dot")


def given(reference):
    """Return parameters and start of a pivot case."""
    p, extra = reference["params"], reference["extra"]
    m, d = extra["m"], extra["d"]
    moments = {"I1": p["I_pivot"][0] - m * d**2, "I3": p["I_pivot"][2]}
    start = dict(zip((*ANGLES, *RATES), reference["initial"]["euler"], strict=True))
    return {"body": "given", "mass": m, "distance": d, "gravity": p["g"], **moments}, start


def errors(reference, dt, integrator, settings=None):
    """Return the largest error of the rotation matrix and of the angles at each time of the case."""
    simulation = physics.Simulation(
        physics.system("gyroscope-integrals", *given(reference)), integrator, dt, settings or {}
    )
    for wanted in reference["expected"]:
        simulation.advance(round(wanted["t"] / dt) - simulation.tick)
        angles = list(simulation.y[:3])
        yield (
            np.abs(body_to_lab(*angles) - quaternion_to_matrix(wanted["q"])).max(),
            np.abs(np.array(angles) - wanted["euler"]).max(),
        )


@pytest.mark.parametrize("name", ["cone_epfl", "lagrange_generic"])
def test_agrees_with_the_case(name):
    reference = case(f"tops/{name}")
    close = errors(reference, 1e-2, "dop853", {"rtol": 1e-13, "atol": 1e-15})
    assert np.max(list(close)) < 1e-3 * reference["tolerance"]
    for dt in (1e-3, 2.5e-4):
        assert np.max(list(errors(reference, dt, "rk4"))) < reference["rk4_error_at_end"][str(dt)]


def test_integrals_are_those_of_the_case():
    reference = case("tops/lagrange_generic")
    top = physics.system("gyroscope-integrals", *given(reference))
    numbers = reference["extra"]["closed_form"]
    y = memoryview(top.start())
    assert y[4:] == pytest.approx([numbers["Lz"], numbers["L3"]], rel=1e-13)
    assert top.energy(y) == pytest.approx(numbers["E"], rel=1e-13)
    assert {q.name: q.value(top, y) for q in top.quantities}["omega_3"] == pytest.approx(numbers["w3"], rel=1e-13)
    assert top.momentum(y) == pytest.approx(reference["expected"][0]["L_lab"], rel=1e-12)
    assert top.to_aliases(top.initial) == pytest.approx({"psi_dot": 4.0, "phi_dot": 180.0}, rel=1e-12)


def test_theta_acceleration_is_the_gradient_of_the_potential():
    """A second formulation: d/dt of E(theta, theta') is 0, by differences; the printed V, without sin², fails."""
    top = physics.system("gyroscope-integrals", *given(case("tops/lagrange_generic")))
    y, dy, h = np.array(top.start()), np.zeros(6), 1e-6
    top.rate(0.0, y, top.p, dy)
    assert dy[:3] == pytest.approx([4.0, -1.5, 180.0], rel=1e-12)

    def printed(y):
        I_A, I3, mgd = top.p[:3]
        H = (y[4] - y[5] * math.cos(y[1])) / (I_A * math.sin(y[1]) ** 2)
        return 0.5 * (I_A * (y[3] ** 2 + H**2) + y[5] ** 2 / I3) + mgd * math.cos(y[1])

    changes = [(f(y + h * dy) - f(y - h * dy)) / (2 * h) for f in (top.energy, printed)]
    assert abs(changes[0]) < 1e-8
    assert abs(changes[1]) > 1e-2


@pytest.mark.parametrize("integrator", ["euler", "rk4"])
def test_both_angular_momenta_are_conserved_by_every_method(integrator):
    run = physics.simulate("gyroscope-integrals", 0.3, 1e-3, integrator)
    assert np.ptp(run["L_z"]) == np.ptp(run["L_3"]) == 0.0
    assert (abs(run.readings["energy"].drift) > 1e-3) == (integrator == "euler")


def test_the_default_start_is_a_spinning_top():
    for parameters in ({}, {"body": "disk"}, {"mass": 1.0}):
        top = physics.system("gyroscope-integrals", parameters, {"theta": 1.0})
        assert top.to_aliases(top.initial) == pytest.approx({"psi_dot": 0.0, "phi_dot": 60.0}, abs=1e-12)
    top = physics.system("gyroscope-integrals", initial={"L_z": 1e-3, "L_3": 2e-3})
    assert (top.initial["L_z"], top.initial["L_3"]) == (1e-3, 2e-3)
    assert top.replace(initial={"phi_dot": 90.0}).to_aliases(top.initial)["psi_dot"] == pytest.approx(
        top.to_aliases(top.initial)["psi_dot"]
    )


def test_the_poles_and_a_rod_are_refused():
    with pytest.raises(BadInput, match="singular"):
        physics.system("gyroscope-integrals", initial={"theta": 0.0})
    with pytest.raises(BadInput, match="bar"):
        physics.system("gyroscope-integrals", {"body": "bar"})
