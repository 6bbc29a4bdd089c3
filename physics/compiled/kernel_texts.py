"""Kernels as LLVM text, which does not depend on the machine: those of all systems and methods are kept in the package.

A kept text is valid for the sources that it comes from, which its fingerprint names; one of other sources is not used,
and numba writes it anew. `python -m tools.make_kernels` makes those that are missing or stale. Fingerprints do not see
comments, docstrings and line breaks, and lie in a file of their own, so that texts change only where their code does.
"""

from __future__ import annotations

import io
import json
import linecache
import textwrap
import tokenize
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from physics.core import driver_arguments, events

FOLDER = Path(__file__).parent / "kernels"
"""The folder of the kept texts, one compressed file each."""
FINGERPRINTS = "fingerprints.json"
"""The file there with the fingerprints: of the writers under "", of each text under its name."""
WRITERS = tuple(Path(__file__).parent / name for name in ("numba_backend.py", "vector_sums.py", "code_generation.py"))
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
    try:
        known = _fingerprints()
        valid = (known[""], known[name]) == (_writer(), fingerprint(sources))
        return _kept(name) if valid else None
    except (OSError, KeyError):
        return None


def write(name: str, sources: Iterable[Callable[..., Any]], kernel: KernelText) -> None:
    """Keep an optimised text, whose file stays as it is if it holds the same; raises OSError.

    Texts of other writers are stale from then on: a kernel and its parts fit together only if one writer has made them.
    """
    import lzma

    FOLDER.mkdir(exist_ok=True)
    if _kept(name) != kernel:
        header = json.dumps([kernel.symbol, kernel.vectors])
        data = lzma.compress(f"{header}\n{kernel.text}".encode(), preset=9 | lzma.PRESET_EXTREME)
        path(name).write_bytes(data)
    known = _fingerprints()
    others = known if known.get("") == _writer() else {}
    _write_fingerprints({**others, "": _writer(), name: fingerprint(sources)})


def remove_all_but(names: Collection[str]) -> list[str]:
    """Remove the kept texts with other names than these; return their names. Raises OSError."""
    found = [file.name.removesuffix(".xz") for file in FOLDER.glob("*.xz")]
    removed = [name for name in found if name not in names]
    for name in removed:
        path(name).unlink()
    _write_fingerprints({name: known for name, known in _fingerprints().items() if not name or name in names})
    return removed


def _kept(name: str) -> KernelText | None:
    """Return the text in a file, whatever its sources were; None if there is none. The end of its header counts."""
    import lzma

    try:
        header, _, text = lzma.decompress(path(name).read_bytes()).decode().partition("\n")
        *_, symbol, vectors = json.loads(header)
        return KernelText(symbol, text, vectors, True)
    except (OSError, lzma.LZMAError, ValueError):
        return None


def _write_fingerprints(known: dict[str, str]) -> None:
    (FOLDER / FINGERPRINTS).write_text(json.dumps(known, indent=0, sort_keys=True) + "\n", "utf-8")


def _fingerprints() -> dict[str, str]:
    try:
        return dict(json.loads((FOLDER / FINGERPRINTS).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return {}


def fingerprint(functions: Iterable[Callable[..., Any]]) -> str:
    """Return a hash of the sources of functions and of all that they call, and of the constants that they read.

    Raises OSError where sources are not at hand.
    """
    return _hash(*sorted({line for function in functions for line in _reached(function)}))


def _hash(*texts: str) -> str:
    import hashlib

    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


@cache
def _writer() -> str:
    """Return a hash of what all texts depend on: their writers, the layout of the driver's arguments and of the log."""
    constants = {name: value for name, value in vars(events).items() if name.isupper() and _is_plain(value)}
    files = (*WRITERS, Path(driver_arguments.__file__))
    return _hash(*(_code_alone(file.read_text("utf-8")) for file in files), VARIABLES, repr(sorted(constants.items())))


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


@cache
def _source(code: CodeType) -> str:
    """Return the source of a function; raises OSError if it is not at hand."""
    lines = linecache.getlines(code.co_filename)
    last = max(end or 0 for _, end, *_ in code.co_positions())
    if len(lines) < last:
        raise OSError(f"no source of {code.co_qualname}")
    return _code_alone("".join(lines[code.co_firstlineno - 1 : last]))


def _code_alone(text: str) -> str:
    """Return a source without comments, docstrings and line breaks within statements, by its tokens."""
    left_out = {tokenize.COMMENT, tokenize.NL}
    try:
        tokens = [
            each
            for each in tokenize.generate_tokens(io.StringIO(textwrap.dedent(text)).readline)
            if each.type not in left_out
        ]
    except (tokenize.TokenError, SyntaxError):  # part of a statement, as of a function without a name
        return text
    begins, kept, said = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}, list[str](), False
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        begin, end = before is None or before.type in begins, after is None or after.type == tokenize.NEWLINE
        if begin and end and token.type == tokenize.STRING:
            said = True  # and leaves the end of its line out, too
        elif said:
            said = False
        else:
            kept.append(f"{tokenize.tok_name[token.type]} {token.string.strip()}")
    return "\n".join(kept)
