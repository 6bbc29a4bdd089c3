"""Hedgerows with trees round a field, such as one sees in the distance: they give it its size."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache

import numpy as np

from game import shapes
from game.picture import Array, Instance, Material, Mesh
from game.scenes.timber import Floats64, bar, made_of, smooth, stone
from game.scenes.wares import joined, moved

TREE, HEDGE = 12.0, 2.8
"""Heights [m]."""
LONG = 5.0
"""A piece of hedge, in its heights."""
ALONG = 38.0
"""Mean distance of trees in a hedge [m]; where there is none, so much wider: """
SPARSE = 2.2
NEAREST, BEHIND = 120.0, 330.0
"""From the line of the shots to the hedge on its left, and to the trees on its right [m], and in reaches:"""
NEAREST_REACHES, BEHIND_REACHES = 0.25, 0.9
BEYOND = 260.0
"""How far they go on beyond the ends of the measured field [m]."""
GREENS = ((0.72, 0.90, 0.75), (0.95, 1.00, 0.70), (0.60, 0.80, 0.70), (1.05, 0.95, 0.65))


@cache
def tree(kind: int) -> Mesh:
    """A broad tree on the origin, 1 high: a trunk and a crown of a few clumps of leaves."""
    rng = np.random.default_rng(20 + kind)
    trunk = bar((0.0, 0.0, -0.05), (0.0, 0.0, 0.30), 0.028, Material.PAINTED_WOOD, 5)
    pieces = [trunk, leaves(0.38, kind, 1, (0.0, 0.0, 0.60))]
    for k in range(8):
        turn, away = 2.0 * math.pi * (k + rng.uniform(-0.4, 0.4)) / 8, rng.uniform(0.20, 0.38)
        place = (away * math.cos(turn), away * math.sin(turn), rng.uniform(0.28, 0.76) - 0.2 * away)
        pieces.append(leaves(rng.uniform(0.17, 0.27), 10 * kind + k, 0, place))
    return joined(pieces)


@cache
def hedge(kind: int) -> Mesh:
    """A piece of hedge along x with its middle on the origin, 1 high."""
    rng = np.random.default_rng(40 + kind)
    along, across = np.linspace(-0.56 * LONG, 0.56 * LONG, 8), np.linspace(math.pi, 0.0, 5)
    size = rng.uniform(0.72, 1.12, (8, 5)) * np.where(np.abs(along) > 0.5 * LONG, 0.6, 1.0)[:, None]
    x = along[:, None] + rng.uniform(-0.15, 0.15, (8, 5))
    points = np.stack([x, 0.55 * size * np.cos(across), size * np.sin(across)], axis=-1)
    return smooth(points.reshape(-1, 3), shapes.grid_triangles(8, 5), Material.LEAVES)


def leaves(radius: float, seed: int, detail: int, place: tuple[float, float, float]) -> Mesh:
    """A clump of leaves."""
    return moved(made_of(stone(radius, seed, detail, 0.25), Material.LEAVES), place)


@lru_cache(maxsize=8)
def hedgerows(reach: float) -> tuple[Instance, ...]:
    """What stands round a field that is measured as far as `reach` [m] along x."""
    rng = np.random.default_rng(4)
    start, end = -BEYOND, reach + BEYOND
    left, right = NEAREST + NEAREST_REACHES * reach, -BEHIND - BEHIND_REACHES * reach
    corner = np.array([end, 0.8 * left])
    found = [*row(hedge, np.array([start, left]), corner, rng), *row(hedge, corner, np.array([end + 90.0, right]), rng)]
    found += row(tree, np.array([start, left]), corner, rng) + row(tree, corner, np.array([end + 90.0, right]), rng)
    return (*found, *row(tree, np.array([start, right]), np.array([end, right]), rng, SPARSE))


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
