"""What is drawn of a trebuchet, for the kernel `pose`."""

from __future__ import annotations

import math

from physics.maths.trig import sincos
from physics.shapes.pose import BODY, ArrowKind, write_arrow, write_body, write_point
from physics.trebuchet.accelerations import dynamics
from physics.trebuchet.loads import pivot_force, sling_force
from physics.trebuchet.machine import (
    ALPHA,
    BETA,
    COS_BEND,
    GAMMA,
    GRAVITY,
    L1,
    L2,
    L3,
    L4,
    L5,
    M1,
    PHASE,
    SIN_BEND,
    TURN,
    V_X,
    V_Y,
    X,
    Y,
    has_projectile,
)  # fmt: skip
from physics.types import Floats

ARROWS = (
    ArrowKind("velocity", "v", "m/s", "velocity of the stone"),
    ArrowKind("sling", "F_s", "N", "pull of the sling on the stone"),
    ArrowKind("pivot", "F_p", "N", "force of the axle on the beam"),
    ArrowKind("weight", "m₁g", "N", "weight of the counterweight"),
)


def write_pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
    """Write what is drawn; s is the p of the equations."""
    sa, ca = sincos(y[ALPHA])
    sb, cb = sa * s[COS_BEND] + ca * s[SIN_BEND], ca * s[COS_BEND] - sa * s[SIN_BEND]
    sg, cg = sincos(y[GAMMA])
    sw, cw = sg * cb + cg * sb, cg * cb - sg * sb
    su, cu = sincos(y[BETA] - y[ALPHA])
    end_x, end_z = s[L1] * sb, s[L3] - s[L1] * cb
    weight_x, weight_z = end_x - s[L4] * sw, end_z + s[L4] * cw
    tip_x, tip_z = -s[L2] * sa, s[L3] + s[L2] * ca
    write_body(out, 0, 0.0, 0.0, s[L3], (ca, 0.0, -sa, 0.0, 1.0, 0.0, sa, 0.0, ca), 0.0)
    write_body(out, BODY, weight_x, 0.0, weight_z, (-cw, 0.0, sw, 0.0, 1.0, 0.0, -sw, 0.0, -cw), 0.0)
    st, ct = sincos(y[TURN])
    write_body(out, 2 * BODY, y[X], 0.0, y[Y], (ct, 0.0, st, 0.0, 1.0, 0.0, -st, 0.0, ct), 0.0)
    stone, weight = (y[X], 0.0, y[Y]), (weight_x, 0.0, weight_z)
    write_point(out, 3, 4, 0, stone)
    write_point(out, 3, 4, 1, (tip_x, 0.0, tip_z))
    write_point(out, 3, 4, 2, weight)
    write_point(out, 3, 4, 3, (end_x, 0.0, end_z))
    write_point(out, 3, 4, 4, (tip_x - s[L5] * su, 0.0, tip_z - s[L5] * cu))
    write_arrow(out, 3, 0, stone, (y[V_X], 0.0, y[V_Y]))
    found = dynamics(y, s)
    if has_projectile(y[PHASE]):
        x, z = sling_force(y, s, found)
        write_arrow(out, 3, 1, stone, (x, 0.0, z))
    else:
        none = math.nan, math.nan, math.nan
        write_arrow(out, 3, 1, none, none)
    x, z = pivot_force(y, s, found)
    write_arrow(out, 3, 2, (0.0, 0.0, s[L3]), (x, 0.0, z))
    write_arrow(out, 3, 3, weight, (0.0, 0.0, -s[M1] * s[GRAVITY]))
