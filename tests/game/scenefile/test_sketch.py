"""Sketches of machines, and their changes as pure functions."""

from __future__ import annotations

import math
import tomllib
from typing import Any

import pytest

from game.scenefile import Scene, load
from game.scenefile.described_tables import gathered
from game.scenefile.sketch import SCENE, Sketch, SketchAnchor
from game.scenefile.sketching import (
    TEMPLATES,
    change_kind,
    connect,
    cured,
    delete,
    duplicate,
    gear,
    insert,
    join,
    measure,
    move_anchor,
    move_body,
    move_end,
    place_bar,
    place_body,
    rename,
    reorder,
    set_value,
    template,
    toggle_ground,
)
from game.scenefile.sketching.taken import taken_apart
from physics import BadInput
from physics.apart.proof import BUILDERS
from physics.machines.sketch_check import Cure

HAND_WRITTEN = """
system = "machine"
title = "Mine"
integrator = "gauss6"
dt = 0.002
paused = true

[bodies]
bar = { shape = "bar", from = [0, 0, 0], to = [0, 0, -0.5], mass = 0.5 }
bar_2 = { shape = "bar", from = [0, 0, -0.5], to = [0, 0, -0.9], mass = 0.4 }
bar_3 = { shape = "bar", from = [0, 0, -0.9], to = [0, 0, -1.2], mass = 0.3 }

[joints]
A = { hinge = ["ground", "bar"], at = [0, 0, 0], axis = "-y", angle = "100 deg", torque = "0.6 N m" }
B = { hinge = ["bar", "bar_2"], at = "end, start", axis = "-y" }
C = { hinge = ["bar_2", "bar_3"], at = "end, start", axis = "-y" }
"""


def hand_written(text: str = HAND_WRITTEN) -> Scene:
    raw = gathered(tomllib.loads(text))
    return Scene(**raw, name="machine")


def chain() -> Sketch:
    """Return three bars that hang from the ground."""
    s = Sketch.new("Mine")
    s, bar = place_bar(s, (0, 0, 0), (0, 0, -0.5))
    s, second = place_bar(s, (0, 0, -0.5), (0, 0, -0.9), from_anchor=SketchAnchor(bar, "end"))
    s, _ = place_bar(s, (0, 0, -0.9), (0, 0, -1.2), from_anchor=SketchAnchor(second, "end"))
    return s


def test_a_triple_pendulum_is_the_file_that_a_person_writes() -> None:
    s = set_value(set_value(chain(), ("joints", "A"), "angle", "100 deg"), ("joints", "A"), "torque", "0.6 N m")
    written = Sketch.of(hand_written())
    assert s.tables == written.tables and s.rest == written.rest
    assert list(s.tables["joints"]) == list("ABC")
    assert s.check.runnable and s.check.freedom == 3
    one, other = s.scene().simulation(), hand_written().simulation()
    assert bytes(one.y) == bytes(other.y) and one.system.p == other.system.p
    assert Sketch.of(s.scene()) == s


def four_bar() -> Sketch:
    s, crank = place_bar(Sketch.new("Mine"), (0, 0, 0), (0, 0, 0.3))
    s, coupler = place_bar(s, (0, 0, 0.3), (0.9, 0, 0.7), from_anchor=SketchAnchor(crank, "end"))
    s, _ = place_bar(s, (0.9, 0, 0.7), (1, 0, 0), from_anchor=SketchAnchor(coupler, "end"))
    return toggle_ground(s, SketchAnchor("bar_3", "end"))[0]


def test_a_loop_is_closed_on_the_ground_and_on_an_anchor() -> None:
    s = four_bar()
    assert s.check.runnable and s.check.freedom == 1 and len(s.check.loops) == 1
    assert s.part("joints", "D") == {"hinge": ["ground", "bar_3"], "at": [1.0, 0.0, 0.0], "axis": "-y"}
    s, name = place_bar(s, (0.4, 0, 1.5), (0.9, 0, 0.7), to_anchor=SketchAnchor("bar_2", "end"), ground=False)
    assert s.part("joints", "E") == {"hinge": [name, "bar_2"], "at": "end, end", "axis": "-y"}
    assert s.check.freedom == 2
    again, gone = toggle_ground(s, SketchAnchor("bar_3", "end"))
    assert gone == "D" and again.check.freedom == 4


