"""Motors whose torque or force is an expression: of the time, numbers of the machine, and its coordinates and rates."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from physics.core.evaluation import check_expression, evaluated
from physics.core.expressions import ARGUMENTS, CONSTANTS, BadExpression, Expression, parsed, plain_name
from physics.core.units import check_number, is_unit, unit_of
from physics.errors import BadInput, shown
from physics.machines.parts import MachineTable, Motor
from physics.machines.vectors import Number
from physics.machines.words import NumberWord, by_name, number

TIME = "t"
"""The name of the time in expressions."""
CALLS = re.compile(rf"\(|\b(?:{TIME}|{'|'.join(ARGUMENTS)})\b")
"""What a number with a unit does not have."""
NUMERIC = re.compile(r"\s*([+-]?\s*(\d|\.\d|pi|π)|$)")
"""How a number begins."""
MOST_OPERATIONS = 5000
"""Greatest number of operations of all expressions of a machine: machine code for as many takes a few seconds."""
LARGEST = 1e12
"""Greatest size of a number that expressions name."""
TAKEN = (TIME, *CONSTANTS, *ARGUMENTS)
"""Names that numbers of a machine may not have."""


class NamedNumber(NamedTuple):
    """A number that expressions name, with the unit in which it is kept."""

    value: float
    unit: str


class GivenMotor(NamedTuple):
    """An expression as it was given. called: what messages call it; text: as it was written."""

    called: str
    text: str
    expression: Expression

    def fault(self, said: object) -> BadInput:
        """Return the error that says what is wrong with it."""
        return BadInput(f"{self.called} = {shown(self.text)}: {said}")


def read_named(given: object) -> dict[str, NamedNumber]:
    """Return the numbers of a machine by their names; raises BadInput."""
    found: dict[str, NamedNumber] = {}
    for name, value in by_name("numbers", given).items():
        if plain_name(name) in TAKEN:
            raise BadInput(f"numbers: {name} has a meaning in expressions; give it another name")
        unit = unit_of(value) if isinstance(value, str) else ""
        if unit and not is_unit(unit):
            raise BadInput(f"numbers.{name} = {shown(value)}: unit {unit!r} is not known")
        found[name] = NamedNumber(check_number(f"numbers.{name}", value, unit, -LARGEST, LARGEST), unit)
    return found


def read_motor(name: str, given: object, word: NumberWord) -> float | GivenMotor:
    """Return a torque or force: a number, with a unit or without, or an expression; raises BadInput."""
    if not isinstance(given, str):
        return number(name, given, word)
    try:
        return number(name, given, word)
    except BadInput as fault:
        no_number = fault
    try:
        return GivenMotor(name, given, parsed(given))
    except BadExpression as fault:
        if NUMERIC.match(given) and not CALLS.search(given):
            raise no_number from None
        raise BadInput(f"{name} = {shown(given)}: {fault}") from None


def placed(motors: Mapping[int, GivenMotor], places: Mapping[str, tuple[str, int]]) -> dict[int, Motor]:
    """Return motors with the places of their names; raises BadInput. places: of all names that they may have."""
    known = {plain_name(name): place for name, place in places.items()}
    found, count = {}, 0
    for key, motor in motors.items():
        try:
            count += check_expression(motor.expression, tuple(known))
        except BadExpression as fault:
            raise motor.fault(fault) from None
        if count > MOST_OPERATIONS:
            raise BadInput(f"{motor.called}: {count} operations of all expressions; at most {MOST_OPERATIONS}")
        found[key] = Motor(motor.expression, tuple((name, *known[name]) for name in motor.expression.names))
    return found


def motor_forces(
    machine: MachineTable, q: Sequence[Number], u: Sequence[Number], t: Number
) -> Iterator[tuple[int, Number]]:
    """Yield the number of the rate, and the torque or force, of each motor that is an expression."""
    rows = {"q": q, "u": u, "n": [each.value for each in machine.given], "t": [t]}
    for i, link in enumerate(machine.links):
        if link.motor is not None:
            values = {name: rows[row][place] for name, row, place in link.motor.places}
            yield machine.rate_of(i), evaluated(link.motor.expression, values)


def check_start(machine: MachineTable, y: Sequence[float], motors: Mapping[int, GivenMotor]) -> None:
    """Raise BadInput for a motor that has no torque at the start. motors: by the numbers of their rates."""
    end = machine.coordinates + machine.rates
    for row, force in motor_forces(machine, y[: machine.coordinates], y[machine.coordinates : end], 0.0):
        if not math.isfinite(force):
            raise motors[row].fault(f"it is {force} at the start; must be a number")
