"""Where a motion changes its kind within a step: found, and gone through.

A system's `guards` are positive while nothing happens. Where one of them is no longer positive at the end of a step,
shorter steps of the same method from the same start find the place, as exactly as the method itself; `jump` is
applied there, and the rest of the step goes on from it.

`step_with_events` is plain Python on flat buffers, like a kernel: what it calls, it calls by names that machine code
replaces.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable

from physics.core.integrator import Integrator, Kernel, Rate
from physics.core.system import System
from physics.types import Floats, Occurrence

MAX_EVENTS = 100
"""Events within one step, after which they are taken for a chatter without end."""
FAILED, TOO_MANY_EVENTS = -1, -2
"""Returned by `step_with_events` where the method could not make a step, and where events follow without end."""
ENERGY_EVERY = 8
"""Ticks between two looks at the energy: it runs away over many, and looking costs a tenth of a step."""
CLOSE = 1e-15
"""Two places within a step, in steps, that are the same to rounding."""
NEAR = 1e-6
"""A guard that is 0 and, so close by, in steps, positive is 0 at the event, and not all along."""
FREE = 8.0
"""Half as much with every trial is the longest stretch, in steps, that may be left behind it: none needs many more
trials than halving alone."""

COUNT, LIMIT, GOAL, END, HEAD = 0, 1, 2, 3, 4
"""A log begins with the number of its events, how many of them stop a run, which event a run is to end with (-1: none),
and when it ended [s]: inf while it goes on, nan where it failed. Behind this head of 4 numbers come the rows."""
TICK, TIME, EVENT, BEFORE = 0, 1, 2, 3
"""A row of it: the tick in which it was, the first being 1, time [s], which event, and the state just before it (n)."""

Guards = Callable[[float, Floats, Floats], tuple[float, ...]]
Jump = Callable[[int, float, Floats, Floats], None]
Settle = Callable[[Floats, Floats], None]


# The log --------------------------------------------------------------------------------------------------


def logs(n: int, rows: int = 0, limit: float = math.inf) -> array[float]:
    """An empty log for states of n numbers, which keeps the first `rows` events."""
    return array("d", [0.0, limit, -1.0, math.inf]) + array("d", bytes(8 * rows * (BEFORE + n)))


def occurrences(system: System, log: Floats) -> list[Occurrence]:
    """What stands in a log."""
    width = BEFORE + len(system.variables)
    found = []
    for place in range(HEAD, min(len(log), HEAD + int(log[COUNT]) * width), width):
        row = log[place : place + width].tolist()
        event = system.events[int(row[EVENT])]
        found.append(Occurrence(int(row[TICK]), row[TIME], event.name, event.meaning, tuple(row[BEFORE:])))
    return found


def _note(log: Floats, number: int, time: float, event: int, y: Floats) -> None:
    """Write a row, if there is room for it, and when the run ended, if it is to end with this event."""
    place = HEAD + int(log[COUNT]) * (BEFORE + len(y))
    log[COUNT] += 1.0
    if log[GOAL] == event and log[END] == math.inf:
        log[END] = time
    if place + BEFORE + len(y) > len(log):
        return
    log[place + TICK], log[place + TIME], log[place + EVENT] = number, time, event
    for q in range(len(y)):
        log[place + BEFORE + q] = y[q]


# What machine code replaces by calls through addresses ----------------------------------------------------


def least_guard(guards: Guards, t: float, y: Floats, p: Floats, seen: Floats) -> None:
    """Write into seen (2,) the least guard, and which event's it is; nan where CPython raises."""
    try:
        argmin_nan(guards(t, y, p), seen)
    except (ArithmeticError, ValueError):
        seen[0], seen[1] = math.nan, 0.0


def apply_jump(jump: Jump, event: int, t: float, y: Floats, p: Floats) -> None:
    """Have an event done to y; nan where CPython raises."""
    try:
        jump(event, t, y, p)
    except (ArithmeticError, ValueError):
        y[0] = math.nan


def put_in_order(settle: Settle, y: Floats, p: Floats) -> None:
    """Settle a state after a step; nan where CPython raises."""
    try:
        settle(y, p)
    except (ArithmeticError, ValueError):
        y[0] = math.nan


def argmin_nan(values: tuple[float, ...], seen: Floats) -> None:
    """The least of some numbers and its place, into seen (2,): the first of several, and of those that are nan."""
    seen[0], seen[1] = values[0], 0.0
    place = 0.0
    for value in values:
        if value < seen[0] or (value != value and seen[0] == seen[0]):
            seen[0], seen[1] = value, place
        place += 1.0


# Going through --------------------------------------------------------------------------------------------


def step_with_events_python(
    system: type[System], method: Integrator, t: float, h: float, y: Floats, p: Floats, s: Floats, w: Floats,
    memory: Floats, number: int, log: Floats,
) -> int:  # fmt: skip
    """One step of h from t in CPython; returns how many events were in it, or FAILED, or CHATTER.

    p, s, w: as for a kernel, with `workspace_size` more at the end of w for a system with events; memory: that of the
    method at t. The memory behind the step is at the beginning of w then, but for a step with events, which leaves
    none.
    """
    rate = method.rate_of(system)
    if system.events:
        functions = system.settle, system.guards, system.jump
        return step_with_events(method.kernel, rate, *functions, t, h, y, p, s, w, memory, number, log)
    w[: len(memory)] = memory
    if not method.kernel(rate, t, h, 1, y, p, s, w, 1):
        return FAILED
    system.settle(y, p)
    return 0


