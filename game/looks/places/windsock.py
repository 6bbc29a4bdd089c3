"""A windsock on its pole, whose sense, slope and droop show the wind."""

from __future__ import annotations

import math
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.parts.camp_meshes import pole
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.parts.timber import smooth
from game.looks.kit.transforms import scaled, translation
from game.model.frame import Instance, Mesh, hung
from game.model.hold import World
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, power, sin

Points = NDArray[np.float64]

BANDS, KNOT = 5, 0.5144
"""Number of bands of a sock, and a knot [m/s]."""
BAND_SPEED = 3.0 * KNOT
"""Speed of wind [m/s] that fills one more band: 15 knots fill the whole sock (FAA, Advisory Circular 150/5345-27)."""
FILLING = 3.0
"""Power of the wind's speed with which a band rises from hanging to flying."""
MOUTH, END = 0.125, 0.065
"""Radii of the sock's ends, in its length."""
POLE, SOCK = 1.5, 0.75
"""Height of the pole and length of the sock, in heights of the axle of the machine beside it: those of an airfield's
beside a large machine."""
POLE_HEIGHT = 8.0
"""Height [m] of the pole's mesh, at which it has its usual thickness."""
ORANGE, WHITE = (0.80, 0.16, 0.015), (0.78, 0.76, 0.72)
ROUND = 16
"""Number of corners of its section."""


def band_directions(speed: float, elevation: float) -> Points:
    """Return the directions (BANDS, 3) of a sock's bands, from its mouth on.

    speed [m/s] along x, negative against it, and elevation [rad] of the wind as in `Trebuchet`. Without wind they hang.
    """
    full = math.copysign(1.0, speed) * np.array([cos(elevation), 0.0, sin(elevation)])
    down, found = np.array([0.0, 0.0, -1.0]), []
    for k in range(BANDS):
        lift = power(abs(speed) / (BAND_SPEED * (k + 0.5)), FILLING)
        way = down + lift * full
        length = dense.length(way)
        found.append(way / length if length > 1e-9 else full)
    return np.array(found)


@lru_cache(maxsize=16)
def windsock(foot: tuple[float, float], axle: float, speed: float, elevation: float) -> tuple[Instance, ...]:
    """Return a windsock at a place on the ground [m] beside a machine with this height of the axle [m]: pole, coloured
    bands and light bands; nothing without wind.
    """
    if speed == 0.0:
        return ()
    high, long = POLE * axle, SOCK * axle
    staff = scaled(translation(*foot, 0.0), high / POLE_HEIGHT)
    mouth = scaled(translation(*foot, high - 1.2 * MOUTH * long), long)
    ways = band_directions(speed, elevation)
    colored, light = (_sock(ways.tobytes(), first) for first in (0, 1))
    return (
        hung(pole(POLE_HEIGHT), World(staff), tint=WHITE),
        hung(colored, World(mouth), tint=ORANGE, roughness=0.8),
        hung(light, World(mouth), tint=WHITE, roughness=0.8),
    )


@cache
def _section() -> Points:
    """Return the corners (ROUND + 1, 2) of a circle of radius 1."""
    turns = np.linspace(0.0, 2.0 * math.pi, ROUND + 1)
    return np.stack([cos(turns), sin(turns)], axis=1)


def _sock(ways: bytes, first: int) -> Mesh:
    """Return every other band of a sock of length 1, from this one on, inside and outside, its mouth on the z axis."""
    steps = np.frombuffer(ways).reshape(BANDS, 3)
    middles = np.vstack([np.zeros(3), np.cumsum(steps, axis=0) / BANDS])
    rings = []
    for middle, way, radius in zip(middles, [steps[0], *steps], np.linspace(MOUTH, END, BANDS + 1), strict=True):
        side = np.array([0.0, 1.0, 0.0])
        rings.append(middle + radius * (dense.times(_section(), np.array([side, np.cross(way, side)]))))
    bands = [np.vstack(rings[k : k + 2]) for k in range(first, BANDS, 2)]
    sheet = shapes.grid_triangles(2, ROUND + 1)
    triangles = [sheet + k * len(bands[0]) for k in range(len(bands))]
    outside = smooth(np.vstack(bands), np.vstack(triangles), Material.PLAIN)
    inside = outside.vertices.copy()
    inside[:, 3:6] *= -1.0
    return joined([outside, Mesh(inside, outside.indices[::-1].copy())])
