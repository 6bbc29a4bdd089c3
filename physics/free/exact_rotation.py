"""The free rigid body from one time to another in closed form, by Jacobi's functions of the time between them.

In principal axes A, B, C, of which the polhode encloses C, omega = (a cn u, b sn u, c dn u) with u' = p
(`physics/free/poinsot.py`). The addition theorems give omega at u + v from omega at u and the functions of v = p h
alone, so that neither u nor the amplitudes are needed. The orientation follows from the angle psi by which a principal
axis e, A or C, precesses about L meanwhile:

    psi = L h / A - k I - alpha  (e = C),    psi = L h / C + k I + alpha  (e = A),    k = L (C - A) / (A C),

    I = (v - Pi(-N, v)) / p = N/3 s³ R_J(c², d², 1, 1 + N s²) / p,    tan alpha = sqrt(N (1 + N) (N + m)) sn u sn v
    sn(u + v) / (1 + N sn(u + v)² - N sn u sn v cn(u + v) dn(u + v)),

N = C (B - A) / (A (C - B)) for e = C, and N = A x / (C y) for e = A, with x = 2 E C - L² and y = L² - 2 E A. e is the
one that stays more than 45 degrees from L; then N <= 1, and alpha is between -pi/2 and pi/2. Whittaker, Analytical
Dynamics, section 69; addition theorem of Pi: Byrd and Friedman, Handbook of Elliptic Integrals, 116; R_J: Carlson,
Numerical Algorithms 10 (1995), 13.
"""

from __future__ import annotations

from math import sqrt

from physics.core.scratch import scratch
from physics.maths.elliptic import LEVELS, carlson_RJ, sncndn
from physics.maths.matrices import rotation, turned, turned_back
from physics.maths.quaternion import Quaternion, Triple, inverse, product
from physics.maths.trig import arctan2, sincos
from physics.types import Floats


