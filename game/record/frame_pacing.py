"""Frame pacing: how many video frames a picture on the screen stands for, so that the video keeps wall time."""

from __future__ import annotations

from fractions import Fraction

NANOSECONDS = 1_000_000_000


class FramePacer:
    """Conversion of wall time into whole video frames.

    Frame i of a video stands for the time i / fps, give or take half a frame: so the pictures of a display at the rate
    of the video are recorded one by one, even when they come a little early or late. Frames are counted in integers
    from the start of the recording, so that no drift accumulates.

    fps: frames per second of the video, a whole number or a fraction such as Fraction(60000, 1001).
    Raises ValueError when fps is not positive.
    """

    def __init__(self, fps: int | Fraction = 60) -> None:
        if fps <= 0:
            raise ValueError(f"fps {fps}: must be positive")
        self._rate = Fraction(fps)
        self.frames = 0

    def due(self, elapsed: int) -> int:
        """Return how many times the current picture goes into the video, `elapsed` nanoseconds after its start.

        These frames are counted as written: a second call with the same time returns 0.
        """
        second = self._rate.denominator * NANOSECONDS
        nearest = (2 * elapsed * self._rate.numerator + second) // (2 * second)
        count = max(0, nearest + 1 - self.frames)
        self.frames += count
        return count
