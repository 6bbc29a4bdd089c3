"""The distant land beyond the meadow: trees along its hedges, and woods."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.looks.kit.parts import foliage
from game.looks.kit.parts.foliage import Cell
from game.looks.kit.transforms import identity
from game.looks.places import parcels
from game.looks.places.parcels import Crop, Floats
from game.looks.places.woods import GREENS
from game.model.frame import Instance, Mesh
from physics.maths.elementary import arctan2

MEADOW, SHARE = 150.0, 0.62
"""Extent of the meadow round the measured field [m], as in shaders/common/field.glsl, and in reaches."""
CLEAR = 35.0
"""Least distance of trees from the meadow [m]."""
MAX_DISTANCE, DENSE_DISTANCE = 1500.0, 700.0
"""Distances beyond the meadow [m] up to which there are trees, and up to which none are thinned out."""
STEP, IN_WOODS = 13.0, 15.0
"""Spacing of trees along hedges and in woods [m]."""
SQUARES, HEIGHT = (170.0, 480.0), 11.0
"""Sides [m] of the squares of land, near and far, whose trees are culled together; mean height of a tree [m]."""
BESIDE, DEPTH, WIDTH = 0.6, 500.0, 1.3
"""Area without trees from which a flight is watched: start on the right [reaches], depth [m], half width [reaches]."""


@lru_cache(maxsize=8)
def countryside(reach: float, town: bool = False) -> tuple[Instance, ...]:
    """Return the land about a field measured as far as `reach` [m] along x; town: whether a town stands beyond."""
    rng = np.random.default_rng(77)
    middle, meadow = np.array([0.5 * reach, 0.0]), SHARE * reach + MEADOW
    places, heights = _places(middle, meadow, rng)
    if town:
        free = ~_near_town(places / reach)
        places, heights = places[free], heights[free]
    free = ~_before_eye(places - middle, reach)
    places, heights = places[free], heights[free]
    near = np.linalg.norm(places - middle, axis=1) < meadow + 2.0 * SQUARES[0]
    sides = np.where(near, *SQUARES)[:, None]
    _, square = np.unique(np.column_stack([sides, np.floor((places - middle) / sides)]), axis=0, return_inverse=True)
    found = []
    for k, trees in enumerate(_trees(places, heights, middle, meadow, square.reshape(-1))):
        green = GREENS[k % len(GREENS)]
        found.append(Instance(trees, identity(), (0.8 * green[0], 0.85 * green[1], 0.8 * green[2])))
    return tuple(found)


def _places(middle: Floats, meadow: float, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return places of trees (n, 2) on the field [m], and their heights (n,)."""
    most = meadow + MAX_DISTANCE
    low, high = np.floor(_corners(middle, most)).astype(int)
    tiles = np.stack(np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1)), axis=-1).reshape(
        -1, 2
    )
    hedges, woods = parcels.hedge_places(STEP), _in_woods()
    on_land = np.concatenate([hedges, woods])
    tall = np.concatenate([np.full(len(hedges), HEIGHT), np.full(len(woods), 1.25 * HEIGHT)])
    often = np.concatenate([np.full(len(hedges), 0.42), np.full(len(woods), 0.95)])
    at = parcels.land_to_field((on_land + tiles[:, None]).reshape(-1, 2))
    tall, often = np.tile(tall, len(tiles)), np.tile(often, len(tiles))
    away = np.linalg.norm(at - middle, axis=1) - meadow
    thinned = often * np.clip(DENSE_DISTANCE / np.maximum(away, 1.0), 0.25, 1.0)
    kept = (away > CLEAR) & (away < MAX_DISTANCE) & (rng.random(len(at)) < thinned)
    at = at[kept] + rng.normal(0.0, 1.6, (int(kept.sum()), 2))
    return at, tall[kept] * rng.uniform(0.5, 1.45, len(at))


def _corners(middle: Floats, most: float) -> Floats:
    """Return the least and the greatest place (2, 2) on the land of a square of half side `far` [m]."""
    sides = parcels.field_to_land(middle + most * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))
    return np.array([sides.min(axis=0), sides.max(axis=0)])


def _in_woods() -> Floats:
    """Return places (n, 2) in the woods of the land: rows along their edges, because only these are visible."""
    step, found = IN_WOODS / parcels.LAND, []
    for plot in parcels.plots():
        if plot.crop is not Crop.WOOD:
            continue
        for inset in (0.5 * step, 1.4 * step):
            x0, y0, x1, y1 = plot.x0 + inset, plot.y0 + inset, plot.x1 - inset, plot.y1 - inset
            along, up = np.arange(x0, x1, step), np.arange(y0, y1, step)
            found += [np.column_stack([along, np.full(len(along), y)]) for y in (y0, y1)]
            found += [np.column_stack([np.full(len(up), x), up]) for x in (x0, x1)]
    return parcels.straighten(np.concatenate(found))


def _near_town(places: Floats) -> NDArray[np.bool_]:
    """Return which places (n, 2), in reaches, are roughly inside a town or hide it."""
    x, y = places.T
    return np.asarray((x > 0.3) & (x < 2.0) & (y > -0.7) & (y < 1.35))


def _before_eye(places: Floats, reach: float) -> NDArray[np.bool_]:
    """Return which places (n, 2), from the field's middle, would hide the flight from a camera that sees all of it."""
    x, y = places.T
    start = BESIDE * reach
    return np.asarray((y < -start) & (y > -start - DEPTH - 2.0 * reach) & (np.abs(x) < WIDTH * reach + 250.0))


def _trees(places: Floats, heights: Floats, middle: Floats, meadow: float, groups: NDArray[np.int64]) -> list[Mesh]:
    """Return pictures of trees that face the measured field, a mesh for each of the groups, whose numbers are given
    (n,).

    The nearer ones are two pictures each, with bushes between. From behind they do not hide the field.
    """
    way = middle - places
    turns, near = arctan2(way[:, 1], way[:, 0]), np.linalg.norm(way, axis=1) < meadow + 0.5 * DENSE_DISTANCE
    own = np.modf(17.0 * heights)[0]
    # Bushes hide the trunks of some.
    feet = np.column_stack([places, -0.24 * own * heights])
    bushes, high = feet[near] * (1.0, 1.0, 0.0), 0.9 + 2.2 * np.modf(29.0 * heights[near])[0]
    wide = heights * (0.9 + 0.3 * own)
    pieces = [
        foliage.standing(feet[near], turns[near], heights[near], wide[near], Cell.TREE, foliage.TWICE),
        foliage.standing(feet[~near], turns[~near], heights[~near], wide[~near], Cell.TREE, foliage.ONCE),
        foliage.standing(bushes, turns[near], high, 2.0 + 2.6 * high, Cell.HEDGE, foliage.ONCE),
    ]
    owners = np.concatenate([np.tile(groups[near], 2), groups[~near], groups[near]])
    order = np.argsort(owners, kind="stable")
    squares = np.concatenate([piece.vertices.reshape(-1, 4, 9) for piece in pieces])[order]
    parts = np.split(squares, np.cumsum(np.bincount(owners))[:-1])
    indices = foliage.triangles(max(len(part) for part in parts))
    return [Mesh(part.reshape(-1, 9), indices[: 6 * len(part)]) for part in parts]
