"""Expressions in the tables of a machine: lengths, masses and angles by the names of its numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from physics.core.evaluation import check_expression, evaluated
from physics.core.expressions import BadExpression, Expression, parsed, plain_name
from physics.errors import BadInput, shown
from physics.machines.motors import read_named
from physics.machines.words import DIRECTIONS, by_name

NAMES = "numbers"
"""The table whose names the others may use."""
SCALARS = frozenset(
    ("radius", "width", "mass", "density", "drag", "drag_coefficient", "area", "angle", "position", "rate", "rest",
     "damping", "stiffness", "friction", "static_friction", "restitution", "length", "ratio", "pitch", "height",
     "offset", "speed", "amplitude", "frequency", "phase", "air_density", "gravity")
)  # fmt: skip
"""Words whose value is one number; that of a motor is no length, but an expression of the motion."""
LISTS = frozenset(
    ("from", "to", "centre", "size", "corners", "anchors", "at", "over", "on", "across", "normal", "axis", "axes",
     "inertia", "range", "wind", "gravity", "angle", "position", "rate", "stiffness", "damping", "rest")
)  # fmt: skip
"""Words whose value may be a list of numbers, or a list of such."""
INSIDE = "driven", "lets_go"
"""Words whose value is a table of its own."""
WITHOUT = (NAMES, "measures", "traces")
"""Tables that have no expressions."""


class Resolved:
    """A description with numbers in place of the expressions in it.

    tables: of that description. used: names of `numbers` that stand in expressions, which no slider can change while
    the machine stays. bound: ways to the values that were expressions.
    """

    def __init__(self, description: Mapping[str, Any]) -> None:
        given = description.get(NAMES, {})
        self.used: set[str] = set()
        self.bound: set[tuple[str, ...]] = set()
        self._names = by_name(NAMES, given) if isinstance(given, Mapping) else {}
        self._known: dict[str, float] = {}
        self._plain = {plain_name(each): each for each in self._names}
        self.tables = dict(description)
        if self._names:
            self.tables[NAMES] = {name: self._number_of(name, ()) for name in self._names}
        for table, value in description.items():
            if table not in WITHOUT:
                self.tables[table] = expressions_changed(value, (table,), self._put_in)

    def _number_of(self, name: str, path: tuple[str, ...]) -> Any:
        """Return a number by its name, as it is given where it is no expression. path: of names that ask for it."""
        value = self._names[name]
        expression = expression_in(value)
        if expression is None:
            return value
        if name in path:
            way = " → ".join((*path[path.index(name) :], name))
            raise BadInput(f"numbers.{name} = {shown(value)}: goes round in a circle: {way}")
        self.used.add(name)
        return self._value(f"numbers.{name}", value, expression, (*path, name))

    def _value(self, called: str, text: object, expression: Expression, path: tuple[str, ...] = ()) -> float:
        try:
            check_expression(expression, tuple(self._plain))
        except BadExpression as fault:
            raise BadInput(f"{called} = {shown(text)}: {fault}") from None
        values = {}
        for plain in expression.names:
            name = self._plain[plain]
            self.used.add(name)
            values[plain] = self._si(name, path)
        try:
            found = float(evaluated(expression, values))
        except (ArithmeticError, ValueError):
            found = math.nan
        if not math.isfinite(found):
            raise BadInput(f"{called} = {shown(text)}: is {found}; must be a number")
        return found

    def _si(self, name: str, path: tuple[str, ...]) -> float:
        """Return a number by its name in SI units."""
        if name not in self._known:
            value = self._number_of(name, path)
            self._known[name] = read_named({name: value})[name].value
        return self._known[name]

    def _put_in(self, text: str, expression: Expression, way: tuple[str, ...]) -> float:
        """Return the value of an expression of the description. way: of words that lead to it."""
        self.bound.add(way)
        return self._value(".".join(way), text, expression)


Change = Callable[[str, Expression, tuple[str, ...]], Any]
"""What to put in place of an expression, from its text, itself, and the words that lead to it."""


def expressions_changed(value: Any, way: tuple[str, ...], change: Change) -> Any:
    """Return a value of the description with its expressions changed. way: of words that lead to it.

    Names of anchors, directions and shapes are no expressions, nor are motors, which are not of numbers alone.
    """
    word = way[-1]
    if isinstance(value, Mapping):
        goes_in = len(way) <= 2 or word in INSIDE or word == "anchors"
        if not goes_in:
            return value
        return {name: expressions_changed(each, (*way, name), change) for name, each in value.items()}
    if isinstance(value, list | tuple) and (word in LISTS or way[-2:-1] == ("anchors",)):
        names = word == "at" and len(value) == 2
        return [
            [_changed(one, way, change) for one in each]
            if isinstance(each, list | tuple)
            else each
            if names
            else _changed(each, way, change)
            for each in value
        ]
    return _changed(value, way, change) if word in SCALARS else value


def _changed(value: Any, way: tuple[str, ...], change: Change) -> Any:
    expression = expression_in(value)
    return value if expression is None else change(value, expression, way)


def expression_in(value: object) -> Expression | None:
    """Return the expression that a text is, None for a number with a unit or without, a direction, and for all else."""
    if not isinstance(value, str) or value in DIRECTIONS:
        return None
    try:
        found = parsed(value)
    except BadExpression:
        return None
    return found if found.names or len(found.steps) > 1 else None
