"""A chain of rigid bodies in space with ball, universal and hinge joints: accelerations in O(N).

The state: of each joint its coordinates (a quaternion body to body before, two angles, one angle), then of each its
rates (the relative angular velocity in the axes of its body, two rates, one), then energy lost, work of the support,
time of its motion. A universal joint turns about e1, fixed in the body before, and then about e2, fixed in its own; a
hinge about e1, fixed in both.

Featherstone (Rigid Body Dynamics Algorithms, 2008, chapter 7), with moments about joints, in the lab: from the far end
to the support each body, with all bodies behind it, responds to angular acceleration alpha and acceleration a of its
upper joint with a moment and a force there, (n, f) = X (alpha, a) + b, X of 6 by 6. Each free axis s of the joint, with
the friction tau, projects X and b, and the accelerations of the coordinates follow from the support to the far end:

    u = X (s, 0)    D = s·u    X -= u uᵀ / D    b += u (tau - s·b) / D    q'' = (tau - s·b - u·(alpha, a)) / D
"""

from __future__ import annotations

from physics.chains.placed import (
    COMMON,
    DAMPING,
    DRAG,
    FIRST,
    GRAVITY,
    INERTIA,
    LINKS,
    LOWER,
    MASS,
    OMEGA,
    PLACED,
    UPPER,
    VELOCITY,
    body_momentum,
    energies,
    place_at_joint,
    support,
)
from physics.core.scratch import scratch
from physics.maths.lengths import inverse_length
from physics.maths.matrices import cross, product, rotation, turned, turned_about
from physics.maths.trig import sincos
from physics.types import Floats

AXES, FIRST_AXIS, SECOND_AXIS, EACH = COMMON, COMMON + 1, COMMON + 4, COMMON + 7
"""Indices in a body's numbers in p: number of axes of its upper joint (3: a ball), e1 and e2."""
BIAS, JOINT_DATA = 9, 12
"""Data of a joint at a state: its axes in the lab (9), the angular acceleration from its rates alone (3)."""
AXIS_DATA = 7
"""Numbers of one free axis of a joint: u / D, (tau - s·b) / D. Each joint has room for three axes."""


def coordinate_count(axes: int) -> int:
    """Return the number of coordinates of a joint; a ball has a quaternion, four."""
    return 4 if axes == 3 else axes


