"""What led to the present of a session: the states it went through, and what was done to it."""

from __future__ import annotations

from typing import Any

from game.eventlog import Doing, EventLog
from game.scenefile import Scene
from game.scenes.generic import Look
from game.trail import Trail
from physics import Simulation
from physics.history import History

REBUILT_POINTS = 400
"""Of a trace that is laid anew for a moment of the past: enough for a smooth line, few enough to follow a hand."""


class Past:
    """The history and the event log of one session, kept in step with each other.

    history: the states since the last start. log: everything since `scene` was opened.
    """

    def __init__(self, scene: Scene, simulation: Simulation) -> None:
        self.log = EventLog(scene)
        self.history = History(simulation)

    def ran(self, simulation: Simulation) -> None:
        """Ticks have run."""
        self.history.record(simulation)
        self.log.watch(simulation)

    def changed(self, simulation: Simulation, what: Doing, value: Any, name: str = "") -> None:
        """Something was changed at the present tick."""
        self.branch(simulation)
        self.log.add(simulation.tick, what, value, name)
        self.history.mark(simulation, name or str(value))

    def started(self, simulation: Simulation, tick: int, what: Doing, value: Any = None) -> None:
        """At `tick` of the run before, another run was started."""
        self.log.add(tick, what, value)
        self.history.begin(simulation)

    def branch(self, simulation: Simulation) -> None:
        """The run goes on from the present tick: what was kept of later ones is no longer what will be."""
        if simulation.tick < self.history.newest:
            self.history.cut(simulation.tick)
            self.log.cut(simulation.tick)

    def lay(self, trails: dict[str, Trail], simulation: Simulation, look: Look, seconds: float) -> None:
        """Lay the traces of the last `seconds` before the present tick, as far as they are kept."""
        stretches = list(self.history.stretches(simulation.time - seconds, simulation.tick - 1))
        every = max(1, sum(len(times) for _, times, _ in stretches) // REBUILT_POINTS)
        for i, (system, times, states) in enumerate(stretches):
            if i:
                for trail in trails.values():
                    trail.lift()
            for time, state in zip(times[::-every][::-1], states[::-every][::-1], strict=True):
                for name, point in system.traces(memoryview(state)).items():
                    trails[name].add(look.to_world(point), time)
