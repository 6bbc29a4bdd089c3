"""Hedgerows with trees round a field, such as one sees in the distance: they give it its size."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np

from game import shapes
from game.picture import Array, Instance, Material, Mesh
from game.scenes import canyon
from game.scenes.timber import Floats64, made_of, smooth, stone
from game.scenes.wares import joined, moved

TREE, HEDGE = 12.0, 2.8
"""Heights [m]."""
LONG = 5.0
"""A piece of hedge, in its heights."""
ALONG = 38.0
"""Mean distance of trees in a hedge [m]; where there is none, so much wider: """
SPARSE = 2.2
SPRIGS, SPRIG = 2000, 0.030
"""Of leaves on a tree that is seen from near, about; half the width of one, in the height of the tree."""
FAR_CLUMPS = (0, 1, 3, 4, 6, 8)
"""Those that are left of the crown of a tree in the distance."""
NEAREST, BEHIND = 120.0, 330.0
"""From the line of the shots to the hedge on its left, and to the trees on its right [m], and in reaches:"""
NEAREST_REACHES, BEHIND_REACHES = 0.25, 0.9
BEYOND = 260.0
"""How far they go on beyond the ends of the measured field [m]."""
CLEARED, BESIEGED = 0.40, 0.95
"""Before a besieged town the hedge on the left ends at so many reaches, and behind it the other one goes on."""
FIR, FIRS, FEW_FIRS = 0.17, 340, 150
"""Height of a fir beside a gorge, in its widths, about how many there are, and the first ones that tier low draws."""
FIR_GREENS = ((0.50, 0.72, 0.62), (0.62, 0.85, 0.62), (0.42, 0.62, 0.55))
GREENS = ((0.72, 0.90, 0.75), (0.95, 1.00, 0.70), (0.60, 0.80, 0.70), (1.05, 0.95, 0.65))


@cache
def tree(kind: int, detail: int = 0) -> Mesh:
    """A broad tree on the origin, 1 high: a trunk and a crown of a few clumps of leaves, the rounder the more detail.

    With detail -1 it is one for the distance, of few triangles.
    """
    near = detail > 0
    foot = [(0.052, -0.05), (0.036, 0.04), (0.030, 0.16), (0.020, 0.42)] if near else [(0.034, -0.05), (0.022, 0.34)]
    pieces = [shapes.lathe(foot, Material.TIMBER, 8 if near else 5)]
    for k, (radius, place) in enumerate(_clumps(kind)):
        if detail >= 0 or k in FAR_CLUMPS:
            seed, finer = (10 * kind + k - 1, 0) if k else (kind, 1)
            size, rough = (0.92 * radius, 0.14) if near else (radius, 0.25)
            pieces.append(leaves(size, seed, max(detail + finer, 0), place, rough))
    return joined(pieces)


def far_tree(kind: int) -> Mesh:
    """A broad tree for the distance, on the origin, 1 high."""
    return tree(kind, -1)


@cache
def _clumps(kind: int) -> list[tuple[float, tuple[float, float, float]]]:
    """Radii and places of the clumps of a tree's crown, the greatest first."""
    rng = np.random.default_rng(20 + kind)
    found = [(0.38, (0.0, 0.0, 0.60))]
    for k in range(8):
        turn, away = 2.0 * math.pi * (k + rng.uniform(-0.4, 0.4)) / 8, rng.uniform(0.20, 0.38)
        place = (away * math.cos(turn), away * math.sin(turn), rng.uniform(0.28, 0.76) - 0.2 * away)
        found.append((rng.uniform(0.17, 0.27), place))
    return found


@cache
def sprigs(kind: int) -> Mesh:
    """Sprigs of leaves all over the crown of a tree that is seen from near: squares that look outwards, more or less.

    u and v go from -1 to 1 across a square, u with a whole number of tens by which sprigs differ, from 1 on.
    """
    rng = np.random.default_rng(80 + kind)
    clumps = _clumps(kind)
    middles, radii = np.array([place for _, place in clumps]), np.array([radius for radius, _ in clumps])
    counts = np.round(SPRIGS * radii**2 / np.sum(radii**2)).astype(int)
    own = np.repeat(np.arange(len(clumps)), counts)
    out = rng.normal(size=(len(own), 3))
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    at = middles[own] + (radii[own] * rng.uniform(0.84, 1.0, len(own)))[:, None] * out
    # What lies well inside another clump is not seen.
    inside = np.linalg.norm(at[:, None] - middles, axis=2) < 0.72 * radii
    inside[np.arange(len(own)), own] = False
    at, out = at[~inside.any(axis=1)], out[~inside.any(axis=1)]
    tilted = out + 0.55 * rng.normal(size=out.shape)
    tilted /= np.linalg.norm(tilted, axis=1, keepdims=True)
    across = np.cross(tilted, rng.normal(size=out.shape))
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    size = SPRIG * rng.uniform(0.7, 1.3, (len(at), 1))
    # The light on them is that on the clump, and on the crown as a whole.
    lit = out + 0.5 * (at - (0.0, 0.0, 0.5))
    rows = np.zeros((len(at), 4, 9))
    for corner, (x, y) in enumerate(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))):
        rows[:, corner, :3] = at + size * (x * across + y * np.cross(tilted, across))
        rows[:, corner, 6], rows[:, corner, 7] = 10.0 * (1 + np.arange(len(at)) % 16) + x, y
    rows[..., 3:6] = (lit / np.linalg.norm(lit, axis=1, keepdims=True))[:, None]
    rows[..., 8] = Material.SPRIG
    squares = 4 * np.arange(len(at))[:, None] + np.array([0, 1, 2, 0, 2, 3])
    return Mesh(rows.reshape(-1, 9).astype(np.float32), squares.astype(np.int32).reshape(-1))


