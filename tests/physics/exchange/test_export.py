"""Machines written as MJCF and URDF, and read again, are the same machines."""

from __future__ import annotations

import numpy as np
import pytest

from physics.exchange.files import machine_text, read_machine, read_machine_text
from physics.machines.machine import Machine
from tests.physics.exchange.references import FOLDER
from tests.physics.exchange.test_import import machine_of
from tests.physics.machines.models import CASES, model

UNEQUAL = [0.05, 0.07, 0.04, 0.004, -0.006, 0.003]


def zoo() -> Machine:
    """Return a machine with all joints and shapes, a joint that is carried backwards, springs, motors."""
    bodies = {
        "a": {"mass": 1.1, "centre": [0.2, 0, 0], "inertia": UNEQUAL},
        "b": {"mass": 0.7, "centre": [0.5, 0.1, 0.2], "inertia": UNEQUAL},
        "c": {"mass": 0.4, "centre": [0.5, 0.3, 0.1], "inertia": UNEQUAL},
        "d": {"shape": "bar", "from": [1, 0, 0], "to": [1, 1, 0], "mass": 0.3},
        "e": {"shape": "disk", "centre": [2, 0, 0], "axis": [1, 1, 0], "radius": 0.2, "mass": 0.5},
        "f": {"shape": "box", "centre": [3, 0, 1], "size": [0.1, 0.2, 0.3], "density": 700},
        "g": {"shape": "cylinder", "from": [0, 0, 2], "to": [0, 1, 2], "radius": 0.05, "density": 100},
        "h": {"shape": "point", "centre": [3, 0.4, 1], "mass": 0.2},
        "i": {"shape": "hoop", "centre": [5, 0, 0], "axis": "z", "radius": 0.3, "mass": 1},
    }
    joints = {
        "u": {
            "universal": ["ground", "a"], "at": [0, 0, 0], "axes": ["x", [0, 1, 0.3]], "angle": [0.3, 0.2],
            "damping": [0.1, 0.2],
        },
        "k": {"ball": ["a", "b"], "at": [0.4, 0, 0], "rate": [0.3, 1, 2], "damping": 0.02},
        "cy": {
            "cylindrical": ["b", "c"], "at": [0.5, 0.2, 0], "axis": [0, 1, 1], "stiffness": [2, 3], "rest": [0.1, 0],
        },
        "p": {"planar": ["ground", "d"], "at": [1, 0.5, 0], "axis": [1, 0, 1], "rate": [1, 0.2, 0.3]},
        "fr": {"free": ["ground", "e"], "rate": [1, 0, 0, 1, 2, 3]},
        "fe": {"free": ["f", "ground"], "rate": [1, 0, 0, 1, 2, 3]},
        "s": {"slider": ["g", "f"], "axis": "x", "force": 2, "at": [0, 0, 2]},
        "w": {"fixed": ["f", "h"]},
        "hi": {"hinge": ["i", "h"], "at": [5, 0.1, 0], "axis": "z", "torque": 0.2},
    }  # fmt: skip
    springs = {
        "sp": {
            "between": ["ground", "c"], "from": [1, 1, 1], "to": [0.6, 0.3, 0.1], "stiffness": 20, "rest": 0.3,
            "damping": 0.4,
        },
        "sq": {"between": ["d", "e"], "from": "end", "stiffness": 5},
    }  # fmt: skip
    return Machine({"machine": {"bodies": bodies, "joints": joints, "springs": springs, "gravity": [1, 0.5, -5]}})


def slopes(system: Machine, values: dict[str, float]) -> dict[str, float]:
    names = [each.name for each in system.variables]
    out = memoryview(np.zeros(len(names)))
    system.rate(0.0, memoryview(np.array([values[name] for name in names])), system.p, out)
    return dict(zip(names, out, strict=True))


