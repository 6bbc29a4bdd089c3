"""Systems and integrators as machine code, loaded or compiled while CPython already runs the same sources.

A pair of system and integrator in the cache (`physics/compiled/code_cache.py`) is loaded in milliseconds. Any other is
compiled once (`physics/compiled/kernel_entry.py`), in the background by another process, and cached.
"""

from __future__ import annotations

import ctypes
import gc
import math
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.compiled import code_cache, helper_process
from physics.compiled.code_cache import ObjectCode
from physics.compiled.compile_unit import CompileUnit, check_indices, kernel_unit
from physics.compiled.measure_text import all_units, measure_code, measure_units, own_measure_code
from physics.compiled.source_edition import Edition, edition, own_functions, stays
from physics.compiled.watch_text import WatchArguments, watch_text
from physics.core import events
from physics.core.driver_arguments import REAL, STEADY_GUARDS, WHOLE, DriverArguments
from physics.core.fields import Quantity
from physics.core.integrator import Integrator, Rate
from physics.core.measure import MEASURE_CODE, MeasureCode, measure_code_of, measure_layout
from physics.core.powers import HasSurvey
from physics.core.system import POSE_CODE, System, watched_value
from physics.core.ticks import EMPTY, Checked
from physics.types import Floats

if TYPE_CHECKING:
    from subprocess import Popen

MIN_VECTOR_VARIABLES = 64
"""Number of variables from which vector instructions pay off; they make shorter states slower."""
CACHE_LINE = 64
"""Bytes of a cache line, the length of the largest vectors."""
SWITCH_INTERVAL = 2e-4
"""Seconds for which a compiling thread may hold the interpreter (with Python's default of 5 ms pictures stutter)."""
DRIVER = ctypes.CFUNCTYPE(WHOLE, ctypes.POINTER(DriverArguments))


class Unavailable(Exception):
    """Raised when there is no machine code for a pair; the message is the reason, in one line."""


