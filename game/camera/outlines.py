"""Outlines: which points of a frame are to be in the picture, and a history of them.

Points are in the world [m]. Inside are the bodies that move and what they stand on, whole; balls and planes of glass
that show more than bodies do; arrows to scale with their origins; other arrows with their tips. Paths may leave the
picture.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from pyrr import matrix44

from game.looks.generic import Look
from game.model.arrow_scales import ArrowScales
from game.model.frame import Array, Curve, Instance, Mesh, Ribbon, SceneFrame, View
from physics import System
from physics.maths import dense
from physics.types import Floats

Floats64 = NDArray[np.float64]
Key = tuple[int, int]
"""A mesh, and the number of an instance among those with this mesh."""

MAX_VERTICES = 4000
"""Greatest number of vertices of a mesh that are used."""
NUDGE = 1e-3
"""Change of a state, relative to 1 and more, by which bodies that move are told from what stands."""
SEEN = 0.85
"""Part of its life in which a point of a path is still seen."""

FAINT = 0.15
"""Opacity from which on a point of a line along a path is seen."""
BORDER = 0.97
"""Part of the half width and height of a picture beyond which a path counts as outside."""
LEAST_PATH = 0.1
"""Least part of a path that is left in place of one that the border of a picture cuts."""
COMES = 0.3
"""Part of what is left of a line along which it comes out."""

BETWEEN_AXES = [
    (*each, 0.0) for each in itertools.product((-2.0, -1.0, 1.0, 2.0), repeat=2) if abs(each[0]) != abs(each[1])
]
DIRECTIONS = np.array([way for way in itertools.product((-1.0, 0.0, 1.0), repeat=3) if any(way)] + BETWEEN_AXES)
DIRECTIONS /= np.linalg.norm(DIRECTIONS, axis=1, keepdims=True)
"""Directions (34, 3) in which the outermost points are kept; the horizontal ones are closer, for round tables."""
NOWHERE = View(np.zeros(3, np.float32), matrix44.create_identity(np.float32), matrix44.create_identity(np.float32))
NOTHING = np.zeros((0, 3))

_hulls: WeakKeyDictionary[Mesh, Floats64] = WeakKeyDictionary()


class ArrowReach(NamedTuple):
    """An arrow to scale: its name and number, its origin (3,), and the way from there to its tip (3,), not cut."""

    key: tuple[str, int]
    tail: Floats64
    way: Floats64


def outermost(points: Floats64) -> Floats64:
    """Return the points, of points (n, 3), that reach farthest in each of `DIRECTIONS`, (34, 3)."""
    return np.asarray(points[np.argmax(dense.times(points, DIRECTIONS.T), axis=0)])


def outline(frame: SceneFrame, most: float, ghosts: bool = True, arrows: bool = True, stands: bool = True) -> Floats64:
    """Return the outermost points (34, 3) of what matters in a frame; bodies larger than `most` [m] are left out.

    ghosts: whether bodies count that are seen through, which show other motions. arrows: whether those to scale count,
    as long as they are drawn; others always do. stands: whether what bodies stand on counts.
    """
    found = [*_kept(frame, most, ghosts, stands)]
    for arrow in frame.arrows:
        if arrows or not arrow.unit:
            found.append(np.array([arrow.tail, arrow.tip], np.float64))
    points = np.concatenate([part.reshape(-1, 3) for part in found] or [NOTHING])
    points = points[np.isfinite(points).all(axis=1)]
    return outermost(points) if len(points) else points


def arrow_reaches(frame: SceneFrame, scales: ArrowScales) -> list[ArrowReach]:
    """Return the arrows to scale of a frame as long as they would be if nothing ended them at a border."""
    found, times = [], dict[str, int]()
    for arrow in frame.arrows:
        if not arrow.unit:
            continue
        times[arrow.label] = times.get(arrow.label, 0) + 1
        tail, tip = np.asarray(arrow.tail, np.float64), np.asarray(arrow.tip, np.float64)
        way, scale = tip - tail, scales.units.get(arrow.unit)
        length = dense.length(way)
        if arrow.broken and scale is not None and length > 0.0:
            way = way * (min(arrow.size * arrow.factor * scale.length, scale.longest) / length)
        found.append(ArrowReach((arrow.label, times[arrow.label]), tail, way))
    return found


def standing_in(look: Look[Any], system: System, y: Floats) -> frozenset[Key]:
    """Return the instances of a look that are at the same place when every variable of the state has changed."""
    with np.errstate(all="ignore"):
        other = keyed(look.frame(system, nudged(y), NOWHERE, 0.0).instances)
        one = keyed(look.frame(system, y, NOWHERE, 0.0).instances)
    return frozenset(key for key, each in one.items() if key in other and np.array_equal(each.model, other[key].model))


def nudged(y: Floats) -> Floats:
    """Return a state of which every variable has changed a little."""
    found = np.array(y, np.float64)
    found += NUDGE * np.maximum(1.0, np.abs(found))
    return memoryview(found.tobytes()).cast("d")


def moving_bodies(look: Look[Any], system: System, y: Floats) -> Floats64:
    """Return points (n, 3) of the bodies of a system that move, without what the look adds to them."""
    with np.errstate(all="ignore"):
        pairs = zip(system.bodies(y), system.bodies(nudged(y)), strict=True)
        found = [
            look.to_world(one.position + dense.times(one.solid.extremes(), one.rotation.T))
            for one, other in pairs
            if not (np.array_equal(one.position, other.position) and np.array_equal(one.rotation, other.rotation))
        ]
    return np.concatenate(found) if found else NOTHING


def keyed(instances: Iterable[Instance]) -> dict[Key, Instance]:
    """Return instances by their keys."""
    found: dict[Key, Instance] = {}
    times: dict[int, int] = {}
    for instance in instances:
        number = times[id(instance.mesh)] = times.get(id(instance.mesh), -1) + 1
        found[id(instance.mesh), number] = instance
    return found


def moving_hulls(frame: SceneFrame, most: float, standing: frozenset[Key]) -> Floats64:
    """Return the outermost points (n, 34, 3) of each opaque body that moves and is not larger than `most` [m]."""
    shown = [
        each
        for key, each in keyed(frame.instances).items()
        if key not in standing and each.framed is not False and not each.veil and each.opacity == 1.0
    ]
    parts = _placed_hulls(shown, most)
    return np.concatenate(parts) if parts else np.zeros((0, len(DIRECTIONS), 3))


def path_points(frame: SceneFrame) -> Floats64:
    """Return points (n, 3) of the paths that are still seen in a frame."""
    found = [NOTHING]
    for ribbon in frame.ribbons:
        points = np.asarray(ribbon.points, np.float64)
        seen = np.isfinite(points).all(axis=1) & (points[:, 3] > ribbon.now - SEEN * ribbon.life)
        if seen.any():
            found.append(outermost(points[seen, :3]))
    for curve in frame.curves:
        if curve.path:
            points = np.asarray(curve.points, np.float64)
            seen = np.isfinite(points).all(axis=1) & (np.asarray(curve.opacity) > FAINT)
            if seen.any():
                found.append(outermost(points[seen]))
    return np.concatenate(found)


def bead_points(frame: SceneFrame) -> Floats64:
    """Return the outermost points (n, 3) of the beads of a frame, which stand for copies of the motion."""
    beads = np.concatenate([NOTHING, *(each.positions for each in frame.points if each.radius > 0.0)])
    beads = beads[np.isfinite(beads).all(axis=1)]
    return outermost(beads) if len(beads) else beads


def with_paths_inside(frame: SceneFrame) -> SceneFrame:
    """Return a frame in which paths that have left the picture fade in from where they came back for the last time.

    Where little of a path would be left it stays, and the border of the picture cuts it.
    """
    ribbons = [_shortened(each, frame.view) for each in frame.ribbons]
    curves = [_faded_in(each, frame.view) if each.path else each for each in frame.curves]
    return replace(frame, ribbons=ribbons, curves=curves)


def _shortened(ribbon: Ribbon, view: View) -> Ribbon:
    ages = ribbon.now - ribbon.points[:, 3]
    outside = np.flatnonzero(_outside(ribbon.points[:, :3], view) & (ages < SEEN * ribbon.life))
    if not len(outside):
        return ribbon
    oldest = float(np.nanmax(np.where(ages < ribbon.life, ages, 0.0)))
    left = float(ages[outside[-1]])
    return replace(ribbon, life=left) if left >= LEAST_PATH * oldest else ribbon


def _faded_in(curve: Curve, view: View) -> Curve:
    opacity = np.broadcast_to(np.asarray(curve.opacity, np.float32), len(curve.points))
    seen = np.flatnonzero(opacity > 0.0)
    outside = np.flatnonzero(_outside(curve.points, view) & (opacity > 0.0))
    if not len(outside):
        return curve
    left = seen[-1] - outside[-1]
    if left < LEAST_PATH * len(seen):
        return curve
    ramp = np.clip((np.arange(len(opacity)) - outside[-1]) / max(COMES * left, 1.0), 0.0, 1.0)
    return replace(curve, opacity=(opacity * ramp * ramp * (3.0 - 2.0 * ramp)).astype(np.float32))


def _outside(points: Array, view: View) -> NDArray[np.bool_]:
    """Return which points (n, 3) are outside the picture; those of gaps are not."""
    ahead = np.asarray(view.view, np.float64), np.asarray(view.projection, np.float64)
    flat = dense.times(np.column_stack([points, np.ones(len(points))]), dense.times(*ahead))
    with np.errstate(invalid="ignore"):
        return np.asarray(np.abs(flat[:, :2]).max(axis=1) > BORDER * flat[:, 3])


def _kept(frame: SceneFrame, most: float, ghosts: bool, stands: bool) -> Iterable[Floats64]:
    """Yield the points of instances that are kept inside the picture."""
    kept: list[Instance] = []
    glass: list[Instance] = []
    for each in frame.instances:
        if each.veil:
            glass += [each] if each.framed else []
        elif (ghosts or each.opacity == 1.0) and (stands or each.framed is not False):
            kept.append(each)
    yield from _placed_hulls(kept, most)
    yield from _placed_hulls(glass, np.inf)


def _placed_hulls(instances: Iterable[Instance], most: float) -> list[Floats64]:
    """Return the outermost points (n, 34, 3) of all instances not larger than `most` [m], for each mesh."""
    models: dict[Mesh, list[NDArray[np.float32]]] = {}
    for instance in instances:
        models.setdefault(instance.mesh, []).append(instance.model)
    found = []
    for mesh, placed in models.items():
        stack = np.stack(placed).astype(np.float64)
        points = dense.times(_hull(mesh), stack[:, :3, :3]) + stack[:, None, 3, :3]
        small = np.ptp(points, axis=1).max(axis=1) < most
        if small.any():
            found.append(points[small])
    return found


def _hull(mesh: Mesh) -> Floats64:
    """Return the outermost points of a mesh, in its own axes."""
    if mesh not in _hulls:
        points = mesh.vertices[:: 1 + len(mesh.vertices) // MAX_VERTICES, :3]
        _hulls[mesh] = outermost(points.astype(np.float64))
    return _hulls[mesh]


class LookHistory:
    """Observed outlines and arrows, each with its time [s] of the simulation; the last `size` of them."""

    def __init__(self, size: int = 128) -> None:
        self._times = np.full(size, np.nan)
        self._points = np.zeros((size, len(DIRECTIONS), 3))
        self._arrows: dict[tuple[str, int], Floats64] = {}
        self._count = 0

    def add(self, time: float, points: Floats64, arrows: Sequence[ArrowReach] = ()) -> None:
        """Record the outermost points (34, 3) of an observation, and its arrows to scale."""
        if not len(points):
            return
        at = self._count % len(self._times)
        self._times[at], self._points[at] = time, points
        for kept in self._arrows.values():
            kept[at] = np.nan
        for arrow in arrows:
            kept = self._arrows.setdefault(arrow.key, np.full((len(self._times), 6), np.nan))
            kept[at] = *arrow.tail, *arrow.way
        self._count += 1

    def since(self, time: float, until: float = np.inf) -> Floats64:
        """Return the points (n, 3) of all observations of a time, foreseen ones included.

        An arrow reaches no farther than its median length over this time.
        """
        chosen = (self._times >= time) & (self._times <= until)
        found = [self._points[chosen].reshape(-1, 3)]
        for kept in self._arrows.values():
            rows = kept[chosen]
            rows = rows[np.isfinite(rows).all(axis=1)]
            if not len(rows):
                continue
            lengths = dense.lengths(rows[:, 3:])
            usual = float(np.sort(lengths)[len(lengths) // 2])
            share = np.minimum(1.0, usual / np.maximum(lengths, 1e-300))
            found += [rows[:, :3], rows[:, :3] + share[:, None] * rows[:, 3:]]
        return np.concatenate(found)
