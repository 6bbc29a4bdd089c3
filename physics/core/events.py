"""Location and handling of events within a step, and the log of events.

A system's `guards` are positive while nothing happens. When one of them is no longer positive at the end of a step,
shorter steps of the same method from the same start locate the event as exactly as the method itself; `jump` is
applied there, and the rest of the step continues from the new state. A step that a method cannot make may lead across
an event, behind which the equations do not hold: it fails only if shorter ones find none.

`step_with_events` is plain Python on flat buffers, like a kernel: the functions it calls have names that machine code
replaces.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable

from physics.core.integrator import Integrator, Kernel, Rate
from physics.core.system import System
from physics.core.work import MAX_WORK, spend
from physics.types import Floats, Occurrence

MAX_EVENTS = 100
"""Greatest number of events within one step; more are taken for endless chattering."""
FAILED, TOO_MANY_EVENTS, TOO_MUCH_WORK = -1, -2, -3
"""Results of `step_with_events` when the method could not make a step, when there are more than MAX_EVENTS, and when
the work was above its budget (`physics/core/work.py`)."""
TRIAL_WORK = 4.0
"""Evaluations that each trial of a step counts beside those that the method itself counts."""
ENERGY_CHECK_INTERVAL = 8
"""Ticks between two checks of the energy: it diverges over many ticks, and a check costs a tenth of a step."""
PLACE_TOLERANCE = 1e-15
"""Distance of two places within a step that are equal to rounding, as a fraction of the step."""
ZERO_GUARD_TOLERANCE = 1e-6
"""Bracket width, as a fraction of the step, that suffices when a guard is exactly 0 at one end of the bracket, or when
the method fails there: each such trial is expensive."""
BRACKET_LIMIT = 8.0
"""Upper limit of the bracket left after the first trial, as a fraction of the step; it halves with every trial, so that
the search needs few more trials than bisection."""

COUNT, LIMIT, GOAL, END, FAILURE, HEAD = 0, 1, 2, 3, 4, 5
"""A log begins with a head of 5 numbers: the number of its events, the number of events that stops a run, the index of
the event that a run ends with (-1: none), the time of the end [s]: inf while it runs, nan if it failed; and FAILED,
TOO_MANY_EVENTS or TOO_MUCH_WORK if a step could not be made, else 0. Then come the rows."""
TICK, TIME, EVENT, BEFORE = 0, 1, 2, 3
"""A row of a log: tick of the event, counted from 1, time [s], index of the event, and the state (n,) before it."""

Guards = Callable[[float, Floats, Floats], tuple[float, ...]]
Jump = Callable[[int, float, Floats, Floats], None]
Settle = Callable[[Floats, Floats], None]


# The log --------------------------------------------------------------------------------------------------


def empty_log(n: int, rows: int = 0, limit: float = math.inf) -> array[float]:
    """Return an empty log for states of n numbers, which keeps the first `rows` events."""
    return array("d", [0.0, limit, -1.0, math.inf, 0.0]) + array("d", bytes(8 * rows * (BEFORE + n)))


def occurrences(system: System, log: Floats) -> list[Occurrence]:
    """Return the events recorded in a log."""
    width = BEFORE + len(system.variables)
    found = []
    for place in range(HEAD, min(len(log), HEAD + int(log[COUNT]) * width), width):
        row = log[place : place + width].tolist()
        event = system.events[int(row[EVENT])]
        found.append(Occurrence(int(row[TICK]), row[TIME], event.name, event.meaning, tuple(row[BEFORE:])))
    return found


def _note(log: Floats, number: int, time: float, event: int, y: Floats) -> None:
    """Write a row if there is room for it, and the time of the end if the run is to end with this event."""
    place = HEAD + int(log[COUNT]) * (BEFORE + len(y))
    log[COUNT] += 1.0
    if log[GOAL] == event and log[END] == math.inf:
        log[END] = time
    if place + BEFORE + len(y) > len(log):
        return
    log[place + TICK], log[place + TIME], log[place + EVENT] = number, time, event
    for q in range(len(y)):
        log[place + BEFORE + q] = y[q]


# Functions that machine code replaces by calls through addresses ------------------------------------------


def least_guard(guards: Guards, t: float, y: Floats, p: Floats, seen: Floats) -> None:
    """Write the least guard and the index of its event into seen (2,); nan where CPython raises."""
    try:
        argmin_nan(guards(t, y, p), seen)
    except (ArithmeticError, ValueError):
        seen[0], seen[1] = math.nan, 0.0


def apply_jump(jump: Jump, event: int, t: float, y: Floats, p: Floats) -> None:
    """Apply an event to y, in place; nan where CPython raises."""
    try:
        jump(event, t, y, p)
    except (ArithmeticError, ValueError):
        y[0] = math.nan


def settle_state(settle: Settle, y: Floats, p: Floats) -> None:
    """Settle a state after a step; nan where CPython raises."""
    try:
        settle(y, p)
    except (ArithmeticError, ValueError):
        y[0] = math.nan


def argmin_nan(values: tuple[float, ...], seen: Floats) -> None:
    """Write the least of some numbers and its index into seen (2,): the first of equal ones; nan counts as least."""
    seen[0], seen[1] = values[0], 0.0
    place = 0.0
    for value in values:
        if value < seen[0] or (value != value and seen[0] == seen[0]):
            seen[0], seen[1] = value, place
        place += 1.0


# A step with events ---------------------------------------------------------------------------------------


def step_with_events_python(
    system: type[System], method: Integrator, t: float, h: float, y: Floats, p: Floats, s: Floats, w: Floats,
    memory: Floats, number: int, log: Floats, allowed: float = MAX_WORK,
) -> int:  # fmt: skip
    """Make one step of h from t in CPython; return the number of events in it, or why there is none, as FAILED.

    p, s, w: as for a kernel, with `workspace_size` more numbers at the end of w for a system with events; memory: that
    of the method at t; allowed: the budget of work. Afterwards the memory is at the beginning of w, except after a
    step with events, which leaves none.
    """
    rate = method.rate_of(system)
    w[len(w) - 1] = MAX_WORK - allowed
    if system.events:
        functions = system.settle, system.guards, system.jump
        return step_with_events(method.kernel, rate, *functions, t, h, y, p, s, w, memory, number, log)
    w[: len(memory)] = memory
    if not method.kernel(rate, t, h, 1, y, p, s, w, 1):
        return why_failed(w)
    system.settle(y, p)
    return 0


def why_failed(w: Floats) -> int:
    """Return why a kernel with this workspace could not make a step: TOO_MUCH_WORK or FAILED."""
    return FAILED if w[len(w) - 1] <= MAX_WORK else TOO_MUCH_WORK


def workspace_size(n: int) -> int:
    """Return how many numbers of workspace `step_with_events` needs beyond the kernel's; the last counts the work."""
    return 2 * n + 3


