"""Loads in a trebuchet: sling, hanger, pivot, stops."""

from __future__ import annotations

from physics.maths.trig import sincos
from physics.trebuchet.accelerations import air_in_sling, pushes
from physics.trebuchet.machine import (
    ALPHA,
    ALPHA_DOT,
    BEAM_MASS,
    BEAM_MOMENT,
    BEAM_SIDE,
    BETA,
    GAMMA,
    GAMMA_DOT,
    GRAVITY,
    L1,
    L4,
    M1,
    PHASE,
    Pair,
    Six,
    Triple,
    beam_frame,
    inward,
    mass_matrix,
    short_side,
    stone_bias,
    stone_jacobian,
    swinging_mass,
)  # fmt: skip
from physics.types import Floats


def sling_force(y: Floats, p: Floats, found: Six) -> Pair:
    """Return the force of the sling on its load, x and y [N]; `found` is the result of `dynamics` at y."""
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    x_a, x_b, y_a, y_b = stone_jacobian(angles, p)
    bias_x, bias_y = stone_bias(y, angles, p)
    F_x, F_y, _, _ = air_in_sling(y, angles, p)
    a, b, _, N, friction, _ = found
    s_x, s_y = m * (x_a * a + x_b * b + bias_x) - friction, m * (y_a * a + y_b * b + bias_y + p[GRAVITY]) - N
    return s_x - F_x, s_y - F_y


def sling_tension(y: Floats, p: Floats, found: Six) -> float:
    """Return the tension of the sling [N], positive where it pulls."""
    return along_sling(y, sling_force(y, p, found))


def along_sling(y: Floats, force: Pair) -> float:
    """Return the part of a force along the sling, towards the tip [N]."""
    su, cu = sincos(y[BETA] - y[ALPHA])
    return force[0] * su + force[1] * cu


def hanger_force(y: Floats, p: Floats, found: Six) -> Pair:
    """Return the force of the hanger, or of the short arm's end, on the counterweight, x and y [N]."""
    sa, ca, sw, cw = short_side(beam_frame(y), p)
    a, _, g, _, _, _ = found
    l1, l4, da2 = p[L1], p[L4], y[ALPHA_DOT] * y[ALPHA_DOT]
    dw, ddw = y[GAMMA_DOT] + y[ALPHA_DOT], g + a
    a_x = l1 * (ca * a - sa * da2) + l4 * (sw * dw * dw - cw * ddw)
    a_y = l1 * (sa * a + ca * da2) - l4 * (cw * dw * dw + sw * ddw)
    return p[M1] * a_x, p[M1] * (a_y + p[GRAVITY])


def pivot_force(y: Floats, p: Floats, found: Six) -> Pair:
    """Return the force of the frame on the beam at the pivot, x and y [N], while its tip is off the ground."""
    return carried(y, p, found, sling_force(y, p, found), hanger_force(y, p, found))


def carried(y: Floats, p: Floats, found: Six, sling: Pair, hanger: Pair) -> Pair:
    """Return `pivot_force` for known forces of sling and hanger."""
    sa, ca = sincos(y[ALPHA])
    a, da2 = found[0], y[ALPHA_DOT] * y[ALPHA_DOT]
    s_x, s_y = sling
    h_x, h_y = hanger
    b_x = p[BEAM_MOMENT] * (sa * da2 - ca * a) + p[BEAM_SIDE] * (sa * a + ca * da2)
    b_y = p[BEAM_MASS] * p[GRAVITY] - p[BEAM_MOMENT] * (sa * a + ca * da2) + p[BEAM_SIDE] * (sa * da2 - ca * a)
    return s_x + h_x + b_x, s_y + h_y + b_y


def stop_loads(y: Floats, p: Floats, found: Six) -> Triple:
    """Return the loads of tip, sling and hanger on the stops where they rest, negative where they would leave.

    These are the residuals of M q'' = w: torques [N m] of tip and hanger, that of the sling per kilogram in it.
    """
    m = swinging_mass(y[PHASE], p)
    angles = beam_frame(y)
    w1, w2, w3 = pushes(y, m, angles, p)
    c11, k12, k22, c13, c33 = mass_matrix(m, angles[3], angles[5], p)
    a, b, g, N, friction, _ = found
    if N != 0.0:
        x_a, x_b, y_a, y_b = stone_jacobian(angles, p)
        w1, w2 = w1 + y_a * N + x_a * friction, w2 + (y_b * N + x_b * friction) / m
    tip = c11 * a + m * k12 * b + c13 * g - w1
    sling = k12 * a + k22 * b - w2
    hanger = c13 * a + c33 * g - w3
    return inward(y, p, ALPHA) * tip, inward(y, p, BETA) * sling, inward(y, p, GAMMA) * hanger
