"""What a picture has over its bodies, in the pages of scenes: lines, dots, axes and labels, and how they hang.

They hang on the world, on a body, or on axes that turn with the view, as looks say it (`on`). The matrices of those
axes follow those of bodies and points. First come upright ones (to the right, away from the eye, up) at the middle of
what a look shows; then, for each body, the same turned with it, for what stands on it and faces the eye.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from game.export.attachment import local_points
from game.export.sections import Sections
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Curve, OverlayArrow, Points, SceneFrame, SceneLabel, View
from game.model.hold import AtHeight, Fixed, OnBody, Upright, World
from game.model.words import later
from physics.maths import dense
from physics.types import Vector3

Floats64 = NDArray[np.float64]
Item = TypeVar("Item", OverlayArrow, SceneLabel)
Drawn = TypeVar("Drawn", Curve, Points)
Placed = OverlayArrow | SceneLabel | Curve | Points
Described = dict[str, Any]
STEADY = 1e-3
"""Greatest change of the opacity of what is always shown."""


class Seen(NamedTuple):
    """Pictures of several states.

    holders: at each, the matrices (4, 4) of what parts can hang on. run: the number of pictures, the first ones, that
    belong to the scene's own run: what hangs so in these alone has `own`. facing: the number of the first of the axes
    that turn with the view.
    """

    frames: Sequence[SceneFrame]
    holders: Sequence[Sequence[Floats64]]
    run: int
    facing: int

    def runs(self) -> list[int]:
        """Return the numbers of pictures in which a part may hang in one way: all of them, or those of the own run."""
        return sorted({len(self.frames), self.run}, reverse=True)

    def number(self, on: Fixed | AtHeight | None) -> int | None:
        """Return the number of what it is, as a page has them (-1: the world), or None."""
        match on:
            case World():
                return -1
            case OnBody(body):
                return body
            case Upright(body):
                return self.facing + (0 if body is None else 1 + body)
        return None

    def held(self, items: Sequence[Placed | None]) -> tuple[int, Floats64, bool] | None:
        """Return what an item of each picture is fixed on, its points there (n, 3) [m], and whether only in the run.

        None where its look does not say it, or where its points are not the same there. items: None where it is absent.
        """
        for count in (each for each in self.runs() if each <= len(items)):
            numbers = {None if each is None else self.number(each.on) for each in items[:count]}
            number = numbers.pop()
            if numbers or number is None:
                continue
            axes = [np.eye(4) if number < 0 else state[number] for state in self.holders[:count]]
            local = local_points([_points_of(each) for each in items[:count] if each is not None], axes)
            if local is not None:
                return number, local, count < len(self.frames)
        return None


def _points_of(item: Placed) -> Floats64:
    """Return the points (n, 3) of an item in the world [m]."""
    match item:
        case Curve():
            return np.asarray(item.points, float)
        case Points():
            return np.asarray(item.positions, float)
        case SceneLabel():
            return np.asarray(item.place, float)[None] - (0.0, 0.0, _above(item))
    return np.array([item.tail, item.tip], float)


def _above(label: SceneLabel) -> float:
    """Return how much higher than its place on a body a label is, however the body is turned [m]."""
    return label.on.above if isinstance(label.on, OnBody) else 0.0


def describe_axes(seen: Seen) -> list[Described]:
    """Return the arrows whose ends are fixed on something, and that are always shown."""
    found = []
    for arrows in _everywhere(seen, lambda frame: frame.arrows, lambda arrow: (arrow.label, *arrow.color)):
        held = seen.held(arrows)
        if held is not None:
            one, (number, ends, own) = arrows[0], held
            found.append({
                "ends": [[number, *map(float, end)] for end in ends], "color": list(map(float, one.color)),
                "radius": one.radius, "opacity": one.opacity, "head": int(one.head), "text": one.label, "own": own,
            })  # fmt: skip
    return found


def describe_labels(seen: Seen) -> list[Described]:
    """Return the labels whose places are fixed on something, and that are always shown."""
    found = []
    for labels in _everywhere(seen, lambda frame: frame.labels, lambda label: (label.text, *label.color)):
        held = seen.held(labels)
        if held is not None:
            one, (number, (place,), own) = labels[0], held
            found.append({
                "place": [number, *map(float, place)], "color": list(map(float, one.color)), "text": one.text,
                "outward": one.outward, "above": _above(one), "own": own,
            })  # fmt: skip
    return found


def _everywhere(
    seen: Seen,
    items: Callable[[SceneFrame], Iterable[Item]],
    name: Callable[[Item], tuple[Any, ...]],
) -> list[list[Item]]:
    """Return, of the items that all frames have in the same opacity, those of all frames, or of those of the run."""
    named = [_numbered(items(frame), name) for frame in seen.frames]
    found = []
    for key, first in named[0].items():
        for count in seen.runs():
            every = [each[key] for each in named[:count] if key in each]
            if len(every) == count and max(abs(each.opacity - first.opacity) for each in every) < STEADY:
                found.append(every)
                break
    return found


def _numbered(items: Iterable[Item], name: Callable[[Item], tuple[Any, ...]]) -> dict[tuple[Any, ...], Item]:
    """Return items by their names, each with its number among those of the same name."""
    found: dict[tuple[Any, ...], Item] = {}
    for item in items:
        own: tuple[Any, ...] = name(item)
        number = sum(each[:-1] == own for each in found)
        found[(*own, number)] = item
    return found


# Lines and dots ---------------------------------------------------------------------------------------------


def describe_curves(seen: Seen, sections: Sections) -> tuple[list[Described], list[str]]:
    """Return the lines that are fixed on something, with the marks on them, and the names of the others.

    A line of the run's own start, such as a polhode, has `own`: it is not shown for another start.
    """
    run, said = seen.frames[: seen.run], [_fixed(frame.curves) for frame in seen.frames]
    missing = {_curve_name(curve) for frame in run for curve in frame.curves if curve.on is None}
    found = []
    for curves in _by_number(said, seen):
        one, held = next(each for each in curves if each is not None), seen.held(curves)
        if held is None:
            missing.add(_curve_name(one))
            continue
        number, local, own = held
        opacity = np.broadcast_to(np.asarray(one.opacity, float), (len(local),))
        found.append({
            "body": number, "points": sections.add(local, "f4"), "opacity": sections.add(opacity, "f4"),
            "color": list(map(float, one.color)), "width": one.width, "tube": one.tube, "own": own,
            "mark": _described_mark(one.name, seen.frames),
        })  # fmt: skip
    return found, sorted(missing)


def _fixed(items: Sequence[Drawn]) -> list[Drawn]:
    """Return the lines or groups of dots that are fixed on something."""
    return [each for each in items if each.on is not None and not isinstance(each.on, AtHeight)]


def _by_number(said: Sequence[Sequence[Drawn]], seen: Seen) -> list[list[Drawn | None]]:
    """Return the items of all pictures by their numbers in these, of those that the run has; None where one has not."""
    return [
        [each[k] if k < len(each) else None for each in said]
        for k in range(max(len(each) for each in said[: seen.run]))
    ]


def _described_mark(name: str, frames: Sequence[SceneFrame]) -> Described | None:
    """Return body, colour and size [pixels of 720] of the mark on a line; of its link colour, width and opacity."""
    marks = ((frame, dot, dot.on) for frame in frames for dot in frame.points if isinstance(dot.on, AtHeight))
    frame, dot, on = next((each for each in marks if each[2].line == name), (None, None, None))
    if frame is None or dot is None or on is None:
        return None
    line = next((curve for curve in frame.curves if curve.on == on), None)
    link = line and {"color": list(map(float, line.color)), "width": line.width, "opacity": float(np.max(line.opacity))}
    color = [part / 255.0 for part in dot.colors[0, :3].tolist()]
    return {"body": on.body, "color": color, "size": dot.size, "link": link}


def describe_dots(seen: Seen, sections: Sections) -> tuple[list[Described], list[str]]:
    """Return the groups of dots that are fixed on something, and the name of the others but marks on lines."""
    said, inked = [_fixed(frame.points) for frame in seen.frames], _fixed(seen.frames[0].inked().points)
    found, missing = [], any(dots.on is None for frame in seen.frames[: seen.run] for dots in frame.points)
    for k, dots in enumerate(_by_number(said, seen)):
        held = seen.held(dots)
        if held is None:
            missing = True
            continue
        number, local, own = held
        found.append({
            "body": number, "points": sections.add(local, "f4"), "colors": sections.add(inked[k].colors, "u1"),
            "size": inked[k].size, "own": own,
        })  # fmt: skip
    return found, [later("points of special meaning")] if missing else []


def _curve_name(curve: Curve) -> str:
    """Return what a line is; arcs of angles have the colours of polhodes and herpolhodes, but names."""
    if curve.color == QUANTITY_COLORS["theta"] or (
        curve.name and curve.color in (QUANTITY_COLORS["psi"], QUANTITY_COLORS["phi"])
    ):
        return later("arcs of the Euler angles")
    if curve.color == QUANTITY_COLORS["polhode"]:
        return later("the polhode so far")
    if curve.color == QUANTITY_COLORS["herpolhode"]:
        return later("the herpolhode so far")
    return later("lines that change their shape")


def facing_models(view: View, middle: Vector3, bodies: Sequence[Floats64]) -> list[Floats64]:
    """Return the matrices (4, 4), for row vectors, of the axes that face the eye; bodies: those of the bodies."""
    upright = np.eye(4)
    along = np.asarray(middle, float)[:2] - np.asarray(view.eye, float)[:2]
    along /= max(math.hypot(*along.tolist()), 1e-12)
    upright[0, :2], upright[1, :2] = (along[1], -along[0]), along
    turned = [dense.product(upright, body) for body in bodies]
    upright[3, :3] = middle
    return [upright, *turned]
