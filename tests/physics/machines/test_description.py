"""Faults of descriptions of machines are told in one line that names what is wrong, with the word that may be meant."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

import physics
from physics import BadInput
from physics.machines.description import MOST_RATES, described
from physics.machines.machine import Machine
from tests.physics.machines.models import bar, hinge

Description = dict[str, Any]


def four_bar() -> Description:
    """Return bars of 0.3, 0.9 and 0.7 m on 1 m, joined in A, B, C and D."""
    bodies = {"crank": bar(0.0, 0.3, 0.5), "coupler": bar(0.3, 0.9, 1.0), "rocker": bar(1.0, 0.7, 0.8)}
    joints = {
        "A": hinge("ground", "crank", [0, 0, 0], angle=1.0, rate=4.0), "B": hinge("crank", "coupler", "end, start"),
        "C": hinge("coupler", "rocker", "end, end"), "D": hinge("ground", "rocker", [1, 0, 0]),
    }  # fmt: skip
    return {"bodies": bodies, "joints": joints}


def changed(**values: Any) -> Description:
    """Return the four-bar with other values: `joints__A__rate=3` gives one, None takes one away."""
    found = copy.deepcopy(four_bar())
    for path, value in values.items():
        *tables, word = path.split("__")
        table = found
        for each in tables:
            table = table.setdefault(each, {})
        if value is None:
            del table[word]
        else:
            table[word] = value
    return found


def chain(kind: str, count: int) -> Description:
    """Return bars that hang on one another by joints of one kind without an axis."""
    drawn = {"shape": "bar", "mass": 1.0}
    bodies = {f"b{k}": {**drawn, "from": [k, 0, 0], "to": [k + 1, 0, 0]} for k in range(count)}
    pairs = [("ground" if k == 0 else f"b{k - 1}", f"b{k}") for k in range(count)]
    return {"bodies": bodies, "joints": {f"J{k}": {kind: [*pair], "at": [k, 0, 0]} for k, pair in enumerate(pairs)}}


SPRING = {"between": ["ground", "crank"], "from": [0, 0, 1], "stiffness": 2.0}
ROPE = {"between": ["ground", "crank"], "from": [0, 0, 1], "to": "end"}
GROUNDED = ["ground", "crank"]
FAULTS: dict[str, tuple[Description, tuple[str, ...]]] = {
    "unknown body": (changed(joints__A__hinge=["ground", "crnk"]), ("joint A", "'crnk'", 'did you mean "crank"')),
    "body of another kind": (changed(joints__A__hinge=["ground", ["crank"]]), ("joint A", "['crank']")),
    "unknown shape": (changed(bodies__crank__shape="bat"), ("crank", "'bat'", 'did you mean "bar"')),
    "unknown anchor": (changed(joints__C__at="ends, end"), ("joint C", "coupler", "'ends'", 'did you mean "end"')),
    "anchor of the ground": (changed(joints__D__at="end, start"), ("joint D", "ground", "give a point")),
    "unknown kind": (changed(joints__A={"hing": GROUNDED}), ("joint A", "'hing'", 'did you mean "hinge"')),
    "no kind": (changed(joints__A__hinge=None), ("joint A", "hinge, slider")),
    "two kinds": (changed(joints__A__ball=["ground", "crank"]), ("joint A", "hinge and ball")),
    "unknown word": (changed(bodies__crank__mas=1), ("crank", "'mas'", 'did you mean "mass"')),
    "unknown table": (changed(bodys={}), ("machine", "'bodys'", 'did you mean "bodies"')),
    "trace of nothing": (changed(traces={"p": {}}), ("trace p: needs body", "name of one")),
    "gear of nothing": (changed(gears={"g": {}}), ("gear g: needs joints", "two of them")),
    "joined to itself": (changed(joints__B__hinge=["crank", "crank"]), ("joint B", "crank", "two bodies")),
    "not connected": (changed(bodies__loose={"mass": 1}), ('"loose"', "free")),
    "hinge without axis": (changed(joints__A__axis=None), ("joint A", "hinge without an axis")),
    "parallel axes": (
        changed(joints__A={"universal": GROUNDED, "axes": ["x", "-x"]}), ("joint A", "axes are parallel"),
    ),
    "bar of no length": (changed(bodies__crank__to=[0, 0, 0]), ("crank", "from and to are one point")),
    "negative mass": (changed(bodies__crank__mass=-1), ("crank", "mass = -1")),
    "mass that is no number": (changed(bodies__crank__mass=float("nan")), ("crank", "mass = nan")),
    "mass in m": (changed(bodies__crank__mass="1 m"), ("crank", "mass", "'m'")),
    "negative inertia": (changed(bodies__crank__inertia=[-1, 1, 1]), ("crank", "inertia", "negative")),
    "triangle": (changed(bodies__crank__inertia=[3, 1, 1]), ("crank", "inertia", "3 > 1 + 1")),
    "no mass": (
        {"bodies": {"a": {"shape": "point", "centre": [0, 0, 0], "mass": 1.0}},
         "joints": {"A": {"ball": ["ground", "a"], "at": [0, 0, 1]}}},
        ("joint A", "no mass resists it"),
    ),
    "loop too wide": (changed(joints__D__at=[5, 0, 0]), ("the loop through ", "m remain")),
    "rates contradict": (changed(joints__D__rate=3.0), ("given rates contradict", "A, D")),
    "nothing moves": (
        changed(rods__r={"between": ["ground", "crank"], "from": [0.3, 0, 1.0]}, joints__A__angle=None),
        ("nothing can move",),
    ),
    "too many bodies": (
        {"bodies": {f"b{k}": {"mass": 1} for k in range(41)}, "joints": {}}, ("bodies: 41", "at most 40"),
    ),
    "too many rates": (chain("ball", 14), ("joints: 42", f"at most {MOST_RATES}")),
    "values at the end of a loop": (changed(joints__C__rate=1.0, joints__B__rate=1.0, joints__D__rate=1.0),
                                    ("closes a loop in which every other joint has values, too", "take rate away")),
    "name of another variable": (
        {"bodies": four_bar()["bodies"] | {"b": bar(0.0, 1.0, 1.0)},
         "joints": {**four_bar()["joints"], "A_rate": hinge("ground", "b", [0, 0, 0])}},
        ("joint A_rate", "the name A_rate is taken"),
    ),
    "name of the time": (
        {"bodies": {"b": bar(0, 1, 1)}, "joints": {"t": hinge("ground", "b", [0, 0, 0])}}, ("joint t", "is taken"),
    ),
    "spring and joint of a name": (
        changed(joints__A__stiffness=3.0, springs__A=SPRING), ("joint A", "a spring has this name"),
    ),
    "spring without a length": (changed(springs__s={**SPRING, "from": [0, 0, 0], "to": [0, 0, 0]}), ("spring s",)),
    "rod without a length": (
        changed(rods__r={"between": ["ground", "crank"], "from": [0, 0, 0], "to": [0, 0, 0]}), ("rod r", "one point"),
    ),
    "anchor without a name": (changed(bodies__crank__anchors={"a b": [0, 0, 0]}), ("crank: anchors", "'a b'")),
    "anchors of another kind": (changed(bodies__crank__anchors=3), ("crank: anchors = 3",)),
    "ground as a body": (changed(bodies__ground={"mass": 1}), ("'ground'",)),
    "gear of a loop": (changed(gears__g={"joints": ["A", "E"], "ratio": 2}), ("gear g", "'E'")),
    "gear without ratio": (changed(gears__g={"joints": ["A", "B"]}), ("gear g", "needs ratio")),
    "edge without direction": (changed(edges__e={"body": "crank"}), ("edge e", "needs across")),
    "driven and held": (
        {**chain("ball", 2), "rods": {"r": {"between": ["ground", "b0"], "from": [0, 0, 1.0]}}}
        | {"joints": {"A": hinge("ground", "b0", [0, 0, 0], driven={"speed": 1.0}),
                      "B": hinge("b0", "b1", "end, start")}},
        ('the loop through "r"', "driven alone"),
    ),
    "driven out of a dead point": (
        {"bodies": {"crank": bar(0.0, 0.3, 0.5), "rod": bar(0.3, 0.9, 0.5), "piston": {"centre": [1.2, 0, 0]}},
         "joints": {"A": hinge("ground", "crank", [0, 0, 0]), "B": hinge("crank", "rod", "end, start"),
                    "C": hinge("rod", "piston", [1.2, 0, 0]),
                    "push": {"slider": ["ground", "piston"], "axis": "x", "driven": {"speed": 1.0}}}},
        ("joint push: is driven, and held by",),
    ),
    "loop out of its plane": (
        changed(bodies__rocker__from=[1, 0.1, 0], bodies__rocker__to=[1.7, 0.1, 0]), ("the loop through ", "0.1 m"),
    ),
    "driven with a rate": (changed(joints__A__driven={"speed": 1.0}), ("joint A", "driven")),
    "torque of a slider": (
        changed(joints__A={"slider": GROUNDED, "axis": "x", "torque": 1}), ("joint A", "slider", "no torque"),
    ),
    "rope over nothing": (changed(ropes__r={**ROPE, "over": []}), ("rope r", "over = []", "1 to 20 points")),
    "rope at its peg": (changed(ropes__r={**ROPE, "over": [[0, 0, 1]]}), ("rope r", "from is at a peg")),
    "rope between its pegs": (
        changed(ropes__r={**ROPE, "over": [[0, 0, 2], [3, 0, 2]], "length": 2.5}), ("rope r", "length = 2.5 m", "3 m"),
    ),
    "rope without a length": (changed(ropes__r={**ROPE, "from": [0, 0, 0], "to": [0, 0, 0]}), ("rope r", "one point")),
    "rope that cannot be closed": (
        changed(ropes__r={**ROPE, "length": 0.1}, joints__A__angle=-1.5),
        ('the loop through "r"', "cannot be closed: ropes too short by ", "m (r); lengthen one"),
    ),
    "taut rope with restitution": (
        changed(ropes__r={**ROPE, "taut": True, "restitution": 0.5}), ("rope r", "taut and restitution"),
    ),
    "rope that is taut at times": (changed(ropes__r={**ROPE, "taut": 0.5}), ("rope r", "taut = 0.5", "true")),
    "rope with a name that is taken": (
        {"bodies": four_bar()["bodies"] | {"b": bar(0.0, 1.0, 1.0)},
         "joints": {**four_bar()["joints"], "r_taut": hinge("ground", "b", [0, 0, 0])}, "ropes": {"r": ROPE}},
        ("rope r", "the name r_taut is taken"),
    ),
    "rope and spring of a name": (
        changed(joints__A__restitution=0.5, joints__A__range=[0, 2], ropes__A={**ROPE, "restitution": 0.1}),
        ("joint A", "a rope has this name"),
    ),
    "rope beside a point": (
        {"bodies": {"b": {"shape": "point", "centre": [0, 0, 0], "mass": 1}},
         "joints": {"J": {"free": ["ground", "b"]}},
         "ropes": {"r": {**ROPE, "between": ["ground", "b"], "to": [0, 0, -1]}}},
        ("rope r: to", "b is a point", "its centre"),
    ),
    "stops of a ball": (
        changed(joints__A={"ball": GROUNDED, "at": [0, 0, 0], "range": [0, 1]}), ("joint A", "ball joint has no range"),
    ),
    "stops the other way": (changed(joints__A__range=[2, 1]), ("joint A", "range = [2, 1]", "greater than the first")),
    "angle beyond its stops": (changed(joints__A__range=[2, 3]), ("joint A", "angle = 1", "within its range, 2 to 3")),
    "restitution without stops": (changed(joints__A__restitution=0.5), ("joint A", "needs range")),
    "static friction alone": (changed(joints__A__static_friction=2), ("joint A", "static_friction = 2 N m")),
    "static friction below": (
        changed(joints__A__static_friction=2, joints__A__friction=3), ("joint A", "static_friction = 2", "3 N m"),
    ),
    "driven with friction": (
        changed(joints__A__driven={"speed": 1}, joints__A__angle=None, joints__A__rate=None, joints__A__friction=3),
        ("joint A", "friction and driven"),
    ),
    "loop that drives alone close": (
        changed(
            **{f"joints__{name}__driven": {"speed": 1.0} for name in "ABD"}, joints__A__angle=None,
            joints__A__rate=None, bodies__b={"mass": 1}, joints__lift={"slider": ["ground", "b"], "axis": "z"},
        ),
        ('the loop through "C"', "driven alone"),
    ),
    "dead point": (
        {"bodies": {"crank": bar(0, 0.3, 1), "coupler": bar(0.3, 1, 1), "rocker": bar(1, 0.3, 1)},
         "joints": {**four_bar()["joints"], "A": hinge("ground", "crank", [0, 0, 0], rate=4.0)}},
        ('the bars of the loop through "C" lie in one line', "turn a joint"),
    ),
    "gravity upward": (changed(gravity=-9.81), ("gravity = -9.81",)),
}  # fmt: skip
"""Machines with a fault, and what the message says."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named(fault: str) -> None:
    given, said = FAULTS[fault]
    with pytest.raises(BadInput) as problem:
        described(given)
        physics.system("machine", {"machine": given})
    message = str(problem.value)
    assert "\n" not in message and len(message) < 300
    for each in said:
        assert each in message


