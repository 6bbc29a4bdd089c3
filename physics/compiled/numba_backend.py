"""Sources outside the kernels' subset of Python as LLVM text; the only importer of numba, which may be missing.

Right-hand sides and kernels are compiled separately (N + M, not N × M): a kernel calls a right-hand side through its
address, or its text is linked with that of one (`steady`). numba infers the types and generates LLVM code, which
`physics/compiled/code_generation.py` optimises as a whole. The number of variables is a name in it, so that one text
serves chains of any length.

All functions raise numba's errors for sources that cannot be compiled.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numba
import numpy as np
from llvmlite import ir
from numba import cfunc, njit
from numba import types as T
from numba.core import cgutils
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic
from numba.np.arrayobj import np_cfarray

from physics.compiled import code_generation, vector_sums
from physics.compiled.kernel_text import VARIABLES, KernelText
from physics.core import events, series, ticks
from physics.core.driver_arguments import DriverArguments
from physics.core.events import SEEN
from physics.core.integrator import call
from physics.core.scratch import scratch

VERSION: str = numba.__version__
REAL, INT = T.float64, T.int64
POINTER = T.CPointer(REAL)
ARGUMENTS = numba.from_dtype(np.dtype(DriverArguments))
MAX_CONSTANTS = 1 << 30
"""Declared length of the constants p, more than any system has, so that the code does not depend on their number."""


class _KernelUnit(CPUCodeLibrary):  # type: ignore[misc]
    """The LLVM code of one function from numba, which is only linked into a whole and never run by itself."""

    codegen = property(lambda self: self)

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing: only interpreted callers need the environment."""

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: the function has no address."""
        self._ensure_finalized()
        return 0

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Do nothing: the whole is optimised in `physics/compiled/code_generation.py`."""

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _KernelCompiler(Compiler):  # type: ignore[misc]
    """A numba compiler that stops after generating LLVM code."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library or _KernelUnit(target.codegen(), "part"), *rest)


OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False, "pipeline_class": _KernelCompiler}
SEPARATE: dict[str, Any] = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
INLINE: dict[str, Any] = {**SEPARATE, "forceinline": True}


class Constants(NamedTuple):
    """A stand-in for a system in compiled invariants, with only its numbers p."""

    p: Any


def rate(function: Callable[..., Any], lanes: int) -> KernelText:
    """Compile a right-hand side for one or more lanes: void(double, double *y, *p, *dy)."""
    scalar = _inlined(function)

    def one(t, y, p, dy):  # type: ignore[no-untyped-def]
        n = _variables()
        scalar(t, carray(y, (n,)), carray(p, (MAX_CONSTANTS,)), carray(dy, (n,)))

    def several(t, y, p, dy):  # type: ignore[no-untyped-def]
        n = _variables()
        ys, ps, ds = carray(y, (n, lanes)), carray(p, (MAX_CONSTANTS, lanes)), carray(dy, (n, lanes))
        for lane in range(lanes):
            scalar(t, ys[:, lane], ps[:, lane], ds[:, lane])

    return _emitted(T.void(REAL, POINTER, POINTER, POINTER), one if lanes == 1 else several, vectors=True)


def settle(function: Callable[..., Any], lanes: int) -> KernelText:
    """Compile `System.settle` for one or more lanes: void(double *y, *p)."""
    scalar = _inlined(function)

    def one(y, p):  # type: ignore[no-untyped-def]
        scalar(carray(y, (_variables(),)), carray(p, (MAX_CONSTANTS,)))

    def several(y, p):  # type: ignore[no-untyped-def]
        n = _variables()
        ys, ps = carray(y, (n, lanes)), carray(p, (MAX_CONSTANTS, lanes))
        for lane in range(lanes):
            scalar(ys[:, lane], ps[:, lane])

    return _emitted(T.void(POINTER, POINTER), one if lanes == 1 else several, vectors=lanes > 1)


def guards(function: Callable[..., Any]) -> KernelText:
    """Compile `physics.core.events.least_guard` with a system's guards: void(double t, *y, *p, *seen)."""
    values, write = _inlined(function), _inlined(events.write_guards)

    def seen_at(t, y, p, seen):  # type: ignore[no-untyped-def]
        found = values(t, carray(y, (_variables(),)), carray(p, (MAX_CONSTANTS,)))
        write(found, carray(seen, (SEEN + len(found),)))

    return _emitted(T.void(REAL, POINTER, POINTER, POINTER), seen_at)


def jump(function: Callable[..., Any]) -> KernelText:
    """Compile `System.jump`: void(int64 event, double t, *y, *p); it is called so rarely that it needs no inlining."""
    scalar = _inlined(function, everywhere=False)

    def done(event, t, y, p):  # type: ignore[no-untyped-def]
        scalar(event, t, carray(y, (_variables(),)), carray(p, (MAX_CONSTANTS,)))

    return _emitted(T.void(INT, REAL, POINTER, POINTER), done)


