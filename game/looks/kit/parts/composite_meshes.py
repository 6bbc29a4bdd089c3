"""Operations on meshes, and objects made of several pieces: a wing nut, a racket, a book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, cube, power, sin, sqrt, square

Floats64 = NDArray[np.floating[Any]]

THREADS = 8
"""Turns of the thread in a wing nut, as rings."""
FLAT = 0.72
"""Flatness of the wings of a nut: with 1 the section is an ellipse, with 0 a rectangle."""
MAINS, CROSSES = 16, 18
"""Strings of a racket along its axis and across it."""
STRING = 0.095
"""Radius of a string, in half the thickness of the head."""
RIM = 0.85
"""Half width of a racket's frame, as seen from its face, in half its thickness."""
THROAT = 0.62
"""Parameter of the ellipse [rad], from the axis, at which the arms of a racket meet the head."""
BOARD = 0.09
"""Thickness of a book's covers, in thicknesses of the book."""
OVERHANG = 0.025
"""Overhang of the covers beyond the pages, in heights of the book."""
ROUND = 0.30
"""Bulge of the back of a book, in thicknesses of the book."""
BANDS, BAND = (0.24, 0.68), 0.028
"""Distances of the raised bands from the middle, up and down, and half their width, in half heights of the book."""


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Join several meshes into one."""
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])[:-1]
    vertices = np.vstack([mesh.vertices for mesh in meshes])
    coarser = []
    for level in range(max(len(mesh.coarser) for mesh in meshes)):
        parts = [(*((mesh.indices, 0.0), *mesh.coarser)[: level + 2],)[-1] for mesh in meshes]
        coarser.append((_renumbered([indices for indices, _ in parts], starts), max(off for _, off in parts)))
    return Mesh(vertices.astype(np.float32), _renumbered([mesh.indices for mesh in meshes], starts), tuple(coarser))


def _renumbered(parts: Sequence[NDArray[np.int32]], starts: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the indices of several meshes whose vertices follow one another."""
    return np.concatenate([indices + start for indices, start in zip(parts, starts, strict=True)]).astype(np.int32)


def moved(mesh: Mesh, by: Sequence[float] | Floats64) -> Mesh:
    """Move a mesh by (3,) [m]."""
    vertices = mesh.vertices.copy()
    vertices[:, :3] += np.asarray(by, np.float32)
    return Mesh(vertices, mesh.indices, mesh.coarser)


def stretched(mesh: Mesh, factors: Sequence[float]) -> Mesh:
    """Stretch a mesh along its axes by positive factors (3,)."""
    vertices, by = mesh.vertices.copy(), np.asarray(factors, np.float32)
    vertices[:, :3] *= by
    normals = vertices[:, 3:6] / by
    vertices[:, 3:6] = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(vertices, mesh.indices, tuple((indices, off * max(factors)) for indices, off in mesh.coarser))


def tube(path: Floats64, side: Floats64, radii: tuple[float, float], material: Material, around: int = 16) -> Mesh:
    """Return a tube along a path (n, 3) [m], open at its ends; a path that ends where it began is closed.

    side (3,): a unit vector square to the path everywhere. radii [m]: along that vector, and perpendicular to it.
    """
    closed = bool(np.allclose(path[0], path[-1]))
    along = np.gradient(path, axis=0)
    if closed:
        along[0] = along[-1] = path[1] - path[-2]
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    out = np.cross(along, side)
    turns = np.linspace(0.0, 1.0, around + 1)
    c, s = cos(2 * np.pi * turns)[:, None], sin(2 * np.pi * turns)[:, None]
    rows = np.zeros((len(path), around + 1, 9))
    rows[..., :3] = path[:, None] + radii[1] * c * out[:, None] + radii[0] * s * side
    normals = c * out[:, None] / radii[1] + s * side / radii[0]
    rows[..., 3:6] = normals / np.linalg.norm(normals, axis=-1, keepdims=True)
    steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    rows[..., 6], rows[..., 7] = turns, np.concatenate([[0.0], np.cumsum(steps)])[:, None]
    rows[..., 8] = material
    i, j = (grid.ravel() for grid in np.meshgrid(np.arange(len(path) - 1), np.arange(around), indexing="ij"))
    a = i * (around + 1) + j
    b = a + around + 1
    triangles = np.stack([a, b, a + 1, a + 1, b, b + 1], axis=1)
    return Mesh(rows.reshape(-1, 9).astype(np.float32), triangles.astype(np.int32).reshape(-1))


