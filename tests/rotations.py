"""Rotation matrices with which tests compare."""

import numpy as np

from physics.maths.euler_angles import lab_to_nodal


def body_to_lab(psi, theta, phi):
    """Return R = Rz(psi) Rx(theta) Rz(phi), (3, 3): the nodal frame turned by the spin angle about its own axis."""
    cosine, sine = np.cos(phi), np.sin(phi)
    return lab_to_nodal(psi, theta).T @ np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
