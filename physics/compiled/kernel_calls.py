"""Calls in compiled kernels: functions of Python's own, and calls through addresses and symbols."""

from __future__ import annotations

import ast
import math
import types
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from physics.compiled import vector_sums
from physics.compiled.kernel_builder import DOUBLE, INTEGER, VOID, Constant, External, Function, FunctionType
from physics.compiled.kernel_text import VARIABLES
from physics.compiled.kernel_values import (
    ENDLESS,
    NOTHING,
    REAL,
    ROW,
    TYPES,
    WHOLE,
    Buffer,
    Group,
    Known,
    Number,
    Value,
    constant,
    endless_row,
    real,
    shape_of,
    truth,
    whole,
)
from physics.core import events, series, ticks
from physics.core.integrator import call
from physics.core.scratch import scratch

POINTER = DOUBLE.as_pointer()
LISTED = "call functions of this package, sqrt, floor, isnan, abs, min, max, int, float, bool, len"


class Written:
    """A function that sources of this package call, and whose code is written in place.

    write: a function of the writer, the node of the call and the arguments, which returns the result.
    """

    def __init__(self, write: Callable[..., Value]) -> None:
        self.write = write

    def __call__(self, *arguments: Any) -> Any:
        """Raise TypeError: only compiled code can call it."""
        raise TypeError("only compiled code calls this function")


def call_of(writer: Any, node: ast.Call, function: Any, arguments: list[Value]) -> Value:
    """Return the result of a call of a function that is known while compiling."""
    if isinstance(function, Written):
        written: Value = function.write(writer, node, *arguments)
        return written
    if isinstance(function, types.FunctionType | types.BuiltinFunctionType | type):
        if function in writer.program.replaced:
            replaced: Value = writer.program.replaced[function](writer, node, *arguments)
            return replaced
        if function in BUILT_IN:
            try:
                return BUILT_IN[function](writer, node, *arguments)
            except TypeError:
                raise writer.refuse(node, f"`{ast.unparse(node)[:60]}`", "pass other arguments") from None
    if isinstance(function, types.FunctionType):
        called: Value = writer.called(function, arguments, node)
        return called
    cure = "call physics.maths.trig" if getattr(function, "__module__", "") == "math" else LISTED
    raise writer.refuse(node, f"a call of `{ast.unparse(node.func)}`", cure)


# Functions of Python --------------------------------------------------------------------------------------


def _on_double(name: str) -> Callable[..., Value]:
    """Return what writes a function of a double that is one instruction."""

    def write(writer: Any, node: ast.Call, x: Value) -> Value:
        return real(writer.intrinsic(name, writer.number(x, REAL, node)))

    return write


def _is_nan(writer: Any, node: ast.Call, x: Value) -> Value:
    code = writer.number(x, REAL, node)
    return truth(writer.build.fcmp_unordered("uno", code, code))


def _absolute(writer: Any, node: ast.Call, x: Value) -> Value:
    if isinstance(x, Number) and x.kind == REAL:
        return real(writer.intrinsic("llvm.fabs", x.code))
    code, build = writer.number(x, WHOLE, node), writer.build
    return whole(build.select(build.icmp_signed("<", code, INTEGER(0)), build.neg(code), code))


def _extreme(op: ast.cmpop) -> Callable[..., Value]:
    """Return what writes min or max: the first of equal ones, and of nan the earlier argument, as in Python."""

    def write(writer: Any, node: ast.Call, *given: Value) -> Value:
        items = given[0].items if len(given) == 1 and isinstance(given[0], Group) else given
        found = items[0]
        for each in items[1:]:
            kind = writer.together(shape_of(found), shape_of(each), node)
            one, other = (writer.number(value, kind, node) for value in (found, each))
            test = writer.compared(node, op, Number(kind, other), Number(kind, one))
            found = Number(kind, writer.build.select(test, other, one))
        return found

    return write


