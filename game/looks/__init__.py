"""The look of each system, in the package of its family, with its parts and sounds; `generic` draws any system.

A module dropped into the package of a family, which has the same name as in `physics`, registers its looks: each class
lists in `systems` the systems it draws, by kind, or by name in a module of that name, which takes precedence. Other
modules are loaded only for a kind that no module is named after. A look of one's own stands in the Python file of its
system, or is offered by an installed package under the name of what it draws.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

from game.looks.generic import Look, PlainLook
from game.model.frame import Room
from physics import BadInput, System, plugins
from physics.core import own_files
from physics.errors import shown
from physics.registry import FAMILIES


@cache
def _homes() -> dict[str, str]:
    """Return the full names of the modules of all families by their own names, and of those beside the families."""
    families = {family: [f"{folder}/{family}" for folder in __path__] for family in FAMILIES}
    places = {__name__: list(__path__), **{f"{__name__}.{family}": path for family, path in families.items()}}
    return {
        module.name: f"{package}.{module.name}"
        for package, path in places.items()
        for module in pkgutil.iter_modules(path)
        if not module.ispkg
    }


@cache
def _declared(home: str) -> dict[str, type[Look[Any]]]:
    """Return the looks that a module defines, by each name and kind that they draw."""
    return _looks_of(importlib.import_module(home))


def _looks_of(loaded: ModuleType) -> dict[str, type[Look[Any]]]:
    classes = [each for each in vars(loaded).values() if isinstance(each, type) and issubclass(each, Look)]
    own = [each for each in classes if each.__module__ == loaded.__name__]
    return {drawn: each for each in own for drawn in vars(each).get("systems", ())}


@cache
def looks() -> dict[str, type[Look[Any]]]:
    """Return every special look, by the names and kinds of systems it draws."""
    found: dict[str, type[Look[Any]]] = {}
    for home in _homes().values():
        found |= _declared(home)
    return found


def _in_own_module(drawn: str) -> type[Look[Any]] | None:
    """Return the look for a name or a kind in the module named after it, if there is one."""
    module = drawn.replace("-", "_").replace(" ", "_")
    return _declared(_homes()[module]).get(drawn) if module in _homes() else None


def _brought(kind: type[System]) -> type[Look[Any]] | None:
    """Return the look that stands in the Python file of a system, or that a package offers for it, if there is one."""
    if own_files.is_own(kind.__module__) and kind.__module__ in sys.modules:
        declared = _looks_of(sys.modules[kind.__module__])
        if found := declared.get(kind.name) or declared.get(kind.kind):
            return found
    return _offered(kind.name) or _offered(kind.kind)


@cache
def _offered(drawn: str) -> type[Look[Any]] | None:
    """Return the look that an installed package offers for a name or a kind, if there is one that can be used."""
    point = plugins.offered(plugins.LOOKS).get(drawn)
    with suppress(BadInput):
        return _loaded(point) if point else None
    return None


def _loaded(point: EntryPoint) -> type[Look[Any]]:
    """Return the look that an entry point stands for; raises BadInput."""
    found = plugins.loaded(point)
    if not (isinstance(found, type) and issubclass(found, Look)):
        raise BadInput(f"{plugins.refused(point)}: look = {shown(found)}: must be a class derived from Look")
    if point.name not in found.systems:
        names = ", ".join(found.systems) or "none"
        raise BadInput(f"{plugins.refused(point)}: draws {names}; its systems must have the name of the entry point")
    return found


def refused_looks() -> list[str]:
    """Return why looks that installed packages offer cannot be used, a line each."""
    refused = []
    for point in plugins.offered(plugins.LOOKS).values():
        try:
            _loaded(point)
        except BadInput as error:
            refused.append(str(error))
    return refused


def _class_for(kind: type[System]) -> type[Look[Any]]:
    """Return the class that draws systems of a class: by its name, else by its kind, else the generic one."""
    own = _in_own_module(kind.name) or _brought(kind) or _in_own_module(kind.kind)
    return own or looks().get(kind.kind, PlainLook)


def look_class(system: System) -> type[Look[Any]]:
    """Return the class that draws a system."""
    return _class_for(type(system)).variant(system)


def usual_room(kind: type[System]) -> Room:
    """Return the room in which a class of systems is shown."""
    return _class_for(kind).room


def look_for(system: System, before: Look[Any] | None = None) -> Look[Any]:
    """Return the look for a system; keep `before` where no shape that it shows has changed."""
    kind = look_class(system)
    return before if before is not None and type(before) is kind and before.fits(system) else kind(system)
