"""A hand that holds a point of a body and pulls it to where it points, like a spring with a damper.

It acts in blows, one every few milliseconds or at every tick: between them the motion is what it is without a hand, so
that any method and machine code go on with it as ever. A blow changes velocities alone; by how much the energy changes
is the work of the hand, exactly.

Nothing about a system has to be told for this. Its velocities u are the variables with the units of one; its energy is
T = ½ u·M u + ... in them, however they are chosen, and `rate` says how fast a place in the body moves with them, x' = J
u, the constraints of rolling among it. A blow P [N s] at x changes u by M⁻¹ Jᵀ P (Pars, Analytical Dynamics, 1965, ch.
14), and a displacement by M⁻¹ Jᵀ p is the one that moves the least mass.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.errors import BadInput

if TYPE_CHECKING:
    from physics.system import Floats, System, Vector3

BLOW_SECONDS = 4e-3
"""From one blow to the next, if ticks are not longer."""
VELOCITIES = ("rad/s", "m/s", "kg m²/s")
PLACES = ("rad", "m", "")
NEAR = 1e-6
"""How far the derivative of a place goes to either side, in s."""
NOTHING, RANK = 1e-12, 1e-9
"""A mass that is less than this part of the largest is none: a variable that follows from others."""
STEPS, ENOUGH, LONGEST, LEAST = 40, 1e-9, 0.3, 1e-4
"""Of a displacement: most steps, the shortest and the longest of one [rad or m], and the least damping (Levenberg)."""


class Grip(NamedTuple):
    """A point of a body that is held: place (3,) [m] and velocity (3,) [m/s] in the lab, and how it answers.

    answer (n, 3): the change of the state y for each N s of a blow there. mobility (3, 3): the change of the velocity.
    """

    place: Vector3
    velocity: Vector3
    answer: NDArray[np.float64]
    mobility: NDArray[np.float64]


@dataclass(frozen=True)
class Hand:
    """What a hand does: it holds a point [m], in the axes of one of `System.bodies`, and pulls it to a target [m].

    stiffness [N/m] and damping [N s/m] of the spring between.
    """

    body: int
    point: tuple[float, float, float]
    target: tuple[float, float, float]
    stiffness: float
    damping: float

    def numbers(self) -> list[float]:
        """All of it in a row."""
        return [float(self.body), *self.point, *self.target, self.stiffness, self.damping]

    @classmethod
    def of(cls, numbers: object) -> Hand:
        """A hand from such a row; raises BadInput."""
        try:
            body, a, b, c, x, y, z, stiffness, damping = map(float, numbers)  # type: ignore[call-overload]
        except (TypeError, ValueError):
            raise BadInput(f"hand = {numbers!r}: must be 9 numbers: body, point, target, stiffness, damping") from None
        found = cls(int(body), (a, b, c), (x, y, z), stiffness, damping)
        if not np.isfinite(found.numbers()).all() or body < 0 or stiffness < 0.0 or damping < 0.0:
            raise BadInput(f"hand = {numbers!r}: must be finite, with body, stiffness and damping at least 0")
        return found


def grip(system: System, y: Floats, body: int, point: Vector3) -> Grip:
    """What holds a point (3,) [m] in the axes of a body; raises BadInput where that cannot be moved."""
    held = system.grip(y, body, point) or _gripped(system, y, body, point)
    if not np.trace(held.mobility) > 0.0:
        raise BadInput(f'hand: body "{system.bodies(y)[body].name}" cannot be grabbed')
    return held


def check(system: System, y: Floats, hand: Hand) -> None:
    """Raise BadInput where there is no body to hold, or none that moves."""
    count = len(system.bodies(y))
    if hand.body >= count:
        raise BadInput(f"hand: body = {hand.body}: must be below {count}, the number of bodies")
    grip(system, y, hand.body, np.array(hand.point))


def blow(system: System, hand: Hand, y: Floats, seconds: float) -> tuple[Vector3, float]:
    """Pull for so long at once, in place; returns the force (3,) [N] and the work that was done [J].

    The spring acts by the velocity in the middle of the blow, so that it holds a weight where it should, or, on a mass
    too light for that, by the one behind it, so that no spring is too stiff.
    """
    held = grip(system, y, hand.body, np.array(hand.point))
    stiff = hand.damping + seconds * hand.stiffness
    heavy = seconds * stiff * float(np.linalg.eigvalsh(held.mobility)[-1]) < 1.0
    share = 0.5 if heavy else 1.0
    wanted = hand.stiffness * (np.array(hand.target) - held.place) - stiff * held.velocity
    force = np.linalg.solve(np.eye(3) + share * seconds * stiff * held.mobility, wanted)
    impulse = seconds * force
    _add(y, held.answer @ impulse)
    system.settle(y, system.p)
    return np.asarray(force), float(impulse @ (held.velocity + 0.5 * held.mobility @ impulse))


def firm(system: System, y: Floats, body: int, point: Vector3, frequency: float) -> tuple[float, float]:
    """Stiffness and damping of a hand under which the point would settle so fast [1/s], aperiodically."""
    mobility = grip(system, y, body, point).mobility
    mass = 1.0 / float(np.linalg.eigvalsh(mobility)[-1])
    pace = 2.0 * np.pi * frequency
    return mass * pace * pace, 2.0 * mass * pace


def displace(system: System, y: Floats, body: int, point: Vector3, target: Vector3) -> None:
    """Put the point of a body where it is nearest to the target, in place, by moving the least mass on the way.

    Velocities stay as they are. Raises BadInput as `grip` does, and where the equations do not hold there.
    """
    moved: Floats = memoryview(array("d", y))
    places, damping = _indices(system, PLACES), LEAST
    held = grip(system, moved, body, point)
    for _ in range(STEPS):
        gap = target - held.place
        largest = float(np.linalg.eigvalsh(held.mobility)[-1])
        push = np.linalg.solve(held.mobility + damping * largest * np.eye(3), gap)
        step = _kinematics(system, moved, held.answer @ push)
        size = max((abs(step[i]) for i in places), default=0.0)
        if size < ENOUGH:
            break
        tried: Floats = memoryview(array("d", moved))
        for i in places:
            tried[i] += step[i] * min(1.0, LONGEST / size)
        system.settle(tried, system.p)
        there = grip(system, tried, body, point)
        if np.linalg.norm(target - there.place) < np.linalg.norm(gap):
            moved, held, damping = tried, there, max(0.1 * damping, LEAST)
        else:
            damping *= 30.0
    if not np.isfinite(moved).all() or not system.margin(moved, system.p) > 0.0:
        raise BadInput(f"{system.name}: cannot be put there: {system.trouble(moved) or 'no such state'}")
    y[:] = moved


# The general way ------------------------------------------------------------------------------------------


def _gripped(system: System, y: Floats, body: int, point: Vector3) -> Grip:
    """By differences: of the energy for the masses, which is exact, and of places for how they move."""
    velocities = _indices(system, VELOCITIES)
    held = system.bodies(y)[body]
    drift = _moving(system, _with(system, y, velocities, {}), body, point)
    J = np.column_stack(
        [_moving(system, _with(system, y, velocities, {i: 1.0}), body, point) - drift for i in velocities]
    )
    M = _masses(system, y, velocities)
    scale = np.sqrt(np.where(np.diag(M) > NOTHING * np.diag(M).max(), np.diag(M), np.inf))
    inverse = np.linalg.pinv(M / np.outer(scale, scale), rcond=RANK, hermitian=True) / np.outer(scale, scale)
    answer = np.zeros((len(y), 3))
    answer[velocities] = inverse @ J.T
    velocity = _moving(system, memoryview(array("d", y)), body, point)
    return Grip(held.position + held.rotation @ point, velocity, answer, J @ inverse @ J.T)


def _masses(system: System, y: Floats, velocities: list[int]) -> NDArray[np.float64]:
    """M (m, m), from the energy, which is of second order in the velocities."""

    def energy(changes: dict[int, float]) -> float:
        return system.energy(_with(system, y, velocities, changes))

    rest, m = energy({}), len(velocities)
    alone = [energy({i: 1.0}) for i in velocities]
    M = np.empty((m, m))
    for a, i in enumerate(velocities):
        M[a, a] = alone[a] + energy({i: -1.0}) - 2.0 * rest
        for b in range(a):
            M[a, b] = M[b, a] = energy({i: 1.0, velocities[b]: 1.0}) - alone[a] - alone[b] + rest
    return M


def _with(system: System, y: Floats, velocities: list[int], changes: dict[int, float]) -> Floats:
    """The state with these velocities alone, and what follows from them."""
    other: Floats = memoryview(array("d", y))
    for i in velocities:
        other[i] = changes.get(i, 0.0)
    system.settle(other, system.p)
    return other


def _moving(system: System, y: Floats, body: int, point: Vector3) -> Vector3:
    """How fast a point of a body moves (3,) [m/s]."""
    dy: Floats = memoryview(array("d", bytes(8 * len(y))))
    system.rate(0.0, y, memoryview(array("d", system.p)), dy)
    still = _indices(system, VELOCITIES)
    near = NEAR / max(1.0, *(abs(dy[i]) for i in _indices(system, PLACES)))
    ends = []
    for side in (near, -near):
        other: Floats = memoryview(array("d", (a + side * b for a, b in zip(y, dy, strict=True))))
        for i in still:
            other[i] = y[i]
        system.settle(other, system.p)
        held = system.bodies(other)[body]
        ends.append(held.position + held.rotation @ point)
    return np.asarray((ends[0] - ends[1]) / (2.0 * near))


def _kinematics(system: System, y: Floats, velocities: NDArray[np.float64]) -> list[float]:
    """How fast all that says a place changes with these velocities."""
    dy: Floats = memoryview(array("d", bytes(8 * len(y))))
    which = _indices(system, VELOCITIES)
    moving = _with(system, y, which, {i: float(velocities[i]) for i in which})
    system.rate(0.0, moving, memoryview(array("d", system.p)), dy)
    return list(dy)


def _indices(system: System, units: tuple[str, ...]) -> list[int]:
    return [i for i, variable in enumerate(system.variables) if variable.unit in units]


def _add(y: Floats, change: NDArray[np.float64]) -> None:
    for i, part in enumerate(change.tolist()):
        if part:
            y[i] += part
