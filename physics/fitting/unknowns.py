"""Unknowns of a fit: parameters and initial values of a system, by name, that are free within their bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import Parameter, Vector
from physics.core.system import System
from physics.errors import BadInput, listed_names, unknown

MAX_UNKNOWNS = 60


class Unknown(NamedTuple):
    """A number that a fit varies: its value at first, unit and bounds.

    name: that of a parameter, of an initial value or its alias, or of an entry of a list of numbers with its place
    from 1, such as `friction_2`. field, place: the parameter, and the place in its list from 0 or None; field is "" for
    an initial value.
    """

    name: str
    start: float
    unit: str
    low: float
    high: float
    field: str = ""
    place: int | None = None


def free_numbers(system: System) -> dict[str, tuple[Unknown, ...]]:
    """Return what can be free, by name: a list of numbers and a group of initial values stand for all their entries."""
    found: dict[str, tuple[Unknown, ...]] = {}
    for name, field in system.applicable().items():
        if isinstance(field, Parameter) and not field.whole:
            value = float(system.parameters[name])
            found[name] = (Unknown(name, value, field.unit, field.low, field.high, name),)
        elif isinstance(field, Vector) and system.parameters[name]:
            found |= _entries(name, field, system.parameters[name])
    starts = system.entered()
    for variable in (*system.aliases, *system.variables):
        if variable.role != "discrete" and variable.name in starts and variable.name not in found:
            one = Unknown(variable.name, starts[variable.name], variable.unit, variable.low, variable.high)
            found[variable.name] = (one,)
    for group, names in system.groups.items():
        found.setdefault(group, tuple(found[name][0] for name in names if name in found))
    return found


def _entries(name: str, field: Vector, values: Sequence[float]) -> dict[str, tuple[Unknown, ...]]:
    """Return the entries of a list of numbers under its name, and each of several by name and place."""
    names = [name] if len(values) == 1 else [f"{name}_{i}" for i in range(1, len(values) + 1)]
    every = tuple(
        Unknown(each, float(value), field.unit, field.low, field.high, name, i)
        for i, (each, value) in enumerate(zip(names, values, strict=True))
    )
    return {name: every, **{each.name: (each,) for each in every if len(every) > 1}}


def unknowns(system: System, names: Sequence[str]) -> tuple[Unknown, ...]:
    """Return the unknowns of these names. Raises BadInput for an unknown name, one given twice, none, or too many."""
    known = free_numbers(system)
    names = listed_names("free", names, "['length', 'theta']")
    found: dict[str, Unknown] = {}
    for name in names:
        spelled = name if name in known else next(iter(system.named({name: None})))
        if spelled not in known:
            raise unknown(f"number of {system.name} that can be free", name, known)
        twice = next((each.name for each in known[spelled] if each.name in found), "")
        if twice:
            raise BadInput(f"free: {twice} is given twice; must be given once")
        found |= {each.name: each for each in known[spelled]}
    if not 1 <= len(found) <= MAX_UNKNOWNS:
        raise BadInput(f"free: {len(found)} numbers; must be 1 to {MAX_UNKNOWNS}")
    return tuple(found.values())


def with_values(system: System, free: Sequence[Unknown], values: Sequence[float] | NDArray[np.float64]) -> System:
    """Return the system with other values of the unknowns; raises BadInput where they do not fit one another."""
    parameters: dict[str, float | list[float]] = {}
    initial: dict[str, float] = {}
    for each, number in zip(free, values, strict=True):
        value = min(max(float(number), each.low), each.high)
        if not each.field:
            initial[each.name] = value
        elif each.place is None:
            parameters[each.field] = value
        else:
            row = parameters.setdefault(each.field, list(system.parameters[each.field]))
            assert isinstance(row, list)
            row[each.place] = value
    return system.replace(parameters, initial)
