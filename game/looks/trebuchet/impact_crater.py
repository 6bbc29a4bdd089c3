"""The crater where a thrown body falls, and the earth that it throws up."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.parts import masonry
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.timber import made_of, smooth, stone
from game.looks.kit.transforms import translation
from game.model.frame import Array, Instance, Mesh, Points, SceneFrame, SurfacePattern, View
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, exp, power, sin, square

RIM = ((0.0, 0.03), (0.9, 0.05), (1.25, 0.30), (1.55, 0.42), (1.9, 0.30), (2.4, 0.12), (3.0, 0.04), (3.7, -0.05))
"""Rows (distance, height) of the earth round the hole, in radii of the body."""
AHEAD = 1.35
"""Factor by which the crater is longer along the flight."""
AROUND, RAYS, LUMPS = 121, 0.055, 0.035
"""Number of points round the crater; unevenness of its outside, and of its height, in radii of the body."""
CLODS = 60
TURNED_UP = (0.62, 0.56, 0.50)
"""Colour of fresh earth relative to trodden ground."""
WHITE = (0.66, 0.63, 0.57)
RED = SurfacePattern(2, (-1.0, 1e4), (0.55, 0.030, 0.022), (0.55, 0.030, 0.022))
THROWN, DUST = 420, 140
"""Number of clods that fly up, and of specks of dust."""
MAX_CLOD_SPEED, MIN_CLOD_SPEED = 9.0, 2.5
"""Greatest and least speed of the clods, in units of sqrt(gravity * radius)."""
PEG, MIN_PEG_HEIGHT, MAX_PEG_HEIGHT, BESIDE = 9.0, 0.30, 2.2, 4.4
"""Height of the peg that marks the place, in radii of the body; its bounds [m]; its distance, in radii."""
GRAVITY = 9.81
SETTLES = 1.8
"""Time [s] in which the dust of a body of 0.1 m thins out."""
SOIL, HAZE = (62, 46, 30), (176, 156, 124)
MIN_CLOD_PIXELS = 1.4
"""Size [pixels] below which a clod fades instead of growing smaller."""
PICTURE = 720.0
"""Height of a picture [pixels] in which specks have their true size."""


class Impact:
    """The crater, clods and dust of the impact of a body of this radius [m]."""

    def __init__(self, radius: float) -> None:
        self.radius = radius
        self.mesh = hole(radius)
        self._peg = peg(min(max(PEG * radius, MIN_PEG_HEIGHT), MAX_PEG_HEIGHT))
        rng = np.random.default_rng(7)
        self._ways = _ways(rng, THROWN)
        self._specks = rng.normal(size=(DUST, 3)) * (1.0, 0.8, 0.35) + (0.5, 0.0, 0.5)
        self._long = math.sqrt(radius / 0.1)

    def add(self, frame: SceneFrame, place: Array, age: float) -> None:
        """Add crater, clods and dust, `age` [s] after a body fell at a place (3,) on the ground, once for a place."""
        if any(other.mesh is self.mesh and np.array_equal(other.model[3, :3], place) for other in frame.instances):
            return
        x, y, z = place
        frame.instances.append(Instance(self.mesh, translation(x, y, z), TURNED_UP))
        beside = translation(x, y + BESIDE * self.radius, z)
        frame.instances += [Instance(self._peg[0], beside, WHITE), Instance(self._peg[1], beside, paint=RED)]
        if 0.0 <= age < 4.0 * SETTLES * self._long:
            self._add_clods(frame, place, age)
            self._add_dust(frame, place, age)

    def _add_clods(self, frame: SceneFrame, place: Array, age: float) -> None:
        points = self._ways * math.sqrt(GRAVITY * self.radius) * age
        points[:, 2] -= 0.5 * GRAVITY * age * age
        points = place + points[points[:, 2] > 0.0]
        size = pixels(frame.view, place, 0.16 * self.radius)
        opacity = round(235.0 * square(min(size / MIN_CLOD_PIXELS, 1.0)))
        if len(points) and opacity:
            colors = np.tile(np.array((*SOIL, opacity), np.uint8), (len(points), 1))
            frame.points.append(Points(points.astype(np.float32), colors, min(max(size, MIN_CLOD_PIXELS), 10.0)))

    def _add_dust(self, frame: SceneFrame, place: Array, age: float) -> None:
        part = age / (SETTLES * self._long)
        spread = self.radius * (2.0 + 16.0 * (1.0 - exp(-2.5 * part)))
        points = place + spread * self._specks * (1.0, 1.0, 0.5 + 0.3 * part)
        points[:, 2] = np.maximum(points[:, 2], 0.1 * self.radius)
        opacity = 40.0 * exp(-1.3 * part) * min(1.0, 8.0 * part)
        colors = np.tile(np.array((*HAZE, round(opacity)), np.uint8), (DUST, 1))
        size = pixels(frame.view, place, 0.55 * spread)
        if opacity >= 1.0:
            frame.points.append(Points(points.astype(np.float32), colors, min(max(size, 2.0), 90.0)))


@cache
def peg(height: float) -> tuple[Mesh, Mesh]:
    """Return a surveyor's peg of a height [m] with its point on the origin, and its flag."""
    thick = 0.016 * height
    stake = [(0.0, -0.1 * height), (thick, 0.0), (thick, 0.97 * height), (0.0, height)]
    corners = height * np.array([(0.0, 0.0, 0.96), (0.0, 0.0, 0.68), (0.36, 0.0, 0.80), (0.36, 0.0, 0.84)])
    flag = [[tuple(corners[k]) for k in order] for order in ((0, 1, 2, 3), (1, 0, 3, 2))]
    return shapes.lathe(stake, Material.WHITEWASH, 8), masonry.faces(flag, Material.TENT)


