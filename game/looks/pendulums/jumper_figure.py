"""The figure of a bungee jumper, as meshes. Lengths in metres, of a person 1.8 m tall.

The feet are at the origin, the head is up, arms are spread along x, and the face looks along y.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from game.looks.kit.parts import marble_bust
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.parts.timber import smooth
from game.looks.kit.sweep import limb
from game.looks.kit.transforms import turned_x
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, sin

SKIN, JACKET, TROUSERS, SHOES, HARNESS, HAIR = range(6)
HEAD = 0.232
"""Height of the head."""
CHIN = 1.59
"""Height of the middle of the head."""
FEW = 26, 27
"""Numbers of points on the head, along its height and round it."""
LOOKS_UP = -0.05
"""Pitch of the head [rad]."""
Station = tuple[float, float, float, float, float]

TRUNK: tuple[Station, ...] = (
    # position, half width, half depth, from the hips to the neck
    (0.0, 0.000, 0.885, 0.150, 0.100),
    (0.0, 0.000, 0.960, 0.168, 0.110),
    (0.0, 0.004, 1.070, 0.137, 0.093),
    (0.0, 0.010, 1.200, 0.156, 0.113),
    (0.0, 0.014, 1.310, 0.180, 0.122),
    (0.0, 0.006, 1.400, 0.176, 0.102),
    (0.0, -0.004, 1.450, 0.112, 0.076),
    (0.0, -0.006, 1.485, 0.066, 0.062),
)
LEG: tuple[Station, ...] = (
    (0.086, 0.004, 0.945, 0.084, 0.096),
    (0.090, 0.006, 0.830, 0.084, 0.094),
    (0.088, 0.010, 0.670, 0.073, 0.080),
    (0.082, 0.016, 0.505, 0.056, 0.062),
    (0.080, 0.002, 0.390, 0.056, 0.063),
    (0.074, 0.000, 0.220, 0.043, 0.047),
    (0.070, 0.000, 0.090, 0.041, 0.045),
)
SLEEVE: tuple[Station, ...] = (
    (0.130, 0.000, 1.405, 0.072, 0.078),
    (0.215, 0.000, 1.425, 0.064, 0.066),
    (0.330, 0.006, 1.470, 0.050, 0.052),
    (0.455, 0.020, 1.512, 0.043, 0.044),
    (0.540, 0.036, 1.555, 0.043, 0.044),
    (0.665, 0.064, 1.620, 0.033, 0.036),
)
HAND: tuple[Station, ...] = (
    (0.640, 0.060, 1.606, 0.025, 0.028),
    (0.690, 0.070, 1.632, 0.021, 0.026),
    (0.728, 0.078, 1.652, 0.016, 0.036),
    (0.776, 0.092, 1.676, 0.015, 0.042),
    (0.824, 0.110, 1.696, 0.012, 0.034),
    (0.858, 0.124, 1.708, 0.008, 0.018),
)
THUMB: tuple[Station, ...] = (
    (0.716, 0.086, 1.644, 0.012, 0.014),
    (0.742, 0.118, 1.652, 0.012, 0.012),
    (0.768, 0.136, 1.664, 0.009, 0.009),
)
SHOE: tuple[Station, ...] = (
    (0.070, -0.075, 0.048, 0.034, 0.044),
    (0.070, -0.030, 0.058, 0.041, 0.060),
    (0.072, 0.030, 0.052, 0.042, 0.050),
    (0.075, 0.095, 0.038, 0.047, 0.034),
    (0.077, 0.150, 0.030, 0.042, 0.024),
)
STRAPS: tuple[tuple[tuple[float, float, float], ...], ...] = (
    # Lines on one side of the body: over the shoulder from the belt behind to the belt in front.
    ((0.060, -0.104, 1.020), (0.074, -0.108, 1.200), (0.088, -0.106, 1.330), (0.094, -0.070, 1.445),
     (0.094, 0.010, 1.468), (0.090, 0.092, 1.400), (0.076, 0.136, 1.290), (0.058, 0.124, 1.160), (0.050, 0.106, 1.020)),
)  # fmt: skip
STRAP, BELT, CUFF = 0.021, (0.158, 0.107, 0.030), (0.060, 0.062, 0.075)
"""Half the width of a strap; half widths of belt and cuffs round the body, and half their heights."""
ANKLE = 0.165
"""Height of the cuffs at the ankles."""


@cache
def figure_part(part: int) -> Mesh:
    """Return the part of the figure with this index: skin, jacket, trousers, shoes, harness or hair."""
    match part:
        case 0:
            hands = [_limb(each, side, 8, 2) for each in (HAND, THUMB) for side in (-1.0, 1.0)]
            return joined([_head(marble_bust.head(*FEW)), *hands])
        case 1:
            return joined([limb(TRUNK, around=18), *(_limb(SLEEVE, side) for side in (-1.0, 1.0))])
        case 2:
            return joined([limb(TRUNK[:2], around=18), *(_limb(LEG, side) for side in (-1.0, 1.0))])
        case 3:
            return joined([_limb(SHOE, side) for side in (-1.0, 1.0)])
        case 4:
            return _harness()
    return _head(_cap())


def _limb(stations: tuple[Station, ...], side: float, around: int = 12, steps: int = 3) -> Mesh:
    """Return one limb of a pair, left or right."""
    flat = np.array(stations)
    flat[:, 0] *= side
    way = flat[-1, :3] - flat[0, :3]
    # The direction of the first half width: up for a hand, sideways for a leg or a shoe.
    across = (0.0, 0.0, 1.0) if abs(way[0]) > 0.5 * dense.length(way) else (1.0, 0.0, 0.0)
    return limb(flat, across, around=around, steps=steps)


def _head(mesh: Mesh) -> Mesh:
    """Place the mesh of a head of height 1 on the neck, tilted up a little."""
    tilt = turned_x(-LOOKS_UP)
    vertices = mesh.vertices.copy()
    vertices[:, :3] = dense.times(HEAD * vertices[:, :3], tilt) + np.array((0.0, 0.030, CHIN), np.float32)
    vertices[:, 3:6] = dense.times(vertices[:, 3:6], tilt)
    return Mesh(vertices, mesh.indices)


def _cap() -> Mesh:
    """Return short hair."""
    mesh = marble_bust.head(*FEW)
    points = mesh.vertices[:, :3].astype(float)
    line = np.interp(points[:, 1], (-0.3, -0.1, 0.1, 0.3), (-0.25, -0.05, 0.16, 0.30))
    grown = points + 0.045 * np.clip((points[:, 2] - line) / 0.06, -1.0, 1.0)[:, None] * mesh.vertices[:, 3:6]
    triangles = mesh.indices.reshape(-1, 3)
    own = triangles[(points[triangles, 2] > line[triangles] - 0.06).any(axis=1)]
    used, places = np.unique(own, return_inverse=True)
    return smooth(grown[used], places.reshape(-1, 3), Material.PLAIN)


def _harness() -> Mesh:
    """Return the harness: belt, straps over the shoulders and round the thighs, and padded cuffs at the ankles."""
    around, parts = np.linspace(0.0, 2.0 * np.pi, 17), []
    rings = [((0.0, 0.0, 1.0), BELT)]
    for side in (-1.0, 1.0):
        parts += [_strap(np.array(line) * (side, 1.0, 1.0)) for line in STRAPS]
        rings.append(((side * 0.090, 0.005, 0.835), (0.090, 0.100, 0.024)))
        rings.append(((side * 0.072, 0.0, ANKLE), (CUFF[0] - 0.010, CUFF[1], CUFF[2])))
    for (x, y, z), (wide, deep, high) in rings:
        circle = np.stack([x + wide * cos(around), y + deep * sin(around), z + 0.0 * around], axis=1)
        parts.append(_strap(circle, high, closed=True))
    tether = [(0.0, 0.0, z, r, r) for z, r in ((0.22, 0.022), (0.10, 0.030), (0.0, 0.034))]
    return joined([*parts, limb(tether, around=8)])


def _strap(line: np.ndarray, half: float = STRAP, closed: bool = False) -> Mesh:
    """Return webbing along a line on the body: a flat, broad tube whose outside alone is visible."""
    rows = np.column_stack([line, np.full(len(line), half), np.full(len(line), 0.010)])
    if closed:
        return limb(rows, (0.0, 0.0, 1.0), around=6, steps=1, closed=(False, False))
    return limb(rows, (1.0, 0.0, 0.0), around=6, steps=2)
