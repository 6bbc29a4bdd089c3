"""Mass, centre of mass and moments of inertia of homogeneous bodies of revolution.

Source: Chappelier, "Simulation de toupies" (EPFL 2020), section 3. Principal moments are about the centre
of mass G: I3 about the axis of symmetry, I1 about any axis across it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


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
