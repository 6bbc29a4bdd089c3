"""A key of colours beside what is shown: a bar that faces the eye, with the numbers that its colours stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from game.model.colors import QUANTITY_COLORS, Color
from game.model.frame import Curve, Points, SceneFrame, SceneLabel
from physics.types import Vector3

DOTS = 160
"""Number of dots of which the bar is made: so many that they look like one."""
WIDTH = 11.0
"""Width of the bar [pixels of a picture of 720 lines]."""
ASIDE, HALF, TICK = 1.12, 0.42, 0.055
"""Distance of the bar from the middle to the left, half its height, and length of its ticks, in radii of the scene."""


def add_color_key(
    frame: SceneFrame,
    middle: Vector3,
    radius: float,
    colors: Callable[[float], Color],
    ticks: Sequence[tuple[float, str]],
    title: str,
) -> None:
    """Add a bar to the left of the middle (3,) [m], upright in the picture.

    colors: sRGB at a height of 0 to 1 on the bar. ticks: heights, and what stands beside them.
    """
    right, up = (np.asarray(frame.view.view, float)[:3, axis] for axis in (0, 1))
    foot = middle + radius * (-ASIDE * right - HALF * up)
    way = 2.0 * HALF * radius * up
    part = np.linspace(0.0, 1.0, DOTS)
    shades = np.array([(*colors(float(height)), 1.0) for height in part])
    places, shown = (foot + part[:, None] * way).astype(np.float32), np.rint(255.0 * shades).astype(np.uint8)
    frame.points.append(Points(places, shown, WIDTH, exact=True))
    ink = QUANTITY_COLORS["node"]
    for height, words in ticks:
        start = foot + height * way
        ends = np.array([start, start - TICK * radius * right], np.float32)
        frame.curves.append(Curve(ends, ink, 1.6, 0.9))
        frame.labels.append(SceneLabel(ends[1], words, ink, outward=True))
    frame.labels.append(SceneLabel((foot + 1.12 * way).astype(np.float32), title, ink))
