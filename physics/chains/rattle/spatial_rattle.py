"""A step of RATTLE for a chain of rigid bodies in space, in O(N).

The places of all points of the bodies are the coordinates, which the forces in the bodies and their joints tie together
(McLachlan and Scovel, J. Nonlinear Sci. 5, 1995, 233; Hairer, Lubich, Wanner, Geometric Numerical Integration, VII.1.4
and VII.5.3). A body turns by F, from R to R F; with the unit quaternion (w, v) of F its discrete momentum, in the axes
at the start, is (Moser and Veselov 1991)

    m = 2 w I v + 2 v×I v = h L + ½ h² tau

if nothing holds it. In a chain the impulses in the joints do no work on what the joints allow at the start: for each
turn of a body about its upper joint, which moves its own points and all bodies below. With a = r' - r - h v - ½ h² g of
each centre of mass, c from the upper joint to it and l to the lower joint,

    c×(mass a) + l×f + R (m - h L - ½ h² tau) = 0        f = sum of mass a over all bodies below

are 3 N equations for the rotations, from which the places follow: joints are closed to rounding. The velocities at the
end satisfy the same with what the joints allow there, a = v' - (r' - r)/h - ½ h g and L' - m/h - ½ h tau'. Order 2,
symmetric, symplectic.

Newton's equations are those of an articulated chain whose bodies turn about the joints at the end and are weighed at
the start: a matrix K of 3 by 3, not symmetric, hands on from the far end what all bodies behind do.
"""

from __future__ import annotations

from math import nan, sqrt

from physics.chains.placed import (
    AMPLITUDE,
    CLOSED,
    DAMPING,
    DRAG,
    FIRST,
    FREE,
    FREQUENCY,
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
)
from physics.chains.spatial import EACH, STIFFNESS, moment, place
from physics.core.scratch import scratch
from physics.maths.matrices import (
    Triple,
    conjugated,
    conjugated_back,
    cross,
    inverted_any,
    product,
    rotation,
    turned,
    turned_back,
)
from physics.types import Floats

CLOSE = 1e-10
"""Last turn [rad] after which none follows: Newton's iteration squares its error."""
MOST = 30
"""Turns after which there is no solution: the step is too long for the angular velocities."""

QUATERNION, IMPULSE, MOVED, NEAR, FAR, TURNING, LACK, SPIN, ANSWER, CARRIED, TURN, ROOM = (
    0, 4, 7, 10, 13, 16, 25, 28, 31, 34, 43, 46,
)  # fmt: skip
"""Indices in a body's numbers of the work, all in its axes at the beginning of the turn sought unless said otherwise:

QUATERNION of F; IMPULSE: h L + ½ h² tau, later m/h in the lab; MOVED: r' - r of its centre, in the lab; NEAR, FAR: from
its upper joint to its centre and to its lower joint, after the turn; TURNING: derivative of its momentum by the turn
(9); LACK: mass a; SPIN: moment about its centre that is lacking; ANSWER: its turn if its upper joint stays, CARRIED:
the matrix (9) that takes from it what the joint's way does; TURN: the turn sought, in the lab.
"""


def is_conserved(p: Floats) -> bool:
    """Return whether the chain has no losses, and hangs from a fixed support or from none."""
    if p[CLOSED] != 0.0:
        return False
    for axis in range(3):
        if p[AMPLITUDE + axis] * p[FREQUENCY + axis] != 0.0:
            return False
    for i in range(int(p[LINKS])):
        if p[FIRST + EACH * i + DAMPING] != 0.0 or p[FIRST + EACH * i + DRAG] != 0.0:
            return False
    return True


