"""What is drawn of a satellite, for its kernel `pose`: body, rotor and moving mass about the centre of the body."""

from __future__ import annotations

from math import sqrt

from physics.maths.quaternion import rotation_rows, to_body
from physics.maths.trig import sincos
from physics.satellite.equations import (
    MOMENTUM,
    ROTOR_ANGLE,
    angular_velocity,
    lever,
    rotor_rate,
)
from physics.shapes.pose import (
    BODY,
    ArrowKind,
    PoseLayout,
    Rows,
    composed,
    turned,
    write_arrow,
    write_body,
    write_point,
)
from physics.shapes.solids import Solid
from physics.types import Floats

ARROWS = (
    ArrowKind("omega", "ω", "rad/s", "angular velocity of the body"),
    ArrowKind("momentum", "L", "kg m²/s", "angular momentum"),
)
ROTOR, MASS, TIP, SPHERE, ROTOR_PLACE, ROTOR_AXES = 40, 41, 42, 43, 44, 47
"""Places in s, after p: 1 for a rotor and 1 for a moving mass that are drawn, the tip on axis 3 [m], the radius of
the sphere on which the path of L in the body is drawn [m], place of the rotor in body axes (3) [m], and its axes at the
angle 0, columns by rows (9)."""


def layout(body: Solid, rotor: Solid | None, mass: Solid | None) -> PoseLayout:
    """Return the layout: the bodies that are there, omega and L, the tip of axis 3, and the place of L in the body."""
    bodies = [("body", body)]
    if rotor is not None:
        bodies.append(("rotor", rotor))
    if mass is not None:
        bodies.append(("mass", mass))
    return PoseLayout(tuple(bodies), ARROWS, ("tip",), (("momentum", 0),))


def write_pose(y: Floats, s: Floats, out: Floats) -> None:
    """Write what is drawn of the state y."""
    r = rotation_rows(y)
    omega = angular_velocity(y, s)
    write_body(out, 0, 0.0, 0.0, 0.0, r, omega[2])
    at = BODY
    if s[ROTOR] > 0.0:
        x, y_, z = turned(r, s[ROTOR_PLACE], s[ROTOR_PLACE + 1], s[ROTOR_PLACE + 2])
        speed = rotor_rate(y, s, omega)
        sine, cosine = sincos(y[ROTOR_ANGLE])
        a = composed(r, s, ROTOR_AXES)
        rows: Rows = (
            a[0] * cosine + a[1] * sine, a[1] * cosine - a[0] * sine, a[2],
            a[3] * cosine + a[4] * sine, a[4] * cosine - a[3] * sine, a[5],
            a[6] * cosine + a[7] * sine, a[7] * cosine - a[6] * sine, a[8],
        )  # fmt: skip
        n = s[ROTOR_AXES + 2], s[ROTOR_AXES + 5], s[ROTOR_AXES + 8]
        along = omega[0] * n[0] + omega[1] * n[1] + omega[2] * n[2]
        write_body(out, at, x, y_, z, rows, speed + along)
        at += BODY
    if s[MASS] > 0.0:
        rho = lever(y, s)
        x, y_, z = turned(r, rho[0], rho[1], rho[2])
        write_body(out, at, x, y_, z, r, 0.0)
        at += BODY
    bodies, centre = at // BODY, (0.0, 0.0, 0.0)
    write_arrow(out, bodies, 0, centre, turned(r, omega[0], omega[1], omega[2]))
    write_arrow(out, bodies, 1, centre, (y[MOMENTUM], y[MOMENTUM + 1], y[MOMENTUM + 2]))
    write_point(out, bodies, 2, 0, (r[2] * s[TIP], r[5] * s[TIP], r[8] * s[TIP]))
    L = to_body(y, y[MOMENTUM], y[MOMENTUM + 1], y[MOMENTUM + 2])
    size = sqrt(L[0] * L[0] + L[1] * L[1] + L[2] * L[2])
    scale = s[SPHERE] / size if size > 0.0 else 0.0
    write_point(out, bodies, 2, 1, (scale * L[0], scale * L[1], scale * L[2]))
