"""The functions that machine code is made of, compiled from the Python sources that CPython runs.

Right-hand sides and kernels are compiled separately (N + M, not N x M): a kernel calls a right-hand side through its
address, or its text is linked with that of one (`steady`). The number of variables is a name in a text, so that one
text serves chains of any length; `physics/compiled/code_generation.py` optimises it as a whole.

All functions raise `physics.compiled.kernel_expressions.Refused` for sources outside the subset.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from physics.compiled.kernel_builder import DOUBLE, INTEGER, Builder, Function, FunctionType
from physics.compiled.kernel_calls import (
    POINTER,
    RATE_KINDS,
    REPLACED,
    SETTLE_KINDS,
    Written,
    lane_of,
    linked,
    number_of_variables,
)
from physics.compiled.kernel_compiler import Program
from physics.compiled.kernel_text import NOTHING_NEEDED, KernelText
from physics.compiled.kernel_values import (
    REAL,
    ROW,
    TYPES,
    WHOLE,
    Buffer,
    Fields,
    Value,
    endless_row,
    parts_of,
    real,
    shape_of,
    whole,
)
from physics.core import events, ticks
from physics.core.driver_arguments import FIELDS
from physics.core.driver_arguments import REAL as REAL_FIELD
from physics.core.integrator import call

STATE, CONSTANTS, TIME, EVENT, RECORD = "state", "constants", "time", "event", "record"
"""What an argument of a function for C is: a buffer of the length of a state, a longer one, a double, a whole number,
the address of `DriverArguments`."""
SYSTEM = "system"
"""An argument of a source that is a system with only its numbers p, which are those of the last argument."""
NUMBERS = (SYSTEM, "p"), (CONSTANTS, "")
"""Arguments that are the constants p, or have them as an attribute; of several buffers the first."""
ALONE = (events._dips, events._first, events._place, events._begin_anew, events._next_place, events._step_apart)
"""Functions of events that stay functions: they are called rarely, from several places."""
C_TYPES = {
    STATE: POINTER, CONSTANTS: POINTER, TIME: DOUBLE, EVENT: INTEGER, RECORD: INTEGER.as_pointer(),
}  # fmt: skip

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
    """Compile `physics.core.ticks.is_valid` for a system: int64(*y, *p, double start, double limit)."""

    def good(system: Any, y: Any, p: Any, start: float, limit: float) -> int:
        return ticks.is_valid(energy, margin, system, y, p, start, limit)

    return _emitted(good, (SYSTEM, STATE, CONSTANTS, TIME, TIME), WHOLE)


def driver(kernel: Callable[..., int], vectors: bool, hybrid: bool) -> KernelText:
    """Compile `physics.core.ticks.run_ticks` for a kernel: int64(*DriverArguments).

    vectors: use vector instructions, for copies side by side or long states; they make short states slower.
    hybrid: handle the events of a system, with one copy in a block.
    """
    step = ticks.tick_with_events if hybrid else ticks.plain_tick

    def run(given: Any) -> int:
        return ticks.run_ticks(given, kernel, step)

    return _emitted(run, (RECORD,), WHOLE, vectors, apart={kernel, events.step_with_events}, alone=ALONE)


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
    """Compile `physics.core.ticks.run_steadily`: int64(*DriverArguments).

    Rate, settle and survey become part of it, each call a copy of its own (`code_generation.machine_code`); the energy
    is called.
    """

    def run(given: Any) -> int:
        return ticks.run_steadily(given, rest_of_step, _linked_survey, _linked_settle, _linked_energy)

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
    lengths = [made.needs.get((place, ""), NOTHING_NEEDED) for place, kind in enumerate(arguments) if kind == STATE]
    state, slope, *_ = *lengths, NOTHING_NEEDED, NOTHING_NEEDED
    places = {(arguments.index(kind), name) for kind, name in NUMBERS if kind in arguments}
    numbers = max((made.needs.get(each, NOTHING_NEEDED) for each in places), default=NOTHING_NEEDED)
    return KernelText("kernel", str(program.module), vectors, state, slope, numbers)


def _argument(build: Any, kind: str, code: Any) -> Value:
    """Return an argument as the sources see it."""
    if kind == STATE:
        return Buffer(code, number_of_variables(build))
    if kind == CONSTANTS:
        return endless_row(code)  # so that the code does not depend on the number of constants
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
