"""Trees, hedges and hedgerows round a field, and firs beside a gorge."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts import foliage
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.foliage import CELLS, Cell
from game.looks.kit.parts.timber import UP, Floats64, bar, stone
from game.looks.kit.transforms import upright
from game.looks.places import canyon
from game.model.frame import Instance, Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import arctan, arctan2, cos, sin, square

TREE, HEDGE = 12.0, 2.8
"""Heights of a tree and of a hedge [m]."""
LONG = 5.0
"""Length of a piece of hedge, in heights of the hedge."""
ALONG = 38.0
"""Mean distance of trees in a hedge [m]; `SPARSE` is its factor where there is no hedge. """
SPARSE = 2.2
NEAR_SPRAYS, FEW_SPRAYS, MORE_SPRAYS = 640, 120, 480
"""Approximate numbers of squares of leaves on a tree, near and farther away, and of those that higher tiers add."""
LIMBS, TWIGS = 9, 2
"""Numbers of limbs of a tree, and of the smaller clumps of leaves at the end of each."""
LEVELS, SPREAD = (0.40, 0.58, 0.76), (0.27, 0.31, 0.20)
"""Heights of the limbs' ends, and their distances from the trunk."""
FORK = (0.0, 0.0, 0.27)
"""Where the limbs leave the trunk."""
SHADED = 11
"""Number of the clumps, the largest, that are dark inside."""
IN_SHADE = 2
"""Shade of the leaves inside of a crown."""
PIECES, ON_TOP = 4, 26
"""Numbers of pictures along each side of a piece of hedge, and of squares of leaves on top of it."""
NEAREST, BEHIND = 120.0, 330.0
"""Constant part of the distances [m] from the line of the shots to the hedge on its left and the trees on its right."""
NEAREST_REACHES, BEHIND_REACHES = 0.25, 0.9
BEYOND = 260.0
"""Length of hedge and trees beyond the ends of the measured field [m]."""
CLEARED, BESIEGED = 0.40, 0.95
"""Distances in reaches before a besieged town: the end of the left hedge, and its continuation to the side."""
FIR, FIRS, FEW_FIRS = 0.17, 340, 150
"""Height of a fir, in widths of the gorge, approximate number of firs, and number of those that the tier low draws."""
FIR_GREENS = ((0.50, 0.72, 0.62), (0.62, 0.85, 0.62), (0.42, 0.62, 0.55))
GREENS = ((0.72, 0.90, 0.75), (0.95, 1.00, 0.70), (0.60, 0.80, 0.70), (1.05, 0.95, 0.65))


@cache
def tree(kind: int, near: bool = True) -> Mesh:
    """Return a broad tree on the origin, 1 high: a trunk with limbs, and clumps of leaves, dark inside."""
    stout, thin = [(0.052, -0.05), (0.036, 0.04), (0.030, 0.16), (0.018, 0.50)], [(0.034, -0.05), (0.014, 0.60)]
    trunk = shapes.lathe(stout if near else thin, Material.TIMBER, 8 if near else 5)
    limbs = [bar(FORK, (0.9 * x, 0.9 * y, z), 0.010, Material.TIMBER, 5) for x, y, z in _limbs(kind) if near]
    count, size = (NEAR_SPRAYS, 0.058) if near else (FEW_SPRAYS, 0.105)
    inner = [_dark(radius, place) for radius, place in _clumps(kind)[:SHADED]]
    # Leaves that hide others are drawn before them.
    return joined([trunk, *limbs, *inner, crown(kind, count, size)])


@cache
def extra_leaves(kind: int) -> Mesh:
    """Return additional leaves for a near tree."""
    return crown(kind, MORE_SPRAYS, 0.052, 7)


def mid_tree(kind: int) -> Mesh:
    """Return the same tree for a greater distance."""
    return tree(kind, near=False)


@cache
def far_tree(kind: int) -> Mesh:
    """Return a distant broad tree on the origin, 1 high: two crossed pictures."""
    wide = np.array([1.0, 0.88, 1.12])[kind : kind + 1]
    return foliage.standing(np.zeros((1, 3)), np.array([0.4 + kind]), np.ones(1), wide, Cell.TREE, foliage.ALL_ROUND)


@cache
def _limbs(kind: int) -> Floats64:
    """Return the ends of a tree's limbs, (n, 3), low ones and high ones in turn round the trunk."""
    rng = np.random.default_rng(20 + kind)
    turns = 2.0 * math.pi * (np.arange(LIMBS) + rng.uniform(-0.35, 0.35, LIMBS)) / LIMBS
    which = np.arange(LIMBS) % len(LEVELS)
    away = np.array(SPREAD)[which] * rng.uniform(0.82, 1.15, LIMBS)
    high = np.array(LEVELS)[which] + rng.uniform(-0.05, 0.05, LIMBS)
    return np.stack([away * cos(turns), away * sin(turns), high], axis=1)


