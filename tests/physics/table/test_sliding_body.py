import math
from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.bodies.contact import SYSTEM_NUMBERS
from physics.maths.quaternion import rotation_matrix
from physics.table import sliding
from physics.table.rolling import contact_at
from physics.table.sliding import CONTACT, LOSS, V_Z, Z
from tests.reference import case, quaternion_to_matrix

CASES = (
    "tippe_viscous",
    "tippe_contensou",
    "tippe_no_flip_truncated",
    "egg_rising",
    "peg_top_sliding",
    "peg_top_frictionless",
)
STATE = ("q_w", "q_x", "q_y", "q_z", "omega_1", "omega_2", "omega_3", "v_x", "v_y")
EXACT = {"rtol": 1e-13, "atol": 1e-15}
BALL = {"inertia": "given", "mass": 0.02, "alpha": 0.0, "I1": 3.2e-6, "I2": 3.2e-6, "I3": 3.2e-6}
"""A homogeneous ball of radius 2 cm."""
STILL = {"theta": 0.0, "omega_3": 0.0}


def gap(body, y):
    """Return the height of the lowest point above the table [m]."""
    return y[Z] - sliding.resting_height(y, body.p)[0]


def given(reference, **more):
    """Return the parameters of a case."""
    p, shape = reference["params"], reference["params"]["geometry"]
    asked = {"inertia": "given", "mass": p["m"], "I1": p["I1"], "I2": p["I1"], "I3": p["I3"], "gravity": p["g"]}
    asked |= {"mu": p["mu"], "law": p["law"], "constraint": "two-sided"}
    if p["law"] == "contensou":
        asked["patch"] = p["eps_or_patch_radius"]
    if shape["type"] == "ellipsoid":
        asked |= {"shape": "ellipsoid", **{f"axis_{i + 1}": a for i, a in enumerate(shape["axes"])}}
        asked |= {f"centre_{i + 1}": c for i, c in enumerate(shape["centre"])}
    else:
        asked |= {"radius": shape["R"], "alpha": shape["alpha"]}
    return asked | more


def begun(reference, **more):
    """Return the system of a case at its start."""
    first = reference["initial"]
    initial = dict(zip(STATE, (*first["q"], *first["omega_body"], *first["v_G_xy"]), strict=True))
    return physics.system("sliding-body", given(reference, **more), initial)


def values(system, y):
    """Return all invariants and quantities at y."""
    return {each.name: float(each.value(system, y)) for each in (*system.invariants, *system.quantities)}


def errors(system, y, expected):
    """Return the differences from a row of a case; energy and Jellett's integral relative to their magnitude."""
    R, now = rotation_matrix(y), values(system, y)
    jellett = now["jellett"] if "jellett" in now else now["lambda"]
    return {
        "R": np.abs(R - quaternion_to_matrix(expected["q"])).max(),
        "omega": np.abs(R @ np.array(y[4:7]) - expected["omega_lab"]).max(),
        "r": np.abs(np.array(y[7:10]) - expected["r_G"]).max(),
        "v": np.abs(np.array(y[10:13]) - expected["v_G"]).max(),
        "theta": abs(now["theta"] - expected["theta"]),
        "N": abs(now["normal"] - expected["N_over_mg"]),
        "slip": np.abs(np.array([now["slip_x"], now["slip_y"]]) - expected["slip_velocity"]).max(),
        "E": abs(now["mechanical"] / expected["E"] - 1),
        "lambda": abs(jellett / expected["lambda_jellett"] - 1),
    }


