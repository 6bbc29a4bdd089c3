"""The loop over the ticks of a run, with events, checks and logs: the same source in CPython and as machine code.

`run_ticks` is plain Python on flat buffers, like a kernel; the functions that take an address in machine code have
names by which the compiler replaces them. CPython runs it through `PythonRun`, with functions and buffers in place of
addresses.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from typing import Any, cast

from physics.core.driver_arguments import FIELDS, STEADY_GUARDS, STEADY_ROWS
from physics.core.events import (
    COUNT,
    END,
    ENERGY_CHECK_INTERVAL,
    FAILURE,
    HEAD,
    LIMIT,
    copy_into,
    is_finite,
    is_quiet,
    remember,
    settle_state,
    step_with_events,
    why_failed,
)
from physics.core.integrator import Integrator, Kernel
from physics.core.own_sources import indices_told
from physics.core.scratch import scratch
from physics.core.system import System, watched_value
from physics.types import Floats

RAISED = -4
"""Result of a tick in which CPython raises, beside those of `step_with_events`; machine code goes on with inf or nan
there, which the check of the tick finds."""
EMPTY: Floats = memoryview(array("d"))
Checked = tuple[Floats, int, int, float, float]
"""How each tick is checked (previous, before, last, start, limit): the state before it is kept in `previous`, and a
tick is undone after which numbers are not finite, the equations do not hold, or the energy differs from `start` by more
than `limit` (if that is not negative). `before`: ticks of the run completed earlier; the energy is looked at every few
ticks (`ENERGY_CHECK_INTERVAL`) and after the tick `last` of the run."""
Guard = Callable[[Floats, Floats, float, float], int]
Step = Callable[..., int]
"""How a tick is made: `plain_tick` or `tick_with_events`."""


def run_ticks(given: Any, kernel: Kernel, step: Step) -> int:
    """Run many ticks of several blocks of copies and return how many were completed by every block.

    given: what `physics.core.driver_arguments.FIELDS` lists. The blocks of y, p, memory and log are contiguous. settle,
    if there is one, is called after each step.

    Each block has a log (`physics/core/events.py`), which is full once it has as many events as its limit. A block
    whose log has ended is not advanced, nor is one after it has failed or reached its goal: blocks at their goal count
    as having completed all.

    With a guard (of one block) each tick is checked: `kept` holds the state before the last valid tick, and a tick
    that fails is undone, with `kept` unchanged: both are then the last valid state.
    """
    rate, settle, guard, guards, jump = given.rate, given.settle, given.guard, given.guards, given.jump
    first, each, unit, ticks, h = given.first, given.each, given.unit, given.ticks, given.h
    lanes, blocks, n, remembered, own = given.lanes, given.blocks, given.n, given.remembered, given.own
    before, last, start, limit, spent = given.before, given.last, given.start, given.limit, given.spent
    settings, work = buffer_at(given.settings, 0, given.count), buffer_at(given.workspace, 0, given.room)
    good = buffer_at(given.kept, 0, n)
    least = ticks
    for block in range(blocks):
        state = buffer_at(given.y, block * n, n)
        constants = buffer_at(given.p, block * own * given.constants, given.constants)
        known = buffer_at(given.memory, block * remembered, remembered)
        book = buffer_at(given.log, block * given.logged, given.logged)
        if book[END] != math.inf:
            continue
        copy_into(known, work)
        done = 0
        for tick in range(ticks):
            noted = book[COUNT]
            if noted >= book[LIMIT]:
                break
            t = (first + tick * each) / unit
            if guard != 0:
                copy_into(state, good)
            number = before + tick + 1
            work[len(work) - 1] = spent
            valid = made_tick(
                step, kernel, rate, settle, guards, jump, t, h, state, constants, settings, work, known, lanes, number,
                book,
            )  # fmt: skip
            if valid < 0:
                book[FAILURE] = valid
            elif guard != 0:
                valid = check_tick(guard, state, constants, start, limit if is_looked_at(number, last) else -1.0)
            if valid <= 0:
                book[END] = math.nan
                if guard != 0:
                    book[COUNT] = noted
                    copy_into(good, state)
                break
            copy_into(work[0:remembered], known)
            done += 1
            if book[END] != math.inf:
                done = ticks
                break
        least = min(least, done)
    return int(least)


def run_steadily(given: Any, rest_of_step: Callable[..., None], survey: Any, settle: Any, energy: Any) -> int:
    """Run the ticks of one copy by an explicit method while nothing happens; return how many were completed.

    It does what `run_ticks` does, but returns before a tick in which an event may happen or which fails, which its log
    does not allow, or before which no guards are remembered. In machine code survey, settle and energy are functions
    that its text is linked with, so that state and guards stay in registers. The slope that the survey at the end of a
    tick has found is the first of the next; at the start only that is used.
    """
    n, h, first, each, unit, guard = length_of(given.n), given.h, given.first, given.each, given.unit, given.guard
    state, good = buffer_at(given.y, 0, n), buffer_at(given.kept, 0, n)
    kept = buffer_at(given.memory, 0, given.remembered)
    p, book = buffer_at(given.p, 0, given.constants), buffer_at(given.log, 0, HEAD)
    y, looked_at, w, most = scratch(n), scratch(n), scratch(STEADY_ROWS * n), STEADY_GUARDS
    seen, past, new = scratch(1 + most), scratch(2 * most + 2), scratch(2 * most + 2)
    checked, remembered = guard != 0 and given.limit >= 0.0, given.remembered
    forgotten = remembered > 0 and kept[remembered - 1] == 0.0
    if forgotten or book[END] != math.inf or book[COUNT] >= book[LIMIT]:
        return 0
    for i in range(n):
        y[i] = state[i]
    end, valid = first / unit, True
    for tick in range(given.ticks + 1):
        t = (first + tick * each) / unit
        m = survey(end, t, y, p, w, seen)
        size = 2 * m + 2 if m > 0 else 0
        if tick == 0:
            for i in range(size):
                past[i] = kept[i]
        else:
            total = 0.0
            for i in range(n):
                total += y[i]
            valid, number = seen[0] > 0.0 and total - total == 0.0, given.before + tick
            if valid and checked and is_looked_at(number, given.last):
                for i in range(n):
                    looked_at[i] = y[i]
                valid = abs(energy(looked_at, p) - given.start) <= given.limit
            valid = valid and (m == 0 or is_quiet(past, seen, h, m, new))
            if valid:
                remember(past, seen, h, m)
        if not valid or tick == given.ticks:
            for i in range(size):
                kept[i] = past[i]
            if not valid:
                return tick - 1
            break
        end = t + h
        for i in range(n):
            state[i] = y[i]
        rest_of_step(0, t, h, y, p, w)
        settle(y, p)
    for i in range(n):
        if guard != 0:
            good[i] = state[i]
        state[i] = y[i]
    return int(given.ticks)


def is_looked_at(number: int, last: int) -> bool:
    """Return whether the energy is looked at after this tick, counted from 1 at the start of the run."""
    return number % ENERGY_CHECK_INTERVAL == 0 or number == last


def plain_tick(
    kernel: Kernel, rate: Any, settle: Any, guards: Any, jump: Any, t: float, h: float, y: Floats, p: Floats, s: Floats,
    w: Floats, memory: Floats, lanes: int, number: int, log: Floats,
) -> int:  # fmt: skip
    """Make a tick without events; return 1, or why it failed."""
    if kernel(rate, t, h, 1, y, p, s, w, lanes) == 0:
        return why_failed(w)
    if settle != 0:
        settle_state(settle, y, p)
    return 1


def tick_with_events(
    kernel: Kernel, rate: Any, settle: Any, guards: Any, jump: Any, t: float, h: float, y: Floats, p: Floats, s: Floats,
    w: Floats, memory: Floats, lanes: int, number: int, log: Floats,
) -> int:  # fmt: skip
    """Make a tick of one copy with its events, which clear the memory; return 1, or why it failed."""
    happened = step_with_events(kernel, rate, settle, guards, jump, t, h, y, p, s, w, memory, number, log)
    if happened > 0:
        for i in range(len(memory)):
            w[i] = 0.0
    return 1 if happened >= 0 else happened


def is_valid(
    energy: Callable[..., float], margin: Callable[..., float], system: Any, y: Floats, p: Floats, start: float,
    limit: float,
) -> int:  # fmt: skip
    """Return 1 if numbers are finite, the margin is positive, and the energy is within `limit` of `start`, else 0.

    With a negative limit the energy is not looked at. system: read for its numbers p alone.
    """
    if not (is_finite(y) and margin(y, p) > 0.0):
        return 0
    if limit < 0.0:
        return 1
    return 1 if abs(energy(system, y) - start) <= limit else 0


# Functions that machine code replaces ---------------------------------------------------------------------


def buffer_at(buffer: Floats, first: int, length: int) -> Floats:
    """Return a part of a buffer; in machine code the buffer is an address."""
    return buffer[first : first + length]


def length_of(n: int) -> int:
    """Return the number of variables; in machine code it is a constant."""
    return n


def check_tick(guard: Guard, y: Floats, p: Floats, start: float, limit: float) -> int:
    """Check the state after a tick (`is_valid`); 0 where CPython raises."""
    try:
        return guard(y, p, start, limit)
    except (ArithmeticError, ValueError):
        return 0


def made_tick(step: Step, *arguments: Any) -> int:
    """Make a tick by `step` and return its result, or RAISED."""
    try:
        return step(*arguments)
    except (ArithmeticError, ValueError):
        return RAISED


# In CPython -----------------------------------------------------------------------------------------------


class _Given:
    """What `run_ticks` is given, with functions and buffers in place of addresses."""

    __slots__ = tuple(name for name, *_ in FIELDS)


class PythonRun:
    """A pair of system and integrator in CPython, which runs one copy as `physics.compiled.native.CompiledRun` does.

    spent: work with which each tick begins, so that it has less left of its budget (`physics/core/work.py`).
    """

    def __init__(self, system: System, method: Integrator) -> None:
        self.system, self.method, self.spent = system, method, 0.0
        self._step = _with_guards(len(system.events)) if system.events else plain_tick
        self._guard = _guard_of(system)
        given = self._given = cast(Any, _Given())
        given.rate, given.settle, given.guards = method.rate_of(type(system)), system.settle, system.guards
        given.jump, given.lanes, given.blocks, given.own = system.jump, 1, 1, 0

    def run(
        self,
        ticks: int,
        dt: float,
        times: tuple[int, int, int],
        y: Floats,
        p: Floats,
        settings: Floats,
        workspace: Floats,
        memory: Floats,
        log: Floats,
        checked: Checked | None = None,
    ) -> int:
        """Run ticks of dt [s] on y in place and return how many were completed."""
        given = self._given
        given.guard = self._guard if checked else 0
        given.first, given.each, given.unit = times
        given.ticks, given.h, given.spent = ticks, dt, self.spent
        given.y, given.n, given.p, given.constants = y, len(y), p, len(p)
        given.settings, given.count, given.workspace, given.room = settings, len(settings), workspace, len(workspace)
        given.memory, given.remembered, given.log, given.logged = memory, len(memory), log, len(log)
        given.kept, given.before, given.last, given.start, given.limit = checked or (EMPTY, 0, 0, 0.0, 0.0)
        with indices_told(self.system):
            return run_ticks(given, self.method.kernel, self._step)


def _guard_of(system: System) -> Guard:
    """Return `is_valid` for a system."""
    energy, margin = watched_value(system), system.margin

    def guard(y: Floats, p: Floats, start: float, limit: float) -> int:
        return is_valid(energy, margin, system, y, p, start, limit)

    return guard


def _with_guards(count: int) -> Step:
    """Return `tick_with_events` for so many guards, also where they cannot be computed."""

    def tick(kernel: Kernel, *rest: Any) -> int:
        w = rest[9]
        w[2] = count
        return tick_with_events(kernel, *rest)

    return tick
