"""Base of the systems with a rigid body of any shape: one solid, several combined, or an inertia matrix."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from physics.bodies import inertia
from physics.bodies.inertia import Matrix
from physics.bodies.parts import PlacedSolid, combine
from physics.core.fields import Choice, Parameter
from physics.core.system import System
from physics.maths import dense
from physics.maths.rounded import square
from physics.shapes import outlines
from physics.shapes.solids import Box, Ellipsoid, SolidOfRevolution

UPRIGHT = np.eye(3)
TO_AXIS_1 = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
"""Rotation that takes the third axis, the axis of solids of revolution, to the first."""
HANDLE_OVERLAP = 0.05
"""Depth to which the handle of a racket reaches into the head, in lengths of the head."""
MIN_SEMI_AXIS = 0.05
"""Smallest semi-axis of the ellipsoid that is drawn for given moments, relative to the largest."""


class SolidBody(System):
    """A system of one rigid body with G at the origin of its axes, of a chosen shape or of given inertia.

    Adds the parameters of the body, its `parts`, and its inertia matrix `tensor` about G. Bodies are homogeneous; nut
    and racket are two parts of one material, and their overlap counts twice. A given matrix must be positive definite.
    In the default proportions axis 3 has the intermediate moment of bodies with three different ones.
    """

    body = Choice(
        default="wing nut",
        options=("wing nut", "racket", "book", "box", "ellipsoid", "cylinder", "given"),
        meaning="shape of the homogeneous body, or its inertia given directly",
    )
    mass = Parameter(default=0.1, unit="kg", low=1e-6, high=1e3, log=True, symbol="m", meaning="mass")
    wing_span = Parameter(
        default=0.08, unit="m", low=1e-3, high=10.0, log=True, meaning="wings from end to end, along axis 1",
        when={"body": ("wing nut",)},
    )  # fmt: skip
    wing_radius = Parameter(
        default=0.005, unit="m", low=1e-4, high=1.0, log=True, meaning="radius of the wings",
        when={"body": ("wing nut",)},
    )  # fmt: skip
    hub_length = Parameter(
        default=0.03, unit="m", low=1e-3, high=10.0, log=True, meaning="hub from the middle of the wings down axis 3",
        when={"body": ("wing nut",)},
    )  # fmt: skip
    hub_radius = Parameter(
        default=0.009, unit="m", low=1e-4, high=1.0, log=True, meaning="radius of the hub",
        when={"body": ("wing nut",)},
    )  # fmt: skip
    head_length = Parameter(
        default=0.17, unit="m", low=1e-3, high=10.0, log=True, meaning="length of the elliptic head, along axis 1",
        when={"body": ("racket",)},
    )  # fmt: skip
    head_width = Parameter(
        default=0.15, unit="m", low=1e-3, high=10.0, log=True, meaning="width of the head, along axis 3",
        when={"body": ("racket",)},
    )  # fmt: skip
    head_thickness = Parameter(
        default=0.014, unit="m", low=1e-4, high=1.0, log=True, meaning="thickness of the head, along axis 2",
        when={"body": ("racket",)},
    )  # fmt: skip
    handle_length = Parameter(
        default=0.11, unit="m", low=1e-3, high=10.0, log=True, meaning="length of the handle, along axis 1",
        when={"body": ("racket",)},
    )  # fmt: skip
    handle_radius = Parameter(
        default=0.013, unit="m", low=1e-4, high=1.0, log=True, meaning="radius of the handle",
        when={"body": ("racket",)},
    )  # fmt: skip
    book_height = Parameter(
        default=0.21, unit="m", low=1e-3, high=10.0, log=True, meaning="height of the book, along axis 1",
        when={"body": ("book",)},
    )  # fmt: skip
    book_thickness = Parameter(
        default=0.03, unit="m", low=1e-4, high=10.0, log=True, meaning="thickness of the book, along axis 2",
        when={"body": ("book",)},
    )  # fmt: skip
    book_width = Parameter(
        default=0.14, unit="m", low=1e-3, high=10.0, log=True, meaning="width of the book, along axis 3",
        when={"body": ("book",)},
    )  # fmt: skip
    side_1 = Parameter(
        default=0.12, unit="m", low=1e-4, high=10.0, log=True, meaning="side of the box along axis 1",
        when={"body": ("box",)},
    )  # fmt: skip
    side_2 = Parameter(
        default=0.03, unit="m", low=1e-4, high=10.0, log=True, meaning="side of the box along axis 2",
        when={"body": ("box",)},
    )  # fmt: skip
    side_3 = Parameter(
        default=0.08, unit="m", low=1e-4, high=10.0, log=True, meaning="side of the box along axis 3",
        when={"body": ("box",)},
    )  # fmt: skip
    axis_1 = Parameter(
        default=0.06, unit="m", low=1e-4, high=10.0, log=True, symbol="a₁",
        meaning="semi-axis of the ellipsoid along axis 1", when={"body": ("ellipsoid",)},
    )  # fmt: skip
    axis_2 = Parameter(
        default=0.025, unit="m", low=1e-4, high=10.0, log=True, symbol="a₂",
        meaning="semi-axis of the ellipsoid along axis 2", when={"body": ("ellipsoid",)},
    )  # fmt: skip
    axis_3 = Parameter(
        default=0.04, unit="m", low=1e-4, high=10.0, log=True, symbol="a₃",
        meaning="semi-axis of the ellipsoid along axis 3", when={"body": ("ellipsoid",)},
    )  # fmt: skip
    length = Parameter(
        default=0.02, unit="m", low=1e-4, high=10.0, log=True, symbol="L",
        meaning="length of the cylinder, along axis 3", when={"body": ("cylinder",)},
    )  # fmt: skip
    radius = Parameter(
        default=0.05, unit="m", low=1e-4, high=10.0, log=True, symbol="R", meaning="radius of the cylinder",
        when={"body": ("cylinder",)},
    )  # fmt: skip
    I1 = Parameter(
        default=2e-4, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₁",
        meaning="moment of inertia about axis 1", when={"body": ("given",)},
    )  # fmt: skip
    I2 = Parameter(
        default=4e-4, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₂",
        meaning="moment of inertia about axis 2", when={"body": ("given",)},
    )  # fmt: skip
    I3 = Parameter(
        default=3e-4, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₃",
        meaning="moment of inertia about axis 3", when={"body": ("given",)},
    )  # fmt: skip
    I12, I13, I23 = inertia.products({"body": ("given",)})

    def consistent(self) -> None:
        """Raise BadInput if a given matrix is not positive definite."""
        if self.body == "given":
            inertia.check(self._given(), real=False)

    def _given(self) -> Matrix:
        return inertia.matrix(self.I1, self.I2, self.I3, self.I12, self.I13, self.I23)

    @cached_property
    def tensor(self) -> Matrix:
        """Inertia matrix about G in body axes, (3, 3) [kg m²]."""
        return self._given() if self.body == "given" else self._assembled[1]

    @cached_property
    def parts(self) -> list[PlacedSolid]:
        """The solids that are drawn, placed relative to G."""
        return [self._equivalent_ellipsoid()] if self.body == "given" else self._assembled[0]

    @cached_property
    def reach(self) -> float:
        """The coordinate along axis 3 [m] of the end of the body that is further from G; negative for the lower end."""
        heights = np.hstack(
            [part.centre[2] + dense.applied(part.solid.extremes(), part.turn[2]) for part in self.parts]
        )
        return float(heights[np.argmax(np.abs(heights))])

    @cached_property
    def _assembled(self) -> tuple[list[PlacedSolid], Matrix]:
        return combine(self._solids(), self.mass)

    def _solids(self) -> list[PlacedSolid]:
        origin = np.zeros(3)
        match self.body:
            case "wing nut":
                hub = SolidOfRevolution(outlines.cylinder(self.hub_length, self.hub_radius, -self.hub_length))
                wings = SolidOfRevolution(outlines.cylinder(self.wing_span, self.wing_radius, -0.5 * self.wing_span))
                return [PlacedSolid("wings", wings, origin, TO_AXIS_1), PlacedSolid("hub", hub, origin, UPRIGHT)]
            case "racket":
                half = (0.5 * self.head_length, 0.5 * self.head_thickness, 0.5 * self.head_width)
                top = (HANDLE_OVERLAP - 0.5) * self.head_length
                handle = SolidOfRevolution(
                    outlines.cylinder(self.handle_length, self.handle_radius, top - self.handle_length)
                )
                return [
                    PlacedSolid("head", Ellipsoid(half), origin, UPRIGHT),
                    PlacedSolid("handle", handle, origin, TO_AXIS_1),
                ]
            case "book":
                solid: Box | Ellipsoid | SolidOfRevolution = Box(
                    (self.book_height, self.book_thickness, self.book_width)
                )
            case "box":
                solid = Box((self.side_1, self.side_2, self.side_3))
            case "ellipsoid":
                solid = Ellipsoid((self.axis_1, self.axis_2, self.axis_3))
            case _:
                solid = SolidOfRevolution(outlines.cylinder(self.length, self.radius, -0.5 * self.length))
        return [PlacedSolid(self.body, solid, origin, UPRIGHT)]

    def _equivalent_ellipsoid(self) -> PlacedSolid:
        """The homogeneous ellipsoid with the given mass and moments (Legendre's), where it exists."""
        moments, axes = inertia.principal(self.tensor)
        squares = 2.5 / self.mass * (np.sum(moments) - 2.0 * moments)
        a, b, c = np.sqrt(np.maximum(squares, square(MIN_SEMI_AXIS) * squares.max())).tolist()
        return PlacedSolid("body", Ellipsoid((a, b, c)), np.zeros(3), axes)
