"""What is drawn of a gyroscope in gimbals: rotor, rings and foot, vectors, and the path of the axis."""

from __future__ import annotations

import math
from typing import NamedTuple

from physics.gimbals.gimbal_equations import (
    PHI,
    PHI_DOT,
    PSI,
    PSI_DOT,
    THETA,
    THETA_DOT,
    TURN,
    TURN_RATE,
    W_X,
    W_Y,
    W_Z,
    C,
    base_rates,
)
from physics.maths.euler_angles import rotation_rows
from physics.maths.trig import sincos
from physics.shapes.pose import BODY, ArrowKind, PoseLayout, Rows, turned, write_arrow, write_body, write_point
from physics.shapes.solids import SolidOfRevolution
from physics.types import Floats

A, WEIGHT, ALONG, ACROSS, TIP = range(TURN_RATE + 1, TURN_RATE + 6)
"""Places of further numbers behind p: moment A of the rotor, m g, la and lb, and how far the axis reaches."""
ROTOR, INNER, OUTER, FOOT = range(4)
"""Indices of the bodies."""
ARROWS = (
    ArrowKind("omega", "ω", "rad/s", "angular velocity of the rotor"),
    ArrowKind("momentum", "L", "kg m²/s", "angular momentum of the rotor"),
    ArrowKind("weight", "mg", "N", "weight of rotor and inner ring"),
    ArrowKind("base", "Ω", "rad/s", "angular velocity of the base"),
)
LEAST, MOST = 0.005, 0.5
"""Bounds of the radius at which a rotor is drawn [m]."""


class Sizes(NamedTuple):
    """Lengths at which the gyroscope is drawn [m]: rotor, mean radii of the rings, and the foot below the centre."""

    rotor: float
    thickness: float
    inner: float
    outer: float
    foot: float


def drawn_sizes(mass: float, A_: float, C_: float) -> Sizes:
    """Return the sizes of a rotor with these moments [kg m²], as a disc of the mass [kg], and of rings around it."""
    radius = min(max(math.sqrt(2.0 * C_ / mass), LEAST), MOST) if mass > 0.0 else MOST
    thick = math.sqrt(max(12.0 * A_ - 6.0 * C_, 0.0) / mass) if mass > 0.0 else 0.0
    thick = min(max(thick, 0.3 * radius), 0.8 * radius)
    return Sizes(radius, thick, 1.42 * radius, 1.8 * radius, 2.7 * radius)


def layout(size: Sizes) -> PoseLayout:
    """Return the layout: the rotor, bands for the rings, a disc for the foot; vectors; the tip of the axis."""

    def disc(radius: float, low: float, high: float) -> SolidOfRevolution:
        return SolidOfRevolution(((0.0, low), (radius, low), (radius, high), (0.0, high)))

    def band(radius: float, half: float) -> SolidOfRevolution:
        return SolidOfRevolution(((radius, -half), (radius, half)))

    r = size.rotor
    bodies = (
        ("rotor", disc(r, -0.5 * size.thickness, 0.5 * size.thickness)),
        ("inner ring", band(size.inner, 0.12 * r)),
        ("outer ring", band(size.outer, 0.12 * r)),
        ("foot", disc(1.5 * r, -size.foot, -size.foot + 0.2 * r)),
    )
    return PoseLayout(bodies, ARROWS, ("tip",))


def base_rotation(y: Floats, s: Floats) -> Rows:
    """Return the rotation of the base in space, by the angle TURN about its angular velocity; on the Earth none."""
    rate = s[TURN_RATE]
    if not rate > 0.0:
        return (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    x, y_, z = s[W_X] / rate, s[W_Y] / rate, s[W_Z] / rate
    sine, cosine = sincos(y[TURN])
    k = 1.0 - cosine
    return (
        cosine + k * x * x, k * x * y_ - sine * z, k * x * z + sine * y_,
        k * x * y_ + sine * z, cosine + k * y_ * y_, k * y_ * z - sine * x,
        k * x * z - sine * y_, k * y_ * z + sine * x, cosine + k * z * z,
    )  # fmt: skip


def in_space(r: Rows, q: Rows) -> Rows:
    """Return the product r q of two rotations."""
    a, b, c = turned(r, q[0], q[3], q[6]), turned(r, q[1], q[4], q[7]), turned(r, q[2], q[5], q[8])
    return (a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2])


def write_gimbals(y: Floats, s: Floats, out: Floats) -> None:
    """Write what is drawn of the state y.

    Third axes: that of the rotor; b of the inner ring and h of the outer one, across their planes; k of the foot.
    """
    base = base_rotation(y, s)
    sin_psi, cos_psi = sincos(y[PSI])
    sine, cosine = sincos(y[THETA])
    u_x, u_y = cos_psi, sin_psi
    a_x, a_y, a_z = sine * sin_psi, -sine * cos_psi, cosine
    b_x, b_y, b_z = -cosine * sin_psi, cosine * cos_psi, sine
    w_u, w_h = base_rates(y, s)
    P = y[PSI_DOT] + s[W_Z]
    O_u, O_b, O_a = y[THETA_DOT] + w_u, P * sine + w_h * cosine, P * cosine - w_h * sine
    spin = y[PHI_DOT] + O_a
    write_body(out, 0, 0.0, 0.0, 0.0, in_space(base, rotation_rows(y[PSI], y[THETA], y[PHI])), spin)
    inner: Rows = (a_x, u_x, b_x, a_y, u_y, b_y, a_z, 0.0, b_z)
    write_body(out, BODY, 0.0, 0.0, 0.0, in_space(base, inner), 0.0)
    outer: Rows = (0.0, u_x, -sin_psi, 0.0, u_y, cos_psi, 1.0, 0.0, 0.0)
    write_body(out, 2 * BODY, 0.0, 0.0, 0.0, in_space(base, outer), 0.0)
    write_body(out, 3 * BODY, 0.0, 0.0, 0.0, base, 0.0)
    centre, none = (0.0, 0.0, 0.0), (math.nan, math.nan, math.nan)
    for each, along, moment in ((0, spin, 1.0), (1, s[C] * spin, s[A])):
        p_u, p_b = moment * O_u, moment * O_b
        found = turned(base, p_u * u_x + p_b * b_x + along * a_x, p_u * u_y + p_b * b_y + along * a_y,
                       p_b * b_z + along * a_z)  # fmt: skip
        write_arrow(out, 4, each, centre, found)
    if s[WEIGHT] > 0.0:
        weighed = turned(base, s[ALONG] * a_x + s[ACROSS] * b_x, s[ALONG] * a_y + s[ACROSS] * b_y,
                         s[ALONG] * a_z + s[ACROSS] * b_z)  # fmt: skip
        write_arrow(out, 4, 2, weighed, turned(base, 0.0, 0.0, -s[WEIGHT]))
    else:
        write_arrow(out, 4, 2, none, none)
    turning = abs(s[W_X]) + abs(s[W_Y]) + abs(s[W_Z]) > 0.0
    start = 0.0 if turning else math.nan
    write_arrow(out, 4, 3, (start, start, start), turned(base, s[W_X], s[W_Y], s[W_Z]))
    write_point(out, 4, 4, 0, turned(base, s[TIP] * a_x, s[TIP] * a_y, s[TIP] * a_z))
