"""Values of a sketch for its cards: what is typed in its tables, in numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from game.model.shown.shown_units import ShownUnits
from game.model.words import typed_list, typed_number
from game.ui.widgets.number_text import brief
from physics import BadInput
from physics.core.units import ANGLE, factor
from physics.machines.lengths import Resolved, expression_in
from physics.machines.words import NumberWord, number

NUMBERS = "numbers"
AFTER_NUMBER = re.compile(r"(?<=[\d.\s])[^\W\d_].*$|°.*$")
"""The unit after a number."""
LEAST = 1e-12
"""Size [SI units] below which a number of a drawing is what rounding leaves of zero."""
BARE = re.compile(r"[-+−]?[\d.,eE+−-]+")
"""A number without a unit."""


class SketchValues:
    """The numbers of the tables of a sketch, also of one with faults.

    tables: with numbers in place of the expressions, as far as these can be computed.
    """

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.tables = tables
        self._numbers = tables.get(NUMBERS, {})
        self._plain: dict[tuple[str, str], Mapping[str, Any]] = {}

    def of(self, kind: str, name: str) -> Mapping[str, Any]:
        """Return the table of a part with numbers in place of its expressions; as it is typed where it has a fault."""
        key = kind, name
        if key not in self._plain:
            table = self.tables.get(kind, {}).get(name, {})
            try:
                described = {NUMBERS: self._numbers} if self._numbers else {}
                self._plain[key] = Resolved({**described, kind: {name: table}}).tables[kind][name]
            except BadInput:
                self._plain[key] = table
        return self._plain[key]

    def value(self, kind: str, name: str, way: str, word: NumberWord) -> float | None:
        """Return a number in SI units, None where there is none. way: of words that lead to it, such as "size.0"."""
        raw = inside(self.of(kind, name), way)
        if raw is None or isinstance(raw, Mapping | list | tuple):
            return None
        try:
            return number(way, raw, word)
        except BadInput:
            return None

    def point(self, kind: str, name: str, way: str) -> tuple[float, float, float] | None:
        """Return a point [m], None where there is none."""
        raw = inside(self.of(kind, name), way)
        if not isinstance(raw, list | tuple) or len(raw) != 3:
            return None
        try:
            x, y, z = (number(way, each, NumberWord("m", -1e9, 1e9, "")) for each in raw)
        except BadInput:
            return None
        return x, y, z


def inside(table: Any, way: str) -> Any:
    """Return what a table has at the end of a way of words and places, such as "driven.speed"; None for nothing."""
    for word in way.split("."):
        if isinstance(table, Mapping):
            table = table.get(word)
        elif isinstance(table, list | tuple) and word.isdigit() and int(word) < len(table):
            table = table[int(word)]
        else:
            return None
    return table


def unit_shown(raw: object, unit: str, units: ShownUnits) -> str:
    """Return the unit in which a value is shown: the one that was typed, else the usual one of an SI unit.

    Angles are in degrees where a person has chosen no other unit.
    """
    if isinstance(raw, str) and expression_in(raw) is None:
        found = AFTER_NUMBER.search(raw)
        if found is not None and factor(found[0], unit) is not None:
            return found[0]
    chosen = units.of(unit)
    return "deg" if unit == ANGLE and chosen == ANGLE else chosen


def shown_value(value: float, unit: str, shown: str) -> float:
    """Return a value in SI units in the unit in which it is shown."""
    return value / (factor(shown, unit) or 1.0)


def rounded_zero(value: float) -> float:
    """Return a value in SI units, 0 where it is what rounding leaves of zero, such as 5e-16 of a sum of lengths."""
    return 0.0 if abs(value) < LEAST else value


def number_shown(value: float, unit: str, shown: str) -> str:
    """Return a value in SI units as text in the unit in which it is shown."""
    return brief(shown_value(rounded_zero(value), unit, shown) + 0.0)


def entry_shown(value: object) -> str:
    """Return an entry of a table as its card shows it: numbers briefly, lists in brackets, else as it is typed."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(entry_shown, value))}]"
    return brief(rounded_zero(value)) if isinstance(value, float) else str(value)


def one_number(words: str) -> str:
    """Return what was typed for one number or an expression, with points in place of decimal commas.

    Commas within brackets are between the arguments of a function.
    """
    return (words if "(" in words else typed_number(words)).strip()


def typed_numbers(words: str) -> str:
    """Return typed numbers as a list in the words of a file."""
    entries = [each.strip() for each in typed_list(words.strip().strip("[]")).split(",")]
    return json.dumps([_entry(each) for each in entries])


def _entry(words: str) -> float | str:
    """Return an entry of a list: a number, or a text with a unit."""
    try:
        return float(words)
    except ValueError:
        return words


def typed_text(words: str, unit: str, shown: str) -> str:
    """Return what was typed into a field as the file has it: a bare number is in the unit shown."""
    plain = one_number(words)
    if shown == unit or not shown or not BARE.fullmatch(plain):
        return plain
    return f"{plain} {shown}"
