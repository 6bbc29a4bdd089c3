"""The free rigid body: Poinsot's motion, the tennis racket, Dzhanibekov's nut."""

from __future__ import annotations

from functools import cached_property
from math import sqrt

import numpy as np

from physics.bodies.inertia import Matrix, principal
from physics.bodies.solid_body import SolidBody
from physics.core.fields import EnergyPart, Invariant, Quantity, SharedValues
from physics.core.oriented_body import EULER_BESIDE_OMEGA, OrientedBody, oriented
from physics.core.powers import ZERO, SplitBody, SplitPart
from physics.core.scratch import scratch
from physics.free import exact_rotation, free_rotation
from physics.free.polhode_values import SIZE, twist, write_polhode_values
from physics.maths.quaternion import Triple, exact_axes, nutation_angle, rotation_rows, spin, to_body, to_lab
from physics.maths.trig import arctan2
from physics.shapes.pose import BODY, ArrowKind, PoseLayout, composed, turned, write_arrow, write_body, write_point
from physics.tops.rotation_energy import AXES, about_axes, axis_parts, principal_axes
from physics.types import Floats

EQUAL_MOMENTS = 1e-9
"""Difference of moments, over the largest, below which they count as equal."""
MIDDLE, AXES_OF = 13, 15
"""Indices in p: of the intermediate one of the principal moments, and of the quaternion of their axes."""


def _momentum(p: Floats, y: Floats) -> Triple:
    """Return the angular momentum in body axes [kg m²/s]."""
    o_1, o_2, o_3 = y[4], y[5], y[6]
    return (
        p[0] * o_1 + p[3] * o_2 + p[4] * o_3,
        p[3] * o_1 + p[1] * o_2 + p[5] * o_3,
        p[4] * o_1 + p[5] * o_2 + p[2] * o_3,
    )


def _energy(body: FreeBody, y: Floats) -> float:
    L_1, L_2, L_3 = _momentum(body.p, y)
    return 0.5 * (L_1 * y[4] + L_2 * y[5] + L_3 * y[6])


def _size(body: FreeBody, y: Floats) -> float:
    L_1, L_2, L_3 = _momentum(body.p, y)
    return sqrt(L_1 * L_1 + L_2 * L_2 + L_3 * L_3)


def _in_lab(body: FreeBody, y: Floats) -> Triple:
    L_1, L_2, L_3 = _momentum(body.p, y)
    return to_lab(y, L_1, L_2, L_3)


def _L_x(body: FreeBody, y: Floats) -> float:
    return _in_lab(body, y)[0]


def _L_y(body: FreeBody, y: Floats) -> float:
    return _in_lab(body, y)[1]


def _L_z(body: FreeBody, y: Floats) -> float:
    return _in_lab(body, y)[2]


def _omega(body: FreeBody, y: Floats) -> float:
    return sqrt(y[4] * y[4] + y[5] * y[5] + y[6] * y[6])


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    L_1, L_2, L_3 = _momentum(p, y)
    o_1, o_2, o_3 = y[4], y[5], y[6]
    along, square = o_1 * L_1 + o_2 * L_2 + o_3 * L_3, L_1 * L_1 + L_2 * L_2 + L_3 * L_3
    L = sqrt(square)
    out[0], out[1] = nutation_angle(y), arctan2(sqrt(L_1 * L_1 + L_2 * L_2), L_3)
    out[2] = along / L if L > 0.0 else 0.0
    out[3] = along * p[MIDDLE] / square if square > 0.0 else 0.0
    o_A, o_B, o_C = to_body(p[AXES_OF : AXES_OF + 4], o_1, o_2, o_3)
    A, B, C = p[MIDDLE - 1], p[MIDDLE], p[MIDDLE + 1]
    found = scratch(SIZE)
    write_polhode_values(A, B, C, o_A, o_B, o_C, found)
    for i in range(SIZE):
        out[8 + i] = found[i]
    out[8 + SIZE] = twist(A, B, C, o_A, o_B, o_C)
    own, o, o_a, o_b = C, o_C, o_A, o_B
    if B - A >= C - B:
        own, o, o_a, o_b = A, o_A, o_B, o_C
    out[4], out[5], out[6] = (own - B) / B * o, L / B, arctan2(sqrt(o_a * o_a + o_b * o_b), abs(o))
    c_1, c_2, c_3 = L_2 * o_3 - L_3 * o_2, L_3 * o_1 - L_1 * o_3, L_1 * o_2 - L_2 * o_1
    out[7] = arctan2(sqrt(c_1 * c_1 + c_2 * c_2 + c_3 * c_3), along)


VALUES = SharedValues(
    _write_values, "theta", "tumble", "plane", "side", "body_rate", "space_rate", "body_cone", "space_cone",
    "period", "half_period", "turn", "solid_angle", "next_flip", "twist",
)  # fmt: skip


def _symmetric(body: FreeBody) -> bool:
    """Return whether two of the principal moments are equal and the third is not."""
    a, b, c = body.principal[0]
    return bool(min(b - a, c - b) <= EQUAL_MOMENTS * c < c - a)