def value(function: Callable[..., float]) -> KernelText:
    """Compile the value of an invariant or quantity that of its system reads only p: double(*y, *p)."""
    value_of = _inlined(function)

    def value_at(y, p):  # type: ignore[no-untyped-def]
        return float(value_of(Constants(carray(p, (MAX_CONSTANTS,))), carray(y, (_variables(),))))

    return _emitted(REAL(POINTER, POINTER), value_at)


def guard(energy: Callable[..., Any], margin: Callable[..., Any]) -> KernelText:
    """Compile `physics.core.ticks.is_valid` for a system: int64(*y, *p, double start, double limit)."""
    energy_of, margin_of, valid = _inlined(energy), _inlined(margin), _inlined(ticks.is_valid)

    def good(y, p, start, limit):  # type: ignore[no-untyped-def]
        state, given = carray(y, (_variables(),)), carray(p, (MAX_CONSTANTS,))
        return valid(energy_of, margin_of, Constants(given), state, given, start, limit)

    return _emitted(INT(POINTER, POINTER, REAL, REAL), good)


def driver(kernel: Callable[..., int], vectors: bool, hybrid: bool) -> KernelText:
    """Compile `physics.core.ticks.run_ticks` for a kernel: int64(*DriverArguments).

    vectors: use vector instructions, for copies side by side or long states; they make short states slower.
    hybrid: handle the events of a system, with one copy in a block.
    """
    through, made = _inlined(ticks.run_ticks), _inlined(kernel, everywhere=False)
    step = _inlined(ticks.tick_with_events, everywhere=False) if hybrid else _inlined(ticks.plain_tick)

    def run(arguments):  # type: ignore[no-untyped-def]
        return through(_record(arguments), made, step)

    return _emitted(INT(T.CPointer(ARGUMENTS)), run, vectors)


def survey(*functions: Callable[..., Any]) -> KernelText:
    """Compile `System.survey`, or rate, margin and guards: int64(double t, next, *y, *p, *dy, *seen).

    It returns the number of guards. The slope at the time `next` is written into dy; seen[0] is 1 if the margin and all
    guards at t are positive, else 0; then come the guards.
    """
    if len(functions) == 1:
        together = _inlined(functions[0])

        def values_at(t, then, y, p, dy):  # type: ignore[no-untyped-def]
            return together(t, y, p, dy)

    else:
        rate, margin, guards = map(_inlined, functions)

        def values_at(t, then, y, p, dy):  # type: ignore[no-untyped-def]
            rate(then, y, p, dy)
            return (margin(y, p), *guards(t, y, p))

    values = njit(**INLINE)(values_at)

    def seen_at(t, then, y, p, dy, seen):  # type: ignore[no-untyped-def]
        n = _variables()
        found = values(t, then, carray(y, (n,)), carray(p, (MAX_CONSTANTS,)), carray(dy, (n,)))
        out, good = carray(seen, (len(found),)), True
        for place, value in enumerate(found):
            out[place], good = value, good & (value > 0.0)  # nan is not
        out[0] = 1.0 if good else 0.0
        return len(found) - 1

    return _emitted(INT(REAL, REAL, POINTER, POINTER, POINTER, POINTER), seen_at)


def steady(rest_of_step: Callable[..., None]) -> KernelText:
    """Compile `physics.core.ticks.run_steadily`: int64(*DriverArguments)."""
    through, step = _inlined(ticks.run_steadily), _inlined(rest_of_step, linked=True)

    def run(arguments):  # type: ignore[no-untyped-def]
        return through(_record(arguments), step, _linked_survey, _linked_settle, _linked_energy)

    return _emitted(INT(T.CPointer(ARGUMENTS)), run)


# Code generation --------------------------------------------------------------------------------------------


@intrinsic
def carray(typing, place, shape):  # type: ignore[no-untyped-def]
    """Return the array of doubles at a pointer or an address; `numba.carray` would have to be compiled first."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer, size = arguments
        if signature.args[0] == INT:
            pointer = builder.inttoptr(pointer, ir.DoubleType().as_pointer())
        return np_cfarray(context, builder, signature.return_type(POINTER, shape), [pointer, size])

    return T.Array(REAL, len(shape), "C")(place, shape), generate


@intrinsic
def _variables(typing):  # type: ignore[no-untyped-def]
    """Return the number of variables, a constant that is filled in when the text becomes machine code."""
    return INT(), lambda context, builder, signature, arguments: _load_variables(builder)


def _load_variables(builder: Any) -> Any:
    place = builder.module.globals.get(VARIABLES)
    if place is None:
        place = ir.GlobalVariable(builder.module, ir.IntType(64), VARIABLES)
        place.global_constant = True
    return builder.load(place)


@intrinsic
def _record(typing, pointer):  # type: ignore[no-untyped-def]
    """Return the `DriverArguments` record at a pointer."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.bitcast(arguments[0], context.get_value_type(ARGUMENTS))

    return ARGUMENTS(pointer), generate


