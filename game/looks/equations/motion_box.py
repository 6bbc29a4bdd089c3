"""Where the motion of equations of one's own goes in its first seconds, for its place above the table and its size."""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics import Simulation, System
from physics.equations.equations import Equations
from physics.maths import dense
from physics.maths.elementary import cos, sin
from physics.types import Floats

WATCHED, STEPS, POSES = 10.0, 1000, 200
"""Time of the motion [s], steps of Runge and Kutta in it, and number of its states of which the places are taken."""
MOST_WORK = 1_500_000
"""Bytes of the code of the equations that are gone through at most: of long ones there are fewer steps."""
FAR = 1e6
"""Greatest coordinate that counts [m]: beyond it the motion has run away."""
ALIKE = 1e-9
"""Change of a shape, in its size, up to which it counts as the same."""
LEAST = 1e-12
"""Least length [m] by which a direction is divided."""


WAYS = np.array([way for way in itertools.product((-1.0, 0.0, 1.0), repeat=3) if any(way)])
WAYS /= np.linalg.norm(WAYS, axis=1, keepdims=True)
"""Directions (26, 3) in which the farthest places of a motion are kept."""


class MotionBox(NamedTuple):
    """The least and the greatest coordinates (3,) [m] of all that is drawn, and the time of an oscillation [s].

    period: twice the mean time between two extremes of the coordinate of a traced point that has most of them, at most
    `WATCHED`. outermost: places (n, 3) [m] of what is drawn, the farthest in each of `WAYS`.
    further: the further points of the pose (3, n, 3) [m] at the start, in the middle and at the end.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    period: float
    outermost: NDArray[np.float64]
    further: NDArray[np.float64]

    def is_still(self, places: Sequence[int]) -> bool:
        """Return whether further points of these numbers stay where they are."""
        return bool((self.further[:, places] == self.further[0, places]).all())

    def is_shifted(self, places: Sequence[int]) -> bool:
        """Return whether they move without changing their distances and directions from one another."""
        shapes = self.further[:, places] - self.further[:, places[:1]]
        return bool(np.abs(shapes - shapes[0]).max() <= ALIKE * np.abs(shapes).max())


def box_of(system: Equations) -> MotionBox:
    """Return where the motion goes in its first seconds, or until it has no value."""
    low, high = np.full(3, math.inf), np.full(3, -math.inf)
    traced, kept, states = [], np.zeros((0, 3)), _states(system)
    ends = [system.pose_layout.points_of(system.posed(y)) for y in (states[0], states[len(states) // 2], states[-1])]
    for y in states:
        with np.errstate(all="ignore"):
            rows = _corners(system, y)
        if np.isfinite(rows).all() and np.abs(rows).max() < FAR:
            low, high = np.minimum(low, rows.min(axis=0)), np.maximum(high, rows.max(axis=0))
            rows = np.vstack([kept, rows])
            kept = rows[np.unique(dense.times(rows, WAYS.T).argmax(axis=0))]
            traced.append(np.array([*system.traces(y).values()]).reshape(-1))
    if not np.isfinite(low).all():
        low, high = np.full(3, -1.0), np.full(3, 1.0)
        kept = np.vstack([low, high])
    return MotionBox(low, high, _period(np.array(traced)), kept, np.array(ends))


def _period(rows: NDArray[np.float64]) -> float:
    """Return the time of an oscillation [s]; rows (n, coordinates): of states at equal times."""
    if len(rows) < 3 or not rows.shape[1]:
        return WATCHED
    signs = np.sign(np.diff(rows, axis=0))
    turns = int((signs[1:] * signs[:-1] < 0.0).sum(axis=0).max())
    return 2.0 * WATCHED / max(turns, 2)


def _corners(system: Equations, y: Floats) -> NDArray[np.float64]:
    """Return corners of all bodies at a state, and further points (n, 3) [m]: of a ring the rim, and not its axis."""
    bodies = [
        np.asarray(body.position, float) + dense.times(body.solid.extremes(), np.asarray(body.rotation, float).T)
        for body in system.bodies(y)
    ]
    points = system.pose_layout.points_of(system.posed(y))
    rings = system.drawing.of("ring")
    rims = [_rim(points[item.ends[0]], points[item.ends[1]], item.sizes[0]) for item in rings]
    axes = [item.ends[1] for item in rings]
    return np.vstack([*bodies, np.delete(points, axes, axis=0), *rims])


def _rim(centre: NDArray[np.float64], on_axis: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
    """Return points (16, 3) [m] of a circle about a centre (3,), square to the line from there to another place."""
    axis = on_axis - centre
    side = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    across = np.cross(axis, side)
    around = 2.0 * math.pi * np.arange(16)[:, None] / 16.0
    side, across = side / max(dense.length(side), LEAST), across / max(dense.length(across), LEAST)
    return np.asarray(centre + radius * (cos(around) * side + sin(around) * across))


def _states(system: System) -> list[Floats]:
    """Return states of the motion, the start first."""
    size = len(system.rate.__code__.co_code)
    each = max(1, min(STEPS, MOST_WORK // (4 * size)) // POSES)
    run = Simulation(system, "rk4", WATCHED / (POSES * each))
    found: list[Floats] = [memoryview(array("d", run.y))]
    while len(found) <= POSES and not run.divergence:
        run.advance(each)
        found.append(memoryview(array("d", run.y)))
    return found