def run(system, method, dt, times, settings=None):
    """Return a simulation and its states at the ticks nearest to these times."""
    simulation = physics.Simulation(system, method, dt, settings)
    simulation.compile()
    rows = []
    for t in times:
        simulation.advance(round(t / dt) - simulation.tick)
        rows.append(memoryview(array("d", simulation.y)))
    assert simulation.divergence is None
    return simulation, rows


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_the_case(name):
    """The results agree far better than to the tolerance 1e-6; omega of 200 rad/s is less accurate."""
    reference = case(f"tops/{name}")
    system = begun(reference)
    times = [row["t"] for row in reference["expected"]]
    simulation, rows = run(system, "dop853", 1e-3, times, EXACT)
    for y, expected in zip(rows, reference["expected"], strict=True):
        found = errors(system, y, expected)
        assert max(found.values()) < 1e-7 < reference["tolerance"], (expected["t"], found)
    assert all(abs(reading.drift) < 1e-12 for reading in simulation.invariants().values())


@pytest.mark.parametrize("name", CASES)
def test_rk4_has_its_order_and_the_stated_error(name):
    """The stated errors are those of other coordinates, with omega in the lab: within a factor of two, or larger."""
    reference = case(f"tops/{name}")
    last, found = reference["expected"][-1], []
    for dt in (5e-4, 2.5e-4):
        _, (y,) = run(begun(reference), "rk4", dt, [last["t"]])
        found.append(errors(begun(reference), y, last)["R"])
        assert found[-1] < 2 * reference["rk4_error_at_end"][str(dt)]
    assert found[0] / found[1] == pytest.approx(16.0, rel=0.05)


def test_thresholds_are_those_of_the_cases():
    names = {
        "n_upright": "n_upright_unstable_above",
        "n_inverted": "n_inverted_stable_above",
        "lambda_inversion": "lambda_threshold_full_inversion",
        "n_inversion": "initial_spin_for_full_inversion",
        "n_peg": "n_upright_stable_above",
        "omega_z_rising": "horizontal_unstable_above",
        "n_egg": "upright_stable_above",
    }
    shown = {"tippe_contensou": 4, "tippe_no_flip_truncated": 1, "egg_rising": 2, "peg_top_sliding": 1}
    for name, count in shown.items():
        reference = case(f"tops/{name}")
        system = begun(reference)
        found = {key: value for key, value in values(system, memoryview(system.start())).items() if key in names}
        assert len(found) == count, name
        for key, value in found.items():
            assert value == pytest.approx(reference["extra"][names[key]], rel=1e-12), key


@pytest.mark.parametrize(("pole", "threshold", "grows"), [(0.0, "n_upright", True), (math.pi, "n_inverted", False)])
def test_tippe_tops_are_unstable_at_the_poles_by_the_thresholds(pole, threshold, grows):
    """2 % above and 2 % below."""
    system = begun(case("tops/tippe_viscous"))
    n = values(system, memoryview(system.start()))[threshold]
    for factor in (0.98, 1.02):
        started = system.replace(initial={"theta": abs(pole - 1e-3), "omega_3": factor * n})
        _, rows = run(started, "rk4", 2.5e-4, [5.0, 20.0])
        early, late = (abs(values(started, y)["theta"] - pole) for y in rows)
        assert (late > early) == (grows == (factor > 1))


def test_an_egg_rises_above_its_threshold_only():
    """2 % above and 2 % below; without a drilling torque, which would slow it down."""
    asked = given(case("tops/egg_rising"), law="viscous", mu=0.3)
    system = physics.system("sliding-body", {name: value for name, value in asked.items() if name != "patch"})
    threshold = values(system, memoryview(system.start()))["omega_z_rising"]
    lying = {"theta": math.pi / 2 - 1e-3, "phi": 0.0, "theta_dot": 0.0, "phi_dot": 0.0}
    for factor in (0.98, 1.02):
        started = system.replace(initial=lying | {"psi_dot": factor * threshold})
        _, rows = run(started, "rk4", 2.5e-4, [*np.arange(2.0, 2.5, 0.0125), *np.arange(5.5, 6.0, 0.0125)])
        tilts = [abs(values(started, y)["theta"] - math.pi / 2) for y in rows]
        assert (max(tilts[40:]) > max(tilts[:40])) == (factor > 1)


# First principles ---------------------------------------------------------------------------------------------------

