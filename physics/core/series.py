"""Taylor coefficients of a motion, by a kernel that is made from the source of the right-hand side.

The source of `rate` runs once on terms instead of numbers, which record what is done with them: + - * /, square roots,
sines and cosines. From the record the source of another kernel is written. It computes the coefficients of the state
order by order: of each product, for example, c_k = sum of a_j b_(k-j) over j from 0 to k. A right-hand side that
compares numbers, takes an angle or depends on time explicitly has no such kernel. Moore, Interval Analysis, 1966, 11;
Jorba and Zou, Experimental Mathematics 14 (2005), 99.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import nan, sqrt
from typing import Any

from physics.core.kernel_source import kernel_of_source
from physics.core.record import Record, Term, Unrecorded, on_terms
from physics.core.scratch import scratch
from physics.maths.trig import sincos
from physics.types import Floats

MAX_ORDER = 22
"""Greatest order of the coefficients."""
LANES = 4
"""Sums of products that are computed side by side."""
MASK = 31
"""A number of ones in binary digits that is not below the order."""

Kernel = Callable[[float, Floats, Floats, Floats], None]


class NoSeries(Unrecorded):
    """Raised for a right-hand side whose Taylor coefficients are not made of recurrences known here."""


class TermRow:
    """An array of terms, which are made when they are read. Its length is not known."""

    def __init__(self, read: Callable[[int], Term]) -> None:
        self._read = read

    def __getitem__(self, place: Any) -> Term:
        if not isinstance(place, int) or place < 0:
            raise NoSeries("it reads a part of the state or of the constants as a whole")
        return self._read(place)


class SeriesRecord(Record):
    """A record of a right-hand side, in which products of constants come first."""

    def refusal(self) -> NoSeries:
        """Return what is raised where a term is used as no number with a Taylor series can be."""
        return NoSeries("it depends on a comparison or on something else that has no Taylor series")

    def result(self, operation: str, left: Any, right: Any) -> Term:
        """Return the term of an operation with two operands."""
        one, other = self.given(left), self.given(right)
        fixed = one.fixed and other.fixed
        if operation in "+-" and (found := self._common_factor(operation, one, other)) is not None:
            return found
        if operation == "/" and other.fixed and not fixed:
            return self.result("*", one, self.result("/", 1.0, other))
        if operation in "+*" and (other.fixed, one.number) > (one.fixed, other.number):
            one, other = other, one  # fixed ones first, so that equal ones are found
        if operation == "*" and fixed and (product := self._value(one) * self._value(other)) == product:
            return self.given(product)
        if operation == "*" and not fixed:
            for scaled, factor in ((other, one), (one, other)):
                if parts := self._parts(scaled):
                    share, rest = parts
                    if factor.fixed:
                        return self.result("*", self.result("*", factor, share), rest)
                    return self.result("*", share, self.result("*", factor, rest))
        return self.term(fixed, operation, one.number, other.number)

    def _common_factor(self, operation: str, one: Term, other: Term) -> Term | None:
        """Return the term of a sum or difference of products with one fixed factor but for its sign, or None."""
        left, right = self._parts(one), self._parts(other)
        if not left or not right:
            return None
        (share, first), (same, second) = left, right
        if share is not same and self._value(share) != -self._value(same):
            return None
        if share is not same:
            operation = "-" if operation == "+" else "+"
        return self.result("*", share, self.result(operation, first, second))

    def _value(self, term: Term) -> float:
        """Return the number that a term is, nan for another term."""
        operation, *operands = self.lines[term.number]
        return float(operands[0]) if operation == "number" else nan

    def _parts(self, term: Term) -> tuple[Term, Term] | None:
        """Return the fixed factor of a product and the other one, or None where there is none."""
        operation, *operands = self.lines[term.number]
        if operation != "*" or term.fixed or not self.terms[operands[0]].fixed:
            return None
        return self.terms[operands[0]], self.terms[operands[1]]

    def sincos(self, angle: Any) -> tuple[Term, Term]:
        """Return the terms of sine and cosine."""
        of = self.given(angle)
        if of.fixed:
            raise NoSeries("it takes the sine of a constant")
        return self.term(False, "sin", of.number), self.term(False, "cos", of.number)

    def root(self, square: Any) -> Term:
        """Return the term of a square root."""
        of = self.given(square)
        return self.term(of.fixed, "sqrt", of.number)


def series_kernel(rate: Kernel, n: int, module: str, name: str) -> Kernel:
    """Return series(order, y, p, out), which writes the Taylor coefficients of the motion from y.

    out[k n + i] is the coefficient of t^k of variable i, from 0 to `order` (a double), at most MAX_ORDER. n: number of
    variables. The kernel must be called `name` in `module`: other processes find it there. Raises NoSeries.
    """
    record = SeriesRecord()
    y, p = TermRow(lambda i: record.term(False, "y", i)), TermRow(lambda i: record.term(True, "p", i))
    slopes: Any = [None] * n
    known = {sincos: record.sincos, sqrt: record.root, scratch: lambda size: [None] * size}
    try:
        on_terms(rate, known)(None, y, p, slopes)  # with which nothing can be computed
        found = [record.given(slope).number for slope in slopes]
    except (Unrecorded, TypeError, ValueError, IndexError, AttributeError, RecursionError) as problem:
        raise NoSeries(str(problem)) from None
    calls: dict[str, Any] = {"sincos": sincos, "sqrt": sqrt}
    calls |= {"factor_rows": factor_rows, "sum_products": sum_products, "store_factors": store_factors}
    kernel: Kernel = kernel_of_source(_Source(record, n, found).lines(), "kernel", module, name, calls)
    return kernel


def factor_rows(n: int) -> Floats:
    """Return n doubles for the factors of `width` products, a multiple of LANES, in rows of 2 width for each order.

    The row of an order k > 0 holds the coefficients a_k and then b_k of all products a b, that of order 0 sums.
    """
    return scratch(n)


def store_factors(w: Floats, order: int, factors: tuple[float, ...]) -> None:
    """Write the row of an order."""
    for place, factor in enumerate(factors):
        w[len(factors) * order + place] = factor


def sum_products(w: Floats, order: int, width: int) -> None:
    """Write the sums of a_j b_(order - j) over j from 1 to order - 1 into the first `width` numbers of w.

    Pairs of products, the latest of which, for which the others need not wait, come last. Machine code computes several
    of the sums side by side (`physics/compiled/vector_sums.py`).
    """
    middle = 2 * width * (order // 2)
    for q in range(width):
        total = 0.0 if order % 2 == 1 else w[middle + q] * w[middle + width + q]
        for each in range((order - 1) // 2, 0, -1):
            i, j = 2 * width * each + q, 2 * width * (order - each) + q
            total += w[i] * w[j + width] + w[j] * w[i + width]
        w[q] = total


class TaylorSeries:
    """The kernel of the Taylor coefficients of a system, made when it is first read; AttributeError if there is none.

    Each class has its own, `CLASS.series`.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        self._made: dict[type, Kernel | None] = {}

    def __get__(self, instance: Any, owner: Any) -> Kernel:
        if owner not in self._made:
            made = None
            with suppress(NoSeries):
                name = f"{owner.__qualname__}.{self._name}"
                made = series_kernel(owner.rate, len(owner.variables), owner.__module__, name)
            self._made.setdefault(owner, made)  # of two threads, the first: other processes find one object
        kernel = self._made[owner]
        if kernel is None:
            raise AttributeError(f"{owner.__name__} has no {self._name}")
        return kernel


