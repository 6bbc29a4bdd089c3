"""Lines on the unit sphere, cone and disc, which affine maps turn into lines on ellipsoids and other cones.

Lines are (n, 3) float64; a row of NaN lifts the pen.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense
from physics.maths.elementary import arccos, arctan2, cos, sin, sincos, square

Floats64 = NDArray[np.float64]


SEPARATRIX_WIDTH = 1.5
"""Width of a separatrix [pixels of a picture of 720 lines]."""


def join_with_gaps(lines: Floats64) -> Floats64:
    """Join lines (n, m, 3) to one, (n (m + 1), 3), with the pen lifted between them."""
    lift = np.full((len(lines), 1, 3), np.nan)
    return np.concatenate([lines, lift], axis=1).reshape(-1, 3)


def circle(count: int, radius: float = 1.0, z: float = 0.0) -> Floats64:
    """Return a closed circle about the third axis, (count, 3)."""
    sine, cosine = _unit_circle(count)
    return np.stack([radius * cosine, radius * sine, np.full(count, z)], axis=1)


@cache
def _unit_circle(count: int) -> tuple[Floats64, Floats64]:
    """Return sines and cosines of angles round a circle, made once: outlines are drawn in each picture."""
    return sincos(np.linspace(0.0, 2.0 * np.pi, count))


def sections(count: int = 97) -> Floats64:
    """Return the circles in which the coordinate planes cut the unit sphere."""
    ring = circle(count)
    return join_with_gaps(np.array([ring, ring[:, [2, 0, 1]], ring[:, [1, 2, 0]]]))


def square_grid(lines: int, pieces: int = 13) -> Floats64:
    """Return a square grid clipped to the unit disc, with the given number of points on each line."""
    at = np.arange(-lines + 1, lines) / lines
    half = np.sqrt(1.0 - at * at)
    along = np.linspace(-1.0, 1.0, pieces)
    rows = np.stack(
        [np.repeat(at[:, None], pieces, axis=1), half[:, None] * along, 0.0 * half[:, None] * along], axis=2
    )
    return join_with_gaps(np.concatenate([rows, rows[..., [1, 0, 2]]]))


def sphere_outline(eye: Floats64, count: int = 145) -> Floats64:
    """Return the outline of the unit sphere seen from a place (3,): a circle; nothing from inside.

    It lies in the polar plane of the eye e, at e/|e|² from the middle, with the radius sqrt(1 - 1/|e|²).
    """
    away = dense.length(eye)
    if not away > 1.0:
        return np.zeros((0, 3))
    way = eye / away
    side = np.cross(way, np.eye(3)[int(np.argmin(np.abs(way)))])
    side /= dense.length(side)
    ring = circle(count, math.sqrt(1.0 - 1.0 / square(away)))
    return np.asarray(way / away + ring[:, :1] * side + ring[:, 1:2] * np.cross(way, side))


def cone_outline(eye: Floats64) -> Floats64:
    """Return the two rulings that bound the cone x² + y² = z², 0 <= z <= 1, seen from a place (3,); none from inside.

    The plane that touches along the ruling (cos a, sin a, 1) has the normal (cos a, sin a, -1); it holds the eye.
    """
    across = math.hypot(eye[0], eye[1])
    if not across > abs(eye[2]):
        return np.zeros((0, 3))
    middle, half = arctan2(eye[1], eye[0]), arccos(eye[2] / across)
    ends = [(cos(a), sin(a), 1.0) for a in (middle - half, middle + half)]
    return join_with_gaps(np.array([[(0.0, 0.0, 0.0), end] for end in ends]))
