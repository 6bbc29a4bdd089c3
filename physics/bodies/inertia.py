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

Matrix = NDArray[np.float64]

MARGIN = 1e-9
"""Of the largest principal moment: what rounding of printed numbers may break the rules of inertia by."""


class Inertia(NamedTuple):
    """mass [kg], I1 and I3 [kg m²] about G, and z [m], the height of G above the body's reference point."""

    mass: float
    I1: float
    I3: float
    z: float

    def scaled_to(self, mass: float) -> Inertia:
        """The same shape with another mass [kg], still homogeneous."""
        factor = mass / self.mass
        return Inertia(mass, self.I1 * factor, self.I3 * factor, self.z)

    def about(self, distance: float) -> tuple[float, float]:
        """(I1, I3) about a point of the axis at `distance` [m] from G (Huygens-Steiner, 3.2)."""
        return self.I1 + self.mass * distance**2, self.I3


def sphere(radius: float, density: float) -> Inertia:
    """Homogeneous sphere (3.3); z is counted from its centre."""
    mass = 4 / 3 * math.pi * density * radius**3
    moment = 2 / 5 * mass * radius**2
    return Inertia(mass, moment, moment, 0.0)


def cylinder(length: float, radius: float, density: float) -> Inertia:
    """Homogeneous cylinder (3.3); z is counted from the centre of its lower face."""
    mass = math.pi * density * radius**2 * length
    return Inertia(mass, mass * (radius**2 / 4 + length**2 / 12), mass * radius**2 / 2, length / 2)


def bar(length: float, mass: float) -> Inertia:
    """Thin bar, the cylinder with R = 0 (3.3); z is counted from its lower end."""
    return Inertia(mass, mass * length**2 / 12, 0.0, length / 2)


def disk(radius: float, mass: float) -> Inertia:
    """Thin disk, the cylinder with L = 0 (3.3); z is counted from its centre."""
    return Inertia(mass, mass * radius**2 / 4, mass * radius**2 / 2, 0.0)


def cone(length: float, radius: float, density: float) -> Inertia:
    """Homogeneous cone standing on its apex (3.3); z is counted from the apex."""
    mass = math.pi / 3 * density * radius**2 * length
    return Inertia(mass, 3 / 20 * mass * (radius**2 + length**2 / 4), 3 / 10 * mass * radius**2, 3 / 4 * length)


def truncated_sphere(radius: float, cut: float, density: float) -> Inertia:
    """Sphere without the cap of height `cut` at its top, 0 <= cut < 2 R (3.3); z is counted from the centre.

    alpha = 3 h² / (4 R (R + h)) and G lies R alpha below the centre.
    """
    R, h = radius, cut
    mass = math.pi * density * (4 / 3 * R**3 - h**2 * (R - h / 3))
    offset = 3 / 4 * h**2 / (R + h)
    I3 = math.pi / 30 * density * (2 * R - h) ** 3 * (2 * R**2 + 3 * h * R + 3 * h**2)
    along = math.pi / 15 * density * (2 * R - h) ** 2 * (R**3 + h * R**2 - 3 * h**2 * R + 3 * h**3)
    return Inertia(mass, I3 / 2 + along - mass * offset**2, I3, -offset)


def cap(radius: float, alpha: float) -> float:
    """The height [m] of the cap without which a sphere has G R alpha below its centre, 0 <= alpha < 1 (3.3)."""
    return 2 / 3 * radius * (alpha + math.sqrt(alpha**2 + 3 * alpha))


def slices(radii: Sequence[float], length: float, density: float) -> Inertia:
    """Any body of revolution from its profile (3.4); z is counted from its lower end.

    radii: r_i [m] at the heights z_i = (i - 1/2) L / N, i = 1 to N; the error is O(1/N²).
    """
    r = np.asarray(radii, float)
    step = length / len(r)
    z = (np.arange(len(r)) + 0.5) * step
    area = float(np.sum(r**2))
    mass = math.pi * density * step * area
    height = float(np.sum(z * r**2)) / area
    I3 = math.pi / 2 * density * step * float(np.sum(r**4))
    I1 = I3 / 2 + math.pi * density * step * float(np.sum(z**2 * r**2)) - mass * height**2
    return Inertia(mass, I1, I3, height)


