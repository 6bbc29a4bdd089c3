"""The stand of a pivoted top: a turned plinth, a brass foot, a needle, and the jewel under the top.

Lengths are in sizes of the top unless noted otherwise. The thin needle of steel stays within the cone that the paper's
top leaves free when it hangs lowest, 1.76 degrees about the vertical. A top that stays higher stands on a turned column
of brass with a tip of steel, within `COLUMN_ROOM` of the vertical, which is no higher than it needs: one of `HEIGHTS`.
"""

from __future__ import annotations

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.transforms import translation
from game.model.frame import Instance, Mesh, hung
from game.model.hold import World
from game.model.material import Material
from physics.maths.elementary import cos, sin

# Outlines, rows (r, z above the floor).
PLINTH = (
    (0.0, 0.0), (0.382, 0.0), (0.400, 0.010), (0.400, 0.026), (0.390, 0.036), (0.372, 0.039), (0.366, 0.045),
    (0.350, 0.055), (0.322, 0.062), (0.0, 0.062),
)  # fmt: skip
FOOT = (
    (0.0, 0.062), (0.285, 0.062), (0.292, 0.067), (0.292, 0.075), (0.284, 0.080), (0.262, 0.082), (0.257, 0.088),
    (0.205, 0.094), (0.150, 0.105), (0.112, 0.122), (0.090, 0.143), (0.082, 0.150),
)  # fmt: skip
KNURL = (0.096, 0.152, 0.182)
"""Radius of the milled ring, and its lower and upper height."""
NECK = (
    (0.0, 0.182), (0.066, 0.183), (0.056, 0.190), (0.044, 0.204), (0.037, 0.222), (0.036, 0.227), (0.044, 0.232),
    (0.047, 0.238), (0.044, 0.244), (0.031, 0.248), (0.0, 0.249),
)  # fmt: skip
PLINTH_RADIUS = 0.40

# Outlines, rows (r, z below the pivot).
NEEDLE = ((0.0280, 1.002), (0.0040, 0.145))
COLUMN = (
    (0.074, 1.002), (0.074, 0.985), (0.060, 0.965), (0.055, 0.90), (0.047, 0.60), (0.042, 0.46), (0.053, 0.445),
    (0.056, 0.430), (0.053, 0.415), (0.040, 0.400), (0.033, 0.385),
)  # fmt: skip
POINT = ((0.030, 0.385), (0.008, 0.150))
"""Outline of the steel tip of a column."""
COLUMN_ROOM = 0.16
"""Angle [rad] about the vertical below the pivot that a column needs."""
TALL = 1.25
"""Height of the pivot above the floor under which a top may hang."""
HEIGHTS = (0.52, 0.8, TALL)
"""Heights of a column, with its foot."""
CLEAR = 0.17
"""Least height above the floor of what turns above a column's foot."""
SHAFT = 0.15
"""Distance below the pivot from which a lower column is shortened."""
THICKER = 1.45
"""Radius of the neck under a column, relative to that under a thin needle."""
RINGS = (0.78, 0.55, 0.35)
"""Distances below the pivot of the beads of brass on the needle."""
BEAD = 0.009
"""Half the width of a bead; its bulge is proportional to its distance below the pivot."""
PROUD = 0.0016
COLLET = ((0.0040, 0.145), (0.0092, 0.135), (0.0092, 0.122), (0.0062, 0.110), (0.0080, 0.075), (0.0150, 0.046),
          (0.0185, 0.026), (0.0190, 0.012), (0.0, 0.012))  # fmt: skip
JEWEL = 0.0225
"""Radius of the jewel at the pivot."""
RUBY, EBONY = (0.42, 0.006, 0.014), (0.30, 0.24, 0.22)
FLUTES = 30


def column_height(low: float) -> float:
    """Return the height of the column for a top that comes down to `low` below its pivot, in its size."""
    return next((each for each in HEIGHTS if each >= low + CLEAR), TALL)


