"""Bodies on the screen that labels avoid: slender ones, such as the bars of a pendulum, and solid ones."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np

from game.camera.outlines import outermost
from game.model.frame import Mesh, SceneFrame
from game.ui.label_placement import NO_BODIES, NO_LINES, ROUND, ArrowShaft, Dots, Outlines

MAX_BODIES, MAX_SOLIDS = 12, 36
"""Greatest numbers of bodies considered as bars, the links of a chain being too short, and as solid ones."""
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
MOST_PIECES, LARGEST, CELLS = 64, 3, 1e5
"""Greatest number of pieces of a mesh that is looked at in pieces, how many of them count, and the length of a mesh in
lengths within which two of its vertices are one corner."""
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
    seen = [each for each in scene.instances[:MAX_SOLIDS] if each.opacity >= 1.0 and not each.extra]
    hulls = [hull @ each.model[:3, :3] + each.model[3, :3] for each in seen for hull in solid_hulls(each.mesh)]
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
    lines = [each.points[:, :3] for each in scene.curves if len(each.points) and np.mean(each.opacity) >= FAINT]
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


_HULLS: WeakKeyDictionary[Mesh, tuple[np.ndarray, ...]] = WeakKeyDictionary()
"""The outermost points of the solid parts of each mesh, (n, 3) each."""


def solid_hulls(mesh: Mesh) -> tuple[np.ndarray, ...]:
    """Return the outermost points (n, 3) of a solid mesh, or of its largest solid pieces.

    A ball on a rod is one of these; a ring, a frame, and a stand with a foot are not solid.
    """
    hulls = _HULLS.get(mesh)
    if hulls is None:
        points = np.asarray(mesh.vertices[:, :3], np.float64)
        triangles = (mesh.coarser[-1][0] if mesh.coarser else mesh.indices).reshape(-1, 3)
        whole = _solid_hull(points, triangles)
        pieces = [whole] if len(whole) else [_solid_hull(points, each) for each in _pieces(points, triangles)]
        hulls = _HULLS[mesh] = tuple(hull for hull in pieces if len(hull))
    return hulls


def _solid_hull(points: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Return the outermost points (m, 3) of triangles (n, 3) between points, none where these are not solid."""
    corners = points[triangles]
    hull = outermost(corners.reshape(-1, 3))
    solid = all(_covered(corners[:, :, across], hull[:, across]) >= SOLID for across in PLANES)
    return hull if solid else hull[:0]


def _pieces(points: np.ndarray, triangles: np.ndarray) -> list[np.ndarray]:
    """Return the triangles (n, 3) of each of the largest pieces of a mesh, which have no corner in common."""
    low, wide = points.min(axis=0), max(float(np.ptp(points, axis=0).max()), 1e-12)
    cells = ((points - low) * (CELLS / wide) + 0.5).astype(np.int64) @ (1, 1 << 20, 1 << 40)
    corners = np.unique(cells, return_inverse=True)[1].ravel()[triangles]
    piece = np.arange(len(points))
    while True:
        joined = piece.copy()
        np.minimum.at(joined, corners.ravel(), np.repeat(piece[corners].min(axis=1), 3))
        joined = joined[joined]
        if np.array_equal(joined, piece):
            break
        piece = joined
    own = piece[corners[:, 0]]
    names, first = np.unique(own, return_index=True)
    if not 1 < len(names) <= MOST_PIECES:
        return []
    sizes = [float(np.ptp(points[triangles[own == name]].reshape(-1, 3), axis=0).min()) for name in names]
    largest = sorted(range(len(names)), key=lambda k: (-sizes[k], first[k]))[:LARGEST]
    return [triangles[own == names[k]] for k in largest]


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
