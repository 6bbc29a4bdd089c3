"""Parameters that change the shapes of a picture: what a page draws between values at which the look was asked.

A picture of another value has the same parts and the same triangles; the numbers of places, sizes and surfaces are
polynomials through those at some values, the nodes. Between all neighbouring nodes they are compared with those of the
look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.export.attachment import described_hold, local_of
from game.export.exported_picture import Shown, frame_of
from game.export.live_run import Sliding
from game.export.sections import Sections
from game.looks import look_for
from game.looks.generic import Look, whole_pose
from game.model.frame import CheckerPattern, Instance, SceneFrame
from game.model.hold import Bent, ByPhase, Hold, Moving, RopePiece, is_same
from game.render.gpu.mirrored_block import shown_shapes
from game.render.meshes.mesh_buffers import INSTANCE_FLOATS, fill_row, half_length
from physics import BadInput, System
from physics.maths import dense

LOOKS, TRIES = 9, 4
"""Values at which the look is asked in a range, every other one of which may be a node; ranges that are tried."""
LEAST = 0.04
"""Least range of a slider, in that which the system accepts."""
NEAR, TURNED, PAINTED = 5e-4, 0.02, 0.01
"""Greatest errors between nodes: of places, in radii of the picture; of normals; of what is painted along a surface, in
its length."""
MOST_NUMBERS = 700_000
"""Greatest number of coordinates of meshes for all shapes of a page."""
Floats64 = NDArray[np.float64]


class Drawn(NamedTuple):
    """A picture as numbers. rows: of the instances, what shaders read, (n, 36). holds: JSON of how they hang.

    whole: numbers of the picture as a whole, as JSON. numbers: all of these in a row; least: what each may be wrong.
    meshes: vertices (m, 9) of those of the page.
    """

    frame: SceneFrame
    rows: Floats64
    holds: list[dict[str, Any]]
    whole: dict[str, Any]
    numbers: Floats64
    least: Floats64
    meshes: list[Floats64]


Asked = Callable[[float], "Drawn | None"]
"""A function that returns the picture at a value of the parameter, None where a page cannot have it."""


class ShapedParameter(NamedTuple):
    """A parameter with its slider, the nodes, and the pictures there."""

    sliding: Sliding
    nodes: list[float]
    drawn: list[Drawn]


def shaped_parameters(
    look: Look[Any], start: Shown, others: Sequence[Sliding], picture: dict[str, Any]
) -> list[ShapedParameter]:
    """Return those of some parameters whose pictures a page can draw, with the values at which it can.

    start: that of the run, as shown. picture: as the page has it. Raises nothing: what cannot be drawn is left out.
    """
    if look.sized_by_motion:
        return []
    first = _drawn(look, start, picture)
    found, room = [], MOST_NUMBERS
    for each in others:
        shape = _shape(first, start, each, picture) if first is not None else None
        if shape is None:
            continue
        size = len(shape.nodes) * sum(shape.drawn[0].meshes[m].size for m in _changed_meshes(shape))
        if size <= room:
            room -= size
            found.append(shape)
    return found


def _shape(first: Drawn, start: Shown, sliding: Sliding, picture: dict[str, Any]) -> ShapedParameter | None:
    """Return the shape of a parameter about its value, as far as the triangles stay; None where that is not far."""
    field, _ = sliding
    name, value = field.name, float(start.system.parameters[field.name])
    known: dict[float, Drawn | None] = {value: first}

    def asked(number: float) -> Drawn | None:
        if number not in known:
            drawn = _made(start.system, name, number, start, picture)
            known[number] = drawn if drawn is not None and _like(first, drawn, picture) else None
        return known[number]

    low, high = (_like_end(asked, value, sliding.made[k][0]) for k in (0, -1))
    least = LEAST * (sliding.made[-1][0] - sliding.made[0][0])
    for _ in range(TRIES):
        if high - low < least:
            return None
        nodes = _nodes(asked, low, high, picture)
        if nodes is not None:
            made = [(x, system) for x, system in sliding.made if low <= x <= high]
            drawn = [each for each in map(asked, nodes) if each is not None]
            return ShapedParameter(Sliding(field, made), nodes, drawn) if len(made) > 2 else None
        low, high = 0.5 * (low + value), 0.5 * (high + value)
    return None


def _like_end(asked: Asked, value: float, end: float) -> float:
    """Return the farthest value towards an end, of some, at which the picture has the same parts as at `value`."""
    for _ in range(TRIES):
        if asked(end) is not None:
            return end
        end = 0.5 * (end + value)
    return value


def _made(system: System, name: str, number: float, start: Shown, picture: dict[str, Any]) -> Drawn | None:
    with suppress(BadInput, ArithmeticError, ValueError):
        changed = system.replace(parameters={name: number})
        return _drawn(look_for(changed), start._replace(system=changed, y=memoryview(changed.start())), picture)
    return None


def _drawn(look: Look[Any], shown: Shown, picture: dict[str, Any]) -> Drawn | None:
    """Return a picture as numbers; None where a page has no such numbers of it."""
    frame = frame_of(look, shown, overlays=False)
    holds = [each.on for each in frame.instances]
    shapes, spheres = (len(picture[name]) for name in ("mirrored", "spheres"))
    if (
        any(each is None or _is_free(each) for each in holds)
        or any(k >= len(holds) for each in picture["meshes"] for k in each["index"])
        or shapes not in (0, len(shown_shapes(frame.mirrored)))
        or spheres != len(frame.occluders)
    ):
        return None
    rows = np.zeros((len(holds), INSTANCE_FLOATS), np.float32)
    for row, each, hold in zip(rows, frame.instances, holds, strict=True):
        assert hold is not None
        fill_row(row, replace(each, model=np.asarray(local_of(hold), np.float32)), half_length(each.mesh))
    described = [{} if hold is None or _ropes(hold) else described_hold(hold, []) for hold in holds]
    whole = _whole(look, shown, frame, picture)
    rest, radius = np.array(list(_leaves([described, whole]))), frame.radius
    size = np.ones(INSTANCE_FLOATS)
    size[16:] = np.abs(rows[:, 16:]).max(axis=0, initial=0.0) + 1e-9
    size[12:15] = radius
    size[20], size[32:] = np.inf, np.inf  # how a body is blurred, which a page computes of its motion
    least = NEAR * np.concatenate([np.tile(size, len(rows)), np.full(len(rest), radius)])
    meshes = [np.asarray(frame.instances[each["index"][0]].mesh.vertices, float) for each in picture["meshes"]]
    return Drawn(frame, rows.astype(float), described, whole, np.concatenate([rows.ravel(), rest]), least, meshes)


def _is_free(hold: Hold) -> bool:
    """Return whether a page has no numbers of how a part hangs: it moves in another way."""
    return (
        any(map(_is_free, (each for _, each in hold.phases))) if isinstance(hold, ByPhase) else isinstance(hold, Moving)
    )


def _whole(look: Look[Any], shown: Shown, frame: SceneFrame, picture: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers of a picture as a whole, on the bodies that the page has found of its own picture."""
    pose = [np.asarray(each, float) for each in whole_pose(look, shown.system, shown.y)]

    def on(body: int, point: Any) -> list[float]:
        place = np.asarray(point, float)
        if body >= 0:
            place = dense.product(np.append(place, 1.0)[None], dense.inverse(pose[body]))[0, :3]
        return [body, *map(float, place)]

    focus, shapes = picture["focus"], shown_shapes(frame.mirrored)
    middle = np.asarray(frame.focus, float)
    return {
        "lift": float(look.lift),
        "radius": float(frame.radius),
        "mirror": float(frame.mirror),
        "middle": list(map(float, look.focus)),
        "focus": [*focus[:4], float(middle[2])] if len(focus) > 4 else on(int(focus[0]), middle),
        "spheres": [
            [*on(int(each[0]), frame.occluders[k, :3]), float(frame.occluders[k, 3])]
            for k, each in enumerate(picture["spheres"])
        ],
        "mirrored": [
            {**each, "ends": [on(int(end[0]), shapes[k, which, :3]) for which, end in enumerate(each["ends"])],
             "radius": float(shapes[k, 0, 3]), "width": float(shapes[k, 1, 3])}
            for k, each in enumerate(picture["mirrored"])
        ],
    }  # fmt: skip


