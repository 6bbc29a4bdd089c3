import math

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.maths.quaternion import rotation_matrix
from physics.table.rattleback import REVERSALS, TURNING, Rattleback, tilted, tilts
from physics.table.rolling_body import RollingBody
from tests.reference import case, quaternion_to_matrix

CASES = {"rattleback_KL_reversing": -5.0, "rattleback_KL_preferred": 5.0}


def events(simulation, duration):
    """Advance by a duration; return time [s] and name of each event so far."""
    simulation.advance(round(duration / simulation.dt))
    assert simulation.divergence is None
    return [(event.time, event.name) for event in simulation.events]


@pytest.mark.parametrize("name", CASES)
def test_the_default_agrees_with_the_reference_case(name):
    reference = case(f"tops/{name}")
    body = Rattleback(initial={"omega_3": CASES[name]})
    assert list(body.start())[:4] == pytest.approx(reference["initial"]["q"], abs=1e-15)
    simulation = physics.Simulation(body, "dop853", 1e-2, {"rtol": 1e-13, "atol": 1e-15})
    simulation.compile()
    worst = 0.0
    for expected in reference["expected"]:
        simulation.advance(round((expected["t"] - simulation.time) / 1e-2))
        error = np.abs(rotation_matrix(simulation.y) - quaternion_to_matrix(expected["q"])).max()
        worst = max(worst, error, abs(simulation["x"] - expected["r_G"][0]))
        assert body.quantities[2].value(body, simulation.y) == pytest.approx(expected["mu_needed"], abs=1e-8)
    assert worst < reference["tolerance"]
    assert abs(simulation.invariants()["energy"].drift) < 1e-11


@pytest.mark.parametrize("name", CASES)
def test_the_first_reversal_time_matches_the_reference_case(name):
    simulation = physics.Simulation(Rattleback(initial={"omega_3": CASES[name]}), "rk4", 2.5e-4)
    simulation.compile()
    expected = case(f"tops/{name}")["extra"]["first_spin_reversal_time"][0]
    assert events(simulation, expected + 0.01)[0] == (pytest.approx(expected, abs=2e-6), "reversal")


def test_one_reversal_is_counted_once_despite_rocking():
    simulation = physics.Simulation(Rattleback(), "rk4", 5e-4)
    simulation.compile()
    assert [name for _, name in events(simulation, 4.0)] == ["reversal", "settled"]
    assert simulation.y[REVERSALS] == 1.0
    assert simulation.y[TURNING] == 1.0
    assert simulation["omega_3"] > 1.0


def test_a_failed_reversal_is_subtracted():
    body = Rattleback()
    y = memoryview(body.start())
    y[6] = 1e-6
    assert body.guards(0.0, y, body.p)[0] < 0.0
    body.jump(0, 0.0, y, body.p)
    assert (y[TURNING], y[REVERSALS]) == (0.5, 1.0)
    assert min(body.guards(0.0, y, body.p)) > 0.0
    y[6] = -2.0
    assert body.guards(0.0, y, body.p)[1] < 0.0
    body.jump(1, 0.0, y, body.p)
    assert (y[TURNING], y[REVERSALS]) == (-1.0, 0.0)
    assert min(body.guards(0.0, y, body.p)) > 0.0


@pytest.mark.parametrize(("tilt", "sense"), [({"tilt_1": 0.1}, -1.0), ({"tilt_2": 0.02}, 1.0)])
def test_each_tilt_starts_a_rotation_in_its_sense_without_a_reversal(tilt, sense):
    body = Rattleback(initial={"tilt_1": 0.0, "tilt_2": 0.0, "omega_3": 0.0, **tilt})
    assert body.initial["turning"] == 0.0
    simulation = physics.Simulation(body, "rk4", 5e-4)
    names = [name for _, name in events(simulation, 1.5)]
    assert simulation.y[REVERSALS] == 0.0
    assert names == (["settled"] if abs(simulation["omega_3"]) > 1.05 else [])
    assert math.copysign(1.0, simulation["omega_3"]) == sense
    assert simulation["omega_3"] * sense > 0.1


def test_it_rolls_like_a_rolling_body_of_the_same_shape():
    body = Rattleback()
    names = ("mass", "gravity", "axis_1", "axis_2", "axis_3", "centre_3", "I1", "I2", "I3", "I12")
    given = {"shape": "ellipsoid", "inertia": "given", **{name: body.parameters[name] for name in names}}
    start = {v.name: body.initial[v.name] for v in RollingBody.variables}
    one, other = (physics.Simulation(each, "rk4", 1e-3) for each in (body, RollingBody(given, start)))
    one.advance(100)
    other.advance(100)
    assert list(one.y)[:9] == list(other.y)


