"""Bodies on the screen that labels avoid: slender ones, such as the bars of a pendulum, and solid ones."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np

from game.camera.outlines import outermost
from game.model.frame import Mesh, SceneFrame
from game.ui.label_placement import NO_BODIES, NO_LINES, ROUND, ArrowShaft, Dots, Outlines

MAX_BODIES = 12
"""Greatest number of bodies considered: the links of a chain are too short to be bars."""
MIN_SLENDERNESS, MIN_BAR_LENGTH = 3.0, 5.0
"""A body is a bar if its length is at least SLENDER widths and LONG text heights."""

FILLING = 0.4
"""Part of the picture from which on a body is so large that names may stand on it."""
SOLID, PLACES, PLANES = 0.6, 5, ([0, 1], [1, 2], [2, 0])
"""Part of its outline that a solid body covers, at places of a grid of so many rows, as seen along each of its axes."""
FAINT, FRESH = 0.25, 0.5
"""Mean opacity from which on names avoid a curve, and part of its life for which they avoid a piece of a trace."""
MAX_DOTS = 4000
"""Greatest number of places on lines."""
THIN = 0.75
"""Width of a body, in text heights (12 points), below which names do not avoid it as a solid one."""


def bars(scene: SceneFrame, corner: tuple[int, int], size: tuple[int, int], long: float) -> list[ArrowShaft]:
    """Return the slender ones of the first bodies of a scene of length at least `long` [points].

    corner, size: of the picture in the window [points]. Moving bodies come before fixed ones.
    """
    seen = [each for each in scene.instances[:MAX_BODIES] if each.opacity >= 1.0 and not each.extra]
    if not seen:
        return []
    boxes = np.array([box_round(each.mesh) for each in seen])
    models = np.array([each.model for each in seen])
    middles = np.einsum("ni,nij->nj", boxes[:, 0], models[:, :3, :3]) + models[:, 3, :3]
    axes = boxes[:, 1, :, None] * models[:, :3, :3]
    ends = middles[:, None, None] + np.stack([-axes, axes], axis=1)  # body, end, axis, xyz
    clip = np.concatenate([ends, np.ones((*ends.shape[:3], 1))], axis=3) @ (scene.view.view @ scene.view.projection)
    ahead = (clip[..., 3] > 1e-6).all(axis=(1, 2))
    places = (0.5 + 0.5 * clip[ahead][..., :2] / clip[ahead][..., 3:] * (1.0, -1.0)) * size + corner
    across = 0.5 * (places[:, 1] - places[:, 0])
    lengths = np.linalg.norm(across, axis=2)
    found = []
    for body, length, way in zip(places, lengths, across, strict=True):
        k = int(length.argmax())
        half = float(length[k])
        wide = float(np.abs(way[:, 0] * way[k, 1] - way[:, 1] * way[k, 0]).max()) / max(half, 1e-9)
        if 2.0 * half > long and half > MIN_SLENDERNESS * wide:
            tail, tip = body[0, k].tolist(), body[1, k].tolist()
            found.append(ArrowShaft((tail[0], tail[1]), (tip[0], tip[1]), 0.0, wide))
    return found


_BOXES: WeakKeyDictionary[Mesh, np.ndarray] = WeakKeyDictionary()
"""Centre and half-sides (2, 3) of the bounding box of each mesh, in its own axes."""


def box_round(mesh: Mesh) -> np.ndarray:
    """Return centre and half-sides (2, 3) of the bounding box of a mesh, in its own axes."""
    box = _BOXES.get(mesh)
    if box is None:
        low, high = mesh.vertices[:, :3].min(axis=0), mesh.vertices[:, :3].max(axis=0)
        box = _BOXES[mesh] = np.array([0.5 * (low + high), 0.5 * (high - low)])
    return box


def outlines(scene: SceneFrame, corner: tuple[int, int], size: tuple[int, int], em: float) -> Outlines:
    """Return the outlines of the solid ones of the first bodies of a scene that are neither thin nor fill the picture.

    corner, size: of the picture in the window [points]. em: height of the text.
    """
    seen = [each for each in scene.instances[:MAX_BODIES] if each.opacity >= 1.0 and not each.extra]
    parts = [(each, solid_hull(each.mesh)) for each in seen]
    hulls = [hull @ each.model[:3, :3] + each.model[3, :3] for each, hull in parts if len(hull)]
    if not hulls:
        return NO_BODIES
    points = np.stack(hulls)
    clip = np.concatenate([points, np.ones((*points.shape[:2], 1))], axis=2) @ (scene.view.view @ scene.view.projection)
    clip = clip[(clip[..., 3] > 1e-6).all(axis=1)]
    places = (0.5 + 0.5 * clip[..., :2] / clip[..., 3:] * (1.0, -1.0)) * size + corner
    found = (places @ ROUND.T).max(axis=1)
    wide = found + np.roll(found, 8, axis=1)
    fills = wide[:, 0] * wide[:, 4] > FILLING * size[0] * size[1]
    return np.asarray(found[(wide.min(axis=1) >= THIN * em) & ~fills])


def lines_on_screen(scene: SceneFrame, corner: tuple[int, int], size: tuple[int, int], step: float) -> Dots:
    """Return places (n, 2), so far from one to the next [points], on the curves and traces of a scene that are seen.

    corner, size: of the picture in the window [points].
    """
    lines = [each.points[:, :3] for each in scene.curves if np.mean(each.opacity) >= FAINT]
    lines += [each.points[each.points[:, 3] > each.now - FRESH * each.life, :3] for each in scene.ribbons]
    if not any(map(len, lines)):
        return NO_LINES
    broken = np.full((1, 3), np.nan)
    points = np.concatenate([part for line in lines for part in (line, broken)]).astype(np.float64)
    clip = np.column_stack([points, np.ones(len(points))]) @ (scene.view.view @ scene.view.projection)
    with np.errstate(invalid="ignore", divide="ignore"):
        places = (0.5 + 0.5 * clip[:, :2] / clip[:, 3:] * (1.0, -1.0)) * size + corner
        inside = (np.abs(clip[:, :2]) < clip[:, 3:]).all(axis=1)  # false for NaN and behind the eye
    lengths = np.where(inside[1:] & inside[:-1], np.linalg.norm(np.diff(places, axis=0), axis=1), 0.0)
    ends = np.concatenate([[0.0], np.cumsum(lengths)])
    at = np.arange(0.5 * step, min(ends[-1], MAX_DOTS * step), step)
    piece = np.searchsorted(ends, at, side="right") - 1
    share = (at - ends[piece]) / lengths[piece]
    return np.asarray(places[piece] + share[:, None] * (places[piece + 1] - places[piece]))


_HULLS: WeakKeyDictionary[Mesh, np.ndarray] = WeakKeyDictionary()
"""The outermost points of each mesh, (n, 3), none of one that is not solid."""


def solid_hull(mesh: Mesh) -> np.ndarray:
    """Return the outermost points (n, 3) of a mesh, none of a ring, a frame, or a stand with a foot."""
    hull = _HULLS.get(mesh)
    if hull is None:
        points = np.asarray(mesh.vertices[:, :3], np.float64)
        triangles = points[(mesh.coarser[-1][0] if mesh.coarser else mesh.indices).reshape(-1, 3)]
        hull = outermost(points)
        if not all(_covered(triangles[:, :, across], hull[:, across]) >= SOLID for across in PLANES):
            hull = hull[:0]
        _HULLS[mesh] = hull
    return hull


def _covered(triangles: np.ndarray, hull: np.ndarray) -> float:
    """Return which part of the outline of points (m, 2) triangles (n, 3, 2) cover, at some places in it."""
    reach = (hull @ ROUND.T).max(axis=0)
    low, high = hull.min(axis=0), hull.max(axis=0)
    steps = (np.arange(PLACES) + 0.5) / PLACES
    places = low + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * (high - low)
    places = places[(places @ ROUND.T < reach).all(axis=1)]
    hits = [_meets(triangles - place) for place in places]
    return sum(hits) / max(len(hits), 1)


def _meets(triangles: np.ndarray) -> bool:
    """Return whether the origin lies in one of some triangles (n, 3, 2)."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    sides = np.stack([one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0] for one, other in ((a, b), (b, c), (c, a))])
    turned = np.abs(sides.sum(axis=0)) > 1e-9 * np.abs(sides).max()
    return bool((turned & ((sides >= 0.0).all(axis=0) | (sides <= 0.0).all(axis=0))).any())
