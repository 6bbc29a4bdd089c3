"""The look of each system: one file per family; `generic` draws any system.

A file dropped here registers the looks it lists in `LOOKS`, by the name of the system: a class, or a function that
chooses one for a system.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache

from game.scenes.generic import Look
from physics import System


@cache
def looks() -> dict[str, type[Look] | Callable[[System], type[Look]]]:
    """Every special look, by the name of its system."""
    found: dict[str, type[Look] | Callable[[System], type[Look]]] = {}
    for module in pkgutil.iter_modules(__path__):
        found |= getattr(importlib.import_module(f"{__name__}.{module.name}"), "LOOKS", {})
    return found


def look_for(system: System, before: Look | None = None) -> Look:
    """The look for a system; `before` is kept when nothing that it shows has changed its shape."""
    listed = looks().get(system.name, Look)
    kind = listed if isinstance(listed, type) else listed(system)
    return before if before is not None and type(before) is kind and before.fits(system) else kind(system)