def elsewhere(system: Machine) -> dict[str, float]:
    """Return a state with closed loops that is not the start."""
    y = np.array(list(system.start())) + 0.3 * np.random.default_rng(1).normal(size=len(system.variables))
    for _ in range(3):
        system.settle(memoryview(y), system.p)
    return dict(zip((each.name for each in system.variables), y.tolist(), strict=True))


def same(system: Machine, back: Machine) -> None:
    assert back.initial == pytest.approx(dict(system.initial), rel=1e-12, abs=1e-12)
    y = elsewhere(system)
    expected, found = slopes(system, y), slopes(back, y)
    size = max(map(abs, expected.values()))
    assert found == pytest.approx(expected, rel=1e-11, abs=1e-11 * size)


@pytest.mark.parametrize("name", [*CASES, "zoo"])
def test_machine_comes_back_from_mjcf(name: str) -> None:
    system = zoo() if name == "zoo" else model(name).system
    text, left_out = machine_text(system, ".xml", name)
    draft = read_machine_text(text)
    assert left_out == draft.left_out == ()
    same(system, machine_of(draft))


def test_gears_and_changed_numbers_go_to_mjcf() -> None:
    tables = {
        "bodies": {"a": {"shape": "disk", "centre": [0, 0, 0], "axis": "y", "radius": 0.1, "mass": 1},
                   "b": {"shape": "disk", "centre": [0.3, 0, 0], "axis": "y", "radius": 0.2, "mass": 2}},
        "joints": {"p": {"hinge": ["ground", "a"], "axis": "y", "angle": 0.4, "torque": 1},
                   "q": {"hinge": ["ground", "b"], "axis": "y", "angle": 0.1, "stiffness": 3}},
        "gears": {"g": {"joints": ["p", "q"], "ratio": -2}},
    }  # fmt: skip
    system = Machine({"machine": tables, "a.mass": 1.5, "q.stiffness": 4.0})
    for ending in (".xml", ".urdf"):
        back = machine_of(read_machine_text(machine_text(system, ending, "gears")[0]))
        assert back.described.machine.equations == system.described.machine.equations
        assert back.described.bodies["a"].mass == 1.5
    back = machine_of(read_machine_text(machine_text(system, ".xml", "gears")[0]))
    same(system, back)


def test_tree_comes_back_from_urdf() -> None:
    system = zoo()
    text, left_out = machine_text(system, ".urdf", "zoo")
    assert "spring sp" in left_out and "gravity" in left_out and any("URDF has no ball" in each for each in left_out)
    back = machine_of(read_machine_text(text))
    for name, body in system.described.bodies.items():
        found = back.described.bodies[name]
        assert (found.mass, *found.centre) == pytest.approx((body.mass, *body.centre), abs=1e-15)
        assert found.inertia == pytest.approx(body.inertia, rel=1e-12, abs=1e-15)


def test_motion_of_a_tree_comes_back_from_urdf() -> None:
    arm = read_machine(FOLDER / "arm.urdf")
    text, left_out = machine_text(machine_of(arm), ".urdf", "arm")
    assert left_out == ()
    same(machine_of(arm), machine_of(read_machine_text(text)))


def test_what_mujoco_has_no_word_for_is_listed() -> None:
    tables = {
        "bodies": {"a": {"shape": "bar", "from": [0, 0, 0], "to": [1, 0, 0], "mass": 1},
                   "b": {"shape": "bar", "from": [1, 0, 0], "to": [2, 0, 0], "mass": 1}},
        "joints": {"p": {"hinge": ["ground", "a"], "at": [0, 0, 0], "axis": "y", "driven": {"speed": 2}},
                   "q": {"hinge": ["a", "b"], "at": "end, start", "axis": "y"}},
        "traces": {"tip": {"body": "b", "at": "end"}},
    }  # fmt: skip
    text, left_out = machine_text(Machine({"machine": tables}), ".xml", "driven")
    assert left_out == ("joint p is driven; it stands still as at the start",)
    assert read_machine_text(text).joints.keys() == {"a_fixed", "q"}
