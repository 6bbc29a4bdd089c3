"""The division of the land round a field: plots of many sizes with crops, and the hedges between them.

The pattern repeats after `LAND` metres in both directions. `tools/assets/make_land.py` paints it as seen from above;
`countryside.py` plants trees along the same hedges. Places on it are in units of the period, along axes turned against
those of the field.
"""

from __future__ import annotations

import math
from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense
from physics.maths.elementary import cos, sin

Floats = NDArray[np.float64]

LAND = 1536.0
"""Period of the pattern [m] (shaders/common/field.glsl)."""
TURNED = np.array([[0.8, -0.6], [0.6, 0.8]])
"""Axes of the land, as rows, in those of the field (shaders/common/meadow.glsl)."""
MAX_PLOT_SIDE = 0.185
"""Greatest side of a plot."""
BENDS = ((0.0050, 1, 2, 0.3), (0.0036, 2, -1, 2.1), (0.0018, 4, 3, 4.0))
"""Rows (amplitude, waves along x and y, phase) of the bends in the hedges."""
SEED = 1066


class Crop(IntEnum):
    """The crops that grow on plots."""

    PASTURE = 0
    HAY = 1
    WHEAT = 2
    BARLEY = 3
    PLOUGHED = 4
    FALLOW = 5
    WOOD = 6


CROP_SHARES = (0.27, 0.20, 0.17, 0.12, 0.10, 0.08, 0.06)
"""Shares of the crops among the plots, in the order of `Crop`."""


class Plot(NamedTuple):
    """A rectangle from (x0, y0) to (x1, y1), its crop, and whether its furrows run along x."""

    x0: float
    y0: float
    x1: float
    y1: float
    crop: Crop
    along_x: bool


@cache
def plots() -> tuple[Plot, ...]:
    """Return the plots, which fill the square from 0 to 1 without gaps."""
    rng = np.random.default_rng(SEED)
    found: list[Plot] = []
    left = [(0.0, 0.0, 1.0, 1.0)]
    while left:
        x0, y0, x1, y1 = left.pop()
        wide, high = x1 - x0, y1 - y0
        if max(wide, high) < MAX_PLOT_SIDE * rng.uniform(0.6, 1.0):
            crop = Crop(int(rng.choice(len(CROP_SHARES), p=CROP_SHARES)))
            found.append(Plot(x0, y0, x1, y1, crop, bool(wide > high)))
            continue
        cut = rng.uniform(0.36, 0.64)
        if wide > high:
            left += [(x0, y0, x0 + cut * wide, y1), (x0 + cut * wide, y0, x1, y1)]
        else:
            left += [(x0, y0, x1, y0 + cut * high), (x0, y0 + cut * high, x1, y1)]
    return tuple(found)


def bend(places: Floats) -> Floats:
    """Map places (..., 2) from the square of straight plots to the land, where the sides of the plots bend."""
    x, y = places[..., 0], places[..., 1]
    moved = np.zeros_like(places)
    for far, along, across, phase in BENDS:
        turn = 2.0 * math.pi * (along * x + across * y) + phase
        moved[..., 0] += far * sin(turn)
        moved[..., 1] += far * cos(turn + 1.3)
    return np.asarray(places + moved)


def straighten(places: Floats) -> Floats:
    """Return the places that `bend` moves to these: its inverse."""
    found = places.copy()
    for _ in range(6):
        found += places - bend(found)
    return found


def field_to_land(places: Floats) -> Floats:
    """Convert places (..., 2) of the field [m] to the land."""
    return np.asarray(dense.times(places, TURNED.T) / LAND)


def land_to_field(places: Floats) -> Floats:
    """Convert places (..., 2) of the land to the field [m]."""
    return np.asarray(dense.times(LAND * places, TURNED))


def hedge_places(step: float) -> Floats:
    """Return places (n, 2) on the land along all hedges, `step` [m] apart, in [0, 1] except for the bends."""
    found = []
    for plot in plots():
        for start, end in (((plot.x0, plot.y0), (plot.x1, plot.y0)), ((plot.x0, plot.y0), (plot.x0, plot.y1))):
            length = math.dist(start, end)
            count = max(1, round(length * LAND / step))
            part = (np.arange(count)[:, None] + 0.5) / count
            found.append(np.array(start) + part * (np.array(end) - np.array(start)))
    return straighten(np.concatenate(found))
