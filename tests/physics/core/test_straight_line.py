"""Straight lines of arithmetic: what is known vanishes, and the rest has the same value."""

from __future__ import annotations

import math
from array import array

import pytest

from physics.core.record import Unrecorded
from physics.core.straight_line import StraightLine, inverse, root, safe_inverse, sine_and_cosine

P = (0.0, 1.0, -1.0, 2.5, 0.3)


def calculation(y, p):
    """Return numbers by all operations, with products of 0, 1 and -1."""
    s, c = sine_and_cosine(y[0] * p[3])
    nothing = p[0] * y[1] + p[1] * y[0] - y[0]
    signs = (-s) * (-c) - p[2] * y[1] + (0.0 - y[2])
    rest = root(y[1] * y[1] + p[4]) / (p[3] - -y[2])
    return [nothing, signs, rest, inverse(y[2], p[3]), s * c + c * s, -(y[0] - y[1]), y[1], 7.0]


def recorded(known):
    """Return the kernel of the calculation where some of p are known, and its lines."""
    record = StraightLine()
    p = [number if i in known else record.term(False, "p", i) for i, number in enumerate(P)]
    results = calculation([record.term(False, "y", i) for i in range(3)], p)
    head = ["def write(y, p, out):"]
    return record.kernel(head, results, "out", "tests", "write"), record.source(head, results, "out")


@pytest.mark.parametrize("known", [(), (0, 1, 2), (0, 1, 2, 3, 4)])
def test_a_straight_line_has_the_values_of_the_calculation(known) -> None:
    kernel, _ = recorded(known)
    for y in ([0.4, -1.3, 0.7], [-2.0, 0.1, 1e-12]):
        out = memoryview(array("d", bytes(8 * 8)))
        kernel(memoryview(array("d", y)), memoryview(array("d", P)), out)
        assert list(out) == pytest.approx(calculation(y, P), rel=1e-15, abs=1e-15)


def test_what_is_known_vanishes() -> None:
    _, lines = recorded((0, 1, 2))
    assert "    out[0] = 0.0" in lines, "0 y + 1 y - y"
    assert not any("p[0]" in line or "p[1]" in line or "p[2]" in line for line in lines)
    assert sum("sincos" in line for line in lines) == 1
    assert len(lines) < len(recorded(())[1])


def test_equal_calculations_are_made_once() -> None:
    record = StraightLine()
    a, b = (record.term(False, "y", i) for i in range(2))
    assert (a * b).number == (b * a).number and (a + b).number == (b + a).number
    assert ((-a) * b).number == (-(a * b)).number and (a - (-b)).number == (a + b).number
    assert (a - a, 0.0 / a, a * 0.0) == (0.0, 0.0, 0.0)


def test_what_does_not_change_in_place_is_not_written() -> None:
    record = StraightLine()
    y = [record.term(False, "y", i) for i in range(2)]
    assert record.source(["def settle(y, p):"], [y[0], y[0] * 2.0], "y")[1:] == [
        "    v0 = y[0]", "    v3 = v0 * 2.0", "    y[1] = v3",
    ]  # fmt: skip
    assert record.source(["def settle(y, p):"], y, "y")[-1] == "    pass"


def test_comparisons_are_refused() -> None:
    term = StraightLine().term(False, "y", 0)
    for compare in (lambda: term < 1.0, lambda: bool(term), lambda: math.floor(term), lambda: term == 0.0):
        with pytest.raises(Unrecorded, match="comparison"):
            compare()


def test_an_inverse_of_rounding_is_zero() -> None:
    assert safe_inverse(1e-12, 1.0) == 0.0 and safe_inverse(4.0, 1.0) == 0.25