def _not_a_sphere(body: FreeBody) -> bool:
    a, _, c = body.principal[0]
    return bool(c - a > EQUAL_MOMENTS * c)


def _asymmetric(body: FreeBody) -> bool:
    return _not_a_sphere(body) and not _symmetric(body)


SIDE_OF_SEPARATRIX = "above 1 ω circles the axis of the smallest moment, below that of the largest; I₂: the one between"
PERIOD = "period of ω in the body, 4K/p; infinite on the separatrix, 0 where ω is constant"
HALF_PERIOD = "time from one flip to the next"
NEXT = "time until ω about the intermediate axis changes its sign, the middle of the next flip"
TURN_IN_PERIOD = "turn of the body about L in the time T"
SOLID_ANGLE = "solid angle that L goes round in the body in the time T; Δ = 2ET/L − Λ, up to full turns"
TWIST = "turn about the axis of the smallest moment, a racket's handle, while that goes once round L in a flip"
BODY_RATE, SPACE_RATE = "rate of ω about the symmetry axis, in the body", "precession of that axis about L"
BODY_CONE, SPACE_CONE = "half angle of the body cone", "half angle of the space cone"


ARROWS = (
    ArrowKind("omega", "ω", "rad/s", "angular velocity"),
    ArrowKind("momentum", "L", "kg m²/s", "angular momentum"),
)


