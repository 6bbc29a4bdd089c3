"""Outlines of bodies of revolution: rows (r, z) [m] from the bottom of the axis to its top."""

from __future__ import annotations

import math
from collections.abc import Sequence

from physics.maths import rounded

Outline = tuple[tuple[float, float], ...]

ARC_STEPS = 48
"""Straight segments per half circle: enough that a rendered sphere looks smooth."""


def cylinder(length: float, radius: float, bottom: float) -> Outline:
    """Return the outline of a cylinder whose lower face is at z = bottom."""
    return (0.0, bottom), (radius, bottom), (radius, bottom + length), (0.0, bottom + length)


def cone(length: float, radius: float, bottom: float) -> Outline:
    """Return the outline of a cone standing on its apex at z = bottom."""
    return (0.0, bottom), (radius, bottom + length), (0.0, bottom + length)


def sphere(radius: float, bottom: float, cut: float = 0.0) -> Outline:
    """Return the outline of a sphere standing at z = bottom, with a cap of height `cut` cut off at the top."""
    end = rounded.acos(max(-1.0, min(1.0, 1.0 - (2.0 * radius - cut) / radius)))
    steps = max(2, round(ARC_STEPS * end / math.pi))
    arc = [
        (radius * rounded.sin(end * i / steps), bottom + radius * (1.0 - rounded.cos(end * i / steps)))
        for i in range(steps + 1)
    ]
    return (*arc, (0.0, arc[-1][1])) if cut > 0 else tuple(arc)


def two_balls(radius: float, weld: float = 0.12) -> Outline:
    """Return the outline of two balls that touch at z = 0, with a weld [radii of a ball] between them."""
    low = rounded.asin(weld)
    upper = [low + (math.pi - low) * i / ARC_STEPS for i in range(ARC_STEPS + 1)]
    arc = [(radius * rounded.sin(a), radius * (1.0 - rounded.cos(a))) for a in upper[:-1]] + [(0.0, 2.0 * radius)]
    return (*((r, -z) for r, z in reversed(arc)), *arc)


def turned(radii: Sequence[float], length: float, bottom: float) -> Outline:
    """Return the outline of a body of revolution with the radii r_i at the heights z_i = (i - 1/2) L / N."""
    step = length / len(radii)
    rows = [(r, bottom + (i + 0.5) * step) for i, r in enumerate(radii)]
    return (0.0, bottom), *rows, (0.0, bottom + length)