def test_what_is_placed_on_a_turned_body_lies_where_it_was_clicked() -> None:
    s = set_value(chain(), ("joints", "B"), "angle", "40 deg")
    on = SketchAnchor("bar_2", "end")
    s, bar = place_bar(s, s.place(on), (1.0, 0, -0.3), from_anchor=on)
    assert s.place(SketchAnchor(bar, "end")) == pytest.approx((1.0, 0, -0.3), abs=2e-9)
    s, joint = toggle_ground(s, SketchAnchor(bar, "end"))
    assert s.part("joints", joint)["at"] == [[1.0, 0.0, -0.3], "end"] and s.check.runnable
    assert s.place(SketchAnchor(bar, "end")) == pytest.approx((1.0, 0, -0.3), abs=2e-9)
    s = move_anchor(s, SketchAnchor("bar_3", "end"), (0.2, 0, -1.3))
    assert s.place(SketchAnchor("bar_3", "end")) == pytest.approx((0.2, 0, -1.3), abs=2e-9)


def test_a_bar_without_a_length_is_refused() -> None:
    with pytest.raises(BadInput, match="a bar from a point to the same point has no length"):
        place_bar(chain(), (1, 0, 0), (1, 0, 0))


def test_an_anchor_takes_all_with_it_that_is_joined_there() -> None:
    s = move_anchor(four_bar(), SketchAnchor("bar", "end"), (-0.1, 0, 0.4))
    assert s.part("bodies", "bar")["to"] == s.part("bodies", "bar_2")["from"] == [-0.1, 0.0, 0.4]
    s = move_anchor(s, SketchAnchor("ground", (1.0, 0.0, 0.0)), (1.2, 0, 0.1))
    assert s.part("joints", "D")["at"] == s.part("bodies", "bar_3")["to"] == [1.2, 0.0, 0.1]
    assert s.check.runnable and s.check.loops[0].gap < 1e-12


def test_an_end_changes_the_length_of_its_bar_alone() -> None:
    s = move_end(chain(), "bar", "end", (0.4, 0, -0.7))
    assert s.place(SketchAnchor("bar_2", "start")) == pytest.approx((0.4, 0, -0.7))
    ends = (s.place(SketchAnchor("bar_2", each)) for each in ("start", "end"))
    assert math.dist(*ends) == pytest.approx(0.4)
    s = move_body(s, "bar", (0.5, 0, 0))
    assert s.part("joints", "A")["at"] == s.part("bodies", "bar")["from"] == [0.5, 0.0, 0.0]


def test_expressions_stay_where_nothing_moves() -> None:
    text = HAND_WRITTEN.replace('title = "Mine"', 'numbers = { L = "50 cm" }').replace(
        "to = [0, 0, -0.5]", 'to = [0, 0, "-L"]'
    )
    s = Sketch.of(hand_written(text))
    assert move_end(s, "bar_3", "end", (0.1, 0, -1.4)).part("bodies", "bar")["to"] == [0, 0, "-L"]
    place = s.pose("bar").world((0.1, 0, -0.5))
    assert move_end(s, "bar", "end", place).part("bodies", "bar")["to"] == [0.1, 0, "-L"]
    assert rename(s, ("numbers", "L"), "half").part("bodies", "bar")["to"] == [0, 0, "-half"]
    assert set_value(s, ("numbers", "L"), "value", "60 cm").place(SketchAnchor("bar", "end"))[2] == pytest.approx(
        -0.6 * math.cos(math.radians(100)), abs=1e-12
    )


