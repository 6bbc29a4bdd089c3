"""Records of equations of one's own, in which like terms are added and common factors found, and their derivatives.

The record is that of `physics/core/straight_line.py` with a few rules more: numbers come to the front of products, sums
of products with common factors become products of sums, sin² f + cos² f is f, and equal factors of a fraction vanish.
What is recorded is as exact as the text, but not bit for bit what the text would be; all runs use the record.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from physics.core.record import Term
from physics.core.straight_line import (
    CHOICES,
    FUNCTIONS,
    LOADED,
    StraightLine,
    chosen,
    function_of,
    root,
    sine_and_cosine,
)
from physics.errors import BadInput

Number: TypeAlias = Any
"""A float, or a term."""
MOST_RECORDED = 60_000
"""Greatest number of lines of a record."""
MOST_FACTORS = 32
"""Greatest number of factors of a product that is taken apart."""


class ProductFactors(NamedTuple):
    """A product as a number and the sorted lines of its other factors."""

    number: float
    lines: tuple[int, ...]


class EquationRecord(StraightLine):
    """A record that adds like terms and takes out common factors."""

    def term(self, fixed: bool, *line: Any) -> Term:
        """Return the term that a line computes; raises BadInput where there are too many."""
        if len(self.lines) > MOST_RECORDED:
            raise BadInput(f"equations: more than {MOST_RECORDED} operations; they must be fewer")
        return super().term(fixed, *line)

    def is_zero(self, value: Number) -> bool:
        """Return whether a value is the number 0."""
        return not isinstance(value, Term) and value == 0.0

    def factors(self, value: Number) -> ProductFactors:
        """Return the factors of a product."""
        if not isinstance(value, Term):
            return ProductFactors(float(value), ())
        found, number, waiting = list[int](), 1.0, [value.number]
        while waiting:
            each = waiting.pop()
            operation, *operands = self.lines[each]
            if len(found) + len(waiting) > MOST_FACTORS:
                return ProductFactors(1.0, (value.number,))
            if operation == "*":
                waiting += operands
            elif operation == "neg":
                number, waiting = -number, [*waiting, *operands]
            elif operation == "number":
                number *= operands[0]
            else:
                found.append(each)
        if not math.isfinite(number) or number == 0.0:
            return ProductFactors(1.0, (value.number,))
        return ProductFactors(number, tuple(sorted(found)))

    def product_of(self, number: float, lines: Sequence[int]) -> Number:
        """Return the product of a number and of lines."""
        found: Number = None
        for each in lines:
            found = self.terms[each] if found is None else super()._product(found, self.terms[each])
        return number if found is None else super()._product(number, found)

    def _product(self, one: Number, other: Number) -> Number:
        """Return a product with its number in front."""
        (left, first), (right, second) = self._scaled(one), self._scaled(other)
        number = left * right
        if not math.isfinite(number) or (number == 0.0 and left != 0.0 and right != 0.0):
            return super()._product(one, other)
        if first is None or second is None:
            rest = second if first is None else first
            return number if rest is None else super()._product(number, rest)
        return super()._product(number, super()._product(first, second))

    def _scaled(self, value: Number) -> tuple[float, Term | None]:
        """Return the number in front of a product, and what follows it."""
        if not isinstance(value, Term):
            return float(value), None
        operation, *operands = self.lines[value.number]
        if operation == "number":
            return float(operands[0]), None
        if operation == "neg":
            number, rest = self._scaled(self.terms[operands[0]])
            return -number, rest
        if operation == "*":
            for one, other in (operands, operands[::-1]):
                if self.lines[one][0] == "number":
                    return float(self.lines[one][1]), self.terms[other]
        return 1.0, value

    def _sum(self, one: Number, other: Number) -> Number:
        found = self._together("+", one, other)
        return super()._sum(one, other) if found is None else found

    def _difference(self, one: Number, other: Number) -> Number:
        found = self._together("-", one, other)
        return super()._difference(one, other) if found is None else found

    def _together(self, operation: str, one: Number, other: Number) -> Number | None:
        """Return a sum or difference of products with common factors, or None where there are none."""
        if not (isinstance(one, Term) and isinstance(other, Term)):
            return None
        left, right = self.factors(one), self.factors(other)
        first, second, both = list(left.lines), list[int](), list[int]()
        for each in right.lines:
            if each in first:
                first.remove(each)
                both.append(each)
            else:
                second.append(each)
        if operation == "+" and left.number == right.number and self._is_circle(first, second):
            return self.product_of(left.number, both)
        if not both:
            return None
        if not first and not second:
            number = left.number + right.number if operation == "+" else left.number - right.number
            return 0.0 if number == 0.0 else self.product_of(number, both)
        parts = self.product_of(left.number, first), self.product_of(right.number, second)
        inner = self._sum(*parts) if operation == "+" else self._difference(*parts)
        return self._product(self.product_of(1.0, both), inner)

    def _is_circle(self, first: Sequence[int], second: Sequence[int]) -> bool:
        """Return whether two products are the squares of the sine and of the cosine of one angle."""
        if len(first) != 2 or len(second) != 2 or first[0] != first[1] or second[0] != second[1]:
            return False
        one, other = self.lines[first[0]], self.lines[second[0]]
        return {one[0], other[0]} == {"sin", "cos"} and one[1] == other[1]

    def _quotient(self, one: Number, other: Number) -> Number:
        """Return a fraction without the factors that both have."""
        if isinstance(one, Term) and isinstance(other, Term):
            left, right = self.factors(one), self.factors(other)
            above, below = list(left.lines), list[int]()
            for each in right.lines:
                if each in above:
                    above.remove(each)
                else:
                    below.append(each)
            if len(above) < len(left.lines):
                top = self.product_of(left.number, above)
                bottom = self.product_of(right.number, below)
                return top / bottom if not isinstance(top, Term) else super()._quotient(top, bottom)
        return super()._quotient(one, other)

    def reach(self, starts: Sequence[int], among: Sequence[int]) -> set[int]:
        """Return which of some lines, in their order, depend on others."""
        found = set(starts)
        for each in among:
            operation, *operands = self.lines[each]
            if operation not in (*LOADED, "number") and not found.isdisjoint(operands):
                found.add(each)
        return found

    def depends(self, values: Sequence[Number], on: Sequence[Number]) -> bool:
        """Return whether any of some values depends on terms."""
        lines = self.needed(values)
        starts = {each.number for each in on if isinstance(each, Term)}
        return not starts.isdisjoint(lines)


def partial_derivatives(record: EquationRecord, number: int) -> list[tuple[int, Number]]:
    """Return the operands of a line, each with the derivative of the line with respect to it."""
    operation, *operands = record.lines[number]
    if operation in (*LOADED, "number"):
        return []
    own, given = record.terms[number], [record.terms[each] for each in operands]
    one, other = given[0], given[1] if len(given) > 1 else given[0]
    if operation in CHOICES:
        return [(operands[2], chosen(operation, one, other, 1.0, 0.0)),
                (operands[3], chosen(operation, one, other, 0.0, 1.0))]  # fmt: skip
    made = _RULES[operation](own, one, other)
    return list(zip(operands, made, strict=True))


def _of_arctangent(own: Number, y: Number, x: Number) -> tuple[Number, Number]:
    square = y * y + x * x
    return x / square, -(y / square)


def _of_power(own: Number, base: Number, exponent: Number) -> tuple[Number, Number]:
    record = base.record
    less = exponent - 1.0 if record.lines[exponent.number][0] != "number" else record.lines[exponent.number][1] - 1.0
    in_exponent = 0.0
    if record.lines[exponent.number][0] != "number":
        in_exponent = own * function_of("logarithm", base)
    return exponent * function_of("raised", base, less), in_exponent


_RULES: dict[str, Any] = {
    "+": lambda own, a, b: (1.0, 1.0),
    "-": lambda own, a, b: (1.0, -1.0),
    "*": lambda own, a, b: (b, a),
    "/": lambda own, a, b: (1.0 / b, -(own / b)),
    "neg": lambda own, a, b: (-1.0,),
    "sin": lambda own, a, b: (sine_and_cosine(a)[1],),
    "cos": lambda own, a, b: (-sine_and_cosine(a)[0],),
    "sqrt": lambda own, a, b: (0.5 / own,),
    "exponential": lambda own, a, b: (own,),
    "logarithm": lambda own, a, b: (1.0 / a,),
    "raised": _of_power,
    "hyperbolic_tangent": lambda own, a, b: (1.0 - own * own,),
    "unbiased_arctan2": _of_arctangent,
    "abs": lambda own, a, b: (chosen("where>", a, 0.0, 1.0, chosen("where>", 0.0, a, -1.0, 0.0)),),
    "min": lambda own, a, b: (chosen("where>", a, b, 0.0, 1.0), chosen("where>", a, b, 1.0, 0.0)),
    "max": lambda own, a, b: (chosen("where>", b, a, 0.0, 1.0), chosen("where>", b, a, 1.0, 0.0)),
}
"""Derivatives of an operation, from its value and its operands."""


def gradient(record: EquationRecord, value: Number, of: Sequence[Term]) -> list[Number]:
    """Return the derivatives of a value with respect to terms, by one reverse sweep."""
    if not isinstance(value, Term):
        return [0.0] * len(of)
    lines = record.needed([value])
    moving = record.reach([each.number for each in of], lines)
    slopes: dict[int, Number] = {value.number: 1.0}
    for number in reversed(lines):
        slope = slopes.get(number, 0.0)
        if number not in moving or record.is_zero(slope):
            continue
        for operand, share in partial_derivatives(record, number):
            if operand in moving:
                slopes[operand] = slopes.get(operand, 0.0) + slope * share
    return [slopes.get(each.number, 0.0) for each in of]


def along(record: EquationRecord, values: Sequence[Number], direction: Mapping[int, Number]) -> list[Number]:
    """Return the derivatives of values along a direction, by one forward sweep. direction: by the lines that change."""
    lines = record.needed(values)
    moving = record.reach(list(direction), lines)
    slopes: dict[int, Number] = dict(direction)
    for number in lines:
        if number not in moving or number in direction:
            continue
        total: Number = 0.0
        for operand, share in partial_derivatives(record, number):
            slope = slopes.get(operand, 0.0)
            if not record.is_zero(slope):
                total = total + share * slope
        slopes[number] = total
    return [slopes.get(each.number, 0.0) if isinstance(each, Term) else 0.0 for each in values]


def replayed(
    record: StraightLine, values: Sequence[Number], into: StraightLine, known: Mapping[int, Number]
) -> list[Number]:
    """Return values computed anew in a record. known: what some lines become there, on whose operands nothing hangs."""
    found: dict[int, Number] = dict(known)
    waiting = [each.number for each in values if isinstance(each, Term)]
    needed: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number in needed or number in found:
            continue
        needed.add(number)
        operation, *operands = record.lines[number]
        waiting += [] if operation in (*LOADED, "number") else operands
    for number in sorted(needed):
        operation, *operands = record.lines[number]
        if operation in LOADED:
            found[number] = into.term(operation == "p", operation, *operands)
        elif operation == "number":
            found[number] = float(operands[0])
        else:
            found[number] = applied(operation, *(found[each] for each in operands))
    return [found[each.number] if isinstance(each, Term) else each for each in values]


def applied(operation: str, *given: Number) -> Number:
    """Return the value of an operation of a record, of numbers or terms."""
    if operation in CHOICES:
        return chosen(operation, *given)
    if operation in FUNCTIONS:
        return function_of(operation, *given)
    return _APPLIED[operation](*given)


_APPLIED: dict[str, Any] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
    "neg": lambda a: -a, "sqrt": root, "sin": lambda a: sine_and_cosine(a)[0], "cos": lambda a: sine_and_cosine(a)[1],
}  # fmt: skip
