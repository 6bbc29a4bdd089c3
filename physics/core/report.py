"""Entries of the report of a run, and the peak of a sampled smooth function, located between the ticks.

`System.report` returns the entries.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float64]

WINDOW = 5
"""Number of samples from which a peak is interpolated, by a quartic."""
MERGE_DISTANCE = 1e-3
"""Samples closer than this part of the usual distance count as one: their difference is rounding."""

NEGLIGIBLE = 1e-11
"""Leading coefficients below this part of the largest are noise and are dropped before roots are computed."""
ROUNDING = 1e-6
"""A peak closer to a sample than this part of the distance between samples is that sample."""


@dataclass(frozen=True)
class ReportEntry:
    """One result of a run. value: a number in `unit`, a bool, or None while there is no value.

    group: the heading it is shown under; main: whether runs are compared by it. time [s]: when a peak was reached.
    reason: why there is no value.
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
        """Return the entry with its value, or with the reason why there is none."""
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
    """A maximum and its time [s]."""

    value: float
    time: float


def peak(t: Rows, values: Rows) -> Peak:
    """Return the maximum of a smooth function sampled at times t (n,), n > 0, by a quartic through the nearest samples.

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
    curve = curve.trim(NEGLIGIBLE * float(np.abs(curve.coef).max()))
    # A fit at a sample that is the peak itself differs from it by rounding alone.
    for place in curve.deriv().roots():
        time = best.time + float(place.real)
        between = low < time < high and abs(time - t[at]) > ROUNDING * scale
        if abs(place.imag) < MERGE_DISTANCE * scale and between and curve(place.real) > best.value:
            best = Peak(float(curve(place.real)), time)
    return best
