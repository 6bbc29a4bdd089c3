"""Joints that are driven move as they are told, and the work that this takes is accounted for."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

import physics
from physics.machines.machine import Machine


def machine(bodies: dict[str, Any], joints: dict[str, Any], **start: float) -> Machine:
    return Machine({"machine": {"bodies": bodies, "joints": joints}}, start)


SHAKEN = {"amplitude": 0.03, "frequency": 9.0, "phase": 0.4}
BODIES = {"cart": {}, "bob": {"shape": "point", "centre": [0, 0, -0.4], "mass": 0.3}}
JOINTS = {
    "shaker": {"slider": ["ground", "cart"], "axis": "z", "driven": SHAKEN},
    "pivot": {"hinge": ["cart", "bob"], "at": [0, 0, 0], "axis": "-y", "angle": 2.8},
}


def shaken(t: float, angle: float) -> float:
    """Return the angular acceleration where the pivot of 0.4 m is shaken: theta'' = -(g + z'') sin theta/l."""
    w = 2.0 * math.pi * SHAKEN["frequency"]
    lift = -SHAKEN["amplitude"] * w * w * math.sin(w * t + SHAKEN["phase"])
    return -(9.81 + lift) * math.sin(angle) / 0.4


def followed(angle: float, rate: float, end: float, steps: int) -> tuple[float, float]:
    """Return angle and rate after a time, by the method of Runge and Kutta."""
    h = end / steps
    for k in range(steps):
        t = k * h
        a1 = shaken(t, angle)
        a2 = shaken(t + h / 2, angle + h / 2 * rate)
        a3 = shaken(t + h / 2, angle + h / 2 * rate + h * h / 4 * a1)
        a4 = shaken(t + h, angle + h * rate + h * h / 2 * a2)
        angle, rate = angle + h * rate + h * h / 6 * (a1 + a2 + a3), rate + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    return angle, rate


def test_a_pendulum_whose_pivot_is_shaken() -> None:
    run = physics.Simulation(machine(BODIES, JOINTS), "gauss6", 1e-4)
    assert run.compile()
    begun = run.system.energy(run.y)
    run.advance(10_000)
    found = [run.y[run.system.index(name)] for name in ("pivot", "pivot_rate", "time")]
    assert found == pytest.approx([*followed(2.8, 0.0, 1.0, 20_000), 1.0], rel=1e-8, abs=1e-8)
    assert run.system.energy(run.y) == pytest.approx(begun, abs=1e-9), "E less the work of the shaker"
    assert abs(run.y[run.system.index("work")]) > 0.05


def test_the_work_of_a_spindle_that_turns_at_a_given_rate() -> None:
    """An arm hangs from it on a hinge: it rises to cos theta = g/(omega² r) times what a thin bar has, and swings."""
    across = 0.2 * 0.09 / 12.0
    bodies = {
        "spindle": {"mass": 0.5, "inertia": [0.01, 0.01, 0.01]},
        "arm": {
            "shape": "bar", "from": [0, 0, 0], "to": [0, 0, -0.3], "mass": 0.2, "inertia": [across, across, 0.0],
        },
    }  # fmt: skip
    joints = {
        "turning": {"hinge": ["ground", "spindle"], "at": [0, 0, 0], "axis": "z", "driven": {"speed": 9.0}},
        "hinge": {"hinge": ["spindle", "arm"], "at": [0, 0, 0], "axis": "-y", "angle": 0.3},
    }
    run = physics.Simulation(machine(bodies, joints), "gauss6", 1e-3)
    assert run.compile()
    begun, parts = run.system.energy(run.y), run.system.split_energy(run.y)
    kinetic, worked = parts["moving"] + parts["turning"], 0.0
    for _ in range(20):
        run.advance(100)
        assert run.system.energy(run.y) == pytest.approx(begun, abs=1e-9)
        parts = run.system.split_energy(run.y)
        worked = max(worked, abs(parts["motors"]))
    assert worked > 0.05 and kinetic > 0.4
    # In the turning frame the energy of the arm with the centrifugal potential stays: T_turning = ½ (m l²/3)(theta'² -
    # omega² sin²) - m g (l/2) cos.
    theta, rate = (run.y[run.system.index(name)] for name in ("hinge", "hinge_rate"))
    inertia = 0.2 * 0.09 / 3.0

    def jacobi(angle: float, speed: float) -> float:
        kinetic = 0.5 * inertia * (speed * speed - (9.0 * math.sin(angle)) ** 2)
        return kinetic - 0.2 * 9.81 * 0.15 * math.cos(angle)

    assert jacobi(theta, rate) == pytest.approx(jacobi(0.3, 0.0), abs=1e-9)


@pytest.mark.parametrize("integrator", ["rk4", "gauss6"])
def test_a_drive_that_stretches_its_loop_ends_the_run_and_names_it(integrator: str) -> None:
    """The crank of 0.5 m ends where crank and ground leave 0.8 m to coupler and rocker, as the law of cosines says."""
    points = (0.0, 0.0), (0.5 * math.cos(0.4), 0.5 * math.sin(0.4)), (0.7, 0.3), (1.0, 0.0)
    names = "crank", "coupler", "rocker"
    bars = [([x, 0.0, z], [u, 0.0, w]) for (x, z), (u, w) in pairwise(points)]
    bodies = {name: {"shape": "bar", "from": a, "to": b, "mass": 1.0} for name, (a, b) in zip(names, bars, strict=True)}
    joints = {
        "motor": {"hinge": ["ground", "crank"], "at": bars[0][0], "axis": "-y", "driven": {"speed": 1.5}},
        "knee": {"hinge": ["crank", "coupler"], "at": bars[1][0], "axis": "-y"},
        "shin": {"hinge": ["ground", "rocker"], "at": bars[2][1], "axis": "-y"},
        "C": {"hinge": ["coupler", "rocker"], "at": bars[1][1], "axis": "-y"},
    }
    run = physics.Simulation(machine(bodies, joints), integrator, 1e-3)
    reach = sum(math.hypot(b[0] - a[0], b[2] - a[2]) for a, b in bars[1:])
    run.advance(1000)
    ends = (math.acos((1.25 - reach * reach) / 1.0) - 0.4) / 1.5
    assert run.time == pytest.approx(ends, abs=2e-3)
    assert 'the loop through "C" cannot follow what is driven any farther: its bars' in str(run.divergence)


def test_sarrus_s_linkage_is_driven_through_the_pose_in_which_it_is_drawn() -> None:
    """Only closed poses show that its drive is not too much; in the drawn one, at 0.5 s, an equation vanishes."""
    bodies: dict[str, Any] = {"top": {"shape": "box", "centre": [0, 0, 1.6], "size": [2, 2, 0.05], "mass": 3}}
    joints: dict[str, Any] = {}
    for name, side, axis in (("a", (1, 0), "y"), ("b", (0, 1), "x")):
        foot, knee = [*side, 0], [1.6 * side[0], 1.6 * side[1], 0.8]
        bodies[f"{name}_1"] = {"shape": "bar", "from": foot, "to": knee, "mass": 1}
        bodies[f"{name}_2"] = {"shape": "bar", "from": knee, "to": [*side, 1.6], "mass": 1}
        joints[f"{name}_foot"] = {"hinge": ["ground", f"{name}_1"], "at": foot, "axis": axis}
        joints[f"{name}_knee"] = {"hinge": [f"{name}_1", f"{name}_2"], "at": knee, "axis": axis}
        joints[f"{name}_top"] = {"hinge": [f"{name}_2", "top"], "at": [*side, 1.6], "axis": axis}
    joints["a_foot"]["driven"] = {"amplitude": 0.3, "frequency": 1.0}
    made = physics.Simulation(Machine({"machine": {"bodies": bodies, "joints": joints}}), "rk4", 2e-3)
    begun = made.system.energy(made.y)
    assert made.advance(275) == 275, made.message
    found = made.y[made.system.index("b_foot")]
    assert found == pytest.approx(-0.3 * math.sin(2.0 * math.pi * 0.55), abs=1e-9)
    assert made.system.energy(made.y) == pytest.approx(begun, abs=1e-2)
