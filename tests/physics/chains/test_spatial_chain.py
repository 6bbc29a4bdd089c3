"""Chains of rigid bodies in space against independent programs, planar chains, and conservation laws."""

from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.core.grip import general_grip
from tests.reference import case, quaternion_to_matrix
from tests.sampling import every

TIGHT = {"rtol": 1e-13, "atol": 1e-13}


def chain_of(found):
    """Return the system of a case: its names are the symbols of linkages.md."""
    given, start = found["params"], found["initial"]
    parameters = {"links": "given", "I": given["I_body_principal"], **{k: given[k] for k in ("m", "d", "u", "g")}}
    parameters |= {k: given[k] for k in ("joint_damping", "com_drag") if k in given}
    initial = {"orientation": start["Q"], "omega": start["W"]}
    if "r" in start:
        parameters["support"] = "free"
        initial |= {"position": start["r"][0], "velocity": start["v"][0]}
    if "base" in found:  # p = [0, 0.015 sin(W t/2), 0.04 (cos(W t) - 1)]
        W = found["base"]["W"]
        moves = {"amplitude": [0.0, 0.015, 0.04], "frequency": [0.0, 0.5 * W, W], "phase": [0.0, -0.5 * np.pi, 0.0]}
        parameters |= {"place": [0.0, 0.0, -0.04], **moves}
    return physics.system("spatial-chain", parameters, initial)


def running(system, method="dop853", dt=1e-3, **settings):
    simulation = physics.Simulation(system, method, dt, settings)
    assert simulation.compile()
    return simulation


def until(simulation, time):
    """Return the state at a time."""
    simulation.advance(round((time - simulation.time) / simulation.dt))
    assert simulation.time == pytest.approx(time, abs=1e-12), simulation.message
    return buffer(simulation.y)


def buffer(state):
    return memoryview(array("d", state))


def rates(system, state):
    y, dy = buffer(state), buffer(np.zeros(len(state)))
    system.rate(0.0, y, buffer(system.p), dy)
    return np.array(dy)


@pytest.mark.parametrize("name", ["C1_ball_chain_3", "C3_ponytail_moving_head", "C5_free_chain_no_gravity"])
def test_motion_matches_the_reference_case(name):
    found = case(f"linkages/{name}")
    expected, tolerance = found["expected"], found["tolerance"]
    system = chain_of(found)
    simulation = running(system, **TIGHT)
    for i, (time, limit) in enumerate(zip(found["times"], tolerance.get("R_W_r") or tolerance["state"], strict=True)):
        y, state = until(simulation, time), expected["states"][i]
        placed = system.placed(y)
        assert np.abs(system.rotations(y) - [quaternion_to_matrix(q) for q in state["Q"]]).max() < limit
        for key, part in {"r": placed[:, 9:12], "v": placed[:, 12:15], "W": placed[:, 15:18]}.items():
            assert np.abs(part - state[key]).max() < limit
        if "joint_forces_on_body_i_at_joint_i" in expected:
            forces = expected["joint_forces_on_body_i_at_joint_i"][i]
            assert -system.joint_forces(y)[:-1] == pytest.approx(np.array(forces), abs=10.0 * limit)
            assert system.energies(y) == pytest.approx(expected["kinetic_potential_energy"][i], abs=limit)
        if "invariants" in expected:
            values = {each.name: each.value(system, y) for each in system.invariants}
            assert values["energy"] == pytest.approx(expected["invariants"][i]["K"], abs=1e-11)
            for letter, key in (("P", "P"), ("L", "L0")):
                kept = [values[f"{letter}_{axis}"] for axis in "xyz"]
                assert kept == pytest.approx(expected["invariants"][i][key], abs=1e-11)


@pytest.mark.parametrize("name", every(2, ["R1_folded_falling_chain", "R5_tapered_whip_crack"]))
def test_bodies_in_a_plane_move_like_a_planar_chain(name):
    found = case(f"linkages/{name}")
    given, theta = found["params"], np.array(found["initial"]["theta"])
    zero, J = np.zeros_like(theta), np.array(given["J_com"])
    c, length = np.array(given["com_from_upper_joint"]), np.array(given["l"])
    parameters = {
        "links": "given", "g": given["g"], "m": given["m"], "I": np.column_stack([J, J, 0.1 * J]),
        "d": np.column_stack([zero, zero, c]), "u": np.column_stack([zero, zero, c - length]),
    }  # fmt: skip
    q = np.column_stack([np.cos(0.5 * theta), zero, -np.sin(0.5 * theta), zero])
    omega = np.column_stack([zero, -np.array(found["initial"]["dtheta"]), zero])
    system = physics.system("spatial-chain", parameters, {"orientation": q, "omega": omega})
    simulation = running(system, rtol=1e-11, atol=1e-11)
    for i, (time, limit) in enumerate(zip(found["times"], found["tolerance"]["state"], strict=True)):
        placed, expected = system.placed(until(simulation, time)), found["expected"]
        scale = max(1.0, np.abs(expected["dtheta"][i]).max())
        assert -placed[:, 2] == pytest.approx(np.sin(expected["theta"][i]), abs=limit)
        assert placed[:, 16] == pytest.approx(-np.array(expected["dtheta"][i]), abs=limit * scale)


