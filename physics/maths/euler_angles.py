"""Euler angles, reference frames and their rotation matrices.

Lab axes i, j, k with k up. Euler angles z-x-z: psi precession, theta nutation, phi spin; body to lab is
R = Rz(psi) Rx(theta) Rz(phi). The nodal frame (u, b, a) shares the body's axis a but does not turn with
phi: u = cos(psi) i + sin(psi) j. Source: Chappelier, "Simulation de toupies" (EPFL 2020), 2.1 and 2.2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from physics.maths.trig import sincos

Matrix = NDArray[np.float64]


def lab_to_nodal(psi: float, theta: float) -> Matrix:
    """Return the matrix S of 2.1, (3, 3), from lab components to nodal ones; its rows are u, b and a."""
    sin_psi, cos_psi = sincos(psi)
    sin_theta, cos_theta = sincos(theta)
    return np.array(
        [
            [cos_psi, sin_psi, 0.0],
            [-cos_theta * sin_psi, cos_theta * cos_psi, sin_theta],
            [sin_theta * sin_psi, -sin_theta * cos_psi, cos_theta],
        ]
    )


def rotation_rows(
    psi: float, theta: float, phi: float
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Return R = Rz(psi) Rx(theta) Rz(phi), body to lab, row by row; scalar arithmetic for kernels."""
    sin_psi, cos_psi = sincos(psi)
    sin_theta, cos_theta = sincos(theta)
    sin_phi, cos_phi = sincos(phi)
    return (
        cos_psi * cos_phi - sin_psi * cos_theta * sin_phi,
        -cos_psi * sin_phi - sin_psi * cos_theta * cos_phi,
        sin_psi * sin_theta,
        sin_psi * cos_phi + cos_psi * cos_theta * sin_phi,
        -sin_psi * sin_phi + cos_psi * cos_theta * cos_phi,
        -cos_psi * sin_theta,
        sin_theta * sin_phi,
        sin_theta * cos_phi,
        cos_theta,
    )


def nodal_to_lab(psi: float, theta: float, u: float, b: float, a: float) -> tuple[float, float, float]:
    """Return the lab components of a vector given in the nodal frame; scalar arithmetic for kernels."""
    sin_psi, cos_psi = sincos(psi)
    sin_theta, cos_theta = sincos(theta)
    across = b * cos_theta - a * sin_theta
    return u * cos_psi - across * sin_psi, u * sin_psi + across * cos_psi, b * sin_theta + a * cos_theta


def nodal_angular_velocity(
    theta: float, psi_dot: float, theta_dot: float, phi_dot: float
) -> tuple[float, float, float]:
    """Return omega along u, b and a [rad/s], eq (1): (theta', psi' sin theta, psi' cos theta + phi')."""
    sin_theta, cos_theta = sincos(theta)
    return theta_dot, psi_dot * sin_theta, psi_dot * cos_theta + phi_dot
