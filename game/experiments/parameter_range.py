"""Ranges of a system's parameters and initial values, and their text."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.model.figures.axis import MINUS
from game.model.shown.shown_units import ShownUnits
from game.model.words import decimal, powers_of_ten, tr
from physics import BadInput, Parameter, System
from physics.core.fields import Variable
from physics.core.oriented_body import OrientedBody
from physics.core.units import format_number
from physics.errors import unknown
from physics.studies.map_axes import varied
from physics.studies.outcomes import TILTED, links

USUAL_AXES = (
    "release_angle", "sling", "theta", "phi_dot", "omega_3", "radius", "forward_speed", "lean_rate",
)  # fmt: skip
"""What the axes of a map begin with, where a system has it and has no links."""
DEFAULT_DEGREES = 30
"""Default half width of the range of an angle [°]."""


@dataclass(frozen=True)
class ParameterRange:
    """A parameter or an initial value between two values, in SI."""

    name: str
    low: float
    high: float


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


def field_of(system: System, name: str) -> Parameter | Variable:
    """Return the parameter or variable of a name, which the system has."""
    field = system.fields.get(name)
    return field if isinstance(field, Parameter) else system.start_variable(name)


def present_value(system: System, name: str) -> float:
    """Return the value of a parameter or the initial value of a variable [SI]."""
    return float(system.parameters[name] if name in system.fields else system.entered()[name])


def default_range(system: System, name: str) -> ParameterRange:
    """Return the default range about the present value: angles by some degrees, others by half of the value.

    Initial angles of links go all around, and the tilt of an axis from upright to level.
    """
    field, value = field_of(system, name), present_value(system, name)
    if name in links(system):
        ends = [-math.pi, math.pi]
    elif name == "theta" and system.kind in TILTED:
        ends = [0.0, 0.5 * math.pi]
    elif field.angle:
        middle = round(math.degrees(value))
        ends = [math.radians(middle + side * DEFAULT_DEGREES) for side in (-1, 1)]
        if name == "theta" and isinstance(system, OrientedBody):
            ends[0] = max(ends[0], 0.0)  # a tilt to the other side is one of another precession angle
    else:
        least = 0.1 * min(field.high, 100.0) if isinstance(field, Parameter) else 1.0
        reach = 0.5 * abs(value) or least
        ends = [float(f"{value + side * reach:.3g}") for side in (-1, 1)]
    return ParameterRange(name, max(ends[0], field.low), min(ends[1], field.high))


def default_axes(system: System) -> tuple[str, str]:
    """Return the names of the two axes with which a map begins."""
    known = varied(system)
    wanted = [*links(system)[:2], *USUAL_AXES]
    names = [name for name in dict.fromkeys((*wanted, *reversed(known))) if name in known]
    return names[0], names[1]


def format_parameter(system: System, name: str, value: float, units: ShownUnits) -> str:
    """Return a parameter or an initial value, in these units, with its unit, as text."""
    field = field_of(system, name)
    words = tr(name.replace("_", " ")) if isinstance(field, Parameter) else field.symbol
    return f"{words} = {format_value(value, field.unit, units)}"


def format_value(value: float, unit: str, units: ShownUnits) -> str:
    """Return a value, given in an SI unit, with four digits in the unit in which such values are shown, as text."""
    name = units.of(unit)
    number = powers_of_ten(f"{units.shown(value, unit):.4g}").replace("-", MINUS)
    return decimal(f"{number}{'' if name == '°' else ' '}{tr(name) if name else ''}".rstrip())
