"""Machines by their descriptions: tables of bodies, joints, springs, rods, gears and couplings.

What is drawn is a sketch: every point and direction is one of the world in the drawn pose. The first joint that reaches
a body from the ground carries it, breadth first and joints with values before the others; every further one closes a
loop. A start keeps the angles, positions and rates that are given, and finds the others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from physics.errors import BadInput
from physics.machines import TABLES
from physics.machines.air import read_drags, read_wind
from physics.machines.assembly import (
    Contradiction,
    Unclosed,
    closed_start,
    dead_equation,
    displaced,
    freedom,
    independent,
    least_open,
    open_gaps,
    overdriven,
    unresisted,
)
from physics.machines.bodies import MachineBody, read_body
from physics.machines.built import Built
from physics.machines.equations import size_of, spring_lengths
from physics.machines.joint_ties import TIES, read_couplings
from physics.machines.joints import (
    GROUND_NAME,
    KINDS,
    Carried,
    Joint,
    JointStep,
    across,
    closing,
    driven_kind,
    lone_points,
    read_anchor,
    read_ends,
    read_joint,
)
from physics.machines.lengths import Resolved
from physics.machines.marks import read_mark, seen_from
from physics.machines.measures import MeasurableParts, Measure, pulls_of, read_measures
from physics.machines.motors import TIME, NamedNumber, check_start, placed, read_named
from physics.machines.open_loops import cannot_close, contradiction_line, gap_of, open_loop_line
from physics.machines.parts import (
    BALL,
    EDGE,
    GRIP,
    GROUND,
    HIGH,
    LENGTH,
    LOW,
    ROLL,
    TOUCH,
    Contact,
    GivenNumber,
    LoopEquation,
    MachineLink,
    MachineMark,
    MachineTable,
    Spring,
)
from physics.machines.planar_polygons import loop_that_lacks
from physics.machines.ropes import pegs_of, read_rope
from physics.machines.vectors import ZERO, Vector, difference, distance
from physics.machines.words import (
    FAR,
    GRAVITY,
    LENGTHS,
    SPRINGS,
    NumberWord,
    by_name,
    direction,
    label_of,
    named,
    needed,
    number,
    numbers,
    point,
    table,
)
from physics.maths import dense

MOST, MOST_OTHERS = {"bodies": 40, "joints": 80}, 100
"""Greatest numbers of bodies, joints, and each of the others."""
MOST_RATES = 40
"""Greatest number of rates: the time of making the equations grows with its cube."""
FLAT = 1e-6
"""Least sine of the angle between a disk and the plane on which it rolls."""
OPEN = 1e-6
"""Gap at which a loop counts as open [m]."""
POINT = 1e-9
"""Greatest length of a spring whose ends count as one point [m]."""
RESERVED = "t", "energy", "machine", "gravity", "loss", "work", "time"
"""Names that no variable of a joint may have."""
QUATERNION = "w", "x", "y", "z"
STANDARD_GRAVITY: Vector = (0.0, 0.0, -9.81)


@dataclass(frozen=True)
class Described:
    """A machine with the names of its links and its start. bodies, joints: as they are drawn; carried: links of bodies.

    contacts: names of the variables of ropes, stops and friction. closes: names of what each equation belongs to, then
    each contact. pegs: of each rope, on the ground. freedom: number of rates that can be chosen. given, given_rates:
    numbers of the rates whose coordinate, or which, the description gives. traces: points whose paths are drawn, by
    name, each of a body and in the drawn pose; trace_labels: what stands beside paths. ends: names of the variables of
    marks at which the run ends.
    """

    machine: MachineTable
    names: tuple[str, ...]
    start: tuple[float, ...]
    bodies: Mapping[str, MachineBody]
    joints: Mapping[str, Joint]
    carried: Mapping[str, Carried]
    contacts: tuple[str, ...]
    closes: tuple[str, ...]
    pegs: Mapping[str, tuple[Vector, ...]]
    freedom: int
    given: tuple[int, ...]
    given_rates: tuple[int, ...]
    traces: Mapping[str, tuple[str, Vector]]
    ends: tuple[str, ...] = ()
    trace_labels: Mapping[str, str] = field(default_factory=dict)
    measures: tuple[Measure, ...] = ()


def described(description: object) -> Described:
    """Return the machine of a description; raises BadInput with one line for the first fault."""
    words = Resolved(table("machine", description, TABLES)).tables
    bodies = {name: read_body(name, each) for name, each in _tables(words, "bodies").items()}
    if not bodies:
        raise BadInput("bodies: there is none; a machine needs at least one")
    if GROUND_NAME in bodies:
        raise BadInput(f"bodies: {GROUND_NAME!r} is what does not move; give the body another name")
    given = _tables(words, "joints")
    points = lone_points(bodies, given)
    joints = {name: read_joint(name, each, bodies, points) for name, each in given.items()}
    named_numbers = read_named(words.get("numbers", {}))
    built = _tree(bodies, joints)
    _close(built, words, bodies)
    _place_motors(built, named_numbers)
    for name, drag in read_drags(words, bodies).items():
        k = built.carried[name].link
        built.links[k] = replace(built.links[k], drag=drag)
    _add_contacts(built, words, bodies, joints)
    _add_marks(built, words, bodies)
    machine = MachineTable(
        tuple(built.links), tuple(built.equations), _springs(words, bodies, built),
        read_couplings(_tables(words, "couplings"), built),
        tuple(built.contacts), _gravity(words), read_wind(words, bodies),
        tuple(GivenNumber(each.value) for each in named_numbers.values()), tuple(built.marks.values()),
    )  # fmt: skip
    made = _started(machine, built, bodies, joints, tuple(_tables(words, "springs")))
    sides = [seen_from(each, called, made.machine, made.start) for called, each in built.marks.items()]
    marks = tuple(replace(each, side=side) for each, side in zip(made.machine.marks, sides, strict=True))
    whole = replace(made.machine, marks=marks) if marks else made.machine
    second = {joint.name: _moving_link(built, joint) for joint in built.loops}
    known = MeasurableParts(bodies, built.carried, built.tree, pulls_of(words, whole, made.closes), made.closes, second)
    for name in _tables(words, "measures"):
        _check_free_name(built, name, f"measure {name}")
    measures = read_measures(words.get("measures", {}), whole, known)
    traces, labels = _traces(words, bodies), _trace_labels(words)
    ends = tuple(built.end_names)
    return replace(made, machine=whole, traces=traces, trace_labels=labels, ends=ends, measures=measures)


@lru_cache(64)
def described_text(text: str) -> Described:
    """Return the machine of a description in JSON; raises BadInput as `described` does."""
    return described(json.loads(text))


def _moving_link(built: Built, joint: Joint) -> int:
    """Return the link of one of the bodies of a joint, of the ground's joint that of the other."""
    links = [built.carried[name].link for name in (joint.second, joint.first)]
    return next(link for link in links if link != GROUND)