VALUES: list[tuple[Any, str, Any, Any]] = [
    (("bodies", "bar"), "mass", "2 kg", {"mass": "2 kg"}),
    (("bodies", "bar"), "mass", "2", {"mass": 2}),
    (("bodies", "bar"), "density", "700", {"density": 700, "mass": None}),
    (("bodies", "bar"), "material", "oak", {"material": "oak", "mass": 0.5}),
    (("bodies", "bar"), "to.2", "-0.6", {"to": [0.0, 0.0, -0.6]}),
    (("bodies", "bar"), "length", "60 cm", {"to": [0.0, 0.0, -0.6]}),
    (("bodies", "bar"), "anchors.top", "[0, 0, -0.2]", {"anchors": {"top": [0, 0, -0.2]}}),
    (("joints", "B"), "rate", "30 rpm", {"rate": "30 rpm"}),
    (("joints", "B"), "driven.speed", "4", {"driven": {"speed": 4}}),
    (("joints", "B"), "range", '["-30 deg", "30 deg"]', {"range": ["-30 deg", "30 deg"]}),
    (("joints", "B"), "kind", "ball", {"ball": ["bar", "bar_2"], "axis": None, "hinge": None}),
    (("joints", "B"), "torque", "-3*B", {"torque": "-3*B"}),
]


@pytest.mark.parametrize(("part", "word", "text", "found"), VALUES)
def test_a_value_is_kept_as_it_is_typed(part: Any, word: str, text: str, found: dict[str, Any]) -> None:
    s = set_value(chain(), part, word, text)
    assert {each: s.part(*part).get(each) for each in found} == found
    assert s.check.runnable


@pytest.mark.parametrize(
    ("part", "word", "text", "line"),
    [
        (("bodies", "bar"), "mass", "-1", "bar: mass = -1 kg: must be from 0 to 10000000 kg"),
        (("bodies", "bar"), "width", "3 s", "bar: width = '3 s': unit"),
        (("bodies", "bar"), "shape", "bat", "shape = 'bat': must be one of bar, "),
        (("bodies", "bar"), "size.7", "1", "bar: size.7"),
        (("joints", "B"), "kind", "screw", "joint B: kind = 'screw': must be one of fixed, hinge"),
        (("joints", "B"), "torque", "3*zz", "joint B: torque = '3*zz': column 3"),
        (("joints", "Z"), "rate", "1", "joints: there is no Z; there are A, B, C"),
        (SCENE, "gravity", "fast", "gravity = 'fast'"),
        (SCENE, "colour", "red", "colour: is no word of the machine; must be title, note, gravity"),
    ],
)
def test_a_value_that_cannot_be_is_refused_in_one_line(part: Any, word: str, text: str, line: str) -> None:
    s = chain()
    with pytest.raises(BadInput) as refused:
        set_value(s, part, word, text)
    assert str(refused.value).startswith(line) and "\n" not in str(refused.value)


def test_the_start_of_a_run_is_written_as_words_of_its_joints() -> None:
    """Of a point that a planar joint does not turn, too, and beside the words for a ball."""
    ball = {"shape": "ball", "centre": [0, 0, 0], "radius": 0.1, "mass": 1}
    tables: dict[str, Any] = {
        "bodies": {"dot": {"shape": "point", "centre": [0, 0, 0], "mass": 1}, "a": ball, "b": ball},
        "joints": {
            "P": {"planar": ["ground", "dot"], "axis": "y"}, "C": {"cylindrical": ["ground", "a"], "axis": "z"},
            "B": {"ball": ["ground", "b"]},
        },
    }  # fmt: skip
    begun = Sketch.new("Start").with_tables(tables)
    start = {"P_2": 0.3, "P_1_rate": 2.0, "C_angle": 0.5, "C_way": 0.1, "C_angle_rate": 4.0, "B_rate_x": 1.0}
    s = Sketch.of(begun.scene().changed(initial=start))
    assert s.part("joints", "P") == {**tables["joints"]["P"], "position": [0.0, 0.3], "rate": [2.0, 0.0]}
    assert s.part("joints", "C") == {**tables["joints"]["C"], "angle": 0.5, "position": 0.1, "rate": [0.0, 4.0]}
    assert s.part("joints", "B") == tables["joints"]["B"] and s.rest.initial == {"B_rate_x": 1.0}
    assert s.check.runnable
    (initial,) = {tuple(each.scene().simulation().y) for each in (s, Sketch.of(s.scene()))}
    assert set(start.values()) <= set(initial)


