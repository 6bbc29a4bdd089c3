"""Scale of the timeline: the times between its ends, zoomed by the wheel and panned by dragging."""

from __future__ import annotations

from msgspec import Struct

ZOOM_PER_NOTCH = 0.8
"""Factor on the shown duration for a notch of the wheel away from the user."""
LEAST_TICKS = 20
"""Shortest shown duration [ticks]."""
FOLLOWED = 0.9
"""Place of the present moment on the track, 0 to 1, at which a zoomed timeline follows the run."""


class TimeSpan(Struct, frozen=True):
    """Time span [s] of the track between two positions on the screen [points]."""

    start: float
    end: float
    left: float
    right: float

    def x(self, time: float) -> float:
        """Return the position of a time [points], at most at an end of the track."""
        part = (time - self.start) / (self.end - self.start)
        return self.left + min(max(part, 0.0), 1.0) * (self.right - self.left)

    def time(self, x: float) -> float:
        """Return the time at a position [s]."""
        return self.start + (x - self.left) / (self.right - self.left) * (self.end - self.start)

    def shows(self, time: float) -> bool:
        """Return whether a time lies on the track."""
        return self.start <= time <= self.end


class Zoom:
    """The part of the whole span that is shown: all of it until the wheel is turned."""

    def __init__(self) -> None:
        self.part: tuple[float, float] | None = None

    def span(self, whole: TimeSpan, now: float, runs: bool) -> TimeSpan:
        """Return the span to show; while the run goes on, past the present moment it moves along."""
        if self.part is None:
            return whole
        start, end = self.part
        if start > whole.end or end < whole.start:  # of another run
            self.part = None
            return whole
        if runs and start <= now and now > start + FOLLOWED * (end - start):
            shift = now - start - FOLLOWED * (end - start)
            self.part = start, end = start + shift, end + shift
        return TimeSpan(start, end, whole.left, whole.right)

    def turn(self, notches: float, x: float, span: TimeSpan, whole: TimeSpan, dt: float) -> None:
        """Zoom about a position on the screen [points]; dt: length of a tick [s]."""
        at = span.time(min(max(x, span.left), span.right))
        length = max((span.end - span.start) * ZOOM_PER_NOTCH**notches, LEAST_TICKS * dt)
        if length >= whole.end - whole.start:
            self.part = None
            return
        share = (at - span.start) / (span.end - span.start)
        self._use(at - share * length, length, whole)

    def pan(self, dx: float, span: TimeSpan, whole: TimeSpan) -> None:
        """Move what is shown by a distance on the screen [points]."""
        if self.part is not None:
            length = span.end - span.start
            self._use(span.start - dx / (span.right - span.left) * length, length, whole)

    def _use(self, start: float, length: float, whole: TimeSpan) -> None:
        start = min(max(start, whole.start), whole.end - length)
        self.part = start, start + length