def test_a_chain_between_two_hooks_hangs_as_the_discrete_catenary():
    found = case("linkages/P9_discrete_catenary")
    given, expected = found["params"], found["expected"]
    parameters = {"count": given["N"], "length": given["total_length"], "end": [given["span"], 0.0, 0.0]}
    system = physics.system("spatial-chain", {"support": "both ends", **parameters})
    y = buffer(system.start())
    along = np.diff(system.points(y), axis=0)
    angles = np.arctan2(along[:, 2], along[:, 0])
    assert angles == pytest.approx(expected["slope_angles_from_horizontal"], abs=found["tolerance"]["angle"])
    weight = system.mass / given["N"] * system.gravity
    pull = expected["horizontal_tension_over_link_weight"]
    assert system.joint_forces(y)[:, 0] / weight == pytest.approx(np.full(given["N"] + 1, pull), abs=1e-9)
    quantities = {each.name: each.value(system, y) for each in system.quantities}
    assert quantities["sag"] == pytest.approx(expected["sag"], abs=1e-9)
    # The far end moves: the rest position changes, unless a start was given.
    higher = system.replace({"end": [0.7, 0.2, 0.3]})
    assert rates(higher, higher.start())[40:70] == pytest.approx(np.zeros(30), abs=1e-9)
    assert higher.points(buffer(higher.start()))[-1] == pytest.approx([0.7, 0.2, 0.3], abs=1e-13)
    knocked = system.replace(initial={"omega_3_x": 1.0}).replace({"end": [0.81, 0.0, 0.0]})
    assert knocked.points(buffer(knocked.start()))[-1] == pytest.approx([0.81, 0.0, 0.0], abs=1e-13)
    assert knocked.energies(buffer(knocked.start()))[0] > 0.0


def test_a_chain_that_is_as_long_as_its_ends_are_apart_is_refused():
    for short in (0.0, 1e-12, 1e-10):
        with pytest.raises(BadInput, match="must be nearer than the length of the chain, 0.9 m, .* cannot move"):
            physics.system("spatial-chain", {"support": "both ends", "end": [0.9 * (1.0 - short), 0.0, 0.0]})
    taut = physics.system("spatial-chain", {"support": "both ends", "end": [0.9 * (1.0 - 1e-7), 0.0, 0.0]})
    simulation = running(taut)
    assert simulation.advance(100) == 100


@pytest.mark.parametrize("method", every(3, ["rk4", "gauss6", "rk4-adaptive", "dop853"]))
def test_a_chain_that_its_support_draws_taut_ends_the_run_and_says_so(method):
    """x = -0.15 sin(3 t) comes to -0.1, 0.9 m from the far end, where sin(3 t) is 2/3."""
    moves = {"amplitude": [0.15, 0.0, 0.0], "frequency": [3.0, 0.0, 0.0], "phase": [0.5 * np.pi, 0.0, 0.0]}
    system = physics.system("spatial-chain", {"support": "both ends", "end": [0.8, 0.0, 0.0], **moves})
    simulation = running(system, method)
    simulation.advance(1000)
    assert simulation.time == pytest.approx(np.arcsin(2.0 / 3.0) / 3.0, abs=2e-3)
    assert "the chain is drawn taut" in simulation.message


def test_uneven_bodies_between_two_hooks_rest_too():
    m, lean = [0.1, 0.3, 0.2, 0.4], [0.0, 0.0, 0.11]
    given = {"links": "given", "m": m, "I": [2e-3, 1e-3, 1e-4], "d": lean, "u": [0.0, 0.0, -0.2]}
    system = physics.system("spatial-chain", {**given, "support": "both ends", "end": [0.5, -0.4, 0.1]})
    assert rates(system, system.start())[16:28] == pytest.approx(np.zeros(12), abs=1e-8)
    pulls = system.joint_forces(buffer(system.start()))
    assert np.diff(pulls, axis=0) == pytest.approx(np.outer(np.multiply(m, system.gravity), [0.0, 0.0, 1.0]), abs=1e-10)


