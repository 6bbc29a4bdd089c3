"""Mass, centre of mass and moments of inertia of homogeneous bodies of revolution.

Source: Chappelier, "Simulation de toupies" (EPFL 2020), section 3. Principal moments are about the centre
of mass G: I3 about the axis of symmetry, I1 about any axis across it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import Parameter
from physics.errors import BadInput
from physics.maths import dense
from physics.maths.quadrature import gauss_legendre
from physics.maths.rounded import square, whole_power

Matrix = NDArray[np.float64]

INERTIA_TOLERANCE = 1e-9
"""Tolerance of the conditions on principal moments, for rounded input, as a part of the largest moment."""


class Inertia(NamedTuple):
    """Mass [kg], I1 and I3 [kg m²] about G, and z [m], the height of G above the body's reference point."""

    mass: float
    I1: float
    I3: float
    z: float

    def scaled_to(self, mass: float) -> Inertia:
        """Return the same homogeneous shape with another mass [kg]."""
        factor = mass / self.mass
        return Inertia(mass, self.I1 * factor, self.I3 * factor, self.z)

    def about(self, distance: float) -> tuple[float, float]:
        """Return (I1, I3) about a point of the axis at `distance` [m] from G (Huygens-Steiner, 3.2)."""
        return self.I1 + self.mass * square(distance), self.I3


def two_balls(radius: float) -> Inertia:
    """Return two equal balls welded together, of mass 1 in all; z is counted from where they touch."""
    return Inertia(1.0, 7 / 5 * square(radius), 2 / 5 * square(radius), 0.0)


def sphere(radius: float, density: float) -> Inertia:
    """Return a homogeneous sphere (3.3); z is counted from its centre."""
    mass = 4 / 3 * math.pi * density * whole_power(radius, 3)
    moment = 2 / 5 * mass * square(radius)
    return Inertia(mass, moment, moment, 0.0)


def cylinder(length: float, radius: float, density: float) -> Inertia:
    """Return a homogeneous cylinder (3.3); z is counted from the centre of its lower face."""
    mass = math.pi * density * square(radius) * length
    return Inertia(
        mass,
        mass * (square(radius) / 4 + square(length) / 12),
        mass * square(radius) / 2,
        length / 2,
    )


def bar(length: float, mass: float) -> Inertia:
    """Return a thin bar, the cylinder with R = 0 (3.3); z is counted from its lower end."""
    return Inertia(mass, mass * square(length) / 12, 0.0, length / 2)


def disk(radius: float, mass: float) -> Inertia:
    """Return a thin disk, the cylinder with L = 0 (3.3); z is counted from its centre."""
    return Inertia(mass, mass * square(radius) / 4, mass * square(radius) / 2, 0.0)


def cone(length: float, radius: float, density: float) -> Inertia:
    """Return a homogeneous cone standing on its apex (3.3); z is counted from the apex."""
    mass = math.pi / 3 * density * square(radius) * length
    return Inertia(
        mass,
        3 / 20 * mass * (square(radius) + square(length) / 4),
        3 / 10 * mass * square(radius),
        3 / 4 * length,
    )


def truncated_sphere(radius: float, cut: float, density: float) -> Inertia:
    """Return a sphere without the cap of height `cut` at its top, 0 <= cut < 2 R (3.3); z is counted from the centre.

    alpha = 3 h² / (4 R (R + h)) and G lies R alpha below the centre.
    """
    R, h = radius, cut
    mass = math.pi * density * (4 / 3 * whole_power(R, 3) - square(h) * (R - h / 3))
    offset = 3 / 4 * square(h) / (R + h)
    I3 = math.pi / 30 * density * whole_power(2 * R - h, 3) * (2 * square(R) + 3 * h * R + 3 * square(h))
    along = (
        math.pi
        / 15
        * density
        * square(2 * R - h)
        * (whole_power(R, 3) + h * square(R) - 3 * square(h) * R + 3 * whole_power(h, 3))
    )
    return Inertia(mass, I3 / 2 + along - mass * square(offset), I3, -offset)


def cap(radius: float, alpha: float) -> float:
    """Return the height [m] of the cap whose removal puts G R alpha below the sphere's centre, 0 <= alpha < 1 (3.3)."""
    return 2 / 3 * radius * (alpha + math.sqrt(square(alpha) + 3 * alpha))


