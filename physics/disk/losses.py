"""Laws by which a disk that rolls nearly flat loses its energy: a torque, its power, and the power law of the end.

Each is a generalised force Q on one Euler angle (z-x-z), and as a vector in the plane of e and a (below):

    on phi, at the contact      tau = Q (a - cot(alpha) e),   power Q phi'
    on psi, of the air          tau = Q e / sin(alpha),       power Q psi'

    dry             Q = -mu_c N R phi' / sqrt(phi'^2 + epsilon^2), on phi
    viscous         Q = -c phi', on phi
    boundary-layer  Q = -B psi' sqrt(|psi'|), on psi
    air             Q = -K psi' / alpha, on psi, K = (pi/4) eta R^3
    offset          tau = -delta N w / sqrt(|w|^2 + epsilon^2), w the horizontal part of omega

Sources: dry and viscous contour friction, Le Saux, Leine and Glocker, J. Nonlinear Sci. 15 (2005) 27, and Leine, Arch.
Appl. Mech. 79 (2009) 1063; the boundary layers of the air, Bildsten, Phys. Rev. E 66 (2002) 056309; the thin layer of
air below the disk, Moffatt, Nature 404 (2000) 833.

R phi' is the speed of the contact along the rim, psi' the rate at which the tilted plane turns, whatever the disk
itself does. The torque of all but the last lies in the plane of e and a, and so does not change the normal force N.

With G at rest and a small loss the precession is Omega = Omega_1 / sqrt(alpha), Omega_1^2 = m g R / I_1, and the energy
m g h + 3/2 m g R alpha. A power that goes as Omega^r / alpha^q then ends at a finite time t_f:

    alpha' = -2 power / (3 m g R),   alpha ~ (t_f - t)^n,   n = 1 / (1 + q + r/2)

It holds while alpha changes little in a turn, |alpha'| < 0.02 alpha Omega.
"""

from __future__ import annotations

from math import inf, nan, sqrt

from physics.disk.numbers import COEFFICIENT, GRAVITY, I1, LAW, MASS, RADIUS
from physics.maths.trig import arctan2
from physics.types import Floats

Triple = tuple[float, float, float]

NONE, DRY, VISCOUS, LAYER, AIR, OFFSET = 0.0, 1.0, 2.0, 3.0, 4.0, 5.0
LAWS = {"none": NONE, "dry": DRY, "viscous": VISCOUS, "boundary-layer": LAYER, "air": AIR, "offset": OFFSET}
EXPONENTS = {"dry": 2.0 / 3.0, "viscous": 1.0 / 2.0, "boundary-layer": 4.0 / 9.0, "air": 1.0 / 3.0, "offset": 2.0}
"""n of each law."""
LEAST_RATE = 1e-3
"""Rate [rad/s] below which the laws of dry friction are smoothed, epsilon above."""
SLOW = 0.02
"""Greatest |alpha'| / (alpha Omega) at which the power law is said to hold."""


def torque(s: float, c: float, w_u: float, w_e: float, w_a: float, push: float, p: Floats) -> Triple:
    """Return the torque [N m] along u, e and a.

    s, c: sine and cosine of alpha. w_u, w_e, w_a: omega along u, e and a [rad/s]. push: the normal force N [N].
    """
    if p[LAW] > DRY:
        return other_torque(s, c, w_u, w_e, w_a, push, p)
    slope = c * (1.0 / s)
    along = w_a - slope * w_e
    # What divides does not wait for N. The coefficient of no law is 0.
    Q = -p[COEFFICIENT] * along * (push * (p[RADIUS] / sqrt(along * along + LEAST_RATE * LEAST_RATE)))
    return 0.0, -Q * slope, Q


def other_torque(s: float, c: float, w_u: float, w_e: float, w_a: float, push: float, p: Floats) -> Triple:
    """Return what `torque` does for other laws than dry friction, which have only one branch of compiled code."""
    law, k = p[LAW], p[COEFFICIENT]
    if law == OFFSET:
        level = c * w_e - s * w_a
        factor = -k * push / sqrt(w_u * w_u + level * level + LEAST_RATE * LEAST_RATE)
        return factor * w_u, factor * level * c, -factor * level * s
    inverse = 1.0 / s
    if law == VISCOUS:
        slope = c * inverse
        Q = -k * (w_a - slope * w_e)
        return 0.0, -Q * slope, Q
    around = w_e * inverse
    Q = -k * around * sqrt(abs(around)) if law == LAYER else -k * around / arctan2(s, c)
    return 0.0, Q * inverse, 0.0


def first_precession(p: Floats) -> float:
    """Return Omega_1 [rad/s], the precession at alpha = 1 rad by the formula of small alpha."""
    return sqrt(p[MASS] * p[GRAVITY] * p[RADIUS] / p[I1])


def slow_power(alpha: float, p: Floats) -> float:
    """Return the power [W] lost at a small alpha [rad] with G at rest."""
    law, k = p[LAW], p[COEFFICIENT]
    Omega = first_precession(p) / sqrt(alpha)
    if law == DRY:
        return k * p[MASS] * p[GRAVITY] * p[RADIUS] * Omega
    if law == VISCOUS:
        return k * Omega * Omega
    if law == LAYER:
        return k * Omega * Omega * sqrt(Omega)
    if law == AIR:
        return k * Omega * Omega / alpha
    if law == OFFSET:
        return k * p[MASS] * p[GRAVITY] * Omega * alpha
    return 0.0


def exponent(p: Floats) -> float:
    """Return n of the law; nan without loss."""
    law = p[LAW]
    if law == DRY:
        return 2.0 / 3.0
    if law == VISCOUS:
        return 1.0 / 2.0
    if law == LAYER:
        return 4.0 / 9.0
    if law == AIR:
        return 1.0 / 3.0
    return 2.0 if law == OFFSET else nan


def time_left(alpha: float, p: Floats) -> float:
    """Return t_f - t [s] by the power law, n alpha / |alpha'|; infinite without loss."""
    falling = 2.0 * slow_power(alpha, p) / (3.0 * p[MASS] * p[GRAVITY] * p[RADIUS])
    return exponent(p) * alpha / falling if falling > 0.0 else inf


def is_slow(alpha: float, p: Floats) -> bool:
    """Return whether the power law holds at alpha [rad]: it changes little in a turn."""
    falling = 2.0 * slow_power(alpha, p) / (3.0 * p[MASS] * p[GRAVITY] * p[RADIUS])
    return falling < SLOW * first_precession(p) * sqrt(alpha)
