"""States of copies of a system at given times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.batch.copies import LaneBatch, never
from physics.compiled import native
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.errors import BadInput, Cancelled

MICROSECONDS = 1_000_000
"""Times are taken to this part of a second, so that the times of all ticks are exact."""
SIDE_BY_SIDE = 8
"""Parts of a motion at equal intervals that are computed one after another, each of all parts side by side."""
MAX_PARTS = 1000
"""Greatest number of ticks into which an interval is divided at once, for the same reason."""


def states_at(
    systems: Sequence[System],
    method: Integrator,
    dt: float,
    times: NDArray[np.float64],
    settings: Mapping[str, Any] | None = None,
    stopped: Callable[[], bool] = never,
) -> NDArray[np.float64]:
    """Return the states (n, rows, dim) of copies, each from its own start at 0 s, at times (rows,) [s].

    systems: of one class and one number of variables, each with its own parameters. times: not falling, not negative,
    rounded to microseconds; the interval between two of them is divided into equal steps of at most dt. All copies run
    side by side. A copy that fails is NaN from there on. Raises Cancelled where `stopped` returns True, BadInput
    where there is no machine code for the system.
    """
    starts = np.array([system.start() for system in systems])
    constants = np.array([system.p for system in systems])
    try:
        copies = LaneBatch(systems[0], method, dt, starts, settings, constants=constants)
    except native.Unavailable as error:
        raise BadInput(
            f"{systems[0].name} with {method.name}: needs machine code, and there is none: {error}"
        ) from None
    marks = np.round(np.asarray(times) * MICROSECONDS).astype(np.int64)
    found = np.empty((len(systems), len(marks), starts.shape[1]))
    for row, (before, mark) in enumerate(pairwise([0, *marks.tolist()])):
        if stopped():
            raise Cancelled
        for ticks, step in _steps(mark - before, dt):
            copies.dt = step
            copies.advance(ticks, threads=False)
        found[:, row] = copies.states
    return found


def dense_states(
    system: System,
    method: Integrator,
    dt: float,
    step: float,
    count: int,
    settings: Mapping[str, Any] | None = None,
    stopped: Callable[[], bool] = never,
) -> NDArray[np.float64] | None:
    """Return the states (count, dim) of a motion at equal intervals of `step` [s], a whole number of microseconds.

    They are those of `states_at` but for rounding, faster: the motion between every eighth and the next ones is
    computed side by side. None where an event happens there.
    """
    nodes, tick = -(-count // SIDE_BY_SIDE), step / (ticks := int(np.ceil(step / dt - 1e-9)))
    (coarse,) = states_at([system], method, tick, SIDE_BY_SIDE * step * np.arange(float(nodes)), settings, stopped)
    copies = LaneBatch(system, method, tick, coarse, settings)
    found = np.empty((nodes, SIDE_BY_SIDE, coarse.shape[1]))
    found[:, 0] = coarse
    for place in range(1, SIDE_BY_SIDE):
        copies.advance(ticks, threads=False, stopped=stopped)
        if stopped():
            raise Cancelled
        found[:, place] = copies.states
    copies.advance(ticks, threads=False)
    if system.events and copies.event_counts.any():
        return None
    return found.reshape(-1, coarse.shape[1])[:count]


def between(values: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values (n, columns) between those at whole numbers 0 to n - 1, by cubics through four of them.

    places (rows,): where they are wanted. n must be at least 4.
    """
    first = np.clip(places.astype(np.intp), 1, len(values) - 3)
    s = (places - first)[:, None]
    return np.asarray(
        values[first - 1] * (s * (s - 1.0) * (2.0 - s) / 6.0)
        + values[first] * ((s + 1.0) * (s - 1.0) * (s - 2.0) / 2.0)
        + values[first + 1] * ((s + 1.0) * s * (2.0 - s) / 2.0)
        + values[first + 2] * ((s + 1.0) * s * (s - 1.0) / 6.0)
    )


@lru_cache(1024)
def _steps(interval: int, dt: float) -> tuple[tuple[int, float], ...]:
    """Return numbers of ticks with their length [s] for an interval [µs]."""
    count = int(np.ceil(interval / MICROSECONDS / dt - 1e-9)) if interval else 0
    parts = -(-count // MAX_PARTS)
    edges = np.linspace(0, interval, parts + 1).astype(np.int64)
    ticks = -(-count // parts) if parts else 0
    return tuple((ticks, length / MICROSECONDS / ticks) for length in np.diff(edges).tolist())