def slices(radii: Sequence[float], length: float, density: float) -> Inertia:
    """Return a body of revolution from its profile (3.4); z is counted from its lower end.

    radii: r_i [m] at the heights z_i = (i - 1/2) L / N, i = 1 to N; the error is O(1/N²).
    """
    r = np.asarray(radii, float)
    step = length / len(r)
    z = (np.arange(len(r)) + 0.5) * step
    area = float(np.sum(square(r)))
    mass = math.pi * density * step * area
    height = float(np.sum(z * square(r))) / area
    I3 = math.pi / 2 * density * step * float(np.sum(square(square(r))))
    I1 = I3 / 2 + math.pi * density * step * float(np.sum(square(z) * square(r))) - mass * square(height)
    return Inertia(mass, I1, I3, height)


def steiner(inertia: Matrix, mass: float, offset: Sequence[float]) -> Matrix:
    """Return the inertia matrix (3, 3) about P from that about G, with offset = PG [m] (Huygens-Steiner, 3.2).

    I_P = I + m (|PG|² 1 - PG PGᵀ).
    """
    d = np.asarray(offset, float)
    return np.asarray(inertia + mass * (dense.dot(d, d) * np.eye(3) - np.outer(d, d)))


def rotated(inertia: Matrix, to_frame: Matrix) -> Matrix:
    """Return the inertia matrix in another frame, S I Sᵀ, where S takes old components to new ones (3.2)."""
    return dense.product(dense.product(to_frame, inertia), to_frame.T)


def matrix(I1: float, I2: float, I3: float, I12: float = 0.0, I13: float = 0.0, I23: float = 0.0) -> Matrix:
    """Return the inertia matrix (3, 3) [kg m²] with these elements; those off the diagonal are minus the products."""
    return np.array([[I1, I12, I13], [I12, I2, I23], [I13, I23, I3]])


def principal(inertia: Matrix) -> tuple[Matrix, Matrix]:
    """Return the principal moments, ascending, (3,) [kg m²], and their axes, the columns of a rotation (3, 3).

    Both are exact for a diagonal matrix.
    """
    if np.array_equal(inertia, np.diag(np.diag(inertia))):
        order = np.argsort(np.diag(inertia), kind="stable")
        moments, axes = np.diag(inertia)[order], np.eye(3)[:, order]
    else:
        moments, axes = dense.eigen(inertia)
    axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
    return moments, axes


def products(when: Mapping[str, Sequence[str]]) -> tuple[Parameter, Parameter, Parameter]:
    """Return parameters for the elements 12, 13 and 23 of a given inertia matrix, shown with the options `when`."""
    return tuple(  # type: ignore[return-value]  # of three symbols
        Parameter(
            default=0.0, unit="kg m²", low=-1e6, high=1e6, symbol=f"I{subscripts}", when=when,
            meaning=f"inertia matrix element I{subscripts} (minus the product)",
        )
        for places, subscripts in (("12", "₁₂"), ("13", "₁₃"), ("23", "₂₃"))
    )  # fmt: skip


def check(inertia: Matrix, real: bool = True) -> None:
    """Raise BadInput for a matrix that is not positive definite, or (real) that belongs to no distribution of mass.

    A body's principal moments obey I1 <= I2 + I3 and the like.
    """
    a, b, c = (float(moment) for moment in principal(inertia)[0])
    if not a > 0.0:
        raise BadInput(
            f"inertia matrix with principal moments {a:.6g}, {b:.6g}, {c:.6g} kg m²: must be positive definite"
        )
    if real and c > a + b + INERTIA_TOLERANCE * c:
        raise BadInput(
            f"inertia matrix with principal moments {a:.6g}, {b:.6g}, {c:.6g} kg m²: no body has one that is larger "
            f"than the other two together, {a + b:.6g} kg m²"
        )


def revolved(rows: Sequence[tuple[float, float]], density: float) -> Inertia:
    """Return the homogeneous body of revolution with a profile of straight pieces between rows (r, z) [m], z ascending.

    The result is exact, since the integrands of 3.4 are polynomials in each piece. A first or last row off the axis is
    closed by a flat face; z is counted like that of the rows.
    """
    r, z = np.asarray(rows, float).T
    places, weights = gauss_legendre(3)
    part = 0.5 * (places[:, None] + 1.0)
    return swept(r[:-1] + part * np.diff(r), z[:-1] + part * np.diff(z), 0.5 * weights[:, None] * np.diff(z), density)


def swept(r: Matrix, z: Matrix, dz: Matrix, density: float) -> Inertia:
    """Return a homogeneous body of revolution by the integrals of 3.4, as sums over disks at z of radius r.

    dz are the weights of any quadrature over the axis [m].
    """
    part = math.pi * density * square(r) * dz
    mass = float(np.sum(part))
    centre = float(np.sum(part * z)) / mass
    I3 = float(np.sum(part * square(r))) / 2
    return Inertia(mass, I3 / 2 + float(np.sum(part * square(z - centre))), I3, centre)
