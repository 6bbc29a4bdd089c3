"""The caustic of a rattleback of clear plastic on the table, by refraction through its flat top and its shell.

The hull is the lower half of an ellipsoid, in axes whose origin is the middle of its flat and whose third points up.
Rays bend by Snell's law; the brightness on the table is their density there, from the Jacobian of that map. Internal
reflection is left out, because little of its light reaches the visible table.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.model.frame import LAMP, Caustic
from physics.maths import dense
from physics.maths.elementary import cos, sin, square
from physics.types import Vector3

Floats64 = NDArray[np.float64]

INDEX = 1.49
"""Index of refraction of Plexiglas."""
OUT, AROUND = 16, 72
"""Numbers of rays from the middle of the flat to its rim, and round it."""
RIM = 0.12
"""Share of the plan's area over which the light fades out towards the rim."""
INNER, OUTER = np.maximum(np.arange(OUT) - 1, 0), np.minimum(np.arange(OUT) + 1, OUT - 1)
BEFORE, AFTER = (np.arange(AROUND) - 1) % (AROUND - 1), (np.arange(AROUND) + 1) % (AROUND - 1)
"""Indices of the neighbours of each point, along the rows and the columns of a grid whose rows end where they begin."""
MAX_GAIN = 2.4
"""Largest gain, relative to the lamp's direct light: the width of the lamp limits the brightness of a focus."""


def caustic(axes: tuple[float, float, float], plan: float, rotation: Floats64, flat: Vector3) -> Caustic:
    """Return the caustic of the studio lamp through a hull with semi-axes `axes` [m], cut off at `plan` along x [m].

    rotation (3, 3): hull axes to the world. flat (3,): the middle of its flat, in the world [m].
    """
    entry, beam = entries(plan, axes[1])
    lamp = np.asarray(LAMP) / dense.length(LAMP)
    up = rotation[:, 2]
    inside, passed = refracted((dense.times(-lamp, rotation))[None], np.array([[0.0, 0.0, 1.0]]), 1.0 / INDEX)
    exit_, normal = on_shell(entry, inside[0], axes)
    # Near the rim the width of the lamp softens the edge.
    within = np.clip((1.0 - square(exit_[..., 0] / plan) - square(exit_[..., 1] / axes[1])) / RIM, 0.0, 1.0)
    ray, left = refracted(inside[0], -normal, INDEX)
    ray, leaves = dense.times(ray, rotation.T), left * passed[0] * within
    place = flat + dense.times(exit_, rotation.T)
    down = np.maximum(-ray[..., 2], 0.05)
    hit = (place + ray * (place[..., 2] / down)[..., None])[..., :2]
    gathered = beam / np.maximum(cell(hit), 1e-12) * max(float(dense.times(lamp, up)) / lamp[2], 0.0)
    gain = np.where(ray[..., 2] < -0.05, np.minimum(gathered * leaves, MAX_GAIN), 0.0)
    return Caustic(hit.astype(np.float32), smooth(gain).astype(np.float32))


@lru_cache(maxsize=4)
def entries(plan: float, half: float) -> tuple[Floats64, Floats64]:
    """Return a grid (OUT, AROUND, 3) of entry points on the flat, an ellipse with these half axes, and its `cell`."""
    out, turn = np.meshgrid(np.linspace(0.0, 0.998, OUT) + 1e-3, np.linspace(0.0, math.tau, AROUND), indexing="ij")
    entry = np.stack([plan * out * cos(turn), half * out * sin(turn), 0.0 * turn], axis=-1)
    return entry, cell(entry[..., :2])


def refracted(ray: Floats64, normal: Floats64, ratio: float) -> tuple[Floats64, Floats64]:
    """Return unit vectors (..., 3) refracted at a surface met against its normals, and the transmitted share.

    ratio: refractive index before over that after. Totally reflected rays have the share 0 and keep their direction.
    """
    cosine = -(ray * normal).sum(axis=-1)
    squared = 1.0 - square(ratio) * (1.0 - square(cosine))
    after = np.sqrt(np.maximum(squared, 0.0))
    bent = ratio * ray + (ratio * cosine - after)[..., None] * normal
    across = (ratio * cosine - after) / np.maximum(ratio * cosine + after, 1e-9)
    along = (cosine - ratio * after) / np.maximum(cosine + ratio * after, 1e-9)
    passes = (squared > 0.0) & (cosine > 0.0)
    share = np.where(passes, 1.0 - 0.5 * (square(across) + square(along)), 0.0)
    return np.where(passes[..., None], bent, ray), share


def on_shell(start: Floats64, ray: Floats64, axes: tuple[float, float, float]) -> tuple[Floats64, Floats64]:
    """Return where rays (3,) from places (..., 3) inside an ellipsoid meet it, and its outward normals there."""
    scale = 1.0 / np.asarray(axes)
    from_, way = start * scale, ray * scale
    half, length2 = (from_ * way).sum(axis=-1), float((way * way).sum())
    far = (-half + np.sqrt(np.maximum(square(half) - length2 * ((square(from_)).sum(axis=-1) - 1.0), 0.0))) / length2
    place = start + far[..., None] * ray
    normal = place * square(scale)
    return place, normal / np.linalg.norm(normal, axis=-1, keepdims=True)


def smooth(gain: Floats64) -> Floats64:
    """Smooth a grid (n, m) that is closed along its rows."""
    for _ in range(2):
        gain = 0.5 * gain + 0.25 * (gain[INNER] + gain[OUTER])
        gain = 0.5 * gain + 0.25 * (gain[:, BEFORE] + gain[:, AFTER])
    return gain


def cell(points: Floats64) -> Floats64:
    """Return the area round each point of a grid (OUT, AROUND, 2) closed along its rows, up to a common factor."""
    along, across = points[OUTER] - points[INNER], points[:, AFTER] - points[:, BEFORE]
    return np.asarray(np.abs(along[..., 0] * across[..., 1] - along[..., 1] * across[..., 0]))
