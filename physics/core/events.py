"""Location and handling of events within a step, and the log of events.

A system's `guards` are positive while nothing happens. Two crossings within a step leave them positive at its end, so a
step is looked into wherever a guard may have been lowest: its values at both ends and one step before bound how low, as
the secants of a convex function bound it. States within come from shorter steps of the same method from the same start,
until a guard is no longer positive, or the bounds say that none is (J. E. Kelley, J. SIAM 8 (1960), 703). Methods with
steps of their own, which resolve the motion where a tick does not, are looked at after each of these. What is found is
located by shorter steps as exactly as the method itself; `jump` is applied there, and the rest of the step continues
from the new state. A step that a method cannot make may lead across an event, behind which the equations do not hold:
it fails only if shorter ones find none.

The memory of a run with events ends with the guards at the start of the last step and at its end, its length and their
number; zeros, which mean none, where something has happened.

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
from physics.maths.bracketing import lowest_share, root_share
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
MAX_SAMPLES, MAX_DEPTH = 60, 24
"""Greatest number of states that are looked at within a step, and of those ahead of the place that is looked at."""
COARSE, FINEST, TOUCHING = 0.25, 1.0 / 16.0, 1e-8
"""Least distance of these states as a fraction of the step: before one behind an event, in general, and beside the
lowest one: a guard that touches zero is near it only on the root of its rounding."""
ZERO = 1e-14
"""Size of a guard that touches zero, as a fraction of its size at the ends of the step."""
FIRST_SHARE, LAST_SHARE = 0.1, 0.9
"""Where between two states the next one may be."""
SLOPES = 3.0
"""Slope of the lowest bound of a guard in terms of the sum of those of the last two steps, at most."""
PROBE = 2.0**-20
"""Length of the step, as a fraction of the rest, that tells how long a method's own steps are."""
BRACKET_LIMIT = 8.0
"""Upper limit of the bracket left after the first trial, as a fraction of the step; it halves with every trial, so that
the search needs few more trials than bisection."""

COUNT, LIMIT, GOAL, END, FAILURE, HEAD = 0, 1, 2, 3, 4, 5
"""A log begins with a head of 5 numbers: the number of its events, the number of events that stops a run, the index of
the event that a run ends with (-1: none), the time of the end [s]: inf while it runs, nan if it failed; and FAILED,
TOO_MANY_EVENTS or TOO_MUCH_WORK if a step could not be made, else 0. Then come the rows."""
TICK, TIME, EVENT, BEFORE = 0, 1, 2, 3
"""A row of a log: tick of the event, counted from 1, time [s], index of the event, and the state (n,) before it."""

NOT_TRIED, NOT_MADE, MADE, PLAIN = 0, 1, 2, 3
"""Results of `_try`."""
SEEN = 3
"""What `least_guard` writes before the guards: the least, the index of its event, their number."""

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


# Functions that machine code replaces: by calls through addresses, or by the functions that follow ----------


def least_guard(guards: Guards, t: float, y: Floats, p: Floats, seen: Floats) -> None:
    """Write the least guard, the index of its event, the number of guards and all of them into seen.

    The least is nan where CPython raises; the others are then undefined.
    """
    try:
        write_guards(guards(t, y, p), seen)
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


def copy_into(one: Floats, other: Floats) -> None:
    """Copy the numbers of `one` to the beginning of `other`."""
    other[: len(one)] = one


def is_finite(y: Floats) -> bool:
    """Return whether all numbers, and their sums, are finite."""
    return math.isfinite(sum(y))


def copy_one_by_one(one: Floats, other: Floats) -> None:
    """Do what `copy_into` does, in machine code."""
    for q in range(len(one)):
        other[q] = one[q]


def has_finite_sum(y: Floats) -> bool:
    """Return what `is_finite` does, in machine code."""
    total = 0.0
    for q in range(len(y)):
        total += y[q]
    return total - total == 0.0


def write_guards(values: tuple[float, ...], seen: Floats) -> None:
    """Write the least of some numbers, its index, how many there are, and all of them into seen.

    The least is the first of equal ones; nan counts as least.
    """
    least, event, place = values[0], 0, 0
    for value in values:
        seen[SEEN + place] = value
        if value < least or (value != value and least == least):
            least, event = value, place
        place += 1
    seen[0], seen[1], seen[2] = least, float(event), float(place)


# A step with events ---------------------------------------------------------------------------------------


def why_failed(w: Floats) -> int:
    """Return why a kernel with this workspace could not make a step: TOO_MUCH_WORK or FAILED."""
    return FAILED if w[len(w) - 1] <= MAX_WORK else TOO_MUCH_WORK


