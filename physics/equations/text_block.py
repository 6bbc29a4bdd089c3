"""The text of equations: lines `left = right`, whose left side says what each of them is.

`x''` is an acceleration, `x'` a rate, `lagrangian`, `dissipation`, `force x` and `constraint` are what their names say,
any other name is a definition. `#` begins a comment, and a line that ends in an operator goes on. Order is free.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal, NamedTuple, TypeAlias

from physics.core.expressions import (
    ARGUMENTS,
    CONSTANTS,
    BadExpression,
    Expression,
    parsed,
    plain_name,
    tokens,
)
from physics.errors import BadInput, shown

MOST_OF_BLOCK, MOST_DEFINITIONS = 20_000, 200
"""Greatest numbers of characters of the text, and of its definitions."""
LAGRANGIAN, DISSIPATION, FORCE, CONSTRAINT = "lagrangian", "dissipation", "force", "constraint"
TIME, ORIGIN = "t", "origin"
KEPT_NAMES = ("time", "loss", "work")
"""Names of variables that are added where they are needed."""
TAKEN_NAMES = frozenset(
    {TIME, ORIGIN, LAGRANGIAN, DISSIPATION, FORCE, CONSTRAINT, *KEPT_NAMES, *CONSTANTS, *ARGUMENTS}
    | {"equations", "variables", "parameters", "invariants", "quantities", "events", "draw"}
)
"""Names that nothing of one's own may have."""
DOT = "_dot"
"""End of the name of a rate in the state and in tables."""
GOES_ON = re.compile(r"[-+−–*·⋅×/^=,(<>]\s*$")
"""End of a line that goes on."""
EQUALS = re.compile(r"(?<![<>=])=(?!=)")

LineKind: TypeAlias = Literal["definition", "acceleration", "rate", "lagrangian", "dissipation", "force", "constraint"]


class TextPart(NamedTuple):
    """A piece of a line that goes over several: where it begins in the joined text, its line and column, from 1."""

    begins: int
    line: int
    column: int


@dataclass(frozen=True)
class BlockLine:
    """A line of the text. name: of the variable or the definition, plain; "" of the Lagrangian and the dissipation, of
    constraints their number.

    pieces: where the columns of the expression stand in the text. line, column: of the left side.
    """

    kind: LineKind
    name: str
    expression: Expression
    pieces: tuple[TextPart, ...]
    line: int
    column: int

    @property
    def called(self) -> str:
        """The left side, as messages have it."""
        ends = {"acceleration": "''", "rate": "'"}
        first = {
            "lagrangian": LAGRANGIAN,
            "dissipation": DISSIPATION,
            "force": f"{FORCE} ",
            "constraint": f"{CONSTRAINT} ",
        }
        return first.get(self.kind, "") + self.name + ends.get(self.kind, "")

    def where(self, column: int) -> tuple[int, int]:
        """Return line and column, from 1, of a column of the expression."""
        piece = max((each for each in self.pieces if each.begins < column), default=self.pieces[0])
        return piece.line, piece.column + column - 1 - piece.begins

    def fault(self, said: str, column: int = 0) -> BadInput:
        """Return the error that says what is wrong at a column of the expression, 0: at the left side."""
        line, at = self.where(column) if column else (self.line, self.column)
        return fault_at(line, at, said)


@dataclass(frozen=True)
class TextBlock:
    """All lines of the text, in its order."""

    lines: tuple[BlockLine, ...]

    def of(self, kind: LineKind) -> dict[str, BlockLine]:
        """Return the lines of a kind by their names."""
        return {each.name: each for each in self.lines if each.kind == kind}

    def only(self, kind: LineKind) -> BlockLine | None:
        """Return the only line of a kind, or None."""
        return next((each for each in self.lines if each.kind == kind), None)


class LogicalLine(NamedTuple):
    """A line with those on which it goes on, without comments."""

    text: str
    pieces: tuple[TextPart, ...]

    def where(self, place: int) -> tuple[int, int]:
        """Return line and column, from 1, of a place in the text, from 0."""
        piece = max((each for each in self.pieces if each.begins <= place), default=self.pieces[0])
        return piece.line, piece.column + place - piece.begins


def fault_at(line: int, column: int, said: str) -> BadInput:
    """Return the error that says what is wrong at a place of the text."""
    return BadInput(f"equations {line}:{column}: {said}")


