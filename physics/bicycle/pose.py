"""What is drawn of a bicycle, for its kernel `pose`: in axes with x forward, y to the left, z up."""

from __future__ import annotations

from physics.bicycle.equations import (
    A2,
    ARM_B,
    ARM_D,
    ARM_F,
    ARM_H,
    AXLE,
    B1,
    B3,
    EQUATIONS,
    G1,
    G3,
    GEOMETRY,
    MOTION,
    OTHERS,
    RHO_R,
    THETA_F,
    THETA_R,
    THETA_R_RATE,
    YAW,
    Triple,
    X,
    Y,
    added,
    combined,
    contact_forces,
    solved,
    vector,
    wheel_to_wheel,
    write_equations,
)
from physics.core.scratch import scratch
from physics.maths.trig import sincos
from physics.shapes.outlines import Outline
from physics.shapes.pose import ARROW, BODY, ArrowKind, PoseLayout, Rows, write_body, write_vector
from physics.shapes.solids import Box, SolidOfRevolution
from physics.types import Floats

ARROWS = (
    ArrowKind("rear force", "F_R", "N", "force of the ground on the rear wheel"),
    ArrowKind("front force", "F_F", "N", "force of the ground on the front wheel"),
    ArrowKind("omega", "ω", "rad/s", "angular velocity of the rear frame"),
    ArrowKind("velocity", "v", "m/s", "velocity of the centre of mass of rear frame and rider"),
)
TRACES = ("rear track", "front track", "centre")


def wheel(radius: float, crown: float) -> SolidOfRevolution:
    """Return a wheel about its axle, with a tyre of this radius [m]."""
    half = crown if crown > 0.0 else 0.04 * radius
    outline: Outline = ((0.0, -half), (radius - half, -half), (radius, 0.0), (radius - half, half), (0.0, half))
    return SolidOfRevolution(outline)


def layout(rear: SolidOfRevolution, frame: Box, fork: Box, front: SolidOfRevolution) -> PoseLayout:
    """Return the layout: rear frame with rider, front frame and both wheels, their vectors and paths."""
    bodies = (("frame", frame), ("fork", fork), ("rear wheel", rear), ("front wheel", front))
    return PoseLayout(bodies, ARROWS, TRACES)


def write_pose(y: Floats, p: Floats, out: Floats) -> None:
    """Write what is drawn of the state y."""
    g, e = scratch(GEOMETRY), scratch(EQUATIONS)
    write_equations(y, p, g, e)
    rear, front = contact_forces(y, p, g, e, solved(e))
    s, c = sincos(y[YAW])
    x, z = y[X], y[Y]
    axle = combined(-1.0, vector(g, RHO_R), 0.0, vector(g, A2))
    head = added(axle, vector(g, ARM_D))
    centre = added(axle, vector(g, ARM_B))
    write_part(out, 0, x, z, s, c, centre, vector(g, B1), vector(g, A2), vector(g, B3), 0.0)
    write_part(out, BODY, x, z, s, c, added(head, vector(g, ARM_H)), vector(g, G1), vector(g, AXLE), vector(g, G3), 0.0)
    write_wheel(
        out, 2 * BODY, x, z, s, c, axle, vector(g, B1), vector(g, A2), vector(g, B3), y[THETA_R], -y[THETA_R_RATE]
    )
    write_wheel(
        out, 3 * BODY, x, z, s, c, added(head, vector(g, ARM_F)), vector(g, G1), vector(g, AXLE), vector(g, G3),
        y[THETA_F], -e[OTHERS + 2],
    )  # fmt: skip
    at = 4 * BODY
    to_front = wheel_to_wheel(g)
    write_arrow(out, at, x, z, s, c, (0.0, 0.0, 0.0), rear)
    write_arrow(out, at + ARROW, x, z, s, c, to_front, front)
    write_arrow(out, at + 2 * ARROW, x, z, s, c, centre, vector(e, 3 * MOTION + 9))
    write_arrow(out, at + 3 * ARROW, x, z, s, c, centre, vector(e, 3 * MOTION + 6))
    at += 4 * ARROW
    write_vector(out, at, x, -z, 0.0)
    write_point(out, at + 3, x, z, s, c, to_front)
    write_point(out, at + 6, x, z, s, c, centre)


def seen(s: float, c: float, v: Triple) -> Triple:
    """Return a vector of the axes that yaw with the bicycle, z down, in those of the picture; s, c: of the yaw."""
    return c * v[0] - s * v[1], -s * v[0] - c * v[1], -v[2]


def write_point(out: Floats, at: int, x: float, y: float, s: float, c: float, v: Triple) -> None:
    """Write a point at v from the rear contact, which is at (x, y)."""
    a, b, d = seen(s, c, v)
    write_vector(out, at, x + a, b - y, d)


def write_arrow(out: Floats, at: int, x: float, y: float, s: float, c: float, origin: Triple, v: Triple) -> None:
    """Write an arrow at a point."""
    write_point(out, at, x, y, s, c, origin)
    a, b, d = seen(s, c, v)
    write_vector(out, at + 3, a, b, d)


def write_part(
    out: Floats, at: int, x: float, y: float, s: float, c: float, place: Triple, forward: Triple, right: Triple,
    down: Triple, spin_rate: float,
) -> None:  # fmt: skip
    """Write a body whose axes point forward, to the left and up."""
    a, b, d = seen(s, c, place)
    e1, e2, e3 = seen(s, c, forward), seen(s, c, right), seen(s, c, down)
    rows: Rows = (e1[0], -e2[0], -e3[0], e1[1], -e2[1], -e3[1], e1[2], -e2[2], -e3[2])
    write_body(out, at, x + a, b - y, d, rows, spin_rate)


def write_wheel(
    out: Floats, at: int, x: float, y: float, s: float, c: float, place: Triple, forward: Triple, right: Triple,
    down: Triple, angle: float, spin_rate: float,
) -> None:  # fmt: skip
    """Write a wheel whose third axis is its axle, to the left, turned by an angle about the axle to the right."""
    sine, cosine = sincos(angle)
    along = combined(cosine, forward, -sine, down)
    below = combined(sine, forward, cosine, down)
    a, b, d = seen(s, c, place)
    e1, e2, e3 = seen(s, c, along), seen(s, c, below), seen(s, c, right)
    rows: Rows = (e1[0], e2[0], -e3[0], e1[1], e2[1], -e3[1], e1[2], e2[2], -e3[2])
    write_body(out, at, x + a, b - y, d, rows, spin_rate)
