"""Machine code from the same Python that CPython runs: the only importer of numba.

Right-hand sides and kernels are compiled apart (N + M, not N × M): a kernel calls a right-hand side through its
address. Nothing is reordered (no fastmath, no fused multiply-add), so the bits are those of CPython.

All raise numba's errors for sources that cannot be compiled.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba import carray, cfunc, njit
from numba import types as T
from numba.extending import intrinsic
from numba.np.unsafe.ndarray import to_fixed_tuple

from physics.codecache import Code
from physics.integrator import call
from physics.native import ENERGY_EVERY

VERSION: str = numba.__version__
OPTIONS: dict[str, Any] = {"error_model": "numpy"}
APART: dict[str, Any] = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
INLINE: dict[str, Any] = {**APART, "forceinline": True}
REAL, INT = T.float64, T.int64
POINTER = T.CPointer(REAL)


def _ask_for_wide_vectors() -> None:
    """Let numba use vectors of 512 bits where there are any: by itself LLVM keeps to half of that.

    It holds for all that numba compiles in this process, unless somebody has chosen otherwise (NUMBA_CPU_FEATURES).
    """
    features = llvm.get_host_cpu_features()
    if features.get("avx512f") and numba.config.CPU_FEATURES is None:
        numba.config.CPU_NAME = llvm.get_host_cpu_name()
        numba.config.CPU_FEATURES = f"{features.flatten()},-prefer-256-bit"


_ask_for_wide_vectors()


class Constants(NamedTuple):
    """A system as compiled invariants see it: only its numbers p."""

    p: Any


def rate(function: Callable[..., Any], n: int, constants: int, lanes: int) -> Code:
    """A right-hand side of n variables for one copy or several side by side: void(double, double *y, *p, *dy)."""
    scalar = _inlined(function, vectors=lanes > 1)

    def one(t, y, p, dy):  # type: ignore[no-untyped-def]
        scalar(t, carray(y, (n,)), carray(p, (constants,)), carray(dy, (n,)))

    def several(t, y, p, dy):  # type: ignore[no-untyped-def]
        ys, ps, ds = carray(y, (n, lanes)), carray(p, (constants, lanes)), carray(dy, (n, lanes))
        for lane in range(lanes):
            scalar(t, ys[:, lane], ps[:, lane], ds[:, lane])

    return _emitted(T.void(REAL, POINTER, POINTER, POINTER), one if lanes == 1 else several, vectors=lanes > 1)


def guard(energy: Callable[..., Any], margin: Callable[..., Any], n: int, constants: int) -> Code:
    """Whether a state is as it should be: int64(double *y, *p, double start, double limit).

    1 when its numbers are finite, its energy is within `limit` of `start` and its margin is positive, else 0. A
    negative limit leaves the energy out.
    """
    energy_of, margin_of = _inlined(energy), _inlined(margin)

    def good(y, p, start, limit):  # type: ignore[no-untyped-def]
        state, given = carray(y, (n,)), carray(p, (constants,))
        total = 0.0
        for i in range(n):
            total += state[i]
        if not (total - total == 0.0 and margin_of(state, given) > 0.0):
            return 0
        if limit < 0.0:
            return 1
        return 1 if abs(energy_of(Constants(to_fixed_tuple(given, constants)), state) - start) <= limit else 0

    return _emitted(INT(POINTER, POINTER, REAL, REAL), good)


def driver(kernel: Callable[..., int], vectors: bool) -> Code:
    """A kernel that runs many ticks, over several blocks of copies, in one call.

    vectors: for copies side by side, whose many numbers fill vectors; the few of one copy would only wait for them.

    int64(rate, guard, first, each, unit, ticks, double h, y, n, p, constants, settings, count, workspace, room,
    lanes, blocks, kept, before, double start, double limit): addresses and buffers as integers. Tick k of a call
    starts at the time (first + k each) / unit. n, constants are the numbers in one block; each block lies behind the
    one before.

    With a guard (of one block) each tick is checked: `kept` holds the state before the last good tick, and a tick
    that fails is undone, with `kept` as it was left: both are then the last good state. The energy is looked at in
    every `ENERGY_EVERY`th tick, counted from the start of the run, of which `before` are over. Returns how many ticks
    were completed by every block.
    """
    step = _inlined(kernel, everywhere=False, vectors=vectors)

    def run(  # type: ignore[no-untyped-def]
        rate, guard, first, each, unit, ticks, h, y, n, p, constants, s, count, w, room,
        lanes, blocks, kept, before, start, limit
    ):  # fmt: skip
        settings, work = carray(s, (count,)), carray(w, (room,))
        ys, ps = carray(y, (blocks, n)), carray(p, (blocks, constants))
        least = ticks
        for block in range(blocks):
            state, given = ys[block], ps[block]
            done = 0
            for tick in range(ticks):
                t = (first + tick * each) / unit
                if guard == 0:
                    if step(rate, t, h, 1, state, given, settings, work, lanes) == 0:
                        break
                else:
                    good = carray(kept, (n,))
                    for i in range(n):
                        good[i] = state[i]
                    asked = limit if (before + tick + 1) % ENERGY_EVERY == 0 else -1.0
                    if (
                        step(rate, t, h, 1, state, given, settings, work, lanes) == 0
                        or _call_guard(guard, state, given, start, asked) == 0
                    ):
                        for i in range(n):
                            state[i] = good[i]
                        break
                done += 1
            least = min(least, done)
        return least

    signature = INT(
        INT, INT, INT, INT, INT, INT, REAL, POINTER, INT, POINTER, INT, POINTER, INT, POINTER, INT,
        INT, INT, POINTER, INT, REAL, REAL,
    )  # fmt: skip
    return _emitted(signature, run, vectors)


# How it is done ---------------------------------------------------------------------------------------------


@intrinsic
def _call_rate(typing, rate, t, y, p, dy):  # type: ignore[no-untyped-def]
    """`physics.integrator.call` where the right-hand side is an address."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        buffers = _pointers(context, builder, signature.args[2:], arguments[2:])
        _call_address(builder, ir.VoidType(), arguments[0], [arguments[1], *buffers])
        return context.get_dummy_value()

    return T.void(INT, REAL, y, p, dy), generate


