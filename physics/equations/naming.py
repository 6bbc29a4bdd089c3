"""What names of equations stand for, as terms: variables, rates, parameters, the time, and definitions in any order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from physics.core.evaluation import evaluated
from physics.core.expressions import BadExpression, Expression, parsed, tokens
from physics.core.straight_line import chosen
from physics.equations.own_record import EquationRecord, Number, along
from physics.equations.text_block import DOT, BlockLine
from physics.errors import BadInput, shown


def canonical(name: str) -> str:
    """Return a name of an expression as it is looked up: x' for x_dot."""
    return f"{name.removesuffix(DOT)}'" if name.endswith(DOT) and name != DOT else name


class Asked(NamedTuple):
    """An expression of which the value is asked for. called: how a cycle of names has it. fault: makes its errors."""

    called: str
    expression: Expression
    fault: Callable[[str, int], BadInput]


class Comparison(NamedTuple):
    """A condition `left > right` of a text. at_least: it is `left >= right`."""

    left: Asked
    right: Asked
    at_least: bool


def asked_of(line: BlockLine) -> Asked:
    """Return what a line of the text asks for."""
    return Asked(line.name or line.called, line.expression, line.fault)


def asked_text(where: str, text: object) -> Asked:
    """Return what an expression of a table asks for; raises BadInput."""
    if isinstance(text, bool) or not isinstance(text, str | int | float):
        raise BadInput(f"{where} = {shown(text)}: must be an expression, as text")
    written = text if isinstance(text, str) else repr(float(text))

    def fault(said: str, column: int) -> BadInput:
        return BadInput(f"{where} = {shown(text)}: {f'column {column}: ' if column else ''}{said}")

    try:
        return Asked(where, parsed(written), fault)
    except BadExpression as error:
        raise fault(error.fault, error.column) from None


def asked_comparison(where: str, text: object) -> Comparison:
    """Return a condition such as `z' < s'`; raises BadInput."""
    if not isinstance(text, str):
        raise BadInput(f'{where} = {shown(text)}: must be a comparison, such as "x\' < 0"')
    try:
        signs = [each for each in tokens(text) if each.kind == "sign" and each.text in ("<", ">", "<=", ">=")]
    except BadExpression as error:
        raise BadInput(f"{where} = {shown(text)}: column {error.column}: {error.fault}") from None
    if len(signs) != 1:
        raise BadInput(f'{where} = {shown(text)}: must be one comparison, such as "x\' < 0"')
    (sign,) = signs
    left = asked_text(where, text[: sign.column - 1])
    right = asked_text(where, text[sign.column - 1 + len(sign.text) :])
    pair = (left, right) if sign.text.startswith(">") else (right, left)
    return Comparison(*pair, sign.text.endswith("="))


