"""Largest Lyapunov exponents of many motions at once, in a finite time.

Each motion has one neighbour, which is brought back to a distance of 1e-8 after every interval: the method of
`physics/studies/lyapunov.py` with one vector and no error bars, for maps. In the first tenth of the time the neighbour
turns into the direction of fastest growth; the exponent is the mean rate of growth in the rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from physics.batch.copies import LaneBatch, never
from physics.studies.lyapunov import DISTANCE, INTERVAL, RESOLUTION, periodic_angles
from physics.studies.map_axes import MapCopies
from physics.studies.sampled_copies import MapRun

TRANSIENT_PART = 0.1
SEED = 0
"""Of the first direction, which is the same for all motions."""
LEAST_INTERVALS = 10

Numbers = NDArray[np.float64]


def growth_rates(copies: MapCopies, run: MapRun, stopped: Callable[[], bool] = never) -> Numbers:
    """Return the exponent of each copy (m,) [1/s], nan where its numbers are not finite."""
    system, method = copies.system, run.method
    ticks = min(max(1, round(INTERVAL / run.dt)), run.ticks // LEAST_INTERVALS)
    count = len(copies.states)
    places = [*system.places("coordinate"), *system.places("velocity")]
    direction = np.random.default_rng(SEED).normal(size=len(places))
    apart = np.tile(direction / np.linalg.norm(direction), (count, 1))
    turned = periodic_angles(system, copies.states[0]) if count else []
    middle = copies.states
    constants = None if copies.constants is None else np.vstack([copies.constants, copies.constants])
    batch = LaneBatch(system, method, run.dt, _placed(middle, apart, places), run.settings, constants=constants)
    total, time = np.zeros(count), 0.0
    transient = max(1, round(TRANSIENT_PART * run.ticks / ticks))
    for interval in range(run.ticks // ticks):
        if stopped():
            break
        batch.advance(ticks, threads=False)
        states = batch.states
        middle, apart = states[:count], (states[count:] - states[:count])[:, places] / DISTANCE
        length = np.linalg.norm(apart, axis=1)
        apart /= np.maximum(length, RESOLUTION)[:, None]
        if interval >= transient:
            total += np.log(np.maximum(length, RESOLUTION))
            time += ticks * run.dt
        middle[:, turned] = np.remainder(middle[:, turned] + math.pi, 2.0 * math.pi) - math.pi
        batch.place(_placed(middle, apart, places))
    return total / time if time else np.full(count, np.nan)


def why_no_growth(run: MapRun) -> str:
    """Return why there are no exponents from such runs, or ""."""
    if run.method.kind == "adaptive":
        return f"integrator = {run.integrator}: Lyapunov exponents need a method of fixed steps, such as rk4"
    if run.ticks < LEAST_INTERVALS:
        return f"seconds = {run.duration:g}: must be {LEAST_INTERVALS} steps of {run.dt:g} s or more for an exponent"
    return ""


def _placed(middle: Numbers, apart: Numbers, places: list[int]) -> Numbers:
    """Return the states of the copies and then of their neighbours, (2 m, dim)."""
    beside = middle.copy()
    beside[:, places] += DISTANCE * apart
    return np.vstack([middle, beside])
