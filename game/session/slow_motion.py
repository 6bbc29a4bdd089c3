"""Slow motion near a moment that is known in advance: the fraction of the speed at each time.

The speed is eased down before the moment and up again after it, as a function of simulated time alone, so that the same
wall time leads to the same simulated time at any frame rate. The step of the method stays the same.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from physics import Clock
from physics.maths.elementary import exp, log
from physics.simulation.clock import WHOLE

SLOWEST = 1 / 20
"""Simulated seconds per wall second at the moment; a lower speed is kept."""
HALF, MAX_HALF = 0.1, 0.1
"""Half length of the slowest part: as part of the time from the start to the moment, and its greatest value [s]."""
EASE = 1.0
"""Length of the transition from full speed to slow motion, in such halves."""
POINTS = 129
GRAIN = 10**6
"""Denominator of the fractions given to the clock: its own fractions stay short."""


class TimeWarp:
    """Map between wall time and run time near a moment [s], for a run at `speed` elsewhere."""

    def __init__(self, moment: float, speed: float) -> None:
        self.moment, self.speed = moment, speed
        half = min(HALF * moment, MAX_HALF)
        away = np.linspace(-1.0, 1.0, POINTS) * half * (1.0 + EASE)
        part = np.clip((np.abs(away) / max(half, 1e-12) - 1.0) / EASE, 0.0, 1.0)
        eased = part * part * (3.0 - 2.0 * part)
        speeds = speed * exp((1.0 - eased) * log(min(SLOWEST, speed) / speed))
        self._times = moment + away
        pieces = np.diff(away) * 2.0 / (speeds[1:] + speeds[:-1])
        self._walls = np.concatenate([[0.0], np.cumsum(pieces)])

    def share(self, now: float, wall: float) -> Fraction:
        """Return the part of the speed for `wall` seconds from the run's time `now` [s] on, above 0, at most 1."""
        passed = self._time_at(self._wall_at(now) + wall) - now
        return Fraction(min(max(round(GRAIN * passed / (wall * self.speed)), 1), GRAIN), GRAIN)

    def _wall_at(self, time: float) -> float:
        """Return wall seconds from the beginning of the slow part to a time of the run."""
        outside = min(time - self._times[0], 0.0) + max(time - self._times[-1], 0.0)
        return float(np.interp(time, self._times, self._walls) + outside / self.speed)

    def _time_at(self, wall: float) -> float:
        """Return the time of the run at wall seconds from the beginning of the slow part."""
        outside = min(wall, 0.0) + max(wall - self._walls[-1], 0.0)
        return float(np.interp(wall, self._walls, self._times) + outside * self.speed)


class SlowMotion:
    """Slow motion of a session: whether it is wanted, and the present fraction of the speed."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.share = WHOLE
        self._warp: TimeWarp | None = None

    @property
    def passes(self) -> bool:
        """True while the run is slowed down."""
        return self.share < WHOLE

    def take(self, moment: float | None, clock: Clock, time: float, wall: float) -> Fraction:
        """Return the fraction for the next `wall` seconds of a clock, with the run at `time` [s]; moment: in [s]."""
        self.share = WHOLE
        if self.wanted and moment is not None and wall > 0.0:
            if self._warp is None or (self._warp.moment, self._warp.speed) != (moment, clock.speed):
                self._warp = TimeWarp(moment, clock.speed)
            self.share = self._warp.share(time + clock.part * clock.dt, wall)
        return self.share