def split_step(h: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the state after one step of a chain without losses and with at most one end held; nan for another chain.

    It is nan, too, where the step has no solution: a body cannot turn by more than about half a radian in a step.
    """
    n = int(p[LINKS])
    w = scratch((PLACED + ROOM) * n)
    placed, work = w[: PLACED * n], w[PLACED * n :]
    joint, matrices = scratch(6), scratch(45)
    for i in range(len(y)):
        out[i] = y[i]
    if not (is_conserved(p) and turn_bodies(h, y, p, placed, work, joint, matrices)):
        for i in range(len(y)):
            out[i] = nan
        return
    for i in range(n):
        turn_quaternion(out, 4 * i, work, ROOM * i + QUATERNION)
    if p[FREE] == 1.0:
        for axis in range(3):
            out[7 * n + axis] += work[MOVED + axis]
    out[len(y) - 1] += h
    meet(h, p, out[0 : len(y)], placed, work, joint, matrices)  # out may be longer than the state


def turn_quaternion(q: Floats, at: int, F: Floats, begin: int) -> None:
    """Replace the quaternion q[at:] by its product with F[begin:], in place."""
    w, a, b, c = q[at], q[at + 1], q[at + 2], q[at + 3]
    s, x, y, z = F[begin], F[begin + 1], F[begin + 2], F[begin + 3]
    q[at] = w * s - a * x - b * y - c * z
    q[at + 1] = w * x + a * s + b * z - c * y
    q[at + 2] = w * y - a * z + b * s + c * x
    q[at + 3] = w * z + a * y - b * x + c * s


def turn_bodies(h: float, y: Floats, p: Floats, placed: Floats, work: Floats, joint: Floats, matrices: Floats) -> bool:
    """Write by what the bodies turn and where their centres move into `work`; return whether there is a solution.

    joint (6): change and way of the first joint, which a free chain has. matrices (45): scratch.
    """
    n = int(p[LINKS])
    place(y, p, placed)
    for i in range(n):
        k, o = PLACED * i, ROOM * i
        L_1, L_2, L_3 = body_momentum(placed, k, p, FIRST + EACH * i)
        t_1, t_2, t_3 = torque(p, placed, i)
        half = 0.5 * h * h
        work[o + IMPULSE] = h * L_1 + half * t_1
        work[o + IMPULSE + 1] = h * L_2 + half * t_2
        work[o + IMPULSE + 2] = h * L_3 + half * t_3
        a, b, c = turned_back(placed, k, placed[k + OMEGA], placed[k + OMEGA + 1], placed[k + OMEGA + 2])
        set_turn(work, o, 0.5 * h * a, 0.5 * h * b, 0.5 * h * c)
    u, v, w = first_velocity(p, placed)
    joint[3], joint[4], joint[5] = h * u, h * v, h * w
    largest = 1.0
    for _ in range(MOST):
        weigh_turns(h, p, placed, work, joint, matrices)
        if largest <= CLOSE:
            return True
        largest = respond(p, placed, work, joint, matrices)
        for i in range(n):
            o = ROOM * i
            a, b, c = turned_back(placed, PLACED * i, work[o + TURN], work[o + TURN + 1], work[o + TURN + 2])
            w, x, u, v = work[o], work[o + 1], work[o + 2], work[o + 3]
            e, f, g = cross(a, b, c, x, u, v)
            set_turn(work, o, x + 0.5 * (w * a + e), u + 0.5 * (w * b + f), v + 0.5 * (w * c + g))
        for axis in range(3):
            joint[3 + axis] += joint[axis]
    return False


def set_turn(work: Floats, o: int, x: float, y: float, z: float) -> None:
    """Set the vector part of a unit quaternion; nan where there is none."""
    rest = 1.0 - (x * x + y * y + z * z)
    work[o], work[o + 1], work[o + 2], work[o + 3] = sqrt(rest) if rest >= 0.0 else nan, x, y, z


def torque(p: Floats, placed: Floats, i: int) -> Triple:
    """Return the torque of the springs in its joints on body i, in its axes [N m]."""
    t_1 = t_2 = t_3 = 0.0
    if p[FIRST + EACH * i + STIFFNESS] != 0.0:
        t_1, t_2, t_3, _ = moment(p, placed, i)
    if i + 1 < int(p[LINKS]) and p[FIRST + EACH * (i + 1) + STIFFNESS] != 0.0:
        m_1, m_2, m_3, _ = moment(p, placed, i + 1)
        t_1, t_2, t_3 = t_1 - m_1, t_2 - m_2, t_3 - m_3
    return turned_back(placed, PLACED * i, t_1, t_2, t_3)


def first_velocity(p: Floats, placed: Floats) -> Triple:
    """Return the velocity of the first joint [m/s]: 0, but for a free chain."""
    if p[FREE] != 1.0:
        return 0.0, 0.0, 0.0
    d_1, d_2, d_3 = turned(placed, 0, p[FIRST + UPPER], p[FIRST + UPPER + 1], p[FIRST + UPPER + 2])
    u, v, w = cross(placed[OMEGA], placed[OMEGA + 1], placed[OMEGA + 2], d_1, d_2, d_3)
    return placed[VELOCITY] + u, placed[VELOCITY + 1] + v, placed[VELOCITY + 2] + w


def momentum(work: Floats, o: int, p: Floats, j: int) -> Triple:
    """Return the discrete momentum m of a turn, in the axes at its beginning, times h [kg m²]."""
    w, x, y, z = 2.0 * work[o], 2.0 * work[o + 1], 2.0 * work[o + 2], 2.0 * work[o + 3]
    I_1, I_2, I_3 = p[j + INERTIA] * work[o + 1], p[j + INERTIA + 1] * work[o + 2], p[j + INERTIA + 2] * work[o + 3]
    a, b, c = cross(x, y, z, I_1, I_2, I_3)
    return w * I_1 + a, w * I_2 + b, w * I_3 + c


def swept(work: Floats, o: int, a: float, b: float, c: float) -> Triple:
    """Return by what the turn moves a vector of the body, (F - 1) (a, b, c), in the axes at its beginning."""
    w, x, y, z = work[o], work[o + 1], work[o + 2], work[o + 3]
    u_1, u_2, u_3 = cross(x, y, z, a, b, c)
    v_1, v_2, v_3 = cross(x, y, z, u_1, u_2, u_3)
    return 2.0 * (w * u_1 + v_1), 2.0 * (w * u_2 + v_2), 2.0 * (w * u_3 + v_3)


def weigh_turns(h: float, p: Floats, placed: Floats, work: Floats, joint: Floats, matrices: Floats) -> None:
    """Write what the turns in `work` lack, with their derivatives, and where they move the centres of mass."""
    F = matrices[0:9]
    x, y, z, fall = joint[3], joint[4], joint[5], 0.5 * h * h * p[GRAVITY]
    for i in range(int(p[LINKS])):
        k, j, o = PLACED * i, FIRST + EACH * i, ROOM * i
        r_1, r_2, r_3 = -p[j + UPPER], -p[j + UPPER + 1], -p[j + UPPER + 2]
        l_1, l_2, l_3 = p[j + LOWER] + r_1, p[j + LOWER + 1] + r_2, p[j + LOWER + 2] + r_3
        a, b, c = swept(work, o, r_1, r_2, r_3)
        work[o + NEAR], work[o + NEAR + 1], work[o + NEAR + 2] = r_1 + a, r_2 + b, r_3 + c
        a, b, c = turned(placed, k, a, b, c)
        work[o + MOVED], work[o + MOVED + 1], work[o + MOVED + 2] = x + a, y + b, z + c
        lacks(p, placed, work, i, h, fall, 1.0)
        a, b, c = momentum(work, o, p, j)
        work[o + SPIN] = a - work[o + IMPULSE]
        work[o + SPIN + 1] = b - work[o + IMPULSE + 1]
        work[o + SPIN + 2] = c - work[o + IMPULSE + 2]
        a, b, c = swept(work, o, l_1, l_2, l_3)
        work[o + FAR], work[o + FAR + 1], work[o + FAR + 2] = l_1 + a, l_2 + b, l_3 + c
        a, b, c = turned(placed, k, a, b, c)
        x, y, z = x + a, y + b, z + c
        rotation(work[o], work[o + 1], work[o + 2], work[o + 3], F)
        half = 0.5 * (p[j + INERTIA] + p[j + INERTIA + 1] + p[j + INERTIA + 2])
        for column in range(3):
            for row in range(3):
                F[3 * row + column] *= half - p[j + INERTIA + column]
        trace = F[0] + F[4] + F[8]
        for q in range(9):
            work[o + TURNING + q] = -F[q]
        for axis in range(3):
            work[o + TURNING + 4 * axis] += trace


def lacks(p: Floats, placed: Floats, work: Floats, i: int, h: float, fall: float, each: float) -> None:
    """Write LACK of body i: its mass times each (r' - r) - h v, less what its weight does, in its axes.

    Times -1 if h is: then each (r' - r) is what the velocity should be.
    """
    k, o, mass = PLACED * i, ROOM * i, p[FIRST + EACH * i + MASS]
    a, b, c = turned_back(
        placed, k,
        each * work[o + MOVED] - h * placed[k + VELOCITY],
        each * work[o + MOVED + 1] - h * placed[k + VELOCITY + 1],
        each * work[o + MOVED + 2] - h * placed[k + VELOCITY + 2] + fall,
    )  # fmt: skip
    work[o + LACK], work[o + LACK + 1], work[o + LACK + 2] = mass * a, mass * b, mass * c


def meet(h: float, p: Floats, out: Floats, placed: Floats, work: Floats, joint: Floats, matrices: Floats) -> None:
    """Change the velocities in `out`, whose places are set, to those at the end of the step.

    placed, work: as `turn_bodies` left them.
    """
    n, each = int(p[LINKS]), 1.0 / h
    for i in range(n):
        o = ROOM * i
        a, b, c = momentum(work, o, p, FIRST + EACH * i)
        a, b, c = turned(placed, PLACED * i, each * a, each * b, each * c)
        work[o + IMPULSE], work[o + IMPULSE + 1], work[o + IMPULSE + 2] = a, b, c
    place(out, p, placed)
    for i in range(n):
        k, j, o = PLACED * i, FIRST + EACH * i, ROOM * i
        lacks(p, placed, work, i, -1.0, 0.5 * h * p[GRAVITY], -each)
        L_1, L_2, L_3 = body_momentum(placed, k, p, j)
        t_1, t_2, t_3 = torque(p, placed, i)
        a, b, c = turned_back(placed, k, work[o + IMPULSE], work[o + IMPULSE + 1], work[o + IMPULSE + 2])
        work[o + SPIN], work[o + SPIN + 1], work[o + SPIN + 2] = (
            L_1 - a - 0.5 * h * t_1, L_2 - b - 0.5 * h * t_2, L_3 - c - 0.5 * h * t_3,
        )  # fmt: skip
        for q in range(9):
            work[o + TURNING + q] = 0.0
        for axis in range(3):
            work[o + NEAR + axis] = -p[j + UPPER + axis]
            work[o + FAR + axis] = p[j + LOWER + axis] - p[j + UPPER + axis]
            work[o + TURNING + 4 * axis] = p[j + INERTIA + axis]
    respond(p, placed, work, joint, matrices)
    for i in range(n):
        for axis in range(3):
            out[4 * n + 3 * i + axis] += work[ROOM * i + TURN + axis]
    if p[FREE] == 1.0:
        r_1, r_2, r_3 = turned(placed, 0, work[NEAR], work[NEAR + 1], work[NEAR + 2])
        a, b, c = cross(work[TURN], work[TURN + 1], work[TURN + 2], r_1, r_2, r_3)
        out[7 * n + 3] += joint[0] + a
        out[7 * n + 4] += joint[1] + b
        out[7 * n + 5] += joint[2] + c


def respond(p: Floats, placed: Floats, work: Floats, joint: Floats, matrices: Floats) -> float:
    """Write the turns after which the impulses fit, and by what the first joint of a free chain moves (joint[:3]).

    Return the largest component of a turn [rad].
    """
    n = int(p[LINKS])
    K, G = matrices[0:9], matrices[9:18]
    for q in range(9):
        K[q] = 0.0
    f_1 = f_2 = f_3 = 0.0
    for back in range(n):
        i = n - 1 - back
        k, o = PLACED * i, ROOM * i
        conjugated_back(placed, k, K, 0, G)
        f_1, f_2, f_3 = turned_back(placed, k, f_1, f_2, f_3)
        f_1, f_2, f_3 = hand_on(p, work, i, f_1, f_2, f_3, matrices)
        f_1, f_2, f_3 = turned(placed, k, f_1, f_2, f_3)
        conjugated(placed, k, G, 0, K)
    x = y = z = 0.0
    if p[FREE] == 1.0:
        inverted_any(K, G)
        x, y, z = turned(G, 0, -f_1, -f_2, -f_3)
    joint[0], joint[1], joint[2] = x, y, z
    largest = 0.0
    for i in range(n):
        k, o = PLACED * i, ROOM * i
        x, y, z = turned_back(placed, k, x, y, z)
        a, b, c = turned(work, o + CARRIED, x, y, z)
        a, b, c = work[o + ANSWER] - a, work[o + ANSWER + 1] - b, work[o + ANSWER + 2] - c
        u, v, w = cross(a, b, c, work[o + FAR], work[o + FAR + 1], work[o + FAR + 2])
        x, y, z = turned(placed, k, x + u, y + v, z + w)
        for turn in (a, b, c):
            if not abs(turn) <= largest:
                largest = abs(turn)
        work[o + TURN], work[o + TURN + 1], work[o + TURN + 2] = turned(placed, k, a, b, c)
    return largest


def hand_on(p: Floats, work: Floats, i: int, f_1: float, f_2: float, f_3: float, matrices: Floats) -> Triple:
    """Write ANSWER and CARRIED of body i; replace K, in matrices[9:], and f of the bodies below by those with body i.

    All in the axes of the body: f + K A is the impulse that bodies need whose first joint moves by A.
    """
    K, E, C, H, back = matrices[9:18], matrices[18:27], matrices[27:36], matrices[36:45], matrices[0:9]
    j, o = FIRST + EACH * i, ROOM * i
    mass = p[j + MASS]
    r_1, r_2, r_3 = -p[j + UPPER], -p[j + UPPER + 1], -p[j + UPPER + 2]
    l_1, l_2, l_3 = p[j + LOWER] + r_1, p[j + LOWER + 1] + r_2, p[j + LOWER + 2] + r_3
    c_1, c_2, c_3 = work[o + NEAR], work[o + NEAR + 1], work[o + NEAR + 2]
    d_1, d_2, d_3 = work[o + FAR], work[o + FAR + 1], work[o + FAR + 2]
    for row in range(3):  # C = K d× for now
        C[3 * row], C[3 * row + 1], C[3 * row + 2] = cross(K[3 * row], K[3 * row + 1], K[3 * row + 2], d_1, d_2, d_3)
    for q in range(3):  # E = turning - l×C, H = l×K
        a, b, c = cross(l_1, l_2, l_3, C[q], C[3 + q], C[6 + q])
        E[q], E[3 + q], E[6 + q] = (
            work[o + TURNING + q] - a, work[o + TURNING + 3 + q] - b, work[o + TURNING + 6 + q] - c,
        )  # fmt: skip
        H[q], H[3 + q], H[6 + q] = cross(l_1, l_2, l_3, K[q], K[3 + q], K[6 + q])
    along = mass * (r_1 * c_1 + r_2 * c_2 + r_3 * c_3)
    m_1, m_2, m_3 = mass * c_1, mass * c_2, mass * c_3
    E[0] += along - m_1 * r_1
    E[1] -= m_1 * r_2
    E[2] -= m_1 * r_3
    E[3] -= m_2 * r_1
    E[4] += along - m_2 * r_2
    E[5] -= m_2 * r_3
    E[6] -= m_3 * r_1
    E[7] -= m_3 * r_2
    E[8] += along - m_3 * r_3
    add_cross(C, m_1, m_2, m_3)
    add_cross(H, mass * r_1, mass * r_2, mass * r_3)
    a, b, c = cross(r_1, r_2, r_3, work[o + LACK], work[o + LACK + 1], work[o + LACK + 2])
    u, v, w = cross(l_1, l_2, l_3, f_1, f_2, f_3)
    inverted_any(E, back)
    a, b, c = turned(back, 0, -(work[o + SPIN] + a + u), -(work[o + SPIN + 1] + b + v), -(work[o + SPIN + 2] + c + w))
    work[o + ANSWER], work[o + ANSWER + 1], work[o + ANSWER + 2] = a, b, c
    product(back, H, E)
    for q in range(9):
        work[o + CARRIED + q] = E[q]
    product(C, E, H)
    for q in range(9):
        K[q] += H[q]
    for axis in range(3):
        K[4 * axis] += mass
    u, v, w = turned(C, 0, a, b, c)
    return f_1 + work[o + LACK] - u, f_2 + work[o + LACK + 1] - v, f_3 + work[o + LACK + 2] - w


def add_cross(M: Floats, x: float, y: float, z: float) -> None:
    """Add the matrix of (x, y, z)× to a matrix (9), in place."""
    M[1] -= z
    M[2] += y
    M[3] += z
    M[5] -= x
    M[6] -= y
    M[7] += x
