"""Splitting method of the free rigid body: exact flows of the three parts L_i² / (2 I_i) of its energy."""

from __future__ import annotations

from physics.maths.quaternion import inverse, product, to_body, to_lab
from physics.maths.trig import sincos, turned
from physics.types import Floats


def split_step(h: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the state after one step: half of 1, half of 2, all of 3, half of 2, half of 1.

    Each part rotates the body about one of its principal axes.

    State y = (q, omega). p[12] to p[14]: principal moments; p[15] to p[18]: a quaternion of the principal axes in body
    axes, of any length. L in the lab is conserved to rounding, which does not repeat: omega is moved by increments, so
    that the rounding of the axes acts on these alone. Order 2, symmetric, symplectic. McLachlan 1993; Reich 1994;
    Hairer, Lubich, Wanner, Geometric Numerical Integration, VII.5.3.
    """
    A, B, C = p[12], p[13], p[14]
    axes = (p[15], p[16], p[17], p[18])
    w, x, u, v = product((y[0], y[1], y[2], y[3]), axes)
    o_1, o_2, o_3 = to_body(axes, y[4], y[5], y[6])
    L_1, L_2, L_3 = A * o_1, B * o_2, C * o_3
    from_1, from_2, from_3 = L_1, L_2, L_3
    w, x, u, v, L_2, L_3 = _flow(0.5 * h * L_1 / A, w, x, u, v, L_2, L_3)
    w, u, v, x, L_3, L_1 = _flow(0.5 * h * L_2 / B, w, u, v, x, L_3, L_1)
    w, v, x, u, L_1, L_2 = _flow(h * L_3 / C, w, v, x, u, L_1, L_2)
    w, u, v, x, L_3, L_1 = _flow(0.5 * h * L_2 / B, w, u, v, x, L_3, L_1)
    w, x, u, v, L_2, L_3 = _flow(0.5 * h * L_1 / A, w, x, u, v, L_2, L_3)
    out[0], out[1], out[2], out[3] = product((w, x, u, v), inverse(axes))
    o_1, o_2, o_3 = to_lab(axes, (L_1 - from_1) / A, (L_2 - from_2) / B, (L_3 - from_3) / C)
    out[4], out[5], out[6] = y[4] + o_1, y[5] + o_2, y[6] + o_3


def _flow(
    angle: float, w: float, a: float, b: float, d: float, L_b: float, L_d: float
) -> tuple[float, float, float, float, float, float]:
    """Rotate the body about the axis of the component a in q = (w; a, b, d); L in the lab is unchanged."""
    s, c = sincos(0.5 * angle)
    L_b, L_d = turned(s, c, L_b, L_d)
    return w * c - a * s, a * c + w * s, b * c + d * s, d * c - b * s, L_b, L_d
