"""Procedural meshes: bodies of revolution, ellipsoids and boxes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from game.model.frame import Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, cube, hypot, sin, square, tan

SMOOTH = 0.82
"""Cosine of the angle (35 degrees) above which two segments of a profile meet at a sharp edge."""


COARSER = 2, 4
"""Numbers of segments of a body of revolution that its coarser levels of detail merge into one."""
MIN_SEGMENTS = 8
KEPT = 128
"""Greatest number of bodies of revolution that are kept."""
THINNEST = 1e-6
"""Shortest side of a box that is drawn, in longest sides: the corners of a thinner one fall together."""
ROUNDING = 4
"""Number of steps of a box's rounded edge up to its middle."""


def lathe(profile: ArrayLike, materials: Sequence[Material] | Material, segments: int = 96) -> Mesh:
    """Return a body of revolution about the z axis.

    profile: (n, 2), radius and height [m] of its outline, from the bottom to the top. materials: one for
    each of the n - 1 segments, or one for all. Normals are smooth except at edges sharper than 35 degrees
    and where the material changes. Raises ValueError for any other profile.
    """
    points = np.asarray(profile, float)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) < 2:
        raise ValueError(f"profile has shape {points.shape}: allowed is (n, 2) with n >= 2")
    if segments < 3:
        raise ValueError(f"segments is {segments}: allowed is 3 or more")
    steps = np.diff(points, axis=0)
    lengths = hypot(steps[:, 0], steps[:, 1])
    if not np.all(lengths > 0.0) or np.any(points[:, 0] < 0.0):
        raise ValueError("profile must be finite, of radius >= 0, and no two neighbours may coincide")
    kinds = [materials] * len(steps) if isinstance(materials, Material) else list(materials)
    if len(kinds) != len(steps):
        raise ValueError(f"materials has length {len(kinds)}: allowed is {len(steps)}, one per segment")
    made = _turned(points.tobytes(), tuple(kinds), segments)
    return Mesh(made.vertices.copy(), made.indices, made.coarser)  # some meshes are bent afterwards


@lru_cache(maxsize=KEPT)
def _turned(profile: bytes, kinds: tuple[Material, ...], segments: int) -> Mesh:
    """Return the body of revolution of a profile, whose numbers are given as bytes; many scenes have the same parts."""
    points = np.frombuffer(profile).reshape(-1, 2)
    steps = np.diff(points, axis=0)
    lengths = hypot(steps[:, 0], steps[:, 1])
    rows, joins = _outline(points, steps / lengths[:, None], lengths, list(kinds))
    widest = float(points[:, 0].max())
    coarser = tuple(
        (_triangles(joins, segments, every), widest * (1.0 - cos(math.pi * every / segments)))
        for every in COARSER
        if segments % every == 0 and segments // every >= MIN_SEGMENTS
    )
    made = Mesh(_turn(rows, segments), _triangles(joins, segments), coarser)
    for shared in (made.indices, *(indices for indices, _ in coarser)):
        shared.flags.writeable = False
    return made


def _outline(
    points: NDArray[np.float64],
    along: NDArray[np.float64],
    lengths: NDArray[np.float64],
    kinds: list[Material],
) -> tuple[NDArray[np.float64], list[tuple[int, int]]]:
    """Return rows (r, z, normal r, normal z, arc length, material), and the pairs of rows that bound a segment."""
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1)
    arc = np.concatenate([[0.0], np.cumsum(lengths)])
    rows: list[tuple[float, ...]] = []
    joins: list[tuple[int, int]] = []
    for i, kind in enumerate(kinds):
        bends = i > 0 and kind == kinds[i - 1] and dense.times(normals[i - 1], normals[i]) > SMOOTH
        if not bends:
            rows.append((*points[i], *normals[i], arc[i], kind))
        normal = normals[i]
        if i + 1 < len(kinds) and kind == kinds[i + 1] and dense.times(normal, normals[i + 1]) > SMOOTH:
            normal = normal + normals[i + 1]
            normal = normal / hypot(*normal)
        joins.append((len(rows) - 1, len(rows)))
        rows.append((*points[i + 1], *normal, arc[i + 1], kind))
    return np.array(rows), joins


def _turn(rows: NDArray[np.float64], segments: int) -> NDArray[np.float32]:
    """Return the outline's rows, each repeated at segments + 1 azimuths: (rows * (segments + 1), 9)."""
    turns = np.linspace(0.0, 1.0, segments + 1)
    cosine, sine = cos(2 * np.pi * turns), sin(2 * np.pi * turns)
    cosine[-1], sine[-1] = 1.0, 0.0
    vertices = np.empty((len(rows), segments + 1, 9), np.float32)
    radius, height, outward, upward, arc, kind = (rows[:, k : k + 1] for k in range(6))
    vertices[..., 0], vertices[..., 1], vertices[..., 2] = radius * cosine, radius * sine, height
    vertices[..., 3], vertices[..., 4], vertices[..., 5] = outward * cosine, outward * sine, upward
    vertices[..., 6], vertices[..., 7], vertices[..., 8] = turns, arc, kind
    return vertices.reshape(-1, 9)


def _triangles(joins: list[tuple[int, int]], segments: int, every: int = 1) -> NDArray[np.int32]:
    """Return two triangles for each step, or for several steps at once, round each segment; degenerate ones on the
    axis are kept.
    """
    width = segments + 1
    below, above = (np.array(side)[:, None] * width for side in zip(*joins, strict=True))
    step = np.arange(0, segments, every)[None, :]
    a, b, c, d = below + step, below + step + every, above + step, above + step + every
    return np.stack([a, b, c, b, d, c], axis=-1).astype(np.int32).reshape(-1)


