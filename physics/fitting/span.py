"""Bounds of the times and values that a fit can be asked for, checked before any work begins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from physics.core.units import format_number
from physics.errors import BadInput
from physics.fitting.observables import Observable

MOST_STEPS = 2_000_000
"""Greatest number of steps of one motion from the first row to the last: a second for each of many motions."""
MOST_NUMBERS = 100_000_000
"""Greatest number of values of the states of all motions that are computed side by side: 0.8 GB."""
SHORTEST_SPAN = 1e-9
"""Least time from the first row to the last [s]."""
MOST_VALUE, MOST_ANGLE = 1e60, 1e9
"""Greatest magnitude of measured values, whose squares are summed, and of angles [rad], which keep seven digits of a
turn; the first also that of noise."""


def in_reach(t: NDArray[np.float64], dt: float) -> int:
    """Return how many of the times from the first on, which do not fall, so many steps of `dt` reach [s]."""
    return int(np.searchsorted(t - t[0], MOST_STEPS * dt, "right"))


def check_size(rows: int, unknowns: int, dimension: int) -> None:
    """Raise BadInput where the states (dimension) of the motions for so many unknowns at so many rows need too much."""
    numbers = rows * (2 * unknowns + 1) * dimension
    if numbers > MOST_NUMBERS:
        raise BadInput(
            f"columns: {rows} rows and {unknowns} free numbers need {numbers} numbers of memory; must be at most "
            f"{MOST_NUMBERS}: give a shorter window, or fewer free numbers"
        )


def check_span(t: NDArray[np.float64], dt: float) -> None:
    """Raise BadInput where times, which do not fall, span too many steps of `dt`, or next to no time [s].

    Times in milliseconds or microseconds that are taken as seconds end here.
    """
    span = float(t[-1]) - float(t[0])
    if not span / dt <= MOST_STEPS:
        raise BadInput(
            f"t: {format_number(span)} s from the first row to the last are {span / dt:.3g} steps of "
            f"{format_number(dt)} s; must be at most {MOST_STEPS}: give the unit of the times, a shorter window or "
            "a longer dt"
        )
    if span < SHORTEST_SPAN:
        raise BadInput(f"t: {span:.3g} s from the first row to the last; must be at least {SHORTEST_SPAN:g} s")


def check_values(kinds: Sequence[Observable], t: NDArray[np.float64], values: NDArray[np.float64]) -> None:
    """Raise BadInput where a value (rows, columns) is so large that sums of squares, or turns of an angle, are lost."""
    for kind, column in zip(kinds, values.T, strict=True):
        most = MOST_ANGLE if kind.angle else MOST_VALUE
        far = np.flatnonzero(np.abs(column) > most)
        if len(far):
            value, time = (format_number(float(each[far[0]])) for each in (column, t))
            raise BadInput(f"{kind.name} = {value} at t = {time} s: must be within ±{most:g}; leave out what is wrong")
