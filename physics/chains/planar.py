"""A chain of rigid links in a vertical plane, hinged to one another: accelerations in O(N).

Link i hangs from its upper joint at an angle theta_i from the downward vertical; x forward, z up. With
e = (sin theta, -cos theta) along it and n = (cos theta, sin theta) across, its lower joint is l e from the upper one,
which accelerates with a; f is the force of the link before on it, f' the one it exerts on the next:

    f - f' + G = M a + S (theta'' n - theta'² e)        I theta'' + S n·a = tau - l n·f' + moment of G

M its mass, S and I its moments of first and second order about the upper joint, G weight and drag, tau the friction of
its joints. The acceleration of the joints with all theta'' = 0, a sum of -l theta'² e from the support, is included in
G and its moment: what is left of a then grows by l theta'' n from joint to joint. From the tip upwards each link, with
all links behind it, responds to it with f = A a + b, with a symmetric matrix A of 2 by 2 (Featherstone, Rigid Body
Dynamics Algorithms, 2008, ch. 7):

    h = S n + l A' n        D = I + l² n·A' n        r = tau + moment of G - l n·b'
    A = M + A' - h h / D    b = b' - G + h r / D     theta'' = (r - h·a) / D

This solves the equations M_ij theta_j'' = ... with M_ij = l_i S_j cos(theta_i - theta_j) + ... of absolute angles.
"""

from __future__ import annotations

from physics.core.scratch import scratch
from physics.maths.trig import PI, sincos
from physics.types import Floats

LOSS, WORK, TIME, IN_STROKE, REST = range(5)
"""Indices in y after the angles (N) and their rates (N): losses, work of the support, time of its motion; IN_STROKE: 1
until a stroke is over."""

GRAVITY, LAW, A_X, OMEGA_X, PHI_X, A_Z, OMEGA_Z, PHI_Z, STROKE, PACE, LIFT, FIRST = range(12)
"""Indices in p. LAW: 1 for a stroke, with STROKE [m], PACE pi/T [rad/s] and LIFT [m]; else A cos(omega t + phi) along
x and z. The links begin at FIRST, for all N of them:

    lengths, masses, S, I, drag of the lower joint [N s/m], friction of the upper joint [N m s], drag of the air on the
    middle's velocity across, squared [N s²/m²].
"""

Six = tuple[float, float, float, float, float, float]


def link_count(y: Floats) -> int:
    """Return the number of links of a state."""
    return (len(y) - REST) // 2


def support(y: Floats, p: Floats) -> Six:
    """Return x, z [m] of the first joint, their rates and accelerations.

    The acceleration jumps where a stroke ends, which is an event: the law of the stroke holds until it happens, also
    where a step, or a trial of one, goes beyond.
    """
    k = 2 * link_count(y)
    t = y[k + TIME]
    if p[LAW] > 0.5:
        along, rise, pace = 0.5 * p[STROKE], 0.5 * p[LIFT], p[PACE]
        if y[k + IN_STROKE] < 0.5:
            return 2.0 * along, 0.0, 0.0, 0.0, 0.0, 0.0
        s, c = sincos(pace * t)
        s2, c2 = sincos(2.0 * pace * t)
        x, v_x, a_x = along * (1.0 - c), along * pace * s, along * pace * pace * c
        return x, rise * (1.0 - c2), v_x, 2.0 * rise * pace * s2, a_x, 4.0 * rise * pace * pace * c2
    s_x, c_x = sincos(p[OMEGA_X] * t + p[PHI_X])
    s_z, c_z = sincos(p[OMEGA_Z] * t + p[PHI_Z])
    u_x, u_z = p[A_X] * p[OMEGA_X], p[A_Z] * p[OMEGA_Z]
    return p[A_X] * c_x, p[A_Z] * c_z, -u_x * s_x, -u_z * s_z, -u_x * p[OMEGA_X] * c_x, -u_z * p[OMEGA_Z] * c_z