# Comparing --------------------------------------------------------------------------------------------------


def _like(one: Drawn, other: Drawn, picture: dict[str, Any]) -> bool:
    """Return whether two pictures have the same parts with the same triangles, so that only numbers differ."""
    a, b = one.frame, other.frame
    return (
        len(a.instances) == len(b.instances)
        and len(a.occluders) == len(b.occluders)
        and len(a.mirrored) == len(b.mirrored)
        and a.ground == b.ground
        and all(map(_like_part, a.instances, b.instances))
        and all(_shared(b, each["index"]) for each in picture["meshes"])
        and _same_words(one.holds, other.holds)
        and _same_words(one.whole, other.whole)
    )


def _shared(frame: SceneFrame, members: Sequence[int]) -> bool:
    """Return whether these instances, which are of one mesh in the page, are so in another picture."""
    first = frame.instances[members[0]].mesh.vertices
    others = (frame.instances[k].mesh.vertices for k in members[1:])
    return all(each is first or (each.shape == first.shape and np.array_equal(each, first)) for each in others)


def _like_part(one: Instance, other: Instance) -> bool:
    a, b = one.mesh, other.mesh
    same = a is b or (
        a.vertices.shape == b.vertices.shape
        and np.array_equal(a.indices, b.indices)
        and np.array_equal(a.vertices[:, 8], b.vertices[:, 8])
    )
    kinds = (type(one.paint), one.opacity, one.veil, getattr(one.paint, "sectors", 0), getattr(one.paint, "count", 0))
    others = (type(other.paint), other.opacity, other.veil, getattr(other.paint, "sectors", 0),
              getattr(other.paint, "count", 0))  # fmt: skip
    roped = is_same(one.on, other.on) if _ropes(one.on) or _ropes(other.on) else True
    checked = not isinstance(one.paint, CheckerPattern) or one.paint.cells == getattr(other.paint, "cells", None)
    return bool(same) and kinds == others and checked and roped


