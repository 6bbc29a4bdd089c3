"""Equations of motion of a disk on a table, thin or thick, that touches with its lower edge.

Vectors have components along u, the horizontal diameter, e, uphill in the disk, and a, its axis 3: right-handed, with
the vertical k = sin(alpha) e + cos(alpha) a and alpha the tilt from lying flat. With R the radius, h half the
thickness and G the centre, the contact is X = -R e - h a from G, and the height of G is R sin(alpha) + h cos(alpha).
omega = alpha' u + psi' sin(alpha) e + omega_3 a; in the body, e turns at phi' = omega_3 - psi' cos(alpha):
e' = phi' u, u' = -phi' e.

Rolling (Chappelier, "Simulation de toupies", EPFL 2020, 6.2, with a torque tau of loss):

    (I + m(|X|^2 - X X^T)) omega' = (I omega)×omega + m X×(X'×omega + omega×(X×omega) + g k) + tau,   X' = -R phi' u
    F = m (X'×omega + X×omega' + omega×(X×omega) + g k)

Slipping with Coulomb's friction, smoothed below a speed epsilon, v the velocity of G and s = v + omega×X that of the
matter at the contact:

    m v' = F - m g k,   I omega' = (I omega)×omega + X×F + tau,   F = N (k - mu s / sqrt(|s|^2 + epsilon^2))

where N keeps the edge on the table: m z'' = N - m g with z'' = (R cos - h sin) alpha'' - (R sin + h cos) alpha'^2.
"""

from __future__ import annotations

from math import sqrt

from physics.core.oriented_body import OrientedBody
from physics.disk.losses import torque
from physics.disk.numbers import (
    CHI,
    DOWN,
    EPSILON,
    GRAVITY,
    HALF,
    I1,
    I3,
    LOSS,
    MASS,
    MU,
    OVER_MASS,
    RADIUS,
    ROLL_A,
    ROLL_E,
    ROLL_EA,
    ROLL_U,
    SLID,
    SLIPS,
    STOP_SINE,
    V_X,
    V_Y,
    X,
    Y,
)
from physics.maths.quaternion import spin
from physics.maths.trig import arctan2
from physics.types import Floats

Pair = tuple[float, float]
Triple = tuple[float, float, float]
Five = tuple[float, float, float, float, float]
Six = tuple[float, float, float, float, float, float]
Seven = tuple[float, float, float, float, float, float, float]
Nine = tuple[float, float, float, float, float, float, float, float, float]

LEAST_SINE = 1e-9
"""Sine of the tilt below which directions in the disk have no valid digits."""
UPRIGHT, LEAST_COSINE = 1.57, 7.963267107332633e-4
"""Tilt [rad] beyond which the other edge of a thick disk touches, and its cosine."""
MIN_LEVER = 1e-3
"""Value of lever m below which friction jams the disk (Painlevé)."""

unit_length = OrientedBody.settle


def leaning(y: Floats) -> Five:
    """Return g_1, g_2 and a factor with g_i times it the vertical in body axes 1 and 2, and sine and cosine of alpha.

    Neither the root nor the quotient has to wait for the other.
    """
    w, x, y_, z = y[0], y[1], y[2], y[3]
    ww, xx, yy, zz = w * w, x * x, y_ * y_, z * z
    twice = 2.0 / (ww + xx + yy + zz)
    g_1, g_2 = x * z - w * y_, y_ * z + w * x
    return g_1, g_2, twice, sqrt(g_1 * g_1 + g_2 * g_2) * twice, 0.5 * (ww - xx - yy + zz) * twice


def in_disk(y: Floats) -> Seven:
    """Return sine and cosine of alpha, e in body axes (2 components), and omega along u, e and a [rad/s]."""
    g_1, g_2, twice, s, c = leaning(y)
    floor = s if s > LEAST_SINE else LEAST_SINE
    scale = twice * (1.0 / floor)
    e_1, e_2 = g_1 * scale, g_2 * scale
    return floor, c, e_1, e_2, e_2 * y[4] - e_1 * y[5], e_1 * y[4] + e_2 * y[5], y[6]