ODD = {
    "shape": "ellipsoid", "axis_1": 0.02, "axis_2": 0.03, "axis_3": 0.04, "inertia": "given",
    "I1": 2e-5, "I2": 3e-5, "I3": 2.5e-5, "I12": 2e-6, "I13": -3e-6, "I23": 1e-6,
    "centre_1": 0.003, "centre_2": -0.002, "centre_3": 0.001, "mass": 0.05,
}  # fmt: skip
LAWS = {
    "viscous": {"law": "viscous", "mu": 0.4},
    "coulomb": {"law": "coulomb", "mu": 0.3, "epsilon": 0.05},
    "contensou": {"law": "contensou", "mu": 0.3, "patch": 2e-3},
}


def friction_of(law, v, omega_z):
    """Return the friction and the drilling torque of the textbook per newton of N."""
    p = LAWS[law]
    speed = np.linalg.norm(v)
    if law == "viscous":
        return -p["mu"] * v, 0.0
    if law == "coulomb":
        return -p["mu"] * v / np.sqrt(speed**2 + p["epsilon"] ** 2), 0.0
    rim = p["patch"] * abs(omega_z)
    torque = 3 * np.pi / 16 * p["mu"] * p["patch"] * np.sign(omega_z) * rim / (rim + 15 * np.pi / 16 * speed)
    return -p["mu"] * v / (speed + 8 / (3 * np.pi) * rim), -torque


@pytest.mark.parametrize("law", LAWS)
def test_the_motion_obeys_newton_and_euler(law):
    """By differences along a run: m dv/dt = F - m g k, dL/dt = X×F + tau k, k·v_A = 0, dW/dt = -(F·v_A + tau omega_z);
    F of the contact's own law, with the N that the system says.
    """
    h = 1e-4
    start = {"theta": 0.8, "psi_dot": 25.0, "phi_dot": -40.0, "theta_dot": 3.0, "v_x": 0.4, "v_y": -0.2}
    system = physics.system("sliding-body", ODD | LAWS[law] | {"constraint": "two-sided"}, start)
    _, rows = run(system, "dop853", h, np.arange(0, 0.0402, h), EXACT)

    def rate(read, i):
        q = [np.array(read(rows[i + j])) for j in (-2, -1, 1, 2)]
        return (q[0] - 8 * q[1] + 8 * q[2] - q[3]) / (12 * h)

    def momentum(y):
        return rotation_matrix(y) @ system.inertia_matrix @ np.array(y[4:7])

    k = np.array([0.0, 0.0, 1.0])
    g = system.gravity * k
    for i in (2, 100, 250, 390):
        y = rows[i]
        R = rotation_matrix(y)
        omega, X = R @ np.array(y[4:7]), R @ np.array(contact_at(y, system.p)[:3])
        v_A = np.array(y[10:13]) + np.cross(omega, X)
        N = system.force(y)[2]
        f, tau = friction_of(law, v_A[:2], omega[2])
        F = N * np.array([*f, 1.0])
        assert v_A[2] == pytest.approx(0.0, abs=1e-15)
        assert y[Z] + X[2] == pytest.approx(0.0, abs=1e-16)
        assert rate(lambda y: y[7:10], i) == pytest.approx(y[10:13], abs=1e-6)
        assert system.mass * (rate(lambda y: y[10:13], i) + g) == pytest.approx(F, abs=2e-6)
        assert rate(momentum, i) == pytest.approx(np.cross(X, F) + N * tau * k, abs=1e-7)
        assert rate(lambda y: y[LOSS], i) == pytest.approx(-(F[:2] @ v_A[:2] + N * tau * omega[2]), abs=1e-6)


