"""A chain of rigid bodies in space, joined by balls: the forces in its joints in O(N).

The state: a unit quaternion for each body (4 N), the angular velocities in the lab (3 N), for a free chain the place
and velocity of the first body's centre of mass (6), energy lost, work of the support, time of its motion.

Without the forces in its joints a body turns with alpha⁰ = I⁻¹(tau - omega×I omega), and its joints, at d from its
centre of mass with the body before and at u with the next, accelerate with b = F/m + alpha⁰×r + omega×(omega×r).
A force at y changes that of x by A_xy = 1/m - [r_x] I⁻¹ [r_y], a constant in body axes. With f_i, the force of body
i + 1 on body i, the condition that joints stay closed is

    -A_i,ud f_{i-1} + (A_i,uu + A_{i+1},dd) f_i - A_{i+1},du f_{i+1} = b_{i+1},d - b_i,u

(after Marleau, PHS4700 chapter 6, where the blocks above the diagonal are missing and the diagonal has A_u - A_d):
symmetric, positive definite, and solved block by block from the far end to the support and back.
"""

from __future__ import annotations

from math import sqrt

from physics.chains.placed import (
    CENTRE,
    CLOSED,
    COMMON,
    DAMPING,
    DRAG,
    END,
    FIRST,
    FREE,
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
from physics.maths.matrices import conjugated, cross, inverted, rotation, turned, turned_back
from physics.types import Floats

DD, UU, UD, ALONG, STIFFNESS, EACH = COMMON, COMMON + 9, COMMON + 18, COMMON + 27, COMMON + 30, COMMON + 31
"""Indices in a body's numbers in p: the matrices A_dd, A_uu and A_ud in body axes, 9 each, row by row; ALONG: the unit
vector from its upper to its lower joint (3); STIFFNESS: of a spring in its upper joint that bends [N m]."""
MIN_SLACK = 1e-9
"""Least excess of a chain's length over the distance of its fixed ends, as a fraction of the length: a straight chain
cannot move, and the forces in it grow without bound."""
UNCONSTRAINED = 9
"""Number of values of a body's unconstrained motion: alpha⁰, b_d, b_u."""


def place(y: Floats, p: Floats, placed: Floats) -> None:
    """Write the placement of all bodies into `placed`, from the support or the first body of a free chain."""
    n = int(p[LINKS])
    joint = scratch(6)
    for i in range(n):
        k = PLACED * i
        rotation(y[4 * i], y[4 * i + 1], y[4 * i + 2], y[4 * i + 3], placed[k : k + 9])
        for axis in range(3):
            placed[k + OMEGA + axis] = y[4 * n + 3 * i + axis]
    _first_joint(y, p, placed, joint)
    for i in range(n):
        place_at_joint(placed, PLACED * i, p, FIRST + EACH * i, joint)


def _first_joint(y: Floats, p: Floats, placed: Floats, joint: Floats) -> None:
    """Write place and velocity of the first body's upper joint into `joint` (6)."""
    if p[FREE] == 1.0:
        d_1, d_2, d_3 = turned(placed, 0, p[FIRST + UPPER], p[FIRST + UPPER + 1], p[FIRST + UPPER + 2])
        v_1, v_2, v_3 = cross(placed[OMEGA], placed[OMEGA + 1], placed[OMEGA + 2], d_1, d_2, d_3)
        at = len(y) - 9
        joint[0], joint[1], joint[2] = y[at] + d_1, y[at + 1] + d_2, y[at + 2] + d_3
        joint[3], joint[4], joint[5] = y[at + 3] + v_1, y[at + 4] + v_2, y[at + 5] + v_3
    else:
        x, y_, z, v_x, v_y, v_z, _, _, _ = support(y[len(y) - 1], p)
        joint[0], joint[1], joint[2], joint[3], joint[4], joint[5] = x, y_, z, v_x, v_y, v_z


def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of y."""
    n, last = int(p[LINKS]), len(y) - 1
    w = scratch((PLACED + UNCONSTRAINED + 3) * n + 3)
    placed, alone, f = w[: PLACED * n], w[PLACED * n : (PLACED + UNCONSTRAINED) * n], w[(PLACED + UNCONSTRAINED) * n :]
    place(y, p, placed)
    dy[last - 2] = free_accelerations(p, placed, alone)
    _, _, _, v_x, v_y, v_z, a_x, a_y, a_z = support(y[last], p)
    joint_forces(p, placed, alone, (a_x, a_y, a_z), (0.0, 0.0, 0.0), f)
    dy[last - 1] = -(f[0] * v_x + f[1] * v_y + f[2] * v_z)
    dy[last] = 1.0
    for i in range(n):
        a, b, c = joint_response(p, placed, i, f)
        o = 4 * n + 3 * i
        dy[o], dy[o + 1], dy[o + 2] = (
            alone[UNCONSTRAINED * i] + a,
            alone[UNCONSTRAINED * i + 1] + b,
            alone[UNCONSTRAINED * i + 2] + c,
        )
        turn(y, 4 * i, y[o], y[o + 1], y[o + 2], dy)
    if p[FREE] == 1.0:
        at, inverse = 7 * n, 1.0 / p[FIRST + MASS]
        pull = p[FIRST + DRAG] * inverse
        for axis in range(3):
            dy[at + axis] = y[at + 3 + axis]
            dy[at + 3 + axis] = f[3 + axis] * inverse - pull * y[at + 3 + axis]
        dy[at + 5] -= p[GRAVITY]


def turn(y: Floats, at: int, o_1: float, o_2: float, o_3: float, out: Floats) -> None:
    """Write the rate of the quaternion y[at:], q' = ½ (0, omega)∘q, omega in the lab, into out[at:]."""
    w, a, b, c = 0.5 * y[at], 0.5 * y[at + 1], 0.5 * y[at + 2], 0.5 * y[at + 3]
    out[at] = -a * o_1 - b * o_2 - c * o_3
    out[at + 1] = w * o_1 + o_2 * c - o_3 * b
    out[at + 2] = w * o_2 + o_3 * a - o_1 * c
    out[at + 3] = w * o_3 + o_1 * b - o_2 * a


def free_accelerations(p: Floats, placed: Floats, alone: Floats) -> float:
    """Write the unconstrained accelerations of all bodies into `alone`; return the power lost [W]."""
    n, lost = int(p[LINKS]), 0.0
    b_1 = b_2 = b_3 = 0.0  # moment of the joint with the next body
    for back in range(n):
        i = n - 1 - back
        k, j, o = PLACED * i, FIRST + EACH * i, UNCONSTRAINED * i
        o_1, o_2, o_3 = placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2]
        v_1, v_2, v_3 = placed[k + VELOCITY], placed[k + VELOCITY + 1], placed[k + VELOCITY + 2]
        drag = -p[j + DRAG] / p[j + MASS]
        m_1, m_2, m_3, power = moment(p, placed, i)
        lost += power + p[j + DRAG] * (v_1 * v_1 + v_2 * v_2 + v_3 * v_3)
        t_1, t_2, t_3 = m_1 - b_1, m_2 - b_2, m_3 - b_3
        b_1, b_2, b_3 = m_1, m_2, m_3
        L_1, L_2, L_3 = body_momentum(placed, k, p, j)
        w_1, w_2, w_3 = turned_back(placed, k, o_1, o_2, o_3)
        g_1, g_2, g_3 = cross(L_1, L_2, L_3, w_1, w_2, w_3)
        t_1, t_2, t_3 = turned_back(placed, k, t_1, t_2, t_3)
        I_1, I_2, I_3 = p[j + INERTIA], p[j + INERTIA + 1], p[j + INERTIA + 2]
        a_1, a_2, a_3 = turned(placed, k, (t_1 + g_1) / I_1, (t_2 + g_2) / I_2, (t_3 + g_3) / I_3)
        alone[o], alone[o + 1], alone[o + 2] = a_1, a_2, a_3
        square = o_1 * o_1 + o_2 * o_2 + o_3 * o_3
        for end in range(2):
            e = j + UPPER + 3 * end
            r_1, r_2, r_3 = turned(placed, k, p[e], p[e + 1], p[e + 2])
            c_1, c_2, c_3 = cross(a_1, a_2, a_3, r_1, r_2, r_3)
            along = o_1 * r_1 + o_2 * r_2 + o_3 * r_3
            e = o + 3 + 3 * end
            alone[e] = drag * v_1 + c_1 + along * o_1 - square * r_1
            alone[e + 1] = drag * v_2 + c_2 + along * o_2 - square * r_2
            alone[e + 2] = drag * v_3 - p[GRAVITY] + c_3 + along * o_3 - square * r_3
    return lost


