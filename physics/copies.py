"""Many copies of a system that advance together, in machine code, on all cores."""

from __future__ import annotations

import itertools
import math
import os
from array import array
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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
from physics.simulation import Simulation
from physics.system import Floats, System

LANES = 32
"""Copies side by side in a block: enough to fill vector registers, few enough to stay near the processor."""
CACHE_LINE = 64
"""Bytes that the processor fetches together, as many as its largest vectors have."""
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
    return native.shape(system, method, LANES if method.side_by_side and not system.events else 1)


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
        self._dt = dt
        self._pair: Pair = native.pair(shape_for(system, method))
        self._settings: Floats = memoryview(array("d", method.checked_settings(settings or {}).values()))
        self._time = Fraction(time).limit_denominator(FINEST)
        lanes, dim = self._pair.shape.lanes, len(system.variables)
        self._room = method.room(dim) * lanes
        blocks = -(-self.count // lanes)
        filled = np.resize(states, (blocks * lanes, dim)) if self.count else np.zeros((0, dim))
        self._y = aligned(blocks, dim, lanes)
        self._y[:] = filled.reshape(blocks, lanes, dim).transpose(0, 2, 1)
        self._memory = np.zeros((blocks, method.memory(dim) * lanes))
        self._parts = self._shared_out(blocks)
        self.take_constants(system)

    def _shared_out(self, blocks: int) -> list[slice]:
        """A stretch of blocks for each core."""
        edges = np.linspace(0, blocks, min(cores(), blocks) + 1).astype(int)
        return [slice(int(a), int(b)) for a, b in itertools.pairwise(edges)]

    def take_constants(self, system: System) -> None:
        """Go on with the constants of a system of the same kind."""
        self._p = aligned(len(system.p) * self._pair.shape.lanes)
        self._p[:] = np.repeat(np.array(system.p, float), self._pair.shape.lanes)
        self._memory[:] = 0.0

    @property
    def dt(self) -> float:
        """The step [s]."""
        return self._dt

    @dt.setter
    def dt(self, dt: float) -> None:
        if dt != self._dt:
            self._dt = dt
            self._memory[:] = 0.0

    @property
    def states(self) -> States:
        """Where they are, (n, dim), a copy."""
        return np.array(self._y.transpose(0, 2, 1).reshape(-1, self._y.shape[1])[: self.count])

    def advance(self, ticks: int, threads: bool = True) -> None:
        """Run `ticks` ticks of dt, on all cores or in this thread alone."""
        step = seconds(self._dt).limit_denominator(FINEST)
        unit = int(np.lcm(self._time.denominator, step.denominator))
        times = int(self._time * unit), int(step * unit), unit
        if threads:
            list(pool().map(lambda part: self._run(part, ticks, times), self._parts))
        else:
            self._run(slice(None), ticks, times)
        self._time = (self._time + ticks * step).limit_denominator(FINEST)

    def _run(self, part: slice, ticks: int, times: tuple[int, int, int]) -> None:
        y, memory, before = self._y[part], self._memory[part], None
        if self._pair.shape.lanes == 1:
            before = y.copy(), memory.copy()
        if self._call(y, memory, ticks, times) == ticks or before is None:
            return
        for i in range(len(y)):
            alone = slice(i, i + 1)
            y[i], memory[i] = before[0][i], before[1][i]
            if self._call(y[alone], memory[alone], ticks, times) < ticks:
                y[i], memory[i] = np.nan, 0.0

    def _call(self, y: States, memory: States, ticks: int, times: tuple[int, int, int]) -> int:
        workspace, p = _flat(aligned(self._room)), _flat(self._p)
        return self._pair.run(ticks, self._dt, times, _flat(y), p, self._settings, workspace, len(y), _flat(memory))


def aligned(*shape: int) -> States:
    """Zeros that begin with a line of the processor's cache: vectors that cross lines cost a tenth of a step."""
    count = math.prod(shape)
    room = np.zeros(count + CACHE_LINE // 8)
    first = -room.ctypes.data % CACHE_LINE // 8
    return room[first : first + count].reshape(shape)


def _flat(values: States) -> Floats:
    return memoryview(values.reshape(-1))  # type: ignore[arg-type]  # an array is a buffer of doubles


class Separate:
    """What `Copies` does for a system with events: each copy is a run of its own, whose events happen in their time.

    A copy that diverges is nan from then on. Where there is no machine code they run in CPython. Raises BadInput for
    settings.
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
        self.runs = [Simulation(system, method.name, dt, settings) for _ in states]
        begin = Fraction(time).limit_denominator(FINEST)
        for run, state in zip(self.runs, states, strict=True):
            run.place(state, begin)
        with suppress(native.Unavailable):
            native.pair(shape_for(system, method))
            for run in self.runs:
                run.compile()
        self._dt = dt

    def take_constants(self, system: System) -> None:
        """Go on with the constants of a system of the same kind."""
        for run in self._alive():
            run.take(system)

    @property
    def dt(self) -> float:
        """The step [s]."""
        return self._dt

    @dt.setter
    def dt(self, dt: float) -> None:
        if dt != self._dt:
            self._dt = dt
            for run in self._alive():
                run.set_dt(dt)

    def _alive(self) -> list[Simulation]:
        return [run for run in self.runs if run.divergence is None]

    @property
    def states(self) -> States:
        """Where they are, (n, dim), a copy."""
        return np.array([np.full(len(run.y), np.nan) if run.divergence else run.y for run in self.runs])

    def advance(self, ticks: int, threads: bool = True) -> None:
        """Run `ticks` ticks of dt, on all cores or in this thread alone."""

        def some(runs: Sequence[Simulation]) -> None:
            for run in runs:
                run.advance(ticks)

        if threads:
            list(pool().map(some, [self.runs[core :: cores()] for core in range(cores())]))
        else:
            some(self.runs)


def copies_of(
    system: System,
    method: Integrator,
    dt: float,
    states: States,
    settings: Mapping[str, Any] | None = None,
    time: float = 0.0,
) -> Copies | Separate:
    """Copies that start at the states (n, dim) at `time` [s]; raises like the classes."""
    kind = Separate if system.events else Copies
    return kind(system, method, dt, states, settings, time)


def checked_spread(system: System, given: Mapping[str, object]) -> dict[str, float]:
    """Half widths by variable or alias, from numbers or text with a unit; raises BadInput."""
    spread = {}
    for name, value in given.items():
        variable = system.start_variable(name)
        spread[name] = check_number(f"spread {name}", value, variable.unit, 0.0, variable.high)
    return spread


def spread_over(
    start: Sequence[float], system: System, spread: Mapping[str, float], count: int, seed: int = 0
) -> tuple[States, NDArray[np.float64]]:
    """States (count, dim) about `start`, and how far each is moved (count,), from -1 to 1.

    spread: half the width for each variable or alias by its name. With one of them the copies are evenly spaced; with
    several each is moved in all of them at random, and the first one's share is given. Raises BadInput for a name.
    """
    moved = np.linspace(-1.0, 1.0, count)[:, None] if count > 1 else np.zeros((count, 1))
    if len(spread) > 1:
        others = np.random.default_rng(seed).uniform(-1.0, 1.0, (count, len(spread) - 1))
        moved = np.hstack([moved, others])
    states = np.tile(np.asarray(start, float), (count, 1))
    aliases = {variable.name for variable in system.aliases}
    for (name, width), shares in zip(spread.items(), moved.T, strict=False):
        if name in aliases:
            states = _moved_by_alias(states, system, name, width * shares)
        else:
            states[:, system.index(name)] += width * shares
    return states, moved[:, 0]


def _moved_by_alias(states: States, system: System, name: str, by: NDArray[np.float64]) -> States:
    names = [variable.name for variable in system.variables]
    out = np.empty_like(states)
    for row, state, shift in zip(out, states, by, strict=True):
        start = dict(zip(names, state.tolist(), strict=True))
        there = system.from_aliases(start, {name: system.to_aliases(start)[name] + shift})
        row[:] = list(there.values())
    return out
