"""The values of expressions: numbers of numbers, and terms of a record (`physics/core/straight_line.py`) of terms.

The same operations in the same order make both, so that a number has the bits of the kernel that is recorded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from physics.core.expressions import BadExpression, Expression, ProgramStep
from physics.core.record import Term
from physics.core.straight_line import StraightLine, chosen, function_of, root, sine_and_cosine

Number = Any
"""A float, or a `physics.core.record.Term`."""
WHOLE = 64
"""Greatest whole power that is a product."""


def evaluated(expression: Expression, values: Mapping[str, Number]) -> Number:
    """Return the value of an expression. values: numbers or terms of its names.

    A number that is not defined is nan, or infinite. Where a record meets one, it raises BadExpression.
    """
    recorded = any(isinstance(value, Term) for value in values.values())
    found: list[Number] = []
    for step in expression.steps:
        if step.operation == "number":
            value: Number = step.value
        elif step.operation == "name":
            value = values[step.name]
        else:
            operation, count = OPERATIONS[step.name if step.operation == "call" else step.operation]
            operands = found[len(found) - count :]
            del found[len(found) - count :]
            value = _applied(operation, operands, step, recorded or not values)
        found.append(value)
    return found[0]


def check_expression(expression: Expression, known: tuple[str, ...]) -> int:
    """Return the number of operations of an expression, each counted once.

    Raises BadExpression for a name that is not known, and for numbers that do not exist, such as 1/0.
    """
    expression.check_names(known)
    record = StraightLine()
    evaluated(expression, {name: record.term(False, "y", k) for k, name in enumerate(known)})
    return len(record.lines) - len(known)


def _applied(operation: Callable[..., Number], operands: list[Number], step: ProgramStep, strict: bool) -> Number:
    """Return the value of a step. strict: what is no finite number is refused."""
    try:
        value = operation(*operands)
    except (ZeroDivisionError, ValueError, OverflowError):
        value = math.nan
    divided = step.operation == "/" and not isinstance(operands[1], Term) and operands[1] == 0.0
    if strict and (divided or (not isinstance(value, Term) and not math.isfinite(value))):
        raise BadExpression("this number does not exist or is too large", step.column)
    return value


def _power(base: Number, exponent: Number) -> Number:
    """Return a power: by products, and a root, where its exponent is a number that allows it."""
    if isinstance(exponent, Term) or abs(exponent) > WHOLE or not float(2.0 * exponent).is_integer():
        return function_of("raised", base, exponent)
    size = abs(exponent)
    found = _product_of(base, int(size))
    if not float(size).is_integer():
        found = found * root(base)
    return found if exponent >= 0.0 else 1.0 / found


def _product_of(base: Number, count: int) -> Number:
    """Return a number to a whole power, by squares."""
    found: Number = 1.0
    while count:
        found = found * base if count % 2 else found
        count //= 2
        base = base * base if count else base
    return found


def _tangent(x: Number) -> Number:
    s, c = sine_and_cosine(x)
    return s / c


def _sign(x: Number) -> Number:
    return chosen("where>", x, 0.0, 1.0, chosen("where>", 0.0, x, -1.0, 0.0))


OPERATIONS: dict[str, tuple[Callable[..., Number], int]] = {
    "+": (lambda a, b: a + b, 2),
    "-": (lambda a, b: a - b, 2),
    "*": (lambda a, b: a * b, 2),
    "/": (lambda a, b: a / b, 2),
    "^": (_power, 2),
    "negative": (lambda a: -a, 1),
    "sin": (lambda x: sine_and_cosine(x)[0], 1),
    "cos": (lambda x: sine_and_cosine(x)[1], 1),
    "tan": (_tangent, 1),
    "sqrt": (root, 1),
    "exp": (lambda x: function_of("exponential", x), 1),
    "log": (lambda x: function_of("logarithm", x), 1),
    "tanh": (lambda x: function_of("hyperbolic_tangent", x), 1),
    "atan2": (lambda y, x: function_of("unbiased_arctan2", y, x), 2),
    "abs": (lambda x: function_of("abs", x), 1),
    "sign": (_sign, 1),
    "min": (lambda a, b: function_of("min", a, b), 2),
    "max": (lambda a, b: function_of("max", a, b), 2),
    "where>": (lambda a, b, x, y: chosen("where>", a, b, x, y), 4),
    "where<": (lambda a, b, x, y: chosen("where>", b, a, x, y), 4),
    "where>=": (lambda a, b, x, y: chosen("where>=", a, b, x, y), 4),
    "where<=": (lambda a, b, x, y: chosen("where>=", b, a, x, y), 4),
}
"""Operations and functions of a program, with their numbers of operands."""
