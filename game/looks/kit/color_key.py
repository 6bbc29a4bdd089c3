"""A key of colours beside what is shown: a bar that faces the eye, with the numbers that its colours stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from game.model.colors import QUANTITY_COLORS, Color
from game.model.frame import Curve, Points, SceneFrame, SceneLabel
from game.model.panel_layout import Edges
from physics.maths import dense
from physics.types import Vector3

DOTS = 160
"""Number of dots of which the bar is made: so many that they look like one."""
WIDTH = 11.0
"""Width of the bar [pixels of a picture of 720 lines]."""
ASIDE, LOW, HIGH = 0.095, 0.30, 0.74
"""Distance of the bar from the left edge of the free part of the picture, in its widths, and its ends, in heights."""
TICK = 0.016
"""Length of its ticks, in heights of the picture."""


def add_color_key(
    frame: SceneFrame,
    free: Edges,
    colors: Callable[[float], Color],
    ticks: Sequence[tuple[float, str]],
    title: str,
) -> None:
    """Add a bar at the left of the free part of the picture, as far away as what is shown.

    colors: sRGB at a height of 0 to 1 on the bar. ticks: heights, and what stands beside them.
    title: in the language in use.
    """
    view, flat = np.asarray(frame.view.view, float), np.asarray(frame.view.projection, float)
    away = max(dense.length(np.asarray(frame.focus, float) - frame.view.eye), 1e-9)
    left, top, wide, tall = free[0], free[1], free[2] - free[0], free[3] - free[1]
    high = 2.0 * away / abs(float(flat[1, 1]))

    def place(across: float, height: float) -> Vector3:
        """Return the place (3,) that is seen at a part of the width and of the height of the free picture."""
        x, y = 2.0 * (left + across * wide) - 1.0, 1.0 - 2.0 * (top + (1.0 - height) * tall)
        beside = away * (x + flat[2, 0]) / flat[0, 0], away * (y + flat[2, 1]) / flat[1, 1], -away
        return np.asarray(np.asarray(frame.view.eye, float) + dense.times(view[:3, :3], np.array(beside)))

    foot, right = place(ASIDE, LOW), view[:3, 0]
    way = place(ASIDE, HIGH) - foot
    part = np.linspace(0.0, 1.0, DOTS)
    shades = np.array([(*colors(float(height)), 1.0) for height in part])
    places, shown = (foot + part[:, None] * way).astype(np.float32), np.rint(255.0 * shades).astype(np.uint8)
    frame.points.append(Points(places, shown, WIDTH, exact=True))
    ink = QUANTITY_COLORS["node"]
    for height, words in ticks:
        start = foot + height * way
        ends = np.array([start, start - TICK * high * right], np.float32)
        frame.curves.append(Curve(ends, ink, 1.6, 0.9))
        frame.labels.append(SceneLabel(ends[1], words, ink, outward=True))
    frame.labels.append(SceneLabel((foot + 1.12 * way).astype(np.float32), title, ink, plain=True))
