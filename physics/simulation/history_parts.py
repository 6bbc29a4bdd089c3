"""Parts of a history: changes, points from which a run is repeated, and ends that have been taken off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from physics.simulation.outcome import Snapshot

Rows = NDArray[np.float64]


@dataclass(frozen=True)
class ParameterChange:
    """A change of the system, method or step, with the snapshot from which it is in force and a description.

    tick, time [s]: when, as the history counts them. start [s]: when the run it belongs to began; a run's own time
    is counted from there.
    """

    snapshot: Snapshot
    tick: int
    time: float
    start: float
    about: str

    @property
    def restarts(self) -> bool:
        """True where the simulation was reset to its start."""
        return self.snapshot.tick == 0 < self.tick


@dataclass(frozen=True)
class HistoryPoint:
    """The state and the memory of a method at a tick, from which a run can be repeated exactly."""

    tick: int
    state: bytes
    memory: bytes


@dataclass
class HistoryTail:
    """A stretch taken off a history: its rows (n, 2 + dim) of tick, time [s] and state, its changes and points.

    before: the change in force at its first row, by which it can be read where nothing earlier is kept.
    """

    rows: Rows
    changes: list[ParameterChange]
    points: list[HistoryPoint]
    before: ParameterChange

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def oldest(self) -> int:
        """The tick of the first row."""
        return int(self.rows[0, 0])

    @property
    def newest(self) -> int:
        """The tick of the last row."""
        return int(self.rows[-1, 0])

    @property
    def size(self) -> int:
        """The memory of its rows [bytes]."""
        return self.rows.nbytes

    def split(self, tick: int) -> tuple[HistoryTail, HistoryTail]:
        """Return the parts before a tick and from it on."""
        at = int(np.searchsorted(self.rows[:, 0], tick))
        early = [change for change in self.changes if change.tick < tick]
        late = [change for change in self.changes if change.tick >= tick]
        points = [point for point in self.points if point.tick < tick]
        later = [point for point in self.points if point.tick >= tick]
        first = HistoryTail(self.rows[:at].copy(), early, points, self.before)
        in_force = early[-1] if early else self.before
        if at < len(self.rows) and late and late[0].tick == int(self.rows[at, 0]):
            in_force = late[0]
        return first, HistoryTail(self.rows[at:].copy(), late, later, in_force)

    def joined(self, later: HistoryTail) -> HistoryTail:
        """Return this stretch with a later one after it."""
        width = max(self.rows.shape[1], later.rows.shape[1])
        rows = np.vstack([_widened(self.rows, width), _widened(later.rows, width)])
        before = self.before if len(self.rows) else later.before
        return HistoryTail(rows, self.changes + later.changes, self.points + later.points, before)


def _widened(rows: Rows, width: int) -> Rows:
    """Return rows with columns of zeros up to a width."""
    return np.pad(rows, ((0, 0), (0, width - rows.shape[1])))
