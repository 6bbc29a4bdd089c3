"""The path of a contact on the table and on the body: a fading line drawn just in front of the surface."""

from __future__ import annotations

import math

import numpy as np

from game.model.frame import Array, Curve
from game.model.trails import TRACE_POINTS

INK_SECONDS = 10.0
"""Greatest time for which the path of a contact is seen [s]."""
FADES, INK_WIDTH = 0.45, 2.4
"""Fraction of that time, at its end, in which the path fades; width of the path [pixels]."""
APART = 0.03
"""Least mean distance of the windings of a path, in radii of what is looked at: nearer ones would be one blot."""
WINDINGS = 6.0
"""Length of a path, in its own extents, that is seen however near its windings are."""
NAMED_FROM = 0.5
"""Opacity from which on a point of a path can be where its name is."""
NEARER = 0.005
"""Fraction of its distance by which a path is moved towards the eye, so that table and body do not hide half of it."""


def contact_curve(
    points: Array,
    now: float,
    color: tuple[float, float, float],
    longest: float = INK_SECONDS,
    apart: float = 0.0,
) -> Curve:
    """Return a path (n, 4) as a curve in an sRGB colour that fades in `longest` [s], or as soon as its trail ends.

    apart: least mean distance of its windings [m]: it fades sooner where they would be nearer.
    """
    newest = points[-100:, 3]
    step = float(np.nanmean(np.diff(newest))) if len(newest) > 2 else 0.0
    life = min(longest, 0.98 * TRACE_POINTS * step) if step > 0.0 else longest
    life = min(life, clear_seconds(points, now, apart)) if apart > 0.0 else life
    fresh = 1.0 - (now - points[:, 3]) / life
    left = ~(fresh <= 0.0)
    faded = np.minimum(fresh[left] / FADES, 1.0)
    places, opacity = points[left, :3], (faded * faded * (3.0 - 2.0 * faded)).astype(np.float32)
    return Curve(places, color, INK_WIDTH, opacity, path=True)


def clear_seconds(points: Array, now: float, apart: float) -> float:
    """Return for how long before `now` [s] a path (n, 4) has windings `apart` [m] or farther from one another.

    Their mean distance is the area that they take, half the square of their extent, over their length. inf where all of
    the path is so clear.
    """
    back = points[::-1].astype(np.float64)
    back = back[np.isfinite(back).all(axis=1) & (back[:, 3] <= now)]
    if len(back) < 2:
        return math.inf
    length = np.cumsum(np.linalg.norm(np.diff(back[:, :3], axis=0), axis=1))
    low, high = np.minimum.accumulate(back[:, :3]), np.maximum.accumulate(back[:, :3])
    extent = np.linalg.norm(high - low, axis=1)[1:]
    clear = np.flatnonzero(length <= WINDINGS * extent + 0.5 * extent * extent / apart)
    if len(clear) and clear[-1] == len(length) - 1:
        return math.inf
    return float(now - back[clear[-1] + 1 if len(clear) else 0, 3])


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
