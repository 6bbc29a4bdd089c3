"""Walls, towers, houses and roofs, as meshes of few triangles for the distance. Lengths in metres.

x is along a wall, y outwards to the field, z up. u and v of MASONRY are metres along its courses and upwards.
"""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.transforms import turned_z
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, sin, sincos

Place = tuple[float, float, float]

WALL, PIECE, THICK = 9.0, 26.0, 2.6
"""Height of a curtain wall up to its walk, length of a piece of it, its thickness."""
MERLON, PARAPET = 1.9, 1.7
"""Width and height of a merlon; `GAP` is the ratio of a gap's width to it. """
GAP = 0.62
TOWER, AROUND = 4.6, 14
"""Radius of a round tower, and the number of its corners."""


def faces(quads: list[list[Place]], material: Material) -> Mesh:
    """Return flat faces of four corners each, counter-clockwise from outside, u along their first side, v along the
    last.

    Faces share no vertices, so that edges are sharp.
    """
    corners = np.array(quads, float)
    along, up = corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]
    normals = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    flat = np.abs(normals[:, 2]) > 0.9
    rows = np.zeros((len(corners), 4, 9))
    rows[..., :3], rows[..., 3:6], rows[..., 8] = corners, normals[:, None], material
    unit = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    rows[..., 6] = dense.inner(corners, unit[:, None])
    high = up / np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-9)
    rows[..., 7] = np.where(flat[:, None], dense.inner(corners, high[:, None]), corners[..., 2])
    first = 4 * np.arange(len(corners))[:, None]
    triangles = first + np.array([[0, 1, 2, 0, 2, 3]])
    return Mesh(rows.reshape(-1, 9).astype(np.float32), triangles.astype(np.int32).reshape(-1))


def block(low: Place, high: Place, material: Material = Material.MASONRY, batter: float = 0.0) -> Mesh:
    """Return a box without an underside between two corners; batter: how far its foot stands out all round."""
    (a, b, c), (d, e, f) = low, high
    foot = [
        (a - batter, b - batter, c),
        (d + batter, b - batter, c),
        (d + batter, e + batter, c),
        (a - batter, e + batter, c),
    ]
    head = [(a, b, f), (d, b, f), (d, e, f), (a, e, f)]
    sides = [[foot[k], foot[(k + 1) % 4], head[(k + 1) % 4], head[k]] for k in range(4)]
    return faces([*sides, head], material)


def roof(low: Place, high: Place, over: float = 0.4) -> Mesh:
    """Return a gable roof whose ridge runs along x, over a rectangle at low z, its gables of the same material."""
    (a, b, c), (d, e, f) = low, high
    a, b, d, e, y = a - over, b - over, d + over, e + over, 0.5 * (b + e)
    slopes = [[(a, b, c), (d, b, c), (d, y, f), (a, y, f)], [(d, e, c), (a, e, c), (a, y, f), (d, y, f)]]
    gables = [[(d, b, c), (d, e, c), (d, y, f), (d, y, f)], [(a, e, c), (a, b, c), (a, y, f), (a, y, f)]]
    return faces(slopes + gables, Material.TILES)


def battlements(start: float, end: float, y: tuple[float, float], base: float) -> list[Mesh]:
    """Return merlons along x on a parapet."""
    count = max(2, round((end - start) / (MERLON * (1.0 + GAP))))
    pace = (end - start) / count
    wide = pace / (1.0 + GAP)
    low = base + 0.45 * PARAPET
    works = [block((start, y[0], base), (end, y[1], low))]
    for k in range(count):
        x = start + (k + 0.5) * pace
        works.append(block((x - 0.5 * wide, y[0], low), (x + 0.5 * wide, y[1], base + PARAPET)))
    return works


@cache
def curtain() -> Mesh:
    """Return a piece of wall along x with its middle on the origin, its crenellated face at y = 0."""
    half = 0.5 * PIECE
    wall = block((-half, -THICK, -0.5), (half, 0.0, WALL), batter=0.0)
    foot = block((-half, -THICK, -0.5), (half, 0.35, 1.6), batter=0.25)
    slits = [moved(_slit(5.2), (x, 0.03, 0.0)) for x in (-0.5 * half, 0.5 * half)]
    return joined([wall, foot, *slits, *battlements(-half, half, (-0.7, 0.12), WALL)])


@cache
def tower(height: float = 14.0, radius: float = TOWER) -> Mesh:
    """Return a round tower about the origin with a battered foot, a string course and merlons."""
    profile = [(1.22 * radius, -0.5), (radius, 2.6), (radius, height - 1.2), (1.13 * radius, height - 0.5)]
    shaft = _round([*profile, (1.13 * radius, height + 0.7), (0.92 * radius, height + 0.7)], AROUND)
    floor = _round([(0.92 * radius, height + 0.3), (0.0, height + 0.3)], AROUND)
    merlons = []
    for k in range(9):
        turn = 2.0 * math.pi * k / 9.0
        merlon = block((-0.11 * radius - 0.45, -0.5, height + 0.6), (0.11 * radius + 0.45, 0.0, height + 2.0))
        merlons.append(turned(merlon, turn, (1.12 * radius * sin(turn), 1.12 * radius * cos(turn), 0.0)))
    slits = [turned(_slit(z), turn, (0.0, 0.0, 0.0), radius) for z, turn in _slits(height)]
    return joined([shaft, floor, *merlons, *slits])