def memory_size(system: System | type[System], method: Integrator) -> int:
    """Return the length of the memory of a run: that of the method, and of a system with events what was seen last."""
    return method.memory(len(system.variables)) + (past_size(len(system.events)) if system.events else 0)


def past_size(m: int) -> int:
    """Return how many numbers of memory are kept of m guards."""
    return 2 * m + 2


def workspace_size(n: int, m: int, memory: int = 0) -> int:
    """Return how many numbers of workspace `step_with_events` needs beyond the kernel's; the last counts the work.

    n, m: numbers of variables and of guards; memory: length of that of the method.
    """
    return 3 * n + 2 * memory + 2 * past_size(m) + (MAX_DEPTH + 3) * m + MAX_DEPTH + SEEN + 1


def step_with_events(
    kernel: Kernel, rate: Rate, settle: Settle, guards: Guards, jump: Jump, t: float, h: float, y: Floats, p: Floats,
    s: Floats, w: Floats, memory: Floats, number: int, log: Floats,
) -> int:  # fmt: skip
    """Make one step of h from t with its events, which are logged for tick `number`.

    Return the number of events in it, or why there is none, as FAILED. p, s, w: as for a kernel, with `workspace_size`
    more numbers at the end of w; memory: that of the run at t (`memory_size`). Afterwards the memory is at the
    beginning of w, except after a step with events, which leaves none. A state that is not finite is left as it is; the
    caller checks it at the end of the step.
    """
    n, m = len(y), _guard_count(guards, t, y, p, w, memory)
    own = max(len(memory) - past_size(m), 0)
    free = w[len(w) - workspace_size(n, m, own) + past_size(m) :]
    known, past = free[3 * n : 3 * n + own], free[3 * n + 2 * own : 3 * n + 2 * own + past_size(m)]
    seen = free[_seen_at(free, m) : len(free) - 1]
    tried = _try(kernel, rate, settle, guards, t, h, y, p, s, w, memory, free[0:n], seen, m, own)
    if tried == PLAIN:
        return 0
    _begin(memory, w, past, known, m)
    passed, happened, held = 0.0, 0, 0  # held: how many numbers of `known` w has
    while h - passed > PLACE_TOLERANCE * h:
        now, rest = t + passed, h - passed
        part, made, after = rest, tried == MADE, -1.0
        if tried == NOT_TRIED:
            part = _part(kernel, rate, settle, now, rest, y, p, s, w, known, free[0:n])
            copy_into(y, free[0:n])
            made = _step_apart(kernel, rate, settle, now, part, y, p, s, w, known[held:])
            if made:
                least_guard(guards, t + h if part == rest else now + part, y, p, seen)
        tried = NOT_TRIED
        if made:
            after = math.inf
            if not (seen[0] > 0.0 and is_quiet(past, seen[SEEN - 1 :], part, m, w[own:])):
                after = _first(kernel, rate, settle, guards, now, part, y, p, s, w, known, free, m)
        if after == math.inf:
            remember(past, seen[SEEN - 1 :], part, m)
            passed, held = passed + part, own
            if part == rest:
                break
            copy_into(w[0:own], known)
            continue
        if happened == MAX_EVENTS:
            return TOO_MANY_EVENTS
        if after < 0.0 and spend(w, 0.0):
            seen[0], least = -math.inf, _least(past[m : 2 * m])
            after = _place(kernel, rate, settle, guards, now, part, y, p, s, w, known, free, m, 0.0, least, -math.inf)
        if after < 0.0:
            return why_failed(w)
        passed += after
        if not is_finite(y):
            break
        event = int(seen[1])
        _note(log, number, t + passed, event, y)
        apply_jump(jump, event, t + passed, y, p)
        happened, held = happened + 1, 0
        _begin_anew(guards, t + passed, y, p, past, seen, known, m)
    if happened == 0 and len(memory) >= past_size(m):
        copy_into(past, w[own : own + past_size(m)])
    return happened


