"""What the sources of a system outside physics read from around them, which its user may change while it is used.

In a notebook the number that a right-hand side reads, or a function that it calls, is assigned anew, and the class of
the system stays the same. CPython takes the new one at the next call; machine code has the old one in it.
"""

from __future__ import annotations

import builtins
import hashlib
import inspect
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from physics.core import own_files

Edition = tuple[Any, ...]
"""All that is read, to be compared and to be a part of a key; () for sources in physics."""


def edition(*sources: Callable[..., Any]) -> Edition:
    """Return what sources outside physics read from around them, and what the functions that they call read."""
    if all(map(_is_of_physics, sources)):
        return ()
    found: dict[tuple[int, str], Any] = {}
    for each in sources:
        _add(each, found)
    return (*sources, *found.values())


def stays(source: Callable[..., Any]) -> bool:
    """Return whether nothing that a source reads is assigned anew: it is in physics, or in a file that was brought."""
    return _is_of_physics(source) or own_files.is_own(source.__module__)


def _is_of_physics(source: Any) -> bool:
    return str(getattr(source, "__module__", "")).startswith("physics.")


def _add(source: Any, found: dict[tuple[int, str], Any]) -> None:
    """Add what a function reads, and what those read that it calls, by the place of each thing."""
    if not isinstance(source, FunctionType) or _is_of_physics(source) or (id(source), "") in found:
        return
    found[id(source), ""] = _compared(source.__defaults__)
    for around, name, value in _read(source):
        found[id(around), name] = name, _compared(value)
        _add(value, found)
        if isinstance(value, ModuleType | type):  # its numbers and functions are read by their names
            inside = vars(value)
            for inner in source.__code__.co_names:
                if inner in inside:
                    thing = inside[inner]
                    thing = thing.__func__ if isinstance(thing, staticmethod) else thing
                    found[id(inside), inner] = inner, _compared(thing)
                    _add(thing, found)


def _read(source: FunctionType) -> Iterator[tuple[Any, str, Any]]:
    """Yield what a function reads from around it: where that is, its name, and what it is now."""
    code, around = source.__code__, source.__globals__
    for name in code.co_names:
        if name in around:
            yield around, name, around[name]
    for name, cell in zip(code.co_freevars, source.__closure__ or (), strict=True):
        if cell != type(cell)():  # it is empty until its variable has a value
            yield cell, name, cell.cell_contents


def _compared(value: Any) -> Any:
    """Return what is compared in place of a value: numbers by their bits, others as themselves where they can be."""
    if isinstance(value, bool | int | float | complex | str | tuple | np.generic):
        return type(value), repr(value)
    if isinstance(value, np.ndarray):
        return value.shape, value.dtype.str, value.tobytes()
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value


def lasting_name(source: Callable[..., Any]) -> str:
    """Return a name of a source that changes with what it does, "" where a change would not be noticed.

    A source in physics has its own. One in a file that a person has brought, or in a module of an installed package,
    has that of its content and of the functions that it calls, with the numbers that it reads from elsewhere.
    """
    if "<" in source.__qualname__:
        return ""
    if _is_of_physics(source):
        return f"{source.__module__}.{source.__qualname__}"
    read = list(_flat(edition(source)))
    contents = [_content(each) for each in read if isinstance(each, FunctionType)]
    if "" in contents:
        return ""
    others = [repr(each) for each in read if not isinstance(each, FunctionType)]
    digest = hashlib.sha256(" ".join([*contents, *others]).encode()).hexdigest()[:16]
    return f"{source.__module__.rpartition('.')[2]}.{source.__qualname__}.{digest}"


def _content(function: FunctionType) -> str:
    """Return what stands for all that a function does by itself; "" where its source may be typed anew."""
    plain = f"{function.__module__}.{function.__qualname__}"
    if stays(function):  # the module says what it has
        return plain
    module = sys.modules.get(function.__module__)
    if module is None or getattr(module, "__file__", None) != function.__code__.co_filename:
        return ""
    try:
        text = inspect.getsource(function)
    except (OSError, TypeError, SyntaxError):
        return ""
    code = function.__code__  # the file may have been changed since it was read
    constants = [repr(each) for each in code.co_consts if not isinstance(each, CodeType)]
    return " ".join([plain, text, code.co_code.hex(), *constants, *code.co_names])


def _flat(things: tuple[Any, ...]) -> Iterator[Any]:
    for each in things:
        yield from _flat(each) if isinstance(each, tuple) else (each,)


def own_functions(kind: type) -> tuple[Callable[..., Any], ...]:
    """Return the functions of a class outside physics that are compiled, () for a class in physics."""
    if _is_of_physics(kind):
        return ()
    names = ("settle", "guards", "jump", "margin", "survey")
    found = [getattr(kind, name, None) for name in names]
    return tuple(each for each in found if isinstance(each, FunctionType) and each.__module__ != builtins.__name__)
