"""Closing the loops of a machine at its start: which equations count, and a start that keeps what was given.

What a person gave stays as it is, and all else is free: Newton's method by least squares from the drawn pose, then the
rates. `settle` would change what was given, because it moves everything to the nearest closed pose.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.machines.dynamics import spring_wrenches, tree_of
from physics.machines.equations import moving, normalised, places, shifted, size_of
from physics.machines.loops import contact_loops
from physics.machines.parts import HIGH, LOW, MachineTable
from physics.machines.recorded import open_loops_of
from physics.maths import dense

Array = NDArray[np.float64]

DISPLACED = 0.05
"""Size of the displacements at which equations are compared [rad, m]."""
SPANNED = 1e-7
"""Share of a row that may lie outside of the span of others before it counts as one of its own."""
STEPS, LEAST_STEP = 60, 1e-2
"""Most steps of Newton's method, and the smallest part of one that is tried."""
GAIN, SLOW = 0.01, 2
"""Share of what is open that a step of the search should gain, and number of steps in a row that may gain less: such a
search creeps to where the loops are the least open, and is given up."""
CLOSED, SHUT = 1e-15, 1e-9
"""Gap at which the search ends, and greatest gap that counts as closed [m, m², 1]."""
AROUND, OTHERS, ALL_OTHERS = 0.2, 8, 80
"""Distance of the first other start of the search [rad, m], number of others, each farther away, and greatest product
of that with the number of rates: each takes longer where there are many."""
LEAST_ROW = 1e-3
"""Length below which a row counts as one of this length."""
DAMPING, LEAST_DAMPING, STILL = 1e-2, 1e-9, 1e-9
"""Damping with which the search for the least open loops begins, and the least one [m²]; share of the sum of squares by
which a step changes it where the search is at its end."""
SINGULAR, ROUNDS = 1e-13, 3
"""Share of the greatest eigenvalue of J Jᵀ below which one counts as 0; steps that correct the rates."""
UNMOVED = 1e-12
"""Share of a diagonal entry of H below which no mass resists a coordinate."""


class Gap(NamedTuple):
    """Values of the equations (m,), their rows (m, rates), and the speed of the driven links in them (m,).

    drives: their rows of the driven links (m, drives).
    """

    values: Array
    rows: Array
    driven: Array
    drives: Array

    @property
    def size(self) -> float:
        """The greatest size of a value."""
        return float(np.abs(self.values).max())


def gap(machine: MachineTable, y: Sequence[float]) -> Gap:
    """Return what the equations, and the ropes and stops that act, say of a state."""
    n, count = machine.rates, len(machine.equations) + machine.pushing
    if not count:
        return Gap(np.zeros(0), np.zeros((0, n)), np.zeros(0), np.zeros((0, machine.drives)))
    found = np.array(open_loops_of(machine).values(machine, y))
    rows = found[count : len(found) - machine.drives].reshape(count, -1)
    driven = dense.applied(rows[:, n:], found[len(found) - machine.drives :]) if machine.drives else np.zeros(count)
    return Gap(found[:count], rows[:, :n], driven, rows[:, n:])


def open_gaps(machine: MachineTable, y: Sequence[float]) -> list[float]:
    """Return the sizes of the values of all equations."""
    found: list[float] = np.abs(gap(machine, y).values).tolist()
    return found


def displaced(machine: MachineTable, y: Sequence[float], seed: int = 1) -> list[float]:
    """Return a state with coordinates a little elsewhere, at random but always the same."""
    random = np.random.default_rng(seed)
    q = [each + DISPLACED * random.uniform(-1.0, 1.0) for each in y[: machine.coordinates]]
    return [*normalised(machine, q), *y[machine.coordinates :]]


def independent(machine: MachineTable, y: Sequence[float]) -> MachineTable:
    """Return the machine with those of its equations alone that do not follow from those before.

    In space a planar loop has five equations for each of its hinges, of which two count. They are compared where the
    loops are open, because at a special pose others may seem to depend on one another, too. What is driven counts like
    any other motion.
    """
    found, count = gap(machine, displaced(machine, y)), len(machine.equations)
    counts = independent_rows(np.hstack([found.rows, found.drives])[:count])
    kept = tuple(equation for equation, own in zip(machine.equations, counts, strict=True) if own)
    return replace(machine, equations=kept)


