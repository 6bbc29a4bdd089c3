"""The besiegers' camp: pavilions and tents behind the machine, its stones beside it, shields before it."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from msgspec.structs import replace

from game.looks.kit.parts import camp_meshes
from game.looks.kit.parts.timber import Floats64
from game.looks.kit.transforms import upright
from game.model.frame import Instance, SurfacePattern
from physics.maths.elementary import arctan2, cos, sin

Color = tuple[float, float, float]

RED, BLUE, GOLD, GREEN = (0.34, 0.020, 0.018), (0.020, 0.055, 0.235), (0.52, 0.285, 0.035), (0.030, 0.125, 0.045)
WHITE, CANVAS = (0.66, 0.61, 0.51), (0.50, 0.44, 0.33)
ALL = (-1.0, 1e4)
"""A band that covers a whole cloth."""
PAVILIONS: tuple[tuple[float, float, float, Color, Color], ...] = (
    # distance across and along from the machine, in metres beyond its radius; size; colours
    (-13.0, 17.0, 1.35, RED, WHITE),
    (2.0, 26.0, 1.0, BLUE, GOLD),
    (-31.0, 30.0, 1.1, GREEN, WHITE),
    (15.0, 40.0, 1.05, WHITE, RED),
    (-14.0, 44.0, 1.0, BLUE, WHITE),
    (-50.0, 50.0, 1.15, RED, GOLD),
    (33.0, 58.0, 1.1, GOLD, WHITE),
)
RIDGE_TENTS, ROWS = 26, 3
"""Numbers of soldiers' tents behind the pavilions, and of their rows."""
FLAGS: tuple[tuple[float, float, float, int, Color, Color], ...] = (
    (9.5, 6.5, 6.5, 1, RED, GOLD),
    (-9.0, 11.0, 8.0, 0, BLUE, WHITE),
    (24.0, 22.0, 7.0, 0, RED, WHITE),
)
USUAL, GRANDEST = 9.0, 1.4
"""Radius [m] of a machine beside which pavilions have their usual size; greatest factor of it beside a larger one."""
WIND = math.radians(25.0)
"""Direction in which flags fly [rad]."""


@lru_cache(maxsize=4)
def camp(radius: float, ball: float, headwind: bool = False) -> tuple[Instance, ...]:
    """Return the camp by a machine at the origin of this radius [m], whose stones (radius `ball` [m]) fly along x.

    headwind: whether the flags fly against x.
    """
    fly = math.pi - WIND if headwind else WIND
    rng = np.random.default_rng(33)
    found: list[Instance] = []
    grand = min(max(math.sqrt(radius / USUAL), 1.0), GRANDEST)
    for k, (x, y, size, dark, light) in enumerate(PAVILIONS):
        found += _pavilion(np.array([x, radius + y]), grand * size, 0.7 * k, (dark, light), fly)
    for x, y, high, kind, dark, light in FLAGS:
        found += flag(np.array([math.copysign(radius, x) + x, radius + y]), high, kind, (dark, light), fly)
    found += _soldiers(radius, rng)
    found += [replace(each, extra=True) for each in (*_stores(radius, ball), *_defences(radius))]
    return tuple(found)


def _pavilion(place: Floats64, size: float, turn: float, colors: tuple[Color, Color], fly: float) -> list[Instance]:
    cloth, valance, rigging = camp_meshes.pavilion()
    model, stripes = upright(place, turn, size), SurfacePattern(2 * camp_meshes.GORES, ALL, colors[1], colors[0])
    plain = SurfacePattern(2, ALL, colors[0], colors[0])
    top = upright(place, fly, 1.2, 0.8, size * (camp_meshes.PEAK + 1.05))
    return [
        Instance(cloth, model, paint=stripes),
        Instance(valance, model, paint=plain),
        Instance(rigging, model, (0.30, 0.24, 0.16), extra=True),
        Instance(camp_meshes.pennant(0), top, paint=plain),
    ]


def flag(place: Floats64, high: float, kind: int, colors: tuple[Color, Color], fly: float = WIND) -> list[Instance]:
    """Return the meshes of a pole and its pennant (0) or banner (1), which flies in a direction [rad]."""
    cloth = SurfacePattern(4 if kind else 2, ALL, colors[1], colors[0])
    top = upright(place, fly, 1.6, 1.9 if kind else 1.2, high - 0.15)
    return [Instance(camp_meshes.pole(high), upright(place, 0.0, 1.0), (0.8, 0.6, 0.4)),
            Instance(camp_meshes.pennant(kind), top, paint=cloth)]  # fmt: skip


def _soldiers(radius: float, rng: np.random.Generator) -> list[Instance]:
    """Return rows of small tents with room for the pavilions."""
    found = []
    taken, beyond = np.array([(x, y) for x, y, *_ in PAVILIONS]), np.array([0.0, radius])
    for k in range(RIDGE_TENTS):
        row = k % ROWS
        at = np.array([-62.0 + 5.6 * (k // ROWS) * ROWS / 1.4 + rng.uniform(-1.0, 1.0), 62.0 + 11.0 * row])
        if np.linalg.norm(taken - at, axis=1).min() < 8.0:
            continue
        shade = rng.uniform(0.75, 1.1)
        color = shade * CANVAS[0], shade * CANVAS[1], shade * CANVAS[2]
        cloth = SurfacePattern(2, ALL, color, color)
        model = upright(at + beyond, -0.5 * math.pi + rng.uniform(-0.25, 0.25), rng.uniform(0.95, 1.2))
        found.append(Instance(camp_meshes.ridge_tent(), model, paint=cloth))
    return found


def _stores(radius: float, ball: float) -> list[Instance]:
    """Return stones, casks, timber and a cart, near the machine and clear of its moving parts."""
    found = []
    shot = camp_meshes.balls(1.0)
    for x, y, turn in ((-0.75, 0.62, 0.4), (-1.02, 0.55, 1.3)):
        found.append(Instance(shot, upright(np.array([x * radius, y * radius]), turn, max(ball, 0.09))))
    for x, y in ((-1.15, 0.95), (-1.05, 1.06), (-1.22, 1.08), (0.55, 1.22), (0.66, 1.30)):
        found.append(Instance(camp_meshes.barrel(), upright(np.array([x * radius, y * radius]), 9.0 * x, 1.0)))
    found.append(Instance(camp_meshes.logs(), upright(np.array([-1.55, 1.25]) * radius, 0.35, 1.0)))
    cart, wheel = camp_meshes.wagon()
    place = np.array([0.05, 1.35]) * radius + (0.0, 1.0)
    found.append(Instance(cart, upright(place, 2.5, 1.0)))
    for side in (-0.95, 0.95):
        found.append(Instance(wheel, upright(place + side * np.array([-sin(2.5), cos(2.5)]), 2.5, 1.0, 1.0, 0.72)))
    return found


def _defences(radius: float) -> list[Instance]:
    """Return shields on either side of the line of the shots, and stakes round the camp."""
    found = []
    for x, y, turn in ((1.6, 0.75, 0.1), (1.75, 1.12, 0.25), (1.75, -0.85, -0.15), (1.95, -1.25, -0.2)):
        found.append(Instance(camp_meshes.mantlet(), upright(np.array([x, y]) * radius + (2.0, 0.0), turn, 1.0)))
    for k in range(9):
        place = np.array([24.0 + 1.9 * k + 1.2 * radius, 12.0 + 2.4 * k + radius])
        if k != 4:
            found.append(Instance(camp_meshes.palisade(), upright(place, arctan2(2.4, 1.9), 1.0)))
    return found
