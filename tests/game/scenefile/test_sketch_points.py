"""Points of all kinds of parts go with their bodies: in copies, in another place and size, and when these are moved."""

from __future__ import annotations

from typing import Any

import pytest

from game.scenefile.sketch import Sketch
from game.scenefile.sketching import duplicate, insert, move_body, rename
from game.scenefile.sketching.points import points_of

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
