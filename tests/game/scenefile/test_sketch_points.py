"""Points of all kinds of parts go with their bodies: in copies, in another place and size, and when these are moved."""

from __future__ import annotations

from typing import Any

import pytest

from game.scenefile.sketch import Sketch
from game.scenefile.sketching import duplicate, insert, move_body, rename
from game.scenefile.sketching.points import points_of
from physics.machines.vectors import scaled

TABLES: dict[str, Any] = {
    "numbers": {"L": 0.5},
    "bodies": {
        "bar": {
            "shape": "bar", "from": [0, 0, 1], "to": ["L", 0, 1], "mass": 1, "anchors": {"top": [0.2, 0, 1.1]},
        },
        "other": {"shape": "point", "centre": [0, 0, 0.5], "mass": 1},
        "plate": {"shape": "plate", "corners": [[2, 0, 1], [3, 0, 1], [2, 0, 2]], "mass": 1},
        "wheel": {"shape": "disk", "centre": [4, 0, 0.1], "radius": 0.1, "axis": "y", "mass": 1},
    },
    "joints": {
        "A": {"hinge": ["ground", "bar"], "at": [0, 0, 1], "axis": "-y"},
        "B": {"hinge": ["bar", "other"], "at": [["L", 0, 1], [0.5, 0, 0.5]], "axis": "-y"},
        "C": {"hinge": ["bar", "plate"], "at": ["end", [2, 0, 1]], "axis": "-y"},
        "F": {"free": ["ground", "wheel"]},
    },
    "springs": {"s": {"between": ["bar", "other"], "from": ["L", 0, 1], "to": [0, 0, 0.5], "stiffness": 1}},
    "rods": {"d": {"between": ["ground", "bar"], "from": [0, 0, 3], "to": "end"}},
    "ropes": {
        "r": {
            "between": ["ground", "bar"], "from": [0, 0, 2], "to": [0.1, 0, 1], "over": [[0, 0, 3]],
            "lets_go": {"height": 1.5, "body": "bar", "at": [0.3, 0, 1]},
        }
    },
    "edges": {"e": {"body": "bar", "at": [0.4, 0, 1], "across": "y"}},
    "traces": {"p": {"body": "bar", "at": [0.5, 0, 1]}},
    "rolling": {"w": {"body": "wheel", "on": [4, 0, 0], "normal": "z"}},
    "ends": {"stop": {"height": "0.2 m", "body": "bar", "at": [0.1, 0, 1]}},
    "measures": {"far": {"distance": ["bar.end", [1, 0, 0]]}, "high": {"height": [0, 0, 1]}},
}  # fmt: skip


def sketch() -> Sketch:
    return Sketch.new("Points").with_tables(TABLES)


def places(s: Sketch) -> dict[tuple[str, str, str], tuple[str, Any]]:
    """Return the points of all parts, with their bodies, by table, part and a number of each."""
    return {
        (kind, name, str(k)): (body, within[key])
        for kind, name in s.parts()
        for k, (within, key, body) in enumerate(points_of((kind, name), s.part(kind, name)))
    }


def test_a_copy_has_its_points_on_itself_and_those_of_others_where_they_are() -> None:
    s, new = duplicate(sketch(), [("bodies", "bar")], shift=(1, 0, 0.25))
    copies = {kind: s.part(kind, name) for kind, name in new if kind != "joints"}
    assert copies["bodies"]["anchors"]["top"] == [1.2, 0.0, 1.35]
    assert copies["traces"]["at"] == copies["springs"]["from"] == copies["bodies"]["to"] == [1.5, 0.0, 1.25]
    assert copies["springs"]["to"] == [0, 0, 0.5], "the body at the other end is not copied"
    assert copies["edges"]["at"] == [1.4, 0.0, 1.25]
    assert (copies["rods"]["from"], copies["rods"]["to"]) == ([1.0, 0.0, 3.25], "end")
    assert (copies["ropes"]["to"], copies["ropes"]["over"]) == ([1.1, 0.0, 1.25], [[1.0, 0.0, 3.25]])
    assert copies["ropes"]["lets_go"] == {"height": 1.75, "body": "bar_2", "at": [1.3, 0.0, 1.25]}
    joints = {name: s.part("joints", name)["at"] for kind, name in new if kind == "joints"}
    assert list(joints.values()) == [
        [1.0, 0.0, 1.25], [[1.5, 0.0, 1.25], [0.5, 0.0, 0.5]], [[1.5, 0.0, 1.25], [2.0, 0.0, 1.0]],
    ]  # fmt: skip
    s, new = duplicate(sketch(), [("bodies", "wheel")], mirror="z", at=(0, 0, 1))
    (rolling,) = (s.part(kind, name) for kind, name in new if kind == "rolling")
    assert (rolling["on"], rolling["normal"]) == ([4.0, 0.0, 2.0], "-z")


