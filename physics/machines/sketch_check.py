"""What is wrong with a machine that is being made, and a machine that shows it as it is.

A description with a fault is repaired step by step: what `described` refuses is noted and taken out of a copy, until
the copy is a machine. So each fault has the line that a file would get, and the copy can be drawn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, NamedTuple

from physics.errors import BadInput
from physics.machines import CALLED, CLOSING, OF_JOINTS
from physics.machines.assembly import Contradiction, Unclosed, closed_start, least_open
from physics.machines.bodies import read_body
from physics.machines.description import MOST, Described, described, described_text
from physics.machines.equations import moving, size_of
from physics.machines.joints import AXES, GROUND_NAME, KINDS, SAID, Joint, closing, read_joint
from physics.machines.lengths import NAMES, Resolved
from physics.machines.parts import LoopEquation
from physics.machines.planar_polygons import way_between
from physics.machines.posing import DrawnPose, drawn_pose
from physics.machines.vectors import ZERO, Vector, difference, distance

PartName = tuple[str, str]
"""The table of a part, and its name in it."""
TABLE_OF = {word: table for table, word in CALLED.items()}
"""Tables by what messages call their parts."""
HELD, NOTHING = "held", "nothing_yet"
"""How the names begin of joints that only the drawing has; the body of a machine that has none."""
SMALL = 1e-3
"""Mass [kg] and moments of inertia [kg m²] that the drawing gives to what has none."""
ROUNDS, TRIED = 200, 12
"""Most repairs of a description; most joints that are tried to be left out."""
SHAPED = ("shape", "from", "to", "corners", "centre", "size", "radius")
"""Words without which a body has no shape."""
RULES = (
    (r'body "(\w+)" hangs on nothing', "hangs"),
    (r'the loop through "(\w+)" cannot be closed', "open"),
    (r"joint (\w+): closes a loop in which every other joint has values", "given"),
    (r"the given rates contradict .*: (.*)", "rates"),
    (r"nothing can move: as many", "stiff"),
    (r"nothing can move: all", "fixed"),
    (r"joint (\w+): no mass resists it", "massless"),
    (r'the bars of the loop through "(\w+)" lie in one line', "dead"),
    (r'the loop through "(\w+)" would be closed by what is driven alone', "driven"),
    (r"joint (\w+): is driven, and held", "driven"),
    (r"bodies: there is none", "empty"),
)
"""What faults of a whole machine say, and their kinds; all others are of a value."""


class Cure(NamedTuple):
    """What mends a fault. what: "hinge" or "fly" (a body that hangs on nothing), "free" (take a joint away), "let go"
    (take a given value away), "mass" (give one). part: of what; word: the value that is meant.
    """

    what: str
    part: PartName
    word: str = ""


class Fault(NamedTuple):
    """A fault in one line. parts: those that it is about; kind: "value", or one of `RULES`."""

    line: str
    kind: str
    parts: tuple[PartName, ...] = ()
    cures: tuple[Cure, ...] = ()


class LoopReport(NamedTuple):
    """A loop of joints, the last of which closes it. gap: between its two points, one and other [m].

    equations: of the joint that closes it; independent: those that do not follow from others. closer: that joint.
    """

    joints: tuple[str, ...]
    gap: float
    one: Vector
    other: Vector
    equations: int
    independent: int
    closer: Joint


@dataclass(frozen=True, eq=False)
class SketchCheck:
    """What is known of a machine that is being made.

    faults: the first one is that which a file would get. drawable: tables of a machine that shows it; `held` names its
    joints that are there for the drawing alone. made: that machine; joints: its own with the values that were given,
    where it has more, such as angles in which open loops are the least open. freedom: number of motions of it that can
    be chosen. poses: of all bodies that are drawn, and of the ground. anchors: places of the points of these at the
    start [m], by body and name; joints' points by their places in the drawn pose.
    """

    faults: tuple[Fault, ...]
    drawable: dict[str, Any]
    made: Described
    joints: Mapping[str, Joint]
    held: tuple[str, ...]
    freedom: int
    loops: tuple[LoopReport, ...]
    poses: Mapping[str, DrawnPose]
    anchors: Mapping[tuple[str, str | Vector], Vector]

    @property
    def runnable(self) -> bool:
        """Whether it is a machine without a fault."""
        return not self.faults

    def joints_of(self, loop: LoopReport) -> list[Joint]:
        """Return the joints of a loop in their order, that which closes it last."""
        return [*(self.joints[name] for name in loop.joints[:-1]), loop.closer]


def checked(tables: Mapping[str, Any]) -> SketchCheck:
    """Return what is known of the tables of a machine; it raises nothing, whatever they are."""
    repair = _Repair(deepcopy(dict(tables)))
    made = repair.made()
    joints = made.joints
    opened = _opened_joints(made, tables, repair.opened)
    if opened and (nearer := _nearest(made, repair.tables, opened)) is not None:
        repair.tables, made = nearer
    poses = _poses(made)
    if repair.stiff:
        k = next(k for k, fault in enumerate(repair.faults) if fault.kind == "stiff")
        parts = [("joints", each) for each in _freeing(repair.stiff, repair.opened, repair.held)]
        cures = tuple(Cure("free", part) for part in parts)
        repair.faults[k] = repair.faults[k]._replace(parts=tuple(parts), cures=cures)
    return SketchCheck(
        tuple(repair.faults), repair.tables, made, joints, tuple(repair.held), made.freedom,
        tuple(_loops(made, opened, poses)), poses, _anchors(made, poses, repair.held),
    )  # fmt: skip


@dataclass
class _Repair:
    """A copy of tables that becomes a machine. held: its joints for the drawing; opened: joints that were left out.

    gone: names of all parts that were; shortened: parts of which words were. stiff: the tables in which nothing could
    move, without the faults that were noted before; empty where something can.
    """

    tables: dict[str, Any]
    faults: list[Fault] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    shortened: set[PartName] = field(default_factory=set)
    stiff: dict[str, Any] = field(default_factory=dict)

    def made(self) -> Described:
        """Return the machine that is left."""
        for _ in range(ROUNDS):
            try:
                return described_text(json.dumps(self.tables))
            except BadInput as error:
                line = str(error)
            except (ArithmeticError, ValueError, TypeError, LookupError) as error:
                self._note(Fault(f"machine: cannot be checked: {error}", "value"))
                break
            self._mend(line)
        return self._bare()

    def _note(self, fault: Fault) -> None:
        if all(fault.line != each.line for each in self.faults):
            self.faults.append(fault)

    def _mend(self, line: str) -> None:
        """Note a fault, and take it out of the tables."""
        for rule, kind in RULES:
            if (found := re.match(rule, line)) is not None:
                getattr(self, f"_mend_{kind}")(line, *found.groups())
                return
        part, word = self._part_of(line)
        follows = part in self.shortened and "needs" in line
        if not follows and not self._names_gone(line):
            self._note(Fault(line, "value", (part,) if part else ()))
        self._leave_out(part, "" if follows else word, line)

    def _names_gone(self, line: str) -> bool:
        """Return whether a line misses a part that is there, and that the repair alone has left out."""
        missed = re.search(r"""['"]?(\w+?)(?:_rate|_angle|_[123w-z])*['"]? is unknown""", line)
        return missed is not None and missed.group(1) in self.gone

    def _part_of(self, line: str) -> tuple[PartName | None, str]:
        """Return the part that a line is about, and the word of it where it names one."""
        words = line.split(":")[0].split(" = ")[0].split()
        said = line.split(": ", 1)[1] if ": " in line else ""
        word = re.match(r"\w*", said.split(" and ")[0].split("[")[0].split(".")[0])
        named = word.group() if word else ""
        if len(words) == 2 and words[0] in TABLE_OF:
            return self._found(TABLE_OF[words[0]], words[1]), named
        way = words[0].split(".") if words else []
        if len(way) >= 2 and isinstance(self.tables.get(way[0]), dict):
            return self._found(way[0], way[1]), way[2] if len(way) > 2 else ""
        return self._found("bodies", way[0] if way else ""), named

    def _found(self, table: str, name: str) -> PartName | None:
        given = self.tables.get(table)
        return (table, name) if isinstance(given, dict) and name in given else None

    def _leave_out(self, part: PartName | None, word: str, line: str) -> None:
        """Take a value out of the tables, or a part with all that names it, or what cannot be told apart."""
        if part is None:
            self._leave_out_unnamed(line)
            return
        table, name = part
        each = self.tables[table][name]
        if table == "numbers":
            self.tables[table][name] = 1.0
        elif isinstance(each, dict) and word in each and word not in (*SHAPED, *KINDS, "at", "axis", "axes"):
            del each[word]
            self.shortened.add(part)
            if table == "bodies" and word in ("mass", "density", "material"):
                each["mass"] = SMALL
        else:
            self._remove(part)

    def _leave_out_unnamed(self, line: str) -> None:
        """Leave out the table that a line is about, or else all but the bodies."""
        word = re.match(r"\w*", line)
        name = word.group() if word else ""
        given = self.tables.get(name)
        if isinstance(given, dict) and len(given) > 1 and "at most" in line:
            self._remove((name, list(given)[-1]))
        elif name in self.tables:
            del self.tables[name]
        else:
            for each in [each for each in self.tables if each not in ("bodies", "joints")] or ["joints", "bodies"]:
                self.tables.pop(each, None)

    def _remove(self, part: PartName) -> None:
        """Take a part out, with what names a body that is gone."""
        table, name = part
        self.tables[table].pop(name, None)
        self.gone.add(name)
        if table == "bodies":
            for other in (each for each in CALLED if isinstance(self.tables.get(each), dict)):
                gone = [each for each, words in self.tables[other].items() if name in bodies_of(words)]
                for each in gone:
                    del self.tables[other][each]
                self.gone.update(gone)
        if table == "joints":
            for other in OF_JOINTS:
                given = self.tables.get(other) or {}
                for each in [key for key, words in given.items() if name in tied_joints(words)]:
                    del given[each]

    # Faults of a whole machine -----------------------------------------------------------------------------

    def _mend_hangs(self, line: str, body: str) -> None:
        part = ("bodies", body)
        self._note(Fault(line, "hangs", (part,), (Cure("hinge", part), Cure("fly", part))))
        self._hold(body)

    def _hold(self, body: str, kind: str = "fixed") -> None:
        """Hold a body where it is drawn."""
        name, joints = f"{HELD}_{body}", self.tables.setdefault("joints", {})
        while name in joints and name not in self.held:
            name += "_"
        joints[name] = {kind: [GROUND_NAME, body], **({"axis": "z"} if AXES[kind] else {})}
        self.held = [*(each for each in self.held if each != name), name]

    def _mend_open(self, line: str, name: str, kind: str = "open") -> None:
        table = next((each for each in CLOSING if self._found(each, name)), "joints")
        self._note(Fault(line, kind, ((table, name),)))
        self._open(table, name)

    def _open(self, table: str, name: str) -> None:
        """Leave out what closes a loop; of a joint that carries a body its stops."""
        each = self.tables.get(table, {}).get(name, {})
        if table == "joints" and "range" in each:
            each.pop("range")
            each.pop("restitution", None)
            return
        self.opened += [name] if table == "joints" else []
        self._remove((table, name))

    def _mend_given(self, line: str, name: str) -> None:
        each = self.tables["joints"][name]
        said = [word for word in SAID if word in each]
        self._note(
            Fault(line, "given", (("joints", name),), tuple(Cure("let go", ("joints", name), word) for word in said))
        )
        for word in said:
            del each[word]

    def _mend_rates(self, line: str, names: str) -> None:
        joints = [each for each in names.split(", ") if self._found("joints", each)]
        cures = tuple(Cure("let go", ("joints", each), "rate") for each in joints)
        self._note(Fault(line, "rates", tuple(("joints", each) for each in joints), cures))
        for each in self.tables["joints"].values():
            each.pop("rate", None)

    def _mend_stiff(self, line: str) -> None:
        self._note(Fault(line, "stiff"))
        self.stiff = self.stiff or deepcopy(self.tables)
        for table in reversed(CLOSING):
            if table != "joints" and self.tables.get(table):
                self._remove((table, list(self.tables[table])[-1]))
                return
        for name in reversed(self.tables["joints"]):
            if _all_carried(self.tables, (name,)):
                self._open("joints", name)
                return
        self._all_held()

    def _mend_fixed(self, line: str) -> None:
        fixed = [name for name, each in self.tables["joints"].items() if "fixed" in each and name not in self.held]
        if fixed or not self.faults:
            self._note(Fault(line, "fixed", tuple(("joints", each) for each in fixed)))
        for each in self.tables["joints"].values():
            if (law := each.pop("driven", None)) is not None:
                word = "angle" if "hinge" in each else "position"
                if isinstance(law, dict) and "offset" in law:
                    each[word] = law["offset"]
                return
        self._all_held()

    def _all_held(self, first: str = "free") -> None:
        """Hold all bodies where they are drawn, but for the first one, which flies, or has another kind of joint."""
        self.tables = {"bodies": self.tables["bodies"], "joints": {}}
        self.opened, self.held = [], []
        for k, body in enumerate(self.tables["bodies"]):
            self._hold(body, "fixed" if k else first)

    def _mend_massless(self, line: str, joint: str) -> None:
        behind = [each for each in self.tables["joints"] if joint == each or joint.startswith(f"{each}_")]
        name = max(behind, key=len, default=joint)  # a link of a joint is called by it, with an ending
        light = [body for body, each in self.tables["bodies"].items() if not _has_mass(each)]
        joined = bodies_of(self.tables["joints"].get(name, {}))
        meant = [each for each in light if each in joined] or light
        self._note(
            Fault(
                line, "massless", (("joints", name), *(("bodies", each) for each in meant)),
                tuple(Cure("mass", ("bodies", each), "mass") for each in meant),
            )
        )  # fmt: skip
        if not self._weigh(meant or list(self.tables["bodies"])) and not self._weigh(list(self.tables["bodies"])):
            self._all_held()

    def _weigh(self, bodies: Sequence[str]) -> bool:
        """Give bodies a mass and an inertia, as far as they have none; return whether one had none."""
        changed = False
        for body in bodies:
            each = self.tables["bodies"][body]
            if not _has_mass(each):
                each.pop("density", None)
                each["mass"], changed = SMALL, True
            elif "inertia" not in each:
                each["inertia"], changed = [SMALL, SMALL, SMALL], True
        return changed

    def _mend_dead(self, line: str, name: str) -> None:
        self._mend_open(line, name, "dead")

    def _mend_driven(self, line: str, name: str) -> None:
        if "driven" in self.tables["joints"].get(name, {}):
            self._note(Fault(line, "driven", (("joints", name),)))
            del self.tables["joints"][name]["driven"]
        else:
            self._mend_open(line, name, "driven")

    def _mend_empty(self, line: str) -> None:
        self._note(Fault(line, "empty"))
        self.tables = {
            "bodies": {NOTHING: {"shape": "point", "centre": [0.0, 0.0, 0.0], "mass": SMALL}},
        }
        self._all_held("slider")

    def _bare(self) -> Described:
        """Return a machine of the bodies that can be drawn, held where they are."""
        given = self.tables.get("bodies")
        sound: dict[str, Any] = {}
        for name, each in given.items() if isinstance(given, dict) else ():
            alone = {"bodies": {name: each}, "joints": {HELD: {"slider": [GROUND_NAME, name], "axis": "z"}}}
            if len(sound) < MOST["bodies"] and not _line(alone):
                sound[name] = each
        if sound:
            self.tables = {"bodies": sound}
            self._all_held("slider")
        else:
            self._mend_empty("bodies: there is none; a machine needs at least one")
        return described(self.tables)


