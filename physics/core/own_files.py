"""Python files of one's own: modules that a person names, with the systems and integrators that they define.

A file is code. It runs only where its name is given to `load_module`; nothing runs because of where it lies.
"""

from __future__ import annotations

import hashlib
import importlib.util
import linecache
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import CodeType, ModuleType
from typing import TypeVar

from physics.errors import BadInput, cut
from physics.text_files import NOT_REGULAR

PREFIX = "polhode_file_"
"""Beginning of the names under which modules of files are known to Python, and so to pickle."""
MAX_FILE_BYTES = 1_000_000
MAX_CODE = 80
"""Most characters of a line of a file in a message."""

T = TypeVar("T")
_modules: dict[Path, ModuleType] = {}
"""The modules of the files that have been run, in that order."""


def paths() -> tuple[str, ...]:
    """Return the paths of the files that have been run, in that order."""
    return tuple(map(str, _modules))


def is_own(module: str) -> bool:
    """Return whether the module of this name is that of a file."""
    return module.startswith(PREFIX)


def load_module(path: Path) -> ModuleType:
    """Run a Python file, and return its module; a file that has been run is run anew.

    Raises BadInput with the file, the line and the reason: for a file that cannot be read, that is no Python, or that
    ends with an error.
    """
    path = path.resolve()
    content = _content(path)
    code = _compiled(path, content)
    module = ModuleType(_name(path, content))
    module.__file__ = str(path)
    linecache.checkcache(str(path))
    before = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    try:
        told(path, lambda: exec(code, vars(module)))
    except BadInput:
        if before is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = before
        raise
    _modules[path] = module
    return module


def forget(module: ModuleType) -> None:
    """Forget the module of a file, in which nothing is of use."""
    sys.modules.pop(module.__name__, None)
    _modules.pop(Path(str(module.__file__)), None)


def forget_all() -> None:
    """Forget the modules of all files."""
    for module in list(_modules.values()):
        forget(module)


def told(path: Path, act: Callable[[], T]) -> T:
    """Return what `act` returns; raises BadInput with the line of the file at `path` where that raises an error."""
    try:
        return act()
    except BadInput as error:
        raise BadInput(f"{_place(path, error)}: {error}") from error
    except SystemExit as error:
        raise BadInput(f"{_place(path, error)}: it ends the program; a file that is loaded must not") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a file may raise anything
        said = _said(error)
        raise BadInput(f"{_place(path, error)}: {type(error).__name__}{said and ': ' + said}") from error


def _said(error: BaseException) -> str:
    """Return what an error says in one line; "" for one that cannot say it."""
    try:
        return " ".join(str(error).split())
    except Exception:
        return ""


def _place(path: Path, error: BaseException) -> str:
    """Return the file with the last of its lines on the way to an error, and with that line's text."""
    lines = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == str(path)]
    if not lines:
        return path.name
    return f"{path.name}:{lines[-1].lineno}: `{cut(lines[-1].line or '', MAX_CODE)}`"


def _name(path: Path, content: bytes) -> str:
    """Return the name of the module of a file, which says where it is and what it has: code is kept by this name."""
    plain = "".join(c if c.isalnum() else "_" for c in path.stem)
    digest = hashlib.sha256(str(path).encode("utf-8", "surrogateescape") + b"\0" + content).hexdigest()
    return f"{PREFIX}{plain}_{digest[:16]}"


def _content(path: Path) -> bytes:
    """Return the bytes of a file; raises BadInput."""
    try:
        if not path.is_file():
            raise BadInput(f"{path}: {NOT_REGULAR if path.exists() else 'there is no such file'}")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise BadInput(f"{path}: is larger than {MAX_FILE_BYTES // 1000} kB")
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None


def _compiled(path: Path, content: bytes) -> CodeType:
    """Return the code of a file; raises BadInput."""
    try:
        return compile(importlib.util.decode_source(content), str(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        raise BadInput(f"{path.name}:{error.lineno or 1}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise BadInput(f"{path}: is no Python: {reason}") from None