@cache
def _clumps(kind: int) -> list[tuple[float, tuple[float, float, float]]]:
    """Return radii and places of the clumps of a tree's crown, the largest first: on each limb one with smaller ones
    round its end, so that the sky is seen between them.
    """
    rng = np.random.default_rng(40 + kind)
    found = [(0.22, np.array([0.0, 0.0, 0.60])), (0.14, np.array([*rng.uniform(-0.06, 0.06, 2), 0.82]))]
    for limb in _limbs(kind):
        found.append((rng.uniform(0.10, 0.135), limb))
        out = limb - (0.0, 0.0, 0.5)
        for _ in range(TWIGS):
            aside = foliage.unit(rng.normal(size=3) + 4.0 * out)
            found.append((rng.uniform(0.060, 0.095), limb + rng.uniform(0.09, 0.14) * aside))
    found.sort(key=lambda clump: -clump[0])
    return [(float(radius), (float(x), float(y), float(z))) for radius, (x, y, z) in found]


def crown(kind: int, count: int, size: float, seed: int = 0) -> Mesh:
    """Return about `count` squares of leaves of this half width all over the clumps of a tree."""
    rng = np.random.default_rng(80 + kind + seed)
    clumps = _clumps(kind)
    middles, radii = np.array([place for _, place in clumps]), np.array([radius for radius, _ in clumps])
    own = np.repeat(np.arange(len(clumps)), np.round(count * square(radii) / np.sum(square(radii))).astype(int))
    out = foliage.unit(rng.normal(size=(len(own), 3)))
    at = middles[own] + (radii[own] * rng.uniform(0.62, 1.10, len(own)))[:, None] * out
    # Leaves well inside another clump are not visible.
    inside = np.linalg.norm(at[:, None] - middles, axis=2) < 0.70 * radii
    inside[np.arange(len(own)), own] = False
    # The outermost are drawn first: they hide the others.
    kept = np.argsort(-np.linalg.norm(at - (0.0, 0.0, 0.5), axis=1))
    kept = kept[~inside.any(axis=1)[kept]]
    at, out = at[kept], out[kept]
    from_middle = at - (0.0, 0.0, 0.5)
    # Their normals blend those of the clump and of the crown as a whole.
    lit = out + 2.2 * from_middle + (0.0, 0.0, 0.25)
    depth = np.clip(np.linalg.norm(from_middle * (1.0, 1.0, 0.9), axis=1) / 0.44, 0.0, 1.0)
    tone = depth * (0.55 + 0.45 * np.clip(0.5 + 0.6 * out[:, 2], 0.0, 1.0)) * rng.uniform(0.85, 1.1, len(at))
    shades = np.clip(np.round(tone * foliage.SHADES - 0.5), 0, foliage.SHADES - 1).astype(int)
    return foliage.sprays(at, out + 0.5 * lit, lit, size * rng.uniform(0.75, 1.25, len(at)), shades, kind)


def _dark(radius: float, place: tuple[float, float, float]) -> Mesh:
    """Return the leaves inside a clump, which hide the objects behind."""
    ball = moved(stone(0.60 * radius, 3, 0, 0.2), place)
    rows = ball.vertices
    left, low, right, high = CELLS[Cell.HEDGE]
    out = rows[:, 3:6]
    rows[:, 6] = IN_SHADE + left + (right - left) * (0.5 + 0.30 * out[:, 0])
    rows[:, 7] = low + (high - low) * (0.35 + 0.18 * out[:, 2])
    rows[:, 8] = Material.SPRIG
    return Mesh(rows, ball.indices)


@cache
def hedge(kind: int) -> Mesh:
    """Return a piece of hedge along x about the origin, 1 high: its sides, and squares of leaves on top."""
    rng = np.random.default_rng(40 + kind)
    quads, normals = [], []
    for side, (deep, high) in itertools.product((1.0, -1.0), ((0.40, 0.86), (0.13, 1.08))):
        edges = np.linspace(-0.53 * LONG, 0.53 * LONG, PIECES + 1)
        for start, end in itertools.pairwise(edges * side):
            y, top = -side * deep, high * rng.uniform(0.9, 1.08)
            quads.append([(start, y, 0.0), (end, y, 0.0), (end, 0.6 * y, top), (start, 0.6 * y, top)])
            normals.append([(0.0, -side, 0.2)] * 2 + [(0.0, -0.6 * side, 0.8)] * 2)
    count = len(quads)
    walls = foliage.squares(
        np.array(quads),
        foliage.unit(np.array(normals)),
        rng.choice((int(Cell.HEDGE), int(Cell.HEDGE_TOO)), count),
        np.full(count, foliage.SHADES - 2),
    )
    turn = rng.uniform(-1.1, 1.1, ON_TOP)
    out = np.stack([0.3 * rng.normal(size=ON_TOP), sin(turn), cos(turn)], axis=1)
    at = np.stack([rng.uniform(-0.5, 0.5, ON_TOP) * LONG, 0.42 * sin(turn), 0.82 * cos(turn)], axis=1)
    shades = np.full(ON_TOP, foliage.SHADES - 1)
    return joined(
        [walls, foliage.sprays(at, out, out + np.array(UP) * 0.4, rng.uniform(0.20, 0.32, ON_TOP), shades, kind)]
    )