def place(y: Floats, p: Floats, placed: Floats, held: Floats) -> None:
    """Write the placement of all bodies into `placed` and the axes of their joints into `held`."""
    n = int(p[LINKS])
    w = scratch(33)
    before, relative, about, joint = w[:9], w[9:18], w[18:27], w[27:33]
    x, y_, z, v_x, v_y, v_z, _, _, _ = support(y[len(y) - 1], p)
    joint[0], joint[1], joint[2], joint[3], joint[4], joint[5] = x, y_, z, v_x, v_y, v_z
    for q in range(9):
        before[q] = 1.0 if q % 4 == 0 else 0.0
    o_1 = o_2 = o_3 = 0.0
    at, rates = 0, chain_coordinates(p, n)
    for i in range(n):
        k, j, h = PLACED * i, FIRST + EACH * i, JOINT_DATA * i
        axes, R = int(p[j + AXES]), placed[PLACED * i : PLACED * i + 9]
        if axes == 3:
            rotation(y[at], y[at + 1], y[at + 2], y[at + 3], relative)
            product(before, relative, R)
            for s in range(3):
                for q in range(3):
                    held[h + 3 * s + q] = R[3 * q + s]
        else:
            e_1, e_2, e_3 = turned(before, 0, p[j + FIRST_AXIS], p[j + FIRST_AXIS + 1], p[j + FIRST_AXIS + 2])
            held[h], held[h + 1], held[h + 2] = e_1, e_2, e_3
            sine, cosine = sincos(y[at])
            turned_about(sine, cosine, p, j + FIRST_AXIS, relative)
            product(before, relative, R)
            if axes == 2:
                sine, cosine = sincos(y[at + 1])
                turned_about(sine, cosine, p, j + SECOND_AXIS, relative)
                e_1, e_2, e_3 = turned(R, 0, p[j + SECOND_AXIS], p[j + SECOND_AXIS + 1], p[j + SECOND_AXIS + 2])
                held[h + 3], held[h + 4], held[h + 5] = e_1, e_2, e_3
                product(R, relative, about)
                for q in range(9):
                    R[q] = about[q]
        b_1 = b_2 = b_3 = 0.0
        w_1, w_2, w_3 = o_1, o_2, o_3
        for s in range(
            axes
        ):  # the axes of a ball are the body's own: they rotate with omega of the body before plus all rates
            e_1, e_2, e_3 = held[h + 3 * s], held[h + 3 * s + 1], held[h + 3 * s + 2]
            speed = y[rates + s]
            if axes == 3:
                c_1, c_2, c_3 = cross(o_1, o_2, o_3, e_1, e_2, e_3)
            else:
                c_1, c_2, c_3 = cross(w_1, w_2, w_3, e_1, e_2, e_3)
            b_1, b_2, b_3 = b_1 + speed * c_1, b_2 + speed * c_2, b_3 + speed * c_3
            w_1, w_2, w_3 = w_1 + speed * e_1, w_2 + speed * e_2, w_3 + speed * e_3
        o_1, o_2, o_3 = w_1, w_2, w_3
        held[h + BIAS], held[h + BIAS + 1], held[h + BIAS + 2] = b_1, b_2, b_3
        placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2] = o_1, o_2, o_3
        place_at_joint(placed, k, p, j, joint)
        for q in range(9):
            before[q] = R[q]
        at += coordinate_count(axes)
        rates += axes


def chain_coordinates(p: Floats, n: int) -> int:
    """Return the number of coordinates of all joints, the index in y of the first rate."""
    total = 0
    for i in range(n):
        total += coordinate_count(int(p[FIRST + EACH * i + AXES]))
    return total