def moment(p: Floats, placed: Floats, i: int) -> tuple[float, float, float, float]:
    """Return the moment of body i's upper joint on it, by friction and by its spring, and the power lost [W]."""
    k, c = PLACED * i, p[FIRST + EACH * i + DAMPING]
    s_1, s_2, s_3 = placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2]
    if i > 0:
        s_1 -= placed[k + OMEGA - PLACED]
        s_2 -= placed[k + OMEGA - PLACED + 1]
        s_3 -= placed[k + OMEGA - PLACED + 2]
    x, y_, z, u, v, w = directions(p, placed, i)
    m_1, m_2, m_3 = cross(x, y_, z, u, v, w)
    stiff = p[FIRST + EACH * i + STIFFNESS]
    power = c * (s_1 * s_1 + s_2 * s_2 + s_3 * s_3)
    return stiff * m_1 - c * s_1, stiff * m_2 - c * s_2, stiff * m_3 - c * s_3, power


def directions(p: Floats, placed: Floats, i: int) -> tuple[float, float, float, float, float, float]:
    """Return unit vectors along body i and the one before (downwards for the first body), in the lab."""
    k, j = PLACED * i, FIRST + EACH * i + ALONG
    x, y_, z = turned(placed, k, p[j], p[j + 1], p[j + 2])
    if i == 0:
        return x, y_, z, 0.0, 0.0, -1.0
    u, v, w = turned(placed, k - PLACED, p[j - EACH], p[j - EACH + 1], p[j - EACH + 2])
    return x, y_, z, u, v, w


