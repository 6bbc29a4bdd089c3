"""Many copies of a system that advance together, in machine code, on all cores."""

from __future__ import annotations

import itertools
import os
from array import array
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics import native
from physics.clock import seconds
from physics.fields import check_number
from physics.integrator import Integrator
from physics.native import Pair, Shape
from physics.system import Floats, System

LANES = 64
"""Copies side by side in a block: enough to fill vector registers, few enough to stay near the processor."""
FINEST = 10**9
"""Parts of a second in which the times of ticks are counted."""

States = NDArray[np.float64]


@cache
def pool() -> ThreadPoolExecutor:
    """One thread for each core."""
    return ThreadPoolExecutor(cores(), thread_name_prefix="copies")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shape_for(system: System, method: Integrator) -> Shape:
    """The machine code that copies of a system need under a method."""
    return native.shape(system, method, LANES if method.side_by_side else 1)


class Copies:
    """n copies of one system under one integrator, each from its own state; every copy moves as if it were alone.

    states: (n, dim), where they start, at `time` [s]. A copy that leaves the numbers is nan from then on; nothing
    else about it is checked. Raises native.Unavailable where there is no machine code, BadInput for settings.
    """

    def __init__(
        self,
        system: System,
        method: Integrator,
        dt: float,
        states: States,
        settings: Mapping[str, Any] | None = None,
        time: float = 0.0,
    ) -> None:
        self.count = len(states)
        self.dt = dt
        self._pair: Pair = native.pair(shape_for(system, method))
        self._settings: Floats = memoryview(array("d", method.checked_settings(settings or {}).values()))
        self._time = Fraction(time).limit_denominator(FINEST)
        lanes, dim = self._pair.shape.lanes, len(system.variables)
        self._room = method.room(dim) * lanes
        blocks = -(-self.count // lanes)
        filled = np.resize(states, (blocks * lanes, dim)) if self.count else np.zeros((0, dim))
        self._y = np.ascontiguousarray(filled.reshape(blocks, lanes, dim).transpose(0, 2, 1))
        self._parts = self._shared_out(blocks)
        self.take_constants(system)

    def _shared_out(self, blocks: int) -> list[slice]:
        """A stretch of blocks for each core."""
        edges = np.linspace(0, blocks, min(cores(), blocks) + 1).astype(int)
        return [slice(int(a), int(b)) for a, b in itertools.pairwise(edges)]

    def take_constants(self, system: System) -> None:
        """Go on with the constants of a system of the same kind."""
        blocks, _, lanes = self._y.shape
        self._p = np.tile(np.repeat(np.array(system.p, float), lanes), (blocks, 1))

    @property
    def states(self) -> States:
        """Where they are, (n, dim), a copy."""
        return np.array(self._y.transpose(0, 2, 1).reshape(-1, self._y.shape[1])[: self.count])

    def advance(self, ticks: int, threads: bool = True) -> None:
        """Run `ticks` ticks of dt, on all cores or in this thread alone."""
        step = seconds(self.dt).limit_denominator(FINEST)
        unit = int(np.lcm(self._time.denominator, step.denominator))
        times = int(self._time * unit), int(step * unit), unit
        if threads:
            list(pool().map(lambda part: self._run(part, ticks, times), self._parts))
        else:
            self._run(slice(None), ticks, times)
        self._time = (self._time + ticks * step).limit_denominator(FINEST)

    def _run(self, part: slice, ticks: int, times: tuple[int, int, int]) -> None:
        y, p, before = self._y[part], self._p[part], None
        if self._pair.shape.lanes == 1:
            before = y.copy()
        if self._call(y, p, ticks, times) == ticks or before is None:
            return
        for alone in range(len(y)):
            y[alone] = before[alone]
            if self._call(y[alone : alone + 1], p[alone : alone + 1], ticks, times) < ticks:
                y[alone] = np.nan

    def _call(self, y: States, p: States, ticks: int, times: tuple[int, int, int]) -> int:
        workspace: Floats = memoryview(array("d", bytes(8 * self._room)))
        return self._pair.run(ticks, self.dt, times, _flat(y), _flat(p), self._settings, workspace, len(y))


def _flat(values: States) -> Floats:
    return memoryview(values.reshape(-1))  # type: ignore[arg-type]  # an array is a buffer of doubles


def checked_spread(system: System, given: Mapping[str, object]) -> dict[str, float]:
    """Half widths by variable, from numbers or text with a unit; raises BadInput."""
    spread = {}
    for name, value in given.items():
        variable = system.variables[system.index(name)]
        spread[name] = check_number(f"spread {name}", value, variable.unit, 0.0, variable.high)
    return spread


def spread_over(
    start: Sequence[float], system: System, spread: Mapping[str, float], count: int, seed: int = 0
) -> tuple[States, NDArray[np.float64]]:
    """States (count, dim) about `start`, and how far each is moved (count,), from -1 to 1.

    spread: half the width for each variable by its name. With one variable the copies are evenly spaced; with
    several each is moved in all of them at random, and the first one's share is given. Raises BadInput for a name.
    """
    places = [system.index(name) for name in spread]
    moved = np.linspace(-1.0, 1.0, count)[:, None] if count > 1 else np.zeros((count, 1))
    if len(places) > 1:
        others = np.random.default_rng(seed).uniform(-1.0, 1.0, (count, len(places) - 1))
        moved = np.hstack([moved, others])
    states = np.tile(np.asarray(start, float), (count, 1))
    states[:, places] += moved[:, : len(places)] * np.array(list(spread.values()))
    return states, moved[:, 0]