@dataclass
class KnownNames:
    """The values of names, which are made when they are asked for.

    values: of what is known already. definitions, rates: what gives names and rates of first-order variables.
    moving: the lines of coordinates, of rates that have accelerations, of the time, and of first-order variables, each
    with the name whose value is its rate of change.
    """

    record: EquationRecord
    values: dict[str, Number]
    definitions: Mapping[str, BlockLine]
    rates: Mapping[str, BlockLine]
    moving: Mapping[int, str]
    base: tuple[str, ...]
    late: bool = field(default=False)
    """Whether accelerations are known: in quantities, events and what is drawn."""

    def value(self, asked: Asked) -> Number:
        """Return the value of an expression; raises BadInput."""
        self._make_known(asked)
        try:
            return self._evaluated(asked)
        except BadExpression as error:
            raise asked.fault(error.fault, error.column) from None

    def compared(self, condition: Comparison, one: Number, other: Number) -> Number:
        """Return one value where a condition holds, else the other."""
        left, right = self.value(condition.left), self.value(condition.right)
        return chosen("where>=" if condition.at_least else "where>", left, right, one, other)

    def _evaluated(self, asked: Asked) -> Number:
        found = {name: self.values[canonical(name)] for name in asked.expression.names}
        try:
            return evaluated(asked.expression, found)
        except OverflowError:
            raise asked.fault("this number does not exist or is too large", 0) from None

    def make_definitions(self) -> None:
        """Make all definitions, so that the faults of those that nothing reads are told, too; raises BadInput."""
        for name, line in self.definitions.items():
            if name not in self.values:
                self._make_known(asked_of(line), name)

    def _make_known(self, asked: Asked, called: str = "") -> None:
        """Make the values of all names of an expression, those first on which others depend; no recursion.

        called: the name of which it is the definition, to be made, too.
        """
        path: list[tuple[str, Asked]] = [(called, asked)]
        while path:
            name, needing = path[-1]
            wanted = self._next(name, needing)
            if wanted is None:
                path.pop()
                if name:
                    self._make(name, needing)
                continue
            again = [each for each, _ in path]
            if wanted in again:
                round_trip = [*again[again.index(wanted) :], wanted]
                raise self._at(needing, (wanted, name), f"{' → '.join(round_trip)}: defined by itself")
            path.append((wanted, self._source(wanted, needing, name)))

    def _next(self, name: str, needing: Asked) -> str | None:
        """Return a name that must be known before another one, or an expression; None where all are."""
        if name.endswith("'") and name not in self.rates_called:
            base = name.removesuffix("'")
            if base not in self.values:
                return base
            return next((each for each in self._changing(base) if each not in self.values), None)
        found = dict.fromkeys(map(canonical, needing.expression.names))
        return next((each for each in found if each not in self.values), None)

    @property
    def rates_called(self) -> tuple[str, ...]:
        """The names of the rates that lines give."""
        return tuple(f"{name}'" for name in self.rates)

    def _changing(self, name: str) -> list[str]:
        """Return the names of the rates of change of all on which a definition depends."""
        lines = self.record.needed([self.values[name]])
        return [rate for line, rate in self.moving.items() if line in lines]

    def _source(self, name: str, needing: Asked, through: str) -> Asked:
        """Return what gives the value of a name; raises BadInput, with its place in what needs it.

        through: the derivative that needs the name, which then does not stand there itself.
        """
        if name in self.definitions:
            return asked_of(self.definitions[name])
        base = name.rstrip("'")
        order = len(name) - len(base)
        if order == 1 and base in self.rates:
            return asked_of(self.rates[base])
        if order == 1 and base in self.definitions:
            return needing
        if order == 1 and base in self.base and base not in self.values:
            return needing
        raise self._at(needing, (name, through), self._unknown(name, base, order))

    def _unknown(self, name: str, base: str, order: int) -> str:
        """Return what is said of a name that stands for nothing."""
        accelerated = tuple(each for each in self.moving.values() if each.endswith("''"))
        if name in accelerated:
            return f"{name} is not known here: accelerations may be read in quantities, events and drawings"
        if base in self.base and order:
            return f"{name}: {base} is a number that does not change" if order == 1 else f"{name} is not known"
        if base in self.definitions and order == 2:
            return f"{name}: of a definition there is one derivative, {base}'"
        try:
            parsed(base).check_names((*self.base, *self.definitions))
        except BadExpression as error:
            return error.fault
        return f'"{name}" is unknown'

    def _at(self, needing: Asked, names: tuple[str, str], said: str) -> BadInput:
        """Return an error at the place of the first of some names that an expression has."""
        read = {canonical(each.name): each.column for each in needing.expression.steps if each.operation == "name"}
        return needing.fault(said, next((read[name] for name in names if name in read), 0))

    def _make(self, name: str, source: Asked) -> None:
        """Set the value of a name of which all that it needs is known."""
        if name.endswith("'") and name not in self.rates_called:
            base = name.removesuffix("'")
            direction = {line: self.values[rate] for line, rate in self.moving.items() if rate in self.values}
            self.values[name] = along(self.record, [self.values[base]], direction)[0]
            return
        try:
            self.values[name] = self._evaluated(source)
        except BadExpression as error:
            raise source.fault(error.fault, error.column) from None
