"""Wooden bars with brass heads, of pendulums and linkages, as meshes. Lengths in metres."""

from __future__ import annotations

import itertools
import math

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined, moved
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import cos, sin

HEAD = 1.12
"""Radius of the brass head at the end of a bar, in half its width."""
EDGE = 0.5
"""Rounding of a bar's edges, in half its thickness."""
WOODS = (0.44, 0.36, 0.31), (1.16, 1.10, 1.00)
"""Tints of overlapping bars, alternately walnut and maple."""


def wood(length: float, half: float, thick: float, middle: float) -> Mesh:
    """Return a bar with round ends about joints at z = 0 and z = -length, of half width `half` along x, at y =
    `middle`.
    """
    return pendulum_parts.slat(length, half, thick, middle, EDGE)


def heads(length: float, half: float, thick: float, middle: float) -> Mesh:
    """Return the metal of such a bar: a brass head about each of its joints."""
    head = moved(_head(half, thick), (0.0, middle, 0.0))
    return joined([head, moved(head, (0.0, 0.0, -length))])


def _head(half: float, thick: float) -> Mesh:
    """Return a head about the y axis: a brass lens as thick as the bar at its rim, with a steel race and bolt."""
    R, rim, high = HEAD * half, 0.53 * thick, 0.72 * thick
    angle = np.linspace(0.0, 1.0, 6)
    lens = [(R * (1.0 - 0.50 * t), rim + (high - rim) * sin(0.5 * math.pi * t)) for t in angle.tolist()]
    brass = [(0.985 * R, rim - 0.06 * thick), *lens, (0.46 * R, high - 0.05 * thick)]
    race = [(0.45 * R, high + 0.02 * thick), (0.37 * R, high + 0.02 * thick), (0.36 * R, high - 0.08 * thick)]
    dome = [(0.30 * R * cos(0.5 * math.pi * t), high + 0.14 * thick * sin(0.5 * math.pi * t)) for t in angle]
    bolt = [(0.31 * R, high - 0.08 * thick), *dome[:-1], (0.0, high + 0.14 * thick)]
    upper = [(R, rim - 0.10 * thick), *brass, *race, *bolt]
    profile = [(r, -y) for r, y in reversed(upper)] + upper
    kinds = [Material.STEEL if max(a[0], b[0]) < 0.455 * R else Material.BRASS for a, b in itertools.pairwise(profile)]
    turned = shapes.lathe(profile, kinds, 32)
    vertices = turned.vertices.copy()
    for k in (0, 3):
        x, y, along = turned.vertices[:, k : k + 3].T
        vertices[:, k : k + 3] = np.stack([x, -along, y], axis=1)
    return Mesh(vertices, turned.indices)
