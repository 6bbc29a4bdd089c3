"""Racks and screws of machines: a slide that belongs to a turn."""

from __future__ import annotations

import math
from typing import Any

import pytest

import physics
from physics.errors import BadInput
from physics.exchange.files import machine_text, read_machine_text
from physics.machines.machine import Machine
from tests.physics.exchange.test_import import machine_of

G = 9.81
RACK = {
    "bodies": {
        "bar": {"shape": "box", "centre": [0.05, 0, 0], "size": [0.02, 0.02, 0.6], "mass": 1.5},
        "wheel": {"shape": "disk", "centre": [0, 0, 0], "radius": 0.04, "axis": "y", "mass": 2},
    },
    "joints": {
        "fall": {"slider": ["ground", "bar"], "axis": "z"},
        "turn": {"hinge": ["ground", "wheel"], "axis": "-y"},
    },
    "racks": {"teeth": {"joints": ["fall", "turn"], "radius": 0.04}},
}  # fmt: skip
NUT: dict[str, Any] = {
    "bodies": {"nut": {"shape": "cylinder", "from": [0, 0, -0.05], "to": [0, 0, 0.05], "radius": 0.05, "mass": 3}},
    "joints": {"thread": {"cylindrical": ["ground", "nut"], "at": [0, 0, 0], "axis": "z"}},
    "screws": {"lead": {"joint": "thread", "pitch": "25 cm"}},
}
HELIX: dict[str, Any] = {
    "bodies": NUT["bodies"],
    "joints": {"thread": NUT["joints"]["thread"] | {"stiffness": [40, "0.5 N m"], "rate": [0.1, 2]}},
    "couplings": {"helix": {"joint": "thread", "stiffness": "0.3 N"}},
}  # fmt: skip
"""A body on a helical spring."""


def changed(tables: dict[str, Any], table: str, part: str, **words: Any) -> dict[str, Any]:
    kept = {word: value for word, value in {**tables[table][part], **words}.items() if value is not None}
    return {**tables, table: {**tables[table], part: kept}}


def after(tables: dict[str, Any], seconds: float) -> tuple[Machine, dict[str, float]]:
    system = Machine({"machine": tables})
    run = physics.Simulation(system, "rk4", 1e-3)
    run.advance(round(seconds / 1e-3))
    assert abs(system.energy(run.y)) < 1e-12
    return system, dict(zip([each.name for each in system.variables], run.y, strict=True))


@pytest.mark.parametrize("side", [1, -1])
def test_a_rack_that_falls_turns_its_wheel(side: int) -> None:
    """a = -m g/(m + I/r²), with I = M r²/2; on the other side of the axis the wheel turns the other way."""
    _, y = after(changed(RACK, "racks", "teeth", radius=0.04 * side), 0.5)
    fall = -G * 1.5 / (1.5 + 1.0)
    assert y["fall"] == pytest.approx(0.125 * fall, rel=1e-12)
    assert y["turn"] == pytest.approx(side * 0.125 * fall / 0.04, rel=1e-12)
    assert y["turn_rate"] == pytest.approx(side * 0.5 * fall / 0.04, rel=1e-12)


def test_a_nut_falls_along_its_screw_and_turns() -> None:
    """a = -m g/(m + I (2π/p)²), with I = m R²/2."""
    _, y = after(NUT, 0.5)
    lead = 0.25 / (2.0 * math.pi)
    fall = -G / (1.0 + 0.5 * (0.05 / lead) ** 2)
    slide, turn = (value for name, value in y.items() if "rate" not in name)
    assert (slide, turn) == pytest.approx((0.125 * fall, 0.125 * fall / lead), rel=1e-12)


def test_a_screw_drives_a_carriage() -> None:
    """A torque τ on the spindle of lead p pushes the carriage with 2π τ/p, less what the spindle's own turn takes."""
    bodies = {
        "spindle": {"shape": "cylinder", "from": [0, 0, 0], "to": [0.5, 0, 0], "radius": 0.01, "mass": 0.4},
        "carriage": {"shape": "box", "centre": [0.1, 0, 0], "size": [0.04, 0.05, 0.05], "mass": 2},
    }
    joints = {
        "S": {"hinge": ["ground", "spindle"], "at": [0, 0, 0], "axis": "x", "torque": 0.01},
        "x": {"slider": ["ground", "carriage"], "axis": "x"},
    }
    tables = {"bodies": bodies, "joints": joints, "screws": {"lead": {"joints": ["x", "S"], "pitch": "5 mm"}}}
    _, y = after(tables, 0.2)
    lead = 0.005 / (2.0 * math.pi)
    push = 0.01 / lead / (2.0 + 0.5 * 0.4 * 0.01**2 / lead**2)
    assert y["x"] == pytest.approx(0.02 * push, rel=1e-10)


def test_a_given_rate_is_that_of_both() -> None:
    system = Machine({"machine": changed(RACK, "joints", "turn", rate=3)})
    assert system.start()[system.index("fall_rate")] == pytest.approx(0.12, rel=1e-13)


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        (changed(RACK, "racks", "teeth", radius=None), ("rack teeth: needs radius",)),
        (changed(RACK, "racks", "teeth", radius=0), ("rack teeth: radius = 0",)),
        (changed(RACK, "racks", "teeth", joints=["turn", "fall"]), ("rack teeth: joints = ", "first must")),
        (changed(RACK, "racks", "teeth", joints=["fall", "turm"]), ("rack teeth: joint 'turm'", "turn")),
        (changed(RACK, "racks", "teeth", ratio=2), ("rack teeth", "ratio")),
        (changed(NUT, "screws", "lead", joint="tread"), ("screw lead: joint = 'tread'", "there is thread")),
        (changed(NUT, "screws", "lead", joints=["a", "b"]), ("screw lead: needs joint", "or joints")),
        (changed(NUT, "screws", "lead", pitch="5 kg"), ("screw lead: pitch",)),
        (HELIX | {"couplings": {"helix": {"stiffness": 1}}}, ("coupling helix: needs joint", "or joints")),
        (HELIX | {"couplings": {"helix": {"joint": "thread", "stiffness": "1 N/m"}}}, ("coupling helix: stiffness",)),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(tables: dict[str, Any], words: tuple[str, ...]) -> None:
    with pytest.raises(BadInput) as told:
        Machine({"machine": tables})
    assert all(each in str(told.value) for each in words), str(told.value)


@pytest.mark.parametrize("tables", [RACK, NUT, HELIX])
def test_mujoco_files_keep_them(tables: dict[str, Any]) -> None:
    """They come back as gears, with the same accelerations."""
    own = Machine({"machine": tables})
    text, _ = machine_text(own, ".xml", "a")
    back = machine_of(read_machine_text(text))
    found = []
    for system in (own, back):
        run = physics.Simulation(system, "rk4", 1e-3)
        run.advance(100)
        found.append(sorted(run.y))
    assert found[0] == pytest.approx(found[1], rel=1e-12)
