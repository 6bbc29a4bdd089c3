"""Simple shapes of polished bodies, as other polished bodies mirror them (`SceneFrame.mirrored`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from game.model.frame import Array

STEEL, BRASS = (0.78, 0.79, 0.80), (0.95, 0.56, 0.185)
"""Reflectance of the metals, linear RGB, as in `shaders/mesh.frag`."""
Color = tuple[float, float, float]


def rod(start: ArrayLike, end: ArrayLike, radius: float, color: Color = STEEL) -> Array:
    """Return a rod with round ends between two points of the world (3,) [m], as (3, 4)."""
    return np.array([[*np.asarray(start), radius], [*np.asarray(end), 0.0], [*color, 0.0]], np.float32)


def ball(centre: ArrayLike, radius: float, color: Color = STEEL) -> Array:
    """Return a ball, as (3, 4)."""
    return rod(centre, centre, radius, color)


def ring(centre: ArrayLike, axis: ArrayLike, radii: tuple[float, float], height: float, color: Color = STEEL) -> Array:
    """Return a flat ring about a unit axis (3,) between two radii, of this height along the axis [m], as (3, 4)."""
    middle, face, (inner, outer) = np.asarray(centre), 0.5 * height * np.asarray(axis), sorted(radii)
    rows = [[*middle, 0.5 * (inner + outer)], [*(middle + face), 0.5 * (outer - inner)], [*color, 0.0]]
    return np.array(rows, np.float32)


def together(shapes: Sequence[Array]) -> Array:
    """Return shapes as one array (n, 3, 4)."""
    return np.array(shapes, np.float32).reshape(-1, 3, 4)
