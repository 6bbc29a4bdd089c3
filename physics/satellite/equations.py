"""Equations of motion of a satellite without external torque: a body with a rotor, two damper balls and a moving mass.

The body holds a rotor on an axis n, a ball in a viscous fluid in the body and one in the rotor (Kane's damper: torque c
times the relative angular velocity), and a mass on a spring and a damper along a line d through r0. I is the inertia
matrix of body and rotor, without the axial moment Ir of the rotor, the balls and the moving mass. The angular momenta L
of all and b of the balls are in lab axes; h is the axial one of the rotor, P the momentum of the moving mass, whose
reduced mass is mu:

    rho = r0 + x d,    e = rho × d
    I* = I + mu (rho·rho 1 - rho rhoᵀ - e eᵀ)
    I* omega = Rᵀ(L - bp - br) - h n - P e
    x' = P/mu - omega·e,    s = h/Ir - omega·n
    L' = 0,    bp' = -cp (bp/Jp - R omega),    br' = -cr (br/Jr - R (omega + s n))
    h' = motor - cb s - n·Rᵀ br'
    P' = mu u·(omega×d) - k x - c x',    u = x' d + omega×rho

A rotor that a drive holds at a constant speed s has I + Ir n nᵀ in place of I, and h is Ir s. What is not there has a
zero in p in place of its moment and of the inverse of that, so that nothing is compared here.
"""

from __future__ import annotations

from physics.maths.matrices import cross
from physics.maths.quaternion import spin, to_body, to_lab
from physics.types import Floats

Triple = tuple[float, float, float]

MOMENTUM, AXIAL, BODY_BALL, ROTOR_BALL, PLACE, PUSH = 4, 7, 8, 11, 14, 15
ROTOR_ANGLE, LOST_BODY, LOST_ROTOR, LOST_BEARING, WORK = 16, 17, 18, 19, 20
"""Places in the state, after the quaternion: L (3), h, bp (3), br (3), x, P; the angle of the rotor, the losses in the
body, in the rotor and between them, and the work of the motor."""
VARIABLES = 21
(
    I11, I22, I33, I12, I13, I23, I1, I2, I3, N1, N2, N3, IR, IR_INVERSE, FREE, HELD, P_BALL, JP_INVERSE, CP, R_BALL,
    JR_INVERSE, CR, MU, MU_INVERSE, R1, R2, R3, D1, D2, D3, E1, E2, E3, K, C, MOTOR, BEARING, JP, JR, SYMMETRIC,
) = range(40)  # fmt: skip
"""Places in p: I, with the axial moment of a held rotor; its principal moments without; n; Ir and its inverse; 1 for a
free rotor, 1 for a held one; for each ball 1 where it is there, the inverse of J, and c; mu and its inverse; r0, d and
e; k and c; torque of the motor, damping of the bearing; J of the balls; 1 where body and rotor have one axis."""


