"""What a gesture makes of a sketch when a point has been placed: pure functions of the sketch and the points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from game.model.shown.sentence import Amount, Sentence, Word
from game.model.words import later
from game.scenefile import sketching
from game.scenefile.sketch import PartName, Sketch, SketchAnchor
from game.session.workshop.state import PlacedPoint
from physics import BadInput
from physics.machines.joints import GROUND_NAME
from physics.machines.vectors import Vector

BAR, BODY = later("{name} {length} m"), later("{name}, {size} m")
JOINT, NAMED = later("{kind} {name}"), later("{name}")
GROUNDED, LET_GO = later("Hinge {name} to the ground"), later("Hinge {name} taken away")
MEASURED = later("Measure {name}")
HINGE = later("Hinge")
TIED = later("{name} → {other}")
KIND, AXIS = later("Joint {name} → {kind}"), later("Axis of {name}: {axis}")
JOINT_KINDS = ("hinge", "slider", "cylindrical", "universal", "ball", "fixed")
"""Kinds of joints in the order of the digits that choose them, right after a joint has been made."""
SLIDING = ("slider", "cylindrical")
"""Of these, those that slide."""
APART = 1e-9
"""Distance [m] within which two points are one."""


class GestureResult(NamedTuple):
    """A sketch after a gesture, what the gesture has done, and the part that is new, if any."""

    sketch: Sketch
    text: Sentence
    part: PartName | None = None


def bar(sketch: Sketch, start: PlacedPoint, end: PlacedPoint, axis: str) -> GestureResult:
    """Return the sketch with a bar between two points, hinged to what they lie on; raises BadInput.

    A start in empty space is hinged to the ground, and so is an end that is to be. axis: of the hinges.
    """
    to = SketchAnchor(GROUND_NAME, end.place) if end.grounded and end.anchor is None else end.anchor
    made, name = sketching.place_bar(
        sketch, start.place, end.place, from_anchor=start.anchor, to_anchor=to, axis=axis
    )  # fmt: skip
    if end.grounded and end.anchor is not None:
        made, _ = sketching.toggle_ground(made, SketchAnchor(name, "end"), axis)
    length = Amount(math.dist(start.place, end.place))
    return GestureResult(made, Sentence(BAR, name=name, length=length), ("bodies", name))


def body(
    sketch: Sketch, shape: str, at: PlacedPoint, size: float, axis: str, along: str = "", hinged: bool = False
) -> GestureResult:
    """Return the sketch with a body about a point, fixed to the body on whose anchor it is; raises BadInput.

    axis: square to the plane of drawing. along: the axis that was chosen for the body, "" for none. hinged: to that
    body, in place of fixed; the hinge is what is new then.
    """
    on = at.anchor if at.anchor is not None and at.anchor.body != GROUND_NAME else None
    fixed = None if hinged else on
    made, name = sketching.place_body(sketch, shape, at.place, size, axis=axis, on=fixed, along=along)
    said = Sentence(BODY, name=name, size=Amount(size))
    if not hinged or on is None:
        return GestureResult(made, said, ("bodies", name))
    turns = along if along and shape in ("hoop", "disk") else axis
    made, pin = sketching.join(made, "hinge", on, SketchAnchor(name, "centre"), turns)
    return GestureResult(made, said, ("joints", pin))


def joint(sketch: Sketch, first: PlacedPoint, second: PlacedPoint, axis: str) -> GestureResult:
    """Return the sketch with a hinge of two anchors; a point in empty space is one of the ground. Raises BadInput."""
    made, name = sketching.join(sketch, "hinge", _anchor(first), _anchor(second), axis)
    return GestureResult(made, Sentence(JOINT, kind=Sentence(HINGE), name=name), ("joints", name))


def kind(sketch: Sketch, name: str, kind: str, along: tuple[str, str]) -> GestureResult:
    """Return the sketch with a joint of another kind; raises BadInput.

    What slides does so along a long body on whose line the joint is, else along one of the axes of the plane of
    drawing, `along`: a slider across, a cylindrical joint up.
    """
    made = sketching.change_kind(sketch, name, kind)
    if kind in SLIDING:
        axis = sketching.line_through(sketch, name) or along[SLIDING.index(kind)]
        made = sketching.set_value(made, ("joints", name), "axis", axis)
    return GestureResult(made, Sentence(KIND, name=name, kind=Word(kind)), ("joints", name))


def turned(sketch: Sketch, name: str, axis: str) -> GestureResult:
    """Return the sketch with a joint about another axis, or along it; raises BadInput."""
    if "axis" not in sketch.part("joints", name):
        raise BadInput(f"joint {name}: has no single axis")
    made = sketching.set_value(sketch, ("joints", name), "axis", axis)
    return GestureResult(made, Sentence(AXIS, name=name, axis=axis), ("joints", name))


def tie(sketch: Sketch, kind: str, points: Sequence[PlacedPoint]) -> GestureResult:
    """Return the sketch with a spring or rope between the first and the last point, over those between."""
    first, *over, last = points
    made, name = sketching.connect(sketch, kind, _anchor(first), _anchor(last), [each.place for each in over])
    return GestureResult(made, Sentence(NAMED, name=name), (kind, name))


def tie_kind(sketch: Sketch, part: PartName, kind: str) -> GestureResult:
    """Return the sketch with another kind of tie: a spring, a rod or a rope; raises BadInput."""
    made, new = sketching.change_tie(sketch, part, kind)
    return GestureResult(made, Sentence(TIED, name=part[1], other=new[1]), new)


def gear(sketch: Sketch, first: str, second: str) -> GestureResult:
    """Return the sketch with a gear between two joints; raises BadInput."""
    made, name = sketching.gear(sketch, first, second)
    return GestureResult(made, Sentence(NAMED, name=name), ("gears", name))


def ground(sketch: Sketch, at: PlacedPoint, axis: str) -> GestureResult:
    """Return the sketch with a hinge to the ground at an anchor, or without the one there; raises BadInput."""
    if at.anchor is None or at.anchor.body == GROUND_NAME:
        raise BadInput("ground: point at an anchor of a body")
    made, name = sketching.toggle_ground(sketch, at.anchor, axis)
    there = name in made.tables.get("joints", {})
    return GestureResult(made, Sentence(GROUNDED if there else LET_GO, name=name), ("joints", name) if there else None)


def measure(sketch: Sketch, points: Sequence[PlacedPoint]) -> GestureResult:
    """Return the sketch with the path of a point, the distance of two, or the angle of three; raises BadInput."""
    made, name = sketching.measure(sketch, *(_anchor(each) for each in points))
    table = "traces" if name in made.tables.get("traces", {}) else "measures"
    return GestureResult(made, Sentence(MEASURED, name=name), (table, name))


def _anchor(point: PlacedPoint) -> SketchAnchor:
    return SketchAnchor(GROUND_NAME, point.place) if point.anchor is None else point.anchor


def are_one(one: Vector, other: Vector) -> bool:
    """Return whether two points are one."""
    return math.dist(one, other) < APART
