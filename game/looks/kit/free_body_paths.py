"""Exact paths of the tip of omega for a free body, in the lab and in body axes."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from physics.free import poinsot
from physics.maths import dense
from physics.types import Vector3

Floats64 = NDArray[np.float64]

DOTS_A_TURN, MAX_DOTS = 48, 1500
SPARE = 0.5
"""Length of a path computed beyond the shown future, in spans: the path is kept until this reserve is used up."""
OFF = 0.01
"""Greatest distance of a state from a path that it is on, in lengths of omega: more than that from chord to arc."""
PERIODS, MIN_TURNS, MAX_TURNS = 3.0, 2.0, 16.0
"""Number of periods of omega in the body for which the herpolhode is drawn each way; least and greatest number of turns
of the body in that time: more would fill the plane.
"""


class FreeBodyPaths:
    """The closed-form motion through a state at a time `at` [s], sampled over some of its past and future.

    span [s]: duration shown each way. times (n,); space, body (n, 3): the tip of omega at these times in the
    lab and in body axes [rad/s]; polhode (m, 3): the closed curve. period [s]: that of omega in the body.
    """

    def __init__(self, inertia: Floats64, rotation: Floats64, omega: Vector3, at: float) -> None:
        motion = poinsot.PoinsotSolution(inertia, omega, rotation)
        turn = 2.0 * math.pi / dense.length(omega)
        self.at, self.period = at, motion.elements.period
        self.span = min(max(PERIODS * self.period, MIN_TURNS * turn), MAX_TURNS * turn)
        self.polhode = poinsot.polhode(inertia, omega, 192)
        count = min(MAX_DOTS, int(DOTS_A_TURN * (2.0 + SPARE) * self.span / turn))
        times = np.linspace(-self.span, (1.0 + SPARE) * self.span, count)
        self.times, self.space, self.body = at + times, motion.herpolhode(times), motion.omega(times)

    def holds(self, rotation: Floats64, omega: Vector3, at: float) -> bool:
        """Return whether a state is still on the path and enough of its future is left."""
        if not self.at <= at <= self.at + SPARE * self.span:
            return False
        off = max(
            dense.length(self._between(self.body, at) - omega),
            dense.length(self._between(self.space, at) - dense.times(rotation, omega)),
        )
        return off < OFF * dense.length(omega)

    def _between(self, path: Floats64, at: float) -> Vector3:
        step = (at - self.times[0]) / (self.times[1] - self.times[0])
        first = min(int(step), len(path) - 2)
        part = step - first
        return np.asarray((1.0 - part) * path[first] + part * path[first + 1])

    def come(self, path: Floats64, behind: float, at: float, now: Vector3) -> tuple[Floats64, Floats64]:
        """Return times (k,) and points (k, 3) of a path in the last `behind` seconds, up to the present point."""
        first, last = np.searchsorted(self.times, (at - behind, at))
        return np.append(self.times[first:last], at), np.vstack([path[first:last], now])

    def to_come(self, path: Floats64, at: float, now: Vector3) -> Floats64:
        """Return points (k, 3) of a path from the present point on, over one span."""
        first, last = np.searchsorted(self.times, (at, at + self.span))
        return np.vstack([now, path[first:last]])
