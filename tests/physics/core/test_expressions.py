"""Expressions of a file: their values, their faults in one line with a column, and texts that mean harm."""

from __future__ import annotations

import math
import random
import time

import numpy as np
import pytest

from physics.core.evaluation import check_expression, evaluated
from physics.core.expressions import DEEPEST, MOST_CHARACTERS, BadExpression, parsed
from physics.core.straight_line import StraightLine
from tests.physics.compiled.test_kernel_compiler import compiled

NAMES = "x", "t", "theta_1", "x'"
VALUES = dict(zip(NAMES, (2.0, 0.5, 3.0, -1.0), strict=True))
WORTH = {
    "-x^2": -4.0, "2^-x": 0.25, "x²": 4.0, "x⁻¹": 0.5, "½*x'²": 0.5, "θ₁ + 1": 4.0, "x**2 − 3·x × 2": -8.0,
    "2^3^2": 512.0, "7 - 2 - 1": 4.0, "8/4/2": 1.0, "-x'": 1.0, "--x": 2.0, "1.5e2*t": 75.0, ".5 + 1.": 1.5,
    "π": math.pi, "sin(pi/6)": 0.5, "cos(x)^2 + sin(x)^2": 1.0, "tan(t)": math.tan(0.5), "sqrt(x)": math.sqrt(2.0),
    "exp(log(x))": 2.0, "tanh(t)": math.tanh(0.5), "atan2(1, x)": math.atan2(1, 2), "abs(x')": 1.0,
    "sign(x') + sign(x - 2)": -1.0, "min(x, t) + max(x, t)": 2.5, "x^0.5": math.sqrt(2.0), "x^-1.5": 2.0**-1.5,
    "x^0.3": 2.0**0.3, "x^x'": 0.5, "x^0": 1.0, "where(x > 1, 5, 6)": 5.0, "where(x <= 1, 5, 6)": 6.0,
    "where(x >= 2, where(t < 0, 1, 3), 6)": 3.0, "0.3*sin(2*pi*t + x)": 0.3 * math.sin(math.pi + 2.0),
}  # fmt: skip
FAULTS = {
    "2 x": (3, 'no operator before "x"; a product needs *'), "2x": (2, 'no operator before "x"'),
    "x (2)": (1, '"x" is no function'), "sinn(x)": (1, '"sinn" is unknown; did you mean "sin"?'),
    "x + * 2": (5, '"*" is not expected here'), "(x + 1": (7, '")" is missing'), "x)": (2, '")" is not expected'),
    "foo*x": (1, '"foo" is unknown; names here are x, t'), "3*theta_2": (3, 'did you mean "theta_1"?'),
    "3 +": (4, "a number, a name or a bracket is missing"), "": (1, "is missing"),
    "sin(x, 2)": (1, "sin takes 1 argument, not 2"), "min(x)": (1, "min takes 2 arguments, not 1"), "sin x": (5, '"("'),
    "x ? 1": (3, '"?" is not part of an expression'), "where(x, 1, 2)": (8, "where needs a comparison first"),
    "x > 1": (3, '">" is not expected here'), "1/0": (2, "this number does not exist"), "10^400": (3, "too large"),
    "1e999*x": (1, "too large"), "sqrt(-1)": (1, "does not exist"), "1/(x - x)": (2, "does not exist"),
    "x/(0*t)": (2, "does not exist"), "log(0)": (1, "does not exist"), "(-8)^0.3": (5, "does not exist"),
    "x'''": (4, "is not part"), "x.y": (2, "is not part"), "ｘ": (1, "U+FF58"), "𝜃": (1, "U+1D703"),
    "\0": (1, "U+0000"),
    "__import__('os')": (12, "is not part"), "a" * 41: (1, "41 letters"), "x[0]": (2, "is not part"),
    "(" * 70 + "x": (DEEPEST + 1, "inside one another"), "x^" * 200 + "x": (121, "inside one another"),
    "sin(" * 70 + "x": (4 * DEEPEST + 1, "inside one another"), "x" * 4001: (1, f"at most {MOST_CHARACTERS}"),
}  # fmt: skip