class CompileKey(NamedTuple):
    """The key of a compiled pair: class of the system, its right-hand side, and the kernel.

    n: number of variables. lanes: number of copies side by side in a block, 1 for systems with events. The code does
    not depend on the number of constants. rest_of_step: of the integrator. edition: what sources outside physics read
    from around them, so that machine code is made anew where that was changed. numbers: how many constants there are,
    where such sources are compiled.
    """

    system: type[System]
    rate: Callable[..., None]
    kernel: Callable[..., int]
    n: int
    lanes: int = 1
    rest_of_step: Callable[..., None] | None = None
    edition: Edition = ()
    numbers: int = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how another process gets the key: the right-hand side of a machine is found in its class alone."""
        names = [name for name in dir(self.system) if getattr(self.system, name, None) is self.rate]
        return _key_of, (self.system, names[0] if names else self.rate, *self[2:])


def _key_of(system: type[System], rate: str | Callable[..., None], *rest: Any) -> CompileKey:
    return CompileKey(system, getattr(system, rate) if isinstance(rate, str) else rate, *rest)


def shape(system: System, integrator: Integrator, lanes: int = 1) -> CompileKey:
    """Return the key of the machine code of a system with an integrator."""
    kind = type(system)
    rate, n = integrator.rate_of(kind), len(system.variables)
    read = edition(rate, watched_value(kind), *own_functions(kind))
    numbers = len(system.p) if read else 0
    return CompileKey(kind, rate, integrator.kernel, n, lanes, integrator.rest_of_step, read, numbers)


def workspace(system: System, integrator: Integrator, lanes: int = 1) -> Floats:
    """Return a workspace for a system with an integrator."""
    n = len(system.variables)
    size = integrator.room(n) * lanes
    if system.events:
        size += events.workspace_size(n, len(system.events), integrator.memory(n))
    return aligned(size)


def aligned(count: int) -> Floats:
    """Return so many zeros, aligned to cache lines: vectors that cross lines cost a tenth of a step."""
    room = bytearray(8 * count + CACHE_LINE)
    first = -ctypes.addressof(ctypes.c_char.from_buffer(room)) % CACHE_LINE
    return memoryview(room)[first : first + 8 * count].cast("d")


@dataclass(frozen=True)
class CompiledRun:
    """A compiled pair of system and integrator: the driver, and addresses of the system's functions.

    rate: right-hand side; guard: check of a tick; settle, guards, jump: as in `System`, 0 for none. steady: the driver
    of ticks in which nothing happens, for some pairs.
    """

    shape: CompileKey
    driver: Callable[..., int]
    rate: int
    guard: int
    settle: int = 0
    guards: int = 0
    jump: int = 0
    steady: Callable[..., int] | None = None

    @property
    def driver_address(self) -> int:
        """The address of the driver, for other machine code."""
        return ctypes.cast(self.driver, ctypes.c_void_p).value or 0  # type: ignore[arg-type]  # a function of ctypes

    def run(
        self,
        ticks: int,
        dt: float,
        times: tuple[int, int, int],
        y: Floats,
        p: Floats,
        settings: Floats,
        workspace: Floats,
        blocks: int = 1,
        memory: Floats = EMPTY,
        log: Floats | None = None,
        own: bool = False,
        checked: Checked | None = None,
    ) -> int:
        """Run ticks of dt [s] on y in place and return how many were completed by every block of copies.

        p: the constants shared by all blocks, or with `own` those of each block in turn. memory: of a method that has
        one, and log (`physics.core.events.empty_log`): for each block in turn; they change with y. A block stops when
        its log is full, when its goal event happens, and when a tick fails. times (first, each, unit): tick k starts at
        (first + k each) / unit seconds, exactly rounded. checked: how ticks of the only block are checked.
        """
        log_of_blocks: Floats = memoryview(events.empty_log(self.shape.n) * blocks) if log is None else log
        arguments = self.arguments(
            ticks, dt, times, y, p, settings, workspace, blocks, memory, log_of_blocks, own, checked
        )
        return self.run_ticks(arguments, log_of_blocks)

    def run_ticks(self, arguments: DriverArguments, log: Floats) -> int:
        """Run the ticks of `arguments`, whose log is given, too, and return how many were completed.

        The time and the number of ticks in the arguments may be other ones afterwards.
        """
        if self.steady is None or arguments.blocks != 1:
            return self.driver(ctypes.byref(arguments))
        return _taking_turns(self.steady, self.driver, arguments, log)

    def arguments(
        self, ticks: int, dt: float, times: tuple[int, int, int], y: Floats, p: Floats, settings: Floats,
        workspace: Floats, blocks: int, memory: Floats, log: Floats, own: bool,
        checked: Checked | None,
    ) -> DriverArguments:  # fmt: skip
        """Return the arguments of the driver for `run`; the buffers must live as long."""
        shape, shares = self.shape, max(blocks, 1)
        kept, before, last, start, limit = checked or (EMPTY, 0, 0, 0.0, 0.0)
        first, each, unit = times
        return DriverArguments(
            rate=self.rate, settle=self.settle, guard=self.guard if checked else 0, guards=self.guards, jump=self.jump,
            first=first, each=each, unit=unit, ticks=ticks, h=dt, lanes=shape.lanes, blocks=blocks,
            y=_address_of(y), n=shape.n * shape.lanes,
            p=_address_of(p), constants=len(p) // shares if own else len(p), own=own,
            settings=_address_of(settings), count=len(settings),
            workspace=_address_of(workspace), room=len(workspace),
            memory=_address_of(memory), remembered=len(memory) // shares,
            log=_address_of(log), logged=len(log) // shares,
            kept=_address_of(kept), before=before, last=last, start=start, limit=limit,
        )  # fmt: skip


class KeptArguments:
    """The arguments of the last call of a compiled pair, kept while its buffers stay: calls of few ticks are many."""

    def __init__(self) -> None:
        self._pair: CompiledRun | None = None
        self._buffers: tuple[object, ...] = ()
        self._arguments = DriverArguments()

    def run(
        self,
        pair: CompiledRun,
        ticks: int,
        dt: float,
        times: tuple[int, int, int],
        y: Floats,
        p: Floats,
        settings: Floats,
        workspace: Floats,
        memory: Floats,
        log: Floats,
        checked: Checked,
    ) -> int:
        """Run ticks of one block as `CompiledRun.run` does."""
        kept, before, last, start, limit = checked
        buffers = y.obj, p.obj, settings.obj, workspace.obj, memory.obj, log.obj, kept.obj
        same = pair is self._pair and all(one is other for one, other in zip(buffers, self._buffers, strict=True))
        if not same:
            self._pair, self._buffers = pair, buffers
            self._arguments = pair.arguments(
                ticks, dt, times, y, p, settings, workspace, 1, memory, log, False, checked
            )  # fmt: skip
        else:
            arguments = self._arguments
            arguments.ticks, arguments.h = ticks, dt
            arguments.first, arguments.each, arguments.unit = times
            arguments.before, arguments.last, arguments.start, arguments.limit = before, last, start, limit
        return pair.run_ticks(self._arguments, log)


def _taking_turns(
    steady: Callable[..., int], driver: Callable[..., int], arguments: DriverArguments, log: Floats
) -> int:
    """Run the ticks of `arguments` and return how many were completed: by `driver` where `steady` returns early."""

    def run(by: Callable[..., int], ticks: int) -> int:
        arguments.ticks = ticks
        made = by(ctypes.byref(arguments))
        arguments.first += made * arguments.each
        arguments.before += made
        return made

    ticks: int = arguments.ticks
    done, eventful = 0, 1
    while log[events.END] == math.inf:
        made = run(steady, ticks - done)
        done += made
        if done == ticks:
            return done
        eventful = 1 if made else min(2 * eventful, ticks - done)
        made = run(driver, eventful)
        done += made
        if made < eventful or done == ticks:
            return done
    return ticks


def _address_of(buffer: Floats) -> int:
    return ctypes.addressof(REAL.from_buffer(buffer)) if len(buffer) else 0


# Compiling and loading ------------------------------------------------------------------------------------


_lock = threading.Lock()
_pairs: dict[CompileKey, CompiledRun] = {}
_refused: dict[CompileKey, str] = {}
_addresses: dict[CompileUnit, int] = {}
_watched: dict[bool, Callable[..., None]] = {}
_uncompiled: set[CompileUnit] = set()
"""Sources of values that cannot be compiled."""
_engines: list[Any] = []
"""Engines that own the loaded machine code."""


def is_compiled(shape: CompileKey) -> CompiledRun | None:
    """Return the compiled pair, or None if it is not loaded."""
    return _pairs.get(shape)


def status() -> str:
    """Return the compilers' versions and the folder of the cache, or why everything runs in CPython."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        from physics.compiled import kernel_entry  # noqa: F401
    except Exception as error:  # llvmlite may be missing or broken in any way
        return f"missing: pip install llvmlite (everything runs in CPython, slower): {type(error).__name__}: {error}"
    found = f"llvmlite {version('llvmlite')}"
    with suppress(PackageNotFoundError):
        found += f", numba {version('numba')}"
    if not code_cache.is_trusted():
        return f"{found}; machine code is not kept: others may write to {code_cache.folder()}"
    return f"{found}; machine code kept in {code_cache.folder()}"


