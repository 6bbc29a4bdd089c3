"""Tests of the pose of a machine: the kernel against the numbers themselves, and which machines share it."""

import json

import pytest

import physics
from physics import BadInput
from physics.machines.drawing import indexed, pose_numbers


def two_bars(tilt: float, spring: bool = False, **changes: dict) -> physics.System:
    """Return a double pendulum whose lower bar is drawn aslant."""
    tables = {
        "bodies": {
            "upper": {"from": [0, 0, 0], "to": [0.4, 0, -0.1], "mass": 1.0, "shape": "bar"},
            "lower": {"from": [0.4, 0, -0.1], "to": [0.4 + tilt, 0.1, -0.6], "mass": 0.5, "shape": "bar"},
        },
        "joints": {
            "A": {"hinge": ["ground", "upper"], "at": [0, 0, 0], "axis": [0, 1, 0], "rate": 1.5},
            "B": {"hinge": ["upper", "lower"], "at": [0.4, 0, -0.1], "axis": [0, 1, 0], "rate": -0.7},
        },
    }
    if spring:
        tables["springs"] = {"pull": {"between": ["ground", "lower.end"], "at": [1, 0, 0], "stiffness": 3.0}}
    for table, rows in changes.items():
        for name, words in rows.items():
            tables.setdefault(table, {}).setdefault(name, {}).update(words)
    return physics.system("machine", {"machine": json.dumps(tables)})


@pytest.mark.parametrize("tilt", [0.2, 0.31])
def test_the_kernel_writes_the_numbers_of_its_machine(tilt):
    system = two_bars(tilt)
    y = list(system.start())
    direct = pose_numbers(system.described, system.pose_parts, system.table, y)
    assert system.posed(system.start()).tolist() == pytest.approx(list(direct), abs=1e-14)


def test_machines_of_one_structure_share_the_kernel():
    one, other = two_bars(0.2), two_bars(0.31)
    assert type(one) is not type(other)
    assert type(one).pose is type(other).pose
    assert one.posed(one.start()).tolist() != other.posed(other.start()).tolist()


def test_of_bodies_that_are_fixed_to_one_another_one_has_an_arrow_of_its_velocity():
    bodies = {
        name: {"shape": "ball", "centre": [0, 0, z], "radius": 0.1, "mass": 1.0}
        for name, z in (("hung", -1), ("worn", -1.3))
    }
    joints = {"pin": {"hinge": ["ground", "hung"], "at": [0, 0, 0], "axis": "y"}, "glue": {"fixed": ["hung", "worn"]}}
    arrows = physics.system("machine", {"machine": json.dumps({"bodies": bodies, "joints": joints})}).pose_layout.arrows
    assert [each.name for each in arrows if each.symbol == "v"] == ["velocity hung"]
    assert indexed("v", ["crank", "ball_1"]) == ["v_crank", "v_ball1"] and indexed("R", ["shaft"]) == ["R"]
    assert indexed("R", ["left_support", "A"]) == ["R_1", "R_2"] and indexed("v", ["a_1", "a1"]) == ["v_1", "v_2"]


def test_arrows_that_a_description_switches_off_are_left_out():
    system = two_bars(0.2, bodies={"upper": {"arrow": False}}, joints={"A": {"arrow": False}})
    assert [arrow.name for arrow in system.arrows(system.start())] == ["velocity lower"]
    direct = pose_numbers(system.described, system.pose_parts, system.table, list(system.start()))
    assert system.posed(system.start()).tolist() == pytest.approx(list(direct), abs=1e-14)
    for table, name in (("bodies", "upper"), ("joints", "A")):
        with pytest.raises(BadInput, match=r"A?\.arrow = 0: must be true or false"):
            two_bars(0.2, **{table: {name: {"arrow": 0}}})


def test_a_trace_may_say_what_stands_beside_its_path():
    traces = {"end": {"body": "lower", "at": "end", "label": "coupler curve"}, "knee": {"body": "upper", "at": "end"}}
    made = two_bars(0.2, traces=traces).described
    assert made.trace_labels == {"end": "coupler curve"} and list(made.traces) == ["end", "knee"]
    with pytest.raises(BadInput, match=r"trace end\.label = 3: must be a text"):
        two_bars(0.2, traces={"end": {"body": "lower", "label": 3}})
