"""Momenta that machines keep are found, and kept."""

from __future__ import annotations

from typing import Any

import pytest

import physics
from physics.machines.machine import Machine
from tests.physics.machines.models import model

BLOCK = {"shape": "box", "centre": [0.3, 0, 0], "size": [0.1, 0.2, 0.3], "mass": 2.0}
WHEEL = {
    "bodies": {
        "cord": {"shape": "bar", "from": [0, 0, 2], "to": [0, 0, 1.5], "mass": 0},
        "axle": {"shape": "bar", "from": [0, 0, 1.5], "to": [0.24, 0, 1.5], "mass": 0.2},
        "wheel": {"shape": "hoop", "centre": [0.12, 0, 1.5], "axis": "x", "radius": 0.3, "mass": 1.8},
    },
    "joints": {
        "hook": {"universal": ["ground", "cord"], "at": [0, 0, 2], "axes": ["x", "y"]},
        "eye": {"ball": ["cord", "axle"], "at": [0, 0, 1.5]},
        "hub": {"hinge": ["axle", "wheel"], "at": [0.12, 0, 1.5], "axis": "x", "rate": 40.0},
    },
}


def symbols(system: physics.System) -> list[str]:
    return [each.symbol for each in system.invariants[1:]]


def machine(description: dict[str, Any], **start: float) -> Machine:
    return Machine({"machine": description}, start)


def test_a_wheel_on_a_cord_and_a_governor_keep_their_angular_momentum_about_the_vertical() -> None:
    assert symbols(machine(WHEEL)) == symbols(model("governor").system) == ["L_z"]


def test_a_free_body_keeps_what_gravity_leaves() -> None:
    described = {"bodies": {"block": BLOCK}, "joints": {"fly": {"free": ["ground", "block"]}}}
    assert symbols(machine(described)) == ["P_x", "P_y", "L_z"]
    assert symbols(machine({**described, "gravity": 0.0})) == ["P_x", "P_y", "P_z", "L_x", "L_y", "L_z"]


@pytest.mark.parametrize("name", ["double_bars", "four_bar_torque", "furuta", "cart_pole"])
def test_machines_that_are_held_keep_none(name: str) -> None:
    assert symbols(model(name).system) == []


def test_momenta_of_a_wheel_on_a_cord_stay() -> None:
    run = physics.Simulation(machine(WHEEL), "gauss6", 1e-3)
    assert run.compile()
    angular = run.system.invariants[1].value
    begun = angular(run.system, run.y)
    run.advance(2000)
    assert angular(run.system, run.y) == pytest.approx(begun, abs=1e-9)
    assert abs(run.y[run.system.index("hook_1")]) > 0.01, "it swings"