class FreeBody(SolidBody, OrientedBody):
    """A rigid body without external torque: about its centre of mass, or floating in a space station.

    State: orientation q (body to lab) and angular velocity omega in body axes. Euler's equations, implemented in
    `rate`, with the inertia matrix I about G and L = I omega:

        q' = ½ q∘(0, omega),    I omega' = L × omega

    E and L in the lab are constant. In the body the tip of omega moves on the intersection of two ellipsoids, the
    polhode; in space it draws the herpolhode on the invariable plane (Chappelier, "Simulation de toupies", EPFL 2020,
    7.1, exchanges the names). `physics/free/poinsot.py` has the motion in closed form and these curves.

    Rotation about the axes of the smallest and the largest moment is stable. About the intermediate axis it is not: the
    body flips over and back at regular intervals. In the default proportions of the nut, the racket and the book that
    is axis 3, about which the default start spins.

    A given inertia matrix may have a principal moment larger than the other two together: no real body has, but Euler's
    equations remain valid. The mass then has no effect on the motion.
    """

    name = "free-body"
    title = "Free body"
    plotted = ("omega_1", "omega_2", "omega_3")
    inlined = True

    variables = oriented(omega=(0.02, 0.0, 12.0), by_omega=True)
    aliases = EULER_BESIDE_OMEGA
    invariants = (
        Invariant("energy", "E", "J", "kinetic energy of rotation", _energy),
        Invariant("L_x", "L·i", "kg m²/s", "angular momentum along i", _L_x, _size),
        Invariant("L_y", "L·j", "kg m²/s", "angular momentum along j", _L_y, _size),
        Invariant("L_z", "L·k", "kg m²/s", "angular momentum along the vertical", _L_z, _size),
        Invariant("L", "|L|", "kg m²/s", "magnitude of the angular momentum", _size),
    )
    quantities = (
        Quantity("theta", "θ", "rad", "angle between axis 3 and the vertical", VALUES["theta"]),
        Quantity("tumble", "∠(a, L)", "rad", "angle between axis 3 and the angular momentum", VALUES["tumble"]),
        Quantity("omega", "|ω|", "rad/s", "angular velocity", _omega),
        Quantity("plane", "2E/L", "rad/s", "distance of the invariable plane from G, 2E/L", VALUES["plane"]),
        Quantity("side", "2E I₂/L²", "", SIDE_OF_SEPARATRIX, VALUES["side"], applies=_asymmetric),
        Quantity("period", "T", "s", PERIOD, VALUES["period"], applies=_not_a_sphere),
        Quantity("half_period", "T/2", "s", HALF_PERIOD, VALUES["half_period"], applies=_asymmetric),
        Quantity("next_flip", "t_f", "s", NEXT, VALUES["next_flip"], applies=_asymmetric),
        Quantity("turn", "Δ", "rad", TURN_IN_PERIOD, VALUES["turn"], applies=_not_a_sphere),
        Quantity("solid_angle", "Λ", "rad", SOLID_ANGLE, VALUES["solid_angle"], applies=_not_a_sphere),
        Quantity("twist", "Δφ", "rad", TWIST, VALUES["twist"], applies=_asymmetric),
        Quantity("body_rate", "(I₃−I₁)ω₃/I₁", "rad/s", BODY_RATE, VALUES["body_rate"], applies=_symmetric),
        Quantity("space_rate", "L/I₁", "rad/s", SPACE_RATE, VALUES["space_rate"], applies=_symmetric),
        Quantity("body_cone", "∠(ω, a)", "rad", BODY_CONE, VALUES["body_cone"], applies=_symmetric),
        Quantity("space_cone", "∠(ω, L)", "rad", SPACE_CONE, VALUES["space_cone"], applies=_symmetric),
    )

    energy_parts = (
        *axis_parts(_asymmetric),
        EnergyPart("spin", "½ I₃ ω₃²", "rotation about the symmetry axis", "kinetic", applies=_symmetric),
        EnergyPart(
            "transverse", "½ I₁ (ω₁² + ω₂²)", "rotation across the symmetry axis", "kinetic", applies=_symmetric
        ),
        EnergyPart(
            "rotation", "½ I ω²", "rotation of a body whose moments of inertia are all equal", "kinetic",
            applies=lambda body: not _not_a_sphere(body),
        ),
    )  # fmt: skip

    split_step = staticmethod(free_rotation.split_step)
    flow = staticmethod(exact_rotation.flow)

    def constants(self) -> tuple[float, ...]:
        """Return I11 I22 I33 I12 I13 I23 [kg m²], the inverse's, principal moments, quaternion of their axes."""
        (a, f, e), (_, b, d), (_, _, c) = self.tensor.tolist()
        whole = a * (b * c - d * d) - f * (f * c - d * e) + e * (f * d - b * e)
        inverse = (b * c - d * d, a * c - e * e, a * b - f * f, d * e - f * c, f * d - b * e, e * f - a * d)
        moments, axes = self.principal
        return (a, b, c, f, e, d, *(part / whole for part in inverse), *moments.tolist(), *exact_axes(axes))

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y by Euler's equations."""
        o_1, o_2, o_3 = y[4], y[5], y[6]
        L_1, L_2, L_3 = _momentum(p, y)
        T_1, T_2, T_3 = L_2 * o_3 - L_3 * o_2, L_3 * o_1 - L_1 * o_3, L_1 * o_2 - L_2 * o_1
        dy[0], dy[1], dy[2], dy[3] = spin(y, o_1, o_2, o_3)
        dy[4] = p[6] * T_1 + p[9] * T_2 + p[10] * T_3
        dy[5] = p[9] * T_1 + p[7] * T_2 + p[11] * T_3
        dy[6] = p[10] * T_1 + p[11] * T_2 + p[8] * T_3

    @cached_property
    def principal(self) -> tuple[Matrix, Matrix]:
        """The principal moments, ascending, (3,) [kg m²], and their axes in body axes, columns of a rotation (3, 3)."""
        return principal(self.tensor)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the rotation about each principal axis, or about the symmetry axis and across it [J]."""
        low, middle, high = about_axes(principal_axes(tuple(self.p[:6])), y[4:7])
        if _asymmetric(self):
            return dict(zip(AXES, (low, middle, high), strict=True))
        if not _symmetric(self):
            return {"rotation": low + middle + high}
        a, b, c = self.principal[0]
        spin, beside = (high, low) if b - a <= c - b else (low, high)
        return {"spin": spin, "transverse": beside + middle}

    def lie_poisson(self, y: Floats) -> Triple:
        """Return the variables of the Lie-Poisson bracket: L in body axes [kg m²/s]."""
        return _momentum(self.p, y)

    def split_parts(self, y: Floats) -> SplitBody:
        """Return L in principal axes, and the three parts in the order in which `split_step` applies them."""
        p = self.p
        o_1, o_2, o_3 = to_body((p[15], p[16], p[17], p[18]), y[4], y[5], y[6])
        parts = (
            SplitPart((1.0 / p[12], 0.0, 0.0)),
            SplitPart((0.0, 1.0 / p[13], 0.0)),
            SplitPart((0.0, 0.0, 1.0 / p[14])),
        )
        return SplitBody((p[12] * o_1, p[13] * o_2, p[14] * o_3), ZERO, parts)

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The parts of the body, with G at the origin, its vectors, and the end on axis 3 that is further from G."""
        return PoseLayout(tuple((part.name, part.solid) for part in self.parts), ARROWS, ("tip",))

    def pose_constants(self) -> tuple[float, ...]:
        """Return the inertia matrix (6), the tip on axis 3, the number of parts, centre and axes of each (12)."""
        frames = [x for part in self.parts for x in (*part.centre, *np.ravel(part.turn))]
        return (*self.constants()[:6], self.reach, float(len(self.parts)), *map(float, frames))

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        r, count = rotation_rows(y), int(s[7])
        for part in range(count):
            at = 8 + 12 * part
            x, y_, z = turned(r, s[at], s[at + 1], s[at + 2])
            spin_rate = s[at + 5] * y[4] + s[at + 8] * y[5] + s[at + 11] * y[6]
            write_body(out, BODY * part, x, y_, z, composed(r, s, at + 3), spin_rate)
        L_1, L_2, L_3 = _momentum(s, y)
        centre = 0.0, 0.0, 0.0
        write_arrow(out, count, 0, centre, turned(r, y[4], y[5], y[6]))
        write_arrow(out, count, 1, centre, turned(r, L_1, L_2, L_3))
        write_point(out, count, 2, 0, (r[2] * s[6], r[5] * s[6], r[8] * s[6]))