def _line(tables: Mapping[str, Any]) -> str:
    """Return the first fault of tables, "" for none."""
    try:
        described(tables)
    except BadInput as error:
        return str(error)
    except (ArithmeticError, ValueError, TypeError, LookupError) as error:
        return f"machine: cannot be checked: {error}"
    return ""


def tied_joints(words: object) -> tuple[str, ...]:
    """Return the names of joints that a gear, rack, screw or coupling ties."""
    if not isinstance(words, Mapping):
        return ()
    given = words.get("joints")
    names = [*(given if isinstance(given, list | tuple) else ()), words.get("joint")]
    return tuple(each for each in names if isinstance(each, str))


def bodies_of(words: object) -> tuple[str, ...]:
    """Return the names of bodies that a part of a table is about."""
    if not isinstance(words, Mapping):
        return ()
    found: list[str] = []
    for word in (*KINDS, "between"):
        if isinstance(words.get(word), list | tuple):
            found += [each for each in words[word] if isinstance(each, str)]
    if isinstance(words.get("body"), str):
        found.append(words["body"])
    for word in ("distance", "angle", "height", "speed"):
        given = words.get(word)
        for each in given if isinstance(given, list | tuple) else [given]:
            found += [each.partition(".")[0]] if isinstance(each, str) else []
    return tuple(found)


