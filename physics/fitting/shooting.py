"""Starts of one motion from segments of it that are joined: multiple shooting with continuity that is tightened.

What was measured tells where each segment begins, so that none has to be followed for longer than a fraction of a
swing, however chaotic the motion is and however wrong the parameters are. The gaps between the segments are residuals,
too, whose weight grows until they are closed and one motion is left (Bock, "Recent advances in parameter identification
techniques for O.D.E.", 1983).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from physics.core.system import System
from physics.errors import BadInput
from physics.fitting.first_values import rate_of, value_and_rate
from physics.fitting.following import sizes
from physics.fitting.marquardt import minimum
from physics.fitting.noise import spread
from physics.fitting.residuals import Measurement, Method, Numbers
from physics.fitting.segments import MOST_UNKNOWNS, SegmentedModel
from physics.fitting.unknowns import Unknown

PER_SWING = 3.0
"""Duration of a segment: times the spread of a coordinate over the spread of its rate, for the fastest one."""
LEAST_ROWS = 8
"""Measured values of a segment at least."""
WEIGHTS = (10.0, 1e2, 1e3, 1e4, 1e5)
"""Weights of a gap as a part of the spread of its variable, one after the other."""
FLOOR = 2e-3
"""Least noise beside the gaps, as a part of the spread: where it is smaller still, gaps would not be closed."""
TRIALS, ENOUGH = 25, 1e-3
"""Greatest number of steps with each weight, and the part of the cost that a last step may save."""


class JoinedModel(SegmentedModel):
    """A motion in segments against a measurement, with the gaps between them.

    names: the coordinates and velocities that are to be continuous.
    """

    def _prepare(self, system: System) -> None:
        self.names = tuple(each.name for each in system.entries() if each.role in ("coordinate", "velocity"))
        known = {variable.name: variable for variable in system.variables}
        self._turns = np.array([known[name].angle for name in self.names])

    def _split(self, measurement: Measurement) -> Iterator[tuple[int, Measurement]]:
        """Yield the segments with the begin of the next one as a last row, and with the continuous variables."""
        for place, rows in super()._split(measurement):
            values = np.pad(rows.values, ((0, 0), (0, len(self.names))), constant_values=np.nan)
            t = rows.t
            if place + 1 < len(self.begins):
                t = np.append(t, self.begins[place + 1] - self.begins[place])
                values = np.pad(values, ((0, 1), (0, 0)), constant_values=np.nan)
            noise = np.pad(rows.noise, (0, len(self.names)), constant_values=np.inf)
            yield place, Measurement(t, (*rows.columns, *self.names), values, noise)

    def joined(self, x: Numbers, measurement: Measurement) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Return the values (rows, columns) with derivatives, and the gaps (gaps, names) with theirs, by scaled x."""
        columns = len(measurement.columns)
        values = np.full(measurement.values.shape, np.nan)
        derivatives = np.zeros((*values.shape, len(x)))
        gaps = np.zeros((len(self.begins) - 1, len(self.names)))
        gap_derivatives = np.zeros((*gaps.shape, len(x)))
        of = self._of(measurement.t)
        for place, rows in self._split(measurement):
            places, at = self._places[place], np.flatnonzero(of == place)
            found = self._parts[place].predict(x[places], rows, rough=True)
            values[at] = found.values[: len(at), :columns]
            derivatives[at[:, None, None], np.arange(columns)[:, None], places] = found.derivatives[: len(at), :columns]
            if place + 1 < len(self.begins):
                later = self._places[place + 1][-len(self.names) :]
                gaps[place] = found.values[-1, columns:] - (self.start + self.scale * x)[later]
                gap_derivatives[place][:, places] = found.derivatives[-1, columns:]
                gap_derivatives[place, np.arange(len(self.names)), later] -= self.scale[later]
        gaps[:, self._turns] -= 2.0 * np.pi * np.round(gaps[:, self._turns] / (2.0 * np.pi))
        return values, derivatives, gaps, gap_derivatives


