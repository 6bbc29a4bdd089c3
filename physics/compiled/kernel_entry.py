"""The functions that machine code is made of, compiled from the Python sources that CPython runs.

Right-hand sides and kernels are compiled separately (N + M, not N x M): a kernel calls a right-hand side through its
address, or its text is linked with that of one (`steady`). The number of variables is a name in a text, so that one
text serves chains of any length; `physics/compiled/code_generation.py` optimises it as a whole.

All functions raise `physics.compiled.kernel_expressions.Refused` for sources outside the subset.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any

from physics.compiled.kernel_builder import DOUBLE, INTEGER, Builder, Function, FunctionType
from physics.compiled.kernel_calls import (
    POINTER,
    RATE_KINDS,
    REPLACED,
    SETTLE_KINDS,
    Written,
    buffer_at,
    lane_of,
    linked,
    number_of_variables,
    on_stack,
    through_address,
    variables,
)
from physics.compiled.kernel_compiler import Program
from physics.compiled.kernel_text import KernelText
from physics.compiled.kernel_values import (
    REAL,
    ROW,
    TYPES,
    WHOLE,
    Buffer,
    Fields,
    Value,
    parts_of,
    real,
    shape_of,
    whole,
)
from physics.core import events
from physics.core.driver_arguments import FIELDS, STEADY_GUARDS
from physics.core.driver_arguments import REAL as REAL_FIELD
from physics.core.events import COUNT, END, ENERGY_CHECK_INTERVAL, FAILURE, HEAD, LIMIT
from physics.core.integrator import call

MAX_CONSTANTS = 1 << 30
"""Length of the constants p, more than any system has, so that the code does not depend on their number."""
STATE, CONSTANTS, TIME, EVENT, RECORD = "state", "constants", "time", "event", "record"
"""What an argument of a function for C is: a buffer of the length of a state, a longer one, a double, a whole number,
the address of `DriverArguments`."""
SYSTEM = "system"
"""An argument of a source that is a system with only its numbers p, which are those of the last argument."""
ALONE = (events._dips, events._first, events._place, events._begin_anew, events._next_place, events._step_apart)
"""Functions of events that stay functions: they are called rarely, from several places."""
C_TYPES = {
    STATE: POINTER, CONSTANTS: POINTER, TIME: DOUBLE, EVENT: INTEGER, RECORD: INTEGER.as_pointer(),
}  # fmt: skip
STEADY_ROWS = 5
"""Rows of workspace of the methods that `steady` takes."""

_call_guard = Written(through_address(ROW, ROW, REAL, REAL, answers=WHOLE))
_call_settle = Written(through_address(*SETTLE_KINDS))
_linked_settle = Written(linked("settle", *SETTLE_KINDS))
_linked_survey = Written(linked("survey", REAL, REAL, ROW, ROW, ROW, ROW, answers=WHOLE))
_linked_energy = Written(linked("value", ROW, ROW, answers=REAL))


def rate(function: Callable[..., Any], lanes: int) -> KernelText:
    """Compile a right-hand side for one or more lanes: void(double, double *y, *p, *dy)."""

    def several(t: float, y: Any, p: Any, dy: Any) -> None:
        for lane in range(lanes):
            function(t, lane_of(y, lane, lanes), lane_of(p, lane, lanes), lane_of(dy, lane, lanes))

    return _emitted(function if lanes == 1 else several, (TIME, STATE, CONSTANTS, STATE), vectors=True)


def settle(function: Callable[..., Any], lanes: int) -> KernelText:
    """Compile `System.settle` for one or more lanes: void(double *y, *p)."""

    def several(y: Any, p: Any) -> None:
        for lane in range(lanes):
            function(lane_of(y, lane, lanes), lane_of(p, lane, lanes))

    return _emitted(function if lanes == 1 else several, (STATE, CONSTANTS), vectors=lanes > 1)


def guards(function: Callable[..., Any]) -> KernelText:
    """Compile `physics.core.events.least_guard` with a system's guards: void(double t, *y, *p, *seen)."""
    write = events.write_guards

    def seen_at(t: float, y: Any, p: Any, seen: Any) -> None:
        write(function(t, y, p), seen)

    return _emitted(seen_at, (TIME, STATE, CONSTANTS, CONSTANTS))


