"""Equations of motion of the Whipple bicycle: four rigid bodies, two wheels that roll without slip on level ground.

Axes of Meijaard, Papadopoulos, Ruina, Schwab (Proc. R. Soc. A 463, 2007, 1955): x forward, y to the right, z DOWN,
from the contact point of the rear wheel, turned by the yaw with the bicycle. Rear wheel R, rear frame with its rider B,
front frame H, front wheel F. Speeds s = (lean', steer', theta_R', yaw', pitch', theta_F'); the first three, u, are
free, and the others follow from them, s = sum t_i u_i, since the front wheel does not slip. With the velocities v and
angular velocities w that the bodies have per unit of u_i, and their accelerations for u' = 0 (Kane's equations)

    M u' = f
    M_ij = sum (m v_i·v_j + w_i·I w_j)
    f_i = Q·t_i - sum (m v_i·(a - g k) + w_i·(I alpha + omega×I omega))

That paper is linear: its coefficients follow from these by differences (`physics/bicycle/linear.py`).
"""

from __future__ import annotations

import math

from physics.core.scratch import scratch
from physics.maths.matrices import cross
from physics.maths.trig import sincos
from physics.types import Floats

Triple = tuple[float, float, float]

X, Y, YAW, LEAN, PITCH, STEER, THETA_R, THETA_F, LEAN_RATE, STEER_RATE, THETA_R_RATE, WORK = range(12)
"""Places in the state."""
VARIABLES = 12
(
    GRAVITY, COS_TILT, SIN_TILT, D1, D2, D3, B_X, B_Z, H_X, H_Z, R_RADIUS, F_RADIUS, R_CROWN, F_CROWN, LEAN_TORQUE,
    STEER_TORQUE, DRIVE_TORQUE, SMALLEST, FALL, STOP, MASSES,
) = range(21)  # fmt: skip
"""Places in p; from the last on are m, I_xx, I_yy, I_zz and I_xz of each body, in the order R, B, H, F."""
REAR, FRAME, FORK, FRONT = range(4)
EACH = 5
A2, A3, B1, B3, S3, AXLE, G1, G3, RHO_R, RHO_F, ARM_B, ARM_D, ARM_F, ARM_H, DOWN, T_LEAN, T_STEER, T_WHEEL = (
    3 * i for i in range(18)
)
"""Places of vectors among the numbers of `write_geometry`: axes, arms [m], the direction down in the plane of the front
wheel, and the dependent speeds per unit of each free one."""
GEOMETRY = 54
MOTION = 24
"""Numbers of a motion of the four bodies: the velocity of the centre of mass and the angular velocity of each."""
UPRIGHT_WHEEL = 0.02
"""Least sine of the angle between the axle of the front wheel and the vertical."""


