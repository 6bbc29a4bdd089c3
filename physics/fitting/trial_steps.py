"""Longer steps for the many motions that a fit of a long recording tries, as long as its noise allows.

A motion of 1000 s by steps of 1 ms takes a million of them, and a fit tries hundreds of motions. How far longer steps
lead astray is seen by a run with each: where the differences e of all values that are fitted, in units of their noise,
have Σ e² ≤ 1, no unknown, nor any combination, is displaced by more than its standard error, (JᵀJ)⁻¹ Jᵀe being at most
that long. What is left of it is taken away afterwards: the motion that was found is computed with the steps that were
asked for, the data are moved by the difference, and fitted once more (`thinning.averaged`).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from physics.batch.copies import never
from physics.core.system import System
from physics.fitting import observables
from physics.fitting.residuals import Measurement, Method, Numbers, less
from physics.fitting.sampling import states_at
from physics.fitting.solver import Solution, Task, refine, solve

MANY_STEPS = 50_000
"""Steps of a motion up to which it is not worth while."""
TIMES = (2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0)
"""Lengths that are tried, in steps."""
ASTRAY = 1.0
"""Greatest root of the sum of squares of what longer steps change, in units of the noise."""


def trial_step(system: System, rows: Measurement, method: Method, stopped: Callable[[], bool] = never) -> float:
    """Return the greatest step [s] that is good enough to try motions near that of a system, 0 for that of the method.

    Methods that choose their steps keep them. What a longer step makes of an event is seen as all else is.
    """
    choosing = method.integrator.kind == "adaptive" or math.isinf(method.integrator.order)
    if choosing or float(rows.t[-1]) <= MANY_STEPS * method.dt:
        return 0.0
    kinds = observables.chosen(system, rows.columns)
    angles = tuple(kind.angle for kind in kinds)

    def motion(step: float) -> Numbers:
        states = states_at([system], method.integrator, step, rows.t, method.settings, stopped)
        return np.asarray(observables.values([system], states, rows.columns)[0])

    exact, found = motion(method.dt), 0.0
    known = np.isfinite(rows.values)
    for times in TIMES:
        with np.errstate(over="ignore", invalid="ignore"):  # of a motion that runs away
            apart = (less(motion(times * method.dt), exact, angles) / rows.noise)[known]
            good = float(np.sum(apart * apart)) <= ASTRAY**2
        if not good:
            break
        found = times * method.dt
    return found


def with_steps_of_its_own(task: Task, best: Solution, starts: int, seed: int) -> Solution:
    """Return the solution with steps that are short enough for the motion that was found, not only for its start."""
    model = task.model
    if not model.method.trial:
        return best
    step = trial_step(model.system(best.x), task.measurement, model.method, model.stopped)
    if step >= model.method.trial:
        return best
    model.method = model.method._replace(trial=step)
    return refine(task, best.x) if best.following.followed else solve(task, starts, seed)