def step_with_events(
    kernel: Kernel, rate: Rate, settle: Settle, guards: Guards, jump: Jump, t: float, h: float, y: Floats, p: Floats,
    s: Floats, w: Floats, memory: Floats, number: int, log: Floats,
) -> int:  # fmt: skip
    """Make one step of h from t with its events, which are logged for tick `number`; see `step_with_events_python`.

    A state that is not finite is left as it is; the caller checks it at the end of the step.
    """
    n = len(y)
    free = w[len(w) - workspace_size(n) :]
    start, seen = free[0:n], free[2 * n : 2 * n + 2]
    passed, happened = 0.0, 0
    while h - passed > PLACE_TOLERANCE * h:
        _copy(y, start)
        now, rest, afresh = t + passed, h - passed, happened > 0
        made = _step(kernel, rate, settle, now, rest, y, p, s, w, memory, afresh)
        if made:
            least_guard(guards, t + h, y, p, seen)
            if seen[0] > 0.0:
                break
        if happened == MAX_EVENTS:
            return TOO_MANY_EVENTS
        after = -1.0
        if made:
            after = _place(kernel, rate, settle, guards, now, rest, y, p, s, w, memory, afresh, free, math.inf)
        if after < 0.0 and spend(w, 0.0):
            seen[0] = -math.inf
            after = _place(kernel, rate, settle, guards, now, rest, y, p, s, w, memory, afresh, free, -math.inf)
        if after < 0.0:
            return why_failed(w)
        passed += after
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
    """Make one step of the method; `afresh` (after a jump) ignores its memory. Return False if it fails."""
    for q in range(len(memory)):
        w[q] = 0.0 if afresh else memory[q]
    if not spend(w, TRIAL_WORK * len(y)):
        return False
    if kernel(rate, t, h, 1, y, p, s, w, 1) == 0:
        return False
    settle_state(settle, y, p)
    return True