def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of y, with the power lost to dampers and air and the power of the support."""
    n = link_count(y)
    for i in range(n):
        dy[i] = y[n + i]
    _, _, v_x, v_z, a_x, a_z = support(y, p)
    f_x, f_z, lost = accelerate(y, p, v_x, v_z, a_x, a_z, dy[n : 2 * n])
    k = 2 * n
    dy[k + LOSS], dy[k + WORK] = lost, f_x * v_x + f_z * v_z
    dy[k + TIME], dy[k + IN_STROKE] = 1.0, 0.0


def stroke_left(y: Floats, p: Floats) -> float:
    """Return how much of a stroke is left [rad], not positive at its end; 1 when it is over."""
    k = 2 * link_count(y)
    return PI - p[PACE] * y[k + TIME] if y[k + IN_STROKE] > 0.5 else 1.0


def end_stroke(y: Floats) -> None:
    """Set that the stroke is over."""
    y[2 * link_count(y) + IN_STROKE] = 0.0


def guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
    """Return the guard of the end of a stroke."""
    return (stroke_left(y, p),)


def jump(event: int, t: float, y: Floats, p: Floats) -> None:
    """Apply the end of a stroke."""
    end_stroke(y)


def accelerate(
    y: Floats, p: Floats, v_x: float, v_z: float, a_x: float, a_z: float, out: Floats
) -> tuple[float, float, float]:
    """Write theta'' (N) into `out`; return the force of the support on the chain (x, z) [N], and the power lost [W].

    v, a: velocity and acceleration of the support.
    """
    n = link_count(y)
    M, I = p[FIRST + n : FIRST + 2 * n], p[FIRST + 3 * n : FIRST + 4 * n]  # noqa: E741  # a moment of inertia
    w = scratch(13 * n)
    lost = loads(y, p, v_x, v_z, w)
    n_x, n_z, m_x, m_z = w[0:n], w[n : 2 * n], w[2 * n : 3 * n], w[3 * n : 4 * n]
    h_x, h_z, r = w[4 * n : 5 * n], w[5 * n : 6 * n], w[6 * n : 7 * n]
    axx = axz = azz = bx = bz = 0.0
    x, z, D = n_x[n - 1], n_z[n - 1], I[n - 1]
    for i in range(n - 1, -1, -1):
        inverse = 1.0 / D
        k_x, k_z = m_x[i] + (axx * x + axz * z), m_z[i] + (axz * x + azz * z)
        turn = (r[i] - (x * bx + z * bz)) * inverse
        bx = (bx - h_x[i]) + k_x * turn
        bz = (bz - h_z[i]) + k_z * turn
        kxx, kxz, kzz = k_x * k_x, k_x * k_z, k_z * k_z
        j = i - 1 if i > 0 else 0  # the next link's D, before its A is known: a division waits for nothing else
        u, v = n_x[j], n_z[j]
        over = k_x * u + k_z * v
        axx += M[i]
        azz += M[i]
        D = ((axx * (u * u) + azz * (v * v)) + (axz * (2.0 * u * v) + I[j])) - (over * over) * inverse
        x, z = u, v
        axx -= kxx * inverse
        axz -= kxz * inverse
        azz -= kzz * inverse
        h_x[i], h_z[i], r[i] = k_x * inverse, k_z * inverse, turn
    f_x, f_z = axx * a_x + axz * a_z + bx, axz * a_x + azz * a_z + bz
    for i in range(n):
        x, z = n_x[i], n_z[i]
        out[i] = r[i] - (h_x[i] * a_x + h_z[i] * a_z)
        b_x = (a_x + x * r[i]) - ((x * h_x[i]) * a_x + (x * h_z[i]) * a_z)
        a_z = (a_z + z * r[i]) - ((z * h_x[i]) * a_x + (z * h_z[i]) * a_z)
        a_x = b_x
    return f_x, f_z, lost


def loads(y: Floats, p: Floats, v_x: float, v_z: float, w: Floats) -> float:
    """Write l n, S n, the load and its moment of all links into w (7 N of 13 N); return the power lost [W]."""
    n = link_count(y)
    omega, g = y[n : 2 * n], p[GRAVITY]
    q = p[FIRST:]
    L, M, S = q[0:n], q[n : 2 * n], q[2 * n : 3 * n]
    k_d, k_j, k_a = q[4 * n : 5 * n], q[5 * n : 6 * n], q[6 * n : 7 * n]
    n_x, n_z, m_x, m_z = w[0:n], w[n : 2 * n], w[2 * n : 3 * n], w[3 * n : 4 * n]
    G_x, G_z, turn = w[4 * n : 5 * n], w[5 * n : 6 * n], w[6 * n : 7 * n]
    s, c, u_x, u_z = w[7 * n : 8 * n], w[8 * n : 9 * n], w[9 * n : 10 * n], w[10 * n : 11 * n]
    c_x, c_z = w[11 * n : 12 * n], w[12 * n : 13 * n]
    for i in range(n):
        s[i], c[i] = sincos(y[i])
    for i in range(n):
        n_x[i], n_z[i], m_x[i], m_z[i] = L[i] * c[i], L[i] * s[i], S[i] * c[i], S[i] * s[i]
    b_x = b_z = 0.0  # of the upper joints: u their velocities, c what they would accelerate by with all theta'' = 0
    for i in range(n):
        u_x[i], u_z[i], c_x[i], c_z[i] = v_x, v_z, b_x, b_z
        v_x += omega[i] * n_x[i]
        v_z += omega[i] * n_z[i]
        b_x -= omega[i] * omega[i] * n_z[i]
        b_z += omega[i] * omega[i] * n_x[i]
    for i in range(n):
        low_x, low_z = u_x[i] + omega[i] * n_x[i], u_z[i] + omega[i] * n_z[i]
        drag_x, drag_z = -k_d[i] * low_x, -k_d[i] * low_z
        across = u_x[i] * c[i] + u_z[i] * s[i] + 0.5 * L[i] * omega[i]
        air = -k_a[i] * abs(across) * across
        square = omega[i] * omega[i]
        G_x[i] = drag_x + air * c[i] - M[i] * c_x[i] + square * m_z[i]
        G_z[i] = drag_z + air * s[i] - M[i] * (g + c_z[i]) - square * m_x[i]
        turn[i] = n_x[i] * drag_x + n_z[i] * drag_z + 0.5 * L[i] * air - m_x[i] * c_x[i] - m_z[i] * (g + c_z[i])
        u_x[i] = -drag_x * low_x - drag_z * low_z - air * across
    lost = before = 0.0
    for i in range(n):
        slip = omega[i] - before
        rub = k_j[i] * slip
        before = omega[i]
        lost += u_x[i] + rub * slip
        turn[i] -= rub
        if i > 0:
            turn[i - 1] += rub
    return lost


def energies(y: Floats, p: Floats) -> tuple[float, float]:
    """Return kinetic energy, and potential energy above the support's place at rest [J]."""
    n = link_count(y)
    q = p[FIRST:]
    L, M, S, I = q[0:n], q[n : 2 * n], q[2 * n : 3 * n], q[3 * n : 4 * n]  # noqa: E741  # a moment of inertia
    _, z, v_x, v_z, _, _ = support(y, p)
    kinetic = potential = 0.0
    for i in range(n):
        omega = y[n + i]
        s, c = sincos(y[i])
        across = v_x * c + v_z * s
        kinetic += 0.5 * (M[i] * (v_x * v_x + v_z * v_z) + I[i] * omega * omega) + S[i] * omega * across
        potential += p[GRAVITY] * (M[i] * z - S[i] * c)
        z -= L[i] * c
        v_x += L[i] * omega * c
        v_z += L[i] * omega * s
    return kinetic, potential


