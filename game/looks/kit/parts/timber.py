"""Hewn timbers, pegs, straps, ropes, stones and pumpkins, as meshes. Lengths in metres."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined, moved, stretched
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import arctan2, cos, hypot, power, sin, sqrt

Floats64 = NDArray[np.float64]

UP = (0.0, 0.0, 1.0)
ROUGH = 0.025
"""Deviation of a timber's section from a straight line, in its narrower side."""
BEVEL = 0.09
"""Bevel of a timber's edges, in its narrower side."""
LAY = 9.0
"""Length of one lay of a rope, in radii of the rope."""
PIECES, SEEDS = 9, 40
"""Numbers of pieces and of seeds of a pumpkin that has burst."""


def timber(
    start: ArrayLike,
    end: ArrayLike,
    section: tuple[float, float],
    seed: int = 0,
    up: ArrayLike = UP,
    taper: float = 1.0,
    stations: int = 3,
    rough: float = ROUGH,
) -> Mesh:
    """Return a hewn timber of square section between the middles (3,) of its ends.

    section: its width and its depth at the start; the depth is as close to `up` as possible.
    taper: ratio of the section at the end to that at the start. seed: timbers of different seeds have different shapes.
    ValueError where start and end coincide.
    """
    axes, length = _axes(start, end, up)
    rng = np.random.default_rng(seed)
    narrow = min(section)
    ring = _octagon(section, BEVEL * narrow * rng.uniform(0.6, 1.5, 4))
    along = np.linspace(0.0, 1.0, stations + 1)
    stray = rough * narrow * rng.uniform(-1.0, 1.0, (stations + 1, 2))
    stray[[0, -1]] *= 0.4
    scale = 1.0 + (taper - 1.0) * along
    rows = np.zeros((stations + 1, 9, 9))
    rows[..., :2] = scale[:, None, None] * ring + stray[:, None]
    rows[..., 2] = (length * along)[:, None]
    rows[..., 3:5] = FACES
    around = np.cumsum(hypot(*(ring[1:] - ring[:-1]).T))
    rows[..., 6], rows[:, 1:, 6] = seed, seed + 0.99 * around / around[-1]
    rows[..., 7] = (length * along)[:, None]
    rows[..., 8] = Material.TIMBER
    lower, upper = (_cut(rows[k, :8], side, narrow) for k, side in ((0, -1.0), (-1, 1.0)))
    return _turned(np.vstack([rows.reshape(-1, 9), lower, upper]), _sides_and_ends(stations), axes, start)


def plank(start: ArrayLike, end: ArrayLike, section: tuple[float, float], seed: int = 0, up: ArrayLike = UP) -> Mesh:
    """Return a sawn timber with sharp edges and the fewest triangles, for small or distant objects; arguments as for
    `timber`.
    """
    axes, length = _axes(start, end, up)
    x, y = 0.5 * section[0], 0.5 * section[1]
    ring = np.array([(x, -y), (x, y), (-x, y), (-x, -y), (x, -y)])
    rows = np.zeros((2, 4, 2, 9))
    rows[..., 0, :2], rows[..., 1, :2] = ring[:-1], ring[1:]
    rows[1, ..., 2] = rows[1, ..., 7] = length
    rows[..., 3:5] = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])[:, None]
    rows[..., 6] = seed + 0.245 * (np.arange(4)[:, None] + np.arange(2))
    rows[..., 8] = Material.TIMBER
    corners = rows.reshape(16, 9)
    lower, upper = (_cut(rows[k, :, 0], side, min(section)) for k, side in ((0, -1.0), (1, 1.0)))
    sides = [(2 * k, 2 * k + 1, 2 * k + 9, 2 * k, 2 * k + 9, 2 * k + 8) for k in range(4)]
    ends = [(16, 18, 17, 16, 19, 18), (20, 21, 22, 20, 22, 23)]
    return _turned(np.vstack([corners, lower, upper]), np.array(sides + ends), axes, start)


