"""What a Lagrangian keeps beside the momenta of single coordinates: momenta of sums, and angular momenta.

By Noether's theorem Σ p ξ(q) is kept where L does not change along ξ, with b for translations and A q for rotations, A
skew. Both are linear in their numbers, which are found as what is orthogonal to the changes of L at many states and
with many parameters; only those of 0, 1 and -1 are taken, so that what holds for one choice of masses is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from physics.core.record import Term
from physics.equations.description import OwnEquations, symbol_of
from physics.equations.own_record import EquationRecord, Number

RANK, WHOLE = 1e-9, 1e-6
"""Size of what counts as 0 in the elimination, over that of all terms, and distance of numbers from whole ones."""
SPREAD = 0.6
"""Size of the displacements of states and of parameters, over that of their values."""
MOST_COORDINATES = 12
"""Greatest number of coordinates of which symmetries are looked for."""
GOLDEN = 0.6180339887498949

Generator = tuple[float, ...]
Computed = Callable[[float, Sequence[float], Sequence[float]], list[float]]
"""A function of the time, of a state and of parameters, which returns dL/dq and dL/dv; nan where they do not exist."""


class KeptSum(NamedTuple):
    """A number that is kept. turns: it is an angular momentum. coordinates: of which it is, by name."""

    value: Number
    turns: bool
    coordinates: tuple[str, ...]

    @property
    def meaning(self) -> str:
        """What it is."""
        names = list(map(symbol_of, self.coordinates))
        if self.turns:
            pairs = ", ".join(f"({a}, {b})" for a, b in zip(names[::2], names[1::2], strict=True))
            return f"angular momentum of {pairs} about the origin"
        return f"momentum of {' + '.join(names)}, on which nothing depends"


def kept_sums(
    own: OwnEquations,
    q: Sequence[Term],
    momenta: Sequence[Number],
    cyclic: Sequence[str],
    computed: Computed,
    size: int,
) -> list[KeptSum]:
    """Return what is kept. cyclic: coordinates whose own momentum is kept. size: number of variables of a state."""
    names = own.accelerated
    if not 2 <= len(names) <= MOST_COORDINATES:
        return []
    found: list[KeptSum] = []
    units = [own.variables[name].unit for name in names]
    single = [k for k, name in enumerate(names) if name not in cyclic]
    for unit in dict.fromkeys(units[k] for k in single):
        places = [k for k in single if units[k] == unit]
        changes = [_scaled([(row[0][k],) for k in places]) for row in _tried(own, computed, size, len(places))]
        for generator in _orthogonal(changes, len(places)):
            value = _sum(momenta[k] * share for k, share in zip(places, generator, strict=True))
            if min(generator) >= 0.0:
                on = tuple(names[k] for k, share in zip(places, generator, strict=True) if share)
                found.append(KeptSum(value, False, on))
    pairs = [(i, j) for i, j in combinations(range(len(names)), 2) if units[i] == units[j]]
    changes = [
        _scaled([(slopes[j] * at[i], -slopes[i] * at[j], pulls[j] * rates[i], -pulls[i] * rates[j]) for i, j in pairs])
        for slopes, pulls, at, rates in _tried(own, computed, size, len(pairs))
    ]
    for generator in _orthogonal(changes, len(pairs)):
        turned = [(pair, share) for pair, share in zip(pairs, generator, strict=True) if share]
        value = _sum((q[i] * momenta[j] - q[j] * momenta[i]) * share for (i, j), share in turned)
        ways = [(i, j) if share > 0.0 else (j, i) for (i, j), share in turned]
        found.append(KeptSum(value, True, tuple(names[k] for way in ways for k in way)))
    return found


def computed_by(record: EquationRecord, values: Sequence[Number], module: str) -> Computed:
    """Return what computes values at a time, a state and parameters; all are nan where arithmetic fails."""
    kernel = record.kernel(["def numbers(t, y, p, out):"], values, "out", module, "numbers")

    def computed(time: float, state: Sequence[float], parameters: Sequence[float]) -> list[float]:
        found = [math.nan] * len(values)
        try:
            kernel(time, state, parameters, found)
        except (ArithmeticError, ValueError):
            return [math.nan] * len(values)
        return found

    return computed


def _sum(values: Iterator[Number]) -> Number:
    total: Number = 0.0
    for each in values:
        total = total + each
    return total


def _tried(
    own: OwnEquations, computed: Computed, size: int, unknowns: int
) -> Iterator[tuple[list[float], list[float], list[float], list[float]]]:
    """Yield dL/dq, dL/dv, q and v at more states, each with other parameters, than there are unknowns."""
    count = len(own.accelerated)
    q = [(own.variables[name].start, own.variables[name].low, own.variables[name].high) for name in own.accelerated]
    begun = [own.variables[name].rate for name in own.accelerated]
    v = [(0.0 if math.isnan(rate) else rate, -math.inf, math.inf) for rate in begun]
    rest = [(own.variables[name].start, own.variables[name].low, own.variables[name].high) for name in own.first_order]
    p = [(row.value, row.low, row.high) for row in own.parameters.values()]
    wanted = [*q, *v, *rest, *[(0.0, -math.inf, math.inf)] * (size - 2 * count - len(rest)), *p]
    for k in range(1, 2 * unknowns + 9):
        found = [_near(value, low, high, k, i) for i, (value, low, high) in enumerate(wanted)]
        both = computed(0.37 * k, found[:size], found[size:])
        if all(map(math.isfinite, both)):
            yield both[:count], both[count:], found[:count], found[count : 2 * count]


def _scaled(sums: Sequence[Sequence[float]]) -> list[float]:
    """Return sums over the size of all their terms, so that rounding is little."""
    size = math.fsum(abs(each) for terms in sums for each in terms)
    return [math.fsum(terms) / size if size > 0.0 else 0.0 for terms in sums]


def _near(value: float, low: float, high: float, k: int, i: int) -> float:
    """Return a number near another one, within bounds, the k-th of the i-th."""
    share = 2.0 * math.modf(k * (i + 1) * GOLDEN + 0.37 * i * i)[0] - 1.0
    moved = value + SPREAD * share * (abs(value) if value else 1.0)
    return moved if low < moved < high else value


def _orthogonal(rows: Sequence[Sequence[float]], width: int) -> list[Generator]:
    """Return the vectors of 0, 1 and -1 that are orthogonal to all rows, by elimination."""
    if len(rows) <= width or not width:
        return []
    left = [list(row) for row in rows]
    pivots: list[int] = []
    for column in range(width):
        at = len(pivots)
        best = max(range(at, len(left)), key=lambda k: abs(left[k][column]), default=at)
        if at >= len(left) or abs(left[best][column]) <= RANK:
            continue
        left[at], left[best] = left[best], left[at]
        pivot = left[at]
        scaled = [each / pivot[column] for each in pivot]
        left = [row if k == at else [a - row[column] * b for a, b in zip(row, scaled, strict=True)]
                for k, row in enumerate(left)]  # fmt: skip
        left[at] = scaled
        pivots.append(column)
    found = []
    for free in (k for k in range(width) if k not in pivots):
        vector = [0.0] * width
        vector[free] = 1.0
        for row, column in zip(left, pivots, strict=False):
            vector[column] = -row[free]
        whole = tuple(float(round(each)) for each in vector)
        if all(abs(a - b) < WHOLE and abs(b) <= 1.0 for a, b in zip(vector, whole, strict=True)):
            sign = next(each for each in whole if each)
            found.append(tuple(each * sign + 0.0 for each in whole))
    return found