@pytest.mark.parametrize("name", CASES)
def test_the_largest_friction_and_the_least_load_match_the_reference_case(name):
    """Those of the case are the extremes of 400 samples in 20 s; between them there are larger ones."""
    reference = case(f"tops/{name}")
    extra, tolerance = reference["extra"], reference["tolerance"]
    body = Rattleback(initial={"omega_3": CASES[name]})
    simulation = physics.Simulation(body, "dop853", 0.05, {"rtol": 1e-13, "atol": 1e-15})
    simulation.compile()
    mu, normal = body.quantities[2], body.quantities[3]
    most, least = 0.0, 1.0
    for _ in range(400):
        simulation.advance(1)
        most, least = max(most, mu.value(body, simulation.y)), min(least, normal.value(body, simulation.y))
    assert most == pytest.approx(extra["max_friction_coefficient_needed_0_20s"], abs=tolerance)
    assert least == pytest.approx(extra["min_N_over_mg_0_20s"], abs=tolerance)


def test_the_sign_of_D_mirrors_the_motion():
    mirrored = Rattleback({"I12": 0.2e-4}, {"omega_3": 5.0, "tilt_2": "-0.5 deg"})
    one, other = (physics.Simulation(each, "rk4", 1e-3) for each in (Rattleback(), mirrored))
    one.advance(2000)
    other.advance(2000)
    assert other["omega_3"] == pytest.approx(-one["omega_3"], abs=1e-9)
    assert other["omega_1"] == pytest.approx(one["omega_1"], abs=1e-8) or other["omega_1"] == pytest.approx(
        -one["omega_1"], abs=1e-8
    )


@pytest.mark.parametrize("angles", [(0.01, -0.02, 0.0), (0.3, 1.2, -2.5), (-2.0, -0.7, 3.0)])
def test_kane_and_levinsons_angles_round_trip(angles):
    assert tilts(tilted(*angles)) == pytest.approx(angles, abs=1e-14)
    (ca, cb, cc), (sa, sb, sc) = np.cos(angles), np.sin(angles)
    down = np.diag([1.0, -1.0, -1.0])
    Rx, Ry = np.array([[1, 0, 0], [0, ca, -sa], [0, sa, ca]]), np.array([[cb, 0, sb], [0, 1, 0], [-sb, 0, cb]])
    Rz = np.array([[cc, -sc, 0], [sc, cc, 0], [0, 0, 1]])
    assert rotation_matrix(tilted(*angles)) == pytest.approx(down @ Rx @ Ry @ Rz, abs=1e-15)


def test_a_start_by_tilts_keeps_the_other_angles():
    body = Rattleback(initial={"tilt_1": "2 deg", "omega_3": -3.0})
    found = body.to_aliases(body.initial)
    assert found["tilt_1"] == pytest.approx(math.radians(2.0))
    assert found["tilt_2"] == pytest.approx(math.radians(0.5))
    assert body.initial["omega_3"] == -3.0
    assert body.initial["turning"] == -1.0
    with pytest.raises(BadInput, match="theta = 3.0: must not be given beside tilt_1"):
        Rattleback(initial={"tilt_1": 0.1, "theta": 3.0})


def test_an_impossible_inertia_is_refused():
    with pytest.raises(BadInput, match="no body has one"):
        Rattleback({"I3": 17e-3})


def test_reversals_are_not_counted_once_it_would_slip():
    simulation = physics.Simulation(Rattleback(initial={"omega_3": -10.0}), "rk4", 5e-4)
    simulation.compile()
    ((time, name),) = events(simulation, 10.0)
    assert name == "slip"
    assert (simulation["reversals"], simulation["slipped"]) == (0.0, 1.0)
    assert simulation["omega_3"] != -10.0, "it rolls on"
    rough = physics.Simulation(Rattleback({"mu": 100.0}, {"omega_3": -10.0}), "rk4", 5e-4)
    rough.compile()
    assert "slip" not in {name for _, name in events(rough, 10.0)}
    assert rough["reversals"] > 5.0
    assert time < 0.1


@pytest.mark.parametrize("spin", [-7.0, 9.0])
def test_it_slips_where_rolling_needs_the_friction_that_there_is(spin):
    body = Rattleback({"mu": 0.8}, {"omega_3": spin})
    simulation = physics.Simulation(body, "rk4", 5e-4)
    needed = next(each for each in body.quantities if each.name == "mu_needed")
    while not simulation.events:
        assert needed.value(body, simulation.y) < 0.8
        simulation.advance(1)
    assert needed.value(body, memoryview(np.array(simulation.events[0].before))) == pytest.approx(0.8, abs=1e-6)