def read_block(text: object) -> TextBlock:
    """Return the lines of a text; raises BadInput, with line and column."""
    if not isinstance(text, str):
        raise BadInput(f"equations = {shown(text)}: must be a text of lines such as x'' = -x")
    if len(text) > MOST_OF_BLOCK:
        raise BadInput(f"equations: {len(text)} characters; at most {MOST_OF_BLOCK}")
    lines = _numbered([_read_line(each) for each in _logical_lines(text)])
    if not lines:
        raise BadInput("equations: there is no line; such as x'' = -x")
    _check_once(lines)
    definitions = sum(each.kind == "definition" for each in lines)
    if definitions > MOST_DEFINITIONS:
        raise BadInput(f"equations: {definitions} definitions; at most {MOST_DEFINITIONS}")
    return TextBlock(lines)


def _numbered(lines: list[BlockLine]) -> tuple[BlockLine, ...]:
    """Return lines of which the constraints have their numbers as names."""
    numbers = count(1)
    return tuple(replace(each, name=str(next(numbers))) if each.kind == "constraint" else each for each in lines)


def _logical_lines(text: str) -> Iterator[LogicalLine]:
    """Yield the lines that say something, with those on which they go on."""
    joined, pieces = "", list[TextPart]()
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.partition("#")[0].rstrip()
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        pieces.append(TextPart(len(joined), number, indent + 1))
        joined += line.strip()
        if GOES_ON.search(line):
            joined += " "
            continue
        yield LogicalLine(joined, tuple(pieces))
        joined, pieces = "", []
    if pieces:
        yield LogicalLine(joined.rstrip(), tuple(pieces))


def _read_line(line: LogicalLine) -> BlockLine:
    equals = EQUALS.search(line.text)
    row, column = line.where(0)
    if equals is None:
        raise fault_at(row, column, "\"=\" is missing; a line says what something is, such as x'' = -x")
    left, begins = line.text[: equals.start()].rstrip(), equals.end()
    kind, name = _left_side(left, line)
    pieces = tuple(each._replace(begins=each.begins - begins) for each in line.pieces)
    right = line.text[begins:]
    if more := EQUALS.search(right):
        raise fault_at(*line.where(begins + more.start()), '"=" is there twice; a line has one')
    try:
        expression = parsed(right)
    except BadExpression as fault:
        raise fault_at(*line.where(begins + fault.column - 1), fault.fault) from None
    return BlockLine(kind, name, expression, pieces, row, column)


def _left_side(left: str, line: LogicalLine) -> tuple[LineKind, str]:
    """Return what a line is, by its left side, and the plain name of what it is of."""

    def refuse(said: str, place: int = 0) -> BadInput:
        return fault_at(*line.where(place), said)

    words, skipped = left, 0
    if (forced := re.match(rf"{FORCE}\s+(?=\S)", left)) is not None:
        words, skipped = left[forced.end() :], forced.end()
    try:
        found = tokens(words)
    except BadExpression as fault:
        raise refuse(fault.fault, skipped + fault.column - 1) from None
    if len(found) != 2 or found[0].kind != "name":
        place = skipped + (found[min(1, len(found) - 2)].column - 1 if len(found) > 1 else 0)
        raise refuse("the left side must be a name, such as x'', x', lagrangian, force x or a name of one's own", place)
    name = plain_name(found[0].text)
    bare = name.rstrip("'")
    if forced is not None:
        if name != bare:
            raise refuse(f"{FORCE} {name}: must be of a variable, such as force {bare}", skipped)
        return "force", check_own_name(bare, lambda said: refuse(said, skipped))
    if name == LAGRANGIAN:
        return "lagrangian", ""
    if name == DISSIPATION:
        return "dissipation", ""
    if name == CONSTRAINT:
        return "constraint", ""
    order = len(name) - len(bare)
    if bare.endswith(DOT) and not order:
        bare, order = bare.removesuffix(DOT), 1
    check_own_name(bare, refuse)
    kinds: tuple[LineKind, ...] = ("definition", "rate", "acceleration")
    return kinds[order], bare


def check_own_name(name: str, refuse: Callable[[str], BadInput]) -> str:
    """Return a plain name if something of one's own may have it; raises what `refuse` makes of a message."""
    if name in TAKEN_NAMES or name.endswith(DOT):
        raise refuse(f'"{name}" is reserved; call it otherwise')
    return name


def _check_once(lines: tuple[BlockLine, ...]) -> None:
    """Raise BadInput for what is given twice."""
    seen: dict[str, BlockLine] = {}
    for each in lines:
        if each.called in seen:
            raise each.fault(f"{each.called} has been given in line {seen[each.called].line}")
        other = {"acceleration": f"{each.name}'", "rate": f"{each.name}''"}.get(each.kind, "")
        if other in seen:
            raise each.fault(f"{each.name} has a rate and an acceleration; give one")
        seen[each.called] = each
