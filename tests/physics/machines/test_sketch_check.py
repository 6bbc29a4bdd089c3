"""Machines that are being made: faults and what shows them, ranges that close, and paths over a turn."""

from __future__ import annotations

import math
import random
from copy import deepcopy
from typing import Any

import pytest

from physics.errors import BadInput
from physics.machines import assembly
from physics.machines.description import described
from physics.machines.planar_loops import FourBar, closes_with, four_bar, ranges
from physics.machines.sketch_check import HELD, NOTHING, checked
from physics.machines.turn_curve import turn_curve

CRANK: dict[str, Any] = {"shape": "bar", "from": [0, 0, 0], "to": [0.3, 0, 0], "mass": 0.5}
A: dict[str, Any] = {"hinge": ["ground", "crank"], "at": [0, 0, 0], "axis": "-y", "angle": "57 deg", "rate": 4}
PENDULUM = {"bodies": {"crank": CRANK}, "joints": {"A": A}}
FOUR_BAR: dict[str, Any] = {
    "bodies": {
        "crank": CRANK,
        "coupler": {"shape": "bar", "from": [0.3, 0, 0], "to": [0.9, 0, 0.7], "mass": 1},
        "rocker": {"shape": "bar", "from": [1, 0, 0], "to": [0.9, 0, 0.7], "mass": 0.8},
    },
    "joints": {
        "A": A,
        "B": {"hinge": ["crank", "coupler"], "at": "end, start", "axis": "-y"},
        "C": {"hinge": ["coupler", "rocker"], "at": "end, end", "axis": "-y"},
        "D": {"hinge": ["ground", "rocker"], "at": [1, 0, 0], "axis": "-y"},
    },
}
a, b, c, d = 0.3, math.hypot(0.6, 0.7), math.hypot(0.1, 0.7), 1.0


def changed(*changes: tuple[str, Any], of: Any = None) -> dict[str, Any]:
    """Return the four-bar linkage, or another machine, with values at ways of words; None takes one away."""
    tables: dict[str, Any] = deepcopy(of if of is not None else FOUR_BAR)
    for way, value in changes:
        *first, last = way.split(".")
        within = tables
        for word in first:
            within = within.setdefault(word, {})
        if value is None:
            del within[last]
        else:
            within[last] = value
    return tables


def test_a_machine_without_a_fault_is_shown_as_it_is() -> None:
    check = checked(FOUR_BAR)
    assert check.runnable and check.freedom == 1 and not check.held
    assert check.drawable == FOUR_BAR
    (loop,) = check.loops
    assert set(loop.joints) == set("ABCD") and loop.gap < 1e-12
    assert (loop.equations, loop.independent) == (5, 2)


FAULTS = [
    ("hangs", ("bodies", "loose"), changed(("bodies.loose", CRANK))),
    ("open", ("joints", "C"), changed(("bodies.coupler.to", [3, 0, 2]))),
    ("given", ("joints", "C"), changed(("joints.B.angle", 0), ("joints.D.angle", 0), ("joints.C.torque", 1))),
    ("rates", ("joints", "A"), changed(("joints.D.rate", 3), ("joints.B.rate", 1))),
    ("massless", ("bodies", "crank"), changed(("bodies.crank.mass", None), of=PENDULUM)),
    ("fixed", ("joints", "A"), changed(("joints.A", {"fixed": ["ground", "crank"]}), of=PENDULUM)),
    ("value", ("bodies", "crank"), changed(("bodies.crank.mass", -1))),
    ("value", ("bodies", "crank"), changed(("bodies.crank.shape", "bat"))),
    ("value", ("joints", "B"), changed(("joints.B.axis", None))),
    ("value", ("joints", "D"), changed(("joints.D.hinge", ["ground", "roker"]))),
    ("value", ("springs", "s"), changed(("springs.s", {"between": ["crank", "rocker"]}))),
    ("value", ("ropes", "r"), changed(("ropes.r", {"between": ["crank", "rocker"], "length": -1}))),
    ("value", ("gears", "g"), changed(("gears.g", {"joints": ["A", "Z"], "ratio": 2}))),
    ("value", ("measures", "m"), changed(("measures.m", {"pull": "s"}))),
    ("value", ("traces", "p"), changed(("traces.p", {"body": "crank", "at": "top"}))),
    ("value", ("numbers", "L"), changed(("numbers.L", "2*M"))),
    ("value", ("bodies", "crank"), changed(("bodies.crank.width", "2*M"))),
]  # fmt: skip


