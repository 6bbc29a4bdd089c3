"""Joints of a machine as its description has them, and the links and equations that they are made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from physics.errors import BadInput, shown
from physics.machines.bodies import MachineBody
from physics.machines.motors import GivenMotor, read_motor
from physics.machines.parts import BALL, DRIVEN_SLIDE, DRIVEN_TURN, PLANE, RIGHT_ANGLE, SLIDE, TURN, WELD, LoopEquation
from physics.machines.vectors import Vector, cross
from physics.machines.words import (
    FAR,
    QUICK,
    SLIDING,
    TURNING,
    NumberWord,
    direction,
    has_arrow,
    near,
    needed,
    number,
    numbers,
    point,
    table,
)
from physics.maths import dense
from physics.maths.trig import PI

GROUND_NAME = "ground"
"""The word for what does not move."""


class Carried(NamedTuple):
    """The link of a body, and where its joint is drawn. turns: False for a point that its joint does not turn."""

    link: int
    origin: Vector
    turns: bool = True


class JointStep(NamedTuple):
    """A link of a joint: its kind, which of the directions of the joint is its axis, and what its names end with."""

    kind: str
    axis: int = 0
    ending: str = ""


KINDS: dict[str, tuple[JointStep, ...]] = {
    "fixed": (JointStep(WELD),),
    "hinge": (JointStep(TURN),),
    "slider": (JointStep(SLIDE),),
    "universal": (JointStep(TURN, 0, "_1"), JointStep(TURN, 1, "_2")),
    "ball": (JointStep(BALL),),
    "cylindrical": (JointStep(SLIDE, 0, "_way"), JointStep(TURN, 0, "_angle")),
    "planar": (JointStep(SLIDE, 1, "_1"), JointStep(SLIDE, 2, "_2"), JointStep(TURN, 0, "_angle")),
    "free": (JointStep(SLIDE, 0, "_at_x"), JointStep(SLIDE, 1, "_at_y"), JointStep(SLIDE, 2, "_at_z"), JointStep(BALL)),
}
AXES = {"fixed": 0, "hinge": 1, "slider": 1, "universal": 2, "ball": 0, "cylindrical": 1, "planar": 1, "free": 0}
"""Numbers of axes that a description gives."""
CONTACTS = ("range", "restitution", "friction", "static_friction")
"""Words of hinges and sliders alone."""
NUMBERS = ("angle", "position", "rate", "torque", "force", "damping", "stiffness", "rest", *CONTACTS)
SAID = (*NUMBERS, "driven")
"""Words of which a joint that has one must carry a body of the tree."""
WORDS = (*KINDS, "at", "axis", "axes", "arrow", *SAID)
DRIVEN = ("offset", "speed", "amplitude", "frequency", "phase")
WORLD: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class StepValues:
    """What is said of one link of a joint. coordinate, rate: None where nothing is given; law: of what is driven.

    motor: a torque or force that is an expression.
    range: its least and greatest coordinate, where it has stops. friction, static: in motion, and the greatest at rest.
    """

    coordinate: float | None = None
    rates: tuple[float, ...] | None = None
    torque: float = 0.0
    damping: float = 0.0
    stiffness: float = 0.0
    rest: float = 0.0
    range: tuple[float, float] | None = None
    restitution: float = 0.0
    friction: float = 0.0
    static: float = 0.0
    law: tuple[float, ...] | None = None
    motor: GivenMotor | None = None


@dataclass(frozen=True)
class Joint:
    """A joint of two bodies. at, to: its points on them, in the world of the drawn pose, which may lie apart.

    steps: its links. axes: directions of its links. values: of its links. said: words of `SAID` that it has.
    arrow: whether the force of the ground in it is drawn.
    """

    name: str
    kind: str
    first: str
    second: str
    at: Vector
    to: Vector
    steps: tuple[JointStep, ...]
    axes: tuple[Vector, ...]
    values: tuple[StepValues, ...]
    said: tuple[str, ...]
    arrow: bool = True

    @property
    def has_motor(self) -> bool:
        """Whether a motor or a drive moves it."""
        return any(each.torque or each.law is not None or each.motor is not None for each in self.values)


def lone_points(bodies: Mapping[str, MachineBody], joints: Mapping[str, object]) -> set[str]:
    """Return the bodies without a moment of inertia that are in one joint alone, as far as can be seen."""
    lists = [each for joint in joints.values() if isinstance(joint, Mapping) for each in joint.values()]
    found = [name for each in lists if isinstance(each, list | tuple) for name in each if isinstance(name, str)]
    return {name for name, body in bodies.items() if found.count(name) == 1 and not body.inertia.any()}


def read_joint(name: str, given: object, bodies: Mapping[str, MachineBody], points: Collection[str] = ()) -> Joint:
    """Return the joint of a table; raises BadInput.

    points: bodies that a free or planar joint moves, but does not turn, where they are joined at their centres: nothing
    would resist that.
    """
    called = f"joint {name}"
    words = table(called, given, WORDS)
    kinds = [word for word in words if word in KINDS]
    if len(kinds) != 1:
        said = f"has {' and '.join(kinds)}" if kinds else "no kind"
        raise BadInput(f"{called}: {said}; must have one of {', '.join(KINDS)}")
    kind = kinds[0]
    first, second = read_pair(called, kind, words[kind], bodies)
    at, to = read_places(called, words.get("at"), first, second, bodies)
    axes = _axes(called, kind, words)
    here = tuple(word for word in SAID if word in words)
    steps = KINDS[kind]
    for who, place in ((first, at), (second, to)):
        if kind in ("free", "planar") and who in points and place == bodies[who].centre:
            steps = tuple(step for step in steps if step.kind == SLIDE)
    values, arrow = _values(called, kind, steps, words), has_arrow(called, words)
    return Joint(name, kind, first, second, at, to, steps, axes, values, here, arrow)


def read_pair(called: str, word: str, given: object, bodies: Mapping[str, MachineBody]) -> tuple[str, str]:
    """Return the names of the two bodies that something joins; raises BadInput."""
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise BadInput(f'{called}: {word} = {shown(given)}: must be two bodies, such as ["ground", "arm"]')
    for each in given:
        if not isinstance(each, str) or (each != GROUND_NAME and each not in bodies):
            such = near(each, (*bodies, GROUND_NAME)) or f"; there are {', '.join((*bodies, GROUND_NAME))}"
            raise BadInput(f"{called}: body {shown(each)} is unknown{such}")
    first, second = given
    if first == second:
        raise BadInput(f"{called}: joins {shown(first)} to itself; must join two bodies")
    return str(first), str(second)


def read_places(
    called: str, given: object, first: str, second: str, bodies: Mapping[str, MachineBody]
) -> tuple[Vector, Vector]:
    """Return the points of two bodies: one point of the world, anchors of both, or a list of two of these.

    Raises BadInput.
    """
    if given is None:
        names = [each for each in (first, second) if each != GROUND_NAME]
        place = bodies[names[-1]].centre
        return place, place
    if isinstance(given, str):
        words = [each.strip() for each in given.split(",")]
        if len(words) != 2:
            raise BadInput(f'{called}: at = {shown(given)}: must be a point, or two anchors, such as "end, start"')
        return read_anchor(called, first, words[0], bodies), read_anchor(called, second, words[1], bodies)
    if isinstance(given, list | tuple) and len(given) == 2:
        one, other = (read_anchor(called, who, each, bodies) for who, each in zip((first, second), given, strict=True))
        return one, other
    place = point(f"{called}: at", given)
    return place, place


def read_anchor(called: str, who: str, given: object, bodies: Mapping[str, MachineBody]) -> Vector:
    """Return an anchor of a body by its name, or a point of the world; raises BadInput."""
    if not isinstance(given, str):
        return point(called, given)
    anchors = {} if who == GROUND_NAME else bodies[who].anchors
    if given not in anchors:
        there = f"; it has {', '.join(anchors)}" if anchors else "; of the ground give a point"
        raise BadInput(f"{called}: {who} has no anchor {shown(given)}{near(given, tuple(anchors))}{there}")
    return anchors[given]


def read_point(
    called: str, who: str, given: object, bodies: Mapping[str, MachineBody], carried: Mapping[str, Carried]
) -> Vector:
    """Return a point that moves with a body, or of the ground, in the drawn pose; raises BadInput."""
    place = read_anchor(called, who, given, bodies)
    if not carried[who].turns and place != bodies[who].centre:
        raise BadInput(f"{called}: {who} is a point that nothing turns; must be its centre")
    return place


def read_ends(
    called: str, given: Mapping[str, Any], bodies: Mapping[str, MachineBody], carried: Mapping[str, Carried]
) -> tuple[Carried, Carried, Vector, Vector]:
    """Return two bodies that something is between, and a point of each in the drawn pose; raises BadInput."""
    pair = read_pair(called, "between", needed(called, given, "between", "two bodies"), bodies)
    ends: list[Vector] = []
    for who, word in zip(pair, ("from", "to"), strict=True):
        default = None if who == GROUND_NAME else "centre"
        if word not in given and default is None:
            raise BadInput(f"{called}: needs {word}, a point of the ground")
        ends.append(read_point(f"{called}: {word}", who, given.get(word, default), bodies, carried))
    return carried[pair[0]], carried[pair[1]], ends[0], ends[1]


def _axes(called: str, kind: str, words: Mapping[str, Any]) -> tuple[Vector, ...]:
    """Return the directions of the links of a joint."""
    count = AXES[kind]
    word = "axes" if count > 1 else "axis"
    for each in ("axis", "axes"):
        if each in words and (each != word or not count):
            cure = f"give {word}" if count else "leave it out"
            raise BadInput(f"{called}: a {kind} joint has no {each}; {cure}")
    if count and word not in words:
        raise BadInput(
            f"{called}: {kind} without {'an axis; needs axis' if count == 1 else 'axes; needs two directions'}"
        )
    if not count:
        return WORLD
    given = words[word] if count > 1 else [words[word]]
    if not isinstance(given, list | tuple) or len(given) != count:
        raise BadInput(f"{called}: axes = {shown(given)}: must be {count} directions")
    found = tuple(direction(f"{called}: {word}", each) for each in given)
    if count == 2 and dense.length(np.cross(np.array(found[0]), np.array(found[1]))) < 1e-6:
        raise BadInput(f"{called}: axes are parallel; must point in two directions")
    return (*found, *across(found[0])) if kind == "planar" else found


def across(axis: Vector) -> tuple[Vector, Vector]:
    """Return two directions at right angles to an axis and each other; of one along x, y or z the others of these."""
    least = min(range(3), key=lambda k: abs(axis[k]))
    one = cross(axis, (float(least == 0), float(least == 1), float(least == 2)))
    size = dense.length(one)
    one = one[0] / size, one[1] / size, one[2] / size
    a, b, c = (float(each) + 0.0 for each in one)
    x, y, z = (float(each) + 0.0 for each in cross(axis, one))
    return (a, b, c), (x, y, z)


def _values(called: str, kind: str, steps: Sequence[JointStep], words: Mapping[str, Any]) -> tuple[StepValues, ...]:
    """Return what is said of each link of a joint."""
    found: list[dict[str, Any]] = [{} for _ in steps]
    turns = [k for k, step in enumerate(steps) if step.kind == TURN]
    slides = [k for k, step in enumerate(steps) if step.kind == SLIDE]
    both = [k for k, step in enumerate(steps) if step.kind in (TURN, SLIDE)]
    single = {"angle": turns, "torque": turns, "position": slides, "force": slides, "stiffness": both, "rest": both}
    keys = {"angle": "coordinate", "position": "coordinate", "force": "torque"}
    motors = "torque", "force"
    for word, places in single.items():
        if word in words:
            _refuse_none(called, kind, word, places)
            allowed = [_word(steps[k], word) for k in places]
            given = _each(f"{called}: {word}", words[word], allowed, read_motor if word in motors else number)
            for k, value in zip(places, given, strict=True):
                found[k]["motor" if isinstance(value, GivenMotor) else keys.get(word, word)] = value
    _of_all(called, steps, words, found)
    if any(word in words for word in CONTACTS):
        found[0] |= _contacts(called, kind, words)
    if "driven" in words:
        _drive(called, kind, words, found)
    return tuple(StepValues(**each) for each in found)


def _refuse_none(called: str, kind: str, word: str, places: Sequence[int]) -> None:
    if not places:
        raise BadInput(f"{called}: a {kind} joint has no {word}")


def _word(step: JointStep, word: str) -> NumberWord:
    return (SLIDING if step.kind == SLIDE else TURNING)[word]


def _each(
    name: str, given: object, words: Sequence[NumberWord], read: Callable[[str, object, NumberWord], Any] = number
) -> list[Any]:
    """Return what is read for each of some words: numbers, unless another reader is given."""
    if len(words) == 1 and not isinstance(given, list | tuple):
        return [read(name, given, words[0])]
    if not isinstance(given, list | tuple) or len(given) != len(words):
        raise BadInput(f"{name} = {shown(given)}: must be {len(words)} numbers")
    return [read(f"{name}[{k}]", each, word) for k, (each, word) in enumerate(zip(given, words, strict=True))]


def _of_all(called: str, steps: Sequence[JointStep], words: Mapping[str, Any], found: list[dict[str, Any]]) -> None:
    """Read rates and friction, which balls have, too: three rates about their own axes, and one friction."""
    for word in ("rate", "damping"):
        if word not in words:
            continue
        places = [k for k, step in enumerate(steps) if step.kind != WELD]
        _refuse_none(called, "fixed", word, places)
        allowed: list[NumberWord] = []
        for k in places:
            allowed += [_word(steps[k], word)] * (3 if steps[k].kind == BALL and word == "rate" else 1)
        given = iter(_each(f"{called}: {word}", words[word], allowed))
        for k in places:
            if word == "damping":
                found[k]["damping"] = next(given)
            else:
                found[k]["rates"] = tuple(next(given) for _ in range(3 if steps[k].kind == BALL else 1))


def _contacts(called: str, kind: str, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stops and the friction of a hinge or slider."""
    word = next(each for each in CONTACTS if each in words)
    if kind not in ("hinge", "slider"):
        raise BadInput(f"{called}: a {kind} joint has no {word}; only a hinge or a slider has it")
    known, coordinate = (SLIDING, "position") if kind == "slider" else (TURNING, "angle")
    given = {each: number(f"{called}: {each}", words[each], known[each]) for each in CONTACTS[1:] if each in words}
    found = {"restitution": given.get("restitution", 0.0), "friction": given.get("friction", 0.0)}
    found["static"] = given.get("static_friction", found["friction"])
    unit = known["friction"].unit
    if found["static"] < found["friction"] or (found["static"] and not found["friction"]):
        raise BadInput(
            f"{called}: static_friction = {found['static']:g} {unit}: must be at least friction, "
            f"{found['friction']:g} {unit}, which must not be 0"
        )
    if "range" not in words:
        if "restitution" in words:
            raise BadInput(f"{called}: restitution without stops; needs range, two values")
        return found
    low, high = numbers(f"{called}: range", words["range"], known[coordinate], 2)
    if not low < high:
        raise BadInput(f"{called}: range = {shown(words['range'])}: the second must be greater than the first")
    if coordinate in words:
        check_range(f"{called}: {coordinate}", number(called, words[coordinate], known[coordinate]), low, high)
    return {**found, "range": (low, high)}


