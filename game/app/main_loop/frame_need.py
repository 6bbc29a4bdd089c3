"""Frame need: whether the window needs another picture, decided here alone."""

from __future__ import annotations

import math
from collections.abc import Hashable

SETTLING, SAME_PICTURES = 0.7, 4
"""Seconds, and number, of equal pictures after the last movement: tooltips appear later than the pointer stops."""
NEWS_PERIOD = 0.1
"""Seconds between two pictures while something is computed beside the run."""


class FrameNeed:
    """Decides before each picture whether it is drawn; otherwise the one on the screen stays.

    rested: seconds since the last picture.
    """

    def __init__(self) -> None:
        self.rested = 0.0
        self._picture: Hashable = None
        self._same, self._calm = 0, 0.0
        self._busy = False

    @property
    def settled(self) -> bool:
        """True when nothing has happened and nothing has moved for a while."""
        return self._same >= SAME_PICTURES and self._calm >= SETTLING

    def wanted(
        self, seconds: float, *, seen: bool = True, moves: bool = False, busy: bool = False, change_in: float = math.inf
    ) -> bool:
        """Return whether a picture is needed now, `seconds` after the last call.

        seen: whether the window is visible, or recorded. moves: an event has come, or something moves. busy: something
        is computed beside the run. change_in: seconds after the last picture at which it changes by itself.
        """
        self.rested += seconds
        if moves or busy is not self._busy:
            self._same, self._calm = 0, 0.0
        self._busy = busy
        return seen and (not self.settled or self.rested >= min(change_in, NEWS_PERIOD if busy else math.inf))

    def drawn(self, picture: Hashable) -> None:
        """Note what the picture shows that was just drawn: equal values stand for equal pictures.

        A settled window is not stirred by a change that was due, such as the caret of a text field.
        """
        if picture == self._picture:
            self._same += 1
            self._calm += self.rested
        elif not self.settled:
            self._same, self._calm = 0, 0.0
        self._picture, self.rested = picture, 0.0
