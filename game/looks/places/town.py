"""A besieged town, with walls beyond the reach of the shots and to the left of their line."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from game.looks.kit.parts import masonry
from game.looks.kit.parts.timber import Floats64
from game.looks.kit.transforms import scaled, upright
from game.looks.places.woods import far_tree
from game.model.frame import Instance
from physics.maths import dense
from physics.maths.elementary import arctan2

BEYOND = 1.5
"""Distance at which the wall crosses the line of the shots, in reaches: beyond that of a shot with all the energy."""
WALLS = ((BEYOND, -0.42), (BEYOND, 0.13), (1.24, 0.36), (0.94, 0.48), (0.73, 0.63), (0.64, 0.90), (0.47, 1.08))
"""Corners of the wall, in reaches, from the right to the left; the town is behind."""
GATE = 1
"""Index of the corner to the right of the gate."""
USUAL_REACH, MIN_SIZE, MAX_SIZE = 380.0, 0.8, 1.6
"""Reach [m] at which the town has its usual size; least and greatest factor of that size."""
STREETS, HOUSES, TREES = 3, 46, 22
"""Numbers of rows of houses behind the wall, of houses, and of trees between them."""
SLATE, TILES, THATCH = (0.075, 0.085, 0.105), (0.205, 0.068, 0.034), (0.185, 0.145, 0.080)
PLASTER = ((0.52, 0.46, 0.36), (0.44, 0.36, 0.26), (0.58, 0.54, 0.46))
HIGHER = {2: 1.25, 4: 1.15}
"""Corners whose towers are higher, by this factor, and have roofs."""


@lru_cache(maxsize=4)
def town(reach: float) -> tuple[Instance, ...]:
    """Return walls, towers, gate and houses for shots up to `reach` [m]."""
    size = min(max(math.sqrt(reach / USUAL_REACH), MIN_SIZE), MAX_SIZE)
    corners = reach * np.array(WALLS)
    found = []
    for k in range(len(corners) - 1):
        found += _wall(corners[k], corners[k + 1], size, gate=k == GATE)
    for k, corner in enumerate(corners):
        high = size * HIGHER.get(k, 1.0)
        found.append(Instance(masonry.tower(), upright(corner, 0.0, size, high)))
        if k in HIGHER:
            found.append(Instance(masonry.cone(), upright(corner, 0.0, size, size, 14.2 * high), SLATE, 0.7))
    return (*found, *_houses(corners, size), *_landmarks(reach, size))


def _wall(start: Floats64, end: Floats64, size: float, gate: bool) -> list[Instance]:
    """Return pieces of curtain wall from corner to corner, with a gate or a tower in the middle."""
    way = end - start
    length = dense.length(way)
    along = way / length
    # Going along the wall the town is on the right; the crenellated side faces left, towards the field.
    turn = arctan2(along[1], along[0])
    count = max(2, round(length / (masonry.PIECE * size)))
    stretch = length / (count * masonry.PIECE)
    found = []
    for k in range(count):
        model = upright(start + along * length * (k + 0.5) / count, turn, size)
        model = scaled(model, (stretch / size, 1.0, 1.0))
        found.append(Instance(masonry.curtain(), model))
    middle = start + 0.5 * way
    if gate:
        found.append(Instance(masonry.gatehouse(), upright(middle, turn, size)))
    elif length > 6.0 * masonry.PIECE * size:
        found.append(Instance(masonry.tower(), upright(middle, turn, size)))
    return found


def _houses(corners: Floats64, size: float) -> list[Instance]:
    """Return roofs over the wall, and crowns of trees."""
    rng = np.random.default_rng(17)
    found = []
    for k in range(HOUSES + TREES):
        at = rng.uniform(0.03, 0.97) * (len(corners) - 1)
        i = int(at)
        way = corners[i + 1] - corners[i]
        back = np.array([way[1], -way[0]]) / dense.length(way)
        place = (
            corners[i] + (at - i) * way + back * size * (14.0 + 24.0 * rng.integers(STREETS) + rng.uniform(0.0, 6.0))
        )
        turn = arctan2(way[1], way[0]) + (0.0 if rng.random() < 0.6 else 0.5 * math.pi)
        if k >= HOUSES:
            found.append(Instance(far_tree(int(rng.integers(3))), upright(place, turn, 15.0 * size), (0.8, 0.9, 0.7)))
            continue
        walls, roof = masonry.house(int(rng.integers(3)))
        model = upright(place, turn, size * rng.uniform(0.9, 1.15))
        cover = (TILES, TILES, THATCH, SLATE)[int(rng.integers(4))]
        shade = rng.uniform(0.8, 1.2)
        found.append(Instance(walls, model, PLASTER[int(rng.integers(3))], 0.9))
        found.append(Instance(roof, model, (shade * cover[0], shade * cover[1], shade * cover[2]), 0.9))
    return found


def _landmarks(reach: float, size: float) -> list[Instance]:
    """Return the keep and the church."""
    keep = upright(reach * np.array((0.86, 0.74)), 0.5, size)
    church = upright(reach * np.array((1.36, 0.44)), 2.2, size)
    nave, roofs = masonry.church()
    far = upright(reach * np.array((BEYOND + 0.12, -0.17)), 1.2, 0.8 * size)
    return [
        Instance(masonry.keep(), keep, (1.05, 1.0, 0.92)),
        Instance(nave, church),
        Instance(roofs, church, SLATE, 0.6),
        Instance(nave, far),
        Instance(roofs, far, SLATE, 0.6),
    ]
