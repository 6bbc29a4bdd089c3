"""Names and points of a sketch: those that are there, and those of what is new."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.scenefile.sketch import PartName, Sketch, SketchAnchor, joined
from physics import BadInput
from physics.machines import PARTS
from physics.machines.bodies import MachineBody, read_body
from physics.machines.description import RESERVED
from physics.machines.joints import AXES, GROUND_NAME, KINDS, across, read_anchor, read_places
from physics.machines.lengths import Resolved
from physics.machines.vectors import Vector, cross, distance
from physics.machines.words import direction, direction_word
from physics.maths import dense

SAME = 1e-9
"""Distance of two points that count as one [m]."""
DIGITS, DIGITS_OF_DIRECTIONS = 9, 12
"""Decimals of coordinates that are written [m], and of those of directions."""


class SketchDrawing:
    """The drawn pose of a sketch in numbers: its bodies, and the points of its joints."""

    def __init__(self, sketch: Sketch) -> None:
        try:
            self.tables: Mapping[str, Any] = Resolved(sketch.tables).tables
        except BadInput:
            self.tables = sketch.tables
        self.bodies: dict[str, MachineBody] = {}
        for name, words in self.tables.get("bodies", {}).items():
            try:
                self.bodies[name] = read_body(name, words)
            except BadInput:
                continue

    def point(self, anchor: SketchAnchor) -> Vector:
        """Return where an anchor is drawn [m]; raises BadInput where there is none."""
        if anchor.body != GROUND_NAME and anchor.body not in self.bodies:
            raise BadInput(f"body {anchor.body!r} is unknown; there are {', '.join(self.bodies) or 'none'}")
        return read_anchor("anchor", anchor.body, anchor.name, self.bodies)

    def name_at(self, body: str, place: Sequence[float]) -> str | None:
        """Return the anchor of a body that is drawn at a place, None for none."""
        found = self.bodies[body].anchors if body in self.bodies else {}
        order = sorted(found, key=lambda name: name == "centre")
        return next((name for name in order if near(found[name], place)), None)

    def of_joint(self, name: str) -> tuple[tuple[str, Vector], tuple[str, Vector]] | None:
        """Return the two bodies of a joint, each with its point in the drawn pose; None where it has none."""
        words = self.tables.get("joints", {}).get(name, {})
        first, second = joined(words)
        if not all(each == GROUND_NAME or each in self.bodies for each in (first, second)) or first == second:
            return None
        try:
            at, to = read_places("joint", words.get("at"), first, second, self.bodies)
        except BadInput:
            return None
        return (first, at), (second, to)

    def joints(self) -> Iterator[tuple[str, tuple[str, Vector], tuple[str, Vector]]]:
        """Yield the joints whose points are known."""
        for name in self.tables.get("joints", {}):
            found = self.of_joint(name)
            if found is not None:
                yield name, *found

    def cluster(self, anchor: SketchAnchor) -> list[tuple[str, Vector]]:
        """Return all bodies, with their points, that joints hold together at an anchor."""
        found = [(anchor.body, self.point(anchor))]
        for body, place in found:
            for _, one, other in self.joints():
                for here, there in ((one, other), (other, one)):
                    if here[0] == body and near(here[1], place) and there not in found:
                        found.append(there)
        return found


def near(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether two points count as one."""
    return distance(one, other) < SAME


def written(place: Sequence[float]) -> list[float]:
    """Return a point as it is written in the file."""
    return [round(float(each), DIGITS) + 0.0 for each in place]


def rewritten(old: object, before: Sequence[float], place: Sequence[float]) -> list[Any]:
    """Return a point for the file in which coordinates that stay are written as before. before: the old numbers."""
    new: list[Any] = list(written(place))
    if isinstance(old, list | tuple) and len(old) == len(new):
        for k, (was, is_now) in enumerate(zip(before, place, strict=True)):
            if abs(was - is_now) < SAME:
                new[k] = old[k]
    return new


def fresh(sketch: Sketch, tables: Mapping[str, Any], base: str) -> str:
    """Return a name that no part has or has had: "A", "B" … for a base of "", else the base, base_2 …"""
    taken = {*sketch.used, *RESERVED, GROUND_NAME}
    taken |= {name for kind in PARTS for name in tables.get(kind) or ()}
    lower = {each.lower() for each in taken} if not base else set()
    if base:
        tries: Iterator[str] = itertools.chain([base], (f"{base}_{k}" for k in itertools.count(2)))
    else:
        letters = [chr(65 + k) for k in range(26)]
        tries = itertools.chain(letters, (f"{one}{k}" for k in itertools.count(2) for one in letters))
    return next(each for each in tries if each not in taken and each.lower() not in lower)


def still_valid(before: Sketch, part: PartName, after: Sketch) -> Sketch:
    """Return a changed sketch; raises BadInput where the change has made a value wrong that was not."""
    old = {fault.line for fault in before.check.faults}
    new = [fault for fault in after.check.faults if fault.kind == "value" and fault.line not in old]
    own = [fault for fault in new if part in fault.parts] or new
    if own:
        raise BadInput(own[0].line)
    return after


def at_words(drawing: SketchDrawing, first: SketchAnchor, second: SketchAnchor) -> Any:
    """Return the word `at` of a joint between two anchors; raises BadInput."""
    one, other = drawing.point(first), drawing.point(second)
    names = [_name(drawing, each) for each in (first, second)]
    if all(names):
        return ", ".join(each for each in names if each)
    if near(one, other):
        return written(one)
    sides = zip(names, (one, other), strict=True)
    return [name or written(place) for name, place in sides]


def _name(drawing: SketchDrawing, anchor: SketchAnchor) -> str | None:
    if isinstance(anchor.name, str):
        return anchor.name
    return None if anchor.body == GROUND_NAME else drawing.name_at(anchor.body, anchor.name)


def point_word(drawing: SketchDrawing, anchor: SketchAnchor) -> Any:
    """Return an anchor as springs, ropes and traces name it: by its name, or as a point."""
    place = drawing.point(anchor)
    return _name(drawing, anchor) or written(place)


def check_kind(called: str, kind: str) -> None:
    """Raise BadInput for a kind of joint that there is not."""
    if kind not in KINDS:
        raise BadInput(f"{called}: kind = {kind!r}: must be one of {', '.join(KINDS)}")


def axis_words(kind: str, axis: Any, line: Vector | None = None) -> dict[str, Any]:
    """Return the words of the axes that a kind of joint has, the first along `axis`.

    line: the direction of the body that it carries, to which the second axis is square, too, so that the body swings
    both ways.
    """
    if AXES[kind] == 1:
        return {"axis": axis}
    if AXES[kind] == 2:
        one = direction("axis", axis)
        two = cross(one, line) if line is not None else (0.0, 0.0, 0.0)
        length = dense.length(two)
        return {"axes": [axis, written_direction(across(one)[0] if length < SAME else unit_vector(two))]}
    return {}


def unit_vector(way: Vector) -> Vector:
    """Return the direction of a way that has a length."""
    length = dense.length(way)
    return way[0] / length, way[1] / length, way[2] / length


def written_direction(way: Vector) -> Any:
    """Return a direction as it is written in the file: by its word, or as three numbers."""
    x, y, z = (round(each, DIGITS_OF_DIRECTIONS) + 0.0 for each in way)
    return direction_word((x, y, z))
