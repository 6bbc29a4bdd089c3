"""Residuals of a motion against measured values, and their derivatives by the unknowns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.batch.copies import never
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.errors import BadInput
from physics.fitting import observables
from physics.fitting.noise import spread
from physics.fitting.sampling import MICROSECONDS, between, dense_states, states_at
from physics.fitting.unknowns import Unknown, with_values

Numbers = NDArray[np.float64]

STEP, LEAST_STEP = 1e-4, 1e-12
"""Greatest and least step of the central differences, in scaled units."""
DIFFERENCE, LEAST_DIFFERENCE = 0.3, 1e-6
"""Change of what is predicted by a step at most, as a part of the noise; but at least so much of what was measured:
where the motion is very sensitive, a step of the usual size would leave the reach of linear equations."""
RESOLVED = 64.0 * float(np.finfo(float).eps)
"""Least step as a part of the unknowns themselves: a smaller one is lost by rounding."""
HUGE = 1e100
"""Greatest derivative that counts, in units of the noise: that of a motion that runs away."""
PARTS = 8
"""Intervals of interpolation in the time in which a motion changes a little."""
PROBES = 10.0 ** np.arange(-12.0, 4.0)
"""Changes that are tried of every unknown, to find its scale."""
MOST_PROBED = 20_000_000
"""Greatest number of values of the states of all motions that are tried at once: 0.16 GB."""
FELT, NOTHING = 0.1, 1e-9
"""Root mean square change, as parts of the spread of what was measured, that a scaled unit makes; that of rounding."""


class Measurement(NamedTuple):
    """What was measured: times (rows,) [s] since the start of the motion, values (rows, columns) in SI, NaN for none.

    columns: names of observables. noise: standard deviation of each column.
    """

    t: Numbers
    columns: tuple[str, ...]
    values: Numbers
    noise: Numbers

    def until(self, end: float) -> Measurement:
        """Return the rows up to a time [s]."""
        rows = self.t <= end
        return self._replace(t=self.t[rows], values=self.values[rows])


class Method(NamedTuple):
    """How a motion is computed: integrator, greatest step [s], settings of the integrator.

    trial: greatest step [s] of the motions that are tried, where it is longer than that of the result; 0 where it is
    not.
    """

    integrator: Integrator
    dt: float
    settings: Mapping[str, Any]
    trial: float = 0.0

    @property
    def step(self) -> float:
        """Greatest step [s] of the motions that are tried."""
        return self.trial or self.dt


class Prediction(NamedTuple):
    """Values (rows, columns) that a fit predicts at the times of a measurement, and their derivatives.

    derivatives (rows, columns, unknowns): by the unknowns in scaled units.
    """

    values: Numbers
    derivatives: Numbers


class Model:
    """A system whose unknowns are varied, against a measurement.

    Values of the unknowns are scaled: the start of each is 0, and its scale is such that a change by 1 alters the
    motion considerably, or its own start, whichever is larger. stopped: asked between rows; True raises Cancelled.
    runs: how many motions were computed. work: steps of all of them, times the variables.
    """

    def __init__(
        self,
        system: System,
        free: Sequence[Unknown],
        measurement: Measurement,
        method: Method,
        stopped: Callable[[], bool] = never,
    ) -> None:
        self.free, self.method, self.stopped = tuple(free), method, stopped
        self.runs, self.work = 0, 0.0
        self._system = system
        self._kinds = observables.chosen(system, measurement.columns)
        self.angles = tuple(kind.angle for kind in self._kinds)
        self.start = np.array([each.start for each in free])
        self.scale = np.ones(len(free))
        self._felt_changes = self._felt(measurement)
        least = [LEAST_DIFFERENCE * spread(column) for column in measurement.values.T]
        self._aim = np.maximum(DIFFERENCE * measurement.noise, least)
        self.use_scale(np.maximum(np.abs(self.start), self._felt_changes))

    def use_scale(self, scale: Numbers) -> None:
        """Scale the unknowns in another way."""
        self.scale = scale
        self._felt_rates = np.diag(scale / self._felt_changes)
        self.low = (np.array([each.low for each in self.free]) - self.start) / scale
        self.high = (np.array([each.high for each in self.free]) - self.start) / scale

    def longest(self, measurement: Measurement) -> tuple[Measurement, int]:
        """Return what one motion has to follow, and the number of its unknowns."""
        return measurement, len(self.free)

    def until(self, measurement: Measurement, end: float) -> Measurement:
        """Return the rows up to a time [s] since the start of the motion."""
        return measurement.until(end)

    def spans(self, measurement: Measurement) -> Iterator[tuple[NDArray[np.intp], Numbers]]:
        """Yield the rows of each motion, and their times [s] since its start."""
        yield np.arange(len(measurement.t)), measurement.t

    def values(self, x: Numbers) -> Numbers:
        """Return the values of the unknowns in their units, from scaled ones."""
        return np.asarray(self.start + self.scale * x)

    def system(self, x: Numbers) -> System:
        """Return the system with scaled values of the unknowns; raises BadInput where they do not fit one another."""
        return with_values(self._system, self.free, self.values(x))

    def predict(self, x: Numbers, measurement: Measurement, part: float = 1.0, rough: bool = False) -> Prediction:
        """Return what is predicted with scaled unknowns x, NaN where there is no motion; all copies run at once.

        part: of the usual step, with which derivatives are computed. The steps of the next call follow from them.
        rough: by differences on one side alone, which take half the time.
        """
        if part == 1.0:
            self._choose_steps(x)
        step = part * self._steps
        above, below = (np.clip(x + sign * step, self.low, self.high) for sign in (1.0, -1.0))
        if rough:
            held = ((x + step) > self.high).any(axis=1)
            above, below = np.where(held[:, None], below, above), np.broadcast_to(x, above.shape)
        found = self._run([x, *above, *(() if rough else below)], measurement)
        with np.errstate(over="ignore", invalid="ignore"):  # of motions that run away
            changes = found[1 : len(x) + 1] - (found[0] if rough else found[len(x) + 1 :])
            rates = np.tensordot(_inverse(above - below), changes, axes=1)
        if part == 1.0:
            self._felt_rates = np.clip(np.nan_to_num(rates / self._aim), -HUGE, HUGE).reshape(len(x), -1)
        return Prediction(found[0], np.moveaxis(rates, 0, -1))

    def motion(self, x: Numbers, measurement: Measurement, size: int) -> Numbers:
        """Return what is predicted (rows, columns) with scaled unknowns x, NaN where there is no motion.

        size: how many rows the motion takes to change a little, so that it can be interpolated between fewer; 1: none.
        """
        grid = self._smooth(x, measurement, size) if size > 1 else None
        return self._run([x], measurement, self.method.dt)[0] if grid is None else grid

    def trial(self, x: Numbers, measurement: Measurement) -> Numbers:
        """Return what `predict` does, without derivatives: by steps of trials, where `motion` has those of a result."""
        return np.asarray(self._run([x], measurement)[0])

    def _smooth(self, x: Numbers, measurement: Measurement, size: int) -> Numbers | None:
        """Return what `motion` does by interpolation, None where that is not faster, or events happen."""
        t, method = measurement.t, self.method
        step = round(size * float(np.median(np.diff(t))) / PARTS * MICROSECONDS) / MICROSECONDS
        count = int(float(t[-1]) / step) + 4 if step else len(t)
        if count >= len(t):
            return None
        system = self.system(x)
        states = dense_states(system, method.integrator, method.dt, step, count, method.settings, self.stopped)
        if states is None:
            return None
        self.runs += 1
        self.work += states.shape[1] * float(t[-1]) / method.dt
        found = observables.values([system], states[None], measurement.columns)[0]
        for column, kind in zip(found.T, self._kinds, strict=False):
            if kind.angle:
                column[:] = np.unwrap(column)
        return between(found, t / step)

    def _choose_steps(self, x: Numbers) -> None:
        """Choose the changes (k, k) of the unknowns for differences, from the last derivatives.

        They are along the principal axes of the derivatives, each as long as its own effect allows: along the unknowns
        themselves the greatest effect, which grows exponentially in chaos, would hide the others. Unknowns near a bound
        are changed by themselves.
        """
        k = len(x)
        rates, axes = self._felt_rates, np.eye(k)
        inside = np.flatnonzero(np.minimum(x - self.low, self.high - x) > STEP)
        if len(inside):
            _, _, right = np.linalg.svd(rates[inside].T, full_matrices=False)
            if len(right) == len(inside):
                axes[np.ix_(inside, inside)] = right
        felt = np.abs(axes @ rates).max(axis=1)
        least = np.maximum(LEAST_STEP, RESOLVED * (np.abs(axes) @ np.abs(x)))
        self._steps = axes * np.maximum(np.minimum(1.0 / np.maximum(felt, 1.0 / STEP), STEP), least)[:, None]

    def difference(self, predicted: Numbers, measurement: Measurement) -> Numbers:
        """Return predicted less measured values; angles within half a turn of one another."""
        return less(predicted, measurement.values, self.angles)

    def _run(self, trials: Sequence[Numbers], measurement: Measurement, dt: float = 0.0) -> Numbers:
        """Return the predicted values (trials, rows, columns) with scaled unknowns, NaN where there is no motion.

        dt: greatest step [s], 0 for that of trials.
        """
        out = np.full((len(trials), *measurement.values.shape), np.nan)
        systems: dict[int, System] = {}
        for i, x in enumerate(trials):
            try:
                systems[i] = self.system(x)
            except BadInput:
                if i == 0:
                    return out
        method, chosen = self.method, list(systems.values())
        dt = dt or method.step
        states = states_at(chosen, method.integrator, dt, measurement.t, method.settings, self.stopped)
        out[list(systems)] = observables.values(chosen, states, measurement.columns)
        self.runs += len(chosen)
        self.work += len(chosen) * states.shape[2] * float(measurement.t[-1]) / dt
        return out

    def _felt(self, measurement: Measurement) -> Numbers:
        """Return the change of each unknown that alters the motion by `FELT` of the spread of what was measured."""
        numbers = len(PROBES) * len(measurement.t) * len(self._system.variables)
        at_once = max(MOST_PROBED // numbers, 1)
        parts = range(0, max(len(self.free), 1), at_once)
        return np.concatenate([self._felt_by(range(len(self.free))[i : i + at_once], measurement) for i in parts])

    def _felt_by(self, places: range, measurement: Measurement) -> Numbers:
        """Return what `_felt` does of some of the unknowns, whose copies run at once."""
        trials = [np.zeros(len(self.free))]
        for i in places:
            for change in PROBES:
                up = self.free[i].start + change <= self.free[i].high
                trials.append(np.where(np.arange(len(self.free)) == i, change if up else -change, 0.0))
        low, high = (np.array([getattr(each, end) for each in self.free]) for end in ("low", "high"))
        within = [np.clip(trial, low - self.start, high - self.start) for trial in trials]
        seen = np.isfinite(measurement.values).any(axis=0)
        found = self._run(within, measurement)[..., seen]
        if np.isfinite(found[0]).all(axis=1).sum() < 2:
            raise BadInput(f"{self._system.name}: its motion ends at once; change the start or the window")
        width = np.maximum(np.nanstd(measurement.values[:, seen], axis=0), measurement.noise[seen])
        with np.errstate(all="ignore"):  # a motion that ends at once has no value
            squares = ((found[1:] - found[0]) / width) ** 2
            apart = np.sqrt(np.nansum(squares, axis=(1, 2)) / np.isfinite(squares).sum(axis=(1, 2)))
        return np.array([_scale(changes) for changes in apart.reshape(len(places), len(PROBES))])


def less(predicted: Numbers, values: Numbers, angles: Sequence[bool]) -> Numbers:
    """Return predicted less other values (..., rows, columns); angles, a flag by column, within half a turn."""
    apart = np.asarray(predicted - values)
    for column, angle in zip(range(apart.shape[-1]), angles, strict=False):
        if angle:
            with np.errstate(invalid="ignore"):  # of a motion that runs away
                apart[..., column] -= 2.0 * np.pi * np.round(apart[..., column] / (2.0 * np.pi))
    return apart


def lost_as_inf(apart: Numbers, measurement: Measurement) -> Numbers:
    """Return residuals (rows, columns) with NaN where nothing was measured, and inf where there is no motion."""
    known = np.isfinite(measurement.values)
    return np.where(known, np.where(np.isfinite(apart), apart, np.inf), np.nan)


def _inverse(matrix: Numbers) -> Numbers:
    """Return the inverse of a matrix, or its pseudoinverse where rounding has made it singular."""
    try:
        return np.asarray(np.linalg.inv(matrix), float)
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.pinv(np.nan_to_num(matrix)), float)


def _scale(changes: Numbers) -> float:
    """Return the change by which the motion changes by `FELT`, from what the `PROBES` do; 1 where none does."""
    large = np.flatnonzero(~(changes <= FELT))
    last = int(large[0]) - 1 if len(large) else len(PROBES) - 1
    if last < 0 or not changes[last] > NOTHING:
        return 1.0
    return float(PROBES[last] * min(FELT / changes[last], 10.0))