def spring_energy(p: Floats, placed: Floats) -> float:
    """Return the energy of the springs in the joints, 0 for a straight chain [J]."""
    total = 0.0
    for i in range(int(p[LINKS])):
        x, y_, z, u, v, w = directions(p, placed, i)
        x, y_, z = x - u, y_ - v, z - w
        total += 0.5 * p[FIRST + EACH * i + STIFFNESS] * (x * x + y_ * y_ + z * z)
    return total


def joint_forces(
    p: Floats,
    placed: Floats,
    alone: Floats,
    first: tuple[float, float, float],
    last: tuple[float, float, float],
    f: Floats,
) -> None:
    """Write f_0 to f_N into `f` (3 N + 3): of the first body on the support, of each next body, of the far end.

    first, last: accelerations of the support and of a fixed far end.
    """
    n = len(placed) // PLACED
    w = scratch(12 * n + 39)
    answer, S, g, A, B, C = (
        w[: 12 * n],
        w[12 * n :],
        w[12 * n + 9 :],
        w[12 * n + 12 :],
        w[12 * n + 21 :],
        w[12 * n + 30 :],
    )
    for q in range(9):
        S[q] = 0.0
    g[0], g[1], g[2] = last
    for back in range(n):  # f_i = answer (9) f_{i-1} + answer (3); below joint i: b - S f
        i = n - 1 - back
        k, j, o, h = PLACED * i, FIRST + EACH * i, UNCONSTRAINED * i, 12 * i
        if back > 0 or p[CLOSED] == 1.0:
            conjugated(placed, k, p, j + UU, A)
            conjugated(placed, k, p, j + UD, B)
            for q in range(9):
                S[q] += A[q]
            for axis in range(3):
                g[axis] -= alone[o + 6 + axis]
            inverted(S, C)
            for row in range(3):
                for q in range(3):
                    answer[h + 3 * row + q] = C[3 * row] * B[q] + C[3 * row + 1] * B[3 + q] + C[3 * row + 2] * B[6 + q]
                answer[h + 9 + row] = C[3 * row] * g[0] + C[3 * row + 1] * g[1] + C[3 * row + 2] * g[2]
        else:
            for q in range(9):
                B[q] = 0.0
            for q in range(12):
                answer[h + q] = 0.0
        conjugated(placed, k, p, j + DD, S)
        for row in range(3):
            for q in range(3):
                S[3 * row + q] -= (
                    B[row] * answer[h + q] + B[3 + row] * answer[h + 3 + q] + B[6 + row] * answer[h + 6 + q]
                )
            g[row] = alone[o + 3 + row] + (
                B[row] * answer[h + 9] + B[3 + row] * answer[h + 10] + B[6 + row] * answer[h + 11]
            )
    if p[FREE] == 1.0:
        f[0], f[1], f[2] = 0.0, 0.0, 0.0
    else:
        inverted(S, C)
        f[0], f[1], f[2] = turned(C, 0, g[0] - first[0], g[1] - first[1], g[2] - first[2])
    for i in range(n):
        a, b, c = turned(answer, 12 * i, f[3 * i], f[3 * i + 1], f[3 * i + 2])
        f[3 * i + 3], f[3 * i + 4], f[3 * i + 5] = (
            a + answer[12 * i + 9], b + answer[12 * i + 10], c + answer[12 * i + 11],
        )  # fmt: skip


