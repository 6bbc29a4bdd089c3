"""Orientations as quaternions q = (w, x, y, z), body to lab, and the angular velocity omega in body axes.

q' = ½ q∘(0, omega). Rotation matrices and the vertical in body axes are divided by |q|², so that they do not depend on
the length of q. Euler angles are those of `physics/maths/euler_angles.py`, with
w = cos θ/2 cos (ψ+φ)/2, x = sin θ/2 cos (ψ−φ)/2, y = sin θ/2 sin (ψ−φ)/2, z = cos θ/2 sin (ψ+φ)/2
(Whittaker, Analytical Dynamics, 1937, section 10).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from physics.maths import rounded
from physics.maths.trig import arctan2
from physics.types import Floats

Quaternion = tuple[float, float, float, float]
Triple = tuple[float, float, float]

POLE = 1e-9
"""Below this sin(theta), psi and phi are treated as the same rotation: their rates would have no valid digits."""

# Scalar functions of the state, for right-hand sides: y[0] to y[3] are q. ------------------------------------------


def vertical(y: Floats) -> Triple:
    """Return the vertical k in body axes, gamma = Rᵀk, of length 1 for any length of q."""
    w, x, y_, z = y[0], y[1], y[2], y[3]
    ww, xx, yy, zz = w * w, x * x, y_ * y_, z * z
    twice = 2.0 / (ww + xx + yy + zz)  # as in `to_lab`: compiled code that calls both divides once
    return (x * z - w * y_) * twice, (y_ * z + w * x) * twice, 0.5 * (ww - xx - yy + zz) * twice


def spin(y: Floats, omega_1: float, omega_2: float, omega_3: float) -> Quaternion:
    """Return the rate of q for the angular velocity omega in body axes [rad/s]: q' = ½ q∘(0, omega)."""
    w, x, y_, z = 0.5 * y[0], 0.5 * y[1], 0.5 * y[2], 0.5 * y[3]
    return (
        -x * omega_1 - y_ * omega_2 - z * omega_3,
        w * omega_1 + y_ * omega_3 - z * omega_2,
        w * omega_2 + z * omega_1 - x * omega_3,
        w * omega_3 + x * omega_2 - y_ * omega_1,
    )


