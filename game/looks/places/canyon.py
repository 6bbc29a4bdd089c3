"""A gorge cut into beds of rock by a winding river: walls, floor, water, the land above. Its width is the unit.

It runs along x; at the origin it is straight and 1 wide at its rim. The share of sun and sky is computed once for
every point, because the shadow map would cover too little of the gorge.
"""

from __future__ import annotations

import itertools
from functools import lru_cache

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts.timber import Floats64, smooth
from game.model.frame import SUN, Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, cube, exp, log, power, sin, square

ENDS = 5.5
"""Length of the modelled gorge to either side of the origin."""
STRAIGHT, BEND, WINDING = 0.75, 1.25, 1.5
"""Half length of the straight part, sideways amplitude of the bends, and their scale along x."""
BEDS = 11
"""Layers of rock from floor to rim."""
LEVELS = (0.0, 0.55, 0.90, 0.97)
"""Relative heights in a bed at which the wall has points: a steep face, and a ledge above it."""
DIP = 0.022
"""Amplitude with which beds rise and sink along the gorge, in heights of the wall."""
STATIONS, PANELS = 128, 8
"""Number of points along a wall, and of the panels it is divided into."""
SCREE, BATTER, STEP, BLOCK = 0.21, 0.09, 0.030, 0.042
"""Distances by which the foot, the lower beds, single beds and their blocks stand out."""
RIVER, LAND, REACHES = 0.17, 14.0, 200
"""Width of the river, extent of the land above, and number of points along the river."""
DRIFTS = 0.05, 0.2, 0.9
"""Repetitions of each pattern on the water per width of the river along it, as in `common/land.glsl`."""
ABUTMENT = 0.10
"""Half the width of the part of the rim that is straight for a bridge."""


def river_course(x: Floats64) -> Floats64:
    """Return y of the middle of the gorge at x."""
    away = np.maximum(np.abs(x) - STRAIGHT, 0.0) / WINDING
    return np.asarray(BEND * square(away) / (1.0 + square(away)) * (1.0 + 0.35 * sin(1.7 * away)) * np.sign(x + 0.0))


@lru_cache(maxsize=4)
def walls(deep: float, side: float) -> list[Mesh]:
    """Return one wall from its floor at z = 0 to its rim at z = deep, in panels from one end to the other; side: -1 or
    1.
    """
    x = _stations()
    low, thick = _beds()
    levels = np.append((low[:, None] + thick[:, None] * np.array(LEVELS)).ravel(), 1.0)
    bed = np.append(np.repeat(np.arange(BEDS), len(LEVELS)), BEDS - 1)
    part = np.append(np.tile(LEVELS, BEDS), 1.0)
    stand = _outward(x, bed, side)
    above = _outward(x, np.minimum(bed + 1, BEDS - 1), side)
    ledge = np.clip((part - LEVELS[2]) / (LEVELS[3] - LEVELS[2]), 0.0, 1.0)
    out = stand + (above - stand) * ledge + 0.012 * _waves(7.0 * x[:, None], 23.0 * levels, 2.0 + side)
    out = out + SCREE * power(np.clip(1.0 - levels / 0.42, 0.0, 1.0), 2.2) * (
        1.0 + 0.3 * _waves(3.0 * x[:, None], 0.0 * levels, 5.0)
    )
    clear = np.clip(np.abs(x)[:, None] / ABUTMENT - 1.0, 0.0, 1.0)
    out = out * np.maximum(clear, np.clip(5.0 * (1.0 - levels), 0.0, 1.0))
    y = river_course(x)[:, None] + side * (0.5 - out)
    apart = np.clip(np.abs(x) / 0.4 - 0.5, 0.0, 1.0)
    rim = 1.0 + 0.05 * _waves(1.9 * x, 0.0 * x, side)[:, None] * apart[:, None] * cube(levels)
    dip = DIP * _waves(1.3 * x, 0.0 * x, 4.0 + side)[:, None] * (4.0 * levels * (1.0 - levels))
    grid = np.stack([np.broadcast_to(x[:, None], y.shape), y, deep * (levels + dip) * rim], axis=-1)
    mesh = _lit(grid, side, deep)
    rows = mesh.vertices.astype(float).reshape(len(x), len(levels), 9)
    cuts = np.linspace(0, len(x) - 1, PANELS + 1).astype(int)
    return [_sheet(rows[i : k + 1], side) for i, k in itertools.pairwise(cuts)]