@cache
def hedge(kind: int) -> Mesh:
    """A piece of hedge along x with its middle on the origin, 1 high."""
    rng = np.random.default_rng(40 + kind)
    along, across = np.linspace(-0.56 * LONG, 0.56 * LONG, 8), np.linspace(math.pi, 0.0, 5)
    size = rng.uniform(0.72, 1.12, (8, 5)) * np.where(np.abs(along) > 0.5 * LONG, 0.6, 1.0)[:, None]
    x = along[:, None] + rng.uniform(-0.15, 0.15, (8, 5))
    points = np.stack([x, 0.55 * size * np.cos(across), size * np.sin(across)], axis=-1)
    return smooth(points.reshape(-1, 3), shapes.grid_triangles(8, 5), Material.LEAVES)


def leaves(radius: float, seed: int, detail: int, place: tuple[float, float, float], rough: float = 0.25) -> Mesh:
    """A clump of leaves."""
    return moved(made_of(stone(radius, seed, detail, rough), Material.LEAVES), place)


@lru_cache(maxsize=8)
def hedgerows(reach: float, siege: bool = False) -> tuple[Instance, ...]:
    """What stands round a field that is measured as far as `reach` [m] along x; siege: and where a town stands."""
    rng = np.random.default_rng(4)
    start, end = -BEYOND, reach + BEYOND
    left, right = NEAREST + NEAREST_REACHES * reach, -BEHIND - BEHIND_REACHES * reach
    first, corner, last = np.array([start, left]), np.array([end, 0.8 * left]), np.array([end + 90.0, right])
    if siege:
        stop = first + (corner - first) * (CLEARED * reach - start) / (end - start)
        far = np.array([2.0 * reach, BESIEGED * reach])
        found = [*row(hedge, first, stop, rng), *row(tree, first, stop, rng)]
        found += row(far_tree, np.array([0.2 * reach, 1.3 * reach]), far, rng) + row(far_tree, far, last, rng)
    else:
        found = [*row(hedge, first, corner, rng), *row(hedge, corner, last, rng)]
        found += row(tree, first, corner, rng) + row(far_tree, corner, last, rng)
    return (*found, *row(far_tree, np.array([start, right]), np.array([end, right]), rng, SPARSE))


def row(
    kind: Callable[[int], Mesh], start: Floats64, end: Floats64, rng: np.random.Generator, wider: float = 1.0
) -> list[Instance]:
    """Pieces of hedge or trees from one place (2,) to another, not quite in line."""
    way = end - start
    length, turn = float(np.linalg.norm(way)), math.atan2(way[1], way[0])
    across = np.array([-math.sin(turn), math.cos(turn)])
    at, found = 0.0, []
    while at < length:
        aside, bend = 7.0 * math.sin(at / 60.0), 7.0 / 60.0 * math.cos(at / 60.0)
        if kind is hedge:
            step, size, spin = 0.93 * LONG * HEDGE, HEDGE * rng.uniform(0.9, 1.15), turn + math.atan(bend)
        else:
            step, size = wider * ALONG * rng.exponential(), TREE * rng.uniform(0.55, 1.25)
            spin, aside = rng.uniform(0.0, 2.0 * math.pi), aside + rng.uniform(-2.0, 2.0)
        model = standing(start + way * (at / length) + aside * across, spin, size)
        found.append(Instance(kind(int(rng.integers(3))), model, GREENS[rng.integers(len(GREENS))]))
        at += step
    return found


def standing(place: Floats64, turn: float, size: float) -> Array:
    """A model (4, 4) that sets a thing of size 1 on a place (2,) of the ground, turned about the vertical."""
    model = np.eye(4, dtype=np.float32)
    model[:2, :2] = [[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]
    model[:3, :3] *= size
    model[3, :2] = place
    return model


@cache
def pine(kind: int) -> Mesh:
    """A fir on the origin, 1 high: a trunk and four whorls of boughs."""
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
    """Firs on the rims of a gorge of this width and depth [m], and some on its floor."""
    rng = np.random.default_rng(71)
    tall, found = FIR * width, []
    for k in range(FIRS):
        side, x = (-1.0, 1.0)[k % 2], rng.uniform(-4.2, 4.2)
        middle, low = float(canyon.course(np.array(x))), k % 5 == 0
        if abs(x) < 0.16 or (low and abs(x) < 0.85):
            continue
        out = rng.uniform(0.20, 0.30) if low else 0.56 + 0.5 * rng.uniform(0.0, 1.0) ** 2
        model = standing(
            width * np.array([x, middle + side * out]), rng.uniform(0.0, 6.0), tall * rng.uniform(0.6, 1.2)
        )
        model[3, 2] = 0.02 * width if low else deep - 0.005 * width
        mesh, green = pine(int(rng.integers(3))), FIR_GREENS[int(rng.integers(3))]
        found.append(Instance(mesh, model, green, extra=k >= FEW_FIRS))
    return tuple(found)
