"""Copies of parts of a sketch: beside, about an axis, mirrored, and of another sketch."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from game.scenefile.sketch import PARTS, PartName, Sketch
from game.scenefile.sketching.drawing import SketchDrawing, fresh, written
from game.scenefile.sketching.renaming import rename
from physics import BadInput
from physics.machines import OF_JOINTS
from physics.machines.joints import GROUND_NAME
from physics.machines.lengths import expression_in
from physics.machines.sketch_check import bodies_of, tied_joints
from physics.machines.vectors import Vector, added, difference, dot, rotation_about, scaled, turned
from physics.machines.words import (
    DIRECTIONS,
    INERTIA,
    LENGTHS,
    MASSES,
    PLACE,
    ROPES,
    SIGNED_LENGTH,
    SPRINGS,
    direction,
    number,
    point,
)
from physics.maths.trig import PI

MOST = 24
"""Greatest number of copies."""
Placing = Callable[[Vector], Vector]


def duplicate(
    s: Sketch, parts: Sequence[PartName], copies: int = 1, *, about: Any = None, at: Sequence[float] = (0.0, 0.0, 0.0),
    mirror: Any = None, shift: Sequence[float] = (0.1, 0.0, 0.1),
) -> tuple[Sketch, tuple[PartName, ...]]:  # fmt: skip
    """Return the sketch with copies of parts, and the copies.

    A joint is copied with a body of it; its other body is the copy where it is copied, too, else the same. about: an
    axis through `at` [m] about which `copies` copies are spread over a turn with the parts; mirror: the normal of a
    plane through `at`; else each copy is shifted by `shift` [m]. Raises BadInput.
    """
    if not 1 <= copies <= MOST:
        raise BadInput(f"copies = {copies}: must be from 1 to {MOST}")
    parts = [each for each in parts if each[0] != "numbers"]  # copies have the same numbers
    if not parts:
        raise BadInput(
            "duplicate: copies are of bodies, joints and other parts; there is none among what is to be copied"
        )
    made, new = s, []
    for k in range(1, copies + 1):
        if about is not None:
            placing, turning = _turning(direction("about", about), at, 2.0 * PI * k / (copies + 1))
        elif mirror is not None:
            placing, turning = _mirroring(direction("mirror", mirror), at)
        else:
            placing, turning = _shifting(scaled(float(k), _vector(shift)))
        made, found = _copied(made, s, _whole(s, parts), placing, turning, mirror is not None)
        new += found
    return made, tuple(new)


def _vector(place: Sequence[float]) -> Vector:
    x, y, z = place
    return float(x), float(y), float(z)


def _shifting(shift: Vector) -> tuple[Placing, Placing]:
    return (lambda p: added(p, shift)), (lambda e: e)


def _turning(axis: Vector, at: Sequence[float], angle: float) -> tuple[Placing, Placing]:
    R, centre = rotation_about(axis, angle), _vector(at)
    return (lambda p: added(centre, turned(R, difference(p, centre)))), (lambda e: turned(R, e))


def _mirroring(normal: Vector, at: Sequence[float]) -> tuple[Placing, Placing]:
    centre = _vector(at)

    def turned_over(e: Vector) -> Vector:
        return difference(e, scaled(2.0 * dot(e, normal), normal))

    return (lambda p: added(centre, turned_over(difference(p, centre)))), turned_over


def _whole(s: Sketch, parts: Sequence[PartName]) -> list[PartName]:
    """Return parts with the joints, springs, rods and ropes of bodies among them, and gears of joints among them."""
    found = dict.fromkeys(parts)
    bodies = {name for kind, name in parts if kind == "bodies"}
    for kind in ("joints", "springs", "rods", "ropes", "traces", "edges", "rolling"):
        for name, words in s.tables.get(kind, {}).items():
            if bodies & set(bodies_of(words)):
                found[kind, name] = None
    joints = {name for kind, name in found if kind == "joints"}
    for kind in OF_JOINTS:
        for name, words in s.tables.get(kind, {}).items():
            if set(tied_joints(words)) <= joints:
                found[kind, name] = None
    return list(found)


def _copied(
    made: Sketch, s: Sketch, parts: Sequence[PartName], placing: Placing, turning: Placing, mirrored: bool
) -> tuple[Sketch, list[PartName]]:
    """Return a sketch with one copy of parts of another that is the same there, and the copy."""
    chosen = set(parts)
    own = {
        kind: {name: deepcopy(words) for name, words in s.tables.get(kind, {}).items() if (kind, name) in chosen}
        for kind in PARTS
    }
    subset = replace(s, text=json.dumps(own), used=frozenset())
    taken = {name for _, name in made.parts()} | made.used
    subset, names = _apart(subset, taken)
    tables, numbers = made.copied(), SketchDrawing(s).tables
    for kind, name in parts:
        words = deepcopy(subset.part(kind, names[name]))
        _place(words, numbers[kind][name], placing, turning)
        if kind == "joints":
            _place_joint(words, s, name, names, placing)
            if mirrored:
                _turn_back(words)
        if kind == "screws" and mirrored and "joint" in words:
            words["pitch"] = _grown(words["pitch"], number("pitch", numbers[kind][name]["pitch"], SIGNED_LENGTH), -1.0)
        tables.setdefault(kind, {})[names[name]] = words
    return made.with_tables(tables), [(kind, names[name]) for kind, name in parts]


def _apart(other: Sketch, taken: Collection[str]) -> tuple[Sketch, dict[str, str]]:
    """Return a sketch whose parts have no name that is taken, and the names of its parts by those before."""
    names: dict[str, str] = {}
    for kind, name in other.parts():
        new = name
        if name in taken:
            base = "" if kind == "joints" and len(name.rstrip("0123456789")) == 1 else name.rstrip("0123456789_")
            new = fresh(replace(other, used=other.used | set(taken) | set(names.values())), other.tables, base)
            other = rename(other, (kind, name), new)
        names[name] = new
    return other, names


def _place(words: dict[str, Any], numbers: Mapping[str, Any], placing: Placing, turning: Placing) -> None:
    """Move the points and directions of a part. numbers: the same with numbers in place of expressions."""
    for word in ("from", "to", "centre"):
        if isinstance(numbers.get(word), list | tuple):
            words[word] = written(placing(point(word, numbers[word])))
    for word in ("corners", "over"):
        if isinstance(numbers.get(word), list | tuple):
            words[word] = [written(placing(point(word, each))) for each in numbers[word]]
    for name, place in numbers.get("anchors", {}).items():
        words["anchors"][name] = written(placing(point(name, place)))
    for word in ("axis", "across", "normal"):
        if word in numbers:
            words[word] = _way(turning(direction(word, numbers[word])), DIRECTIONS)
    if "axes" in numbers:
        words["axes"] = [_way(turning(direction("axes", each)), DIRECTIONS) for each in numbers["axes"]]


def _way(e: Vector, known: Mapping[str, Vector]) -> Any:
    x, y, z = (round(each, 12) + 0.0 for each in e)
    return next((name for name, each in known.items() if each == (x, y, z)), [x, y, z])


def _place_joint(words: dict[str, Any], s: Sketch, name: str, names: Mapping[str, str], placing: Placing) -> None:
    """Give the copy of a joint its points: those of bodies that are not copied stay."""
    sides = SketchDrawing(s).of_joint(name)
    at = s.part("joints", name).get("at")
    if sides is None or isinstance(at, str):
        return
    moves = [body in names or body == GROUND_NAME for body, _ in sides]
    if at is None and all(moves):
        return
    points = [written(placing(p)) if moved else written(p) for moved, (_, p) in zip(moves, sides, strict=True)]
    words["at"] = points[0] if points[0] == points[1] else points


def _turn_back(words: dict[str, Any]) -> None:
    """Turn the axes of a joint round: in a mirror a turn goes the other way."""
    for word in ("axis",) if "slider" not in words else ():
        if word in words:
            words[word] = _way(scaled(-1.0, direction(word, words[word])), DIRECTIONS)
    if "axes" in words:
        words["axes"] = [_way(scaled(-1.0, direction("axes", each)), DIRECTIONS) for each in words["axes"]]


def reorder(s: Sketch, part: PartName, before: str | None) -> Sketch:
    """Return the sketch with a part before another one of its table, or at the end; raises BadInput."""
    kind, name = part
    words = s.part(kind, name)
    if before is not None:
        s.part(kind, before)
    if before == name:
        return s
    tables = s.copied()
    rest = {each: value for each, value in tables[kind].items() if each != name}
    ordered: dict[str, Any] = {}
    for each, value in rest.items():
        if each == before:
            ordered[name] = words
        ordered[each] = value
    ordered.setdefault(name, words)
    tables[kind] = ordered
    return s.with_tables(tables)


def insert(
    s: Sketch, other: Sketch, place: Sequence[float] = (0.0, 0.0, 0.0), scale: float = 1.0
) -> tuple[Sketch, tuple[PartName, ...]]:
    """Return the sketch with the parts of another one, and what they are called now.

    place: where the origin of the other one comes to lie [m]; scale: of its lengths, masses going with their cube.
    Raises BadInput.
    """
    if not 1e-3 <= scale <= 1e3:
        raise BadInput(f"scale = {scale:g}: must be from 0.001 to 1000")
    other, _ = _apart(other, {name for _, name in s.parts()} | s.used)
    tables = s.copied()
    numbers = SketchDrawing(other).tables
    for kind, name in other.parts():
        words = deepcopy(other.part(kind, name))
        if kind != "numbers":
            _scale(words, numbers[kind][name], _vector(place), scale, kind)
        tables.setdefault(kind, {})[name] = words
    if not s.parts():
        tables |= {word: other.tables[word] for word in ("gravity", "wind", "air_density") if word in other.tables}
    return s.with_tables(tables), tuple(other.parts())


def _scale(words: dict[str, Any], numbers: Mapping[str, Any], place: Vector, scale: float, kind: str) -> None:
    """Move and enlarge a part; expressions stay some, and what neither changes keeps its texts."""
    if scale == 1.0 and place == (0.0, 0.0, 0.0):
        return
    for word in ("from", "to", "centre"):
        _put_in(words, numbers, word, place, scale)
    for word in ("corners", "over"):
        if word in words:
            pairs = zip(words[word], numbers[word], strict=True)
            words[word] = [_point_put_in(old, each, place, scale) for old, each in pairs]
    for name, old in words.get("anchors", {}).items():
        words["anchors"][name] = _point_put_in(old, numbers["anchors"][name], place, scale)
    if kind in ("joints", "traces", "ends", "edges") and isinstance(words.get("at"), list):
        if len(words["at"]) == 2:
            pairs = zip(words["at"], numbers["at"], strict=True)
            words["at"] = [_point_put_in(old, each, place, scale) for old, each in pairs]
        else:
            _put_in(words, numbers, "at", place, scale)
    _put_in(words, numbers, "on", place, scale)
    for mark, value in ((words, numbers), (words.get("lets_go"), numbers.get("lets_go"))):
        if kind in ("ends", "ropes") and isinstance(mark, dict) and "height" in mark and value is not None:
            mark["height"] = _coordinate(mark["height"], number("height", value["height"], PLACE), place[2], scale)
    if scale != 1.0:
        _enlarge(words, numbers, scale)


def _put_in(words: dict[str, Any], numbers: Mapping[str, Any], word: str, place: Vector, scale: float) -> None:
    if isinstance(words.get(word), list):
        words[word] = _point_put_in(words[word], numbers[word], place, scale)


def _point_put_in(old: Any, before: Any, place: Vector, scale: float) -> Any:
    """Return a point put in elsewhere and larger; an anchor stays. before: the old one in numbers."""
    if isinstance(old, str):
        return old
    values = point("point", before)
    return [_coordinate(text, value, shift, scale) for text, value, shift in zip(old, values, place, strict=True)]


def _coordinate(text: Any, value: float, shift: float, scale: float) -> Any:
    """Return shift + scale times a coordinate, as an expression where it is one."""
    if expression_in(text) is None:
        return text if scale == 1.0 and shift == 0.0 else round(shift + scale * value, 9) + 0.0
    grown = text if scale == 1.0 else f"{scale:.9g}*({text})"
    return grown if shift == 0.0 else f"{grown} {'+' if shift > 0.0 else '-'} {abs(shift):.9g}"


def _enlarge(words: dict[str, Any], numbers: Mapping[str, Any], scale: float) -> None:
    """Enlarge lengths by a scale, masses by its cube, and moments of inertia by its fifth power."""
    cube = scale * scale * scale
    factors = [("radius", SIGNED_LENGTH, scale), ("pitch", SIGNED_LENGTH, scale), ("width", LENGTHS["width"], scale)]
    factors += [("mass", MASSES["mass"], cube)]
    if "between" in words:
        factors += [("length", ROPES["length"], scale), ("rest", SPRINGS["rest"], scale)]
    for word, known, factor in factors:
        if word in words:
            words[word] = _grown(words[word], number(word, numbers[word], known), factor)
    if isinstance(words.get("size"), list):
        sizes = zip(words["size"], numbers["size"], strict=True)
        words["size"] = [_grown(text, number("size", each, LENGTHS["width"]), scale) for text, each in sizes]
    if isinstance(words.get("inertia"), list):
        moments = zip(words["inertia"], numbers["inertia"], strict=True)
        words["inertia"] = [
            _grown(text, number("inertia", each, INERTIA), cube * scale * scale) for text, each in moments
        ]


def _grown(text: Any, value: float, factor: float) -> Any:
    """Return a number times a factor, as an expression where it is one."""
    return float(f"{factor * value:.9g}") if expression_in(text) is None else f"{factor:.9g}*({text})"