LIGHT: dict[str, Any] = {"shape": "bar", "from": [0.3, 0, 0], "to": [0.6, 0, 0]}
HINGE: dict[str, Any] = {"hinge": ["crank", "light"], "at": "end, start", "axis": "x"}
UNIVERSAL: dict[str, Any] = {"universal": ["crank", "light"], "at": "end, start", "axes": ["x", "y"]}


@pytest.mark.parametrize(("joint", "said"), [(HINGE, "arm_2"), (UNIVERSAL, "arm_2_2")])
def test_what_no_mass_resists_is_behind_the_joint_of_the_longest_name(joint: dict[str, Any], said: str) -> None:
    (fault, *_) = checked({"bodies": {"crank": CRANK, "light": LIGHT}, "joints": {"arm": A, "arm_2": joint}}).faults
    assert fault.line.startswith(f"joint {said}: no mass resists it")
    assert fault.parts == (("joints", "arm_2"), ("bodies", "light"))


@pytest.mark.parametrize(("kind", "part", "tables"), FAULTS)
def test_a_fault_has_the_line_of_a_file_its_part_and_a_machine_that_shows_it(
    kind: str, part: tuple[str, str], tables: dict[str, Any]
) -> None:
    with pytest.raises(BadInput) as refused:
        described(tables)
    before = deepcopy(tables)
    check = checked(tables)
    assert tables == before, "the tables are not changed"
    assert check.faults[0].line == str(refused.value)
    assert check.faults[0].kind == kind and part in check.faults[0].parts
    described(check.drawable)
    assert tables["bodies"].keys() - {"crank"} <= check.poses.keys()


def test_what_hangs_is_held_where_it_is_drawn_beside_a_machine_that_is_not_touched() -> None:
    check = checked(changed(("bodies.loose", {**CRANK, "from": [2, 0, 1], "to": [2, 0, 2]})))
    assert check.held == (f"{HELD}_loose",)
    assert check.anchors["loose", "end"] == pytest.approx((2, 0, 2), abs=1e-14)
    assert check.anchors["crank", "end"] == checked(FOUR_BAR).anchors["crank", "end"]
    assert [cure.what for cure in check.faults[0].cures] == ["hinge", "fly"]


def test_nothing_yet_is_a_machine_of_one_point() -> None:
    check = checked({})
    assert list(check.made.bodies) == [NOTHING] and [fault.kind for fault in check.faults] == ["empty"]


def test_an_overconstrained_machine_names_a_joint_without_which_it_moves() -> None:
    angle = math.radians(57)
    end = [a * math.cos(angle), 0, a * math.sin(angle)]
    stay = {"hinge": ["ground", "crank"], "at": [end, "end"], "axis": "-y"}
    check = checked(changed(("joints.E", stay)))
    assert [fault.kind for fault in check.faults] == ["stiff"]
    (part,) = check.faults[0].parts
    tables = changed(("joints.E", stay))
    del tables["joints"][part[1]]
    assert checked(tables).freedom == 1
    assert check.faults[0].cures[0].what == "free"
    light = checked(changed(("bodies.rocker.mass", -1), of=tables | {"joints": {**tables["joints"], "E": stay}}))
    assert [fault.kind for fault in light.faults] == ["value", "stiff"]
    assert light.faults[1].cures == check.faults[0].cures, "another fault does not hide what frees it"