def dot(a: Triple, b: Triple) -> float:
    """Return a·b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def crossed(a: Triple, b: Triple) -> Triple:
    """Return a×b."""
    return cross(a[0], a[1], a[2], b[0], b[1], b[2])


def mixed(a: Triple, k: float, b: Triple) -> Triple:
    """Return a + k b."""
    return a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]


def vector(p: Floats, at: int) -> Triple:
    """Return three numbers."""
    return p[at], p[at + 1], p[at + 2]


def lever(y: Floats, p: Floats) -> Triple:
    """Return rho, the place of the moving mass in body axes from the centre of mass of the rest [m]."""
    return mixed(vector(p, R1), y[PLACE], vector(p, D1))


def solved(y: Floats, p: Floats, v: Triple) -> Triple:
    """Return the solution w of I* w = v, by cofactors."""
    mu, rho, e = p[MU], lever(y, p), vector(p, E1)
    square = mu * dot(rho, rho)
    a = p[I11] + square - mu * (rho[0] * rho[0] + e[0] * e[0])
    b = p[I22] + square - mu * (rho[1] * rho[1] + e[1] * e[1])
    c = p[I33] + square - mu * (rho[2] * rho[2] + e[2] * e[2])
    f = p[I12] - mu * (rho[0] * rho[1] + e[0] * e[1])
    g = p[I13] - mu * (rho[0] * rho[2] + e[0] * e[2])
    h = p[I23] - mu * (rho[1] * rho[2] + e[1] * e[2])
    aa, ff, gg = b * c - h * h, g * h - f * c, f * h - g * b
    scale = 1.0 / (a * aa + f * ff + g * gg)
    bb, hh, cc = a * c - g * g, f * g - a * h, a * b - f * f
    return (
        scale * (aa * v[0] + ff * v[1] + gg * v[2]),
        scale * (ff * v[0] + bb * v[1] + hh * v[2]),
        scale * (gg * v[0] + hh * v[1] + cc * v[2]),
    )


def ball_momenta(y: Floats, p: Floats) -> tuple[Triple, Triple]:
    """Return the angular momenta of the balls in body and rotor, in body axes [kg m²/s]; 0 for a missing one."""
    on, other = p[P_BALL], p[R_BALL]
    return (
        to_body(y, on * y[BODY_BALL], on * y[BODY_BALL + 1], on * y[BODY_BALL + 2]),
        to_body(y, other * y[ROTOR_BALL], other * y[ROTOR_BALL + 1], other * y[ROTOR_BALL + 2]),
    )


def core_momentum(y: Floats, p: Floats) -> Triple:
    """Return Rᵀ(L - bp - br), the angular momentum of all but the balls, in body axes [kg m²/s]."""
    on, other = p[P_BALL], p[R_BALL]
    return to_body(
        y,
        y[MOMENTUM] - on * y[BODY_BALL] - other * y[ROTOR_BALL],
        y[MOMENTUM + 1] - on * y[BODY_BALL + 1] - other * y[ROTOR_BALL + 1],
        y[MOMENTUM + 2] - on * y[BODY_BALL + 2] - other * y[ROTOR_BALL + 2],
    )


def angular_velocity(y: Floats, p: Floats) -> Triple:
    """Return omega in body axes [rad/s]."""
    rest = mixed(core_momentum(y, p), -y[AXIAL], vector(p, N1))
    return solved(y, p, mixed(rest, -y[PUSH], vector(p, E1)))


def rotor_rate(y: Floats, p: Floats, omega: Triple) -> float:
    """Return s, the speed of the rotor against the body [rad/s]; 0 without one."""
    return y[AXIAL] * p[IR_INVERSE] - p[FREE] * dot(omega, vector(p, N1))


def slide_rate(y: Floats, p: Floats, omega: Triple) -> float:
    """Return x', the speed of the moving mass along its line [m/s]; 0 without one."""
    return y[PUSH] * p[MU_INVERSE] - dot(omega, vector(p, E1))


def ball_slips(y: Floats, p: Floats, omega: Triple, s: float) -> tuple[Triple, Triple]:
    """Return the angular velocities of the balls against what they sit in, in body axes [rad/s]."""
    bp, br = ball_momenta(y, p)
    body, rotor = p[JP_INVERSE], p[JR_INVERSE]
    turning = mixed(omega, s, vector(p, N1))
    return (
        (body * bp[0] - omega[0], body * bp[1] - omega[1], body * bp[2] - omega[2]),
        (rotor * br[0] - turning[0], rotor * br[1] - turning[1], rotor * br[2] - turning[2]),
    )


def mass_velocity(y: Floats, p: Floats, omega: Triple) -> Triple:
    """Return u, the velocity of the moving mass against the rest, in body axes [m/s]."""
    return mixed(crossed(omega, lever(y, p)), slide_rate(y, p, omega), vector(p, D1))