@intrinsic
def _call_guard(typing, guard, y, p, start, limit):  # type: ignore[no-untyped-def]
    """Ask a guard through its address."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        buffers = _pointers(context, builder, signature.args[1:3], arguments[1:3])
        return _call_address(builder, ir.IntType(64), arguments[0], [*buffers, *arguments[3:]])

    return INT(INT, y, p, REAL, REAL), generate


@intrinsic
def _floor(typing, x):  # type: ignore[no-untyped-def]
    """`floor` that stays a double: one instruction, for several lanes at once too."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.call(builder.module.declare_intrinsic("llvm.floor", [ir.DoubleType()]), arguments)

    return REAL(REAL), generate


REPLACED = {call: _call_rate, math.floor: _floor}
"""What compiled sources call instead of what CPython calls."""


def _pointers(context: Any, builder: Any, arrays: Any, values: Any) -> list[Any]:
    return [context.make_array(a)(context, builder, value).data for a, value in zip(arrays, values, strict=True)]


def _call_address(builder: Any, result: Any, address: Any, arguments: list[Any]) -> Any:
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(builder.inttoptr(address, kind.as_pointer()), arguments)


@cache
def _inlined(function: Callable[..., Any], everywhere: bool = True, vectors: bool = False) -> Any:
    """A Python function for use in compiled ones, with the functions it names, and those that they name.

    everywhere: copied into whatever calls it, so that a loop over lanes can be vectorised; kernels are large and
    need no copies. vectors: for use in what is emitted with them.
    """
    assert isinstance(function, types.FunctionType)
    found = dict(function.__globals__)
    for name in function.__code__.co_names:
        value = found.get(name)
        if value is math.floor or value is call:
            found[name] = REPLACED[value]
        elif isinstance(value, types.FunctionType):
            found[name] = _inlined(value, everywhere, vectors)
    copy = types.FunctionType(function.__code__, found, function.__name__, function.__defaults__, function.__closure__)
    return njit(**(INLINE if everywhere else APART))(copy)


def _emitted(signature: Any, function: Callable[..., Any], vectors: bool = False) -> Code:
    """The machine code of a function of numbers and pointers; vectors: loops may become vector instructions."""
    usual = numba.config.LOOP_VECTORIZE
    numba.config.LOOP_VECTORIZE = int(vectors)
    try:
        module = llvm.parse_assembly(cfunc(signature, **OPTIONS)(function).inspect_llvm())
    finally:
        numba.config.LOOP_VECTORIZE = usual
    things = [*module.functions, *module.global_variables]
    symbol = next(f.name for f in module.functions if f.name.startswith("cfunc.") and not f.is_declaration)
    needs = tuple(thing.name for thing in things if thing.is_declaration and not thing.name.startswith("llvm."))
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=3, jit=True
    )
    return Code(symbol, needs, bytes(machine.emit_object(module)))