def tilt(y: Floats) -> float:
    """Return alpha [rad]."""
    _, _, _, s, c = leaning(y)
    return arctan2(s, c)


def height(y: Floats, p: Floats) -> float:
    """Return the height of G [m]."""
    _, _, _, s, c = leaning(y)
    return p[RADIUS] * s + p[HALF] * c


def node(y: Floats, s: float) -> Pair:
    """Return u in the lab, which is level, from the sine of alpha: k×a / s. k×u, also level, is (-u_y, u_x)."""
    w, x, y_, z = y[0], y[1], y[2], y[3]
    twice = 2.0 / (w * w + x * x + y_ * y_ + z * z)  # as in `leaning`: compiled code divides once
    scale = twice * (1.0 / s)
    return (w * x - y_ * z) * scale, (x * z + w * y_) * scale


def velocity(y: Floats, p: Floats, at: Seven) -> Pair:
    """Return the velocity of G along u and k×u [m/s]; at: of `in_disk`."""
    return rolling_velocity(p, at) if p[SLIPS] == 0.0 else slipping_velocity(y, at)


def rolling_velocity(p: Floats, at: Seven) -> Pair:
    """Return the velocity of G along u and k×u [m/s] that follows from omega where the contact does not slip."""
    s, c, _, _, w_u, w_e, w_a = at
    return p[HALF] * w_e - p[RADIUS] * w_a, -(p[RADIUS] * s + p[HALF] * c) * w_u


def slipping_velocity(y: Floats, at: Seven) -> Pair:
    """Return the velocity of G along u and k×u [m/s] that the state holds."""
    s, _, _, _, _, _, _ = at
    u_x, u_y = node(y, s)
    return y[V_X] * u_x + y[V_Y] * u_y, y[V_Y] * u_x - y[V_X] * u_y


def slip(p: Floats, at: Seven, v: Pair) -> Pair:
    """Return the velocity of the matter at the contact along u and k×u [m/s]; v: of `velocity`."""
    s, c, _, _, w_u, w_e, w_a = at
    v_u, v_d = v
    return v_u + p[RADIUS] * w_a - p[HALF] * w_e, v_d + (p[RADIUS] * s + p[HALF] * c) * w_u


def rolling(s: float, c: float, w_u: float, w_e: float, w_a: float, p: Floats) -> Six:
    """Return omega' along u, e, a without loss [rad/s²], and X'×omega + omega×(X×omega) + g k along them [m/s²]."""
    R, h, m, g = p[RADIUS], p[HALF], p[MASS], p[GRAVITY]
    turning = w_a - c * (1.0 / s) * w_e
    v_u, v_e, v_a = h * w_e - R * w_a, -h * w_u, R * w_u
    a_u = w_e * v_a - w_a * v_e
    a_e = R * turning * w_a + w_a * v_u - w_u * v_a + g * s
    a_a = -R * turning * w_e + w_u * v_e - w_e * v_u + g * c
    around = (p[I1] - p[I3]) * w_a
    b_u, b_e, b_a = around * w_e + m * (h * a_e - R * a_a), -around * w_u - m * h * a_u, m * R * a_u
    o_u, o_e, o_a = rolling_response(b_u, b_e, b_a, p)
    return o_u, o_e, o_a, a_u, a_e, a_a


def rolling_response(b_u: float, b_e: float, b_a: float, p: Floats) -> Triple:
    """Return the angular acceleration [rad/s²] about the contact, of a torque [N m], both along u, e and a."""
    return p[ROLL_U] * b_u, p[ROLL_E] * b_e + p[ROLL_EA] * b_a, p[ROLL_EA] * b_e + p[ROLL_A] * b_a


def dynamics(y: Floats, p: Floats, at: Seven) -> Nine:
    """Return omega' along u, e, a [rad/s²], the force along u, k×u and k [N], powers lost by law and slip [W], lever.

    lever [1/kg]: acceleration of the contact per newton of N, positive unless friction jams the disk.
    """
    if p[SLIPS] == 0.0:
        return rolling_dynamics(p, at)
    return slipping_dynamics(p, at, slipping_velocity(y, at))


