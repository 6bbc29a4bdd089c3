"""Frames along a line, and model matrices that repeat one mesh along it as a rope, a whip or hair."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array

Floats64 = NDArray[np.float64]
ACROSS = np.array([0.0, 1.0, 0.0])
"""Direction across the plane of a motion in a plane."""


def frames(points: Floats64, side: Floats64) -> Floats64:
    """Return parallel-transported axes along each piece of a line (n, 3): (n - 1, 3, 3), rows x, y, z.

    z runs back along the piece, toward the start of the line; x of the first is as close to `side` (3,) as possible.
    """
    back = points[:-1] - points[1:]
    back = back / np.maximum(np.linalg.norm(back, axis=1), 1e-12)[:, None]
    out, (x, y, w) = [], (float(part) for part in side)
    for a, b, c in back.tolist():
        along = x * a + y * b + w * c
        x, y, w = x - along * a, y - along * b, w - along * c
        length = math.sqrt(x * x + y * y + w * w)
        if length > 1e-9:
            x, y, w = x / length, y / length, w / length
        else:
            x, y, w = -b * a - c * c, c * b + a * a, a * c - b * b  # across z
        out.append((x, y, w, b * w - c * y, c * x - a * w, a * y - b * x, a, b, c))
    return np.array(out).reshape(-1, 3, 3)


def beside(points: Floats64, axes: Floats64) -> Floats64:
    """Return axes along each piece of a line (n, 3) that runs beside another, whose `frames` are given."""
    back = points[:-1] - points[1:]
    z = back / np.maximum(np.linalg.norm(back, axis=1), 1e-12)[:, None]
    x = axes[:, 0] - (axes[:, 0] * z).sum(axis=1)[:, None] * z
    x /= np.maximum(np.linalg.norm(x, axis=1), 1e-12)[:, None]
    return np.stack([x, np.cross(z, x), z], axis=1)


def pieces(points: Floats64, axes: Floats64, radii: Floats64) -> Array:
    """Return models (n - 1, 4, 4) that place a mesh of radius 1 between z = 0 and z = -1 along each piece of a line.

    points: (n, 3). axes: from `frames`. radii: (n - 1,) or, along x and y, (n - 1, 2) [m].
    """
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    wide = radii if radii.ndim == 2 else np.stack([radii, radii], axis=1)
    models = np.zeros((len(axes), 4, 4), np.float32)
    models[:, 0, :3], models[:, 1, :3] = wide[:, :1] * axes[:, 0], wide[:, 1:] * axes[:, 1]
    models[:, 2, :3] = lengths[:, None] * axes[:, 2]
    models[:, 3, :3], models[:, 3, 3] = points[:-1], 1.0
    return models
