"""A rigid body of any shape about a fixed point, in quaternions."""

from __future__ import annotations

import math
from array import array
from math import sqrt

import numpy as np

from physics.bodies import inertia
from physics.core.fields import Invariant, Quantity, SharedValues
from physics.core.oriented_body import OrientedBody, oriented
from physics.core.powers import ZERO, SplitBody, SplitPart
from physics.maths import dense
from physics.maths.quaternion import (
    exact_axes,
    nutation_angle,
    precession_rate,
    rotation_rows,
    spin,
    to_body,
    vertical,
)
from physics.maths.rounded import square
from physics.pivoted import heavy_rotation
from physics.pivoted.lagrange_top import write_thresholds
from physics.pivoted.pivoted_body import PivotedBody
from physics.pivoted.pivoted_pose import write_pose
from physics.pivoted.pivoted_top import THRESHOLD_NAMES, WEIGHT, thresholds
from physics.tops.rotation_energy import rotation_parts, split_rotation
from physics.types import Floats, Motion

AXIS, CENTRE = 22, 25
"""Indices in p: symmetry axis (3), and centre of mass from the pivot [m] (3)."""


def momentum_in_body(p: Floats, y: Floats) -> tuple[float, float, float]:
    """Return the angular momentum about the pivot in body axes [kg m²/s]."""
    return (
        p[0] * y[4] + p[3] * y[5] + p[4] * y[6],
        p[3] * y[4] + p[1] * y[5] + p[5] * y[6],
        p[4] * y[4] + p[5] * y[5] + p[2] * y[6],
    )


def _energy(top: HeavyTop, y: Floats) -> float:
    L_1, L_2, L_3 = momentum_in_body(top.p, y)
    g_1, g_2, g_3 = vertical(y)
    return 0.5 * (L_1 * y[4] + L_2 * y[5] + L_3 * y[6]) + top.p[12] * g_1 + top.p[13] * g_2 + top.p[14] * g_3


def _omega(top: HeavyTop, y: Floats) -> float:
    return sqrt(y[4] * y[4] + y[5] * y[5] + y[6] * y[6])


def _energy_scale(top: HeavyTop, y: Floats) -> float:
    return _energy(top, y) + 2.0 * math.hypot(*top.p[12:15])


def _L_z(top: HeavyTop, y: Floats) -> float:
    L_1, L_2, L_3 = momentum_in_body(top.p, y)
    g_1, g_2, g_3 = vertical(y)
    return L_1 * g_1 + L_2 * g_2 + L_3 * g_3


def _L_3(top: HeavyTop, y: Floats) -> float:
    return momentum_in_body(top.p, y)[2]


def _momentum_scale(top: HeavyTop, y: Floats) -> float:
    return math.hypot(*momentum_in_body(top.p, y))


def _kovalevskaya_scale(top: HeavyTop, y: Floats) -> float:
    return square(y[4] * y[4] + y[5] * y[5] + y[6] * y[6] + math.hypot(top.p[12] / top.p[2], top.p[13] / top.p[2]))


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    theta = nutation_angle(y)
    g_1, g_2, g_3 = vertical(y)
    write_thresholds(p[0], p[2], p[14], g_3, y[6], out)
    out[4], out[5] = theta, precession_rate(y, y[4], y[5])
    out[6] = p[CENTRE] * g_1 + p[CENTRE + 1] * g_2 + p[CENTRE + 2] * g_3
    L_1, L_2, L_3 = momentum_in_body(p, y)
    out[7] = p[AXIS] * L_1 + p[AXIS + 1] * L_2 + p[AXIS + 2] * L_3
    out[8] = math.nan
    if p[2] > 0.0:
        c_1, c_2 = p[12] / p[2], p[13] / p[2]
        real = y[4] * y[4] - y[5] * y[5] - (c_1 * g_1 - c_2 * g_2)
        imaginary = 2.0 * y[4] * y[5] - (c_1 * g_2 + c_2 * g_1)
        out[8] = real * real + imaginary * imaginary