def overdriven(machine: MachineTable, y: Sequence[float]) -> int | None:
    """Return the number of the first equation that what is driven alone would have to keep, None for none."""
    found, count = gap(machine, y), len(machine.equations)
    counts = independent_rows(found.rows[:count])
    with_drives = independent_rows(np.hstack([found.rows, found.drives])[:count])
    return next((k for k, (own, other) in enumerate(zip(counts, with_drives, strict=True)) if own != other), None)


def independent_rows(rows: Array) -> list[bool]:
    """Return of each row whether it is outside of the span of those before."""
    found: list[bool] = []
    basis: list[list[tuple[int, float]]] = []  # without zeros, which most are where there are many loops
    for row in rows.tolist():
        rest = list(row)
        for each in (*basis, *basis):  # twice, so that what rounding leaves does not count
            share = 0.0
            for k, part in each:
                share += part * rest[k]
            for k, part in each if share != 0.0 else ():
                rest[k] -= share * part
        size = dense.length(rest)
        found.append(size > SPANNED * max(dense.length(row), LEAST_ROW))
        if found[-1]:
            basis.append([(k, part / size) for k, part in enumerate(rest) if part != 0.0])
    return found


def freedom(machine: MachineTable, y: Sequence[float]) -> int:
    """Return the number of rates that can be chosen at a state."""
    if not machine.equations:
        return machine.rates
    return machine.rates - sum(independent_rows(gap(machine, y).rows[: len(machine.equations)]))


def dead_equation(machine: MachineTable, y: Sequence[float]) -> int | None:
    """Return the number of an equation that follows from others at a closed state alone, None where there is none.

    So it is where bars lie in one line. Equations that follow from others in all closed states near by do not count.
    """
    counts = independent_rows(gap(machine, y).rows[: len(machine.equations)])
    if all(counts):
        return None
    try:
        near = closed_start(machine, displaced(machine, y), (), ())
    except (Unclosed, Contradiction):
        return None
    there = independent_rows(gap(machine, near).rows[: len(machine.equations)])
    return counts.index(False) if sum(there) > sum(counts) else None


def unresisted(machine: MachineTable, y: Sequence[float]) -> int | None:
    """Return the first coordinate (number of its rate) that no mass resists at a state, None where there is none."""
    state = moving(machine, y)
    H = np.array(tree_of(machine, state.found, spring_wrenches(machine, state.found)[0]).H, float)
    H = H[: machine.rates, : machine.rates]
    left = H.copy()
    for k in reversed(range(len(left))):
        if not left[k, k] > UNMOVED * max(H[k, k], 1e-300):
            return k
        left[:k, :k] -= left[k, :k, None] * left[k, None, :k] / left[k, k]
    return None


class Unclosed(Exception):
    """Raised where loops cannot be closed. rest: what remains; equation: the number of the one that is worst.

    state: one in which they are the least open, by the sum of squares of what remains.
    """

    def __init__(self, rest: float, equation: int, state: list[float]) -> None:
        super().__init__(rest, equation)
        self.rest, self.equation, self.state = rest, equation, state


class Contradiction(Exception):
    """Raised where the rates that were given cannot be together. equation: the number of the one that is worst."""

    def __init__(self, equation: int) -> None:
        super().__init__(equation)
        self.equation = equation


Acting = Callable[[MachineTable, list[float]], list[float]]
"""What returns a state with those contacts that act in it."""


def closed_start(
    machine: MachineTable, y: Sequence[float], given: Collection[int], fixed_rates: Collection[int]
) -> list[float]:
    """Return a start with closed loops. given, fixed_rates: numbers of rates whose coordinate, or which, stay.

    Ropes are not too short and joints within their stops; what touches acts unless it leaves, and stops unless they
    are hit. Raises Unclosed or Contradiction.
    """
    start, at = list(y), places(machine).contacts
    if not machine.equations and not machine.contacts:
        return start
    start[at:] = [0.0] * len(machine.contacts)
    free = [k for k in range(machine.rates) if k not in given]
    start = _closed(machine, _within_stops(machine, start, free), free)
    try:
        start = _all_taut(machine, start, free)
    except Unclosed:
        start = _closed(machine, start, free, only_short)
    for k, (value, speed) in enumerate(reserves(machine, start)):
        leaves = speed > SHUT or (speed < -SHUT and not machine.contacts[k].is_rope)
        start[at + k] = float(value <= SHUT and not leaves)
    start = _closed(machine, start, free)
    return _with_rates(machine, start, [k for k in range(machine.rates) if k not in fixed_rates])


