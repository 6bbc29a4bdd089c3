"""Parts of the picture of equations of one's own: balls and boxes in their colours, springs, rings, a stand, axes."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.parts.timber import bar
from game.looks.kit.sweep import limb
from game.looks.kit.transforms import scaled, translation
from game.looks.pendulums.pendulum import EBONY, POLISH
from game.looks.pendulums.wooden_bars import WOODS
from game.model.colors import BLUE, GREEN, ORANGE, VERMILION, VIOLET, YELLOW, Color
from game.model.frame import Instance, Mesh, standing
from game.model.material import Material
from physics.maths.elementary import cos, sin
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
BLUED: Color = (0.26, 0.29, 0.36)
"""Tint of the steel of springs."""
WIRE, LEADS = 0.20, 0.06
"""Radius of the wire of a spring, in its own; length of its straight ends, in its length."""
FOOT, COLUMN, ARM, HEAD = 0.20, 0.020, 0.014, 1.5
"""Radii of the foot, the column and the arm of the stand, in the size of the picture, and of its head, in columns."""
AXIS, BEYOND = 0.004, 0.55
"""Radius of an axis, and where it begins and ends, in the size of the box that it frames."""


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


def axis_rods(axes: tuple[str, str, str], size: float, lift: float) -> list[Instance]:
    """Return thin rods that are the axes of a box of a size [m] about the origin, lifted above the floor."""
    radius, ends = AXIS * size, axis_ends(axes, size)
    x, y, z = ends[0][1].tolist()
    rods = joined([bar(begins, end, radius, Material.STEEL, 12) for _, begins, end in ends])
    ball = shapes.sphere(1.6 * radius, Material.STEEL, 16)
    return [
        standing(Instance(rods, translation(0.0, 0.0, lift), framed=True)),
        standing(Instance(ball, translation(x, y, lift + z), framed=False)),
    ]