def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of y."""
    n, last = int(p[LINKS]), len(y) - 1
    w = scratch((PLACED + JOINT_DATA + 3 * AXIS_DATA + 3) * n)
    placed, held, let = w[: PLACED * n], w[PLACED * n :], w[(PLACED + JOINT_DATA) * n :]
    moved = w[(PLACED + JOINT_DATA + 3 * AXIS_DATA) * n :]
    place(y, p, placed, held)
    _, _, _, v_x, v_y, v_z, a_x, a_y, a_z = support(y[last], p)
    dy[last - 2], f_x, f_y, f_z = backward_pass(p, placed, held, let, a_x, a_y, a_z)
    dy[last - 1] = f_x * v_x + f_y * v_y + f_z * v_z
    dy[last] = 1.0
    at, rates = 0, chain_coordinates(p, n)
    forward_pass(p, placed, held, let, a_x, a_y, a_z, dy[rates:], moved)
    for i in range(n):
        axes = int(p[FIRST + EACH * i + AXES])
        if axes == 3:
            a, b, c, d = 0.5 * y[at], 0.5 * y[at + 1], 0.5 * y[at + 2], 0.5 * y[at + 3]
            u, v, z = y[rates], y[rates + 1], y[rates + 2]
            dy[at] = -b * u - c * v - d * z
            dy[at + 1] = a * u + c * z - d * v
            dy[at + 2] = a * v + d * u - b * z
            dy[at + 3] = a * z + b * v - c * u
        else:
            for s in range(axes):
                dy[at + s] = y[rates + s]
        at += coordinate_count(axes)
        rates += axes


def backward_pass(
    p: Floats, placed: Floats, held: Floats, let: Floats, a_x: float, a_y: float, a_z: float
) -> tuple[float, float, float, float]:
    """Write the numbers of all free axes into `let`, from the far end to the support, which accelerates with a.

    Returns the power lost [W], and the force of the support on the chain [N].
    """
    n, lost = int(p[LINKS]), 0.0
    w = scratch(48)
    X, b, u = w[:36], w[36:42], w[42:48]
    for q in range(42):
        w[q] = 0.0
    for back in range(n):
        i = n - 1 - back
        k, j, h = PLACED * i, FIRST + EACH * i, JOINT_DATA * i
        if back > 0:
            transfer_inertia(X, b, placed, k, p, j)
        lost += add_body(X, b, placed, k, p, j)
        for row in range(6):
            b[row] += (
                X[6 * row] * held[h + BIAS] + X[6 * row + 1] * held[h + BIAS + 1] + X[6 * row + 2] * held[h + BIAS + 2]
            )
        o_1, o_2, o_3 = placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2]
        if i > 0:
            o_1 -= placed[k - PLACED + OMEGA]
            o_2 -= placed[k - PLACED + OMEGA + 1]
            o_3 -= placed[k - PLACED + OMEGA + 2]
        friction, axes = p[j + DAMPING], int(p[j + AXES])
        lost += friction * (o_1 * o_1 + o_2 * o_2 + o_3 * o_3)
        for other in range(axes):
            s = axes - 1 - other
            e_1, e_2, e_3 = held[h + 3 * s], held[h + 3 * s + 1], held[h + 3 * s + 2]
            for row in range(6):
                u[row] = X[6 * row] * e_1 + X[6 * row + 1] * e_2 + X[6 * row + 2] * e_3
            inverse = 1.0 / (e_1 * u[0] + e_2 * u[1] + e_3 * u[2])
            moment = -friction * (e_1 * o_1 + e_2 * o_2 + e_3 * o_3) - (e_1 * b[0] + e_2 * b[1] + e_3 * b[2])
            m = AXIS_DATA * (3 * i + s)
            let[m + 6] = moment * inverse
            for row in range(6):
                let[m + row] = u[row] * inverse
            for row in range(6):
                b[row] += u[row] * let[m + 6]
                for q in range(6):
                    X[6 * row + q] -= u[row] * let[m + q]
    f_1, f_2, f_3 = b[3], b[4], b[5]
    f_1 += X[21] * a_x + X[22] * a_y + X[23] * a_z
    f_2 += X[27] * a_x + X[28] * a_y + X[29] * a_z
    f_3 += X[33] * a_x + X[34] * a_y + X[35] * a_z
    return lost, f_1, f_2, f_3


def joint_to_joint(placed: Floats, k: int, p: Floats, j: int) -> tuple[float, float, float, float, float, float]:
    """Return the vector from upper to lower joint of a body in the lab, and its acceleration from rates alone."""
    r_1, r_2, r_3 = turned(
        placed, k, p[j + LOWER] - p[j + UPPER], p[j + LOWER + 1] - p[j + UPPER + 1], p[j + LOWER + 2] - p[j + UPPER + 2]
    )
    z_1, z_2, z_3 = parent_frame(placed, k, r_1, r_2, r_3)
    return r_1, r_2, r_3, z_1, z_2, z_3


def parent_frame(placed: Floats, k: int, r_1: float, r_2: float, r_3: float) -> tuple[float, float, float]:
    """Return omega×(omega×r) of a body."""
    o_1, o_2, o_3 = placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2]
    along, square = o_1 * r_1 + o_2 * r_2 + o_3 * r_3, o_1 * o_1 + o_2 * o_2 + o_3 * o_3
    return along * o_1 - square * r_1, along * o_2 - square * r_2, along * o_3 - square * r_3


def transfer_inertia(X: Floats, b: Floats, placed: Floats, k: int, p: Floats, j: int) -> None:
    """Transfer X and b of the bodies behind from a body's lower joint to its upper one, in place."""
    r_1, r_2, r_3, z_1, z_2, z_3 = joint_to_joint(placed, k, p, j)
    for row in range(6):
        x, y_, z = X[6 * row + 3], X[6 * row + 4], X[6 * row + 5]
        b[row] += x * z_1 + y_ * z_2 + z * z_3
        c_1, c_2, c_3 = cross(r_1, r_2, r_3, x, y_, z)
        X[6 * row] += c_1
        X[6 * row + 1] += c_2
        X[6 * row + 2] += c_3
    for q in range(6):
        c_1, c_2, c_3 = cross(r_1, r_2, r_3, X[18 + q], X[24 + q], X[30 + q])
        X[q] += c_1
        X[6 + q] += c_2
        X[12 + q] += c_3
    c_1, c_2, c_3 = cross(r_1, r_2, r_3, b[3], b[4], b[5])
    b[0] += c_1
    b[1] += c_2
    b[2] += c_3


