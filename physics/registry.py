"""What there is: every system and every integrator, found by looking into their folders."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType

from physics import integrators as integrators_folder
from physics import systems as systems_folder
from physics.errors import unknown
from physics.integrator import Integrator
from physics.system import System


def _modules(folder: ModuleType) -> list[ModuleType]:
    names = sorted(found.name for found in pkgutil.iter_modules(folder.__path__))
    return [importlib.import_module(f"{folder.__name__}.{name}") for name in names]


@cache
def systems() -> dict[str, type[System]]:
    """Every system by its name."""
    found = {
        thing.name: thing
        for module in _modules(systems_folder)
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, System) and thing.__module__ == module.__name__
    }
    return dict(sorted(found.items()))


@cache
def integrators() -> dict[str, Integrator]:
    """Every integrator by its name, the simplest first."""
    found = [integrator for module in _modules(integrators_folder) for integrator in module.INTEGRATORS]
    return {each.name: each for each in sorted(found, key=lambda each: (each.order, each.kind, each.name))}


def system_class(name: str) -> type[System]:
    """The system called `name`; raises BadInput for a name that is none."""
    if name not in systems():
        raise unknown("system", name, systems())
    return systems()[name]


def integrator(name: str) -> Integrator:
    """The integrator called `name`; raises BadInput for a name that is none."""
    if name not in integrators():
        raise unknown("integrator", name, integrators())
    return integrators()[name]
