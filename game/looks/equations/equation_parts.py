"""Parts of the picture of equations of one's own: balls and boxes in their colours, springs, rings, a stand, axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.timber import bar
from game.looks.kit.sweep import limb
from game.looks.kit.transforms import scaled, translation
from game.looks.pendulums.pendulum import EBONY, POLISH
from game.looks.pendulums.wooden_bars import WOODS
from game.model.colors import BLUE, GREEN, ORANGE, VERMILION, VIOLET, YELLOW, Color
from game.model.frame import Instance, Mesh, standing
from game.model.material import Material
from physics.equations.description import OwnEquations
from physics.equations.drawing import OwnDrawing
from physics.maths import dense
from physics.maths.elementary import cos, decade, sin
from physics.maths.rounded import power

LACQUER = 0.25
"""Roughness of what is lacquered."""
LACQUERS: dict[str, Color] = {
    "red": (0.45, 0.022, 0.016), "orange": (0.72, 0.20, 0.012), "yellow": (0.80, 0.52, 0.03),
    "green": (0.02, 0.22, 0.07), "blue": (0.02, 0.09, 0.42), "violet": (0.16, 0.05, 0.38),
    "white": (0.80, 0.78, 0.74), "grey": (0.24, 0.25, 0.26), "black": (0.016, 0.016, 0.018),
}  # fmt: skip
"""Colours of lacquer (linear RGB)."""
METALS = {"brass": Material.BRASS, "steel": Material.STEEL}
INKS: dict[str, Color] = {
    "red": VERMILION, "orange": ORANGE, "yellow": YELLOW, "green": GREEN, "blue": BLUE, "violet": VIOLET,
    "brass": ORANGE,
}  # fmt: skip
"""Inks of traces and arrows by the colours of what they belong to."""
WIRE, LEADS = 0.20, 0.06
"""Radius of the wire of a spring, in its own; length of its straight ends, in its length."""
FOOT, COLUMN, ARM, HEAD = 0.20, 0.020, 0.014, 1.5
"""Radii of the foot, the column and the arm of the stand, in the size of the picture, and of its head, in columns."""
AXIS, BEYOND = 0.004, 0.55
"""Radius of an axis, and where it begins and ends, in the size of the box that it frames."""
STANDS = 6.5
"""Radius of the foot of a rod, in its own."""
TICK, MOST_TICKS, BESIDE = (2.2, 3.0), 4, 0.02
"""Radius and length of a tick, in radii of an axis, the greatest number of them on one, and how far its number is off
the axis, in the size of the box."""
NEARNESS = ((0.03, 0.36, 0.34), (0.08, 0.58, 0.46), (0.18, 0.78, 0.54), (0.44, 0.93, 0.60), (0.80, 1.0, 0.70))
"""Inks of a path in a space of variables, the farthest first (sRGB)."""


class Finish(NamedTuple):
    """What something is made of: its material, its tint (linear RGB) and its roughness; None: that of the material."""

    material: Material
    tint: Color = (1.0, 1.0, 1.0)
    roughness: float | None = None

    def worn(self) -> dict[str, object]:
        """Return the fields of an instance."""
        return {"tint": self.tint} | ({} if self.roughness is None else {"roughness": self.roughness})


def by_value(colour: str) -> Color:
    """Return the linear RGB of a colour such as #2f6fb0, whose numbers are of sRGB."""
    red, green, blue = (int(colour[k : k + 2], 16) / 255.0 for k in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else power((value + 0.055) / 1.055, 2.4)


def ink(colour: str) -> Color | None:
    """Return the ink of a trace or an arrow by the colour of what it belongs to; None: the usual one."""
    return by_value(colour) if colour.startswith("#") else INKS.get(colour)


def finish(colour: str, usual: str) -> Finish:
    """Return what something of a colour is made of. usual: the colour of what has none."""
    named = colour or usual
    if named.startswith("#"):
        return Finish(Material.LACQUER, by_value(named), LACQUER)
    if named in METALS:
        return Finish(METALS[named])
    if named in LACQUERS:
        return Finish(Material.LACQUER, LACQUERS[named], LACQUER)
    return Finish(Material.PAINTED_WOOD, WOODS[1])


@lru_cache(maxsize=64)
def coil(radius: float, turns: int, length: float, material: Material = Material.STEEL) -> Mesh:
    """Return a helical spring from z = 0 to its length [m], with straight ends on its axis."""
    around = 14 if turns <= 40 else 8
    turn = 2.0 * math.pi * turns * np.linspace(0.0, 1.0, around * turns + 1)
    wire = min(WIRE * radius, 0.3 * length / turns)
    along = length * np.linspace(LEADS, 1.0 - LEADS, len(turn))
    width = np.full(len(turn), wire)
    rows = np.column_stack([radius * cos(turn), radius * sin(turn), along, width, width])
    ends = [(0.0, 0.0, z, wire, wire) for z in (0.0, length)]
    return limb([ends[0], *rows.tolist(), ends[1]], material=material, around=8, steps=1)


def hoop(radius: float, wire: float, material: Material = Material.STEEL) -> Mesh:
    """Return a ring of round wire about the z axis, in the plane z = 0. radius: of its middle line; wire: of that."""
    around = math.pi * np.linspace(-1.0, 1.0, 17)
    return shapes.lathe(np.column_stack([radius + wire * cos(around), wire * sin(around)]), material, 144)


CORNER, STRAIGHT, PARTS = 0.75, 0.99995, 5
"""Cosines of the angles up to which a line through places bends, from which on it has a corner; and up to which it is
straight. Number of pieces between two places where it bends."""


def track(places: np.ndarray, radius: float, material: Material) -> Mesh:
    """Return a round rod along places (n, 3) [m], which bends where they turn a little."""
    places = bends(places)
    rods = [bar(low, high, radius, material, 16) for low, high in pairwise(places) if dense.length(high - low) > 1e-9]
    return joined([*rods, *(moved(shapes.sphere(radius, material, 12), place) for place in places)])


def bends(places: np.ndarray) -> np.ndarray:
    """Return places (n, 3) with others between, on curves where a line through them turns by less than `CORNER`.

    The curves are cubic, with tangents that are means of the two sides, as in Catmull and Rom (1974).
    """
    kept = np.append(True, np.linalg.norm(np.diff(places, axis=0), axis=1) > 1e-9)
    points = np.asarray(places[kept], float)
    if len(points) < 3:
        return points
    sides = np.diff(points, axis=0)
    sizes = np.linalg.norm(sides, axis=1)
    ways = sides / sizes[:, None]
    closed = bool(np.allclose(points[0], points[-1]))
    starts, ends = ways.copy(), ways.copy()
    for k in range(0 if closed else 1, len(ways)):
        if float(dense.times(ways[k - 1], ways[k])) > CORNER:
            mean = ways[k - 1] * sizes[k] + ways[k] * sizes[k - 1]
            starts[k] = ends[k - 1] = mean / dense.length(mean)
    t = np.linspace(0.0, 1.0, PARTS, endpoint=False)[:, None]
    s = 1.0 - t
    found = []
    for k, size in enumerate(sizes):
        straight = float(dense.times(starts[k], ways[k])) > STRAIGHT and float(dense.times(ends[k], ways[k])) > STRAIGHT
        curve = points[k] * s * s * (1.0 + 2.0 * t) + points[k + 1] * t * t * (3.0 - 2.0 * t)
        curve = curve + size * (starts[k] * t * s * s - ends[k] * t * t * s)
        found.append(points[k][None] if straight else curve)
    return np.concatenate([*found, points[-1:]])


def stand(size: float, high: float, behind: float) -> list[Instance]:
    """Return a stand that holds the origin of the lab at a height [m], from behind."""
    column, arm = COLUMN * size, ARM * size
    foot = translation(0.0, behind, 0.0)
    back = np.array([0.0, behind, 0.0])
    up = np.array([0.0, 0.0, 2.4 * column])
    held = joined(
        [
            bar(back + 0.06 * back, -0.8 * arm * np.array([0.0, 1.0, 0.0]), arm, Material.STEEL, 28),
            bar(back + up, back - 0.8 * up, HEAD * column, Material.BRASS, 32),
            bar((0.0, 1.6 * arm, 0.0), (0.0, -1.2 * arm, 0.0), 1.5 * arm, Material.BRASS, 32),
        ]
    )
    return [
        standing(Instance(pendulum_parts.plinth(FOOT * size), foot, EBONY, POLISH, framed=False)),
        standing(Instance(pendulum_parts.fittings(FOOT * size, column), foot, framed=False)),
        standing(Instance(pendulum_parts.column(column), scaled(foot, (1.0, 1.0, high)), framed=False)),
        standing(Instance(held, translation(0.0, 0.0, high), framed=False)),
    ]


def foot(place: np.ndarray, radius: float) -> list[Instance]:
    """Return the foot of an upright rod of a radius [m] that stands at a place (3,) of the world."""
    at, wide = translation(*map(float, place)), STANDS * radius
    return [
        standing(Instance(pendulum_parts.plinth(wide), at, EBONY, POLISH, framed=False)),
        standing(Instance(pendulum_parts.fittings(wide, radius), at, framed=False)),
    ]


def axis_ends(axes: tuple[str, str, str], size: float) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """Return name, beginning and end (3,) [m] of each axis of a box about the origin; they meet in one corner."""
    far = BEYOND * size
    corner = np.array([-far, far if axes[1] else 0.0, -far])
    found = []
    for k, name in enumerate(axes):
        if name:
            end = corner.copy()
            end[k] = -corner[k]
            found.append((name, corner, end))
    return found


class AxisTick(NamedTuple):
    """A number on an axis: its place (3,) [m], the direction of the axis (3,), and the value there."""

    place: np.ndarray
    along: np.ndarray
    value: float


def axis_ticks(axes: tuple[str, str, str], ranges: Sequence[tuple[float, float]], size: float) -> list[AxisTick]:
    """Return round numbers on the axes of a box. ranges: least and greatest value in it along each axis that is one."""
    found = []
    for (_, begins, end), (low, high) in zip(axis_ends(axes, size), ranges, strict=True):
        along = (end - begins) / dense.length(end - begins)
        step = ceiled_step((high - low) / MOST_TICKS)
        for k in range(math.ceil(low / step), math.floor(high / step) + 1):
            share = (k * step - low) / (high - low) - 0.5
            found.append(AxisTick(begins + (BEYOND + share) * size * along, along, k * step))
    return found


def ceiled_step(least: float) -> float:
    """Return the least of 1, 2 and 5 times a power of ten that is no less than a number above 0."""
    power_of_ten = decade(least)
    return next(
        (factor * power_of_ten for factor in (1.0, 2.0, 5.0) if factor * power_of_ten >= least), 10.0 * power_of_ten
    )


def axis_rods(drawn: OwnDrawing, size: float, lift: float) -> list[Instance]:
    """Return thin rods with ticks that are the axes of a box of a size [m] about the origin, lifted above the floor."""
    radius, ends = AXIS * size, axis_ends(drawn.axes, size)
    x, y, z = ends[0][1].tolist()
    wide, half = TICK[0] * radius, 0.5 * TICK[1] * radius
    ticks = [
        bar(tick.place - half * tick.along, tick.place + half * tick.along, wide, Material.STEEL, 16)
        for tick in axis_ticks(drawn.axes, drawn.ranges, size)
    ]
    rods = joined([*(bar(begins, end, radius, Material.STEEL, 12) for _, begins, end in ends), *ticks])
    ball = shapes.sphere(1.6 * radius, Material.STEEL, 16)
    return [
        standing(Instance(rods, translation(0.0, 0.0, lift), framed=True)),
        standing(Instance(ball, translation(x, y, lift + z), framed=False)),
    ]


def by_nearness(points: np.ndarray, depths: np.ndarray) -> list[tuple[np.ndarray, Color]]:
    """Return the parts of a path (n, 4) that are equally far away, and their inks. depths (n,): of its points.

    Each part has the points of the path, and rows of NaN where it is in another part; neighbours share a point.
    """
    if len(points) < 2 or not np.isfinite(depths).any():
        return [(points, NEARNESS[-2])]
    near, far = float(np.nanmin(depths)), float(np.nanmax(depths))
    classes = np.floor(len(NEARNESS) * (far - depths) / max(far - near, 1e-12))
    classes = np.clip(np.nan_to_num(classes), 0, len(NEARNESS) - 1).astype(int)
    found = []
    for k, ink_ in enumerate(NEARNESS):
        own = classes == k
        shown = own.copy()
        shown[1:] |= own[:-1]
        if own.any():
            found.append((np.where(shown[:, None], points, np.float32(np.nan)), ink_))
    return found


def top_of_ring(centre: np.ndarray, on_axis: np.ndarray, radius: float) -> np.ndarray:
    """Return the highest place (3,) of a ring about a centre (3,), or that to the right where it is level [m]."""
    axis = (on_axis - centre) / max(dense.length(on_axis - centre), 1e-12)
    for way in (np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])):
        up = way - dense.dot(way, axis) * axis
        if dense.length(up) > 0.3:
            return np.asarray(centre + radius / dense.length(up) * up)
    return np.asarray(centre)


def is_in_metres(own: OwnEquations) -> bool:
    """Return whether a variable or a parameter is a length, so that what is drawn has a size."""
    units = [row.unit for row in own.variables.values()] + [row.unit for row in own.parameters.values()]
    return "m" in units
