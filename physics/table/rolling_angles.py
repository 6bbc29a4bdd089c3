"""A body of revolution that rolls without slip on a horizontal table, in Euler angles: base of the formulations.

State y = (psi, theta, phi, P4, P5; psi', theta', phi', x, y): x and y [m] are the position of the centre of mass G, and
P4 and P5 their integrals over time, which have no meaning but make the system second-order, as in Chappelier,
"Simulation de toupies" (EPFL 2020), 6.2 (there for the centre C of the sphere instead of G). Constants p begin as
`physics/bodies/contact.py` says.

Vectors have nodal components, along u, b and a (`physics/maths/euler_angles.py`), in which k = (0, sin theta, cos
theta), or components along u, n and k, where n = k×u is horizontal. With the height h(theta) of G above the table the
body touches at X = -h k - h' n from G, which moves along the surface by dX/dtheta = -(h + h'') n. Without slip G has
the velocity X×omega: along u -(h' psi' + r phi') with r = h sin theta + h' cos theta, along n -h theta', along k h'
theta'.
"""

from __future__ import annotations

import math
from array import array
from functools import cached_property

import numpy as np

from physics.bodies.contact import FIRST, GRAVITY, INERTIA, MASS, contact_point
from physics.core.fields import Invariant, Quantity, SharedValues, Variable
from physics.core.system import System
from physics.core.units import format_number
from physics.maths import dense
from physics.maths.euler_angles import lab_to_nodal, nodal_angular_velocity, nodal_to_lab, rotation_rows
from physics.maths.quaternion import euler, from_euler, omega_of_rates
from physics.maths.trig import sincos
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Solid
from physics.table.rolling import FORCE_NAMES, TRANSLATION, WEIGHT, force_quantities, write_table_forces
from physics.tops import table_pose
from physics.tops.rotation_energy import euler_angle_parts, split_euler_angles
from physics.tops.table_pose import HEAD, write_pose
from physics.types import Floats, Motion, Vector3

POLE = 1e-4
"""Distance from theta = 0 or pi [rad] within which 1/sin(theta) leaves psi and phi too few digits."""
I1, I3 = INERTIA, INERTIA + 2
"""Indices in p of the transverse and the axial moment of inertia."""

Triple = tuple[float, float, float]
Four = tuple[float, float, float, float]


# Scalar functions, for right-hand sides ----------------------------------------------------------------------------


def meridian(s: float, c: float, p: Floats) -> Four:
    """Return (X2, X3, dX2/dtheta, dX3/dtheta) [m]: the contact point from G in nodal components and its derivative."""
    _, X2, X3, _, D2, D3 = contact_point(0.0, s, c, 0.0, c, -s, p)
    return X2, X3, D2, D3


def heights(s: float, c: float, at: Four) -> tuple[float, float, float]:
    """Return h, h' and h'' [m] of a `meridian`: the height of G above the table and its derivatives by theta."""
    X2, X3, D2, D3 = at
    h = -(s * X2 + c * X3)
    return h, s * X3 - c * X2, s * D3 - c * D2 - h


def rolling(y: Floats, s: float, c: float, at: Four) -> tuple[float, float]:
    """Return the velocity of G in the lab [m/s], x' and y'."""
    X2, X3, _, _ = at
    sin_psi, cos_psi = sincos(y[0])
    along_u, along_n = X2 * (y[5] * c + y[7]) - X3 * y[5] * s, (s * X2 + c * X3) * y[6]
    return along_u * cos_psi - along_n * sin_psi, along_u * sin_psi + along_n * cos_psi


def clearance(y: Floats, s: float, c: float, at: Four, theta_2: float, p: Floats) -> float:
    """Return the smaller of theta's distance from the poles [rad] and F_n / m [m/s²]; theta_2 is theta''."""
    _, slope, bend = heights(s, c, at)
    return min(y[1] - POLE, math.pi - POLE - y[1], p[GRAVITY] + slope * theta_2 + bend * y[6] * y[6])


def energy(top: RollingEulerSystem, y: Floats) -> float:
    """Return the kinetic energy plus m g h [J]."""
    p = top.p
    s, c = sincos(y[1])
    h, slope, _ = heights(s, c, meridian(s, c, p))
    w2, w3 = y[5] * s, y[5] * c + y[7]
    along_u = slope * y[5] + (h * s + slope * c) * y[7]
    speed2 = along_u * along_u + (h * h + slope * slope) * y[6] * y[6]
    turning = p[I1] * (y[6] * y[6] + w2 * w2) + p[I3] * w3 * w3
    return 0.5 * (turning + p[MASS] * speed2) + p[MASS] * p[GRAVITY] * h