def _add_marks(built: Built, words: Mapping[str, Any], bodies: Mapping[str, MachineBody]) -> None:
    """Add the marks at which ropes let go, then those at which the run ends, which have variables."""

    def read(called: str, given: object) -> MachineMark:
        return read_mark(called, given, bodies, built.carried, built.tree, built.links)

    for name, each in _tables(words, "ropes").items():
        if "lets_go" in each:
            called = f"rope {name}: lets_go"
            built.marks[called] = replace(read(called, each["lets_go"]), contact=built.contact_of.index(name))
    for name, each in _tables(words, "ends").items():
        built.marks[f"end {name}"] = read(f"end {name}", each)
        _check_free_name(built, f"{name}_reached", f"end {name}")
        built.end_names.append(f"{name}_reached")


def _traces(words: Mapping[str, Any], bodies: Mapping[str, MachineBody]) -> dict[str, tuple[str, Vector]]:
    """Return the points whose paths are drawn."""
    found = {}
    for name, each in _tables(words, "traces").items():
        called = f"trace {name}"
        given = table(called, each, ("body", "at", "label"))
        who = named(called, needed(called, given, "body", "the name of one"), tuple(bodies), "body")
        found[name] = who, read_anchor(f"{called}: at", who, given.get("at", "centre"), bodies)
    return found


