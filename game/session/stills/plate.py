"""A plate: poses of one motion at equal times in one picture, numbered, as in a chronophotograph.

Where the bodies travel, they stand where they were, so that their distances show the speed. A body that turns on the
spot would hide its own poses; where nothing else is in the picture, its poses stand side by side instead: in a row on a
table, in rows one below another in the void. Poses that hang on one thing and so overlap lie one before another, the
newest next to the eye, as drawings on glass would: to the eye each is where it was.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.model.colors import QUANTITY_COLORS
from game.model.frame import Curve, Instance, Ribbon, SceneFrame, SceneLabel, Surroundings, View
from game.model.words import decimal
from game.session.session import Session
from game.session.stills.gathered import TimedState
from game.session.stills.light_reach import lit_over
from physics.types import Vector3

APART, LABELLED = 1.12, 1.45
"""Distance of poses side by side, and of rows of them, in the greatest width and height of the poses."""
TRAVELS = 0.5
"""Way of the body from pose to pose, in its diameters, from which on the poses stand where they were."""
PARTED = 0.2
"""Way from pose to pose, in the size of all bodies, from which on the poses of a body are apart from one another."""
LAYER = 0.004
"""Distance of a pose from the next, in that of the eye, where they overlap: so much that their faces do not mix."""
ROOM = 0.05
"""How much larger the box round a mesh is, in its sizes, for what counts as within it."""
OWN_END = 0.55
"""Distance from the traced point, in sizes of its body, within which its outer end is looked for."""
EARLIEST, LATEST = 0.3, 0.6
"""Opacities of the first pose and of the last but one: the last is solid."""
WHITE, GLASS = (1.0, 1.0, 1.0), (0.62, 0.66, 0.74)
"""Tints: of what has the colour of its material alone, and of what is translucent in its place."""
LASTING, PATH_WIDTH = 4.0, 2.0
"""Life of the path through the poses, in the time from the first to the last, and its width [pixels]."""
STEEP = 0.35
"""Sine of the elevation of the camera from which on rows behind one another are seen apart."""
WIDE = 2.6
"""Width of a field of poses, relative to its height."""


class Plate(NamedTuple):
    """A plate, and of its bodies those that move, which are to fill the picture."""

    frame: SceneFrame
    moving: SceneFrame


def compose_plate(session: Session, poses: Sequence[TimedState], view: View) -> Plate:
    """Return the picture of a session's bodies at the poses, the oldest first.

    Each pose has its number and its time since the first one, above it where all of it travels, else at the outer end
    of the body that has the traced point. Arrows are left out; what explains all poses is kept, and the path of the
    first traced point. The last pose is solid, those before are the more translucent the earlier they are.
    """
    look, system = session.look, session.simulation.system
    frames = [look.frame(system, pose.state, view, 0.0) for pose in poses]
    rows = [[instance for instance in frame.instances if instance.opacity > 0.0] for frame in frames]
    still = _still(rows)
    own = [[instance for instance in row if _key(instance) not in still] for row in rows]
    aside = _side_by_side(own, look.size, frames[-1]) if look.on_the_spot and all(own) else [np.zeros(3)] * len(poses)
    moved = [[_moved(instance, shift) for instance in row] for row, shift in zip(own, aside, strict=True)]
    tips = np.asarray(look.tips(system, np.array([np.asarray(pose.state) for pose in poses])), float)
    alone = look.on_the_spot or _all_travel(moved)
    places = _places(moved, list(tips), aside, alone, view)
    if not alone:
        moved = [[_nearer(instance, k, view) for instance in row] for k, row in enumerate(moved)]
    if not look.on_the_spot:
        moved = [[_before(each, k, len(poses)) for each in row] for k, row in enumerate(moved)]
    moving = [instance for row in moved for instance in row]
    fixed = [instance for instance in rows[-1] if _key(instance) in still]
    lines = [curve for frame, shift in zip(frames, aside, strict=True) for curve in _lines(frame, shift)]
    plate = replace(frames[-1].bare(), instances=moving + fixed, curves=lines, pools=[])
    if session.run.shown.traces and not look.on_the_spot:
        plate.ribbons = _path(session, poses)
    plate.labels = _labels(places, [pose.time - poses[0].time for pose in poses], outward=not alone)
    if session.run.shown.geometry:
        look.free = session.run.arrows.free
        look.add_fixed_marks(plate, system, poses[-1].state)
    plate = lit_over(plate, places, look.radius).inked()
    return Plate(plate, replace(plate, instances=moving))


def _places(
    rows: Sequence[Sequence[Instance]], tips: Sequence[Vector3], aside: Sequence[Vector3], alone: bool, view: View
) -> list[Vector3]:
    """Return the place (3,) of the number of each pose: on its outline, or where nothing is found there, its tip."""
    found, middle = [], np.mean([_middle(each) for row in rows for each in row] or [np.zeros(3)], axis=0)
    for row, tip, shift in zip(rows, tips, aside, strict=True):
        known = bool(np.isfinite(tip).all())
        if alone or not known:
            found.append(_top(row, view) if row else (tip if known else middle) + shift)
        else:
            named = _at(tip, row)
            found.append(_end(named[0], tip, tip - middle, view) if named else tip + shift)
    return found


def _path(session: Session, poses: Sequence[TimedState]) -> list[Ribbon]:
    """Return the path of the first traced point from the first pose to the last."""
    first, now = poses[0].time, poses[-1].time
    for trail in list(session.run.traces.shown_of(session.run.traces.trails).values())[:1]:
        points = trail.points[trail.points[:, 3] >= first]
        if len(points) > 1:
            return [Ribbon(points, now, LASTING * max(now - first, 1e-9), width=PATH_WIDTH)]
    return []


def _before(instance: Instance, number: int, count: int) -> Instance:
    """Return an instance of a pose with this number from 0, translucent before the last one: the more the earlier."""
    if number >= count - 1:
        return instance
    share = number / max(count - 2, 1)
    tint = GLASS if instance.tint == WHITE else instance.tint
    return replace(instance, tint=tint, opacity=(EARLIEST + share * (LATEST - EARLIEST)) * instance.opacity)


def _middle(instance: Instance) -> Vector3:
    points = _points(instance)
    return np.asarray(0.5 * (points.min(axis=0) + points.max(axis=0)))


def _nearer(instance: Instance, steps: int, view: View) -> Instance:
    """Return an instance so many layers nearer to the eye, and smaller, so that it looks the same."""
    eye, scale = np.asarray(view.eye, float), 1.0 - LAYER * steps
    model = np.array(instance.model)
    model[3, :3] = eye + scale * (model[3, :3] - eye)
    model[:3, :3] *= scale
    return replace(instance, model=model)


def _key(instance: Instance) -> tuple[int, bytes]:
    return id(instance.mesh), np.asarray(instance.model).tobytes()


def _still(rows: Sequence[Sequence[Instance]]) -> set[tuple[int, bytes]]:
    """Return what is at the same place in all poses."""
    return set.intersection(*({_key(each) for each in row} for row in rows)) if len(rows) > 1 else set()


def _points(instance: Instance) -> NDArray[np.float64]:
    """Return the vertices (n, 3) of an instance in the world [m]."""
    model = np.asarray(instance.model, float)
    return np.asarray(instance.mesh.vertices[:, :3] @ model[:3, :3] + model[3, :3])


def _all_travel(rows: Sequence[Sequence[Instance]]) -> bool:
    """Return whether no body of a pose stays near its place, as the inner link of a pendulum does."""
    if len(rows) < 2 or not all(len(row) == len(rows[0]) > 0 for row in rows):
        return False
    places = np.array([[np.ptp(_points(each), axis=0) / 2 + _points(each).min(axis=0) for each in row] for row in rows])
    size = float(np.ptp(np.concatenate([_points(each) for each in rows[0]]), axis=0).max())
    return float(np.linalg.norm(np.diff(places, axis=0), axis=2).mean(axis=0).min()) > PARTED * size


def _at(place: Vector3, row: Sequence[Instance]) -> list[Instance]:
    """Return the smallest of the instances whose surroundings have a place, alone; none: [].

    One that has the place within the box round its mesh comes before others.
    """
    found = []
    for instance in row:
        points = _points(instance)
        middle, size = 0.5 * (points.min(axis=0) + points.max(axis=0)), float(np.ptp(points, axis=0).max())
        if float(np.linalg.norm(place - middle)) < size:
            found.append((not _holds(instance, place), size, instance))
    return [min(found, key=lambda each: each[:2])[2]] if found else []


def _holds(instance: Instance, place: Vector3) -> bool:
    """Return whether a place (3,) is within the box round a mesh, in its own axes and a little larger."""
    model, corners = np.asarray(instance.model, float), instance.mesh.vertices[:, :3]
    own = (place - model[3, :3]) @ np.linalg.pinv(model[:3, :3])
    low, high = corners.min(axis=0), corners.max(axis=0)
    room = ROOM * float((high - low).max())
    return bool((own > low - room).all() and (own < high + room).all())


def _side_by_side(rows: Sequence[Sequence[Instance]], size: float, frame: SceneFrame) -> list[Vector3]:
    """Return the shift of each pose: none where the body travels, else to its place in rows. size: of the body [m].

    In the void the rows are one below another; on a table seen from above, one behind another.
    """
    count, points = len(rows), [np.concatenate([_points(each) for each in row]) for row in rows]
    middles = np.array([0.5 * (each.min(axis=0) + each.max(axis=0)) for each in points])
    if float(np.linalg.norm(np.diff(middles, axis=0), axis=1).sum()) > TRAVELS * 2.0 * size * (count - 1):
        return [np.zeros(3)] * count
    across, second, foreshortening = _axes(frame)
    axes = np.column_stack((across, second))
    reaches = [np.ptp(each @ axes, axis=0) for each in points]
    wide, high = np.max(reaches, axis=0) * (APART, LABELLED)
    columns = math.ceil(math.sqrt(WIDE * count * high * foreshortening / wide)) if foreshortening else count
    lines = -(-count // min(columns, count))
    columns = -(-count // lines)
    column, row = np.arange(count) % columns, np.arange(count) // columns
    spots = middles.mean(axis=0) + wide * np.outer(column - 0.5 * (columns - 1), across)
    spots -= high * np.outer(row - 0.5 * (lines - 1), second)
    shifts = spots - middles
    if frame.stage is not Surroundings.VOID:
        shifts[:, 2] = 0.0  # they stay on the table
    return list(shifts)


def _axes(frame: SceneFrame) -> tuple[Vector3, Vector3, float]:
    """Return the directions along a row and from row to row, and how much of the second is seen; 0: too little."""
    turn = np.asarray(frame.view.view, float)[:3, :3]
    across = np.array([*turn[:2, 0], 0.0]) / max(float(np.linalg.norm(turn[:2, 0])), 1e-9)
    if frame.stage is Surroundings.VOID:
        return across, turn[:, 1], 1.0
    from_above = abs(float(turn[2, 2]))
    return across, np.array([-across[1], across[0], 0.0]), from_above if from_above > STEEP else 0.0


def _moved(instance: Instance, shift: Vector3) -> Instance:
    """Return an instance at another place, sharp."""
    model = np.array(instance.model)
    model[3, :3] += shift.astype(np.float32)
    return replace(instance, model=model, spin_blur=0.0, turn=(0.0, 0.0, 0.0))


def _lines(frame: SceneFrame, shift: Vector3) -> list[Curve]:
    """Return the lines that are part of bodies, such as strings, at another place."""
    return [replace(curve, points=curve.points + np.float32(shift)) for curve in frame.curves]


def _top(instances: Sequence[Instance], view: View) -> Vector3:
    """Return a place (3,) as high in the picture as the highest point of meshes, over their middle."""
    turn = np.asarray(view.view, float)[:3, :3]
    seen = np.concatenate([_points(each) for each in instances]) @ turn
    across, _, away = 0.5 * (seen.min(axis=0) + seen.max(axis=0))
    return np.asarray(turn @ (across, seen[:, 1].max(), away))


def _end(instance: Instance, tip: Vector3, way: Vector3, view: View) -> Vector3:
    """Return the vertex (3,) of a body, at its end at `tip` (3,), that is farthest along a way (3,) in the picture."""
    turn = np.asarray(view.view, float)[:3, :3]
    seen = way @ turn[:, :2]
    points = _points(instance)
    here = points[np.linalg.norm(points - tip, axis=1) <= OWN_END * float(np.ptp(points, axis=0).max())]
    points = here if len(here) else points
    return np.asarray(points[int(np.argmax(points @ turn[:, :2] @ seen))])


def _labels(places: Sequence[Vector3], times: Sequence[float], outward: bool) -> list[SceneLabel]:
    ink = QUANTITY_COLORS["trace"]
    return [
        SceneLabel(place.astype(np.float32), f"{k + 1} · {decimal(f'{time:.2f}')} s", ink, outward)
        for k, (place, time) in enumerate(zip(places, times, strict=True))
    ]
