"""The past of a simulation: a bounded ring of states, and a way back to any kept tick with the very same bits."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from physics.errors import BadInput
from physics.simulation import Simulation, Snapshot
from physics.system import Floats, System

Rows = NDArray[np.float64]

BUDGET = 100_000_000
"""Bytes."""
CHANGE_BYTES = 4000
"""About what a snapshot takes, with the system in it."""
SHARE_OF_CHANGES = 0.1
"""Part of the budget that snapshots may take."""
FEWEST_ROWS, FEWEST_CHANGES = 16, 4


@dataclass(frozen=True)
class Change:
    """A moment from which another system, method or step was in force: time [s], and what was changed, in words."""

    snapshot: Snapshot
    time: float
    about: str


class History:
    """What a simulation has been through since `begin`, in rows of tick, time and state, oldest first.

    budget: bytes that it may take, all in all; when they are used up, the oldest moments go. It keeps what it is
    told: `record` a state whenever ticks have run, `mark` whenever anything else about the simulation has changed.
    Ticks between two rows are computed anew by `restore`. Raises BadInput for a budget too small to keep anything.
    """

    def __init__(self, simulation: Simulation, budget: int = BUDGET) -> None:
        self.budget = budget
        self._most_changes = max(FEWEST_CHANGES, int(SHARE_OF_CHANGES * budget) // CHANGE_BYTES)
        self._rows: Rows = np.empty((0, 0))
        self.begin(simulation)

    def begin(self, simulation: Simulation) -> None:
        """Forget everything; the present state is the start of another past."""
        width = 2 + len(simulation.y)
        if self._rows.shape[1] != width:
            self._size = int((1.0 - SHARE_OF_CHANGES) * self.budget) // (2 * 8 * width)
            if self._size < FEWEST_ROWS:
                raise BadInput(f"budget = {self.budget} B: too small to keep {FEWEST_ROWS} states of this system")
            # Every row is written twice, half a buffer apart, so that all that are kept always lie together.
            self._rows = np.empty((2 * self._size, width))
            self._flat: Floats = self._rows.reshape(-1).data.cast("B").cast("d")
        self._first = self._end = 0
        self.changes: list[Change] = []
        self.mark(simulation)

    # Keeping --------------------------------------------------------------------------------------------

    def record(self, simulation: Simulation) -> None:
        """Keep the present state. It is the newest: of what was kept of its tick and later, nothing stays."""
        tick = simulation.tick
        if self._end > self._first and tick <= self.newest:
            self._end = self._row_at(tick)
            self._drop_changes_after(tick)
        width, flat, y = self._rows.shape[1], self._flat, simulation.y
        slot = self._end % self._size
        time = simulation.time
        for at in (slot * width, (slot + self._size) * width):
            flat[at], flat[at + 1] = tick, time
            flat[at + 2 : at + width] = y
        self._end += 1
        if self._end - self._first > self._size:
            self._forget(self._end - self._size)

    def mark(self, simulation: Simulation, about: str = "") -> None:
        """Keep all that is in force from the present tick on. Several changes at one tick are one."""
        self.record(simulation)
        snapshot, time = simulation.snapshot(), simulation.time
        while self.changes and self.changes[-1].snapshot.tick >= snapshot.tick:
            before = self.changes.pop()
            if before.snapshot.tick == snapshot.tick and before.about:
                about = f"{before.about}, {about}" if about not in before.about else before.about
        self.changes.append(Change(snapshot, time, about))
        if len(self.changes) > self._most_changes:
            self._forget(self._row_at(self.changes[1].snapshot.tick))

    def cut(self, tick: int) -> None:
        """Begin a new branch at a kept tick: what lay ahead of it is forgotten."""
        self._end = max(self._row_at(tick + 1), self._first + 1)
        self._drop_changes_after(tick)

    def _drop_changes_after(self, tick: int) -> None:
        while len(self.changes) > 1 and self.changes[-1].snapshot.tick > tick:
            self.changes.pop()

    def _forget(self, first: int) -> None:
        """Let go of the rows before row number `first`, and of the changes that no row needs any more."""
        self._first = first
        while len(self.changes) > 1 and self.changes[1].snapshot.tick <= self.oldest:
            del self.changes[0]

    # Looking back ---------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self._end - self._first

    @property
    def oldest(self) -> int:
        """The first tick that can be gone back to."""
        return self._tick(self._first)

    @property
    def newest(self) -> int:
        """The last tick that was kept."""
        return self._tick(self._end - 1)

    @property
    def ticks(self) -> Rows:
        """Ticks, (n,): a view, valid until something is kept or cut."""
        return self._kept()[:, 0]

    @property
    def times(self) -> Rows:
        """Times [s], (n,): a view, valid until something is kept or cut."""
        return self._kept()[:, 1]

    @property
    def states(self) -> Rows:
        """States y, (n, dim): a view, valid until something is kept or cut."""
        return self._kept()[:, 2:]

    def tick_at(self, time: float) -> int:
        """The tick of the kept row nearest to a time [s]."""
        after = min(max(self._row_after(time), self._first + 1), self._end - 1)
        near = min((after - 1, after), key=lambda row: abs(self._time(row) - time))
        return self._tick(max(near, self._first))

    def restore(self, simulation: Simulation, tick: int) -> None:
        """Put a simulation back to a kept tick, paused; a tick out of reach means the nearest that is kept.

        From the row before it the ticks are run anew: the state has the very same bits as it had then, and so
        has all that follows.
        """
        tick = min(max(tick, self.oldest), self.newest)
        row = self._row_at(tick + 1) - 1
        state = self._state(row)
        snapshot = replace(self._change_at(tick).snapshot, tick=self._tick(row), state=state, previous=state)
        simulation.restore(replace(snapshot, paused=True, divergence=None))
        simulation.advance(tick - simulation.tick)

    def stretches(self, start: float, tick: int) -> Iterator[tuple[System, Rows, Rows]]:
        """(system, times (n,), states (n, dim)) of the rows from the time `start` [s] up to `tick`, as views.

        One for each stretch between two changes, in order.
        """
        first, end = max(self._row_after(start), self._first), self._row_at(tick + 1)
        low = self._first
        while first < end:
            change = self._change_at(self._tick(first))
            later = bisect_right(self.changes, change.snapshot.tick, key=_tick_of)
            ends = self._row_at(self.changes[later].snapshot.tick) if later < len(self.changes) else end
            stop = min(max(ends, first + 1), end)
            kept = self._kept()[first - low : stop - low]
            yield change.snapshot.system, kept[:, 1], kept[:, 2:]
            first = stop

    # Rows are numbered from the beginning; row n lies in slot n % size.

    def _kept(self) -> Rows:
        start = self._first % self._size
        return self._rows[start : start + len(self)]

    def _tick(self, row: int) -> int:
        return int(self._flat[row % self._size * self._rows.shape[1]])

    def _time(self, row: int) -> float:
        return float(self._flat[row % self._size * self._rows.shape[1] + 1])

    def _state(self, row: int) -> bytes:
        return self._rows[row % self._size, 2:].tobytes()

    def _row_at(self, tick: int) -> int:
        """The first row of that tick or later."""
        return bisect_left(range(self._end), tick, self._first, key=self._tick)

    def _row_after(self, time: float) -> int:
        """The first row of that time or later."""
        return bisect_left(range(self._end), time, self._first, key=self._time)

    def _change_at(self, tick: int) -> Change:
        """What was in force at a tick."""
        return self.changes[max(bisect_right(self.changes, tick, key=_tick_of) - 1, 0)]


def _tick_of(change: Change) -> int:
    return change.snapshot.tick