def _has_mass(words: Mapping[str, Any]) -> bool:
    """Return whether a body has a mass, as far as its words tell."""
    if "density" in words or ("material" in words and "mass" not in words):
        return True
    return words.get("mass", 0) not in (0, 0.0, "0", "0 kg", "0 g")


def _freeing(tables: Mapping[str, Any], opened: Sequence[str], held: Collection[str]) -> tuple[str, ...]:
    """Return the fewest joints without which a machine moves.

    opened: names of those that are tried first; held: of those that are there for the drawing alone.
    """
    names = [*dict.fromkeys(each for each in (*opened, *tables["joints"]) if each in tables["joints"].keys() - held)]
    names = names[:TRIED]
    for count in (1, 2):
        for gone in combinations(names, count):
            joints = {name: each for name, each in tables["joints"].items() if name not in gone}
            if _all_carried(tables, gone) and not _line({**tables, "joints": joints}):
                return gone
    return tuple(names[:1])


def _all_carried(tables: Mapping[str, Any], without: Collection[str]) -> bool:
    """Return whether joints hold all bodies to the ground where some joints are left out."""
    pairs = [bodies_of(words) for name, words in tables["joints"].items() if name not in without]
    reached, waiting = {GROUND_NAME}, [GROUND_NAME]
    while waiting:
        here = waiting.pop()
        there = {each for pair in pairs if here in pair for each in pair} - reached
        reached |= there
        waiting += there
    return reached.issuperset(tables["bodies"])


