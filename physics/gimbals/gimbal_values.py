"""Formulas of the gyroscope in gimbals: nutation, Magnus's drift, precession, periods and tilt of the compass."""

from __future__ import annotations

import math
from math import sqrt

from physics.core.fields import SharedValues
from physics.gimbals.gimbal_equations import (
    ASIDE,
    AT,
    BT,
    CI,
    HELD,
    PHI_DOT,
    PSI,
    PSI_DOT,
    RAISED,
    REST,
    SPRING,
    THETA,
    THETA_DOT,
    W_X,
    W_Y,
    W_Z,
    C,
    motor_torque,
    outer_moment,
    outer_momentum,
    spin_momentum,
)
from physics.maths.trig import PI, arctan2, arctan2_to_pi, sincos
from physics.types import Floats

NAMES = (
    "nutation_rate", "middle", "nutation_size", "magnus_drift", "lock_rate", "slow_precession", "heading", "elevation",
    "meridian_period", "compass_period", "compass_tilt", "exact_tilt", "deflection", "rate_deflection", "motor_torque",
    "spin_momentum",
)  # fmt: skip
SMALL = 0.5
"""Nutation up to this part of the sine of theta counts as small, for Magnus's formula."""
FLAT = 0.1
"""Tilt up to which the formulas of the pendulous compass hold [rad]."""
LOOPS = 40


def driving_momentum(y: Floats, p: Floats) -> float:
    """Return what the rotor brings to nutation [kg m²/s]: H, which is kept, or C phi' where the speed is held."""
    return p[C] * y[PHI_DOT] if p[HELD] > 0.5 else spin_momentum(y, p)


def is_at_rest(p: Floats) -> bool:
    """Return whether neither weight nor spring turns the axis, and the base rests."""
    forces = abs(p[RAISED]) + abs(p[ASIDE]) + p[SPRING]
    return forces + abs(p[W_X]) + abs(p[W_Y]) + abs(p[W_Z]) == 0.0


def nutation_rate(s: float, c: float, h: float, p: Floats) -> float:
    """Return |h| sin theta / √(J A_t) [rad/s]."""
    return abs(h) * abs(s) / sqrt(outer_moment(s, c, p) * p[AT])


def write_drift(y: Floats, p: Floats, out: Floats) -> None:
    """Write the middle theta* of the nutation [rad], its amplitude x [rad] and Magnus's drift [rad/s] into out[1:4].

    Of a balanced gyroscope at rest but for its rotor cos theta* = p_psi/h, where psi' = 0, and x is from the energy of
    the nutation: x omega_n = theta' at theta*. Magnus, Kreisel (1971), in the form

        mean psi' = -x²/2  h cos theta* J(0) / J(theta*)²

    with the moment J about the outer axis; J(0) = Co + Ci, and C besides where the speed is held. nan in gimbal
    lock, where theta reaches 0 or 180°, and where the nutation is not small.
    """
    h, momentum = driving_momentum(y, p), outer_momentum(y, p)
    if not abs(momentum) < abs(h):
        return
    middle = momentum / h
    across = sqrt(1.0 - middle * middle)
    s, c = sincos(y[THETA])
    energy = p[AT] * y[THETA_DOT] * y[THETA_DOT] + outer_moment(s, c, p) * y[PSI_DOT] * y[PSI_DOT]
    amplitude = sqrt(energy / p[AT]) / nutation_rate(across, middle, h, p)
    out[1] = arctan2(across, middle)
    lock = outer_moment(0.0, 1.0, p)
    least = abs(h) - abs(momentum)
    if energy * lock < least * least:
        out[2] = amplitude
        if amplitude < SMALL * across:
            J = outer_moment(across, middle, p)
            out[3] = -0.5 * amplitude * amplitude * h * middle * lock / (J * J)


def half_period(m: float) -> float:
    """Return 2 K(m)/pi by the arithmetic-geometric mean; 0 <= m < 1."""
    high, low = 1.0, sqrt(1.0 - m)
    for _ in range(LOOPS):
        if high - low <= 1e-15 * high:
            break
        high, low = 0.5 * (high + low), sqrt(high * low)
    return 2.0 / (high + low)