def rotation_rows(
    y: Sequence[float] | Floats,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Return R, body to lab, row by row."""
    w, x, y_, z = y[0], y[1], y[2], y[3]
    twice = 2.0 / (w * w + x * x + y_ * y_ + z * z)
    return (
        1.0 - twice * (y_ * y_ + z * z),
        twice * (x * y_ - w * z),
        twice * (x * z + w * y_),
        twice * (x * y_ + w * z),
        1.0 - twice * (x * x + z * z),
        twice * (y_ * z - w * x),
        twice * (x * z - w * y_),
        twice * (y_ * z + w * x),
        1.0 - twice * (x * x + y_ * y_),
    )


def to_lab(y: Sequence[float] | Floats, v_1: float, v_2: float, v_3: float) -> Triple:
    """Return the lab components R v of a vector given in body axes."""
    w, x, y_, z = y[0], y[1], y[2], y[3]
    twice = 2.0 / (w * w + x * x + y_ * y_ + z * z)
    # v + 2/|q|² (w (r×v) + r×(r×v)), r = (x, y, z).
    c_1, c_2, c_3 = y_ * v_3 - z * v_2, z * v_1 - x * v_3, x * v_2 - y_ * v_1
    return (
        v_1 + twice * (w * c_1 + y_ * c_3 - z * c_2),
        v_2 + twice * (w * c_2 + z * c_1 - x * c_3),
        v_3 + twice * (w * c_3 + x * c_2 - y_ * c_1),
    )


def to_body(y: Sequence[float] | Floats, v_1: float, v_2: float, v_3: float) -> Triple:
    """Return the body components Rᵀ v of a vector given in the lab."""
    w, x, y_, z = y[0], y[1], y[2], y[3]
    twice = 2.0 / (w * w + x * x + y_ * y_ + z * z)
    c_1, c_2, c_3 = y_ * v_3 - z * v_2, z * v_1 - x * v_3, x * v_2 - y_ * v_1
    return (
        v_1 + twice * (y_ * c_3 - z * c_2 - w * c_1),
        v_2 + twice * (z * c_1 - x * c_3 - w * c_2),
        v_3 + twice * (x * c_2 - y_ * c_1 - w * c_3),
    )


def nutation_angle(y: Sequence[float] | Floats) -> float:
    """Return the angle theta between body axis 3 and the vertical, from 0 to pi [rad]."""
    return 2.0 * arctan2(sqrt(y[1] * y[1] + y[2] * y[2]), sqrt(y[0] * y[0] + y[3] * y[3]))


def precession_rate(y: Floats, omega_1: float, omega_2: float) -> float:
    """Return the rate psi' [rad/s] of the vertical plane of body axis 3; 0 where that axis is vertical."""
    g_1, g_2, _ = vertical(y)
    square = g_1 * g_1 + g_2 * g_2
    return (omega_1 * g_1 + omega_2 * g_2) / square if square > POLE * POLE else 0.0


# Functions of given orientations -----------------------------------------------------------------------------------


def rotation_matrix(q: Sequence[float] | Floats) -> NDArray[np.float64]:
    """Return R, (3, 3), body to lab, of the first four numbers of q, of any length."""
    return np.array(rotation_rows(q)).reshape(3, 3)


def product(a: Sequence[float], b: Sequence[float]) -> Quaternion:
    """Return a∘b, the rotation by b followed by that by a."""
    w, x, y, z = a
    v, i, j, k = b
    return (
        w * v - x * i - y * j - z * k,
        w * i + x * v + y * k - z * j,
        w * j - x * k + y * v + z * i,
        w * k + x * j - y * i + z * v,
    )


def inverse(q: Sequence[float]) -> Quaternion:
    """Return 1/q, the opposite rotation."""
    w, x, y, z = q
    scale = 1.0 / (w * w + x * x + y * y + z * z)
    return scale * w, -scale * x, -scale * y, -scale * z


def turn(angle: float, axis: Sequence[float]) -> Quaternion:
    """Return the rotation by an angle [rad] about an axis of any length; the identity for the axis (0, 0, 0)."""
    length = math.hypot(*axis)
    sine = rounded.sin(0.5 * angle) / length if length > 0.0 else 0.0
    return (rounded.cos(0.5 * angle) if length > 0.0 else 1.0, sine * axis[0], sine * axis[1], sine * axis[2])


def from_euler(psi: float, theta: float, phi: float) -> Quaternion:
    """Return the quaternion of Rz(psi) Rx(theta) Rz(phi)."""
    s, c = rounded.sincos(0.5 * theta)
    (sine, cosine), (up, along) = rounded.sincos(0.5 * (psi + phi)), rounded.sincos(0.5 * (psi - phi))
    return c * cosine, s * along, s * up, c * sine


def from_matrix(rotation: NDArray[np.float64]) -> Quaternion:
    """Return the unit quaternion of a rotation matrix (3, 3), body to lab, from its largest part (Shepperd 1978)."""
    (a, ab, ac), (ba, b, bc), (ca, cb, c) = rotation.tolist()
    rows = (
        (1.0 + a + b + c, cb - bc, ac - ca, ba - ab),
        (cb - bc, 1.0 + a - b - c, ab + ba, ac + ca),
        (ac - ca, ab + ba, 1.0 - a + b - c, bc + cb),
        (ba - ab, ac + ca, bc + cb, 1.0 - a - b + c),
    )
    w, x, y, z = rows[max(range(4), key=lambda i: rows[i][i])]
    length = math.hypot(w, x, y, z)
    return w / length, x / length, y / length, z / length


def exact_axes(rotation: NDArray[np.float64]) -> Quaternion:
    """Return a quaternion of a rotation matrix with the largest part 1; its length is between 1 and 2.

    Those of axes that are only permuted are exact, so that no error of the axes repeats with every use.
    """
    w, x, y, z = from_matrix(rotation)
    largest = max(w, x, y, z, key=abs)
    return w / largest, x / largest, y / largest, z / largest


def omega_of_rates(theta: float, phi: float, psi_dot: float, theta_dot: float, phi_dot: float) -> Triple:
    """Return the angular velocity in body axes [rad/s] from the rates of the Euler angles; psi does not matter."""
    across = psi_dot * rounded.sin(theta)
    s, c = rounded.sincos(phi)
    return theta_dot * c + across * s, across * c - theta_dot * s, psi_dot * rounded.cos(theta) + phi_dot


def euler(q: Sequence[float] | Floats, omega: Sequence[float] = (0.0, 0.0, 0.0)) -> tuple[float, ...]:
    """Return (psi, theta, phi, psi', theta', phi') [rad, rad/s] of an orientation and omega in body axes [rad/s].

    theta is from 0 to pi, the other two from -pi to pi. At theta = 0 and pi, where psi and phi are the same rotation,
    psi' is 0 and psi is the direction of the node: along the horizontal part of omega. Without one, psi is 0.
    """
    w, x, y, z = q[0], q[1], q[2], q[3]
    upright, turned = math.hypot(w, z), math.hypot(x, y)
    theta = 2.0 * rounded.atan2(turned, upright)
    half_sum = rounded.atan2(z, w) if upright > 0.0 else 0.0
    half_difference = rounded.atan2(y, x) if turned > 0.0 else 0.0
    o_1, o_2, o_3 = omega[0], omega[1], omega[2]
    sine, cosine = 2.0 * turned * upright / (turned * turned + upright * upright), rounded.cos(theta)
    if sine < POLE:
        # phi turns the node, which is along omega's part across the axis, into the first body axis.
        turn = 2.0 * half_sum if cosine > 0.0 else 2.0 * half_difference
        phi = rounded.atan2(-o_2, o_1) if o_1 or o_2 else (turn if cosine > 0.0 else -turn)
        psi = turn - phi if cosine > 0.0 else turn + phi
        return _wrapped(psi), theta, phi, 0.0, math.hypot(o_1, o_2), o_3
    psi, phi = half_sum + half_difference, half_sum - half_difference
    s, c = rounded.sincos(phi)
    psi_dot = (o_1 * s + o_2 * c) / sine
    return _wrapped(psi), theta, _wrapped(phi), psi_dot, o_1 * c - o_2 * s, o_3 - psi_dot * cosine


def _wrapped(angle: float) -> float:
    """Return an equal angle from -pi to pi."""
    return math.remainder(angle, 2.0 * math.pi)
