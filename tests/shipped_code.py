"""Machine code as the program makes it, for tests of the compiler and of long runs."""

from collections.abc import Iterator

import pytest

from physics.compiled import code_cache, native
from physics.core.measure import MEASURE_CODE
from physics.core.system import POSE_CODE

LOADED = (native._pairs, native._addresses, native._watched, POSE_CODE, MEASURE_CODE)
"""Where a process keeps the code that it has loaded."""


@pytest.fixture(scope="package", autouse=True)
def as_shipped() -> Iterator[None]:
    """Compile with all that LLVM does to make code fast, and take no code that was made before without it."""
    native.background.wait()
    with pytest.MonkeyPatch.context() as change:
        change.setenv(code_cache.EFFORT, "full")
        change.setattr(native.background, "_requested", set())
        kept = [(each, dict(each)) for each in LOADED]
        for each in LOADED:
            each.clear()
        yield
        native.background.wait()
    for each, before in kept:
        each.clear()
        each.update(before)
