"""The shapes that are drawn of a satellite: parts of its mass that have about its moments of inertia."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense, rounded
from physics.maths.rounded import square
from physics.shapes import outlines
from physics.shapes.solids import Box, Ellipsoid, Solid, SolidOfRevolution

Array = NDArray[np.float64]

LEAST = 0.05
"""Least side that is drawn, in the largest."""
WHEEL_MASS, WHEEL_SPACE, WHEEL_FLATNESS, WHEEL_ROOM = 0.15, 0.4, 0.3, 0.86
"""Part of the mass in a wheel inside the body; its greatest radius in middle sides of that; its thickness in radii; its
greatest reach along a side, in halves of that."""
DRUM_MASS = 0.5
"""Part of the mass in the drum of a dual-spin satellite."""
DENSITY = 2700.0
"""Of the moving mass [kg/m³]."""
ALONG = 1e-9


class HasMoments(Protocol):
    """A satellite, with what its shapes follow from."""

    mass: float
    I1: float
    I2: float
    I3: float
    rotor: str
    rotor_inertia: float
    moving: str
    moving_mass: float

    @property
    def axis(self) -> Array:
        """The axis of the rotor (3,)."""


class Craft(NamedTuple):
    """The parts of a satellite and their places [m].

    kind: a cylinder alone, a platform on a drum, or a box. body, rotor, moving_mass: shapes, about their own origins; a
    rotor's third axis is its own. rotor_place (3,) and rotor_axes (3, 3), columns: in body axes. tip: the place on axis
    3 whose path is drawn.
    """

    kind: Literal["pencil", "dual spin", "box"]
    body: Solid
    rotor: Solid | None
    moving_mass: Solid | None
    rotor_place: tuple[float, float, float]
    rotor_axes: Array
    tip: float

    @property
    def sphere(self) -> float:
        """The radius [m] of the sphere about the body on which L is drawn."""
        points = np.vstack([solid.extremes() for solid in (self.body, self.rotor) if solid is not None])
        farthest = float(dense.lengths(points).max())
        return (0.6 if self.kind == "pencil" else 1.12) * farthest


def craft_of(satellite: HasMoments) -> Craft:
    """Return what is drawn of a satellite.

    Without a rotor and symmetric about axis 3: the homogeneous cylinder with its mass and moments. With a rotor on that
    axis: a drum, which is the rotor, with the platform on it. Any other: the homogeneous box, with the rotor as a wheel
    inside.
    """
    symmetric = abs(satellite.I1 - satellite.I2) <= ALONG * max(satellite.I1, satellite.I2)
    n, moving = satellite.axis, _moving_mass(satellite)
    if symmetric and satellite.rotor == "none":
        length, radius = cylinder_of(satellite.mass, satellite.I1, satellite.I3)
        body: Solid = SolidOfRevolution(outlines.cylinder(length, radius, -0.5 * length))
        return Craft("pencil", body, None, moving, (0.0, 0.0, 0.0), np.eye(3), 0.5 * length)
    if symmetric and math.hypot(n[0], n[1]) <= ALONG:
        return _dual_spin(satellite, moving)
    sides = box_of(satellite.mass, (satellite.I1, satellite.I2, satellite.I3))
    wheel: Solid | None = None
    if satellite.rotor != "none":
        radius = math.sqrt(2.0 * satellite.rotor_inertia / (WHEEL_MASS * satellite.mass))
        radius = min(radius, WHEEL_SPACE * sorted(sides)[1], _within(sides, n))
        thick = WHEEL_FLATNESS * radius
        wheel = SolidOfRevolution(outlines.cylinder(thick, radius, -0.5 * thick))
    return Craft("box", Box(sides), wheel, moving, (0.0, 0.0, 0.0), axes_about(n), 0.5 * sides[2])


def cylinder_of(mass: float, across: float, along: float) -> tuple[float, float]:
    """Return length and radius [m] of the homogeneous cylinder with these moments, or of a thin disk for flat ones."""
    radius = math.sqrt(2.0 * along / mass)
    height = 12.0 * (across / mass - 0.25 * radius * radius)
    return math.sqrt(max(height, square(LEAST * radius))), radius


def box_of(mass: float, moments: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return the sides [m] of the homogeneous box with these moments."""
    whole = sum(moments)
    squares = [6.0 / mass * (whole - 2.0 * moment) for moment in moments]
    least = square(LEAST) * max(squares)
    a, b, c = (math.sqrt(max(square, least)) for square in squares)
    return a, b, c


def axes_about(n: Array) -> Array:
    """Return a rotation (3, 3) whose third column is the unit vector n."""
    across = np.eye(3)[int(np.argmin(np.abs(n)))]
    first = np.cross(across, n)
    first /= dense.length(first)
    return np.column_stack([first, np.cross(n, first), n])


def _within(sides: tuple[float, float, float], n: Array) -> float:
    """Return the greatest radius [m] of a wheel about n, in the middle of a box, that turns free of its faces."""
    rooms = []
    for side, along in zip(sides, n.tolist(), strict=True):
        reach = math.sqrt(max(1.0 - square(along), 0.0)) + 0.5 * WHEEL_FLATNESS * abs(along)
        rooms.append(0.5 * WHEEL_ROOM * side / reach)
    return float(min(rooms))


def _dual_spin(satellite: HasMoments, moving: Solid | None) -> Craft:
    """Return a drum with the rotor's moment, and above it a platform; together they are as long as the moments ask."""
    drum = math.sqrt(2.0 * satellite.rotor_inertia / (DRUM_MASS * satellite.mass))
    platform = min(math.sqrt(2.0 * satellite.I3 / ((1.0 - DRUM_MASS) * satellite.mass)), drum)
    height = 12.0 * (satellite.I1 / satellite.mass - 0.25 * drum * drum)
    length = math.sqrt(max(height, square(0.8 * drum)))
    height = 0.5 * length
    body = SolidOfRevolution(outlines.cylinder(length - height, platform, 0.0))
    rotor = SolidOfRevolution(outlines.cylinder(height, drum, -height))
    side = 1.0 if satellite.axis[2] > 0.0 else -1.0
    axes = np.diag([1.0, side, side])
    if side < 0.0:
        rotor = SolidOfRevolution(outlines.cylinder(height, drum, 0.0))
    return Craft("dual spin", body, rotor, moving, (0.0, 0.0, 0.0), axes, length - height)


def _moving_mass(satellite: HasMoments) -> Solid | None:
    if satellite.moving == "none":
        return None
    radius = rounded.cbrt(0.75 * satellite.moving_mass / (math.pi * DENSITY))
    return Ellipsoid((radius, radius, radius))