@intrinsic
def _call_rate(typing, rate, t, y, p, dy):  # type: ignore[no-untyped-def]
    """Call a right-hand side through its address; replaces `physics.core.integrator.call`."""
    return T.void(INT, REAL, y, p, dy), _through_address


@intrinsic
def _call_settle(typing, settle, y, p):  # type: ignore[no-untyped-def]
    """Call `settle` through its address; replaces `physics.core.events.settle_state`."""
    return T.void(INT, y, p), _through_address


@intrinsic
def _call_guards(typing, guards, t, y, p, seen):  # type: ignore[no-untyped-def]
    """Call the guards through their address; replaces `physics.core.events.least_guard`."""
    return T.void(INT, REAL, y, p, seen), _through_address


@intrinsic
def _call_jump(typing, jump, event, t, y, p):  # type: ignore[no-untyped-def]
    """Call `jump` through its address; replaces `physics.core.events.apply_jump`."""
    return T.void(INT, INT, REAL, y, p), _through_address


@intrinsic
def _buffer_at(typing, address, first, length):  # type: ignore[no-untyped-def]
    """Return a part of the doubles at an address; replaces `physics.core.ticks.buffer_at`."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        address, first, length = arguments
        place = builder.gep(builder.inttoptr(address, ir.DoubleType().as_pointer()), [first])
        return np_cfarray(context, builder, signature.return_type(POINTER, INT), [place, length])

    return T.Array(REAL, 1, "C")(INT, INT, INT), generate


@intrinsic
def _length_of(typing, n):  # type: ignore[no-untyped-def]
    """Return the number of variables, a constant; replaces `physics.core.ticks.length_of`."""
    return INT(INT), lambda context, builder, signature, arguments: _load_variables(builder)


@intrinsic
def _call_guard(typing, guard, y, p, start, limit):  # type: ignore[no-untyped-def]
    """Call the check of a tick through its address; replaces `physics.core.ticks.check_tick`."""
    return INT(INT, y, p, REAL, REAL), _through_address


@intrinsic
def _linked_rate(typing, rate, t, y, p, dy):  # type: ignore[no-untyped-def]
    """Call the right-hand side that the text is linked with."""
    return T.void(INT, REAL, y, p, dy), _linked("rate", 1)


@intrinsic
def _linked_settle(typing, y, p):  # type: ignore[no-untyped-def]
    """Call `settle` of the system that the text is linked with."""
    return T.void(y, p), _linked("settle")


@intrinsic
def _linked_survey(typing, t, then, y, p, dy, seen):  # type: ignore[no-untyped-def]
    """Call the survey that the text is linked with, which returns the number of guards."""
    return INT(REAL, REAL, y, p, dy, seen), _linked("survey")


@intrinsic
def _linked_energy(typing, y, p):  # type: ignore[no-untyped-def]
    """Call the value of the energy that the text is linked with."""
    return REAL(y, p), _linked("value")


def _linked(symbol: str, unused: int = 0) -> Callable[..., Any]:
    """Return a generator of calls of a function by its symbol, without the first arguments."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = _passed(context, builder, signature.args[unused:], arguments[unused:])
        nothing = signature.return_type == T.void
        result = ir.VoidType() if nothing else context.get_value_type(signature.return_type)
        kind = ir.FunctionType(result, [value.type for value in values])
        answer = builder.call(cgutils.get_or_insert_function(builder.module, kind, symbol), values)
        return context.get_dummy_value() if nothing else answer

    return generate


def _passed(context: Any, builder: Any, kinds: Any, arguments: Any) -> list[Any]:
    """Return arguments as they are passed: arrays as pointers."""
    return [
        context.make_array(kind)(context, builder, value).data if isinstance(kind, T.Array) else value
        for kind, value in zip(kinds, arguments, strict=True)
    ]


def _through_address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Generate a call of the function whose address is the first argument; arrays are passed as pointers."""
    address, *values = _passed(context, builder, signature.args, arguments)
    nothing = signature.return_type == T.void
    result = ir.VoidType() if nothing else ir.IntType(64)
    function = ir.FunctionType(result, [value.type for value in values])
    answer = builder.call(builder.inttoptr(address, function.as_pointer()), values)
    return context.get_dummy_value() if nothing else answer


@intrinsic
def _floor(typing, x):  # type: ignore[no-untyped-def]
    """Return `floor` of a double as a double: one instruction, which can be vectorised."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.call(builder.module.declare_intrinsic("llvm.floor", [ir.DoubleType()]), arguments)

    return REAL(REAL), generate


