"""Bodies swept along a line: beams of one section, and round limbs of changing width."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from game.looks.kit import shapes
from game.looks.kit.parts.timber import smooth
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, sin

Floats64 = NDArray[np.float64]

DOME = (0.60, 0.90)
"""Widths of a limb at the rings of a closed end, in its full width there."""


def swept(
    path: Floats64, outlines: Floats64, side: ArrayLike, material: Material = Material.PLAIN, u: ArrayLike | None = None
) -> Mesh:
    """Return a beam with sharp edges along a path (n, 3), open at its ends; side (3,): a unit vector square to the
    path.

    outlines: its section, counter-clockwise seen against the path, (m, 2) or, at each point, (n, m, 2): along `side`,
    and perpendicular to it. v is the arc length along the path; u is given for the corners (m,), or runs from 0 to 1
    round the section.
    """
    n, across = len(path), np.asarray(side, float)
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    up = np.cross(across, along)
    sections = np.broadcast_to(outlines, (n, *outlines.shape[-2:]))
    points = path[:, None] + sections[..., :1] * across + sections[..., 1:] * up[:, None]
    edges = np.roll(sections, -1, axis=1) - sections
    edges = edges / np.linalg.norm(edges, axis=-1, keepdims=True)
    m = points.shape[1]
    rows = np.zeros((m, n, 2, 9))
    rows[..., 0, :3] = points.transpose(1, 0, 2)
    rows[..., 1, :3] = np.roll(points, -1, axis=1).transpose(1, 0, 2)
    out = edges[..., 1:] * across - edges[..., :1] * up[:, None]
    rows[..., 3:6] = out.transpose(1, 0, 2)[:, :, None]
    first = np.arange(m) / m if u is None else np.asarray(u, float)
    after = first + 1.0 / m if u is None else np.roll(first, -1)
    rows[..., 6] = np.stack([first, after], axis=1)[:, None]
    rows[..., 7] = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])[:, None]
    rows[..., 8] = material
    cells = shapes.grid_triangles(n, 2)
    triangles = (cells + 2 * n * np.arange(m)[:, None, None]).reshape(-1)
    return Mesh(rows.reshape(-1, 9).astype(np.float32), triangles.astype(np.int32))


def girder(width: float, depth: float, thick: float) -> Floats64:
    """Return the outline (12, 2) of a rolled beam: two flanges and a web of one thickness."""
    w, d, f, t = 0.5 * width, 0.5 * depth, 0.5 * depth - thick, 0.5 * thick
    right = [(w, -d), (w, -f), (t, -f), (t, f), (w, f), (w, d)]
    return np.array([*right, *((-x, y) for x, y in reversed(right))])


def limb(
    stations: ArrayLike, side: ArrayLike = (1.0, 0.0, 0.0), material: Material = Material.PLAIN, around: int = 12,
    steps: int = 3, closed: tuple[bool, bool] = (True, True),
) -> Mesh:  # fmt: skip
    """Return a smooth round body through stations, rows (x, y, z, half width along `side`, half width across it) [m].

    closed: whether each of its ends is round. Each span is cut into `steps`.
    """
    given = np.asarray(stations, float)
    line = shapes.curve(given, steps)
    line[:, 3:] = np.maximum(line[:, 3:], 1e-4)
    along = np.gradient(line[:, :3], axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    across = np.asarray(side, float) - (dense.times(along, np.asarray(side, float)))[:, None] * along
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    over = np.cross(along, across)
    rings = [(line[k, :3], line[k, 3:], across[k], over[k]) for k in range(len(line))]
    for end in (0, -1):
        if closed[end]:
            tip, size, x, y = rings[end]
            dome = [(0.0, 0.0), *((share, float(np.sqrt(1.0 - share * share))) for share in DOME)]
            way = along[end] * (-1.0 if end == 0 else 1.0) * float(size.min())
            caps = [(tip + way * (1.0 if share == 0.0 else off), size * share, x, y) for share, off in dome]
            rings = [*caps, *rings] if end == 0 else [*rings, *caps[::-1]]
    turn = np.linspace(0.0, 2.0 * np.pi, around + 1)
    c, s = cos(turn)[:, None], sin(turn)[:, None]
    c[-1], s[-1] = c[0], s[0]
    points = np.array([middle + size[0] * c * x + size[1] * s * y for middle, size, x, y in rings])
    mesh = smooth(points.reshape(-1, 3), shapes.grid_triangles(len(rings), around + 1)[:, ::-1], material)
    mesh.vertices[:, 6] = np.tile(turn / (2.0 * np.pi), len(rings))
    ways = np.linalg.norm(np.diff([middle for middle, *_ in rings], axis=0), axis=1)
    mesh.vertices[:, 7] = np.repeat(np.concatenate([[0.0], np.cumsum(ways)]), around + 1)
    return mesh