def _slits(height: float) -> list[tuple[float, float]]:
    return [(z * height, turn) for z, turn in itertools.product((0.36, 0.68), (-0.7, 0.35, 1.3))]


def _slit(z: float) -> Mesh:
    """Return a dark loop in a wall, seen from y > 0."""
    return faces([[(0.16, 0.0, z), (-0.16, 0.0, z), (-0.16, 0.0, z + 1.5), (0.16, 0.0, z + 1.5)]], Material.SHADE)


def _round(profile: list[tuple[float, float]], around: int, material: Material = Material.MASONRY) -> Mesh:
    """Return a wall made by `lathe` whose u is in metres."""
    mesh = shapes.lathe(profile, material, around)
    mesh.vertices[:, 6] *= 2.0 * math.pi * max(r for r, _ in profile)
    if material is Material.MASONRY:
        mesh.vertices[:, 7] = mesh.vertices[:, 2]
    return mesh


def turned(mesh: Mesh, turn: float, by: Place, out: float = 0.0) -> Mesh:
    """Return a mesh turned clockwise seen from above, so that +y becomes (sin, cos), moved by `by` and by `out` along
    that direction.
    """
    s, c = sincos(turn)
    axes = turned_z(turn)
    vertices = mesh.vertices.copy()
    vertices[:, :3], vertices[:, 3:6] = dense.times(vertices[:, :3], axes), dense.times(vertices[:, 3:6], axes)
    return moved(Mesh(vertices, mesh.indices), (by[0] + out * s, by[1] + out * c, by[2]))


@cache
def gatehouse() -> Mesh:
    """Return two towers and the gate between them."""
    side = [moved(tower(16.0, 4.0), (x, 0.6, 0.0)) for x in (-6.6, 6.6)]
    over = block((-4.0, -6.0, 6.2), (4.0, 0.8, 13.0))
    arch = [block((x, -6.0, -0.5), (x + 1.2, 0.8, 6.2)) for x in (-4.0, 2.8)]
    gate = faces([[(2.8, -0.4, 0.0), (-2.8, -0.4, 0.0), (-2.8, -0.4, 6.2), (2.8, -0.4, 6.2)]], Material.SHADE)
    return joined([*side, over, *arch, gate, *battlements(-4.0, 4.0, (0.1, 0.9), 13.0)])


@cache
def keep() -> Mesh:
    """Return a great tower on a square, with a turret at each corner."""
    half, height = 9.0, 27.0
    works = [block((-half, -half, 0.0), (half, half, height), batter=1.2)]
    for side in range(4):
        run = joined(battlements(-half, half, (half - 0.8, half + 0.1), height))
        works.append(turned(run, 0.5 * math.pi * side, (0.0, 0.0, 0.0)))
        works += [turned(faces([_window(x, z)], Material.SHADE), 0.5 * math.pi * side, (0.0, 0.0, 0.0), half + 0.35)
                  for x, z in ((-4.5, 19.0), (0.0, 19.0), (4.5, 19.0), (-3.0, 11.5), (3.0, 11.5))]  # fmt: skip
    for x, y in itertools.product((-half, half), repeat=2):
        works.append(moved(tower(31.0, 2.2), (x, y, 0.0)))
    return joined(works)


def _window(x: float, z: float) -> list[Place]:
    return [(x + 0.6, 0.0, z), (x - 0.6, 0.0, z), (x - 0.6, 0.0, z + 2.6), (x + 0.6, 0.0, z + 2.6)]


@cache
def cone(height: float = 7.5, radius: float = 5.6) -> Mesh:
    """Return a pointed roof, its eaves at z = 0."""
    return _round([(radius, 0.0), (0.55 * radius, 0.42 * height), (0.0, height)], AROUND, Material.TILES)


@cache
def church() -> tuple[Mesh, Mesh]:
    """Return nave and tower, and their roofs with a spire over the tower."""
    nave, steeple = block((-3.0, -6.0, 0.0), (26.0, 6.0, 12.0)), block((-11.0, -4.2, 0.0), (-2.6, 4.2, 27.0))
    spire = moved(_round([(5.4, 0.0), (3.2, 5.0), (0.0, 27.0)], 8, Material.TILES), (-6.8, 0.0, 27.0))
    lights = [moved(faces([_window(x, 4.0)], Material.SHADE), (0.0, 6.05, 0.0)) for x in (1.0, 6.5, 12.0, 17.5, 23.0)]
    return joined([nave, steeple, *lights]), joined([roof((-3.0, -6.0, 12.0), (26.0, 6.0, 20.5)), spire])


@cache
def house(kind: int) -> tuple[Mesh, Mesh]:
    """Return walls and roof of a house with its ridge along x."""
    wide, deep, high, rise = ((6.0, 4.0, 8.5, 5.5), (4.2, 3.4, 10.5, 4.8), (8.0, 4.4, 7.0, 6.0))[kind]
    chimney = block((0.4 * wide, -0.6, high), (0.4 * wide + 1.1, 0.6, high + rise + 1.4))
    walls = [block((-wide, -deep, 0.0), (wide, deep, high), Material.WALL)]
    for turn, out in ((0.0, deep), (math.pi, deep)):
        lights = [_window(x, z) for x in (-0.62 * wide, 0.0, 0.62 * wide) for z in (0.18 * high, 0.62 * high)]
        walls.append(turned(faces(lights, Material.SHADE), turn, (0.0, 0.0, 0.0), out + 0.04))
    return joined(walls), joined([roof((-wide, -deep, high), (wide, deep, high + rise)), chimney])
