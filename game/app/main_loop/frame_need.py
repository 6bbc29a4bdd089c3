"""Frame need: whether the window needs another picture, decided here alone."""

from __future__ import annotations

import math
from collections.abc import Hashable

from game.app.main_loop.window_actions import WindowActions
from physics.compiled import native

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


class PictureNeeds(WindowActions):
    """The part of `App` that knows whether its window needs another picture."""

    need: FrameNeed

    def _needed(self, passed: int) -> bool:
        """Return whether the window needs another picture, `passed` nanoseconds after the last pass."""
        return self.need.wanted(
            passed * 1e-9,
            seen=self._seen,
            moves=self.window.stirred or self._moves,
            busy=self._busy,
            change_in=self.interface.change_in,
        )

    @property
    def _seen(self) -> bool:
        """True while the window is visible, or recorded."""
        return self.captures.recording is not None or (self.window.visible and min(self.renderer.size) > 0)

    @property
    def _busy(self) -> bool:
        """True while something is computed beside the run."""
        renders = self._renders is not None and self._renders.running
        files = self.files.busy or self.interface.files_busy
        return self.session.computing or native.background.busy or self.interface.record.searching or renders or files

    @property
    def _moves(self) -> bool:
        """True while something moves that may change the picture, or waits for one."""
        session = self.session
        held = self.hands.held or self.interface.waiting or self.opening.waits
        saved = self.captures.recording is not None or self.captures.saving > 0 or bool(self.screenshots)
        return not session.simulation.paused or session.run.pacing.foresees or self.rig.moves or held or saved
