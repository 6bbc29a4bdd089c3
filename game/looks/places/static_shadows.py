"""Static shadows of scenery beyond the shadow map: dark patches on the meadow."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache

import numpy as np

from game.looks.kit.transforms import placement
from game.model.daylight import sun_of
from game.model.frame import Array, Instance, Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, power, sin

LIFTED, RIM = 0.08, 0.02
"""Height of the shadows above the ground [m], and of the outer rims of their soft edges: the dark inside of one lies
over the sunlit rim of another."""
AROUND, SQUARE = 14, 0.5
"""Number of corners of a shadow, and its roundness: 1 is an ellipse, 0 a rectangle."""
SOFT = 0.16
"""Width of the soft edge, half inside and half outside, in half widths of the shadow."""


def shades(instances: Iterable[Instance], hour: float | None = None) -> tuple[Instance, ...]:
    """Return the shadow of each instance at an hour of the day [h]; None: in the usual light."""
    models = ((each, shadow_model(each, hour)) for each in instances)
    return tuple(Instance(shadow_mesh(), model, extra=each.extra) for each, model in models)


def shadow_model(instance: Instance, hour: float | None = None) -> Array:
    """Return a model (4, 4) that puts a square of half width 1 where an instance casts its shadow; hour: as above."""
    sun = sun_of(hour)
    level = math.hypot(*sun[:2])
    away = -np.array(sun[:2]) / level
    axes = np.array([away, (-away[1], away[0])])
    points = dense.times(instance.mesh.vertices[:, :3], instance.model[:3, :3]) + instance.model[3, :3]
    high = np.maximum(points[:, 2], 0.0)
    flat = dense.times(points[:, :2], axes.T)
    flat[:, 0] += high * (level / sun[2])
    low, top = flat.min(axis=0), flat.max(axis=0)
    half = 0.5 * (top - low)
    middle = dense.times(0.5 * (low + top), axes)
    flat_axes = np.eye(3)
    flat_axes[:2, :2] = half[:, None] * axes
    return placement(flat_axes, (*middle, 0.0))


@cache
def shadow_mesh() -> Mesh:
    """Return a dark patch within a square about the origin, with a soft edge: v is 0 inside and 1 outside."""
    turn = 2.0 * math.pi * np.arange(AROUND) / AROUND
    c, s = cos(turn), sin(turn)
    outline = np.stack([np.sign(c) * power(np.abs(c), SQUARE), np.sign(s) * power(np.abs(s), SQUARE)], axis=1)
    rows = np.zeros((2 * AROUND + 1, 9))
    rows[1 : AROUND + 1, :2], rows[AROUND + 1 :, :2] = (1.0 - SOFT) * outline, (1.0 + SOFT) * outline
    rows[:, 2], rows[AROUND + 1 :, 2] = LIFTED, RIM
    rows[:, 5], rows[:, 8], rows[AROUND + 1 :, 7] = 1.0, Material.TURF, 1.0
    inner = np.arange(AROUND) + 1
    after = inner % AROUND + 1
    fan = np.stack([0 * inner, inner, after], axis=1)
    edge = np.stack([inner, inner + AROUND, after + AROUND, inner, after + AROUND, after], axis=1)
    return Mesh(rows.astype(np.float32), np.concatenate([fan.ravel(), edge.ravel()]).astype(np.int32))
