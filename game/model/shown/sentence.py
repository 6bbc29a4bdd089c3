"""Sentences that are kept as data, and written in the language and the units in use whenever they are shown."""

from __future__ import annotations

from typing import Any, NamedTuple

from game.model.shown.shown_units import SI, ShownUnits
from game.model.words import decimal, tr
from physics.core.units import format_number


class Amount(NamedTuple):
    """A value in an SI unit, written in four digits."""

    value: float
    unit: str = ""


class Unit(NamedTuple):
    """An SI unit, in place of which that is written in which its values are shown."""

    name: str


class Word(NamedTuple):
    """A word that is translated: the name of a parameter or of an option, the title of a method."""

    name: str


class Sentence:
    """A text with {names}, as `tr` takes it, and what stands in their places, as data.

    That may be an `Amount`, a `Unit`, a `Word`, another sentence, or anything else that `tr` takes.
    """

    def __init__(self, text: str, /, **fields: Any) -> None:
        self._text, self._fields = text, fields

    def words(self, units: ShownUnits = SI) -> str:
        """Return the sentence in the language in use, with values in these units."""
        return tr(self._text, **{name: _written(value, units) for name, value in self._fields.items()}).rstrip()

    def __str__(self) -> str:
        return self.words()

    def __repr__(self) -> str:
        return f"Sentence({self.words()!r})"


def _written(value: Any, units: ShownUnits) -> Any:
    match value:
        case Amount(number, unit):
            return decimal(format_number(float(f"{units.shown(number, unit):.4g}"))).replace("-", "\u2212")
        case Unit(name):
            return tr(units.of(name))
        case Word(name):
            return tr(name.replace("_", " "))
        case Sentence():
            return value.words(units)
    return value