def check_range(name: str, value: float, low: float, high: float) -> None:
    """Raise BadInput for a coordinate that is beyond its stops."""
    if not low <= value <= high:
        raise BadInput(f"{name} = {value:g}: must be within its range, {low:g} to {high:g}")


def _drive(called: str, kind: str, words: Mapping[str, Any], found: list[dict[str, Any]]) -> None:
    """Read the motion of a joint that is driven: offset + speed t + amplitude sin(2 pi frequency t + phase)."""
    if kind not in ("hinge", "slider"):
        raise BadInput(f"{called}: a {kind} joint cannot be driven; must be a hinge or a slider")
    for word in NUMBERS:
        if word in words:
            raise BadInput(
                f"{called}: {word} and driven: a joint that is driven moves as it is driven; leave {word} out"
            )
    given = table(f"{called}: driven", words["driven"], DRIVEN)
    value = {
        word: number(f"{called}: driven.{word}", given.get(word, 0.0), known)
        for word, known in driven_words(kind).items()
    }
    law = (
        value["offset"],
        value["speed"],
        value["amplitude"],
        2.0 * PI * value["frequency"],
        value["phase"] - 0.5 * PI,
    )
    found[0]["law"] = law


def driven_words(kind: str) -> dict[str, NumberWord]:
    """Return the numbers of the law by which a joint of a kind, a hinge or a slider, is driven."""
    unit = "m" if kind == "slider" else "rad"
    return {
        "speed": NumberWord(f"{unit}/s", -QUICK, QUICK, "speed"), "offset": NumberWord(unit, -FAR, FAR, "offset"),
        "amplitude": NumberWord(unit, -FAR, FAR, "amplitude"),
        "frequency": NumberWord("Hz", 0.0, QUICK, "frequency"), "phase": NumberWord("rad", -QUICK, QUICK, "phase"),
    }  # fmt: skip


