"""Homogeneous bodies composed of solids: mass, centre of mass and inertia of the solids that are drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.bodies.inertia import rotated, steiner
from physics.maths import dense
from physics.maths.rounded import square
from physics.shapes.solids import Box, Ellipsoid, Solid, SolidOfRevolution

Array = NDArray[np.float64]

NODES = np.sqrt(0.6) * np.array([-1.0, 0.0, 1.0])
WEIGHTS = np.array([5.0, 8.0, 5.0]) / 9.0
"""Weights of Gauss's rule on [-1, 1], exact for the polynomials of degree 4 that arise for frusta of cones."""


class PlacedSolid(NamedTuple):
    """A solid placed in a body. centre (3,) [m]: its origin in body axes; turn (3, 3): its axes to the body's."""

    name: str
    solid: Solid
    centre: Array
    turn: Array


def mass_properties(solid: Solid) -> tuple[float, Array, Array]:
    """Return the mass [kg], the centre of mass (3,) [m] and the inertia matrix (3, 3) [kg m²] of a solid of density 1
    kg/m³. The inertia matrix is about the centre of mass, in the solid's own axes.
    """
    match solid:
        case Box(sides, centre):
            mass, squares = math.prod(sides), np.square(sides) / 12.0
        case Ellipsoid(axes, centre):
            mass, squares = 4.0 / 3.0 * math.pi * math.prod(axes), np.square(axes) / 5.0
        case SolidOfRevolution(outline):
            return _turned(np.array(outline))
    return mass, np.array(centre), mass * np.diag(np.sum(squares) - squares)


def _turned(rows: Array) -> tuple[float, Array, Array]:
    """Sum over the frusta of cones below each piece of the outline; pieces that lead down are subtracted."""
    middle, half = 0.5 * (rows[1:] + rows[:-1]), 0.5 * (rows[1:] - rows[:-1])
    r, z = (middle[:, None, i] + half[:, None, i] * NODES for i in (0, 1))
    slices = math.pi * square(r) * WEIGHTS * half[:, None, 1]
    mass = float(np.sum(slices))
    height = float(np.sum(slices * z)) / mass
    across = 0.25 * float(np.sum(slices * square(r)))
    along = float(np.sum(slices * square(z - height)))
    return mass, np.array([0.0, 0.0, height]), np.diag([across + along, across + along, 2.0 * across])


def combine(parts: Sequence[PlacedSolid], mass: float) -> tuple[list[PlacedSolid], Array]:
    """Return the parts with centres relative to the centre of mass G of the whole, and its inertia matrix about G (3,
    3) [kg m²]. All parts are of one material and together have this mass [kg]; overlaps count twice.
    """
    of_one = [mass_properties(part.solid) for part in parts]
    masses = np.array([m for m, _, _ in of_one])
    centres = np.array(
        [part.centre + dense.applied(part.turn, c) for part, (_, c, _) in zip(parts, of_one, strict=True)]
    )
    G = dense.applied(centres.T, masses) / np.sum(masses)
    inertia = np.zeros((3, 3))
    for part, (m, _, own), centre in zip(parts, of_one, centres, strict=True):
        inertia += steiner(rotated(own, part.turn), m, (centre - G).tolist())
    return [part._replace(centre=part.centre - G) for part in parts], inertia * (mass / np.sum(masses))
