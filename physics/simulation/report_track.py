"""The track of a run that its report is made from."""

from __future__ import annotations

import numpy as np

from physics.core.report import ReportEntry
from physics.core.system import System
from physics.simulation.simulation import Simulation

MOST_ROWS = 50_000
"""States that a track keeps; a longer run is kept more thinly."""


class ReportTrack:
    """Advances a simulation and keeps the states its report needs: of each tick, or evenly thinned to `most`."""

    def __init__(self, simulation: Simulation, most: int = MOST_ROWS) -> None:
        self._simulation, self._most = simulation, most
        self._wanted = simulation.system.reports
        self._every = 1
        self._rows: list[tuple[float, bytes]] = []
        self._keep()

    def advance(self, ticks: int) -> int:
        """Run ticks, as `Simulation.advance` does."""
        if not self._wanted:
            return self._simulation.advance(ticks)
        done = 0
        while done < ticks:
            step = self._simulation.advance(min(self._every - self._simulation.tick % self._every, ticks - done))
            if not step:
                break
            done += step
            if self._simulation.tick % self._every == 0:
                self._keep()
        return done

    def report(self) -> dict[str, ReportEntry]:
        """What the run has come to so far, by name; nothing of a system that reports nothing."""
        simulation = self._simulation
        if not self._wanted:
            return {}
        if self._rows[-1][0] < simulation.time:
            self._rows.append((simulation.time, bytes(simulation.y)))
        t = np.array([time for time, _ in self._rows])
        states = np.frombuffer(b"".join(state for _, state in self._rows)).reshape(len(t), -1)
        return {each.name: each for each in simulation.system.report(t, states, simulation.events)}

    def _keep(self) -> None:
        if not self._wanted:
            return
        self._rows.append((self._simulation.time, bytes(self._simulation.y)))
        if len(self._rows) > self._most:
            del self._rows[1::2]
            self._every *= 2


def reportable(system: System) -> dict[str, ReportEntry]:
    """All that a run of this system comes to, by name, before it has begun."""
    return {each.name: each for each in system.report(np.zeros(1), np.array([system.start()]), ())}