def joints(y: Floats, p: Floats, out: Floats) -> None:
    """Write x, z and their rates of all joints, the support first, into `out` (4 (N + 1))."""
    n = link_count(y)
    L = p[FIRST : FIRST + n]
    x, z, v_x, v_z, _, _ = support(y, p)
    for i in range(n + 1):
        out[4 * i], out[4 * i + 1], out[4 * i + 2], out[4 * i + 3] = x, z, v_x, v_z
        if i < n:
            s, c = sincos(y[i])
            x += L[i] * s
            z -= L[i] * c
            v_x += L[i] * y[n + i] * c
            v_z += L[i] * y[n + i] * s


def tip_square(y: Floats, p: Floats) -> float:
    """Return the square of the speed of the last joint [m²/s²]."""
    n = link_count(y)
    _, _, v_x, v_z, _, _ = support(y, p)
    for i in range(n):
        s, c = sincos(y[i])
        v_x += p[FIRST + i] * y[n + i] * c
        v_z += p[FIRST + i] * y[n + i] * s
    return v_x * v_x + v_z * v_z


def forces(y: Floats, p: Floats, out: Floats) -> None:
    """Write the force (x, z) [N] in each joint on the link below it into `out` (2 N), from Newton's law."""
    n = link_count(y)
    M = p[FIRST + n : FIRST + 2 * n]
    _, _, v_x, v_z, a_x, a_z = support(y, p)
    turned, w = scratch(n), scratch(13 * n)
    f_x, f_z, _ = accelerate(y, p, v_x, v_z, a_x, a_z, turned)
    loads(y, p, v_x, v_z, w)
    n_x, n_z, m_x, m_z = w[0:n], w[n : 2 * n], w[2 * n : 3 * n], w[3 * n : 4 * n]
    for i in range(n):
        out[2 * i], out[2 * i + 1] = f_x, f_z
        f_x -= M[i] * a_x + turned[i] * m_x[i] - w[4 * n + i]
        f_z -= M[i] * a_z + turned[i] * m_z[i] - w[5 * n + i]
        a_x += turned[i] * n_x[i]
        a_z += turned[i] * n_z[i]


def link_tension(theta: float, f: Floats, i: int) -> float:
    """Return the tension of link i at an angle [N], from the forces in the joints as `forces` writes them."""
    s, c = sincos(theta)
    return f[2 * i + 1] * c - f[2 * i] * s