def _try(
    kernel: Kernel, rate: Rate, settle: Settle, guards: Guards, t: float, h: float, y: Floats, p: Floats, s: Floats,
    w: Floats, memory: Floats, start: Floats, seen: Floats, m: int, own: int,
) -> int:  # fmt: skip
    """Make the whole step, if guards are remembered and the method has no shorter ones of its own; return what came.

    PLAIN: nothing can have happened in it, which is so in most steps, and all is done; MADE, with the guards at its end
    in `seen`, or NOT_MADE; NOT_TRIED.
    """
    if len(memory) < past_size(m) or memory[len(memory) - 2] == 0.0 or (own > 0 and memory[0] < (1.0 - PROBE) * h):
        return NOT_TRIED
    copy_into(y, start)
    if not _step(kernel, rate, settle, t, h, y, p, s, w, memory[0:own]):
        return NOT_MADE
    least_guard(guards, t + h, y, p, seen)
    if not (seen[0] > 0.0 and is_quiet(memory[own:], seen[SEEN - 1 :], h, m, w[own : own + past_size(m)])):
        return MADE
    return PLAIN


def _step(
    kernel: Kernel, rate: Rate, settle: Settle, t: float, h: float, y: Floats, p: Floats, s: Floats, w: Floats,
    known: Floats,
) -> bool:  # fmt: skip
    """Make one step of the method with its memory `known`. Return False if it fails."""
    copy_into(known, w)
    if not spend(w, TRIAL_WORK * len(y)):
        return False
    if kernel(rate, t, h, 1, y, p, s, w, 1) == 0:
        return False
    settle_state(settle, y, p)
    return True


def _step_apart(
    kernel: Kernel, rate: Rate, settle: Settle, t: float, h: float, y: Floats, p: Floats, s: Floats, w: Floats,
    known: Floats,
) -> bool:  # fmt: skip
    """Make one step as `_step` does; in machine code it stays a function, as it is called from many places."""
    return _step(kernel, rate, settle, t, h, y, p, s, w, known)


def _part(
    kernel: Kernel, rate: Rate, settle: Settle, t: float, rest: float, y: Floats, p: Floats, s: Floats, w: Floats,
    known: Floats, start: Floats,
) -> float:  # fmt: skip
    """Return how far to go at once: the rest of a step, but not beyond a method's own step, where it has such.

    The memory of such a method begins with the length of its present step, or of the next one; 0: none yet. A second
    number that is positive is the time to the end of a step, where a method that reads within steps need not.
    """
    if len(known) == 0:
        return rest
    length = known[1] if len(known) > 1 and known[1] > 0.0 else known[0]
    if length == 0.0:
        copy_into(y, start)
        length = rest
        if _step_apart(kernel, rate, settle, t, PROBE * rest, y, p, s, w, known):
            length = w[0]
        copy_into(start, y)
    return length if PLACE_TOLERANCE * rest < length < (1.0 - PROBE) * rest else rest


# What is kept of a step -----------------------------------------------------------------------------------

# The workspace `free`: the states at the start of the step, just behind an event, and at the end (3, n); the memory of
# the method at the start and at the end (2, own); what is remembered, `past`: the guards at the start of the step
# before and at its end (2, m), its length, and m; the guards before a place and at it (2, m); those at the places ahead
# (MAX_DEPTH, m), and these places; what `least_guard` writes (SEEN + m); the count of the work.


def _seen_at(free: Floats, m: int) -> int:
    """Return where in the workspace is what `least_guard` writes."""
    return len(free) - 1 - SEEN - m


def _rows_at(free: Floats, m: int) -> int:
    """Return where in the workspace are the guards at places ahead; those before and at a place are before them."""
    return _seen_at(free, m) - MAX_DEPTH * (m + 1)


def _guard_count(guards: Guards, t: float, y: Floats, p: Floats, w: Floats, memory: Floats) -> int:
    """Return the number of guards; those at y are in w where none are remembered."""
    if len(memory) > 0 and memory[len(memory) - 1] > 0.0:
        return int(memory[len(memory) - 1])
    least_guard(guards, t, y, p, w)
    return int(w[2])


def _begin(memory: Floats, w: Floats, past: Floats, known: Floats, m: int) -> None:
    """Take over the memory of a run, or the guards at its start from w."""
    own = len(known)
    copy_into(memory[0:own], known)
    if len(memory) > 0 and memory[len(memory) - 1] > 0.0:
        copy_into(memory[own:], past)
        return
    _copy_guards(w, past[m : 2 * m])
    past[2 * m], past[2 * m + 1] = 0.0, float(m)


def _begin_anew(
    guards: Guards, t: float, y: Floats, p: Floats, past: Floats, seen: Floats, known: Floats, m: int
) -> None:
    """Forget the past at a state in which an event has happened."""
    for q in range(len(known)):
        known[q] = 0.0
    least_guard(guards, t, y, p, seen)
    _copy_guards(seen, past[m : 2 * m])
    past[2 * m] = 0.0