def jump(function: Callable[..., Any]) -> KernelText:
    """Compile `System.jump`: void(int64 event, double t, *y, *p); it is called so rarely that it needs no inlining."""
    return _emitted(function, (EVENT, TIME, STATE, CONSTANTS), apart={function})


def value(function: Callable[..., float]) -> KernelText:
    """Compile the value of an invariant or quantity that of its system reads only p: double(*y, *p)."""

    def value_at(system: Any, y: Any, p: Any) -> float:
        return float(function(system, y))

    return _emitted(value_at, (SYSTEM, STATE, CONSTANTS), REAL)


def guard(energy: Callable[..., Any], margin: Callable[..., Any]) -> KernelText:
    """Compile the check of a state: int64(*y, *p, double start, double limit).

    It returns 1 if the numbers are finite, the energy is within `limit` of `start`, and the margin is positive, else 0.
    With a negative limit the energy is not checked.
    """

    def good(system: Any, y: Any, p: Any, start: float, limit: float) -> int:
        total = 0.0
        for i in range(len(y)):
            total += y[i]
        if not (total - total == 0.0 and margin(y, p) > 0.0):
            return 0
        if limit < 0.0:
            return 1
        return 1 if abs(energy(system, y) - start) <= limit else 0

    return _emitted(good, (SYSTEM, STATE, CONSTANTS, TIME, TIME), WHOLE)


def driver(kernel: Callable[..., int], vectors: bool, hybrid: bool) -> KernelText:
    """Compile a kernel into a driver that runs many ticks, over several blocks of copies, in one call.

    vectors: use vector instructions, for copies side by side or long states; they make short states slower.
    hybrid: handle the events of a system, with one copy in a block.

    int64(*DriverArguments), see `physics/core/driver_arguments.py`. The blocks of y, p, memory and log are contiguous.
    settle, if there is one, is called after each step.

    Each block has a log (`physics/core/events.py`), which is full once it has as many events as its limit. A block
    whose log has ended is not advanced, nor is one after it has failed or reached its goal.

    With a guard (of one block) each tick is checked: `kept` holds the state before the last valid tick, and a tick
    that fails is undone, with `kept` unchanged: both are then the last valid state. The energy is checked every few
    ticks (`physics/core/events.py`), counted from the start of the run, and at the tick `last`. The driver returns the
    number of ticks completed by every block; blocks at their goal count as having completed all.
    """
    run = _ticks_of(_hybrid(kernel) if hybrid else _plain(kernel))
    return _emitted(run, (RECORD,), WHOLE, vectors, apart={kernel, events.step_with_events}, alone=ALONE)


def _ticks_of(step: Callable[..., int]) -> Callable[..., int]:
    """Return the source of `driver` for the function of a tick."""

    def run(given: Any) -> int:
        rate, settle, guard, guards, jump = given.rate, given.settle, given.guard, given.guards, given.jump
        first, each, unit, ticks, h = given.first, given.each, given.unit, given.ticks, given.h
        lanes, blocks, n, remembered, own = given.lanes, given.blocks, given.n, given.remembered, given.own
        before, last, start, limit = given.before, given.last, given.start, given.limit
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
            for i in range(remembered):
                work[i] = known[i]
            done = 0
            for tick in range(ticks):
                noted = book[COUNT]
                if noted >= book[LIMIT]:
                    break
                t = (first + tick * each) / unit
                if guard != 0:
                    for i in range(n):
                        good[i] = state[i]
                number = before + tick + 1
                work[len(work) - 1] = 0.0
                valid = step(
                    rate, settle, guards, jump, t, h, state, constants, settings, work, known, lanes, number, book
                )  # fmt: skip
                if valid < 0:
                    book[FAILURE] = valid
                elif guard != 0:
                    looked_at = number % ENERGY_CHECK_INTERVAL == 0 or number == last
                    energy_limit = limit if looked_at else -1.0
                    valid = _call_guard(guard, state, constants, start, energy_limit)
                if valid <= 0 and guard != 0:
                    for i in range(n):
                        state[i] = good[i]
                if valid <= 0:
                    book[COUNT], book[END] = noted, math.nan
                    break
                for i in range(remembered):
                    known[i] = work[i]
                done += 1
                if book[END] != math.inf:
                    done = ticks
                    break
            least = min(least, done)
        return int(least)

    return run


