"""Base of the systems with one homogeneous body of revolution: its parameters, inertia and outline."""

from __future__ import annotations

import math
from functools import cached_property

from physics.bodies import inertia
from physics.bodies.inertia import Inertia
from physics.core.fields import Choice, Parameter, Vector
from physics.core.system import System
from physics.core.units import format_number
from physics.errors import BadInput
from physics.shapes import outlines
from physics.shapes.outlines import Outline


class BodyOfRevolution(System):
    """A system of one body of revolution, chosen from Chappelier 2020, 3.3 and 3.4, or given by its inertia.

    Adds the parameters of the body, its `inertia` and its `outline`; lengths along the axis are measured from the
    pivot.
    """

    body = Choice(
        default="cone",
        options=("cone", "cylinder", "sphere", "truncated sphere", "disk", "bar", "profile", "given"),
        meaning="shape of the homogeneous body, or its inertia given directly",
    )
    mass = Parameter(
        default=inertia.cone(length=0.15, radius=0.05, density=100.0).mass,
        unit="kg", low=1e-6, high=1e3, log=True, symbol="m", meaning="mass",
    )  # fmt: skip
    length = Parameter(
        default=0.15, unit="m", low=1e-3, high=10.0, log=True, symbol="L", meaning="length along the axis",
        when={"body": ("cone", "cylinder", "bar", "profile")},
    )  # fmt: skip
    radius = Parameter(
        default=0.05, unit="m", low=1e-3, high=10.0, log=True, symbol="R", meaning="largest radius",
        when={"body": ("cone", "cylinder", "sphere", "truncated sphere", "disk")},
    )  # fmt: skip
    cut = Parameter(
        default=0.02, unit="m", low=0.0, high=20.0, symbol="h", meaning="height of the cap taken off, less than 2 R",
        when={"body": ("truncated sphere",)},
    )  # fmt: skip
    profile = Vector(
        default=(
            0.003, 0.006, 0.016, 0.030, 0.041, 0.047, 0.049, 0.046,
            0.038, 0.026, 0.014, 0.007, 0.005, 0.0045, 0.005, 0.006,
        ),
        unit="m", low=1e-4, high=10.0, shortest=2, longest=200,
        meaning="radii rᵢ of equal slices from the bottom to the top", when={"body": ("profile",)},
    )  # fmt: skip
    stem = Parameter(
        default=0.0, unit="m", low=0.0, high=10.0, symbol="s", meaning="length of the massless rod from pivot to body",
        when={"body": ("cone", "cylinder", "sphere", "truncated sphere", "disk", "bar", "profile")},
    )  # fmt: skip
    I1 = Parameter(
        default=4.786020058203204e-05, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₁",
        meaning="transverse moment of inertia, about the centre of mass", when={"body": ("given",)},
    )  # fmt: skip
    I3 = Parameter(
        default=2.945243112740431e-05, unit="kg m²", low=0.0, high=1e6, log=True, symbol="I₃",
        meaning="axial moment of inertia", when={"body": ("given",)},
    )  # fmt: skip
    distance = Parameter(
        default=0.1125, unit="m", low=0.0, high=10.0, log=True, symbol="d",
        meaning="distance from the pivot to the centre of mass", when={"body": ("given",)},
    )  # fmt: skip

    @cached_property
    def inertia(self) -> Inertia:
        """Mass and moments about G; z is the height of G above the pivot when the top stands upright."""
        m, R, L = self.mass, self.radius, self.length
        match self.body:
            case "given":
                return Inertia(m, self.I1, self.I3, self.distance)
            case "sphere":
                about = inertia.sphere(R, 1.0)._replace(z=R)
            case "truncated sphere":
                about = inertia.truncated_sphere(R, self.cut, 1.0)
                about = about._replace(z=R + about.z)
            case "cylinder":
                about = inertia.cylinder(L, R, 1.0)
            case "bar":
                about = inertia.bar(L, m)
            case "disk":
                about = inertia.disk(R, m)
            case "profile":
                about = inertia.slices(self.profile, L, 1.0)
            case _:
                about = inertia.cone(L, R, 1.0)
        return about.scaled_to(m)._replace(z=about.z + self.stem)

    def consistent(self) -> None:
        """Raise BadInput for a cap not less than its sphere, or I3 > 2 I1 (which would need negative mass)."""
        if self.body == "truncated sphere" and not self.cut < 2 * self.radius:
            raise BadInput(
                f"cut = {format_number(self.cut)} m: must be less than twice the radius, "
                f"{format_number(2 * self.radius)} m"
            )
        if self.body == "given" and self.I3 > 2 * self.I1 * (1 + 1e-9):
            raise BadInput(
                f"I3 = {format_number(self.I3)} kg m²: must be at most 2 I1 = {format_number(2 * self.I1)} kg m² "
                "for a real body"
            )

    @cached_property
    def outline(self) -> Outline:
        """The outline, rows (r, z) [m] from the bottom of the body to its top; the pivot is at z = 0."""
        R, L, bottom = self.radius, self.length, self.stem
        match self.body:
            case "sphere":
                return outlines.sphere(R, bottom)
            case "truncated sphere":
                return outlines.sphere(R, bottom, self.cut)
            case "cylinder":
                return outlines.cylinder(L, R, bottom)
            case "bar":
                return outlines.cylinder(L, 0.02 * L, bottom)
            case "disk":
                return outlines.cylinder(0.08 * R, R, bottom - 0.04 * R)
            case "profile":
                return outlines.turned(self.profile, L, bottom)
            case "given":
                return self._equivalent_cylinder(self.inertia)
            case _:
                return outlines.cone(L, R, bottom)

    @staticmethod
    def _equivalent_cylinder(about: Inertia) -> Outline:
        """Return the outline of the cylinder that has the given mass and moments, at the given distance."""
        radius = max(math.sqrt(2 * about.I3 / about.mass), 1e-3)
        length = math.sqrt(max(12 * (about.I1 / about.mass - about.I3 / about.mass / 2), 0.0)) + 0.04 * radius
        return outlines.cylinder(length, radius, about.z - length / 2)