def compile_error(shape: CompileKey) -> str:
    """Return why the pair could not be compiled, or "" if it was compiled or not yet requested."""
    return _refused.get(shape, "")


def compiled_run(shape: CompileKey) -> CompiledRun:
    """Return the compiled pair; what is missing is loaded or compiled. Raises Unavailable."""
    with _lock:
        if shape in _refused:
            raise Unavailable(_refused[shape])
        if shape not in _pairs:
            try:
                _pairs[shape] = _made(shape)
            except Exception as error:  # a source that cannot be compiled: CPython is used
                _refused[shape] = " ".join(str(error).split())[:200] or type(error).__name__
                raise Unavailable(_refused[shape]) from error
        return _pairs[shape]


def _made(shape: CompileKey) -> CompiledRun:
    if shape.edition:
        slope = shape.rate is not getattr(shape.system, "series", None)  # which writes coefficients of all orders
        for unit in units_of(shape):
            check_indices(unit, shape.n, shape.numbers, slope)
    addresses = {unit.kind: _address(unit) for unit in units_of(shape)}
    driver, steady = addresses.pop("driver"), addresses.pop("steady", 0)
    return CompiledRun(shape, DRIVER(driver), **addresses, steady=DRIVER(steady) if steady else None)


def units_of(shape: CompileKey) -> list[CompileUnit]:
    """Return the functions of which the machine code of a pair consists."""
    system, n = shape.system, shape.n
    hybrid = bool(system.events) and shape.lanes == 1
    parts = [
        CompileUnit("driver", (shape.kernel,), (shape.lanes > 1 or n >= MIN_VECTOR_VARIABLES, hybrid)),
        CompileUnit("rate", (shape.rate,), (shape.lanes,), n),
        CompileUnit("guard", (watched_value(system), system.margin), (), n),
    ]
    if hybrid or system.settle is not System.settle:
        parts.append(CompileUnit("settle", (system.settle,), (shape.lanes,), n))
    if hybrid:
        parts += [CompileUnit("guards", (system.guards,), (), n), CompileUnit("jump", (system.jump,), (), n)]
    short = n < MIN_VECTOR_VARIABLES and len(system.events) <= STEADY_GUARDS
    if system.inlined and shape.lanes == 1 and short and shape.rest_of_step is not None:
        steady = _steady_unit(shape)
        parts += [steady] * bool(steady.name)
    return [unit._replace(edition=shape.edition) for unit in parts] if shape.edition else parts


