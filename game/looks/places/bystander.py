"""A person who stands beside a machine and shows how large it is. Lengths in metres, of a person 1.75 m tall.

The feet are on the origin, and the face looks along y. Of plain limbs: a long coat with a belt, hose, shoes and a cap.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts import marble_bust
from game.looks.kit.parts.composite_meshes import joined, stretched
from game.looks.kit.sweep import limb
from game.looks.kit.transforms import translation, turned_z
from game.model.frame import Instance, Mesh, hung
from game.model.hold import World
from game.model.material import Material
from physics.maths.elementary import cos, sin

TALL = 1.75
"""Height of a person, with the cap."""
HEAD, CHIN, FEW = 0.215, 1.535, (15, 16)
"""Height of the head, height of its middle, and numbers of points on it, along its height and round it."""
COAT, DARK, SKIN = (0.185, 0.030, 0.024), (0.040, 0.036, 0.040), (0.46, 0.27, 0.18)
"""Colours (linear RGB) of the coat, of hose, shoes, belt and cap, and of skin."""
Station = tuple[float, float, float, float, float]
BODY: tuple[Station, ...] = (
    # x, y, z, half width, half depth: from the hem of the coat to the neck
    (0.0, 0.000, 0.520, 0.225, 0.185),
    (0.0, 0.000, 0.740, 0.204, 0.160),
    (0.0, 0.000, 0.930, 0.174, 0.122),
    (0.0, 0.004, 1.040, 0.148, 0.102),
    (0.0, 0.010, 1.180, 0.168, 0.116),
    (0.0, 0.010, 1.290, 0.190, 0.118),
    (0.0, 0.000, 1.370, 0.160, 0.092),
    (0.0, -0.004, 1.410, 0.080, 0.070),
    (0.0, -0.004, 1.440, 0.062, 0.062),
)
ARM: tuple[Station, ...] = (
    (0.165, 0.000, 1.345, 0.066, 0.070),
    (0.215, -0.006, 1.250, 0.060, 0.064),
    (0.245, -0.016, 1.090, 0.052, 0.054),
    (0.262, 0.010, 0.960, 0.046, 0.048),
    (0.264, 0.060, 0.835, 0.044, 0.046),
)
HAND: tuple[Station, ...] = (
    (0.264, 0.062, 0.835, 0.024, 0.032),
    (0.262, 0.076, 0.770, 0.020, 0.040),
    (0.258, 0.088, 0.700, 0.016, 0.030),
    (0.254, 0.094, 0.660, 0.010, 0.018),
)
LEG: tuple[Station, ...] = (
    (0.088, 0.002, 0.640, 0.076, 0.082),
    (0.094, 0.012, 0.480, 0.058, 0.062),
    (0.098, -0.004, 0.340, 0.054, 0.060),
    (0.100, -0.006, 0.110, 0.038, 0.042),
)
SHOE: tuple[Station, ...] = (
    (0.100, -0.060, 0.045, 0.036, 0.045),
    (0.102, -0.010, 0.058, 0.042, 0.058),
    (0.108, 0.060, 0.045, 0.044, 0.042),
    (0.116, 0.150, 0.028, 0.036, 0.024),
)
BELT: tuple[tuple[float, float], ...] = ((1.02, 0.985), (1.05, 0.985), (1.05, 1.035), (1.02, 1.035))
"""Rows of the belt: distance from the middle, in half widths of the waist, and height."""


@lru_cache(maxsize=8)
def bystander(x: float, y: float, turn: float) -> tuple[Instance, ...]:
    """Return a person on the ground at a place [m], turned by an angle [rad] from looking along y towards x."""
    model = translation(x, y, 0.0)
    model[:3, :3] = turned_z(turn)
    parts = ((_coat(), COAT, 0.85), (_dark(), DARK, 0.75), (_skin(), SKIN, 0.55))
    return tuple(hung(mesh, World(model), tint=tint, roughness=rough) for mesh, tint, rough in parts)


def _pair(stations: tuple[Station, ...], around: int = 10, steps: int = 2) -> list[Mesh]:
    """Return a limb on both sides of the body."""
    found = []
    for side in (-1.0, 1.0):
        rows = np.array(stations)
        rows[:, 0] *= side
        found.append(limb(rows, around=around, steps=steps))
    return found


@cache
def _coat() -> Mesh:
    _, _, low, *hem = BODY[0]
    inside = stretched(shapes.lathe([(0.0, low), (1.0, low)], Material.PLAIN, 24), (*hem, 1.0))
    return joined([limb(BODY, around=18, steps=2, closed=(False, True)), inside, *_pair(ARM)])


@cache
def _dark() -> Mesh:
    waist = stretched(shapes.lathe([*BELT, BELT[0]], Material.PLAIN, 24), (0.150, 0.105, 1.0))
    return joined([*_pair(LEG), *_pair(SHOE), waist, _cap()])


@cache
def _skin() -> Mesh:
    head = marble_bust.head(*FEW)
    vertices = head.vertices.copy()
    vertices[:, :3] = HEAD * vertices[:, :3] + np.array((0.0, 0.014, CHIN), np.float32)
    return joined([Mesh(vertices, head.indices), *_pair(HAND, 7)])


def _cap() -> Mesh:
    """Return a round felt cap with a rolled brim, which leans back a little."""
    turn = np.linspace(0.0, 2.0 * math.pi, 9)
    brim = [(0.098 + 0.017 * cos(each), 0.017 * sin(each)) for each in turn.tolist()]
    bend = np.linspace(0.0, 0.5 * math.pi, 7)
    crown = [(0.100 * cos(each), 0.118 * sin(each)) for each in bend[:-1].tolist()]
    felt = joined([shapes.lathe([*brim[:-1], brim[0]], Material.PLAIN, 20),
                   shapes.lathe([*crown, (0.0, 0.118)], Material.PLAIN, 20)])  # fmt: skip
    vertices = felt.vertices.copy()
    s, c = sin(-0.16), cos(-0.16)
    for k in (0, 3):
        _, y, z = felt.vertices[:, k : k + 3].T
        vertices[:, k + 1], vertices[:, k + 2] = c * y - s * z, s * y + c * z
    vertices[:, :3] += np.array((0.0, 0.004, TALL - 0.120), np.float32)
    return Mesh(vertices, felt.indices)
