"""The pivoted symmetric top in Euler angles."""

from __future__ import annotations

import math
from array import array
from math import sqrt

from physics.core.fields import Invariant, Quantity, SharedValues, Variable
from physics.core.powers import ZERO, SplitBody, SplitPart
from physics.maths import dense
from physics.maths.euler_angles import nodal_angular_velocity, nodal_to_lab
from physics.maths.quaternion import from_euler, omega_of_rates
from physics.maths.trig import sincos
from physics.pivoted import symmetric_top
from physics.pivoted.lagrange_top import write_thresholds
from physics.pivoted.pivoted_pose import write_euler_pose
from physics.pivoted.pivoted_top import THRESHOLD_NAMES, EulerAngleTop, thresholds
from physics.tops.rotation_energy import split_euler_angles
from physics.types import Floats, Motion


def _angular_momentum(top: Gyroscope, y: Floats) -> tuple[float, float, float]:
    """Return the nodal components (u, b, a) of the angular momentum about the pivot [kg m²/s]."""
    I_A, I3 = top.p[0], top.p[1]
    w1, w2, w3 = nodal_angular_velocity(y[1], y[3], y[4], y[5])
    return I_A * w1, I_A * w2, I3 * w3


def _energy(top: Gyroscope, y: Floats) -> float:
    I_A, I3, mgd = top.p[0], top.p[1], top.p[2]
    s, c = sincos(y[1])
    w2, w3 = y[3] * s, y[3] * c + y[5]
    return 0.5 * (I_A * (y[4] * y[4] + w2 * w2) + I3 * w3 * w3) + mgd * c


def _energy_scale(top: Gyroscope, y: Floats) -> float:
    return _energy(top, y) + 2.0 * top.p[2]


def _L_z(top: Gyroscope, y: Floats) -> float:
    s, c = sincos(y[1])
    _, L2, L3 = _angular_momentum(top, y)
    return L2 * s + L3 * c


def _L_3(top: Gyroscope, y: Floats) -> float:
    return _angular_momentum(top, y)[2]


def _momentum_scale(top: Gyroscope, y: Floats) -> float:
    return math.hypot(*_angular_momentum(top, y))


def _coplanarity(top: Gyroscope, y: Floats) -> float:
    """Return a·(ω×L) [J] from lab components, whose rounding it shows."""
    w_1, w_2, w_3 = nodal_angular_velocity(y[1], y[3], y[4], y[5])
    L_1, L_2, L_3 = _angular_momentum(top, y)
    n, e, u = nodal_to_lab(y[0], y[1], 0.0, 0.0, 1.0)
    wx, wy, wz = nodal_to_lab(y[0], y[1], w_1, w_2, w_3)
    lx, ly, lz = nodal_to_lab(y[0], y[1], L_1, L_2, L_3)
    return n * (wy * lz - wz * ly) + e * (wz * lx - wx * lz) + u * (wx * ly - wy * lx)


def _omega_3(top: Gyroscope, y: Floats) -> float:
    return nodal_angular_velocity(y[1], y[3], y[4], y[5])[2]


def _omega(top: Gyroscope, y: Floats) -> float:
    w_1, w_2, w_3 = nodal_angular_velocity(y[1], y[3], y[4], y[5])
    return sqrt(w_1 * w_1 + w_2 * w_2 + w_3 * w_3)


def _coplanarity_scale(top: Gyroscope, y: Floats) -> float:
    return float(dense.length(top.omega(y)) * dense.length(top.momentum(y)))


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    _, c = sincos(y[1])
    write_thresholds(p[0], p[1], p[2], c, y[3] * c + y[5], out)
    out[4] = p[3] * c


VALUES = SharedValues(_write_values, *THRESHOLD_NAMES, "height")


