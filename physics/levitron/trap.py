"""The trap of the levitron: heights of balance, weights that are held, and spins that hold them.

Berry, Proc. R. Soc. A 452 (1996), 1207; Simon, Heflinger, Ridgway, Am. J. Phys. 65 (1997), 286. On the axis the field
pushes with -mu B'(z), its dipole being against it. A top that turns fast enough keeps its angle to the field: its
energy is then mu |B| + m g z, whose lowest places exist although mu B alone has none (Earnshaw): such a top is stable
upward where B'' > 0 and sideways where B'² > 2 B B''.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.levitron.ring_magnet import axis_derivatives
from physics.maths import polynomial
from physics.maths.rounded import square

SAMPLES = 200
"""Heights at which the field on the axis is searched for changes of sign."""
REACH = 6.0
"""Greatest height of the search, in outer radii."""
MAX_TRIALS = 100
"""Greatest number of trials for a root."""
PRECISION = 1e-15
"""Relative change of a root below which it is found."""
REAL = 1e-9
"""Relative imaginary part below which a root of a cubic is real."""


class SpinWindow(NamedTuple):
    """The spins that hold a top, least and greatest [rad/s]; nan where none does."""

    low: float
    high: float


class Trap(NamedTuple):
    """The trap of a base for a top. Heights are above the base [m]; nan what does not exist.

    low, high: the heights at which a fast top can be held, and the masses that hang there [kg]. lower, upper: where the
    weight of this top is balanced, below and above the greatest force. frequency: of its small bounces [Hz]. window:
    the spins that hold it at the upper one.
    """

    low: float
    high: float
    heaviest: float
    lightest: float
    lower: float
    upper: float
    frequency: float
    window: SpinWindow


NOWHERE = SpinWindow(math.nan, math.nan)
Base = tuple[float, float, float, float]
"""Inner and outer radius, thickness [m] and remanence [T] of a base."""


def trap_of(base: Base, mass: float, dipole: float, moments: tuple[float, float], gravity: float) -> Trap:
    """Return the trap of a base for a top with the dipole moment [A m²] and with I1 and I3 [kg m²]."""
    low, high = heights_of(base)
    lower, upper, frequency, window = math.nan, math.nan, math.nan, NOWHERE
    if not math.isnan(low):

        def surplus(z: float) -> tuple[float, float]:
            field = axis_derivatives(z, *base)
            return -dipole * field[1] - mass * gravity, -dipole * field[2]

        lower, upper = _root(surplus, 0.0, low), _root(surplus, low, REACH * base[1])
    if not math.isnan(upper):
        B, slope, curvature, _ = axis_derivatives(upper, *base)
        frequency = math.sqrt(dipole * max(curvature, 0.0) / mass) / (2.0 * math.pi)
        window = spin_window(mass, dipole, moments, B, slope, curvature)
    return Trap(low, high, _held(base, low, dipole, gravity), _held(base, high, dipole, gravity), lower, upper,
                frequency, window)  # fmt: skip


@lru_cache(maxsize=64)
def heights_of(base: Base) -> tuple[float, float]:
    """Return the heights [m] between which a fast top can be held, at the right weight; nan for a base without.

    Upward it is stable above the greatest force; higher up, where the field is that of a dipole, it is not so sideways.
    """
    heights = base[1] * REACH * np.linspace(0.0, 1.0, SAMPLES + 1)
    B, slope, curvature, _ = np.array([axis_derivatives(z, *base) for z in heights.tolist()]).T
    turns = np.flatnonzero((curvature[:-1] < 0.0) & (curvature[1:] >= 0.0) & (slope[1:] < 0.0))
    if not len(turns):
        return math.nan, math.nan

    def steepening(z: float) -> tuple[float, float]:
        field = axis_derivatives(z, *base)
        return field[2], field[3]

    def holding(z: float) -> tuple[float, float]:
        field = axis_derivatives(z, *base)
        return field[1] * field[1] - 2.0 * field[0] * field[2], -2.0 * field[0] * field[3]

    last = int(turns[-1])
    low = _root(steepening, float(heights[last]), float(heights[last + 1]))
    loose = np.flatnonzero(square(slope[last + 1 :]) <= 2.0 * B[last + 1 :] * curvature[last + 1 :])
    end = float(heights[last + 1 + int(loose[0])]) if len(loose) else math.nan
    return low, _root(holding, low, end)


def _held(base: Base, z: float, dipole: float, gravity: float) -> float:
    """Return the mass that hangs in balance on the axis at z [kg]."""
    return -dipole * axis_derivatives(z, *base)[1] / gravity if gravity > 0.0 else math.nan


def spin_window(
    mass: float, dipole: float, moments: tuple[float, float], field: float, slope: float, curvature: float
) -> SpinWindow:
    """Return the spins at which a top that is balanced on the axis stays there, by the exact linear equations.

    field B, slope B' and curvature B'' on the axis at its height. Motions exp(i x t) of x + i y and of the axis have

        (m x² + mu B''/2)(I1 x² - I3 Omega x + mu B) = (mu B'/2)²

    The spin for which x is a root is a function of x, odd, which rises to infinity with it. All four roots are real for
    the spins between its local maximum and its local minimum at x > 0, the places of which are the roots s = x² of

        I1 s (m s + Q)² - mu B (m s + Q)² + P (3 m s + Q),     Q = mu B''/2,     P = (mu B'/2)²
    """
    (I1, I3), muB = moments, dipole * field
    Q, P = 0.5 * dipole * curvature, square(0.5 * dipole * slope)
    if not (Q > 0.0 and muB > 0.0 and P > 0.0):
        return NOWHERE
    # With s in units of Q/m the numbers are of one size.
    inertia = I1 * Q / mass / muB
    share = P / (Q * muB)

    def cubic(s: float) -> float:
        return (inertia * s - 1.0) * square(s + 1.0) + share * (3.0 * s + 1.0)

    coefficients = inertia, 2.0 * inertia - 1.0, inertia - 2.0 + 3.0 * share, share - 1.0
    roots = polynomial.roots(coefficients)
    good = sorted(x for x, y in roots if abs(y) <= REAL * math.hypot(x, y) and x > 0.0)
    if len(good) != 2:
        return NOWHERE
    found = []
    for s in good:
        for _ in range(3):
            bend = coefficients[2] + s * (2.0 * coefficients[1] + s * 3.0 * coefficients[0])
            s -= cubic(s) / bend if bend != 0.0 else 0.0
        found.append(math.sqrt(mass / (s * Q)) * muB / I3 * (inertia * s + 1.0 - share / (s + 1.0)))
    high, low = found
    return SpinWindow(low, high) if 0.0 < low < high else NOWHERE


def small_motions(
    spin: float, mass: float, dipole: float, moments: tuple[float, float], fields: tuple[float, float, float]
) -> NDArray[np.complex128]:
    """Return the four roots x [rad/s] of the linear equations of `spin_window`; fields: B, B' and B''."""
    (I1, I3), (B, slope, curvature) = moments, fields
    move, turn = (mass, 0.0, 0.5 * dipole * curvature), (I1, -I3 * spin, dipole * B)
    *four, last = polynomial.product(move, turn)
    return np.array([complex(*root) for root in polynomial.roots((*four, last - square(0.5 * dipole * slope)))])


def _root(function: Callable[[float], tuple[float, float]], a: float, b: float) -> float:
    """Return the root between a and b of a function that returns value and derivative; nan if its sign is the same.

    Newton's steps, with bisection where they leave the bracket.
    """
    at_a, at_b = function(a)[0], function(b)[0]
    if not at_a * at_b <= 0.0:
        return math.nan
    middle = 0.5 * (a + b)
    for _ in range(MAX_TRIALS):
        value, slope = function(middle)
        if (value > 0.0) == (at_a > 0.0):
            a = middle
        else:
            b = middle
        step = value / slope if slope != 0.0 else math.inf
        after = middle - step
        if not min(a, b) <= after <= max(a, b):
            after = 0.5 * (a + b)
        if abs(after - middle) <= PRECISION * abs(middle):
            return after
        middle = after
    return middle
