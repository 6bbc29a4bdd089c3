"""What a picture has over its bodies, in the pages of scenes: lines, dots, axes and labels, and how they hang.

They hang on the world, on a body or a point, or on axes that turn with the view: keys of colours, lines that face us.
The matrices of those axes follow those of bodies and points. First come the axes of the picture (to the right, up,
towards the eye), then the same upright ones (to the right, away from the eye, up), both at the middle of what a look
shows; then, for each body, the upright ones turned with it, for what stands on it and faces the eye.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.export.attachment import attach_point, attach_points, said_body
from game.export.level_marks import LevelMark
from game.export.sections import Sections
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Curve, OverlayArrow, SceneFrame, SceneLabel, View
from game.model.words import later
from physics.maths import dense, rounded
from physics.types import Vector3

Floats64 = NDArray[np.float64]
Item = TypeVar("Item", OverlayArrow, SceneLabel)
Described = dict[str, Any]
STEADY = 1e-3
"""Greatest change of the opacity of what is always shown."""
LEVEL = 1e-3
"""Greatest distance of a mark from its line, in extents of the line."""
ASIDE = ((math.pi, 0.0), (2.0, 0.2))
"""Turns about the vertical, and before that upwards [rad], of the views in which it is looked up what faces the eye."""


class Seen(NamedTuple):
    """Pictures of several states and views.

    holders: at each, the matrices (4, 4) of what parts can hang on. run: the number of pictures, the first ones, that
    belong to the scene's own run: what hangs so in these alone has `own`.
    """

    frames: Sequence[SceneFrame]
    holders: Sequence[Sequence[Floats64]]
    run: int

    def runs(self) -> list[int]:
        """Return the numbers of pictures in which a part may hang in one way: all of them, or those of the own run."""
        return sorted({len(self.frames), self.run}, reverse=True)


def describe_axes(seen: Seen) -> list[Described]:
    """Return the arrows whose ends are fixed on something, and that are always shown."""
    found = []
    for arrows in _everywhere(seen, lambda frame: frame.arrows, lambda arrow: (arrow.label, *arrow.color)):
        held, own = _held([[arrow.tail for arrow in arrows], [arrow.tip for arrow in arrows]], seen)
        if held:
            one = arrows[0]
            found.append({
                "ends": held, "color": list(map(float, one.color)), "radius": one.radius, "opacity": one.opacity,
                "head": int(one.head), "text": one.label, "own": own,
            })  # fmt: skip
    return found


def describe_labels(seen: Seen) -> list[Described]:
    """Return the labels whose places are fixed on something, and that are always shown."""
    found = []
    for labels in _everywhere(seen, lambda frame: frame.labels, lambda label: (label.text, *label.color)):
        held, own = _held([[label.place for label in labels]], seen, said_body([label.on for label in labels]))
        if held:
            one = labels[0]
            found.append({
                "place": held[0], "color": list(map(float, one.color)), "text": one.text, "outward": one.outward,
                "own": own,
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


def _held(ends: Sequence[Sequence[Any]], seen: Seen, said: int | None = None) -> tuple[list[list[float]], bool]:
    """Return what each end is fixed on (-1: the world), and its place there [m]; none where one end is not fixed.

    Also whether that holds only in the scene's own run. said: what the look says that they are fixed on.
    """
    for count in (count for count in seen.runs() if count <= len(ends[0])):
        found = [attach_point(np.asarray(end[:count], float), seen.holders[:count], said) for end in ends]
        if all(each is not None for each in found):
            return [[each[0], *map(float, each[1])] for each in found if each is not None], count < len(seen.frames)
    return [], False


# Lines and dots ---------------------------------------------------------------------------------------------


def describe_curves(seen: Seen, marks: Sequence[LevelMark], sections: Sections) -> tuple[list[Described], list[str]]:
    """Return the lines that are fixed on something, with the marks on them, and the names of the others.

    A line of the run's own start, such as a polhode, has `own`: it is not shown for another start.
    """
    found, missing = [], []
    on_lines, links = {mark.curve: mark for mark in marks}, {mark.link for mark in marks}
    for k in range(max(len(frame.curves) for frame in seen.frames[: seen.run])):
        if k in links:
            continue
        curves = [frame.curves[k] for frame in seen.frames if k < len(frame.curves)]
        held = _held_line([_line_of(frame, k) for frame in seen.frames], seen, said_body([c.on for c in curves]))
        if held is None:
            missing.append(_curve_name(curves[0]))
            continue
        one, (body, local, own) = curves[0], held
        opacity = np.broadcast_to(np.asarray(one.opacity, float), (len(local),))
        found.append({
            "body": body, "points": sections.add(local, "f4"), "opacity": sections.add(opacity, "f4"),
            "color": list(map(float, one.color)), "width": one.width, "tube": one.tube, "own": own,
            "mark": _described_mark(on_lines.get(k), seen.frames),
        })  # fmt: skip
    return found, sorted(set(missing))


def _described_mark(mark: LevelMark | None, frames: Sequence[SceneFrame]) -> Described | None:
    """Return body, colour and size [pixels of 720] of a mark, with colour, width and opacity of its link."""
    if mark is None:
        return None
    frame = next(frame for frame in frames if mark.dot < len(frame.points))
    points, link = frame.points[mark.dot], None
    if mark.link is not None:
        line = frame.curves[mark.link]
        link = {"color": list(map(float, line.color)), "width": line.width, "opacity": float(np.max(line.opacity))}
    color = [part / 255.0 for part in points.colors[0, :3].tolist()]
    return {"body": mark.body, "color": color, "size": points.size, "link": link}


def describe_dots(seen: Seen, marks: Sequence[LevelMark], sections: Sections) -> tuple[list[Described], list[str]]:
    """Return the groups of dots that are fixed on something, and the name of the others but marks on lines."""
    found, missing = [], False
    inked, marked = seen.frames[0].inked().points, {mark.dot for mark in marks}
    for k in range(max(len(frame.points) for frame in seen.frames[: seen.run])):
        if k in marked:
            continue
        held = _held_line([_places_of(frame, k) for frame in seen.frames], seen)
        if held is None:
            missing = True
            continue
        body, local, own = held
        found.append({
            "body": body, "points": sections.add(local, "f4"), "colors": sections.add(inked[k].colors, "u1"),
            "size": inked[k].size, "own": own,
        })  # fmt: skip
    return found, [later("points of special meaning")] if missing else []


def _line_of(frame: SceneFrame, k: int) -> Any:
    """Return the points of a line of a frame, none where it has no such line."""
    return frame.curves[k].points if k < len(frame.curves) else np.empty((0, 3))


def _places_of(frame: SceneFrame, k: int) -> Any:
    """Return the places of a group of dots of a frame, none where it has no such group."""
    return frame.points[k].positions if k < len(frame.points) else np.empty((0, 3))


def _held_line(lines: Sequence[Any], seen: Seen, said: int | None = None) -> tuple[int, Floats64, bool] | None:
    """Return what a line is fixed on (-1: the world), its points there, and whether only in the scene's own run.

    said: what the look says that it is fixed on.
    """
    runs = [np.asarray(line, float) for line in lines]
    for count in seen.runs():
        held = attach_points(runs[:count], seen.holders[:count], said)
        if held is not None:
            return *held, count < len(seen.frames)
    return None


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
    picture, upright = np.eye(4), np.eye(4)
    picture[:3, :3] = np.asarray(view.view, float)[:3, :3].T
    along = np.asarray(middle, float)[:2] - np.asarray(view.eye, float)[:2]
    along /= max(math.hypot(*along.tolist()), 1e-12)
    upright[0, :2], upright[1, :2] = (along[1], -along[0]), along
    turned = [dense.product(upright, body) for body in bodies]
    picture[3, :3] = upright[3, :3] = middle
    return [picture, upright, *turned]


def views_aside(view: View) -> list[View]:
    """Return the view from other sides: the camera is turned about axes through the origin of the world."""
    east, north, _ = np.asarray(view.eye, float)
    level = np.array([north, -east, 0.0]) / max(math.hypot(east, north), 1e-12)
    found = []
    for turn, rise in ASIDE:
        turned = dense.product(_turn(level, rise), _turn(np.array([0.0, 0.0, 1.0]), turn))
        whole = np.eye(4)
        whole[:3, :3] = turned
        moved = dense.product(whole.T, view.view).astype(np.float32)
        found.append(replace(view, eye=dense.applied(turned.T, view.eye), view=moved))
    return found


def _turn(axis: Vector3, angle: float) -> Floats64:
    """Return the matrix (3, 3), for row vectors, of a turn about a unit vector."""
    across, along = np.cross(axis, np.eye(3)), np.outer(axis, axis)
    s, c = rounded.sincos(angle)
    return np.asarray(c * (np.eye(3) - along) + s * across + along)
