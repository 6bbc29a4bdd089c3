"""The path of a contact on the table and on the body: a fading line drawn just in front of the surface."""

from __future__ import annotations

import math

import numpy as np

from game.looks.kit.dashes import Floats64, dashed
from game.model.frame import Array, Curve
from game.model.trails import TRACE_POINTS

INK_SECONDS = 10.0
"""Greatest time for which the path of a contact is seen [s]."""
FADES, INK_WIDTH = 0.45, 2.4
"""Fraction of that time, at its end, in which the path fades; width of the path [pixels]."""
NEARER = 0.005
"""Fraction of its distance by which a path is moved towards the eye, so that table and body do not hide half of it."""


def contact_curve(
    points: Array,
    now: float,
    color: tuple[float, float, float],
    longest: float = INK_SECONDS,
    phase: Floats64 | None = None,
) -> Curve:
    """Return a path (n, 4) as a curve in an sRGB colour that fades in `longest` [s], or as soon as its trail ends.

    phase: of its dashes (`dashed`), (n,); None: it is not dashed.
    """
    newest = points[-100:, 3]
    step = float(np.nanmean(np.diff(newest))) if len(newest) > 2 else 0.0
    life = min(longest, 0.98 * TRACE_POINTS * step) if step > 0.0 else longest
    fresh = 1.0 - (now - points[:, 3]) / life
    left = ~(fresh <= 0.0)
    faded = np.minimum(fresh[left] / FADES, 1.0)
    places, opacity = points[left, :3], (faded * faded * (3.0 - 2.0 * faded)).astype(np.float32)
    if phase is not None:
        places, opacity = dashed(places, opacity, phase[left])
    return Curve(places, color, INK_WIDTH, opacity, path=True)


def age(points: Array, now: float, reach: float) -> float:
    """Return the time [s] since the last `reach` [m] of a path (n, 4) began; inf where the path is shorter."""
    if len(points) < 2:
        return math.inf
    steps = np.linalg.norm(np.diff(points[:, :3], axis=0), axis=1)
    back = np.cumsum(np.nan_to_num(steps[::-1]))
    far = int(np.searchsorted(back, reach))
    start = points[len(points) - 2 - far, 3] if far < len(back) else -math.inf
    return float(now - start) if not math.isnan(start) else math.inf


def move_towards_eye(points: Array, eye: Array) -> Array:
    """Move points (n, 3), or with times (n, 4), a little nearer to the eye, so that no surface hides them."""
    moved = points.copy()
    moved[:, :3] += NEARER * (eye - moved[:, :3])
    return moved
