"""The sound of the window: what the tape of its session holds goes to the loudspeaker, and into a recording."""

from __future__ import annotations

import time

from game.app.loudspeaker import Loudspeaker, has_sound_device
from game.model.messages import SoundState
from game.model.settings import Settings
from game.session import advancing
from game.session.session import Session
from game.sound.tape import MotionPiece, MotionTape
from physics import System

LONGEST = 1.0
"""Longest time [s] of a piece that is played: a suspended machine does not leave sound for all that time."""


class WindowSound:
    """The sound of a session in a window. wanted: False for a program without any sound."""

    def __init__(self, session: Session, wanted: bool = True) -> None:
        self._session, self.wanted = session, wanted
        self._speaker = Loudspeaker() if wanted and has_sound_device() else None
        self._muted = False
        self._known: tuple[System | None, bool] = None, False
        self._last = time.perf_counter()

    def use(self, settings: Settings) -> None:
        """Use the volume of the settings."""
        self._muted = settings.muted
        if self._speaker is not None:
            self._speaker.use_volume(settings.volume)

    @property
    def state(self) -> SoundState:
        """What a button says of the sound: "" where the scene makes none."""
        if not self.wanted or not self._sounds:
            return ""
        if self._speaker is None or self._speaker.broken:
            return "no device"
        return "off" if self._muted else "on"

    @property
    def _sounds(self) -> bool:
        """True where the present system sounds."""
        system = self._session.simulation.system
        if self._known[0] is not system:
            self._known = system, bool(self._session.look.sounds(system))
        return self._known[1]

    def pass_time(self, wall_nanoseconds: int, recorded: bool) -> MotionPiece | None:
        """Play what has run in a wall time; return it, for a recording. recorded: whether there is one.

        A picture that took long counts as less for the motion; what is heard of it is stretched over all that time.
        """
        session, now = self._session, time.perf_counter()
        passed, self._last = min(now - self._last, LONGEST), now
        heard = self._speaker is not None and not self._muted and not self._speaker.broken
        if not self.wanted or not (heard or recorded):
            session.tape = None
            return None
        if session.tape is None:
            session.tape = MotionTape()
        piece = advancing.cut_tape(session, wall_nanoseconds * 1e-9)
        if heard and self._speaker is not None:
            self._speaker.play(piece._replace(wall=passed))
        return piece

    def close(self) -> None:
        """Fall silent."""
        self._session.tape = None
        if self._speaker is not None:
            self._speaker.close()
