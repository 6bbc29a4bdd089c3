"""What is drawn of a pivoted top, for the kernels `pose` of its formulations."""

from __future__ import annotations

from physics.maths.euler_angles import rotation_rows
from physics.maths.trig import sincos
from physics.shapes.pose import BODY, ArrowKind, Rows, composed, turned, write_arrow, write_body, write_point
from physics.types import Floats

ARROWS = (
    ArrowKind("omega", "ω", "rad/s", "angular velocity"),
    ArrowKind("momentum", "L", "kg m²/s", "angular momentum about the pivot"),
    ArrowKind("weight", "mg", "N", "weight"),
)
WEIGHT, TIP, INERTIA, COUNT = 15, 16, 19, 25
"""Places in the numbers of `PivotedTop.pose_constants`."""


def write_pose(s: Floats, r: Rows, o_1: float, o_2: float, o_3: float, out: Floats) -> None:
    """Write the pose of a pivoted top with this rotation and angular velocity in body axes [rad/s]."""
    x, y, z = turned(r, s[0], s[1], s[2])
    write_body(out, 0, x, y, z, composed(r, s, 3), o_3)
    bodies, pivot = int(s[COUNT]), (0.0, 0.0, 0.0)
    if bodies > 1:
        write_body(out, BODY, 0.0, 0.0, 0.0, r, o_3)
    L_1 = s[INERTIA] * o_1 + s[INERTIA + 3] * o_2 + s[INERTIA + 4] * o_3
    L_2 = s[INERTIA + 3] * o_1 + s[INERTIA + 1] * o_2 + s[INERTIA + 5] * o_3
    L_3 = s[INERTIA + 4] * o_1 + s[INERTIA + 5] * o_2 + s[INERTIA + 2] * o_3
    write_arrow(out, bodies, 0, pivot, turned(r, o_1, o_2, o_3))
    write_arrow(out, bodies, 1, pivot, turned(r, L_1, L_2, L_3))
    write_arrow(out, bodies, 2, turned(r, s[12], s[13], s[14]), (0.0, 0.0, -s[WEIGHT]))
    write_point(out, bodies, 3, 0, turned(r, s[TIP], s[TIP + 1], s[TIP + 2]))


def write_euler_pose(y: Floats, psi_dot: float, theta_dot: float, phi_dot: float, s: Floats, out: Floats) -> None:
    """Write the pose of a top whose state begins with psi, theta, phi, with these rates [rad/s]."""
    sin_theta, cos_theta = sincos(y[1])
    sin_phi, cos_phi = sincos(y[2])
    w_1, w_2, w_3 = theta_dot, psi_dot * sin_theta, psi_dot * cos_theta + phi_dot
    o_1, o_2 = w_1 * cos_phi + w_2 * sin_phi, w_2 * cos_phi - w_1 * sin_phi
    write_pose(s, rotation_rows(y[0], y[1], y[2]), o_1, o_2, w_3, out)
