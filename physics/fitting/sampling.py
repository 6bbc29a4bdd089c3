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


@lru_cache(1024)
def _steps(interval: int, dt: float) -> tuple[tuple[int, float], ...]:
    """Return numbers of ticks with their length [s] for an interval [µs]."""
    count = int(np.ceil(interval / MICROSECONDS / dt - 1e-9)) if interval else 0
    parts = -(-count // MAX_PARTS)
    edges = np.linspace(0, interval, parts + 1).astype(np.int64)
    ticks = -(-count // parts) if parts else 0
    return tuple((ticks, length / MICROSECONDS / ticks) for length in np.diff(edges).tolist())
