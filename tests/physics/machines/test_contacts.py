"""Stops and dry friction of machines, by closed forms and by the impulses of free bodies."""

from __future__ import annotations

import itertools
import math
from array import array
from typing import Any

import numpy as np
import pytest

import physics
from physics.machines.assembly import gap
from physics.machines.machine import Machine
from physics.types import Floats
from tests.physics.machines.models import bar, hinge
from tests.physics.machines.test_description import changed
from tests.physics.machines.test_ropes import after, point, value

G = 9.81
QUIET = {"gravity": 0}


def machine(bodies: dict[str, Any], joints: dict[str, Any], **tables: Any) -> Machine:
    return Machine({"machine": {"bodies": bodies, "joints": joints, **tables}})


def block(**more: Any) -> Machine:
    """Return a block of 2 kg on a slider along x."""
    return machine({"b": point(2.0, 0, 0, 0)}, {"x": {"slider": ["ground", "b"], "axis": "x", **more}})


def elbow(**more: Any) -> Machine:
    """Return two bars without weight, of which the second has stops against the first."""
    bodies = {"upper": bar(0.0, 1.0, 1.0), "lower": bar(1.0, 0.8, 0.7)}
    joints = {
        "shoulder": hinge("ground", "upper", [0, 0, 0], angle=0.4, rate=0.3),
        "elbow": hinge("upper", "lower", [1, 0, 0], rate=5.0, range=["-30 deg", "60 deg"], **more),
    }  # fmt: skip
    return machine(bodies, joints, **QUIET)


def test_a_ball_bounces_less_and_less_and_rests() -> None:
    """From h, each bounce takes e times as long as the one before; all of m g h is lost in the end."""
    joint = {"slider": ["ground", "b"], "axis": "z", "position": 1.0, "range": [0, 5], "restitution": 0.5}
    run = after(machine({"b": point(2.0, 0, 0, 0)}, {"z": joint}), 2.0)
    fall = math.sqrt(2.0 / G)
    hits = [fall * (1.0 + 2.0 * sum(0.5**i for i in range(1, k))) for k in range(1, 10)]
    assert [each.time for each in run.events[:9]] == pytest.approx(hits, rel=1e-10)
    assert len(run.events) == 13, "the 13th bounce would have less than 1 mm/s"
    assert (value(run, "z"), value(run, "z_rate"), value(run, "z_at_low")) == (0.0, 0.0, 1.0)
    assert value(run, "loss") == pytest.approx(2.0 * G, rel=1e-12)


def test_friction_stops_a_block_and_holds_it() -> None:
    run = after(block(rate=2.0, friction=3.0), 3.0)
    (held,) = run.events
    assert held.time == pytest.approx(2.0 / 1.5, rel=1e-12)
    assert value(run, "x") == pytest.approx(4.0 / 3.0, rel=1e-12) and value(run, "x_rate") == 0.0
    assert value(run, "loss") == pytest.approx(4.0, rel=1e-12)


@pytest.mark.parametrize(("force", "way"), [(2.9, 0.0), (-4.0, -0.25), (4.0, 0.25)])
def test_a_force_beyond_the_limit_moves_a_block(force: float, way: float) -> None:
    run = after(block(force=force, friction=3.0), 1.0)
    assert value(run, "x") == pytest.approx(way, rel=1e-12)


def test_a_block_on_a_spring_that_is_pulled_slips_at_the_limit() -> None:
    """It slips where k v t is the static friction, then x'' = (k (v t - x) - friction)/m until it rests."""
    k, v, mu, static, m = 50.0, 0.1, 2.0, 3.0, 2.0
    bodies = {"b": point(m, 0, 0, 0), "hand": {}}
    joints = {
        "x": {"slider": ["ground", "b"], "axis": "x", "friction": mu, "static_friction": static},
        "pull": {"slider": ["ground", "hand"], "axis": "x", "at": [1, 0, 0], "driven": {"speed": v}},
    }
    springs = {"s": {"between": ["b", "hand"], "to": [1, 0, 0], "stiffness": k}}
    run = after(machine(bodies, joints, springs=springs), 2.0)
    slip, hold = run.events[:2]
    assert (slip.name, hold.name) == ("slip", "hold")
    assert slip.time == pytest.approx(static / (k * v), rel=1e-10)
    # z = v t - x - mu/k swings about 0 with z' = v, z = (static - mu)/k at the slip; it rests where z' = v again
    w = math.sqrt(k / m)
    angle = math.atan2((static - mu) / k * w, v)
    assert hold.time - slip.time == pytest.approx((2.0 * math.pi - 2.0 * angle) / w, rel=1e-9)
    assert value(run, "work") > 0.0


