"""The symmetric heavy top with a fixed point: its constants and its steady motions.

Source: Klein and Sommerfeld, The Theory of the Top, IV and V.
"""

from __future__ import annotations

import math
from typing import NamedTuple


class LagrangeTop(NamedTuple):
    """A symmetric top: transverse moment I_A about the pivot and axial moment I3 [kg m²], and m g d >= 0 [J]."""

    I_A: float
    I3: float
    mgd: float

    def sleeping_spin(self) -> float:
        """Return the spin rate [rad/s] above which the upright top is stable (sleeps): I3² omega3² = 4 I_A m g d."""
        return 2.0 * math.sqrt(self.I_A * self.mgd) / self.I3 if self.I3 > 0.0 else math.inf

    def steady_precessions(self, theta: float, omega_3: float) -> tuple[float, float]:
        """Return the slow and the fast rate [rad/s] of steady precession at theta, 0 where none exists.

        They are the roots of I_A cos(theta) Omega² - I3 omega3 Omega + m g d = 0; the fast one tends to infinity at
        theta = pi/2.
        """
        a, b, c = self.I_A * math.cos(theta), self.I3 * omega_3, self.mgd
        under = b * b - 4.0 * a * c
        q = 0.5 * (b + math.copysign(math.sqrt(max(under, 0.0)), b))
        if under < 0.0 or q == 0.0:
            return 0.0, 0.0
        return c / q, q / a if a else 0.0

    def nutation_frequency(self, theta: float, omega_3: float) -> float:
        """Return the frequency [rad/s] of a small nutation about the slow steady precession Omega, 0 where none exists.

        sqrt(Omega² + (m g d / (I_A Omega))² - 2 m g d cos(theta) / I_A), with m g d / Omega from its equation.
        """
        slow, fast = self.steady_precessions(theta, omega_3)
        if slow == fast == 0.0:
            return 0.0
        c = math.cos(theta)
        other = self.I3 * omega_3 / self.I_A - slow * c
        return math.sqrt(max(slow * slow + other * other - 2.0 * self.mgd * c / self.I_A, 0.0))
