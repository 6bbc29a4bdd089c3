"""Vectors in space and 3 by 3 matrices (three rows) of numbers, or of terms of a record, as tuples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from physics.core.straight_line import sine_and_cosine
from physics.maths import dense

Number = Any
"""A float, or a `physics.core.record.Term`."""
Vector = tuple[Number, Number, Number]
Matrix = tuple[Vector, Vector, Vector]

ZERO: Vector = (0.0, 0.0, 0.0)
UNIT: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def vector(place: Sequence[float]) -> Vector:
    """Return three numbers as a vector of floats; raises ValueError for another count."""
    x, y, z = place
    return float(x), float(y), float(z)


def distance(a: Sequence[float], b: Sequence[float]) -> float:
    """Return |b - a| of two points in numbers."""
    return dense.length([there - here for here, there in zip(a, b, strict=True)])


def added(a: Vector, b: Vector) -> Vector:
    """Return a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def difference(a: Vector, b: Vector) -> Vector:
    """Return a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def scaled(s: Number, a: Vector) -> Vector:
    """Return s a."""
    return s * a[0], s * a[1], s * a[2]


def dot(a: Vector, b: Vector) -> Number:
    """Return a·b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Return a×b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def turned(R: Matrix, a: Vector) -> Vector:
    """Return R a."""
    return dot(R[0], a), dot(R[1], a), dot(R[2], a)


def turned_back(R: Matrix, a: Vector) -> Vector:
    """Return Rᵀ a."""
    return turned(transposed(R), a)


def transposed(R: Matrix) -> Matrix:
    """Return Rᵀ."""
    return (R[0][0], R[1][0], R[2][0]), (R[0][1], R[1][1], R[2][1]), (R[0][2], R[1][2], R[2][2])


def product(A: Matrix, B: Matrix) -> Matrix:
    """Return A B."""
    columns = transposed(B)
    one, two, three = (turned(columns, row) for row in A)
    return one, two, three


def rotation_about(e: Vector, angle: Number) -> Matrix:
    """Return the rotation by an angle [rad] about a unit vector.

    The diagonal is 1 - k (y² + z²) with k = 1 - cos: of an axis along x, y or z the matrix is exactly orthogonal.
    """
    s, c = sine_and_cosine(angle)
    (x, y, z), k = e, 1.0 - c
    return (
        (_one_minus(k, c, y, z), k * x * y - s * z, k * x * z + s * y),
        (k * x * y + s * z, _one_minus(k, c, x, z), k * y * z - s * x),
        (k * x * z - s * y, k * y * z + s * x, _one_minus(k, c, x, y)),
    )


def _one_minus(k: Number, c: Number, y: Number, z: Number) -> Number:
    """Return 1 - k (y² + z²), which is c itself where y and z are those of an axis at right angles."""
    share = y * y + z * z
    return c if type(share) is float and share == 1.0 else 1.0 - k * share


def rotation_of(w: Number, x: Number, y: Number, z: Number) -> Matrix:
    """Return the matrix of a quaternion of any length, from body to lab."""
    twice = 2.0 / (w * w + x * x + y * y + z * z)
    xs, ys, zs = twice * x, twice * y, twice * z
    return (
        (1.0 - y * ys - z * zs, x * ys - w * zs, x * zs + w * ys),
        (x * ys + w * zs, 1.0 - x * xs - z * zs, y * zs - w * xs),
        (x * zs - w * ys, y * zs + w * xs, 1.0 - x * xs - y * ys),
    )
