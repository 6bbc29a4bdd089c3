"""Splitting method of a heavy body about a fixed point: kicks by the weight, and exact flows between them."""

from __future__ import annotations

from math import sqrt

from physics.maths.quaternion import Quaternion, inverse, product, to_body, to_lab, vertical
from physics.maths.trig import sincos, turned
from physics.types import Floats


def split_step(h: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the state after half a kick by the weight, free motion for h, half a kick. L·k is conserved to rounding.

    State and constants as in `physics/pivoted/heavy_top.py`. In principal axes with moments A, B, C, of which A and B
    are adjacent in size, the free energy is L_1² (1/A - 1/B)/2, applied for half a step before and after, and L²/(2B) +
    L_3² (1/C - 1/B)/2, which rotates the body about L and about axis 3. For a symmetric top A = B: the free motion is
    then exact, and L·a is conserved to rounding too. Order 2, symmetric, symplectic. Hairer, Lubich, Wanner, Geometric
    Numerical Integration, VII.5.
    """
    A, B, C = p[15], p[16], p[17]
    slender = 1.0 / C if C > 0.0 else 0.0
    axes = (p[18], p[19], p[20], p[21])
    d_1, d_2, d_3 = _kick(0.5 * h, y, p)
    q = product((y[0], y[1], y[2], y[3]), axes)
    out[4], out[5], out[6] = y[4] + d_1, y[5] + d_2, y[6] + d_3
    o_1, o_2, o_3 = to_body(axes, out[4], out[5], out[6])
    L_1, L_2, L_3 = A * o_1, B * o_2, C * o_3
    from_1, from_2, from_o_3 = L_1, L_2, o_3

    part = 0.5 * h * (1.0 / A - 1.0 / B)
    q, L_2, other = _about_1(part * L_1, q, L_2, L_3)
    o_3 += slender * (other - L_3)
    L_3 = other
    size = sqrt(L_1 * L_1 + L_2 * L_2 + L_3 * L_3)
    s, c = sincos(0.5 * h * size / B)
    unit = s / (size if size > 0.0 else 1.0)
    q = product(q, (c, unit * L_1, unit * L_2, unit * L_3))
    s, c = sincos(0.5 * h * (o_3 - L_3 / B))
    q = product(q, (c, 0.0, 0.0, s))
    L_1, L_2 = turned(s, c, L_1, L_2)
    q, L_2, other = _about_1(part * L_1, q, L_2, L_3)
    o_3 += slender * (other - L_3)

    out[0], out[1], out[2], out[3] = product(q, inverse(axes))
    d_1, d_2, d_3 = _kick(0.5 * h, out, p)
    o_1, o_2, o_3 = to_lab(axes, (L_1 - from_1) / A, (L_2 - from_2) / B, o_3 - from_o_3)
    out[4], out[5], out[6] = out[4] + (o_1 + d_1), out[5] + (o_2 + d_2), out[6] + (o_3 + d_3)


def _kick(h: float, y: Floats, p: Floats) -> tuple[float, float, float]:
    """Return the change of omega by the weight within h: I⁻¹ (m g gamma × P) h [rad/s]."""
    g_1, g_2, g_3 = vertical(y)
    M_1, M_2, M_3 = p[14] * g_2 - p[13] * g_3, p[12] * g_3 - p[14] * g_1, p[13] * g_1 - p[12] * g_2
    return (
        h * (p[6] * M_1 + p[9] * M_2 + p[10] * M_3),
        h * (p[9] * M_1 + p[7] * M_2 + p[11] * M_3),
        h * (p[10] * M_1 + p[11] * M_2 + p[8] * M_3),
    )


def _about_1(angle: float, q: Quaternion, L_2: float, L_3: float) -> tuple[Quaternion, float, float]:
    """Rotate the body about axis 1; L in the lab is unchanged."""
    s, c = sincos(0.5 * angle)
    return product(q, (c, s, 0.0, 0.0)), *turned(s, c, L_2, L_3)