def workspace_size(n: int) -> int:
    """Numbers of workspace that `step_with_events` needs beside the kernel's."""
    return 2 * n + 2


def step_with_events(
    kernel: Kernel, rate: Rate, settle: Settle, guards: Guards, jump: Jump, t: float, h: float, y: Floats, p: Floats,
    s: Floats, w: Floats, memory: Floats, number: int, log: Floats,
) -> int:  # fmt: skip
    """One step of h from t with the events in it, as `step_with_events_python` says, logged for tick `number`.

    A state that is not finite is left as it is, for whoever looks at the end of the step.
    """
    n = len(y)
    free = w[len(w) - workspace_size(n) :]
    start, seen = free[0:n], free[2 * n : 2 * n + 2]
    passed, happened = 0.0, 0
    while h - passed > CLOSE * h:
        _copy(y, start)
        if not _step(kernel, rate, settle, t + passed, h - passed, y, p, s, w, memory, happened > 0):
            return FAILED
        least_guard(guards, t + h, y, p, seen)
        if seen[0] > 0.0:
            break
        if happened == MAX_EVENTS:
            return TOO_MANY_EVENTS
        passed += _place(kernel, rate, settle, guards, t + passed, h - passed, y, p, s, w, memory, happened > 0, free)
        if not _finite(y):
            break
        event = int(seen[1])
        _note(log, number, t + passed, event, y)
        apply_jump(jump, event, t + passed, y, p)
        happened += 1
    return happened


def _step(
    kernel: Kernel, rate: Rate, settle: Settle, t: float, h: float, y: Floats, p: Floats, s: Floats, w: Floats,
    memory: Floats, afresh: bool,
) -> bool:  # fmt: skip
    """One step of the method, from what it remembers or afresh, behind a jump; False where it fails."""
    for q in range(len(memory)):
        w[q] = 0.0 if afresh else memory[q]
    if kernel(rate, t, h, 1, y, p, s, w, 1) == 0:
        return False
    put_in_order(settle, y, p)
    return True


def _place(
    kernel: Kernel, rate: Rate, settle: Settle, guards: Guards, t: float, h: float, y: Floats, p: Floats, s: Floats,
    w: Floats, memory: Floats, afresh: bool, free: Floats,
) -> float:  # fmt: skip
    """How far from t the first event is; y, which has passed it at t + h, is put just behind it.

    free: the state at t, room for another, and the least guard at t + h with its event, of which those just behind
    the event are left. A step of length 0 has not moved. T. R. Chandrupatla, Adv. Eng. Software 28 (1997), 145, with
    the bound of I. F. D. Oliveira and R. H. C. Takahashi, ACM Trans. Math. Softw. 47 (2021), 5, on what is left.
    """
    n = len(y)
    start, behind, seen = free[0:n], free[n : 2 * n], free[2 * n : 2 * n + 2]
    here, at_here = h, seen[0]  # the last trial, and the nearest one on the other side of the event
    there = 0.0
    least_guard(guards, t, start, p, seen)
    at_there = seen[0]
    if not at_there > 0.0:
        _copy(start, y)
        return 0.0
    _copy(y, behind)
    far, allowed = h, FREE * h
    share = at_here / (at_here - at_there)
    while True:
        width = abs(there - here)
        close = NEAR * h if at_here == 0.0 or at_there == 0.0 else CLOSE * h
        if width <= close:
            break
        shortest = min(0.5, 0.5 * close / width)
        if not shortest < share:  # nor for nan
            share = shortest if share <= shortest else 0.5
        longest = min(1.0 - shortest, max(0.5, allowed / width))
        guess = here + min(max(share, 1.0 - longest), longest) * (there - here)
        allowed *= 0.5
        _copy(start, y)
        value = at_here if at_here > 0.0 else at_there  # a trial that fails is taken for one that came too short
        if _step(kernel, rate, settle, t, guess, y, p, s, w, memory, afresh):
            least_guard(guards, t + guess, y, p, seen)
            value = seen[0]
        old, at_old = here, at_here
        if (value > 0.0) != (at_here > 0.0):
            old, at_old, there, at_there = there, at_there, here, at_here
        here, at_here = guess, value
        if not value > 0.0:
            far = guess
            _copy(y, behind)
        share = _share(here, at_here, there, at_there, old, at_old)
    _copy(behind, y)
    least_guard(guards, t + far, y, p, seen)
    return far


def _share(x1: float, f1: float, x2: float, f2: float, x3: float, f3: float) -> float:
    """What share of the way from x1 to x2, where f has other signs, to go to its root; x3 is one trial beyond x1.

    By the quadratic through the three that gives x for f where that is monotonic, as Chandrupatla tells, or half.
    """
    xi, phi = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
    if phi * phi < xi and (1.0 - phi) * (1.0 - phi) < 1.0 - xi and f3 != f1:
        return f1 / (f2 - f1) * (f3 / (f2 - f3)) + (x3 - x1) / (x2 - x1) * (f1 / (f3 - f1)) * (f2 / (f3 - f2))
    return 0.5


def _copy(one: Floats, other: Floats) -> None:
    """Make the other like the one."""
    for q in range(len(one)):
        other[q] = one[q]


def _finite(y: Floats) -> bool:
    total = 0.0
    for q in range(len(y)):
        total += y[q]
    return total - total == 0.0