def test_values_are_taken_away_with_the_table_that_they_leave_empty() -> None:
    s = set_value(chain(), ("joints", "B"), "driven.speed", "4")
    assert set_value(s, ("joints", "B"), "driven.speed", None) == chain()
    assert set_value(set_value(s, SCENE, "gravity", "1.62"), SCENE, "title", "Moon").rest.title == "Moon"


@pytest.mark.parametrize("shape", ["box", "ball", "cylinder", "hoop", "disk", "plate", "point", "bar"])
def test_a_body_of_another_shape_keeps_its_joints(shape: str) -> None:
    s = set_value(chain(), ("bodies", "bar_2"), "shape", shape)
    assert s.place(SketchAnchor("bar_3", "start")) == pytest.approx((0, 0, -0.9), abs=1e-9)
    assert {fault.kind for fault in s.check.faults} <= {"massless"}
    made, name = place_body(chain(), shape, (1, 0, 0), 0.2, on=SketchAnchor("bar_3", "end"))
    assert made.part("joints", "D")["fixed"] == ["bar_3", name] and made.check.runnable


@pytest.mark.parametrize("kind", ["fixed", "slider", "cylindrical", "planar", "universal", "ball", "free"])
def test_a_joint_of_another_kind_is_one_that_runs(kind: str) -> None:
    s = change_kind(set_value(chain(), ("joints", "B"), "torque", "1"), "B", kind)
    assert s.check.runnable and "torque" not in s.part("joints", "B")
    assert change_kind(s, "B", "hinge").part("joints", "B")["hinge"] == ["bar", "bar_2"]


def test_names_change_wherever_they_stand() -> None:
    s, _ = measure(chain(), SketchAnchor("bar", "end"), SketchAnchor("bar_3", "end"))
    s, _ = measure(s, SketchAnchor("bar_3", "end"))
    s, _ = gear(s, "B", "C", -2)
    s = set_value(s, ("joints", "A"), "torque", "-3*A - 0.1*A'")
    s = rename(rename(s, ("bodies", "bar"), "upper arm"), ("joints", "A"), "shoulder")
    assert s.part("measures", "distance") == {"distance": ["upper_arm.end", "bar_3.end"]}
    assert s.part("joints", "shoulder")["hinge"] == ["ground", "upper_arm"]
    assert s.part("joints", "shoulder")["torque"] == "-3*shoulder - 0.1*shoulder'"
    assert rename(s, ("joints", "B"), "elbow").part("gears", "gear")["joints"] == ["elbow", "C"]
    assert s.check.runnable
    for name, line in (("bar_3", "the name bar_3 is taken, in bodies"), ("3x", "'3x' is no name"), ("t", "'t' is no")):
        with pytest.raises(BadInput, match=line):
            rename(s, ("joints", "B"), name)