def strap(
    at: ArrayLike,
    along: ArrayLike,
    section: tuple[float, float],
    width: float,
    up: ArrayLike = UP,
    thick: float | None = None,
) -> Mesh:
    """Return an iron band of this width round a timber of this section, at a place on its axis (unit vector along)."""
    middle, half = np.asarray(at, float), 0.5 * width * np.asarray(along, float)
    iron = 0.07 * min(section) if thick is None else thick
    band = timber(middle - half, middle + half, (section[0] + iron, section[1] + iron), 0, up, 1.0, 1, 0.0)
    return made_of(band, Material.IRON)


def bar(start: ArrayLike, end: ArrayLike, radius: float, material: Material, sides: int = 10) -> Mesh:
    """Return a round bar with flat ends and chamfered edges."""
    axes, length = _axes(start, end, UP)
    edge = min(0.2 * radius, 0.2 * length)
    profile = [(0, 0), (radius - edge, 0), (radius, edge), (radius, length - edge), (radius - edge, length)]
    mesh = shapes.lathe([*profile, (0, length)], material, sides)
    rows = mesh.vertices.astype(float)
    if material is Material.TIMBER:
        rows[:, 6] *= 0.99
        cut = np.abs(rows[:, 5]) > 0.9
        rows[cut, 6:8], rows[cut, 8] = rows[cut, :2] / radius, Material.END_GRAIN
    return _turned(rows, mesh.indices, axes, start)


def coil(start: ArrayLike, end: ArrayLike, radius: float, turns: int, sides: int = 10) -> Mesh:
    """Return turns of a rope side by side on a drum of this radius."""
    axes, length = _axes(start, end, UP)
    rope = 0.5 * length / turns
    height = np.linspace(0.0, length, 2 * turns + 1)
    out = radius + rope * np.where(np.arange(2 * turns + 1) % 2, 1.9, 1.1)
    profile = [(0.0, 0.0), *zip(out, height, strict=True), (0.0, length)]
    mesh = shapes.lathe(profile, Material.ROPE, sides)
    rows = mesh.vertices.astype(float)
    lays = round(2.0 * math.pi * radius / (LAY * rope))
    rows[:, 6:8] = np.column_stack([rows[:, 2] * turns / length, rows[:, 6] * lays])
    return _turned(rows, mesh.indices, axes, start)


def peg(at: ArrayLike, out: ArrayLike, radius: float, material: Material = Material.TIMBER) -> Mesh:
    """Return the round head of a peg or bolt that stands out of a timber at a place, towards `out`."""
    axes, _ = _axes(np.zeros(3), out, UP)
    rise = 0.8 * radius
    mesh = shapes.lathe([(radius, -rise), (0.95 * radius, 0.4 * rise), (0.0, rise)], material, 6)
    return _turned(mesh.vertices.astype(float), mesh.indices, axes, at)


def rope(length: float, radius: float, sides: int = 6) -> Mesh:
    """Return a rope from the origin along z. Its v counts the lays for the material ROPE, so it may be stretched."""
    mesh = shapes.lathe([(0.0, 0.0), (radius, 0.0), (radius, length), (0.0, length)], Material.ROPE, sides)
    mesh.vertices[:, 7] = mesh.vertices[:, 2] / (LAY * radius)
    return mesh


def stone(radius: float, seed: int = 0, detail: int = 2, rough: float = 0.06) -> Mesh:
    """Return a rounded stone of this greatest radius about the origin."""
    points, triangles = _icosphere(detail)
    rng = np.random.default_rng(seed)
    waves = rng.normal(size=(7, 3)) * np.linspace(1.2, 4.0, 7)[:, None]
    height = dense.times(
        sin(dense.times(points, waves.T) + rng.uniform(0.0, 2.0 * math.pi, 7)), np.linspace(1.0, 0.35, 7)
    )
    height = 1.0 + rough * (height - height.max()) / float(np.ptp(height)) * 2.0
    return smooth(radius * height[:, None] * points, triangles, Material.STONE)