VALUES = SharedValues(_write_values, *THRESHOLD_NAMES, "theta", "psi_dot", "height", "L_a", "kovalevskaya")


class HeavyTop(PivotedBody, OrientedBody):
    """A body of any shape with a fixed point, under its own weight.

    State: the quaternion q (body to lab, `physics/maths/quaternion.py`) and the angular velocity omega in body axes,
    which start at the pivot A. With I the inertia matrix about A, P = AG, and gamma = Rᵀk the vertical seen from the
    body, implemented in `rate` (Euler 1758; Chappelier, "Simulation de toupies", EPFL 2020, eq. 9 at a point at rest):

        q' = ½ q∘(0, omega)
        I omega' = (I omega)×omega - P×(m g gamma)

    Nothing is singular: the top passes theta = 0, where Euler angles fail. For a symmetric body it is the motion of
    "gyroscope". Other bodies are given by the elements of its inertia matrix, `about` its centre of mass or the
    pivot; those off the diagonal are minus the products of inertia.

    Invariants: E and L·k always. L·a for a body symmetric about an axis a through A and G (Lagrange). For
    I1 = I2 = 2 I3 about the pivot and G in the plane of axes 1 and 2 (Kovalevskaya 1889), with
    c = (m g / I3)(P1 + i P2),

        |(omega1 + i omega2)² - c (gamma1 + i gamma2)|²

    since (omega1 + i omega2)² - c (gamma1 + i gamma2) then only rotates in the complex plane, at the rate -omega3.
    """

    name = "heavy-top"
    title = "Heavy top, any body"
    inlined = True

    variables = oriented(theta=math.pi / 6, omega=(0.0, 0.0, 60.0))
    invariants = (
        Invariant("energy", "E", "J", "kinetic energy plus m g times the height of G", _energy, _energy_scale),
        Invariant("L_z", "L·k", "kg m²/s", "angular momentum about the vertical", _L_z, _momentum_scale),
        Invariant(
            "L_3", "L·a", "kg m²/s", "angular momentum about the symmetry axis", _L_3, _momentum_scale,
            applies=lambda top: top.symmetry_axis is not None and abs(top.symmetry_axis[2]) == 1.0,
        ),
        Invariant(
            "L_a", "L·a", "kg m²/s", "angular momentum about the symmetry axis, through the pivot and G",
            VALUES["L_a"],
            _momentum_scale, applies=lambda top: top.symmetry_axis is not None and abs(top.symmetry_axis[2]) < 1.0,
        ),
        Invariant(
            "kovalevskaya", "K", "rad⁴/s⁴", "Kovalevskaya's |(ω₁ + i ω₂)² − c (γ₁ + i γ₂)|²", VALUES["kovalevskaya"],
            _kovalevskaya_scale, applies=lambda top: top.is_kovalevskaya,
        ),
    )  # fmt: skip
    energy_parts = (*rotation_parts(lambda top: top.p[:6], "I_A"), WEIGHT)
    quantities = (
        Quantity("theta", "θ", "rad", "nutation angle", VALUES["theta"]),
        Quantity("psi_dot", "ψ̇", "rad/s", "precession rate", VALUES["psi_dot"]),
        Quantity("omega", "|ω|", "rad/s", "angular velocity", _omega),
        Quantity("height", "z", "m", "centre of mass above the pivot", VALUES["height"]),
        *thresholds(VALUES),
    )

    @property
    def kovalevskaya_constant(self) -> complex:
        """Kovalevskaya's constant c = (m g / I3)(P1 + i P2) [rad²/s²]."""
        return complex(self.p[12], self.p[13]) / self.p[2]

    def constants(self) -> tuple[float, ...]:
        """Return the inertia matrix about the pivot [kg m²] and its inverse (11 22 33 12 13 23), then m g P [J].

        For the splitting method follow the principal moments, the two closest ones first, and the quaternion of their
        axes; then the symmetry axis, 0 for none, and the centre of mass from the pivot [m]. A rod without I3 keeps its
        omega3: the inverse has 0 there.
        """
        matrix = self.inertia_about_pivot
        thin = matrix[2, 2] == 0.0
        inverse = np.diag([1.0 / matrix[0, 0], 1.0 / matrix[1, 1], 0.0]) if thin else dense.inverse(matrix)
        order = (0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)
        weight = self.mass * self.gravity * self.centre
        moments, axes = inertia.principal(matrix)
        turn = [0, 1, 2] if moments[1] - moments[0] <= moments[2] - moments[1] else [1, 2, 0]
        free = (*moments[turn], *exact_axes(axes[:, turn]))
        axis = self.symmetry_axis if self.symmetry_axis is not None else (0.0, 0.0, 0.0)
        elements = (*(matrix[at] for at in order), *(inverse[at] for at in order))
        return tuple(float(x) for x in (*elements, *weight, *free, *axis, *self.centre))

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write q' = ½ q∘(0, omega), I omega' = (I omega)×omega - P×(m g gamma)."""
        o_1, o_2, o_3 = y[4], y[5], y[6]
        g_1, g_2, g_3 = vertical(y)
        L_1 = p[0] * o_1 + p[3] * o_2 + p[4] * o_3
        L_2 = p[3] * o_1 + p[1] * o_2 + p[5] * o_3
        L_3 = p[4] * o_1 + p[5] * o_2 + p[2] * o_3
        M_1 = L_2 * o_3 - L_3 * o_2 - (p[13] * g_3 - p[14] * g_2)
        M_2 = L_3 * o_1 - L_1 * o_3 - (p[14] * g_1 - p[12] * g_3)
        M_3 = L_1 * o_2 - L_2 * o_1 - (p[12] * g_2 - p[13] * g_1)
        dy[0], dy[1], dy[2], dy[3] = spin(y, o_1, o_2, o_3)
        dy[4] = p[6] * M_1 + p[9] * M_2 + p[10] * M_3
        dy[5] = p[9] * M_1 + p[7] * M_2 + p[11] * M_3
        dy[6] = p[10] * M_1 + p[11] * M_2 + p[8] * M_3

    split_step = staticmethod(heavy_rotation.split_step)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        write_pose(s, rotation_rows(y), y[4], y[5], y[6], out)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return spin, precession and nutation, or the rotation about each principal axis at the pivot; weight [J]."""
        up, p = vertical(y), self.p
        return {**split_rotation(p[:6], y[4:7], up), "weight": p[12] * up[0] + p[13] * up[1] + p[14] * up[2]}

    def lie_poisson(self, y: Floats) -> tuple[float, ...]:
        """Return the variables of the Lie-Poisson bracket: L [kg m²/s] and the vertical gamma, in body axes."""
        return (*momentum_in_body(self.p, y), *vertical(y))

    def split_parts(self, y: Floats) -> SplitBody:
        """Return L and gamma in principal axes, and the parts in the order in which `split_step` applies them."""
        A, B, C, *axes = self.p[15:22]
        o_1, o_2, o_3 = to_body(axes, y[4], y[5], y[6])
        slender = 1.0 / C if C > 0.0 else 0.0
        weight = SplitPart(ZERO, to_body(axes, *self.p[12:15]))
        parts = weight, SplitPart((1.0 / A - 1.0 / B, 0.0, 0.0)), SplitPart((1.0 / B, 1.0 / B, slender))
        return SplitBody((A * o_1, B * o_2, C * o_3), to_body(axes, *vertical(y)), parts)

    def motion(self, y: Floats) -> Motion:
        """Return orientation and angular velocity of the state, with the centre of mass that follows."""
        q, omega = (y[0], y[1], y[2], y[3]), (y[4], y[5], y[6])
        length = math.hypot(*q)
        return self.pivoted((q[0] / length, q[1] / length, q[2] / length, q[3] / length), omega)

    def resume(self, motion: Motion) -> array[float]:
        """Return the state that moves like `motion`."""
        return array("d", (*motion.rotation, *motion.omega))
