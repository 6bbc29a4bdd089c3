"""Critically damped spring of the cameras, and a point that follows a body on one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense
from physics.maths.elementary import exp

Floats = NDArray[np.float64]
Vector3 = NDArray[np.float64]

FOLLOW_STIFFNESS = 6.0
"""Rate [1/s] of the spring that holds the point that follows a body."""
STEPS_WITH_IT = 2
"""Steps in which the point keeps up with the body: what is shown begins a tick late, so the first is too short to tell
its speed."""


def spring_step(
    position: Floats, rate: Floats, goal: Floats, goal_rate: Floats | float, stiffness: Floats | float, seconds: float
) -> tuple[Floats, Floats]:
    """Return position and rate after some seconds on a critically damped spring.

    It is the exact solution of x'' = -w² (x - goal) - 2 w (x' - goal_rate), whatever the length of a step, for a goal
    that has come to where it is at a steady rate. stiffness: w [1/s], one for all or one for each coordinate.
    """
    gap, slip = position - (goal - goal_rate * seconds), rate - goal_rate
    pull, decay = slip + stiffness * gap, exp(np.multiply(-seconds, stiffness))
    return goal + (gap + pull * seconds) * decay, goal_rate + (slip - stiffness * pull * seconds) * decay


class BodyFollower:
    """A point that follows a body smoothly, without each of its oscillations. All in metres."""

    def __init__(self, body: Vector3) -> None:
        self.attach(body)

    def attach(self, body: Vector3) -> None:
        """Start at the body, and move with it at first."""
        self._body = self.point = body
        self._rate = np.zeros(3)
        self._steps_with_it = STEPS_WITH_IT

    def follow(self, body: Vector3, seconds: float, leap: float) -> Vector3:
        """Return the motion (3,) of the point in `seconds`; a body that moves farther than `leap` was put there."""
        step = body - self._body
        speed = step / seconds if dense.length(step) < leap else np.zeros(3)
        before, self._body = self.point, body
        rate = speed if self._steps_with_it > 0 else self._rate
        self._steps_with_it -= 1
        self.point, self._rate = spring_step(self.point, rate, body, speed, FOLLOW_STIFFNESS, seconds)
        return np.asarray(self.point - before)