def dot(a: Triple, b: Triple) -> float:
    """Return a·b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def crossed(a: Triple, b: Triple) -> Triple:
    """Return a×b."""
    return cross(a[0], a[1], a[2], b[0], b[1], b[2])


def scaled(a: float, u: Triple) -> Triple:
    """Return a u."""
    return a * u[0], a * u[1], a * u[2]


def combined(a: float, u: Triple, b: float, v: Triple) -> Triple:
    """Return a u + b v."""
    return a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]


def added(u: Triple, v: Triple) -> Triple:
    """Return u + v."""
    return u[0] + v[0], u[1] + v[1], u[2] + v[2]


def vector(g: Floats, at: int) -> Triple:
    """Return three numbers."""
    return g[at], g[at + 1], g[at + 2]


def put(g: Floats, at: int, v: Triple) -> None:
    """Write three numbers."""
    g[at], g[at + 1], g[at + 2] = v


def write_axes(y: Floats, p: Floats, g: Floats) -> None:
    """Write the axes of the bodies and the arms between their points."""
    s, c = sincos(y[LEAN])
    a2, a3 = (0.0, c, s), (0.0, -s, c)
    s, c = sincos(y[PITCH])
    b1, b3 = (c, -s * a3[1], -s * a3[2]), (s, c * a3[1], c * a3[2])
    s1, s3 = combined(p[COS_TILT], b1, -p[SIN_TILT], b3), combined(p[SIN_TILT], b1, p[COS_TILT], b3)
    s, c = sincos(y[STEER])
    h1, e = combined(c, s1, s, a2), combined(-s, s1, c, a2)
    g1, g3 = combined(p[COS_TILT], h1, p[SIN_TILT], s3), combined(-p[SIN_TILT], h1, p[COS_TILT], s3)
    n = math.sqrt(1.0 - e[2] * e[2])
    down = (-e[2] * e[0] / n, -e[2] * e[1] / n, (1.0 - e[2] * e[2]) / n)
    crown = p[R_CROWN]
    rho_r = combined(p[R_RADIUS] - crown, a3, crown, (0.0, 0.0, 1.0))
    rho_f = combined(p[F_RADIUS] - p[F_CROWN], down, p[F_CROWN], (0.0, 0.0, 1.0))
    arm_f = scaled(p[D2], h1)
    put(g, A2, a2)
    put(g, A3, a3)
    put(g, B1, b1)
    put(g, B3, b3)
    put(g, S3, s3)
    put(g, AXLE, e)
    put(g, G1, g1)
    put(g, G3, g3)
    put(g, RHO_R, rho_r)
    put(g, RHO_F, rho_f)
    put(g, ARM_B, combined(p[B_X], b1, p[B_Z], b3))
    put(g, ARM_D, combined(p[D1], s1, p[D3], s3))
    put(g, ARM_F, arm_f)
    put(g, ARM_H, added(arm_f, combined(p[H_X], g1, p[H_Z], g3)))
    put(g, DOWN, down)


def contact_columns(g: Floats) -> tuple[Triple, Triple, Triple]:
    """Return what yaw', pitch' and theta_F' give to the velocity of the front wheel's point on the ground, per unit."""
    to_front = wheel_to_wheel(g)
    return (
        (-to_front[1], to_front[0], 0.0),
        crossed(vector(g, A2), to_front),
        crossed(vector(g, AXLE), vector(g, RHO_F)),
    )


def wheel_to_wheel(g: Floats) -> Triple:
    """Return the front contact from the rear contact [m]; its third number is 0 where both wheels touch the ground."""
    front = added(added(vector(g, ARM_D), vector(g, ARM_F)), vector(g, RHO_F))
    return combined(1.0, front, -1.0, vector(g, RHO_R))


def dependent(g: Floats, v: Triple) -> Triple:
    """Return the speeds (yaw', pitch', theta_F') that take a velocity from the front wheel's point on the ground."""
    a, b, c = contact_columns(g)
    bc, ca, ab = crossed(b, c), crossed(c, a), crossed(a, b)
    scale = -1.0 / dot(a, bc)
    return scale * dot(bc, v), scale * dot(ca, v), scale * dot(ab, v)


def write_geometry(y: Floats, p: Floats, g: Floats) -> None:
    """Write axes, arms and the dependent speeds per unit of the free ones into g, (54,)."""
    write_axes(y, p, g)
    put(g, T_LEAN, dependent(g, crossed((1.0, 0.0, 0.0), wheel_to_wheel(g))))
    put(g, T_STEER, dependent(g, crossed(vector(g, S3), added(vector(g, ARM_F), vector(g, RHO_F)))))
    put(g, T_WHEEL, dependent(g, crossed(vector(g, RHO_R), vector(g, A2))))


def write_motion(g: Floats, free: Triple, others: Triple, out: Floats, at: int) -> None:
    """Write the velocities and angular velocities of the bodies that have the speeds s = (free, others)."""
    a2 = vector(g, A2)
    frame = added((free[0], 0.0, others[0]), scaled(others[1], a2))
    rear = added(frame, scaled(free[2], a2))
    fork = added(frame, scaled(free[1], vector(g, S3)))
    axle = crossed(vector(g, RHO_R), rear)
    head = added(axle, crossed(frame, vector(g, ARM_D)))
    put(out, at, axle)
    put(out, at + 3, rear)
    put(out, at + 6, added(axle, crossed(frame, vector(g, ARM_B))))
    put(out, at + 9, frame)
    put(out, at + 12, added(head, crossed(fork, vector(g, ARM_H))))
    put(out, at + 15, fork)
    put(out, at + 18, added(head, crossed(fork, vector(g, ARM_F))))
    put(out, at + 21, added(fork, scaled(others[2], vector(g, AXLE))))


def write_free_motion(g: Floats, i: int, out: Floats, at: int) -> None:
    """Write the motion of the bodies per unit of the free speed i."""
    free = (1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0)
    write_motion(g, free, vector(g, T_LEAN + 3 * i), out, at)


def inertia_times(body: int, g: Floats, p: Floats, w: Triple) -> Triple:
    """Return I w of a body about its centre of mass [kg m²/s]."""
    at = MASSES + EACH * body + 1
    if body in (REAR, FRONT):
        axle = vector(g, A2) if body == REAR else vector(g, AXLE)
        return combined(p[at], w, (p[at + 1] - p[at]) * dot(axle, w), axle)
    if body == FRAME:
        e1, e2, e3 = vector(g, B1), vector(g, A2), vector(g, B3)
    else:
        e1, e2, e3 = vector(g, G1), vector(g, AXLE), vector(g, G3)
    w1, w2, w3 = dot(e1, w), dot(e2, w), dot(e3, w)
    flat = combined(p[at] * w1 + p[at + 3] * w3, e1, p[at + 3] * w1 + p[at + 2] * w3, e3)
    return added(flat, scaled(p[at + 1] * w2, e2))


def write_momenta(g: Floats, p: Floats, motion: Floats, at: int, out: Floats, to: int) -> None:
    """Write the momenta m v and angular momenta I w of a motion from motion[at:] on."""
    for body in range(4):
        place = at + 6 * body
        m = p[MASSES + EACH * body]
        put(out, to + 6 * body, (m * motion[place], m * motion[place + 1], m * motion[place + 2]))
        put(out, to + 6 * body + 3, inertia_times(body, g, p, vector(motion, place + 3)))


def work_of(a: Floats, at: int, b: Floats, to: int) -> float:
    """Return the product of two rows of 24 numbers, from a[at] and b[to] on."""
    total = 0.0
    for i in range(MOTION):
        total += a[at + i] * b[to + i]
    return total


def write_motion_of(y: Floats, g: Floats, out: Floats, at: int) -> Triple:
    """Write the motion of the bodies at the state y, and return its dependent speeds (yaw', pitch', theta_F')."""
    u = (y[LEAN_RATE], y[STEER_RATE], y[THETA_R_RATE])
    first, second, third = vector(g, T_LEAN), vector(g, T_STEER), vector(g, T_WHEEL)
    others = added(combined(u[0], first, u[1], second), scaled(u[2], third))
    write_motion(g, u, others, out, at)
    return others


def accelerated(a: Triple, alpha: Triple, w: Triple, arm: Triple) -> Triple:
    """Return the acceleration of a point of a body at an arm from one with the acceleration a."""
    return added(a, added(crossed(alpha, arm), crossed(w, crossed(w, arm))))


def write_accelerations(
    y: Floats, p: Floats, g: Floats, others: Triple, motion: Floats, at: int, out: Floats
) -> Triple:
    """Write the accelerations that the bodies have when no speed s changes, and return that of the front wheel's point.

    out (24,): as a motion; motion[at:]: that of the state, which has the dependent speeds `others`.
    """
    lean, steer, wheel = y[LEAN_RATE], y[STEER_RATE], y[THETA_R_RATE]
    yaw, pitch, front = others
    a2, e = vector(g, A2), vector(g, AXLE)
    w_r, w_b = vector(motion, at + 3), vector(motion, at + 9)
    w_h, w_f = vector(motion, at + 15), vector(motion, at + 21)
    w_a = (lean, 0.0, yaw)
    turn = crossed(w_a, a2)
    alpha_b = added((0.0, lean * yaw, 0.0), scaled(pitch, turn))
    alpha_r = added(alpha_b, scaled(wheel, turn))
    alpha_h = added(alpha_b, scaled(steer, crossed(w_b, vector(g, S3))))
    e_rate = crossed(w_h, e)
    alpha_f = added(alpha_h, scaled(front, e_rate))

    rim = p[R_RADIUS] - p[R_CROWN]
    rho_r_rate = scaled(rim, crossed(w_a, vector(g, A3)))
    rho_r, rho_f = vector(g, RHO_R), vector(g, RHO_F)
    a_r = added(crossed(rho_r, alpha_r), crossed(rho_r_rate, w_r))
    a_d = accelerated(a_r, alpha_b, w_b, vector(g, ARM_D))
    a_f = accelerated(a_d, alpha_h, w_h, vector(g, ARM_F))
    put(out, 0, a_r)
    put(out, 3, alpha_r)
    put(out, 6, accelerated(a_r, alpha_b, w_b, vector(g, ARM_B)))
    put(out, 9, alpha_b)
    put(out, 12, accelerated(a_d, alpha_h, w_h, vector(g, ARM_H)))
    put(out, 15, alpha_h)
    put(out, 18, a_f)
    put(out, 21, alpha_f)

    n = math.sqrt(1.0 - e[2] * e[2])
    n_rate = -e[2] * e_rate[2] / n
    down = vector(g, DOWN)
    bent = combined(-e_rate[2] / n, e, -e[2] / n, e_rate)
    down_rate = added(bent, scaled(-n_rate / n, down))
    rho_f_rate = scaled(p[F_RADIUS] - p[F_CROWN], down_rate)
    return added(a_f, added(crossed(alpha_f, rho_f), crossed(w_f, rho_f_rate)))


def write_forces_needed(y: Floats, p: Floats, g: Floats, motion: Floats, at: int, change: Floats) -> None:
    """Replace accelerations (24,) by the forces m (a - g k) and torques I alpha + omega×I omega that they need."""
    for body in range(4):
        place = 6 * body
        m = p[MASSES + EACH * body]
        w = vector(motion, at + place + 3)
        torque = added(inertia_times(body, g, p, vector(change, place + 3)), crossed(w, inertia_times(body, g, p, w)))
        put(change, place, (m * change[place], m * change[place + 1], m * (change[place + 2] - p[GRAVITY])))
        put(change, place + 3, torque)


ROWS = 4 * MOTION
"""Where the momenta begin in the numbers of `write_equations`, after three motions per unit and that of the state."""
MASS = 7 * MOTION
FORCE = MASS + 6
OTHERS = FORCE + 3
BIAS = OTHERS + 3
NEEDED = BIAS + 3
EQUATIONS = NEEDED + MOTION


def write_equations(y: Floats, p: Floats, g: Floats, e: Floats) -> None:
    """Write geometry g (54,), and into e (EQUATIONS,) motions, M, f, dependent speeds, their bias and forces.

    The bias: dependent accelerations for u' = 0. The forces at NEEDED are those that the bodies need for u' = 0.
    """
    write_geometry(y, p, g)
    for i in range(3):
        write_free_motion(g, i, e, MOTION * i)
        write_momenta(g, p, e, MOTION * i, e, ROWS + MOTION * i)
    others = write_motion_of(y, g, e, 3 * MOTION)
    put(e, OTHERS, others)
    needed, extra = scratch(MOTION), scratch(MOTION)
    bias = dependent(g, write_accelerations(y, p, g, others, e, 3 * MOTION, needed))
    put(e, BIAS, bias)
    write_motion(g, (0.0, 0.0, 0.0), bias, extra, 0)
    for i in range(MOTION):
        needed[i] += extra[i]
    write_forces_needed(y, p, g, e, 3 * MOTION, needed)
    e[MASS] = work_of(e, 0, e, ROWS)
    e[MASS + 1] = work_of(e, MOTION, e, ROWS + MOTION)
    e[MASS + 2] = work_of(e, 2 * MOTION, e, ROWS + 2 * MOTION)
    e[MASS + 3] = work_of(e, 0, e, ROWS + MOTION)
    e[MASS + 4] = work_of(e, 0, e, ROWS + 2 * MOTION)
    e[MASS + 5] = work_of(e, MOTION, e, ROWS + 2 * MOTION)
    for i in range(3):
        e[FORCE + i] = p[LEAN_TORQUE + i] - work_of(e, MOTION * i, needed, 0)
    for i in range(MOTION):
        e[NEEDED + i] = needed[i]


def solved(e: Floats) -> Triple:
    """Return the free accelerations u' of the equations that `write_equations` has written [rad/s²]."""
    m11, m22, m33, m12, m13, m23 = e[MASS], e[MASS + 1], e[MASS + 2], e[MASS + 3], e[MASS + 4], e[MASS + 5]
    # The third equation first: the mass of the rolling wheel is never small, where those of lean and steer may be.
    l1, l2 = m13 / m33, m23 / m33
    a, b, d = m11 - l1 * m13, m12 - l1 * m23, m22 - l2 * m23
    f, h = e[FORCE] - l1 * e[FORCE + 2], e[FORCE + 1] - l2 * e[FORCE + 2]
    steer = (h - b / a * f) / (d - b / a * b)
    lean = (f - b * steer) / a
    return lean, steer, (e[FORCE + 2] - m13 * lean - m23 * steer) / m33


def write_rates(y: Floats, p: Floats, g: Floats, e: Floats, u: Triple, dy: Floats) -> None:
    """Write the time derivative of the state, of which the free accelerations are u."""
    yaw, pitch, front = vector(e, OTHERS)
    axle = vector(e, 3 * MOTION)
    rim = scaled(p[R_RADIUS] - p[R_CROWN], crossed((y[LEAN_RATE], 0.0, yaw), vector(g, A3)))
    s, c = sincos(y[YAW])
    along, across = axle[0] + rim[0], axle[1] + rim[1]
    dy[X], dy[Y] = c * along - s * across, s * along + c * across
    dy[YAW], dy[LEAN], dy[PITCH], dy[STEER] = yaw, y[LEAN_RATE], pitch, y[STEER_RATE]
    dy[THETA_R], dy[THETA_F] = y[THETA_R_RATE], front
    dy[LEAN_RATE], dy[STEER_RATE], dy[THETA_R_RATE] = u
    dy[WORK] = p[LEAN_TORQUE] * y[LEAN_RATE] + p[STEER_TORQUE] * y[STEER_RATE] + p[DRIVE_TORQUE] * y[THETA_R_RATE]


def ride(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of the state."""
    g, e = scratch(GEOMETRY), scratch(EQUATIONS)
    write_equations(y, p, g, e)
    write_rates(y, p, g, e, solved(e), dy)


def contact_forces(g: Floats, e: Floats, u: Triple) -> tuple[Triple, Triple]:
    """Return the forces of the ground on the rear and the front wheel [N], in the axes that yaw with the bicycle.

    u: the free accelerations. The dependent speeds move the front contact alone against the ground, so that its force
    balances what they need; the rear one has the rest.
    """
    needed, unit = scratch(MOTION), scratch(MOTION)
    for i in range(MOTION):  # accelerations u' add the momenta of the motions per unit to the forces
        momenta = u[0] * e[ROWS + i] + u[1] * e[ROWS + MOTION + i] + u[2] * e[ROWS + 2 * MOTION + i]
        needed[i] = e[NEEDED + i] + momenta
    write_motion(g, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), unit, 0)
    yaw = work_of(unit, 0, needed, 0)
    write_motion(g, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), unit, 0)
    pitch = work_of(unit, 0, needed, 0)
    write_motion(g, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), unit, 0)
    wheel = work_of(unit, 0, needed, 0)
    a, b, c = contact_columns(g)
    bc, ca, ab = crossed(b, c), crossed(c, a), crossed(a, b)
    scale = 1.0 / dot(a, bc)
    front = scaled(scale, added(combined(yaw, bc, pitch, ca), scaled(wheel, ab)))
    whole = added(added(vector(needed, 0), vector(needed, 6)), added(vector(needed, 12), vector(needed, 18)))
    return combined(1.0, whole, -1.0, front), front


def forces_of_ground(y: Floats, p: Floats) -> tuple[float, float, float, float, float, float]:
    """Return the forces of the ground on the rear and on the front wheel [N], in the axes that yaw with the bicycle."""
    g, e = scratch(GEOMETRY), scratch(EQUATIONS)
    write_equations(y, p, g, e)
    rear, front = contact_forces(g, e, solved(e))
    return rear[0], rear[1], rear[2], front[0], front[1], front[2]


def margin_of(y: Floats, p: Floats, rear: float, front: float, g: Floats) -> float:
    """Return a number that is positive while both wheels press, with these forces [N], and it rides."""
    e = g[AXLE + 2]
    a, b, c = contact_columns(g)
    left = min(p[FALL] - abs(y[LEAN]), p[STOP] - abs(y[STEER]))
    free = min(math.sqrt(1.0 - e * e) - UPRIGHT_WHEEL, abs(dot(a, crossed(b, c))) - p[SMALLEST])
    left = min(left, free)
    return min(min(rear, front), left) if left > 0.0 else left


def gap(y: Floats, p: Floats) -> tuple[float, float]:
    """Return the height of the front contact, z down [m], and its change with the pitch [m/rad]."""
    g = scratch(GEOMETRY)
    write_axes(y, p, g)
    a2, e, down = vector(g, A2), vector(g, AXLE), vector(g, DOWN)
    turned = crossed(a2, added(vector(g, ARM_D), vector(g, ARM_F)))
    # The lowest point of the rim moves along it: only the height of the plane counts, n = sqrt(1 - e_z²).
    slope = turned[2] - (p[F_RADIUS] - p[F_CROWN]) * e[2] * crossed(a2, e)[2] / down[2]
    return wheel_to_wheel(g)[2], slope


def close_gap(y: Floats, p: Floats) -> None:
    """Move the pitch to where the front wheel touches the ground, by Newton's method."""
    for _ in range(20):
        height, slope = gap(y, p)
        step = height / slope
        y[PITCH] -= step
        if not abs(step) > 1e-15:
            return


def kinetic_energies(y: Floats, p: Floats) -> tuple[float, float, float, float]:
    """Return the kinetic energy of each body [J]."""
    g, e = scratch(GEOMETRY), scratch(2 * MOTION)
    write_geometry(y, p, g)
    write_motion_of(y, g, e, 0)
    write_momenta(g, p, e, 0, e, MOTION)
    return _half(e, 0), _half(e, 6), _half(e, 12), _half(e, 18)


def _half(e: Floats, at: int) -> float:
    return 0.5 * (dot(vector(e, at), vector(e, MOTION + at)) + dot(vector(e, at + 3), vector(e, MOTION + at + 3)))


def heights(y: Floats, p: Floats) -> tuple[float, float, float, float]:
    """Return the height of the centre of mass of each body above the ground [m]."""
    g = scratch(GEOMETRY)
    write_axes(y, p, g)
    axle = g[RHO_R + 2]
    head = axle - g[ARM_D + 2]
    return axle, axle - g[ARM_B + 2], head - g[ARM_H + 2], head - g[ARM_F + 2]
