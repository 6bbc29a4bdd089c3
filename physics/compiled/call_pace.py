"""The length of calls of machine code, between which the program can be interrupted."""

from __future__ import annotations

CALL_TIME = 0.1
"""Seconds that a call of machine code takes at most, or one tick."""
FIRST_TICKS, MAX_TICKS = 64, 1_000_000


class CallPace:
    """The number of ticks of the next call, `ticks`, from the time that earlier ones took; results do not depend on it.

    Python handles Ctrl-C between calls.
    """

    def __init__(self) -> None:
        self.ticks = FIRST_TICKS

    def took(self, seconds: float) -> None:
        """Adapt the next call after one that took so long."""
        if seconds > CALL_TIME:
            self.ticks = max(1, self.ticks // 2)
        elif seconds < 0.25 * CALL_TIME:
            self.ticks = min(MAX_TICKS, 2 * self.ticks)
