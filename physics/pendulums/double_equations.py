"""Equations of motion of the double pendulum, in three formulations.

Source: F. Legrand, "Pendule double". Its axes: x down, y right; angles of the bars 2 and 3 from the downward vertical,
e = (cos theta, sin theta) along a bar, n = (-sin theta, cos theta) across it; F12 and F23 are the forces of the support
on bar 2 and of bar 2 on bar 3. y: theta2, theta3, and their rates from y[at]. The constants p, of bars with half
lengths h and their centres at mid-bar:
"""

from __future__ import annotations

from physics.core.scratch import scratch
from physics.maths.linear_solve import factor, solve
from physics.maths.trig import sincos
from physics.types import Floats

M2, M3, H2, H3, J2, J3, GRAVITY = range(7)
A11, A22, U, V, W = range(7, 12)
"""Indices in p of the coefficients of Lagrange's equations (26)-(30); V and W include g."""
TRUE_A22 = 12
"""Index in p of the correct A22; p[A22] may be the printed one."""
FORMULATION = 13
"""Index in p of the equations from which the joint forces follow: `BY_LAGRANGE`, `BY_NEWTON` or `BY_JOINTS`."""
BY_LAGRANGE, BY_NEWTON, BY_JOINTS = 0.0, 1.0, 2.0
FX12, FY12, FX23, FY23 = range(6, 10)
"""Indices of the joint forces among the ten unknowns of `newton_euler`."""


