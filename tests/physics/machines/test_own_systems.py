"""A machine moves as the system of our own that describes the same bodies."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import physics
from physics.machines.machine import Machine

DT, TICKS = 5e-4, 2000


def run(system: physics.System) -> physics.Simulation:
    """Return the run of a system after a second."""
    made = physics.Simulation(system, "gauss6", DT)
    assert made.compile(), made.compile_problem
    assert made.advance(TICKS) == TICKS
    return made


def values(made: physics.Simulation, *names: str) -> np.ndarray:
    return np.array([made.y[made.system.index(name)] for name in names])


def machine(bodies: dict[str, Any], joints: dict[str, Any], **start: float) -> Machine:
    return Machine({"machine": {"bodies": bodies, "joints": joints}}, start)


def test_a_heavy_top_is_a_body_on_a_ball() -> None:
    top = physics.system("heavy-top")
    start = {name: top.initial[name] for name in ("q_w", "q_x", "omega_3")}
    body = {
        "mass": top.parameters["mass"], "centre": [0, 0, top.parameters["distance"]],
        "inertia": [top.parameters["I1"], top.parameters["I2"], top.parameters["I3"]],
    }  # fmt: skip
    joint = {"ball": ["ground", "top"], "at": [0, 0, 0], "rate": [0.0, 0.0, start["omega_3"]]}
    same = machine({"top": body}, {"tip": joint}, tip_w=start["q_w"], tip_x=start["q_x"])
    expected = values(run(top), "q_w", "q_x", "q_y", "q_z", "omega_1", "omega_2", "omega_3")
    found = values(run(same), *(f"tip_{e}" for e in "wxyz"), *(f"tip_rate_{e}" for e in "xyz"))
    assert found == pytest.approx(expected, rel=1e-8, abs=1e-8)


def rod(top: float, length: float, mass: float) -> dict[str, Any]:
    across = mass * length * length / 12.0
    drawn = {"shape": "bar", "from": [0, 0, top], "to": [0, 0, top - length]}
    return {**drawn, "mass": mass, "inertia": [across, across, 0.0]}


def test_a_double_pendulum_is_two_bars_on_hinges() -> None:
    double = physics.system("double-pendulum")
    bodies = {"upper": rod(0.0, 1.0, 1.0), "lower": rod(-1.0, 1.0, 1.0)}
    joints = {
        "shoulder": {"hinge": ["ground", "upper"], "at": [0, 0, 0], "axis": "-y"},
        "elbow": {"hinge": ["upper", "lower"], "at": "end, start", "axis": "-y"},
    }
    theta_2, theta_3 = double.initial["theta2"], double.initial["theta3"]
    same = machine(bodies, joints, shoulder=theta_2, elbow=theta_3 - theta_2)
    made = run(same)
    shoulder, elbow, rate, relative = values(made, "shoulder", "elbow", "shoulder_rate", "elbow_rate")
    expected = values(run(double), "theta2", "theta3", "theta2_dot", "theta3_dot")
    assert [shoulder, shoulder + elbow, rate, rate + relative] == pytest.approx(list(expected), rel=1e-7, abs=1e-7)
    assert made.system.energy(made.y) == pytest.approx(double.energy(memoryview(double.start())), rel=1e-9)


def test_a_parallel_linkage_is_bars_in_two_loops() -> None:
    """Its cranks are parallel, so that one angle says all: that of a pendulum, whatever passes dead points."""
    linkage = physics.system("parallel-linkage")
    phi, rate = 0.4, 1.0
    turn = 0.5 * math.pi - phi  # from +x toward +z
    names = "phi_0", "phi_1", "phi_2"
    start = dict.fromkeys(names, phi) | {f"phi_dot_{k}": rate for k in range(3)}
    expected = values(run(linkage.replace(initial=start)), *names, "phi_dot_0")

    def bar(x: float, z: float, angle: float) -> dict[str, Any]:
        across, s, c = 1.0 / 12.0, math.sin(angle), math.cos(angle)
        drawn = {"shape": "bar", "from": [x, 0, z], "to": [x + c, 0, z + s], "mass": 1.0}
        return {**drawn, "inertia": [across * s * s, across, across * c * c, 0.0, -across * s * c, 0.0]}

    bodies = {f"crank_{k}": bar(k, 0.0, turn) for k in range(3)}
    bodies |= {f"coupler_{k}": bar(k + math.cos(turn), math.sin(turn), 0.0) for k in range(2)}
    axis = {"axis": "-y"}
    joints: dict[str, Any] = {f"A{k}": {"hinge": ["ground", f"crank_{k}"], "at": [k, 0, 0], **axis} for k in range(3)}
    joints["A0"]["rate"] = -rate
    for k in range(2):
        joints[f"B{k}"] = {"hinge": [f"crank_{k}", f"coupler_{k}"], "at": "end, start", **axis}
        joints[f"C{k}"] = {"hinge": [f"coupler_{k}", f"crank_{k + 1}"], "at": "end, end", **axis}
    made = run(machine(bodies, joints))
    found = values(made, "A0", "A1", "A2", "A0_rate")
    assert [*(phi - found[:3]), -found[3]] == pytest.approx(list(expected), rel=1e-7, abs=1e-7)