def _plain(kernel: Callable[..., int]) -> Callable[..., int]:
    """Return the function of a tick without events; its result is 1, or why it failed."""
    why = events.why_failed

    def tick(
        rate: int, settle: int, guards: int, jump: int, t: float, h: float, y: Any, p: Any, s: Any, w: Any, memory: Any,
        lanes: int, number: int, log: Any,
    ) -> int:  # fmt: skip
        valid = kernel(rate, t, h, 1, y, p, s, w, lanes)
        if valid == 0:
            return why(w)
        if settle != 0:
            _call_settle(settle, y, p)
        return 1

    return tick


def _hybrid(kernel: Callable[..., int]) -> Callable[..., int]:
    """Return the function of a tick with events, which clear the memory; its result is 1, or why it failed."""
    through: Any = events.step_with_events

    def tick(
        rate: int, settle: int, guards: int, jump: int, t: float, h: float, y: Any, p: Any, s: Any, w: Any, memory: Any,
        lanes: int, number: int, log: Any,
    ) -> int:  # fmt: skip
        happened = through(kernel, rate, settle, guards, jump, t, h, y, p, s, w, memory, number, log)
        if happened > 0:
            for i in range(len(memory)):
                w[i] = 0.0
        return 1 if happened >= 0 else happened

    return tick


def survey(*functions: Callable[..., Any]) -> KernelText:
    """Compile `System.survey`, or rate, margin and guards: int64(double t, next, *y, *p, *dy, *seen).

    It returns the number of guards. The slope at the time `next` is written into dy; seen[0] is 1 if the margin and all
    guards at t are positive, else 0; then come the guards.
    """
    if len(functions) == 1:
        (together,) = functions

        def values_at(t: float, then: float, y: Any, p: Any, dy: Any) -> Any:
            return together(t, y, p, dy)

    else:
        rate, margin, guards = functions

        def values_at(t: float, then: float, y: Any, p: Any, dy: Any) -> Any:
            rate(then, y, p, dy)
            return (margin(y, p), *guards(t, y, p))

    def seen_at(t: float, then: float, y: Any, p: Any, dy: Any, seen: Any) -> int:
        found, good = values_at(t, then, y, p, dy), True
        for place, value in enumerate(found):
            seen[place], good = value, good & (value > 0.0)  # nan is not
        seen[0] = 1.0 if good else 0.0
        return len(found) - 1

    return _emitted(seen_at, (TIME, TIME, STATE, CONSTANTS, STATE, CONSTANTS), WHOLE)


