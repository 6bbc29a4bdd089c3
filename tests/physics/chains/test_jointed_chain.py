"""Chains with ball, universal and hinge joints against an independent program and the other chains."""

from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from tests.reference import case, quaternion_to_matrix

TIGHT = {"rtol": 1e-13, "atol": 1e-13}


def buffer(state):
    return memoryview(array("d", state))


def rates(system, state, t=0.0):
    y, dy = buffer(state), buffer(np.zeros(len(state)))
    system.rate(t, y, buffer(system.p), dy)
    return np.array(dy)


def test_the_reference_motion_of_mixed_joints():
    found = case("linkages/C4_mixed_joints_ball_univ_hinge_ball")
    given, start = found["params"], found["initial"]
    axes = [number for each in given["axes"] if each for number in np.ravel(each)]
    parameters = {key: given[key] for key in ("m", "d", "u", "g", "joints", "joint_damping", "com_drag")}
    parameters |= {"links": "given", "I": given["I_body_principal"], "axes": axes}
    initial = {"joint_q": start["joint_q"], "joint_qd": start["joint_qd"]}
    system = physics.system("jointed-chain", parameters, initial)
    simulation = physics.Simulation(system, "dop853", 1e-3, TIGHT)
    assert simulation.compile()
    kept = [each.value(system, buffer(system.start())) for each in system.invariants]
    assert len(kept) == 2
    for time, state, limit in zip(found["times"], found["expected"]["states"], found["tolerance"]["R_W"], strict=True):
        simulation.advance(round((time - simulation.time) / 1e-3))
        y = buffer(simulation.y)
        assert np.abs(system.rotations(y) - state["R"]).max() < limit
        assert np.abs(system.placed(y)[:, 15:18] - state["W"]).max() < limit
        assert np.abs(system.centres(y) - state["r"]).max() < limit
        flat = [np.ravel(value) for key in ("joint_q", "joint_qd") for part in state[key] for value in np.ravel(part)]
        assert np.abs(np.array(y[:-3]) - np.ravel(flat)).max() < 10.0 * limit
        assert [each.value(system, y) for each in system.invariants] == pytest.approx(kept, abs=1e-11)


def product(p, q):
    w, v = p[0] * q[0] - p[1:] @ q[1:], p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])
    return np.array([w, *v])


def test_a_chain_of_balls_moves_like_the_spatial_chain():
    n, random = 4, np.random.default_rng(7)
    q = random.normal(size=(n, 4))
    q /= np.linalg.norm(q, axis=1)[:, None]
    u = random.normal(size=(n, 3))
    common = {
        "links": "given", "masses": random.uniform(0.1, 1.0, n), "inertias": random.uniform(0.001, 0.002, 3 * n),
        "upper_joints": random.normal(size=3 * n), "lower_joints": random.normal(size=3 * n),
        "joint_damping": random.uniform(0.0, 0.1, n), "com_drag": random.uniform(0.0, 0.1, n),
        "amplitude": [0.1, 0.2, 0.3], "frequency": [1.0, 2.0, 3.0], "phase": [0.4, 0.5, 0.6],
    }  # fmt: skip
    joints = physics.system("jointed-chain", {**common, "joints": n * ["ball"]},
                            {"joint_q": q, "joint_qd": u, "time": 0.7})  # fmt: skip
    lab = [q[0]]
    for each in q[1:]:
        lab.append(product(lab[-1], each))
    omega = np.cumsum([quaternion_to_matrix(a) @ b for a, b in zip(lab, u, strict=True)], axis=0)
    balls = physics.system("spatial-chain", common, {"orientation": lab, "omega": omega, "time": 0.7})
    y, z = buffer(joints.start()), buffer(balls.start())
    assert joints.placed(y) == pytest.approx(balls.placed(z), abs=1e-12)
    assert joints.energy(y) == pytest.approx(balls.energy(z), abs=1e-11)
    assert joints.joint_forces(y) == pytest.approx(balls.joint_forces(z)[:-1], rel=1e-9, abs=1e-10)
    d, e = rates(joints, y), rates(balls, z)
    assert d[-3:] == pytest.approx(e[-3:], rel=1e-9)
    u_dot = d[4 * n : 7 * n].reshape(n, 3)
    R = [quaternion_to_matrix(each) for each in lab]
    before = [np.zeros(3), *omega[:-1]]
    alpha = np.cumsum([A @ a + np.cross(o, A @ b) for A, a, b, o in zip(R, u_dot, u, before, strict=True)], axis=0)
    assert alpha.ravel() == pytest.approx(e[4 * n : 7 * n], rel=1e-9, abs=1e-9)


def test_a_chain_of_hinges_moves_like_the_planar_chain():
    n, random = 5, np.random.default_rng(3)
    theta, theta_dot = random.normal(size=n), random.normal(size=n)
    common = {"length": 1.5, "mass": 2.0}
    hinges = {"radius": 1e-6, "joints": n * ["hinge"], "axes": n * [0, -1, 0]}
    flat = physics.system("planar-chain", {**common, "count": n, "bob": 0.0}, {"theta": theta, "theta_dot": theta_dot})
    relative = {"joint_q": np.diff(theta, prepend=0.0), "joint_qd": np.diff(theta_dot, prepend=0.0)}
    thin = physics.system("jointed-chain", {**common, **hinges}, relative)
    expected = rates(flat, flat.start())[n : 2 * n]
    assert np.cumsum(rates(thin, thin.start())[n : 2 * n]) == pytest.approx(expected, rel=1e-8)
    assert thin.points(buffer(thin.start())) == pytest.approx(flat.points(buffer(flat.start())), abs=1e-12)


def test_friction_and_a_moving_support_are_accounted_for_in_machine_code_too():
    given = {
        "joints": ["ball", "universal", "hinge"],
        "joint_damping": [1e-3, 2e-3, 3e-3],
        "com_drag": 0.02,
        "amplitude": [0.05, 0.02, 0.03],
    }
    system = physics.system("jointed-chain", {**given, "frequency": [7.0, 9.0, 11.0]})
    fast, slow = (physics.Simulation(system, "rk4", 5e-4) for _ in range(2))
    assert fast.compile()
    fast.advance(20)
    slow.advance(20)
    assert bytes(fast.y) == bytes(slow.y)
    fast.advance(4000)
    y = buffer(fast.y)
    assert system.energy(y) == pytest.approx(system.energy(buffer(system.start())), abs=1e-8)
    assert min(y[-3], abs(y[-2])) > 1e-3


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"links": "given", "masses": 3 * [1.0], "joints": ["ball"]}, "joints: 1 given; 3 needed"),
        ({"joints": "ball, slider, hinge"}, r"joints\[1\] = 'slider': must be one of ball, universal, hinge"),
        ({"axes": [1.0, 0.0, 0.0]}, "axes: 3 numbers given; 9 needed"),
        ({"axes": [1, 0, 0, 1, 0, 0, 0, 1, 0]}, "axes: those of joint 1, universal, are parallel"),
        ({"axes": [1, 0, 0, 0, 1, 0, 0, 0, 0]}, "axes: one of joint 2 is 0, 0, 0"),
    ],
)
def test_bad_input_is_reported_in_one_line(parameters, words):
    with pytest.raises(BadInput, match=words):
        physics.system("jointed-chain", parameters)
