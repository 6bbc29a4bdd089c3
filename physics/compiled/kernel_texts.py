"""Kernels as LLVM text, which does not depend on the machine: those of all systems and methods are kept in the package.

A kept text is valid for the sources that it comes from, which its fingerprint names; one of other sources is not used,
and numba writes it anew. `python -m tools.make_kernels` makes those that are missing or stale.
"""

from __future__ import annotations

import json
import linecache
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from physics.core import driver_arguments, events

FOLDER = Path(__file__).parent / "kernels"
"""The folder of the kept texts, one compressed file each."""
WRITERS = tuple(Path(__file__).parent / name for name in ("numba_backend.py", "vector_sums.py"))
"""The files that write the texts: a change may change each of them."""
VARIABLES = "polhode_variables"
"""Global constant of a text, which is filled in later: the number of variables of the system."""


def path(name: str) -> Path:
    """Return the file of a text."""
    return FOLDER / f"{name}.xz"


class KernelText(NamedTuple):
    """A compiled function before it becomes machine code.

    symbol: its name in the LLVM text, in which the number of variables is `VARIABLES`.
    vectors: loops may become vector instructions. optimised: as far as possible without the machine.
    """

    symbol: str
    text: str
    vectors: bool
    optimised: bool = False


def read(name: str, sources: Iterable[Callable[..., Any]]) -> KernelText | None:
    """Return the text kept under a name, or None if there is none, or one of other sources than these functions."""
    import lzma

    try:
        data = lzma.decompress(path(name).read_bytes()).decode()
        header, _, text = data.partition("\n")
        found, symbol, vectors = json.loads(header)
        return KernelText(symbol, text, vectors, True) if found == fingerprint(sources) else None
    except (OSError, lzma.LZMAError, ValueError):
        return None


def write(name: str, sources: Iterable[Callable[..., Any]], kernel: KernelText) -> None:
    """Keep an optimised text; raises OSError."""
    import lzma

    header = json.dumps([fingerprint(sources), kernel.symbol, kernel.vectors])
    FOLDER.mkdir(exist_ok=True)
    data = lzma.compress(f"{header}\n{kernel.text}".encode(), preset=9 | lzma.PRESET_EXTREME)
    path(name).write_bytes(data)


def fingerprint(functions: Iterable[Callable[..., Any]]) -> str:
    """Return a hash of the source lines of functions and of all that they call, and of the constants that they read.

    Raises OSError where sources are not at hand.
    """
    import hashlib

    lines = {line for function in functions for line in _reached(function)}
    return hashlib.sha256("\0".join([_writer(), *sorted(lines)]).encode()).hexdigest()[:16]


@cache
def _writer() -> str:
    """Return what all texts depend on: the files that write them, and the layout of the driver's arguments and log."""
    constants = {name: value for name, value in vars(events).items() if name.isupper() and _is_plain(value)}
    files = (*WRITERS, Path(driver_arguments.__file__))
    return "\0".join([*(file.read_text("utf-8") for file in files), VARIABLES, repr(sorted(constants.items()))])


@cache
def _reached(function: Callable[..., Any]) -> frozenset[str]:
    """Return the sources of a function and of all that it calls by name, and the constants that these read."""
    found: dict[FunctionType, str] = {}
    constants: set[str] = set()
    waiting: list[Any] = [function]
    while waiting:
        each = waiting.pop()
        if each in found:
            continue
        found[each] = f"{each.__module__}.{each.__qualname__}\0{_source(each.__code__)}"
        for name, value in _known(each):
            if isinstance(value, FunctionType):
                waiting.append(value)
            elif _is_plain(value):
                constants.add(f"{each.__module__}.{name} = {value!r}")
    return frozenset([*found.values(), *constants])


def _known(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the names that a function may read from outside, with their values."""
    for name in _names(function.__code__):
        if name in function.__globals__:
            yield name, function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents
    yield "defaults", function.__defaults__


def _names(code: CodeType) -> set[str]:
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, bool | int | float | str)


def _source(code: CodeType) -> str:
    """Return the source lines of a function; raises OSError if they are not at hand."""
    lines = linecache.getlines(code.co_filename)
    last = max(end or 0 for _, end, *_ in code.co_positions())
    if len(lines) < last:
        raise OSError(f"no source of {code.co_qualname}")
    return "".join(lines[code.co_firstlineno - 1 : last])