def test_the_machine_without_a_fault_is_made() -> None:
    assert described(four_bar()).freedom == 1
    assert physics.system("machine", {"machine": four_bar()}).initial["A_rate"] == 4.0


def test_a_name_is_given_once() -> None:
    with pytest.raises(BadInput, match="'b' is there twice"):
        physics.system("machine", {"machine": '{"bodies": {"b": {"mass": 1}, "b": {"mass": 2}}}'})


def test_a_ball_has_an_orientation_at_its_start() -> None:
    machine = {"machine": chain("ball", 1)}
    with pytest.raises(BadInput, match="J0_w, J0_x, J0_y, J0_z = 0, 0, 0, 0: no orientation"):
        physics.system("machine", machine, {"J0_w": 0.0})


def test_an_orientation_that_is_given_is_kept_where_a_loop_is_closed() -> None:
    bodies = {
        "arm": {"shape": "bar", "from": [0, 0, 0], "to": [1, 0, 0], "mass": 1},
        "bead": {"mass": 1, "centre": [0, 0, -1]},
    }
    joints = {"eye": {"ball": ["ground", "arm"], "at": [0, 0, 0]}, "z": {"slider": ["ground", "bead"], "axis": "z"}}
    rods = {"r": {"between": ["arm", "bead"], "from": "end", "length": 1.8}}
    given = {"eye_w": 0.8, "eye_x": 0.0, "eye_y": 0.6, "eye_z": 0.0}
    machine = physics.system("machine", {"machine": {"bodies": bodies, "joints": joints, "rods": rods}}, given)
    assert {name: machine.initial[name] for name in given} == given
    # the end of the arm is at x = 0.8² - 0.6², z = -2 * 0.8 * 0.6
    assert machine.initial["z"] - 1.0 == pytest.approx(-0.96 - (1.8**2 - 0.28**2) ** 0.5, abs=1e-12)


