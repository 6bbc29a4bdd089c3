"""Entry points: what installed packages add to Polhode, found by the names under which they offer it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from physics.errors import BadInput

SYSTEMS, INTEGRATORS, LOOKS, PRESETS = "polhode.systems", "polhode.integrators", "polhode.looks", "polhode.presets"
"""Groups of entry points: a class of systems, an integrator, a look each, by its name; a package with presets."""


@cache
def offered(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by their names, in alphabetical order; of two with one name, the first."""
    found = sorted(entry_points(group=group), key=lambda each: (each.name, each.value))
    return {each.name: each for each in reversed(found)}


def loaded(point: EntryPoint) -> Any:
    """Return what an entry point stands for; raises BadInput with the package and the reason."""
    try:
        return point.load()
    except SystemExit as error:
        raise BadInput(f"{refused(point)} cannot be loaded: it ends the program, which it must not") from error
    except Exception as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise BadInput(f"{refused(point)} cannot be loaded: {said}") from error


def folders(point: EntryPoint) -> list[Path]:
    """Return the folders of the package that an entry point names, which is not run; none where there is none."""
    try:
        found = find_spec(point.value)
    except (ImportError, ValueError):
        return []
    return [Path(folder) for folder in (found and found.submodule_search_locations) or ()]


def check(point: EntryPoint, thing: Any, check_kind: Callable[[object], None]) -> None:
    """Raise BadInput for what is not of its kind, or has another name than its entry point."""
    try:
        check_kind(thing)
    except BadInput as error:
        raise BadInput(f"{refused(point)}: {error}") from None
    if thing.name != point.name:
        raise BadInput(f"{refused(point)}: its name is {thing.name!r}; must be that of the entry point")


def refused(point: EntryPoint) -> str:
    """Return how a message begins that refuses an entry point."""
    package = f" of the package {point.dist.name}" if point.dist is not None else ""
    return f"{point.group} {point.name}{package}: {point.value}"
