"""Values that sound follows: of a run's states at times apart, and between them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics import System
from physics.core.measure import measured
from physics.types import Floats

Rows = NDArray[np.float64]
Signal = str | Callable[[Any, Floats], float]
"""A value at a state: the name of a variable, an invariant or a quantity of a system, or a function (system, y)."""


def read_signals(system: System, signals: Sequence[Signal], states: Rows) -> Rows:
    """Return the values of signals at states (n, dim), (n, signals); 0 where one has no finite value.

    Raises BadInput for a name that the system does not have.
    """
    found = np.zeros((len(states), len(signals)))
    known = {each.name: each for each in (*system.invariants, *system.quantities)}
    asked = [column for column, signal in enumerate(signals) if isinstance(signal, str) and signal in known]
    if asked:
        found[:, asked] = measured(system, [known[str(signals[column])] for column in asked], states)
    for column, signal in enumerate(signals):
        if column in asked:
            continue
        if isinstance(signal, str):
            found[:, column] = states[:, system.index(signal)]
        else:
            found[:, column] = [_value(signal, system, state) for state in states]
    return np.where(np.isfinite(found), found, 0.0)


def _value(signal: Callable[[Any, Floats], float], system: System, state: Rows) -> float:
    try:
        return float(signal(system, memoryview(array("d", state.tobytes()))))
    except (ArithmeticError, ValueError):
        return 0.0


class StateCurves:
    """Values at times that grow, with what lies between them.

    The values are between two times as straight lines; `smooth` is once differentiable, a cubic whose slope at each
    time is that of the parabola through it and its neighbours; and `path` is the integral of the straight lines. None
    depends on how many values were added at once.
    """

    def __init__(self, columns: int) -> None:
        self.times: Rows = np.empty(0)
        self.values: Rows = np.empty((0, columns))
        self.paths: Rows = np.empty((0, columns))

    def add(self, times: Rows, values: Rows) -> None:
        """Add values (n, columns) at times (n,), all later than those before; others are left out."""
        last = self.times[-1:] if len(self.times) else np.array([-np.inf])
        fresh = times > np.maximum.accumulate(np.concatenate([last, times]))[:-1]
        if not fresh.any():
            return
        before = len(self.times) - 1
        self.times = np.concatenate([self.times, times[fresh]])
        self.values = np.concatenate([self.values, values[fresh]])
        if before < 0:
            before, self.paths = 0, np.zeros((1, values.shape[1]))
        steps = 0.5 * np.diff(self.times[before:])[:, None] * (self.values[before:-1] + self.values[before + 1 :])
        # Added up one after the other, as if each state came alone.
        paths = np.cumsum(np.concatenate([self.paths[before:], steps]), axis=0)
        self.paths = np.concatenate([self.paths, paths[1:]])

    def forget(self, time: float) -> None:
        """Remove what is no longer needed from a time on."""
        keep = max(int(np.searchsorted(self.times, time, "right")) - 2, 0)
        self.times, self.values, self.paths = self.times[keep:], self.values[keep:], self.paths[keep:]

    @property
    def ready(self) -> float:
        """The time up to which nothing changes any more by what is added: the last but one."""
        return float(self.times[-2]) if len(self.times) > 1 else -np.inf

    def value(self, column: int, at: Rows) -> Rows:
        """Return a column at times (n,)."""
        return np.interp(at, self.times, self.values[:, column])

    def path(self, column: int, at: Rows) -> Rows:
        """Return the integral of a column up to times (n,), from the first one ever added."""
        if len(self.times) < 2:
            return np.full(len(at), self.paths[0, column])
        place, part, step = self._places(at)
        low, high = self.values[place, column], self.values[place + 1, column]
        moved: Rows = self.paths[place, column] + step * part * (low + 0.5 * part * (high - low))
        return moved

    def smooth(self, column: int, at: Rows) -> tuple[Rows, Rows]:
        """Return a column at times (n,), and its derivative."""
        if len(self.times) < 2:
            return np.full(len(at), self.values[0, column]), np.zeros(len(at))
        place, s, step = self._places(at)
        slopes = _slopes(self.times, self.values[:, column])
        low, high = self.values[place, column], self.values[place + 1, column]
        first, second = step * slopes[place], step * slopes[place + 1]
        a, b = 2.0 * (low - high) + first + second, 3.0 * (high - low) - 2.0 * first - second
        return low + s * (first + s * (b + s * a)), (first + s * (2.0 * b + 3.0 * s * a)) / step

    def _places(self, at: Rows) -> tuple[NDArray[np.int64], Rows, Rows]:
        """Return of times (n,) the interval, the part of it that has passed, and its length."""
        place = np.clip(np.searchsorted(self.times, at, "right") - 1, 0, len(self.times) - 2)
        step = self.times[place + 1] - self.times[place]
        return place, np.clip((at - self.times[place]) / step, 0.0, 1.0), step


def _slopes(times: Rows, values: Rows) -> Rows:
    """Return the slopes (n,) at the times: of the parabola through three values, at the ends of the straight line."""
    steps = np.diff(times)
    rises = np.diff(values) / steps
    inner = (steps[1:] * rises[:-1] + steps[:-1] * rises[1:]) / (steps[1:] + steps[:-1])
    return np.concatenate([rises[:1], inner, rises[-1:]])