@lru_cache(maxsize=8)
def hedgerows(reach: float, siege: bool = False) -> tuple[Instance, ...]:
    """Return the hedges and trees round a field measured to `reach` [m] along x; siege: leave room for a town."""
    rng = np.random.default_rng(4)
    start, end = -BEYOND, reach + BEYOND
    left, right = NEAREST + NEAREST_REACHES * reach, -BEHIND - BEHIND_REACHES * reach
    first, corner, last = np.array([start, left]), np.array([end, 0.8 * left]), np.array([end + 90.0, right])
    if siege:
        stop = first + (corner - first) * (CLEARED * reach - start) / (end - start)
        far = np.array([2.0 * reach, BESIEGED * reach])
        found = [*row(hedge, first, stop, rng), *row(mid_tree, first, stop, rng)]
        found += row(far_tree, np.array([0.2 * reach, 1.3 * reach]), far, rng) + row(far_tree, far, last, rng)
    else:
        found = [*row(hedge, first, corner, rng), *row(hedge, corner, last, rng)]
        found += row(mid_tree, first, corner, rng) + row(far_tree, corner, last, rng)
    return (*found, *row(far_tree, np.array([start, right]), np.array([end, right]), rng, SPARSE))


def row(
    kind: Callable[[int], Mesh], start: Floats64, end: Floats64, rng: np.random.Generator, wider: float = 1.0
) -> list[Instance]:
    """Return pieces of hedge or trees from one place (2,) to another, not quite in line."""
    way = end - start
    length, turn = dense.length(way), arctan2(way[1], way[0])
    across = np.array([-sin(turn), cos(turn)])
    at, found = 0.0, []
    while at < length:
        aside, bend = 7.0 * sin(at / 60.0), 7.0 / 60.0 * cos(at / 60.0)
        if kind is hedge:
            step, size, spin = 0.93 * LONG * HEDGE, HEDGE * rng.uniform(0.9, 1.15), turn + arctan(bend)
        else:
            step, size = wider * ALONG * rng.exponential(), TREE * rng.uniform(0.55, 1.25)
            spin, aside = rng.uniform(0.0, 2.0 * math.pi), aside + rng.uniform(-2.0, 2.0)
        model = upright(start + way * (at / length) + aside * across, spin, size)
        found.append(Instance(kind(int(rng.integers(3))), model, GREENS[rng.integers(len(GREENS))]))
        at += step
    return found


@cache
def pine(kind: int) -> Mesh:
    """Return a fir on the origin, 1 high: a trunk and four whorls of boughs."""
    rng = np.random.default_rng(60 + kind)
    pieces = [shapes.lathe([(0.022, -0.05), (0.012, 0.5)], Material.TIMBER, 4)]
    for k in range(4):
        low, wide = 0.12 + 0.20 * k, (0.19, 0.155, 0.115, 0.07)[k] * rng.uniform(0.85, 1.15)
        high = min(low + 0.36, 1.0)
        cone = shapes.lathe([(0.35 * wide, low + 0.05), (wide, low), (0.45 * wide, 0.5 * (low + high)), (0.0, high)],
                            Material.LEAVES, 7)  # fmt: skip
        pieces.append(moved(cone, (rng.uniform(-0.01, 0.01), rng.uniform(-0.01, 0.01), 0.0)))
    return joined(pieces)


@lru_cache(maxsize=4)
def pines(width: float, deep: float) -> tuple[Instance, ...]:
    """Return firs on the rims of a gorge of this width and depth [m], and some on its floor."""
    rng = np.random.default_rng(71)
    tall, found = FIR * width, []
    for k in range(FIRS):
        side, x = (-1.0, 1.0)[k % 2], rng.uniform(-4.2, 4.2)
        middle, low = float(canyon.river_course(np.array(x))), k % 5 == 0
        if abs(x) < 0.16 or (low and abs(x) < 0.85):
            continue
        out = rng.uniform(0.20, 0.30) if low else 0.56 + 0.5 * square(rng.uniform(0.0, 1.0))
        place, turn = width * np.array([x, middle + side * out]), rng.uniform(0.0, 6.0)
        model = upright(place, turn, tall * rng.uniform(0.6, 1.2), z=0.02 * width if low else deep - 0.005 * width)
        mesh, green = pine(int(rng.integers(3))), FIR_GREENS[int(rng.integers(3))]
        found.append(Instance(mesh, model, green, extra=k >= FEW_FIRS))
    return tuple(found)