def _copy_guards(seen: Floats, row: Floats) -> None:
    """Copy the guards of `seen` into a row; all are nan where one is."""
    for i in range(len(row)):
        row[i] = seen[SEEN + i] if seen[0] == seen[0] else math.nan


def _see(row: Floats, seen: Floats) -> None:
    """Write a row of guards into `seen`, with the least, as `least_guard` does."""
    seen[0], seen[1], seen[2] = row[0], 0.0, float(len(row))
    for i in range(len(row)):
        seen[SEEN + i] = row[i]
        if row[i] < seen[0] or (row[i] != row[i] and seen[0] == seen[0]):
            seen[0], seen[1] = row[i], float(i)


def _least(row: Floats) -> float:
    """Return the least of some guards; nan where one is, or where there are none."""
    least = math.inf if len(row) > 0 else math.nan
    for i in range(len(row)):
        if not row[i] >= least and least == least:
            least = row[i]
    return least


# Looking into a step --------------------------------------------------------------------------------------


def is_quiet(past: Floats, guards: Floats, h: float, m: int, out: Floats) -> bool:
    """Remember a step of h with guards[1 : m + 1] > 0 at its end in `out`; return whether none may be zero in it."""
    width = past[2 * m]
    if width == 0.0:
        return False
    ratio = 1.0 if width == h else h / width
    for i in range(m):
        before, here, there = past[i], past[m + i], guards[1 + i]
        out[i], out[m + i] = here, there
        quiet = here > SLOPES * (abs(here - before) * ratio + abs(there - here))
        if not quiet and _dips(before, width, here, h, there):
            return False
    out[2 * m], out[2 * m + 1] = h, float(m)
    return True


def _dips(before: float, back: float, here: float, width: float, there: float) -> bool:
    """Return what `lowest_share` says; in machine code it stays a function, as it is called rarely."""
    return lowest_share(before, back, here, width, there, 0.0, 0.0) >= 0.0


def remember(past: Floats, guards: Floats, h: float, m: int) -> None:
    """Replace what is remembered by that of a step of h, at whose end the guards are guards[1 : m + 1]."""
    for i in range(m):
        past[i], past[m + i] = past[m + i], guards[1 + i]
    past[2 * m], past[2 * m + 1] = h, float(m)


def _first(
    kernel: Kernel, rate: Rate, settle: Settle, guards: Guards, t: float, h: float, y: Floats, p: Floats, s: Floats,
    w: Floats, known: Floats, free: Floats, m: int,
) -> float:  # fmt: skip
    """Return the time from t to just behind the first event of a step of h that has been made, inf for none, or -1.

    y, w and the guards in `free` are those at the end of the step, and stay so where nothing has happened; otherwise
    they become those just behind the event, as in `_place`, which also says what -1 means.
    """
    n, own, seen = len(y), len(known), free[_seen_at(free, m) : len(free) - 1]
    ending, kept = free[2 * n : 3 * n], free[3 * n + own : 3 * n + 2 * own]
    least = _least(free[3 * n + 2 * own + m : 3 * n + 2 * own + 2 * m])
    if not (least > 0.0 or seen[0] > 0.0):
        copy_into(free[0:n], y)
        least_guard(guards, t, y, p, seen)
        return 0.0
    copy_into(y, ending)
    copy_into(w[0:own], kept)
    low, high, least = _scan(kernel, rate, settle, guards, t, h, y, p, s, w, known, free, m)
    if not spend(w, 0.0):
        return -1.0
    if high >= h:
        copy_into(ending, y)
        _see(free[_rows_at(free, m) : _rows_at(free, m) + m], seen)
        if high == math.inf:
            copy_into(kept, w)
            return math.inf
    else:
        copy_into(free[0:n], y)
        if not _step_apart(kernel, rate, settle, t, high, y, p, s, w, known):
            return -1.0
        least_guard(guards, t + high, y, p, seen)
        seen[0] = 0.0 if seen[0] > 0.0 else seen[0]  # by rounding
    return _place(kernel, rate, settle, guards, t, high, y, p, s, w, known, free, m, low, least, math.inf)


