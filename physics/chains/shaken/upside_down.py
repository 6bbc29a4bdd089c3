"""A chain upside down on a support that is shaken up and down: how far it must be shaken to stand, and may be.

Of a chain on a support at A cos(nu t), each mode, which swings with w where the chain hangs, obeys Mathieu's equation
in tau = nu t / 2 with a = 4 w²/nu² where it hangs, a = -4 w²/nu² where it stands on its head, and |q| = 2 A w²/g in
both (D. J. Acheson, Proc. R. Soc. Lond. A 443, 1993, 239). It stands if all modes lie between a_0(q) and b_1(q). For
fast shaking these are -q²/2 and 0, which gives Acheson's bounds, also for a single pendulum (P. L. Kapitza, 1951):

    A nu > sqrt(2) g / w_least,        A < 0.454 g / w_greatest²

The least amplitude is that of the lowest mode and the greatest that of the highest, because q/|a| falls as |a| grows
along both curves.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

from physics.chains.planar import FIRST, link_count
from physics.chains.shaken.hanging_modes import squares_over_gravity
from physics.core.fields import Quantity
from physics.linkages.links import Link
from physics.maths.mathieu import LAST_A, q_of_a0, q_of_b1
from physics.maths.rounded import square
from physics.types import Floats

FAST_LIMIT = 0.9080463337345777
"""q at which b_1(q) = 0: the greatest for fast shaking."""
SHAKEN_NUMBERS = 4
"""How many numbers `ShakingBounds` adds at the end of p."""


class ShakingBounds(NamedTuple):
    """Amplitudes of the support [m] between which a chain stands upside down, without friction, at one frequency.

    least, greatest: exact for small angles; the least is above the greatest where no amplitude will do.
    fast_least, fast_greatest: Acheson's, for fast shaking.
    """

    least: float
    greatest: float
    fast_least: float
    fast_greatest: float


class ShakenChain(Protocol):
    """Protocol of a planar chain: what its quantities here read."""

    p: Floats

    @property
    def chain(self) -> tuple[Link, ...]:
        """The links, starting at the support."""

    @property
    def gravity(self) -> float:
        """Gravitational acceleration [m/s²]."""

    @property
    def support(self) -> str:
        """Motion of the support."""

    @property
    def frequency_z(self) -> float:
        """Angular frequency of the support upward [rad/s]."""


def shaking_bounds(chain: ShakenChain) -> ShakingBounds | None:
    """Return the bounds of a chain; None if its support is not shaken up and down, or so slowly that none will do."""
    if chain.support != "harmonic" or not chain.frequency_z > 0.0:
        return None
    squares = squares_over_gravity(chain.chain)
    if not len(squares) or not math.isfinite(squares[-1]):
        return None
    low, high = float(squares[0]), float(squares[-1])
    pull = 4.0 * chain.gravity / square(chain.frequency_z)
    if -pull * high < LAST_A:
        return None
    return ShakingBounds(
        0.5 * q_of_a0(-pull * low) / low,
        0.5 * q_of_b1(-pull * high) / high,
        math.sqrt(2.0 * chain.gravity / low) / chain.frequency_z,
        0.5 * FAST_LIMIT / high,
    )


def shaking_numbers(chain: ShakenChain) -> tuple[float, ...]:
    """Return what p ends with: the bounds, or zeros where there are none."""
    return shaking_bounds(chain) or (0.0,) * SHAKEN_NUMBERS


def is_shaken(chain: ShakenChain) -> bool:
    """Return whether the chain has such bounds."""
    return shaking_bounds(chain) is not None


def _least(chain: ShakenChain, y: Floats) -> float:
    return chain.p[FIRST + 7 * link_count(y)]


def _greatest(chain: ShakenChain, y: Floats) -> float:
    return chain.p[FIRST + 7 * link_count(y) + 1]


def _fast_least(chain: ShakenChain, y: Floats) -> float:
    return chain.p[FIRST + 7 * link_count(y) + 2]


def _fast_greatest(chain: ShakenChain, y: Floats) -> float:
    return chain.p[FIRST + 7 * link_count(y) + 3]


SHAKEN_QUANTITIES = (
    Quantity(
        "least_shaking", "A least", "m", "amplitude of the support above which it stands upside down", _least,
        applies=is_shaken,
    ),
    Quantity(
        "greatest_shaking", "A greatest", "m", "amplitude of the support up to which it stands upside down", _greatest,
        applies=is_shaken,
    ),
    Quantity(
        "least_fast_shaking", "√2 g/(ω₁ Ω)", "m", "Acheson's least amplitude, for fast shaking", _fast_least,
        applies=is_shaken,
    ),
    Quantity(
        "greatest_fast_shaking", "0.454 g/ω_N²", "m", "Acheson's greatest amplitude, for fast shaking", _fast_greatest,
        applies=is_shaken,
    ),
)  # fmt: skip