def stand(size: float, lift: float, column: bool = False) -> list[Instance]:
    """Return the stand under a pivot at the height `lift`, for a top of this size [m]; with a column or a needle."""
    up = translation(0.0, 0.0, lift)
    plinth = shapes.lathe(size * np.array(PLINTH), Material.PAINTED_WOOD, 72)
    return [
        hung(plinth, World(), tint=EBONY, framed=False),
        hung(metalwork(size, lift, column), World(), framed=False),
        hung(shapes.sphere(JEWEL * size, Material.PLAIN, 14), World(up), tint=RUBY, roughness=0.09),
    ]


def metalwork(size: float, lift: float, column: bool) -> Mesh:
    """Return foot, milled ring, neck, needle or column, and collet as one mesh."""
    radius, low, high = (size * part for part in KNURL)
    foot = shapes.lathe(size * np.array(FOOT), Material.BRASS, 64)
    neck = shapes.lathe(size * np.array(NECK) * (THICKER if column else 1.0, 1.0), Material.BRASS, 32)
    needle, kinds = _column(lift / size) if column else _needle()
    rows = np.array([(r * size, lift - below * size) for r, below in needle])
    return joined([foot, milled(radius, low, high, FLUTES), neck, shapes.lathe(rows, kinds, 32)])


def _needle() -> tuple[list[tuple[float, float]], list[Material]]:
    """Return rows (r, z below the pivot) of needle, beads and collet, and the material of each segment."""
    given = np.array(NEEDLE)
    rows, kinds = [NEEDLE[0]], []
    for ring in RINGS:
        radius = float(np.interp(ring, given[::-1, 1], given[::-1, 0]))
        for turn in np.linspace(0.0, np.pi, 5):
            rows.append((radius + PROUD * ring * float(sin(turn)), ring + BEAD * float(cos(turn))))
        kinds += [Material.STEEL] + [Material.BRASS] * 4
    return [*rows, NEEDLE[-1], *COLLET[1:]], [*kinds, Material.STEEL] + [Material.BRASS] * (len(COLLET) - 1)


def _column(high: float) -> tuple[list[tuple[float, float]], list[Material]]:
    """Return the same of a turned column with a steel tip and its collet, for a pivot so high above the floor."""
    shorter = 1.0 - (TALL - high) / (COLUMN[0][1] - SHAFT)
    tip = [*POINT, *((1.5 * r, below) for r, below in COLLET[1:])]
    kinds = [Material.BRASS] * len(COLUMN) + [Material.STEEL] + [Material.BRASS] * (len(COLLET) - 1)
    return [(r, below if below <= SHAFT else SHAFT + shorter * (below - SHAFT)) for r, below in (*COLUMN, *tip)], kinds


def milled(radius: float, low: float, high: float, flutes: int, material: Material = Material.BRASS) -> Mesh:
    """Return a ring from one height to another [m], its edge cut into upright ridges, its rims chamfered."""
    depth, edge = 1.6 * radius / flutes, 0.12 * (high - low)
    turns = np.arange(2 * flutes + 1) / (2 * flutes)
    ridge = np.where(np.arange(2 * flutes + 1) % 2 == 0, radius, radius - depth)
    rim = np.stack([ridge * cos(2 * np.pi * turns), ridge * sin(2 * np.pi * turns)], axis=1)
    rows = np.zeros((2 * flutes, 2, 2, 9))
    for side in (0, 1):
        corner = rim[:-1] if side == 0 else rim[1:]
        for end, z in enumerate((low + edge, high - edge)):
            rows[:, side, end, :2], rows[:, side, end, 2] = corner, z
            rows[:, side, end, 6] = turns[:-1]
    along = rim[1:] - rim[:-1]
    out = np.stack([along[:, 1], -along[:, 0]], axis=1)
    rows[..., 3:5] = (out / np.linalg.norm(out, axis=1, keepdims=True))[:, None, None]
    rows[..., 8] = material
    first = 4 * np.arange(2 * flutes)[:, None]
    wall = Mesh(rows.reshape(-1, 9).astype(np.float32), (first + np.array([0, 2, 1, 1, 2, 3])).astype(np.int32).ravel())
    inside = radius - 0.5 * depth
    caps = [
        shapes.lathe([(inside - 1.5 * edge, low), (inside, low + edge)], material, 36),
        shapes.lathe([(inside, high - edge), (inside - 1.5 * edge, high), (0.0, high)], material, 36),
    ]
    return joined([wall, *caps])
