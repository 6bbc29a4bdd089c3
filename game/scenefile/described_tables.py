"""Machines and equations in scene files: their tables stand beside the others there, and are one parameter."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import physics
from physics import BadInput
from physics.core.expressions import plain_name
from physics.core.fields import Parameter
from physics.equations import TABLES as EQUATION_TABLES
from physics.machines import TABLES as MACHINE_TABLES

MACHINE, EQUATIONS = "machine", "equations"
"""The names of the systems, and of the parameters of these that describe them."""
PARAMETERS = "parameters"
"""A table of equations that other systems have, too: there it has values alone."""
WITH_VALUES = (PARAMETERS, "invariants", "quantities")
"""Tables of equations whose rows may be a value alone."""


def described_by(system: object) -> Sequence[str]:
    """Return the tables of a scene file that describe its system."""
    return {MACHINE: MACHINE_TABLES, EQUATIONS: EQUATION_TABLES}.get(system, ()) if isinstance(system, str) else ()


def gathered(raw: dict[str, Any]) -> dict[str, Any]:
    """Return what a scene file holds, with the tables of a description as a parameter; raises BadInput for both."""
    name = raw.get("system")
    words = described_by(name)
    found = {word: raw[word] for word in words if word in raw and word != PARAMETERS}
    parameters = raw.get(PARAMETERS, {})
    if not found or not isinstance(parameters, dict):
        return raw
    if name in parameters:
        raise BadInput(f"{next(iter(found))}: parameters.{name} describes it, too; give one of them")
    rest = {word: value for word, value in raw.items() if word not in found}
    if name == MACHINE:
        return {**rest, PARAMETERS: {MACHINE: found, **parameters}}
    described = {**found, **({PARAMETERS: parameters} if parameters else {})}
    return {**rest, PARAMETERS: {EQUATIONS: described}}


def spread(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a scene for a file, with the tables of a description beside the others."""
    parameters, name = fields.get(PARAMETERS, {}), fields.get("system")
    if name not in (MACHINE, EQUATIONS) or name not in parameters:
        return dict(fields)
    text = parameters[name]
    tables = json.loads(text) if isinstance(text, str) else text
    rest = {word: value for word, value in parameters.items() if word != name}
    kept = {word: value for word, value in fields.items() if word != PARAMETERS}
    if name == MACHINE:
        return {**kept, **tables, **({PARAMETERS: rest} if rest else {})}
    found = {**tables, **_with_values(tables, rest)}
    return {**kept, **{word: _in_order(rows) if word in WITH_VALUES else rows for word, rows in found.items()}}


def _with_values(tables: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table of the parameters of equations with other values where these differ."""
    known = physics.system(EQUATIONS, {EQUATIONS: tables}).fields
    found = dict(tables.get(PARAMETERS, {}))
    plain = {plain_name(written): written for written in found}
    for word, value in values.items():
        field = known[word]
        if isinstance(field, Parameter) and value != field.default:
            written = plain[word]
            row = found[written]
            number = {"value": value, **({"unit": field.unit} if field.unit else {})}
            found[written] = {**row, **number} if isinstance(row, dict) else number if field.unit else value
    return {PARAMETERS: found} if found else {}


def _in_order(rows: Mapping[str, Any]) -> dict[str, Any]:
    """Return rows of which all are tables if one is: a file has tables last, and their order is that of the numbers."""
    if not any(isinstance(row, dict) for row in rows.values()):
        return dict(rows)
    return {word: row if isinstance(row, dict) else {"value": row} for word, row in rows.items()}