def force_in_lab(y: Floats, psi_2: float, theta_2: float, phi_2: float, p: Floats) -> Triple:
    """Return the force of the table [N] in the lab, from the second derivatives of the angles [rad/s²]."""
    s, c = sincos(y[1])
    h, slope, bend = heights(s, c, meridian(s, c, p))
    r, r_dot = h * s + slope * c, (h + bend) * c * y[6]
    along_u, along_n = -slope * y[5] - r * y[7], -h * y[6]
    u_dot = -bend * y[6] * y[5] - slope * psi_2 - r_dot * y[7] - r * phi_2
    n_dot = -slope * y[6] * y[6] - h * theta_2
    sin_psi, cos_psi = sincos(y[0])
    a_u, a_n = u_dot - y[5] * along_n, n_dot + y[5] * along_u
    m, g = p[MASS], p[GRAVITY]
    up = g + slope * theta_2 + bend * y[6] * y[6]
    return m * (a_u * cos_psi - a_n * sin_psi), m * (a_u * sin_psi + a_n * cos_psi), m * up


def write_angles_pose(y: Floats, s: Floats, psi_2: float, theta_2: float, phi_2: float, out: Floats) -> None:
    """Write the pose of a top with these second derivatives of the angles [rad/s²]."""
    p = s[HEAD:]
    sin_theta, cos_theta = sincos(y[1])
    sin_phi, cos_phi = sincos(y[2])
    X2, X3, _, _ = meridian(sin_theta, cos_theta, p)
    w1, w2, w3 = nodal_angular_velocity(y[1], y[5], y[6], y[7])
    F, weight = force_in_lab(y, psi_2, theta_2, phi_2, p), p[MASS] * p[GRAVITY]
    write_pose(
        out, s, rotation_rows(y[0], y[1], y[2]), (y[8], y[9], -(sin_theta * X2 + cos_theta * X3)), w3,
        nodal_to_lab(y[0], y[1], w1, w2, w3), nodal_to_lab(y[0], y[1], p[I1] * w1, p[I1] * w2, p[I3] * w3), weight,
        nodal_to_lab(y[0], y[1], 0.0, X2, X3), (X2 * sin_phi, X2 * cos_phi, X3), F, F, False,
    )  # fmt: skip


# Derived quantities ------------------------------------------------------------------------------------------------


def _to_lab(vector: Vector3, y: Floats) -> Vector3:
    """Return a vector in nodal axes in the lab, (3,)."""
    return dense.applied(lab_to_nodal(y[0], y[1]).T, vector)


def _jellett(top: RollingEulerSystem, y: Floats) -> float:
    s, c = sincos(y[1])
    X2, X3, _, _ = meridian(s, c, top.p)
    _, w2, w3 = nodal_angular_velocity(y[1], y[5], y[6], y[7])
    return top.p[I1] * w2 * X2 + top.p[I3] * w3 * X3


def _jellett_scale(top: RollingEulerSystem, y: Floats) -> float:
    return float(dense.length(top.momentum_nodal(y)) * dense.length(top.contact_nodal(y)))


def _routh_factor(top: RollingEulerSystem, y: Floats) -> float:
    s, c = sincos(y[1])
    R, off = top.p[FIRST], top.p[FIRST] * c - top.p[FIRST + 1]
    inertia_1, inertia_3, m = top.p[I1], top.p[I3], top.p[MASS]
    return math.sqrt(inertia_1 * inertia_3 + m * (inertia_3 * off * off + inertia_1 * (R * s) * (R * s)))


def _routh(top: RollingEulerSystem, y: Floats) -> float:
    return (y[5] * sincos(y[1])[1] + y[7]) * _routh_factor(top, y)


def _routh_scale(top: RollingEulerSystem, y: Floats) -> float:
    return dense.length(top.omega_nodal(y)) * _routh_factor(top, y)


def _is_sphere(top: RollingEulerSystem) -> bool:
    return top.sphere is not None


