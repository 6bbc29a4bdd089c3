"""What a run came to, in a few numbers: found between the ticks, however far apart those are.

A system says in `System.report` what that is. Here is what it says it with, and the peak of what is sampled along a
smooth piece of a run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float64]

WINDOW = 5
"""Samples that a peak is interpolated from: a quartic."""
APART = 1e-3
"""Two samples closer than this part of the usual distance are one: their difference is rounding."""

NOTHING = 1e-11
"""A power with a coefficient this much smaller than the largest is noise, and its roots are nowhere."""
ROUNDING = 1e-6
"""Of the distance between samples: a peak closer to a sample is that sample."""


@dataclass(frozen=True)
class ReportEntry:
    """One thing a run came to. value: a number in `unit`, a yes or no, or None while there is nothing to say.

    group: what it is shown under; main: whether it is what runs are compared by. time [s]: of a peak, when it was
    reached. reason: why there is no value.
    """

    name: str
    symbol: str
    unit: str
    meaning: str
    group: str = ""
    value: float | bool | None = None
    main: bool = False
    time: float | None = None
    reason: str = ""

    def told(self, value: float | bool | Peak | None, reason: str) -> ReportEntry:
        """The same with its value, or with the reason why there is none."""
        if value is None:
            return replace(self, reason=reason)
        return (
            replace(self, value=value.value, time=value.time) if isinstance(value, Peak) else replace(self, value=value)
        )

    def __str__(self) -> str:
        if self.value is None:
            return self.reason
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        when = "" if self.time is None else f" at t = {self.time:.6g} s"
        return f"{self.value:.6g} {self.unit}".rstrip() + when


class Peak(NamedTuple):
    """A largest value and its time [s]."""

    value: float
    time: float


def peak(t: Rows, values: Rows) -> Peak:
    """The largest value of a smooth function sampled at times t (n,), n > 0, by the quartic through the samples near.

    Its error falls with the fifth power of the distance between samples.
    """
    at = int(np.argmax(values))
    best = Peak(float(values[at]), float(t[at]))
    first = min(max(at - WINDOW // 2, 0), max(len(t) - WINDOW, 0))
    near = slice(first, first + WINDOW)
    count, low, high = len(t[near]), t[max(at - 1, 0)], t[min(at + 1, len(t) - 1)]
    if count < 3 or low == high:
        return best
    scale = high - low
    curve = np.polynomial.Polynomial.fit(t[near] - best.time, values[near], count - 1, domain=[-scale, scale])
    curve = curve.trim(NOTHING * float(np.abs(curve.coef).max()))
    # A fit at a sample that is the peak itself differs from it by rounding alone.
    for place in curve.deriv().roots():
        time = best.time + float(place.real)
        between = low < time < high and abs(time - t[at]) > ROUNDING * scale
        if abs(place.imag) < APART * scale and between and curve(place.real) > best.value:
            best = Peak(float(curve(place.real)), time)
    return best