def add_body(X: Floats, b: Floats, placed: Floats, k: int, p: Floats, j: int) -> float:
    """Add a body's own inertia and forces at its upper joint; return the power lost to the air [W]."""
    m, R = p[j + MASS], placed[k : k + 9]
    d_1, d_2, d_3 = turned(placed, k, p[j + UPPER], p[j + UPPER + 1], p[j + UPPER + 2])
    r_1, r_2, r_3 = -d_1, -d_2, -d_3
    square = r_1 * r_1 + r_2 * r_2 + r_3 * r_3
    w = scratch(3)
    w[0], w[1], w[2] = r_1, r_2, r_3
    for row in range(3):
        for q in range(3):
            turning = -m * w[row] * w[q]
            for axis in range(3):
                turning += R[3 * row + axis] * p[j + INERTIA + axis] * R[3 * q + axis]
            X[6 * row + q] += turning
        X[7 * row] += m * square
        X[7 * row + 21] += m
    for row in range(3):  # m [r]
        one, two = (row + 1) % 3, (row + 2) % 3
        X[6 * row + 3 + one] -= m * w[two]
        X[6 * row + 3 + two] += m * w[one]
        X[6 * (3 + one) + row] -= m * w[two]
        X[6 * (3 + two) + row] += m * w[one]
    v_1, v_2, v_3 = placed[k + VELOCITY], placed[k + VELOCITY + 1], placed[k + VELOCITY + 2]
    z_1, z_2, z_3 = parent_frame(placed, k, r_1, r_2, r_3)
    drag = p[j + DRAG]
    f_1, f_2, f_3 = m * z_1 + drag * v_1, m * z_2 + drag * v_2, m * (z_3 + p[GRAVITY]) + drag * v_3
    n_1, n_2, n_3 = cross(r_1, r_2, r_3, f_1, f_2, f_3)
    L_1, L_2, L_3 = body_momentum(placed, k, p, j)
    L_1, L_2, L_3 = turned(placed, k, L_1, L_2, L_3)
    g_1, g_2, g_3 = cross(placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2], L_1, L_2, L_3)
    b[0] += n_1 + g_1
    b[1] += n_2 + g_2
    b[2] += n_3 + g_3
    b[3] += f_1
    b[4] += f_2
    b[5] += f_3
    return drag * (v_1 * v_1 + v_2 * v_2 + v_3 * v_3)