def _place(
    kernel: Kernel, rate: Rate, settle: Settle, guards: Guards, t: float, h: float, y: Floats, p: Floats, s: Floats,
    w: Floats, memory: Floats, afresh: bool, free: Floats, failed: float,
) -> float:  # fmt: skip
    """Return the time from t to the first event, and move y, which has passed it at t + h, to just behind it.

    free: the state at t, room for a second state, and the least guard at t + h with the index of its event, which are
    replaced by those just behind the event. failed: what counts as the guard after a step that the method cannot make,
    inf (before the event) or -inf (behind it). Returns 0 if the guard is not positive at t, and -1 if such steps hide
    the event or the work is above its budget. T. R. Chandrupatla, Adv. Eng. Software 28 (1997), 145, with the bound of
    I. F. D. Oliveira and R. H. C. Takahashi, ACM Trans. Math. Softw. 47 (2021), 5, on the remaining bracket.
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
    far, allowed = h, BRACKET_LIMIT * h
    share = at_here / (at_here - at_there)
    while True:
        width = abs(there - here)
        ready = at_here == 0.0 or at_there == 0.0 or abs(at_here) == math.inf or abs(at_there) == math.inf
        close = ZERO_GUARD_TOLERANCE * h if ready else PLACE_TOLERANCE * h
        if width <= close:
            break
        shortest = min(0.5, 0.5 * close / width)
        if not shortest < share:  # nor for nan
            share = shortest if share <= shortest else 0.5
        longest = min(1.0 - shortest, max(0.5, allowed / width))
        guess = here + min(max(share, 1.0 - longest), longest) * (there - here)
        allowed *= 0.5
        _copy(start, y)
        value = failed
        if _step(kernel, rate, settle, t, guess, y, p, s, w, memory, afresh):
            least_guard(guards, t + guess, y, p, seen)
            value = seen[0]
        elif not spend(w, 0.0):
            return -1.0
        old, at_old = here, at_here
        if (value > 0.0) != (at_here > 0.0):
            old, at_old, there, at_there = there, at_there, here, at_here
        here, at_here = guess, value
        if not value > 0.0:
            far = guess
            _copy(y, behind)
        share = _share(here, at_here, there, at_there, old, at_old)
    if abs(at_here) == math.inf or abs(at_there) == math.inf:
        return -1.0
    _copy(behind, y)
    least_guard(guards, t + far, y, p, seen)
    return far


def _share(x1: float, f1: float, x2: float, f2: float, x3: float, f3: float) -> float:
    """Return the fraction of the way from x1 to x2 at which the root of f is expected; f1 and f2 have opposite signs.

    x3 is the next trial beyond x1. Inverse quadratic interpolation where Chandrupatla's test finds it monotonic,
    otherwise bisection.
    """
    xi, phi = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
    if phi * phi < xi and (1.0 - phi) * (1.0 - phi) < 1.0 - xi and f3 != f1:
        return f1 / (f2 - f1) * (f3 / (f2 - f3)) + (x3 - x1) / (x2 - x1) * (f1 / (f3 - f1)) * (f2 / (f3 - f2))
    return 0.5


def _copy(one: Floats, other: Floats) -> None:
    """Copy the numbers of `one` into `other`."""
    for q in range(len(one)):
        other[q] = one[q]


def _finite(y: Floats) -> bool:
    total = 0.0
    for q in range(len(y)):
        total += y[q]
    return total - total == 0.0
