"""The states of a run from which its report is computed."""

from __future__ import annotations

import numpy as np

from physics.core.report import ReportEntry
from physics.core.system import System
from physics.simulation.simulation import Simulation

MAX_ROWS = 50_000
"""Greatest number of states in a track; of a longer run only every 2nd, 4th, ... tick is kept."""


class ReportTrack:
    """A recorder that advances a simulation and keeps the states for its report: each tick, or thinned to `most`."""

    def __init__(self, simulation: Simulation, most: int = MAX_ROWS) -> None:
        self._simulation, self._most = simulation, most
        self._has_report = simulation.system.reports
        self._every = 1
        self._rows: list[tuple[float, bytes]] = []
        self._keep()

    def advance(self, ticks: int) -> int:
        """Run ticks, as `Simulation.advance` does."""
        if not self._has_report:
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
        """Return the report of the run so far, by name; empty for a system without a report."""
        simulation = self._simulation
        if not self._has_report:
            return {}
        if self._rows[-1][0] < simulation.time:
            self._rows.append((simulation.time, bytes(simulation.y)))
        t = np.array([time for time, _ in self._rows])
        states = np.frombuffer(b"".join(state for _, state in self._rows)).reshape(len(t), -1)
        return {each.name: each for each in simulation.system.report(t, states, simulation.events)}

    def _keep(self) -> None:
        if not self._has_report:
            return
        self._rows.append((self._simulation.time, bytes(self._simulation.y)))
        if len(self._rows) > self._most:
            del self._rows[1::2]
            self._every *= 2


def reportable(system: System) -> dict[str, ReportEntry]:
    """Return the entries that the report of a run of this system will have, by name, without values."""
    return {each.name: each for each in system.report(np.zeros(1), np.array([system.start()]), ())}
