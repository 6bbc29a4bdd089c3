import math

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.bicycle.bicycle import Bicycle
from physics.bicycle.equations import PITCH, forces_of_ground, gap, kinetic_energies
from tests.physics.bicycle.published import bicycle
from tests.reference import case

SYMMETRY = np.array([1, -1, -1, -1, 1, -1, 1, 1, -1, -1, 1, 1])
"""Of the reflection about the plane of the bicycle."""


def rates(system, y):
    dy = memoryview(np.empty(len(y)))
    system.rate(0.0, memoryview(np.array(y)), system.p, dy)
    return np.array(dy)


def in_lab(force, yaw):
    c, s = math.cos(yaw), math.sin(yaw)
    return [c * force[0] - s * force[1], s * force[0] + c * force[1], force[2]]


def random_states(count, **parameters):
    random = np.random.default_rng(20071955)
    for _ in range(count):
        names = ("yaw", "lean", "steer", "lean_rate", "steer_rate", "forward_speed")
        values = random.uniform(-1.0, 1.0, 6) * (3.0, 0.8, 0.8, 2.0, 2.0, 8.0)
        yield Bicycle(parameters, dict(zip(names, values.tolist(), strict=True)))


def test_rates_agree_with_the_published_state_of_basu_mandal():
    reference = case("bicycle/state_basu_mandal")
    system = bicycle(reference, reference["initial"])
    found, expected = rates(system, system.start()), reference["expected"]
    tolerance = reference["tolerance"]["relative"]
    assert system.initial["pitch"] == pytest.approx(expected["pitch"], rel=tolerance)
    assert math.hypot(found[0], found[1]) == pytest.approx(expected["contact_speed"], rel=tolerance)
    names = ("yaw_rate", "pitch_rate", "theta_F_rate", "lean_acc", "steer_acc", "theta_R_acc")
    assert found[[2, 4, 7, 8, 9, 10]] == pytest.approx([expected[name] for name in names], rel=tolerance)
    y, h = np.array(system.start()), 0.01
    weights = {1: 0.8, 2: -0.2, 3: 4 / 105, 4: -1 / 280}  # of the derivative along the motion, of order 8
    slopes = sum(
        w * (rates(system, y + k * h * found) - rates(system, y - k * h * found)) / h for k, w in weights.items()
    )
    names = ("yaw_acc", "pitch_acc", "theta_F_acc")
    assert slopes[[2, 4, 7]] == pytest.approx([expected[name] for name in names], rel=tolerance)


def test_rates_and_forces_agree_with_the_reference_states():
    reference = case("bicycle/states_knife_edge")
    for expected in reference["expected"]:
        system = bicycle(reference, expected["state"])
        y = memoryview(system.start())
        found = dict(zip((each.name for each in system.variables), rates(system, y), strict=True))
        assert {name: found[name] for name in expected["rates"]} == pytest.approx(
            expected["rates"], rel=1e-11, abs=1e-11
        )
        forces = forces_of_ground(y, system.p)
        yaw = expected["state"]["yaw"]
        assert in_lab(forces[:3], yaw) == pytest.approx(expected["force_on_rear_wheel_lab"], rel=1e-11)
        assert in_lab(forces[3:], yaw) == pytest.approx(expected["force_on_front_wheel_lab"], rel=1e-11)
        assert sum(kinetic_energies(y, system.p)) == pytest.approx(expected["kinetic"], rel=1e-12)
        assert system.energy(y) == pytest.approx(expected["kinetic"] + expected["potential"], rel=1e-12)


