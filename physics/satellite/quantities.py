"""Invariants and quantities of a satellite, as its kernels compute them."""

from __future__ import annotations

import math
from math import sqrt
from typing import Protocol

from physics.core.fields import SharedValues
from physics.maths.quaternion import nutation_angle
from physics.maths.trig import arctan2
from physics.satellite.equations import (
    AXIAL,
    BEARING,
    CP,
    CR,
    D1,
    HELD,
    I1,
    I2,
    I3,
    IR,
    JP,
    JR,
    LOST_BEARING,
    LOST_BODY,
    LOST_ROTOR,
    MOMENTUM,
    MU,
    N1,
    P_BALL,
    PLACE,
    R_BALL,
    WORK,
    C,
    K,
    angular_velocity,
    ball_momenta,
    ball_slips,
    core_momentum,
    crossed,
    dot,
    drive_torque,
    mass_velocity,
    rotor_rate,
    slide_rate,
    stored,
    vector,
)
from physics.satellite.nutation import axial_momentum, exact_growth, measured_growth, sink_growth
from physics.types import Floats


class HasNumbers(Protocol):
    """A system, of which values read only p."""

    p: Floats


def energy(system: HasNumbers, y: Floats) -> float:
    """Return the energy plus losses, minus the work of the motor [J]."""
    lost = y[LOST_BODY] + y[LOST_ROTOR] + y[LOST_BEARING]
    return stored(y, system.p) + lost - y[WORK]


def energy_scale(system: HasNumbers, y: Floats) -> float:
    """Return the sum of the magnitudes of the terms of `energy` [J]."""
    lost = abs(y[LOST_BODY]) + abs(y[LOST_ROTOR]) + abs(y[LOST_BEARING])
    return stored(y, system.p) + lost + abs(y[WORK])


def L_x(system: HasNumbers, y: Floats) -> float:
    """Return the angular momentum along i [kg m²/s]."""
    return y[MOMENTUM]


def L_y(system: HasNumbers, y: Floats) -> float:
    """Return the angular momentum along j [kg m²/s]."""
    return y[MOMENTUM + 1]


def L_z(system: HasNumbers, y: Floats) -> float:
    """Return the angular momentum along the vertical [kg m²/s]."""
    return y[MOMENTUM + 2]


def momentum_size(system: HasNumbers, y: Floats) -> float:
    """Return |L| [kg m²/s]."""
    a, b, c = y[MOMENTUM], y[MOMENTUM + 1], y[MOMENTUM + 2]
    return sqrt(a * a + b * b + c * c)


def kept_axial(system: HasNumbers, y: Floats) -> float:
    """Return the axial momentum of the rotor [kg m²/s]."""
    return y[AXIAL]


def kept_energy(system: HasNumbers, y: Floats) -> float:
    """Return ½ omega·I omega [J], with the axial moment of a held rotor in I."""
    p = system.p
    w = angular_velocity(y, p)
    body = p[I1] * w[0] * w[0] + p[I2] * w[1] * w[1] + p[I3] * w[2] * w[2]
    along = dot(w, vector(p, N1))
    return 0.5 * (body + p[HELD] * p[IR] * along * along)


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    omega = angular_velocity(y, p)
    n = vector(p, N1)
    s, x_dot = rotor_rate(y, p, omega), slide_rate(y, p, omega)
    slip, other = ball_slips(y, p, omega, s)
    core = core_momentum(y, p)
    bp, br = ball_momenta(y, p)
    whole = core[0] + bp[0] + br[0], core[1] + bp[1] + br[1], core[2] + bp[2] + br[2]
    square, energy = dot(whole, whole), stored(y, p)
    out[0] = nutation_angle(y)
    out[1] = arctan2(sqrt(whole[0] * whole[0] + whole[1] * whole[1]), whole[2])
    out[2] = sqrt(dot(omega, omega))
    out[3], out[4], out[5] = omega[0], omega[1], omega[2]
    out[6] = s
    out[7] = energy
    slipping, spinning = dot(slip, slip), dot(other, other)
    out[8] = p[CP] * slipping + p[CR] * spinning + p[C] * x_dot * x_dot + p[BEARING] * s * s
    out[9] = p[P_BALL] * sqrt(slipping)
    out[10] = p[R_BALL] * sqrt(spinning)
    w_r = omega[2] + n[2] * s
    out[11] = axial_momentum(p, omega[2], w_r) / (p[I1] + p[JP] + p[JR])
    out[12] = exact_growth(p, omega[2], w_r)
    out[13] = sink_growth(p, omega[2], w_r)
    out[14] = measured_growth(whole, omega)
    body = -p[CP] * slip[0], -p[CP] * slip[1], -p[CP] * slip[2]
    rotor = -p[CR] * other[0], -p[CR] * other[1], -p[CR] * other[2]
    turning = -body[0] - rotor[0], -body[1] - rotor[1], -body[2] - rotor[2]
    u = mass_velocity(y, p, omega)
    force = p[MU] * dot(u, crossed(omega, vector(p, D1))) - p[K] * y[PLACE] - p[C] * x_dot
    out[15] = drive_torque(y, p, omega, dot(n, rotor), turning, force)
    out[16] = x_dot
    out[17] = 0.5 * square / energy if energy > 0.0 else math.nan
    out[18] = 2.0 * energy * (p[I2] + p[JP]) / square if square > 0.0 else math.nan


VALUES = SharedValues(
    _write_values, "theta", "nutation", "omega", "rate_1", "rate_2", "rate_3", "speed", "stored", "power",
    "body_slip", "rotor_slip", "precession", "exact_growth", "sink_growth", "growth", "drive", "slide_rate",
    "effective_moment", "side",
)  # fmt: skip