def forward_pass(
    p: Floats, placed: Floats, held: Floats, let: Floats, a_x: float, a_y: float, a_z: float, out: Floats,
    moved: Floats,
) -> None:  # fmt: skip
    """Write the accelerations of all joint coordinates into `out`, starting at the support, which accelerates with a.

    moved (3 N): gets the accelerations of the centres of mass.
    """
    alpha_1 = alpha_2 = alpha_3 = 0.0
    at = 0
    for i in range(int(p[LINKS])):
        k, j, h = PLACED * i, FIRST + EACH * i, JOINT_DATA * i
        for s in range(int(p[j + AXES])):
            m, e = AXIS_DATA * (3 * i + s), h + 3 * s
            turning = let[m] * alpha_1 + let[m + 1] * alpha_2 + let[m + 2] * alpha_3
            out[at] = let[m + 6] - turning - (let[m + 3] * a_x + let[m + 4] * a_y + let[m + 5] * a_z)
            alpha_1 += held[e] * out[at]
            alpha_2 += held[e + 1] * out[at]
            alpha_3 += held[e + 2] * out[at]
            at += 1
        alpha_1 += held[h + BIAS]
        alpha_2 += held[h + BIAS + 1]
        alpha_3 += held[h + BIAS + 2]
        d_1, d_2, d_3 = turned(placed, k, p[j + UPPER], p[j + UPPER + 1], p[j + UPPER + 2])
        c_1, c_2, c_3 = cross(alpha_1, alpha_2, alpha_3, d_1, d_2, d_3)
        z_1, z_2, z_3 = parent_frame(placed, k, d_1, d_2, d_3)
        moved[3 * i], moved[3 * i + 1], moved[3 * i + 2] = a_x - c_1 - z_1, a_y - c_2 - z_2, a_z - c_3 - z_3
        r_1, r_2, r_3, z_1, z_2, z_3 = joint_to_joint(placed, k, p, j)
        c_1, c_2, c_3 = cross(alpha_1, alpha_2, alpha_3, r_1, r_2, r_3)
        a_x += c_1 + z_1
        a_y += c_2 + z_2
        a_z += c_3 + z_3


def forces(y: Floats, p: Floats, f: Floats) -> None:
    """Write the force of each body on the one before, or on the support, into `f` (3 N), from Newton's law."""
    n = int(p[LINKS])
    w = scratch((PLACED + JOINT_DATA + 3 * AXIS_DATA + 3) * n + len(y))
    placed, held, let = w[: PLACED * n], w[PLACED * n :], w[(PLACED + JOINT_DATA) * n :]
    moved, rates = w[(PLACED + JOINT_DATA + 3 * AXIS_DATA) * n :], w[(PLACED + JOINT_DATA + 3 * AXIS_DATA + 3) * n :]
    place(y, p, placed, held)
    _, _, _, _, _, _, a_x, a_y, a_z = support(y[len(y) - 1], p)
    backward_pass(p, placed, held, let, a_x, a_y, a_z)
    forward_pass(p, placed, held, let, a_x, a_y, a_z, rates, moved)
    for back in range(n):
        i = n - 1 - back
        j, v = FIRST + EACH * i, PLACED * i + VELOCITY
        for axis in range(3):
            behind = f[3 * i + 3 + axis] if back > 0 else 0.0
            weight = p[GRAVITY] if axis == 2 else 0.0
            load = p[j + MASS] * (moved[3 * i + axis] + weight) + p[j + DRAG] * placed[v + axis]
            f[3 * i + axis] = behind - load


def normalize(y: Floats, p: Floats) -> None:
    """Normalise the quaternions of all balls."""
    at = 0
    for i in range(int(p[LINKS])):
        axes = int(p[FIRST + EACH * i + AXES])
        if axes == 3:
            w, a, b, c = y[at], y[at + 1], y[at + 2], y[at + 3]
            scale = inverse_length(w * w + a * a + b * b + c * c)
            for q in range(4):
                y[at + q] *= scale
        at += coordinate_count(axes)


def balance(y: Floats, p: Floats) -> float:
    """Return the energy plus dissipated energy less the work of the support [J]."""
    n = int(p[LINKS])
    w = scratch((PLACED + JOINT_DATA) * n)
    place(y, p, w[: PLACED * n], w[PLACED * n :])
    kinetic, potential = energies(w[: PLACED * n], p, EACH)
    return kinetic + potential + y[len(y) - 3] - y[len(y) - 2]