def _ropes(hold: Hold | None) -> tuple[Bent, ...]:
    if isinstance(hold, ByPhase):
        return tuple(rope for _, each in hold.phases for rope in _ropes(each))
    return (hold.rope,) if isinstance(hold, RopePiece) else ()


def _same_words(one: Any, other: Any) -> bool:
    """Return whether two JSON values differ in numbers alone, and in no whole ones."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same_words(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same_words, one, other))
    return isinstance(other, float) if isinstance(one, float) else bool(one == other)


def _nodes(asked: Asked, low: float, high: float, picture: dict[str, Any]) -> list[float] | None:
    """Return values by which those between have the numbers of the pictures; None where none are found.

    They are compared at values between all neighbouring nodes.
    """
    values = [low + (high - low) * k / (LOOKS - 1) for k in range(LOOKS)]
    pictures = []
    for x in values:
        drawn = asked(x)
        if drawn is None:
            return None
        pictures.append(drawn)
    for step in (4, 2):
        nodes = list(range(0, LOOKS, step))
        at = [values[k] for k in nodes]
        every = [pictures[k] for k in nodes]
        between = (k for k in range(LOOKS) if k not in nodes)
        if all(_error(every, weights(at, values[k]), pictures[k], picture) <= 1.0 for k in between):
            return at
    return None


def weights(nodes: Sequence[float], x: float) -> list[float]:
    """Return the parts of values at nodes in their polynomial at x."""
    found = []
    for k, own in enumerate(nodes):
        part = 1.0
        for j, other in enumerate(nodes):
            if j != k:
                part *= (x - other) / (own - other)
        found.append(part)
    return found


def _error(nodes: Sequence[Drawn], parts: Sequence[float], exact: Drawn, picture: dict[str, Any]) -> float:
    """Return the greatest error of a picture between others, in what is allowed."""
    radius = exact.frame.radius
    mixed = _mixed([each.numbers for each in nodes], parts)
    worst = float((np.abs(mixed - exact.numbers) / exact.least).max())
    for m, mesh in enumerate(exact.meshes):
        if worst > 1.0:
            break
        every = [each.meshes[m] for each in nodes]
        if all(each is mesh or np.array_equal(each, mesh) for each in every):
            continue
        apart = np.abs(_mixed(every, parts) - mesh).max(axis=0)
        surface = np.maximum(np.abs(mesh[:, 6:8]).max(axis=0), 1e-3)
        worst = max(
            worst,
            float(apart[:3].max()) * _scale(exact, picture, m) / (NEAR * radius),
            float(apart[3:6].max()) / TURNED,
            float((apart[6:8] / surface).max()) / PAINTED,
        )
    return worst


def _mixed(rows: Sequence[Floats64], parts: Sequence[float]) -> Floats64:
    return np.asarray(sum(part * row for part, row in zip(parts, rows, strict=True)))


def _scale(drawn: Drawn, picture: dict[str, Any], number: int) -> float:
    """Return how large the units of a mesh are in its instances at most."""
    models = drawn.rows[picture["meshes"][number]["index"], :16].reshape(-1, 4, 4)[:, :3, :3]
    return float(np.sqrt((models * models).sum(axis=2)).max())


def _leaves(value: Any) -> Iterator[float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from _leaves(each)
    elif isinstance(value, float):
        yield value


# Describing -------------------------------------------------------------------------------------------------


def _changed_meshes(shape: ShapedParameter) -> list[int]:
    """Return the numbers of the meshes of the page that change."""
    first, *others = (drawn.meshes for drawn in shape.drawn)
    return [m for m, own in enumerate(first) if any(not np.array_equal(own, other[m]) for other in others)]


def described_shapes(shapes: Sequence[ShapedParameter], picture: dict[str, Any], sections: Sections) -> dict[str, Any]:
    """Return shapes as a page reads them, by the names of the parameters."""
    return {field.name: _described(each, picture, sections) for each in shapes for field, _ in [each.sliding]}


def _described(shape: ShapedParameter, picture: dict[str, Any], sections: Sections) -> dict[str, Any]:
    changed, bodies = _changed_meshes(shape), []
    for m, each in enumerate(picture["meshes"]):
        members, every = each["index"], shape.drawn
        rows = np.array([drawn.rows[members] for drawn in every], np.float32)
        holds = [[{**own, **drawn.holds[k]} for k, own in zip(members, each["hung"], strict=True)] for drawn in every]
        moved = any((rows[0] != other).any() for other in rows[1:]) or any(holds[0] != other for other in holds[1:])
        if m not in changed and not moved:
            continue
        found: dict[str, Any] = {"mesh": m, "rows": sections.add(rows, "f4"), "hung": holds}
        if m in changed:
            found["vertices"] = sections.add_columns(np.concatenate([drawn.meshes[m] for drawn in every]))
        bodies.append(found)
    return {"nodes": shape.nodes, "bodies": bodies, "whole": [drawn.whole for drawn in shape.drawn]}
