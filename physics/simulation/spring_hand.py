"""A hand that holds a point of a body and pulls it to where it points, like a spring with a damper.

It acts in blows, one every few milliseconds or at every tick: between them the motion is what it is without a hand, so
that any method and machine code go on with it as ever. A blow changes velocities alone; by how much the energy changes
is the work of the hand, exactly.

How a point of a body answers a blow P [N s] is said in `physics/core/grip.py`: velocities change by M⁻¹ Jᵀ P. A
displacement by M⁻¹ Jᵀ p is the one that moves the least mass.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from physics.core.grip import grip_point, with_velocities
from physics.core.system import System
from physics.errors import BadInput
from physics.types import Floats, Vector3

BLOW_SECONDS = 4e-3
"""From one blow to the next, if ticks are not longer."""
STEPS, ENOUGH, LONGEST, LEAST = 40, 1e-9, 0.3, 1e-4
"""Of a displacement: most steps, the shortest and the longest of one [rad or m], and the least damping (Levenberg)."""


@dataclass(frozen=True)
class SpringHand:
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
    def of(cls, numbers: object) -> SpringHand:
        """A hand from such a row; raises BadInput."""
        try:
            body, a, b, c, x, y, z, stiffness, damping = map(float, numbers)  # type: ignore[call-overload]
        except (TypeError, ValueError):
            raise BadInput(f"hand = {numbers!r}: must be 9 numbers: body, point, target, stiffness, damping") from None
        found = cls(int(body), (a, b, c), (x, y, z), stiffness, damping)
        if not np.isfinite(found.numbers()).all() or body < 0 or stiffness < 0.0 or damping < 0.0:
            raise BadInput(f"hand = {numbers!r}: must be finite, with body, stiffness and damping at least 0")
        return found


def check(system: System, y: Floats, hand: SpringHand) -> None:
    """Raise BadInput where there is no body to hold, or none that moves."""
    count = len(system.bodies(y))
    if hand.body >= count:
        raise BadInput(f"hand: body = {hand.body}: must be below {count}, the number of bodies")
    grip_point(system, y, hand.body, np.array(hand.point))


def apply_pull(system: System, hand: SpringHand, y: Floats, seconds: float) -> tuple[Vector3, float]:
    """Pull for so long at once, in place; returns the force (3,) [N] and the work that was done [J].

    The spring acts by the velocity in the middle of the blow, so that it holds a weight where it should, or, on a mass
    too light for that, by the one behind it, so that no spring is too stiff.
    """
    held = grip_point(system, y, hand.body, np.array(hand.point))
    stiff = hand.damping + seconds * hand.stiffness
    heavy = seconds * stiff * float(np.linalg.eigvalsh(held.mobility)[-1]) < 1.0
    share = 0.5 if heavy else 1.0
    wanted = hand.stiffness * (np.array(hand.target) - held.place) - stiff * held.velocity
    force = np.linalg.solve(np.eye(3) + share * seconds * stiff * held.mobility, wanted)
    impulse = seconds * force
    _add(y, held.answer @ impulse)
    system.settle(y, system.p)
    return np.asarray(force), float(impulse @ (held.velocity + 0.5 * held.mobility @ impulse))


def critical_gains(system: System, y: Floats, body: int, point: Vector3, frequency: float) -> tuple[float, float]:
    """Stiffness and damping of a hand under which the point would settle so fast [1/s], aperiodically."""
    mobility = grip_point(system, y, body, point).mobility
    mass = 1.0 / float(np.linalg.eigvalsh(mobility)[-1])
    pace = 2.0 * np.pi * frequency
    return mass * pace * pace, 2.0 * mass * pace


def move_point(system: System, y: Floats, body: int, point: Vector3, target: Vector3) -> None:
    """Put the point of a body where it is nearest to the target, in place, by moving the least mass on the way.

    Velocities stay as they are. Raises BadInput as `grip_point` does, and where the equations do not hold there.
    """
    moved: Floats = memoryview(array("d", y))
    places, damping = system.places("coordinate"), LEAST
    held = grip_point(system, moved, body, point)
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
        there = grip_point(system, tried, body, point)
        if np.linalg.norm(target - there.place) < np.linalg.norm(gap):
            moved, held, damping = tried, there, max(0.1 * damping, LEAST)
        else:
            damping *= 30.0
    if not np.isfinite(moved).all() or not system.margin(moved, system.p) > 0.0:
        raise BadInput(f"{system.name}: cannot be put there: {system.trouble(moved) or 'no such state'}")
    y[:] = moved


def _kinematics(system: System, y: Floats, velocities: NDArray[np.float64]) -> list[float]:
    """How fast all that says a place changes with these velocities."""
    dy: Floats = memoryview(array("d", bytes(8 * len(y))))
    which = system.places("velocity")
    moving = with_velocities(system, y, which, {i: float(velocities[i]) for i in which})
    system.rate(0.0, moving, system.p, dy)
    return list(dy)


def _add(y: Floats, change: NDArray[np.float64]) -> None:
    for i, part in enumerate(change.tolist()):
        if part:
            y[i] += part
