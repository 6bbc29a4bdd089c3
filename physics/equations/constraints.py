"""Constraints of a Lagrangian: functions of the coordinates that stay 0, held by forces that do no work by themselves.

With n = ∂g/∂q of each constraint g = 0 and the masses M,

    q'' = f + Σ λ M⁻¹ n, where n·q'' + γ = 0 for each of them, g'' = n·q'' + γ.

They are solved together, by elimination in their order. After each step the error that a method has left of g, and of
its rate, is taken away along M⁻¹ n, which alters the energy least. Hairer, Lubich, Wanner, Geometric Numerical
Integration, IV.4 and VII.1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from physics.core.record import Term
from physics.core.straight_line import function_of
from physics.equations.lagrangian import SINGULAR, solved_symmetric
from physics.equations.own_record import EquationRecord, Number, along, gradient, replayed
from physics.equations.resting import held, product
from physics.equations.text_block import BlockLine

NEWTONS = 2
"""Rounds of Newton's method, with the derivatives of the first, that take the error of a step from a constraint."""


@dataclass(frozen=True)
class LastingConstraint:
    """A constraint. gap, closing: g and its rate. row: n. direction: M⁻¹ n. is_moved: g depends on more than q."""

    line: BlockLine
    gap: Number
    closing: Number
    row: list[Number]
    direction: list[Number]
    is_moved: bool

    def where_on(self, value: Number, _other: Number = 0.0) -> Number:
        """Return a value: it always holds."""
        return value

    def size(self, q: Sequence[Number]) -> Number:
        """Return what g changes by where the coordinates move by 1 and by their own size."""
        total: Number = 0.0
        for n, each in zip(self.row, q, strict=True):
            total = total + function_of("abs", n) * (1.0 + function_of("abs", each))
        return total


def constraints_of(
    record: EquationRecord, lines: Sequence[BlockLine], value: Callable[[BlockLine], Number],
    masses: Sequence[Sequence[Number]], motion: tuple[Sequence[Term], Sequence[Term], Mapping[int, Number]],
    names: Sequence[str],
) -> list[LastingConstraint]:  # fmt: skip
    """Return constraints; raises BadInput. value: of a line. motion: coordinates, rates, and what else moves.

    names: of the coordinates.
    """
    q, v, others = motion
    found: list[LastingConstraint] = []
    for line in lines:
        gap = value(line)
        if record.depends([gap], v):
            raise line.fault("a constraint of rates; must be of coordinates alone")
        row = gradient(record, gap, q)
        if all(map(record.is_zero, row)):
            raise line.fault(f"a constraint of no coordinate; must be of {', '.join(names)}")
        closing = along(record, [gap], {**{a.number: b for a, b in zip(q, v, strict=True)}, **others})[0]
        _, direction = solved_symmetric(record, masses, row, names)
        is_moved = record.depends([gap], [record.terms[number] for number in others])
        found.append(LastingConstraint(line, gap, closing, row, direction, is_moved))
    if len(found) > len(q):
        raise found[len(q)].line.fault(f"more constraints than coordinates, {len(q)}")
    return found


def pivots_of(record: EquationRecord, constraints: Sequence[LastingConstraint]) -> list[tuple[Number, Number]]:
    """Return of each constraint the pivot of the elimination, and n·M⁻¹ n; raises BadInput where a pivot is 0."""
    directions = [list(each.direction) for each in constraints]
    found = []
    for j, constraint in enumerate(constraints):
        pivot = product(constraint.row, directions[j])
        if record.is_zero(pivot):
            raise follows(constraint)
        found.append((pivot, product(constraint.row, constraint.direction)))
        for i in range(j + 1, len(constraints)):
            share = product(constraint.row, directions[i]) / pivot
            directions[i] = [a - share * b for a, b in zip(directions[i], directions[j], strict=True)]
    return found


def follows(constraint: LastingConstraint) -> Exception:
    """Return the error for a constraint that holds nothing that those before it do not hold."""
    return constraint.line.fault("the constraint follows from those before it, or holds nothing there; leave it out")


def reserves(pivots: Sequence[tuple[Number, Number]]) -> list[Number]:
    """Return what is positive where the constraints hold different motions."""
    return [pivot - SINGULAR * whole if pivot is not whole else pivot for pivot, whole in pivots]


def settled_on(
    record: EquationRecord, constraints: Sequence[LastingConstraint], q: Sequence[Term], v: Sequence[Term]
) -> list[Number]:
    """Return coordinates and rates without what a method has left of the constraints, and of their rates."""
    moved: list[Number] = list(q)
    zeros = [0.0] * len(q)
    for _ in range(NEWTONS):
        known = {a.number: b for a, b in zip(q, moved, strict=True)}
        gaps = replayed(record, [each.gap for each in constraints], record, known)
        change = held(record, constraints, zeros, gaps).values
        moved = [a + b for a, b in zip(moved, change, strict=True)]
    known = {a.number: b for a, b in zip(q, moved, strict=True)}
    there = [_replayed(record, each, known) for each in constraints]
    change = held(record, there, zeros, [each.closing for each in there]).values
    return [*moved, *(a + b for a, b in zip(v, change, strict=True))]


def _replayed(record: EquationRecord, each: LastingConstraint, known: Mapping[int, Number]) -> LastingConstraint:
    """Return a constraint at other coordinates."""
    count = len(each.row)
    values = replayed(record, [each.closing, *each.row, *each.direction], record, known)
    return replace(each, closing=values[0], row=values[1 : 1 + count], direction=values[1 + count :])
