"""Conversion of wall time to whole ticks, in exact arithmetic, so that nothing drifts."""

from __future__ import annotations

from fractions import Fraction

from physics.core.units import check_number, seconds

NANOSECONDS = 1_000_000_000
MIN_SPEED, MAX_SPEED = 1e-4, 1e3
LEAST_STEP, MOST_STEP = 1e-9, 1e9
"""Bounds of the step of a clock [s], which need not be one of a simulation."""
WHOLE = Fraction(1)


class Clock:
    """A counter of the ticks of dt seconds that are due when simulated time runs `speed` times as fast as wall time.

    The caller passes the wall time; the clock never reads one. Speed multiplies wall time, never dt. Ticks beyond a
    given budget are dropped and counted in `dropped`. Raises BadInput for a speed out of bounds.
    """

    def __init__(self, dt: float = 1e-3, speed: float = 1.0) -> None:
        self.dropped = 0
        self._rest = Fraction(0)
        self.dt = dt
        self.speed = speed

    @property
    def dt(self) -> float:
        """The step [s]."""
        return float(self._dt)

    @dt.setter
    def dt(self, dt: float) -> None:
        self._dt = seconds(check_number("dt", dt, "s", LEAST_STEP, MOST_STEP))
        self._rest = Fraction(0)

    @property
    def speed(self) -> float:
        """The requested speed, simulated seconds per wall second."""
        return float(self._speed)

    @speed.setter
    def speed(self, speed: float) -> None:
        self._speed = seconds(check_number("speed", speed, "", MIN_SPEED, MAX_SPEED))

    def advance(self, wall_nanoseconds: int, budget: int, share: Fraction = WHOLE) -> int:
        """Return the ticks due after more wall time [ns], at most `budget`; the rest is dropped and counted.

        share: factor on the speed, below 1 in slow motion.
        """
        due = self._due(Fraction(wall_nanoseconds, NANOSECONDS), share)
        if due > budget:
            self.drop(due - budget)
            return budget
        return due

    def drop(self, ticks: int) -> None:
        """Count ticks as dropped that were due but not run."""
        self.dropped += ticks
        self._rest = Fraction(0)

    def advance_frame(self, fps: int, share: Fraction = WHOLE) -> int:
        """Return the ticks due in one frame of a recording at `fps`, without a budget; share as in `advance`."""
        return self._due(Fraction(1, fps), share)

    def due_in_frame(self, fps: int) -> int:
        """Return the ticks that `advance_frame` would return now."""
        return int(self._rest + Fraction(1, fps) * self._speed / self._dt)

    def _due(self, wall: Fraction, share: Fraction) -> int:
        """Return the whole ticks due after more wall time [s]."""
        self._rest += wall * self._speed * share / self._dt
        due = int(self._rest)
        self._rest -= due
        return due

    @property
    def part(self) -> float:
        """The elapsed fraction of the next tick, 0 to 1, by which pictures interpolate between two ticks."""
        return float(self._rest)

    def hold(self) -> None:
        """Discard the elapsed fraction of a tick (after a reset or a pause)."""
        self._rest = Fraction(0)