RATE = ctypes.CFUNCTYPE(None, REAL, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


def rate_call(kernel: Callable[..., None], n: int) -> Rate:
    """Return a kernel with the arguments of `System.rate`, for n variables, in machine code; raises Unavailable."""
    unit = kernel_unit(kernel, n)._replace(edition=edition(kernel))
    if unit.edition:
        _check_indices(unit, n)
    code = RATE(function_address(unit))

    def write(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        code(t, *map(_address_of, (y, p, dy)))

    return write


def _check_indices(unit: CompileUnit, n: int) -> None:
    try:
        check_indices(unit, n)
    except Exception as error:  # as for pairs
        raise Unavailable(str(error)) from error


def _pose_unit(kind: type[System], n: int) -> CompileUnit | None:
    return kernel_unit(kind.pose, n) if kind.pose is not System.pose else None


def load_pose(kind: type[System], n: int) -> None:
    """Load what draws a class of systems of n variables, or compile it; of systems outside physics CPython draws.

    Pictures then use it (`System.posed`).
    """
    if (kind, n) not in POSE_CODE and (unit := _pose_unit(kind, n)) and unit.name:
        POSE_CODE[kind, n] = rate_call(kind.pose, n)


MEASURE = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, WHOLE, WHOLE, ctypes.c_void_p, ctypes.c_void_p, WHOLE, WHOLE, ctypes.c_void_p
)


def load_measure(kind: type[System], n: int) -> None:
    """Load what computes the values of a class of systems of n variables, of sources that stay as they are.

    `physics.core.measure` uses it from then on. It is compiled at the first time, in tenths of a second.
    """
    if measure_code_of(kind, n) is not None:
        return
    with _lock, suppress(Exception):  # without it CPython computes them
        units = {i: unit for i, unit in measure_units(kind, n).items() if all(map(stays, unit.sources))}
        code = measure_code(kind, units) if units else None
        _take_measure(kind, n, units, code)


def load_value(kind: type[System], n: int, quantity: Quantity) -> bool:
    """Load what computes a value, too, of a system outside physics.

    Return whether there is machine code for it: not for a value that reads of its system other things than p.
    """
    load_measure(kind, n)
    source, _ = measure_layout(kind).places.get(quantity.value, (-1, -1))
    with _lock:
        if source in _computed(kind, n) or source < 0:
            return source >= 0
        wanted = {i: unit for i, unit in all_units(kind, n).items() if i == source or i in _computed(kind, n)}
        units = {i: unit._replace(edition=edition(*unit.sources)) for i, unit in wanted.items()}
        if units[source] in _uncompiled:
            return False
        with suppress(Exception):  # as above
            for unit in units.values():
                check_indices(unit, n, slope=unit.kind != "rate")
            _take_measure(kind, n, units, own_measure_code(kind, units))
        if source not in _computed(kind, n):
            _uncompiled.add(units[source])
        return source in _computed(kind, n)


def _computed(kind: type[System], n: int) -> frozenset[int]:
    """Return which sources of the values of a class there is machine code for."""
    code = measure_code_of(kind, n)
    return code.known if code else frozenset()


def _take_measure(kind: type[System], n: int, units: Mapping[int, CompileUnit], code: ObjectCode | None) -> None:
    """Load the code of values, if there is any, for `physics.core.measure`."""
    if address := _loaded(code) if code else 0:
        run = partial(_measure, MEASURE(address), measure_layout(kind).size)
        own = [unit for unit in units.values() if unit.edition]
        MEASURE_CODE[kind, n] = MeasureCode(frozenset(units), run, address, partial(_is_current, own) if own else None)


def _is_current(units: Sequence[CompileUnit]) -> bool:
    """Return whether all that the sources of units read from around them is as it was when they were compiled."""
    return all(unit.edition == edition(*unit.sources) for unit in units)


def function_address(unit: CompileUnit) -> int:
    """Return the address of one compiled function; what is missing is loaded or compiled. Raises Unavailable."""
    with _lock:
        try:
            return _address(unit)
        except Exception as error:  # as for pairs
            raise Unavailable(" ".join(str(error).split())[:200] or type(error).__name__) from error


WATCHED = ctypes.CFUNCTYPE(None, ctypes.POINTER(WatchArguments))


def watched_call(measured: bool) -> Callable[..., None]:
    """Return what runs copies and looks at them (`physics.compiled.watch_text.watch_text`); raises Unavailable."""
    from physics.compiled.code_generation import machine_code

    with _lock:
        if measured not in _watched:
            name = f"watched-{int(measured)}"
            code = code_cache.read(name)
            if code is None:
                code = machine_code(watch_text(measured), 0)
                code_cache.write(name, code)
            address = _loaded(code)
            if not address:
                raise Unavailable("a symbol is missing")
            _watched[measured] = WATCHED(address)
        return _watched[measured]


def _measure(
    call: Callable[..., None],
    size: int,
    states: NDArray[np.float64],
    p: Floats,
    sources: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    rows, n = states.shape
    places = (each.__array_interface__["data"][0] for each in (states, np.asarray(p), sources, out))
    at, constants, wanted, written = places
    call(at, rows, n, constants, wanted, len(sources), size, written)


def _steady_unit(shape: CompileKey) -> CompileUnit:
    """Return the driver of the ticks of a pair in which nothing happens."""
    system, n = shape.system, shape.n
    assert shape.rest_of_step is not None
    together = (system.survey,) if issubclass(system, HasSurvey) else (shape.rate, system.margin, system.guards)
    parts = (
        CompileUnit("rate", (shape.rate,), (1,), n),
        CompileUnit("settle", (system.settle,), (1,), n),
        CompileUnit("survey", together, (), n),
        CompileUnit("value", (watched_value(system),), (), n),
    )
    return CompileUnit("steady", (shape.rest_of_step,), (), n, parts)


def _address(part: CompileUnit) -> int:
    """Return the address of a compiled function, from the cache if it is there."""
    if part in _addresses:
        return _addresses[part]
    if not threading.main_thread().is_alive():
        raise Unavailable("the program ends")
    code = code_cache.read(part.name) if part.name else None
    address = _loaded(code) if code else 0
    address = address or _loaded(_compiled(part))
    _addresses[part] = address
    return address


def _compiled(part: CompileUnit) -> ObjectCode:
    """Compile a part, and cache its code if it has a name."""
    from physics.compiled.code_generation import machine_code

    code = machine_code(part.text(), part.variables, {unit.kind: unit.text() for unit in part.parts})
    if part.name:
        code_cache.write(part.name, code)
    return code


def _loaded(code: ObjectCode) -> int:
    """Load code and return its address, or 0 if this process lacks a symbol that it needs."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=3, jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)  # makes Python's symbols known
    abort = llvm.address_of_symbol("abort")
    for name in code.needs:  # they only report errors, which plain arithmetic cannot raise
        if not llvm.address_of_symbol(name):
            if not abort:
                return 0
            llvm.add_symbol(name, abort)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.machine))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address(code.symbol))


# In the background ----------------------------------------------------------------------------------------


class CompileThread:
    """A thread that compiles the requested pairs one after another, those that are asked for ahead last."""

    def __init__(self) -> None:
        self._waiting: list[CompileKey] = []
        self._ahead: list[CompileKey] = []
        self._requested: set[CompileKey] = set()
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._held = False

    def hold(self) -> None:
        """Let requests wait until `go_on`: loading the compiler would delay a program that is starting."""
        self._held = True

    def go_on(self) -> None:
        """Compile what waits, and further requests at once."""
        with self._guard:
            self._held = False
            self._begin()

    def _begin(self) -> None:
        if (self._waiting or self._ahead) and self._thread is None and not self._held:
            self._thread = threading.Thread(target=self._work, name="compile")
            self._thread.start()

    def ask(self, shape: CompileKey, ahead: bool = False) -> None:
        """Request a pair; repeated requests have no effect. ahead: it may be needed soon, after all others."""
        if shape in self._requested and (ahead or shape not in self._ahead):
            return
        with self._guard:
            self._requested.add(shape)
            if shape in self._ahead:
                self._ahead.remove(shape)
            (self._ahead if ahead else self._waiting).append(shape)
            self._begin()

    @property
    def busy(self) -> bool:
        """True while pairs are being compiled, or wait for it."""
        return self._thread is not None or bool(self._waiting or self._ahead)

    def wait(self) -> None:
        """Wait until all requested pairs are compiled or refused."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _next(self) -> CompileKey | None:
        with self._guard:
            if (self._waiting or self._ahead) and threading.main_thread().is_alive():
                return (self._waiting or self._ahead).pop(0)
            self._thread = None
            return None

    def _fill(self, shape: CompileKey) -> Popen[bytes] | None:
        """Compile what is missing into the cache in another process; in this one it would make pictures stutter.

        Return that process as soon as the pair is there; what draws and measures follows.
        """
        if not _can_be_kept(shape) or _is_cached(shape):
            return None
        other = helper_process.start(COMPILE_COMMAND, shape)
        self._await(other, partial(_is_cached, shape))
        return other

    def _await(self, other: Popen[bytes], enough: Callable[[], bool]) -> None:
        """Wait for another process to end, or to do enough; end it with the program."""
        from subprocess import TimeoutExpired

        while other.poll() is None and not enough():
            if not threading.main_thread().is_alive():
                other.terminate()
            with suppress(TimeoutExpired):
                other.wait(0.05)

    def _work(self) -> None:
        interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        try:
            while shape := self._next():
                other = None
                with suppress(Exception):  # without another process the pair is compiled in this one
                    other = self._fill(shape)
                with suppress(Unavailable):
                    compiled_run(shape)
                if other is not None:
                    self._await(other, lambda: False)
                with suppress(Exception):  # without it CPython draws
                    load_pose(shape.system, shape.n)
                with suppress(Exception):  # without it CPython reads values
                    load_measure(shape.system, shape.n)
        finally:
            sys.setswitchinterval(interval)


background = CompileThread()


def _forked() -> None:
    """Replace lock and thread in a forked process, which has no threads of its parent that could release the lock."""
    global _lock, background
    _lock, background = threading.Lock(), CompileThread()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


# The other process ----------------------------------------------------------------------------------------


COMPILE_COMMAND = "from physics.compiled import native; native.compile_from_stdin()"


def _names(shape: CompileKey) -> list[str]:
    return [part.name for part in units_of(shape)]


def _is_cached(shape: CompileKey) -> bool:
    """Return whether all machine code of a pair is in the cache."""
    return all(code_cache.read(unit.name) for unit in units_of(shape))


def _can_be_kept(shape: CompileKey) -> bool:
    """Return whether another process finds the same sources, so that this one can use the code it caches."""
    return all(_names(shape)) and not getattr(sys, "frozen", False)


def compile_from_stdin() -> None:
    """Compile the pair whose key comes in on standard input into the cache, with what draws and measures the system."""
    gc.disable()
    sys.modules["scipy"] = None  # type: ignore[assignment]  # numba would import it for linear algebra, 0.1 s that are not needed
    shape: CompileKey = helper_process.receive()
    system, n = shape.system, shape.n
    drawn = _pose_unit(system, n)
    for part in (*units_of(shape), *([drawn] if drawn else [])):
        if part.name and code_cache.read(part.name) is None:
            _compiled(part)
    if units := measure_units(system, n):
        measure_code(system, units)
