"""Things made of several pieces in one mesh: a wing nut, a racket, a book."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game import shapes
from game.picture import Material, Mesh

Floats64 = NDArray[np.float64]

STRINGS = 11
"""Of a racket, each way."""
STRING = 0.07
"""Radius of a string, in half the thickness of the head."""
BOARD = 0.09
"""Thickness of a book's covers, in that of the book."""
OVERHANG = 0.025
"""How far the covers reach beyond the pages, in heights of the book."""


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes as one."""
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    indices = [mesh.indices + start for mesh, start in zip(meshes, starts, strict=False)]
    vertices = np.vstack([mesh.vertices for mesh in meshes])
    return Mesh(vertices.astype(np.float32), np.concatenate(indices).astype(np.int32))


def moved(mesh: Mesh, by: Sequence[float] | Floats64) -> Mesh:
    """A mesh moved by (3,) [m]."""
    vertices = mesh.vertices.copy()
    vertices[:, :3] += np.asarray(by, np.float32)
    return Mesh(vertices, mesh.indices)


def stretched(mesh: Mesh, factors: Sequence[float]) -> Mesh:
    """A mesh stretched along its axes by positive factors (3,)."""
    vertices, by = mesh.vertices.copy(), np.asarray(factors, np.float32)
    vertices[:, :3] *= by
    normals = vertices[:, 3:6] / by
    vertices[:, 3:6] = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(vertices, mesh.indices)


def tube(path: Floats64, side: Floats64, radii: tuple[float, float], material: Material, around: int = 16) -> Mesh:
    """A tube along a path (n, 3) [m], open at its ends; a path that ends where it began is closed.

    side (3,): a unit vector square to the path everywhere. radii [m]: along that vector and across it.
    """
    closed = bool(np.allclose(path[0], path[-1]))
    along = np.gradient(path, axis=0)
    if closed:
        along[0] = along[-1] = path[1] - path[-2]
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    out = np.cross(along, side)
    turns = np.linspace(0.0, 1.0, around + 1)
    c, s = np.cos(2 * np.pi * turns)[:, None], np.sin(2 * np.pi * turns)[:, None]
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
    """The boss of a wing nut, from z = -length to 0 [m], with a hole in its lower end."""
    hole, edge = 0.52 * radius, 0.12 * radius
    outline = [
        (0.0, -0.45 * length),
        (hole, -0.45 * length),
        (hole, -length + edge),
        (hole + edge, -length),
        (0.86 * radius, -length),
        (radius, -length + edge),
        (radius, -0.30 * length),
        (0.90 * radius, -0.24 * length),
        (0.90 * radius, -edge),
        (0.78 * radius, 0.0),
        (0.0, 0.0),
    ]
    return shapes.lathe(outline, Material.BRASS, 64)


def nut_wings(span: float, radius: float) -> Mesh:
    """The wings along z, `span` [m] from end to end: as thick as a bar of that radius, but flat and wide outside."""
    z = np.linspace(-1.0, 1.0, 65)
    wide = 0.62 + 0.55 * np.clip(1.4 * np.abs(z), 0.0, 1.0) ** 2
    end = np.sqrt(np.clip(1.0 - np.clip((np.abs(z) - 0.84) / 0.16, 0.0, 1.0) ** 2, 0.0, 1.0))
    profile = np.stack([radius * wide * end, 0.5 * span * z], axis=1)
    profile[[0, -1], 0] = 0.0
    return stretched(shapes.lathe(profile, Material.BRASS, 48), (1.60, 0.78, 1.0))


def racket_head(half: tuple[float, float, float]) -> Mesh:
    """A frame in the plane of x and z with its strings; half: its semi-axes along x, y and z [m]."""
    a, b, c = half
    rim = 0.85 * b
    angle = np.linspace(0.0, 2.0 * np.pi, 97)
    path = np.stack([(a - rim) * np.cos(angle), 0.0 * angle, (c - rim) * np.sin(angle)], axis=1)
    side = np.array([0.0, 1.0, 0.0])
    meshes = [tube(path, side, (b, rim), Material.PAINTED_WOOD)]
    for k in range(STRINGS):
        at = -1.0 + 2.0 * (k + 0.5) / STRINGS
        reach = float(np.sqrt(1.0 - at * at))
        for first, second in (((1, 0, 0), (0, 0, 1)), ((0, 0, 1), (1, 0, 0))):
            size = np.array([a - rim, 0.0, c - rim])
            ends = np.array([-1.0, 1.0])[:, None] * reach * size * first + at * size * second
            meshes.append(tube(ends, side, (STRING * b, STRING * b), Material.PLAIN, 6))
    return joined(meshes)


def grip(length: float, radius: float, top: float) -> Mesh:
    """A racket's handle along z up to `top` [m]: a wound grip with a butt, and bare wood above."""
    wound, n = 0.72 * length, 28
    z = top - length + wound * np.linspace(0.0, 1.0, n)
    ridges = radius * np.where(np.arange(n) % 2, 0.97, 0.90)
    lower = [(0.0, z[0]), (0.95 * radius, z[0]), (radius, z[0] + 0.03 * length), (radius, z[2])]
    rows = [*lower, *zip(ridges[3:], z[3:], strict=True)]
    upper = [(0.78 * radius, z[-1]), (0.70 * radius, top - 0.02 * length), (0.6 * radius, top), (0.0, top)]
    kinds = [Material.RUBBER] * len(rows) + [Material.PAINTED_WOOD] * (len(upper) - 1)
    return shapes.lathe([*rows, *upper], kinds, 40)


def book(sides: tuple[float, float, float]) -> Mesh:
    """Covers and back of cloth round pages that open along +z; sides [m]: height along x, thickness, width along z."""
    height, thick, wide = sides
    board, over = BOARD * thick, OVERHANG * height
    covers = [
        shapes.box((height, board, wide), (0.0, side * 0.5 * (thick - board), 0.0), Material.CLOTH, 0.3)
        for side in (-1.0, 1.0)
    ]
    back = shapes.box((height, thick, board), (0.0, 0.0, 0.5 * (board - wide)), Material.CLOTH, 0.3)
    inner = thick - 1.6 * board
    pages = shapes.box(
        (height - 2.0 * over, inner, wide - over - 0.5 * board),
        (0.0, 0.0, 0.25 * board - 0.5 * over),
        Material.PAPER,
        0.01,
    )
    pages.vertices[:, 7] = pages.vertices[:, 1] + 0.5 * thick
    return joined([*covers, back, pages])
