"""Memory for what a right-hand side computes in between."""

from __future__ import annotations

import math
from array import array

from physics.types import Floats

UNWRITTEN = array("d", [math.nan])


def scratch(n: int) -> Floats:
    """N doubles to be written before they are read; they are gone when the function that asked for them returns.

    For rate, settle, guards, jump, margin and the energy, and whatever these call by name: ask once, not in a loop.
    Machine code takes them from the stack, where asking costs nothing.
    """
    return memoryview(UNWRITTEN * n)
