"""From wall time to whole ticks, in integers, so that nothing drifts."""

from __future__ import annotations

from fractions import Fraction

from physics.core.units import format_number, seconds
from physics.errors import BadInput

NANOSECONDS = 1_000_000_000
SLOWEST, FASTEST = 1e-4, 1e3
WHOLE = Fraction(1)


class Clock:
    """Hands out ticks of dt seconds for wall time that passes `speed` times as fast.

    It is told the wall nanoseconds and never reads a clock itself. Speed multiplies wall time, never dt.
    What a budget of ticks cannot catch up is dropped and counted. Raises BadInput for a speed out of bounds.
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
        self._dt = seconds(dt)
        self._rest = Fraction(0)

    @property
    def speed(self) -> float:
        """Simulated seconds per wall second that are asked for."""
        return float(self._speed)

    @speed.setter
    def speed(self, speed: float) -> None:
        if not SLOWEST <= speed <= FASTEST:
            raise BadInput(
                f"speed = {format_number(speed)}: must be from {format_number(SLOWEST)} to {format_number(FASTEST)}"
            )
        self._speed = seconds(speed)

    def advance(self, wall_nanoseconds: int, budget: int, share: Fraction = WHOLE) -> int:
        """How many ticks are due after so much more wall time, at most `budget`; the rest is dropped and counted.

        share: part of the speed asked for that is wanted just now, in slow motion.
        """
        due = self._due(Fraction(wall_nanoseconds, NANOSECONDS), share)
        if due > budget:
            self.dropped += due - budget
            self._rest = Fraction(0)
            return budget
        return due

    def advance_frame(self, fps: int, share: Fraction = WHOLE) -> int:
        """Ticks of one more frame of a recording at `fps`, however fast the machine is; share as in `advance`."""
        return self._due(Fraction(1, fps), share)

    def _due(self, wall: Fraction, share: Fraction) -> int:
        """Whole ticks that are due after so much more wall time [s]."""
        self._rest += wall * self._speed * share / self._dt
        due = int(self._rest)
        self._rest -= due
        return due

    @property
    def part(self) -> float:
        """How far wall time is into the next tick, 0 to 1: where between two ticks the picture is."""
        return float(self._rest)

    def hold(self) -> None:
        """Forget the part of a tick that has passed (after a reset or a pause)."""
        self._rest = Fraction(0)
