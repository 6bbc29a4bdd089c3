"""The tippe top that rolls without slip, by the equations of the paper."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from physics.bodies.contact import GRAVITY, MASS, SPHERE, SYSTEM_NUMBERS
from physics.bodies.inertia import Inertia, cap, check, matrix, truncated_sphere
from physics.core.fields import Choice, Parameter, SharedValues
from physics.core.units import format_number
from physics.errors import BadInput
from physics.maths.trig import sincos
from physics.shapes import outlines
from physics.shapes.solids import SolidOfRevolution
from physics.table.rolling_angles import (
    I1,
    I3,
    VALUE_NAMES,
    RollingEulerSystem,
    angle_quantities,
    clearance,
    meridian,
    rolling,
    write_angle_values,
    write_angles_pose,
)
from physics.tops.table_pose import HEAD
from physics.types import Floats

RADIUS, ALPHA = SYSTEM_NUMBERS, SYSTEM_NUMBERS + 1
"""Indices of R and alpha in p."""


def accelerations(
    s: float, c: float, psi_dot: float, theta_dot: float, phi_dot: float, p: Floats
) -> tuple[float, float, float]:
    """Return psi'', theta'', phi'' by equations 16 to 18; s and c are sine and cosine of theta."""
    inertia_1, inertia_3, R, alpha = p[I1], p[I3], p[RADIUS], p[ALPHA]
    mR2 = p[MASS] * R * R
    off = alpha - c
    f1 = phi_dot + psi_dot * c
    f3 = inertia_1 * inertia_3 + mR2 * (inertia_1 * s * s + inertia_3 * off * off)
    f2 = theta_dot / s * (
        f1 * inertia_3 * (inertia_3 + mR2 * (1.0 - alpha * c)) / f3 - 2.0 * psi_dot * c
    )  # fmt: skip
    theta_2 = s / (inertia_1 + mR2 * (off * off + s * s)) * (
        psi_dot * psi_dot * (inertia_1 * c - mR2 * off * (1.0 - alpha * c))
        + f1 * psi_dot * (mR2 * (alpha * c - 1.0) - inertia_3)
        - mR2 * alpha * (theta_dot * theta_dot + p[GRAVITY] / R)
    )  # fmt: skip
    phi_2 = psi_dot * theta_dot * s - c * f2 - f1 * theta_dot * s * mR2 * (inertia_3 * off + inertia_1 * c) / f3
    return f2, theta_2, phi_2


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    s, c = sincos(y[1])
    psi_2, theta_2, phi_2 = accelerations(s, c, y[5], y[6], y[7], p)
    write_angle_values(y, p, psi_2, theta_2, phi_2, out)


VALUES = SharedValues(_write_values, *VALUE_NAMES)


class TippeTop(RollingEulerSystem):
    """A tippe top that rolls without slip: a sphere whose centre of mass G is not its centre C. It never inverts.

    GC = R alpha a. Coordinates: precession psi, nutation theta, spin phi [rad] (z-x-z, `physics/maths/euler_angles.py`)
    and their rates [rad/s]; x and y of G [m], with P4 and P5 as `physics/table/rolling_angles.py` says. Equations of
    motion (Chappelier, "Simulation de toupies", EPFL 2020, eqs 16-18, after Glad, Petersson and Rauch-Wojciechowski,
    SIGMA 3, 2007, 041), implemented in `accelerations`:

        theta'' = sin theta / (I1 + m R² ((alpha - cos theta)² + sin² theta))
                  (psi'² (I1 cos theta - m R² (alpha - cos theta)(1 - alpha cos theta))
                   + f1 psi' (m R² (alpha cos theta - 1) - I3) - m R² alpha theta'² - m R alpha g)          (16)
        psi''   = f2                                                                                        (17)
        phi''   = psi' theta' sin theta - cos theta f2
                  - f1 theta' sin theta m R² (I3 (alpha - cos theta) + I1 cos theta) / f3                   (18)
        f1 = phi' + psi' cos theta
        f2 = theta'/sin theta f1 I3 (I3 + m R² (1 - alpha cos theta)) / f3 - 2 psi' theta' cot theta
        f3 = I1 I3 + m R² I1 sin² theta + m R² I3 (alpha - cos theta)²

    They are correct as printed. Besides the energy they conserve Jellett's L·X, X from G to the contact, and Routh's
    omega_3 √(I1 I3 + m R² (I3 (cos theta - alpha)² + I1 sin² theta)). Therefore a top of -1 < alpha < 1 that spins
    about its axis never inverts without slip, however fast it is: Routh's keeps the sign of omega_3, and Jellett's,
    -I3 omega_3 R (1 - alpha) when upright and I3 omega_3 R (1 + alpha) when inverted, would have it change. Tippe tops
    invert because they slip (see sliding-body).

    Its moments of inertia are given, or those of a homogeneous sphere without the cap that determines alpha (3.3); the
    contact is that of the whole sphere in both cases. Euler angles fail at theta = 0 and pi, and a run that comes
    closer than 1e-4 rad ends with a message; so does one where the table would have to pull.
    """

    name = "tippe-top"
    title = "Rolling tippe top"
    inlined = True
    kind = "body on a table"
    shape: ClassVar[str] = "offset sphere"

    inertia = Choice(
        default="given",
        options=("given", "homogeneous"),
        meaning="moments of inertia given directly, or those of a homogeneous sphere cut so that it has this α",
    )
    mass = Parameter(default=0.02, unit="kg", low=1e-6, high=1e3, log=True, symbol="m", meaning="mass")
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g", meaning="gravity")
    radius = Parameter(
        default=0.02, unit="m", low=1e-4, high=10.0, log=True, symbol="R", meaning="radius of the sphere"
    )
    alpha = Parameter(
        default=0.3, unit="", low=-1000.0, high=1000.0, symbol="α",
        meaning="eccentricity: CG / R, centre above G when upright",
    )  # fmt: skip
    I1 = Parameter(
        default=131.0 / 350.0 * 0.02 * 0.02**2, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₁",
        meaning="transverse moment of inertia, about the centre of mass", when={"inertia": ("given",)},
    )  # fmt: skip
    I3 = Parameter(
        default=0.4 * 0.02 * 0.02**2, unit="kg m²", low=1e-15, high=1e6, log=True, symbol="I₃",
        meaning="axial moment of inertia", when={"inertia": ("given",)},
    )  # fmt: skip

    quantities = angle_quantities(VALUES)

    @property
    def cut(self) -> float:
        """The height of the cap that a homogeneous sphere lacks [m]."""
        return cap(self.radius, self.alpha) if self.inertia == "homogeneous" else 0.0

    @property
    def sphere(self) -> tuple[float, float]:
        """The radius R and R alpha [m]."""
        return self.radius, self.radius * self.alpha

    def consistent(self) -> None:
        """Raise BadInput for a cap not less than its sphere, or I3 > 2 I1."""
        if self.inertia == "homogeneous" and not 0.0 <= self.alpha < 1.0:
            raise BadInput(
                f"alpha = {format_number(self.alpha)}: a truncated homogeneous sphere has 0 to below 1; "
                "others are allowed when inertia is given"
            )
        if self.inertia == "given":
            check(matrix(self.I1, self.I1, self.I3))

    def constants(self) -> tuple[float, ...]:
        """Return mass, gravity, inertia and sphere as `physics/bodies/contact.py` defines them, then R and alpha."""
        about = Inertia(self.mass, self.I1, self.I3, 0.0)
        if self.inertia == "homogeneous":
            about = truncated_sphere(self.radius, self.cut, 1.0).scaled_to(self.mass)
        moments = (about.I1, about.I1, about.I3, 0.0, 0.0, 0.0)
        return self.mass, self.gravity, *moments, SPHERE, *self.sphere, 0.0, 0.0, 0.0, 0.0, self.radius, self.alpha

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y by equations 16 to 18, with rolling of G."""
        s, c = sincos(y[1])
        for i in range(5):
            dy[i] = y[5 + i]
        dy[5], dy[6], dy[7] = accelerations(s, c, y[5], y[6], y[7], p)
        dy[8], dy[9] = rolling(y, s, c, meridian(s, c, p))

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        p = s[HEAD:]
        sin_theta, cos_theta = sincos(y[1])
        psi_2, theta_2, phi_2 = accelerations(sin_theta, cos_theta, y[5], y[6], y[7], p)
        write_angles_pose(y, s, psi_2, theta_2, phi_2, out)

    @staticmethod
    def margin(y: Floats, p: Floats) -> float:
        """Return the smaller of theta's distance from the poles [rad] and F_n / m [m/s²]."""
        s, c = sincos(y[1])
        _, theta_2, _ = accelerations(s, c, y[5], y[6], y[7], p)
        return clearance(y, s, c, meridian(s, c, p), theta_2, p)

    @cached_property
    def solid(self) -> SolidOfRevolution:
        """The sphere with its cut about G."""
        R, offset = self.sphere
        return SolidOfRevolution(outlines.sphere(R, offset - R, self.cut))
