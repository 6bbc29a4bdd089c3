"""Copies of parts of a sketch: beside, about an axis, mirrored, and of another sketch."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

from game.scenefile.sketch import PartName, Sketch, kind_of
from game.scenefile.sketching.drawing import SAME, SketchDrawing, fresh, near, unit_vector, written, written_direction
from game.scenefile.sketching.points import mark_of, paired_points, points_of
from game.scenefile.sketching.renaming import rename
from physics import BadInput
from physics.core.units import check_number
from physics.machines import OF_BODIES, OF_JOINTS, PARTS, VALUES
from physics.machines.joints import GROUND_NAME, KINDS
from physics.machines.lengths import expression_in
from physics.machines.parts import SLIDE, TURN
from physics.machines.sketch_check import bodies_of, tied_joints
from physics.machines.vectors import Vector, added, difference, dot, rotation_about, scaled, turned, vector
from physics.machines.words import (
    AIR,
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
POWERS: dict[str, Callable[[float], float]] = {
    "m": lambda s: s, "m²": lambda s: s * s, "kg": lambda s: s * s * s, "kg m²": lambda s: s * s * s * s * s,
}  # fmt: skip
"""With which power of its size a number of a part grows, by its unit."""
SIZED = {
    kind: {word: each.unit for word, each in known.items() if each.unit in POWERS}
    for kind, known in {
        "bodies": {**LENGTHS, "size": LENGTHS["width"], **MASSES, "inertia": INERTIA, **AIR},
        "springs": SPRINGS, "rods": ROPES, "ropes": ROPES, "racks": LENGTHS, "screws": {"pitch": SIGNED_LENGTH},
        "rolling": LENGTHS,
    }.items()
}  # fmt: skip
"""Units of the words of each table that go with the size; those of joints go with their kinds."""


class CopyWay(NamedTuple):
    """Where a copy lies: what moves points, and what turns directions. mirrored: it is a mirror image.

    symmetric: points of bodies that are not copied move, too, as those of a hub with its spokes.
    """

    placing: Placing
    turning: Placing
    mirrored: bool
    symmetric: bool


class CopyAxis(NamedTuple):
    """The axis about which copies are spread: its direction, and a point [m] in the drawn pose."""

    way: Any
    at: Vector


def axis_of_copies(s: Sketch, parts: Sequence[PartName]) -> CopyAxis:
    """Return the axis of what parts hang on: that about which it turns, else its length, else the vertical there."""
    drawing, bodies = SketchDrawing(s), {name for kind, name in parts if kind == "bodies"}
    for name, one, other in drawing.joints():
        inner, outer = (one, other) if one[0] in bodies else (other, one)
        if inner[0] not in bodies or outer[0] in bodies:
            continue
        mother = drawing.bodies.get(outer[0])
        if mother is None:
            return CopyAxis("z", outer[1])
        for carrying, first, second in drawing.joints():
            words = s.part("joints", carrying)
            if carrying != name and mother.name in (first[0], second[0]) and "axis" in words and "hinge" in words:
                return CopyAxis(words["axis"], (first if first[0] == mother.name else second)[1])
        if mother.start is not None and mother.end is not None:
            return CopyAxis(written_direction(unit_vector(difference(mother.end, mother.start))), mother.start)
        return CopyAxis("z", mother.centre)
    return CopyAxis("z", (0.0, 0.0, 0.0))


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
    parts, drawing = _whole(s, parts), SketchDrawing(s)
    made, new = s, []
    for k in range(1, copies + 1):
        if about is not None:
            placing, turning = _turning(direction("about", about), at, 2.0 * PI * k / (copies + 1))
        elif mirror is not None:
            placing, turning = _mirroring(direction("mirror", mirror), at)
        else:
            placing, turning = _shifting(scaled(float(k), vector(shift)))
        how = CopyWay(placing, turning, mirror is not None, about is not None or mirror is not None)
        made, found = _copied(made, s, parts, drawing, how)
        new += found
    return made, tuple(new)


def _shifting(shift: Vector) -> tuple[Placing, Placing]:
    return (lambda p: added(p, shift)), (lambda e: e)


def _turning(axis: Vector, at: Sequence[float], angle: float) -> tuple[Placing, Placing]:
    R, centre = rotation_about(axis, angle), vector(at)
    return (lambda p: added(centre, turned(R, difference(p, centre)))), (lambda e: turned(R, e))


def _mirroring(normal: Vector, at: Sequence[float]) -> tuple[Placing, Placing]:
    centre = vector(at)

    def turned_over(e: Vector) -> Vector:
        return difference(e, scaled(2.0 * dot(e, normal), normal))

    return (lambda p: added(centre, turned_over(difference(p, centre)))), turned_over


def _whole(s: Sketch, parts: Sequence[PartName]) -> list[PartName]:
    """Return parts with the joints, springs, rods and ropes of bodies among them, and gears of joints among them."""
    found = dict.fromkeys(parts)
    bodies = {name for kind, name in parts if kind == "bodies"}
    for kind in OF_BODIES:
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
    made: Sketch, s: Sketch, parts: Sequence[PartName], drawing: SketchDrawing, how: CopyWay
) -> tuple[Sketch, list[PartName]]:
    """Return a sketch with one copy of parts of another that is the same there, and the copy. drawing: of the other."""
    chosen = set(parts)
    own = {
        kind: {name: deepcopy(words) for name, words in s.tables.get(kind, {}).items() if (kind, name) in chosen}
        for kind in PARTS
    }
    subset = replace(s, text=json.dumps(own), used=frozenset())
    taken = {name for _, name in made.parts()} | made.used
    subset, names = _apart(subset, taken)
    copied = {GROUND_NAME, *(name for kind, name in parts if kind == "bodies")}
    moving = {*copied, *(s.tables.get("bodies", {}) if how.symmetric else ())}
    tables = made.copied()
    for part in parts:
        kind, name = part
        words, before = deepcopy(subset.part(kind, names[part])), drawing.tables[kind][name]
        _place(part, words, before, how.placing, moving)
        _turn(words, before, how.turning)
        if kind == "joints":
            _place_joint(words, drawing, name, copied, how)
            if how.mirrored:
                _turn_back(words)
        if kind == "screws" and how.mirrored and "joint" in words:
            words["pitch"] = _grown(words["pitch"], number("pitch", before["pitch"], SIGNED_LENGTH), -1.0)
        _raise_mark(mark_of(kind, words), mark_of(kind, before), how.placing, how.turning, copied)
        tables.setdefault(kind, {})[names[part]] = words
    return made.with_tables(tables), [(kind, names[kind, name]) for kind, name in parts]


def _apart(other: Sketch, taken: Collection[str]) -> tuple[Sketch, dict[PartName, str]]:
    """Return a sketch whose parts have no name that is taken, and the names of its parts by those before."""
    names: dict[PartName, str] = {}
    for kind, name in other.parts():
        new = name
        if name in taken:
            base = "" if kind == "joints" and len(name.rstrip("0123456789")) == 1 else name.rstrip("0123456789_")
            new = fresh(replace(other, used=other.used | set(taken) | set(names.values())), other.tables, base)
            other = rename(other, (kind, name), new)
        names[kind, name] = new
    return other, names


def _place(
    part: PartName, words: dict[str, Any], numbers: Mapping[str, Any], placing: Placing, moving: Collection[str]
) -> None:
    """Move the points of a copy that are of bodies that move; those of a joint are left to `_place_joint`.

    numbers: the words of the part itself, with numbers in place of expressions.
    """
    if part[0] == "joints":
        return
    for (within, key, _), own in zip(points_of(part, words), points_of(part, numbers), strict=True):
        if own.body in moving:  # by its name before, because the copy has another one
            within[key] = written(placing(point(str(key), own.within[own.key])))


def _turn(words: dict[str, Any], numbers: Mapping[str, Any], turning: Placing) -> None:
    """Turn the directions of a part."""
    for word in ("axis", "across", "normal"):
        if word in numbers:
            words[word] = written_direction(turning(direction(word, numbers[word])))
    if "axes" in numbers:
        words["axes"] = [written_direction(turning(direction("axes", each))) for each in numbers["axes"]]


def _raise_mark(
    mark: dict[str, Any], numbers: Mapping[str, Any], placing: Placing, turning: Placing, moving: Collection[str]
) -> None:
    """Give the mark of a copy the height to which its level is moved; one that does not stay level is kept."""
    if "height" in mark and numbers.get("body") in moving and abs(turning(DIRECTIONS["z"])[2]) > 1.0 - SAME:
        height = number("height", numbers["height"], PLACE)
        (moved,) = written([placing((0.0, 0.0, height))[2]])
        if abs(moved - height) > SAME:
            mark["height"] = moved


def _place_joint(
    words: dict[str, Any], drawing: SketchDrawing, name: str, copied: Collection[str], how: CopyWay
) -> None:
    """Give the copy of a joint its points: those of bodies that are not copied stay, but for symmetric copies."""
    sides, at = drawing.of_joint(name), words.get("at")
    if sides is None:
        return
    own = [body in copied for body, _ in sides]
    moves = [each or how.symmetric for each in own]
    stays = [each or not how.symmetric or near(how.placing(p), p) for each, (_, p) in zip(own, sides, strict=True)]
    if (isinstance(at, str) and all(stays)) or (at is None and all(own)):
        return
    points = [written(how.placing(p)) if moved else written(p) for moved, (_, p) in zip(moves, sides, strict=True)]
    words["at"] = points[0] if points[0] == points[1] else points


def _turn_back(words: dict[str, Any]) -> None:
    """Turn the axes of a joint round: in a mirror a turn goes the other way."""
    for word in ("axis",) if "slider" not in words else ():
        if word in words:
            words[word] = written_direction(scaled(-1.0, direction(word, words[word])))
    if "axes" in words:
        words["axes"] = [written_direction(scaled(-1.0, direction("axes", each))) for each in words["axes"]]


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
            _scale((kind, name), words, numbers[kind][name], vector(place), scale)
        if kind == "gears" and scale != 1.0 and (power := _slides(other, words)):
            ratio = check_number("ratio", numbers[kind][name]["ratio"], "", -math.inf, math.inf)
            words["ratio"] = _grown(words["ratio"], ratio, scale if power > 0 else 1.0 / scale)
        tables.setdefault(kind, {})[name] = words
    if not s.parts():
        tables |= {word: other.tables[word] for word in VALUES if word in other.tables}
    return s.with_tables(tables), tuple(other.parts())


def _slides(s: Sketch, words: Mapping[str, Any]) -> int:
    """Return 1 for a gear of a slider and a hinge, whose ratio is a length, -1 for the other way round, else 0."""
    slide = [kind_of(s.tables.get("joints", {}).get(each)) == "slider" for each in tied_joints(words)]
    return slide[0] - slide[1] if len(slide) == 2 else 0


def _scale(part: PartName, words: dict[str, Any], numbers: Mapping[str, Any], place: Vector, scale: float) -> None:
    """Move and enlarge a part; expressions stay some, and what neither changes keeps its texts."""
    if scale == 1.0 and place == (0.0, 0.0, 0.0):
        return
    for (within, key, _), before in paired_points(part, words, numbers):
        within[key] = _point_put_in(within[key], before, place, scale)
    mark, before = mark_of(part[0], words), mark_of(part[0], numbers)
    if "height" in mark:
        mark["height"] = _coordinate(mark["height"], number("height", before["height"], PLACE), place[2], scale)
    if scale != 1.0:
        _enlarge(part[0], words, numbers, scale)


def _point_put_in(old: Any, before: Any, place: Vector, scale: float) -> Any:
    """Return a point put in elsewhere and larger. before: the old one in numbers."""
    values = point("point", before)
    return [_coordinate(text, value, shift, scale) for text, value, shift in zip(old, values, place, strict=True)]


def _coordinate(text: Any, value: float, shift: float, scale: float) -> Any:
    """Return shift + scale times a coordinate, as an expression where it is one."""
    if expression_in(text) is None:
        return text if scale == 1.0 and shift == 0.0 else round(shift + scale * value, 9) + 0.0
    grown = text if scale == 1.0 else f"{scale:.9g}*({text})"
    return grown if shift == 0.0 else f"{grown} {'+' if shift > 0.0 else '-'} {abs(shift):.9g}"


def _enlarge(kind: str, words: dict[str, Any], numbers: Mapping[str, Any], scale: float) -> None:
    """Enlarge what is measured in metres by a scale, areas by its square, masses by its cube, inertia by its fifth."""
    for own, other in zip(_sizes(kind, words), _sizes(kind, numbers), strict=True):
        given = check_number(str(own.key), other.within[other.key], own.unit, -math.inf, math.inf)
        own.within[own.key] = _grown(own.within[own.key], given, POWERS[own.unit](scale))


class _SizeWord(NamedTuple):
    """A number of a part that goes with its size: `within` has it at `key`. unit: one of `POWERS`."""

    within: Any
    key: Any
    unit: str


def _sizes(kind: str, words: Mapping[str, Any]) -> Iterator[_SizeWord]:
    """Yield the numbers of a part that go with its size; those of points are not among them."""
    if kind == "joints":
        yield from _sizes_of_joint(words)
    yield from _sized(words, SIZED.get(kind, {}))
    yield from _sized(mark_of(kind, words), {"position": "m"})


def _sizes_of_joint(words: Mapping[str, Any]) -> Iterator[_SizeWord]:
    """Yield what is measured in metres along the slides of a joint."""
    steps = [step.kind for step in KINDS.get(kind_of(words), ()) if step.kind in (SLIDE, TURN)]
    if SLIDE not in steps:
        return
    yield from _sized(words, {"position": "m"})
    if len(steps) == 1:
        yield from _sized(words, dict.fromkeys(("rest", "range"), "m"))
        driven = words.get("driven")
        yield from _sized(driven if isinstance(driven, Mapping) else {}, dict.fromkeys(("offset", "amplitude"), "m"))
    elif isinstance(rest := words.get("rest"), list):  # a point that nothing turns has fewer, its slides first
        yield from (
            _SizeWord(rest, k, "m") for k, (_, step) in enumerate(zip(rest, steps, strict=False)) if step == SLIDE
        )


def _sized(words: Mapping[str, Any], units: Mapping[str, str]) -> Iterator[_SizeWord]:
    """Yield the words that are there, of lists each number."""
    for word, unit in units.items():
        if isinstance(given := words.get(word), list):
            yield from (_SizeWord(given, k, unit) for k in range(len(given)))
        elif word in words:
            yield _SizeWord(words, word, unit)


def _grown(text: Any, value: float, factor: float) -> Any:
    """Return a number times a factor, as an expression where it is one."""
    return float(f"{factor * value:.9g}") if expression_in(text) is None else f"{factor:.9g}*({text})"