def heap(sides: tuple[float, float], size: float, seed: int, count: int) -> list[Mesh]:
    """Return broken stones of about this radius on the plane z = 0, within a rectangle about the origin."""
    rng = np.random.default_rng(seed)
    columns = max(1, round(math.sqrt(count * sides[0] / sides[1])))
    rows = max(1, round(count / columns))
    kinds = [stone(1.0, seed + k, 1, 0.18) for k in range(6)]
    stones = []
    for i in range(columns):
        for j in range(rows):
            radius = size * rng.uniform(0.75, 1.15)
            place = [((k + 0.5 + rng.uniform(-0.16, 0.16)) / n - 0.5) for k, n in ((i, columns), (j, rows))]
            middle = 1.0 - 2.0 * max(abs(place[0]), abs(place[1]))
            at = (place[0] * sides[0], place[1] * sides[1], radius * (0.05 + 0.55 * middle))
            stretch = radius * rng.uniform((0.8, 0.8, 0.6), (1.1, 1.1, 0.85))
            stones.append(moved(stretched(kinds[int(rng.integers(6))], stretch.tolist()), at))
    return stones


def pumpkin(radius: float) -> Mesh:
    """Return a ribbed pumpkin about the origin, its stalk along z."""
    angle = np.linspace(-0.5 * math.pi, 0.5 * math.pi, 17)
    turn = np.linspace(0.0, 2.0 * math.pi, 61)
    ribs = 1.0 - 0.07 * np.abs(sin(5.0 * turn))[None, :] * sqrt(cos(angle)[:, None])
    across = radius * cos(angle)[:, None] * ribs
    dent = 0.84 * radius * sin(angle) * (1.0 - 0.28 * power(np.abs(sin(angle)), 8))
    points = np.stack([across * cos(turn), across * sin(turn), dent[:, None] + 0.0 * across], axis=-1)
    body = smooth(points.reshape(-1, 3), shapes.grid_triangles(17, 61)[:, ::-1], Material.PUMPKIN)
    stalk = timber((0, 0, 0.5 * radius), (0.10 * radius, 0, 0.98 * radius), (0.2 * radius, 0.2 * radius), 3, (0, 1, 0))
    return joined([body, stalk])


@cache
def burst_pumpkin(radius: float) -> tuple[Mesh, Mesh]:
    """Return a pumpkin that has burst on the ground z = -radius / 2: pieces of its rind, and their flesh with seeds.

    The flesh is of Material.PLAIN; its instance gives the colour.
    """
    rng = np.random.default_rng(5)
    rind, flesh = [], []
    for k in range(PIECES):
        low, high = (-1.35, 0.1) if k % 2 else (0.0, 1.35)
        start, end = 2.0 * math.pi * k / PIECES, 2.0 * math.pi * (k + rng.uniform(1.0, 1.7)) / PIECES
        turn, angle = np.meshgrid(np.linspace(start, end, 9), np.linspace(low, high, 8))
        ragged = 0.06 * sin(5.0 * turn + k) * cos(4.0 * angle)
        ribs = (1.0 - 0.07 * np.abs(sin(5.0 * turn))) * cos(angle + ragged)
        skin = np.stack([ribs * cos(turn), ribs * sin(turn), 0.84 * sin(angle + ragged)], axis=-1)
        middle = skin.mean(axis=(0, 1))
        out = arctan2(middle[1], middle[0]) + rng.uniform(-0.3, 0.3)
        way = np.array([cos(out), sin(out), 0.0])
        axes = _tumbled(way, rng.uniform(0.1, 0.6) if k % 2 else rng.uniform(0.3, 1.1))
        at = way * rng.uniform(0.9, 2.3) + (0.7, 0.0, 0.0)
        outer, inner = (dense.times(skin * thick - middle, axes) for thick in (1.0, 0.80))
        lift = -0.5 - min(outer[..., 2].min(), inner[..., 2].min())
        outer, inner = (radius * (layer + at + (0.0, 0.0, lift)) for layer in (outer, inner))
        grid = shapes.grid_triangles(8, 9)
        rind.append(smooth(outer.reshape(-1, 3), grid[:, ::-1], Material.PUMPKIN))
        flesh.append(smooth(inner.reshape(-1, 3), grid, Material.PLAIN))
        edge = [(0, j) for j in range(9)] + [(i, 8) for i in range(1, 8)] + [(7, j) for j in range(7, -1, -1)]
        edge += [(i, 0) for i in range(6, -1, -1)]
        rows = np.array([[outer[place], inner[place]] for place in edge])
        flesh.append(smooth(rows.reshape(-1, 3), shapes.grid_triangles(len(edge), 2), Material.PLAIN))
    for _ in range(SEEDS):
        at = np.array([rng.normal(0.6, 1.1), rng.normal(0.0, 0.9), -0.44])
        seed = stretched(shapes.sphere(radius, Material.PLAIN, 8), (0.10, 0.055, 0.03))
        flesh.append(moved(seed, radius * at))
    return joined(rind), joined(flesh)


