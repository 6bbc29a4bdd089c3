"""Tippe tops, peg tops, coins, eggs and balls, as meshes that touch the table where the contact model has it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from game.looks.generic import turned_mesh
from game.looks.kit import shapes
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import arctan2, cos, hypot, sin

Floats64 = NDArray[np.float64]

# Measures of a tippe top, in radii of its sphere.
KNOB = math.radians(17.0)
"""Polar angle of the rim of the stem's round end, a piece of the sphere on which the top stands when inverted."""
OPEN = math.radians(54.0)
"""Default polar angle of the rim of the body."""
STEM = 0.165
"""Radius of the stem."""

# A turned top with a peg: rows (r, z), r in its largest radius; z in depths of the peg's centre, or heights above G.
BELOW = ((0.10, -0.70), (0.17, -0.66), (0.30, -0.50), (0.66, -0.16), (0.94, 0.04))
ABOVE = ((1.00, 0.22), (0.95, 0.42), (0.70, 0.60), (0.34, 0.74), (0.13, 0.86), (0.075, 1.08), (0.070, 1.34))
FINIAL = ((0.105, 1.42), (0.125, 1.52), (0.10, 1.62), (0.0, 1.66))


def thinned(rows: ArrayLike, bend: float = 0.06, pieces: int = 14) -> Floats64:
    """Return the rows of an outline that a picture needs: one per `bend` [rad] of turning, and at least `pieces` along
    the whole.
    """
    points = np.asarray(rows, float)
    steps = np.diff(points, axis=0)
    lengths = hypot(*steps.T)
    points = points[np.concatenate([[True], lengths > 1e-9 * lengths.sum()])]
    steps = np.diff(points, axis=0)
    angles = np.unwrap(arctan2(steps[:, 1], steps[:, 0]))
    turning = np.concatenate([[0.0], np.abs(np.diff(angles)), [0.0]])
    along = np.concatenate([[0.0], np.cumsum(hypot(*steps.T))])
    due = np.floor(np.cumsum(turning) / bend) + np.floor(pieces * along / along[-1])
    kept = np.concatenate([[True], np.diff(due) > 0])
    kept[-1] = True
    return np.asarray(points[kept])


def arc(radius: float, start: float, end: float, centre: float, steps: int = 40) -> Floats64:
    """Return rows (r, z) of a meridian about (0, centre), by the angle from the lower end of the axis [rad]."""
    angle = np.linspace(start, end, steps + 1)
    rows = np.stack([radius * sin(angle), centre - radius * cos(angle)], axis=1)
    rows[np.abs(rows[:, 0]) < 1e-9 * radius, 0] = 0.0
    return rows


def tippe_top(radius: float, centre: float, rim: float = OPEN) -> Mesh:
    """Return an ivory sphere open above, from which a wooden stem rises to the surface of the full sphere.

    radius and height of the sphere's centre [m]; rim: polar angle from the top at which the body ends [rad].
    """
    rim = max(rim, 1.6 * KNOB)
    body = arc(radius, 0.0, math.pi - rim, centre)
    level, top = cos(rim), cos(KNOB)
    rise = top - level
    lip = np.array([(0.955 * sin(rim), level + 0.02), (0.90 * sin(rim), level + 0.005)])
    dish = np.array([(0.62 * sin(rim), level - 0.02), (STEM + 0.10, level)])
    stem = shapes.curve(
        [
            (STEM + 0.10, level),
            (STEM + 0.02, level + 0.14 * rise),
            (STEM - 0.02, level + 0.45 * rise),
            (STEM + 0.02, level + 0.78 * rise),
            (sin(KNOB), top),
        ],
        5,
    )
    knob = arc(radius, math.pi - KNOB, math.pi, centre, 6)[1:]
    inside = np.vstack([lip, dish, stem[1:]]) * radius + (0.0, centre)
    kinds = [Material.IVORY] * (len(body) + 1) + [Material.PAINTED_WOOD] * (len(inside) - 2 + len(knob))
    return turned_mesh(np.vstack([body, inside, knob]), kinds)


def peg_top(radius: float, depth: float, widest: float) -> Mesh:
    """Return a turned wooden top on a steel peg that ends in a ball of this radius, its centre `depth` below G [m]."""
    ball = arc(radius, 0.0, math.radians(75.0), -depth, 12)
    shank = np.array([(1.05 * radius, -depth + 0.9 * radius), (max(1.3 * radius, 0.09 * widest), -0.72 * depth)])
    shank = shank[shank[:, 1] > ball[-1, 1]]
    wood = shapes.curve([*BELOW, *ABOVE], 4) * (widest, 1.0)
    wood[:, 1] *= np.where(wood[:, 1] < 0.0, depth, 0.7 * widest)
    finial = np.array(FINIAL) * (widest, 0.7 * widest)
    kinds = [Material.STEEL] * (len(ball) + len(shank) - 1) + [Material.PAINTED_WOOD] * len(wood)
    return turned_mesh(np.vstack([ball, shank, wood, finial]), kinds + [Material.BRASS] * len(finial))


def coin(radius: float, edge: float) -> Mesh:
    """Return a struck coin: a disk with a round rim of radius `edge` about a circle of this radius [m]."""
    rim = [(radius + edge * sin(a), -edge * cos(a)) for a in np.linspace(0.0, math.pi, 13).tolist()]
    return shapes.lathe([(0.0, -edge), *rim, (0.0, edge)], Material.COIN, 128)


def egg(rows: ArrayLike) -> Mesh:
    """Return a speckled egg of this outline."""
    return turned_mesh(thinned(rows, 0.07), Material.EGG)


def ball(radius: float, centre: float) -> Mesh:
    """Return a painted ball about a point of the axis [m]."""
    return turned_mesh(arc(radius, 0.0, math.pi, centre, 48), Material.IVORY)
