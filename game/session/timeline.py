"""Timeline of a session: the states it went through, and the log of its edits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.looks.generic import Look
from game.model.run_events import RunEvents
from game.model.trails import Traces
from game.scenefile import Scene
from game.session.event_log import EventLog, LoggedAction
from physics import Simulation
from physics.simulation.history import History

REBUILT_POINTS = 400
"""Number of points of a trace that is rebuilt for a past moment."""


class Timeline:
    """History and event log of one session, kept consistent with each other.

    history: the states since the present scene was opened. log: the actions since the session began with `scene`.
    events: those of the motion up to its newest tick.
    """

    def __init__(self, scene: Scene, simulation: Simulation) -> None:
        self.log = EventLog(scene)
        self.history = History(simulation)
        self.events = RunEvents()

    def ran(self, simulation: Simulation) -> None:
        """Record the ticks that have run."""
        self.history.record(simulation)
        self.log.watch(simulation)
        self.events.notice(self.history, simulation)

    def changed(self, simulation: Simulation, what: LoggedAction, value: Any, name: str = "") -> None:
        """Record a change at the present tick."""
        self.branch(simulation)
        self.log.add(simulation.tick, what, value, name)
        self.history.mark(simulation, name or str(value))

    def reset(self, simulation: Simulation) -> None:
        """Put the simulation back to its start; what came before stays in the history."""
        self.branch(simulation)
        self.log.add(simulation.tick, "reset")
        self.history.reset(simulation)

    def opened(self, simulation: Simulation, before: Simulation, scene: Scene) -> None:
        """Record another scene in place of the simulation `before`."""
        self.branch(before)
        self.log.add(before.tick, "scene", scene)
        self.history.begin(simulation)
        self.events.begin()

    def branch(self, simulation: Simulation) -> None:
        """Start a new branch at the present tick: later states, actions and events are deleted."""
        now = self.history.now(simulation)
        if now < self.history.newest:
            self.history.cut(now)
            self.log.cut(now)
            self.events.cut(now)

    def now(self, simulation: Simulation) -> int:
        """Return the present tick of the simulation in the history."""
        return self.history.now(simulation)

    def write(self, path: Path, simulation: Simulation) -> None:
        """Write the log up to the present state. Raises RecordingError."""
        self.log.write(path, simulation, self.history.now(simulation))

    def lay(self, trails: Traces, simulation: Simulation, look: Look) -> None:
        """Rebuild the traces of the last seconds before the present tick, as far as states are kept."""
        history, now = self.history, self.history.now(simulation)
        end = history.row_at(now)
        start = history.change_at(now).start
        first = history.row_after(start + max(simulation.time - look.life, 0.0))
        every = max(1, (end - first) // REBUILT_POINTS)
        for change, times, states in history.stretches(first, end):
            trails.fit(change.snapshot.system, memoryview(states[0]))
            for time, state in zip(times[::-every][::-1], states[::-every][::-1], strict=True):
                trails.lay(change.snapshot.system, memoryview(state), look.to_world, time - start)