def slipping_dynamics(p: Floats, at: Seven, v: Pair) -> Nine:
    """Return what `dynamics` does for a disk that slips; v: of `velocity`."""
    s, c, _, _, w_u, w_e, w_a = at
    R, h = p[RADIUS], p[HALF]
    s_u, s_d = slip(p, at, v)
    drag = -p[MU] / sqrt(s_u * s_u + s_d * s_d + p[EPSILON] * p[EPSILON])
    arm, high = R * c - h * s, R * s + h * c
    around = (p[I1] - p[I3]) * w_a
    turning = w_a - c * (1.0 / s) * w_e
    lever = p[OVER_MASS] + arm * (arm - drag * s_d * high) / p[I1]
    N = (p[GRAVITY] + arm * (around * w_e / p[I1] - turning * w_e) - high * w_u * w_u) / lever
    F_u, F_d = N * drag * s_u, N * drag * s_d
    t_u, t_e, t_a = torque(s, c, w_u, w_e, w_a, N, p)
    o_u = (around * w_e - arm * N + high * F_d + t_u) / p[I1]
    o_e = (-around * w_u - h * F_u + t_e) / p[I1]
    o_a = (R * F_u + t_a) / p[I3]
    lost = -(t_u * w_u + t_e * w_e + t_a * w_a)
    return o_u, o_e, o_a, F_u, F_d, N, lost, -(F_u * s_u + F_d * s_d), lever


def rolling_dynamics(p: Floats, at: Seven) -> Nine:
    """Return what `dynamics` does for a disk that rolls; N is that without the loss, which hardly changes it."""
    s, c, _, _, w_u, w_e, w_a = at
    R, h, m = p[RADIUS], p[HALF], p[MASS]
    o_u, o_e, o_a, a_u, a_e, a_a = rolling(s, c, w_u, w_e, w_a, p)
    N = m * (s * (a_e - h * o_u) + c * (a_a + R * o_u))
    t_u, t_e, t_a = torque(s, c, w_u, w_e, w_a, N, p)
    d_u, d_e, d_a = rolling_response(t_u, t_e, t_a, p)
    o_u, o_e, o_a = o_u + d_u, o_e + d_e, o_a + d_a
    F_u, F_d = m * (a_u - R * o_a + h * o_e), m * (c * (a_e - h * o_u) - s * (a_a + R * o_u))
    return o_u, o_e, o_a, F_u, F_d, N, -(t_u * w_u + t_e * w_e + t_a * w_a), 0.0, p[OVER_MASS]


# Kernels ------------------------------------------------------------------------------------------------------------


