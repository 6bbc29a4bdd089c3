"""Records of calculations: a source runs once on terms instead of numbers, which note what is done with them.

From a record other sources are written: of Taylor coefficients (`physics/core/series.py`), and of one machine without
its table (`physics/core/straight_line.py`).
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any


class Unrecorded(Exception):
    """Raised for a calculation that is not made of operations which a record knows; the message says why."""


class Term:
    """A number in a record of calculations. number: of the line of the record that computes it.

    fixed: it depends on constants alone, where the record asks for that.
    """

    __hash__ = None  # type: ignore[assignment]  # what Python calls an object without a hash

    def __init__(self, record: Record, number: int, fixed: bool) -> None:
        self.record, self.number, self.fixed = record, number, fixed

    def __add__(self, other: Any) -> Any:
        return self.record.result("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return self.record.result("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return self.record.result("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self.record.result("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return self.record.result("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self.record.result("*", other, self)

    def __truediv__(self, other: Any) -> Any:
        return self.record.result("/", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self.record.result("/", other, self)

    def __neg__(self) -> Any:
        return self.record.negative(self)

    def _refuse(self, *_: Any) -> Any:
        raise self.record.refusal()

    __bool__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __abs__ = __floor__ = __int__ = __index__ = __float__ = (
        __pow__
    ) = _refuse


class Record:
    """Lines of a calculation, each once. A line is an operation with the numbers of its operands."""

    def __init__(self) -> None:
        self.lines: list[tuple[Any, ...]] = []
        self.terms: list[Term] = []
        self._known: dict[tuple[Any, ...], int] = {}

    def term(self, fixed: bool, *line: Any) -> Term:
        """Return the term that a line computes, which is added unless it is there."""
        if line not in self._known:
            self._known[line] = len(self.lines)
            self.lines.append(line)
            self.terms.append(Term(self, len(self.terms), fixed))
        return self.terms[self._known[line]]

    def given(self, value: Any) -> Term:
        """Return the term of a number, or a term itself."""
        if isinstance(value, Term):
            return value
        if not isinstance(value, int | float):
            raise Unrecorded(f"it computes with {type(value).__name__}")
        return self.term(True, "number", float(value))

    def result(self, operation: str, left: Any, right: Any) -> Any:
        """Return the term, or the number, of an operation with two operands."""
        raise NotImplementedError

    def negative(self, term: Term) -> Any:
        """Return the term of the negative."""
        return self.result("*", -1.0, term)

    def refusal(self) -> Exception:
        """Return what is raised where a term is used as no number of a record can be."""
        return Unrecorded("it depends on a comparison or on something else that is not recorded")


def on_terms(function: Callable[..., Any], known: dict[Any, Any]) -> Callable[..., Any]:
    """Return a Python function that calls others in place of the known ones, with all that it calls by name."""
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        value = names.get(name)
        if isinstance(value, types.FunctionType | types.BuiltinFunctionType):
            names[name] = known.get(value, value)
            if value not in known and isinstance(value, types.FunctionType):
                names[name] = on_terms(value, known)
    return types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
