"""How often the picture on the screen goes into a video that must keep time with the wall clock."""

from __future__ import annotations

from fractions import Fraction

NANOSECONDS = 1_000_000_000


class FramePacer:
    """Turns wall time into whole video frames.

    Frame i of a video stands for the moment i / fps, give or take half a frame: so the pictures of a display
    that runs at the rate of the video go in one by one, even when they come a little early or late. Frames are
    counted in integers from the start of the recording, so that nothing drifts, however long it is.

    fps: frames per second of the video, a whole number or a fraction such as Fraction(60000, 1001).
    Raises ValueError when fps is not positive.
    """

    def __init__(self, fps: int | Fraction = 60) -> None:
        if fps <= 0:
            raise ValueError(f"fps {fps}: must be positive")
        self._rate = Fraction(fps)
        self.frames = 0

    def due(self, elapsed: int) -> int:
        """How many times the current picture goes into the video, `elapsed` nanoseconds after its start.

        The answer is taken as done: asking again at the same moment gives 0.
        """
        second = self._rate.denominator * NANOSECONDS
        nearest = (2 * elapsed * self._rate.numerator + second) // (2 * second)
        count = max(0, nearest + 1 - self.frames)
        self.frames += count
        return count
