"""A spherical pendulum on the turning Earth."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from math import sqrt
from typing import NamedTuple

import numpy as np

from physics.core.fields import EnergyPart, Invariant, Parameter, Quantity, SharedValues, Variable
from physics.core.system import System
from physics.errors import BadInput
from physics.maths import dense, rounded
from physics.maths.lengths import inverse_length
from physics.maths.trig import PI, arctan2, arctan2_to_pi
from physics.shapes.pose import ArrowKind, PoseLayout, Rows, write_arrow, write_body, write_point
from physics.shapes.solids import Ellipsoid
from physics.types import Floats, Vector3

PLACE, VELOCITY = ("x", "y", "z"), ("x_dot", "y_dot", "z_dot")
ANGLES, RATES = ("theta", "psi"), ("theta_dot", "psi_dot")
BRASS = 8500.0
"""Density of the ball that is drawn [kg/m³]."""
VERTICAL_TOLERANCE = 1e-12
"""Horizontal part of the rotation rate below which its axis counts as vertical."""
EXACT = 1e-15
"""Relative error of a length below which it is unchanged, so that a start given back keeps its bits."""
LENGTH, GRAVITY, NORTH, UP, MASS = range(5)
"""Indices in p."""


class Swing(NamedTuple):
    """The ellipse that the bob would describe with a small swing on an Earth without rotation.

    plane: azimuth of its long axis [rad], from -pi/2 to pi/2. major and minor: its semi-axes [m]; the minor one is
    negative where the bob goes round clockwise, seen from above.
    """

    plane: float
    major: float
    minor: float


def _energy(pendulum: FoucaultPendulum, y: Floats) -> float:
    p = pendulum.p
    kinetic = y[3] * y[3] + y[4] * y[4] + y[5] * y[5]
    east = p[NORTH] * y[2] - p[UP] * y[1]
    carried = east * east + (p[UP] * p[UP] + p[NORTH] * p[NORTH]) * y[0] * y[0]
    return 0.5 * p[MASS] * (kinetic - carried) + p[MASS] * p[GRAVITY] * (y[2] + p[LENGTH])


def _energy_scale(pendulum: FoucaultPendulum, y: Floats) -> float:
    kinetic = 0.5 * pendulum.mass * (y[3] * y[3] + y[4] * y[4] + y[5] * y[5])
    return kinetic + pendulum.mass * pendulum.gravity * (y[2] + pendulum.length)


def _L_z(pendulum: FoucaultPendulum, y: Floats) -> float:
    p = pendulum.p
    return p[MASS] * (y[0] * y[4] - y[1] * y[3] + p[UP] * (y[0] * y[0] + y[1] * y[1]))


def _L_scale(pendulum: FoucaultPendulum, y: Floats) -> float:
    speed = math.hypot(y[3], y[4], y[5]) + abs(pendulum.p[UP]) * math.hypot(y[0], y[1])
    return pendulum.mass * pendulum.length * speed


def _falls(pendulum: FoucaultPendulum) -> bool:
    return pendulum.gravity > 0.0


def _coriolis(y: Floats, p: Floats) -> tuple[float, float, float]:
    """Return the Coriolis force -2 m Omega×v [N]."""
    m, north, up = -2.0 * p[MASS], p[NORTH], p[UP]
    return m * (north * y[5] - up * y[4]), m * up * y[3], -m * north * y[3]


def _tension(y: Floats, p: Floats) -> float:
    """Return the tension of the rod [N], negative where it pushes."""
    north, up, m = p[NORTH], p[UP], p[MASS]
    along, square = north * y[1] + up * y[2], north * north + up * up
    c_x, c_y, c_z = _coriolis(y, p)
    f_x = c_x + m * square * y[0]
    f_y = c_y + m * (square * y[1] - along * north)
    f_z = c_z + m * (square * y[2] - along * up - p[GRAVITY])
    speed = y[3] * y[3] + y[4] * y[4] + y[5] * y[5]
    return (m * speed + y[0] * f_x + y[1] * f_y + y[2] * f_z) / p[LENGTH]


def _tension_of(pendulum: FoucaultPendulum, y: Floats) -> float:
    return _tension(y, pendulum.p)


def _ellipse(y: Floats, p: Floats) -> tuple[float, float, float]:
    """Return azimuth of the long axis [rad] and semi-axes [m], as `Swing` has them, where there is gravity."""
    slow = sqrt(p[LENGTH] / p[GRAVITY])
    u, v = slow * (y[3] - p[UP] * y[1]), slow * (y[4] + p[UP] * y[0])
    plane = 0.5 * arctan2_to_pi(2.0 * (y[0] * y[1] + u * v), y[0] * y[0] + u * u - y[1] * y[1] - v * v)
    squares, area = y[0] * y[0] + u * u + y[1] * y[1] + v * v, y[0] * v - y[1] * u
    total, difference = sqrt(squares + 2.0 * abs(area)), sqrt(max(squares - 2.0 * abs(area), 0.0))
    major = 0.5 * (total + difference)
    return plane, major, area / major if major > 0.0 else 0.0


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    out[0], out[1] = arctan2(sqrt(y[0] * y[0] + y[1] * y[1]), -y[2]), -p[UP]
    out[2] = 2.0 * PI / abs(p[UP]) if p[UP] != 0.0 else math.nan
    for i in range(3, 8):
        out[i] = math.nan
    if p[GRAVITY] > 0.0:
        plane, major, minor = _ellipse(y, p)
        square = p[LENGTH] * p[LENGTH]
        out[3], out[4], out[5] = plane, major, minor
        out[6] = 0.375 * sqrt(p[GRAVITY] / p[LENGTH]) * major * minor / square
        size = (major * major + minor * minor) / square
        out[7] = 2.0 * PI * sqrt(p[LENGTH] / p[GRAVITY]) * (1.0 + size / 16.0)


VALUES = SharedValues(
    _write_values, "swing", "foucault_rate", "turn", "plane", "semi_major", "semi_minor", "area_rate", "period"
)


ARROWS = (
    ArrowKind("weight", "mg", "N", "weight"),
    ArrowKind("force", "F", "N", "tension of the rod"),
    ArrowKind("coriolis", "F_C", "N", "Coriolis force"),
    ArrowKind("velocity", "v", "m/s", "velocity in the turning axes"),
    ArrowKind("omega", "Ω", "rad/s", "rotation of the Earth"),
)


class FoucaultPendulum(System):
    """A spherical pendulum in axes that rotate with the Earth: that of Foucault in the Panthéon, 1851.

    Coordinates: the bob, a point mass, at r = (x, y, z) [m] from the pivot, x to the east, y to the north, z up. It is
    held at the length L by a massless rod, which may also push. The axes rotate with the Earth at the rate Omega (0,
    cos(latitude), sin(latitude)), and g is the gravity that a plumb line and a balance show at the pivot: the
    attraction less the centrifugal force there. The difference of that force between bob and pivot, a fraction Omega²
    L/g of the weight (4e-8 in the Panthéon), is included, so that the equations are exact in a uniform field:

        r'' = a - ((v² + r·a) / r²) r,    a = (0, 0, -g) - 2 Omega×v - Omega×(Omega×r)

    The last term of r'' is the tension over the mass; it keeps |r| = L, and errors of rounding and method are removed
    after each step by `settle`. Nothing is singular, neither the lowest point nor the highest.

    Invariants: the Jacobi integral E = m v²/2 + m g (z + L) - m |Omega×r|²/2; where the axis of rotation is vertical
    (at a pole, or with Omega = 0) also the angular momentum about it in non-rotating axes.

    A small swing is, in x + iy, exp(-i Omega sin(latitude) t) times an ellipse of the frequency omega0 = √(g/L): the
    ellipse rotates at the rate -Omega sin(latitude), clockwise in the north (Foucault, C. R. Acad. Sci. 32, 1851, 135).
    One with finite semi-axes a and b also rotates, in the sense of the bob's motion, at (3/8) omega0 a b/L² (Airy, Mem.
    R. Astron. Soc. 20, 1851, 121; Olsson, Am. J. Phys. 46, 1978, 1118): a bob that was pushed aside shows that instead
    of the Earth's rotation. Its period is longer by the fraction (a² + b²)/(16 L²).

    The default is the pendulum of the Panthéon: 28 kg on 67 m, let go 3 m aside.
    """

    name = "foucault-pendulum"
    title = "Foucault pendulum"
    plotted = ("plane",)
    inlined = True

    length = Parameter(
        default=67.0, unit="m", low=0.01, high=1e4, log=True, symbol="L", meaning="from the pivot to the bob"
    )
    mass = Parameter(default=28.0, unit="kg", low=1e-6, high=1e6, log=True, symbol="m", meaning="of the bob")
    gravity = Parameter(
        default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g",
        meaning="gravity as a plumb line shows it at the pivot, centrifugal force included",
    )  # fmt: skip
    latitude = Parameter(
        default=math.radians(48.846), unit="rad", low=-0.5 * math.pi, high=0.5 * math.pi, symbol="λ",
        meaning="latitude: the angle of the axis of rotation above the floor, in the north",
    )  # fmt: skip
    rotation_rate = Parameter(
        default=7.2921e-5, unit="rad/s", low=0.0, high=100.0, symbol="Ω", meaning="rotation rate of the Earth"
    )

    variables = (
        Variable("x", "x", "m", "the bob, to the east of the pivot", 3.0, entry=False),
        Variable("y", "y", "m", "the bob, to the north of it", entry=False),
        Variable("z", "z", "m", "the bob, above it", -math.sqrt(67.0 * 67.0 - 9.0), entry=False),
        Variable("x_dot", "ẋ", "m/s", "velocity to the east", entry=False, role="velocity"),
        Variable("y_dot", "ẏ", "m/s", "velocity to the north", entry=False, role="velocity"),
        Variable("z_dot", "ż", "m/s", "velocity upward", entry=False, role="velocity"),
    )
    aliases = (
        Variable("theta", "θ", "rad", "swing: the rod from the plumb line", 0.0, 0.0, math.pi),
        Variable("psi", "ψ", "rad", "azimuth of the bob from the east to the north", 0.0, -1e6, 1e6),
        Variable("theta_dot", "θ̇", "rad/s", "rate of swing", 0.0, -1e5, 1e5, role="velocity"),
        Variable("psi_dot", "ψ̇", "rad/s", "rate of azimuth", 0.0, -1e5, 1e5, role="velocity"),
    )
    invariants = (
        Invariant(
            "energy", "E", "J", "Jacobi integral: kinetic energy in the rotating axes, plus that of weight and "
            "centrifugal force", _energy, _energy_scale,
        ),
        Invariant(
            "L_z", "L·k", "kg m²/s", "angular momentum about the vertical in non-rotating axes", _L_z, _L_scale,
            applies=lambda pendulum: pendulum.has_vertical_axis,
        ),
    )  # fmt: skip
    energy_parts = (
        EnergyPart("swing", "½ m L² θ̇²", "motion towards the plumb line or away from it", "kinetic"),
        EnergyPart("azimuth", "½ m L² ψ̇² sin² θ", "motion around the plumb line, in the rotating axes", "kinetic"),
        EnergyPart("weight", "m g (z + L)", "potential energy of the weight, 0 at the lowest point", "potential"),
        EnergyPart(
            "centrifugal", "−½ m |Ω×r|²", "potential energy of the centrifugal force of the rotating axes, 0 at the "
            "pivot", "potential",
        ),
    )  # fmt: skip
    quantities = (
        Quantity("swing", "∠(r, −k)", "rad", "the rod from the plumb line", VALUES["swing"]),
        Quantity("plane", "α", "rad", "azimuth of the swing's long axis from the east to the north, −π/2 to π/2",
                 VALUES["plane"], applies=_falls),
        Quantity("semi_major", "a", "m", "long semi-axis of the swing", VALUES["semi_major"], applies=_falls),
        Quantity("semi_minor", "b", "m", "short semi-axis of the swing, negative where it goes round clockwise",
                 VALUES["semi_minor"], applies=_falls),
        Quantity("foucault_rate", "−Ω sin λ", "rad/s", "precession of a small swing by the Earth's rotation",
                 VALUES["foucault_rate"]),
        Quantity("area_rate", "3ω₀ab/8L²", "rad/s", "precession of a swing by its area, to first order",
                 VALUES["area_rate"], applies=_falls),
        Quantity("turn", "2π/Ω|sin λ|", "s", "period of one full rotation of the plane of a small swing",
                 VALUES["turn"], applies=lambda pendulum: abs(pendulum.p[UP]) > 0.0),
        Quantity("period", "T", "s", "period of the swing, to second order in its size", VALUES["period"],
                 applies=_falls),
        Quantity("tension", "F", "N", "tension of the rod", _tension_of),
    )  # fmt: skip

    def constants(self) -> tuple[float, ...]:
        """Return L [m], g [m/s²], the components of Omega to the north and up [rad/s], m [kg]."""
        rate, latitude = self.rotation_rate, self.latitude
        return self.length, self.gravity, rate * rounded.cos(latitude), rate * rounded.sin(latitude), self.mass

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y: r'' = a - ((v² + r·a) / r²) r."""
        g, north, up = p[1], p[2], p[3]
        along = north * y[1] + up * y[2]
        square = north * north + up * up
        a_x = 2.0 * (up * y[4] - north * y[5]) + square * y[0]
        a_y = -2.0 * up * y[3] + square * y[1] - along * north
        a_z = 2.0 * north * y[3] + square * y[2] - along * up - g
        speed = y[3] * y[3] + y[4] * y[4] + y[5] * y[5]
        # By |r|² of the state, not by L²: a method that takes long steps by itself may be off the sphere within one,
        # and would be driven further from it where the rod pushes.
        pull = (speed + y[0] * a_x + y[1] * a_y + y[2] * a_z) / (y[0] * y[0] + y[1] * y[1] + y[2] * y[2])
        dy[0], dy[1], dy[2] = y[3], y[4], y[5]
        dy[3] = a_x - pull * y[0]
        dy[4] = a_y - pull * y[1]
        dy[5] = a_z - pull * y[2]

    @staticmethod
    def settle(y: Floats, p: Floats) -> None:
        """Return the bob to its sphere, and its velocity to the tangent plane."""
        scale = p[0] * inverse_length(y[0] * y[0] + y[1] * y[1] + y[2] * y[2])
        y[0] *= scale
        y[1] *= scale
        y[2] *= scale
        outward = (y[0] * y[3] + y[1] * y[4] + y[2] * y[5]) / (p[0] * p[0])
        y[3] -= outward * y[0]
        y[4] -= outward * y[1]
        y[5] -= outward * y[2]

    # Initial state ----------------------------------------------------------------------------------------------

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with the bob on its sphere, in the same direction; raises BadInput at the pivot."""
        r, v = np.array([start[name] for name in PLACE]), np.array([start[name] for name in VELOCITY])
        distance = dense.length(r)
        if distance == 0.0:
            raise BadInput("x, y, z = 0, 0, 0: the bob is at the pivot; they must not all be 0")
        if abs(distance / self.length - 1.0) > EXACT:
            r *= self.length / distance
        outward = dense.dot(r, v) / (self.length * self.length)
        if abs(outward) * self.length > EXACT * dense.length(v):
            v -= outward * r
        return dict(zip((*PLACE, *VELOCITY), (*r.tolist(), *v.tolist()), strict=True))

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return swing, azimuth and their rates; at the lowest point the azimuth is that of the velocity."""
        x, y, z, u, v, w = (start[name] for name in (*PLACE, *VELOCITY))
        aside = math.hypot(x, y)
        theta = rounded.atan2(aside, -z)
        if aside < EXACT * self.length:
            return dict(zip((*ANGLES, *RATES), (theta, rounded.atan2(v, u), math.hypot(u, v) / self.length, 0.0),
                            strict=True))  # fmt: skip
        theta_dot = (w * aside - z * (x * u + y * v) / aside) / (self.length * self.length)
        psi_dot = (x * v - y * u) / (aside * aside)
        return dict(zip((*ANGLES, *RATES), (theta, rounded.atan2(y, x), theta_dot, psi_dot), strict=True))

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the start with these angles and rates."""
        e = {**self.to_aliases(self.normalized(start)), **given}
        s, c = rounded.sincos(e["theta"])
        north, east = rounded.sincos(e["psi"])
        swing, turn = self.length * e["theta_dot"], self.length * s * e["psi_dot"]
        return {
            "x": self.length * s * east,
            "y": self.length * s * north,
            "z": -self.length * c,
            "x_dot": swing * c * east - turn * north,
            "y_dot": swing * c * north + turn * east,
            "z_dot": swing * s,
        }

    # Derived quantities -------------------------------------------------------------------------------------

    @property
    def has_vertical_axis(self) -> bool:
        """True if the Earth rotates about the vertical, or not at all."""
        return abs(self.p[NORTH]) <= VERTICAL_TOLERANCE * abs(self.p[UP])

    @property
    def rotation(self) -> Vector3:
        """The angular velocity of the Earth (3,) [rad/s]."""
        return np.array([0.0, self.p[NORTH], self.p[UP]])

    def ellipse(self, y: Floats) -> Swing:
        """Return the ellipse of a small swing, from the velocity in axes that do not turn about the vertical."""
        return Swing(*_ellipse(y, self.p))

    def period(self, y: Floats) -> float:
        """Return the period 2 pi √(L/g) (1 + (a² + b²)/(16 L²)) [s]."""
        return VALUES["period"](self, y)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return swing, azimuth, weight and centrifugal part of the Jacobi integral [J]."""
        p, aside = self.p, math.hypot(y[0], y[1])
        east, north = (y[0] / aside, y[1] / aside) if aside > 0.0 else (0.0, 0.0)
        outward = east * y[3] + north * y[4] if aside > 0.0 else math.hypot(y[3], y[4])
        around = east * y[4] - north * y[3]
        carried = p[NORTH] * y[2] - p[UP] * y[1]
        square = carried * carried + (p[UP] * p[UP] + p[NORTH] * p[NORTH]) * y[0] * y[0]
        return {
            "swing": 0.5 * p[MASS] * (outward * outward + y[5] * y[5]),
            "azimuth": 0.5 * p[MASS] * around * around,
            "weight": p[MASS] * p[GRAVITY] * (y[2] + p[LENGTH]),
            "centrifugal": -0.5 * p[MASS] * square,
        }

    # Drawing -------------------------------------------------------------------------------------------------

    @property
    def radius(self) -> float:
        """The radius of a brass ball with the mass of the bob [m]."""
        return rounded.cbrt(0.75 * self.mass / (math.pi * BRASS))

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The bob, its third axis along the rod; forces, velocity, the Earth's rotation below; the path of the bob."""
        return PoseLayout((("bob", Ellipsoid((self.radius,) * 3)),), ARROWS, ("bob",))

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        length, g, north, up, mass = s[LENGTH], s[GRAVITY], s[NORTH], s[UP], s[MASS]
        x, y_, z = y[0], y[1], y[2]
        write_body(out, 0, x, y_, z, axis_rows(-x / length, -y_ / length, -z / length), 0.0)
        bob = x, y_, z
        write_arrow(out, 1, 0, bob, (0.0, 0.0, -mass * g))
        pull = -_tension(y, s) / length
        write_arrow(out, 1, 1, bob, (pull * x, pull * y_, pull * z))
        write_arrow(out, 1, 2, bob, _coriolis(y, s))
        write_arrow(out, 1, 3, bob, (y[3], y[4], y[5]))
        write_arrow(out, 1, 4, (0.0, 0.0, -length), (0.0, north, up))
        write_point(out, 1, 5, 0, bob)


def axis_rows(x: float, y: float, z: float) -> Rows:
    """Return the smallest rotation that takes the vertical to a unit axis, row by row; down: pi about x."""
    if z < EXACT - 1.0:
        return 1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0
    k = 1.0 / (1.0 + z)
    return 1.0 - k * x * x, -k * x * y, x, -k * x * y, 1.0 - k * y * y, y, -x, -y, z
