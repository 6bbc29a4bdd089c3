"""Machines in scene files: their tables stand beside the others there, and are one parameter of the system."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from physics import BadInput
from physics.machines import TABLES

MACHINE = "machine"
"""The name of the system, and of its parameter."""


def gathered(raw: dict[str, Any]) -> dict[str, Any]:
    """Return what a scene file holds, with the tables of a machine as a parameter; raises BadInput for both."""
    found = {name: raw[name] for name in TABLES if name in raw}
    if raw.get("system") != MACHINE or not found:
        return raw
    parameters = raw.get("parameters", {})
    if not isinstance(parameters, dict):
        return raw
    if MACHINE in parameters:
        raise BadInput(f"{next(iter(found))}: parameters.machine describes the machine, too; give one of them")
    rest = {name: value for name, value in raw.items() if name not in found}
    return {**rest, "parameters": {MACHINE: found, **parameters}}


def spread(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a scene for a file, with the tables of a machine beside the others."""
    parameters = fields.get("parameters", {})
    if fields.get("system") != MACHINE or MACHINE not in parameters:
        return dict(fields)
    text = parameters[MACHINE]
    tables = json.loads(text) if isinstance(text, str) else text
    rest = {name: value for name, value in parameters.items() if name != MACHINE}
    kept = {name: value for name, value in fields.items() if name != "parameters"}
    return {**kept, **tables, **({"parameters": rest} if rest else {})}
