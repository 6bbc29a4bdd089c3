"""Systems and integrators as machine code: loaded, or compiled, while CPython already runs the same sources.

A pair that is kept from an earlier start (`physics/compiled/code_cache.py`) is there in milliseconds and needs no
compiler; one that is not is compiled, in the background by another process, and kept.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import threading
from array import array
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from physics.compiled import code_cache, helper_process
from physics.compiled.code_cache import Code
from physics.core import events
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.driver_arguments import REAL, WHOLE, DriverArguments
from physics.types import Floats

WIDE = 64
"""Variables of a state that vectors are worth it for: few numbers would only wait for them."""
SWITCH_INTERVAL = 2e-4
"""Seconds a compiling thread may hold the interpreter while others wait (Python's own 5 ms make pictures stutter)."""
NOTHING: Floats = memoryview(array("d"))
DRIVER = ctypes.CFUNCTYPE(WHOLE, ctypes.POINTER(DriverArguments))


class Unavailable(Exception):
    """Why there is no machine code for a pair, in one line."""


class Shape(NamedTuple):
    """What machine code is made for: a kind of system, a right-hand side of it, a kernel.

    n variables; lanes: how many copies lie side by side in a block, where no events happen. It serves any number of
    constants.
    """

    system: type[System]
    rate: Callable[..., None]
    kernel: Callable[..., int]
    n: int
    lanes: int = 1


def shape(system: System, integrator: Integrator, lanes: int = 1) -> Shape:
    """What a system under an integrator needs."""
    kind = type(system)
    return Shape(kind, integrator.rate_of(kind), integrator.kernel, len(system.variables), lanes)


def workspace(system: System, integrator: Integrator, lanes: int = 1) -> Floats:
    """Room for what a system under an integrator computes in between."""
    n = len(system.variables)
    return memoryview(array("d", bytes(8 * (integrator.room(n) * lanes + (events.room(n) if system.events else 0)))))


@dataclass(frozen=True)
class Pair:
    """A system under an integrator, ready to run: addresses of its right-hand side, of what settles its state after a
    step, of its guards and of what its events do (0: nothing), and of the check of a tick.
    """

    shape: Shape
    driver: Callable[..., int]
    rate: int
    guard: int
    settle: int = 0
    guards: int = 0
    jump: int = 0

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
        memory: Floats = NOTHING,
        log: Floats | None = None,
        own: bool = False,
        checked: tuple[Floats, int, float, float] | None = None,
    ) -> int:
        """Run ticks of dt [s] on y in place and return how many were completed by every block of copies.

        p: the constants of a block, and of all others, or with `own` those of each block behind the one before.
        memory: of a method that has one, and log (`physics.core.events.logs`): for each block behind that of the one
        before; they change with y. A run is over where the log is full, where it comes to its goal, and where a tick
        fails. times (first, each, unit): tick k starts at (first + k each) / unit seconds, exactly rounded. checked
        (previous, before, start, limit): look at every tick, keep the state before it in `previous`, and undo one that
        is not finite, where the equations do not hold, or whose energy is further than `limit` from `start`, but for a
        negative limit; `before` ticks of the run are over, and the energy is looked at in every `ENERGY_EVERY`th.
        """
        shape, shares = self.shape, max(blocks, 1)
        kept, before, start, limit = checked or (NOTHING, 0, 0.0, 0.0)
        book: Floats = memoryview(events.logs(shape.n) * blocks) if log is None else log
        first, each, unit = times
        arguments = DriverArguments(
            rate=self.rate, settle=self.settle, guard=self.guard if checked else 0, guards=self.guards, jump=self.jump,
            first=first, each=each, unit=unit, ticks=ticks, h=dt, lanes=shape.lanes, blocks=blocks,
            y=_address_of(y), n=shape.n * shape.lanes,
            p=_address_of(p), constants=len(p) // shares if own else len(p), own=own,
            settings=_address_of(settings), count=len(settings),
            workspace=_address_of(workspace), room=len(workspace),
            memory=_address_of(memory), remembered=len(memory) // shares,
            log=_address_of(book), logged=len(book) // shares,
            kept=_address_of(kept), before=before, start=start, limit=limit,
        )  # fmt: skip
        return self.driver(ctypes.byref(arguments))


def _address_of(buffer: Floats) -> int:
    return ctypes.addressof(REAL.from_buffer(buffer)) if len(buffer) else 0


# Making ---------------------------------------------------------------------------------------------------


_lock = threading.Lock()
_pairs: dict[Shape, Pair] = {}
_refused: dict[Shape, str] = {}
_addresses: dict[Part, int] = {}
_engines: list[Any] = []
"""They own the machine code."""


def ready(shape: Shape) -> Pair | None:
    """The pair, if it has been made."""
    return _pairs.get(shape)


def status() -> str:
    """What compiles, and where its code is kept; or why everything runs in CPython."""
    try:
        from physics.compiled import numba_backend as compiler
    except Exception as error:  # missing or broken in whatever way
        return f"missing: pip install numba (everything runs in CPython, slower): {type(error).__name__}: {error}"
    return f"numba {compiler.VERSION}; machine code kept in {code_cache.folder()}"


def refusal(shape: Shape) -> str:
    """Why the pair could not be made, or "" where it was made or nobody has tried."""
    return _refused.get(shape, "")