def threshold(p: Floats, c: float) -> float:
    """Return the spin [rad/s] above which rolling on the axis is stable, upright (c = cos theta = 1) or inverted (-1).

    A small circle with G leaning out is a steady motion where W² (I1 + m h²) - n W (I3 + m h ρ) - m g (ρ - h) = 0, with
    the radius of curvature ρ = h + h'' of the lower end; it is stable where both W are real. 0: stable at any spin.
    """
    h, _, bend = heights(0.0, c, meridian(0.0, c, p))
    rho = h + bend
    m = p[MASS]
    return math.sqrt(max(0.0, -4.0 * m * p[GRAVITY] * bend * (p[I1] + m * h * h))) / (p[I3] + m * h * rho)


def write_angle_values(y: Floats, p: Floats, psi_2: float, theta_2: float, phi_2: float, out: Floats) -> None:
    """Write the values of `VALUE_NAMES`, from the second derivatives of the angles [rad/s²]."""
    s, c = sincos(y[1])
    F_x, F_y, F_z = force_in_lab(y, psi_2, theta_2, phi_2, p)
    write_table_forces(F_x, F_y, F_z, p, out)
    h, _, _ = heights(s, c, meridian(s, c, p))
    out[5], out[6], out[7], out[8] = y[5] * c + y[7], h, threshold(p, 1.0), threshold(p, -1.0)


VALUE_NAMES = (*FORCE_NAMES, "omega_3", "height", "n_upright", "n_inverted")


def angle_quantities(values: SharedValues) -> tuple[Quantity, ...]:
    """Return the quantities of a formulation with the values `VALUE_NAMES`."""
    return (
        Quantity("omega_3", "ω₃", "rad/s", "spin rate about the symmetry axis", values["omega_3"]),
        Quantity("height", "z", "m", "G above the table", values["height"]),
        *force_quantities(values),
        Quantity(
            "n_upright", "n↑", "rad/s", "spin rate above which rolling upright (θ = 0) is stable",
            values["n_upright"], applies=lambda top: threshold(top.p, 1.0) > 0.0,
        ),
        Quantity(
            "n_inverted", "n↓", "rad/s", "spin rate above which rolling inverted (θ = π) is stable",
            values["n_inverted"], applies=lambda top: threshold(top.p, -1.0) > 0.0,
        ),
    )  # fmt: skip


