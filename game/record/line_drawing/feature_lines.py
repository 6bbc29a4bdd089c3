"""Feature lines of a mesh: its outline as seen from a point, its creases, and the borders of its rounded edges.

The outline runs where the surface turns away: where n . (eye - x) changes its sign within a triangle, a straight line
between the zeros on its edges, by linear interpolation of the normals at its corners (A. Hertzmann, D. Zorin,
"Illustrating smooth surfaces", SIGGRAPH 2000). Edges between front and back faces would zigzag.
"""

from __future__ import annotations

import math
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Instance, Mesh
from physics.maths import dense

Floats64 = NDArray[np.float64]
CREASE = math.cos(math.radians(30.0))
"""Cosine of the angle between the normals of two faces below which their edge is a crease."""
TIGHT, FLAT = 12.0, 0.25
"""Least curvature of a rounded edge, times the size of the mesh, and greatest of what it borders on, in its own."""
WELD = 1e-5
"""Distance at which corners count as one, in sizes of the mesh."""


class Segments(NamedTuple):
    """Straight pieces of lines in the world: ends (n, 2, 3) [m], and the outward normals of the surface there."""

    ends: Floats64
    normals: Floats64


def outline(instance: Instance, eye: Floats64) -> Segments:
    """Return the outline of an instance as seen from an eye (3,) [m]."""
    corners, normals = placed(instance)
    triangles = np.asarray(instance.mesh.indices).reshape(-1, 3)
    facing = np.einsum("ij,ij->i", normals, eye - corners)[triangles]
    turned = facing > 0.0
    mixed = turned.any(axis=1) & ~turned.all(axis=1)
    triangles, facing, turned = triangles[mixed], facing[mixed], turned[mixed]
    alone = np.where(turned.sum(axis=1) == 1, turned.argmax(axis=1), (~turned).argmax(axis=1))
    rows, ends, across = np.arange(len(triangles)), [], []
    for other in (1, 2):
        first, second = triangles[rows, alone], triangles[rows, (alone + other) % 3]
        a, b = facing[rows, alone], facing[rows, (alone + other) % 3]
        part = (a / np.where(a == b, 1.0, a - b))[:, None]
        ends.append(corners[first] + part * (corners[second] - corners[first]))
        across.append(normals[first] + part * (normals[second] - normals[first]))
    return Segments(np.stack(ends, axis=1), np.stack(across, axis=1))


def creases(instance: Instance) -> Segments:
    """Return the edges of an instance at which its surface is bent by more than 30 degrees, or ends.

    Where an edge is rounded, it has two instead, where it passes into what is flat beside it.
    """
    corners, normals = placed(instance)
    edges = _crease_edges(instance.mesh)
    return Segments(corners[edges], normals[edges])


def placed(instance: Instance) -> tuple[Floats64, Floats64]:
    """Return the corners (n, 3) [m] of an instance in the world, and its normals there, of any length."""
    model = np.asarray(instance.model, float)
    corners = np.asarray(instance.mesh.vertices[:, :3], float) @ model[:3, :3] + model[3, :3]
    cofactors = np.cross(np.roll(model[:3, :3], -1, axis=0), np.roll(model[:3, :3], -2, axis=0))
    aside = np.sign(dense.determinant(model[:3, :3])) or 1.0
    return corners, aside * np.asarray(instance.mesh.vertices[:, 3:6], float) @ cofactors


_found: WeakKeyDictionary[Mesh, NDArray[np.int64]] = WeakKeyDictionary()


def _crease_edges(mesh: Mesh) -> NDArray[np.int64]:
    """Return the pairs of vertices (n, 2) of the creases of a mesh."""
    if mesh not in _found:
        _found[mesh] = _find_creases(mesh)
    return _found[mesh]


def _find_creases(mesh: Mesh) -> NDArray[np.int64]:
    corners = np.asarray(mesh.vertices[:, :3], float)
    size = max(float(np.ptp(corners, axis=0).max()), 1e-12)
    _, welded = np.unique(np.rint(corners / (WELD * size)).astype(np.int64), axis=0, return_inverse=True)
    triangles = np.asarray(mesh.indices, np.int64).reshape(-1, 3)
    a, b, c = (corners[triangles[:, k]] for k in range(3))
    faces = np.cross(b - a, c - a)
    area = np.linalg.norm(faces, axis=1)
    kept = area > 1e-12 * size * size
    triangles, faces = triangles[kept], faces[kept] / area[kept, None]
    curvature = size * _curvatures(mesh, triangles)
    pairs = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    owner = np.tile(np.arange(len(triangles)), 3)
    keys = np.sort(welded.ravel()[pairs], axis=1)
    pairs, owner, keys = (each[keys[:, 0] != keys[:, 1]] for each in (pairs, owner, keys))
    order = np.lexsort((keys[:, 1], keys[:, 0]))
    pairs, owner, keys = pairs[order], owner[order], keys[order]
    _, first, count = np.unique(keys, axis=0, return_index=True, return_counts=True)
    bend = np.full(len(first), -1.0)
    for other in range(1, int(count.max(initial=1))):  # two faces, or both sides of a sheet
        has = count > other
        dot = np.einsum("ij,ij->i", faces[owner[first[has]]], faces[owner[first[has] + other]])
        bend[has] = np.maximum(bend[has], dot)
    both = first[count == 2]
    sharper, flatter = (pick(curvature[owner[both]], curvature[owner[both + 1]]) for pick in (np.maximum, np.minimum))
    borders = both[(sharper > TIGHT) & (flatter < FLAT * sharper)]
    found: NDArray[np.int64] = pairs[np.union1d(first[bend < CREASE], borders)]
    return found


def _curvatures(mesh: Mesh, triangles: NDArray[np.int64]) -> Floats64:
    """Return the greatest curvature (n,) of the surface along the sides of triangles [1/m], by its normals there."""
    corners, normals = np.split(np.asarray(mesh.vertices[:, :6], float), 2, axis=1)
    found = np.zeros(len(triangles))
    for one, other in ((0, 1), (1, 2), (2, 0)):
        first, second = triangles[:, one], triangles[:, other]
        length = np.linalg.norm(corners[second] - corners[first], axis=1)
        turn = np.linalg.norm(normals[second] - normals[first], axis=1)
        found = np.maximum(found, turn / np.maximum(length, 1e-300))
    return found