def _to_whole(writer: Any, node: ast.Call, x: Value) -> Value:
    if isinstance(x, Number) and x.kind == REAL:
        return whole(writer.build.fptosi(x.code, INTEGER))
    return x if isinstance(x, Number) and x.kind == WHOLE else whole(writer.number(x, WHOLE, node))


def _to_real(writer: Any, node: ast.Call, x: Value) -> Value:
    return real(writer.number(x, REAL, node))


def _to_truth(writer: Any, node: ast.Call, x: Value) -> Value:
    return truth(writer.test(x, node))


def _length(writer: Any, node: ast.Call, x: Value) -> Value:
    if isinstance(x, Group):
        return constant(len(x.items))
    if isinstance(x, Buffer):
        writer.check_end(x, node)
        return whole(x.length, natural=True)
    raise writer.refuse(node, f"`{ast.unparse(node)[:60]}`", "take the length of buffers and tuples alone")


def _numbered(writer: Any, node: ast.Call, x: Value) -> Value:
    if not isinstance(x, Group):
        raise writer.refuse(node, f"`{ast.unparse(node)[:60]}`", "loop over a range of indices")
    return Group(tuple(Group((constant(number), each)) for number, each in enumerate(x.items)))


BUILT_IN: dict[Any, Callable[..., Value]] = {
    math.sqrt: _on_double("llvm.sqrt"), math.floor: _on_double("llvm.floor"), math.isnan: _is_nan,
    abs: _absolute, min: _extreme(ast.Lt()), max: _extreme(ast.Gt()),
    int: _to_whole, float: _to_real, bool: _to_truth, len: _length, enumerate: _numbered,
}  # fmt: skip
"""Functions of Python, and what writes their calls."""


# Memory ---------------------------------------------------------------------------------------------------


def _on_stack(writer: Any, node: ast.Call, n: Value) -> Value:
    """Return n doubles on the stack."""
    length = writer.number(n, WHOLE, node)
    build = writer.start if isinstance(length, Constant) else writer.build
    return Buffer(build.alloca(DOUBLE, size=length), length)


def _factor_rows(writer: Any, node: ast.Call, n: Value) -> Value:
    """Return n doubles on the stack, for vectors."""
    length = writer.number(n, WHOLE, node)
    return Buffer(vector_sums.factor_rows(writer.build, length), length)


def _store_factors(writer: Any, node: ast.Call, w: Buffer, order: Value, factors: Group) -> Value:
    """Write a row in vectors."""
    numbers = [writer.number(each, REAL, node) for each in factors.items]
    row = ir.Constant(ir.ArrayType(DOUBLE, len(numbers)), ir.Undefined)
    for place, number in enumerate(numbers):
        row = writer.build.insert_value(row, number, place)
    vector_sums.store_factors(writer.build, w.place, writer.number(order, WHOLE, node), row)
    return NOTHING


def _sum_products(writer: Any, node: ast.Call, w: Buffer, order: Value, width: Number) -> Value:
    """Sum products in vectors."""
    vector_sums.sum_products(writer.build, w.place, writer.number(order, WHOLE, node), width=width.literal)
    return NOTHING


def _buffer_at(writer: Any, node: ast.Call, address: Value, first: Value, length: Value) -> Value:
    """Return `length` doubles from the index `first` of the buffer at an address on."""
    build = writer.build
    place = build.inttoptr(writer.number(address, WHOLE, node), POINTER)
    at = build.gep(place, [writer.number(first, WHOLE, node)])
    endless = isinstance(length, Number) and length.literal == ENDLESS
    return endless_row(at) if endless else Buffer(at, writer.number(length, WHOLE, node))


def _lane_of(writer: Any, node: ast.Call, row: Buffer, lane: Value, lanes: Value) -> Value:
    """Return what belongs to one copy in a buffer of several side by side, whose length is that of one."""
    place = writer.build.gep(row.place, [writer.number(lane, WHOLE, node)])
    stride = writer.number(lanes, WHOLE, node)
    return Buffer(place, row.length, stride, row.endless, row.argument, row.first)


def _variables(writer: Any, node: ast.Call, n: Value) -> Value:
    """Return the number of variables, which n is."""
    return whole(number_of_variables(writer.build), natural=True)