def joint_response(p: Floats, placed: Floats, i: int, f: Floats) -> tuple[float, float, float]:
    """Return the angular acceleration of body i due to the forces in its joints, in the lab."""
    k, j = PLACED * i, FIRST + EACH * i
    a_1, a_2, a_3 = turned_back(placed, k, f[3 * i + 3], f[3 * i + 4], f[3 * i + 5])
    b_1, b_2, b_3 = turned_back(placed, k, f[3 * i], f[3 * i + 1], f[3 * i + 2])
    u_1, u_2, u_3 = cross(p[j + LOWER], p[j + LOWER + 1], p[j + LOWER + 2], a_1, a_2, a_3)
    d_1, d_2, d_3 = cross(p[j + UPPER], p[j + UPPER + 1], p[j + UPPER + 2], b_1, b_2, b_3)
    I_1, I_2, I_3 = p[j + INERTIA], p[j + INERTIA + 1], p[j + INERTIA + 2]
    return turned(placed, k, (u_1 - d_1) / I_1, (u_2 - d_2) / I_2, (u_3 - d_3) / I_3)


def settle(y: Floats, p: Floats) -> None:
    """Normalise all quaternions; return a chain held at both ends to its far end."""
    n = int(p[LINKS])
    for i in range(n):
        at = 4 * i
        w, a, b, c = y[at], y[at + 1], y[at + 2], y[at + 3]
        scale = inverse_length(w * w + a * a + b * b + c * c)
        y[at] *= scale
        y[at + 1] *= scale
        y[at + 2] *= scale
        y[at + 3] *= scale
    if p[CLOSED] == 1.0:
        close_far_end(y, p, n)