def _tumbled(way: NDArray[np.float64], turn: float) -> NDArray[np.float64]:
    """Return the matrix (3, 3), for row vectors, of a turn [rad] over the ground in a direction."""
    x, y, c, s = float(way[0]), float(way[1]), cos(turn), sin(turn)
    side = np.array([[x, y, 0.0], [-y, x, 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(dense.times(dense.times(side.T, np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])), side))


class TimberMesh(list[Mesh]):
    """A list of pieces that `done` joins into one mesh; each timber gets its own seed."""

    def hew(self, start: ArrayLike, end: ArrayLike, section: tuple[float, float], **how: Any) -> None:
        """Add a timber between two points."""
        self.append(timber(start, end, section, seed=len(self), **how))

    def saw(self, start: ArrayLike, end: ArrayLike, section: tuple[float, float], **how: Any) -> None:
        """Add a plank between two points."""
        self.append(plank(start, end, section, seed=len(self), **how))

    def done(self) -> Mesh:
        """Return all pieces as one mesh."""
        return joined(self)


def made_of(mesh: Mesh, material: Material) -> Mesh:
    """Return the same mesh in one material."""
    vertices = mesh.vertices.copy()
    vertices[:, 8] = material
    return Mesh(vertices, mesh.indices)


def smooth(points: Floats64, triangles: NDArray[np.int64], material: Material) -> Mesh:
    """Return triangles (m, 3) between points (n, 3), with normals that are smooth wherever points coincide."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    faces = np.cross(b - a, c - a)
    _, same = np.unique(np.round(points / (1e-6 * np.ptp(points))).astype(np.int64), axis=0, return_inverse=True)
    normals = np.zeros((int(same.max()) + 1, 3))
    for k in range(3):
        np.add.at(normals, same.reshape(-1)[triangles[:, k]], faces)
    rows = np.zeros((len(points), 9))
    rows[:, :3] = points
    at = normals[same.reshape(-1)]
    rows[:, 3:6] = at / np.linalg.norm(at, axis=1, keepdims=True)
    rows[:, 8] = material
    return Mesh(rows.astype(np.float32), triangles.astype(np.int32).reshape(-1))


def _axes(start: ArrayLike, end: ArrayLike, up: ArrayLike) -> tuple[Floats64, float]:
    """Return rows across, nearest to `up` and along, and the distance of the ends; a parallel `up` is replaced."""
    way = np.asarray(end, float) - np.asarray(start, float)
    length = math.hypot(*way)
    if not length > 0.0:
        raise ValueError("a timber's ends coincide")
    along = (way / length).tolist()
    across = _cross(np.asarray(up, float).tolist(), along)
    if math.hypot(*across) < 1e-6:
        across = _cross([1.0, 0.0, 0.0] if abs(along[0]) < 0.9 else [0.0, 1.0, 0.0], along)
    wide = math.hypot(*across)
    across = [part / wide for part in across]
    return np.array([across, _cross(along, across), along]), length


def _cross(a: list[float], b: list[float]) -> list[float]:
    """Return the cross product of two vectors, ten times as fast as numpy's."""
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


FACES = np.repeat([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)], 2, axis=0)[:9]
"""Normals at the points of a timber's section: those of the faces, so that the bevels between them look round."""


