"""The look of machines of one's own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from game import scenefile
from game.looks import look_class, look_for
from game.looks.generic import LastChange, whole_pose
from game.looks.machines.machine import MachineLook
from game.looks.machines.machine_layers import APART, THICK, is_plane, layered
from game.model.frame import Instance, SceneFrame, View
from game.model.hold import Between, OnBody, RopePiece, placed
from game.model.material import Material
from physics import BadInput
from physics.machines.description import described
from physics.machines.machine import Machine

VIEW = View(np.array([2.0, -3.0, 1.5], np.float32), np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32))
SPRUNG: dict[str, Any] = {
    "bodies": {
        "arm": {"shape": "bar", "from": [0, 0, 1], "to": [0.5, 0, 1], "mass": 1.0},
        "bob": {"shape": "ball", "centre": [0.9, 0, 0.6], "radius": 0.06, "mass": 0.5},
        "wheel": {"shape": "hoop", "centre": [0.5, 0, 1], "axis": "y", "radius": 0.2, "mass": 0.3},
    },
    "joints": {
        "A": {"hinge": ["ground", "arm"], "at": [0, 0, 1], "axis": "-y"},
        "B": {"ball": ["arm", "bob"], "at": [0.5, 0, 1]},
        "C": {"hinge": ["arm", "wheel"], "at": [0.5, 0, 1], "axis": "y"},
    },
    "springs": {"s": {"between": ["ground", "arm"], "from": [0.4, 0, 0.4], "to": "end", "stiffness": 80}},
    "rods": {"r": {"between": ["ground", "bob"], "from": [0.9, 0, 1.6], "to": "centre"}},
}


def machine(description: dict[str, Any] | None = None) -> Machine:
    return Machine() if description is None else Machine({"machine": description})


def frame_of(system: Machine, y: Any = None) -> SceneFrame:
    start = memoryview(system.start()) if y is None else y
    return look_for(system).frame(system, start, VIEW, 0.0)


def in_world(instance: Instance) -> np.ndarray:
    rows = np.column_stack([instance.mesh.vertices[:, :3], np.ones(len(instance.mesh.vertices))])
    return np.asarray(rows @ instance.model)


def test_every_machine_has_this_look() -> None:
    assert look_class(machine()) is look_class(machine(SPRUNG)) is MachineLook


def test_springs_and_rods_end_at_their_places() -> None:
    system = machine(SPRUNG)
    look = look_for(system)
    frame = look.frame(system, memoryview(system.start()), VIEW, 0.0)
    ties = [each for each in frame.instances if isinstance(each.on, Between)]
    ends = look.to_world(np.array([[(0.4, 0, 0.4), (0.5, 0, 1.0)], [(0.9, 0, 1.6), (0.9, 0, 0.6)]]))
    for tie, (low, high) in zip(ties, ends, strict=True):
        assert isinstance(tie.on, Between)
        for z, place in zip(tie.on.extent, (low, high), strict=True):
            assert np.array([0.0, 0.0, z, 1.0]) @ tie.model == pytest.approx([*place, 1.0], abs=1e-5)
        pose = whole_pose(look, system, memoryview(system.start()))
        assert np.allclose(placed(tie.on, pose), tie.model)
    reaches = [np.ptp(tie.mesh.vertices[:, 2]) for tie in ties]
    assert reaches == pytest.approx([np.hypot(0.1, 0.6), 1.0], abs=0.02), "a spring is made in its length"


def test_bodies_have_the_meshes_of_their_shapes() -> None:
    arm, ball, wheel = frame_of(machine(SPRUNG)).instances[:3]
    assert {*np.unique(wheel.mesh.vertices[:, 8])} == {*map(float, (Material.STEEL, Material.BRASS, Material.RUBBER))}
    assert np.hypot(*wheel.mesh.vertices[:, :2].T).max() == pytest.approx(0.2, rel=0.06)
    away = np.linalg.norm(ball.mesh.vertices[:, :3], axis=1)
    assert np.isclose(away, 0.06, rtol=1e-4).sum() > 500, "the ball itself"
    assert away.max() == pytest.approx(np.hypot(0.4, 0.4), rel=0.05), "its rod, up to the joint"
    assert 0.5 <= np.ptp(arm.mesh.vertices[:, 2]) < 0.55, "a bar with its heads"


def test_bars_of_a_plane_machine_lie_in_layers() -> None:
    system = machine()
    across = {**SPRUNG["joints"], "C": {"hinge": ["arm", "wheel"], "at": [0.5, 0, 1], "axis": "x"}}
    plane, other = system.described, machine({**SPRUNG, "joints": across}).described
    assert is_plane(plane) and not is_plane(other)
    assert layered(plane).of == {"upper": 0, "lower": 1}
    upper, lower = frame_of(system).instances[:2]
    width = system.described.bodies["upper"].width
    apart = in_world(upper)[:, 1].mean() - in_world(lower)[:, 1].mean()
    assert apart == pytest.approx(APART * THICK * width, rel=0.05), "what is carried lies nearer to the eye"


@pytest.mark.parametrize("angles", [(0.0, 0.0), (0.3, -0.2), (-0.5, 0.5)])
def test_what_hangs_clears_the_table(angles: tuple[float, float]) -> None:
    system = machine()
    frame = frame_of(system, memoryview(np.array([*angles, *system.start()[2:]]).tobytes()).cast("d"))
    for instance in frame.instances[:2]:
        assert in_world(instance)[:, 2].min() > 0.0


def test_the_look_stays_where_only_numbers_change() -> None:
    system = machine()
    look = look_for(system)
    assert look_for(system.replace({"upper.mass": 0.7}), look) is look
    assert look_for(machine(SPRUNG), look) is not look


def test_odd_machines_are_drawn() -> None:
    hoop = {"shape": "hoop", "centre": [0, 0, 1], "axis": "y", "radius": 0.01, "width": 0.1, "mass": 1.0}
    for kind, more in (("hinge", {"axis": "y"}), ("hinge", {"axis": "z"}), ("slider", {"axis": "x"}), ("ball", {})):
        joint = {kind: ["ground", "hoop"], "at": [0.1, 0.0, -3.0], **more}
        frame = frame_of(machine({"bodies": {"hoop": hoop}, "joints": {"A": joint}}))
        assert all(np.isfinite(each.mesh.vertices).all() and len(each.mesh.vertices) for each in frame.instances)
        assert in_world(frame.instances[0])[:, 2].min() > 0.0


@pytest.mark.parametrize("more", [{"length": 2.0}, {"taut": True}, {"over": [[0.2, 0, 2], [0.7, 0, 2]]}])
def test_ropes_lie_from_end_to_end_and_are_no_rods(more: dict[str, Any]) -> None:
    joints = {"A": {"planar": ["ground", "bob"], "axis": "y"}}
    rope = {"between": ["ground", "bob"], "from": [0, 0, 1.5], **more}
    system = machine({"bodies": {"bob": SPRUNG["bodies"]["bob"]}, "joints": joints, "ropes": {"r": rope}})
    look = look_for(system)
    frame = look.frame(system, memoryview(system.start()), VIEW, 0.0)
    assert not any(isinstance(each.on, Between) for each in frame.instances) and not look.wanders
    pose = whole_pose(look, system, memoryview(system.start()))
    pieces = [each for each in frame.instances if isinstance(each.on, RopePiece)]
    for each in pieces:
        assert isinstance(each.on, RopePiece) and np.allclose(placed(each.on, pose), each.model)
    ends = np.array([[0, 0, 0, 1]]) @ pieces[0].model, np.array([[0, 0, -1, 1]]) @ pieces[-1].model
    wanted = look.to_world(np.array([[0, 0, 1.5], [0.9, 0, 0.6]]))
    assert np.vstack(ends)[:, :3] == pytest.approx(wanted, abs=1e-5)
    assert min(in_world(each)[:, 2].min() for each in pieces) > 0.0, "what hangs clears the table"
    for peg in more.get("over", ()):
        place = look.to_world(np.array(peg))
        around = [in_world(each)[:, :3].mean(axis=0) for each in frame.instances if each.on is not None]
        assert min(np.linalg.norm(np.array(around) - place, axis=1)) < 1e-3, "a sheave is at the peg"


def test_the_table_is_where_something_rolls() -> None:
    hoop = {"shape": "hoop", "centre": [0, 0, 0.8], "axis": "y", "radius": 0.3, "width": 0.04, "mass": 1.0}
    joints = {"fly": {"free": ["ground", "hoop"]}}
    for on, low in (({}, 0.0), ({"on": [0, 0, 0.5]}, 0.0)):
        rolling = {"road": {"body": "hoop", **on}}
        frame = frame_of(machine({"bodies": {"hoop": hoop}, "joints": joints, "rolling": rolling}))
        assert in_world(frame.instances[0])[:, 2].min() == pytest.approx(low, abs=1e-6)


def test_what_ends_a_run_at_a_height_lands_on_the_table() -> None:
    system = scenefile.load("catapult").simulation().system
    look = look_for(system)
    stone = (2.06, 0.0, system.parameters["ground.end"])
    assert look.to_world(np.array(stone))[2] == pytest.approx(0.05, abs=1e-9), "its radius above the table"


def test_a_bar_lies_in_the_layer_that_is_given_and_the_others_make_room() -> None:
    def bar(start: float, **words: float) -> dict[str, object]:
        return {"shape": "bar", "from": [start, 0, 0], "to": [start + 0.5, 0, 0], "mass": 1, **words}

    def hinge(first: str, second: str, at: object) -> dict[str, object]:
        return {"hinge": [first, second], "at": at, "axis": "-y"}

    joints = {"A": hinge("ground", "one", [0, 0, 0]), "B": hinge("one", "two", "end, start")}
    found = [
        layered(described({"bodies": {"one": bar(0.0), "two": bar(0.5, **words)}, "joints": joints})).of
        for words in ({}, {"layer": 0}, {"layer": 3})
    ]
    assert [(each["one"], each["two"]) for each in found] == [(0, 1), (1, 0), (0, 3)]
    with pytest.raises(BadInput, match="two: layer"):
        described({"bodies": {"one": bar(0.0), "two": bar(0.5, layer=-1)}, "joints": joints})
    with pytest.raises(BadInput, match="two: layer = 1.5: must be a whole number from 0 to 40"):
        described({"bodies": {"one": bar(0.0), "two": bar(0.5, layer=1.5)}, "joints": joints})


def test_a_body_is_painted_in_its_colour_and_metal_stays_metal() -> None:
    bodies = {name: {**each, "colour": "#804020"} for name, each in SPRUNG["bodies"].items()}
    bodies["wheel"] = {**bodies["wheel"], "colour": "blue"}
    bodies["bob"] = {**bodies["bob"], "material": "steel"}
    found, plain = machine({**SPRUNG, "bodies": bodies}), machine(SPRUNG)
    frames = [look_for(each).frame(each, memoryview(each.start()), VIEW, 0.0) for each in (found, plain)]
    arm, bob, wheel = frames[0].instances[:3]
    assert arm.tint == pytest.approx([(part / 255.0) ** 2.2 for part in (0x80, 0x40, 0x20)])
    assert arm.tint == bob.tint and wheel.tint != bob.tint
    assert all(each.marked for each in (arm, bob, wheel)) and not any(each.marked for each in frames[1].instances)
    kinds = [set(each.mesh.vertices[:, 8].tolist()) for each in (arm, bob, wheel)]
    assert kinds == [{Material.PLAIN}, {Material.STEEL}, {Material.PLAIN}]
    for wrong in ("crimson", "#12345", 7):
        with pytest.raises(BadInput, match=r"arm: colour = .*: must be white, .*violet, or as #B3261E"):
            described({**SPRUNG, "bodies": {**bodies, "arm": {**bodies["arm"], "colour": wrong}}})


def test_a_label_stands_over_its_body_however_that_is_turned() -> None:
    bob = SPRUNG["bodies"]["bob"] | {"label": "m₁"}
    system = machine({**SPRUNG, "bodies": {**SPRUNG["bodies"], "bob": bob}})
    y = memoryview(system.start())
    look = look_for(system)
    frame = look.frame(system, y, VIEW, 0.0)
    look.add_overlays(frame, system, y, LastChange(y, 0.0))
    (label,) = frame.labels
    assert label.text == "m₁" and label.place[2] - look.lift == pytest.approx(0.66, abs=1e-6)
    assert label.on == OnBody(1, None, pytest.approx(0.06))
    with pytest.raises(BadInput, match="bob.label"):
        machine({**SPRUNG, "bodies": {**SPRUNG["bodies"], "bob": bob | {"label": 3}}})