@pytest.mark.parametrize("name", ["kick_4p6", "steered_round_tyres", "capsize_7", "two_mass_skate"])
def test_a_ride_agrees_with_the_reference_case(name):
    reference = case(f"bicycle/{name}")
    system = bicycle(reference, reference["initial"])
    simulation = physics.Simulation(system, "rk4", 1e-3)
    simulation.compile()
    for expected in reference["expected"]:
        simulation.advance(round(expected["t"] * 1000) - simulation.tick)
        for variable in system.variables:
            if variable.name in expected:
                error = abs(simulation[variable.name] - expected[variable.name])
                assert error < reference["tolerance"]["absolute"], (variable.name, expected["t"])
        forces = forces_of_ground(simulation.y, system.p)
        assert -forces[2] == pytest.approx(expected["normal_R"], rel=1e-6)
        assert -forces[5] == pytest.approx(expected["normal_F"], rel=1e-6)
        shown = {each.name: each.value(system, simulation.y) for each in system.quantities}
        assert shown["rear_mu_needed"] == pytest.approx(expected["mu_needed_R"], rel=1e-6, abs=1e-8)
        assert shown["front_mu_needed"] == pytest.approx(expected["mu_needed_F"], rel=1e-6, abs=1e-8)
        assert simulation.invariants()["energy"].value + simulation["work"] == pytest.approx(
            expected["energy"], rel=1e-8
        )
    assert abs(simulation.invariants()["energy"].drift) < 1e-11
    assert abs(simulation.invariants()["gap"].value) < 1e-15


def test_the_work_of_the_torques_is_in_the_balance_of_energy():
    system = Bicycle({"lean_torque": 3.0, "steer_torque": 0.1, "drive_torque": -5.0}, {"lean_rate": 0.0})
    simulation = physics.Simulation(system, "dop853", 5e-3, {"rtol": 1e-12, "atol": 1e-13})
    simulation.advance(300)
    assert simulation["work"] > 50.0
    assert abs(simulation.invariants()["energy"].drift) < 1e-11
    parts = system.split_energy(simulation.y)
    whole = sum(parts.values()) - 2.0 * parts["torques"]
    assert whole == pytest.approx(system.energy(simulation.y), rel=1e-13)


@pytest.mark.parametrize("tyres", [{}, {"rear_crown": 0.03, "front_crown": 0.02}])
def test_reflection_and_reversal_of_time_are_symmetries(tyres):
    for system in random_states(20, **tyres):
        y = np.array(system.start())
        found = rates(system, y)
        assert rates(system, SYMMETRY * y) == pytest.approx(SYMMETRY * found, rel=1e-10, abs=1e-10)
        back = y * np.where(np.isin(np.arange(12), (8, 9, 10)), -1.0, 1.0)
        signs = np.where(np.arange(12) < 8, -1.0, 1.0)
        assert rates(system, back)[:11] == pytest.approx((signs * found)[:11], rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("tyres", [{}, {"rear_crown": 0.03, "front_crown": 0.02}])
def test_contact_forces_balance_the_momentum_of_all_bodies(tyres):
    """Momentum by differences of `pose`, which knows nothing of forces."""
    for system in random_states(10, **tyres):
        y, p, h = np.array(system.start()), system.p, 1e-3
        masses = [system.frame_mass, system.fork_mass, system.rear_mass, system.front_mass]

        def centre(t, system=system, y=y, masses=masses):
            simulation = physics.Simulation(system, "dop853", abs(t) or 1e-3, {"rtol": 1e-13, "atol": 1e-14})
            simulation.place(y if t >= 0.0 else y * np.where(np.isin(np.arange(12), (8, 9, 10)), -1.0, 1.0))
            simulation.advance(int(t != 0.0))
            bodies = system.bodies(simulation.y)
            return sum(m * body.position for m, body in zip(masses, bodies, strict=True))

        if system.margin(memoryview(y), p) <= 0.0:
            continue
        force = (centre(h) - 2.0 * centre(0.0) + centre(-h)) / h**2
        rear, front = np.split(np.array(forces_of_ground(memoryview(y), p)), 2)
        yaw = system.initial["yaw"]
        along, across, down = in_lab(rear + front, yaw)
        weight = sum(masses) * system.gravity
        assert force == pytest.approx([along, -across, -down - weight], rel=1e-3, abs=0.3)


def test_order_of_the_error_is_that_of_the_method():
    reference = physics.Simulation(Bicycle(initial={"forward_speed": 4.6, "lean_rate": 0.5}), "dop853", 0.04)
    errors = []
    exact = physics.Simulation(reference.system, "dop853", 0.04, {"rtol": 1e-13, "atol": 1e-14})
    exact.advance(25)
    for dt in (0.02, 0.01):
        run = physics.Simulation(reference.system, "rk4", dt)
        run.advance(round(1.0 / dt))
        errors.append(abs(run["lean"] - exact["lean"]))
    assert math.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.3)


