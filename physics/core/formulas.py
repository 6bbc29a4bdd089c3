"""Formulas: records of calculations on numbers, which keep what was compared, so that others can repeat them.

Unlike other terms these have values, and may be compared: the outcome is kept as a guard. Where the guards come out
alike for other numbers, the lines of the record have the results that the calculation itself would have, bit for bit.
`Formulas.evaluate` is what a page does in JavaScript (`web/src/formulas.ts`).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from physics.core.mirrored import Mirror
from physics.core.record import Record, Term, Unrecorded
from physics.core.scratch import scratch
from physics.maths import dense, rounded, trig

SIDE, BLOCK = 8, 128
"""Sums that numpy makes side by side, and the greatest number of terms that it does not halve."""


def _eigen_part(k: int, *elements: float) -> float:
    """Return one of the eigenvalues, or of the elements of the matrix of eigenvectors, by rows, of a 3x3 matrix."""
    values, axes = dense.eigen(np.array(elements).reshape(3, 3))
    return float(values[k] if k < 3 else axes.flat[k - 3])


CALLS: dict[str, Callable[..., float]] = {
    "sqrt": math.sqrt,
    "floor": lambda x: float(math.floor(x)),
    "hypot": math.hypot,
    "copysign": math.copysign,
    "remainder": math.remainder,
    "%": lambda x, y: x % y,
    "sin": lambda x: trig.sincos(x)[0],
    "cos": lambda x: trig.sincos(x)[1],
    "arctan2": trig.arctan2,
    "sin'": rounded.sin,
    "cos'": rounded.cos,
    "atan2'": rounded.atan2,
    "asin'": rounded.asin,
    "acos'": rounded.acos,
    "exp'": rounded.exp,
    "log'": rounded.log,
    "tanh'": rounded.tanh,
    "cbrt'": rounded.cbrt,
    "power'": rounded.power,
    "whole'": lambda x, n: rounded.whole_power(x, int(n)),
    "unbiased sin": lambda x: trig.unbiased_sincos(x)[0],
    "unbiased cos": lambda x: trig.unbiased_sincos(x)[1],
    "unbiased arctan2": trig.unbiased_arctan2,
    "fused'": rounded.fused,
    **{f"eigen{k}": partial(_eigen_part, k) for k in range(12)},
}
"""Functions of which a call is a line of a record. Those with ' are of `physics/maths/rounded.py`."""
OPERATIONS: dict[str, Callable[[float, float], float]] = {
    "+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "/": lambda x, y: x / y,
}  # fmt: skip
GUARDS: dict[str, Callable[[float, float], bool]] = {
    "<": lambda x, y: x < y, "<=": lambda x, y: x <= y, "==": lambda x, y: x == y,
}  # fmt: skip


class OutOfRecord(Exception):
    """Raised where the guards of a record come out otherwise than in the calculation that it was made of."""