def driven_kind(kind: str) -> str:
    """Return the kind of a link that is driven."""
    return DRIVEN_SLIDE if kind == SLIDE else DRIVEN_TURN


def closing(kind: str, first: int, second: int, at: Vector, to: Vector, axes: Sequence[Vector]) -> list[LoopEquation]:
    """Return the equations of a joint that closes a loop of two links; at, to: its points, from their joints."""

    def planes(directions: Sequence[Vector]) -> list[LoopEquation]:
        return [LoopEquation(PLANE, first, second, at, to, along=each) for each in directions]

    def angles(directions: Sequence[Vector], across: Vector) -> list[LoopEquation]:
        return [LoopEquation(RIGHT_ANGLE, first, second, along=each, across=across) for each in directions]

    if kind == "free":
        return []
    if kind == "ball":
        return planes(WORLD)
    if kind == "fixed":
        return [*planes(WORLD), *angles(WORLD[:2], WORLD[2]), *angles(WORLD[:1], WORLD[1])]
    axis = axes[0]
    sides = across(axis)
    if kind == "universal":
        cosine = sum(a * b for a, b in zip(axes[0], axes[1], strict=True))
        return [*planes(WORLD), replace(angles(axes[:1], axes[1])[0], offset=cosine)]
    if kind == "planar":
        return [*planes([axis]), *angles(sides, axis)]
    if kind == "hinge":
        return [*planes(WORLD), *angles(sides, axis)]
    turning = angles(sides[:1], sides[1]) if kind == "slider" else []
    return [*planes(sides), *angles(sides, axis), *turning]
