"""Machine code as the program makes it, for tests of the compiler and of long runs."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from physics.compiled import code_cache, native
from physics.core.measure import MEASURE_CODE
from physics.core.system import POSE_CODE

LOADED = (native._pairs, native._addresses, native._watched, POSE_CODE, MEASURE_CODE)
"""Where a process keeps the code that it has loaded."""


@pytest.fixture(scope="package", autouse=True)
def as_shipped() -> Iterator[None]:
    """Compile with all that LLVM does to make code fast, and take no code that was made before without it."""
    with made_with("full"):
        yield


def effort_of(number: int) -> str:
    """Return how the code of one of many like cases is made: every fourth as the program makes it, others quickly.

    What LLVM does wrong where it makes code fast, it does to more than one function in four.
    """
    return "quick" if number % 4 else "full"


@contextmanager
def made_with(effort: str) -> Iterator[None]:
    """Make code with this effort within the block, and take none that a process has loaded before."""
    native.background.wait()
    with pytest.MonkeyPatch.context() as change:
        change.setenv(code_cache.EFFORT, effort)
        change.setattr(native.background, "_requested", set())
        kept = [(each, dict(each)) for each in LOADED]
        for each in LOADED:
            each.clear()
        yield
        native.background.wait()
    for each, before in kept:
        each.clear()
        each.update(before)
