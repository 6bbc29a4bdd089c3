"""The tables beside the text of equations: variables, parameters, invariants, quantities and events."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from physics.core.expressions import GREEK, plain_name
from physics.core.units import check_number, is_unit, parse_quantity, unit_called, unit_of
from physics.equations.naming import Asked, Comparison, asked_comparison, asked_text, canonical
from physics.equations.text_block import (
    CONSTRAINT,
    DISSIPATION,
    DOT,
    LAGRANGIAN,
    BlockLine,
    TextBlock,
    check_own_name,
    read_block,
)
from physics.errors import BadInput, shown
from physics.machines.words import needed, table

FAR = 1e9
"""Greatest coordinate or rate of a start where nothing else is said."""
LARGEST, MOST_OF_ZERO = 1e12, 1e3
"""Greatest size of a parameter without bounds, and of one that is 0: it makes the range of a slider."""
MOST_VARIABLES, MOST_PARAMETERS, MOST_OF_OTHERS = 40, 100, 60
"""Greatest numbers of variables, of parameters, and of quantities, events and what is drawn."""
ALIKE = 0.85
"""Likeness of a name to a word of the text, of 1, from which it may be a misspelt one."""
USUAL_REST = 1e-3
"""Rate of `when` after an event below which it comes to rest, where no other is given."""
MOST_OF_MEANING = 200
"""Greatest number of characters of a meaning."""
SPELLED = {name: letter for letter, name in reversed(GREEK.items())}
LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class OwnVariable:
    """A variable. start, rate: how it begins; low, high: bounds that were given, infinite where there are none."""

    name: str
    unit: str
    start: float
    rate: float
    low: float
    high: float
    meaning: str

    @property
    def symbol(self) -> str:
        """The name as it is shown."""
        return symbol_of(self.name)


@dataclass(frozen=True)
class OwnParameter:
    """A parameter. unit: in SI; None where none was given, "" of one that is said to be a pure number."""

    name: str
    value: float
    unit: str | None
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class OwnQuantity:
    """A quantity, or an invariant."""

    name: str
    value: Asked
    symbol: str
    unit: str
    meaning: str


@dataclass(frozen=True)
class OwnEvent:
    """An event where `when` falls through 0 while all of `conditions` hold. changes: new values, by canonical names.

    rest: rate of `when` after it below which it stays where it is while something presses; 0: it never does.
    """

    name: str
    when: Asked
    conditions: tuple[Comparison, ...]
    changes: Mapping[str, Asked]
    end: bool
    meaning: str
    rest: float = 0.0


@dataclass(frozen=True)
class OwnEquations:
    """All that a description says but for what is drawn, in its order.

    accelerated, first_order: names of the variables with accelerations, given or from the Lagrangian, and of those with
    rates.
    """

    block: TextBlock
    variables: Mapping[str, OwnVariable]
    parameters: Mapping[str, OwnParameter]
    invariants: tuple[OwnQuantity, ...]
    quantities: tuple[OwnQuantity, ...]
    events: tuple[OwnEvent, ...]
    accelerated: tuple[str, ...]
    first_order: tuple[str, ...]

    @property
    def lagrangian(self) -> BlockLine | None:
        """The Lagrangian."""
        return self.block.only("lagrangian")


def symbol_of(name: str) -> str:
    """Return a name as it is shown: θ₁ for theta_1."""
    word, _, digits = name.rpartition("_")
    if word and digits.isascii() and digits.isdigit():
        return SPELLED.get(word, word) + digits.translate(LOWERED)
    return SPELLED.get(name, name)


def read_equations(given: Mapping[str, Any]) -> OwnEquations:
    """Return what a description says; raises BadInput."""
    text = needed("equations", given, "equations", "a text of lines such as x'' = -x")
    variables = _named_table("variables", given, MOST_VARIABLES, _variable)  # first: the text may use a reserved name
    parameters = _named_table("parameters", given, MOST_PARAMETERS, _parameter)
    block = read_block(text)
    if not variables:
        raise BadInput('variables: there is none; such as x = { unit = "m", start = 1 }')
    taken = {**dict.fromkeys(variables, "variables"), **dict.fromkeys(parameters, "parameters")}
    for name in parameters:
        if name in variables:
            raise BadInput(f'parameters: "{name}" is a variable; call it otherwise')
    for line in block.of("definition").values():
        if line.name in taken:
            raise line.fault(f'"{line.name}" stands in {taken[line.name]}, too; call it otherwise')
    _check_words(block, given)
    accelerated, first_order = _orders(block, variables)
    _check_rates(variables, first_order)
    names = (*variables, *parameters, *(f"{name}{DOT}" for name in variables))

    def others(word: str, read: Callable[[str, str, Any], Any]) -> tuple[Any, ...]:
        found = _named_table(word, given, MOST_OF_OTHERS, read)
        for name in found:
            if name in names:
                raise BadInput(f'{word}: "{name}" is a variable or a parameter; call it otherwise')
        return tuple(found.values())

    invariants, quantities = others("invariants", _quantity), others("quantities", _quantity)
    for each in quantities:
        if any(each.name == other.name for other in invariants):
            raise BadInput(f'quantities: "{each.name}" is an invariant; call it otherwise')
    return OwnEquations(
        block, variables, parameters, invariants, quantities, others("events", _event), accelerated, first_order
    )  # fmt: skip


def _check_words(block: TextBlock, given: Mapping[str, Any]) -> None:
    """Raise BadInput for a definition that nothing reads, with a name that is nearly a word of the text."""
    beside = repr({name: each for name, each in given.items() if name != "equations"})
    read = {*re.findall(r"\w+", beside), *(name.rstrip("'") for line in block.lines for name in line.expression.names)}
    for name, line in block.of("definition").items():
        near = get_close_matches(name.lower(), (LAGRANGIAN, DISSIPATION, CONSTRAINT), 1, ALIKE)
        if near and name not in read:
            raise line.fault(f'nothing reads "{name}"; did you mean "{near[0]}"?')


def _named_table(
    word: str, given: Mapping[str, Any], most: int, read: Callable[[str, str, Any], Any]
) -> dict[str, Any]:
    """Return what a table gives by plain names; raises BadInput."""
    rows = named_rows(word, given.get(word, {}))
    if len(rows) > most:
        raise BadInput(f"{word}: {len(rows)} given; at most {most}")
    found: dict[str, Any] = {}
    written: dict[str, str] = {}
    for spelled, value in rows.items():
        name = check_own_name(plain_name(spelled), lambda said: BadInput(f"{word}: {said}"))
        if not name.isascii() or len(name) > 40:
            raise BadInput(f"{word}: {shown(spelled)}: must be a name of at most 40 letters a to z, digits and _")
        if name in found:
            raise BadInput(f'{word}: "{spelled}" and "{written[name]}" are one name')
        found[name], written[name] = read(f"{word}.{spelled}", name, value), spelled
    return found


def named_rows(word: str, given: object) -> dict[str, Any]:
    """Return what a table gives by names, Greek letters and lowered digits included; raises BadInput."""
    if not isinstance(given, Mapping):
        raise BadInput(f"{word} = {shown(given)}: must be a table of what has names")
    for each in given:
        if not (isinstance(each, str) and plain_name(each).isidentifier()):
            raise BadInput(f"{word}: {shown(each)} is no name; must be letters, digits and _, and begin with a letter")
    return dict(given)


def _meaning(where: str, given: Mapping[str, Any], usual: str) -> str:
    found = given.get("meaning", usual)
    if not isinstance(found, str) or len(found) > MOST_OF_MEANING:
        raise BadInput(f"{where}.meaning = {shown(found)}: must be a text of at most {MOST_OF_MEANING} letters")
    return " ".join(found.split())


def si_unit(where: str, unit: object) -> str:
    """Return the unit that a row of the table `where` gives, which must be one of SI; raises BadInput."""
    known = unit_called(unit) if isinstance(unit, str) else None
    if not isinstance(unit, str) or (unit and not is_unit(unit)):
        raise BadInput(f"{where}.unit = {shown(unit)}: is not known; must be a unit such as m, m/s² or kg m²")
    if unit and (known is None or known.factor != 1.0):
        raise BadInput(f"{where}.unit = {shown(unit)}: must be {unit_of(f'1 {unit}')}, the unit in SI")
    return unit


def _number(where: str, value: object, unit: str, low: float = -LARGEST, high: float = LARGEST) -> float:
    return check_number(where, value, unit, low, high)


def _variable(where: str, name: str, value: Any) -> OwnVariable:
    row = table(where, value, ("unit", "start", "rate", "low", "high", "meaning"))
    unit = si_unit(where, row.get("unit", ""))
    low, high = (
        _number(f"{where}.{word}", row[word], unit, -FAR, FAR) if word in row else usual
        for word, usual in (("low", -math.inf), ("high", math.inf))
    )
    if not low < high:
        raise BadInput(f"{where}.low = {low:g}: must be below high, {high:g}")
    start = check_number(f"{where}.start", row.get("start", 0.0), unit, max(low, -FAR), min(high, FAR))
    rate = _number(f"{where}.rate", row["rate"], rate_unit(unit), -FAR, FAR) if "rate" in row else math.nan
    return OwnVariable(name, unit, start, rate, low, high, _meaning(where, row, ""))


def rate_unit(unit: str) -> str:
    """Return the unit of the rate of a variable; "" where it has none."""
    if unit in ("", "1"):
        return ""
    known = {"m/s": "m/s²", "rad/s": "rad/s²"}
    for spelled in (known.get(unit, f"{unit}/s"), f"{unit} s^-1"):
        if is_unit(spelled):
            return spelled
    return ""


def _parameter(where: str, name: str, value: Any) -> OwnParameter:
    row = table(where, value if isinstance(value, Mapping) else {"value": value},
                ("value", "unit", "low", "high", "meaning"))  # fmt: skip
    given = needed(where, row, "value", "such as 9.81")
    unit = si_unit(where, row["unit"]) if "unit" in row else _written_unit(where, given)
    number = _number(where, given, unit or "")
    most = LARGEST if number else MOST_OF_ZERO
    low, high = (
        _number(f"{where}.{word}", row[word], unit or "") if word in row else usual
        for word, usual in (("low", -most), ("high", most))
    )
    if not low < high:
        raise BadInput(f"{where}.low = {low:g}: must be below high, {high:g}")
    check_number(where, number, unit or "", low, high)
    return OwnParameter(name, number, unit, low, high, _meaning(where, row, "parameter of the equations"))


def _written_unit(where: str, given: object) -> str | None:
    """Return the unit in SI of a number that is given as a text, None where it has none; raises BadInput."""
    if not isinstance(given, str):
        return None
    unit = unit_of(given)
    if unit and not is_unit(unit):
        raise BadInput(f"{where} = {shown(given)}: unit {unit!r} is not known")
    own = given.strip().lstrip("+-0123456789.eE ").strip()
    known = unit_called(own) if own else None
    if own and known is not None and known.factor == 1.0:
        return own
    parse_quantity(where, given, unit)
    return unit or None


def _quantity(where: str, name: str, value: Any) -> OwnQuantity:
    row = table(where, value if isinstance(value, Mapping) else {"value": value},
                ("value", "symbol", "unit", "meaning"))  # fmt: skip
    asked = asked_text(where, needed(where, row, "value", "an expression"))
    usual = symbol_of(name)
    unit, symbol = row.get("unit", ""), row.get("symbol", usual if len(usual) <= 12 else f"{usual[:11]}…")
    if not isinstance(unit, str) or (unit and not is_unit(unit)):
        raise BadInput(f"{where}.unit = {shown(unit)}: is not known; must be a unit such as m, m/s² or kg m²")
    if not isinstance(symbol, str) or not 0 < len(symbol) <= 12:
        raise BadInput(f"{where}.symbol = {shown(symbol)}: must be a text of at most 12 letters")
    return OwnQuantity(name, asked, symbol, unit, _meaning(where, row, "quantity of the equations"))


def _event(where: str, name: str, value: Any) -> OwnEvent:
    row = table(where, value, ("when", "and", "set", "end", "rest", "meaning"))
    when = asked_text(f"{where}.when", needed(where, row, "when", "an expression that falls through 0"))
    also = row.get("and", [])
    rows = also if isinstance(also, list) else [also]
    conditions = tuple(asked_comparison(f"{where}.and", each) for each in rows)
    changes: dict[str, Asked] = {}
    for spelled, text in _changes(f"{where}.set", row.get("set", {})).items():
        target = canonical(plain_name(str(spelled)))
        if target in changes:
            raise BadInput(f"{where}.set: {target} is there twice")
        changes[target] = asked_text(f"{where}.set.{spelled}", text)
    end = row.get("end", False)
    if not isinstance(end, bool):
        raise BadInput(f"{where}.end = {shown(end)}: must be true or false")
    if not changes and not end:
        raise BadInput(f"{where}: needs set, what changes there, or end = true")
    rest = _rest(f"{where}.rest", row.get("rest", False))
    if rest and end:
        raise BadInput(f"{where}: rest and end: after the end nothing moves; leave one out")
    if rest and not changes:
        raise BadInput(f"{where}: rest needs set, the blow of which it continues the law")
    return OwnEvent(name, when, conditions, changes, end, _meaning(where, row, f"{name} happens"), rest)


def _rest(where: str, value: object) -> float:
    """Return the rate below which something comes to rest, 0 where it never does; raises BadInput."""
    if isinstance(value, bool):
        return USUAL_REST if value else 0.0
    found = check_number(where, value, "", 0.0, FAR)
    if not found > 0.0:
        raise BadInput(f"{where} = {shown(value)}: must be true, false or a rate of when above 0, such as 0.001")
    return found


def _changes(where: str, value: object) -> Mapping[Any, Any]:
    """Return what an event changes; raises BadInput for what is no table."""
    if not isinstance(value, Mapping):
        raise BadInput(f'{where} = {shown(value)}: must be a table, such as {{ "x\'" = "-x\'" }}')
    return value


def _orders(block: TextBlock, variables: Mapping[str, OwnVariable]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the variables with accelerations, and those with rates; raises BadInput."""
    accelerations, rates, forces = block.of("acceleration"), block.of("rate"), block.of("force")
    lagrangian = block.only("lagrangian")
    for line in (*accelerations.values(), *rates.values(), *forces.values()):
        if line.name not in variables:
            said = f"{line.name} is no variable; there are {', '.join(variables)}"
            raise line.fault(f"{line.called}: {said}")
    for line in accelerations.values():
        if lagrangian is not None:
            raise line.fault(f"{line.called} beside a lagrangian; needs force {line.name}")
    constraints = block.of("constraint").values()
    for each in (block.only("dissipation"), *forces.values(), *constraints):
        if each is not None and lagrangian is None:
            if each.kind == "constraint":
                raise each.fault("a constraint without a lagrangian; needs one")
            raise each.fault(f"{each.called} without a lagrangian; needs one")
    for line in forces.values():
        if line.name in rates:
            raise line.fault(f"{line.called}: {line.name} has a rate, and no acceleration that a force changes")
    without = [name for name in variables if name not in accelerations and name not in rates]
    if lagrangian is None and without:
        raise BadInput(
            f"variables: {without[0]} has no equation; needs {without[0]}' or {without[0]}'' or a lagrangian"
        )
    if lagrangian is not None and not without:
        raise lagrangian.fault("a lagrangian without a coordinate: all variables have rates of their own")
    return tuple(name for name in variables if name not in rates), tuple(name for name in variables if name in rates)


def _check_rates(variables: Mapping[str, OwnVariable], first_order: Sequence[str]) -> None:
    for name in first_order:
        if not math.isnan(variables[name].rate):
            raise BadInput(f"variables.{name}.rate: {name}' is given by its equation; leave it out")