def joined_start(
    system: System,
    free: tuple[Unknown, ...],
    measurement: Measurement,
    method: Method,
    turning: float,
    stopped: Callable[[], bool],
    note: Callable[[float], None],
) -> dict[str, float] | None:
    """Return values of the unknowns, by name, from which one motion follows all that was measured.

    They begin at their starts; turning: as in `marquardt.minimum`. None where the segments cannot be made, as where not
    all coordinates are measured.
    """
    known = {variable.name: variable for variable in system.variables}
    angles = tuple(name in known and known[name].angle for name in measurement.columns)
    size = sizes(measurement.values, angles)
    rates = _spread_of_rates(system, measurement)
    if not rates or any(
        each.role in ("coordinate", "velocity") and each.name not in known for each in system.entries()
    ):
        return None
    measurement = measurement._replace(noise=np.maximum(measurement.noise, FLOOR * size))
    try:
        model = JoinedModel(system, free, measurement, method, _duration(measurement, size, rates), stopped)
    except BadInput:
        return None
    own = dict(zip(measurement.columns, size.tolist(), strict=True))
    per_gap = np.array([own.get(name) or rates.get(name) or 1.0 for name in model.names])
    x = np.zeros(len(model.free))
    gaps = (len(model.begins) - 1) * len(model.names)
    turnings = np.append(np.full(int(np.isfinite(measurement.values).sum()), turning), np.full(gaps, np.inf))
    for k, weight in enumerate(WEIGHTS):
        problem = _problem(model, measurement, weight / per_gap)
        x = minimum(problem, x, (model.low, model.high), turnings, ENOUGH, TRIALS)
        note((k + 1) / len(WEIGHTS))
    return dict(zip((each.name for each in model.free), model.values(x).tolist(), strict=True))


def _problem(
    model: JoinedModel, measurement: Measurement, weights: Numbers
) -> Callable[[Numbers], tuple[Numbers, Numbers]]:
    """Return residuals and Jacobian of a joined motion; weights (names,): of the gaps."""
    known = np.isfinite(measurement.values)

    def problem(x: Numbers) -> tuple[Numbers, Numbers]:
        values, derivatives, gaps, gap_derivatives = model.joined(x, measurement)
        f = (model.difference(values, measurement) / measurement.noise)[known]
        jacobian = (derivatives / measurement.noise[:, None])[known]
        f = np.append(f, (gaps * weights).ravel())
        jacobian = np.vstack([jacobian, (gap_derivatives * weights[:, None]).reshape(-1, len(x))])
        return np.nan_to_num(f, nan=1e9, posinf=1e9, neginf=-1e9), np.nan_to_num(jacobian, posinf=0.0, neginf=0.0)

    return problem


def _spread_of_rates(system: System, measurement: Measurement) -> dict[str, float]:
    """Return the spread of the rates of measured coordinates, by the name of the rate."""
    found: dict[str, float] = {}
    names = {variable.name: variable for variable in system.variables}
    for name, column in zip(measurement.columns, measurement.values.T, strict=True):
        rate = rate_of(system, name) if name in names else ""
        if not rate:
            continue
        times = measurement.t[np.isfinite(column)][:: max(len(column) // 200, 1)]
        seen = [value_and_rate(measurement.t, column, float(at), names[name].angle) for at in times]
        found[rate] = spread(np.array([each[1] for each in seen if each is not None] or [1.0]))
    return found


def _duration(measurement: Measurement, size: Numbers, rates: dict[str, float]) -> float:
    """Return the duration [s] of segments."""
    whole = float(measurement.t[-1] - measurement.t[0])
    fastest = PER_SWING * float(size.min()) / max(rates.values())
    rows = LEAST_ROWS * whole / max(len(measurement.t) - 1, 1)
    most = MOST_UNKNOWNS // max(2 * len(rates), 1) - 10
    return max(fastest, rows, whole / max(most, 1))