def test_a_number_is_renamed_in_expressions_alone() -> None:
    """Anchors, directions, units and variables that read like its name are other things."""
    s = Sketch.of(hand_written())
    tables = {
        **s.copied(), "numbers": {"start": 0.1, "x": "2*start", "m": 1}, "wind": ["2*x", 0, 0],
        "springs": {"s": {"between": ["ground", "bar"], "from": ["start", 0, "2*x"], "to": "start", "stiffness": 1}},
    }  # fmt: skip
    tables["joints"]["B"] |= {"axis": "x", "driven": {"offset": "start/2"}}
    tables["joints"]["C"] |= {"at": ["end", [0, 0, "m - 1.9"]], "force": "start*C + x*m - C_rate", "torque": "x"}
    s = s.with_tables(tables)
    for old, new in (("start", "begin"), ("x", "w"), ("m", "mu")):
        s = rename(s, ("numbers", old), new)
    assert s.tables["numbers"] == {"begin": 0.1, "w": "2*begin", "mu": 1}
    assert s.tables["wind"] == ["2*w", 0, 0]
    assert (s.part("springs", "s")["from"], s.part("springs", "s")["to"]) == (["begin", 0, "2*w"], "start")
    joints = s.tables["joints"]
    assert joints["A"]["torque"] == "0.6 N m" and joints["A"]["angle"] == "100 deg"
    assert (joints["B"]["at"], joints["B"]["axis"], joints["B"]["driven"]["offset"]) == ("end, start", "x", "begin/2")
    assert joints["C"]["at"] == ["end", [0, 0, "mu - 1.9"]]
    assert (joints["C"]["force"], joints["C"]["torque"]) == ("begin*C + w*mu - C_rate", "w")
    s = rename(rename(s, ("joints", "A"), "N"), ("joints", "N"), "J")
    assert s.part("joints", "J")["torque"] == "0.6 N m", "a unit is no name of a joint"


def test_what_is_joined_to_a_part_that_is_gone_goes_with_it() -> None:
    s, spring = connect(chain(), "springs", SketchAnchor("bar", "centre"), SketchAnchor("bar_3", "centre"))
    s, _ = measure(s, SketchAnchor("bar", "end"), SketchAnchor("bar_3", "end"))
    s, _ = gear(s, "A", "B")
    s = delete(s, [("bodies", "bar")])
    assert s.parts() == [("bodies", "bar_2"), ("bodies", "bar_3"), ("joints", "C")]
    assert [fault.kind for fault in s.check.faults] == ["hangs"]
    assert cured(s, s.check.faults[0].cures[0]).check.runnable and cured(s, s.check.faults[0].cures[1]).check.runnable
    made, name = place_bar(s, (3, 0, 0), (4, 0, 0))
    assert name == "bar_4" and ("joints", "D") in made.parts(), "names are not given again"
    assert spring == "spring" and delete(made, made.parts()).tables == {}


def test_measures_of_a_part_are_not_those_of_another_of_its_name() -> None:
    s = Sketch.of(hand_written())
    tables = {
        **s.copied(), "springs": {"B": {"between": ["ground", "bar"], "from": [1, 0, 0], "stiffness": 1}},
        "measures": {"f": {"force": "B"}, "p": {"pull": "B"}, "q": {"power": "bar"}, "h": {"height": "bar.end"}},
    }  # fmt: skip
    tables["joints"]["bar"] = tables["joints"].pop("A")
    s = s.with_tables(tables)
    assert s.check.runnable
    arm = rename(s, ("bodies", "bar"), "arm").tables["measures"]
    assert arm == {**s.tables["measures"], "h": {"height": "arm.end"}}
    assert rename(s, ("springs", "B"), "spring").tables["measures"] == {**s.tables["measures"], "p": {"pull": "spring"}}
    elbow = rename(s, ("joints", "B"), "elbow").tables["measures"]
    assert elbow == {**s.tables["measures"], "f": {"force": "elbow"}}
    assert list(delete(s, [("springs", "B")]).tables["measures"]) == ["f", "q", "h"]
    assert list(delete(s, [("joints", "bar")]).tables["measures"]) == ["f", "p", "h"]
    assert list(delete(s, [("bodies", "bar_3")]).tables["measures"]) == ["f", "p", "q", "h"]


