"""Marks of a machine: an angle, a position or a height at which, once in a run, a rope lets go or the run ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from physics.core.fields import Event
from physics.errors import BadInput, shown
from physics.machines.bodies import MachineBody
from physics.machines.equations import moving, places
from physics.machines.joints import Carried, read_point
from physics.machines.motion import point_of
from physics.machines.parts import SLIDE, MachineLink, MachineMark, MachineTable
from physics.machines.vectors import Number, difference
from physics.machines.words import MARKS, named, near, needed, number, table
from physics.types import Floats

PASSED = 1e-9
"""Distance of a start from a mark [m, rad] at which it is at the mark already."""
LET_GO, END = Event("let-go", "a rope lets go"), Event("end", "the run has reached its end")


def read_mark(
    called: str, given: object, bodies: Mapping[str, MachineBody], carried: Mapping[str, Carried],
    tree: Mapping[str, Sequence[int]], links: Sequence[MachineLink],
) -> MachineMark:  # fmt: skip
    """Return the mark of a table, whose side the start tells; raises BadInput.

    given: `joint` with `angle` or `position`, or `height` with `body`, and perhaps `at`. tree: links of joints.
    """
    words = table(called, given, ("joint", "angle", "position", "height", "body", "at"))
    if ("joint" in words) == ("height" in words):
        raise BadInput(f"{called}: needs joint with angle or position, or height with body")
    if "height" in words:
        return _height(called, words, bodies, carried)
    return _coordinate(called, words, tree, links)


def _height(
    called: str, words: Mapping[str, Any], bodies: Mapping[str, MachineBody], carried: Mapping[str, Carried]
) -> MachineMark:
    for word in ("angle", "position"):
        if word in words:
            raise BadInput(f"{called}: height and {word}: give one of them")
    who = named(called, needed(called, words, "body", "the name of one"), tuple(bodies), "body")
    place = read_point(f"{called}: at", who, words.get("at", "centre"), bodies, carried)
    at = difference(place, carried[who].origin)
    return MachineMark(carried[who].link, True, at, number(f"{called}: height", words["height"], MARKS["height"]))


def _coordinate(
    called: str, words: Mapping[str, Any], tree: Mapping[str, Sequence[int]], links: Sequence[MachineLink]
) -> MachineMark:
    for word in ("body", "at"):
        if word in words:
            raise BadInput(f"{called}: joint and {word}: {word} belongs to height; leave it out")
    name = words["joint"]
    own = tree.get(name, ()) if isinstance(name, str) else ()
    if not own:
        such = near(name, tuple(tree)) or f"; there are {', '.join(tree)}"
        raise BadInput(f"{called}: joint {shown(name)} is unknown, or closes a loop{such}")
    if len(own) != 1 or links[own[0]].coordinates != 1:
        raise BadInput(f"{called}: joint {name} must be a hinge or a slider that is not driven")
    word, other = ("position", "angle") if links[own[0]].kind == SLIDE else ("angle", "position")
    if other in words:
        raise BadInput(f"{called}: joint {name} has no {other}; give {word}")
    return MachineMark(
        own[0], False, value=number(f"{called}: {word}", needed(called, words, word, "a number"), MARKS[word])
    )


def seen_from(mark: MachineMark, called: str, machine: MachineTable, y: Sequence[float]) -> float:
    """Return 1 where a start is above a mark, -1 where it is below; raises BadInput where it is there already."""
    ahead = float(_value(mark, machine, y)) - float(mark.value)
    if abs(ahead) <= PASSED:
        unit = "m" if mark.is_height or machine.links[mark.link].kind == SLIDE else "rad"
        raise BadInput(f"{called}: the start is at {mark.value:g} {unit} already; must be above it or below")
    return 1.0 if ahead > 0.0 else -1.0


def _value(mark: MachineMark, machine: MachineTable, y: Sequence[Number]) -> Number:
    if not mark.is_height:
        return y[machine.coordinate_of(mark.link)]
    return point_of(moving(machine, y).found[mark.link], mark.at).place[2]


def mark_values(machine: MachineTable, y: Sequence[Number]) -> list[Number]:
    """Return of each mark how far ahead it is [m, rad]: positive on the side of the start."""
    return [mark.side * (_value(mark, machine, y) - mark.value) for mark in machine.marks]


def check_before(machine: MachineTable, y: Sequence[float]) -> None:
    """Raise BadInput for a start beyond a mark."""
    for mark, ahead_of in zip(machine.marks, mark_values(machine, y), strict=True):
        if not ahead_of > 0.0:
            if mark.contact < 0:
                raise BadInput(f"the start is beyond {mark.value:g}, where the run ends; must be before it")
            raise BadInput(f"the start is beyond {mark.value:g}, where a rope lets go; must be before it")


def state_of(machine: MachineTable, k: int) -> tuple[int, float]:
    """Return the place of the variable in which a mark that is passed is noted, and the value that it has then."""
    mark, at = machine.marks[k], places(machine)
    if mark.contact >= 0:
        return at.contacts + mark.contact, -1.0
    return at.ends + sum(each.contact < 0 for each in machine.marks[:k]), 1.0


def _of(machine: MachineTable, ends: bool) -> list[int]:
    return [k for k, each in enumerate(machine.marks) if (each.contact < 0) == ends]


def mark_events(machine: MachineTable) -> tuple[Event, ...]:
    """Return the events of the marks that a machine has."""
    return tuple(event for event, ends in ((LET_GO, False), (END, True)) if _of(machine, ends))


def pass_marks(y: Floats, p: Floats) -> None:
    """Note the marks that are passed; replaced."""


def jump(event: int, t: float, y: Floats, p: Floats) -> None:
    """Apply an event of a machine that has marks alone."""
    pass_marks(y, p)


def ahead(value: float, state: float, done: float) -> float:
    """Return the guard of a mark. state: of the variable in which it is noted, `done` when it is passed."""
    return 1.0 if state * done > 0.5 else value


def guards_of_marks(machine: MachineTable) -> list[str]:
    """Return the guards of marks as expressions of y, and of v, which `mark_values` has filled."""
    found = []
    for ends in (False, True):
        each = [
            f"ahead(v[{k}], y[{place}], {done})" for k in _of(machine, ends) for place, done in [state_of(machine, k)]
        ]
        found += [f"min({', '.join(each)})" if len(each) > 1 else each[0]] if each else []
    return found


def passing_lines(machine: MachineTable) -> list[str]:
    """Return the source of what notes the marks that are passed."""
    lines = [
        "def pass_marks(y: Floats, p: Floats) -> None:",
        f"    v = scratch({len(machine.marks)})",
        "    mark_values(y, p, v)",
    ]
    for k in range(len(machine.marks)):
        place, done = state_of(machine, k)
        lines += [f"    if v[{k}] <= 0.0:", f"        y[{place}] = {done}"]
    return lines