def curve(points: ArrayLike, steps: int = 8) -> NDArray[np.float64]:
    """Return a smooth line (Catmull-Rom) through points (n, d), each span cut into `steps`: ((n - 1) steps + 1, d)."""
    given = np.asarray(points, float)
    padded = np.vstack([2.0 * given[0] - given[1], given, 2.0 * given[-1] - given[-2]])
    p0, p1, p2, p3 = (padded[k : len(given) - 1 + k, None] for k in range(4))
    t = np.linspace(0.0, 1.0, steps, endpoint=False)[None, :, None]
    cubic = (3 * p1 - p0 - 3 * p2 + p3) * cube(t)
    spans = 0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * square(t) + cubic)
    return np.vstack([spans.reshape(-1, given.shape[1]), given[-1:]])


def cylinder(radius: float, height: float, material: Material = Material.PLAIN, segments: int = 64) -> Mesh:
    """Return a closed cylinder on the z axis, its lower face at z = 0 [m], its edges with a small chamfer."""
    edge = 0.06 * min(radius, height)
    profile = [(0, 0), (radius - edge, 0), (radius, edge), (radius, height - edge), (radius - edge, height)]
    return lathe([*profile, (0, height)], material, segments)


def sphere(radius: float, material: Material = Material.PLAIN, segments: int = 48) -> Mesh:
    """Return a ball about the origin [m]."""
    angle = np.linspace(-0.5 * np.pi, 0.5 * np.pi, segments // 2 + 1)
    profile = radius * np.stack([cos(angle), sin(angle)], axis=1)
    profile[[0, -1], 0] = 0.0
    return lathe(profile, material, segments)


def ellipsoid(
    axes: Sequence[float],
    centre: Sequence[float] = (0.0, 0.0, 0.0),
    material: Material = Material.PLAIN,
    segments: int = 64,
) -> Mesh:
    """Return an ellipsoid with its semi-axes [m] along x, y and z. v is the arc length of its section along y."""
    ball = sphere(1.0, material, segments)
    vertices = ball.vertices.copy()
    half = np.asarray(axes, np.float32)
    normals = vertices[:, :3] / half
    vertices[:, :3] = vertices[:, :3] * half + np.asarray(centre, np.float32)
    vertices[:, 3:6] = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    vertices[:, 7] *= float(np.sqrt(0.5 * (square(half[1]) + square(half[2]))))
    coarser = tuple((indices, off * float(half.max())) for indices, off in ball.coarser)
    return Mesh(vertices, ball.indices, coarser)


def box(
    sides: Sequence[float],
    centre: Sequence[float] = (0.0, 0.0, 0.0),
    material: Material = Material.PLAIN,
    edge: float = 0.06,
) -> Mesh:
    """Return a box with rounded edges. sides [m] along x, y and z; edge: radius of the edges, in shortest sides.

    A side is at least `THINNEST` of the longest.
    """
    half = 0.5 * np.asarray(sides, float)
    half = np.maximum(half, THINNEST * half.max())
    radius = edge * 2.0 * float(half.min())
    faces = [_face(half, radius, axis, side) for axis in range(3) for side in (-1.0, 1.0)]
    triangles = grid_triangles(2 * ROUNDING + 2, 2 * ROUNDING + 2)
    rows = np.vstack(faces)
    rows[:, :3] += np.asarray(centre, float)
    rows[:, 8] = material
    step = len(faces[0])
    flip = [triangles if side > 0 else triangles[:, ::-1] for _ in range(3) for side in (-1.0, 1.0)]
    indices = np.concatenate([part + k * step for k, part in enumerate(flip)])
    return Mesh(rows.astype(np.float32), indices.astype(np.int32).reshape(-1))


def _face(half: NDArray[np.float64], radius: float, axis: int, side: float) -> NDArray[np.float64]:
    """Return one side of a rounded box as a grid of vertices: flat in the middle, its rim forming half of each edge.

    A point of the sharp box is moved to the distance `radius` from the box that is smaller by `radius` all round.
    """
    bend = tan(np.linspace(0.0, 0.25 * np.pi, ROUNDING + 1))[::-1]
    u, v = (axis + 1) % 3, (axis + 2) % 3
    grids = [
        np.concatenate([-(half[k] - radius) - radius * bend, (half[k] - radius) + radius * bend[::-1]]) for k in (u, v)
    ]
    U, V = np.meshgrid(*grids, indexing="ij")
    sharp = np.empty((U.size, 3))
    sharp[:, axis], sharp[:, u], sharp[:, v] = side * half[axis], U.ravel(), V.ravel()
    inner = np.clip(sharp, radius - half, half - radius)
    normals = sharp - inner
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    rows = np.zeros((U.size, 9))
    rows[:, :3], rows[:, 3:6] = inner + radius * normals, normals
    rows[:, 6], rows[:, 7] = (U.ravel() + half[u]) / (2 * half[u]), V.ravel() + half[v]
    return rows


def grid_triangles(rows: int, width: int) -> NDArray[np.int64]:
    """Return two triangles (rows of three) for each cell of a grid of rows x width vertices.

    They are counter-clockwise for a viewer who sees rows run to the right and the vertices of a row upwards.
    """
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(width - 1), indexing="ij")
    a = (i * width + j).ravel()
    return np.concatenate([np.stack([a, a + width, a + 1], 1), np.stack([a + 1, a + width, a + width + 1], 1)])


def arrow(length: float, radius: float, material: Material = Material.PLAIN, segments: int = 32) -> Mesh:
    """Return a solid arrow from the origin along z [m]; explanatory arrows are `ArrowInk`."""
    head = min(7.0 * radius, 0.5 * length)
    profile = [(0, 0), (radius, 0), (radius, length - head), (2.6 * radius, length - head), (0, length)]
    return lathe(profile, material, segments)
