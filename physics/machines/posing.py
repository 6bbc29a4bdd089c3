"""Poses of a machine: where the points of its bodies are, and the closed pose in which one of them is somewhere else.

A point is named by its body and its place in the drawn pose. A pose is a state, of which the coordinates alone count.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.machines.assembly import SHUT, gap, nearest
from physics.machines.description import Described
from physics.machines.equations import MovingMachine, shifted
from physics.machines.joints import GROUND_NAME
from physics.machines.parts import GROUND, MachineTable
from physics.machines.placed_links import PlacedLink, add_motions, open_loops, placed_links
from physics.machines.recorded import open_loops_of
from physics.machines.vectors import UNIT, ZERO, Matrix, Vector, added, difference, distance, turned, turned_back
from physics.maths import dense

Array = NDArray[np.float64]

STEPS, CLOSINGS, QUICKLY = 24, 12, 6
"""Most steps towards a place, and most of those that close the loops again after each, and quickly."""
LONGEST = 0.25
"""Greatest change of a coordinate in one step [rad, m]."""
SOFTNESS = 1e-6
"""Damping of a step, besides half the square of the distance: part of the mobility of the point."""
NEAR, STILL = 1e-10, 1e-10
"""Distance from the target [m] at which the search ends, and the change of coordinates [rad, m] at which it does."""
ENOUGH, PROBE = 0.5, 0.05
"""Part of the distance that a step may leave to be taken as it is, and the small part of one that tells its slope."""
REGULAR = 1e-8
"""Least pivot of J Jᵀ, as a part of the diagonal element from which it is left, with which its equations count as ones
that all say something of their own."""
REDUNDANT = 1e-12
"""Damping of what closes loops, as a part of the trace of J Jᵀ: equations may say the same."""
WELL = 1e-9
"""Part of what is open that damping may leave in a step."""
FOLLOWS = 1e-10
"""Share of the greatest eigenvalue of J Jᵀ below which a direction counts as one that closes nothing."""


class DrawnPose(NamedTuple):
    """Where a body is, against where it is drawn: the point `origin` is at `place`, and it is turned."""

    rotation: Matrix = UNIT
    origin: Vector = ZERO
    place: Vector = ZERO

    def world(self, drawn: Sequence[float]) -> Vector:
        """Return where a point of the drawn pose is [m]."""
        x, y, z = drawn
        return _floats(added(self.place, turned(self.rotation, difference((x, y, z), self.origin))))

    def drawn(self, world: Sequence[float]) -> Vector:
        """Return where in the drawn pose a point is that is at a place of the world [m]."""
        x, y, z = world
        return _floats(added(self.origin, turned_back(self.rotation, difference((x, y, z), self.place))))


def _floats(place: Vector) -> Vector:
    x, y, z = place
    return float(x), float(y), float(z)


def drawn_pose(made: Described, state: MovingMachine, body: str) -> DrawnPose:
    """Return where a body is in a state, against where it is drawn; the ground ("ground") is as it is drawn."""
    if body == GROUND_NAME:
        return DrawnPose()
    carried = made.carried[body]
    moved = state.found[carried.link]
    return DrawnPose(moved.rotation, carried.origin, moved.place)


def world_place(made: Described, state: MovingMachine, body: str, drawn: Vector) -> Vector:
    """Return where a point of a body is in a state [m]. body: "ground" for what does not move."""
    return drawn_pose(made, state, body).world(drawn)


def drawn_place(made: Described, state: MovingMachine, body: str, place: Vector) -> Vector:
    """Return the point of a body in the drawn pose that is at a place of the world in a state [m]."""
    return drawn_pose(made, state, body).drawn(place)


def posed(
    made: Described, y: Sequence[float], body: str, drawn: Vector, target: Vector, kept: Collection[int] = (),
    steps: int = STEPS,
) -> list[float]:  # fmt: skip
    """Return the state with closed loops, near to y, in which a point of a body is as near to a target as can be.

    drawn: the point, in the drawn pose. kept: numbers of rates whose coordinates stay. steps: most of them; a later
    call goes on. Each step is one of least
    squares along the motions that the loops allow, damped by the square of the distance (Sugihara, IEEE Trans. Robotics
    27, 2011), after which the loops are closed again by Newton's method; where that fails, as beyond a dead point, the
    search stops.
    """
    machine = made.machine
    open_loops_of(machine).record(machine)
    free = [k for k in range(machine.rates) if k not in kept]
    best = list(y)
    place = _place(made, best, body, drawn)
    error = distance(place, target)
    for _ in range(steps):
        if error < NEAR or not free:
            break
        step = _step(made, best, (body, drawn), np.subtract(target, place), free)
        if float(np.abs(step).max()) < STILL:
            break
        better = _shorter(made, best, step, (body, drawn), target, error, free)
        if better is None:
            break
        best, place, error = better
    return best


def _shorter(
    made: Described, y: list[float], step: Array, point: tuple[str, Vector], target: Vector, error: float,
    free: list[int],
) -> tuple[list[float], Vector, float] | None:  # fmt: skip
    """Return the state after a part of a step that brings the point nearer, its place and distance; None for none.

    Where the whole step gains little, the parabola through what is known of its square says which part gains most.
    """

    def after(part: float) -> tuple[list[float], Vector, float] | None:
        found = closed_again(made.machine, shifted(made.machine, y, (part * step).tolist()), free)
        if found is None:
            return None
        place = _place(made, found, *point)
        return found, place, distance(place, target)

    part = min(1.0, LONGEST / float(np.abs(step).max()))
    for _ in range(4):
        tried = after(part)
        if tried is not None and tried[2] <= ENOUGH * error:
            return tried
        near = after(PROBE * part)
        if near is not None and near[2] < error:
            best = near if tried is None or near[2] < tried[2] else tried
            slope = (near[2] * near[2] - error * error) / PROBE
            bent = (tried[2] * tried[2] if tried is not None else math.inf) - error * error - slope
            best_part = -0.5 * slope / bent if math.isfinite(bent) and bent > 0.0 else 1.0
            turned = after(part * best_part) if best_part < 1.0 else None
            return turned if turned is not None and turned[2] < best[2] else best
        part *= 0.25
    return None


def _place(made: Described, y: Sequence[float], body: str, drawn: Vector) -> Vector:
    if body == GROUND_NAME or made.carried[body].link == GROUND:
        return drawn
    carried = made.carried[body]
    x, v, z = placed_links(made.machine, y)[carried.link].world(difference(drawn, carried.origin))
    return float(x), float(v), float(z)


def _step(made: Described, y: list[float], point: tuple[str, Vector], way: Array, free: list[int]) -> Array:
    """Return the change of the coordinates, as rates, that moves a point by about `way` (3,) and opens no loop."""
    machine = made.machine
    rows = [[row[k] for k in free] for row in slope(made, placed_links(machine, y), *point)]
    for unit in rows_that_count(gap(machine, y).rows[:, free]):
        rows = [_without(row, unit) for row in rows]
    J = np.array(rows, float)
    mobility = dense.product(J, J.T)
    damping = 0.5 * float(dense.dot(way, way)) + SOFTNESS * max(float(np.trace(mobility)), 1e-30)
    push = dense.solve(mobility + damping * np.eye(3), way)
    step = np.zeros(machine.rates)
    step[free] = dense.applied(J.T, push)
    return step


def rows_that_count(rows: Array) -> list[list[float]]:
    """Return an orthonormal basis of the rows (m, n) of equations, without those that follow from others."""
    basis: list[list[float]] = []
    for row in rows.tolist():
        rest = row
        for each in (*basis, *basis):  # twice, so that what rounding leaves does not count
            rest = _without(rest, each)
        size = dense.length(rest)
        if size > FOLLOWS * max(dense.length(row), 1e-3):
            basis.append([x / size for x in rest])
    return basis


def _without(row: list[float], unit: list[float]) -> list[float]:
    """Return a row without its share along a unit vector."""
    share = dense.dot(unit, row)
    return [x - share * y for x, y in zip(row, unit, strict=True)] if share != 0.0 else row


def slope(made: Described, found: Sequence[PlacedLink], body: str, drawn: Vector) -> list[list[float]]:
    """Return how the three coordinates of a point of a body change with each rate. found: where the links are."""
    machine = made.machine
    rows = [[0.0] * machine.rates for _ in range(3)]
    if body != GROUND_NAME and made.carried[body].link != GROUND:
        carried = made.carried[body]
        place = found[carried.link].world(difference(drawn, carried.origin))
        for row, axis in zip(rows, UNIT, strict=True):
            add_motions(machine, found, carried.link, axis, row, place)
    return rows


def closed_again(machine: MachineTable, y: list[float], free: list[int], quick: bool = False) -> list[float] | None:
    """Return the nearest state with closed loops, None where Newton's method does not find one close by.

    quick: of a machine that is there for this pose alone, in a part of the time, but for dead points; where a search
    begins in one, it may not come out of it.
    """
    found = y
    for _ in range(QUICKLY if quick else CLOSINGS):
        values, rows = _open(machine, found, quick)
        if not values.size or float(np.abs(values).max()) < 1e-14:
            return found
        step = np.zeros(machine.rates)
        step[free] = _shortest(rows[:, free], -values, quick)
        if float(np.abs(step).max()) > 2.0 * LONGEST:
            return None
        found = shifted(machine, found, step.tolist())
    left, _ = _open(machine, found, quick)
    return found if float(np.abs(left).max()) < SHUT else None


def _open(machine: MachineTable, y: list[float], passing: bool) -> tuple[Array, Array]:
    """Return how far the equations are open, and their rows. passing: of a machine for which nothing is recorded."""
    if passing:
        return open_loops(machine, y, placed_links(machine, y))
    found = gap(machine, y)
    return found.values, found.rows


def _shortest(rows: Array, values: Array, quick: bool) -> Array:
    """Return the shortest x for which rows x is nearest to values.

    quick: where equations say the same, with damping, if that leaves nothing. Near a dead point it does, and what
    hardly closes anything must count as closing nothing.
    """
    if not rows.size:
        return np.zeros(rows.shape[1])
    inner = dense.product(rows, rows.T)
    push = dense.solve_positive(inner, values, REGULAR)
    if push is not None:
        return dense.applied(rows.T, push)
    if quick:
        damping = REDUNDANT * max(float(np.trace(inner)), 1e-300)
        found: Array = dense.applied(rows.T, dense.solve(inner + damping * np.eye(len(rows)), values))
        left = dense.applied(rows, found) - values
        if float(np.abs(left).max()) < WELL * float(np.abs(values).max()):
            return found
    return nearest(rows, values)