class RollingEulerSystem(System):
    """Base of the systems with the state above. Subclasses define constants, quantities, rate, margin, solid and
    sphere.

    solid: the shape of the body about G. sphere: (R, R alpha) [m] where its surface is a sphere whose centre lies
    R alpha above G, else None.
    """

    family = "rolling top"

    variables = (
        Variable("psi", "ψ", "rad", "precession angle", start=0.2),
        Variable(
            "theta",
            "θ",
            "rad",
            "nutation angle",
            start=0.7,
            low=1e-3,
            high=math.pi - 1e-3,
            why="(Euler angles are singular at 0 and π)",
        ),
        Variable("phi", "φ", "rad", "spin angle", start=0.1),
        Variable(
            "x_integral", "P₄", "m s", "time integral of x (in the source's state)", entry=False, role="auxiliary"
        ),
        Variable(
            "y_integral", "P₅", "m s", "time integral of y (in the source's state)", entry=False, role="auxiliary"
        ),
        Variable("psi_dot", "ψ̇", "rad/s", "precession rate", start=3.0, low=-1e5, high=1e5, role="velocity"),
        Variable("theta_dot", "θ̇", "rad/s", "nutation rate", start=-2.0, low=-1e5, high=1e5, role="velocity"),
        Variable("phi_dot", "φ̇", "rad/s", "spin rate", start=40.0, low=-1e5, high=1e5, role="velocity"),
        Variable("x", "x", "m", "G along x"),
        Variable("y", "y", "m", "G along y"),
    )
    invariants = (
        Invariant("energy", "E", "J", "kinetic energy plus weight times height of G", energy),
        Invariant(
            "jellett", "L·X", "kg m³/s", "Jellett's integral L·X, X from G to the contact point",
            _jellett, _jellett_scale, applies=_is_sphere,
        ),
        Invariant(
            "routh", "ω₃√(…)", "kg m²/s", "Routh's integral ω₃ √(I₁I₃ + mR²(I₃(cos θ − α)² + I₁ sin² θ))",
            _routh, _routh_scale, applies=_is_sphere,
        ),
    )  # fmt: skip
    energy_parts = (*euler_angle_parts("I₁"), TRANSLATION, WEIGHT)

    @property
    def solid(self) -> Solid:
        """The shape of the body about G."""
        raise NotImplementedError

    @property
    def sphere(self) -> tuple[float, float] | None:
        """The radius R and R alpha [m]."""
        raise NotImplementedError

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return translation, spin, precession, nutation and weight [J]."""
        p, (s, c) = self.p, sincos(y[1])
        h, slope, _ = heights(s, c, meridian(s, c, p))
        along_u = slope * y[5] + (h * s + slope * c) * y[7]
        square = along_u * along_u + (h * h + slope * slope) * y[6] * y[6]
        return {
            "translation": 0.5 * p[MASS] * square,
            **split_euler_angles(p[I1], p[I3], s, y[5], y[6], y[5] * c + y[7]),
            "weight": p[MASS] * p[GRAVITY] * h,
        }

    # Nodal vectors, (3,) ------------------------------------------------------------------------------------

    def omega_nodal(self, y: Floats) -> Vector3:
        """Return the angular velocity [rad/s]."""
        return np.array(nodal_angular_velocity(y[1], y[5], y[6], y[7]))

    def momentum_nodal(self, y: Floats) -> Vector3:
        """Return the angular momentum about G [kg m²/s]."""
        return np.array([self.p[I1], self.p[I1], self.p[I3]]) * self.omega_nodal(y)

    def contact_nodal(self, y: Floats) -> Vector3:
        """Return the contact point from G [m]."""
        X2, X3, _, _ = meridian(*sincos(y[1]), self.p)
        return np.array([0.0, X2, X3])

    # In the lab, (3,) ---------------------------------------------------------------------------------------

    def axis(self, y: Floats) -> Vector3:
        """Return the body's axis a."""
        return np.asarray(lab_to_nodal(y[0], y[1])[2])

    def omega(self, y: Floats) -> Vector3:
        """Return the angular velocity [rad/s]."""
        return _to_lab(self.omega_nodal(y), y)

    def momentum(self, y: Floats) -> Vector3:
        """Return the angular momentum about G [kg m²/s]."""
        return _to_lab(self.momentum_nodal(y), y)

    def height(self, y: Floats) -> float:
        """Return the height of G above the table [m]."""
        s, c = sincos(y[1])
        return heights(s, c, meridian(s, c, self.p))[0]

    def position(self, y: Floats) -> Vector3:
        """Return the position of G [m]."""
        return np.array([y[8], y[9], self.height(y)])

    def velocity(self, y: Floats) -> Vector3:
        """Return the velocity of G [m/s]: X×omega."""
        return _to_lab(np.cross(self.contact_nodal(y), self.omega_nodal(y)), y)

    def contact(self, y: Floats) -> Vector3:
        """Return the contact point on the table [m]."""
        return np.asarray(self.position(y) + _to_lab(self.contact_nodal(y), y))

    # Methods of a system -------------------------------------------------------------------------------------------

    def trouble(self, y: Floats) -> str:
        """Return the message of a body at the poles of Euler angles, or of a table that would have to pull."""
        if self.margin(y, self.p) > 0.0:
            return ""
        if min(y[1], math.pi - y[1]) <= POLE:
            pole = "0" if y[1] < 1.0 else "π"
            return (
                f"θ came within {format_number(POLE)} rad of {pole}, where Euler angles are singular "
                "(formulation rolling-body is not singular there)"
            )
        return "the table would have to pull: contact is lost, and a rolling body cannot fly (see sliding-body)"

    def motion(self, y: Floats) -> Motion:
        """Return the motion at y."""
        x, y_, z = self.position(y).tolist()
        v_x, v_y, v_z = self.velocity(y).tolist()
        return Motion(
            from_euler(y[0], y[1], y[2]), omega_of_rates(y[1], y[2], y[5], y[6], y[7]), (x, y_, z), (v_x, v_y, v_z)
        )

    def resume(self, motion: Motion) -> array[float]:
        """Return the state with the rotation and place of `motion`; its velocity is that of rolling. P4 = P5 = 0."""
        psi, theta, phi, *rates = euler(motion.rotation, motion.omega)
        self.variables[self.index("theta")].check(theta)
        return array("d", [psi, theta, phi, 0.0, 0.0, *rates, *motion.position[:2]])

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The top, its vectors, the upper end of its axis, and the contact on the table and on the body."""
        return table_pose.layout("top", self.solid, table_pose.ROLLING)

    def pose_constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/tops/table_pose.py`, then p."""
        return table_pose.tip_of(self.solid), 1.0, *self.p
