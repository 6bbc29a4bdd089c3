"""The same top under scipy's DOP853, with the right-hand side written in the usual way."""

from __future__ import annotations

import math
from array import array

import numpy as np

from bench.tops import Missing, Vector3, cone

try:
    from scipy.integrate import solve_ivp
except ImportError:
    solve_ivp = None


def axis(tolerance: float, duration: float) -> Vector3:
    """Return the axis after `duration` [s] at a relative and absolute tolerance; raises Missing."""
    if solve_ivp is None:
        raise Missing("scipy: not installed (pip install scipy)")
    I_A, I3, mgd = cone().p[:3]
    sin, cos = math.sin, math.cos

    def rate(t: float, y: np.ndarray) -> list[float]:
        _, theta, _, psi_dot, theta_dot, phi_dot = y.tolist()
        s, c = sin(theta), cos(theta)
        k = theta_dot / (I_A * s)
        return [
            psi_dot,
            theta_dot,
            phi_dot,
            k * ((I3 - 2.0 * I_A) * psi_dot * c + I3 * phi_dot),
            (mgd * s + psi_dot * s * ((I_A - I3) * psi_dot * c - I3 * phi_dot)) / I_A,
            k * ((I_A - (I3 - I_A) * c * c) * psi_dot - I3 * phi_dot * c),
        ]

    done = solve_ivp(rate, (0.0, duration), cone().start(), method="DOP853", rtol=tolerance, atol=tolerance)
    return cone().axis(memoryview(array("d", done.y[:, -1])))
