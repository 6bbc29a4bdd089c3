"""A kernel as LLVM text, which does not depend on the machine."""

from __future__ import annotations

from typing import NamedTuple

VARIABLES = "polhode_variables"
"""Global constant of a text, which is filled in later: the number of variables of the system."""


class Need(NamedTuple):
    """The least length that a source needs of a buffer, and where: file, line and index."""

    length: int = 0
    place: str = ""


NOTHING_NEEDED = Need()


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
