"""Events of a motion, with ticks and times of its history."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from physics import Simulation
from physics.simulation.history import History
from physics.types import Occurrence

MAX_EVENTS = 10_000


class TimelineEvent(NamedTuple):
    """An event of the motion: its tick and time [s] in the history, and the occurrence."""

    tick: int
    time: float
    occurrence: Occurrence


class RunEvents:
    """The events of the runs of a history.

    happenings: the last `MAX_EVENTS` up to the newest tick, the oldest first. noticed: the number of all events so
    far.
    """

    def __init__(self) -> None:
        self.happenings: list[TimelineEvent] = []
        self.noticed = 0
        self._seen = 0

    def notice(self, history: History, simulation: Simulation) -> None:
        """Record the events of the ticks that have run; ticks that are run once more after a seek are skipped."""
        now = history.now(simulation)
        tick_0, seen, self._seen = now - simulation.tick, self._seen, now
        new = list(takewhile(lambda event: tick_0 + event.tick > seen, reversed(simulation.events)))
        if new:
            time_0 = history.time(simulation) - simulation.time
            self.happenings += [TimelineEvent(tick_0 + each.tick, time_0 + each.time, each) for each in reversed(new)]
            del self.happenings[:-MAX_EVENTS]
            self.noticed += len(new)

    def begin(self) -> None:
        """Clear all events, for a new history."""
        self.happenings, self._seen = [], 0

    def take(self, now: int) -> list[TimelineEvent]:
        """Take off the events after a tick, and return them; `graft` puts them back."""
        taken = [each for each in self.happenings if each.tick > now]
        self.happenings = self.happenings[: len(self.happenings) - len(taken)]
        self._seen = now
        return taken

    def graft(self, events: Sequence[TimelineEvent], newest: int) -> None:
        """Put events at the end; newest: the newest tick up to which they are known."""
        self.happenings = [*self.happenings, *events][-MAX_EVENTS:]
        self._seen = newest

    def of_run(self, history: History, simulation: Simulation) -> list[Occurrence]:
        """Return the events of the present run up to the present."""
        now = history.now(simulation)
        began = now - simulation.tick
        return [each.occurrence for each in self.happenings if began < each.tick <= now]