def steady(rest_of_step: Callable[..., None]) -> KernelText:
    """Compile the driver of one copy by an explicit method while nothing happens: int64(*DriverArguments).

    It does what `driver` does, but returns before a tick in which an event may happen or which fails, which its log
    does not allow, or before which no guards are remembered. Rate, settle and survey become part of it, each call a
    copy of its own (`code_generation.machine_code`), so that state and guards stay in registers; the energy is called.
    The slope that the survey at the end of a tick has found is the first of the next; at the start only that is used.
    """

    def run(given: Any) -> int:
        n, h, first, each, unit, guard = variables(), given.h, given.first, given.each, given.unit, given.guard
        state, good = buffer_at(given.y, 0, n), buffer_at(given.kept, 0, n)
        kept = buffer_at(given.memory, 0, given.remembered)
        p, book = buffer_at(given.p, 0, MAX_CONSTANTS), buffer_at(given.log, 0, HEAD)
        y, looked_at, w, most = on_stack(n), on_stack(n), on_stack(STEADY_ROWS * n), STEADY_GUARDS
        seen, past, new = on_stack(1 + most), on_stack(2 * most + 2), on_stack(2 * most + 2)
        checked, remembered = guard != 0 and given.limit >= 0.0, given.remembered
        forgotten = remembered > 0 and kept[remembered - 1] == 0.0
        if forgotten or book[END] != math.inf or book[COUNT] >= book[LIMIT]:
            return 0
        for i in range(n):
            y[i] = state[i]
        end, valid = first / unit, True
        for tick in range(given.ticks + 1):
            t = (first + tick * each) / unit
            m = _linked_survey(end, t, y, p, w, seen)
            size = 2 * m + 2 if m > 0 else 0
            if tick == 0:
                for i in range(size):
                    past[i] = kept[i]
            else:
                total = 0.0
                for i in range(n):
                    total += y[i]
                valid, number = seen[0] > 0.0 and total - total == 0.0, given.before + tick
                if valid and checked and (number % ENERGY_CHECK_INTERVAL == 0 or number == given.last):
                    for i in range(n):
                        looked_at[i] = y[i]
                    valid = abs(_linked_energy(looked_at, p) - given.start) <= given.limit
                valid = valid and (m == 0 or events.is_quiet(past, seen, h, m, new))
                if valid:
                    events.remember(past, seen, h, m)
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
            _linked_settle(y, p)
        for i in range(n):
            if guard != 0:
                good[i] = state[i]
            state[i] = y[i]
        return int(given.ticks)

    return _emitted(run, (RECORD,), WHOLE, replaced={call: linked("rate", *RATE_KINDS, unused=1)})


def _emitted(
    function: Callable[..., Any],
    arguments: tuple[str, ...],
    result: str = "",
    vectors: bool = False,
    apart: Collection[Any] = (),
    alone: Collection[Any] = (),
    replaced: Mapping[Any, Callable[..., Value]] | None = None,
) -> KernelText:
    """Return the LLVM text of a function for C of arguments of these kinds; vectors: loops may become vectors.

    Buffers are pointers. result: the kind of number that it returns; "": none, which callers read as a null pointer.
    """
    program = Program({**REPLACED, **(replaced or {})}, apart, alone)
    taken = [each for each in arguments if each != SYSTEM]
    signature = FunctionType(TYPES.get(result, POINTER), [C_TYPES[each] for each in taken])
    whole_text = Function(program.module, signature, "kernel")
    build = Builder(whole_text.append_basic_block())
    given = [_argument(build, kind, code) for kind, code in zip(taken, whole_text.args, strict=True)]
    values = iter(given)
    passed = [_system(taken, given) if each == SYSTEM else next(values) for each in arguments]
    made = program.function(function, tuple(map(shape_of, passed)))
    answer = build.call(made.code, [part for each in passed for part in parts_of(each)])
    build.ret(answer if result else POINTER(None))
    return KernelText("kernel", str(program.module), vectors)


def _argument(build: Any, kind: str, code: Any) -> Value:
    """Return an argument as the sources see it."""
    if kind == STATE:
        return Buffer(code, number_of_variables(build))
    if kind == CONSTANTS:
        return Buffer(code, INTEGER(MAX_CONSTANTS))
    if kind == RECORD:
        return Fields({name: _field(build, code, place) for place, (name, *_) in enumerate(FIELDS)})
    return real(code) if kind == TIME else whole(code)


def _field(build: Any, record: Any, place: int) -> Value:
    """Return a field of `DriverArguments`, each of which has eight bytes."""
    at = build.gep(record, [INTEGER(place)])
    if FIELDS[place][1] is REAL_FIELD:
        return real(build.load(build.bitcast(at, POINTER)))
    return whole(build.load(at))


def _system(kinds: list[str], values: list[Value]) -> Value:
    """Return a system with only its numbers p."""
    return Fields({"p": values[kinds.index(CONSTANTS)]})
