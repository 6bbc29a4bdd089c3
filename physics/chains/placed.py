"""Placement and motion of the bodies of a chain in space, shared by its equations in any coordinates.

p begins with gravity and the motion of the support; the bodies begin at FIRST, each with as many numbers as its
equations need, of which the first are those named here. `placed` has PLACED numbers for each body.
"""

from __future__ import annotations

from math import sqrt

from physics.maths.matrices import Triple, cross, turned, turned_back
from physics.maths.trig import sincos
from physics.types import Floats

Nine = tuple[float, float, float, float, float, float, float, float, float]

GRAVITY, LINKS, FREE, CLOSED, AMPLITUDE, FREQUENCY, PHASE, PLACE, END, FIRST = 0, 1, 2, 3, 4, 7, 10, 13, 16, 19
"""Indices in p. LINKS: number of bodies; FREE: 1 where nothing holds them; CLOSED: 1 where the far end is held at END.
The support moves as PLACE + AMPLITUDE cos(FREQUENCY t + PHASE), each for x, y and z."""

MASS, INERTIA, UPPER, LOWER, DAMPING, DRAG, COMMON = 0, 1, 4, 7, 10, 11, 12
"""Indices in a body's numbers: INERTIA, three about its body axes; UPPER, LOWER: from its centre of mass to the joints
with the one before and the next, in body axes; DAMPING of its upper joint [N m s], DRAG at its centre [N s/m]."""

ROTATION, CENTRE, VELOCITY, OMEGA, PLACED = 0, 9, 12, 15, 18
"""Indices in `placed`: body to lab row by row (9); of the centre of mass; angular velocity; all in the lab."""


def support(t: float, p: Floats) -> Nine:
    """Return place, velocity and acceleration of the support at time t [m, m/s, m/s²]."""
    s_1, c_1 = sincos(p[FREQUENCY] * t + p[PHASE])
    s_2, c_2 = sincos(p[FREQUENCY + 1] * t + p[PHASE + 1])
    s_3, c_3 = sincos(p[FREQUENCY + 2] * t + p[PHASE + 2])
    A, B, C = p[AMPLITUDE], p[AMPLITUDE + 1], p[AMPLITUDE + 2]
    u, v, w = A * p[FREQUENCY], B * p[FREQUENCY + 1], C * p[FREQUENCY + 2]
    return (
        p[PLACE] + A * c_1, p[PLACE + 1] + B * c_2, p[PLACE + 2] + C * c_3,
        -u * s_1, -v * s_2, -w * s_3,
        -u * p[FREQUENCY] * c_1, -v * p[FREQUENCY + 1] * c_2, -w * p[FREQUENCY + 2] * c_3,
    )  # fmt: skip


def place_at_joint(placed: Floats, k: int, p: Floats, j: int, joint: Floats) -> None:
    """Place the body at placed[k:], whose rotation and omega are set, at `joint`, and move `joint` to its lower end.

    joint (6): place and velocity of its upper joint, then of its lower one. j: where its numbers begin in p.
    """
    o_1, o_2, o_3 = placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2]
    d_1, d_2, d_3 = turned(placed, k, p[j + UPPER], p[j + UPPER + 1], p[j + UPPER + 2])
    u_1, u_2, u_3 = turned(placed, k, p[j + LOWER], p[j + LOWER + 1], p[j + LOWER + 2])
    v_1, v_2, v_3 = cross(o_1, o_2, o_3, d_1, d_2, d_3)
    w_1, w_2, w_3 = cross(o_1, o_2, o_3, u_1, u_2, u_3)
    r_1, r_2, r_3 = joint[0] - d_1, joint[1] - d_2, joint[2] - d_3
    v_1, v_2, v_3 = joint[3] - v_1, joint[4] - v_2, joint[5] - v_3
    placed[k + CENTRE], placed[k + CENTRE + 1], placed[k + CENTRE + 2] = r_1, r_2, r_3
    placed[k + VELOCITY], placed[k + VELOCITY + 1], placed[k + VELOCITY + 2] = v_1, v_2, v_3
    joint[0], joint[1], joint[2] = r_1 + u_1, r_2 + u_2, r_3 + u_3
    joint[3], joint[4], joint[5] = v_1 + w_1, v_2 + w_2, v_3 + w_3


def body_tension(placed: Floats, k: int, p: Floats, j: int, f: Floats, at: int) -> float:
    """Return the tension of a body along the line between its joints [N], from f[at:], its force on the one before."""
    x, y, z = turned(
        placed, k, p[j + LOWER] - p[j + UPPER], p[j + LOWER + 1] - p[j + UPPER + 1], p[j + LOWER + 2] - p[j + UPPER + 2]
    )
    return (f[at] * x + f[at + 1] * y + f[at + 2] * z) / sqrt(x * x + y * y + z * z)


def body_momentum(placed: Floats, k: int, p: Floats, j: int) -> Triple:
    """Return the angular momentum of a body about its centre, in body axes."""
    a, b, c = turned_back(placed, k, placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2])
    return p[j + INERTIA] * a, p[j + INERTIA + 1] * b, p[j + INERTIA + 2] * c


def energies(placed: Floats, p: Floats, each: int) -> tuple[float, float]:
    """Return kinetic energy, and potential energy above z = 0 [J]. each: number of values of a body in p."""
    kinetic = potential = 0.0
    for i in range(len(placed) // PLACED):
        k, j = PLACED * i, FIRST + each * i
        a, b, c = turned_back(placed, k, placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2])
        u, v, w = placed[k + VELOCITY], placed[k + VELOCITY + 1], placed[k + VELOCITY + 2]
        turning = p[j + INERTIA] * a * a + p[j + INERTIA + 1] * b * b + p[j + INERTIA + 2] * c * c
        kinetic += 0.5 * (p[j + MASS] * (u * u + v * v + w * w) + turning)
        potential += p[GRAVITY] * p[j + MASS] * placed[k + CENTRE + 2]
    return kinetic, potential