def _nearest(
    made: Described, tables: Mapping[str, Any], opened: Sequence[Joint]
) -> tuple[dict[str, Any], Described] | None:
    """Return the tables with the angles in which open loops are the nearest to being closed, and their machine.

    None where no such angles are found; what was given stays. tables: of `made`; opened: the joints that it has not.
    """
    machine, links = made.machine, {name: k for k, name in enumerate(made.names)}
    equations: list[LoopEquation] = []
    for joint in opened:
        one, other = made.carried[joint.first], made.carried[joint.second]
        ends = difference(joint.at, one.origin), difference(joint.to, other.origin)
        equations += closing(joint.kind, one.link, other.link, *ends, joint.axes)
    bare = replace(machine, contacts=(), marks=())
    start = list(made.start[: size_of(bare)])
    near = least_open(replace(bare, equations=(*machine.equations, *equations)), start, made.given)
    try:
        y = closed_start(bare, near, made.given, ())
    except (Unclosed, Contradiction):
        return None
    turned = deepcopy(dict(tables))
    for name, each in turned["joints"].items():
        word = "angle" if "hinge" in each else "position" if "slider" in each else ""
        if word and name in links and not {word, "driven", "range"} & each.keys():
            each[word] = y[machine.coordinate_of(links[name])]
    try:
        return turned, described(turned)
    except BadInput:
        return None


