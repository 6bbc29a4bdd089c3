"""A thin shell on the unit sphere with one octant left out, so that one sees into it."""

from __future__ import annotations

import itertools
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.looks.kit.shapes import grid_triangles
from game.model.frame import Array, Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, sin

Floats64 = NDArray[np.float64]

FINE = 28
"""Number of strips of an octant each way."""


@lru_cache(maxsize=4)
def cut_shell(thickness: float, material: Material = Material.BRASS) -> Mesh:
    """Return a shell of this thickness, in radii, without the octant in which all coordinates are positive.

    It has an outer side, an inner side, and the three rims of the opening.
    """
    patch = _octant()
    vertices, triangles, count = list[Array](), list[NDArray[np.int64]](), 0
    grid = grid_triangles(FINE + 1, FINE + 1).reshape(-1, 3)
    for signs in itertools.product((1.0, -1.0), repeat=3):
        if min(signs) > 0.0:
            continue
        out = patch * signs
        turned = np.prod(signs) < 0.0
        for side, size in ((1.0, 1.0), (-1.0, 1.0 - thickness)):
            vertices.append(_rows(size * out, side * out, material))
            triangles.append((grid[:, ::-1] if turned == (side > 0.0) else grid) + count)
            count += len(out)
    for axis in range(3):
        rim, normal = _rim(axis, 1.0 - thickness), np.eye(3)[axis]
        vertices.append(_rows(rim, np.broadcast_to(normal, rim.shape), material))
        strip = grid_triangles(2, FINE + 1).reshape(-1, 3)
        corner = rim[strip[0]]
        faces = float(dense.times(np.cross(corner[1] - corner[0], corner[2] - corner[0]), normal)) > 0.0
        triangles.append((strip if faces else strip[:, ::-1]) + count)
        count += len(rim)
    return Mesh(np.concatenate(vertices), np.concatenate(triangles).reshape(-1).astype(np.int32))


def octant_turn(signs: NDArray[np.float64]) -> Floats64:
    """Return a rotation (3, 3) of columns that takes the octant of positive coordinates to that of these signs (3,)."""
    turn = np.diag(np.asarray(signs, float))
    return turn if np.prod(signs) > 0.0 else turn[:, [1, 0, 2]]


def _octant() -> Floats64:
    """Return the places of a grid on the octant of positive coordinates, ((FINE + 1)², 3), from axis 3 down."""
    angle = np.linspace(0.0, 0.5 * np.pi, FINE + 1)
    down, round_ = (each.reshape(-1) for each in np.meshgrid(angle, angle, indexing="ij"))
    places = np.stack([sin(down) * cos(round_), sin(down) * sin(round_), cos(down)], axis=1)
    places[np.abs(places) < 1e-12] = 0.0
    return places


def _rim(axis: int, inner: float) -> Floats64:
    """Return the inner and the outer edge of the rim across an axis, (2 (FINE + 1), 3)."""
    angle = np.linspace(0.0, 0.5 * np.pi, FINE + 1)
    edge = np.zeros((FINE + 1, 3))
    edge[:, (axis + 1) % 3], edge[:, (axis + 2) % 3] = cos(angle), sin(angle)
    return np.concatenate([inner * edge, edge])


def _rows(places: Floats64, normals: Floats64, material: Material) -> Array:
    rows = np.zeros((len(places), 9), np.float32)
    rows[:, :3], rows[:, 3:6], rows[:, 8] = places, normals, material
    return rows