def test_copies_stand_round_an_axis_and_in_a_mirror() -> None:
    s, new = duplicate(four_bar(), [("bodies", "bar")], 3, about="z")
    assert [name for kind, name in new if kind == "bodies"] == ["bar_4", "bar_5", "bar_6"]
    assert s.part("bodies", "bar_4")["to"] == pytest.approx([0, 0, 0.3])
    s, new = duplicate(chain(), [("bodies", f"bar{each}") for each in ("", "_2", "_3")], mirror="x", at=(1, 0, 0))
    assert s.check.runnable and s.check.freedom == 6
    copied = dict(new)
    assert s.place(SketchAnchor(copied["bodies"], "end")) == pytest.approx((2, 0, -1.2))
    joint = s.part("joints", "D")
    assert (joint["hinge"], joint["axis"], joint["at"]) == (["ground", "bar_4"], "y", [2.0, 0.0, 0.0])


def test_another_sketch_is_put_in_at_a_place_larger() -> None:
    s, new = insert(chain(), four_bar(), (2, 0, 0), 2.0)
    assert s.check.runnable and s.check.freedom == 4
    assert ("bodies", "bar_4") in new and s.part("bodies", "bar_4")["to"] == [2.0, 0.0, 0.6]
    assert s.part("bodies", "bar_4")["mass"] == pytest.approx(0.3 * 8)
    assert reorder(s, ("joints", "G"), "A").parts()[6] == ("joints", "G")
    empty, _ = insert(Sketch.new("Mine"), four_bar())
    assert empty.tables == four_bar().tables


def test_joints_hold_what_lies_apart_together() -> None:
    s, box = place_body(chain(), "box", (2, 0, 0), 0.1)
    s, _ = join(s, "hinge", SketchAnchor("bar_3", "end"), SketchAnchor(box, "centre"))
    assert s.check.runnable and s.place(SketchAnchor(box, "centre")) == pytest.approx((0, 0, -1.2))
    s, rope = connect(s, "ropes", SketchAnchor("ground", (1.0, 0.0, 0.0)), SketchAnchor(box, "centre"), [(0.5, 0, 0.2)])
    assert s.part("ropes", rope)["length"] == pytest.approx(math.hypot(0.5, 0.2) + math.hypot(0.5, 1.4))
    with pytest.raises(BadInput, match="a joint needs two bodies; both anchors are of bar"):
        join(s, "hinge", SketchAnchor("bar", "end"), SketchAnchor("bar", "start"))


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_put_in_twice_elsewhere_and_larger(name: str) -> None:
    begun = template(name, 3)
    assert begun.check.runnable
    s, _ = insert(Sketch.new("Mine"), begun, (2.0, 0, 0.5), 1.5)
    for (body, anchor), place in begun.check.anchors.items():
        if body != "ground" and isinstance(anchor, str):
            wanted = [shift + 1.5 * each for shift, each in zip((2.0, 0, 0.5), place, strict=True)]
            assert s.check.anchors[body, anchor] == pytest.approx(wanted, abs=1e-6)
    both, new = insert(s, begun)
    assert both.check.runnable and both.check.freedom == 2 * begun.check.freedom and len(new) == len(begun.parts())


@pytest.mark.parametrize("name", ["double-pendulum", "heavy-top"])
def test_a_system_taken_apart_is_a_sketch_with_its_start(name: str) -> None:
    scene = load(name)
    found = taken_apart(scene)
    assert found.same and found.difference < 1e-13 and found.sketch.check.runnable
    run, system = found.sketch.scene().simulation(), scene.simulation()
    start = BUILDERS[scene.system](system.system).start(system.y)
    place = {each.name: k for k, each in enumerate(run.system.variables)}
    assert [run.y[place[each]] for each in start] == list(start.values())


def test_what_cannot_be_taken_apart_says_why() -> None:
    with pytest.raises(BadInput, match="foucault-pendulum cannot be taken apart .*: it turns with the Earth"):
        taken_apart(load("foucault-pendulum"))