def _all_taut(machine: MachineTable, y: list[float], free: list[int]) -> list[float]:
    """Return the closed state in which all that was too short is taut, and all that was beyond its stop is at it."""
    found, at = list(y), places(machine).contacts
    for _ in range(machine.pushing):
        short = [k for k, (value, _) in enumerate(reserves(machine, found)) if value < -SHUT]
        if not short:
            break
        for k in short:
            found[at + k] = 1.0
        found = _closed(machine, found, free)
    return found


def as_it_is(_: MachineTable, y: list[float]) -> list[float]:
    """Return the state: what acts does so all through a search."""
    return y


def only_short(machine: MachineTable, y: list[float]) -> list[float]:
    """Return the state in which those ropes and stops alone act that are too short, or passed.

    Searched so, one rope may be slack where others, as short as they are, hold what hangs on it nearer.
    """
    found, at = list(y), places(machine).contacts
    for k, (value, _) in enumerate(reserves(machine, y)):
        found[at + k] = float(value < 0.0)
    return found


def _within_stops(machine: MachineTable, y: list[float], free: Collection[int]) -> list[float]:
    """Return a state with the free coordinates between their stops, where the search for closed loops begins."""
    found = list(y)
    for each in machine.contacts:
        if each.kind in (LOW, HIGH) and machine.rate_of(each.first) in free:
            at = machine.coordinate_of(each.first)
            found[at] = max(found[at], each.value) if each.kind == LOW else min(found[at], each.value)
    return found


def reserves(machine: MachineTable, y: Sequence[float]) -> list[tuple[float, float]]:
    """Return how much longer each rope is than its way, and how far each joint from its stop, with their rates."""
    if not machine.pushing:
        return []
    state = moving(machine, y)
    found = contact_loops(machine, state.found, state.q, machine.contacts[: machine.pushing])
    return [(loop.phi, state.speed(loop)) for loop in found]


