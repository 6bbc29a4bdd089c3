"""Values that are nothing but rounding: a quantity is evaluated again at states that differ by rounding."""

from __future__ import annotations

import math
from array import array
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import Invariant, Quantity
from physics.core.measure import measured
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


MOST_NUMBERS = 1 << 20
"""Most numbers of changed states that are made at once."""

Numbers = NDArray[np.float64]


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
    shown, rounding = significant_rows(system, quantity, np.array([y]), np.array([value]))
    return Reading(float(shown[0]), float(rounding[0]))


def significant_rows(system: System, quantity: Quantity, states: Numbers, values: Numbers) -> tuple[Numbers, Numbers]:
    """Return what `significant` does for values (rows,) at states (rows, dim): values and roundings, (rows,) each."""
    shown, rounding = values.copy(), np.zeros(len(values))
    sizes = np.abs(values)
    doubtful = np.flatnonzero(np.isfinite(values) & ~((sizes > SMALL) & (sizes < LARGE)))
    each = max(MOST_NUMBERS // (len(PATTERNS) * states.shape[1]), 1)
    for first in range(0, len(doubtful), each):
        rows = doubtful[first : first + each]
        shown[rows], rounding[rows] = _checked(system, quantity, states[rows], values[rows])
    return shown, rounding


def _checked(system: System, quantity: Quantity, states: Numbers, values: Numbers) -> tuple[Numbers, Numbers]:
    """Return the same for values of which all are checked."""
    scale = quantity.scale if isinstance(quantity, Invariant) else None
    spread = np.zeros(len(values))
    if scale:
        spread = np.array([UNIT * scale(system, memoryview(array("d", state.tobytes()))) for state in states])
    zero = values == 0.0
    shown, rounding = values.copy(), np.where(zero, WIDTH * spread, 0.0)
    if zero.all():
        return shown, rounding
    near = (states[:, None, :] * _changes(states.shape[1], tuple(system.places("discrete")))).reshape(
        -1, states.shape[1]
    )
    differences = np.abs(measured(system, [quantity], near).reshape(len(values), -1) - values[:, None])
    spread = np.maximum(spread, differences.max(axis=1))
    # A value that is nan at a changed state is at the edge of where the quantity is defined.
    lost = ~zero & np.isfinite(spread) & (np.abs(values) <= WIDTH * spread)
    shown[lost] = np.where(np.abs(values[lost]) < 1.0, 0.0, math.nan)
    rounding[lost] = WIDTH * spread[lost]
    return shown, rounding


@lru_cache(maxsize=16)
def _changes(dim: int, fixed: tuple[int, ...]) -> Numbers:
    """Return the factors (patterns, dim) of the changes of a state; the variables at `fixed` stay."""
    signs = [[1.0 + NUDGE * (1 - 2 * (pattern >> i % 64 & 1)) for i in range(dim)] for pattern in PATTERNS]
    factors = np.array(signs)
    factors[:, list(fixed)] = 1.0
    return factors
