"""The motion of a magnetic top in the field of a base magnet, with its weight and losses to the air.

State y: orientation q (4), angular velocity in body axes (3) [rad/s], place of the centre of mass r (3) [m], velocity
(3) [m/s], work lost to the air [J], and how the top has left the trap. The base is turned by the matrix that begins at
p[TILT], base axes to lab, about the middle of its upper face.
"""

from __future__ import annotations

from array import array
from math import sqrt

from physics.levitron.ring_magnet import base_field
from physics.maths.power import exp
from physics.maths.quaternion import Triple, product, rotation_rows, spin
from physics.maths.trig import sincos, turned
from physics.shapes.pose import turned as in_lab
from physics.types import Floats

MASS, DIPOLE_1, DIPOLE_3, I_1, I_3, GRAVITY, TILT = 4, 5, 6, 7, 8, 9, 10
C_SPIN, C_TURN, C_MOVE, LOW, ASIDE, HIGH, TRAP = 19, 20, 21, 22, 23, 24, 25
"""Indices in p, after those of the base: mass [kg]; dipole moment [A m²] along body axes 1 and 3; moments of inertia
[kg m²]; gravity; base axes, row by row; losses of the spin [N m s], of turns across it, of the motion [kg/s]; limits of
the trap: lowest height, greatest distance from the vertical through the base, greatest height [m]; numbers of the
trap."""
OMEGA, PLACE, VELOCITY, LOSS, WAY = 4, 7, 10, 13, 14
"""Indices in y."""
HOVERS, FELL, SLID, FLEW = 0.0, 1.0, 2.0, 3.0
"""Values of y[WAY]: in the trap, fallen onto the base, slid off to the side, flown off."""

INSTANT = 1e-6
"""Time [s] in which a power changes by so little that its rate is read to nine digits."""

Forces = tuple[float, float, float, float, float, float]
Free = tuple[float, float, float, float, float, float, float]


def dipole(r: tuple[float, ...], p: Floats) -> Triple:
    """Return the dipole moment in the lab [A m²], from the rows r of the rotation of the top."""
    d_1, d_3 = p[DIPOLE_1], p[DIPOLE_3]
    return r[0] * d_1 + r[2] * d_3, r[3] * d_1 + r[5] * d_3, r[6] * d_1 + r[8] * d_3


def in_base(p: Floats, x: float, y: float, z: float) -> Triple:
    """Return the components of a vector in the axes of the base."""
    return (
        p[TILT] * x + p[TILT + 3] * y + p[TILT + 6] * z,
        p[TILT + 1] * x + p[TILT + 4] * y + p[TILT + 7] * z,
        p[TILT + 2] * x + p[TILT + 5] * y + p[TILT + 8] * z,
    )


def out_of_base(p: Floats, x: float, y: float, z: float) -> Triple:
    """Return the lab components of a vector given in the axes of the base."""
    return (
        p[TILT] * x + p[TILT + 1] * y + p[TILT + 2] * z,
        p[TILT + 3] * x + p[TILT + 4] * y + p[TILT + 5] * z,
        p[TILT + 6] * x + p[TILT + 7] * y + p[TILT + 8] * z,
    )


def field_at(x: float, y: float, z: float, p: Floats) -> Triple:
    """Return the field of the base at a place in the lab [T]."""
    x, y, z = in_base(p, x, y, z)
    b, along, _, _, _ = base_field(x, y, z, p)
    return out_of_base(p, b * x, b * y, along)


def forces(y: Floats, p: Floats) -> Forces:
    """Return the force of the base on the top in the lab [N], and its torque about G in body axes [N m]."""
    r = rotation_rows(y)
    x, y_, z = in_base(p, y[PLACE], y[PLACE + 1], y[PLACE + 2])
    b, along, rise, steep, h = base_field(x, y_, z, p)
    d_x, d_y, d_z = dipole(r, p)
    d_x, d_y, d_z = in_base(p, d_x, d_y, d_z)
    outward = h * (x * d_x + y_ * d_y) + rise * d_z
    F_x, F_y, F_z = out_of_base(
        p, b * d_x + outward * x, b * d_y + outward * y_, rise * (x * d_x + y_ * d_y) + steep * d_z
    )
    B_x, B_y, B_z = out_of_base(p, b * x, b * y_, along)
    B_1 = r[0] * B_x + r[3] * B_y + r[6] * B_z
    B_2 = r[1] * B_x + r[4] * B_y + r[7] * B_z
    B_3 = r[2] * B_x + r[5] * B_y + r[8] * B_z
    d_1, d_3 = p[DIPOLE_1], p[DIPOLE_3]
    return F_x, F_y, F_z, -d_3 * B_2, d_3 * B_1 - d_1 * B_3, d_1 * B_2


