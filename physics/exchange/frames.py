"""Axes and places of other programs' files: quaternions, angles about axes, and what is inside of what."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from physics.machines.vectors import (
    UNIT,
    ZERO,
    Matrix,
    Vector,
    added,
    cross,
    dot,
    product,
    rotation_of,
    transposed,
    turned,
)
from physics.maths.rounded import sincos

ROUNDING = 1e-12
"""What counts as 0, 1 or -1 in a rotation and, as a share of the greatest element, as 0 in an inertia."""
AXES = {"x": 0, "y": 1, "z": 2}


class Frame(NamedTuple):
    """Axes and a place: the rotation from their axes to those of what they are given in, and the place there [m]."""

    rotation: Matrix = UNIT
    place: Vector = ZERO

    def within(self, outer: Frame) -> Frame:
        """Return the frame in what the outer one is given in."""
        return Frame(clean(product(outer.rotation, self.rotation)), outer.at(self.place))

    def at(self, point: Vector) -> Vector:
        """Return where a point that is given in the frame lies."""
        return added(turned(self.rotation, point), self.place)

    def along(self, direction: Vector) -> Vector:
        """Return a unit direction that is given in the frame."""
        x, y, z = (_clean(each) for each in turned(self.rotation, direction))
        return x, y, z


def _clean(value: float) -> float:
    """Return a number that is 0, 1 or -1 where it is a rounding away from it."""
    nearest = float(round(value))
    return nearest + 0.0 if abs(value - nearest) < ROUNDING else value


def matrix(rows: Sequence[Sequence[float]]) -> Matrix:
    """Return a matrix of three rows."""
    (a, b, c), (d, e, f), (g, h, i) = rows
    return (a, b, c), (d, e, f), (g, h, i)


def clean(rotation: Matrix) -> Matrix:
    """Return a rotation without roundings beside 0, 1 and -1, which count in what is recorded of a machine."""
    return matrix([[_clean(each) for each in row] for row in rotation])


def about_axis(axis: Vector, angle: float) -> Matrix:
    """Return the rotation about a unit vector by an angle [rad]."""
    s, c = sincos(angle)
    x, y, z = axis
    k = 1.0 - c
    return clean((
        (c + k * x * x, k * x * y - s * z, k * x * z + s * y),
        (k * x * y + s * z, c + k * y * y, k * y * z - s * x),
        (k * x * z - s * y, k * y * z + s * x, c + k * z * z),
    ))  # fmt: skip


def of_quaternion(w: float, x: float, y: float, z: float) -> Matrix:
    """Return the rotation of a quaternion that is not 0."""
    return clean(rotation_of(w, x, y, z))


def of_angles(angles: Vector, order: str) -> Matrix:
    """Return three rotations, one after the other.

    order: of the axes, as `xyz`: small letters turn with what is turned, capitals stay.
    """
    found = UNIT
    for letter, angle in zip(order, angles, strict=True):
        axis = [0.0, 0.0, 0.0]
        axis[AXES[letter.lower()]] = 1.0
        one = about_axis((axis[0], axis[1], axis[2]), angle)
        found = product(found, one) if letter.islower() else product(one, found)
    return clean(found)


def of_columns(x: Vector, y: Vector, z: Vector) -> Matrix:
    """Return the rotation that turns the axes to three unit vectors."""
    return clean(transposed((x, y, z)))


def toward(z: Vector) -> Matrix:
    """Return the shortest rotation that turns the third axis to a unit vector."""
    x, y, along = z
    if along < -1.0 + ROUNDING:
        return of_angles((math.pi, 0.0, 0.0), "xyz")
    k = 1.0 / (1.0 + along)
    return clean(((1.0 - k * x * x, -k * x * y, x), (-k * x * y, 1.0 - k * y * y, y), (-x, -y, along)))


def unit(vector: Vector) -> Vector | None:
    """Return a vector at length 1, None where it has none."""
    length = math.sqrt(dot(vector, vector))
    return (vector[0] / length, vector[1] / length, vector[2] / length) if length > 1e-10 else None


def right_angled(x: Vector, y: Vector) -> Matrix | None:
    """Return the rotation with a first axis and a second one that is near, None where they are parallel."""
    first = unit(x)
    third = unit(cross(first, y)) if first else None
    return of_columns(first, cross(third, first), third) if first and third else None


def quaternion_of(rotation: Matrix) -> tuple[float, float, float, float]:
    """Return the unit quaternion of a rotation, its largest element positive."""
    (a, b, c), (d, e, f), (g, h, i) = rotation
    squares = (1.0 + a + e + i, 1.0 + a - e - i, 1.0 - a + e - i, 1.0 - a - e + i)
    k = squares.index(max(squares))
    rows = (
        (squares[0], h - f, c - g, d - b),
        (h - f, squares[1], b + d, c + g),
        (c - g, b + d, squares[2], f + h),
        (d - b, c + g, f + h, squares[3]),
    )
    scale = 0.5 / math.sqrt(squares[k])
    w, x, y, z = (each * scale for each in rows[k])
    return w, x, y, z


def turned_inertia(rotation: Matrix, inertia: Matrix) -> Matrix:
    """Return an inertia in the axes that a rotation leads to."""
    found = product(product(rotation, inertia), transposed(rotation))
    least = ROUNDING * max(abs(each) for row in found for each in row)
    return matrix([[0.0 if abs(each) <= least else each for each in row] for row in found])


def moved_inertia(inertia: Matrix, mass: float, arm: Vector) -> Matrix:
    """Return an inertia about a point from which the centre is at `arm`."""
    square = dot(arm, arm)
    return matrix(
        [[inertia[i][j] + mass * ((square if i == j else 0.0) - arm[i] * arm[j]) for j in range(3)] for i in range(3)]
    )
