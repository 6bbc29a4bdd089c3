"""The same top in every implementation: what each contender offers, and the motion that all must follow.

The top is the paper's cone at its start (Chappelier 2020, 6.1). A contender that does not follow its motion is
reported, and not timed.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

import physics
from physics.maths.euler_angles import rotation_rows
from physics.pivoted.gyroscope import Gyroscope
from physics.types import Floats

Vector3 = NDArray[np.float64]

SAME_MOTION = 1e-4
"""Greatest error of the axis after a second of steps of 1 ms that counts as the same motion."""


class Missing(Exception):
    """A contender is not available; the message says why."""


@dataclass(frozen=True)
class Contender:
    """One implementation. run(steps, dt) steps it from the start; axis(steps, dt) also returns its final axis.

    steps: number of a timed round. order: of its method.
    """

    name: str
    run: Callable[[int, float], object]
    axis: Callable[[int, float], Vector3]
    steps: int = 5000
    order: int = 4

    def error(self, steps: int, duration: float) -> float:
        """Return the distance of the tip of the unit axis from the true one after `duration` [s] in `steps` steps."""
        return float(np.linalg.norm(self.axis(steps, duration / steps) - true_axis(duration)))

    def follows(self) -> bool:
        """Return whether it is the same motion."""
        return self.error(1000, 1.0) < SAME_MOTION


@cache
def cone() -> Gyroscope:
    """Return the top itself."""
    top = physics.system("gyroscope")
    assert isinstance(top, Gyroscope)
    return top


@cache
def true_axis(duration: float) -> Vector3:
    """Return the axis after `duration` [s], within 1e-9 (10 s): Kutta's method with steps of 0.1 ms."""
    y = stepped(round(duration / 1e-4), 1e-4)
    return cone().axis(y)


def stepped(steps: int, dt: float, start: Sequence[float] = ()) -> Floats:
    """Return the state after `steps` steps of the kernel in CPython, from a state or from the top's own start."""
    kernel, top = physics.integrator("rk4").kernel, cone()
    y = memoryview(array("d", start if len(start) else top.start()))
    workspace = memoryview(array("d", bytes(8 * 5 * len(y))))
    kernel(top.rate, 0.0, dt, steps, y, memoryview(array("d", top.p)), memoryview(array("d")), workspace, 1)
    return y


def start_rotation() -> NDArray[np.float64]:
    """Return the rotation from body to lab at the start, (3, 3)."""
    y = cone().start()
    return np.array(rotation_rows(y[0], y[1], y[2])).reshape(3, 3)


def start_omega() -> Vector3:
    """Return the angular velocity at the start in body axes [rad/s]."""
    return np.asarray(start_rotation().T @ cone().omega(memoryview(cone().start())))


def cpython() -> Contender:
    """Return the source that is compiled, run by CPython."""
    return Contender("Polhode, CPython", stepped, lambda steps, dt: cone().axis(stepped(steps, dt)), steps=400)
