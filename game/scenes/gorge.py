"""A bridge across a gorge and who jumps from it, as meshes. Lengths in metres."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from game import shapes
from game.picture import Material, Mesh
from game.scenes.timber import Works, bar
from game.scenes.wares import joined


@lru_cache(maxsize=4)
def bridge(width: float, x: float, size: float) -> Mesh:
    """A wooden bridge along y over a gorge of this width, its deck at z = 0 up to `x`, where the jumper stands.

    size: of people, in that of grown ones.
    """
    works, deck, half = Works(), 3.2 * size, 0.5 * width + 2.0 * size
    back, t = x - deck, 0.3 * size
    planks = max(12, min(70, round(2.0 * half / (0.45 * size))))
    pace = 2.0 * half / planks
    for k in range(planks):
        y = -half + (k + 0.5) * pace
        works.hew((back - 0.1 * size, y, -0.05 * size), (x, y, -0.05 * size), (0.94 * pace, 0.1 * size), stations=1)
    for along in (back + 0.25 * size, x - 0.35 * size):
        works.hew((along, -half, -0.3 * size), (along, half, -0.3 * size), (t, 0.42 * size), stations=6)
    _rail(works, back, half, size, 0.0)
    _rail(works, x - 0.06 * size, half, size, 1.1 * size)
    _braces(works, (back + 0.25 * size, x - 0.35 * size), half, size)
    return works.done()


def _rail(works: Works, x: float, half: float, size: float, gate: float) -> None:
    """Posts and two rails along y, open within `gate` of the middle."""
    posts = max(4, 2 * round(half / (2.2 * size) / 2.0 * 2.0))
    for y in np.linspace(-half, half, posts + 1):
        if abs(y) >= gate:
            works.hew((x, y, -0.1 * size), (x, y, 1.1 * size), (0.10 * size, 0.10 * size), stations=1)
    stretches = ((-half, -gate), (gate, half)) if gate else ((-half, half),)
    for start, end in stretches:
        for z in (0.55 * size, 1.1 * size):
            works.hew((x, start, z), (x, end, z), (0.09 * size, 0.07 * size), stations=4)


def _braces(works: Works, sides: tuple[float, float], half: float, size: float) -> None:
    """Struts from the walls up to the deck on both sides, and what ties them."""
    for x in sides:
        for side in (-1.0, 1.0):
            foot = (x, side * 1.02 * half, -0.36 * half)
            for part in (0.62, 0.30):
                head = (x, side * part * half, -0.45 * size)
                works.hew(foot, head, (0.34 * size, 0.34 * size), stations=3)
    for side in (-1.0, 1.0):
        for part, z in ((0.62, -0.45 * size), (0.30, -0.45 * size), (0.81, -0.21 * half)):
            works.append(bar((sides[0], side * part * half, z), (sides[1], side * part * half, z), 0.1 * size,
                             Material.TIMBER))  # fmt: skip


SKIN, SUIT, SHOES = 0, 1, 2
LIMBS = (
    # start, end, radii there, what it wears; a person whose feet are at the origin and head up, arms spread along x
    ((-0.09, 0.0, 0.06), (-0.11, 0.0, 0.48), (0.050, 0.065), SUIT),
    ((0.09, 0.0, 0.06), (0.11, 0.0, 0.48), (0.050, 0.065), SUIT),
    ((-0.11, 0.0, 0.48), (-0.10, 0.0, 0.90), (0.067, 0.092), SUIT),
    ((0.11, 0.0, 0.48), (0.10, 0.0, 0.90), (0.067, 0.092), SUIT),
    ((0.0, 0.0, 0.92), (0.0, 0.0, 1.15), (0.150, 0.135), SUIT),
    ((0.0, 0.0, 1.12), (0.0, 0.0, 1.36), (0.140, 0.150), SUIT),
    ((-0.17, 0.0, 1.40), (0.17, 0.0, 1.40), (0.075, 0.075), SUIT),
    ((-0.18, 0.0, 1.40), (-0.47, 0.0, 1.47), (0.055, 0.045), SUIT),
    ((0.18, 0.0, 1.40), (0.47, 0.0, 1.47), (0.055, 0.045), SUIT),
    ((-0.47, 0.0, 1.47), (-0.74, 0.0, 1.60), (0.042, 0.034), SKIN),
    ((0.47, 0.0, 1.47), (0.74, 0.0, 1.60), (0.042, 0.034), SKIN),
    ((0.0, 0.0, 1.42), (0.0, 0.0, 1.56), (0.055, 0.055), SKIN),
    ((0.0, 0.0, 1.62), (0.0, 0.01, 1.70), (0.098, 0.098), SKIN),
    ((-0.09, -0.06, 0.045), (-0.09, 0.14, 0.035), (0.050, 0.040), SHOES),
    ((0.09, -0.06, 0.045), (0.09, 0.14, 0.035), (0.050, 0.040), SHOES),
)
"""Lengths in metres, of somebody 1.8 m tall."""


@lru_cache(maxsize=4)
def person(wears: int) -> Mesh:
    """All of a person that is skin, suit or shoes."""
    return joined([_limb(*limb[:3]) for limb in LIMBS if limb[3] == wears])


def _limb(start: tuple[float, ...], end: tuple[float, ...], radii: tuple[float, float]) -> Mesh:
    """A limb between two points, round at its ends."""
    a, b = np.array(start), np.array(end)
    length = float(np.linalg.norm(b - a))
    angle = np.linspace(0.0, 0.5 * math.pi, 6)
    low = [(radii[0] * math.sin(t), -radii[0] * math.cos(t)) for t in angle.tolist()]
    high = [(radii[1] * math.cos(t), length + radii[1] * math.sin(t)) for t in angle.tolist()]
    high[-1] = (0.0, high[-1][1])
    mesh = shapes.lathe([*low, *high], Material.PLAIN, 18)
    z = (b - a) / length
    x = np.cross((0.0, 1.0, 0.0) if abs(z[1]) < 0.9 else (1.0, 0.0, 0.0), z)
    x = x / np.linalg.norm(x)
    axes = np.array([x, np.cross(z, x), z], np.float32)
    mesh.vertices[:, :3] = mesh.vertices[:, :3] @ axes + np.asarray(a, np.float32)
    mesh.vertices[:, 3:6] = mesh.vertices[:, 3:6] @ axes
    return mesh