def nut_hub(length: float, radius: float) -> Mesh:
    """Return the boss of a wing nut, from z = -length to 0 [m], wider at its foot, with a thread in the hole from
    below.
    """
    hole, edge, deep = 0.54 * radius, 0.06 * radius, 0.78 * length
    pitch = deep / THREADS
    flanks = [
        (hole + part * 0.13 * radius, -length + edge + pitch * (turn + along))
        for turn in range(THREADS - 1, -1, -1)
        for along, part in ((0.90, 0.0), (0.55, 1.0), (0.45, 1.0), (0.10, 0.0))
    ]
    outline = [
        (0.0, -length + deep + edge), *flanks,
        (hole + 0.13 * radius, -length), (0.94 * radius, -length), (radius, -length + edge),
        (radius, -0.80 * length), (0.97 * radius, -0.76 * length), (0.90 * radius, -0.74 * length),
        (0.80 * radius, -0.30 * length), (0.80 * radius, -2.0 * edge), (0.74 * radius, -0.5 * edge),
        (0.64 * radius, 0.0), (0.0, 0.0),
    ]  # fmt: skip
    return shapes.lathe(outline, Material.BRASS, 64)


def nut_wings(span: float, radius: float) -> Mesh:
    """Return wings along z, `span` [m] from end to end: as heavy as a bar of the given radius, but flat and wide."""
    z = np.concatenate([[-1.0], -cos(np.linspace(0.06, np.pi - 0.06, 63)), [1.0]])
    out = np.clip((np.abs(z) - 0.16) / 0.62, 0.0, 1.0)
    out = out * out * (3.0 - 2.0 * out)
    tip = np.sqrt(np.clip(1.0 - square(np.clip((np.abs(z) - 0.74) / 0.26, 0.0, 1.0)), 1e-6, 1.0))
    rim = np.sqrt(np.clip(1.0 - square(np.clip((np.abs(z) - 0.95) / 0.05, 0.0, 1.0)), 1e-6, 1.0))
    wide, thick = radius * (1.05 + 1.25 * out) * tip, radius * (0.78 - 0.26 * out) * rim
    turn = 2.0 * np.pi * np.linspace(0.0, 1.0, 49)
    c, s = cos(turn), sin(turn)
    points = np.zeros((len(z), len(turn), 3))
    points[..., 0] = (wide[:, None] * np.sign(c) * power(np.abs(c), FLAT)) - 0.30 * radius * out[:, None]
    points[..., 1] = thick[:, None] * np.sign(s) * power(np.abs(s), FLAT)
    points[..., 2] = 0.5 * span * z[:, None]
    return sheet(points[::-1], Material.BRASS, closed=True)


def racket_head(half: tuple[float, float, float]) -> Mesh:
    """Return a frame in the plane of x and z, whose `strings` are lines; half: its semi-axes along x, y and z [m]."""
    a, b, c = half
    rim = RIM * b
    angle = np.linspace(0.0, 2.0 * np.pi, 97)
    path = np.stack([(a - rim) * cos(angle), 0.0 * angle, (c - rim) * sin(angle)], axis=1)
    return tube(path, np.array([0.0, 1.0, 0.0]), (b, rim), Material.PAINTED_WOOD)


def strings(half: tuple[float, float, float]) -> Floats64:
    """Return the strings of a `racket_head` as lines (n, 3) [m], with a row of NaN between two strings."""
    a, b, c = half
    size = np.array([a - RIM * b, 0.0, c - RIM * b])
    lines = []
    for along, across, count in ((0, 2, MAINS), (2, 0, CROSSES)):
        for at in -1.0 + 2.0 * (np.arange(count) + 0.5) / count:
            ends = np.full((3, 3), np.nan)
            ends[:2] = 0.0
            ends[:2, along] = np.array([-1.0, 1.0]) * np.sqrt(1.0 - at * at) * size[along]
            ends[:2, across] = at * size[across]
            lines.append(ends)
    return np.concatenate(lines)


def grip(length: float, radius: float, top: float, head: tuple[float, float, float]) -> Mesh:
    """Return a racket's handle along z up to `top` [m]: a wound grip with a butt, and a shaft with two arms.

    head: half axes, along z, y and x, of the head about the origin, which the arms meet.
    """
    wound, n = 0.60 * length, 30
    low, ring, split = top - length, 0.025 * length, top - 0.24 * length
    z = low + wound * np.linspace(0.0, 1.0, n)
    ridges = 0.86 * radius * np.where(np.arange(n) % 2, 1.0, 0.945)
    butt = [(0.0, low), (0.92 * radius, low), (radius, low + 0.02 * length), (radius, low + 0.055 * length)]
    rows = [*butt, *zip(ridges[3:], z[3:], strict=True)]
    collar = [(0.84 * radius, z[-1]), (0.84 * radius, z[-1] + ring), (0.74 * radius, z[-1] + ring)]
    shaft = [(0.66 * radius, split - 0.06 * length), (0.60 * radius, split), (0.34 * radius, split + 0.035 * length)]
    kinds = [Material.RUBBER] * (len(rows) - 1) + [Material.BRASS] * len(collar)
    kinds += [Material.PAINTED_WOOD] * (len(shaft) + 1)
    pole = shapes.lathe([*rows, *collar, *shaft, (0.0, split + 0.04 * length)], kinds, 40)
    return joined([pole, *(_arm(side, 0.36 * radius, split - 0.05 * length, head) for side in (-1.0, 1.0))])