def lagrange(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of y by Lagrange's equations (24)-(32)."""
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    w2, w3 = y[2], y[3]
    a11, a22, a12 = p[A11], p[A22], p[U] * (s2 * s3 + c2 * c3)
    across = p[U] * (s2 * c3 - c2 * s3)
    b1 = -across * w3 * w3 - p[V] * s2
    b2 = across * w2 * w2 - p[W] * s3
    inverse = 1.0 / (a11 * a22 - a12 * a12)
    dy[0] = w2
    dy[1] = w3
    dy[2] = (a22 * b1 - a12 * b2) * inverse
    dy[3] = (a11 * b2 - a12 * b1) * inverse


def momenta(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write dL/dv into out[:2] and dL/dq into out[2:], L = ½ a11 w2² + ½ a22 w3² + a12 w2 w3 + V cos θ2 + W cos θ3."""
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    w2, w3 = y[2], y[3]
    a12, across = p[U] * (s2 * s3 + c2 * c3), p[U] * (s2 * c3 - c2 * s3) * w2 * w3
    out[0] = p[A11] * w2 + a12 * w3
    out[1] = a12 * w2 + p[A22] * w3
    out[2] = -across - p[V] * s2
    out[3] = across - p[W] * s3


def newton_euler(y: Floats, p: Floats, x: Floats) -> None:
    """Write the ten unknowns of A X = B, (12)-(13).

    x = (a2x, a2y, theta2'', a3x, a3y, theta3'', Fx12, Fy12, Fx23, Fy23).

    g is included, which the source leaves out of B.
    """
    w = scratch(110)
    a, pivots = w[0:100], w[100:110]
    for i in range(100):
        a[i] = 0.0
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    h2, h3, m2, m3 = p[H2], p[H3], p[M2], p[M3]
    # Positions of the centres: (1)-(4).
    a[0] = a[11] = a[23] = a[34] = 1.0
    a[2], a[12] = h2 * s2, -h2 * c2
    a[22], a[25] = 2.0 * h2 * s2, h3 * s3
    a[32], a[35] = -2.0 * h2 * c2, -h3 * c3
    # Newton's and Euler's laws of bar 2, (5)-(7), and of bar 3, (8)-(10).
    a[40], a[46], a[48] = m2, -1.0, 1.0
    a[51], a[57], a[59] = m2, -1.0, 1.0
    a[62] = p[J2]
    a[66] = a[68] = -h2 * s2
    a[67] = a[69] = h2 * c2
    a[73], a[78] = m3, -1.0
    a[84], a[89] = m3, -1.0
    a[95], a[98], a[99] = p[J3], -h3 * s3, h3 * c3
    e2, e3 = h2 * y[2] * y[2], h3 * y[3] * y[3]
    x[0], x[1] = -e2 * c2, -e2 * s2
    x[2], x[3] = -2.0 * e2 * c2 - e3 * c3, -2.0 * e2 * s2 - e3 * s3
    x[4], x[5], x[6] = m2 * p[GRAVITY], 0.0, 0.0
    x[7], x[8], x[9] = m3 * p[GRAVITY], 0.0, 0.0
    factor(a, pivots, 10)
    solve(a, pivots, x, 10)


def newton(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of y, with the two angular accelerations among the ten unknowns."""
    x = scratch(10)
    newton_euler(y, p, x)
    dy[0] = y[2]
    dy[1] = y[3]
    dy[2] = x[2]
    dy[3] = x[5]


def joint_forces(y: Floats, p: Floats, at: int) -> tuple[float, float, float, float]:
    """Return (Fx12, Fy12, Fx23, Fy23) from the accelerations of the joints, (69).

    With P = 1/m + h²/J n nᵀ and Q = -1/m + h²/J n nᵀ, the joints of bar 2 with the support and with bar 3 give

        P2 F12 +         Q2 F23 = -g x - w2² h2 e2
        Q2 F12 + (P2 + P3) F23 = -w2² h2 e2 - w3² h3 e3
    """
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    k2, k3 = p[H2] * p[H2] / p[J2], p[H3] * p[H3] / p[J3]
    i2, i3 = 1.0 / p[M2], 1.0 / p[M3]
    e2, e3 = p[H2] * y[at] * y[at], p[H3] * y[at + 1] * y[at + 1]
    xx, xy, yy = k2 * s2 * s2, -k2 * s2 * c2, k2 * c2 * c2
    b_x, b_y = -p[GRAVITY] - e2 * c2, -e2 * s2
    d_x, d_y = -e2 * c2 - e3 * c3, -e2 * s2 - e3 * s3
    # G = P2^-1 Q2; the determinant is 1/m (1/m + h²/J), since |n| = 1.
    inverse = 1.0 / (i2 * (i2 + k2))
    p_xx, p_xy, p_yy = (i2 + yy) * inverse, -xy * inverse, (i2 + xx) * inverse
    g_xx, g_xy = p_xx * (xx - i2) + p_xy * xy, p_xx * xy + p_xy * (yy - i2)
    g_yx, g_yy = p_xy * (xx - i2) + p_yy * xy, p_xy * xy + p_yy * (yy - i2)
    z_x, z_y = p_xx * b_x + p_xy * b_y, p_xy * b_x + p_yy * b_y
    # S F23 = d - Q2 P2^-1 b.
    s_xx = i2 + i3 + xx + k3 * s3 * s3 - (xx - i2) * g_xx - xy * g_yx
    s_xy = xy - k3 * s3 * c3 - (xx - i2) * g_xy - xy * g_yy
    s_yy = i2 + i3 + yy + k3 * c3 * c3 - xy * g_xy - (yy - i2) * g_yy
    r_x = d_x - (xx - i2) * z_x - xy * z_y
    r_y = d_y - xy * z_x - (yy - i2) * z_y
    scale = 1.0 / (s_xx * s_yy - s_xy * s_xy)
    f_x = (s_yy * r_x - s_xy * r_y) * scale
    f_y = (s_xx * r_y - s_xy * r_x) * scale
    return z_x - g_xx * f_x - g_xy * f_y, z_y - g_yx * f_x - g_yy * f_y, f_x, f_y


def angular(y: Floats, p: Floats, fx12: float, fy12: float, fx23: float, fy23: float) -> tuple[float, float]:
    """Return theta2'' and theta3'' by the moments of the joint forces about the centres of the bars, (7) and (10)."""
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    return p[H2] / p[J2] * (s2 * (fx12 + fx23) - c2 * (fy12 + fy23)), p[H3] / p[J3] * (s3 * fx23 - c3 * fy23)


def forces(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of the angles by the joint forces; positions follow from the angles."""
    fx12, fy12, fx23, fy23 = joint_forces(y, p, 2)
    dy[0] = y[2]
    dy[1] = y[3]
    dy[2], dy[3] = angular(y, p, fx12, fy12, fx23, fy23)


def open_forces(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of angles and centres by the joint forces, (51)-(56).

    y: theta2, theta3, then the centres x2, z2, x3, z3 in the lab (x right, z up), and the rates of all these.
    """
    fx12, fy12, fx23, fy23 = joint_forces(y, p, 6)
    for i in range(6):
        dy[i] = y[6 + i]
    dy[6], dy[7] = angular(y, p, fx12, fy12, fx23, fy23)
    dy[8], dy[9] = (fy12 - fy23) / p[M2], (fx23 - fx12) / p[M2] - p[GRAVITY]
    dy[10], dy[11] = fy23 / p[M3], -fx23 / p[M3] - p[GRAVITY]
