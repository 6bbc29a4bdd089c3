"""Registry of all systems and integrators, found in the modules of their packages.

Formulations are systems that describe the same motion in different coordinates or by different equations.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

from physics import integrators as integrators_folder
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.errors import BadInput, by_names, shown, unknown

FAMILIES = (
    "bicycle", "chains", "disk", "free", "gimbals", "levitron", "machines", "pendulums", "pivoted", "satellite",
    "table", "trebuchet",
)  # fmt: skip
"""Packages of `physics` that have systems, each in the module that is named after it."""


@cache
def _names(folder: ModuleType) -> tuple[str, ...]:
    return tuple(sorted(found.name for found in pkgutil.iter_modules(folder.__path__) if not found.ispkg))


@cache
def _families() -> tuple[ModuleType, ...]:
    return tuple(importlib.import_module(f"physics.{name}") for name in FAMILIES)


def _modules(folder: ModuleType) -> list[ModuleType]:
    return [importlib.import_module(f"{folder.__name__}.{name}") for name in _names(folder)]


@cache
def systems() -> dict[str, type[System]]:
    """Return all system classes by name, in alphabetical order."""
    found: dict[str, type[System]] = {}
    for family in _families():
        for module in _modules(family):
            found |= _defined(module)
    return dict(sorted(found.items()))


def _defined(module: ModuleType) -> dict[str, type[System]]:
    """Return the system classes that a module defines, by name; those without one are bases of others."""
    classes = [thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, System)]
    return {kind.name: kind for kind in classes if kind.__module__ == module.__name__ and "name" in vars(kind)}


@cache
def _in_own_module(name: str) -> type[System] | None:
    """Return the system of this name in the module named after it, if there is one: the others load slowly."""
    module = str(name).replace("-", "_")
    for family in _families():
        if module in _names(family):
            kind = _defined(importlib.import_module(f"{family.__name__}.{module}")).get(name)
            if kind:
                return kind
    return None


@cache
def integrators() -> dict[str, Integrator]:
    """Return all integrators by name, ordered by order of convergence, kind and name."""
    found = [integrator for module in _modules(integrators_folder) for integrator in module.INTEGRATORS]
    return {each.name: each for each in sorted(found, key=lambda each: (each.order, each.kind, each.name))}


def system_class(name: str) -> type[System]:
    """Return the system class called `name`; raises BadInput for an unknown name."""
    found = _in_own_module(name) or systems().get(name) if isinstance(name, str) else None
    if found is None:
        raise unknown("system", name, systems())
    return found


def system_of(
    given: str | System, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None
) -> System:
    """Return the system called `given`, or given itself, with these parameters and initial values; raises BadInput."""
    if isinstance(given, str):
        return system_class(given)(parameters, initial)
    if isinstance(given, System):
        changed, start = by_names("parameters", parameters), by_names("initial", initial)
        return given.replace(changed, start) if changed or start else given
    raise _no_system(given)


def _no_system(given: object) -> BadInput:
    if isinstance(given, type) and issubclass(given, System):
        return BadInput(f"system = {shown(given)}: is a class; must be a System, such as {given.__name__}(), or a name")
    return BadInput(f"system = {shown(given)}: must be a System, or a name of one: {', '.join(systems())}")


def integrator(name: str) -> Integrator:
    """Return the integrator called `name`; raises BadInput for an unknown name."""
    if not isinstance(name, str) or name not in integrators():
        raise unknown("integrator", name, integrators())
    return integrators()[name]


def formulations(system: System | type[System]) -> list[str]:
    """Return the names of all formulations of a system's motion, including its own; empty if it is the only one."""
    if not isinstance(system, System) and not (isinstance(system, type) and issubclass(system, System)):
        raise BadInput(f"system = {shown(system)}: must be a System, or a class of systems")
    if not system.family:
        return []
    names = [name for name, kind in systems().items() if kind.family == system.family]
    return names if len(names) > 1 else []


def formulated(system: System, name: str) -> System:
    """Return the same body with the same initial state in another formulation.

    Parameters that both formulations have keep their values; those that only the other has get their defaults. Raises
    BadInput if `name` is not a formulation of the same motion or cannot represent the body or the initial state.
    """
    if name not in formulations(system):
        others = ", ".join(formulations(system))
        raise BadInput(
            f"formulation = {name}: {f'must be one of {others}' if others else f'{system.name} has no other'}"
        )
    kind = systems()[name]
    known = {key: value for key, value in system.parameters.items() if key in kind.fields}
    chosen = {**{key: field.default for key, field in kind.fields.items()}, **known}
    parameters = {key: value for key, value in known.items() if kind.fields[key].applies(chosen)}
    other = kind(parameters)
    start = other.resume(system.motion(memoryview(system.start())))
    return other.replace(initial=dict(zip((v.name for v in other.variables), start, strict=True)))
