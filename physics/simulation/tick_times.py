"""Exact times of the ticks of a run, rounded once where a double is needed."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

MAX_EXACT_INTEGER = 2**53
"""Whole numbers below this are exact as doubles."""


class TickTimes(NamedTuple):
    """Times of ticks: `start` [s] at the tick `first`, and a step [s] from each tick to the next."""

    start: Fraction
    first: int
    step: Fraction

    def exact(self, tick: int) -> Fraction:
        """Return the time of a tick [s]."""
        return self.start + (tick - self.first) * self.step

    def rounded(self, tick: int) -> float:
        """Return the time of a tick [s] as the nearest double; integers are faster than Fractions."""
        start, of_start = self.start.as_integer_ratio()
        step, of_step = self.step.as_integer_ratio()
        return (start * of_step + (tick - self.first) * step * of_start) / (of_start * of_step)

    def integers(self, tick: int) -> tuple[int, int, int]:
        """Return integers with time (first + k each) / unit at k ticks after a tick."""
        start, of_start = self.start.as_integer_ratio()
        step, of_step = self.step.as_integer_ratio()
        unit = math.lcm(of_start, of_step)
        each = step * (unit // of_step)
        return start * (unit // of_start) + (tick - self.first) * each, each, unit


def are_exact(times: tuple[int, int, int], ticks: int) -> bool:
    """Return whether `TickTimes.integers` are exact as doubles, for so many ticks."""
    first, each, unit = times
    return max(unit, first + ticks * each) < MAX_EXACT_INTEGER