@pytest.mark.parametrize("law", ["viscous", "coulomb"])
def test_jellett_of_a_sphere_is_conserved_through_friction_and_landings(law):
    top = physics.system("sliding-body", LAWS[law], {"theta": 0.4, "omega_3": 250.0, "drop": 0.01})
    simulation, _ = run(top, "dop853", 1e-3, [3.0], EXACT)
    assert simulation.events[0].name == "landing"
    assert abs(simulation.invariants()["jellett"].drift) < 1e-12
    assert simulation["loss"] > 0.1 * top.energy(top.start())
    drilled = top.replace({"law": "contensou"})
    assert [each.name for each in drilled.invariants] == ["energy"]


def test_invariants_without_friction_are_conserved():
    for shape, extra in (("egg", {"L_3"}), ("offset sphere", {"L_3", "jellett"}), ("ellipsoid", set())):
        axes = {"axis_2": 0.025} if shape == "ellipsoid" else {}
        start = {"theta": 1.0, "phi_dot": 60.0, "v_x": 0.1, "v_y": -0.3, "drop": 0.02}
        body = physics.system("sliding-body", {"shape": shape, "mu": 0.0, **axes}, start)
        simulation, _ = run(body, "dop853", 1e-3, [0.5], EXACT)
        readings = simulation.invariants()
        assert set(readings) == {"energy", "L_z", "p_x", "p_y"} | extra
        assert all(abs(reading.drift) < 1e-8 for reading in readings.values()), readings
        assert len(simulation.events) > 0


# Flight -------------------------------------------------------------------------------------------------------------


def test_the_inverting_tippe_top_leaves_a_table_that_would_have_to_pull():
    reference = case("tops/tippe_contensou")
    lift_off = reference["extra"]["first_liftoff_time_N_equals_0"]
    system = begun(reference, constraint="one-sided")
    ends = []
    for dt, ticks in ((1e-3, 1120), (7e-4, 1600)):
        simulation, (y,) = run(system, "dop853", dt, [dt * ticks], EXACT)
        assert [event.name for event in simulation.events] == ["lift-off", "landing"] * 2
        assert simulation.events[0].time == pytest.approx(lift_off, abs=1e-9)
        assert abs(simulation.invariants()["energy"].drift) < 1e-13
        ends.append([*y, *(event.time for event in simulation.events)])
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)
    held, _ = run(begun(reference), "dop853", 1e-3, [1.12], EXACT)
    assert held.events == []


def test_energy_and_loss_keep_the_order_of_the_method_through_hops():
    system = begun(case("tops/tippe_contensou"), constraint="one-sided")
    start = system.energy(system.start())
    drifts = []
    for dt in (1e-3, 5e-4, 2.5e-4):
        simulation, (y,) = run(system, "rk4", dt, [1.12])
        assert len(simulation.events) == 4
        drifts.append(abs(system.energy(y) - start))
    assert np.log2(drifts[0] / drifts[1]) == pytest.approx(4, abs=0.3)
    assert np.log2(drifts[1] / drifts[2]) == pytest.approx(4, abs=0.3)


def dropped(parameters, initial, after=0.0):
    """Return a ball dropped from 10 cm, shortly after its landing."""
    ball = physics.system("sliding-body", BALL | parameters, STILL | {"drop": 0.1} | initial)
    fall = math.sqrt(2 * 0.1 / ball.gravity)
    simulation = physics.Simulation(ball, "rk4", 1e-3)
    simulation.advance(math.ceil((fall + after) / 1e-3))
    assert [event.name for event in simulation.events] == ["landing"]
    assert simulation.events[0].time == pytest.approx(fall, abs=1e-11)
    return simulation, math.sqrt(2 * 0.1 * ball.gravity)


def test_a_ball_that_falls_stays_where_it_lands():
    simulation, speed = dropped({}, {}, after=0.1)
    assert simulation["z"] == pytest.approx(0.02, abs=1e-17)
    assert simulation["loss"] == pytest.approx(0.5 * 0.02 * speed**2, rel=1e-11)
    assert simulation["contact"] == 1.0
    assert abs(simulation.invariants()["energy"].drift) < 1e-14


