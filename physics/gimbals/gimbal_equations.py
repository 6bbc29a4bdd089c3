"""Equations of motion of a rotor in two rings with inertia, on a base that turns.

In base axes k is the outer axis. The outer ring turns by psi about k, the inner ring by theta about the line of nodes
u = (cos psi, sin psi, 0), the rotor by phi about its axis a. The outer ring has the moments (Ao, Bo, Co) about (u, h,
k), h = k×u; the inner ring (Ai, Bi, Ci) about (u, b, a); the rotor (A, A, C). All bodies turn with the base, at the
constant rate w. The equations are Lagrange's, in the form of Magnus, Kreisel (1971), with the rates in space of the
rings along u, h and k, and of the rotor's axis along u, b and a:

    w_u = w_x cos psi + w_y sin psi,   w_h = -w_x sin psi + w_y cos psi,   P = psi' + w_z
    O_u = theta' + w_u,   O_b = P sin theta + w_h cos theta,   O_a = P cos theta - w_h sin theta,   H = C (phi' + O_a)

They are not singular where the axes of outer ring and rotor are one, as long as the rings have inertia about it.
"""

from __future__ import annotations

from physics.core.scratch import scratch
from physics.maths.trig import sincos
from physics.types import Floats

PSI, THETA, PHI, TURN, PSI_DOT, THETA_DOT, PHI_DOT, LOSS, WORK = range(9)
"""Indices in the state: angles and the base's own rotation [rad], their rates, energy lost and work of the motor [J]"""
VARIABLES = 9
(AO, BO, CO, AT, BT, CI, C, SPRING, REST, C_OUT, C_IN, C_ROT, MOTOR, RAISED, ASIDE, W_X, W_Y, W_Z, HELD, TILT_LOCKED,
 RING_LOCKED, TURN_RATE) = range(22)  # fmt: skip
"""Indices in p: moments (A_T = A + Ai, B_T = A + Bi), spring, its angle at rest, friction, torque of the motor, m g la
and m g lb, rates of the base, then 1 for a speed that is held and for axes that are locked, and the rate of TURN"""
EQUAL = 1e-8
"""Part of all moments below which the moment about the outer axis counts as none."""


def base_rates(y: Floats, p: Floats) -> tuple[float, float]:
    """Return the rates w_u and w_h of the base [rad/s]."""
    s, c = sincos(y[PSI])
    return p[W_X] * c + p[W_Y] * s, p[W_Y] * c - p[W_X] * s


def spin_momentum(y: Floats, p: Floats) -> float:
    """Return H = C (phi' + O_a) [kg m²/s], the angular momentum of the rotor about its axis, in space."""
    s, c = sincos(y[THETA])
    _, w_h = base_rates(y, p)
    return p[C] * (y[PHI_DOT] + (y[PSI_DOT] + p[W_Z]) * c - w_h * s)


def outer_momentum(y: Floats, p: Floats) -> float:
    """Return p_psi [kg m²/s], the angular momentum about the outer axis in space."""
    s, c = sincos(y[THETA])
    _, w_h = base_rates(y, p)
    P = y[PSI_DOT] + p[W_Z]
    O_b, O_a = P * s + w_h * c, P * c - w_h * s
    return p[CO] * P + p[BT] * O_b * s + (p[CI] * O_a + p[C] * (y[PHI_DOT] + O_a)) * c


def outer_moment(s: float, c: float, p: Floats) -> float:
    """Return the moment about the outer axis [kg m²] that answers a torque; s, c: sine and cosine of theta.

    A free rotor does not follow the turning of the rings; one whose speed is held does.
    """
    J = p[CO] + p[BT] * s * s + p[CI] * c * c
    return J + p[C] * c * c if p[HELD] > 0.5 else J