def test_racks_and_screws_go_with_their_joints() -> None:
    """They follow names, copies, sizes and mirrors of what they tie, and go when it goes."""
    tables = {
        "bodies": {
            "bar": {"shape": "bar", "from": [0.1, 0, 0], "to": [0.1, 0, 1], "mass": 1},
            "wheel": {"shape": "disk", "centre": [0, 0, 0.5], "radius": 0.05, "axis": "y", "mass": 1},
            "nut": {"shape": "box", "centre": [1, 0, 0.5], "size": [0.1, 0.1, 0.1], "mass": 1},
        },
        "joints": {
            "S": {"slider": ["ground", "bar"], "axis": "z"}, "T": {"hinge": ["ground", "wheel"], "axis": "-y"},
            "J": {"cylindrical": ["ground", "nut"], "axis": "z"},
        },
        "racks": {"teeth": {"joints": ["S", "T"], "radius": "-10 cm"}},
        "screws": {"lead": {"joint": "J", "pitch": "2 cm"}},
    }  # fmt: skip
    s = Sketch.new("tied").with_tables(tables)
    assert s.check.runnable
    s = rename(rename(s, ("joints", "J"), "thread"), ("joints", "T"), "turn")
    assert s.tables["screws"]["lead"]["joint"] == "thread" and s.tables["racks"]["teeth"]["joints"] == ["S", "turn"]
    assert s.check.runnable
    copied, parts = duplicate(s, [("bodies", "nut")], mirror="x")
    (screw,) = (name for kind, name in parts if kind == "screws")
    assert copied.tables["screws"][screw]["pitch"] == pytest.approx(-0.02) and copied.check.runnable
    larger, _ = insert(Sketch.new("empty"), s, (0.0, 0.0, 0.0), 2.0)
    assert larger.tables["screws"]["lead"]["pitch"] == pytest.approx(0.04)
    assert larger.tables["racks"]["teeth"]["radius"] == pytest.approx(-0.2)
    less = delete(s, [("joints", "thread"), ("bodies", "wheel")])
    assert not less.tables.get("racks") and not less.tables.get("screws")


def geared() -> Sketch:
    """Return two disks on hinges A and B, tied by a gear, with a number and a measure of a joint's force."""
    s = Sketch.new("Geared")
    for x in (0.0, 0.2):
        s, name = place_body(s, "disk", (x, 0.0, 0.0))
        s, _ = toggle_ground(s, SketchAnchor(name, "centre"))
    s, _ = gear(s, "A", "B")
    return s.with_tables({**s.copied(), "numbers": {"L": 1.0}, "measures": {"f": {"force": "A"}}})


def test_a_joint_takes_with_it_what_ties_and_measures_it_however_it_goes() -> None:
    s = geared()
    assert s.check.runnable
    for less in (
        toggle_ground(s, SketchAnchor("disk", "centre"))[0],
        cured(s, Cure("free", ("joints", "A"))),
    ):
        assert set(less.tables["joints"]) == {"B"} and "gears" not in less.tables and "measures" not in less.tables
        assert [fault.kind for fault in less.check.faults] == ["hangs"]


def test_what_no_tool_can_make_is_refused_in_one_line() -> None:
    s = geared()
    s = change_kind(delete(s, [("gears", "gear")]), "B", "ball")
    with pytest.raises(BadInput, match="joint B must be a hinge or a slider"):
        gear(s, "A", "B")
    ends = [SketchAnchor("disk", "centre"), SketchAnchor("disk_2", "centre")]
    with pytest.raises(BadInput, match="a measure of height has 2 points; must be 1"):
        measure(s, *ends, kind="height")
    with pytest.raises(BadInput, match="a measure of trace has 2 points; must be 1"):
        measure(s, *ends, kind="trace")
    with pytest.raises(BadInput, match="duplicate: copies are of bodies"):
        duplicate(s, [("numbers", "L")])
    copied, new = duplicate(s, [("bodies", "disk"), ("numbers", "L")])
    assert ("bodies", "disk_3") in new and copied.tables["numbers"] == {"L": 1.0}
    for text in ("[" * 900, "[" * 300 + "]" * 300):
        with pytest.raises(BadInput):
            set_value(s, ("bodies", "disk"), "centre", text)