def meridian_period(y: Floats, p: Floats) -> float:
    """Return the period [s] about the meridian, theta locked, with its amplitude; nan where it goes round.

    J psi'' = -H O_c sin theta sin psi, a pendulum; O_c is the horizontal part of the Earth's rotation, and terms in
    its square are left out.
    """
    s, c = sincos(y[THETA])
    H, J = spin_momentum(y, p), outer_moment(s, c, p)
    pull = -H * p[W_Y] * s
    half, other = sincos(0.5 * y[PSI])
    aside = half * half if pull > 0.0 else other * other
    pull = abs(pull)
    if not pull > 0.0:
        return math.nan
    m = aside + 0.25 * J * y[PSI_DOT] * y[PSI_DOT] / pull
    return 2.0 * PI * sqrt(J / pull) * half_period(m) if m < 1.0 else math.nan


def settled_theta(y: Floats, p: Floats) -> float:
    """Return the angle theta [rad] at which theta'' = 0 with the axis at rest in the meridian, near 90°; else nan.

    By Newton's iteration, with the present momentum of the rotor.
    """
    held = p[HELD] > 0.5
    h = driving_momentum(y, p)
    more = p[BT] - p[CI] - p[C] if held else p[BT] - p[CI]
    theta = 0.5 * PI
    for _ in range(LOOPS):
        s, c = sincos(theta)
        O_b, O_a = p[W_Z] * s + p[W_Y] * c, p[W_Z] * c - p[W_Y] * s
        pull = p[RAISED] * s - p[ASIDE] * c - p[SPRING] * (theta - p[REST])
        stiffness = p[RAISED] * c + p[ASIDE] * s - p[SPRING]
        excess = O_b * (more * O_a - h) + pull
        slope = O_a * (more * O_a - h) - more * O_b * O_b + stiffness
        if slope == 0.0:
            return math.nan
        step = excess / slope
        theta -= step
        if not abs(theta - 0.5 * PI) < 1.5:
            return math.nan
        if abs(step) < 1e-15:
            break
    return theta


def write_compass(y: Floats, p: Floats, out: Floats) -> None:
    """Write the period of the pendulous compass [s] and its settled elevation, approximate and exact [rad].

    With W = m g |lb|: T = 2 pi √(H/(W O_c)), elevation H Omega sin(latitude)/W. Both are for a weight that holds
    the axis level against the turning Earth; nan where it does not, as near a pole.
    """
    H, W, north = spin_momentum(y, p), -p[ASIDE], -p[W_Y]
    if not (W > 0.0 and H > 0.0 and north > 0.0 and abs(H * p[W_Z]) < FLAT * W and H * north < FLAT * W):
        return
    out[9] = 2.0 * PI * sqrt(H / (W * north))
    out[10] = H * p[W_Z] / W
    out[11] = 0.5 * PI - settled_theta(y, p)


def write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`; the nutation about its middle where this is known, none in lock."""
    for i in range(len(NAMES)):
        out[i] = math.nan
    s, c = sincos(y[THETA])
    sin_psi, cos_psi = sincos(y[PSI])
    h = driving_momentum(y, p)
    out[0] = nutation_rate(s, c, h, p)
    if h != 0.0:
        write_drift(y, p, out)
        if is_at_rest(p):
            s_middle, c_middle = sincos(out[1])
            out[0] = math.nan if math.isnan(out[3]) else nutation_rate(s_middle, c_middle, h, p)
        if s != 0.0:
            out[5] = (p[RAISED] - p[ASIDE] * c / s) / h
    lock = outer_moment(0.0, 1.0, p)
    if lock > 0.0:
        out[4] = (outer_momentum(y, p) - (h if c >= 0.0 else -h)) / lock
    out[6], out[7] = arctan2_to_pi(-s * sin_psi, s * cos_psi), arctan2(c, abs(s))
    out[8] = meridian_period(y, p)
    write_compass(y, p, out)
    out[12] = y[THETA] - p[REST]
    if p[SPRING] > 0.0:
        out[13] = -spin_momentum(y, p) * p[W_Z] * sincos(p[REST])[0] / p[SPRING]
    out[14], out[15] = motor_torque(y, p), spin_momentum(y, p)


VALUES = SharedValues(write_values, *NAMES)
