"""Groups of initial values under one name, such as the angles of all links of a chain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from physics.core.fields import Variable
from physics.errors import BadInput

Groups = dict[str, tuple[str, ...]]


def group_variables(variables: Iterable[Variable]) -> Groups:
    """Return the names of the variables of each group, in order."""
    found: dict[str, list[str]] = {}
    for variable in variables:
        if variable.group:
            found.setdefault(variable.group, []).append(variable.name)
    return {group: tuple(names) for group, names in found.items()}


def ungrouped(given: Mapping[str, Any], groups: Groups) -> dict[str, Any]:
    """Return initial values by the names of single variables; if one is given twice, the later value counts.

    A group may be given numbers or text with units, one for each of its variables or one for all: `[0.1, 0.2]`, text
    such as `10 deg, 20 deg`, or rows such as those of several vectors. Raises BadInput for a wrong number of values.
    """
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name not in groups:
            found[name] = value
            continue
        members, values = groups[name], _entries(value)
        if len(values) not in (1, len(members)):
            needed = f"{len(members)} needed, for {members[0]} to {members[-1]}"
            raise BadInput(f"{name}: {len(values)} numbers given; {needed}, or one for all")
        found |= zip(members, values * (len(members) // len(values)), strict=True)
    return found


def _entries(value: Any) -> list[Any]:
    """Return the entries of an array, of its rows, or of text separated by commas; a single value as a list of one."""
    if isinstance(value, str):
        parts = (part.strip() for part in value.replace("[", "").replace("]", "").split(","))
        return [part for part in parts if part]
    try:
        rows = list(value)
    except TypeError:
        return [value]
    return [entry for row in rows for entry in _entries(row)]


def variable_names(variables: Iterable[Variable]) -> list[str]:
    """Return the names by which initial values may be given: of groups, and of variables without a group."""
    return list(dict.fromkeys(variable.group or variable.name for variable in variables))
