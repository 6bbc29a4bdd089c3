"""Dimensions of equations: the same expressions, with powers of kg, m, s, A in place of numbers. Faults are warnings.

A bare number has no dimension, 0 fits all, and rad is a number. What has no unit is not known, and says nothing of what
it touches: in reduced equations, such as Lorenz's, the time has no unit either. So a check is strict only where units
are given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from physics.core.expressions import Expression, ProgramStep
from physics.core.units import UP, unit_called, unit_of_dimension
from physics.equations.description import symbol_of
from physics.equations.naming import canonical
from physics.equations.text_block import TIME, BlockLine, TextBlock

Dimension: TypeAlias = frozenset[tuple[str, Fraction]]
"""Powers of base units, without those of rad."""
PURE: Dimension = frozenset()
ANY, UNKNOWN = "fits all", "not known"
"""Dimensions of 0, and of what has no unit or has a fault of its own."""
Known: TypeAlias = Dimension | str
FINEST = 64
"""Greatest denominator of an exponent."""
LONGEST = 24
"""Most characters of a part of an expression in a warning."""
SUM, PRODUCT, UNARY, ATOM = range(4)
"""How closely the parts of a text hold together."""
LEFT_ENDS = {"acceleration": "''", "rate": "'"}
"""What the left sides of lines end with."""
FITTING = "min", "max"
"""Functions of several arguments of one dimension, which is that of their value."""


class Dimensioned(NamedTuple):
    """A part of an expression: its dimension, its value where it is a number, and its text."""

    dimension: Known
    number: float | None
    text: str
    holds: int = ATOM


class Warned(NamedTuple):
    """What is wrong at a column of an expression; 0: at its left side."""

    column: int
    said: str


def dimension_warnings(
    block: TextBlock, variables: Mapping[str, str], parameters: Mapping[str, str | None]
) -> list[str]:
    """Return what does not fit in the lines of equations, as `line:column: text`, in their order.

    variables: their units by plain names; "" is not known. parameters: the same, "" is a number, None is not known.
    """
    names = _Names(block, variables, parameters)
    found = []
    for line in block.lines:
        for column, said in names.faults[line.called]:
            row, at = line.where(column) if column else (line.line, line.column)
            found.append((row, at, said))
    return [f"{row}:{at}: {said}" for row, at, said in sorted(found)]


class _Names:
    """The dimensions of names, and the faults of the lines by their left sides."""

    def __init__(self, block: TextBlock, variables: Mapping[str, str], parameters: Mapping[str, str | None]) -> None:
        self.known: dict[str, Known] = {}
        self.faults: dict[str, list[Warned]] = {}
        for name, unit in variables.items():
            self._add(name, _dimension_of(unit) if unit else UNKNOWN, 2)
        for name, own in parameters.items():
            self.known[name] = UNKNOWN if own is None else _dimension_of(own)
        timed = any((*variables.values(), *parameters.values()))
        self.known[TIME] = _dimension_of("s") if timed else UNKNOWN
        waiting = [*block.of("definition").values()]
        while ready := [each for each in waiting if self._uses(each) <= self.known.keys()]:
            for line in ready:
                self._add(line.name, self._checked(line).dimension, 1)
            waiting = [each for each in waiting if each not in ready]
        for line in waiting:  # defined by itself, or with unknown names, which is told elsewhere
            self.faults[line.called] = []
        self._equations([line for line in block.lines if line.kind != "definition"])

    def _add(self, name: str, dimension: Known, rates: int) -> None:
        """Add a name with its derivatives."""
        self.known[name] = dimension
        for order in range(1, rates + 1):
            self.known[name + "'" * order] = _times(dimension, _dimension_of("s"), -order)

    def _uses(self, line: BlockLine) -> set[str]:
        return set(map(canonical, line.expression.names))

    def _checked(self, line: BlockLine) -> Dimensioned:
        """Return the right side of a line, whose faults are kept."""
        faults = self.faults[line.called] = []
        if not self._uses(line) <= self.known.keys():
            return Dimensioned(UNKNOWN, None, "")
        return _evaluated(line.expression, self.known, faults)

    def _equations(self, lines: list[BlockLine]) -> None:
        """Check the lines that are no definitions."""
        energy: Known = UNKNOWN
        for line in sorted(lines, key=lambda each: each.kind != "lagrangian"):
            found = self._checked(line).dimension
            if line.kind == "lagrangian":
                energy = found
                continue
            if line.kind == "constraint":  # it is 0, in whatever unit
                continue
            wanted = self.known.get(line.called, UNKNOWN)
            if line.kind == "dissipation":
                wanted = _times(energy, _dimension_of("s"), -1)
            elif line.kind == "force":
                wanted = _times(energy, self.known.get(line.name, UNKNOWN), -1)
            if not _agree(wanted, found):
                left = _named(line.name + LEFT_ENDS.get(line.kind, ""))
                left = left if line.kind in LEFT_ENDS else f"{line.kind} {left}".rstrip()
                said = _two((left, wanted), ("the right side", found))
                self.faults[line.called].append(Warned(0, f"{said}; both sides need one unit"))


def _dimension_of(unit: str) -> Dimension:
    """Return the dimension of a unit that is known."""
    found = unit_called(unit)
    return frozenset(each for each in found.dimension if each[0] != "rad") if found is not None else PURE


def _times(one: Known, other: Known, power: Fraction | int) -> Known:
    """Return the dimension of one times a power of another."""
    if isinstance(one, str) or isinstance(other, str):
        return ANY if one == ANY and other != UNKNOWN else UNKNOWN
    powers = dict(one)
    for base, exponent in other:
        powers[base] = powers.get(base, Fraction(0)) + exponent * power
    return frozenset((base, exponent) for base, exponent in powers.items() if exponent)


def _agree(one: Known, other: Known) -> bool:
    return isinstance(one, str) or isinstance(other, str) or one == other


def _unit(dimension: Known) -> str:
    """Return the unit of a dimension, "" for a number."""
    return "" if isinstance(dimension, str) else unit_of_dimension(dimension)


def _two(one: tuple[str, Known], other: tuple[str, Known]) -> str:
    """Return the words of two things with different units."""
    (first, unit), (second, another) = ((text, _unit(dimension)) for text, dimension in (one, other))
    begins = f"{first} is in {unit}" if unit else f"{first} has no unit"
    return f"{begins}, {second} {('in ' if unit else 'is in ') + another if another else 'has none'}"


def _named(name: str) -> str:
    """Return a name as it is shown: θ' for theta'."""
    plain = canonical(name)
    base = plain.rstrip("'")
    return symbol_of(base) + plain[len(base) :]


def _evaluated(expression: Expression, known: Mapping[str, Known], faults: list[Warned]) -> Dimensioned:
    """Return the value of an expression; faults: to which those that are found are added."""
    found: list[Dimensioned] = []
    for step in expression.steps:
        if step.operation == "number":
            found.append(Dimensioned(PURE if step.value else ANY, step.value, f"{step.value:.6g}"))
        elif step.operation == "name":
            found.append(Dimensioned(known[canonical(step.name)], None, _named(step.name)))
        else:
            of: Callable[[ProgramStep, list[Dimensioned], list[Warned]], Dimensioned]
            of, count = (_call, _count(step.name)) if step.operation == "call" else OPERATIONS[step.operation]
            operands = found[len(found) - count :]
            del found[len(found) - count :]
            found.append(of(step, operands, faults))
    return found[0]


def _count(name: str) -> int:
    return 4 if name.startswith("where") else 2 if name in (*FITTING, "atan2") else 1


def _fitting(step: ProgramStep, several: list[Dimensioned], faults: list[Warned], what: str) -> Known:
    """Return the dimension that several have; where they have two, that is not known, and a fault."""
    given = [each for each in several if not isinstance(each.dimension, str)]
    for other in given[1:]:
        if other.dimension != given[0].dimension:
            said = _two((_cut(given[0]), given[0].dimension), (_cut(other), other.dimension))
            faults.append(Warned(step.column, f"{said}; {what} needs one unit"))
            return UNKNOWN
    if given:
        return given[0].dimension
    return ANY if all(each.dimension == ANY for each in several) else UNKNOWN


def _sum(step: ProgramStep, operands: list[Dimensioned], faults: list[Warned]) -> Dimensioned:
    left, right = operands
    text = f"{_inside(left, SUM)} {step.operation} {_inside(right, PRODUCT)}"
    if left.number is not None and right.number is not None:
        number = left.number + right.number if step.operation == "+" else left.number - right.number
        return Dimensioned(PURE if number else ANY, number, text, SUM)
    return Dimensioned(_fitting(step, operands, faults, "a sum"), None, text, SUM)


def _product(step: ProgramStep, operands: list[Dimensioned], faults: list[Warned]) -> Dimensioned:
    left, right = operands
    divides = step.operation == "/"
    text = f"{_inside(left, PRODUCT)}{step.operation}{_inside(right, UNARY if divides else PRODUCT)}"
    number = None
    if left.number is not None and right.number is not None and not (divides and not right.number):
        number = left.number / right.number if divides else left.number * right.number
    if right.dimension == ANY and not divides and left.dimension != UNKNOWN:
        return Dimensioned(ANY, number, text, PRODUCT)
    return Dimensioned(_times(left.dimension, right.dimension, -1 if divides else 1), number, text, PRODUCT)


def _negative(step: ProgramStep, operands: list[Dimensioned], faults: list[Warned]) -> Dimensioned:
    (of,) = operands
    number = -of.number if of.number is not None else None
    return Dimensioned(of.dimension, number, f"-{_inside(of, PRODUCT)}", PRODUCT)


def _power(step: ProgramStep, operands: list[Dimensioned], faults: list[Warned]) -> Dimensioned:
    base, exponent = operands
    text, number = _power_text(base, exponent), exponent.number
    if number is not None:
        if base.number is not None:
            return Dimensioned(PURE, None, text)
        power = Fraction(number).limit_denominator(FINEST)
        return Dimensioned(_times(PURE, base.dimension, power) if power else PURE, None, text)
    for each, what in ((exponent, "an exponent"), (base, "a power with an exponent that is no number")):
        if not _agree(each.dimension, PURE):
            faults.append(Warned(step.column, f"{_cut(each)} is in {_unit(each.dimension)}; {what} needs no unit"))
            return Dimensioned(UNKNOWN, None, text)
    return Dimensioned(PURE if PURE in (base.dimension, exponent.dimension) else UNKNOWN, None, text)


def _power_text(base: Dimensioned, exponent: Dimensioned) -> str:
    """Return the text of a power, with raised digits for a small whole exponent."""
    number = exponent.number
    if number is not None and number.is_integer() and abs(number) < 100:
        return f"{_inside(base, ATOM)}{str(int(number)).translate(UP)}"
    return f"{_inside(base, ATOM)}^{_inside(exponent, ATOM)}"


def _call(step: ProgramStep, operands: list[Dimensioned], faults: list[Warned]) -> Dimensioned:
    name = step.name
    if name.startswith("where"):
        return _choice(step, operands, faults)
    text = f"{name}({', '.join(each.text for each in operands)})"
    if name == "sqrt":
        return Dimensioned(_times(PURE, operands[0].dimension, Fraction(1, 2)), None, text)
    if name == "abs":
        return Dimensioned(operands[0].dimension, None, text)
    if name in (*FITTING, "atan2"):
        found = _fitting(step, operands, faults, name)
        return Dimensioned(found if name != "atan2" else PURE, None, text)
    (of,) = operands
    if name != "sign" and not _agree(of.dimension, PURE):
        said = f"{_cut(of)} is in {_unit(of.dimension)}; {name} needs a number or an angle"
        faults.append(Warned(step.column, said))
    return Dimensioned(PURE, None, text)


def _choice(step: ProgramStep, operands: list[Dimensioned], faults: list[Warned]) -> Dimensioned:
    sign = step.name.removeprefix("where")
    text = f"where({operands[0].text} {sign} {', '.join(each.text for each in operands[1:])})"
    _fitting(step, operands[:2], faults, "a comparison")
    return Dimensioned(_fitting(step, operands[2:], faults, "where"), None, text)


OPERATIONS = {
    "+": (_sum, 2), "-": (_sum, 2), "*": (_product, 2), "/": (_product, 2), "^": (_power, 2),
    "negative": (_negative, 1),
}  # fmt: skip


def _inside(part: Dimensioned, holds: int) -> str:
    """Return the text of a part within another one, in brackets where it holds together less closely."""
    text = part.text if len(part.text) <= 4 * LONGEST else "…"
    return f"({text})" if part.holds < holds else text


def _cut(part: Dimensioned) -> str:
    """Return the text of a part for a warning."""
    return part.text if len(part.text) <= LONGEST else f"{part.text[: LONGEST - 1]}…"