def test_what_is_put_in_elsewhere_has_all_its_points_there() -> None:
    s, _ = insert(Sketch.new("Empty"), sketch(), (1, 2, 3))
    before, after = places(sketch()), places(s)
    assert before.keys() == after.keys() and len(before) == 25
    for key, (body, place) in after.items():
        x, y, z = before[key][1]
        assert place == [f"{x} + 1" if x == "L" else x + 1, y + 2, z + 3], (key, body)
    assert s.part("ends", "stop")["height"] == pytest.approx(3.2)
    assert s.part("ropes", "r")["lets_go"]["height"] == pytest.approx(4.5)


def test_a_body_that_is_moved_takes_all_its_points_with_it() -> None:
    s = move_body(sketch(), "bar", (0, 0, 2))
    before, after = places(sketch()), places(s)
    pivots = {("joints", "A", "0"), ("measures", "high", "0")}  # the point of the ground at which it is hinged
    for key, (body, place) in after.items():
        x, y, z = before[key][1]
        assert place == [x, y, z + 2 if body == "bar" or key in pivots else z], (key, body)


def test_a_body_and_a_joint_of_one_name_are_copied_apart() -> None:
    s = Sketch.new("Same").with_tables(
        {
            "bodies": {"b": {"shape": "bar", "from": [0, 0, 0], "to": [0, 0, 1], "mass": 1}},
            "joints": {"b": {"hinge": ["ground", "b"], "at": [0, 0, 0], "axis": "y"}},
        }
    )
    assert s.check.runnable
    s, new = duplicate(s, [("bodies", "b")], shift=(1, 0, 0))
    (body, joint) = new
    assert s.part(*joint) == {"hinge": ["ground", body[1]], "at": [1.0, 0.0, 0.0], "axis": "y"}
    assert s.check.runnable and rename(s, joint, "K").check.runnable


SLIDES: dict[str, Any] = {
    "numbers": {"L": 0.5},
    "bodies": {
        name: {"shape": "ball", "centre": [0, 0, 0], "radius": 0.1, "mass": 1, "drag_coefficient": 0.4, "area": 0.02}
        for name in ("a", "b", "c", "d", "wheel")
    },
    "joints": {
        "S": {
            "slider": ["ground", "a"],
            "axis": "x",
            "position": "20 cm",
            "rest": "L",
            "stiffness": 1,
            "range": [0, 1],
        },
        "D": {"slider": ["ground", "b"], "axis": "x", "driven": {"offset": 0.2, "amplitude": "L", "phase": "90 deg"}},
        "J": {"cylindrical": ["ground", "c"], "axis": "z", "position": 0.3, "rest": [0.1, 2], "angle": 1},
        "P": {"planar": ["ground", "d"], "axis": "y", "position": [0.1, "L"], "rest": [0.1, 0.2, 3]},
        "H": {"hinge": ["ground", "wheel"], "axis": "y", "rest": 1, "range": [-1, 1]},
    },
    "gears": {"one": {"joints": ["S", "H"], "ratio": 0.1}, "two": {"joints": ["H", "S"], "ratio": 10}},
    "ends": {"far": {"joint": "S", "position": 0.9}},
}  # fmt: skip


def test_what_is_measured_in_metres_grows_and_nothing_else() -> None:
    begun = Sketch.new("Slides").with_tables(SLIDES)
    s, _ = insert(Sketch.new("Empty"), begun, scale=2.0)
    joints = s.tables["joints"]
    assert {word: joints["S"][word] for word in ("position", "rest", "stiffness", "range")} == {
        "position": 0.4, "rest": "2*(L)", "stiffness": 1, "range": [0.0, 2.0],
    }  # fmt: skip
    assert joints["D"]["driven"] == {"offset": 0.4, "amplitude": "2*(L)", "phase": "90 deg"}
    assert (joints["J"]["position"], joints["J"]["rest"], joints["J"]["angle"]) == (0.6, [0.2, 2], 1)
    assert (joints["P"]["position"], joints["P"]["rest"]) == ([0.2, "2*(L)"], [0.2, 0.4, 3])
    assert (joints["H"]["rest"], joints["H"]["range"]) == (1, [-1, 1])
    assert [each["ratio"] for each in s.tables["gears"].values()] == [0.2, 5.0]
    assert s.part("ends", "far")["position"] == 1.8
    assert (s.part("bodies", "a")["mass"], s.part("bodies", "a")["area"]) == (8.0, 0.08)
    assert begun.check.runnable and s.check.runnable
    for body, pose in begun.check.poses.items():
        assert s.pose(body).place == pytest.approx(scaled(2.0, pose.place), abs=1e-12), body
