"""From wall time to whole ticks, in integers, so that nothing drifts."""

from __future__ import annotations

from fractions import Fraction

from physics.errors import BadInput
from physics.fields import number

NANOSECONDS = 1_000_000_000
SLOWEST, FASTEST = 1e-4, 1e3


def seconds(dt: float) -> Fraction:
    """A step in seconds as the fraction its decimal notation means: 0.001 is 1/1000 exactly."""
    return Fraction(repr(float(dt)))


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
            raise BadInput(f"speed = {number(speed)}: must be from {number(SLOWEST)} to {number(FASTEST)}")
        self._speed = seconds(speed)

    def advance(self, wall_nanoseconds: int, budget: int) -> int:
        """How many ticks are due after so much more wall time, at most `budget`; the rest is dropped and counted."""
        self._rest += Fraction(wall_nanoseconds, NANOSECONDS) * self._speed / self._dt
        due = int(self._rest)
        self._rest -= due
        if due > budget:
            self.dropped += due - budget
            self._rest = Fraction(0)
            return budget
        return due

    @property
    def part(self) -> float:
        """How far wall time is into the next tick, 0 to 1: where between two ticks the picture is."""
        return float(self._rest)

    def hold(self) -> None:
        """Forget the part of a tick that has passed (after a reset or a pause)."""
        self._rest = Fraction(0)

    def ticks_for_frame(self, frame: int, fps: int) -> int:
        """Ticks between frame and frame + 1 of a recording at `fps`, whatever the speed of the machine."""
        per_frame = self._speed / (self._dt * fps)
        return int((frame + 1) * per_frame) - int(frame * per_frame)
