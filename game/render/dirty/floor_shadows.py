"""Outlines of the parts of the floor that shadows or nearby spheres darken."""

from __future__ import annotations

import numpy as np

from game.model.frame import Array

OUTLINE = 32
"""Number of points of the outline of a shadow."""
MIN_HIDDEN = 0.08
"""Share of the sky that spheres must hide of a place on the floor to darken it (`openness` in lighting.glsl)."""


def floor_reach(spheres: Array) -> Array:
    """Return how far from the place below their middles spheres darken the floor z = 0 [m], (n,), 0: nowhere.

    spheres: (n, 4), x y z r [m]. One of radius r at height h hides h r^2 / d^3 of the sky at distance d.
    """
    height, radius = spheres[:, 2], spheres[:, 3]
    far = (np.maximum(height, 0.0) * radius**2 / MIN_HIDDEN) ** (2.0 / 3.0) - height**2
    return np.asarray(np.sqrt(np.maximum(far, 0.0)))


def shadow_outlines(corners: Array, occluders: Array, to_light: Array, soft: float) -> Array:
    """Return places (n, OUTLINE, 3) round each part of the floor z = 0 where a shadow falls or a sphere hides the sky.

    corners: (m, 3), eight for each body [m]; occluders: (k, 4), spheres x y z r [m]; to_light: (3,) unit vector; soft:
    margin by which shadows are wider than the bodies that cast them [m].
    """
    boxes = np.asarray(corners, float).reshape(-1, 8, 3)
    cast = boxes[..., :2] - np.maximum(boxes[..., 2:], 0.0) * (to_light[:2] / to_light[2])
    spheres = np.asarray(occluders, float).reshape(-1, 4)
    reach = floor_reach(spheres)
    (x, y, *_), reach = spheres[reach > 0.0].T, reach[reach > 0.0, None, None]
    square = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    under = np.repeat(np.stack([x, y], axis=1)[:, None] + reach * square, OUTLINE // 4, axis=1)
    edges = np.concatenate([(cast[:, :, None] + soft * square).reshape(-1, OUTLINE, 2), under])
    return np.concatenate([edges, np.zeros((len(edges), OUTLINE, 1))], axis=2)
