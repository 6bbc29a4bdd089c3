"""Pivoted symmetric top for special integrators: momenta of its Lagrangian, and exact flows of its two parts.

State y = (psi, theta, phi, and their rates), constants p = (I_A, I3, m g d), as in `physics/pivoted/gyroscope.py`.
"""

from __future__ import annotations

from math import sqrt

from physics.maths.trig import sincos, unbiased_arctan2, unbiased_sincos
from physics.types import Floats


def momenta(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write momenta and forces of the Lagrangian.

    L = I_A (theta'² + psi'² sin² theta)/2 + I3 (psi' cos theta + phi')²/2 - m g d cos
    theta.

    out: p_psi = L·k, p_theta, p_phi = L·a [kg m²/s], then dL/dpsi, dL/dtheta, dL/dphi [N m].
    """
    I_A, I3, mgd = p[0], p[1], p[2]
    s, c = sincos(y[1])
    psi_dot, theta_dot, phi_dot = y[3], y[4], y[5]
    L_3 = I3 * (psi_dot * c + phi_dot)
    out[0] = I_A * psi_dot * s * s + L_3 * c
    out[1] = I_A * theta_dot
    out[2] = L_3
    out[3] = 0.0
    out[4] = s * (I_A * psi_dot * psi_dot * c - L_3 * psi_dot + mgd)
    out[5] = 0.0


def split_step(h: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the state after half a kick by the weight, free motion for h, half a kick.

    The flows are exact, so L·k and L·a are conserved to rounding.

    A kick adds h/2 m g d (-a_y, a_x, 0) to L. In free motion L is constant and the body rotates by the angle h |L| /
    I_A about it, and by h L_3 (1/I3 - 1/I_A) about its own axis. Lab axes are rotated by psi about k, so that u = i at
    the start. Order 2; Hairer, Lubich, Wanner, Geometric Numerical Integration, VII.5.
    """
    I_A, I3, mgd = p[0], p[1], p[2]
    s, c = unbiased_sincos(y[1])
    L_3 = I3 * (y[3] * c + y[5])
    across = I_A * y[3] * s
    kick = 0.5 * h * mgd
    L_x, L_y, L_z = I_A * y[4] + kick * s, across * c - L_3 * s, across * s + L_3 * c

    size = sqrt(L_x * L_x + L_y * L_y + L_z * L_z)
    sine, cosine = unbiased_sincos(h * size / I_A)
    unit = 1.0 / (size if size > 0.0 else 1.0)
    n_x, n_y, n_z = unit * L_x, unit * L_y, unit * L_z
    rest = 1.0 - cosine
    # The rotated axis a = (0, -s, c), and the z components of the rotated u = (1, 0, 0) and b = (0, c, s).
    along = rest * (n_z * c - n_y * s)
    a_x = along * n_x + sine * (n_y * c + n_z * s)
    a_y = along * n_y - cosine * s - sine * n_x * c
    a_z = along * n_z + cosine * c - sine * n_x * s
    u_z = rest * n_x * n_z - sine * n_y
    b_z = rest * (n_y * c + n_z * s) * n_z + cosine * s + sine * n_x * c

    flat = sqrt(a_x * a_x + a_y * a_y)
    L_x -= kick * a_y
    L_y += kick * a_x
    # With the new u = (-a_y, a_x, 0) / flat and b = a x u.
    theta = unbiased_arctan2(flat, a_z)
    # The rates belong to sine and cosine as the next step computes them: their rounding repeats, and L_z would drift.
    s, c = unbiased_sincos(theta)
    psi_dot = (L_z - L_3 * c) / (I_A * s * s)
    out[0] = y[0] + unbiased_arctan2(a_x, -a_y)
    out[1] = theta
    out[2] = y[2] + unbiased_arctan2(u_z, b_z) + h * L_3 * (1.0 / I3 - 1.0 / I_A)
    out[3] = psi_dot
    out[4] = (a_x * L_y - a_y * L_x) / (I_A * flat)
    out[5] = L_3 / I3 - psi_dot * c
