"""Playback of the kept past of a run: the loop from A to B, and the direction of time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Playback:
    """How the kept past is played.

    start, end: A and B of the loop, ticks as the history counts them, None while they are not set. loops: whether the
    run starts again at A when it comes to B. backwards: whether kept states are shown in the order back in time.
    """

    start: int | None = None
    end: int | None = None
    loops: bool = False
    backwards: bool = False

    @property
    def loop(self) -> tuple[int, int] | None:
        """Return A and B while the loop is on, else None."""
        if not self.loops or self.start is None or self.end is None or self.start >= self.end:
            return None
        return self.start, self.end
