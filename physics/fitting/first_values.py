"""Starts of a fit that are read off what was measured: first values of coordinates, and their first rates."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np

from physics.core.system import System
from physics.fitting.residuals import Measurement, Numbers
from physics.fitting.unknowns import Unknown

ROWS = 7
"""Measured values to which a parabola is fitted, for the value and the rate at the start."""


def with_first_values(system: System, free: Sequence[Unknown], measurement: Measurement) -> tuple[Unknown, ...]:
    """Return the unknowns, those that are measured variables, or rates of such, with their first measured values.

    Others keep their starts; so do those whose measured values begin later than the motion, or out of bounds.
    """
    first: dict[str, float] = {}
    for name, column in zip(measurement.columns, measurement.values.T, strict=True):
        if name not in {variable.name for variable in system.variables}:
            continue
        found = _value_and_rate(measurement.t, column, angle=system.variables[system.index(name)].angle)
        if found is not None:
            rate = _rate_of(system, name)
            first = {**({rate: found[1]} if rate else {}), **first, name: found[0]}
    return tuple(
        each._replace(start=first[each.name])
        if not each.field and each.low <= first.get(each.name, np.nan) <= each.high
        else each
        for each in free
    )


def _value_and_rate(t: Numbers, column: Numbers, angle: bool) -> tuple[float, float] | None:
    """Return the value at 0 s and its rate from the first measured ones, or None where these begin later."""
    rows = np.flatnonzero(np.isfinite(column))[:ROWS]
    times, values = t[rows], column[rows]
    if len(np.unique(times)) < 3 or times[0] > 0.0:
        return None
    values = np.unwrap(values) if angle else values
    rate, value = np.polyfit(times, values, 2 if len(np.unique(times)) > 4 else 1)[-2:]
    return float(value), float(rate)


def _rate_of(system: System, name: str) -> str:
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