class Gyroscope(EulerAngleTop):
    """A symmetric top with a fixed point on its axis, under its own weight.

    Coordinates: precession psi, nutation theta, spin phi [rad] (z-x-z, `physics/maths/euler_angles.py`) and their rates
    [rad/s]. Equations of motion (Chappelier, "Simulation de toupies", EPFL 2020, eqs 13-15), implemented in `rate`,
    with I_A = I1 + m d² about the pivot, d from the pivot to the centre of mass:

        theta'' = (m g d sin theta + psi' sin theta ((I_A - I3) psi' cos theta - I3 phi')) / I_A           (13)
        psi''   = theta' / (I_A sin theta) ((I3 - 2 I_A) psi' cos theta + I3 phi')                        (14)
        phi''   = theta' / (I_A sin theta) ((I_A - (I3 - I_A) cos² theta) psi' - I3 phi' cos theta)       (15)

    They are singular at theta = 0 and pi, where psi and phi are not separately defined: a start closer than 1e-3 rad is
    refused, and a run that comes closer than 1e-4 rad ends with a message. The paper's remedy, psi' = phi' = 0 at
    theta = 0 (2.1), would lose the transverse rate.

    The default is the paper's cone at its start (6.1): it swings down to 159.8 degrees.
    """

    name = "gyroscope"
    title = "Gyroscope"
    inlined = True

    variables = (
        Variable("psi", "ψ", "rad", "precession angle"),
        Variable(
            "theta",
            "θ",
            "rad",
            "nutation angle",
            start=math.pi / 6,
            low=1e-3,
            high=math.pi - 1e-3,
            why="(Euler angles are singular at 0 and π)",
        ),
        Variable("phi", "φ", "rad", "spin angle"),
        Variable("psi_dot", "ψ̇", "rad/s", "precession rate", low=-1e5, high=1e5, role="velocity"),
        Variable("theta_dot", "θ̇", "rad/s", "nutation rate", low=-1e5, high=1e5, role="velocity"),
        Variable("phi_dot", "φ̇", "rad/s", "spin rate", start=60.0, low=-1e5, high=1e5, role="velocity"),
    )
    invariants = (
        Invariant("energy", "E", "J", "kinetic energy plus m g d cos θ", _energy, _energy_scale),
        Invariant("L_z", "L·k", "kg m²/s", "angular momentum about the vertical", _L_z, _momentum_scale),
        Invariant("L_3", "L·a", "kg m²/s", "angular momentum about the symmetry axis", _L_3, _momentum_scale),
        Invariant(
            "coplanarity", "a·(ω×L)", "J", "a·(ω×L), zero: axis, ω and L are coplanar", _coplanarity, _coplanarity_scale
        ),
    )
    quantities = (
        Quantity("omega_3", "ω₃", "rad/s", "spin rate about the symmetry axis", _omega_3),
        Quantity("omega", "|ω|", "rad/s", "angular velocity", _omega),
        Quantity("height", "z", "m", "centre of mass above the pivot", VALUES["height"]),
        *thresholds(VALUES),
    )

    def constants(self) -> tuple[float, ...]:
        """Return I_A = I1 + m d² [kg m²], I3 [kg m²], m g d [J], d [m]."""
        about = self.inertia
        I_A, I3 = about.about(about.z)
        return I_A, I3, about.mass * self.gravity * about.z, about.z

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y by equations 13 to 15."""
        I_A, I3, mgd = p[0], p[1], p[2]
        s, c = sincos(y[1])
        psi_dot, theta_dot, phi_dot = y[3], y[4], y[5]
        k = theta_dot / (I_A * s)
        dy[0] = psi_dot
        dy[1] = theta_dot
        dy[2] = phi_dot
        dy[3] = k * ((I3 - 2.0 * I_A) * psi_dot * c + I3 * phi_dot)
        dy[4] = (mgd * s + psi_dot * s * ((I_A - I3) * psi_dot * c - I3 * phi_dot)) / I_A
        dy[5] = k * ((I_A - (I3 - I_A) * c * c) * psi_dot - I3 * phi_dot * c)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        write_euler_pose(y, y[3], y[4], y[5], s, out)

    momenta = staticmethod(symmetric_top.momenta)
    split_step = staticmethod(symmetric_top.split_step)

    def split_parts(self, y: Floats) -> SplitBody:
        """Return L and gamma in nodal axes (u, b, a), and the parts in the order in which `split_step` applies them."""
        I_A, I3, mgd = self.p[0], self.p[1], self.p[2]
        s, c = sincos(y[1])
        parts = SplitPart(ZERO, (0.0, 0.0, mgd)), SplitPart((1.0 / I_A, 1.0 / I_A, 1.0 / I3))
        return SplitBody(_angular_momentum(self, y), (0.0, s, c), parts)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return spin, precession, nutation and weight [J]."""
        s, c = sincos(y[1])
        rotation = split_euler_angles(self.p[0], self.p[1], s, y[3], y[4], y[3] * c + y[5])
        return {**rotation, "weight": self.p[2] * c}

    def motion(self, y: Floats) -> Motion:
        """Return the motion, with a quaternion."""
        return self.pivoted(from_euler(y[0], y[1], y[2]), omega_of_rates(y[1], y[2], y[3], y[4], y[5]))

    def resume(self, motion: Motion) -> array[float]:
        """Return the state that moves like `motion`; raises BadInput at the poles."""
        return array("d", self.angles(motion))