def test_a_wild_chain_held_at_both_ends_stays_there_and_keeps_its_energy():
    omega = 6.0 * np.random.default_rng(5).normal(size=24)
    given = {"support": "both ends", "count": 8, "joint_damping": 2e-4, "amplitude": [0.0, 0.01, 0.02]}
    system = physics.system("spatial-chain", {**given, "frequency": [0.0, 9.0, 17.0]}, {"omega": omega, "time": 0.3})
    simulation = running(system, "rk4", 2.5e-4)
    energy = system.energy(buffer(system.start()))
    for time in (1.0, 2.0, 3.0):
        y = until(simulation, time)
        assert system.points(y)[-1] == pytest.approx(system.end, abs=1e-12)
        assert system.energy(y) == pytest.approx(energy, abs=2e-6)
    assert y[-3] > 0.01
    assert abs(y[-2]) > 1e-3


def test_joints_stay_closed_and_invariants_are_conserved_in_wild_motion():
    omega = 10.0 * np.random.default_rng(2).normal(size=15)
    system = physics.system("spatial-chain", {"count": 5, "length": 1.0, "radius": 0.03}, {"omega": omega})
    simulation = running(system, "rk4", 5e-4)
    start = {each.name: each.value(system, buffer(system.start())) for each in system.invariants}
    assert set(start) == {"energy", "L_z"}
    for time in (5.0, 10.0):
        y = until(simulation, time)
        R, r = system.rotations(y), system.centres(y)
        lower = r + np.einsum("nij,nj->ni", R, [link.lower for link in system.chain])
        upper = r + np.einsum("nij,nj->ni", R, [link.upper for link in system.chain])
        assert np.abs(upper[1:] - lower[:-1]).max() < 1e-12
        assert np.abs(upper[0]).max() < 1e-12
        for each in system.invariants:
            assert each.value(system, y) == pytest.approx(start[each.name], abs=2e-5)


@pytest.mark.parametrize(
    ("parameters", "kept"),
    [
        ({"support": "free"}, {"energy", "P_x", "P_y", "L_z"}),
        ({"support": "free", "gravity": 0.0, "stiffness": 0.2}, {"energy", "P_x", "P_y", "P_z", "L_x", "L_y", "L_z"}),
        ({"support": "free", "com_drag": 0.1}, {"energy"}),
        ({"joint_damping": [0.0, 0.1, 0.1], "stiffness": [0.1, 0.2, 0.3]}, {"energy", "L_z"}),
        ({"joint_damping": 0.1}, {"energy"}),
        ({"amplitude": [0.1, 0.0, 0.0], "frequency": 3 * [2.0]}, {"energy"}),
        ({"support": "both ends"}, {"energy"}),
    ],
)
def test_invariants_are_conserved_in_their_cases(parameters, kept):
    system = physics.system("spatial-chain", parameters, {"omega": [0.3, -1.0, 2.0, 1.0, 0.5, -0.4, 0.1, 1.0, 1.5]})
    assert {each.name for each in system.invariants} == kept
    simulation = running(system, rtol=1e-12, atol=1e-12)
    start, y = buffer(system.start()), until(simulation, 0.5)
    for each in system.invariants:
        value, size = each.reference(system, start)
        assert each.value(system, y) == pytest.approx(value, abs=1e-9 * size)


def test_a_weightless_chain_swings_at_the_frequency_of_its_springs():
    given = {"count": 1, "stiffness": 0.3, "gravity": 0.0, "length": 0.5, "mass": 0.2, "radius": 0.01}
    system = physics.system("spatial-chain", given, {"theta": 1e-4})
    (rod,) = system.chain
    omega = np.sqrt(0.3 / (rod.inertia[0] + rod.mass * 0.25**2))
    y = until(running(system, dt=np.pi / omega / 64, rtol=1e-12, atol=1e-14), np.pi / omega)
    assert system.points(y)[1, 0] == pytest.approx(-0.5e-4, rel=1e-6)
    assert sum(system.energies(y)) == pytest.approx(0.15e-8, rel=1e-6)


@pytest.mark.parametrize("support", ["fixed", "free", "both ends"])
def test_machine_code_has_the_bits_of_the_interpreter(support):
    given = {"support": support, "count": 4, "joint_damping": 1e-3, "stiffness": 0.1, "com_drag": 0.01}
    system = physics.system("spatial-chain", given, {"omega": 2.0})
    slow, fast = physics.Simulation(system, "rk4", 1e-3), running(system, "rk4")
    slow.advance(20)
    fast.advance(20)
    assert bytes(slow.y) == bytes(fast.y)


