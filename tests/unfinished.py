"""Systems, presets and integrators that need not have all that a release needs: those listed in data/unfinished.txt.

Gates of a release, tests marked `release`, ask of all others for French, explanation, look, pictures and documents; for
those listed there the program falls back. `make release-check` takes the list as empty.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

LIST = Path(__file__).parent / "data" / "unfinished.txt"
STRICT = "POLHODE_RELEASE"
"""Environment variable that is set where nothing may be unfinished."""
CURE = "`python -m tools.check_scene NAME` lists what is missing, with the cure"


def listed() -> list[str]:
    """Return the names in the list, in its order."""
    return [line.strip() for line in LIST.read_text("utf-8").splitlines() if line.strip() and not line.startswith("#")]


def strict() -> bool:
    """Return whether nothing may be unfinished."""
    return bool(os.environ.get(STRICT))


def unfinished() -> frozenset[str]:
    """Return the names of which no gate of a release asks anything now."""
    return frozenset() if strict() else frozenset(listed())


def finished(names: Iterable[str]) -> list[str]:
    """Return the names that are not listed, in their order."""
    return [name for name in names if name not in unfinished()]
