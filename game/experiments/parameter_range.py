"""Ranges of a machine's parameters, and their text."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.model.shown.shown_units import ShownUnits
from game.model.words import decimal, tr
from physics import BadInput, Parameter, System
from physics.core.units import format_number
from physics.errors import unknown

DEFAULT_DEGREES = 30
"""Default half width of the range of an angle [°]."""


@dataclass(frozen=True)
class ParameterRange:
    """A parameter of a machine between two values, in SI."""

    name: str
    low: float
    high: float

    def values(self, count: int) -> NDArray[np.float64]:
        """Return `count` values from the one to the other, (count,)."""
        return np.linspace(self.low, self.high, count)


def numeric_parameters(system: System) -> dict[str, Parameter]:
    """Return the parameters that can be varied, by name."""
    return {name: field for name, field in system.applicable().items() if isinstance(field, Parameter)}


def parameter_range(system: System, name: str, low: object, high: object) -> ParameterRange:
    """Return the range of a parameter; raises BadInput where there is no such number, or the bounds are invalid."""
    known = numeric_parameters(system)
    if name not in known:
        raise unknown(f"number of this {system.name}", name, known)
    field = known[name]
    lowest, highest = field.check(low), field.check(high)
    if not lowest < highest:
        words = f"{name} = {format_number(lowest)}..{format_number(highest)} {field.unit}".rstrip()
        raise BadInput(f"{words}: must go from a smaller value to a larger one")
    return ParameterRange(name, lowest, highest)


def default_range(system: System, name: str) -> ParameterRange:
    """Return the default range about the present value: angles by some degrees, others by half of the value."""
    field, value = numeric_parameters(system)[name], float(system.parameters[name])
    if field.angle:
        middle = round(math.degrees(value))
        ends = [math.radians(middle + side * DEFAULT_DEGREES) for side in (-1, 1)]
    else:
        reach = 0.5 * abs(value) or 0.1 * min(field.high, 100.0)
        ends = [float(f"{value + side * reach:.3g}") for side in (-1, 1)]
    return ParameterRange(name, max(ends[0], field.low), min(ends[1], field.high))


def format_parameter(system: System, name: str, value: float, units: ShownUnits) -> str:
    """Return a parameter with its value, in these units, and its unit, as text."""
    field = system.fields[name]
    assert isinstance(field, Parameter)
    return f"{tr(name.replace('_', ' '))} = {format_value(value, field.unit, units)}"


def format_value(value: float, unit: str, units: ShownUnits) -> str:
    """Return a value, given in an SI unit, with four digits in the unit in which such values are shown, as text."""
    name = units.of(unit)
    return decimal(f"{units.shown(value, unit):.4g}{'' if name == '°' else ' '}{tr(name) if name else ''}".rstrip())