def _arm(side: float, out: float, start: float, head: tuple[float, float, float]) -> Mesh:
    """Return an arm from `out` beside a racket's axis at z = start [m] to its head, on the side -1 or 1."""
    a, b, c = head
    rim = RIM * b
    end = np.array([side * (c - rim) * sin(THROAT), 0.0, -(a - rim) * cos(THROAT)])
    way = np.array([side * (c - rim) * cos(THROAT), 0.0, (a - rim) * sin(THROAT)])
    way /= dense.length(way)
    first = np.array([side * out, 0.0, start])
    bend = np.array([side * out, 0.0, 0.45 * start + 0.55 * end[2]]), end - 0.16 * c * way
    t = np.linspace(0.0, 1.0, 21)[:, None]
    path = cube(1 - t) * first + 3 * t * square(1 - t) * bend[0] + 3 * square(t) * (1 - t) * bend[1] + cube(t) * end
    return tube(path, np.array([0.0, 1.0, 0.0]), (0.86 * b, 0.72 * rim), Material.PAINTED_WOOD)


def book(sides: tuple[float, float, float]) -> Mesh:
    """Return covers and a round back of cloth about pages that open along +z; sides [m]: height along x, thickness,
    width.
    """
    height, thick, wide = sides
    board, over = BOARD * thick, OVERHANG * height
    round_ = ROUND * thick
    covers = [
        shapes.box(
            (height, board, wide - round_), (0.0, side * 0.5 * (thick - board), 0.5 * round_), Material.CLOTH, 0.3
        )
        for side in (-1.0, 1.0)
    ]
    for cover in covers:
        cover.vertices[:, 6] = 1.0 + wide / height
    pages = shapes.box(
        (height - 2.0 * over, thick - 1.6 * board, wide - over - 0.7 * round_),
        (0.0, 0.0, 0.5 * (0.7 * round_ - over)),
        Material.PAPER,
        0.01,
    )
    pages.vertices[:, 7] = pages.vertices[:, 1] + 0.5 * thick
    return joined([*covers, _back(height, thick, wide), pages])


def _back(height: float, thick: float, wide: float) -> Mesh:
    """Return the back of a book, at z = -wide / 2: bent from cover to cover, over the raised bands of its cords."""
    up = np.linspace(-0.5, 0.5, 145)
    off = (np.abs(np.abs(2.0 * up)[:, None] - BANDS) / BAND).min(axis=1)
    band = 0.28 * ROUND * thick * sqrt(np.clip(1.6 - 1.6 * square(off), 0.0, 1.0))
    rounded = sqrt(np.clip((0.5 - np.abs(up)) / 0.006, 0.0, 1.0))
    angle = np.linspace(0.5, -0.5, 25) * np.pi
    points = np.zeros((len(up), len(angle), 3))
    points[..., 0] = height * up[:, None]
    points[..., 1] = 0.5 * thick * sin(angle) * (0.985 + 0.015 * rounded[:, None])
    out = 0.72 * ROUND * thick * rounded + band
    points[..., 2] = -0.5 * wide + ROUND * thick - out[:, None] * cos(angle)
    back = sheet(points, Material.CLOTH)
    back.vertices[:, 6] = -1.0 - wide / height
    inner = points[[-1, 0]][:, [0, -1]]
    inner[..., 2] = -0.5 * wide + ROUND * thick
    plain = [inner]
    for end in (points[0], points[-1]):
        cap = np.stack([end, end])
        cap[0 if end[0, 0] < 0.0 else 1, :, 2] = -0.5 * wide + ROUND * thick
        plain.append(cap)
    return joined([back, *(sheet(each, Material.CLOTH) for each in plain)])


def sheet(points: Floats64, material: Material, closed: bool = False) -> Mesh:
    """Return a smooth sheet through a grid of points (n, m, 3) [m], facing a viewer for whom rows run to the
    right and their points upwards.

    closed: whether each row is, from its first point to its last.
    """
    along, across = np.gradient(points, axis=0), np.gradient(points, axis=1)
    if closed:
        across[:, 0] = across[:, -1] = 0.5 * (points[:, 1] - points[:, -2])
    normals = np.cross(along, across)
    rows = np.zeros((*points.shape[:2], 9))
    rows[..., :3] = points
    rows[..., 3:6] = normals / np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-12)
    rows[..., 8] = material
    triangles = shapes.grid_triangles(*points.shape[:2])
    return Mesh(rows.reshape(-1, 9).astype(np.float32), triangles.astype(np.int32).reshape(-1))