@pytest.mark.parametrize("text", WORTH)
def test_values(text: str) -> None:
    expression = parsed(text)
    check_expression(expression, NAMES)
    assert evaluated(expression, VALUES) == pytest.approx(WORTH[text], rel=4e-16)


@pytest.mark.parametrize("text", FAULTS, ids=[text[:20] for text in FAULTS])
def test_a_fault_has_one_line_and_a_column(text: str) -> None:
    column, said = FAULTS[text]
    with pytest.raises(BadExpression) as problem:
        check_expression(parsed(text), NAMES)
    assert problem.value.column == column and said in str(problem.value)
    assert str(problem.value) == f"column {column}: {problem.value.fault}" and "\n" not in str(problem.value)


def test_what_is_not_defined_is_nan_while_it_runs() -> None:
    for text in ("1/(x - 2)", "sqrt(x')", "log(x')", "x'^0.3", "sin(x*1e308)"):
        expression = parsed(text)
        check_expression(expression, NAMES)
        assert math.isnan(evaluated(expression, VALUES)), text


@pytest.mark.parametrize("text", WORTH)
def test_machine_code_has_the_bits_of_the_evaluation(text: str) -> None:
    expression, record = parsed(text), StraightLine()
    result = evaluated(expression, {name: record.term(False, "y", k) for k, name in enumerate(NAMES)})
    kernel = record.kernel(["def rate(t, y, p, dy):"], [result], "dy", __name__, "rate_of_an_expression")
    for start in (list(VALUES.values()), [0.7, 3.1, 1e-3, 2.0]):
        y, found, plain = np.array(start), np.zeros(1), np.zeros(1)
        kernel(0.0, y.data, y.data, plain.data)
        compiled(kernel)(y, y, found)  # type: ignore[no-untyped-call]  # of a test without types
        value = evaluated(expression, dict(zip(NAMES, start, strict=True)))
        assert found.tobytes() == plain.tobytes() == np.array([value]).tobytes()


PIECES = (
    "x", "t", "θ₁", "x'", "1", "2.5", "1e3", "0", "+", "-", "*", "/", "^", "**", "(", ")", ",", "sin(", "where(", "<",
    ">=", "½", "²", "⁻", " ", "min(", "exp(", "log(", "sqrt(", ".", "'", "e", "_", "\n", "λ", "@", "1e308", "99",
)  # fmt: skip


def fault_of(text: str) -> BadExpression | None:
    try:
        expression = parsed(text)
        check_expression(expression, NAMES)
        evaluated(expression, VALUES)
    except BadExpression as problem:
        return problem
    return None


def test_random_texts_are_expressions_or_have_a_fault_in_one_line() -> None:
    draw, begun, good = random.Random(5), time.process_time(), 0
    for number in range(5000):
        most = 4 if number % 3 else 30
        text = "".join(draw.choice(PIECES) for _ in range(draw.randint(1, most)))
        if number % 7 == 0:
            text = "".join(chr(draw.choice((draw.randrange(32, 127), draw.randrange(0x2000)))) for _ in range(most))
        if (fault := fault_of(text)) is None:
            good += 1
            continue
        assert str(fault).isprintable() and len(str(fault)) < 300 and 1 <= fault.column <= len(text) + 1
    assert good > 250 and time.process_time() - begun < 20.0


def test_long_texts_take_a_moment() -> None:
    begun, texts = time.process_time(), []
    for unit in ("x+", "x*", "x^64*", "sin(x)+", "x/t-", "where(x>t,x,t)*"):
        texts.append(unit * ((MOST_CHARACTERS - 1) // len(unit)) + "x")
    texts += ["-" * 3900 + "x", "9" * 300 + "*x", "((((x))))*" * 390 + "x"]
    for text in texts:
        expression = parsed(text)
        check_expression(expression, NAMES)
        record = StraightLine()
        evaluated(expression, {name: record.term(False, "y", k) for k, name in enumerate(NAMES)})
        assert len(record.lines) < 30 * len(text)
    assert time.process_time() - begun < 5.0
