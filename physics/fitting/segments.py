"""A motion that begins anew in each of several segments of the measured time, with parameters that are common to all.

Where chaos makes a motion unpredictable within the measured time, no single start explains all of it, not even the true
one with its rounding. Each segment is short enough to be followed from a start of its own (multiple shooting without
continuity; Bock, "Recent advances in parameter identification techniques for O.D.E.", 1983).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from physics.batch.copies import never
from physics.core.system import System
from physics.errors import BadInput
from physics.fitting.first_values import with_first_values
from physics.fitting.residuals import Measurement, Method, Model, Numbers, Prediction
from physics.fitting.sampling import states_at
from physics.fitting.unknowns import Unknown, free_numbers

SHORTEST, LONGEST = 1e-6, 1e9
"""Bounds of a segment's duration [s]."""
MOST_UNKNOWNS = 400
"""Greatest number of unknowns of all segments together."""


class SegmentedModel:
    """A system against a measurement in segments, as `Model` is against all of it.

    free: the parameters, the free starts of the first segment, then all coordinates and velocities of each further one,
    whose names end in the time at which it begins. begins: these times [s], the first is 0.
    """

    def __init__(
        self,
        system: System,
        free: tuple[Unknown, ...],
        measurement: Measurement,
        method: Method,
        duration: float,
        stopped: Callable[[], bool] = never,
    ) -> None:
        """Divide a measurement into segments of about `duration` [s]. Raises BadInput."""
        self._prepare(system)
        self.begins = _begins(measurement.t, duration)
        self.method, self.stopped = method, stopped
        common = tuple(each for each in free if each.field)
        starts = tuple(each for each in free if not each.field)
        every = _all_starts(system, measurement)
        count = len(free) + (len(self.begins) - 1) * len(every)
        if count > MOST_UNKNOWNS:
            raise BadInput(f"segment: {count} numbers in {len(self.begins)} segments; must be at most {MOST_UNKNOWNS}")
        known = int(np.isfinite(measurement.values).sum())
        if known <= count:
            raise BadInput(f"segment: {count} numbers from {known} measured values; more values are needed")
        self._parts: list[Model] = []
        self._places: list[NDArray[np.intp]] = []
        named, used = list(common), len(common)
        for place, rows in self._split(measurement):
            chosen = with_first_values(
                system, (*common, *(every if place else starts)), measurement, self.begins[place]
            )
            self._parts.append(Model(system, chosen, rows, method, stopped))
            own = chosen[len(common) :]
            self._places.append(np.r_[: len(common), used : used + len(own)])
            used += len(own)
            when = f" ({self.begins[place]:.6g} s)" if place else ""
            named += [each._replace(name=each.name + when) for each in own]
        self.free = tuple(named)
        scale = np.max([part.scale[: len(common)] for part in self._parts], axis=0, initial=0.0)
        for part in self._parts:
            part.use_scale(np.append(scale, part.scale[len(common) :]))
        self.start, self.scale, self.low, self.high = (np.zeros(used) for _ in range(4))
        for part, places in zip(self._parts, self._places, strict=True):
            self.start[places], self.scale[places] = part.start, part.scale
            self.low[places], self.high[places] = part.low, part.high
        self.difference, self.angles = self._parts[0].difference, self._parts[0].angles

    @property
    def runs(self) -> int:
        """The number of motions computed so far."""
        return sum(part.runs for part in self._parts)

    @property
    def work(self) -> float:
        """Steps of all motions computed so far, times the variables."""
        return sum(part.work for part in self._parts)

    def longest(self, measurement: Measurement) -> tuple[Measurement, int]:
        """Return the rows of the longest segment, and the number of its unknowns."""
        parts = [(rows, len(self._places[place])) for place, rows in self._split(measurement)]
        return max(parts, key=lambda part: float(part[0].t[-1]))

    def until(self, measurement: Measurement, end: float) -> Measurement:
        """Return the rows of all segments up to a time [s] since the begin of each."""
        kept = measurement.t - self.begins[self._of(measurement.t)] <= end
        return measurement._replace(t=measurement.t[kept], values=measurement.values[kept])

    def spans(self, measurement: Measurement) -> Iterator[tuple[NDArray[np.intp], Numbers]]:
        """Yield the rows of each segment, and their times [s] since its begin."""
        of = self._of(measurement.t)
        for place in np.unique(of).tolist():
            at = np.flatnonzero(of == place)
            yield at, measurement.t[at] - self.begins[place]

    def values(self, x: Numbers) -> Numbers:
        """Return the values of the unknowns in their units, from scaled ones."""
        return np.asarray(self.start + self.scale * x)

    def system(self, x: Numbers) -> System:
        """Return the system of the first segment; raises BadInput where values do not fit one another."""
        return self._parts[0].system(x[self._places[0]])

    def predict(self, x: Numbers, measurement: Measurement, part: float = 1.0, rough: bool = False) -> Prediction:
        """Return what is predicted with scaled unknowns x, as `Model.predict` does; rows beyond the end in the last."""
        values = np.full(measurement.values.shape, np.nan)
        derivatives = np.zeros((*values.shape, len(x)))
        for place, rows in self._split(measurement):
            places = self._places[place]
            found = self._parts[place].predict(x[places], rows, part, rough)
            at = np.flatnonzero(self._of(measurement.t) == place)
            columns = np.arange(len(measurement.columns))[:, None]
            values[at] = found.values[: len(at), : len(columns)]
            derivatives[at[:, None, None], columns, places] = found.derivatives[: len(at), : len(columns)]
        return Prediction(values, derivatives)

    def motion(self, x: Numbers, measurement: Measurement, size: int) -> Numbers:
        """Return what is predicted with scaled unknowns x, as `Model.motion` does."""
        values = np.full(measurement.values.shape, np.nan)
        of = self._of(measurement.t)
        for place, rows in self._split(measurement):
            values[of == place] = self._parts[place].motion(x[self._places[place]], rows, size)
        return values

    def trial(self, x: Numbers, measurement: Measurement) -> Numbers:
        """Return what is predicted with scaled unknowns x, as `Model.trial` does."""
        return self.motion(x, measurement, 1)

    def own(self, place: int) -> NDArray[np.intp]:
        """Return where the starts of a segment are among the unknowns."""
        places = self._places[place]
        return places[sum(1 for each in self._parts[place].free if each.field) :]

    def alone(
        self, place: int, x: Numbers, measurement: Measurement
    ) -> tuple[System, tuple[Unknown, ...], Measurement]:
        """Return the system of a segment with the values of x, the starts that it began with as unknowns, and its rows.

        Times of the rows are those since its begin.
        """
        part = self._parts[place]
        starts = tuple(each for each in part.free if not each.field)
        rows = next(rows for at, rows in self._split(measurement) if at == place)
        return part.system(x[self._places[place]]), starts, rows

    def end(self, place: int, x: Numbers) -> dict[str, float]:
        """Return the variables, by name, at which the motion of a segment arrives where the next one begins."""
        system = self._parts[place].system(x[self._places[place]])
        duration = self.begins[place + 1] - self.begins[place]
        method, times = self.method, np.array([duration])
        (states,) = states_at([system], method.integrator, method.dt, times, method.settings, self.stopped)
        return dict(zip((each.name for each in system.variables), states[0].tolist(), strict=True))

    def _of(self, t: Numbers) -> NDArray[np.intp]:
        """Return the segment of each time."""
        return np.searchsorted(self.begins, t, "right") - 1

    def _prepare(self, system: System) -> None:
        """Look at the system before the measurement is divided."""

    def _split(self, measurement: Measurement) -> Iterator[tuple[int, Measurement]]:
        """Yield the segments that have rows, and these rows with times since the segment's begin."""
        for at, t in self.spans(measurement):
            yield int(self._of(measurement.t[at[:1]])[0]), measurement._replace(t=t, values=measurement.values[at])


def _begins(t: Numbers, duration: float) -> Numbers:
    """Return the first times of segments of about this duration [s], those of rows; the last is longer or shorter."""
    edges = t[0] + duration * np.arange(max(round(float(t[-1] - t[0]) / duration), 1))
    return np.unique(t[np.searchsorted(t, edges - 1e-9)])


def _all_starts(system: System, measurement: Measurement) -> tuple[Unknown, ...]:
    """Return the coordinates and velocities of a system as unknowns.

    Raises BadInput where a coordinate is not measured, so that nothing tells where it begins in a later segment.
    """
    wanted = [each for each in system.entries() if each.role in ("coordinate", "velocity")]
    open_ = [each.name for each in wanted if each.role == "coordinate" and each.name not in measurement.columns]
    if open_:
        raise BadInput(f"segment: {', '.join(open_)} of {system.name} is not measured; segments need all coordinates")
    known = free_numbers(system)
    return tuple(known[each.name][0] for each in wanted)
