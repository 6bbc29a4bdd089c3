"""What a system shows of a state, as numbers in a fixed order, which a kernel writes (`System.pose`)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.shapes.solids import Body, Solid
from physics.types import Arrow, Floats, Vector3

BODY, ARROW, POINT = 13, 6, 3
"""Numbers of a body: its place (3), its rotation, body to lab, row by row (9), and its spin rate; of an arrow: its
origin (3) and its components (3); of a point."""


class ArrowKind(NamedTuple):
    """The name, symbol, unit and meaning of an arrow."""

    name: str
    symbol: str
    unit: str
    meaning: str


class PoseLayout(NamedTuple):
    """The order of the numbers that `System.pose` writes.

    bodies: name and shape of each. arrows, traces: as in `System.arrows` and `System.traces`; an arrow or a point that
    a state does not have is nan. body_traces: names of points on bodies, and which body each is on. points: how many
    more points a look needs, such as the joints of a rope. tensions: how many links have tensions [N], which come last.
    """

    bodies: tuple[tuple[str, Solid], ...]
    arrows: tuple[ArrowKind, ...] = ()
    traces: tuple[str, ...] = ()
    body_traces: tuple[tuple[str, int], ...] = ()
    points: int = 0
    tensions: int = 0

    @property
    def size(self) -> int:
        """The number of numbers."""
        points = len(self.traces) + len(self.body_traces) + self.points
        return BODY * len(self.bodies) + ARROW * len(self.arrows) + POINT * points + self.tensions

    @property
    def first_point(self) -> int:
        """The number of the first further point, where bodies, traced points and further points are counted on."""
        return len(self.bodies) + len(self.traces)

    def bodies_of(self, numbers: NDArray[np.float64]) -> list[Body]:
        """Return the bodies of a pose (size,)."""
        rows = numbers[: BODY * len(self.bodies)].reshape(-1, BODY)
        return [
            Body(name, solid, row[:3], row[3:12].reshape(3, 3), float(row[12]))
            for (name, solid), row in zip(self.bodies, rows, strict=True)
        ]

    def arrows_of(self, numbers: NDArray[np.float64]) -> list[Arrow]:
        """Return the arrows of a pose (size,), without those that the state does not have."""
        first = BODY * len(self.bodies)
        rows = numbers[first : first + ARROW * len(self.arrows)].reshape(-1, ARROW)
        kept = zip(self.arrows, rows, strict=True)
        return [Arrow(*kind, row[:3], row[3:]) for kind, row in kept if not math.isnan(row[0])]

    def traces_of(self, numbers: NDArray[np.float64]) -> dict[str, Vector3]:
        """Return the traced points of a pose (size,)."""
        first = BODY * len(self.bodies) + ARROW * len(self.arrows)
        return dict(zip(self.traces, numbers[first : first + POINT * len(self.traces)].reshape(-1, POINT), strict=True))

    def body_traces_of(self, numbers: NDArray[np.float64]) -> dict[str, tuple[int, Vector3]]:
        """Return the points traced on bodies of a pose (size,)."""
        first = self.size - self.tensions - POINT * (len(self.body_traces) + self.points)
        rows = numbers[first : first + POINT * len(self.body_traces)].reshape(-1, POINT)
        return {name: (body, row) for (name, body), row in zip(self.body_traces, rows, strict=True)}

    def points_of(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the further points of a pose (size,), (points, 3) [m]."""
        end = self.size - self.tensions
        return numbers[end - POINT * self.points : end].reshape(-1, POINT)

    def tensions_of(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the tensions of a pose (size,), (tensions,) [N]; nan where arithmetic has failed."""
        return numbers[self.size - self.tensions :]


# Scalar functions for kernels -------------------------------------------------------------------------------

Rows = tuple[float, float, float, float, float, float, float, float, float]
"""A rotation, body to lab, row by row."""
Triple = tuple[float, float, float]
UPRIGHT: Rows = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
"""The rotation of a body whose axes are those of the lab."""


def write_vector(out: Floats, at: int, x: float, y: float, z: float) -> None:
    """Write three numbers."""
    out[at] = x
    out[at + 1] = y
    out[at + 2] = z


def write_body(out: Floats, at: int, x: float, y: float, z: float, r: Rows, spin_rate: float) -> None:
    """Write a body: place, rotation, spin rate; at: the place of its first number in out, BODY times its number."""
    write_vector(out, at, x, y, z)
    write_vector(out, at + 3, r[0], r[1], r[2])
    write_vector(out, at + 6, r[3], r[4], r[5])
    write_vector(out, at + 9, r[6], r[7], r[8])
    out[at + 12] = spin_rate


def write_arrow(out: Floats, bodies: int, number: int, tail: Triple, vector: Triple) -> None:
    """Write an arrow by its number among the arrows, which come after so many bodies: its tail and its components."""
    at = BODY * bodies + ARROW * number
    write_vector(out, at, tail[0], tail[1], tail[2])
    write_vector(out, at + 3, vector[0], vector[1], vector[2])


def write_point(out: Floats, bodies: int, arrows: int, number: int, point: Triple) -> None:
    """Write a point by its number among traces and further points, which come after so many bodies and arrows."""
    write_vector(out, BODY * bodies + ARROW * arrows + POINT * number, point[0], point[1], point[2])


def turned(r: Rows, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return the lab components of a vector given in body axes."""
    return (
        r[0] * x + r[1] * y + r[2] * z,
        r[3] * x + r[4] * y + r[5] * z,
        r[6] * x + r[7] * y + r[8] * z,
    )


def composed(r: Rows, s: Floats, at: int) -> Rows:
    """Return r times the matrix whose rows begin at s[at]."""
    a_x, a_y, a_z = turned(r, s[at], s[at + 3], s[at + 6])
    b_x, b_y, b_z = turned(r, s[at + 1], s[at + 4], s[at + 7])
    c_x, c_y, c_z = turned(r, s[at + 2], s[at + 5], s[at + 8])
    return (a_x, b_x, c_x, a_y, b_y, c_y, a_z, b_z, c_z)
