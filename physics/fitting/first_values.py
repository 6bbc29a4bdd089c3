"""Starts of a fit that are read off what was measured: values of coordinates at a time, and their rates."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np

from physics.core.system import System
from physics.fitting.residuals import Measurement, Numbers
from physics.fitting.unknowns import Unknown

ROWS, AROUND = 7, 9
"""Measured values to which a parabola is fitted, for the value and the rate at the start, and a cubic around a time."""
ROUNDS = 3
"""How often the values of a polynomial are weighed anew, so that outliers count little."""


def with_first_values(
    system: System, free: Sequence[Unknown], measurement: Measurement, at: float = 0.0
) -> tuple[Unknown, ...]:
    """Return the unknowns, those that are measured variables, or rates of such, with their measured values.

    at: the time [s] whose values are wanted; at the first time those after it are used, later those around it. Others
    keep their starts; so do those whose measured values begin later, or out of bounds.
    """
    first: dict[str, float] = {}
    for name, column in zip(measurement.columns, measurement.values.T, strict=True):
        if name not in {variable.name for variable in system.variables}:
            continue
        found = value_and_rate(measurement.t, column, at, angle=system.variables[system.index(name)].angle)
        if found is not None:
            rate = rate_of(system, name)
            first = {**({rate: found[1]} if rate else {}), **first, name: found[0]}
    return tuple(
        each._replace(start=first[each.name])
        if not each.field and each.low <= first.get(each.name, np.nan) <= each.high
        else each
        for each in free
    )


def value_and_rate(t: Numbers, column: Numbers, at: float, angle: bool) -> tuple[float, float] | None:
    """Return the value of a column (rows,) at a time [s] and its rate, or None where it begins later."""
    rows = np.flatnonzero(np.isfinite(column))
    count = ROWS if not len(rows) or at <= t[rows[0]] else AROUND
    rows = np.sort(rows[np.argsort(np.abs(t[rows] - at), kind="stable")[:count]])
    times, values = t[rows] - at, column[rows]
    different = len(np.unique(times))
    if different < 3 or times[0] > 0.0:
        return None
    values = np.unwrap(values) if angle else values
    degree = 1 if different < 5 else 2 if different < 7 or count == ROWS else 3
    weights = np.ones(len(values))
    for _ in range(ROUNDS):
        found = np.polyfit(times, values, degree, w=weights)
        apart = np.abs(np.polyval(found, times) - values)
        weights = 1.0 / np.hypot(1.0, apart / (2.0 * max(float(np.median(apart)), 1e-300)))
    rate, value = found[-2:]
    return float(value), float(rate)


def rate_of(system: System, name: str) -> str:
    """Return the name of the variable that is the rate of another one, or "" where there is none."""
    place = system.index(name)
    for other, variable in enumerate(system.variables):
        if variable.role == "velocity" and all(
            _slope(system, place, other, by) == system.start()[other] + by for by in (0.0, 1.0)
        ):
            return variable.name
    return ""


def _slope(system: System, place: int, other: int, by: float) -> float:
    """Return the time derivative of a variable where another one is changed from the start."""
    y = system.start()
    y[other] += by
    out = array("d", bytes(8 * len(y)))
    system.rate(0.0, memoryview(y), system.p, memoryview(out))
    return out[place]