def pair(shape: Shape) -> Pair:
    """The pair; loads or compiles what is not there yet. Raises Unavailable."""
    with _lock:
        if shape in _refused:
            raise Unavailable(_refused[shape])
        if shape not in _pairs:
            try:
                _pairs[shape] = _made(shape)
            except Exception as error:  # numba missing, broken, or not able to compile a source: CPython goes on
                _refused[shape] = " ".join(str(error).split())[:200] or type(error).__name__
                raise Unavailable(_refused[shape]) from error
        return _pairs[shape]


def _made(shape: Shape) -> Pair:
    driver, *rest = map(_address, _parts(shape))
    return Pair(shape, DRIVER(driver), *rest)


class Part(NamedTuple):
    """One function to compile: which one of `physics.compiled.numba_backend`, of which sources, with which numbers."""

    kind: str
    sources: tuple[Callable[..., Any], ...]
    numbers: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """Under which its code is kept, or "" for sources that are not ours and may change unseen."""
        if any(not s.__module__.startswith("physics.") or "<" in s.__qualname__ for s in self.sources):
            return ""
        return "-".join(
            [self.kind, *(f"{s.__module__}.{s.__qualname__}" for s in self.sources), *map(str, self.numbers)]
        )


def _parts(shape: Shape) -> list[Part]:
    system, n = shape.system, shape.n
    hybrid = bool(system.events) and shape.lanes == 1
    parts = [
        Part("driver", (shape.kernel,), (shape.lanes > 1 or n >= WIDE, hybrid)),
        Part("rate", (shape.rate,), (n, shape.lanes)),
        Part("guard", (system.invariants[0].value, system.margin), (n,)),
    ]
    if hybrid or system.settle is not System.settle:
        parts.append(Part("settle", (system.settle,), (n, shape.lanes)))
    if hybrid:
        parts += [Part("guards", (system.guards,), (n,)), Part("jump", (system.jump,), (n,))]
    return parts


def _address(part: Part) -> int:
    """The address of a compiled function, from the cache if it is kept there."""
    if part in _addresses:
        return _addresses[part]
    if not threading.main_thread().is_alive():
        raise Unavailable("the program ends")
    code = code_cache.read(part.name) if part.name else None
    address = _loaded(code) if code else 0
    address = address or _loaded(_compiled(part))
    _addresses[part] = address
    return address


def _compiled(part: Part) -> Code:
    """Machine code of a part, fresh from the compiler, and kept if it has a name."""
    from physics.compiled import numba_backend as compiler

    code: Code = getattr(compiler, part.kind)(*part.sources, *part.numbers)
    if part.name:
        code_cache.write(part.name, code)
    return code


def _loaded(code: Code) -> int:
    """Where the code lies once loaded, or 0 when this process lacks what it refers to."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=3, jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)  # from here on it knows Python's own symbols
    abort = llvm.address_of_symbol("abort")
    for name in code.needs:  # only the reporting of errors that plain arithmetic cannot raise
        if not llvm.address_of_symbol(name):
            if not abort:
                return 0
            llvm.add_symbol(name, abort)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.machine))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address(code.symbol))


# In the background ----------------------------------------------------------------------------------------


class Background:
    """One thread that makes the pairs that were asked for, one after another."""

    def __init__(self) -> None:
        self._waiting: list[Shape] = []
        self._asked: set[Shape] = set()
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None

    def ask(self, shape: Shape) -> None:
        """Have a pair made soon; asking again costs nothing."""
        if shape in self._asked:
            return
        with self._guard:
            self._asked.add(shape)
            self._waiting.append(shape)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="compile")
                self._thread.start()

    def wait(self) -> None:
        """Until everything that was asked for is made or refused."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _next(self) -> Shape | None:
        with self._guard:
            if self._waiting and threading.main_thread().is_alive():
                return self._waiting.pop(0)
            self._thread = None
            return None

    def _fill(self, shape: Shape) -> None:
        """Have another process fill the cache: compiling in this one would make its pictures stutter."""
        if not _can_be_kept(shape) or all(map(code_cache.read, _names(shape))):
            return
        other = helper_process.started(FILL, shape)
        from subprocess import TimeoutExpired

        while other.poll() is None:
            if not threading.main_thread().is_alive():
                other.terminate()
            with suppress(TimeoutExpired):
                other.wait(0.05)

    def _work(self) -> None:
        interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        try:
            while shape := self._next():
                with suppress(Exception):  # no other process, no sources to hand it: then in this one
                    self._fill(shape)
                with suppress(Unavailable):
                    pair(shape)
        finally:
            sys.setswitchinterval(interval)


background = Background()


def _forked() -> None:
    """A forked process has no thread of its parent's, and nobody who would open what they had locked."""
    global _lock, background
    _lock, background = threading.Lock(), Background()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


# The other process ----------------------------------------------------------------------------------------


FILL = "from physics.compiled import native; native.fill()"


def _names(shape: Shape) -> list[str]:
    return [part.name for part in _parts(shape)]


def _can_be_kept(shape: Shape) -> bool:
    """Whether another process finds the same sources, and this one what that has made of them."""
    return all(_names(shape)) and not getattr(sys, "frozen", False)


def fill() -> None:
    """Compile the pair whose shape comes in on standard input, and keep it: all that this process is for."""
    gc.disable()
    sys.modules["scipy"] = None  # type: ignore[assignment]  # numba would load its linear algebra: 0.1 s for nothing
    for part in _parts(helper_process.handed()):
        if code_cache.read(part.name) is None:
            _compiled(part)
