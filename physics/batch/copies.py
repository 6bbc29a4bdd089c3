"""Copies of a system that advance together in machine code, on all cores."""

from __future__ import annotations

import itertools
import math
import os
from array import array
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from physics.batch.batch_watch import BatchWatch
from physics.batch.blocks import States, aligned, flat, in_blocks, in_rows
from physics.compiled import native
from physics.compiled.call_pace import CallPace
from physics.compiled.native import CompiledRun, CompileKey
from physics.core import events as happenings
from physics.core.driver_arguments import DriverArguments
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.core.ticks import Checked
from physics.core.units import check_number, seconds, shown
from physics.core.variable_groups import ungrouped
from physics.errors import BadInput, unknown
from physics.types import Floats, Occurrence

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

LANES = 32
"""Copies side by side in a block: enough to fill vector registers, few enough for the processor's cache."""
SLICES_PER_CORE = 8
"""Slices of blocks per core when copies take different times, so that no core is idle."""
NO_ENERGY_CHECK = -1.0
MAX_DENOMINATOR = 10**9
"""Greatest denominator of the times of ticks [1/s]."""


@cache
def pool() -> ThreadPoolExecutor:
    """Return the shared pool, with one thread for each core."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(cores(), thread_name_prefix="copies")


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shape_for(system: System, method: Integrator) -> CompileKey:
    """Return the key of the machine code for copies of a system with a method."""
    return native.shape(system, method, LANES if method.side_by_side and not system.events else 1)


def wait_for_code(system: System, method: Integrator, pause: Callable[[], None]) -> None:
    """Wait until another thread has made the machine code for copies, or has found that there is none.

    pause: called while it waits, such as a short sleep; what it raises ends the waiting.
    """
    shape = shape_for(system, method)
    native.background.ask(shape)
    while not (native.is_compiled(shape) or native.compile_error(shape)):
        pause()


def never() -> bool:
    """Return False: nothing stops a run."""
    return False


class LaneBatch:
    """Independent copies of one system with one integrator, each from its own state.

    states: (n, dim), the initial states, at `time` [s]. constants: (n, len(p)), the numbers p of each, such as those of
    machines with different parameters (default: those of the system). events: number of events kept of each copy.

    A copy whose numbers are not finite is nan afterwards, and so is one of a system with events when its equations
    no longer hold; nothing else is checked. Raises native.Unavailable if there is no machine code, BadInput for invalid
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
        constants: States | None = None,
        events: int = 0,
    ) -> None:
        self.count = len(states)
        self._system, self._method = system, method
        self._dt, self._tick, self._pace = dt, 0, CallPace()
        self._pair: CompiledRun = native.compiled_run(shape_for(system, method))
        self._settings: Floats = memoryview(array("d", method.checked_settings(settings).values()))
        self._count, self._unit = Fraction(time).limit_denominator(MAX_DENOMINATOR).as_integer_ratio()
        self._alone: tuple[DriverArguments, Floats, object] | None = None
        """Arguments of a call for all blocks, its log, and the buffers that they name."""
        lanes, dim = self._pair.shape.lanes, len(system.variables)
        blocks = -(-self.count // lanes)
        self._y = in_blocks(states, lanes)
        self._memory = np.zeros((blocks, happenings.memory_size(system, method) * lanes))
        self._logs = np.tile(np.array(happenings.empty_log(dim, events)), (blocks, 1))
        self._parts = self._shared_out(blocks)
        if constants is None:
            self.take_constants(system)
        else:
            self._p = in_blocks(constants, lanes)

    def _shared_out(self, blocks: int) -> list[slice]:
        """Return slices of blocks for the cores: several per core if copies take different times."""
        stretches = cores() * (SLICES_PER_CORE if self._pair.shape.lanes == 1 else 1)
        edges = np.linspace(0, blocks, min(stretches, blocks) + 1).astype(int)
        return [slice(int(a), int(b)) for a, b in itertools.pairwise(edges)]

    def take_constants(self, system: System) -> None:
        """Replace the constants of all copies by those of a system of the same class."""
        self._p = aligned(len(system.p) * self._pair.shape.lanes)
        self._p[:] = np.repeat(np.array(system.p, float), self._pair.shape.lanes)
        self._memory[:] = 0.0
        self._alone = None

    def place(self, states: States) -> None:
        """Replace the states of all copies, (n, dim), as they are now; what was kept of their past is forgotten."""
        self._y[:] = in_blocks(states, self._pair.shape.lanes)
        self._memory[:] = 0.0
        self._logs[:, happenings.COUNT] = 0.0

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
        """The states of all copies, (n, dim), copied."""
        states = in_rows(self._y, self.count)
        if self._pair.shape.lanes == 1:
            states[np.isnan(self._logs[:, happenings.END])] = np.nan
        return states

    def column(self, index: int) -> NDArray[np.float64]:
        """Return one variable of all copies, (n,), copied."""
        return np.array(self._y[:, index].reshape(-1)[: self.count])

    @property
    def lanes(self) -> int:
        """Copies side by side in a block."""
        return self._pair.shape.lanes

    @property
    def failed(self) -> NDArray[np.bool_]:
        """Whether a copy of a system with events cannot go on, or one of any system that is stepped alone, (n,)."""
        return np.isnan(self._logs[:, happenings.END]) if self.lanes == 1 else np.zeros(self.count, bool)

    @property
    def ended(self) -> NDArray[np.float64]:
        """The time at which each copy reached its goal event, (n,) [s]: inf while it runs, nan if it failed.

        Only for systems with events.
        """
        return self._logs[:, happenings.END].copy()

    @property
    def event_counts(self) -> NDArray[np.float64]:
        """The number of events of each copy since its start or `place`, (n,); only for systems with events."""
        return self._logs[:, happenings.COUNT].copy()

    def events(self, copy: int) -> list[Occurrence]:
        """Return the kept events of a copy, its first ones."""
        return happenings.occurrences(self._system, flat(self._logs[copy]))

    def first(self, event: str) -> tuple[NDArray[np.float64], States]:
        """Return the time of each copy's first event of this name, (n,) [s], and the state before it, (n, dim).

        nan where there is none among the kept events. Raises BadInput for an unknown name.
        """
        index, dim = self._event(event), self._y.shape[1]
        rows = self._logs[:, happenings.HEAD :].reshape(self.count, -1, happenings.BEFORE + dim)
        kept = np.arange(rows.shape[1]) < self._logs[:, happenings.COUNT, None]
        such = np.pad(kept & (rows[:, :, happenings.EVENT] == index), ((0, 0), (0, 1)), constant_values=True)
        none = np.full((self.count, 1, rows.shape[2]), np.nan)
        found = np.hstack([rows, none])[np.arange(self.count), such.argmax(axis=1)]
        return found[:, happenings.TIME], found[:, happenings.BEFORE :]

    def _event(self, name: str) -> int:
        names = [event.name for event in self._system.events]
        if name not in names:
            raise unknown(f"event of {self._system.name}", name, names)
        return names.index(name)

    def advance(self, ticks: int, threads: bool = True, until: str = "", stopped: Callable[[], bool] = never) -> None:
        """Run `ticks` ticks of dt, on all cores or in this thread alone.

        until: the name of an event; a copy stops at the end of the tick in which it happens. stopped: called between
        calls of machine code; True ends the run early. Raises BadInput for an unknown name.
        """
        if self._system.events:
            self._logs[:, happenings.GOAL] = self._event(until) if until else -1
        while ticks > 0 and not stopped():
            part, began = min(ticks, self._pace.ticks), perf_counter()
            self._advance(part, threads)
            self._pace.took(perf_counter() - began)
            ticks -= part

    def watch(self, ticks: int, by: BatchWatch, left: NDArray[np.bool_], stopped: Callable[[], bool] = never) -> None:
        """Run `ticks` ticks in this thread, as `advance` does, and look at each copy after each of them.

        left (n,): the copies that are still of interest; blocks without any are not moved.
        """
        lanes = self._pair.shape.lanes
        blocks = np.pad(left, (0, len(self._y) * lanes - self.count)).reshape(-1, lanes).any(axis=1)
        while ticks > 0 and not stopped():
            part, began = min(ticks, self._pace.ticks), perf_counter()
            buffers = self._buffers(slice(None))
            arguments = self._pair.arguments(part, self._dt, self._times(), *buffers)
            by.follow(self._pair.driver_address, arguments, np.where(blocks, part, 0))
            self._passed(part)
            self._pace.took(perf_counter() - began)
            ticks -= part

    def _times(self) -> tuple[int, int, int]:
        """Return when the next ticks start, as `CompiledRun.run` takes it."""
        step = _exact(self._dt)
        if self._unit % step.denominator:
            before = Fraction(self._count, self._unit)
            self._unit = math.lcm(before.denominator, step.denominator)
            self._count = before.numerator * (self._unit // before.denominator)
        return self._count, step.numerator * (self._unit // step.denominator), self._unit

    def _passed(self, ticks: int) -> None:
        self._count += ticks * self._times()[1]
        if self._unit > MAX_DENOMINATOR:
            time = Fraction(self._count, self._unit).limit_denominator(MAX_DENOMINATOR)
            self._count, self._unit = time.as_integer_ratio()
        self._tick += ticks

    def _advance(self, ticks: int, threads: bool) -> None:
        """Run ticks of all copies in one call each."""
        times = self._times()
        if threads:
            list(pool().map(lambda part: self._run(part, ticks, times), self._parts))
        else:
            self._run_alone(ticks, times)
        self._passed(ticks)

    def _run(self, part: slice, ticks: int, times: tuple[int, int, int]) -> None:
        self._pair.run(ticks, self._dt, times, *self._buffers(part))

    def _run_alone(self, ticks: int, times: tuple[int, int, int]) -> None:
        """Run ticks of all copies in this thread; the arguments stay, because calls of few ticks are many."""
        if self._alone is None:
            buffers = self._buffers(slice(None))
            self._alone = self._pair.arguments(ticks, self._dt, times, *buffers), buffers[6], buffers
        arguments, log, _ = self._alone
        arguments.ticks, arguments.h = ticks, self._dt
        arguments.first, arguments.each, arguments.unit = times
        if self._system.events:
            arguments.before = self._tick
        self._pair.run_ticks(arguments, log)

    def _buffers(self, part: slice) -> tuple[Floats, Floats, Floats, Floats, int, Floats, Floats, bool, Checked | None]:
        """Return what `CompiledRun.run` takes beside the ticks, for blocks of copies."""
        y, own, system = self._y[part], self._p.ndim > 1, self._system
        checked = None
        if system.events:
            checked = flat(np.zeros(y.shape[1])), self._tick, 0, 0.0, NO_ENERGY_CHECK
        return (
            flat(y), flat(self._p[part] if own else self._p), self._settings,
            native.workspace(system, self._method, self._pair.shape.lanes), len(y), flat(self._memory[part]),
            flat(self._logs[part]), own, checked,
        )  # fmt: skip


@cache
def _exact(dt: float) -> Fraction:
    """Return a step as a fraction [s]."""
    return seconds(dt).limit_denominator(MAX_DENOMINATOR)


def checked_spread(system: System, given: Mapping[str, object]) -> dict[str, float]:
    """Return half widths by variable or alias, from numbers or text with a unit; raises BadInput.

    A group of variables may have one half width for all, or one for each (`physics/core/variable_groups.py`); an alias
    of the same name goes before it.
    """
    if not isinstance(given, Mapping):
        raise BadInput(f"spread = {shown(given)}: must give half widths by the names of variables")
    aliases = {variable.name for variable in system.aliases}
    groups = {name: members for name, members in system.groups.items() if name not in aliases}
    spread = {}
    for name, value in ungrouped(given, groups).items():
        variable = system.start_variable(name)
        spread[name] = check_number(f"spread {name}", value, variable.unit, 0.0, variable.high)
    return spread


def spread_over(
    start: Sequence[float], system: System, spread: Mapping[str, float], count: int, seed: int = 0
) -> tuple[States, NDArray[np.float64]]:
    """Return states (count, dim) about `start`, and the offset (count,) of each as a part of the spread, -1 to 1.

    spread: half width for each variable or alias by its name. The copies are evenly spaced in the first one and random
    in all others; the offset is that in the first. Raises BadInput for an unknown name.
    """
    moved = np.linspace(-1.0, 1.0, count)[:, None] if count > 1 else np.zeros((count, 1))
    if len(spread) > 1:
        others = np.random.default_rng(seed).uniform(-1.0, 1.0, (count, len(spread) - 1))
        moved = np.hstack([moved, others])
    return moved_starts(start, system, spread, moved), moved[:, 0]


def moved_starts(
    start: Sequence[float], system: System, spread: Mapping[str, float], shares: NDArray[np.float64]
) -> States:
    """Return states (count, dim): `start`, moved in each variable of the spread by so many half widths.

    spread: half width for each variable or alias by its name. shares (count, number of these). Raises BadInput for an
    unknown name.
    """
    states = np.tile(np.asarray(start, float), (len(shares), 1))
    aliases = {variable.name for variable in system.aliases}
    for (name, width), moved in zip(spread.items(), shares.T, strict=False):
        if name in aliases:
            states = _moved_by_alias(states, system, name, width * moved)
        else:
            states[:, system.index(name)] += width * moved
    return states


def _moved_by_alias(states: States, system: System, name: str, by: NDArray[np.float64]) -> States:
    names = [variable.name for variable in system.variables]
    out = np.empty_like(states)
    for row, state, shift in zip(out, states, by, strict=True):
        start = dict(zip(names, state.tolist(), strict=True))
        there = system.from_aliases(start, {name: system.to_aliases(start)[name] + shift})
        row[:] = list(there.values())
    return out