def close_far_end(y: Floats, p: Floats, n: int) -> tuple[float, float]:
    """Rotate all bodies and change their angular velocities by impulses in the joints that bring the far end back to
    its place and to rest; return its error before [m, m/s].
    """
    w = scratch((PLACED + UNCONSTRAINED + 3) * n + 3)
    placed, still, f = w[: PLACED * n], w[PLACED * n : (PLACED + UNCONSTRAINED) * n], w[(PLACED + UNCONSTRAINED) * n :]
    for q in range(UNCONSTRAINED * n):
        still[q] = 0.0
    place(y, p, placed)
    x, y_, z = far_end(p, placed, n, CENTRE)
    gap = (p[END] - x, p[END + 1] - y_, p[END + 2] - z)
    joint_forces(p, placed, still, (0.0, 0.0, 0.0), gap, f)
    turning = scratch(4)
    for i in range(n):
        a, b, c = joint_response(p, placed, i, f)
        quaternion = y[4 * i : 4 * i + 4]
        turn(quaternion, 0, a, b, c, turning)
        length = 0.0
        for q in range(4):
            quaternion[q] += turning[q]
            length += quaternion[q] * quaternion[q]
        for q in range(4):
            quaternion[q] /= sqrt(length)
    place(y, p, placed)
    u, v, w_ = far_end(p, placed, n, VELOCITY)
    joint_forces(p, placed, still, (0.0, 0.0, 0.0), (-u, -v, -w_), f)
    for i in range(n):
        a, b, c = joint_response(p, placed, i, f)
        o = 4 * n + 3 * i
        y[o] += a
        y[o + 1] += b
        y[o + 2] += c
    return sqrt(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2]), sqrt(u * u + v * v + w_ * w_)


def far_end(p: Floats, placed: Floats, n: int, what: int) -> tuple[float, float, float]:
    """Return place (what = CENTRE) or velocity (VELOCITY) of the last body's lower joint."""
    k, j = PLACED * (n - 1), FIRST + EACH * (n - 1)
    r_1, r_2, r_3 = turned(placed, k, p[j + LOWER], p[j + LOWER + 1], p[j + LOWER + 2])
    if what == VELOCITY:
        r_1, r_2, r_3 = cross(placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2], r_1, r_2, r_3)
    return placed[k + what] + r_1, placed[k + what + 1] + r_2, placed[k + what + 2] + r_3


def slack(t: float, p: Floats) -> float:
    """Return the length of a chain held at both ends less the distance of its ends at time t, over its length."""
    x, y, z, _, _, _, _, _, _ = support(t, p)
    x, y, z = p[END] - x, p[END + 1] - y, p[END + 2] - z
    length = 0.0
    for i in range(int(p[LINKS])):
        j = FIRST + EACH * i
        a, b, c = p[j + LOWER] - p[j + UPPER], p[j + LOWER + 1] - p[j + UPPER + 1], p[j + LOWER + 2] - p[j + UPPER + 2]
        length += sqrt(a * a + b * b + c * c)
    return 1.0 - sqrt(x * x + y * y + z * z) / length


def margin(y: Floats, p: Floats) -> float:
    """Return the slack of a chain held at both ends beyond the least; 1 for other chains."""
    return slack(y[len(y) - 1], p) - MIN_SLACK if p[CLOSED] == 1.0 else 1.0


def balance(y: Floats, p: Floats) -> float:
    """Return the energy plus dissipated energy less the work of the support [J]."""
    placed = scratch(PLACED * int(p[LINKS]))
    place(y, p, placed)
    kinetic, potential = energies(placed, p, EACH)
    return kinetic + potential + spring_energy(p, placed) + y[len(y) - 3] - y[len(y) - 2]


def forces(y: Floats, p: Floats, f: Floats) -> None:
    """Write the forces in all joints at y into `f`, as `joint_forces` does."""
    n = int(p[LINKS])
    w = scratch((PLACED + UNCONSTRAINED) * n)
    placed, alone = w[: PLACED * n], w[PLACED * n :]
    place(y, p, placed)
    free_accelerations(p, placed, alone)
    _, _, _, _, _, _, a_x, a_y, a_z = support(y[len(y) - 1], p)
    joint_forces(p, placed, alone, (a_x, a_y, a_z), (0.0, 0.0, 0.0), f)
