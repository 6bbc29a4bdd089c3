"""What is moved in a sketch: anchors with all that is joined there, ends of bars, and bodies, one or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.scenefile.sketch import Sketch, SketchAnchor
from game.scenefile.sketching.drawing import SketchDrawing, near, rewritten, written
from game.scenefile.sketching.points import PointWord, paired_points
from physics import BadInput
from physics.machines.joints import GROUND_NAME
from physics.machines.vectors import Vector, added, difference, vector
from physics.machines.words import point

AXES = "xyz"
Shift = Callable[[str, Vector], Vector]
"""Where a point of a body in the drawn pose goes."""


def move_anchor(s: Sketch, anchor: SketchAnchor, place: Sequence[float]) -> Sketch:
    """Return the sketch with an anchor at another place of the world [m], and all that is joined to it there.

    Bars get other lengths; a body that is joined at its centre is moved as a whole. Raises BadInput.
    """
    drawing = SketchDrawing(s)
    return _moved(s, drawing, anchor_shift(s, drawing, anchor, place))


def anchor_shift(s: Sketch, drawing: SketchDrawing, anchor: SketchAnchor, place: Sequence[float]) -> Shift:
    """Return where the points of bodies go when an anchor is moved to a place of the world [m]; raises BadInput."""
    held = drawing.cluster(anchor)
    targets = {body: s.pose(body).drawn(place) for body, _ in held}

    def shifted(body: str, point: Vector) -> Vector:
        return targets[body] if any(body == who and near(point, old) for who, old in held) else point

    whole = {
        body: difference(targets[body], old)
        for body, old in held
        if body in drawing.bodies and near(drawing.bodies[body].centre, old)
    }

    def all_shifted(body: str, point: Vector) -> Vector:
        return added(point, whole[body]) if body in whole else shifted(body, point)

    return all_shifted


def move_end(s: Sketch, body: str, which: str, place: Sequence[float]) -> Sketch:
    """Return the sketch with the "start" or "end" of a long body at another place of the world [m].

    What is joined there follows without a change of its own lengths; a joint to the ground is moved. Raises BadInput.
    """
    if which not in ("start", "end"):
        raise BadInput(f"end = {which!r}: must be start or end")
    drawing = SketchDrawing(s)
    return _moved(s, drawing, end_shift(s, drawing, body, which, place))


def end_shift(s: Sketch, drawing: SketchDrawing, body: str, which: str, place: Sequence[float]) -> Shift:
    """Return where the points of bodies go when an end of one is moved to a place of the world [m]; raises BadInput."""
    old, target = drawing.point(SketchAnchor(body, which)), s.pose(body).drawn(place)
    kept = drawing.bodies[body]
    other = kept.end if which == "start" else kept.start
    if other is not None and near(other, target):
        raise BadInput(f"{body}: from and to are one point; must be apart")
    pivots = [point for who, point in drawing.cluster(SketchAnchor(body, which)) if who == GROUND_NAME]

    def shifted(who: str, point: Vector) -> Vector:
        if who == body and near(point, old):
            return target
        if who == GROUND_NAME and any(near(point, each) for each in pivots):
            x, y, z = place
            return x, y, z
        return point

    return shifted


def move_body(s: Sketch, body: str, way: Sequence[float]) -> Sketch:
    """Return the sketch with a body drawn elsewhere, by a way of the world [m]; its joints to the ground go with it."""
    drawing = SketchDrawing(s)
    pose = s.pose(body)
    own = difference(pose.drawn(added(pose.place, vector(way))), pose.origin)
    pivots = [
        one[1] for _, *sides in drawing.joints() for one, other in (sides, sides[::-1])
        if one[0] == GROUND_NAME and other[0] == body
    ]  # fmt: skip

    def shifted(who: str, point: Vector) -> Vector:
        if who == body:
            return added(point, own)
        if who == GROUND_NAME and any(near(point, each) for each in pivots):
            return added(point, vector(way))
        return point

    return _moved(s, drawing, shifted)


def align(s: Sketch, bodies: Sequence[str], axis: str) -> Sketch:
    """Return the sketch with the centres of bodies at the place of the first one along x, y or z. Raises BadInput."""
    if len(bodies) < 2:
        raise BadInput("align: takes two bodies or more")
    return _placed(s, bodies[1:], [_centre(s, bodies[0], axis)] * (len(bodies) - 1), axis)


def space_evenly(s: Sketch, bodies: Sequence[str], axis: str) -> Sketch:
    """Return the sketch with bodies at equal distances between the outermost two along x, y or z. Raises BadInput."""
    if len(bodies) < 3:
        raise BadInput("space evenly: takes three bodies or more")
    ordered = sorted(bodies, key=lambda name: _centre(s, name, axis))
    low, high = (_centre(s, ordered[k], axis) for k in (0, -1))
    step = (high - low) / (len(ordered) - 1)
    inner = ordered[1:-1]
    return _placed(s, inner, [low + (k + 1) * step for k in range(len(inner))], axis)


def _centre(s: Sketch, body: str, axis: str) -> float:
    """Return where the centre of a body is at the start along an axis [m]."""
    if axis not in AXES:
        raise BadInput(f"axis = {axis!r}: must be x, y or z")
    return float(s.check.anchors[body, "centre"][AXES.index(axis)])


def _placed(s: Sketch, bodies: Sequence[str], places: Sequence[float], axis: str) -> Sketch:
    """Return the sketch with centres of bodies at places along an axis [m]."""
    for body, place in zip(bodies, places, strict=True):
        way = [0.0, 0.0, 0.0]
        way[AXES.index(axis)] = place - _centre(s, body, axis)
        if any(way):
            s = move_body(s, body, way)
    return s


def _moved(s: Sketch, drawing: SketchDrawing, shift: Shift) -> Sketch:
    """Return the sketch with all its points moved; those that stay are written as before."""
    tables = s.copied()
    for kind, name in s.parts():
        words = tables[kind][name]
        if kind == "joints":
            if (sides := drawing.of_joint(name)) is not None and not isinstance(words.get("at"), str):
                words["at"] = _joint_words(words, sides, shift)
                if words["at"] is None:
                    del words["at"]
        elif kind != "rolling":  # a plane is no pivot of what stands on it
            for word, before in paired_points((kind, name), words, drawing.tables[kind][name]):
                _move_point(word, before, shift)
    return s.with_tables(tables)


def _move_point(word: PointWord, before: Any, shift: Shift) -> None:
    """Move a point that can be read. before: it in numbers."""
    try:
        place = point(str(word.key), before)
    except BadInput:
        return
    moved = shift(word.body, place)
    if not near(moved, place):
        word.within[word.key] = rewritten(word.within[word.key], place, moved)


def _joint_words(
    words: dict[str, Any], sides: tuple[tuple[str, Vector], tuple[str, Vector]], shift: Shift
) -> Any:  # fmt: skip
    """Return the word `at` of a joint whose points move; None where it has none and needs none."""
    given = words.get("at")
    moved = [shift(body, place) for body, place in sides]
    if all(near(after, place) for after, (_, place) in zip(moved, sides, strict=True)):
        return given
    if given is None:  # the centre of the second body, which moves with it
        return None if near(*moved) else [written(each) for each in moved]
    if len(given) == 3 and near(*moved):
        return rewritten(given, sides[0][1], moved[0])
    old = list(given) if len(given) == 2 else [given, given]
    return [
        each if isinstance(each, str) else rewritten(each, place, after)
        for each, (_, place), after in zip(old, sides, moved, strict=True)
    ]