def test_a_ball_that_lands_with_enough_friction_rolls_off():
    """Angular momentum about the contact is conserved: v = 5/7 v before, where mu times the fall exceeds 2/7 of the
    slip.
    """
    simulation, _ = dropped({"law": "coulomb", "mu": 0.5, "epsilon": 1e-6, "gravity": 9.81}, {"v_x": 0.7})
    assert simulation["v_x"] == pytest.approx(0.5, abs=0.7 * 0.01)
    assert simulation["omega_2"] == pytest.approx(0.5 / 0.02, rel=0.02)


def test_a_ball_that_lands_with_little_friction_slips_on():
    """The impulse along the table is mu times the normal one."""
    simulation, fall = dropped({"law": "coulomb", "mu": 0.05, "epsilon": 1e-6}, {"v_x": 0.7})
    gone = simulation.time - simulation.events[0].time
    assert simulation["v_x"] == pytest.approx(0.7 - 0.05 * (fall + 9.81 * gone), rel=1e-4)


def test_a_viscous_landing_reduces_the_slip_by_a_fraction():
    """d(slip) = -7/2 mu slip d(fall)."""
    simulation, fall = dropped({"law": "viscous", "mu": 0.3}, {"v_x": 0.7})
    gone = simulation.time - simulation.events[0].time
    left = 0.7 * math.exp(-3.5 * 0.3 * (fall + 9.81 * gone))
    assert simulation.y[10] - 0.02 * simulation["omega_2"] == pytest.approx(left, rel=1e-4)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("shape", ["ellipsoid", "offset sphere", "cone"])
def test_no_landing_adds_energy(law, shape):
    rng = np.random.default_rng(3)
    for _ in range(10):
        body = physics.system("sliding-body", {"shape": shape} | LAWS[law] | {"mu": 0.1})
        y = memoryview(body.start())
        q = rng.normal(size=4)
        y[0:4] = array("d", q / np.linalg.norm(q))
        y[4:7] = array("d", rng.normal(size=3) * 30)
        y[Z], rising = sliding.resting_height(y, body.p)
        y[10:13] = array("d", [*rng.normal(size=2), rising - abs(rng.normal())])
        y[CONTACT] = 0.0
        before, whole = sliding.mechanical(y, body.p), body.energy(y)
        body.jump(1, 0.0, y, body.p)
        assert sliding.mechanical(y, body.p) < before
        assert body.energy(y) == pytest.approx(whole, rel=1e-14)
        assert sliding.slip(y, *contact_at(y, body.p)[:3])[2] == pytest.approx(0.0, abs=1e-14)
        assert min(body.guards(0.0, y, body.p)) > 0.0
        assert y[CONTACT] == 0.0 or body.force(y)[2] > 0.0


@pytest.mark.parametrize(("method", "dt"), [("euler", 1e-4), ("heun", 1e-3), ("rk4", 1e-3), ("gauss4", 1e-3)])
def test_hops_never_chatter(method, dt):
    """The gap that a coarse method leaves at lift-off must not cause endless landings."""
    system = begun(case("tops/tippe_contensou"), constraint="one-sided")
    _, (near,) = run(system, "rk4", 2.5e-4, [1.0])
    names = [variable.name for variable in system.variables]
    system = system.replace(initial=dict(zip(names, near, strict=True)))
    simulation, _ = run(system, method, dt, [0.12])
    assert 4 <= len(simulation.events) <= 8


def test_hops_have_the_same_bits_in_machine_code():
    system = begun(case("tops/tippe_contensou"), constraint="one-sided")
    plain, compiled = (physics.Simulation(system, "rk4", 1e-3) for _ in range(2))
    compiled.compile()
    plain.advance(1120)
    compiled.advance(1120)
    assert len(plain.events) == 4
    assert plain.events == compiled.events
    assert bytes(plain.y) == bytes(compiled.y)


# Starts and messages -----------------------------------------------------------------------------------------------