def test_friction_takes_as_much_of_each_swing() -> None:
    """A torsion spring: each half turn is 2 friction/k less, until the spring is weaker than the static friction."""
    body = {"inertia": [1.0, 1.0, 0.02], "mass": 1.0}
    joint = {"hinge": ["ground", "b"], "axis": "z", "angle": 1.0, "stiffness": 2.0, "friction": 0.2}
    run = after(machine({"b": body}, {"q": {**joint, "static_friction": 0.5}}), 2.0)
    half = math.pi * math.sqrt(0.02 / 2.0)
    assert [each.time for each in run.events] == pytest.approx([half, 2 * half, 3 * half, 4 * half], rel=1e-9)
    assert value(run, "q") == pytest.approx(0.2, rel=1e-9) and value(run, "q_rate") == 0.0


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
def test_a_stop_of_an_elbow_takes_energy_and_leaves_the_momentum(e: float) -> None:
    """What is lost is ½ (1 - e²) u²/(H⁻¹)₂₂, with H of two bars in absolute angles by hand."""
    system = elbow(restitution=e)
    assert [each.symbol for each in system.invariants] == ["E", "L_y"]
    run = after(system, 1.0)
    hit = run.events[0]
    state = dict(zip((each.name for each in system.variables), hit.before, strict=True))
    m1, m2, s = 1.0, 0.7, math.cos(state["elbow"])
    H = np.array([[m1 / 3 + m2, m2 * 0.4 * s], [m2 * 0.4 * s, m2 * 0.64 / 3]])
    row = np.array([-1.0, 1.0])  # of the elbow, in absolute rates
    lost = 0.5 * (1 - e * e) * state["elbow_rate"] ** 2 / (row @ np.linalg.solve(H, row))
    y: Floats = memoryview(array("d", hit.before))
    system.jump(1, 0.0, y, system.p)
    after_it = dict(zip(state, y, strict=True))
    assert after_it["elbow_rate"] == pytest.approx(-e * state["elbow_rate"], abs=1e-14)
    assert after_it["loss"] - state["loss"] == pytest.approx(lost, abs=1e-13)
    start: Floats = memoryview(system.start())
    for each in system.invariants:
        assert each.value(system, run.y) == pytest.approx(each.value(system, start), abs=2e-12)


def four_bar_with_a_stop(**more: Any) -> Machine:
    return Machine({"machine": changed(joints__D__range=[1.0, 1.9], joints__D__restitution=0.5, **more)})


def pins(half: list[np.ndarray]) -> np.ndarray:
    """Return the rows that keep three bars together at their pins, of (x, z, angle) of each bar. half: half bars."""
    J = np.zeros((8, 9))
    ends = [((0, -1),), ((0, 1), (1, -1)), ((1, 1), (2, 1)), ((2, -1),)]
    for pin, bars in enumerate(ends):
        for sign, (one, end) in zip((1, -1), bars, strict=False):
            J[2 * pin : 2 * pin + 2, 3 * one : 3 * one + 2] = sign * np.eye(2)
            J[2 * pin : 2 * pin + 2, 3 * one + 2] = sign * end * np.array([-half[one][1], half[one][0]])
    return J


def test_a_stop_in_a_loop_gives_the_impulses_of_free_bodies() -> None:
    """Bars in absolute places (x, z, angle), with eight equations at the pins and one at the stop of the rocker."""
    system = four_bar_with_a_stop()
    run = after(system, 1.0)
    assert np.abs(gap(system.table, list(run.y)).values).max() < 1e-14
    names, hit = [each.name for each in system.variables], run.events[0].before
    y: Floats = memoryview(array("d", hit))
    system.jump(1, 0.0, y, system.p)
    before, found = dict(zip(names, hit, strict=True)), dict(zip(names, y, strict=True))

    def speeds(state: dict[str, float]) -> list[float]:
        return [state["A_rate"], state["A_rate"] + state["B_rate"], state["D_rate"]]

    lengths, angles = (0.3, 0.9, 0.7), [before["A"], before["A"] + before["B"], before["D"]]
    J = pins([0.5 * L * np.array([math.cos(a), math.sin(a)]) for L, a in zip(lengths, angles, strict=True)])
    places, turns, v = [0, 1, 3, 4, 6, 7], [2, 5, 8], np.zeros(9)
    v[turns] = speeds(before)
    v[places] = np.linalg.lstsq(J[:, places], -J[:, turns] @ v[turns], rcond=None)[0]
    assert np.abs(J @ v).max() < 1e-12
    M = np.diag([x for m, L in zip((0.5, 1.0, 0.8), lengths, strict=True) for x in (m, m, m * L * L / 12)])
    rows = np.vstack([J, np.eye(9)[8]])
    wanted = np.append(np.zeros(8), -1.5 * v[8])
    impulses = np.linalg.lstsq(rows @ np.linalg.solve(M, rows.T), wanted, rcond=None)[0]
    v = v + np.linalg.solve(M, rows.T @ impulses)
    assert speeds(found) == pytest.approx(list(v[turns]), rel=1e-10)