def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
    """Write the time derivative of y by the laws of Newton and Euler.

    With d the dipole moment: m v' = (grad B) d - m g k - c_move v, I omega' = (I omega) × omega + d × B - c omega.
    """
    o_1, o_2, o_3 = y[OMEGA], y[OMEGA + 1], y[OMEGA + 2]
    u, v, w = y[VELOCITY], y[VELOCITY + 1], y[VELOCITY + 2]
    F_x, F_y, F_z, T_1, T_2, T_3 = forces(y, p)
    m, I1, I3, c_spin, c_turn, c_move = p[MASS], p[I_1], p[I_3], p[C_SPIN], p[C_TURN], p[C_MOVE]
    dy[0], dy[1], dy[2], dy[3] = spin(y, o_1, o_2, o_3)
    dy[OMEGA] = (T_1 - c_turn * o_1 + (I1 - I3) * o_2 * o_3) / I1
    dy[OMEGA + 1] = (T_2 - c_turn * o_2 + (I3 - I1) * o_3 * o_1) / I1
    dy[OMEGA + 2] = (T_3 - c_spin * o_3) / I3
    dy[PLACE], dy[PLACE + 1], dy[PLACE + 2] = u, v, w
    dy[VELOCITY] = (F_x - c_move * u) / m
    dy[VELOCITY + 1] = (F_y - c_move * v) / m
    dy[VELOCITY + 2] = (F_z - c_move * w) / m - p[GRAVITY]
    turning = c_spin * o_3 * o_3 + c_turn * (o_1 * o_1 + o_2 * o_2)
    dy[LOSS] = turning + c_move * (u * u + v * v + w * w)
    dy[WAY] = 0.0


# The splitting ----------------------------------------------------------------------------------------------


