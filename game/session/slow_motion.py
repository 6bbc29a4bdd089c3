"""Slow motion round a moment that is known ahead: how much of the speed asked for is wanted at each time.

Speed is eased down before the moment and up again after it, as a function of simulated time alone, so that the same
wall time leads to the same time of the run however it is cut into pictures. The step of the method stays as it is.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from physics import Clock
from physics.simulation.clock import WHOLE

SLOWEST = 1 / 20
"""Simulated seconds per wall second at the moment; what is slower anyway stays as it is."""
HALF, LONGEST_HALF = 0.1, 0.1
"""From the moment to where it is no longer quite as slow: part of the time that it took to come to it, at most [s]."""
EASE = 1.0
"""Length of the way from full speed to slow motion, in such halves."""
POINTS = 129
GRAIN = 10**6
"""The shares handed to the clock are whole multiples of 1 / GRAIN: its fractions stay short."""


class TimeWarp:
    """Wall time round a moment [s] of a run that passes `speed` times as fast elsewhere."""

    def __init__(self, moment: float, speed: float) -> None:
        self.moment, self.speed = moment, speed
        half = min(HALF * moment, LONGEST_HALF)
        away = np.linspace(-1.0, 1.0, POINTS) * half * (1.0 + EASE)
        part = np.clip((np.abs(away) / max(half, 1e-12) - 1.0) / EASE, 0.0, 1.0)
        eased = part * part * (3.0 - 2.0 * part)
        speeds = speed * (min(SLOWEST, speed) / speed) ** (1.0 - eased)
        self._times = moment + away
        pieces = np.diff(away) * 2.0 / (speeds[1:] + speeds[:-1])
        self._walls = np.concatenate([[0.0], np.cumsum(pieces)])

    def share(self, now: float, wall: float) -> Fraction:
        """Part of the speed at which `wall` seconds pass from the time `now` [s] of the run on, above 0, at most 1."""
        passed = self._time_at(self._wall_at(now) + wall) - now
        return Fraction(min(max(round(GRAIN * passed / (wall * self.speed)), 1), GRAIN), GRAIN)

    def _wall_at(self, time: float) -> float:
        """Wall seconds from the beginning of the slow part to a time of the run."""
        outside = min(time - self._times[0], 0.0) + max(time - self._times[-1], 0.0)
        return float(np.interp(time, self._times, self._walls) + outside / self.speed)

    def _time_at(self, wall: float) -> float:
        """The time of the run so many wall seconds after the slow part begins."""
        outside = min(wall, 0.0) + max(wall - self._walls[-1], 0.0)
        return float(np.interp(wall, self._walls, self._times) + outside * self.speed)


class SlowMotion:
    """Whether slow motion is wanted, and the share of the speed that passes now."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.share = WHOLE
        self._warp: TimeWarp | None = None

    @property
    def passes(self) -> bool:
        """Whether time passes more slowly now than it is asked to."""
        return self.share < WHOLE

    def take(self, moment: float | None, clock: Clock, time: float, wall: float) -> Fraction:
        """The share for the next `wall` seconds of a clock, with the run at `time` [s]; moment [s], or None."""
        self.share = WHOLE
        if self.wanted and moment is not None and wall > 0.0:
            if self._warp is None or (self._warp.moment, self._warp.speed) != (moment, clock.speed):
                self._warp = TimeWarp(moment, clock.speed)
            self.share = self._warp.share(time + clock.part * clock.dt, wall)
        return self.share