@intrinsic
def _on_stack(typing, n):  # type: ignore[no-untyped-def]
    """Return n doubles on the stack; replaces `physics.core.scratch.scratch`."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        place = builder.alloca(ir.DoubleType(), size=arguments[0])
        return np_cfarray(context, builder, T.Array(REAL, 1, "C")(POINTER, INT), [place, arguments[0]])

    return T.Array(REAL, 1, "C")(INT), generate


@intrinsic
def _factor_rows(typing, n):  # type: ignore[no-untyped-def]
    """Return n doubles on the stack, for vectors; replaces `physics.core.series.factor_rows`."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        place = vector_sums.factor_rows(builder, arguments[0])
        return np_cfarray(context, builder, T.Array(REAL, 1, "C")(POINTER, INT), [place, arguments[0]])

    return T.Array(REAL, 1, "C")(INT), generate


@intrinsic
def _store_factors(typing, w, order, factors):  # type: ignore[no-untyped-def]
    """Write a row in vectors; replaces `physics.core.series.store_factors`."""
    return T.void(w, INT, factors), _written_by(vector_sums.store_factors)


@intrinsic(prefer_literal=True)
def _sum_products(typing, w, order, width):  # type: ignore[no-untyped-def]
    """Sum products in vectors; replaces `physics.core.series.sum_products`."""
    return T.void(w, INT, width), _written_by(partial(vector_sums.sum_products, width=width.literal_value))


def _written_by(write: Callable[..., None]) -> Callable[..., Any]:
    """Return a generator of code without a result, written by a function of a builder and the arguments."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        write(builder, *_passed(context, builder, signature.args, arguments))
        return context.get_dummy_value()

    return generate


@njit(**INLINE)
def _made_tick(  # type: ignore[no-untyped-def]
    step, kernel, rate, settle, guards, jump, t, h, y, p, s, w, memory, lanes, number, log
):
    """Make a tick; replaces `physics.core.ticks.made_tick`."""
    return step(kernel, rate, settle, guards, jump, t, h, y, p, s, w, memory, lanes, number, log)


REPLACED: dict[Any, Any] = {
    call: _call_rate,
    events.least_guard: _call_guards,
    events.apply_jump: _call_jump,
    events.settle_state: _call_settle,
    events.copy_into: njit(**INLINE)(events.copy_one_by_one),
    events.is_finite: njit(**INLINE)(events.has_finite_sum),
    ticks.buffer_at: _buffer_at,
    ticks.length_of: _length_of,
    ticks.check_tick: _call_guard,
    ticks.made_tick: _made_tick,
    math.floor: _floor,
    scratch: _on_stack,
    series.factor_rows: _factor_rows,
    series.store_factors: _store_factors,
    series.sum_products: _sum_products,
}
"""Functions called by CPython, and their replacements in compiled sources."""


@cache
def _inlined(function: Callable[..., Any], everywhere: bool = True, linked: bool = False) -> Any:
    """Return a Python function for use in compiled ones, with all functions that it calls by name, recursively.

    everywhere: inline it into its callers, so that a loop over lanes can be vectorised; kernels are large and need no
    inlining. linked: the right-hand side is called by its symbol.
    """
    assert isinstance(function, types.FunctionType)
    found = dict(function.__globals__)
    for name in function.__code__.co_names:
        value = found.get(name)
        if isinstance(value, types.FunctionType | types.BuiltinFunctionType) and value in REPLACED:
            found[name] = _linked_rate if linked and value is call else REPLACED[value]
        elif isinstance(value, types.FunctionType):
            found[name] = _inlined(value, everywhere, linked)
    copy = types.FunctionType(function.__code__, found, function.__name__, function.__defaults__, function.__closure__)
    return njit(**(INLINE if everywhere else SEPARATE))(copy)


def _emitted(signature: Any, function: Callable[..., Any], vectors: bool = False) -> KernelText:
    """Return the LLVM text of a function of numbers and pointers; vectors: loops may become vector instructions."""
    module = cfunc(signature, **OPTIONS)(function)._library._final_module
    symbol = next(f.name for f in module.functions if f.name.startswith("cfunc.") and not f.is_declaration)
    # numba calls the root of the C library, which reports negative numbers; the instruction returns the same bits
    text = code_generation.with_calls(str(module)).replace("@sqrt(", "@llvm.sqrt.f64(")
    return KernelText(symbol, text, vectors)
