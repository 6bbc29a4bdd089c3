"""Least squares over windows that grow by what was found, joined segments beyond, and several starts."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

from physics.fitting.following import MIDDLE, Following, Limits, following, sizes
from physics.fitting.marquardt import cost_of, minimum
from physics.fitting.residuals import Measurement, Model, Numbers, lost_as_inf
from physics.fitting.segments import SegmentedModel

Loss = Literal["linear", "soft_l1"]
LOSSES: tuple[Loss, ...] = ("linear", "soft_l1")
TURNING = 2.0
"""Residual, in units of the noise, from which soft_l1 grows linearly and no longer as the square."""
FIRST_WINDOW, LEAST_GROWTH, MOST_GROWTH = 0.2, 1.1, 2.0
"""First window [s], and how much longer each is than the one before, at least and at most."""
SEEN = 0.25
"""Residual of what is predicted beyond a window, as a part of the spread, up to which the next window goes."""
BACK = 3
"""How often a window that has lost the motion is tried again with half of what was added."""
MISSES = 5
"""How many windows in a row may lose the motion before a start is given up."""
SAME_COST = 1e-3
"""Relative difference of the costs of two starts that have found the same."""
NO_FARTHER = 1.05
"""How much longer another start must follow for one more to be tried, where joined segments have found neither."""
WIDE = 3.0
"""How far unknowns may stray in a window that is not the last, in scaled units: there few rows must not decide all."""
SCATTER = 0.3
"""Standard deviation of further starts, in scaled units."""
GOOD = 1.5
"""Robust standard deviation of residuals, in units of the noise, with which no further start is tried."""
ROUGH, FINE = 1e-5, 1e-7
"""Part of the cost that a last step may save, in windows and at the end."""
MOST_TRIALS, LAST_TRIALS = 30, 200
MOST_WORK = 1e9
"""Steps of all motions, times the variables, after which no more ways are tried: half a minute, about."""
FAR = 1e3
"""Residual, as a part of the spread, beyond which all are the same: a motion that runs away, but lasts."""


class Solution(NamedTuple):
    """The best scaled unknowns x, their cost, and the robust standard deviation of residuals in units of the noise.

    following: how well the motion follows what was measured. joined: whether joined segments were tried as well.
    """

    x: Numbers
    cost: float
    deviation: float
    following: Following
    joined: bool = False


class Task(NamedTuple):
    """What is to be solved: a model against a measurement, a loss, and when the motion counts as followed.

    again: returns scaled unknowns from which the motion may be followed where windows that grow have lost it, or None
    where there is no way; from the scaled unknowns of the start, the best ones that were found, and what is called with
    the part that is done.
    """

    model: Model | SegmentedModel
    measurement: Measurement
    loss: Loss
    limit: Limits
    again: Callable[[Numbers, Numbers, Callable[[float], None]], Numbers | None]

    @property
    def turning(self) -> float:
        """The residual from which the loss grows linearly."""
        return TURNING if self.loss == "soft_l1" else math.inf


class Problem:
    """Residuals of a model against a measurement, and their Jacobian.

    near: unknowns from which they may stray by `WIDE`, or None.
    """

    def __init__(self, task: Task, measurement: Measurement, near: Numbers | None) -> None:
        self._model, self._measurement, self._near = task.model, measurement, near
        self._known = np.isfinite(measurement.values)
        size = sizes(measurement.values, task.model.angles)
        far = np.broadcast_to(FAR * np.maximum(size / measurement.noise, 1.0), self._known.shape)
        self._far = far[self._known]
        count = len(self._far) + 1  # no motion costs more in one row than a motion that lasts does in all
        self._lost = float(self._far.max()) * (math.sqrt(count) if task.loss == "linear" else count)

    def __call__(self, x: Numbers) -> tuple[Numbers, Numbers]:
        """Return the residuals in units of the noise, and their derivatives by the scaled unknowns."""
        found, noise = self._model.predict(x, self._measurement, rough=self._near is not None), self._measurement.noise
        apart = self._model.difference(found.values, self._measurement)
        f = (apart / noise)[self._known]
        f = np.where(np.isnan(f), self._lost, np.clip(f, -self._far, self._far))
        jacobian = np.nan_to_num((found.derivatives / noise[:, None])[self._known], nan=0.0, posinf=0.0, neginf=0.0)
        jacobian[np.abs(f) >= self._far] = 0.0
        if self._near is not None:
            f = np.append(f, (x - self._near) / WIDE)
            jacobian = np.vstack([jacobian, np.eye(len(x)) / WIDE])
        return f, jacobian


def solve(task: Task, starts: int, seed: int, note: Callable[[float], None] = lambda part: None) -> Solution:
    """Return the best of the solutions from several starts; further ones are tried only where that is not good.

    From each start the window grows; where it loses the motion, joined segments give another start, and the window
    grows on from what these have found. note: called with the part that is done.
    """
    random = np.random.default_rng(seed)
    best: Solution | None = None
    for start in range(starts):
        x = np.zeros(len(task.model.free))
        if start and best is not None:  # in turn around the first start and the best that was found
            x = (start % 2 == 0) * best.x + random.normal(0.0, SCATTER, len(x))

        def said(part: float, start: int = start) -> None:
            note((start + part) / starts)

        found = _attempt(task, np.clip(x, task.model.low, task.model.high), said)
        again = best is not None and best.following.followed and abs(found.cost - best.cost) <= SAME_COST * best.cost
        before, best = best, found if best is None else _better(best, found)
        if best.following.followed and (best.deviation < GOOD or again):
            break
        said(1.0)
        if task.model.work > MOST_WORK:
            break
        if before is not None and found.joined and best.following.reach <= NO_FARTHER * before.following.reach:
            break  # joined segments have begun at the data, not at this start: others will see no more
    assert best is not None
    return best


def _attempt(task: Task, x: Numbers, note: Callable[[float], None]) -> Solution:
    """Return the best solution from one start."""
    best = from_here(task, x, lambda part: note(0.4 * part))
    if best.following.followed or task.model.work > MOST_WORK:
        return best
    joined = task.again(x, best.x, lambda part: note(0.4 + 0.3 * part))
    if joined is None:
        return best
    joined = np.clip(joined, task.model.low, task.model.high)
    best = _better(best, _whole(task, joined))._replace(joined=True)
    if best.following.followed:
        return best
    begun = 0.5 * evaluated(task, joined).following.reach
    again = _whole(task, grown(task, joined, begun, lambda part: note(0.7 + 0.3 * part)))
    return _better(best, again)._replace(joined=True)


def from_here(task: Task, x: Numbers, note: Callable[[float], None] = lambda part: None) -> Solution:
    """Return the solution over windows that grow from unknowns x, and nothing else."""
    return _whole(task, grown(task, x, 0.0, note))


def _better(one: Solution, other: Solution) -> Solution:
    """Return the better one of two solutions: the one that follows, or follows for longer, or is nearer."""
    if one.following.followed and other.following.followed:
        return one if one.cost <= other.cost else other
    ranks = [(each.following.followed, each.following.reach, -each.cost) for each in (one, other)]
    return one if ranks[0] >= ranks[1] else other


def _whole(task: Task, x: Numbers) -> Solution:
    """Return the solution over all that was measured from unknowns x, or x itself where that follows for longer."""
    return _better(refine(task, x), evaluated(task, x))


def refine(task: Task, x: Numbers) -> Solution:
    """Return the solution over the whole measurement that is found from unknowns x."""
    return evaluated(task, _minimum(task, task.measurement, x, last=True))


def evaluated(task: Task, x: Numbers) -> Solution:
    """Return unknowns x as a solution over the whole measurement."""
    rows = task.measurement
    f, _ = Problem(task, rows, None)(x)
    apart = lost_as_inf(task.model.difference(task.model.predict(x, rows).values, rows), rows)
    return Solution(x, cost_of(f, task.turning), robust_deviation(f), following(rows.t, apart, task.limit))


class GrownWindow(NamedTuple):
    """Unknowns x of a window that ends at `end` [s].

    follows: whether its motion is followed. seen: until when [s] the motion beyond it is predicted.
    """

    x: Numbers
    end: float
    follows: bool
    seen: float


def grown(task: Task, x: Numbers, begun: float, note: Callable[[float], None]) -> Numbers:
    """Return unknowns from x over windows that grow, each by as far as the motion is predicted by the one before.

    begun: the end [s] of the first window at least. A window that loses the motion is tried again with less added, and
    what follows for longest is kept.
    """
    rows, unknowns = task.model.longest(task.measurement)
    last = float(rows.t[-1])
    here = kept = _window(task, x, min(max(first_window(rows, unknowns), begun), last))
    misses = 0 if here.follows else 1
    while here.end < last and misses <= MISSES:
        aim = min(max(here.seen, LEAST_GROWTH * here.end), MOST_GROWTH * here.end, last)
        there = _window(task, here.x, aim)
        for _ in range(BACK):
            if there.follows or not here.follows:
                break
            aim = 0.5 * (here.end + aim)
            there = _window(task, here.x, aim)
        misses = 0 if there.follows else misses + 1
        here = there
        kept = here if here.follows or not kept.follows else kept
        note(min(here.end / last, 1.0))
    return kept.x


def _window(task: Task, x: Numbers, end: float) -> GrownWindow:
    """Return the solution over the window that ends at a time [s], from unknowns x."""
    model, rows = task.model, task.measurement
    x = _minimum(task, model.until(rows, end), x, last=False)
    ahead = model.until(rows, MOST_GROWTH * end)
    apart = lost_as_inf(model.difference(model.predict(x, ahead).values, ahead), ahead)
    size = SEEN * sizes(rows.values, model.angles)
    sight = task.limit._replace(near=np.maximum(task.limit.near, size), overall=np.full(len(size), np.inf))
    follows, seen = True, math.inf
    for at, t in model.spans(ahead):
        within = t <= end
        follows &= following(t[within], apart[at][within], task.limit).followed
        seen = min(seen, following(t, apart[at], sight).reach)
    return GrownWindow(x, end, follows, seen)


def first_window(measurement: Measurement, unknowns: int) -> float:
    """Return the end [s] of the first window, which has twice as many values as there are unknowns."""
    known = np.isfinite(measurement.values).sum(axis=1).cumsum()
    enough = measurement.t[min(int(np.searchsorted(known, 2 * unknowns)), len(measurement.t) - 1)]
    return max(FIRST_WINDOW, float(enough))


def robust_deviation(f: Numbers) -> float:
    """Return the standard deviation of residuals, by the median of their magnitudes."""
    return float(np.median(np.abs(f)) / MIDDLE)


def _minimum(task: Task, measurement: Measurement, x: Numbers, last: bool) -> Numbers:
    """Return the minimum near x, over a window or, `last`, over all."""
    problem, model = Problem(task, measurement, None if last else x), task.model
    x = np.clip(x, model.low, model.high)
    turning = task.turning
    if math.isfinite(turning) and not last:
        turning *= max(robust_deviation(problem(x)[0]), 1.0)
    bounds = model.low, model.high
    trials = LAST_TRIALS if last and model.work <= MOST_WORK else MOST_TRIALS
    return minimum(problem, x, bounds, turning, FINE if last else ROUGH, trials)
