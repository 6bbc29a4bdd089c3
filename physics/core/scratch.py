"""Scratch memory for right-hand sides."""

from __future__ import annotations

import math
from array import array

from physics.types import Floats

UNWRITTEN = array("d", [math.nan])


def scratch(n: int) -> Floats:
    """Return n doubles, to be written before they are read and valid only until the calling function returns.

    For rate, settle, guards, jump, margin and the energy, and the functions that these call by name: call it once, not
    in a loop. In machine code the doubles are on the stack, without an allocation.
    """
    return memoryview(UNWRITTEN * n)
