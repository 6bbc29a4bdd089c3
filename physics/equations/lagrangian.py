"""Equations of motion from a Lagrangian: derivatives by sweeps over its record, and L D Lᵀ on terms.

With p = dL/dq' and M = dp/dq', M q'' = Q + dL/dq - (dp/dq q' + dp/dt), where Q are forces less what dissipation takes.
p is one reverse sweep over the record of L, each column of M one forward sweep, and the last bracket another one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from physics.core.record import Term
from physics.core.straight_line import function_of
from physics.equations.normal_form import normal
from physics.equations.own_record import EquationRecord, Number, along, gradient, replayed
from physics.errors import BadInput

SINGULAR = 1e-12
"""Share of a diagonal element of the masses below which a pivot counts as none."""


class LagrangeMotion(NamedTuple):
    """What a Lagrangian says of the motion: terms, or numbers.

    lagrangian: as it is differentiated. momenta: p. forces: dL/dq. masses: M. pivots: D of M = L D Lᵀ.
    """

    lagrangian: Number
    accelerations: list[Number]
    momenta: list[Number]
    forces: list[Number]
    masses: list[list[Number]]
    pivots: list[Number]


class Coordinates(NamedTuple):
    """Coordinates and rates, with their names. others: what else moves in time, by its line, with its rate."""

    names: tuple[str, ...]
    q: tuple[Term, ...]
    v: tuple[Term, ...]
    others: Mapping[int, Number]


class LagrangeEnergy(NamedTuple):
    """The energy of a Lagrangian. kinetic, potential: where it is the sum of both, else None.

    size: the sum of the sizes of its two terms, to which its changes are compared.
    from_outside: the rate at which it grows because L depends on other things than coordinates and rates.
    """

    energy: Number
    size: Number
    kinetic: Number | None
    potential: Number | None
    from_outside: Number


def lagrange_motion(
    record: EquationRecord, lagrangian: Number, at: Coordinates, acting: Sequence[Number]
) -> LagrangeMotion:
    """Return the motion of a Lagrangian, multiplied out where that is shorter; raises BadInput. acting: forces Q."""
    plain = _motion(record, lagrangian, at, acting)
    other = normal(record, lagrangian)
    if isinstance(other, Term) and isinstance(lagrangian, Term) and other.number == lagrangian.number:
        return plain
    short = _motion(record, other, at, acting)
    return min(plain, short, key=lambda each: (_length(record, each, at), each is plain))


def _length(record: EquationRecord, motion: LagrangeMotion, at: Coordinates) -> int:
    """Return the number of operations of a motion that depend on the state."""
    lines = record.needed(motion.accelerations)
    starts = [each.number for each in (*at.q, *at.v)] + list(at.others)
    return len(record.reach(starts, lines)) - len(starts)


def _motion(record: EquationRecord, lagrangian: Number, at: Coordinates, acting: Sequence[Number]) -> LagrangeMotion:
    n = len(at.q)
    slopes = gradient(record, lagrangian, [*at.q, *at.v])
    forces, momenta = slopes[:n], slopes[n:]
    columns = [along(record, momenta, {each.number: 1.0}) for each in at.v]
    masses = [[columns[j][i] for j in range(n)] for i in range(n)]
    flow = along(record, momenta, {**{q.number: v for q, v in zip(at.q, at.v, strict=True)}, **at.others})
    right = [acting[i] + forces[i] - flow[i] for i in range(n)]
    pivots, solved = solved_symmetric(record, masses, right, at.names)
    return LagrangeMotion(lagrangian, solved, momenta, forces, masses, pivots)


def solved_symmetric(
    record: EquationRecord, masses: Sequence[Sequence[Number]], right: Sequence[Number], names: Sequence[str]
) -> tuple[list[Number], list[Number]]:
    """Return the pivots D of M = L D Lᵀ, and the solution of M x = right. names: of the rows, for BadInput."""
    n = len(right)
    pivots: list[Number] = []
    lower: list[list[Number]] = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            rest = masses[i][j]
            for k in range(j):
                rest = rest - lower[i][k] * lower[j][k] * pivots[k]
            lower[i][j] = rest / pivots[j]
        pivot = masses[i][i]
        for k in range(i):
            pivot = pivot - lower[i][k] * lower[i][k] * pivots[k]
        if record.is_zero(pivot):
            raise _singular(record, masses, i, names)
        pivots.append(pivot)
    found = list(right)
    for i in range(n):
        for k in range(i):
            found[i] = found[i] - lower[i][k] * found[k]
    found = [each / pivot for each, pivot in zip(found, pivots, strict=True)]
    for i in reversed(range(n)):
        for k in range(i + 1, n):
            found[i] = found[i] - lower[k][i] * found[k]
    return pivots, found


def _singular(record: EquationRecord, masses: Sequence[Sequence[Number]], row: int, names: Sequence[str]) -> BadInput:
    if all(record.is_zero(each) for each in masses[row]):
        return BadInput(f"lagrangian: no kinetic energy resists {names[row]}")
    if record.is_zero(masses[row][row]):
        return BadInput(f"lagrangian: the kinetic energy is not positive where {names[row]} alone moves")
    return fewer_rates(names)


def fewer_rates(names: Sequence[str]) -> BadInput:
    """Return the error for masses that resist fewer motions than there are variables."""
    such = ", ".join(names)
    return BadInput(f"lagrangian: the kinetic energy depends on fewer rates than there are variables ({such})")


def lagrange_energy(record: EquationRecord, motion: LagrangeMotion, at: Coordinates) -> LagrangeEnergy:
    """Return the energy of a Lagrangian, sum p q' - L, in two parts where terms of rates and others are separable."""
    work: Number = 0.0
    for p, v in zip(motion.momenta, at.v, strict=True):
        work = work + p * v
    outside = along(record, [motion.lagrangian], at.others)[0] if at.others else 0.0
    from_outside = -outside
    still = {each.number: 0.0 for each in at.v}
    resting = replayed(record, [*motion.momenta, motion.lagrangian], record, still)
    quadratic = not record.depends([each for row in motion.masses for each in row], at.v)
    if quadratic and all(record.is_zero(each) for each in resting[:-1]):
        kinetic, potential = normal(record, 0.5 * work), -resting[-1]
        return LagrangeEnergy(kinetic + potential, _sizes(kinetic, potential), kinetic, potential, from_outside)
    return LagrangeEnergy(work - motion.lagrangian, _sizes(work, motion.lagrangian), None, None, from_outside)


def _sizes(one: Number, other: Number) -> Number:
    """Return the sum of the sizes of two values."""
    return function_of("abs", one) + function_of("abs", other)
