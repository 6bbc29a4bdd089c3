"""Straight lines of arithmetic: a calculation of one thing, with all that is known of it beforehand left out.

A calculation runs once on terms (`physics/core/record.py`). What is known then, such as which bodies hang on which, and
every number that is 0, 1 or -1, vanishes; what is left is written as the source of a kernel without loops and choices,
for CPython and for the compiler of kernels alike. A product with 0 vanishes whatever the other factor is: the sign of a
zero, and what comes of infinities, may differ from the calculation on numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

from physics.core.kernel_source import kernel_of_source
from physics.core.record import Record, Term
from physics.maths.kernel_functions import exponential, hyperbolic_tangent, logarithm, raised
from physics.maths.trig import sincos, unbiased_arctan2

TINY = 1e-10
"""Share of a sum below which what is left of it counts as rounding."""


def safe_inverse(d: float, whole: float) -> float:
    """Return 1/d, or 0 where d is a rounding of `whole`."""
    return 1.0 / d if d > TINY * whole else 0.0


FUNCTIONS: dict[str, Callable[..., float]] = {
    "exponential": exponential, "logarithm": logarithm, "raised": raised, "hyperbolic_tangent": hyperbolic_tangent,
    "unbiased_arctan2": unbiased_arctan2, "abs": abs, "min": min, "max": max,
}  # fmt: skip
"""Functions of which a call is one operation of a record: their sources choose between numbers."""
CALLED = {"sqrt": sqrt, "sincos": sincos, "safe_inverse": safe_inverse, **FUNCTIONS}
"""What the sources call by name."""
CHOICES: dict[str, Callable[[Any, Any], bool]] = {
    "where>": lambda a, b: a > b, "where>=": lambda a, b: a >= b,
}  # fmt: skip
"""Operations that choose the third of four operands, or the last one, by a comparison of the first two."""
LOADED = "y", "p", "t", "w"
"""Operations that read an argument of a kernel."""


def sine_and_cosine(angle: Any) -> tuple[Any, Any]:
    """Return sine and cosine of a number [rad] or a term."""
    if not isinstance(angle, Term):
        return sincos(angle)
    record = angle.record
    return record.term(False, "sin", angle.number), record.term(False, "cos", angle.number)


def root(square: Any) -> Any:
    """Return the square root of a number or a term."""
    return square.record.term(False, "sqrt", square.number) if isinstance(square, Term) else sqrt(square)


def inverse(d: Any, whole: Any) -> Any:
    """Return what `safe_inverse` does, of numbers or terms."""
    if not isinstance(d, Term):
        return safe_inverse(d, whole)
    return d.record.term(False, "inverse", d.number, d.record.given(whole).number)


def function_of(name: str, *arguments: Any) -> Any:
    """Return the value of one of `FUNCTIONS`, of numbers or terms."""
    record = next((each.record for each in arguments if isinstance(each, Term)), None)
    if record is None:
        return FUNCTIONS[name](*arguments)
    return record.term(False, name, *(record.given(each).number for each in arguments))


def chosen(comparison: str, left: Any, right: Any, one: Any, other: Any) -> Any:
    """Return one number or term where a comparison of `CHOICES` holds, else the other."""
    record = next((each.record for each in (left, right) if isinstance(each, Term)), None)
    if record is None:
        return one if CHOICES[comparison](left, right) else other
    return record.term(False, comparison, *(record.given(each).number for each in (left, right, one, other)))


class StraightLine(Record):
    """A record in which operations with 0, 1 and -1, and those of two numbers, vanish."""

    def result(self, operation: str, left: Any, right: Any) -> Any:
        """Return the term, or the number, of an operation with two operands."""
        return getattr(self, {"+": "_sum", "-": "_difference", "*": "_product", "/": "_quotient"}[operation])(
            left, right
        )

    def negative(self, term: Term) -> Term:
        """Return the term of the negative."""
        operation, *operands = self.lines[term.number]
        return self.terms[operands[0]] if operation == "neg" else self.term(False, "neg", term.number)

    def _sum(self, one: Any, other: Any) -> Any:
        for left, right in ((one, other), (other, one)):
            if _is(left, 0.0):
                return right
        if (positive := self._without_sign(other)) is not None:
            return self._difference(one, positive)
        if (positive := self._without_sign(one)) is not None:
            return self._difference(other, positive)
        return self.term(False, "+", *sorted((self.given(one).number, self.given(other).number)))

    def _difference(self, one: Any, other: Any) -> Any:
        if _is(other, 0.0):
            return one
        if _is(one, 0.0):
            return -other
        if (positive := self._without_sign(other)) is not None:
            return self._sum(one, positive)
        if (positive := self._without_sign(one)) is not None:
            return -self._sum(positive, other)
        left, right = self.given(one).number, self.given(other).number
        return 0.0 if left == right else self.term(False, "-", left, right)

    def _product(self, one: Any, other: Any) -> Any:
        for left, right in ((one, other), (other, one)):
            if _is(left, 0.0):
                return 0.0
            if _is(left, 1.0):
                return right
            if _is(left, -1.0):
                return -right
        signs = [self._without_sign(each) for each in (one, other)]
        left, right = (
            each if positive is None else positive for each, positive in zip((one, other), signs, strict=True)
        )
        found = self.term(False, "*", *sorted((self.given(left).number, self.given(right).number)))
        return found if (signs[0] is None) == (signs[1] is None) else -found

    def _quotient(self, one: Any, other: Any) -> Any:
        if _is(one, 0.0):
            return 0.0
        if _is(other, 1.0):
            return one
        return self.term(False, "/", self.given(one).number, self.given(other).number)

    def _without_sign(self, value: Any) -> Any:
        """Return the term of which another one is the negative, the opposite of a negative number, else None."""
        if not isinstance(value, Term):
            return -value if value < 0.0 else None
        operation, *operands = self.lines[value.number]
        return self.terms[operands[0]] if operation == "neg" else None

    def needed(self, results: Sequence[Any]) -> list[int]:
        """Return the numbers of the lines on which results depend, in the order of the record."""
        found: set[int] = set()
        waiting = [each.number for each in results if isinstance(each, Term)]
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                operation, *operands = self.lines[number]
                waiting += [] if operation in (*LOADED, "number") else operands
        return sorted(found)

    def source(self, head: Sequence[str], results: Sequence[Any], out: str) -> list[str]:
        """Return the lines of a function that begins with `head` and writes results into its argument `out`.

        out: "" for a function that returns its only result.
        """
        names: dict[int, str] = {}
        lines: list[str] = []
        turned: dict[int, tuple[str, str]] = {}
        changed = [each for i, each in enumerate(results) if not self._stays(each, out, i)]
        for number in self.needed(changed):
            operation, *operands = self.lines[number]
            names[number] = f"v{number}"
            if operation in ("sin", "cos"):
                sine, cosine = turned.get(operands[0], ("", ""))
                if not sine:
                    turned[operands[0]] = sine, cosine = f"s{operands[0]}", f"c{operands[0]}"
                    lines.append(f"{sine}, {cosine} = sincos({names[operands[0]]})")
                names[number] = sine if operation == "sin" else cosine
            elif operation in ("number", "t"):
                names[number] = _written(operands[0]) if operation == "number" else "t"
            else:
                lines.append(f"v{number} = {_expression(operation, operands, names)}")
        for i, each in enumerate(results):
            if not self._stays(each, out, i):
                value = names[each.number] if isinstance(each, Term) else _written(each)
                lines.append(f"{out}[{i}] = {value}" if out else f"return {value}")
        return [*head, *("    " + line for line in lines or ["pass"])]

    def _stays(self, result: Any, out: str, place: int) -> bool:
        """Return whether a result is what stands at its place."""
        return isinstance(result, Term) and self.lines[result.number] == (out, place)

    def kernel(self, head: Sequence[str], results: Sequence[Any], out: str, module: str, qualified: str) -> Any:
        """Return the function of `source` as a function of a module."""
        name = head[0].removeprefix("def ").partition("(")[0]
        return kernel_of_source(self.source(head, results, out), name, module, qualified, CALLED)


def _is(value: Any, number: float) -> bool:
    return not isinstance(value, Term) and value == number


def _written(number: float) -> str:
    assert math.isfinite(number), f"{number} in a straight line"
    return repr(float(number))


def _expression(operation: str, operands: Sequence[int], names: dict[int, str]) -> str:
    """Return the expression of a line."""
    if operation in LOADED:
        return f"{operation}[{operands[0]}]"
    given = [names[each] for each in operands]
    if operation == "neg":
        return f"-{given[0]}"
    if operation == "sqrt":
        return f"sqrt({given[0]})"
    if operation == "inverse":
        return f"safe_inverse({given[0]}, {given[1]})"
    if operation in FUNCTIONS:
        return f"{operation}({', '.join(given)})"
    if operation in CHOICES:
        left, right, one, other = given
        return f"{one} if {left} {operation.removeprefix('where')} {right} else {other}"
    return f"{given[0]} {operation} {given[1]}"