def test_a_start_is_put_on_the_table():
    body = physics.system("sliding-body", {"shape": "egg"}, {"theta": 1.0, "theta_dot": 2.0, "z": 5.0, "v_z": 3.0})
    y = memoryview(body.start())
    assert gap(body, y) == 0.0
    assert sliding.slip(y, *contact_at(y, body.p)[:3])[2] == pytest.approx(0.0, abs=1e-16)
    assert y[V_Z] != 0.0


def test_a_start_in_the_air_stays_as_high_when_it_is_turned():
    body = physics.system("sliding-body", {"shape": "egg"}, {"theta": 1.0, "drop": 0.05, "v_z": 0.5})
    assert (body.initial["contact"], body.initial["v_z"]) == (0.0, 0.5)
    turned = body.replace(initial={"theta": 2.0})
    assert gap(turned, memoryview(turned.start())) == pytest.approx(0.05, abs=1e-15)
    assert turned.initial["v_z"] == 0.5
    assert turned.initial["z"] != body.initial["z"]
    assert body.replace({"mass": 0.03}).initial == body.initial
    down = turned.replace(initial={"drop": 0.0})
    assert (down.initial["contact"], gap(down, memoryview(down.start()))) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("parameters", "initial", "said"),
    [
        ({}, {"contact": 0.5}, "contact = 0.5: must be 1"),
        ({}, {"contact": 0.0, "z": 0.01}, "z = 0.01 m: must be at least 0.01"),
        ({"constraint": "two-sided"}, {"drop": 0.1}, "two-sided"),
        ({}, {"drop": -0.1}, "drop = -0.1 m: must be from 0"),
        ({"law": "stribeck"}, {}, "law = 'stribeck': must be one of contensou, viscous, coulomb"),
        ({"law": "viscous", "patch": 1e-3}, {}, "applies when law is contensou, not viscous"),
        ({"mu": -0.1}, {}, "mu = -0.1: must be from 0 to 10"),
        ({"shape": "truncated sphere", "cut": 0.05}, {}, "cut = 0.05 m"),
    ],
)
def test_impossible_parameters_are_refused(parameters, initial, said):
    with pytest.raises(BadInput, match=said):
        physics.system("sliding-body", parameters, initial)


def test_a_rod_that_friction_jams_ends_the_run_with_the_reason():
    """Painlevé's rod: 1/m + h (h - mu b) / I no longer positive, b and h its half height and half width."""
    rod = {"shape": "ellipsoid", "axis_1": 1e-3, "axis_2": 1e-3, "axis_3": 0.1, "law": "coulomb", "mu": 3.0}
    tilt = math.atan(1.0)
    lean = {"theta": tilt, "phi": 0.0, "psi": 0.0, "omega_3": 0.0, "v_y": -1.0}
    simulation = physics.Simulation(physics.system("sliding-body", rod, lean), "rk4", 1e-4)
    other = physics.Simulation(physics.system("sliding-body", rod, lean | {"v_y": 1.0}), "rk4", 1e-4)
    assert min(run.system.margin(run.y, run.system.p) for run in (simulation, other)) < 0.0
    simulation.advance(100)
    other.advance(100)
    assert sum("jams" in str(run.divergence) for run in (simulation, other)) == 1


def test_a_disk_that_falls_flat_ends_the_run_with_the_reason():
    flat = physics.system("sliding-body", {"shape": "disk", "edge": 1e-3}, {"theta": 0.05, "omega_3": 0.0})
    simulation = physics.Simulation(flat, "rk4", 1e-4)
    simulation.advance(2000)
    assert "lies flat" in str(simulation.divergence)


def test_the_table_exerts_no_force_in_flight():
    body = physics.system("sliding-body", {}, {"drop": 0.2, "v_x": 1.0})
    y = memoryview(body.start())
    assert body.force(y).tolist() == [0.0, 0.0, 0.0]
    assert values(body, y)["normal"] == 0.0
    assert values(body, y)["gap"] == pytest.approx(0.2)
    assert body.p[SYSTEM_NUMBERS + 10] == 1.0
