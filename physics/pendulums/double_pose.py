"""What is drawn of the double pendulum of bars, for the kernels `pose` of its formulations."""

from __future__ import annotations

from physics.core.scratch import scratch
from physics.maths.trig import sincos
from physics.pendulums.double_equations import (
    BY_JOINTS,
    BY_NEWTON,
    FORMULATION,
    FX12,
    FX23,
    FY12,
    FY23,
    GRAVITY,
    H2,
    H3,
    M2,
    M3,
    joint_forces,
    lagrange,
    newton_euler,
)  # fmt: skip
from physics.shapes.pose import ARROW, BODY, ArrowKind, write_arrow, write_body, write_point, write_vector
from physics.types import Floats

Four = tuple[float, float, float, float]
ARROWS = (
    ArrowKind("force", "F₁₂", "N", "force of the support"),
    ArrowKind("pivot", "F₂₃", "N", "force of the upper bar on the lower one"),
    ArrowKind("weight", "m₂g", "N", "weight of the upper bar"),
    ArrowKind("weight 3", "m₃g", "N", "weight of the lower bar"),
)


def write_bars(y: Floats, p: Floats, x2: float, z2: float, x3: float, z3: float, out: Floats) -> None:
    """Write bars with their centres at these places [m], their weights and the traced points."""
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    write_body(out, 0, x2, 0.0, z2, (c2, 0.0, -s2, 0.0, 1.0, 0.0, s2, 0.0, c2), 0.0)
    write_body(out, BODY, x3, 0.0, z3, (c3, 0.0, -s3, 0.0, 1.0, 0.0, s3, 0.0, c3), 0.0)
    at = 2 * BODY
    write_vector(out, at, 0.0, 0.0, 0.0)
    write_vector(out, at + ARROW, x3 - p[H3] * s3, 0.0, z3 + p[H3] * c3)
    write_arrow(out, 2, 2, (x2, 0.0, z2), (0.0, 0.0, -p[M2] * p[GRAVITY]))
    write_arrow(out, 2, 3, (x3, 0.0, z3), (0.0, 0.0, -p[M3] * p[GRAVITY]))
    write_point(out, 2, 4, 0, (x2 + p[H2] * s2, 0.0, z2 - p[H2] * c2))
    write_point(out, 2, 4, 1, (x3 + p[H3] * s3, 0.0, z3 - p[H3] * c3))


def write_closed_bars(y: Floats, p: Floats, out: Floats) -> None:
    """Write bars whose joints are closed."""
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    x2, z2 = p[H2] * s2, -p[H2] * c2
    write_bars(y, p, x2, z2, 2.0 * x2 + p[H3] * s3, 2.0 * z2 - p[H3] * c3, out)


def write_joint_forces(forces: Four, out: Floats) -> None:
    """Write the forces of the joints: on the upper bar from the support, then on the lower bar, x and z each [N]."""
    at = 2 * BODY + 3
    write_vector(out, at, forces[0], 0.0, forces[1])
    write_vector(out, at + ARROW, forces[2], 0.0, forces[3])


def forces_by_lagrange(y: Floats, p: Floats) -> Four:
    """Return the joint forces from the accelerations of Lagrange's equations, by Newton's laws (5)-(9)."""
    dy = scratch(4)
    lagrange(0.0, y, p, dy)
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    x2, z2 = p[H2] * (c2 * dy[2] - s2 * y[2] * y[2]), p[H2] * (s2 * dy[2] + c2 * y[2] * y[2])
    x3, z3 = p[H3] * (c3 * dy[3] - s3 * y[3] * y[3]), p[H3] * (s3 * dy[3] + c3 * y[3] * y[3])
    f_x, f_z = p[M3] * (2.0 * x2 + x3), p[M3] * (2.0 * z2 + z3 + p[GRAVITY])
    return p[M2] * x2 + f_x, p[M2] * (z2 + p[GRAVITY]) + f_z, f_x, f_z


def forces_by_joints(y: Floats, p: Floats, at: int) -> Four:
    """Return the joint forces from their own equations; the rates begin at y[at]."""
    fx12, fy12, fx23, fy23 = joint_forces(y, p, at)
    return fy12, -fx12, fy23, -fx23


def forces_by_newton(y: Floats, p: Floats) -> Four:
    """Return the joint forces, four of the ten unknowns of the laws of Newton and Euler."""
    x = scratch(10)
    newton_euler(y, p, x)
    return x[FY12], -x[FX12], x[FY23], -x[FX23]


def forces_in_joints(y: Floats, p: Floats) -> Four:
    """Return the joint forces by the equations of the formulation; half of y are rates."""
    if p[FORMULATION] == BY_JOINTS:
        return forces_by_joints(y, p, len(y) // 2)
    if p[FORMULATION] == BY_NEWTON:
        return forces_by_newton(y, p)
    return forces_by_lagrange(y, p)