def split_step(h: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the state after half of air, half a kick by magnet and weight, free motion for h, and both halves again.

    Each is an exact flow, so that J_z is kept to rounding, and omega_3 to the bit where the dipole is along the axis
    and there is no air. A kick changes velocity and angular momentum by forces at one place and orientation. In free
    motion G moves straight on, L is constant in the lab, and the top turns by h |L|/I1 about it and by h L_3 (1/I3 -
    1/I1) about its own axis. Air takes energy from each speed by a factor: that is what it has lost. Order 2; Hairer,
    Lubich, Wanner, Geometric Numerical Integration, II.5.
    """
    for i in range(LOSS + 2):
        out[i] = y[i]
    slow_down(0.5 * h, p, out)
    kick(0.5 * h, p, out)
    out[PLACE] += h * out[VELOCITY]
    out[PLACE + 1] += h * out[VELOCITY + 1]
    out[PLACE + 2] += h * out[VELOCITY + 2]
    turn_freely(h, p, out)
    kick(0.5 * h, p, out)
    slow_down(0.5 * h, p, out)


def kick(h: float, p: Floats, y: Floats) -> None:
    """Apply force and torque at this place and orientation for the time h."""
    F_x, F_y, F_z, T_1, T_2, T_3 = forces(y, p)
    y[OMEGA] += h * T_1 / p[I_1]
    y[OMEGA + 1] += h * T_2 / p[I_1]
    y[OMEGA + 2] += h * T_3 / p[I_3]
    y[VELOCITY] += h * F_x / p[MASS]
    y[VELOCITY + 1] += h * F_y / p[MASS]
    y[VELOCITY + 2] += h * (F_z / p[MASS] - p[GRAVITY])


def turn_freely(h: float, p: Floats, y: Floats) -> None:
    """Turn the top as a free one for the time h."""
    o_1, o_2, o_3 = y[OMEGA], y[OMEGA + 1], y[OMEGA + 2]
    axial = o_3 * p[I_3] / p[I_1]  # L over I1 is (omega_1, omega_2, axial)
    size = sqrt(o_1 * o_1 + o_2 * o_2 + axial * axial)
    s, c = sincos(0.5 * h * size)
    s /= size if size > 0.0 else 1.0
    w, x, u, v = product((y[0], y[1], y[2], y[3]), (c, s * o_1, s * o_2, s * axial))
    s, c = sincos(0.5 * h * (o_3 - axial))
    y[0], y[1], y[2], y[3] = product((w, x, u, v), (c, 0.0, 0.0, s))
    y[OMEGA], y[OMEGA + 1] = turned(s, c, o_1, o_2)


def slow_down(h: float, p: Floats, y: Floats) -> None:
    """Let the air alone act for the time h."""
    if p[C_SPIN] > 0.0 or p[C_TURN] > 0.0 or p[C_MOVE] > 0.0:
        before = kinetic(y, p)
        spun, tilted, moved = (
            exp(-h * p[C_SPIN] / p[I_3], 0.0), exp(-h * p[C_TURN] / p[I_1], 0.0), exp(-h * p[C_MOVE] / p[MASS], 0.0)
        )  # fmt: skip
        y[OMEGA] *= tilted
        y[OMEGA + 1] *= tilted
        y[OMEGA + 2] *= spun
        for i in range(VELOCITY, VELOCITY + 3):
            y[i] *= moved
        y[LOSS] += before - kinetic(y, p)


def kinetic(y: Floats, p: Floats) -> float:
    """Return the kinetic energy [J]."""
    across = y[OMEGA] * y[OMEGA] + y[OMEGA + 1] * y[OMEGA + 1]
    u, v, w = y[VELOCITY], y[VELOCITY + 1], y[VELOCITY + 2]
    spun = p[I_3] * y[OMEGA + 2] * y[OMEGA + 2]
    return 0.5 * (p[I_1] * across + spun + p[MASS] * (u * u + v * v + w * w))


def splitting_excess(y: Floats, p: Floats) -> float:
    """Return what the splitting without air adds to the energy that it keeps, over h² [J/s²].

    Half a kick by the potential V, free motion, half a kick: V''/12 - (|F|²/m + tau·I^-1 tau)/24, with V'' the second
    time derivative of V in free motion and F, tau all force and torque. Hairer, Lubich, Wanner, IX.4.
    """
    F_x, F_y, F_z, T_1, T_2, T_3 = forces(y, p)
    fall = F_z - p[MASS] * p[GRAVITY]
    pushed = (F_x * F_x + F_y * F_y + fall * fall) / p[MASS]
    twisted = (T_1 * T_1 + T_2 * T_2) / p[I_1] + T_3 * T_3 / p[I_3]
    bent = (power_after(-INSTANT, y, p) - power_after(INSTANT, y, p)) / (2.0 * INSTANT)
    return bent / 12.0 - (pushed + twisted) / 24.0


def power_after(h: float, y: Floats, p: Floats) -> float:
    """Return the power of the magnet [W] after free motion from y for the time h."""
    moved: Floats = memoryview(array("d", y))
    for i in range(3):
        moved[PLACE + i] += h * moved[VELOCITY + i]
    turn_freely(h, p, moved)
    F_x, F_y, F_z, T_1, T_2, T_3 = forces(moved, p)
    pushing = F_x * moved[VELOCITY] + F_y * moved[VELOCITY + 1] + F_z * moved[VELOCITY + 2]
    return pushing + T_1 * moved[OMEGA] + T_2 * moved[OMEGA + 1] + T_3 * moved[OMEGA + 2]


# The end of the hovering ------------------------------------------------------------------------------------


def ways_out(y: Floats, p: Floats) -> Triple:
    """Return what is left to the lowest height, to the greatest distance aside and to the greatest height [m]."""
    aside = sqrt(y[PLACE] * y[PLACE] + y[PLACE + 1] * y[PLACE + 1])
    return y[PLACE + 2] - p[LOW], p[ASIDE] - aside, p[HIGH] - y[PLACE + 2]


def left_in_trap(y: Floats, p: Floats) -> float:
    """Return the least of the ways out [m], 1 once the top has left the trap."""
    if y[WAY] != HOVERS:
        return 1.0
    down, aside, up = ways_out(y, p)
    least = aside if aside < down else down
    return up if up < least else least


def leave_trap(y: Floats, p: Floats) -> None:
    """Note by which way the top has left the trap."""
    down, aside, up = ways_out(y, p)
    y[WAY] = FELL
    if aside < down:
        y[WAY] = SLID
    if up < down and up < aside:
        y[WAY] = FLEW


def momentum(y: Floats, p: Floats) -> Triple:
    """Return the angular momentum about G in the lab [kg m²/s]."""
    return in_lab(rotation_rows(y), p[I_1] * y[OMEGA], p[I_1] * y[OMEGA + 1], p[I_3] * y[OMEGA + 2])


def torque(y: Floats, p: Floats) -> Triple:
    """Return the torque of the field on the dipole about G in the lab, d × B [N m]."""
    _, _, _, T_1, T_2, T_3 = forces(y, p)
    return in_lab(rotation_rows(y), T_1, T_2, T_3)


def magnetic_energy(y: Floats, p: Floats) -> float:
    """Return the potential energy of the dipole in the field, -d·B [J]."""
    d_x, d_y, d_z = dipole(rotation_rows(y), p)
    B_x, B_y, B_z = field_at(y[PLACE], y[PLACE + 1], y[PLACE + 2], p)
    return -(d_x * B_x + d_y * B_y + d_z * B_z)