class _Source:
    """The source of the kernel of a record.

    Factors of products (as wholes of all orders) lie in w, order by order. At order k, the sums over j from 1 to k - 1
    need only lower orders: all of them are computed at its beginning. Those of products whose factors are known early
    come first: each need not wait for factors of the order before that are known later than its own.
    """

    def __init__(self, record: SeriesRecord, n: int, slopes: list[int]) -> None:
        self.record, self.n, self.slopes = record, n, slopes
        self.needed = self._needed()
        self.places = self._places()
        self.width = -(-max(len(self.places), 1) // LANES) * LANES
        self.constants: list[str] = []

    def _needed(self) -> list[int]:
        """Return the numbers of the lines on which the slopes depend, in the order of the record."""
        found: set[int] = set()
        waiting = list(self.slopes)
        while waiting:
            number = waiting.pop()
            if number in found:
                continue
            found.add(number)
            operation, *operands = self.record.lines[number]
            if operation not in ("y", "p", "number"):
                waiting += operands
            if operation in ("sin", "cos"):
                waiting.append(self._other(number))
        return sorted(found)

    def _other(self, number: int) -> int:
        """Return the cosine beside a sine, or the sine beside a cosine, which it follows in the record."""
        return number + 1 if self.record.lines[number][0] == "sin" else number - 1

    def _places(self) -> dict[int, int]:
        """Return the places of the sums of products by the numbers of their terms."""
        steps: dict[int, int] = {}
        for number in self.needed:
            operation, *operands = self.record.lines[number]
            moving = operation not in ("y", "p", "number")
            steps[number] = 1 + max((steps[each] for each in operands), default=0) if moving else 0
        with_sums = [number for number in self.needed if self._factors(number)]
        known = {number: max(steps[each] for _, each in self._factors(number)) for number in with_sums}
        return {number: place for place, number in enumerate(sorted(with_sums, key=known.__getitem__))}

    def _factors(self, number: int) -> tuple[tuple[str, int], ...]:
        """Return letters and numbers of the two factors whose products are summed for a term; () for no sum."""
        operation, *operands = self.record.lines[number]
        if self.record.terms[number].fixed:
            return ()
        if operation in ("sin", "cos"):
            return ("d", operands[0]), ("v", self._other(number))
        if operation == "sqrt":
            return ("v", number), ("v", number)
        if operation == "/":
            return ("v", number), ("v", operands[1])
        if operation == "*" and not self.record.terms[operands[0]].fixed:
            return ("v", operands[0]), ("v", operands[1])
        return ()

    def lines(self) -> list[str]:
        """Return the lines of the source."""
        first, later = [], []
        for number in self.needed:
            if self.record.terms[number].fixed:
                self.constants.append(self._fixed(number))
            else:
                first += self._first(number)
                later += self._later(number)
        loop = [
            "k = float(order)", "share, up = 1.0 / k, 1.0 / (k + 1.0)",
            # The masks change nothing: they let a compiler know that no place is counted from the end.
            f"sum_products(w, order & {MASK}, {self.width})",
            f"now = {self.n} * (order & {MASK})",
            *later,
            f"store_factors(w, order & {MASK}, ({', '.join(self._row())}))",
            *(f"out[now + {self.n + i}] = {self._slope(slope, False)} * up" for i, slope in enumerate(self.slopes)),
        ]  # fmt: skip
        body = [
            f"w = factor_rows({2 * self.width * MAX_ORDER})",
            *self.constants, *first,
            *(f"out[{i}] = y[{i}]" for i in range(self.n)),
            *(f"out[{self.n + i}] = {self._slope(slope, True)}" for i, slope in enumerate(self.slopes)),
            "for order in range(1, int(t)):", *_indented(loop),
        ]  # fmt: skip
        return ["def kernel(t, y, p, out):", *_indented(body)]

    def _row(self) -> list[str]:
        """Return the names of the factors of all products, the first ones and then the second ones."""
        pairs = [self._factors(number) for number in self.places]
        unused = ["0.0"] * (self.width - len(pairs))
        return [name for side in (0, 1) for name in (*("{}{}".format(*pair[side]) for pair in pairs), *unused)]

    def _slope(self, number: int, first: bool) -> str:
        fixed = self.record.terms[number].fixed
        return f"{'f' if fixed else 'v'}{number}" if first or not fixed else "0.0"

    def _fixed(self, number: int) -> str:
        """Return the line of a term of the constants alone."""
        operation, *operands = self.record.lines[number]
        if operation == "p":
            return f"f{number} = p[{operands[0]}]"
        if operation == "number":
            return f"f{number} = {operands[0]!r}"
        if operation == "sqrt":
            return f"f{number} = sqrt(f{operands[0]})"
        return f"f{number} = f{operands[0]} {operation} f{operands[1]}"

    def _first(self, number: int) -> list[str]:
        """Return the lines of a term at order 0, whose value is called v, and z where later orders read it, too."""
        operation, *operands = self.record.lines[number]
        if operation == "y":
            return [f"v{number} = z{number} = y[{operands[0]}]"]
        if operation == "cos":
            return []
        if operation == "sin":
            cos = self._other(number)
            return [f"v{number}, v{cos} = sincos(v{operands[0]})", f"z{number}, z{cos} = v{number}, v{cos}"]
        if operation == "sqrt":
            return [f"v{number} = z{number} = sqrt(v{operands[0]})", f"r{number} = 0.5 / v{number}"]
        one, other = (f"{'f' if self.record.terms[each].fixed else 'v'}{each}" for each in operands)
        if operation == "/":
            return [f"r{number} = 1.0 / {other}", f"v{number} = z{number} = {one} * r{number}"]
        return [f"v{number} = z{number} = {one} {operation} {other}"]

    def _later(self, number: int) -> list[str]:
        """Return the lines of a term at order k, from the sums over the lower orders of its factors."""
        operation, *operands = self.record.lines[number]
        total = f"w[{self.places[number]}]" if number in self.places else ""
        if operation == "y":
            return [f"v{number} = out[now + {operands[0]}]"]
        if operation in ("sin", "cos"):
            return self._turning(number, operands[0], total)
        if operation == "sqrt":
            return [f"v{number} = (v{operands[0]} - {total}) * r{number}"]
        one, other = operands
        fixed = [self.record.terms[each].fixed for each in operands]
        if operation == "/":
            start = "" if fixed[0] else f"v{one} "
            return [f"v{number} = ({start}- {total} - z{number} * v{other}) * r{number}"]
        if operation == "*" and fixed[0]:
            return [f"v{number} = f{one} * v{other}"]
        if operation == "*":
            ends = f"2.0 * z{one} * v{one}" if one == other else f"z{one} * v{other} + v{one} * z{other}"
            return [f"v{number} = {total} + ({ends})"]
        if fixed[0]:
            return [f"v{number} = {'-' if operation == '-' else ''}v{other}"]
        return [f"v{number} = v{one}" if fixed[1] else f"v{number} = v{one} {operation} v{other}"]

    def _turning(self, number: int, angle: int, total: str) -> list[str]:
        """Return the lines of a sine or cosine: s' = a' c, c' = -a' s; w has j a_j of the angle."""
        other = self._other(number)
        rise = f"{total} * share + v{angle} * z{other}"
        if other < number:
            return [f"v{number} = -({rise})"]
        return [f"d{angle} = k * v{angle}", f"v{number} = {rise}"]


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]
