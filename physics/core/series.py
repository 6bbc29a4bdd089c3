"""Taylor coefficients of a motion, by a kernel that is made from the source of the right-hand side.

The source of `rate` runs once on terms instead of numbers, which record what is done with them: + - * /, square roots,
sines and cosines, and functions of `physics/maths/kernel_functions.py`. From the record the source of another kernel is
written. It computes the coefficients of the state order by order: of each product, for example, c_k = sum of
a_j b_(k-j) over j from 0 to k. A right-hand side that compares numbers or depends on time explicitly has no such
kernel. Moore, Interval Analysis, 1966, 11; Jorba and Zou, Experimental Mathematics 14 (2005), 99.

Each function is known by its derivative, in a', the coefficients j a_j: v' = a' v of an exponential, v' = a'/a of a
logarithm, v' = a' (1 - v²) of a hyperbolic tangent, (x² + y²) v' = x y' - y x' of an angle; x^c is e^(c log x).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from math import nan, sqrt
from typing import Any

from physics.core.kernel_source import kernel_of_source
from physics.core.record import Record, Term, Unrecorded, on_terms
from physics.core.scratch import scratch
from physics.maths.kernel_functions import exponential, hyperbolic_tangent, logarithm, raised
from physics.maths.trig import sincos, unbiased_arctan2
from physics.types import Floats

MAX_ORDER = 22
"""Greatest order of the coefficients."""
LANES = 4
"""Sums of products that are computed side by side."""
MASK = 31
"""A number of ones in binary digits that is not below the order."""

LOADED = "y", "p", "number"
"""Operations without operands that are terms."""
TURNED, GROWN = ("sin", "cos"), ("tanh", "fall")
"""Pairs of operations, of which a record has both in this order; `fall` is 1 - tanh²."""
FUNCTIONS = {
    "sincos": sincos, "exponential": exponential, "logarithm": logarithm, "raised": raised,
    "hyperbolic_tangent": hyperbolic_tangent, "unbiased_arctan2": unbiased_arctan2,
}  # fmt: skip
RISING = (*TURNED, *GROWN, "swept")
CALLS = {
    "sqrt": "sqrt", "exponential": "exponential", "logarithm": "logarithm", "raised": "raised",
    "tanh": "hyperbolic_tangent", "arctan2": "unbiased_arctan2",
}  # fmt: skip
"""Functions by the operations that are calls of them."""

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
        return self.term(of.fixed, "sin", of.number), self.term(of.fixed, "cos", of.number)

    def root(self, square: Any) -> Term:
        """Return the term of a square root."""
        of = self.given(square)
        return self.term(of.fixed, "sqrt", of.number)

    def exponential(self, exponent: Any) -> Term:
        """Return the term of an exponential."""
        of = self.given(exponent)
        return self.term(of.fixed, "exponential", of.number)

    def logarithm(self, number: Any) -> Term:
        """Return the term of a natural logarithm."""
        of = self.given(number)
        return self.term(of.fixed, "logarithm", of.number)

    def raised(self, base: Any, exponent: Any) -> Term:
        """Return the term of a power."""
        x, c = self.given(base), self.given(exponent)
        if x.fixed and c.fixed:
            return self.term(True, "raised", x.number, c.number)
        grown = self.result("*", c, self.logarithm(x))
        return self.term(False, "raised", x.number, c.number, grown.number)

    def hyperbolic_tangent(self, number: Any) -> Term:
        """Return the term of a hyperbolic tangent, after which comes that of 1 - tanh²."""
        of = self.given(number)
        found = self.term(of.fixed, "tanh", of.number)
        self.term(of.fixed, "fall", found.number)
        return found

    def unbiased_arctan2(self, up: Any, along: Any) -> Term:
        """Return the term of the angle of a vector (along, up)."""
        y, x = self.given(up), self.given(along)
        if y.fixed and x.fixed:
            return self.term(True, "arctan2", y.number, x.number)
        square = self.result("+", self.result("*", x, x), self.result("*", y, y))
        area = self.result("-", self._swept(y, x), self._swept(x, y))
        return self.term(False, "arctan2", y.number, x.number, area.number, square.number)

    def _swept(self, one: Term, other: Term) -> Term:
        """Return the term of the integral of `other` over `one`, up to a constant."""
        if one.fixed:
            return self.given(0.0)
        return self.result("*", other, one) if other.fixed else self.term(False, "swept", one.number, other.number)


def series_kernel(rate: Kernel, n: int, module: str, name: str, marked: bool = False) -> Kernel:
    """Return series(order, y, p, out), which writes the Taylor coefficients of the motion from y.

    out[k n + i] is the coefficient of t^k of variable i, from 0 to `order` (a double), at most MAX_ORDER. n: number of
    variables. The kernel must be called `name` in `module`: other processes find it there. marked: its name ends with
    a mark of its source, where several have one name. Raises NoSeries.
    """
    record = SeriesRecord()
    y, p = TermRow(lambda i: record.term(False, "y", i)), TermRow(lambda i: record.term(True, "p", i))
    slopes: Any = [None] * n
    known: dict[Any, Any] = {sqrt: record.root, scratch: lambda size: [None] * size}
    known |= {function: getattr(record, name) for name, function in FUNCTIONS.items()}
    try:
        on_terms(rate, known)(None, y, p, slopes)  # with which nothing can be computed
        found = [record.given(slope).number for slope in slopes]
    except (Unrecorded, TypeError, ValueError, IndexError, AttributeError, RecursionError) as problem:
        raise NoSeries(str(problem)) from None
    calls: dict[str, Any] = {"sqrt": sqrt, **FUNCTIONS}
    calls |= {"factor_rows": factor_rows, "sum_products": sum_products, "store_factors": store_factors}
    lines = _Source(record, n, found).lines()
    kernel: Kernel = kernel_of_source(lines, "kernel", module, f"{name}_{_mark(lines)}" if marked else name, calls)
    return kernel


def _mark(lines: Sequence[str]) -> str:
    import hashlib  # few need it, and every start imports this file

    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


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

    Each class has its own, `CLASS.series`. marked: its name has a mark of its source, because machine code is kept by
    that name, and several classes have one.
    """

    def __init__(self, marked: bool = False) -> None:
        self._marked = marked

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        self._made: dict[type, Kernel | None] = {}

    def __get__(self, instance: Any, owner: Any) -> Kernel:
        if owner not in self._made:
            made = None
            with suppress(NoSeries):
                name = f"{owner.__qualname__}.{self._name}"
                made = series_kernel(owner.rate, len(owner.variables), owner.__module__, name, self._marked)
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
        self.scaled: set[int] = set()

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
            if operation not in LOADED:
                waiting += operands
            if operation in (*TURNED, *GROWN):
                waiting.append(self._other(number))
        return sorted(found)

    def _other(self, number: int) -> int:
        """Return the second of a pair, such as the cosine beside a sine, or the first one, which is before it."""
        return number + 1 if self.record.lines[number][0] in (TURNED[0], GROWN[0]) else number - 1

    def _places(self) -> dict[int, int]:
        """Return the places of the sums of products by the numbers of their terms."""
        steps: dict[int, int] = {}
        for number in self.needed:
            operation, *operands = self.record.lines[number]
            moving = operation not in LOADED
            steps[number] = 1 + max((steps[each] for each in operands), default=0) if moving else 0
        with_sums = [number for number in self.needed if self._factors(number)]
        known = {number: max(steps[each] for _, each in self._factors(number)) for number in with_sums}
        return {number: place for place, number in enumerate(sorted(with_sums, key=known.__getitem__))}

    def _factors(self, number: int) -> tuple[tuple[str, int], ...]:
        """Return letters and numbers of the two factors whose products are summed for a term; () for no sum."""
        operation, *operands = self.record.lines[number]
        if self.record.terms[number].fixed:
            return ()
        if operation in (*TURNED, "tanh"):
            return ("d", operands[0]), ("v", self._other(number))
        if operation in ("exponential", "raised"):
            return ("d", operands[-1]), ("v", number)
        if operation in ("logarithm", "arctan2"):
            return ("d", number), ("v", operands[-1])
        if operation in ("sqrt", "fall"):
            root = operands[0] if operation == "fall" else number
            return ("v", root), ("v", root)
        if operation == "swept":
            return ("d", operands[0]), ("v", operands[1])
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
                self.constants += self._fixed(number)
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

    def _fixed(self, number: int) -> list[str]:
        """Return the lines of a term of the constants alone."""
        operation, *operands = self.record.lines[number]
        if operation == "p":
            return [f"f{number} = p[{operands[0]}]"]
        if operation == "number":
            return [f"f{number} = {operands[0]!r}"]
        if operation in ("cos", "fall"):
            return []
        given = [f"f{each}" for each in operands]
        if operation == "sin":
            return [f"f{number}, f{self._other(number)} = sincos({given[0]})"]
        if operation in CALLS:
            return [f"f{number} = {CALLS[operation]}({', '.join(given)})"]
        return [f"f{number} = {given[0]} {operation} {given[1]}"]

    def _first(self, number: int) -> list[str]:
        """Return the lines of a term at order 0, whose value is called v, and z where later orders read it, too."""
        operation, *operands = self.record.lines[number]
        if operation == "y":
            return [f"v{number} = z{number} = y[{operands[0]}]"]
        if operation == "cos":
            return []
        given = [f"{'f' if self.record.terms[each].fixed else 'v'}{each}" for each in operands]
        if operation == "sin":
            cos = self._other(number)
            return [f"v{number}, v{cos} = sincos({given[0]})", f"z{number}, z{cos} = v{number}, v{cos}"]
        if operation == "fall":
            return [f"v{number} = z{number} = 1.0 - {given[0]} * {given[0]}"]
        if operation == "swept":
            return [f"v{number} = z{number} = 0.0"]
        if operation in CALLS:
            arguments = given[:2] if operation in ("raised", "arctan2") else given
            value = f"v{number} = z{number} = {CALLS[operation]}({', '.join(arguments)})"
            below = {"sqrt": f"0.5 / v{number}", "logarithm": f"1.0 / {given[-1]}", "arctan2": f"1.0 / {given[-1]}"}
            return [value, *([f"r{number} = {below[operation]}"] if operation in below else [])]
        one, other = given
        if operation == "/":
            return [f"r{number} = 1.0 / {other}", f"v{number} = z{number} = {one} * r{number}"]
        return [f"v{number} = z{number} = {one} {operation} {other}"]

    def _later(self, number: int) -> list[str]:
        """Return the lines of a term at order k, from the sums over the lower orders of its factors."""
        operation, *operands = self.record.lines[number]
        total = f"w[{self.places[number]}]" if number in self.places else ""
        if operation == "y":
            return [f"v{number} = out[now + {operands[0]}]"]
        if operation in RISING or operation in CALLS:
            return self._function(number, total)
        one, other = operands
        fixed = [self.record.terms[each].fixed for each in operands]
        if operation == "/":
            start = "" if fixed[0] else f"v{one} "
            return [f"v{number} = ({start}- {total} - z{number} * v{other}) * r{number}"]
        if operation == "*" and fixed[0]:
            return [f"v{number} = f{one} * v{other}"]
        if operation == "*":
            return [f"v{number} = {total} + ({self._ends(one, other)})"]
        if fixed[0]:
            return [f"v{number} = {'-' if operation == '-' else ''}v{other}"]
        return [f"v{number} = v{one}" if fixed[1] else f"v{number} = v{one} {operation} v{other}"]

    def _function(self, number: int, total: str) -> list[str]:
        """Return the lines of the term of a function, by its derivative; w has the sums of j a_j b_(k-j)."""
        operation, *operands = self.record.lines[number]
        if operation == "sqrt":
            return [f"v{number} = (v{operands[0]} - {total}) * r{number}"]
        if operation == "fall":
            return [f"v{number} = -({total} + ({self._ends(operands[0], operands[0])}))"]
        if operation in ("logarithm", "arctan2"):
            area = operands[-2] if operation == "arctan2" else operands[0]
            value = f"v{number} = (v{area} - {total} * share) * r{number}"
            return [value, *self._scaled(number)]
        of = operands[-1] if operation in ("exponential", "raised") else operands[0]
        beside = {"exponential": number, "raised": number, "swept": operands[-1]}.get(operation, self._other(number))
        rise = f"{total} * share + v{of} * z{beside}"
        return [*self._scaled(of), f"v{number} = -({rise})" if operation == "cos" else f"v{number} = {rise}"]

    def _ends(self, one: int, other: int) -> str:
        """Return the two products of the sum of a product that have a coefficient of order 0."""
        return f"2.0 * z{one} * v{one}" if one == other else f"z{one} * v{other} + v{one} * z{other}"

    def _scaled(self, number: int) -> list[str]:
        """Return the line of k a_k of a term, where it has not been written."""
        if number in self.scaled:
            return []
        self.scaled.add(number)
        return [f"d{number} = k * v{number}"]


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]