def pixels(view: View, place: Array, size: float) -> float:
    """Return the size in pixels of an object of this size [m] at a place (3,)."""
    away = dense.length(place - view.eye)
    return 0.5 * PICTURE * float(view.projection[1, 1]) * size / max(away, 1e-6)


def _ways(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Return velocities (count, 3) of clods, in units of sqrt(gravity * radius): more forwards than back."""
    turn = rng.uniform(0.0, 2.0 * math.pi, count)
    steep = rng.uniform(math.radians(40.0), math.radians(82.0), count)
    speed = MIN_CLOD_SPEED + (MAX_CLOD_SPEED - MIN_CLOD_SPEED) * power(rng.uniform(0.0, 1.0, count), 2.5)
    out = np.stack([cos(steep) * cos(turn) + 0.25, cos(steep) * sin(turn), sin(steep)], axis=1)
    return np.asarray(speed[:, None] * out)


def hole(radius: float) -> Mesh:
    """Return a ring of raised earth about the origin, with clods round it. It has no underside."""
    rng = np.random.default_rng(11)
    turn = np.linspace(0.0, 2.0 * math.pi, AROUND)[None, :]
    rows = shapes.curve(RIM, 4)
    away, height = (column[:, None] for column in rows.T)
    ragged = 0.09 * sin(3.0 * turn + 1.0) + 0.06 * sin(7.0 * turn) + 0.05 * sin(12.0 * turn + 2.0 * away)
    # Outside the earth lies in tongues, as it was thrown.
    ragged = ragged + RAYS * np.maximum(away - 1.6, 0.0) * rng.normal(size=turn.size)[None, :]
    out = away * (1.0 + ragged * np.minimum(away / 2.5, 1.0))
    rise = height * (1.0 + 0.4 * sin(5.0 * turn + 2.0 * away) * sin(2.0 * turn + 1.0))
    rise = rise + LUMPS * rng.normal(size=rise.shape) * sin(math.pi * np.minimum(away / 3.7, 1.0))
    points = np.stack([AHEAD * out * cos(turn) + 0.3 * out, out * sin(turn), rise + 0.0 * out], axis=-1)
    triangles = shapes.grid_triangles(len(rows), turn.size)
    earth = smooth(radius * points.reshape(-1, 3), triangles, Material.EARTH)
    clods = [earth]
    for k in range(CLODS):
        angle, away = rng.uniform(0.0, 2.0 * math.pi), 2.0 + 5.5 * power(rng.uniform(), 1.6)
        at = radius * np.array([AHEAD * away * cos(angle) + 1.0, away * sin(angle), 0.03])
        clod = stone(radius * (0.05 + 0.24 * power(rng.uniform(), 2.5)), 40 + k % 12, 1, 0.25)
        clods.append(moved(made_of(clod, Material.EARTH), at))
    return joined(clods)
