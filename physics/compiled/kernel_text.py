"""A kernel as LLVM text, which does not depend on the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

VARIABLES = "polhode_variables"
"""Global constant of a text, which is filled in later: the number of variables of the system."""


class Need(NamedTuple):
    """The least length that a source needs of a buffer, and where: file, line and index."""

    length: int = 0
    place: str = ""


NOTHING_NEEDED = Need()


class Needs(dict[tuple[int, str], Need]):
    """What a function needs of buffers, by the number of an argument and its attribute, "" for the argument itself."""

    def add(self, argument: tuple[int, str], need: Need) -> None:
        """Note one need more; the greatest counts."""
        if need.length > self.get(argument, NOTHING_NEEDED).length:
            self[argument] = need


def place_of(function: Any, node: Any = None) -> str:
    """Return file and line of a part of a function, or of its begin."""
    code = function.__code__
    line = getattr(node, "lineno", code.co_firstlineno)
    return f"{'/'.join(Path(code.co_filename).parts[-3:])}:{line}"


class KernelText(NamedTuple):
    """A compiled function before it becomes machine code.

    symbol: its name in the LLVM text, in which the number of variables is `VARIABLES`.
    vectors: loops may become vector instructions. state, slope, numbers: what it needs of the state, of a second
    buffer of that length, and of the constants p, as far as constant indices tell.
    """

    symbol: str
    text: str
    vectors: bool
    state: Need = NOTHING_NEEDED
    slope: Need = NOTHING_NEEDED
    numbers: Need = NOTHING_NEEDED
