"""Time of the first flip of the lower bar, for many double pendulums released at rest."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from physics.batch.copies import LaneBatch, cores, shape_for
from physics.compiled import native
from physics.core.system import System
from physics.errors import BadInput
from physics.linkages.double_bars import DoubleBarSystem
from physics.linkages.double_equations import V, W
from physics.registry import integrator
from physics.systems.double_pendulum import DoublePendulum

DURATION = 20.0
"""Default duration [s]."""
STEPS = 64
"""Steps per time sqrt(l/g) of the shorter bar: 5 ms for bars of 1 m, an error of 1e-6 rad after 2 s, at most 1e-3."""
STEPS_PER_CHECK = 8
"""Steps between two checks; a bar that flips and returns between them, by some 0.002 rad, is missed."""
CHECKS_PER_CALL = 8
"""Checks between two calls of `follow`, which can cancel the run."""
PENDULUMS_PER_TASK = 4096
"""Pendulums of one task; their states fit into a processor's cache."""
HALVINGS = 40
UPPER, LOWER, LOWER_RATE = 0, 1, 3
"""Indices in the state of `DoublePendulum`."""
METHOD = "rk4"

Numbers = NDArray[np.float64]


def pendulum(system: System) -> DoublePendulum:
    """Return the pendulum of these bars with Lagrange's equations, from any formulation; raises BadInput."""
    if not isinstance(system, DoubleBarSystem):
        raise BadInput(f"flips: {system.name} is no double pendulum of bars, double-pendulum is one")
    if not system.gravity > 0.0:
        raise BadInput(f"flips: gravity = {system.gravity:g} m/s²: must be more than 0, or bars at rest stay there")
    known = {name: system.parameters[name] for name in system.applicable() if name in DoublePendulum.fields}
    return DoublePendulum(known)


def prepared(system: DoublePendulum) -> bool:
    """Return whether machine code is available or impossible; if it is missing, compile it in the background."""
    shape = shape_for(system, integrator(METHOD))
    if native.is_compiled(shape) is None and not native.compile_error(shape):
        native.background.ask(shape)
        return False
    return True


def step(system: DoublePendulum) -> float:
    """Return the step [s] for these bars."""
    return math.sqrt(min(system.upper_length, system.lower_length) / system.gravity) / STEPS


def can_flip(system: DoublePendulum, upper: Numbers, lower: Numbers) -> NDArray[np.bool_]:
    """Return whether bars released at these angles [rad] have enough energy to bring the lower one upright, (n,)."""
    p = system.p
    return -p[V] * np.cos(upper) - p[W] * np.cos(lower) >= p[W] - p[V]


class FlipBatch:
    """Double pendulums released at rest, and the time at which the lower bar of each first passes the upward vertical.

    upper, lower: (n,), the angles of the bars from the downward vertical [rad], the lower one within half a turn.
    times: (n,) [s], inf for those that have not flipped. time: the simulated time so far [s], up to `duration`.

    The method is rk4 with steps of `dt` (default: `step`); between two checks the time of a flip is found on the cubic
    Hermite interpolant. After some ten swings the motion is chaotic: single times have no meaning there, only their
    pattern. Raises BadInput if there is no machine code.
    """

    def __init__(
        self, system: DoublePendulum, upper: Numbers, lower: Numbers, duration: float = DURATION, dt: float = 0.0
    ) -> None:
        self.dt = dt or step(system)
        self.duration, self.time = duration, 0.0
        self.times = np.full(len(upper), np.inf)
        places = np.flatnonzero(can_flip(system, upper, lower))
        starts = np.zeros((len(places), 4))
        starts[:, UPPER], starts[:, LOWER] = upper[places], lower[places]
        try:
            self._parts = [
                _CellBlock(
                    system,
                    self.dt,
                    starts[first : first + PENDULUMS_PER_TASK],
                    places[first : first + PENDULUMS_PER_TASK],
                    self.times,
                )
                for first in range(0, len(places), PENDULUMS_PER_TASK)
            ]
        except native.Unavailable as problem:
            raise BadInput(f"flips: compiled code is needed and not available: {problem}") from None

    def run(self, follow: Callable[[], bool] = lambda: True) -> None:
        """Run to the end, on all cores; `follow` is called regularly and ends the run by returning False."""
        from concurrent.futures import ThreadPoolExecutor

        checks = math.ceil(self.duration / (STEPS_PER_CHECK * self.dt))
        with ThreadPoolExecutor(cores(), thread_name_prefix="flips") as pool:
            for done in range(0, checks, CHECKS_PER_CALL):
                number = min(CHECKS_PER_CALL, checks - done)
                list(pool.map(lambda part, number=number: part.advance(number), self._parts))
                self.time = min((done + number) * STEPS_PER_CHECK * self.dt, self.duration)
                if not follow():
                    return
        self.times[self.times > self.duration] = np.inf


class _CellBlock:
    """A block of the pendulums; those that have flipped are removed once they are more than half."""

    def __init__(self, system: DoublePendulum, dt: float, starts: Numbers, places: NDArray[np.intp], times: Numbers):
        self._system, self._dt, self._times = system, dt, times
        self._checks = 0
        self._take(starts, places)

    def _take(self, starts: Numbers, places: NDArray[np.intp]) -> None:
        self._places = places
        self._copies = LaneBatch(self._system, integrator(METHOD), self._dt, starts)
        self._going = np.ones(len(places), bool)

    def advance(self, checks: int) -> None:
        """Advance by a number of checks, in this thread."""
        span = STEPS_PER_CHECK * self._dt
        angle, rate = self._copies.column(LOWER), self._copies.column(LOWER_RATE)
        for _ in range(checks if len(self._places) else 0):
            self._copies.advance(STEPS_PER_CHECK, threads=False)
            before, rate_before = angle, rate
            angle, rate = self._copies.column(LOWER), self._copies.column(LOWER_RATE)
            new = np.flatnonzero((np.abs(angle) > math.pi) & self._going)
            if len(new):
                part = crossing(before[new], rate_before[new] * span, angle[new], rate[new] * span)
                self._times[self._places[new]] = (self._checks + part) * span
                self._going[new] = False
            self._checks += 1
        if 2 * int(self._going.sum()) < len(self._going):
            self._take(self._copies.states[self._going], self._places[self._going])


def crossing(before: Numbers, rate_before: Numbers, after: Numbers, rate_after: Numbers) -> Numbers:
    """Return where the cubic Hermite interpolant reaches the upward vertical, as a fraction of the interval, (n,).

    before, after: angles at both ends, the last one beyond half a turn; rate_before, rate_after: rates per interval.
    """
    side = np.sign(after)
    a, b, da, db = side * before - math.pi, side * after - math.pi, side * rate_before, side * rate_after
    c2, c3 = 3.0 * (b - a) - 2.0 * da - db, 2.0 * (a - b) + da + db
    low, high = np.zeros(len(a)), np.ones(len(a))
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        beyond = a + middle * (da + middle * (c2 + middle * c3)) > 0.0
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
    return high
