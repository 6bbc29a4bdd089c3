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
    scaled,
    solved,
    vector,
    wheel_to_wheel,
    write_equations,
)
from physics.core.scratch import scratch
from physics.maths.trig import sincos
from physics.shapes.outlines import Outline
from physics.shapes.pose import BODY, ArrowKind, PoseLayout, Rows, write_arrow, write_body, write_point
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


Ground = tuple[float, float, float, float]
"""Where the yawing axes are: place (x, y) of the rear contact [m], sine and cosine of the yaw."""


def write_pose(y: Floats, p: Floats, out: Floats) -> None:
    """Write what is drawn of the state y."""
    g, e = scratch(GEOMETRY), scratch(EQUATIONS)
    write_equations(y, p, g, e)
    rear, front = contact_forces(g, e, solved(e))
    s, c = sincos(y[YAW])
    on = (y[X], y[Y], s, c)
    axle = scaled(-1.0, vector(g, RHO_R))
    head = added(axle, vector(g, ARM_D))
    centre = added(axle, vector(g, ARM_B))
    b1, b3, a2 = vector(g, B1), vector(g, B3), vector(g, A2)
    g1, g3, spindle = vector(g, G1), vector(g, G3), vector(g, AXLE)
    write_placed(out, 0, on, centre, b1, scaled(-1.0, a2), scaled(-1.0, b3), 0.0)
    write_placed(out, BODY, on, added(head, vector(g, ARM_H)), g1, scaled(-1.0, spindle), scaled(-1.0, g3), 0.0)
    write_wheel(out, 2 * BODY, on, axle, b1, a2, b3, y[THETA_R], -y[THETA_R_RATE])
    write_wheel(out, 3 * BODY, on, added(head, vector(g, ARM_F)), g1, spindle, g3, y[THETA_F], -e[OTHERS + 2])
    behind, ahead = place_of(on, (0.0, 0.0, 0.0)), place_of(on, wheel_to_wheel(g))
    between = place_of(on, centre)
    write_arrow(out, 4, 0, behind, seen(on, rear))
    write_arrow(out, 4, 1, ahead, seen(on, front))
    write_arrow(out, 4, 2, between, seen(on, vector(e, 3 * MOTION + 9)))
    write_arrow(out, 4, 3, between, seen(on, vector(e, 3 * MOTION + 6)))
    write_point(out, 4, 4, 0, behind)
    write_point(out, 4, 4, 1, ahead)
    write_point(out, 4, 4, 2, between)


def seen(on: Ground, v: Triple) -> Triple:
    """Return a vector of the yawing axes, z down, in the axes of the picture."""
    s, c = on[2], on[3]
    return c * v[0] - s * v[1], -s * v[0] - c * v[1], -v[2]


def place_of(on: Ground, v: Triple) -> Triple:
    """Return where a point at v from the rear contact is."""
    x, y, z = seen(on, v)
    return on[0] + x, y - on[1], z


def write_placed(
    out: Floats, at: int, on: Ground, place: Triple, first: Triple, second: Triple, third: Triple, spin_rate: float
) -> None:
    """Write a body with its place and its axes."""
    x, y, z = seen(on, place)
    a, b, c = seen(on, first), seen(on, second), seen(on, third)
    rows: Rows = (a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2])
    write_body(out, at, on[0] + x, y - on[1], z, rows, spin_rate)


def write_wheel(
    out: Floats, at: int, on: Ground, place: Triple, forward: Triple, right: Triple, down: Triple, angle: float,
    spin_rate: float,
) -> None:  # fmt: skip
    """Write a wheel whose third axis is its axle, to the left, turned by an angle about the axle to the right."""
    s, c = sincos(angle)
    along, below = combined(c, forward, -s, down), combined(s, forward, c, down)
    write_placed(out, at, on, place, along, below, scaled(-1.0, right), spin_rate)