def test_drives_do_work_in_a_blow() -> None:
    """A turning arm carries a slider that hits its end: the motor keeps the rate, and E + W - W_s stays."""
    bodies = {"arm": {"inertia": [1, 1, 1], "mass": 1}, "bead": point(0.5, 0.2, 0, 0)}
    joints = {
        "turn": {"hinge": ["ground", "arm"], "at": [0, 0, 0], "axis": "z", "driven": {"speed": 3.0}},
        "along": {"slider": ["arm", "bead"], "axis": [1, 1, 0], "range": [-1, 0.5], "restitution": 0.5},
    }
    run = after(machine(bodies, joints), 2.0)
    assert run.events[0].name == "stop" and value(run, "work") > 1.0


@pytest.mark.parametrize(("torque", "moves"), [(1.45, False), (1.55, True)])
def test_two_joints_hold_together_what_each_cannot(torque: float, moves: bool) -> None:
    bodies = {"a": {"inertia": [1, 1, 1], "mass": 1}, "b": {"inertia": [2, 2, 2], "mass": 1, "centre": [1, 0, 0]}}
    joints = {
        "A": {"hinge": ["ground", "a"], "axis": "z", "friction": 1.0, "torque": torque},
        "B": {"hinge": ["ground", "b"], "axis": "z", "friction": 0.5},
    }
    run = after(machine(bodies, joints, gears={"g": {"joints": ["A", "B"], "ratio": 1}}), 1.0)
    assert value(run, "A") == pytest.approx(0.5 * (torque - 1.5) / 3.0 if moves else 0.0, abs=1e-12)


def held_or_slipping(H: np.ndarray, Q: np.ndarray, limit: float) -> list[list[float]]:
    """Return the signs of all joints, 0 where friction holds one, that fit the accelerations of a machine at rest."""
    found = []
    for signs in itertools.product((-1.0, 0.0, 1.0), repeat=len(Q)):
        s = np.array(signs)
        slips = s != 0.0
        a = np.zeros(len(Q))
        a[slips] = np.linalg.solve(H[np.ix_(slips, slips)], (Q - limit * s)[slips])
        torques = H @ a - Q
        if np.all(s * a >= -1e-12) and np.all(np.abs(torques[~slips]) <= limit):
            found.append(list(signs))
    return found


@pytest.mark.parametrize("limit", [0.02, 1.0, 4.0])
def test_joints_of_a_chain_that_is_let_go_slip_or_hold_as_only_one_choice_allows(limit: float) -> None:
    """Of all 3^5 choices one fits; bars in a row, so that H and the weights are sums of moments."""
    count, turning = 5, 1.0 / 12.0
    shape = {"shape": "bar", "mass": 1.0, "inertia": [0.0, turning, turning]}
    bodies = {f"b{k}": {**shape, "from": [k, 0, 0], "to": [k + 1, 0, 0]} for k in range(count)}
    pairs = [("ground" if k == 0 else f"b{k - 1}", f"b{k}") for k in range(count)]
    joints = {f"j{k}": hinge(*pair, [k, 0, 0], friction=limit) for k, pair in enumerate(pairs)}
    system = machine(bodies, joints)
    arms = np.array([[max(i + 0.5 - k, 0.0) for k in range(count)] for i in range(count)])
    turned = turning * np.tril(np.ones((count, count))).T @ np.tril(np.ones((count, count)))
    (signs,) = held_or_slipping(arms.T @ arms + turned, -G * arms.sum(axis=0), limit)
    assert list(system.start())[-count:] == signs
    run = physics.simulate(system, duration=0.05, dt=1e-3)
    energy = run.invariants["energy"]
    assert run.t[-1] == pytest.approx(0.05) and energy[-1] == pytest.approx(energy[0], abs=1e-9)


def test_what_is_beyond_its_stops_is_refused() -> None:
    system = elbow()
    with pytest.raises(physics.BadInput, match=r"elbow = 2: must be within its range, -0\.523599 to 1\.0472"):
        system.replace(initial={"elbow": 2.0})
    with pytest.raises(physics.BadInput, match="elbow_at_low = 1: is 0, as the start has it; leave it out"):
        system.replace(initial={"elbow_at_low": 1.0})


@pytest.mark.parametrize(
    "system", [elbow(restitution=0.3, friction=0.02), four_bar_with_a_stop(joints__A__friction=0.2)]
)
def test_machine_code_has_the_bits_of_cpython(system: Machine) -> None:
    plain, compiled = (physics.Simulation(system, "rk4", 5e-3) for _ in range(2))
    assert compiled.compile()
    assert plain.advance(200) == compiled.advance(200) == 200
    assert bytes(plain.y) == bytes(compiled.y) and plain.events == compiled.events and len(plain.events) > 1
