"""The look of each system: one file per family; `generic` draws any system.

A file dropped here registers the looks it lists in `LOOKS`, by the name of the system: a class, or a function that
chooses one for a system. The file named as the system is asked first, so that the others need not be loaded.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache

from game.looks.generic import Look
from physics import System

Chosen = type[Look] | Callable[[System], type[Look]]


@cache
def _names() -> tuple[str, ...]:
    return tuple(module.name for module in pkgutil.iter_modules(__path__))


def _listed(module: str) -> dict[str, Chosen]:
    return getattr(importlib.import_module(f"{__name__}.{module}"), "LOOKS", {})


@cache
def looks() -> dict[str, Chosen]:
    """Every special look, by the name of its system."""
    found: dict[str, Chosen] = {}
    for module in _names():
        found |= _listed(module)
    return found


def _look_of(system: str) -> Chosen:
    own = system.replace("-", "_")
    if own in _names() and system in _listed(own):
        return _listed(own)[system]
    return looks().get(system, Look)


def look_for(system: System, before: Look | None = None) -> Look:
    """The look for a system; `before` is kept when nothing that it shows has changed its shape."""
    listed = _look_of(system.name)
    kind = listed if isinstance(listed, type) else listed(system)
    return before if before is not None and type(before) is kind and before.fits(system) else kind(system)