class ValuedTerm(Term):
    """A number with the line that made it; value: in the calculation that was recorded."""

    __hash__ = None
    record: Formulas

    def __init__(self, record: Formulas, number: int, fixed: bool, value: float) -> None:
        super().__init__(record, number, fixed)
        self.value = value

    def _with(self, operation: str, left: Any, right: Any) -> Any:
        other = right if left is self else left
        if isinstance(other, np.ndarray) or not isinstance(other, int | float | ValuedTerm):
            return NotImplemented
        return self.record.result(operation, left, right)

    def __add__(self, other: Any) -> Any:
        return self._with("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return self._with("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return self._with("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self._with("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return self._with("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self._with("*", other, self)

    def __truediv__(self, other: Any) -> Any:
        return self._with("/", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._with("/", other, self)

    def __mod__(self, other: Any) -> Any:
        return self.record.call("%", self, other)

    def __abs__(self) -> Any:
        return self.record.line("abs", abs(self.value), self)

    def __floor__(self) -> Any:
        return self.record.call("floor", self)

    def __round__(self, digits: int | None = None) -> int:
        found = round(self.value)
        if digits is not None or not (found - 0.5 < self and self < found + 0.5):
            raise self.record.refusal()
        return found

    def __pos__(self) -> Any:
        return self

    def sqrt(self) -> Any:
        """Return the square root: numpy asks objects for it."""
        return self.record.call("sqrt", self)

    def is_integer(self) -> bool:
        """Return whether the number is whole."""
        return bool(self.record.call("floor", self) == self)

    def __bool__(self) -> bool:
        return bool(self != 0.0)

    def __eq__(self, other: object) -> Any:
        return self._compared("==", self, other)

    def __ne__(self, other: object) -> Any:
        found = self._compared("==", self, other)
        return found if found is NotImplemented else not found

    def __lt__(self, other: Any) -> Any:
        return self._compared("<", self, other)

    def __le__(self, other: Any) -> Any:
        return self._compared("<=", self, other)

    def __gt__(self, other: Any) -> Any:
        return self._compared("<", other, self)

    def __ge__(self, other: Any) -> Any:
        return self._compared("<=", other, self)

    def _compared(self, comparison: str, left: Any, right: Any) -> Any:
        other = right if left is self else left
        if isinstance(other, np.ndarray) or not isinstance(other, int | float | ValuedTerm):
            return NotImplemented
        return self.record.guard(comparison, left, right)


class MirroredFloat(type):
    """What `float` is in a mirrored calculation: a formula stays one."""

    def __call__(cls, value: Any = 0.0) -> Any:
        """Return a formula as it is, and all else as `float` does."""
        return value if isinstance(value, ValuedTerm) else float(value)

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, float | ValuedTerm)


class MirroredRow(list[Any]):
    """What a buffer of doubles is in a mirrored calculation."""

    def tolist(self) -> list[Any]:
        """Return the numbers as a list."""
        return list(self)

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        return MirroredRow(found) if isinstance(place, slice) else found


class Formulas(Record):
    """A record of one calculation: its lines, some of which are guards. given: the names of its numbers, in order."""

    terms: list[ValuedTerm]  # type: ignore[assignment]

    def __init__(self, given: Mapping[str, float]) -> None:
        super().__init__()
        self.names = list(given)
        self.given_terms = {name: self.line(("given", k), value) for k, (name, value) in enumerate(given.items())}

    def line(self, operation: Any, value: float, *operands: ValuedTerm) -> ValuedTerm:
        """Return the term of a line, which is added unless it is there."""
        key = operation if isinstance(operation, tuple) else (operation, *(each.number for each in operands))
        if key not in self._known:
            self._known[key] = len(self.lines)
            self.lines.append(key)
            self.terms.append(ValuedTerm(self, len(self.terms), False, value))
        return self.terms[self._known[key]]

    def given(self, value: Any) -> ValuedTerm:
        """Return the term of a number, or a term itself."""
        if isinstance(value, ValuedTerm):
            return value
        if not isinstance(value, int | float):
            raise Unrecorded(f"it computes with {type(value).__name__}")
        return self.line(("number", float(value).hex()), float(value))

    def result(self, operation: str, left: Any, right: Any) -> ValuedTerm:
        """Return the term of an operation with two operands."""
        one, other = self.given(left), self.given(right)
        return self.line(operation, OPERATIONS[operation](one.value, other.value), one, other)

    def negative(self, term: Term) -> ValuedTerm:
        """Return the term of the negative."""
        of = self.given(term)
        return self.line("neg", -of.value, of)

    def call(self, name: str, *arguments: Any) -> ValuedTerm:
        """Return the term of a call of one of `CALLS`."""
        terms = [self.given(each) for each in arguments]
        return self.line(name, CALLS[name](*(each.value for each in terms)), *terms)

    def guard(self, comparison: str, left: Any, right: Any) -> bool:
        """Return the outcome of a comparison, which is kept."""
        one, other = self.given(left), self.given(right)
        found = GUARDS[comparison](one.value, other.value)
        self.line((comparison, one.number, other.number, found), 0.0)
        return found

    def needed(self, results: Iterable[ValuedTerm]) -> list[int]:
        """Return the numbers of the lines on which results depend, in the order of the record."""
        found: set[int] = set()
        waiting = [each.number for each in results]
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                operation, *operands = self.lines[number]
                if operation not in ("given", "number"):
                    waiting += operands[:2] if operation in GUARDS else operands
        return sorted(found)

    def evaluate(self, values: Sequence[float]) -> list[float]:
        """Return the values of all lines for other given numbers. Raises OutOfRecord."""
        found: list[float] = []
        for operation, *operands in self.lines:
            if operation == "given":
                found.append(values[operands[0]])
            elif operation == "number":
                found.append(float.fromhex(operands[0]))
            elif operation in GUARDS:
                if GUARDS[operation](found[operands[0]], found[operands[1]]) != operands[2]:
                    raise OutOfRecord
                found.append(0.0)
            else:
                try:
                    found.append(_computed(operation, [found[each] for each in operands]))
                except (ArithmeticError, ValueError):
                    raise OutOfRecord from None
        return found


def _computed(operation: str, numbers: Sequence[float]) -> float:
    if operation == "neg":
        return -numbers[0]
    if operation == "abs":
        return abs(numbers[0])
    return (OPERATIONS.get(operation) or CALLS[operation])(*numbers)


# The world in which a calculation runs on formulas ------------------------------------------------------------


def _recorded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls another one, unless a formula is among its arguments: then it notes the call."""

    def noted(*arguments: Any) -> Any:
        record = next((each.record for each in arguments if isinstance(each, ValuedTerm)), None)
        return function(*arguments) if record is None else record.call(name, *arguments)

    return noted


def _pair(first: str, second: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def noted(angle: Any) -> Any:
        if not isinstance(angle, ValuedTerm):
            return function(angle)
        return angle.record.call(first, angle), angle.record.call(second, angle)

    return noted


def _distance(one: Sequence[Any], other: Sequence[Any]) -> Any:
    every = [a - b for a, b in zip(one, other, strict=True)]
    record = next((each.record for each in every if isinstance(each, ValuedTerm)), None)
    return math.dist(one, other) if record is None else record.call("hypot", *every)


def _finite(x: Any) -> bool:
    return True if isinstance(x, ValuedTerm) else math.isfinite(x)  # others are refused where they arise


def _not_a_number(x: Any) -> bool:
    return False if isinstance(x, ValuedTerm) else math.isnan(x)


def _array(kind: str, values: Any = ()) -> Any:
    if kind != "d":
        return array(kind, values)
    return MirroredRow(array(kind, values) if isinstance(values, bytes) else values)  # formulas may be written into it


def _view(buffer: Any) -> Any:
    return buffer if isinstance(buffer, MirroredRow) else memoryview(buffer)


def _numbers(values: Any, dtype: Any = None, **_: Any) -> Any:
    """Return an array, of objects where formulas are among the values."""
    if isinstance(dtype, MirroredFloat) or _has_formulas(values):  # formulas may be written into it
        return np.array(values, object)
    return np.array(values, dtype)


def _has_formulas(values: Any) -> bool:
    if isinstance(values, ValuedTerm):
        return True
    if isinstance(values, np.ndarray):
        return values.dtype == object and any(isinstance(each, ValuedTerm) for each in values.flat)
    return isinstance(values, list | tuple) and any(map(_has_formulas, values))


def _filled(number: float) -> Callable[..., Any]:
    def filled(shape: Any, *_: Any, **__: Any) -> Any:
        return np.full(shape, number, object)

    return filled


def _sum(values: Any, *more: Any, **named: Any) -> Any:
    """Return a sum in the order of numpy, which adds every eighth where there are eight or more."""
    if not _has_formulas(values) or more or named:
        return np.sum(np.asarray(values, float) if _is_plain(values) else values, *more, **named)
    return 0.0 + _pairwise(list(np.asarray(values, object).flat))


def _is_plain(values: Any) -> bool:
    return isinstance(values, np.ndarray) and values.dtype == object and not _has_formulas(values)


def _pairwise(a: list[Any]) -> Any:
    n = len(a)
    if n < SIDE:
        return sum(a[1:], a[0]) if a else 0.0
    if n > BLOCK:
        half = n // 2 - n // 2 % SIDE
        return _pairwise(a[:half]) + _pairwise(a[half:])
    r = a[:SIDE]
    whole = n - n % SIDE
    for i in range(SIDE, whole, SIDE):
        r = [one + other for one, other in zip(r, a[i : i + SIDE], strict=True)]
    found = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
    return sum(a[whole:], found)


def _eigen(matrix: Any) -> Any:
    if not _has_formulas(matrix):
        return dense.eigen(np.asarray(matrix, float))
    if np.shape(matrix) != (3, 3):
        raise Unrecorded("it has axes of more than three rows")
    every = [each for row in matrix for each in row]
    record = next(each.record for each in every if isinstance(each, ValuedTerm))
    found = [record.call(f"eigen{k}", *every) for k in range(12)]
    return np.array(found[:3], object), np.array(found[3:], object).reshape(3, 3)


def _unit(n: int, dtype: Any = None) -> Any:
    return np.eye(n).astype(object) if dtype is None else np.eye(n, dtype=dtype)


def _scratch(size: int) -> MirroredRow:
    return MirroredRow([0.0] * size)


def _is_close(a: Any, b: Any, rel_tol: float = 1e-9, abs_tol: float = 0.0) -> bool:
    apart = abs(b - a)
    return bool(apart <= abs(rel_tol * b) or apart <= abs(rel_tol * a) or apart <= abs_tol)


def _roots(values: Any) -> Any:
    if not isinstance(values, np.ndarray) or values.dtype != object:
        return values.sqrt() if isinstance(values, ValuedTerm) else np.sqrt(values)
    return np.vectorize(lambda x: x.sqrt() if isinstance(x, ValuedTerm) else math.sqrt(x), otypes=[object])(values)


KNOWN = {
    math.sqrt: _recorded("sqrt", math.sqrt), math.hypot: _recorded("hypot", math.hypot),
    math.dist: _distance, math.remainder: _recorded("remainder", math.remainder),
    math.copysign: _recorded("copysign", math.copysign), math.isfinite: _finite, math.isnan: _not_a_number,
    trig.sincos: _pair("sin", "cos", trig.sincos), trig.arctan2: _recorded("arctan2", trig.arctan2),
    trig.unbiased_sincos: _pair("unbiased sin", "unbiased cos", trig.unbiased_sincos),
    trig.unbiased_arctan2: _recorded("unbiased arctan2", trig.unbiased_arctan2),
    rounded.sincos: _pair("sin'", "cos'", rounded.sincos),
    rounded.whole_power: _recorded("whole'", rounded.whole_power),
    **{
        getattr(rounded, name): _recorded(f"{name}'", getattr(rounded, name))
        for name in ("sin", "cos", "atan2", "asin", "acos", "exp", "log", "tanh", "cbrt", "power", "fused")
    },
    math.isclose: _is_close, scratch: _scratch, array: _array, dense.eigen: _eigen,
}  # fmt: skip
"""What stands in place of functions where a calculation runs on formulas."""
MODULES: dict[str, Mapping[str, Any]] = {
    "math": {},
    "numpy": {
        "array": _numbers, "asarray": _numbers, "zeros": _filled(0.0), "ones": _filled(1.0), "eye": _unit,
        "sqrt": _roots, "sum": _sum,
    },
}  # fmt: skip
BUILTIN = {"float": MirroredFloat("number", (), {}), "memoryview": _view}


def mirror() -> Mirror:
    """Return what makes functions and classes run on formulas."""
    return Mirror(KNOWN, MODULES, BUILTIN)
