"""Plain data types shared by all of physics: states, vectors, arrows, motions and events."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = "memoryview[float]"
"""A flat buffer of doubles, which right-hand sides and integrators read and write."""

Vector3 = NDArray[np.float64]


class Arrow(NamedTuple):
    """A vector to draw: origin (3,) [m] and components (3,) in the lab frame, in `unit`."""

    name: str
    symbol: str
    unit: str
    meaning: str
    origin: Vector3
    vector: Vector3


class Motion(NamedTuple):
    """The motion of a single rigid body, independent of the coordinates of a formulation.

    It is what is kept when the formulation is changed. rotation: unit quaternion (w, x, y, z), body to lab. omega:
    angular velocity in body axes [rad/s]. position and velocity: of the centre of mass in the lab [m, m/s].
    """

    rotation: tuple[float, float, float, float]
    omega: tuple[float, float, float]
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Cartesian(NamedTuple):
    """States of a system in coordinates in which its kinetic energy is ½ |q'|².

    places (r, m): q, such as places of masses times the square roots of these [kg^½ m]; momenta (r, m): q'; potential
    (r,): potential energy [J].
    """

    places: NDArray[np.float64]
    momenta: NDArray[np.float64]
    potential: NDArray[np.float64]


class Projectile(NamedTuple):
    """A projectile of a machine: position (3,) [m] and velocity (3,) [m/s] in the lab, and the stage of the shot."""

    position: Vector3
    velocity: Vector3
    stage: Literal["held", "flying", "landed"]


class Occurrence(NamedTuple):
    """An event of a run: its tick, time [s], name and meaning, and the state (n,) just before it."""

    tick: int
    time: float
    name: str
    meaning: str
    before: tuple[float, ...] = ()

    def __str__(self) -> str:
        return f"t = {self.time:.6g} s: {self.meaning}"


class GripPoint(NamedTuple):
    """A held point of a body: its place (3,) [m] and velocity (3,) [m/s] in the lab, and its response to impulses.

    answer (n, 3): change of the state y per N s of impulse at the point. mobility (3, 3): change of the velocity of
    the point per N s.
    """

    place: Vector3
    velocity: Vector3
    answer: NDArray[np.float64]
    mobility: NDArray[np.float64]
