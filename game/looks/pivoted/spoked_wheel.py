"""A spoked wheel on its axle, with the mass and the moments of inertia of a plain disk, as meshes.

A disk of radius r and thickness h has I3 = m r²/2 about its axis and I_A = I3/2 + m h²/12 across it. Most of the mass
of a wheel is far out, so that the wheel is smaller; its hub is as long as the rest of I_A asks for. Lengths in metres.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts.bicycle_parts import ring
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.timber import bar
from game.model.frame import Mesh, SpokePattern
from game.model.material import Material
from physics.maths.elementary import cos, sin, square

TYRE_SHARE, RIM_SHARE, SPOKES_SHARE, HUB_SHARE = 0.58, 0.24, 0.04, 0.14
"""Parts of the mass."""
TYRE, RIM, DEEP, WIDE, HUB = 0.090, 0.765, 0.130, 0.055, 0.170
"""In radii of the wheel: radius of the tyre's section; middle radius, depth and half width of the rim; radius of the
hub."""
SPOKES, SPOKE = 18, 0.013
"""Number of spokes, and the radius of one, in radii of the wheel."""
SHORTEST = 0.5
"""Least length of the hub, in its radius: that of a disk so thin that not even the tyre has room in it."""


class WheelSizes(NamedTuple):
    """Radius of a wheel over its tyre, and length of its hub [m]."""

    radius: float
    hub: float


def like_a_disk(radius: float, thickness: float) -> WheelSizes:
    """Return the wheel that has the moments of a disk with a radius and a thickness [m].

    Squares of distances from the axis, each the mean of a part, in radii of the wheel: tyre (solid torus) R² + 3 a²/4,
    rim (square ring) R² + d²/4, spokes (thin rods) (p² + p q + q²)/3, hub (cylinder) q²/2. From the middle plane, the
    tyre has a²/4, the rim w²/3 and the hub l²/12.
    """
    line = 1.0 - TYRE
    out = TYRE_SHARE * (square(line) + 0.75 * square(TYRE)) + RIM_SHARE * (square(RIM) + 0.25 * square(DEEP))
    out += SPOKES_SHARE * (square(RIM) + RIM * HUB + square(HUB)) / 3.0 + HUB_SHARE * 0.5 * square(HUB)
    found = radius * math.sqrt(0.5 / out)
    across = TYRE_SHARE * 0.25 * square(TYRE) + RIM_SHARE * square(WIDE) / 3.0
    left = square(thickness) / 12.0 - across * square(found)
    return WheelSizes(found, max(math.sqrt(12.0 * max(left, 0.0) / HUB_SHARE), SHORTEST * HUB * found))


def tyred_rim(size: WheelSizes, middle: float) -> Mesh:
    """Return tyre, rim and hub of a wheel in the plane z = `middle`, without its spokes."""
    r, half = size.radius, 0.5 * size.hub
    turn = np.linspace(0.0, 2.0 * math.pi, 17)[:-1]
    tyre = ring((1.0 - TYRE) * r, [(TYRE * r * cos(a), TYRE * r * sin(a)) for a in turn], Material.RUBBER)
    deep, wide = 0.5 * DEEP * r, WIDE * r
    rows = [(1.5 * deep, -wide), (1.5 * deep, wide), (deep, wide), (-0.6 * deep, 0.7 * wide), (-deep, 0.4 * wide),
            (-deep, -0.4 * wide), (-0.6 * deep, -0.7 * wide), (deep, -wide)]  # fmt: skip
    rim = ring(RIM * r, rows, Material.STEEL)
    q = HUB * r
    side = [(0.0, -1.15 * half), (0.45 * q, -1.15 * half), (0.45 * q, -half), (q, -half), (q, -0.80 * half),
            (0.55 * q, -0.55 * half)]  # fmt: skip
    hub = shapes.lathe([*side, *((x, -z) for x, z in reversed(side))], Material.BRASS, 36)
    return moved(joined([tyre, rim, hub]), (0.0, 0.0, middle))


def spokes(size: WheelSizes, middle: float) -> Mesh:
    """Return the spokes, from either side of the hub to the rim, with their nipples, and the valve."""
    r, half = size.radius, 0.5 * size.hub
    pieces = []
    for k in range(SPOKES):
        way = np.array([cos(2.0 * math.pi * k / SPOKES), sin(2.0 * math.pi * k / SPOKES), 0.0])
        start = 0.8 * HUB * r * way + np.array([0.0, 0.0, (0.9 if k % 2 else -0.9) * half])
        end = (RIM - 0.4 * DEEP) * r * way
        pieces.append(bar(start, end, SPOKE * r, Material.STEEL, 8))
        pieces.append(bar(0.9 * end, end, 1.9 * SPOKE * r, Material.BRASS, 8))
    pieces.append(bar((0.0, (RIM - 0.13) * r, 0.0), (0.0, RIM * r, 0.0), 2.4 * SPOKE * r, Material.BRASS, 10))
    return moved(joined(pieces), (0.0, 0.0, middle))


def spoke_veil(size: WheelSizes, middle: float) -> Mesh:
    """Return the two cones that the spokes seem to be where the wheel turns too fast for the eye."""
    r, half = size.radius, 0.45 * size.hub
    inner, outer, thin = HUB * r, (RIM - 0.5 * DEEP) * r, SPOKE * r
    rows = [(inner, -half), (outer, -thin), (outer, thin), (inner, half)]
    return moved(shapes.lathe(rows, Material.PLAIN, 64), (0.0, 0.0, middle))


def pattern(size: WheelSizes) -> SpokePattern:
    """Return what the spokes look like while they turn."""
    return SpokePattern(SPOKES, 2.0 * SPOKE * size.radius)
