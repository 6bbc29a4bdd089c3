"""A log done again in a session: the same changes at the same ticks."""

from __future__ import annotations

from collections.abc import Iterator

from game.session import advancing
from game.session.exposure import Exposure
from game.session.files.log_replay import apply_entry, logged_scene
from game.session.past.event_log import EventLog
from game.session.session import Session
from physics import Simulation
from physics.core.units import format_number


class LogRun:
    """A run of a session through a log, picture by picture, like `advancing.advance_frame`.

    A log says at which ticks something was done, not how long it took: pauses are left out, and time goes on at the
    speed of the scene, or at `speed`. finished: the end has been reached, or the run has stopped. difference: how the
    last state differs from that of the log, or "".
    """

    def __init__(self, session: Session, log: EventLog, speed: float | None = None) -> None:
        self._session, self._speed = session, speed
        states = [number for number, entry in enumerate(log.entries) if entry.what == "state"]
        self._entries = [
            entry for number, entry in enumerate(log.entries) if entry.what != "state" or number == states[-1]
        ]
        self._done = 0
        self._stopped = False
        self.difference = ""

    @property
    def finished(self) -> bool:
        """True at the end of the log, and where the run has stopped on the way."""
        return self._stopped or self._done == len(self._entries)

    def pictures(self, fps: int) -> int:
        """Return about how many pictures the whole log is, without slow motion."""
        return max(1, round(fps * sum(self._durations())))

    def _durations(self) -> Iterator[float]:
        """Yield the wall time from each entry to the next [s]."""
        tick = 0
        dt, speed = self._session.simulation.dt, self._session.clock.speed
        for entry in self._entries:
            yield (entry.tick - tick) * dt / speed
            tick = 0 if entry.what in ("scene", "reset") else entry.tick
            if entry.what == "dt":
                dt = Simulation.checked_dt(entry.value)
            elif entry.what == "scene":
                scene = logged_scene(entry.value)
                dt, speed = Simulation.checked_dt(scene.dt), self._speed or scene.speed

    def advance_frame(self, fps: int, exposure: Exposure) -> None:
        """Run the ticks of one frame; where something is done within it, the picture is sharp. Raises BadInput."""
        session = self._session
        session.simulation.paused = False
        self._redo_due()
        if self.finished:
            return
        if self._until_next() > session.clock.due_in_frame(fps):
            advancing.advance_frame(session, fps, exposure)
            self._stopped = session.simulation.divergence is not None and self._until_next() > 0
            return
        exposure.keep([], [])
        left = session.clock.advance_frame(fps)
        while left > 0 and not self.finished:
            ran = advancing.run_ticks(session, min(left, self._until_next()))
            left -= ran
            self._stopped = not ran
            self._redo_due()

    def _until_next(self) -> int:
        return self._entries[self._done].tick - self._session.simulation.tick

    def _redo_due(self) -> None:
        """Do all that is due at the present tick."""
        session = self._session
        while not self.finished and self._until_next() <= 0:
            entry = self._entries[self._done]
            self._done += 1
            same = apply_entry(session, entry)
            simulation = session.simulation
            simulation.paused = False
            if entry.what == "scene":
                session.clock.speed = self._speed or session.clock.speed
            if not same:
                time = format_number(simulation.time)
                self.difference = (
                    f"the last state differs from that of the log, at tick {simulation.tick} (t = {time} s)"
                )
