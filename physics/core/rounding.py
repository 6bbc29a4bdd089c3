"""Values that are nothing but rounding: a quantity is evaluated again at states that differ by rounding."""

from __future__ import annotations

import math
from array import array
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from physics.core.fields import Invariant, Quantity
from physics.core.system import System
from physics.types import Floats

SMALL, LARGE = 1e-9, 1e12
"""Sizes [SI] between which a value is taken for more than rounding without a check."""
UNIT = 2.0**-53
"""Largest relative rounding of one operation."""
NUDGE = 16.0 * UNIT
"""Relative change of the state variables, eight units in the last place."""
PATTERNS = tuple(0x9E3779B97F4A7C15 * odd % 2**64 for odd in range(1, 17, 2))
"""Signs of the changes of 64 variables in turn, a bit for each, without order (multiples of the golden ratio)."""
WIDTH = 4.0
"""Number of spreads of the values below which the value itself counts as rounding."""


class Reading(NamedTuple):
    """A value to show: 0 where it is below its own rounding, nan where it is large only because it divides by rounding.

    rounding: how far the value is uncertain in these cases, otherwise 0.
    """

    value: float
    rounding: float


def significant(system: System, quantity: Quantity, y: Floats, value: float) -> Reading:
    """Return the value of a quantity at the state y; 0 or nan if it has no valid digit.

    A digit is valid that stays when every state variable changes by a few units in its last place, with one pattern of
    signs after another, and that stands above the rounding of the terms of an invariant, as far as it declares their
    size. J. Vignes, Math. Comput. Simul. 35 (1993), 233: a computed zero.
    """
    if SMALL < abs(value) < LARGE or not math.isfinite(value):
        return Reading(value, 0.0)
    scale = quantity.scale if isinstance(quantity, Invariant) else None
    spread = UNIT * scale(system, y) if scale else 0.0
    if value == 0.0:
        return Reading(0.0, WIDTH * spread)
    for factors in _nudges(len(y), tuple(system.places("discrete"))):
        near: Floats = memoryview(array("d", map(mul, y, factors)))
        try:
            spread = max(spread, abs(quantity.value(system, near) - value))
        except (ArithmeticError, ValueError):  # the state is at the edge of where the quantity is defined
            return Reading(value, 0.0)
    if abs(value) > WIDTH * spread or not math.isfinite(spread):
        return Reading(value, 0.0)
    return Reading(0.0 if abs(value) < 1.0 else math.nan, WIDTH * spread)


@lru_cache(maxsize=64)
def _nudges(count: int, fixed: tuple[int, ...]) -> tuple[tuple[float, ...], ...]:
    """Return, for each pattern, the factors of so many state variables; those at the `fixed` places are not changed."""
    return tuple(
        tuple(1.0 if i in fixed else 1.0 + NUDGE * (1 - 2 * (pattern >> i % 64 & 1)) for i in range(count))
        for pattern in PATTERNS
    )