def _trace_labels(words: Mapping[str, Any]) -> dict[str, str]:
    """Return what stands beside the paths of which that is said."""
    found = {name: label_of(f"trace {name}", each) for name, each in _tables(words, "traces").items()}
    return {name: label for name, label in found.items() if label}


def _tables(words: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a table of tables by their names."""
    found, most = by_name(name, words.get(name, {})), MOST.get(name, MOST_OTHERS)
    if len(found) > most:
        raise BadInput(f"{name}: {len(found)}; at most {most}")
    return found


def _gravity(words: Mapping[str, Any]) -> Vector:
    """Return the acceleration of what falls: a number points down."""
    if "gravity" not in words:
        return STANDARD_GRAVITY
    given, word = words["gravity"], GRAVITY
    if isinstance(given, list | tuple):
        x, y, z = numbers("gravity", given, word._replace(low=-word.high), 3)
        return x, y, z
    return 0.0, 0.0, -number("gravity", given, word)


def _place_motors(built: Built, given: Mapping[str, NamedNumber]) -> None:
    """Give the links the motors that are expressions, now that all names are known; raises BadInput."""
    places: dict[str, tuple[str, int]] = {TIME: ("t", 0)}
    places |= {name: ("n", k) for k, name in enumerate(given)}
    if taken := [name for name in given if name in RESERVED]:
        raise BadInput(f"numbers: the name {taken[0]} is taken; give it another one")
    primed: dict[str, tuple[str, int]] = {}
    at = row = 0
    for link, name in zip(built.links, built.names, strict=True):
        names = variable_names(link, name)
        for k, each in enumerate(names):
            if each in given:
                raise BadInput(f"numbers: {each} is a variable of the machine, too; give one of them another name")
            places[each] = ("q", at + k) if k < link.coordinates else ("u", row + k - link.coordinates)
        if link.rates == 1:
            primed[f"{name}'"] = ("u", row)
        at, row = at + link.coordinates, row + link.rates
    for k, motor in placed(built.motors, places | primed).items():
        built.links[k] = replace(built.links[k], motor=motor)


def _tree(bodies: Mapping[str, MachineBody], joints: Mapping[str, Joint]) -> Built:
    """Return the links of all bodies; raises BadInput for one that hangs on nothing."""
    built = Built([], [], [], [], [], [], [], [], {GROUND_NAME: Carried(GROUND, ZERO)}, {}, [], {})
    waiting, levels = list(joints.values()), {GROUND_NAME: 0}
    while reaching := [each for each in waiting if (each.first in levels) != (each.second in levels)]:
        # those with values first, then those near the ground, else in the order of the description
        joint = min(reaching, key=lambda each: (not each.said, min(_levels(each, levels))))
        waiting.remove(joint)
        _carry(built, joint, bodies)
        (level,) = _levels(joint, levels)
        levels |= dict.fromkeys((joint.first, joint.second), level + 1) | levels
    left = [name for name in bodies if name not in built.carried]
    if left:
        raise BadInput(
            f'body "{left[0]}" hangs on nothing; join it to another body or to "ground" (a free joint lets it fly)'
        )
    built.loops = [joint for name, joint in joints.items() if joint in waiting]
    for joint in built.loops:
        if joint.said:
            raise BadInput(
                f"joint {joint.name}: closes a loop in which every other joint has values, too; take "
                f"{', '.join(joint.said)} away"
            )
    return built


def _levels(joint: Joint, levels: Mapping[str, int]) -> list[int]:
    """Return how many joints lie between the ground and the bodies of a joint, as far as these are carried."""
    return [levels[each] for each in (joint.first, joint.second) if each in levels]


def _carry(built: Built, joint: Joint, bodies: Mapping[str, MachineBody]) -> None:
    """Add the links of a joint that carries a body."""
    backwards = joint.first not in built.carried
    mother, child = (joint.second, joint.first) if backwards else (joint.first, joint.second)
    leaves, arrives = (joint.to, joint.at) if backwards else (joint.at, joint.to)
    body, steps = bodies[child], list(enumerate(joint.steps))
    parent = built.carried[mother]
    place = difference(leaves, parent.origin)
    built.tree[joint.name] = []
    for k, step in reversed(steps) if backwards else steps:
        link = _link(joint, k, step, parent.link if not built.tree[joint.name] else len(built.links) - 1, backwards)
        built.links.append(replace(link, place=place if not built.tree[joint.name] else ZERO))
        built.tree[joint.name].append(len(built.links) - 1)
        built.names.append(joint.name + step.ending)
        if (motor := joint.values[k].motor) is not None:
            built.motors[len(built.links) - 1] = motor
        _start_of(built, joint, k, step)
    _check_names(joint, built)
    inertia = body.inertia
    elements = tuple(float(inertia[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
    centre = difference(body.centre, arrives)
    built.links[-1] = replace(built.links[-1], mass=body.mass, centre=centre, inertia=elements)
    built.carried[child] = Carried(len(built.links) - 1, arrives, joint.steps == KINDS[joint.kind])


def _check_names(joint: Joint, built: Built) -> None:
    """Raise BadInput for a joint with a variable that another one has, too."""
    links = built.tree[joint.name]
    taken = {name for k, link in enumerate(built.links[: links[0]]) for name in variable_names(link, built.names[k])}
    for k in links:
        for name in variable_names(built.links[k], built.names[k]):
            if name in taken or name in RESERVED:
                raise BadInput(f"joint {joint.name}: the name {name} is taken; give the joint another one")


def variable_names(link: MachineLink, name: str) -> tuple[str, ...]:
    """Return the names of the coordinates of a link, then of its rates."""
    if link.kind == BALL:
        return (*(f"{name}_{each}" for each in QUATERNION), *(f"{name}_rate_{each}" for each in QUATERNION[1:]))
    return (name, f"{name}_rate") if link.rates else ()


def _link(joint: Joint, k: int, step: JointStep, parent: int, backwards: bool) -> MachineLink:
    """Return a link of a joint; backwards: it carries the first body, against which the second turns the other way."""
    values = joint.values[k]
    axis = joint.axes[step.axis] if step.axis < len(joint.axes) else (0.0, 0.0, 1.0)
    if backwards and step.kind != BALL:
        axis = difference(ZERO, axis)
    kind = driven_kind(step.kind) if values.law is not None else step.kind
    link = MachineLink(
        kind, parent, axis=axis, damping=values.damping, stiffness=values.stiffness, rest=values.rest,
        torque=values.torque,
    )  # fmt: skip
    return link if values.law is None else replace(link, law=values.law)


def _start_of(built: Built, joint: Joint, k: int, step: JointStep) -> None:
    """Add the start of the last link."""
    link, values, first = built.links[-1], joint.values[k], len(built.rates)
    if link.kind == BALL:
        built.coordinates += [1.0, 0.0, 0.0, 0.0]
    elif link.rates:
        built.coordinates.append(0.0 if values.coordinate is None else values.coordinate)
        built.given += [] if values.coordinate is None else [first]
    built.rates += values.rates or [0.0] * link.rates
    built.given_rates += [] if values.rates is None else list(range(first, first + link.rates))


def _close(built: Built, words: Mapping[str, Any], bodies: Mapping[str, MachineBody]) -> None:
    """Add the equations of loops, rods, gears, edges and of what rolls."""
    for joint in built.loops:
        one, other = built.carried[joint.first], built.carried[joint.second]
        ends = difference(joint.at, one.origin), difference(joint.to, other.origin)
        _add(built, joint.name, closing(joint.kind, one.link, other.link, *ends, joint.axes))
    for name, each in _tables(words, "rods").items():
        _add(built, name, [_rod(f"rod {name}", each, bodies, built)])
    for kind, read in TIES.items():
        for name, each in _tables(words, kind).items():
            _add(built, name, [read(name, each, built)])
    for name, each in _tables(words, "edges").items():
        _add(built, name, [_edge(f"edge {name}", each, bodies, built)])
    for name, each in _tables(words, "rolling").items():
        _add(built, name, _rolling(f"rolling {name}", each, bodies, built))


def _add_contacts(
    built: Built, words: Mapping[str, Any], bodies: Mapping[str, MachineBody], joints: Mapping[str, Joint]
) -> None:
    """Add ropes, then stops, then friction."""
    for name, each in _tables(words, "ropes").items():
        rope = read_rope(f"rope {name}", each, bodies, built.carried)
        built.pegs[name] = pegs_of(f"rope {name}", each)
        if isinstance(rope, Contact):
            _add_contact(built, rope, f"{name}_taut", name)
        else:
            _add(built, name, [rope])
    of_joints = [(name, links[0], joints[name].values[0]) for name, links in built.tree.items() if links]
    for name, link, values in of_joints:
        for kind, limit in zip((LOW, HIGH), values.range or (), strict=False):
            stop = Contact(kind, link, value=limit, restitution=values.restitution)
            _add_contact(built, stop, f"{name}_at_{kind}", name)
    for name, link, values in of_joints:
        if values.friction:
            _add_contact(built, Contact(GRIP, link, value=values.friction, static=values.static), f"{name}_slip", name)


def _add_contact(built: Built, contact: Contact, variable: str, name: str) -> None:
    """Add a contact of a rope or joint called `name`, with its variable; raises BadInput where that is taken."""
    _check_free_name(built, variable, f"{'rope' if contact.is_rope else 'joint'} {name}")
    built.contacts.append(contact)
    built.contact_names.append(variable)
    built.contact_of.append(name)


def _check_free_name(built: Built, variable: str, called: str) -> None:
    """Raise BadInput where a variable of `called` has the name of another one."""
    links = zip(built.links, built.names, strict=True)
    taken = {each for link, joint in links for each in variable_names(link, joint)}
    if variable in (*taken, *built.contact_names, *built.end_names, *RESERVED):
        raise BadInput(f"{called}: the name {variable} is taken; give it another one")


def _rod(called: str, each: object, bodies: Mapping[str, MachineBody], built: Built) -> LoopEquation:
    """Return the equation of a rod without mass."""
    given = table(called, each, ("between", "from", "to", "length"))
    one, other, at, to, length = _between(called, given, bodies, built)
    if "length" in given:
        length = number(f"{called}: length", given["length"], NumberWord("m", 1e-9, FAR, ""))
    if length == 0.0:
        raise BadInput(f"{called}: from and to are one point; must be apart, or have a length")
    return LoopEquation(LENGTH, one, other, at, to, value=length)


def _edge(called: str, each: object, bodies: Mapping[str, MachineBody], built: Built) -> LoopEquation:
    """Return the equation of an edge that does not slip sideways."""
    given = table(called, each, ("body", "at", "across"))
    who = named(called, needed(called, given, "body", "the name of one"), tuple(bodies), "body")
    place, carried = read_anchor(f"{called}: at", who, given.get("at", "centre"), bodies), built.carried[who]
    along = direction(f"{called}: across", needed(called, given, "across", "the direction in which it does not slip"))
    return LoopEquation(EDGE, carried.link, at=difference(place, carried.origin), along=along)


def _rolling(called: str, each: object, bodies: Mapping[str, MachineBody], built: Built) -> list[LoopEquation]:
    """Return the equations of a disk or hoop that rolls on a plane of the ground: it touches it, and does not slip."""
    given = table(called, each, ("body", "radius", "axis", "on", "normal"))
    who = named(called, needed(called, given, "body", "the name of one"), tuple(bodies), "body")
    body, carried = bodies[who], built.carried[who]
    for word, own in (("radius", body.radius), ("axis", body.axis)):
        if word not in given and not own:
            raise BadInput(f"{called}: {who} has no {word}; give {word}, or the body the shape disk or hoop")
    radius = number(f"{called}: radius", given.get("radius", body.radius), LENGTHS["radius"])
    axis = direction(f"{called}: axis", given.get("axis", body.axis))
    normal = direction(f"{called}: normal", given.get("normal", "z"))
    slope = dense.length(np.cross(axis, normal))
    if slope < FLAT:
        raise BadInput(f"{called}: {who} is drawn flat on the plane; draw it so that its rim touches in one point")
    drawn = difference(body.centre, tuple(radius * slope * e for e in normal))  # its height that of the lowest point
    on = point(f"{called}: on", given.get("on", drawn))
    height = sum(a * b for a, b in zip(normal, on, strict=True))
    touch = LoopEquation(
        TOUCH, carried.link, at=difference(body.centre, carried.origin), to=normal, along=normal, across=axis,
        value=radius, offset=height,
    )  # fmt: skip
    return [touch, *(replace(touch, kind=ROLL, along=side, offset=0.0) for side in across(normal))]


def _add(built: Built, name: str, equations: Sequence[LoopEquation]) -> None:
    built.equations += equations
    built.closes += [name] * len(equations)


def _between(
    called: str, given: Mapping[str, Any], bodies: Mapping[str, MachineBody], built: Built
) -> tuple[int, int, Vector, Vector, float]:
    """Return two links, a point of each from its joint, and their distance in the drawn pose."""
    one, other, start, end = read_ends(called, given, bodies, built.carried)
    length = distance(start, end)
    return one.link, other.link, difference(start, one.origin), difference(end, other.origin), length


def _springs(words: Mapping[str, Any], bodies: Mapping[str, MachineBody], built: Built) -> tuple[Spring, ...]:
    found = []
    for name, each in _tables(words, "springs").items():
        called = f"spring {name}"
        given = table(called, each, ("between", "from", "to", *SPRINGS))
        one, other, at, to, length = _between(called, given, bodies, built)
        values = {word: number(f"{called}: {word}", given[word], SPRINGS[word]) for word in SPRINGS if word in given}
        if not values.keys() & {"stiffness", "damping"}:
            raise BadInput(f"{called}: needs stiffness or damping")
        found.append(
            Spring(
                one, other, at, to, values.get("stiffness", 0.0), values.get("rest", length), values.get("damping", 0.0)
            )
        )
    return tuple(found)


def _started(
    machine: MachineTable, built: Built, bodies: Mapping[str, MachineBody], joints: Mapping[str, Joint],
    springs: Sequence[str],
) -> Described:  # fmt: skip
    """Return a machine at its start; raises BadInput where it has none."""
    y = [*built.coordinates, *built.rates]
    y += [0.0] * (size_of(machine) - len(y))
    if not machine.rates:
        raise BadInput("nothing can move: all bodies are fixed or driven")
    if machine.rates > MOST_RATES:
        raise BadInput(f"joints: {machine.rates} motions of bodies against one another; at most {MOST_RATES}")
    _check_springs(machine, displaced(machine, y), springs)
    names = [name for name, link in zip(built.names, built.links, strict=True) for _ in range(link.rates)]
    if (stuck := unresisted(machine, displaced(machine, y))) is not None:
        raise BadInput(
            f"joint {names[stuck]}: no mass resists it; give the body behind it a mass or an inertia, or a point mass "
            "another joint than a ball"
        )
    every = machine
    machine, closes = _independent(machine, y, built.closes)
    driven_alone = overdriven(machine, displaced(machine, y))
    closes = [*closes, *built.contact_of]
    try:
        _refuse_open(machine, y, built, joints, closes)
    except BadInput:
        if driven_alone is not None:
            raise BadInput(_driven_line(closes[driven_alone])) from None
        raise
    try:
        y = closed_start(machine, y, built.given, built.given_rates)
    except Unclosed as gap:
        if driven_alone is not None:
            raise BadInput(_driven_line(closes[driven_alone])) from None
        raise BadInput(open_loop_line(machine, gap, closes, built.given)) from None
    except Contradiction as fault:
        if driven_alone is not None:
            raise BadInput(_driven_line(closes[driven_alone])) from None
        _check_free(machine, displaced(machine, y))
        given = dict.fromkeys(names[k] for k in built.given_rates)
        driven = [name for link, name in zip(machine.links, built.names, strict=True) if link.is_driven]
        if driven and not given:
            raise BadInput(
                f"joint {driven[0]}: is driven, and held by loops, rods, ropes or edges; free one of them"
            ) from None
        raise BadInput(contradiction_line(machine, fault, closes, given)) from None
    if driven_alone is not None and (alone := overdriven(machine, y)) is not None:
        raise BadInput(_driven_line(closes[alone]))
    _check_others(every, y, built.closes)
    free = _check_free(machine, y)
    check_not_dead(machine, y, closes)
    machine = replace(machine, overlaps=free + len(machine.equations) > machine.rates)
    _check_springs(machine, y, springs)
    rates = {sum(link.rates for link in built.links[:k]): motor for k, motor in built.motors.items()}
    check_start(machine, y, rates)
    return Described(
        machine, tuple(built.names), tuple(y), bodies, joints, built.carried, tuple(built.contact_names), tuple(closes),
        built.pegs, free, tuple(built.given), tuple(built.given_rates), {},
    )  # fmt: skip


def _refuse_open(
    machine: MachineTable, y: Sequence[float], built: Built, joints: Mapping[str, Joint], closes: Sequence[str]
) -> None:
    """Raise BadInput, without a search, for a loop of hinges in a plane with a side that is longer than all others."""
    found = loop_that_lacks([joints[each] for each, links in built.tree.items() if links], built.loops, OPEN)
    if found is None:
        return
    name, remains = found
    if {*closes} != {name}:  # what else there is may keep its points farther apart
        remains = gap_of(machine, least_open(machine, y, built.given), closes, name) or remains
    raise BadInput(cannot_close(name, remains))


def _check_others(machine: MachineTable, y: Sequence[float], closes: Sequence[str]) -> None:
    """Raise BadInput where an equation that seemed to follow from others does not hold, as out of a plane."""
    if not machine.equations:
        return
    for name, gap in zip(closes, open_gaps(machine, y), strict=False):  # contacts stand behind the equations
        if gap > OPEN:
            raise BadInput(cannot_close(name, gap))


def _check_free(machine: MachineTable, y: Sequence[float]) -> int:
    """Return the number of rates that can be chosen; raises BadInput where there is none, and nothing is driven."""
    free = freedom(machine, y)
    if free <= 0 and not machine.drives:
        raise BadInput("nothing can move: as many equations as coordinates (over-constrained)")
    return free


def check_not_dead(machine: MachineTable, y: Sequence[float], closes: Sequence[str]) -> None:
    """Raise BadInput for a state in a dead point. closes: the joint or rod that each equation belongs to."""
    if (dead := dead_equation(machine, y)) is not None:
        raise BadInput(
            f'the bars of the loop through "{closes[dead]}" lie in one line: the motion is not determined there; '
            "turn a joint a little"
        )


def _check_springs(machine: MachineTable, y: Sequence[float], names: Sequence[str]) -> None:
    """Raise BadInput for a spring without a direction."""
    for name, length in zip(names, spring_lengths(machine, y), strict=True):
        if not length > POINT:
            raise BadInput(f"spring {name}: its ends are at one point; must be apart")


def _driven_line(name: str) -> str:
    """Return the refusal of a loop in which too much is driven."""
    return f'the loop through "{name}" would be closed by what is driven alone; drive fewer joints'


def _independent(machine: MachineTable, y: Sequence[float], closes: Sequence[str]) -> tuple[MachineTable, list[str]]:
    """Return the machine with the equations that count, and what these belong to."""
    if not machine.equations:
        return machine, []
    found = independent(machine, y)
    waiting, kept = list(found.equations), []
    for equation, name in zip(machine.equations, closes, strict=True):
        if waiting and equation is waiting[0]:
            waiting.pop(0)
            kept.append(name)
    return found, kept
