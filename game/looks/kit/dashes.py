"""Dashes: a line with gaps that are fixed to its points, and so to the body on which it lies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array
from physics.maths import dense
from physics.maths.elementary import arctan2

Floats64 = NDArray[np.float64]


def dashed(points: Array, opacity: Array, phase: Floats64) -> tuple[Array, Array]:
    """Return the points (n, 3) and opacities (n,) of a line with gaps where the phase (n,) has an odd whole part.

    Dashes end where the phase is a whole number, between two points where necessary. The last point is kept.
    """
    at = np.arange(len(points), dtype=float)
    parts = np.floor(phase).astype(np.float64)
    joined = np.asarray(np.isfinite(points).all(axis=1))
    change = np.where(joined[:-1] & joined[1:], np.diff(parts), 0.0)
    count = np.abs(change).astype(np.intp)
    which = np.repeat(np.arange(len(count)), count)
    passed = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    grows = change[which] > 0.0
    level = np.where(grows, parts[:-1][which] + 1.0 + passed, parts[:-1][which] - passed)
    share = (level - phase[which]) / (phase[which + 1] - phase[which])
    between = points[which] + share[:, None] * (points[which + 1] - points[which])
    faded = opacity[which] + share * (opacity[which + 1] - opacity[which])
    stops = np.where(grows, level, level - 1.0) % 2.0 == 1.0
    # The pen is lifted just behind the end of each dash, and at the points in the gaps.
    inked = parts % 2.0 == 0.0
    inked[-1:] = True
    kept = np.where(inked[:, None], points, np.nan)
    order = np.argsort(np.concatenate([at, which + share, (which + share)[stops] + 1e-9]), kind="stable")
    rows = np.concatenate([kept, between, np.full((int(stops.sum()), 3), np.nan)])[order]
    opacities = np.concatenate([opacity, faded, np.zeros(int(stops.sum()))])[order]
    return rows.astype(np.float32), opacities.astype(np.float32)


def phase_round(path: Floats64, curve: Floats64, axis: Floats64, dashes: int) -> Floats64:
    """Return phases (n,) of points of a path (n, 3) along a closed curve (m, 3) that surrounds an axis once.

    They begin in a direction that belongs to the axes, so that dashes stay at their places on the curve, and grow by
    twice the number of dashes in a turn; 0 on a curve without extent.
    """
    side = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    turn = _azimuths(curve, axis, side)
    if turn[-1] < turn[0]:
        axis = -axis
        turn = _azimuths(curve, axis, side)
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(curve, axis=0), axis=1))])
    if not length[-1] > 1e-6 * dense.length(curve[0]):
        return np.zeros(len(path))
    azimuth = _azimuths(path, axis, side)
    turns, rest = np.divmod(azimuth - turn[0], 2.0 * np.pi)
    start = np.interp(-turn[0] % (2.0 * np.pi), turn - turn[0], length)
    along = np.interp(rest, turn - turn[0], length) + turns * length[-1]
    return np.asarray((along - start) * (2.0 * dashes / length[-1]))


def _azimuths(points: Floats64, axis: Floats64, side: Floats64) -> Floats64:
    """Return the continuous azimuths (n,) of points (n, 3) about an axis, from the direction `side`."""
    across = np.cross(axis, side) / dense.length(axis)
    return np.asarray(np.unwrap(arctan2(dense.times(points, across), dense.times(points, side))))