def test_an_open_loop_is_shown_where_its_gap_is_least() -> None:
    tables = changed(("bodies.coupler.to", [0.38, 0, 0]), ("joints.C.at", "end, end"))
    check = checked(tables)
    (loop,) = check.loops
    angle = math.radians(57)
    far = math.dist((a * math.cos(angle), a * math.sin(angle)), (1, 0)) - 0.08 - c
    assert far > 0.0 and loop.gap == pytest.approx(far, rel=1e-6)
    assert f"{far:.4g} m remain" in check.faults[0].line
    assert loop.one == pytest.approx(check.anchors["coupler", "end"])


@pytest.mark.parametrize("seed", range(6))
def test_a_loop_is_refused_at_once_by_its_polygon_and_its_least_gap_is_what_the_longest_side_is_longer_by(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    others = [chance.uniform(0.1, 0.5) for _ in range(3 + seed % 3)]
    lacks = chance.uniform(0.01, 0.5)

    def ring(first: float) -> dict[str, Any]:
        """Return bars one after another from the origin, the first of this length, the last back on the ground."""
        lengths, at = [first, *others[1:]], 0.0
        bodies: dict[str, Any] = {}
        joints: dict[str, Any] = {}
        for k, length in enumerate(lengths):
            bodies[f"b{k}"] = {"shape": "bar", "from": [at, 0, 0], "to": [at + length, 0, 0], "mass": 1}
            pair = [f"b{k - 1}" if k else "ground", f"b{k}"]
            place: Any = "end, start" if k else [0, 0, 0]
            joints[f"J{k}"] = {"hinge": pair, "at": place, "axis": "y" if k % 2 else "-y"}
            at += length
        pivot = [0.6 * others[0], 0, 0.8 * others[0]]
        joints["Z"] = {"hinge": ["ground", f"b{len(lengths) - 1}"], "at": [pivot, "end"], "axis": "-y"}
        return {"bodies": bodies, "joints": joints}

    with monkeypatch.context() as searching:
        searching.setattr(assembly, "_searched", None)
        with pytest.raises(BadInput, match=f"cannot be closed: {lacks:.4g} m remain"):
            described(ring(sum(others) + lacks))
    assert described(ring(sum(others) - lacks / 10)).freedom == len(others) - 2


def test_an_open_loop_costs_few_evaluations_of_its_equations(monkeypatch: pytest.MonkeyPatch) -> None:
    count, own = [0], assembly.gap

    def counted(*given: Any) -> Any:
        count[0] += 1
        return own(*given)

    monkeypatch.setattr(assembly, "gap", counted)
    assert [fault.kind for fault in checked(changed(("bodies.coupler.to", [3.001, 0, 2]))).faults] == ["open"]
    assert 20 < count[0] < 60, "942 by nine searches"


@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_tables_are_there_is_a_machine_that_shows_them(seed: int) -> None:
    chance = random.Random(seed)
    values = [None, -1, "x", [], {}, [1, 2], "2*L", 1e300, True, {"joint": 3}, ["ground", "crank"], "end, start"]
    tables = changed(("springs.s", {"between": ["ground", "crank"], "from": [0, 0, 1], "stiffness": 3}))
    for _ in range(3):
        kind = chance.choice(list(tables))
        if not isinstance(tables[kind], dict):
            continue
        if chance.random() < 0.2:
            tables[kind] = chance.choice(values)
            continue
        name = chance.choice(list(tables[kind])) if tables[kind] else "new"
        rows = tables[kind].get(name)
        if isinstance(rows, dict) and rows and chance.random() < 0.8:
            rows[chance.choice([*rows, "mass", "at", "rate"])] = chance.choice(values)
        else:
            tables[kind][name] = chance.choice(values)
    check = checked(tables)
    described(check.drawable)
    if check.runnable:
        described(tables)
    else:
        with pytest.raises(BadInput) as refused:
            described(tables)
        assert check.faults[0].line == str(refused.value)


def test_poses_lead_from_the_drawing_to_the_start_and_back() -> None:
    check = checked(FOUR_BAR)
    angle = math.radians(57)
    pose = check.poses["crank"]
    assert pose.world((0.1, 0.2, 0)) == pytest.approx((0.1 * math.cos(angle), 0.2, 0.1 * math.sin(angle)), abs=1e-14)
    assert pose.drawn(pose.world((0.3, 0.2, 0.1))) == pytest.approx((0.3, 0.2, 0.1), abs=1e-14)


# Loops in a plane ------------------------------------------------------------------------------------------


def with_value(tables: dict[str, Any], part: tuple[str, str], word: str, value: float) -> dict[str, Any]:
    """Return a machine with a length, a given angle, or the rocker's pivot elsewhere on the ground."""
    tables = deepcopy(tables)
    if word == "angle":
        tables["joints"][part[1]]["angle"] = value
    elif word == "distance":
        tables["joints"]["D"]["at"] = [[value, 0, 0], "start"]
        tables["joints"]["A"]["at"] = [0, 0, 0]
    else:
        body = tables["bodies"][part[1]]
        way = [y - x for x, y in zip(body["from"], body["to"], strict=True)]
        size = math.hypot(*way)
        body["to"] = [x + value / size * y for x, y in zip(body["from"], way, strict=True)]
    return tables


def test_a_loop_closes_within_each_range_and_not_beyond() -> None:
    tables = changed(("bodies.crank.to", [0.8, 0, 0]))
    check = checked(tables)
    found = ranges(check, check.loops[0])
    assert [(each.part[1], each.word) for each in found] == [
        ("D", "distance"), ("crank", "length"), ("coupler", "length"), ("rocker", "length"), ("A", "angle"),
    ]  # fmt: skip
    for each in found:
        ends = [(each.high - 1e-5, True), (each.high + 1e-5, False)]
        if each.low > 0.0:
            ends += [(each.low - 1e-5, False), (each.low + 1e-5, True)]
        for value, closes in ends if each.part[1] in ("coupler", "A") else ():
            faults = checked(with_value(tables, each.part, each.word, value)).faults
            assert (not any(fault.kind == "open" for fault in faults)) is closes, (each, value)


def test_an_open_loop_says_with_which_values_it_closes() -> None:
    tables = changed(("bodies.coupler.to", [3, 0, 2]), ("joints.A.angle", 0))
    check = checked(tables)
    found = closes_with(check, check.loops[0])
    assert {each.word for each in found} == {"length", "distance"}
    for each in found:
        assert each.low < each.suggestion < each.high
        assert checked(with_value(tables, each.part, each.word, each.suggestion)).runnable, each


def test_what_is_in_another_loop_does_not_close_one() -> None:
    more = {"shape": "bar", "from": [0.3, 0, 0], "to": [2.5, 0, 0], "mass": 1}
    arm = {"shape": "bar", "from": [1.2, 0, 1], "to": [1.1, 0, 1], "mass": 1}
    tables = changed(("bodies.more", more), ("bodies.arm", arm))
    tables["joints"]["E"] = {"hinge": ["crank", "more"], "at": "end, start", "axis": "-y"}
    tables["joints"]["F"] = {"hinge": ["ground", "arm"], "at": [1.2, 0, 1], "axis": "-y"}
    tables["joints"]["G"] = {"hinge": ["more", "arm"], "at": "end, end", "axis": "-y"}
    check = checked(tables)
    loop = next(each for each in check.loops if each.gap > 1e-6)
    found = closes_with(check, loop)
    assert {(each.part[1], each.word) for each in found} == {("more", "length"), ("arm", "length"), ("F", "distance")}
    length = next(each for each in found if each.part[1] == "more")
    assert checked(with_value(tables, length.part, length.word, length.suggestion)).runnable


def test_grashof_and_the_transmission_angle() -> None:
    check = checked(FOUR_BAR)
    bars = four_bar(check, check.loops[0], "A")
    assert bars == pytest.approx(FourBar(a, b, c, d)) and bars is not None
    assert bars.turns and bars.grashof == pytest.approx(a + d - b - c)
    usual = FourBar(0.3, 0.9, 0.7, 1.0)
    ends = [math.degrees(math.acos((0.81 + 0.49 - (1 + sign * 0.3) ** 2) / 1.26)) for sign in (-1, 1)]
    assert ends == pytest.approx([50.0, 108.0], abs=0.3)  # published with the target of this page
    assert math.degrees(usual.least_transmission) == pytest.approx(min(ends[0], 180 - ends[1]))


def test_the_coupler_curve_is_that_of_circles_which_meet() -> None:
    curve = turn_curve(checked(FOUR_BAR).made, "A", "coupler", (0.6, 0, 0.35))
    assert curve.whole and len(curve.path) == 121
    for q, (x, y, z) in zip(curve.angles, curve.path, strict=True):
        B = complex(a * math.cos(q), a * math.sin(q))
        way = 1.0 - B
        along = (b * b - c * c + abs(way) ** 2) / (2 * abs(way))
        C = B + way / abs(way) * complex(along, math.sqrt(b * b - along * along))
        P = B + (C - B) * complex(0.3, 0.35) / complex(0.6, 0.7)
        assert abs(P - complex(x, z)) < 1e-13 and y == 0.0


def test_a_rocker_turns_from_one_dead_point_to_the_other() -> None:
    curve = turn_curve(checked(FOUR_BAR).made, "D", "coupler", (0.6, 0, 0.35), 31)
    drawn = math.atan2(0.7, -0.1)
    ends = [math.pi - math.acos((c * c + d * d - s * s) / (2 * c * d)) - drawn for s in (b + a, b - a)]
    assert not curve.whole and curve.dead == pytest.approx(ends, abs=1e-5)
    assert list(curve.angles) == sorted(curve.angles) and (curve.angles[0], curve.angles[-1]) == curve.dead
    coarse = turn_curve(checked(FOUR_BAR).made, "D", "coupler", (0.6, 0, 0.35), 9)
    assert coarse.dead == pytest.approx(ends, abs=1e-5)


def test_a_turn_of_what_is_no_hinge_is_refused() -> None:
    with pytest.raises(BadInput, match="joint C: must be a hinge that carries a body and is not driven"):
        turn_curve(checked(FOUR_BAR).made, "C", "coupler", (0, 0, 0))
    with pytest.raises(BadInput, match="body 'z' is unknown; there are crank, coupler, rocker"):
        turn_curve(checked(FOUR_BAR).made, "A", "z", (0, 0, 0))


def test_what_the_repair_leaves_out_is_no_fault_of_what_names_it() -> None:
    measures = {"power": {"power": "D"}, "speed": {"speed": ["crank.end"]}}
    open_loop = checked(
        changed(
            ("bodies.rocker.to", [1, 0, 3]),
            ("joints.D.damping", 1),
            ("measures", measures),
            ("joints.A.torque", "-D_rate"),
        )
    )
    kinds = [fault.kind for fault in open_loop.faults]
    assert kinds.count("value") == 1 and "open" in kinds, "one fault of the measure of speed, none of what is of D"
    assert open_loop.faults[kinds.index("value")].parts == (("measures", "speed"),)


def test_a_joint_may_be_called_as_those_of_the_drawing_are() -> None:
    bob = {"shape": "point", "centre": [3, 0, 0], "mass": 1}
    tables = {"bodies": {"crank": CRANK, "bob": bob}, "joints": {f"{HELD}_bob": A}}
    found = checked(tables)
    assert [fault.kind for fault in found.faults] == ["hangs"] and found.held == (f"{HELD}_bob_",)
    assert found.drawable["joints"][f"{HELD}_bob"] == A and found.freedom == 1
