"""Systems and integrators as machine code: loaded, or compiled, while CPython already runs the same sources.

A pair that is kept from an earlier start (`physics/codecache.py`) is there in milliseconds and needs no compiler; one
that is not is compiled, in the background by another process, and kept.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from physics import codecache
from physics.codecache import Code
from physics.integrator import Integrator
from physics.system import Floats, System

ENERGY_EVERY = 8
"""Ticks between two looks at the energy: it runs away over many, and looking costs a tenth of a step."""
NICENESS = 10
"""Of the process that compiles: pictures go first."""
SWITCH_INTERVAL = 2e-4
"""Seconds a compiling thread may hold the interpreter while others wait (Python's own 5 ms make pictures stutter)."""
REAL = ctypes.c_double
BUFFER = ctypes.POINTER(REAL)
WHOLE = ctypes.c_int64
DRIVER = ctypes.CFUNCTYPE(
    WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, REAL, BUFFER, WHOLE, BUFFER, WHOLE, BUFFER, WHOLE, BUFFER, WHOLE,
    WHOLE, WHOLE, BUFFER, WHOLE, REAL, REAL,
)  # fmt: skip


class Unavailable(Exception):
    """Why there is no machine code for a pair, in one line."""


class Shape(NamedTuple):
    """What machine code is made for: a kind of system, a right-hand side of it, a kernel.

    n variables and so many constants; lanes: how many copies lie side by side in a block.
    """

    system: type[System]
    rate: Callable[..., None]
    kernel: Callable[..., int]
    n: int
    constants: int
    lanes: int = 1


def shape(system: System, integrator: Integrator, lanes: int = 1) -> Shape:
    """What a system under an integrator needs."""
    kind = type(system)
    return Shape(kind, integrator.rate_of(kind), integrator.kernel, len(system.variables), len(system.p), lanes)


@dataclass(frozen=True)
class Pair:
    """A system under an integrator, ready to run: addresses of its right-hand side and of the check of a tick.

    guard is 0 where the check could not be compiled.
    """

    shape: Shape
    driver: Callable[..., int]
    rate: int
    guard: int

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
        checked: tuple[Floats, int, float, float] | None = None,
    ) -> int:
        """Run ticks of dt [s] on y in place and return how many were completed by every block of copies.

        times (first, each, unit): tick k starts at (first + k each) / unit seconds, exactly rounded. checked
        (previous, before, start, limit): look at every tick, keep the state before it in `previous`, and undo one that
        is not finite, where the equations do not hold, or whose energy is further than `limit` from `start`; `before`
        ticks of the run are over, and the energy is looked at in every `ENERGY_EVERY`th.
        """
        shape = self.shape
        kept, before, start, limit = checked or (None, 0, 0.0, 0.0)
        guard = self.guard if checked else 0
        return self.driver(
            self.rate, guard, *times, ticks, dt, _pointer(y), shape.n * shape.lanes, _pointer(p),
            shape.constants * shape.lanes, _pointer(settings), len(settings), _pointer(workspace), len(workspace),
            shape.lanes, blocks, None if kept is None else _pointer(kept), before, start, limit,
        )  # fmt: skip


def _pointer(buffer: Floats) -> ctypes.c_double | None:
    return REAL.from_buffer(buffer) if len(buffer) else None


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
        from physics import compile as compiler
    except Exception as error:  # missing or broken in whatever way
        return f"missing: pip install numba (everything runs in CPython, slower): {type(error).__name__}: {error}"
    return f"numba {compiler.VERSION}; machine code kept in {codecache.folder()}"


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
    driver, rate, guard = map(_address, _parts(shape))
    return Pair(shape, DRIVER(driver), rate, guard)


class Part(NamedTuple):
    """One function to compile: which one of `physics.compile`, of which sources, with which numbers."""

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


def _parts(shape: Shape) -> tuple[Part, Part, Part]:
    system, n, constants = shape.system, shape.n, shape.constants
    return (
        Part("driver", (shape.kernel,), (shape.lanes > 1,)),
        Part("rate", (shape.rate,), (n, constants, shape.lanes)),
        Part("guard", (system.invariants[0].value, system.margin), (n, constants)),
    )


def _address(part: Part) -> int:
    """The address of a compiled function, from the cache if it is kept there."""
    if part in _addresses:
        return _addresses[part]
    if not threading.main_thread().is_alive():
        raise Unavailable("the program ends")
    code = codecache.read(part.name) if part.name else None
    address = _loaded(code) if code else 0
    if not address:
        from physics import compile as compiler

        fresh: Code = getattr(compiler, part.kind)(*part.sources, *part.numbers)
        address = _loaded(fresh)
        if part.name:
            codecache.write(part.name, fresh)
    _addresses[part] = address
    return address


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

    def _prepare(self, shape: Shape) -> None:
        """Have another process fill the cache: compiling in this one would make its pictures stutter."""
        names = [part.name for part in _parts(shape)]
        if not all(names) or all(map(codecache.read, names)) or getattr(sys, "frozen", False):
            return
        path = os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])
        child = subprocess.Popen(
            [sys.executable, "-c", "from physics import native; native.fill()"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path}, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
        with child, suppress(BrokenPipeError):
            assert child.stdin is not None
            child.stdin.write(pickle.dumps(shape))
            child.stdin.close()
            while child.poll() is None:
                if not threading.main_thread().is_alive():
                    child.terminate()
                with suppress(subprocess.TimeoutExpired):
                    child.wait(0.05)

    def _work(self) -> None:
        interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        try:
            while shape := self._next():
                with suppress(Exception):  # no other process, no sources to hand it: then in this one
                    self._prepare(shape)
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


def fill() -> None:
    """Make the pair whose shape comes in on standard input, when nobody else needs the cores."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    pair(pickle.load(sys.stdin.buffer))