def _opened_joints(made: Described, tables: Mapping[str, Any], opened: Sequence[str]) -> list[Joint]:
    """Return the joints that were left out because their loops are open, as far as they can be read."""
    found = []
    for name in opened:
        try:
            found.append(_joint_of(tables, name))
        except (BadInput, KeyError):
            continue
    return [each for each in found if {each.first, each.second} <= made.carried.keys()]


def _joint_of(tables: Mapping[str, Any], name: str) -> Joint:
    """Return a joint of tables as it is drawn; raises BadInput."""
    own = tables["joints"][name]
    bodies = {each: tables["bodies"][each] for each in bodies_of(own) if each != GROUND_NAME}
    alone = {NAMES: tables.get(NAMES, {}), "bodies": bodies, "joints": {name: own}}
    words = Resolved(alone).tables
    return read_joint(name, words["joints"][name], {each: read_body(each, words["bodies"][each]) for each in bodies})


# At the start ------------------------------------------------------------------------------------------------


def _poses(made: Described) -> dict[str, DrawnPose]:
    """Return where the bodies are at the start."""
    state = moving(made.machine, made.start)
    return {name: drawn_pose(made, state, name) for name in (GROUND_NAME, *made.bodies)}


def _anchors(
    made: Described, poses: Mapping[str, DrawnPose], held: Sequence[str]
) -> dict[tuple[str, str | Vector], Vector]:
    """Return where the anchors of bodies and the points of joints are at the start. held: joints that do not count."""
    found: dict[tuple[str, str | Vector], Vector] = {}
    for name, body in made.bodies.items():
        for anchor, place in body.anchors.items():
            found[name, anchor] = poses[name].world(place)
    for joint in made.joints.values():
        for who, place in ((joint.first, joint.at), (joint.second, joint.to)):
            anchors = made.bodies[who].anchors.values() if who != GROUND_NAME else ()
            if place not in anchors and joint.name not in held:
                found[who, place] = poses[who].world(place)
    return found


def tree_joints(made: Described) -> list[Joint]:
    """Return the joints that carry bodies."""
    links = set(made.names)
    return [joint for joint in made.joints.values() if joint.name + joint.steps[0].ending in links]


def _loops(made: Described, opened: Sequence[Joint], poses: Mapping[str, DrawnPose]) -> list[LoopReport]:
    """Return the loops that joints close, or would close."""
    carrying = tree_joints(made)
    found = []
    closers = [joint for joint in made.joints.values() if joint not in carrying]
    for joint in (*closers, *opened):
        one, other = poses[joint.first].world(joint.at), poses[joint.second].world(joint.to)
        count = len(closing(joint.kind, 0, 0, ZERO, ZERO, joint.axes))
        gap = distance(one, other)
        way = way_between(carrying, joint.first, joint.second)
        own = made.closes.count(joint.name)
        found.append(LoopReport((*way, joint.name), gap, one, other, count, own, joint))
    return found
