"""A kernel as LLVM text, which does not depend on the machine."""

from __future__ import annotations

from typing import NamedTuple

VARIABLES = "polhode_variables"
"""Global constant of a text, which is filled in later: the number of variables of the system."""


class KernelText(NamedTuple):
    """A compiled function before it becomes machine code.

    symbol: its name in the LLVM text, in which the number of variables is `VARIABLES`.
    vectors: loops may become vector instructions.
    """

    symbol: str
    text: str
    vectors: bool