def number_of_variables(build: Any) -> Any:
    """Return the number of variables, a constant that is filled in when the text becomes machine code."""
    place = build.module.globals.get(VARIABLES)
    if place is None:
        place = External(build.module, INTEGER, VARIABLES)
    return build.load(place)


lane_of = Written(_lane_of)


# Calls through addresses and symbols ----------------------------------------------------------------------


def _passed(writer: Any, node: ast.Call, kinds: tuple[str, ...], arguments: tuple[Value, ...]) -> list[Any]:
    """Return arguments as functions for C take them: buffers as pointers, without lengths."""
    if len(kinds) != len(arguments):
        raise TypeError
    return [_one_passed(writer, node, kind, each) for kind, each in zip(kinds, arguments, strict=True)]


def _one_passed(writer: Any, node: ast.Call, kind: str, value: Value) -> Any:
    if kind != ROW:
        return writer.number(value, kind, node)
    if not isinstance(value, Buffer) or value.stride is not None:
        raise writer.refuse(node, f"`{ast.unparse(node)[:60]}`", "pass a buffer")
    return value.place


def through_address(*kinds: str, answers: str = "") -> Callable[..., Value]:
    """Return what writes a call of the function whose address is the first argument.

    kinds: of the other arguments, kinds of numbers or `ROW`; answers: the kind of number that it returns, "": none.
    """

    def write(writer: Any, node: ast.Call, address: Value, *arguments: Value) -> Value:
        values = _passed(writer, node, kinds, arguments)
        kind = FunctionType(TYPES.get(answers, VOID), [value.type for value in values])
        place = writer.build.inttoptr(writer.number(address, WHOLE, node), kind.as_pointer())
        answer = writer.build.call(place, values)
        return Number(answers, answer) if answers else NOTHING

    return write


def linked(symbol: str, *kinds: str, unused: int = 0, answers: str = "") -> Callable[..., Value]:
    """Return what writes a call of a function by its symbol, without the first arguments.

    kinds, answers: as for `through_address`.
    """

    def write(writer: Any, node: ast.Call, *arguments: Value) -> Value:
        values, module = _passed(writer, node, kinds, arguments[unused:]), writer.program.module
        function = module.globals.get(symbol)
        if function is None:
            kind = FunctionType(TYPES.get(answers, POINTER), [value.type for value in values])
            function = Function(module, kind, symbol)
        answer = writer.build.call(function, values)
        return Number(answers, answer) if answers else NOTHING

    return write


def _by(function: Any) -> Callable[..., Value]:
    """Return what writes a call of another function."""

    def write(writer: Any, node: ast.Call, *arguments: Value) -> Value:
        return call_of(writer, node, function, list(arguments))

    return write


def _made_tick(writer: Any, node: ast.Call, step: Value, *arguments: Value) -> Value:
    """Return the result of a tick, which raises nothing."""
    if not isinstance(step, Known):
        raise TypeError
    return call_of(writer, node, step.value, list(arguments))


RATE_KINDS, SETTLE_KINDS = (REAL, ROW, ROW, ROW), (ROW, ROW)
REPLACED: dict[Any, Callable[..., Value]] = {
    call: through_address(*RATE_KINDS),
    events.least_guard: through_address(*RATE_KINDS),
    events.apply_jump: through_address(WHOLE, REAL, ROW, ROW),
    events.settle_state: through_address(*SETTLE_KINDS),
    events.copy_into: _by(events.copy_one_by_one),
    events.is_finite: _by(events.has_finite_sum),
    ticks.buffer_at: _buffer_at,
    ticks.length_of: _variables,
    ticks.check_tick: through_address(ROW, ROW, REAL, REAL, answers=WHOLE),
    ticks.made_tick: _made_tick,
    scratch: _on_stack,
    series.factor_rows: _factor_rows,
    series.store_factors: _store_factors,
    series.sum_products: _sum_products,
}
"""Functions called by CPython, and what writes their calls in machine code."""