def _octagon(section: tuple[float, float], cuts: Floats64) -> Floats64:
    """Return a rectangle with its corners cut: points (9, 2) counter-clockwise, the last equal to the first."""
    x, y = 0.5 * section[0], 0.5 * section[1]
    a, b, c, d = cuts.tolist()
    points = [(x, d - y), (x, y - a), (x - a, y), (b - x, y), (-x, y - b), (-x, c - y), (c - x, -y), (x - d, -y)]
    return np.array([*points, points[0]])


def _cut(ring: Floats64, side: float, narrow: float) -> Floats64:
    """Return the sawn end of a timber whose last ring of vertices (8, 9) is given."""
    rows = ring.copy()
    rows[:, 3:6] = (0.0, 0.0, side)
    rows[:, 6:8] = rows[:, :2] / (0.5 * narrow)
    rows[:, 8] = Material.END_GRAIN
    return rows


@cache
def _sides_and_ends(stations: int) -> NDArray[np.int64]:
    """Return the triangles of a timber: those between rings of nine vertices, and two ends of eight."""
    first = 9 * (stations + 1)
    k = np.arange(1, 7)
    fan = np.stack([0 * k, k, k + 1], axis=1)
    sides = shapes.grid_triangles(stations + 1, 9)[:, ::-1]
    return np.concatenate([sides, fan[:, ::-1] + first, fan + first + 8])


def _turned(vertices: Floats64, indices: NDArray[Any], axes: Floats64, origin: ArrayLike) -> Mesh:
    """Move a mesh made in its own axes (rows of `axes`) to their place."""
    vertices[:, :3] = dense.times(vertices[:, :3], axes) + np.asarray(origin, float)
    vertices[:, 3:6] = dense.times(vertices[:, 3:6], axes)
    return Mesh(vertices.astype(np.float32), indices.astype(np.int32).reshape(-1))


@cache
def _icosphere(detail: int) -> tuple[Floats64, NDArray[np.int64]]:
    """Return points (n, 3) on the unit sphere and triangles (m, 3): an icosahedron subdivided into four repeatedly."""
    golden = 0.5 * (1.0 + math.sqrt(5.0))
    ends = np.array([(0.0, s, t * golden) for s in (-1, 1) for t in (-1, 1)])
    points = np.vstack([np.roll(ends, k, axis=1) for k in range(3)])
    near = np.linalg.norm(points[:, None] - points[None], axis=2)
    edge = np.abs(near - 2.0) < 1e-6
    triangles = np.array(
        [(i, j, k) for i in range(12) for j in range(i) for k in range(j) if edge[i, j] and edge[j, k] and edge[i, k]]
    )
    a, b, c = (points[triangles[:, k]] for k in range(3))
    inward = dense.inner(np.cross(b - a, c - a), a) < 0.0
    triangles[inward] = triangles[inward][:, ::-1]
    for _ in range(detail):
        sides = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
        pairs, which = np.unique(sides, axis=0, return_inverse=True)
        ab, bc, ca = (which.reshape(-1, 3) + len(points)).T
        a, b, c = triangles.T
        points = np.vstack([points, points[pairs].mean(axis=1)])
        triangles = np.vstack([np.stack(t, 1) for t in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
    return points / np.linalg.norm(points, axis=1, keepdims=True), triangles
