"""The plain data that all of physics shares: states, vectors, what is drawn, and what happens in a run."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = "memoryview[float]"
"""A flat buffer of doubles: what right-hand sides and integrators read and write."""

Vector3 = NDArray[np.float64]


class Arrow(NamedTuple):
    """A vector that explains: origin (3,) [m] and components (3,) in the lab, in `unit`."""

    name: str
    symbol: str
    unit: str
    meaning: str
    origin: Vector3
    vector: Vector3


class Motion(NamedTuple):
    """How a single rigid body moves, in whatever coordinates a formulation has: what is kept when they are changed.

    rotation: unit quaternion (w, x, y, z), body to lab. omega: angular velocity in body axes [rad/s]. position and
    velocity: of the centre of mass in the lab [m, m/s].
    """

    rotation: tuple[float, float, float, float]
    omega: tuple[float, float, float]
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Projectile(NamedTuple):
    """What a machine throws: position (3,) [m] and velocity (3,) [m/s] in the lab, and how far it has come."""

    position: Vector3
    velocity: Vector3
    stage: Literal["held", "flying", "landed"]


class Occurrence(NamedTuple):
    """An event that happened: tick in which, time [s], name, what it means, and the state just before it (n)."""

    tick: int
    time: float
    name: str
    meaning: str
    before: tuple[float, ...] = ()

    def __str__(self) -> str:
        return f"t = {self.time:.6g} s: {self.meaning}"


class GripPoint(NamedTuple):
    """A point of a body that is held: place (3,) [m] and velocity (3,) [m/s] in the lab, and how it answers.

    answer (n, 3): the change of the state y for each N s of a blow there. mobility (3, 3): the change of the velocity.
    """

    place: Vector3
    velocity: Vector3
    answer: NDArray[np.float64]
    mobility: NDArray[np.float64]
