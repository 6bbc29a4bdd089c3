"""A hand that holds a point of a body and pulls it to a target, like a spring with a damper.

It acts by impulses, one every few milliseconds or at every tick. Between them the motion is that without a hand, so any
method and machine code can be used. An impulse changes velocities alone, and the change of the energy is exactly the
work of the hand.

The response of a point of a body to an impulse P [N s] is in `physics/core/grip.py`: velocities change by M⁻¹ Jᵀ P. A
displacement by M⁻¹ Jᵀ p is the one that moves the least mass.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from physics.core.grip import grip_point, with_velocities
from physics.core.system import System
from physics.core.units import shown
from physics.errors import BadInput
from physics.maths import dense
from physics.types import Floats, Vector3

IMPULSE_INTERVAL = 4e-3
"""Time from one impulse to the next [s], if ticks are not longer."""
MAX_STEPS, MIN_STEP, MAX_STEP, MIN_DAMPING = 40, 1e-9, 0.3, 1e-4
"""Of `move_point`: greatest number of steps, shortest and longest step [rad or m], and least damping (Levenberg)."""


@dataclass(frozen=True)
class SpringHand:
    """A spring from a point [m], in the axes of one of `System.bodies`, to a target in the lab [m].

    stiffness [N/m] and damping [N s/m] are those of the spring.
    """

    body: int
    point: tuple[float, float, float]
    target: tuple[float, float, float]
    stiffness: float
    damping: float

    def numbers(self) -> list[float]:
        """Return all fields as a flat list."""
        return [float(self.body), *self.point, *self.target, self.stiffness, self.damping]

    @classmethod
    def of(cls, numbers: object) -> SpringHand:
        """Return a hand from the list of `numbers`; raises BadInput."""
        try:
            body, a, b, c, x, y, z, stiffness, damping = map(float, numbers)  # type: ignore[call-overload]
            found = cls(int(body), (a, b, c), (x, y, z), stiffness, damping)
        except (TypeError, ValueError, OverflowError):
            allowed = "9 numbers: body, point, target, stiffness, damping"
            raise BadInput(f"hand = {shown(numbers)}: must be {allowed}") from None
        if not np.isfinite(found.numbers()).all() or body < 0 or stiffness < 0.0 or damping < 0.0:
            raise BadInput(f"hand = {shown(numbers)}: must be finite, with body, stiffness and damping at least 0")
        return found


def check(system: System, y: Floats, hand: SpringHand) -> None:
    """Raise BadInput if the body does not exist or its point cannot move."""
    count = len(system.bodies(y))
    if hand.body >= count:
        raise BadInput(f"hand: body = {hand.body}: must be below {count}, the number of bodies")
    grip_point(system, y, hand.body, np.array(hand.point))


def apply_pull(system: System, hand: SpringHand, y: Floats, seconds: float) -> tuple[Vector3, float]:
    """Apply the impulse of the spring over `seconds` to y, in place; return the force (3,) [N] and its work [J].

    The force uses the velocity in the middle of the impulse, which gives the correct equilibrium under a weight, or,
    for a mass too light for that, the velocity after it, which is stable for any stiffness.
    """
    held = grip_point(system, y, hand.body, np.array(hand.point))
    stiff = hand.damping + seconds * hand.stiffness
    heavy = seconds * stiff * _largest(held.mobility) < 1.0
    share = 0.5 if heavy else 1.0
    explicit = hand.stiffness * (np.array(hand.target) - held.place) - stiff * held.velocity
    force = dense.solve(np.eye(3) + share * seconds * stiff * held.mobility, explicit)
    impulse = seconds * force
    _add(y, dense.applied(held.answer, impulse))
    system.settle(y, system.p)
    return np.asarray(force), dense.dot(impulse, held.velocity + 0.5 * dense.applied(held.mobility, impulse))


def critical_gains(system: System, y: Floats, body: int, point: Vector3, frequency: float) -> tuple[float, float]:
    """Return stiffness and damping of a hand with critical damping at a natural frequency [1/s] for the point."""
    mobility = grip_point(system, y, body, point).mobility
    mass = 1.0 / _largest(mobility)
    pace = 2.0 * np.pi * frequency
    return mass * pace * pace, 2.0 * mass * pace


def move_point(system: System, y: Floats, body: int, point: Vector3, target: Vector3) -> None:
    """Move the point of a body as near to the target as possible, in place, by moving the least mass.

    Velocities are unchanged. Raises BadInput as `grip_point` does, and if the equations do not hold at the new state.
    """
    moved: Floats = memoryview(array("d", y))
    places, damping = system.places("coordinate"), MIN_DAMPING
    held = grip_point(system, moved, body, point)
    for _ in range(MAX_STEPS):
        gap = target - held.place
        largest = _largest(held.mobility)
        push = dense.solve(held.mobility + damping * largest * np.eye(3), gap)
        step = _kinematics(system, moved, dense.applied(held.answer, push))
        size = max((abs(step[i]) for i in places), default=0.0)
        if size < MIN_STEP:
            break
        tried: Floats = memoryview(array("d", moved))
        for i in places:
            tried[i] += step[i] * min(1.0, MAX_STEP / size)
        system.settle(tried, system.p)
        there = grip_point(system, tried, body, point)
        if dense.length(target - there.place) < dense.length(gap):
            moved, held, damping = tried, there, max(0.1 * damping, MIN_DAMPING)
        else:
            damping *= 30.0
    if not np.isfinite(moved).all() or not system.margin(moved, system.p) > 0.0:
        raise BadInput(f"{system.name}: cannot be put there: {system.trouble(moved) or 'no such state'}")
    y[:] = moved


def _largest(mobility: NDArray[np.float64]) -> float:
    """Return the largest eigenvalue of a mobility (3, 3) [1/kg]."""
    return float(dense.eigen(mobility)[0][-1])


def _kinematics(system: System, y: Floats, velocities: NDArray[np.float64]) -> list[float]:
    """Return the rate of the whole state with these velocities."""
    dy: Floats = memoryview(array("d", bytes(8 * len(y))))
    which = system.places("velocity")
    moving = with_velocities(system, y, which, {i: float(velocities[i]) for i in which})
    system.rate(0.0, moving, system.p, dy)
    return list(dy)


def _add(y: Floats, change: NDArray[np.float64]) -> None:
    for i, part in enumerate(change.tolist()):
        if part:
            y[i] += part