def drive_torque(y: Floats, p: Floats, omega: Triple, along_balls: float, turning: Triple, force: float) -> float:
    """Return the torque [N m] with which a drive holds the speed of the rotor: Ir omega'·n + n·tr + cb s; 0 for none.

    along_balls: n·tr, with the torque tr on the ball in the rotor; turning: -(tp + tr) [N m]; force: P' [N].
    """
    rho, d, mu = lever(y, p), vector(p, D1), p[MU]
    m, x_dot = core_momentum(y, p), slide_rate(y, p, omega)
    change = mixed(crossed(m, omega), 1.0, turning)
    change = mixed(change, -force, vector(p, E1))
    # I*' omega = mu x' (2 rho·d omega - d (rho·omega) - rho (d·omega)): e does not depend on x.
    k = mu * x_dot
    change = mixed(change, -2.0 * k * dot(rho, d), omega)
    change = mixed(change, k * dot(rho, omega), d)
    change = mixed(change, k * dot(d, omega), rho)
    faster = dot(solved(y, p, change), vector(p, N1))
    return p[HELD] * (p[IR] * faster + along_balls + p[BEARING] * y[AXIAL] * p[IR_INVERSE])


def write_rates(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of y."""
    n = vector(p, N1)
    omega = angular_velocity(y, p)
    s, x_dot = rotor_rate(y, p, omega), slide_rate(y, p, omega)
    slip, other = ball_slips(y, p, omega, s)
    cp, cr, cb = p[CP], p[CR], p[BEARING]
    body = -cp * slip[0], -cp * slip[1], -cp * slip[2]
    rotor = -cr * other[0], -cr * other[1], -cr * other[2]
    along = dot(n, rotor)
    u = mass_velocity(y, p, omega)
    force = p[MU] * dot(u, crossed(omega, vector(p, D1))) - p[K] * y[PLACE] - p[C] * x_dot
    turning = -body[0] - rotor[0], -body[1] - rotor[1], -body[2] - rotor[2]
    dy[0], dy[1], dy[2], dy[3] = spin(y, omega[0], omega[1], omega[2])
    dy[4], dy[5], dy[6] = 0.0, 0.0, 0.0
    dy[AXIAL] = p[FREE] * (p[MOTOR] - cb * s - along)
    dy[8], dy[9], dy[10] = to_lab(y, body[0], body[1], body[2])
    dy[11], dy[12], dy[13] = to_lab(y, rotor[0], rotor[1], rotor[2])
    dy[PLACE], dy[PUSH] = x_dot, force
    dy[ROTOR_ANGLE] = s
    dy[LOST_BODY] = cp * dot(slip, slip) + p[C] * x_dot * x_dot
    dy[LOST_ROTOR] = cr * dot(other, other)
    dy[LOST_BEARING] = cb * s * s
    dy[WORK] = (p[FREE] * p[MOTOR] + drive_torque(y, p, omega, along, turning, force)) * s


def kinetic_energies(y: Floats, p: Floats) -> tuple[float, float, float, float]:
    """Return the kinetic energies of body (with the rotor carried along), rotor, balls and moving mass [J]."""
    omega = angular_velocity(y, p)
    spinning = rotor_rate(y, p, omega) + dot(omega, vector(p, N1))
    bp, br = ball_momenta(y, p)
    u = mass_velocity(y, p, omega)
    body = p[I1] * omega[0] * omega[0] + p[I2] * omega[1] * omega[1] + p[I3] * omega[2] * omega[2]
    return (
        0.5 * body,
        0.5 * p[IR] * spinning * spinning,
        0.5 * (p[JP_INVERSE] * dot(bp, bp) + p[JR_INVERSE] * dot(br, br)),
        0.5 * p[MU] * dot(u, u),
    )


def stored(y: Floats, p: Floats) -> float:
    """Return the mechanical energy: all kinetic energies and that of the spring [J]."""
    body, rotor, balls, mass = kinetic_energies(y, p)
    return body + rotor + balls + mass + 0.5 * p[K] * y[PLACE] * y[PLACE]
