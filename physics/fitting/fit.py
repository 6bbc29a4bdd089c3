"""Fit of parameters and initial values of a system to measured motion: `fit` and its result, `Fit`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from physics.batch.copies import never
from physics.core.system import System
from physics.core.units import ANGLE, check_number, check_whole, format_number
from physics.errors import BadInput, by_names, shown
from physics.fitting import observables
from physics.fitting.estimates import (
    Covariance,
    Estimate,
    correlation_times,
    correlations,
    covariance,
    estimates,
    without_errors,
)
from physics.fitting.first_values import with_first_values
from physics.fitting.following import MIDDLE, limits, sizes
from physics.fitting.identifiability import Combination, correlated_pairs, open_combinations
from physics.fitting.noise import LEAST, least_noise, scatter, spread
from physics.fitting.recovery import recovered
from physics.fitting.residuals import Measurement, Method, Model, Numbers, Prediction
from physics.fitting.segments import LONGEST, SHORTEST, SegmentedModel
from physics.fitting.shooting import joined_start
from physics.fitting.solver import LOSSES, TURNING, Loss, Solution, Task, evaluated, refine, solve
from physics.fitting.span import MOST_VALUE, check_size, check_span, check_values, in_reach
from physics.fitting.thinning import averaged, beside, deviations, group_size, thinned
from physics.fitting.trial_steps import trial_step, with_steps_of_its_own
from physics.fitting.unknowns import Unknown, unknowns, with_values
from physics.registry import integrator as integrator_called
from physics.registry import system_of
from physics.simulation.simulation import Simulation

SURE = 0.25
"""Greatest noise, as a part of the spread, that is taken from the data alone: coarse sampling looks like noise, too."""
NOISE_ROUNDS, SAME_NOISE = 8, 0.05
"""How often noise is found anew from the residuals at most, and the relative change that ends this."""
MAX_VALUES = 10_000_000
PASSES = 2
"""How often means of neighbours are taken beside the motion that the last ones have given."""
MAX_STARTS = 100
FINER = 0.3
"""Part of the usual step of differences, with which the derivatives are computed again to see their errors."""
SAME_TURN = 1e-6
"""Relative difference of costs within which a motion that begins a turn aside is the same."""
LOST_SIGHT = 0.25
"""Uncertainty of the predicted motion, as a part of the spread of what was measured, that ends the horizon."""


@dataclass(frozen=True)
class Fit:
    """The result of a fit.

    system: with the fitted values. estimates: the unknowns with errors. correlations (k, k). correlated: pairs from
    0.95. combinations: what the data do not determine. t (rows,) [s]: of the rows used, since the start of the motion,
    which was at `begin` in the data. columns, noise, rms: names, standard deviation of the noise as it was used, root
    mean square of the residuals, by name. measured, predicted (rows, columns). horizon: the time [s] from which on
    errors of the fit alone leave the predicted motion unknown, inf where that is later than all data. count: values
    used. runs: of the motion. segments: times [s] at which the motion begins anew, the first is 0; () for one motion.

    followed: whether the motion follows the data. Where it does not, the values are those that follow for longest, up
    to `reach` [s]; they have no errors (NaN), and nothing is said of what is found. over: rms over noise, by name.

    size: how many of the `rows` that were measured each of those above stands for: with its neighbours' mean beside the
    motion, or, where that is not followed, alone. Noise and rms are always those of single values.

    trial: the step [s] of the motions that were tried, where it was longer than that of the result, else 0.
    """

    system: System
    estimates: tuple[Estimate, ...]
    correlations: Numbers
    correlated: tuple[tuple[str, str, float], ...]
    combinations: tuple[Combination, ...]
    begin: float
    t: Numbers
    columns: tuple[str, ...]
    noise: dict[str, float]
    noise_given: tuple[str, ...]
    rms: dict[str, float]
    measured: Numbers
    predicted: Numbers
    residuals: Numbers
    horizon: float
    count: int
    loss: Loss
    runs: int
    segments: tuple[float, ...] = ()
    followed: bool = True
    reach: float = math.inf
    rows: int = 0
    size: int = 1
    trial: float = 0.0

    @property
    def over(self) -> dict[str, float]:
        """Root mean square of the residuals over the noise, by the name of the column."""
        return {name: self.rms[name] / self.noise[name] for name in self.columns}

    def __getitem__(self, name: str) -> Estimate:
        """Return an unknown by its name; KeyError for another name."""
        return {each.name: each for each in self.estimates}[name]


def fit(
    system: str | System,
    t: ArrayLike,
    columns: Mapping[str, ArrayLike],
    free: Sequence[str],
    noise: Mapping[str, Any] | None = None,
    integrator: str = "rk4",
    dt: float = 1e-3,
    settings: Mapping[str, Any] | None = None,
    window: tuple[float, float] | None = None,
    loss: Loss = "soft_l1",
    starts: int = 4,
    seed: int = 0,
    segment: float | None = None,
    note: Callable[[float], None] = lambda part: None,
    stopped: Callable[[], bool] = never,
) -> Fit:
    """Fit parameters and initial values of a system to what was measured.

    t: times (rows,) [s], not falling. columns: measured values (rows,) in SI units, NaN for none, by the name of a
    variable, an invariant, a derived quantity, or `NAME.x` of a traced point. free: names of parameters and initial
    values, which begin at those of `system`, or where they are measured themselves at the first measured values; a list
    of numbers stands for all of them, `friction_2` for the second.
    noise: standard deviation of single values by column, numbers in SI or text with a unit; found from the data where
    it is left out. window: times of the first and last row used; the motion begins at the first (default: all).
    loss: "linear", or "soft_l1", which outliers hardly disturb. starts: how many starts are tried at most, with `seed`.
    segment: duration [s] after which the motion begins anew, with a start of its own; for data beyond the horizon of
    chaos. All coordinates must be measured. None: one motion from the first row to the last.
    note: called with the part that is done. Raises BadInput for wrong input, Cancelled where `stopped` returns True.
    """
    system = system_of(system)
    run = Simulation(system, integrator, dt, settings)
    method = Method(integrator_called(integrator), run.dt, run.integrator.checked_settings(settings))
    columns, noise = by_names("columns", columns), by_names("noise", noise)
    if not isinstance(loss, str) or loss not in LOSSES:
        raise BadInput(f"loss = {shown(loss)}: must be one of {', '.join(LOSSES)}")
    starts = check_whole("starts", starts, 1, MAX_STARTS)
    chosen = unknowns(system, free)
    begin, every, measured = _measurement(system, t, columns, noise, window)
    check_span(measured.t, run.dt)
    size = group_size(measured, tuple(kind.angle for kind in observables.chosen(system, measured.columns)))
    rows, every = thinned(measured, size), thinned(every, size)
    near = in_reach(every.t, run.dt)
    every = every._replace(t=every.t[:near], values=every.values[:near])
    check_size(near, len(chosen), len(system.variables))
    model = _model(system, chosen, rows, method, segment, stopped)
    open_noise = np.array([name not in noise for name in rows.columns])
    task = _task(model, rows, open_noise, loss)
    best = with_steps_of_its_own(task, solve(task, starts, seed, _rising(note)), starts, seed)
    if best.following.followed and open_noise.any():
        task, best = _with_noise_found(task, best, open_noise)
    best, tried = _within_a_turn(task, best), model.method.trial
    if (size > 1 or tried) and best.following.followed:
        task, best = _with_means(task, best, measured, size, open_noise)
    found = replace(_result(task, every, best, begin, tuple(noise)), trial=tried)
    if size == 1:
        return found
    given = {name: float(one) for name, one in zip(rows.columns, measured.noise, strict=True) if name in noise}
    _, apart = beside(model, best.x, measured._replace(noise=task.measurement.noise), size)
    return _of_all_rows(found, apart, given, size)


def _model(
    system: System, chosen: tuple[Unknown, ...], rows: Measurement, method: Method, segment: object,
    stopped: Callable[[], bool],
) -> Model | SegmentedModel:  # fmt: skip
    """Return the model whose unknowns are found from these rows. segment: as in `fit`. Raises BadInput."""
    known = int(np.isfinite(rows.values).sum())
    if known <= len(chosen):
        raise BadInput(f"free: {len(chosen)} numbers from {known} measured values; more values are needed")
    if segment is None:
        free = with_first_values(system, chosen, rows)
        try:
            first = with_values(system, free, [each.start for each in free])
        except BadInput:
            return Model(system, free, rows, method, stopped)
        return Model(system, free, rows, method._replace(trial=trial_step(first, rows, method, stopped)), stopped)
    duration = check_number("segment", segment, "s", SHORTEST, LONGEST)
    return SegmentedModel(system, chosen, rows, method, duration, stopped)


def _with_means(
    task: Task, best: Solution, measured: Measurement, size: int, unknown: NDArray[np.bool_]
) -> tuple[Task, Solution]:
    """Return the task with means of all rows that were measured, `size` at a time, and the solution with them.

    unknown (columns,): whether the noise is found. Where means are not followed, all stays. From then on the model
    tries no longer steps.
    """
    first, every = (task, best), measured._replace(noise=task.measurement.noise)
    for _ in range(PASSES):
        task = task._replace(measurement=averaged(task.model, best.x, every, size, task.turning))
        best = refine(task, best.x)
        if unknown.any():
            task, best = _with_noise_found(task, best, unknown)
        if not best.following.followed:
            return first
    if task.model.method.trial:
        task.model.method = task.model.method._replace(trial=0.0)
        rows = averaged(task.model, best.x, every, size, task.turning)
        task = task._replace(measurement=rows._replace(noise=task.measurement.noise))
    return task, best


def _of_all_rows(found: Fit, apart: Numbers, given: dict[str, float], size: int) -> Fit:
    """Return what was found with the noise and residuals apart (rows, columns) of all rows, of which `size` are one.

    given: the noise that was given, by name.
    """
    rms = dict(zip(found.columns, _root_mean_squares(apart), strict=True))
    if not found.followed:
        return replace(found, rms=rms, noise=found.noise | given, rows=len(apart), size=size)
    noise = dict(zip(found.columns, deviations(apart).tolist(), strict=True)) | given
    return replace(found, rms=rms, noise=noise, count=int(np.isfinite(apart).sum()), rows=len(apart), size=size)


def _task(model: Model | SegmentedModel, rows: Measurement, open_noise: NDArray[np.bool_], loss: Loss) -> Task:
    """Return what is to be solved. open_noise (columns,): whether the noise is an estimate from the data."""
    size = sizes(rows.values, model.angles)
    noise = np.where(open_noise, np.minimum(rows.noise, SURE * size), rows.noise)

    def again(x: Numbers, best: Numbers, note: Callable[[float], None]) -> Numbers | None:
        if isinstance(model, SegmentedModel):
            return recovered(task, model, best, note)
        return _joined(model, rows, loss, x, note)

    task = Task(model, rows, loss, limits(noise, size), again)
    return task


def _joined(model: Model, rows: Measurement, loss: Loss, x: Numbers, note: Callable[[float], None]) -> Numbers | None:
    """Return scaled unknowns for one motion from those at x, by joined segments; None where there is no way."""
    free = tuple(each._replace(start=float(value)) for each, value in zip(model.free, model.values(x), strict=True))
    turning = TURNING if loss == "soft_l1" else math.inf
    try:
        system = model.system(x)
    except BadInput:  # values of a further start that do not fit one another
        return None
    found = joined_start(system, free, rows, model.method, turning, model.stopped, note)
    return None if found is None else (np.array([found[each.name] for each in free]) - model.start) / model.scale


def _rising(note: Callable[[float], None]) -> Callable[[float], None]:
    """Return a function that passes on what is done as far as it is more than before."""
    done = 0.0

    def said(part: float) -> None:
        nonlocal done
        if part > done:
            done = part
            note(part)

    return said


def _measurement(
    system: System,
    t: ArrayLike,
    columns: Mapping[str, ArrayLike],
    noise: Mapping[str, Any],
    window: tuple[float, float] | None,
) -> tuple[float, Measurement, Measurement]:
    """Return when the motion begins, and what was measured from then on: all, and within the window."""
    names = tuple(columns)
    kinds = observables.chosen(system, names)
    if not names:
        raise BadInput("columns: nothing was measured; give one column or more")
    times = _numbers("t", t)
    measured = [_numbers(name, column) for name, column in columns.items()]
    count = next((len(column) for column in measured if len(column) != len(times)), len(times))
    if count != len(times) or not np.isfinite(times).all():
        raise BadInput(f"columns: {count} values at {times.size} times; must be one at each, and times finite")
    values = np.column_stack(measured)
    if (np.diff(times) < 0.0).any():
        raise BadInput("t: falls; times must not")
    low, high = (-math.inf, math.inf) if window is None else _ends(window)
    inside = (times >= low) & (times <= high) & np.isfinite(values).any(axis=1)
    if inside.sum() < 2 or not times[inside][-1] > times[inside][0]:
        raise _too_few(low, high)
    if values.size > MAX_VALUES:
        raise BadInput(f"columns: {values.size} values; at most {MAX_VALUES}")
    check_values(kinds, times[inside], values[inside])
    begin = float(times[inside][0])
    later = times >= begin
    wrong = next((name for name in noise if name not in names), None)
    if wrong is not None:
        raise BadInput(f"noise {wrong}: is no measured column; these are {', '.join(names)}")
    given = [
        check_number(f"noise {kind.name}", noise[kind.name], kind.unit, LEAST, MOST_VALUE)
        if kind.name in noise
        else scatter(times[inside], column[inside])
        for kind, column in zip(kinds, values.T, strict=True)
    ]
    every = Measurement(times[later] - begin, names, values[later], np.array(given))
    used = Measurement(times[inside] - begin, names, values[inside], np.array(given))
    return begin, every, used


def _numbers(name: str, given: ArrayLike) -> Numbers:
    """Return an argument as a row of numbers; raises BadInput for anything else."""
    try:
        found = np.asarray(given, float)
    except (TypeError, ValueError, OverflowError):
        found = np.empty(())
    if found.ndim != 1:
        raise BadInput(f"{name} = {shown(given)}: must be a row of numbers")
    return found


def _ends(window: object) -> tuple[float, float]:
    """Return the first and last time of a window [s], which may be infinite; raises BadInput."""
    try:
        low, high = map(float, window)  # type: ignore[call-overload]  # anything else raises here
    except (TypeError, ValueError, OverflowError):
        low = high = math.nan
    if math.isnan(low) or math.isnan(high):
        raise BadInput(f"window = {shown(window)}: must be two times [s], (first, last)")
    return low, high


def _too_few(low: float, high: float) -> BadInput:
    """Return the error for a window [s] with fewer than two measured times."""
    if math.isinf(low) and math.isinf(high):
        return BadInput("t: has fewer than two measured times")
    if math.isinf(low):
        return BadInput(f"window = up to {format_number(high)} s: has fewer than two measured times")
    if math.isinf(high):
        return BadInput(f"window = {format_number(low)} s to the end: has fewer than two measured times")
    return BadInput(f"window = {format_number(low)} to {format_number(high)} s: has fewer than two measured times")


def _with_noise_found(task: Task, best: Solution, unknown: NDArray[np.bool_]) -> tuple[Task, Solution]:
    """Return the task with noise from the residuals where it was not given, and the solution with it."""
    rows, model, first = task.measurement, task.model, best
    least = np.array([least_noise(column) for column in rows.values.T])
    for _ in range(NOISE_ROUNDS):
        apart = model.difference(model.predict(best.x, rows).values, rows)
        seen = np.maximum(np.nanmedian(np.abs(apart), axis=0) / MIDDLE, least)
        if np.allclose(seen[unknown], rows.noise[unknown], rtol=SAME_NOISE, atol=0.0):
            break
        rows = rows._replace(noise=np.where(unknown, seen, rows.noise))
        best = refine(task._replace(measurement=rows), best.x)
        if not best.following.followed:
            return task, first
    return task._replace(measurement=rows), best


def _within_a_turn(task: Task, best: Solution) -> Solution:
    """Return the solution with the angles of its start within half a turn of where they began.

    A motion that begins a turn aside is the same one; where it is not, the solution stays.
    """
    model = task.model
    turning = [not each.field and each.unit == ANGLE for each in model.free]
    turns = np.round((model.values(best.x) - model.start) / (2.0 * np.pi)) * turning
    x = np.clip(best.x - 2.0 * np.pi * turns / model.scale, model.low, model.high)
    if not turns.any():
        return best
    moved = evaluated(task, x)
    return moved if abs(moved.cost - best.cost) <= SAME_TURN * (1.0 + best.cost) else best


def _result(task: Task, every: Measurement, best: Solution, begin: float, given: tuple[str, ...]) -> Fit:
    """Return what was found; errors, and what the data leave open, only where the motion follows the data."""
    model, rows, x = task.model, task.measurement, best.x
    model.method = model.method._replace(trial=0.0)
    model.predict(x, rows)  # the steps of the next differences follow from these
    found = model.predict(x, rows)
    apart = model.difference(found.values, rows)
    known = np.isfinite(rows.values)
    rms = _root_mean_squares(apart)
    finite = bool(np.isfinite(rows.noise).all()) and not any(map(math.isinf, rms))
    errors = _errors(task, x, found, apart) if best.following.followed and finite else None
    bounds = model.low, model.high
    if errors is None:
        each = without_errors(model.free, x, model.values(x), bounds)
        correlation, horizon = np.full((len(x), len(x)), np.nan), math.inf
    else:
        each = estimates(model.free, x, model.values(x), model.scale, bounds, errors)
        correlation = correlations(errors, each)
        horizon = _horizon(model, every._replace(noise=rows.noise), best, errors)
    return Fit(
        model.system(x), each, correlation, correlated_pairs(correlation, each),
        open_combinations(each, model.scale, errors) if errors else (), begin, rows.t, rows.columns,
        dict(zip(rows.columns, rows.noise.tolist(), strict=True)), given, dict(zip(rows.columns, rms, strict=True)),
        rows.values, found.values, apart, horizon, int(known.sum()), task.loss, model.runs,
        tuple(model.begins.tolist()) if isinstance(model, SegmentedModel) else (),
        errors is not None, min(best.following.reach, float(rows.t[-1])),
    )  # fmt: skip


def _root_mean_squares(apart: Numbers) -> list[float]:
    """Return the root mean square of each column of residuals (rows, columns), NaN where it has none."""
    with np.errstate(over="ignore"):
        return [
            float(np.sqrt(np.mean(column[seen] ** 2))) if (seen := np.isfinite(column)).any() else math.nan
            for column in apart.T
        ]


def _errors(task: Task, x: Numbers, found: Prediction, apart: Numbers) -> Covariance | None:
    """Return the covariance of the unknowns, or None where numbers are too large or too small to have one."""
    rows = task.measurement
    known = np.isfinite(rows.values)
    f = (apart / rows.noise)[known]
    jacobian = np.nan_to_num((found.derivatives / rows.noise[:, None])[known])
    finer = np.nan_to_num((task.model.predict(x, rows, FINER).derivatives / rows.noise[:, None])[known])
    try:
        with np.errstate(all="ignore"):
            errors = covariance(f, jacobian, finer, task.loss, correlation_times(apart))
    except np.linalg.LinAlgError:
        return None
    return errors if np.isfinite(errors.matrix).all() else None


def _horizon(model: Model | SegmentedModel, every: Measurement, best: Solution, errors: Covariance) -> float:
    """Return the time [s] from which on the errors of the fit leave the motion unknown, inf for none in the data."""
    found = model.predict(best.x, every)
    width = np.array([spread(column) for column in every.values.T])
    with np.errstate(all="ignore"):
        variance = np.einsum("rci,ij,rcj->rc", found.derivatives, errors.matrix, found.derivatives)
        lost = ~(np.sqrt(np.maximum(variance, 0.0)) <= LOST_SIGHT * width)
    rows = np.flatnonzero(lost.any(axis=1))
    return float(every.t[rows[0]]) if len(rows) else math.inf