@lru_cache(maxsize=1)
def _beds() -> tuple[Floats64, Floats64]:
    """Return the lower edge and the thickness of each bed, in heights of the wall; all differ."""
    thick = np.random.default_rng(17).uniform(0.45, 1.6, BEDS)
    thick /= thick.sum()
    return np.cumsum(thick) - thick, thick


def _stations() -> Floats64:
    """Return x of the points of a wall, closer near the bridge."""
    u = np.linspace(-1.0, 1.0, STATIONS + 1)
    return np.asarray(ENDS * (0.22 * u + 0.78 * cube(u)))


def _outward(x: Floats64, bed: Floats64, side: float) -> Floats64:
    """Return the protrusion of each bed (len(x), len(bed)): less with height, and in blocks between joints."""
    rng = np.random.default_rng(11 if side > 0 else 12)
    own, pace = rng.uniform(-1.0, 1.0, BEDS)[bed], rng.uniform(0.10, 0.24, BEDS)[bed]
    start, blocks = rng.uniform(0.0, 9.0, BEDS)[bed], rng.uniform(-1.0, 1.0, (BEDS, 257))
    cell = x[:, None] / pace + start
    k = np.floor(cell).astype(int)
    edge = np.clip((cell - k - 0.78) / 0.22, 0.0, 1.0)
    here, after = blocks[bed, k % 257], blocks[bed, (k + 1) % 257]
    high = (bed + 0.5) / BEDS
    buttress = 0.055 * _waves(1.6 * x, 0.0 * x, 3.0 * side)[:, None]
    broken = STEP * own + BLOCK * (here + (after - here) * edge)
    out = BATTER * (1.0 - high) + broken * np.clip((high - 0.10) / 0.25, 0.12, 1.0) + buttress
    return np.asarray(np.maximum(out, -0.05))


def _lit(grid: Floats64, side: float, deep: float) -> Mesh:
    """Return a surface of points (n, m, 3) with their shares of sky and sun as u and v."""
    n, m, _ = grid.shape
    order = shapes.grid_triangles(n, m)
    mesh = smooth(grid.reshape(-1, 3), order if side > 0 else order[:, ::-1], Material.ROCK)
    mesh.vertices[:, 6] = open_sky(mesh.vertices[:, :3].astype(float), mesh.vertices[:, 3:6].astype(float), deep)
    mesh.vertices[:, 7] = sunlit(mesh.vertices[:, :3].astype(float), deep)
    return mesh


def _sheet(rows: Floats64, side: float) -> Mesh:
    n, m, _ = rows.shape
    order = shapes.grid_triangles(n, m)
    order = order if side > 0 else order[:, ::-1]
    return Mesh(np.ascontiguousarray(rows.reshape(-1, 9), np.float32), order.astype(np.int32).reshape(-1))


def half_width(z: Floats64, deep: float) -> Floats64:
    """Return the approximate distance from the middle to the walls at a height."""
    level = np.clip(z / deep, 0.0, 1.0)
    return np.asarray(0.5 - BATTER * (1.0 - level) - 0.8 * SCREE * power(np.clip(1.0 - level / 0.42, 0.0, 1.0), 2.2))


def sunlit(points: Floats64, deep: float) -> Floats64:
    """Return the visible share of the sun (n,) from points (n, 3): rock hides it where a ray to it enters a wall."""
    sun = np.array(SUN) / dense.length(SUN)
    share = np.ones(len(points))
    for far in exp(np.linspace(log(0.06), log(3.0), 40)):
        at = points + far * sun
        clear = half_width(at[:, 2], deep) - np.abs(at[:, 1] - river_course(at[:, 0]))
        clear = np.maximum(clear, (at[:, 2] - deep))
        share = np.minimum(share, 0.5 + (clear + 0.03) / (0.03 + 0.04 * far))
    return np.clip(share, 0.0, 1.0)