def swing(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of y. The motor holds phi' by the torque H' + c_rot phi', whose work is counted."""
    s, c = sincos(y[THETA])
    w_u, w_h = base_rates(y, p)
    psi_dot = 0.0 if p[RING_LOCKED] > 0.5 else y[PSI_DOT]
    theta_dot = 0.0 if p[TILT_LOCKED] > 0.5 else y[THETA_DOT]
    phi_dot = y[PHI_DOT]
    P = psi_dot + p[W_Z]
    O_b, O_a = P * s + w_h * c, P * c - w_h * s
    H, torque = p[C] * (phi_dot + O_a), p[MOTOR] - p[C_ROT] * phi_dot
    a = psi_dot * w_u * s - O_b * theta_dot
    b = O_a * theta_dot - psi_dot * w_u * c
    faster, tilting, spinning = 0.0, 0.0, 0.0
    if p[TILT_LOCKED] < 0.5:
        pull = p[RAISED] * s - p[ASIDE] * c - p[SPRING] * (y[THETA] - p[REST]) - p[C_IN] * theta_dot
        tilting = (O_b * ((p[BT] - p[CI]) * O_a - H) + pull) / p[AT] - psi_dot * w_h
    if p[RING_LOCKED] < 0.5:
        X = (p[AO] - p[BO] + p[AT]) * w_u * w_h + p[AT] * theta_dot * w_h
        X += (p[CI] * O_a + H) * w_u * s - p[BT] * O_b * w_u * c
        F = X - p[C_OUT] * psi_dot + (p[CI] * O_a + H) * s * theta_dot
        F -= p[BT] * (b * s + O_b * c * theta_dot) + p[CI] * a * c
        held = p[C] * a if p[HELD] > 0.5 else torque
        faster = (F - held * c) / outer_moment(s, c, p)
    change = p[C] * (faster * c + a)
    if p[HELD] < 0.5:
        spinning = torque / p[C] - faster * c - a
    dy[PSI], dy[THETA], dy[PHI], dy[TURN] = psi_dot, theta_dot, phi_dot, p[TURN_RATE]
    dy[PSI_DOT], dy[THETA_DOT], dy[PHI_DOT] = faster, tilting, spinning
    dy[LOSS] = p[C_OUT] * psi_dot * psi_dot + p[C_IN] * theta_dot * theta_dot + p[C_ROT] * phi_dot * phi_dot
    driving = change + p[C_ROT] * phi_dot if p[HELD] > 0.5 else p[MOTOR]
    dy[WORK] = driving * phi_dot


def motor_torque(y: Floats, p: Floats) -> float:
    """Return the torque of the motor on the rotor [N m]."""
    if p[HELD] < 0.5:
        return p[MOTOR]
    s, c = sincos(y[THETA])
    w_u, w_h = base_rates(y, p)
    dy = scratch(VARIABLES)
    swing(0.0, y, p, dy)
    O_b = (y[PSI_DOT] + p[W_Z]) * s + w_h * c
    change = dy[PSI_DOT] * c + y[PSI_DOT] * w_u * s - O_b * y[THETA_DOT]
    return p[C] * change + p[C_ROT] * y[PHI_DOT]


def parts_of_energy(y: Floats, p: Floats) -> tuple[float, float, float, float, float]:
    """Return motion of rings and axis, spin, weight, spring, and the centrifugal part of the turning base [J].

    In axes that turn with the base the energy that is kept is Jacobi's, T2 - T0 + V.
    """
    s, c = sincos(y[THETA])
    w_u, w_h = base_rates(y, p)
    across, along = y[PSI_DOT] * s, y[PSI_DOT] * c
    moving = p[CO] * y[PSI_DOT] * y[PSI_DOT] + p[AT] * y[THETA_DOT] * y[THETA_DOT]
    moving += p[BT] * across * across + p[CI] * along * along
    spin = y[PHI_DOT] + along
    b, a = p[W_Z] * s + w_h * c, p[W_Z] * c - w_h * s
    carried = (p[AO] + p[AT]) * w_u * w_u + p[BO] * w_h * w_h + p[CO] * p[W_Z] * p[W_Z]
    carried += p[BT] * b * b + (p[CI] + p[C]) * a * a
    bent = y[THETA] - p[REST]
    return (
        0.5 * moving, 0.5 * p[C] * spin * spin, p[RAISED] * c + p[ASIDE] * s, 0.5 * p[SPRING] * bent * bent,
        -0.5 * carried,
    )  # fmt: skip


def outer_margin(y: Floats, p: Floats) -> float:
    """Return the moment about the outer axis less that which counts as none [kg m²]."""
    s, c = sincos(y[THETA])
    return outer_moment(s, c, p) - EQUAL * (p[CO] + p[BT] + p[CI])


def stop_locked(y: Floats, p: Floats) -> None:
    """Stop the rings that are locked, in place; what they had of energy is lost, and a free rotor keeps H."""
    if p[RING_LOCKED] > 0.5 and y[PSI_DOT] != 0.0:
        s, c = sincos(y[THETA])
        rate, spin = y[PSI_DOT], y[PHI_DOT] + y[PSI_DOT] * c
        y[LOSS] += 0.5 * (p[CO] + p[BT] * s * s + p[CI] * c * c) * rate * rate
        if p[HELD] > 0.5:
            y[LOSS] += 0.5 * p[C] * (spin * spin - y[PHI_DOT] * y[PHI_DOT])
        else:
            y[PHI_DOT] = spin
        y[PSI_DOT] = 0.0
    if p[TILT_LOCKED] > 0.5 and y[THETA_DOT] != 0.0:
        y[LOSS] += 0.5 * p[AT] * y[THETA_DOT] * y[THETA_DOT]
        y[THETA_DOT] = 0.0