@pytest.mark.parametrize("support", ["fixed", "free", "both ends"])
def test_grip_matches_the_general_one(support):
    system = physics.system("spatial-chain", {"support": support, "count": 4}, {"omega": 2.0})
    y, point = buffer(system.start()), np.array([0.01, -0.02, 0.05])
    ours, general = system.grip(y, 2, point), general_grip(system, y, 2, point)
    assert ours.place == pytest.approx(general.place, abs=1e-12)
    assert ours.velocity == pytest.approx(general.velocity, abs=1e-8)
    assert ours.mobility == pytest.approx(general.mobility, abs=1e-5 * np.abs(general.mobility).max())
    if support != "both ends":  # the far end takes changes of velocity back that it does not allow: many are the same
        assert ours.answer == pytest.approx(general.answer, abs=1e-5 * np.abs(general.answer).max())


def test_tapered_bodies_have_the_inertia_of_cones():
    system = physics.system("spatial-chain", {"links": "tapered", "count": 1, "length": 2.0, "mass": 3.0, "radius": 0.5,
                                              "taper": 1e-3})  # fmt: skip
    (cone,) = system.chain
    assert cone.upper[2] == pytest.approx(0.5, rel=2e-3)  # a quarter of its height from the base
    assert cone.inertia[2] == pytest.approx(0.3 * 3.0 * 0.25, rel=5e-3)
    assert cone.inertia[0] == pytest.approx(3.0 * (0.15 * 0.25 + 0.0375 * 4.0), rel=5e-3)


def test_starts_may_be_given_as_angles_arrays_or_one_by_one():
    system = physics.system("spatial-chain", {"count": 2}, {"theta": "10 deg, 20 deg", "psi_2": "90 deg", "phi_2": 0.3})
    assert system.entered()["theta_2"] == pytest.approx(np.radians(20.0))
    points = system.points(buffer(system.start()))
    down = points[1] - points[0]
    assert down @ [0.0, 0.0, -1.0] / np.linalg.norm(down) == pytest.approx(np.cos(np.radians(10.0)))
    assert points[2, 1] - points[1, 1] == pytest.approx(np.sin(np.radians(20.0)) * 0.45)
    for leans in ({"theta": 0.0, "phi": 0.4}, {"theta": np.pi, "phi": 0.4}, {"theta": 2.0, "psi": -3.0, "phi": 1.0}):
        entered = physics.system("spatial-chain", {}, leans).entered()
        assert {name: entered[f"{name}_1"] for name in leans} == pytest.approx(leans)
    text = physics.system("spatial-chain", {"links": "given", "m": "1, 2", "d": "[[0,0,0.1],[0,0,0.2]]"},
                          {"orientation": "2,0,0,0, 0,0,1,0"})  # fmt: skip
    assert list(text.start())[:8] == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    assert text.chain[1].upper == (0.0, 0.0, 0.2)


@pytest.mark.parametrize(
    ("parameters", "initial", "words"),
    [
        ({"count": 2.5}, {}, "count = 2.5: must be"),
        ({"links": "given", "m": [1, 1], "I": 9 * [1.0]}, {}, "inertias: 9 numbers given; 6 needed"),
        ({"links": "given", "m": [1], "u": [0, 0, 0.15]}, {}, "body 1 of 1: d and u are the same"),
        ({"joint_damping": [1.0, 2.0]}, {}, "joint_damping: 2 numbers given; 3 needed"),
        ({"support": "both ends", "end": [1.0, 0, 0]}, {}, "must be nearer than the length of the chain, 0.9 m"),
        ({"end": [0.1, 0, 0]}, {}, "applies when support is both ends"),
        ({}, {"orientation": 12 * [0.0]}, "q_1 = 0, 0, 0, 0: no orientation"),
        ({}, {"omega": [1.0, 2.0]}, "omega: 2 numbers given; 9 needed"),
        ({}, {"velocity": [1.0, 2.0, 3.0]}, "known:"),
    ],
)
def test_bad_input_is_reported_in_one_line(parameters, initial, words):
    with pytest.raises(BadInput, match=words):
        physics.system("spatial-chain", parameters, initial)


@pytest.mark.parametrize("name", ["spatial-chain", "jointed-chain"])
def test_spin_rates_are_those_of_the_poses(name):
    """Check them against differences of the turn about each body's own axis over a tenth of a millisecond."""
    system, dt = physics.system(name), 1e-4
    simulation = physics.Simulation(system, "rk4", dt)
    assert simulation.compile()
    simulation.advance(2000)
    before = system.bodies(buffer(simulation.y))
    simulation.advance(1)
    after = system.bodies(buffer(simulation.y))
    for old, new in zip(before, after, strict=True):
        turned = old.rotation.T @ new.rotation
        rate = 0.5 * (turned[1, 0] - turned[0, 1]) / dt
        assert rate == pytest.approx(0.5 * (old.spin_rate + new.spin_rate), abs=1e-4)
    assert max(abs(body.spin_rate) for body in after) > 0.0