def _closed(machine: MachineTable, y: list[float], free: list[int], acting: Acting = as_it_is) -> list[float]:
    """Return the state with closed loops that the search finds from the drawn pose, else from others around it, or
    from the one in which the loops are the least open. Raises Unclosed.

    From a pose in which all bars lie in one line nothing seems to bring their ends together. acting: what returns a
    state of the search with those contacts that act in it.
    """
    if not machine.equations and not machine.pushing:
        return y
    tried, others = [], min(OTHERS, ALL_OTHERS // max(machine.rates, 1))
    elsewhere = (_moved(machine, y, free, AROUND * number, number) for number in range(1, others + 1))
    for start in chain([y], elsewhere):
        found = _searched(machine, acting(machine, start), free, acting)
        values = np.abs(gap(machine, found).values)
        if values.max() <= SHUT:
            return found
        tried.append((float(values.max()), int(values.argmax()), found))
    rest, equation, nearest_state = min(tried)
    least = least_open(machine, nearest_state, [k for k in range(machine.rates) if k not in free])
    found = _searched(machine, acting(machine, least), free, acting)
    if np.abs(gap(machine, found).values).max() <= SHUT:
        return found
    raise Unclosed(rest, equation, least)


def _moved(machine: MachineTable, y: list[float], free: list[int], size: float, seed: int) -> list[float]:
    """Return a state with the free coordinates elsewhere, at random but always the same."""
    random, step = np.random.default_rng(seed), np.zeros(machine.rates)
    step[free] = size * random.uniform(-1.0, 1.0, len(free))
    return shifted(machine, y, step.tolist())


def _searched(machine: MachineTable, y: list[float], free: list[int], acting: Acting) -> list[float]:
    """Return the state after Newton's method over the free coordinates, as far as it gains."""
    left, slow = gap(machine, y), 0
    for _ in range(STEPS):
        error = left.size
        if error < CLOSED or slow == SLOW:
            break
        better = _nearer(machine, y, left, free, acting)
        if better is None:
            break
        y, left = better
        slow = slow + 1 if error > SHUT and left.size > (1.0 - GAIN) * error else 0
    return y


def _nearer(
    machine: MachineTable, y: list[float], found: Gap, free: list[int], acting: Acting
) -> tuple[list[float], Gap] | None:
    """Return a state nearer to closed loops than one with what is `found` open, and what is left open; or None."""
    step = np.zeros(machine.rates)
    step[free] = nearest(found.rows[:, free], -found.values)
    share = 1.0
    while share > LEAST_STEP:
        moved = acting(machine, shifted(machine, y, (share * step).tolist()))
        left = gap(machine, moved)
        if left.size < found.size:
            return moved, left
        share *= 0.5
    return None


def least_open(machine: MachineTable, y: Sequence[float], given: Collection[int], light: float = 1.0) -> list[float]:
    """Return the state near to one in which open loops are the least open: the sum of squares of what remains.

    given: numbers of rates whose coordinate stays. light: the weight of contacts. By Levenberg's method: steps are
    damped where they do not help.
    """
    found, damping = list(y), DAMPING
    free = [k for k in range(machine.rates) if k not in given]
    left = _weighted(machine, found, light)
    error, slow = float(dense.inner(left.values, left.values)), 0
    for _ in range(STEPS):
        rows = left.rows[:, free]
        slope = dense.applied(rows.T, -left.values)
        if not free or slow == SLOW or dense.length(slope) < CLOSED:
            break
        inner = dense.product(rows.T, rows) + damping * np.eye(len(free))
        step = np.zeros(machine.rates)
        step[free] = dense.solve(inner, slope)
        moved = shifted(machine, found, step.tolist())
        after = _weighted(machine, moved, light)
        size = float(dense.inner(after.values, after.values))
        slow = slow + 1 if abs(error - size) < STILL * error else 0
        if size < error:
            found, left, error, damping = moved, after, size, max(0.25 * damping, LEAST_DAMPING)
        else:
            damping *= 8.0
    return found


def _weighted(machine: MachineTable, y: Sequence[float], light: float) -> Gap:
    """Return what equations and contacts say of a state, the latter with a weight."""
    found, count = gap(machine, y), len(machine.equations)
    if light != 1.0:
        found.values[count:] *= light
        found.rows[count:] *= light
    return found


def _with_rates(machine: MachineTable, y: list[float], free: list[int]) -> list[float]:
    """Return the state with the least change of the free rates that keeps the loops closed."""
    found = gap(machine, y)
    at = machine.coordinates
    u = np.array(y[at : at + machine.rates])
    rows = found.rows[:, free]
    if not found.values.size:
        return y
    inverse = _inner_inverse(rows)
    for _ in range(ROUNDS):
        u[free] += _shortest(rows, inverse, -(dense.applied(found.rows, u) + found.driven))
    left = dense.applied(found.rows, u) + found.driven
    if np.abs(left).max() > SHUT * max(1.0, float(np.abs(u).max())):
        raise Contradiction(int(np.abs(left).argmax()))
    y[at : at + machine.rates] = u.tolist()
    assert len(y) == size_of(machine)
    return y


def nearest(rows: Array, values: Array) -> Array:
    """Return the shortest x for which rows x is nearest to values."""
    return _shortest(rows, _inner_inverse(rows), values)


def _inner_inverse(rows: Array) -> Array:
    return dense.pseudo_inverse(dense.product(rows, rows.T), SINGULAR) if rows.size else np.zeros((len(rows),) * 2)


def _shortest(rows: Array, inverse: Array, values: Array) -> Array:
    """Return what `nearest` does. inverse: the pseudo-inverse of J Jᵀ of the rows J."""
    if not rows.size:
        return np.zeros(rows.shape[1])
    found: Array = dense.applied(rows.T, dense.applied(inverse, values))
    return found