def test_numbers_are_listed_in_the_order_of_their_meanings() -> None:
    spring = {**SPRING, "damping": 0.1, "rest": 0.2}
    found = list(physics.system("machine", {"machine": changed(springs__s=spring)}).fields)
    assert [each for each in found if each.startswith("s.")] == ["s.stiffness", "s.rest", "s.damping"]


def test_what_is_given_of_a_start_is_kept_in_order() -> None:
    machine = physics.system("machine", {"machine": four_bar()}, {"A": 0.5})
    assert isinstance(machine, Machine)
    assert machine.kept_start() == {"A": 0.5, "A_rate": 4.0}
    assert list(machine.kept_start()) == ["A", "A_rate"]
    same = machine.replace()
    assert same.kept_start() == machine.kept_start(), "what follows is not given by a copy, either"
    assert same.start() == machine.start()
    with pytest.raises(BadInput, match=r"loops cannot be closed: .* m remain; A, D do not fit"):
        machine.replace(initial={"D": -2.0})


def test_the_energy_of_a_machine_at_rest_has_a_size() -> None:
    """A ring of bars about the origin has no energy; of its first joint a rounding would be a thousandfold."""
    bodies = {
        "left": {"shape": "point", "centre": [-1, 0, 0], "mass": 1.0},
        "right": {"shape": "point", "centre": [1, 0, 0], "mass": 1.0},
    }
    joints = {"A": hinge("ground", "left", [0, 0, 0]), "B": hinge("ground", "right", [0, 0, 0])}
    machine = physics.system("machine", {"machine": {"bodies": bodies, "joints": joints}})
    energy = machine.invariants[0]
    assert energy.value(machine, memoryview(machine.start())) == 0.0
    start, size = energy.reference(machine, memoryview(machine.start()))
    assert start == 0.0 and size == pytest.approx(2 * 9.81, rel=1e-14)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"from": [0, 0, 0], "to": [1, 0, 0]}, "upper: from: a body without a shape has none; bar, cylinder use it"),
        (
            {"shape": "ball", "radius": 0.1, "centre": [1, 0, 0], "size": [1, 1, 1]},
            "upper: size: shape ball has none; box use",
        ),
        ({"shape": "bar", "from": [0, 0, 0], "to": [1, 0, 0], "centre": [0, 0, 0]}, "upper: centre: shape bar has"),
    ],
)
def test_a_word_that_a_shape_does_not_use_is_refused(body, said):
    tables = {"bodies": {"upper": {"mass": 1.0, **body}}, "joints": {"A": {"free": ["ground", "upper"]}}}
    with pytest.raises(BadInput, match=re.escape(said)):
        described(tables)


def test_masses_that_resist_nothing_in_the_pose_of_the_start_are_named_where_the_run_stops():
    hinges = {"A": {"hinge": ["ground", "one"], "axis": "y"}, "B": {"hinge": ["one", "two"], "axis": "y"}}
    tables = {
        "bodies": {"one": {"mass": 1.0, "inertia": [0, 0, 0]}, "two": {"mass": 1.0, "inertia": [0, 0, 0]}},
        "joints": {"A": {**hinges["A"], "at": [0, 0, 0]}, "B": {**hinges["B"], "at": [0.4, 0, 0]}},
    }
    tables["bodies"]["two"]["centre"] = [0, 0, 0]
    run = physics.Simulation(physics.system("machine", {"machine": tables}), "rk4", 1e-3)
    run.advance(1)
    assert "no mass resists A there: turn a joint a little, or move a mass" in run.message
    turned = physics.Simulation(physics.system("machine", {"machine": tables}, {"B": 0.3}), "rk4", 1e-3)
    turned.advance(5)
    assert turned.tick == 5
