"""The ink that a contact leaves on the table and on the body: a path that fades, seen through no surface."""

from __future__ import annotations

import math

import numpy as np

from game.model.frame import Array, Curve
from game.model.trails import TRACE_POINTS

INK_SECONDS = 10.0
"""For so long the ink of a contact is seen, as far as its trail reaches back."""
FADES, INK_WIDTH = 0.45, 2.4
"""For the last of which part of that it fades, and how wide it is [pixels]."""
NEARER = 0.005
"""Of its way to the eye by which ink lies before table and body, which would hide half of it; it looks the same."""


def ink(points: Array, now: float, color: tuple[float, float, float], longest: float = INK_SECONDS) -> Curve:
    """A path (n, 4) in a colour (sRGB), which fades away in `longest` [s], or as soon as its trail ends."""
    newest = points[-100:, 3]
    step = float(np.nanmean(np.diff(newest))) if len(newest) > 2 else 0.0
    life = min(longest, 0.98 * TRACE_POINTS * step) if step > 0.0 else longest
    fresh = 1.0 - (now - points[:, 3]) / life
    left = ~(fresh <= 0.0)
    faded = np.minimum(fresh[left] / FADES, 1.0)
    return Curve(points[left, :3], color, INK_WIDTH, (faded * faded * (3.0 - 2.0 * faded)).astype(np.float32))


def age(points: Array, now: float, reach: float) -> float:
    """How long ago [s] a point was where a way of `reach` [m] to the end of its path (n, 4) began; inf if none did."""
    if len(points) < 2:
        return math.inf
    steps = np.linalg.norm(np.diff(points[:, :3], axis=0), axis=1)
    back = np.cumsum(np.nan_to_num(steps[::-1]))
    far = int(np.searchsorted(back, reach))
    start = points[len(points) - 2 - far, 3] if far < len(back) else -math.inf
    return float(now - start) if not math.isnan(start) else math.inf


def nearer(points: Array, eye: Array) -> Array:
    """Points (n, 3), or with their times (n, 4), brought nearer to the eye: a copy that hides in no surface."""
    moved = points.copy()
    moved[:, :3] += NEARER * (eye - moved[:, :3])
    return moved
