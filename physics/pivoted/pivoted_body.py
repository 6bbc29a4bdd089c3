"""Base of the systems with a body of any shape and a fixed point."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property

import numpy as np

from physics.bodies import inertia
from physics.bodies.inertia import Inertia
from physics.bodies.turned_body import BodyOfRevolution
from physics.core.fields import Choice, Parameter
from physics.errors import BadInput
from physics.maths import dense
from physics.maths.euler_angles import Matrix
from physics.pivoted.pivoted_top import PivotedTop
from physics.shapes.solids import Ellipsoid, Solid
from physics.types import Vector3

SAME = 1e-9
"""Relative difference up to which two moments of inertia count as equal, for invariants that need equal ones."""
ASYMMETRIC = {"body": ("asymmetric",)}


class PivotedBody(PivotedTop):
    """A body of revolution fixed at a point of its axis, or any body given by its inertia matrix and centre of mass.

    The elements of the matrix off the diagonal are minus the products of inertia. Lengths are measured from the pivot,
    in body axes.
    """

    body = replace(BodyOfRevolution.body, options=(*BodyOfRevolution.body.options, "asymmetric"))
    about = Choice(
        default="centre of mass", options=("centre of mass", "pivot"), when=ASYMMETRIC,
        meaning="reference point of the inertia matrix",
    )  # fmt: skip
    I1 = replace(
        BodyOfRevolution.I1, when={"body": ("given", "asymmetric")},
        meaning="moment of inertia about body axis 1; of a symmetric top the transverse one at the centre of mass",
    )  # fmt: skip
    I2 = Parameter(
        default=BodyOfRevolution.I1.default, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₂", when=ASYMMETRIC,
        meaning="moment of inertia about body axis 2",
    )  # fmt: skip
    I3 = replace(
        BodyOfRevolution.I3, when={"body": ("given", "asymmetric")},
        meaning="moment of inertia about body axis 3, the axial one of a symmetric top",
    )  # fmt: skip
    I12, I13, I23 = inertia.products(ASYMMETRIC)
    distance_1 = Parameter(
        default=0.0, unit="m", low=-10.0, high=10.0, symbol="P₁", when=ASYMMETRIC,
        meaning="centre of mass from the pivot along body axis 1",
    )  # fmt: skip
    distance_2 = Parameter(
        default=0.0, unit="m", low=-10.0, high=10.0, symbol="P₂", when=ASYMMETRIC,
        meaning="centre of mass from the pivot along body axis 2",
    )  # fmt: skip
    distance_3 = Parameter(
        default=BodyOfRevolution.distance.default, unit="m", low=-10.0, high=10.0, symbol="P₃", when=ASYMMETRIC,
        meaning="centre of mass from the pivot along body axis 3",
    )  # fmt: skip

    def consistent(self) -> None:
        """Raise BadInput for an inertia matrix that no body has; one about the pivot is not checked about G."""
        super().consistent()
        if self.body == "asymmetric":
            inertia.check(self._given)
            inertia.check(self.inertia_about_pivot)

    @cached_property
    def _given(self) -> Matrix:
        return inertia.matrix(self.I1, self.I2, self.I3, self.I12, self.I13, self.I23)

    @cached_property
    def inertia(self) -> Inertia:
        """The mass and moments of inertia, of a body of revolution only."""
        if self.body == "asymmetric":
            raise BadInput("body = asymmetric: must be a body of revolution")
        return super().inertia

    @cached_property
    def centre(self) -> Vector3:
        """The vector from the pivot to the centre of mass in body axes, (3,) [m]."""
        if self.body == "asymmetric":
            return np.array([self.distance_1, self.distance_2, self.distance_3])
        return super().centre

    @cached_property
    def inertia_about_pivot(self) -> Matrix:
        """The inertia matrix about the pivot in body axes, (3, 3) [kg m²]."""
        if self.body != "asymmetric":
            return super().inertia_about_pivot
        return self._given if self.about == "pivot" else inertia.steiner(self._given, self.mass, self.centre.tolist())

    @cached_property
    def symmetry_axis(self) -> Vector3 | None:
        """The symmetry axis (3,), from the pivot to G, if it passes through both; else None."""
        length = math.hypot(*self.centre)
        axis = self.centre / length if length else np.array([0.0, 0.0, 1.0])
        matrix = self.inertia_about_pivot
        along = dense.dot(axis, dense.applied(matrix, axis))
        across = 0.5 * (float(np.trace(matrix)) - along)
        symmetric = across * np.eye(3) + (along - across) * np.outer(axis, axis)
        return axis if np.abs(matrix - symmetric).max() <= SAME * np.abs(matrix).max() else None

    @property
    def symmetric(self) -> bool:
        """Return whether the body is a symmetric top about its third axis, with G on it and not below the pivot."""
        return self.symmetry_axis is not None and self.symmetry_axis[2] == 1.0

    @property
    def is_kovalevskaya(self) -> bool:
        """Return whether I1 = I2 = 2 I3 about the pivot and G lies across axis 3."""
        matrix, (P_1, P_2, P_3) = self.inertia_about_pivot, self.centre
        wanted = np.diag([2.0, 2.0, 1.0]) * matrix[2, 2]
        like = np.abs(matrix - wanted).max() <= SAME * matrix[2, 2]
        return bool(like and abs(P_3) <= SAME * math.hypot(P_1, P_2))

    @property
    def solid(self) -> Solid:
        """The top as drawn; for an asymmetric one the ellipsoid that has its inertia."""
        return self._ellipsoid if self.body == "asymmetric" else super().solid

    @property
    def solid_frame(self) -> tuple[Vector3, Matrix]:
        """Origin (3,) [m] and axes (3, 3) of `solid` in body axes."""
        if self.body != "asymmetric":
            return super().solid_frame
        return self.centre, inertia.principal(self._about_centre)[1]

    @property
    def tip(self) -> Vector3:
        """The upper end of the axis, or an asymmetric body's centre of mass, in body axes, (3,) [m]."""
        return self.centre if self.body == "asymmetric" else super().tip

    @property
    def _rod(self) -> Solid | None:
        return None if self.body == "asymmetric" else super()._rod

    @cached_property
    def _about_centre(self) -> Matrix:
        P = self.centre
        return self.inertia_about_pivot - self.mass * (dense.dot(P, P) * np.eye(3) - np.outer(P, P))

    @cached_property
    def _ellipsoid(self) -> Ellipsoid:
        """Return the homogeneous ellipsoid of this mass and inertia about G; flat where no body has that inertia."""
        moments = inertia.principal(self._about_centre)[0]
        squares = 2.5 / self.mass * (np.sum(moments) - 2.0 * moments)
        least = 1e-4 * max(float(squares.max()), 1e-8)
        a, b, c = (math.sqrt(max(float(square), least)) for square in squares)
        return Ellipsoid((a, b, c))
