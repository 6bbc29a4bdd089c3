"""Base of the systems with a convex body on a table: parameters of its shape, mass and inertia."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from physics.bodies import inertia as inertias
from physics.bodies.contact import EGG, ELLIPSOID, KIND, RING, SPHERE, SYSTEM_NUMBERS, TURNED, TWO_BALLS
from physics.bodies.inertia import Inertia, Matrix
from physics.core.fields import Choice, Parameter, Profile
from physics.core.system import System
from physics.core.units import format_number
from physics.errors import BadInput
from physics.maths import rounded
from physics.maths.rounded import square
from physics.shapes import outlines
from physics.shapes.outlines import Outline
from physics.shapes.solids import Ellipsoid, Solid, SolidOfRevolution
from physics.table import support
from physics.table.support import Support

EGG_STEPS = 64
"""Number of straight pieces of the outline of an egg from a pole to the equator."""
ARC_INTERVALS = 16
"""Number of intervals of a table in the smoothed tilts on one side of a flat face."""
THIN = 0.02
"""Half the thickness of a thin disk as drawn, at its centre, in radii."""

ON_AXIS = ("truncated sphere", "egg", "cone", "profile")
"""Shapes whose axis has a lowest point, from which G is measured when the inertia is given."""


class ContactBody(System):
    """A system of one convex body on a table, of a chosen shape, homogeneous or with its inertia given.

    Adds the parameters of the body; `numbers` returns them as the p of `physics/bodies/contact.py`. Body axes have
    their origin at G. Axis 3 is the axis of revolution where there is one, and points from the bottom of a shape to its
    top. A homogeneous offset sphere is a truncated one that rolls as if the cap were still there (Chappelier 2020, 6.2,
    note 6); "truncated sphere" touches with its flat face. Hollows of a profile never touch: the contact is that of its
    convex hull. Two equal balls welded together (hurricane balls) touch with the lower one, at -R (a + k) from G where
    that is the first one.
    """

    kind = "body on a table"

    shape = Choice(
        default="offset sphere",
        options=("offset sphere", "truncated sphere", "ellipsoid", "egg", "disk", "cone", "profile", "two balls"),
        meaning="the surface that touches the table",
    )
    inertia = Choice(
        default="homogeneous", options=("homogeneous", "given"), meaning="from the shape, or moments given directly"
    )
    mass = Parameter(
        default=0.019792033717615697, unit="kg", low=1e-6, high=1e3, log=True, symbol="m", meaning="mass",
    )  # fmt: skip
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g", meaning="gravity")
    radius = Parameter(
        default=0.02, unit="m", low=1e-4, high=10.0, log=True, symbol="R",
        meaning="radius of the sphere, of the disk, of the base of the cone, of each ball",
        when={"shape": ("offset sphere", "truncated sphere", "disk", "cone", "two balls")},
    )  # fmt: skip
    alpha = Parameter(
        default=0.125, unit="", low=-1e3, high=1e3, symbol="α",
        meaning="eccentricity: CG / R, centre above G when upright", when={"shape": ("offset sphere",)},
    )  # fmt: skip
    cut = Parameter(
        default=0.01, unit="m", low=0.0, high=20.0, symbol="h", meaning="height of the cap taken off, less than 2 R",
        when={"shape": ("truncated sphere",)},
    )  # fmt: skip
    length = Parameter(
        default=0.05, unit="m", low=1e-3, high=10.0, log=True, symbol="L", meaning="height of the cone, apex below",
        when={"shape": ("cone",)},
    )  # fmt: skip
    axis_1 = Parameter(
        default=0.02, unit="m", low=1e-4, high=10.0, log=True, symbol="a",
        meaning="semi-axis of the ellipsoid along body axis 1; radius of the egg", when={"shape": ("ellipsoid", "egg")},
    )  # fmt: skip
    axis_2 = Parameter(
        default=0.02, unit="m", low=1e-4, high=10.0, log=True, symbol="b", meaning="semi-axis along body axis 2",
        when={"shape": ("ellipsoid",)},
    )  # fmt: skip
    axis_3 = Parameter(
        default=0.03, unit="m", low=1e-4, high=10.0, log=True, symbol="c",
        meaning="semi-axis along body axis 3; half the length of the egg", when={"shape": ("ellipsoid", "egg")},
    )  # fmt: skip
    taper = Parameter(
        default=0.3, unit="", low=-0.99, high=0.99, symbol="τ",
        meaning="asymmetry of the egg: blunter lower end, sharper upper end; 0: a spheroid",
        when={"shape": ("egg",)},
    )  # fmt: skip
    profile = Profile(
        default=(
            (0.0, 0.0), (0.004, 0.001), (0.012, 0.006), (0.020, 0.014), (0.024, 0.022), (0.022, 0.027),
            (0.010, 0.030), (0.004, 0.033), (0.003, 0.050), (0.0, 0.051),
        ),
        unit="m", low=0.0, high=10.0, meaning="rows (r, z) of the meridian from its bottom to its top",
        when={"shape": ("profile",)},
    )  # fmt: skip
    edge = Parameter(
        default=0.0, unit="m", low=0.0, high=1.0, symbol="ρ",
        meaning="radius of the edges; makes the shape larger by as much on all sides",
        when={"shape": ("disk", "cone")},
    )  # fmt: skip
    smoothing = Parameter(
        default=0.1, unit="rad", low=0.02, high=0.5, log=True, symbol="w",
        meaning="range of tilt to either side over which flat faces are rounded",
        when={"shape": ("truncated sphere", "cone", "profile")},
    )  # fmt: skip
    I1 = Parameter(
        default=2.7461446783191785e-06, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₁",
        meaning="moment of inertia about body axis 1 through G", when={"inertia": ("given",)},
    )  # fmt: skip
    I2 = Parameter(
        default=2.7461446783191785e-06, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₂",
        meaning="moment of inertia about body axis 2 through G", when={"inertia": ("given",)},
    )  # fmt: skip
    I3 = Parameter(
        default=3.364645731994668e-06, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₃",
        meaning="moment of inertia about body axis 3 through G", when={"inertia": ("given",)},
    )  # fmt: skip
    I12, I13, I23 = inertias.products({"inertia": ("given",)})
    centre_1 = Parameter(
        default=0.0, unit="m", low=-10.0, high=10.0, symbol="c₁",
        meaning="centre of the ellipsoid from G along body axis 1",
        when={"shape": ("ellipsoid",), "inertia": ("given",)},
    )  # fmt: skip
    centre_2 = Parameter(
        default=0.0, unit="m", low=-10.0, high=10.0, symbol="c₂",
        meaning="centre of the ellipsoid from G along body axis 2",
        when={"shape": ("ellipsoid",), "inertia": ("given",)},
    )  # fmt: skip
    centre_3 = Parameter(
        default=0.0, unit="m", low=-10.0, high=10.0, symbol="c₃",
        meaning="centre of the ellipsoid from G along body axis 3",
        when={"shape": ("ellipsoid",), "inertia": ("given",)},
    )  # fmt: skip
    distance = Parameter(
        default=0.0175, unit="m", low=0.0, high=10.0, log=True, symbol="d",
        meaning="height of G above the bottom of the axis", when={"shape": ON_AXIS, "inertia": ("given",)},
    )  # fmt: skip

    # Derived from the parameters ----------------------------------------------------------------------------

    def consistent(self) -> None:
        """Raise BadInput if the parameters give no convex body, or an inertia that no body has."""
        if self.shape == "truncated sphere" and not self.cut < 2 * self.radius:
            raise BadInput(
                f"cut = {format_number(self.cut)} m: must be less than twice the radius, "
                f"{format_number(2 * self.radius)} m"
            )
        if self.shape == "egg" and support.least_curvature(self._support) < 0.0:
            raise BadInput(
                f"taper = {format_number(self.taper)}: an egg of these axes is hollow with it; nearer to 0 is allowed"
            )
        if self.shape == "offset sphere" and self.inertia == "homogeneous" and not 0.0 <= self.alpha < 1.0:
            raise BadInput(
                f"alpha = {format_number(self.alpha)}: a truncated homogeneous sphere has 0 to below 1; "
                "others are allowed when inertia is given"
            )
        inertias.check(self.inertia_matrix)

    @cached_property
    def inertia_matrix(self) -> Matrix:
        """The inertia matrix about G in body axes, (3, 3) [kg m²]."""
        if self.inertia == "given":
            return inertias.matrix(self.I1, self.I2, self.I3, self.I12, self.I13, self.I23)
        if self.shape == "ellipsoid":
            a, b, c = square(self.axis_1), square(self.axis_2), square(self.axis_3)
            return self.mass / 5 * np.diag([b + c, a + c, a + b])
        about = self._homogeneous
        return np.diag([about.I1, about.I1, about.I3])

    @cached_property
    def _homogeneous(self) -> Inertia:
        """The homogeneous body of revolution; z is the height of G over the origin of its `_support`."""
        R = self.radius
        match self.shape:
            case "disk":
                about = inertias.disk(R, self.mass)
            case "two balls":
                about = inertias.two_balls(R)
            case "cone":
                about = inertias.cone(self.length, R, 1.0)
            case "egg":
                about = support.solid_inertia(self._support)
            case "profile":
                about = inertias.revolved(self.profile, 1.0)
            case _:
                about = inertias.truncated_sphere(R, self._cap, 1.0)
        return about.scaled_to(self.mass)

    @property
    def _cap(self) -> float:
        """The height of the cap cut off a homogeneous sphere [m], given or from alpha = 3 h² / (4 R (R + h)) (3.3)."""
        if self.shape == "truncated sphere":
            return self.cut
        return 2 / 3 * self.radius * (self.alpha + math.sqrt(square(self.alpha) + 3 * self.alpha))

    @cached_property
    def _support(self) -> Support:
        """The support function of an egg about its middle, of a sphere about its centre, of a cone about its apex."""
        match self.shape:
            case "egg":
                return support.egg(self.axis_1, self.axis_3, self.taper)
            case "truncated sphere":
                return support.truncated_sphere(self.radius, self.cut, self.smoothing)
            case "cone":
                rows = outlines.cone(self.length, self.radius, 0.0)
            case _:
                rows = self.profile
        return support.offset_outline(
            support.rounded_outline(rows, self.smoothing), edge=self.edge if self.shape == "cone" else 0.0
        )

    @cached_property
    def _G(self) -> float:
        """The height of G over the origin of `_support` [m]."""
        if self.inertia == "homogeneous":
            return self._homogeneous.z
        bottom = {"truncated sphere": -self.radius, "egg": -self.axis_3, "profile": self.profile[0][1]}
        return self.distance + bottom.get(self.shape, 0.0)

    def numbers(self, own: tuple[float, ...] = ()) -> tuple[float, ...]:
        """Return p as `physics/bodies/contact.py` defines it, with the system's own numbers at OWN."""
        I = self.inertia_matrix  # noqa: E741  # the symbol of the matrix of inertia
        body = (self.mass, self.gravity, I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
        surface, table = self._surface(SYSTEM_NUMBERS + len(own))
        filled = (*surface, *(0.0,) * (SYSTEM_NUMBERS - KIND - len(surface)))
        return tuple(float(each) for each in (*body, *filled, *own, *table))

    def _surface(self, place: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the kind of surface with its numbers, and its table for the index `place`."""
        match self.shape:
            case "offset sphere":
                return (SPHERE, self.radius, self.radius * self.alpha), ()
            case "two balls":
                return (TWO_BALLS, self.radius, -self.radius), ()
            case "disk":
                return (RING, self.radius, self.edge), ()
            case "ellipsoid":
                axes = square(self.axis_1), square(self.axis_2), square(self.axis_3)
                return (ELLIPSOID, *axes, self.centre_1, self.centre_2, self.centre_3), ()
            case "egg":
                kappa = support.egg_kappa(self.axis_1, self.axis_3, self.taper)
                return (EGG, square(self.axis_1), square(self.axis_3), kappa, self._G), ()
        about_G = support.offset_outline(self._support, height=self._G)
        quarter = self._quarter()
        return (TURNED, place, quarter, 0.5 * math.pi / quarter), support.table(about_G, quarter)

    def _quarter(self) -> int:
        """Number of intervals of the table of h, or pieces of the outline, from a pole to the equator."""
        return EGG_STEPS if self.shape == "egg" else math.ceil(0.5 * math.pi / self.smoothing * ARC_INTERVALS)

    @cached_property
    def symmetric(self) -> bool:
        """Return whether the inertia is that of a body of revolution about axis 3."""
        I = self.inertia_matrix  # noqa: E741  # the symbol of the matrix of inertia
        return bool(I[0, 0] == I[1, 1] and not I[~np.eye(3, dtype=bool)].any())

    @cached_property
    def solid(self) -> Solid:
        """The shape about G, for drawing."""
        if self.shape == "ellipsoid":
            axes, centre = (self.axis_1, self.axis_2, self.axis_3), (self.centre_1, self.centre_2, self.centre_3)
            return Ellipsoid(axes, centre)
        return SolidOfRevolution(self._outline())

    def _outline(self) -> Outline:
        """Outline of a body of revolution about G, rows (r, z) [m]: the surface of contact, but a profile as given."""
        R, rho = self.radius, self.edge
        match self.shape:
            case "offset sphere" if self.alpha < -1.0:
                return self._peg()
            case "offset sphere":
                return outlines.sphere(R, R * (self.alpha - 1.0), self._cap if self.inertia == "homogeneous" else 0.0)
            case "two balls":
                return outlines.two_balls(R)
            case "disk" if rho == 0.0:
                return (0.0, -THIN * R), (R, 0.0), (0.0, THIN * R)
            case "disk":
                rim = [(R + rho * rounded.sin(a), -rho * rounded.cos(a)) for a in np.linspace(0.0, math.pi, 33)]
                return (0.0, -rho), *rim, (0.0, rho)
            case "profile":
                return tuple((r, z - self._G) for r, z in self.profile)
        about_G = support.offset_outline(self._support, height=self._G)
        return support.meridian(about_G, np.linspace(0.0, math.pi, 2 * self._quarter() + 1))

    def _peg(self) -> Outline:
        """Return the outline of a peg top: a ball far below G, then a cone and a cylinder of the given moments."""
        R, below = self.radius, self.radius * self.alpha
        I1, I3 = self.inertia_matrix[0, 0] / self.mass, self.inertia_matrix[2, 2] / self.mass
        widest, half = math.sqrt(2 * I3), 0.5 * math.sqrt(max(12 * I1 - 6 * I3, 0.0))
        ball = [(R * rounded.sin(a), below - R * rounded.cos(a)) for a in np.linspace(0.0, 0.5 * math.pi, 25).tolist()]
        low, high = max(-half, below + R), max(half, below + 2 * R)
        return (*ball, (widest, low), (widest, high), (0.0, high))
