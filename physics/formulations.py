"""Formulations: systems that describe the same motion in other coordinates or by other equations."""

from __future__ import annotations

from physics.errors import BadInput
from physics.registry import systems
from physics.system import System


def formulations(system: System | type[System]) -> list[str]:
    """The names of all formulations of the motion of a system, its own among them; none where there are no others."""
    names = [name for name, kind in systems().items() if system.family and kind.family == system.family]
    return names if len(names) > 1 else []


def widest(system: System) -> int:
    """The largest number of state variables in any formulation of the motion of a system."""
    others = [len(systems()[name].variables) for name in formulations(system)]
    return max(len(system.variables), *others, 0)


def formulated(system: System, name: str) -> System:
    """The same body and the same start in another formulation.

    Parameters that both have keep their values, and one that only the other has its default. Raises BadInput for a
    name that is no formulation of the same motion, and where these equations cannot say the body or the start.
    """
    if name not in formulations(system):
        others = ", ".join(formulations(system)) or f"{system.name} has no other"
        raise BadInput(f"formulation = {name}: must be one of {others}")
    kind = systems()[name]
    known = {key: value for key, value in system.parameters.items() if key in kind.fields}
    chosen = {**{key: field.default for key, field in kind.fields.items()}, **known}
    parameters = {key: value for key, value in known.items() if kind.fields[key].applies(chosen)}
    other = kind(parameters)
    start = other.resume(system.motion(memoryview(system.start())))
    return other.replace(initial=dict(zip((v.name for v in other.variables), start, strict=True)))