def steiner(inertia: Matrix, mass: float, offset: Sequence[float]) -> Matrix:
    """The inertia matrix (3, 3) about P from that about G, with offset = PG [m] (Huygens-Steiner, 3.2).

    I_P = I + m (|PG|² 1 - PG PGᵀ).
    """
    d = np.asarray(offset, float)
    return np.asarray(inertia + mass * (d @ d * np.eye(3) - np.outer(d, d)))


def rotated(inertia: Matrix, to_frame: Matrix) -> Matrix:
    """The inertia matrix in another frame, S I Sᵀ, where S takes components of the old frame to the new one (3.2)."""
    return np.asarray(to_frame @ inertia @ to_frame.T)


def matrix(I1: float, I2: float, I3: float, I12: float = 0.0, I13: float = 0.0, I23: float = 0.0) -> Matrix:
    """The inertia matrix (3, 3) [kg m²] with these elements; those off the diagonal are minus the products."""
    return np.array([[I1, I12, I13], [I12, I2, I23], [I13, I23, I3]])


def principal(inertia: Matrix) -> tuple[Matrix, Matrix]:
    """Principal moments, ascending, (3,) [kg m²], and their axes, the columns of a rotation (3, 3).

    Of a diagonal matrix both are exact.
    """
    if np.array_equal(inertia, np.diag(np.diag(inertia))):
        order = np.argsort(np.diag(inertia), kind="stable")
        moments, axes = np.diag(inertia)[order], np.eye(3)[:, order]
    else:
        moments, axes = np.linalg.eigh(inertia)
        axes = axes * np.sign(axes[np.argmax(np.abs(axes), axis=0), range(3)])
    axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
    return moments, axes


def products(when: Mapping[str, Sequence[str]]) -> tuple[Parameter, Parameter, Parameter]:
    """Parameters for the elements 12, 13 and 23 of a given matrix of inertia, beside the options `when`."""
    return tuple(  # type: ignore[return-value]  # of three symbols
        Parameter(
            default=0.0, unit="kg m²", low=-1e6, high=1e6, symbol=f"I{subscripts}", when=when,
            meaning=f"element {places} of the matrix of inertia, minus the product of inertia",
        )
        for places, subscripts in (("12", "₁₂"), ("13", "₁₃"), ("23", "₂₃"))
    )  # fmt: skip


def check(inertia: Matrix, real: bool = True) -> None:
    """Raise BadInput for a matrix that is not positive definite, or (real) that no distribution of mass has.

    A body's principal moments obey I1 <= I2 + I3 and the like.
    """
    a, b, c = (float(moment) for moment in principal(inertia)[0])
    if not a > 0.0:
        raise BadInput(
            f"inertia matrix with principal moments {a:.6g}, {b:.6g}, {c:.6g} kg m²: must be positive definite"
        )
    if real and c > a + b + MARGIN * c:
        raise BadInput(
            f"inertia matrix with principal moments {a:.6g}, {b:.6g}, {c:.6g} kg m²: no body has one that is larger "
            f"than the other two together, {a + b:.6g} kg m²"
        )


def revolved(rows: Sequence[tuple[float, float]], density: float) -> Inertia:
    """The homogeneous body swept by a profile of straight pieces between rows (r, z) [m], z ascending.

    Exact, for the integrands of 3.4 are polynomials in each piece. A first or last row off the axis is closed by a
    flat face; z is counted like that of the rows.
    """
    r, z = np.asarray(rows, float).T
    places, weights = np.polynomial.legendre.leggauss(3)
    part = 0.5 * (places[:, None] + 1.0)
    return swept(r[:-1] + part * np.diff(r), z[:-1] + part * np.diff(z), 0.5 * weights[:, None] * np.diff(z), density)


def swept(r: Matrix, z: Matrix, dz: Matrix, density: float) -> Inertia:
    """A homogeneous body of revolution by the integrals of 3.4, as sums over disks of radius r, height z, thickness dz.

    dz are the weights of any quadrature over the axis [m].
    """
    part = math.pi * density * r**2 * dz
    mass = float(part.sum())
    centre = float((part * z).sum()) / mass
    I3 = float((part * r**2).sum()) / 2
    return Inertia(mass, I3 / 2 + float((part * (z - centre) ** 2).sum()), I3, centre)