def _scan(
    kernel: Kernel, rate: Rate, settle: Settle, guards: Guards, t: float, h: float, y: Floats, p: Floats, s: Floats,
    w: Floats, known: Floats, free: Floats, m: int,
) -> tuple[float, float, float]:  # fmt: skip
    """Return two places in a step of h between which its first event is, inf for none, and the least guard before it.

    y and the guards in `free` are those of other places afterwards.
    """
    first, middle, last = 3 * len(y) + 2 * len(known), _rows_at(free, m), _seen_at(free, m)
    beside, rows, places = free[middle - 2 * m : middle], free[middle : last - MAX_DEPTH], free[last - MAX_DEPTH : last]
    seen = free[last : len(free) - 1]
    copy_into(free[first : first + 2 * m], beside)
    _copy_guards(seen, rows[0:m])
    at, back, top, samples = 0.0, free[first + 2 * m], 0, 0
    places[0] = h
    while top >= 0:
        place = -1.0
        if samples < MAX_SAMPLES and top < MAX_DEPTH - 1:
            place = _next_place(beside, rows, places, top, at, back, h, m)
        if place > 0.0:
            samples += 1
            copy_into(free[0 : len(y)], y)
            if not _step_apart(kernel, rate, settle, t, place, y, p, s, w, known):
                samples = MAX_SAMPLES
                continue
            least_guard(guards, t + place, y, p, seen)
            top += 1
            places[top] = place
            _copy_guards(seen, rows[top * m : (top + 1) * m])
            _round(rows[top * m : (top + 1) * m], free[first + m : first + 2 * m], rows)
            continue
        if not _least(rows[top * m : (top + 1) * m]) > 0.0:
            return at, places[top], _least(beside[m : 2 * m])
        copy_into(beside[m : 2 * m], beside)
        copy_into(rows[top * m : (top + 1) * m], beside[m : 2 * m])
        at, back = places[top], places[top] - at
        top -= 1
    return h, math.inf, 0.0


def _round(row: Floats, begin: Floats, end: Floats) -> None:
    """Set guards to 0 that are so small beside those at the start and at the end of the step that they touch zero."""
    for i in range(len(row)):
        if 0.0 < row[i] <= ZERO * max(begin[i], abs(end[i])):
            row[i] = 0.0


def _next_place(
    beside: Floats, rows: Floats, places: Floats, top: int, at: float, back: float, h: float, m: int
) -> float:
    """Return where to look between the places `at` and places[top], in a step of h, or -1.

    beside: the guards at the place as far `back`, and at `at` (2, m); rows: those at `places`, from the end on.
    """
    width, on = places[top] - at, places[top - 1] - places[top] if top > 0 else 0.0
    for i in range(m):
        before, here, there = beside[i], beside[m + i], rows[top * m + i]
        after = rows[(top - 1) * m + i] if top > 0 else 0.0
        share = lowest_share(before, back, here, width, there, after, on)
        if share < 0.0:
            continue
        low = (there <= here and (on == 0.0 or there <= after)) or (back > 0.0 and here <= there and here <= before)
        finest = COARSE if not there > 0.0 else TOUCHING if low else FINEST
        if width > finest * h:
            return at + min(max(share, FIRST_SHARE), LAST_SHARE) * width
    return -1.0


def _place(
    kernel: Kernel, rate: Rate, settle: Settle, guards: Guards, t: float, h: float, y: Floats, p: Floats, s: Floats,
    w: Floats, known: Floats, free: Floats, m: int, low: float, at_low: float, failed: float,
) -> float:  # fmt: skip
    """Return the time from t to the event between t + low and t + h, and move y, which is behind, to just behind it.

    free: the state at t, and the guards at t + h, which are replaced by those just behind the event; at_low: the least
    one at t + low. failed: what counts as the guard after a step that the method cannot make, inf (before the event) or
    -inf (behind it). Returns 0 if the guard is not positive at t + low, which is then t, and -1 if such steps hide the
    event or the work is above its budget. T. R. Chandrupatla, Adv. Eng. Software 28 (1997), 145, with the bound of
    I. F. D. Oliveira and R. H. C. Takahashi, ACM Trans. Math. Softw. 47 (2021), 5, on the remaining bracket.
    """
    n = len(y)
    start, behind, seen = free[0:n], free[n : 2 * n], free[_seen_at(free, m) : len(free) - 1]
    here, at_here = h, seen[0]  # the last trial, and the nearest one on the other side of the event
    there, at_there = low, at_low
    if not at_there > 0.0:
        copy_into(start, y)
        least_guard(guards, t, y, p, seen)
        return 0.0
    copy_into(y, behind)
    far, allowed = h, BRACKET_LIMIT * (h - low)
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
        copy_into(start, y)
        value = failed
        if _step_apart(kernel, rate, settle, t, guess, y, p, s, w, known):
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
            copy_into(y, behind)
        share = root_share(here, at_here, there, at_there, old, at_old)
    if abs(at_here) == math.inf or abs(at_there) == math.inf:
        return -1.0
    copy_into(behind, y)
    least_guard(guards, t + far, y, p, seen)
    return far