def open_sky(points: Floats64, normals: Floats64, deep: float) -> Floats64:
    """Return the visible share of the sky (n,) from points (n, 3): small at the foot of a wall and under ledges."""
    level = np.clip(points[:, 2] / deep, 0.0, 1.0)
    return np.clip((0.48 + 0.52 * power(level, 1.3)) * (0.86 + 0.30 * normals[:, 2]), 0.15, 1.0)


@lru_cache(maxsize=4)
def floor(deep: float) -> Mesh:
    """Return the banks on either side of the river, at z = 0."""
    x = _stations()
    across = np.array([-0.5, -0.34, -0.20, -0.55 * RIVER, 0.0, 0.55 * RIVER, 0.20, 0.34, 0.5])
    rise = np.array([0.05, 0.028, 0.012, -0.003, -0.01, -0.003, 0.012, 0.028, 0.05])
    X, A = np.meshgrid(x, across, indexing="ij")
    Z = rise * (1.0 + 0.6 * _waves(5.0 * X, 9.0 * A, 1.0))
    return _lit(np.stack([X, river_course(X) + A + _wander(X), Z], axis=-1), 1.0, deep)


@lru_cache(maxsize=4)
def river(deep: float) -> Mesh:
    """Return the water in its low bed; u runs along it in its widths, v across."""
    u = np.linspace(-1.0, 1.0, REACHES)
    X, A = np.meshgrid(ENDS * (0.4 * u + 0.6 * cube(u)), np.array([-0.5, 0.5]), indexing="ij")
    points = np.stack([X, river_course(X) + _wander(X) + 1.55 * RIVER * A, 0.004 + 0.0 * X], axis=-1)
    mesh = smooth(points.reshape(-1, 3), shapes.grid_triangles(*X.shape), Material.WATER)
    way = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points.mean(axis=1), axis=0), axis=1)))
    mesh.vertices[:, 6], mesh.vertices[:, 7] = np.repeat((way - 0.5 * way[-1]) / RIVER, 2), A.ravel()
    return mesh


def _wander(x: Floats64) -> Floats64:
    """Return the distance of the river from the middle of the gorge."""
    return 0.05 * _waves(2.2 * x, 0.0 * x, 8.0)


@lru_cache(maxsize=4)
def land(deep: float, side: float) -> Mesh:
    """Return the meadow above one wall, from its rim on."""
    x = _stations()
    rim = np.concatenate(
        [panel.vertices.reshape(-1, BEDS * len(LEVELS) + 1, 9)[:, -1, :3] for panel in walls(deep, side)]
    )
    _, first = np.unique(rim[:, 0], return_index=True)
    edge = rim[first].astype(float)
    near, far = edge.copy(), edge.copy()
    near[:, 1] += side * 0.12
    near[:, 2] = deep
    far[:, 0] *= 3.0
    far[:, 1], far[:, 2] = side * LAND, deep
    assert len(edge) == len(x)
    grid = np.stack([edge, near, far], axis=1)
    order = shapes.grid_triangles(*grid.shape[:2])
    mesh = smooth(grid.reshape(-1, 3), order if side > 0 else order[:, ::-1], Material.TURF)
    mesh.vertices[:, 3:6], mesh.vertices[:, 7] = (0.0, 0.0, 1.0), 1.0
    return mesh


def _waves(x: Floats64, z: Floats64, seed: float) -> Floats64:
    """Return smooth aperiodic noise between -1 and 1."""
    found = np.zeros(np.broadcast(x, z).shape)
    for k, size in enumerate((0.5, 0.3, 0.2)):
        a, b = 2.1 * power(1.9, k), 1.7 * power(2.1, k)
        found += size * sin(a * x + seed * (k + 1) + 1.3 * sin(b * z + seed * k)) * cos(b * z + 0.9 * a * x)
    return found