@pytest.mark.parametrize(
    ("speed", "initial", "duration", "lean", "reason"),
    [
        (2.0, {"lean_rate": 0.1}, 1.637, 0.741, "pull the front wheel"),
        (0.0, {"lean": 0.02, "lean_rate": 0.0}, 1.353, 0.800, "pull the front wheel"),
        (7.0, {"lean_rate": 0.5}, 32.93, 1.2, "fallen over"),
    ],
)
def test_a_bicycle_that_is_too_slow_or_too_fast_falls(speed, initial, duration, lean, reason):
    simulation = physics.Simulation(Bicycle(initial={"forward_speed": speed, **initial}), "rk4", 2e-3)
    simulation.compile()
    simulation.advance(round(1.1 * duration / 2e-3))
    assert simulation.time == pytest.approx(duration, rel=1e-3)
    assert reason in simulation.message
    assert abs(simulation["lean"]) == pytest.approx(lean, abs=2e-3)


def test_without_lifting_a_slow_bicycle_would_be_down_when_the_page_of_the_model_says(monkeypatch):
    """Falls of 1.77 and 1.5 s are those of wheels that the ground may pull."""
    monkeypatch.setattr(Bicycle, "margin", staticmethod(lambda y, p: 1.2 - abs(y[3])))
    for initial, duration in (
        ({"forward_speed": 2.0, "lean_rate": 0.1}, 1.77),
        ({"forward_speed": 0.0, "lean": 0.02, "lean_rate": 0.0}, 1.5),
    ):
        simulation = physics.Simulation(Bicycle(initial=initial), "rk4", 5e-3)
        simulation.advance(400)
        assert simulation.time == pytest.approx(duration, abs=0.02)


def test_a_stable_bicycle_rights_itself_and_ends_faster():
    simulation = physics.Simulation(Bicycle(), "rk4", 5e-3)
    simulation.compile()
    leans = []
    for _ in range(1000):
        simulation.advance(2)
        leans.append(simulation["lean"])
    assert max(leans) == pytest.approx(0.205, abs=1e-3)
    assert abs(leans[-1]) == pytest.approx(0.0055, abs=2e-4)
    assert -0.3 * simulation["theta_R_rate"] == pytest.approx(5.082, abs=2e-3)


def test_the_pitch_of_a_start_follows_from_lean_and_steer():
    system = Bicycle(initial={"lean": 0.6, "steer": -0.5})
    assert abs(gap(memoryview(system.start()), system.p)[0]) < 1e-15
    y = memoryview(system.start())
    y[PITCH] += 0.1
    system.settle(y, system.p)
    assert y[PITCH] == pytest.approx(system.initial["pitch"], abs=1e-15)


def test_the_speed_is_kept_when_the_wheel_changes():
    assert Bicycle(initial={"forward_speed": 4.0}).replace({"rear_radius": 0.2}).initial[
        "theta_R_rate"
    ] == pytest.approx(-20.0)


@pytest.mark.parametrize(
    ("parameters", "initial", "words"),
    [
        ({"rear_crown": 0.4}, {}, "rear_crown = 0.4 m: must be less than rear_radius"),
        ({"frame_mass": 0.0, "fork_mass": 0.0}, {}, "frame_mass"),
        ({}, {"lean": 1.4, "steer": 1.5}, "lean = 1.4"),
    ],
)
def test_impossible_bicycles_are_refused(parameters, initial, words):
    with pytest.raises(BadInput, match=words):
        Bicycle(parameters, initial)
