"""Spin rates above which a body of revolution stands on its axis on a table with slip, or inverts.

With any friction, a sphere whose centre of mass G lies R alpha below its centre is unstable in its lower position above
one spin rate, stable in its upper one above another, and inverts completely above a third: eigenvalues of the small
motions at the poles, and Jellett's integral, which is the same in both (Chappelier 2020, 6.5; Ebenfeld and Scheck,
Annals of Physics 243, 1995, 195). An egg here is a homogeneous prolate spheroid (Moffatt and Shimomura, Nature 416,
2002, 385).
"""

from __future__ import annotations

import math
from typing import NamedTuple


class SphericalPegTop(NamedTuple):
    """A top on a sphere: mass [kg], gravity [m/s²], I1, I3 [kg m²], radius R [m] of the sphere, and alpha.

    alpha > 0: G below the centre, as in a tippe top; alpha < 0: above it, as in a top on a round peg. Thresholds that
    do not exist are infinite.
    """

    mass: float
    gravity: float
    I1: float
    I3: float
    radius: float
    alpha: float

    def upright(self) -> float:
        """Return the spin [rad/s] above which a tippe top upright is unstable, or a peg top upright is stable."""
        return upright_spin(self.mass * self.gravity * self.radius, self.alpha, self.I1, self.I3)

    def inverted(self) -> float:
        """Return the spin [rad/s] above which the inverted tippe top is stable."""
        return inverted_spin(self.mass * self.gravity * self.radius, self.alpha, self.I1, self.I3)

    def can_invert(self) -> bool:
        """Return whether a tippe top with these moments can invert at all: 1 - alpha < I1 / I3 < 1 + alpha."""
        return 0.0 < self.alpha < 1.0 and abs(self.I1 / self.I3 - 1.0) < self.alpha


# Scalar arithmetic, for kernels -------------------------------------------------------------------------------------


def upright_spin(weight: float, alpha: float, I1: float, I3: float) -> float:
    """Return the spin of `SphericalPegTop.upright` [rad/s]; weight: m g R [J]."""
    return _root(weight * alpha * (1.0 - alpha) * (1.0 - alpha), I1 - I3 * (1.0 - alpha))


def inverted_spin(weight: float, alpha: float, I1: float, I3: float) -> float:
    """Return the spin of `SphericalPegTop.inverted` [rad/s]; weight: m g R [J]."""
    return _root(weight * alpha * (1.0 + alpha) * (1.0 + alpha), I3 * (1.0 + alpha) - I1)


def egg_rise_threshold(gravity: float, equator: float) -> float:
    """Return the spin about the vertical [rad/s] above which a prolate spheroid on its side rises: Ω² = 5 g / a."""
    return math.sqrt(5.0 * gravity / equator)


def egg_stability_threshold(gravity: float, equator: float, pole: float) -> float:
    """Return the spin [rad/s] above which the spheroid is stable on its end: n² = 5 g c³ / a⁴."""
    return math.sqrt(5.0 * gravity * pole * pole * pole) / (equator * equator)


def _root(above: float, below: float) -> float:
    """Return sqrt(above / below), infinite where that is not real."""
    return math.sqrt(above / below) if above * below > 0.0 else math.inf