def disk_rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of the whole state: 0 once the disk is down."""
    if y[DOWN] > 0.5:
        for i in range(len(y)):
            dy[i] = 0.0
        return
    moving_rate(y, p, in_disk(y), dy)


def moving_rate(y: Floats, p: Floats, at: Seven, dy: Floats) -> Nine:
    """Write the time derivative of a disk that is not down, and return what `dynamics` does.

    Rolling and slipping part here and meet at the end only: compiled code is shorter where it has few such places.
    """
    if p[SLIPS] == 0.0:
        found = rolling_dynamics(p, at)
        write_rate(y, p, at, rolling_velocity(p, at), found, dy)
    else:
        v = slipping_velocity(y, at)
        found = slipping_dynamics(p, at, v)
        write_rate(y, p, at, v, found, dy)
    return found


def write_rate(y: Floats, p: Floats, at: Seven, v: Pair, found: Nine, dy: Floats) -> None:
    """Write that derivative from what `in_disk`, `velocity` and `dynamics` return."""
    s, c, e_1, e_2, _, w_e, w_a = at
    o_u, o_e, o_a, F_u, F_d, _, lost, slid, _ = found
    u_x, u_y = node(y, s)
    v_u, v_d = v
    dy[0], dy[1], dy[2], dy[3] = spin(y, y[4], y[5], y[6])
    dy[4], dy[5], dy[6] = o_u * e_2 + o_e * e_1, o_e * e_2 - o_u * e_1, o_a
    dy[X], dy[Y] = v_u * u_x - v_d * u_y, v_u * u_y + v_d * u_x
    a_u, a_d = p[OVER_MASS] * F_u, p[OVER_MASS] * F_d
    dy[V_X], dy[V_Y] = a_u * u_x - a_d * u_y, a_u * u_y + a_d * u_x
    dy[LOSS], dy[SLID], dy[CHI], dy[DOWN] = lost, slid, c * (1.0 / s) * w_e - w_a, 0.0


def disk_settle(y: Floats, p: Floats) -> None:
    """Normalise q, and set what follows from the rest."""
    unit_length(y, p)
    set_following(y, p)


def set_following(y: Floats, p: Floats) -> None:
    """Let G move as rolling has it; hold a disk that is down."""
    if y[DOWN] > 0.5:
        y[4] = y[5] = y[6] = y[V_X] = y[V_Y] = 0.0
    elif p[SLIPS] == 0.0:
        at = in_disk(y)
        s, _, _, _, _, _, _ = at
        u_x, u_y = node(y, s)
        v_u, v_d = rolling_velocity(p, at)
        y[V_X], y[V_Y] = v_u * u_x - v_d * u_y, v_u * u_y + v_d * u_x


def held_margin(at: Seven, found: Nine, p: Floats) -> float:
    """Return the least of N / m [m/s²], how far it is from upright, and how far friction is from jamming."""
    _, c, _, _, _, _, _ = at
    _, _, _, _, _, N, _, _, lever = found
    pressed, left, free = N * p[OVER_MASS], c - LEAST_COSINE, lever * p[MASS] - MIN_LEVER
    least = pressed if pressed < left else left
    return least if least < free else free


def disk_margin(y: Floats, p: Floats) -> float:
    """Return a number that is positive while the disk touches with its lower edge alone, or is down."""
    if y[DOWN] > 0.5:
        return 1.0
    at = in_disk(y)
    return held_margin(at, dynamics(y, p, at), p)


def disk_guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
    """Return the sine of the tilt less that at which the disk is down; 1 once it is down."""
    if y[DOWN] > 0.5:
        return (1.0,)
    s, _, _, _, _, _, _ = in_disk(y)
    return (s - p[STOP_SINE],)


def disk_survey(t: float, y: Floats, p: Floats, dy: Floats) -> tuple[float, ...]:
    """Write the time derivative and return the margin and the guard, all from one calculation of the force."""
    if y[DOWN] > 0.5:
        disk_rate(t, y, p, dy)
        return 1.0, 1.0
    at = in_disk(y)
    s, _, _, _, _, _, _ = at
    found = moving_rate(y, p, at, dy)
    return held_margin(at, found, p), s - p[STOP_SINE]


def disk_jump(event: int, t: float, y: Floats, p: Floats) -> None:
    """Lay the disk down: the energy with which it moved is lost."""
    y[LOSS] += kinetic(y, p)
    y[4] = y[5] = y[6] = y[V_X] = y[V_Y] = 0.0
    y[DOWN] = 1.0


def kinetic(y: Floats, p: Floats) -> float:
    """Return the kinetic energy [J]."""
    at = in_disk(y)
    s, c, _, _, w_u, w_e, w_a = at
    v_u, v_d = velocity(y, p, at)
    rising = (p[RADIUS] * c - p[HALF] * s) * w_u
    turning = p[I1] * (w_u * w_u + w_e * w_e) + p[I3] * w_a * w_a
    return 0.5 * (p[MASS] * (v_u * v_u + v_d * v_d + rising * rising) + turning)


def steady_precession(alpha_sine: float, alpha_cosine: float, p: Floats) -> float:
    """Return the square of the precession [rad²/s²] with G at rest: psi'^2 = m g (R c - h s) / (s (I1 c - I3 h s / R)).

    Negative or infinite where there is none: a tilt at which the corner is not below G.
    """
    s, c = alpha_sine, alpha_cosine
    below = s * (p[I1] * c - p[I3] * p[HALF] / p[RADIUS] * s)
    above = p[MASS] * p[GRAVITY] * (p[RADIUS] * c - p[HALF] * s)
    return above / below if below > 0.0 else -1.0
