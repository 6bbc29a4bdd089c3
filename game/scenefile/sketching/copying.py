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
from physics.machines.joints import GROUND_NAME
from physics.machines.sketch_check import bodies_of
from physics.machines.vectors import Vector, added, difference, dot, rotation_about, scaled, turned
from physics.machines.words import direction
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
    for kind in ("gears", "couplings"):
        for name, words in s.tables.get(kind, {}).items():
            if set(words.get("joints", ())) <= joints:
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
    from physics.machines.words import DIRECTIONS, point

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
    from physics.machines.words import DIRECTIONS

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
    """Move and enlarge a part; what neither changes keeps its texts."""
    if scale == 1.0 and place == (0.0, 0.0, 0.0):
        return

    def placing(p: Vector) -> Vector:
        return added(place, scaled(scale, p))

    _place(words, numbers, placing, lambda e: e)
    for word in ("axis", "axes", "across", "normal"):
        if word in numbers:
            words[word] = numbers[word]
    at = numbers.get("at")
    if kind in ("joints", "traces", "ends") and isinstance(at, list | tuple):
        points = [at] if len(at) == 3 else at
        moved = [each if isinstance(each, str) else written(placing(_vector(each))) for each in points]
        words["at"] = moved[0] if len(at) == 3 else moved
    if scale != 1.0:
        _enlarge(words, numbers, scale)


def _enlarge(words: dict[str, Any], numbers: Mapping[str, Any], scale: float) -> None:
    """Enlarge lengths by a scale, masses by its cube, and what has moments of masses by its fifth power."""
    from physics.machines.words import LENGTHS, MASSES, ROPES, SPRINGS, number

    powers = {"radius": 1, "width": 1, "mass": 3}
    for word, power in powers.items():
        if word in numbers:
            value = number(word, numbers[word], {**LENGTHS, **MASSES}[word])
            for _ in range(power):
                value *= scale
            words[word] = round(value, 12)
    if "between" in numbers:
        for word, known in (("length", ROPES["length"]), ("rest", SPRINGS["rest"])):
            if word in numbers:
                words[word] = round(number(word, numbers[word], known) * scale, 12)
    if "size" in numbers:
        words["size"] = [round(number("size", each, LENGTHS["width"]) * scale, 12) for each in numbers["size"]]
    if "inertia" in numbers:
        from physics.machines.words import INERTIA

        fifth = scale * scale * scale * scale * scale
        words["inertia"] = [number("inertia", each, INERTIA) * fifth for each in numbers["inertia"]]
