"""The symmetric heavy top with a fixed point: its constants and its steady motions.

Source: Klein and Sommerfeld, The Theory of the Top, IV and V.
"""

from __future__ import annotations

import math
from math import sqrt
from typing import NamedTuple

from physics.maths import rounded
from physics.types import Floats


class LagrangeTop(NamedTuple):
    """A symmetric top: transverse moment I_A about the pivot and axial moment I3 [kg m²], and m g d >= 0 [J]."""

    I_A: float
    I3: float
    mgd: float

    def sleeping_spin(self) -> float:
        """Return the spin rate [rad/s] above which the upright top is stable (sleeps): I3² omega3² = 4 I_A m g d."""
        return sleeping_spin(self.I_A, self.I3, self.mgd)

    def steady_precessions(self, theta: float, omega_3: float) -> tuple[float, float]:
        """Return the slow and the fast rate [rad/s] of steady precession at theta, 0 where none exists.

        They are the roots of I_A cos(theta) Omega² - I3 omega3 Omega + m g d = 0; the fast one tends to infinity at
        theta = pi/2.
        """
        return steady_precessions(self.I_A, self.I3, self.mgd, rounded.cos(theta), omega_3)

    def nutation_frequency(self, theta: float, omega_3: float) -> float:
        """Return the frequency [rad/s] of a small nutation about the slow steady precession Omega, 0 where none exists.

        sqrt(Omega² + (m g d / (I_A Omega))² - 2 m g d cos(theta) / I_A), with m g d / Omega from its equation.
        """
        return nutation_frequency(self.I_A, self.I3, self.mgd, rounded.cos(theta), omega_3)


def steady_precessions(I_A: float, I3: float, mgd: float, c: float, omega_3: float) -> tuple[float, float]:
    """Return the rates of `LagrangeTop.steady_precessions` at c = cos theta; scalar arithmetic for kernels."""
    a, b = I_A * c, I3 * omega_3
    under = b * b - 4.0 * a * mgd
    root = sqrt(max(under, 0.0))
    q = 0.5 * (b + (root if b >= 0.0 else -root))
    if under < 0.0 or q == 0.0:
        return 0.0, 0.0
    return mgd / q, (q / a if a != 0.0 else 0.0)


def nutation_frequency(I_A: float, I3: float, mgd: float, c: float, omega_3: float) -> float:
    """Return the frequency of `LagrangeTop.nutation_frequency` at c = cos theta; scalar arithmetic for kernels."""
    slow, fast = steady_precessions(I_A, I3, mgd, c, omega_3)
    if slow == 0.0 and fast == 0.0:
        return 0.0
    other = I3 * omega_3 / I_A - slow * c
    return sqrt(max(slow * slow + other * other - 2.0 * mgd * c / I_A, 0.0))


def sleeping_spin(I_A: float, I3: float, mgd: float) -> float:
    """Return the spin rate of `LagrangeTop.sleeping_spin`; scalar arithmetic for kernels."""
    return 2.0 * sqrt(I_A * mgd) / I3 if I3 > 0.0 else math.inf


def write_thresholds(I_A: float, I3: float, mgd: float, c: float, omega_3: float, out: Floats) -> None:
    """Write the values of `physics.pivoted.pivoted_top.THRESHOLD_NAMES` for a top with m g d >= 0."""
    out[0] = sleeping_spin(I_A, I3, max(mgd, 0.0))
    out[1], out[2] = steady_precessions(I_A, I3, mgd, c, omega_3)
    out[3] = nutation_frequency(I_A, I3, mgd, c, omega_3)
