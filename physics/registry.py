"""Registry of all systems and integrators: found in the modules of their packages, offered by other packages, or added.

Formulations are systems that describe the same motion in different coordinates or by different equations.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

from physics import integrators as integrators_folder
from physics import plugins
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.errors import BadInput, by_names, shown, unknown

FAMILIES = (
    "bicycle", "chains", "disk", "equations", "free", "gimbals", "levitron", "machines", "pendulums", "pivoted",
    "satellite", "table", "trebuchet",
)  # fmt: skip
"""Packages of `physics` that have systems, each in the module that is named after it."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_added: dict[str, type[System]] = {}
_added_integrators: dict[str, Integrator] = {}
"""What `register` and `register_integrator` have added, by name."""


@cache
def _names(folder: ModuleType) -> tuple[str, ...]:
    return tuple(sorted(found.name for found in pkgutil.iter_modules(folder.__path__) if not found.ispkg))


@cache
def _families() -> tuple[ModuleType, ...]:
    return tuple(importlib.import_module(f"physics.{name}") for name in FAMILIES)


def _modules(folder: ModuleType) -> list[ModuleType]:
    return [importlib.import_module(f"{folder.__name__}.{name}") for name in _names(folder)]


@cache
def shipped_systems() -> dict[str, type[System]]:
    """Return the classes of the systems of Polhode by name."""
    found: dict[str, type[System]] = {}
    for family in _families():
        for module in _modules(family):
            found |= _defined(module)
    return found


@cache
def systems() -> dict[str, type[System]]:
    """Return all system classes by name, in alphabetical order; those that cannot be loaded are left out."""
    return dict(sorted({**_offered(plugins.SYSTEMS)[0], **_added, **shipped_systems()}.items()))


@cache
def _offered(group: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what installed packages offer in a group by name, and why the others cannot be used."""
    check = check_class if group == plugins.SYSTEMS else check_integrator
    found, refused = {}, {}
    for name, point in plugins.offered(group).items():
        try:
            thing = plugins.loaded(point)
            plugins.check(point, thing, check)
        except BadInput as error:
            refused[name] = str(error)
        else:
            found[name] = thing
    return found, refused


def failures() -> list[str]:
    """Return why systems and integrators that installed packages offer cannot be used, a line each."""
    return [line for group in (plugins.SYSTEMS, plugins.INTEGRATORS) for line in _offered(group)[1].values()]


def check_class(kind: object) -> None:
    """Raise BadInput for what is no class of systems that can be made with its defaults, with a name of its own."""
    if not (isinstance(kind, type) and issubclass(kind, System)):
        raise BadInput(f"system = {shown(kind)}: must be a class derived from physics.System")
    for word in ("name", "title", "variables", "invariants"):
        if not hasattr(kind, word):
            raise BadInput(f"class {kind.__name__}: declares no {word}")
    for word in ("constants", "rate", *(("split_energy",) if kind.energy_parts else ())):
        if getattr(kind, word) is getattr(System, word):
            raise BadInput(f"class {kind.__name__}: defines no {word}")
    if kind.invariants == ():
        raise BadInput(f"class {kind.__name__}: invariants = (): must begin with the energy")
    _check_name(f"class {kind.__name__}", kind.name)
    if shipped_systems().get(kind.name, kind) is not kind:
        raise BadInput(f"class {kind.__name__}: name = {kind.name!r}: is a system of Polhode's; must be another")


def _check_name(called: str, name: object) -> None:
    if not (isinstance(name, str) and NAME.fullmatch(name)):
        raise BadInput(f"{called}: name = {shown(name)}: must be small letters, digits and -, such as 'my-top'")


def register(kind: type[System]) -> type[System]:
    """Add a class of systems, so that it is found by its name; return it, so that this is a decorator, too.

    A class that was added before under the same name is replaced. Raises BadInput for what is no such class, and for
    the name of a system that Polhode has itself.
    """
    check_class(kind)
    if kind.name not in shipped_systems():
        _added[kind.name] = kind
        systems.cache_clear()
    return kind


def register_integrator(method: Integrator) -> Integrator:
    """Add a method of integration, so that it is found by its name, as `register` does. Raises BadInput."""
    check_integrator(method)
    _added_integrators[method.name] = method
    integrators.cache_clear()
    return method


def forget_added() -> None:
    """Forget all that was added; systems of these classes go on as they are."""
    if _added or _added_integrators:
        _added.clear()
        _added_integrators.clear()
        systems.cache_clear()
        integrators.cache_clear()


def check_integrator(method: object) -> None:
    """Raise BadInput for what is no method of integration with a name of its own."""
    if not isinstance(method, Integrator):
        raise BadInput(f"integrator = {shown(method)}: must be a physics.core.integrator.Integrator")
    _check_name("integrator", method.name)
    if method.name in _shipped_integrators():
        raise BadInput(f"integrator: name = {method.name!r}: is a method of Polhode's; must be another")


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
def _shipped_integrators() -> dict[str, Integrator]:
    """Return the integrators of this package by name."""
    return {each.name: each for module in _modules(integrators_folder) for each in module.INTEGRATORS}


@cache
def integrators() -> dict[str, Integrator]:
    """Return all integrators by name, ordered by order of convergence, kind and name.

    Those of installed packages that cannot be loaded are left out.
    """
    found = {**_offered(plugins.INTEGRATORS)[0], **_added_integrators, **_shipped_integrators()}
    ordered = sorted(found.values(), key=lambda each: (each.order, each.kind, each.name))
    return {each.name: each for each in ordered}


def system_class(name: str) -> type[System]:
    """Return the system class called `name`; raises BadInput for an unknown name."""
    found = _in_own_module(name) or systems().get(name) if isinstance(name, str) else None
    if found is None:
        if isinstance(name, str) and name in (refused := _offered(plugins.SYSTEMS)[1]):
            raise BadInput(refused[name])
        raise unknown("system", name, systems())
    return found


def system_of(
    given: str | System | type[System],
    parameters: Mapping[str, Any] | None = None,
    initial: Mapping[str, Any] | None = None,
) -> System:
    """Return a system with these parameters and initial values; raises BadInput.

    given: a name, a class of systems, which then has its name everywhere, or a system.
    """
    if isinstance(given, str):
        return system_class(given)(parameters, initial)
    if isinstance(given, type) and issubclass(given, System):
        return register(given)(parameters, initial)
    if isinstance(given, System):
        changed, start = by_names("parameters", parameters), by_names("initial", initial)
        return given.replace(changed, start) if changed or start else given
    raise BadInput(f"system = {shown(given)}: must be a System, a class of them, or a name: {', '.join(systems())}")


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
