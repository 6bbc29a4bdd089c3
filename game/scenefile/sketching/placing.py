"""What is placed in a sketch: bars, other bodies, joints, springs, rods, ropes, gears and measures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from game.scenefile.sketch import Sketch, SketchAnchor
from game.scenefile.sketching.drawing import (
    SAME,
    SketchDrawing,
    at_words,
    axis_words,
    check_kind,
    fresh,
    near,
    point_word,
    still_valid,
    written,
)
from game.scenefile.sketching.renaming import delete
from physics import BadInput
from physics.machines.bodies import SHAPES
from physics.machines.joints import GROUND_NAME, across
from physics.machines.vectors import Vector, added, distance, scaled, vector
from physics.machines.words import direction

OUT = "-y"
"""The axis of a hinge in the plane x-z, towards the eye."""
LINEAR, SOLID = 1.0, 1000.0
"""Mass of a bar over its length [kg/m], and of another body over the cube of its size [kg/m³]."""
POINTS = {"trace": 1, "distance": 2, "angle": 3, "height": 1, "speed": 1}
"""Numbers of the points of measures, by their kinds."""
STIFFNESS = 100.0
"""Stiffness of a new spring [N/m]."""
CONNECTIONS = {"springs": "spring", "rods": "rod", "ropes": "rope"}


def place_bar(
    s: Sketch, start: Sequence[float], end: Sequence[float], *, from_anchor: SketchAnchor | None = None,
    to_anchor: SketchAnchor | None = None, ground: bool = True, axis: Any = OUT,
) -> tuple[Sketch, str]:  # fmt: skip
    """Return the sketch with a bar between two places of the world [m], and the bar's name.

    A start or end on an anchor is hinged to it, a start in empty space to the ground unless `ground` is False. Raises
    BadInput for a bar without a length.
    """
    if near(start, end):
        raise BadInput("a bar from a point to the same point has no length; must be longer than 1e-9 m")
    tables = s.copied()
    name = fresh(s, tables, "bar")
    mother = GROUND_NAME if from_anchor is None or _is_ground(to_anchor) else from_anchor.body
    pose = s.pose(mother)
    length = distance(start, end)
    words = {"shape": "bar", "from": written(pose.drawn(start)), "to": written(pose.drawn(end))}
    tables.setdefault("bodies", {})[name] = {**words, "mass": float(f"{max(LINEAR * length, 1e-3):.3g}")}
    if from_anchor is None and ground:
        from_anchor = SketchAnchor(GROUND_NAME, vector(written(start)))
    made = s.with_tables(tables)
    for anchor, own in ((from_anchor, "start"), (to_anchor, "end")):
        if anchor is not None:
            pair = (anchor, SketchAnchor(name, own))
            if own == "end" and not _is_ground(anchor):
                pair = (SketchAnchor(name, own), anchor)
            made, _ = join(made, "hinge", *pair, axis=axis)
    return made, name


def _is_ground(anchor: SketchAnchor | None) -> bool:
    return anchor is not None and anchor.body == GROUND_NAME


def place_body(
    s: Sketch,
    shape: str,
    centre: Sequence[float],
    size: float = 0.1,
    *,
    axis: Any = OUT,
    on: SketchAnchor | None = None,
    along: Any = "",
) -> tuple[Sketch, str]:
    """Return the sketch with a body about a place of the world [m], and its name.

    size: its radius, half the length of a box or cylinder, half the side of a plate, the length of a bar [m]. axis:
    square to the plane of drawing. on: the anchor of a body to which it is fixed. along: the axis of a hoop or disk,
    or of the length of a cylinder; "": that of the plane, and upward. Raises BadInput.
    """
    if shape not in SHAPES:
        raise BadInput(f"shape = {shape!r}: must be one of {', '.join(SHAPES)}")
    if not size > SAME and shape != "point":
        raise BadInput(f"size = {size:g} m: must be more than {SAME:g} m")
    if shape == "bar":
        one, two, _ = _sides(axis)
        del two
        ends = [added(vector(centre), scaled(0.5 * sign * size, one)) for sign in (-1.0, 1.0)]
        made, name = place_bar(s, *ends, ground=False, axis=axis)
        return (made if on is None else _fixed(made, name, on)), name
    tables = s.copied()
    name = fresh(s, tables, shape)
    pose = s.pose(on.body if on is not None else GROUND_NAME)
    mass = float(f"{max(SOLID * size * size * size, 1e-3):.3g}")
    words = _shaped(shape, pose.drawn(centre), size, axis, along)
    tables.setdefault("bodies", {})[name] = {"shape": shape, **words, "mass": mass if shape != "point" else 0.1}
    made = s.with_tables(tables)
    return (made if on is None else _fixed(made, name, on)), name


def _fixed(s: Sketch, name: str, on: SketchAnchor) -> Sketch:
    return join(s, "fixed", on, SketchAnchor(name, "centre"))[0]


def _sides(axis: Any) -> tuple[Vector, Vector, Vector]:
    """Return two directions of the plane of drawing, the first nearest to the level, and its axis."""
    out = direction("axis", axis)
    one, two = across(out)
    if abs(one[2]) > abs(two[2]):
        one, two = two, one
    return one, two, out


def _shaped(shape: str, centre: Vector, size: float, axis: Any, along: Any) -> dict[str, Any]:
    """Return the words of a shape about a centre."""
    one, two, out = _sides(axis)
    length = direction("along", along) if along else two
    if shape == "point":
        return {"centre": written(centre)}
    if shape == "box":
        sides = [abs(2.0 * size * a) + abs(size * b) + abs(size * c) for a, b, c in zip(one, two, out, strict=True)]
        return {"centre": written(centre), "size": written(sides)}
    if shape == "ball":
        return {"centre": written(centre), "radius": size}
    if shape in ("hoop", "disk"):
        return {"centre": written(centre), "axis": along or axis, "radius": size}
    if shape == "cylinder":
        ends = [written(added(centre, scaled(sign * size, length))) for sign in (-1.0, 1.0)]
        return {"from": ends[0], "to": ends[1], "radius": round(0.5 * size, 9)}
    corners = [
        written(added(centre, added(scaled(a * size, one), scaled(b * size, two))))
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return {"corners": corners}


def join(s: Sketch, kind: str, first: SketchAnchor, second: SketchAnchor, axis: Any = OUT) -> tuple[Sketch, str]:
    """Return the sketch with a joint of a kind between two anchors, and the joint's name; raises BadInput.

    Where the anchors lie apart, the program brings them together when it assembles the machine.
    """
    check_kind("joint", kind)
    if first.body == second.body:
        raise BadInput(f"a joint needs two bodies; both anchors are of {first.body}")
    if second.body == GROUND_NAME:
        first, second = second, first
    tables, drawing = s.copied(), SketchDrawing(s)
    name = fresh(s, tables, "")
    words: dict[str, Any] = {kind: [first.body, second.body], "at": at_words(drawing, first, second)}
    words |= axis_words(kind, axis)
    tables.setdefault("joints", {})[name] = words
    return s.with_tables(tables), name


def toggle_ground(s: Sketch, anchor: SketchAnchor, axis: Any = OUT) -> tuple[Sketch, str]:
    """Return the sketch with a hinge to the ground at an anchor, or without the one that is there, and its name."""
    drawing = SketchDrawing(s)
    held = drawing.cluster(anchor)
    for name, one, other in drawing.joints():
        if GROUND_NAME in (one[0], other[0]) and any(
            side[0] == body and near(side[1], place) for side in (one, other) for body, place in held
        ):
            return delete(s, [("joints", name)]), name
    place = vector(written(s.place(anchor)))
    return join(s, "hinge", SketchAnchor(GROUND_NAME, place), anchor, axis)


def connect(
    s: Sketch, kind: str, first: SketchAnchor, second: SketchAnchor, over: Sequence[Sequence[float]] = ()
) -> tuple[Sketch, str]:
    """Return the sketch with a spring, rod or rope between two anchors, and its name; raises BadInput.

    kind: "springs", "rods" or "ropes". over: pegs of a rope, points of the ground [m].
    """
    if kind not in CONNECTIONS:
        raise BadInput(f"kind = {kind!r}: must be one of {', '.join(CONNECTIONS)}")
    if first.body == second.body:
        raise BadInput(f"a {CONNECTIONS[kind]} needs two bodies; both ends are of {first.body}")
    if over and kind != "ropes":
        raise BadInput(f"a {CONNECTIONS[kind]} runs straight; only a rope runs over pegs")
    tables, drawing = s.copied(), SketchDrawing(s)
    one, other = s.place(first), s.place(second)
    ways = [one, *over, other]
    length = _length(ways)
    if length < SAME:
        raise BadInput(f"a {CONNECTIONS[kind]} between two points at one place has no length")
    name = fresh(s, tables, CONNECTIONS[kind])
    words: dict[str, Any] = {
        "between": [first.body, second.body], "from": point_word(drawing, first), "to": point_word(drawing, second)
    }  # fmt: skip
    if over:
        words["over"] = [written(each) for each in over]
    # Where bodies are not drawn as they start, the length is that of the start, which is what a person sees.
    drawn = [drawing.point(first), *over, drawing.point(second)]
    apart = _length(drawn)
    if abs(apart - length) > SAME:
        words["rest" if kind == "springs" else "length"] = round(length, 9)
    if kind == "springs":
        words["stiffness"] = STIFFNESS
    tables.setdefault(kind, {})[name] = words
    return s.with_tables(tables), name


def _length(way: Sequence[Sequence[float]]) -> float:
    """Return the length of a way along points [m]."""
    return sum(distance(p, q) for p, q in pairwise(way))


def gear(s: Sketch, first: str, second: str, ratio: Any = -1.0) -> tuple[Sketch, str]:
    """Return the sketch with a gear between two joints, the first turning `ratio` times the second, and its name.

    Raises BadInput for joints that no gear can tie.
    """
    for each in (first, second):
        s.part("joints", each)
    if first == second:
        raise BadInput(f"a gear needs two joints; both are {first}")
    tables = s.copied()
    name = fresh(s, tables, "gear")
    tables.setdefault("gears", {})[name] = {"joints": [first, second], "ratio": ratio}
    return still_valid(s, ("gears", name), s.with_tables(tables)), name


def measure(s: Sketch, *points: SketchAnchor, kind: str = "") -> tuple[Sketch, str]:
    """Return the sketch with a measure, and its name: of one point its path, of two their distance, of three the angle.

    kind: "height" or "speed" of one point in place of the path, which is a trace. Raises BadInput.
    """
    usual = {1: "trace", 2: "distance", 3: "angle"}
    if len(points) not in usual:
        raise BadInput(f"a measure has {len(points)} points; must be 1 to 3")
    kind = kind or usual[len(points)]
    tables, drawing = s.copied(), SketchDrawing(s)
    if kind == "trace" and len(points) == 1:
        (anchor,) = points
        if anchor.body == GROUND_NAME:
            raise BadInput("a point of the ground has no path")
        name = fresh(s, tables, "trace")
        tables.setdefault("traces", {})[name] = {"body": anchor.body, "at": point_word(drawing, anchor)}
        return s.with_tables(tables), name
    if kind not in POINTS:
        raise BadInput(f"measure = {kind!r}: must be one of trace, distance, angle, height, speed")
    if len(points) != POINTS[kind]:
        raise BadInput(f"a measure of {kind} has {len(points)} points; must be {POINTS[kind]}")
    words = [_measured(tables, drawing, s, each) for each in points]
    name = fresh(s, tables, kind)
    tables.setdefault("measures", {})[name] = {kind: words if len(words) > 1 else words[0]}
    return s.with_tables(tables), name


def _measured(tables: dict[str, Any], drawing: SketchDrawing, s: Sketch, anchor: SketchAnchor) -> Any:
    """Return a point as measures name it; one of a body without a name gets one."""
    word = point_word(drawing, anchor)
    if anchor.body == GROUND_NAME:
        return word
    if not isinstance(word, str):
        own = tables["bodies"][anchor.body].setdefault("anchors", {})
        name = fresh(s, {"bodies": own}, "p")
        own[name], word = word, name
    return f"{anchor.body}.{word}"
