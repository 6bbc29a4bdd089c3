"""The garden behind a toy machine: a fence, a cottage, bushes and trees. Lengths in metres."""

from __future__ import annotations

import math
from functools import cache, lru_cache

import numpy as np

from game.looks.kit.parts import camp_meshes, masonry
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.transforms import upright
from game.looks.places.town import PLASTER, THATCH
from game.looks.places.woods import GREENS, extra_leaves, hedge, tree
from game.model.frame import Instance, Mesh
from game.model.material import Material
from physics.maths.elementary import cos

PANEL, PICKETS = 2.4, 11
"""Length of a piece of fence, and the number of its pickets."""
WHITE = (0.62, 0.60, 0.55)
NEAREST, BESIDE = 8.0, 3.0
"""Least distance of the fence to the left of the shots, and its distance beyond the lines on the ground."""
FENCE = (-30.0, 62.0)
"""Start and end of the fence along the shots."""
TREES = ((-11.0, 9.0, 7.5), (-24.0, 16.0, 9.0), (5.5, 13.0, 8.0), (17.0, 8.0, 6.5), (24.0, 19.0, 9.5),
         (38.0, 11.0, 8.0), (-2.0, 27.0, 9.0), (52.0, 16.0, 9.0))  # fmt: skip
"""Position of each tree along the shots and beyond the fence, and its height."""
COTTAGES = ((-8.0, 16.5, 0.95, 0.12), (30.0, 34.0, 1.05, -0.3), (-40.0, 40.0, 1.05, 0.5))
"""Position of each cottage along the shots and beyond the fence, its size, and its angle about the vertical [rad]."""


@cache
def fence() -> Mesh:
    """Return a piece of a picket fence along x."""
    pace = PANEL / PICKETS
    parts = []
    for k in range(PICKETS):
        x = pace * (k - 0.5 * (PICKETS - 1))
        parts.append(masonry.block((x - 0.32 * pace, -0.03, 0.02), (x + 0.32 * pace, 0.0, 0.92), Material.WHITEWASH))
        tip = [(x - 0.32 * pace, -0.03, 0.92), (x + 0.32 * pace, -0.03, 0.92), (x, -0.03, 1.04), (x, -0.03, 1.04)]
        parts.append(masonry.faces([tip], Material.WHITEWASH))
    for z in (0.25, 0.70):
        parts.append(masonry.block((-0.5 * PANEL, 0.0, z), (0.5 * PANEL, 0.05, z + 0.09), Material.WHITEWASH))
    return joined(parts)


@cache
def cottage() -> tuple[Mesh, Mesh, Mesh]:
    """Return walls with a chimney, a roof of thatch, and the white wood of door and windows; facing y > 0."""
    long, deep, high, rise = 5.2, 2.7, 3.1, 3.0
    walls = [masonry.block((-long, -deep, 0.0), (long, deep, high), Material.WALL)]
    for side in (-1.0, 1.0):
        gable = [(side * long, -side * deep, high), (side * long, side * deep, high), (side * long, 0.0, high + rise)]
        walls.append(masonry.faces([[*gable, gable[2]]], Material.WALL))
    walls.append(masonry.block((3.4, -0.55, high + 0.4), (4.5, 0.55, high + rise + 1.5)))
    thatch, thick = [], 0.34
    out, x = 0.55, long + 0.45
    drop = out * rise / deep
    for side in (-1.0, 1.0):
        eaves, ridge = (side * (deep + out), high - drop), (0.0, high + rise)
        upper = [(-side * -x, *eaves), (-side * x, *eaves), (-side * x, *ridge), (-side * -x, *ridge)]
        top = [(a, b, c + thick) for a, b, c in upper]
        ends = [[upper[k], upper[(k + 1) % 4], top[(k + 1) % 4], top[k]] for k in (0, 1, 3)]
        thatch.append(masonry.faces([top, upper[::-1], *ends], Material.THATCH))
    trim = []
    for x, z, wide, tall in ((-3.6, 1.0, 1.15, 1.15), (-1.4, 1.0, 1.15, 1.15), (3.3, 1.0, 1.15, 1.15)):
        for y, turn in ((deep, 0.0), (-deep, math.pi)):
            trim.append(masonry.turned(joined(_window(wide, tall)), turn, (cos(turn) * x, y, z)))
    door = [masonry.block((-0.55, 0.0, 0.0), (0.55, 0.06, 2.1), Material.WHITEWASH)]
    trim += [moved(each, (-0.9, -deep - 0.06, 0.0)) for each in door]
    return joined(walls), joined(thatch), joined(trim)


def _window(wide: float, tall: float) -> list[Mesh]:
    """Return a window on the plane y = 0 that faces y > 0, with its sill on z = 0: dark panes between bars."""
    half = 0.5 * wide
    pane = [(half, 0.02, 0.0), (-half, 0.02, 0.0), (-half, 0.02, tall), (half, 0.02, tall)]
    parts = [masonry.faces([pane], Material.SHADE)]
    for x in (-half, 0.0, half):
        parts.append(masonry.block((x - 0.05, 0.0, 0.0), (x + 0.05, 0.07, tall), Material.WHITEWASH))
    for z in (0.0, 0.5 * tall, tall):
        parts.append(masonry.block((-half - 0.1, 0.0, z - 0.05), (half + 0.1, 0.08, z + 0.05), Material.WHITEWASH))
    return parts


@lru_cache(maxsize=4)
def garden(half_width: float) -> tuple[Instance, ...]:
    """Return the garden beside lines on the ground of this half width."""
    rng = np.random.default_rng(9)
    line = max(NEAREST, half_width + BESIDE)
    found = []
    for k in range(round((FENCE[1] - FENCE[0]) / PANEL)):
        found.append(Instance(fence(), upright(np.array([FENCE[0] + (k + 0.5) * PANEL, line]), 0.0, 1.0), WHITE, 0.6))
        if rng.random() < 0.55:
            place = np.array([FENCE[0] + (k + rng.uniform()) * PANEL, line + rng.uniform(1.2, 2.2)])
            turn, size = rng.choice((0.0, math.pi)) + rng.uniform(-0.1, 0.1), rng.uniform(0.45, 0.95)
            found.append(
                Instance(hedge(int(rng.integers(3))), upright(place, turn, size), GREENS[int(rng.integers(4))])
            )
    for x, y, high in TREES:
        place = np.array([x, line + y])
        kind, green, model = int(rng.integers(3)), GREENS[int(rng.integers(4))], upright(place, 9.0 * x, high)
        found += [Instance(tree(kind), model, green), Instance(extra_leaves(kind), model, green, extra=True)]
    walls, roof, trim = cottage()
    for k, (x, y, size, turn) in enumerate(COTTAGES):
        model = upright(np.array([x, line + y]), turn, size)
        found += [Instance(walls, model, PLASTER[k], 0.9), Instance(roof, model, THATCH, 0.95)]
        found.append(Instance(trim, model, WHITE, 0.6))
    found.append(Instance(camp_meshes.logs(), upright(np.array([-4.5, line - 1.3]), 0.05, 0.45)))
    found += [Instance(camp_meshes.barrel(), upright(np.array([x, line - 0.8]), x, 0.9)) for x in (1.6, 2.5)]
    return tuple(found)