def flow(h: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the state after the time h [s].

    State y = (q, omega). p[12] to p[14]: principal moments, ascending; p[15] to p[18]: a quaternion of the principal
    axes in body axes, of any length. omega is moved by increments, whose rounding is smaller than its own.
    """
    room = scratch(2 * LEVELS + 9)
    w, R = room[: 2 * LEVELS], room[2 * LEVELS :]
    axes = (p[15], p[16], p[17], p[18])
    rotation(p[15], p[16], p[17], p[18], R)  # exact where axes are only permuted: near an unstable axis digits count
    o_1, o_2, o_3 = turned_back(R, 0, y[4], y[5], y[6])
    I_1, I_2, I_3 = p[12], p[13], p[14]
    around_3 = I_3 * (I_3 - I_2) * o_3 * o_3 >= I_1 * (I_2 - I_1) * o_1 * o_1
    if around_3:
        moves, turn = _moved(h, (I_1, I_2, I_3), (o_1, o_2, o_3), w)
        d_1, d_2, d_3 = moves
        r_0, r_1, r_2, r_3 = turn
    else:
        moves, turn = _moved(h, (I_3, I_2, I_1), (o_3, o_2, -o_1), w)
        d_3, d_2, d_1 = moves
        r_0, r_3, r_2, r_1 = turn
        d_1, r_1 = -d_1, -r_1
    whole = product(product((y[0], y[1], y[2], y[3]), product(axes, (r_0, r_1, r_2, r_3))), inverse(axes))
    out[0], out[1], out[2], out[3] = whole
    d_1, d_2, d_3 = turned(R, 0, d_1, d_2, d_3)
    out[4], out[5], out[6] = y[4] + d_1, y[5] + d_2, y[6] + d_3


def _moved(h: float, moments: Triple, omega: Triple, w: Floats) -> tuple[Triple, Quaternion]:
    """Return the change of omega in the time h, and the rotation of the body meanwhile, in the axes A, B, C.

    Of the rotations q and -q it is the one by at most half a turn. w (2 LEVELS,): scratch.
    """
    A, B, C = moments
    o_A, o_B, o_C = omega
    x = A * (C - A) * o_A * o_A + B * (C - B) * o_B * o_B  # 2 E C - L²
    y = B * (B - A) * o_B * o_B + C * (C - A) * o_C * o_C  # L² - 2 E A
    p = sqrt(abs(y * (C - B)) / (A * B * C))
    if p == 0.0:
        return (0.0, 0.0, 0.0), _about(0.5 * h, o_A, o_B, o_C)
    # m1 = 1 - m from the difference that vanishes on the separatrix alone
    m1 = abs((C - A) * (C * (C - B) * o_C * o_C - A * (B - A) * o_A * o_A) / ((C - B) * y))
    s, c, d, half_periods = sncndn(p * h, m1 if m1 < 1.0 else 1.0, w)
    m = 1.0 - m1 if m1 < 1.0 else 0.0
    d_A, d_B, d_C = _added(moments, omega, (s, c, d), m, y, s / p)
    d_A, d_B, d_C = _corrected(moments, omega, (d_A, d_B, d_C))
    n_A, n_B, n_C = A * o_A, B * o_B, C * o_C
    e_A, e_B, e_C = A * (o_A + d_A), B * (o_B + d_B), C * (o_C + d_C)
    L = sqrt(n_A * n_A + n_B * n_B + n_C * n_C)
    other = sqrt(e_A * e_A + e_B * e_B + e_C * e_C)
    n_A, n_B, n_C, e_A, e_B, e_C = n_A / L, n_B / L, n_C / L, e_A / other, e_B / other, e_C / other
    # the precession psi
    about_A = abs(A * x) <= abs(C * y)
    N_x = A / (C * y) if about_A else C * (B - A) / (A * (C - B) * x)  # N / x
    N, k, g = N_x * x, L * (C - A) / (A * C), N_x * B * (C - B)
    third = s * s * s * carlson_RJ(c * c, d * d, 1.0, 1.0 + N * s * s)
    if half_periods != 0.0:
        even = half_periods % 2.0 == 0.0
        third = (third if even else -third) + 2.0 * half_periods * carlson_RJ(0.0, m1, 1.0, 1.0 + N)
    drift = k * N * third / (3.0 * p)
    end_B, time = o_B + d_B, s / p
    slope_B = (C - A) / B * (o_C + d_C) * (o_A + d_A)
    alpha = arctan2(g * k * o_B * end_B * time, 1.0 + g * end_B * end_B - g * o_B * slope_B * time)
    if about_A:
        q_B, q_C, q_A, q_0 = _turned(L * h / C + drift + alpha, (n_B, n_C, n_A), (e_B, e_C, e_A))
    else:
        q_A, q_B, q_C, q_0 = _turned(L * h / A - drift - alpha, (n_A, n_B, n_C), (e_A, e_B, e_C))
    if q_0 < 0.0:
        return (d_A, d_B, d_C), (-q_0, -q_A, -q_B, -q_C)
    return (d_A, d_B, d_C), (q_0, q_A, q_B, q_C)


def _added(moments: Triple, omega: Triple, functions: Triple, m: float, y: float, time: float) -> Triple:
    """Return the change of omega by the addition theorems, from sn v, cn v and dn v.

    m: parameter of the functions; y: L² - 2 E A; time: sn v / p. Over a long time the terms of order 1 that cancel in
    the change do not occur in the omega at its end, whose denominator may be as small as 1 - m.
    """
    A, B, C = moments
    o_A, o_B, o_C = omega
    s, c, d = functions
    a, b, e = (
        time * d * ((B - C) / A * o_B * o_C),
        time * ((C - A) / B * o_C * o_A),
        time * c * ((A - B) / C * o_A * o_B),
    )
    share = B * (B - A) * o_B * o_B / y  # m sn² u
    if s * s >= 0.5:
        scale = 1.0 / (C * (C - A) * o_C * o_C / y + share * (c * c))  # of dn² u = 1 - m sn² u
        return scale * (o_A * c + a) - o_A, scale * (o_B * (c * d) + b) - o_B, scale * (o_C * d + e) - o_C
    less_c = -s * s / (1.0 + c) if c > 0.0 else c - 1.0  # cn v - 1
    less_d = -m * s * s / (1.0 + d)  # dn v - 1
    along = share * s * s
    scale = 1.0 / (1.0 - along)
    return (
        scale * (o_A * (less_c + along) + a),
        scale * (o_B * (less_c * d + less_d + along) + b),
        scale * (o_C * (less_d + along) + e),
    )


def _corrected(moments: Triple, omega: Triple, change: Triple) -> Triple:
    """Return the change of omega, corrected by the least amount such that x and y, and so E and L, are conserved.

    The rounding of sn, cn and dn is the same in all steps of one length: what it changes would grow with their number.
    """
    A, B, C = moments
    o_A, o_B, o_C = omega
    d_A, d_B, d_C = change
    x_A, x_B, y_B, y_C = A * (C - A), B * (C - B), B * (B - A), C * (C - A)
    moved_A, moved_B, moved_C = d_A * (2.0 * o_A + d_A), d_B * (2.0 * o_B + d_B), d_C * (2.0 * o_C + d_C)
    dx, dy = x_A * moved_A + x_B * moved_B, y_B * moved_B + y_C * moved_C
    x_A, x_B, y_B, y_C = (
        2.0 * x_A * (o_A + d_A), 2.0 * x_B * (o_B + d_B), 2.0 * y_B * (o_B + d_B), 2.0 * y_C * (o_C + d_C)
    )  # fmt: skip
    x_x, x_y, y_y = x_A * x_A + x_B * x_B, x_B * y_B, y_B * y_B + y_C * y_C
    whole = x_A * x_A * y_y + x_B * x_B * y_C * y_C
    if whole == 0.0:
        return change
    by_x, by_y = (dy * x_y - dx * y_y) / whole, (dx * x_y - dy * x_x) / whole
    return d_A + by_x * x_A, d_B + by_x * x_B + by_y * y_B, d_C + by_y * y_C


def _turned(psi: float, n: Triple, e: Triple) -> tuple[float, float, float, float]:
    """Return the rotation of the body (x, y, z, w) by which L/|L| moves from n to e, in axes of which the third is e.

    It is M(n) Z(psi - phi_e + phi_n) M(e)⁻¹, with M(n) the least rotation that takes the third axis to n, Z about that
    axis, and phi the azimuth about it.
    """
    phi = arctan2(n[0] * e[1] - n[1] * e[0], n[0] * e[0] + n[1] * e[1])
    s, c = sincos(0.5 * (psi - phi))
    high, far = 1.0 + n[2], 1.0 + e[2]
    scale = 1.0 / sqrt(4.0 * high * far)
    w, x, y, z = product(product((high, -n[1], n[0], 0.0), (c, 0.0, 0.0, s)), (far, e[1], -e[0], 0.0))
    return scale * x, scale * y, scale * z, scale * w


def _about(half: float, o_1: float, o_2: float, o_3: float) -> Quaternion:
    """Return the rotation by the constant angular velocity in twice the time `half`."""
    size = sqrt(o_1 * o_1 + o_2 * o_2 + o_3 * o_3)
    s, c = sincos(half * size)
    share = s / size if size > 0.0 else 0.0
    return c, share * o_1, share * o_2, share * o_3
