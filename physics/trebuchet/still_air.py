"""The flights that a stone would have without wind, or without spin, from the state in which it leaves the sling."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from physics.trebuchet.air import air_force
from physics.trebuchet.machine import GRAVITY, M2, MAGNUS, V_X, V_Y, WIND_X, WIND_Y, X, Y
from physics.types import Floats

STEP = 0.02
"""Step of the method of Runge and Kutta [s]."""
LONGEST = 120.0
"""Greatest duration of the flight [s]: backspin may keep the stone in the air for ever."""

Four = tuple[float, float, float, float]


def still_path(p: Floats, state: Sequence[float] | Floats) -> NDArray[np.float64]:
    """Return the path (n, 2) of the stone in still air from a state at its release to the ground, x and y [m].

    The last point is on the ground, unless the flight lasts longer than `LONGEST`.
    """
    return _path_without((WIND_X, WIND_Y), p, state)


def spinless_path(p: Floats, state: Sequence[float] | Floats) -> NDArray[np.float64]:
    """Return the path without the Magnus force, as `still_path` does that without wind."""
    return _path_without((MAGNUS,), p, state)


def blows(p: Floats) -> bool:
    """Return whether there is wind."""
    return p[WIND_X] != 0.0 or p[WIND_Y] != 0.0


def spins(p: Floats) -> bool:
    """Return whether the stone spins, and so feels the Magnus force."""
    return p[MAGNUS] != 0.0


def _path_without(places: tuple[int, ...], p: Floats, state: Sequence[float] | Floats) -> NDArray[np.float64]:
    """Return the path with the constants at these places set to 0."""
    numbers = array("d", p)
    for place in places:
        numbers[place] = 0.0
    return _path(numbers.tobytes(), (float(state[X]), float(state[Y]), float(state[V_X]), float(state[V_Y])))


@lru_cache(maxsize=32)
def _path(numbers: bytes, start: Four) -> NDArray[np.float64]:
    p: Floats = memoryview(array("d", numbers))

    def rate(s: Four) -> Four:
        F_x, F_y = air_force(s[2], s[3], p)
        return s[2], s[3], F_x / p[M2], F_y / p[M2] - p[GRAVITY]

    points, s = [start[:2]], start
    for _ in range(round(LONGEST / STEP)):
        if s[1] < 0.0 and s[3] < 0.0:
            break
        a = rate(s)
        b = rate(_moved(s, a, 0.5 * STEP))
        c = rate(_moved(s, b, 0.5 * STEP))
        d = rate(_moved(s, c, STEP))
        mean = tuple((k + 2.0 * (u + v) + w) / 6.0 for k, u, v, w in zip(a, b, c, d, strict=True))
        s = _moved(s, mean, STEP)  # type: ignore[arg-type]
        points.append(s[:2])
    path = np.array(points)
    if len(path) > 1 and path[-1, 1] < 0.0:
        share = path[-2, 1] / (path[-2, 1] - path[-1, 1])
        path[-1] = path[-2, 0] + share * (path[-1, 0] - path[-2, 0]), 0.0
    return path


def _moved(s: Four, rate: Four, h: float) -> Four:
    return s[0] + h * rate[0], s[1] + h * rate[1], s[2] + h * rate[2], s[3] + h * rate[3]
