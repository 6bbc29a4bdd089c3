"""History of a simulation: a bounded ring of states, and exact restoration of any kept tick."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from physics.core.units import check_whole
from physics.errors import BadInput, shown
from physics.simulation.history_parts import HistoryPoint, HistoryTail, ParameterChange, Rows
from physics.simulation.outcome import Snapshot
from physics.simulation.simulation import Simulation
from physics.types import Floats

BUDGET, MOST_BYTES = 100_000_000, 10**13
"""Default memory of a history [bytes]."""
CHANGE_BYTES = 4000
"""Approximate size of a snapshot with its system [bytes]."""
SHARE_OF_CHANGES, SHARE_OF_MEMORIES = 0.1, 0.1
"""Parts of the budget for snapshots and for memories of a method."""
MEMORY_INTERVAL = 1000
"""Ticks between two kept memories of a method: repeating them takes less than a frame."""
MEMORY_BYTES = 300
"""Approximate size of a kept memory beyond its numbers [bytes]."""
MIN_ROWS, MIN_CHANGES, MIN_MEMORIES = 16, 4, 4
FIRST_ROWS = 1024
"""Number of rows for which memory is taken before it is known that more are needed."""


class History:
    """The states of a simulation since `begin`, in rows of tick, time and state, oldest first.

    budget: total memory [bytes]; when it is used up, the oldest rows are dropped. The caller calls `record` whenever
    ticks have run, and `mark` whenever anything else about the simulation has changed. `restore` recomputes the ticks
    after a row, or, for a method with a memory, those since the memory was last kept. After a `reset` of the simulation
    ticks and times continue to count, one tick further. Raises BadInput for a budget too small to keep anything.

    Each row keeps its number. replaced: for each time that rows were replaced by others, the number of the first such
    row; results computed from rows are valid up to there.
    """

    def __init__(self, simulation: Simulation, budget: int = BUDGET) -> None:
        if not isinstance(simulation, Simulation):
            raise BadInput(f"simulation = {shown(simulation)}: must be a Simulation")
        self.budget = check_whole("budget", budget, 0, MOST_BYTES)
        self._most_changes = max(MIN_CHANGES, int(SHARE_OF_CHANGES * budget) // CHANGE_BYTES)
        self._rows: Rows = np.empty((0, 0))
        self.replaced: list[int] = []
        self.begin(simulation)

    def begin(self, simulation: Simulation) -> None:
        """Clear the history and start it with the present state."""
        width = 2 + len(simulation.y)
        if self._rows.shape[1] != width:
            self._make_room(width)
        self._first = self._end = 0
        self._tick_0, self._time_0 = 0, 0.0
        self.replaced.append(0)
        self.changes: list[ParameterChange] = []
        self._moments: list[HistoryPoint] = []
        self.mark(simulation)

    def _make_room(self, width: int, rows: int = FIRST_ROWS) -> None:
        """Allocate so many rows of a width, as far as the budget allows."""
        share = 1.0 - SHARE_OF_CHANGES - SHARE_OF_MEMORIES
        self._most_rows = int(share * self.budget) // (2 * 8 * width)
        if self._most_rows < MIN_ROWS:
            raise BadInput(f"budget = {self.budget} B: too small to keep {MIN_ROWS} states of this system")
        self._size = min(rows, self._most_rows)
        # Every row is written twice, half a buffer apart, so that the kept rows are always contiguous.
        self._rows = np.empty((2 * self._size, width))
        self._flat: Floats = self._rows.reshape(-1).data.cast("B").cast("d")

    def _reserve(self, more: int, width: int) -> None:
        """Make room for more rows, of a width, within the budget.

        The memory is asked for once, as a whole: pages of it that no row has been written to take none.
        """
        if width > self._rows.shape[1] or (len(self) + more > self._size < self._most_rows):
            self._move(max(width, self._rows.shape[1]), self._most_rows)

    def pack(self) -> None:
        """Free the memory that the kept rows do not need; it is taken again when more are recorded."""
        self._move(self._rows.shape[1], max(len(self), 1))

    def _move(self, width: int, rows: int) -> None:
        """Move the contents to so many rows of a width; the oldest are dropped if there is no room for all."""
        kept, first = self._kept(), self._first
        self._make_room(width, rows)
        begin = max(first, self._end - self._size)
        slots = np.arange(begin, self._end) % self._size
        for half in (slots, slots + self._size):
            self._rows[half, : kept.shape[1]] = kept[begin - first :]
        if begin > first:
            self._forget(begin)

    # Keeping --------------------------------------------------------------------------------------------

    def record(self, simulation: Simulation) -> None:
        """Keep the present state as the newest; rows of its tick and of later ones are dropped."""
        tick, time = self.now(simulation), self.time(simulation)
        if self._end > self._first and tick <= self.newest:
            self._drop_rows(self.row_at(tick))
            self._drop_after(tick)
        self._reserve(1, 2 + len(simulation.y))
        width, flat, y = self._rows.shape[1], self._flat, simulation.y
        slot = self._end % self._size
        for at in (slot * width, (slot + self._size) * width):
            flat[at], flat[at + 1] = tick, time
            flat[at + 2 : at + 2 + len(y)] = y
        self._end += 1
        self._keep_memory(simulation)
        if self._end - self._first > self._size:
            self._forget(self._end - self._size)

    def _keep_memory(self, simulation: Simulation) -> None:
        """Keep a method's memory at regular intervals; if there are too many, the oldest rows are dropped too."""
        memory, moments, tick = simulation.memory, self._moments, self.now(simulation)
        if not memory or not self.changes:
            return
        last = max(self.changes[-1].tick, moments[-1].tick if moments else 0)
        if tick < last + MEMORY_INTERVAL:
            return
        moments.append(HistoryPoint(tick, bytes(simulation.y), memory))
        most = int(SHARE_OF_MEMORIES * self.budget) // (MEMORY_BYTES + len(memory) + 8 * len(simulation.y))
        if len(moments) > max(most, MIN_MEMORIES):
            self._forget(self.row_at(moments[1].tick))

    def mark(self, simulation: Simulation, about: str = "") -> None:
        """Record the system, method and step in force from the present tick. Changes at the same tick are merged."""
        self.record(simulation)
        tick, time = self.now(simulation), self.time(simulation)
        while self.changes and self.changes[-1].tick >= tick:
            before = self.changes.pop()
            if before.tick == tick and before.about:
                about = f"{before.about}, {about}" if about not in before.about else before.about
        self.changes.append(ParameterChange(simulation.snapshot(), tick, time, self._time_0, about))
        if len(self.changes) > self._most_changes:
            self._forget(self.row_at(self.changes[1].tick))

    def reset(self, simulation: Simulation) -> None:
        """Reset a simulation to its start; the run that led to the present state stays in the history."""
        self.cut(self.now(simulation))
        if not len(self) or self.newest < self.now(simulation):
            self.record(simulation)
        if simulation.tick:
            self._time_0 += simulation.time + simulation.dt
            self._tick_0 += simulation.tick + 1
        simulation.reset()
        self.mark(simulation)

    def cut(self, tick: int) -> None:
        """Begin a new branch at a kept tick: later rows and changes are dropped."""
        self._drop_rows(max(self.row_at(tick + 1), self._first + 1))
        self._drop_after(tick)

    def take(self, tick: int) -> HistoryTail:
        """Take off the rows, changes and memories from a tick on, and return them; `graft` puts them back.

        Nothing may be left: then a row is to be recorded, or grafted, before anything is read.
        """
        end = max(self.row_at(tick), self._first)
        before = self.change_at(self._tick(end) if end < self._end else tick)
        rows = self._kept()[end - self._first :].copy()
        changes = [change for change in self.changes if change.tick >= tick]
        points = [point for point in self._moments if point.tick >= tick]
        self._drop_rows(end)
        del self.changes[len(self.changes) - len(changes) :], self._moments[len(self._moments) - len(points) :]
        return HistoryTail(rows, changes, points, before)

    def graft(self, tail: HistoryTail) -> None:
        """Put a stretch, which begins after the newest row, at the end; the oldest rows are dropped as needed."""
        self._reserve(len(tail), tail.rows.shape[1])
        if not self.changes and not (tail.changes and tail.changes[0] is tail.before):
            self.changes.append(tail.before)
        self.changes += tail.changes
        self._moments += tail.points
        rows = tail.rows[-self._size :]
        self._end += len(tail) - len(rows)
        slots = np.arange(self._end, self._end + len(rows)) % self._size
        for half in (slots, slots + self._size):
            self._rows[half, : rows.shape[1]] = rows
        self._end += len(rows)
        if self._end - self._first > self._size:
            self._forget(self._end - self._size)

    def _drop_rows(self, end: int) -> None:
        if end < self._end:
            self._end = end
            self.replaced.append(end)

    def _drop_after(self, tick: int) -> None:
        while len(self.changes) > 1 and self.changes[-1].tick > tick:
            self.changes.pop()
        while self._moments and self._moments[-1].tick > tick:
            self._moments.pop()

    def _forget(self, first: int) -> None:
        """Drop the rows before row number `first`, and the changes and memories that no row needs any more."""
        self._first = first
        while len(self.changes) > 1 and self.changes[1].tick <= self.oldest:
            del self.changes[0]
        while len(self._moments) > 1 and self._moments[1].tick <= self.oldest:
            del self._moments[0]

    # Reading and restoring ------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self._end - self._first

    def now(self, simulation: Simulation) -> int:
        """Return the present tick of the simulation, as the history counts it."""
        return self._tick_0 + simulation.tick

    def time(self, simulation: Simulation) -> float:
        """Return the present time of the simulation [s], as the history counts it."""
        return self._time_0 + simulation.time

    @property
    def size(self) -> int:
        """The memory of the kept rows [bytes]."""
        return 16 * len(self) * int(self._rows.shape[1])

    @property
    def allocated(self) -> int:
        """The memory that is set aside for rows [bytes]."""
        return self._rows.nbytes

    @property
    def oldest(self) -> int:
        """The first kept tick."""
        return self._tick(self._first)

    @property
    def newest(self) -> int:
        """The last kept tick."""
        return self._tick(self._end - 1)

    @property
    def ticks(self) -> Rows:
        """The ticks, (n,): a view, valid until the history changes."""
        return self._kept()[:, 0]

    @property
    def times(self) -> Rows:
        """The times [s], (n,): a view, valid until the history changes."""
        return self._kept()[:, 1]

    @property
    def states(self) -> Rows:
        """The states y, (n, dim): a view, valid until the history changes.

        dim: of the widest formulation among them; rows of narrower ones are padded with undefined numbers.
        """
        return self._kept()[:, 2 : 2 + max(map(_dim, self.changes))]

    def tick_at(self, time: float) -> int:
        """Return the tick of the kept row nearest to a time [s]."""
        after = min(max(self.row_after(time), self._first + 1), self._end - 1)
        near = min((after - 1, after), key=lambda row: abs(self._time(row) - time))
        return self._tick(max(near, self._first))

    def restore(self, simulation: Simulation, tick: int) -> None:
        """Restore a simulation to a kept tick, paused; a tick out of range means the nearest kept one.

        The ticks after the last row, or memory, before it are repeated: the state has the same bits as it had, and so
        has all that follows.
        """
        tick = min(max(tick, self.oldest), self.newest)
        change = self.change_at(tick)
        self._tick_0, self._time_0 = change.tick - change.snapshot.tick, change.start
        simulation.restore(self.snapshot_before(tick))
        simulation.advance(tick - self.now(simulation))

    def snapshot_before(self, tick: int) -> Snapshot:
        """Return the last snapshot up to a kept tick from which the run can be repeated exactly, paused.

        Its own tick counts from the start of its run: it is that of the history less `run_start`.
        """
        change = self.change_at(tick)
        near = self._moment_before(tick, change)
        return replace(
            change.snapshot, tick=near.tick - self.run_start(tick), state=near.state, memory=near.memory,
            previous=near.state, paused=True, divergence=None,
        )  # fmt: skip

    def run_start(self, tick: int) -> int:
        """Return the tick at which the run began that a kept tick belongs to."""
        change = self.change_at(tick)
        return change.tick - change.snapshot.tick

    def _moment_before(self, tick: int, since: ParameterChange) -> HistoryPoint:
        """Return the last point up to a tick, not before `since`, from which the run can be repeated exactly."""
        snapshot = since.snapshot
        if snapshot.hand is not None:  # rows do not contain its work
            return HistoryPoint(since.tick, snapshot.state, snapshot.memory)
        if not snapshot.memory:
            row = self.row_at(tick + 1) - 1
            return HistoryPoint(self._tick(row), self._state(row, _dim(since)), b"")
        later = bisect_right(self._moments, tick, key=_moment_tick)
        if later and self._moments[later - 1].tick > since.tick:
            return self._moments[later - 1]
        return HistoryPoint(since.tick, snapshot.state, snapshot.memory)

    def change_at(self, tick: int) -> ParameterChange:
        """Return the change in force at a tick."""
        return self.changes[max(bisect_right(self.changes, tick, key=_tick_of) - 1, 0)]

    # Rows are numbered from the beginning; row n is in slot n % size.

    def row_at(self, tick: int) -> int:
        """Return the number of the first row of that tick or later."""
        if len(self) and tick > self._tick(self._end - 1):  # asked for more often than the rows between
            return self._end
        if len(self) and tick <= self._tick(self._first):
            return self._first
        return bisect_left(range(self._end), tick, self._first, key=self._tick)

    def row_after(self, time: float) -> int:
        """Return the number of the first row of that time [s] or later."""
        if len(self) and time <= self._time(self._first):
            return self._first
        return bisect_left(range(self._end), time, self._first, key=self._time)

    def run_at(self, tick: int) -> tuple[int, int]:
        """Return the rows of the run that a tick belongs to: number of the first kept row, and one past the last."""
        start = self.change_at(tick).start
        ends = bisect_right(self.changes, start, key=_start_of)
        return self.row_after(start), self.row_at(self.changes[ends].tick) if ends < len(self.changes) else self._end

    def stretches(self, first: int, end: int) -> Iterator[tuple[ParameterChange, Rows, Rows]]:
        """Yield (change in force, times (n,), states (n, dim)) of the kept rows from `first` up to `end`, as views.

        There is one tuple for each stretch between two changes, in order. dim: of the formulation in force.
        """
        first, low = max(first, self._first), self._first
        while first < min(end, self._end):
            change = self.change_at(self._tick(first))
            later = bisect_right(self.changes, change.tick, key=_tick_of)
            ends = self.row_at(self.changes[later].tick) if later < len(self.changes) else end
            stop = min(max(ends, first + 1), end, self._end)
            kept = self._kept()[first - low : stop - low]
            yield change, kept[:, 1], kept[:, 2 : 2 + _dim(change)]
            first = stop

    def _kept(self) -> Rows:
        start = self._first % self._size
        return self._rows[start : start + len(self)]

    def _tick(self, row: int) -> int:
        return int(self._flat[row % self._size * self._rows.shape[1]])

    def _time(self, row: int) -> float:
        return float(self._flat[row % self._size * self._rows.shape[1] + 1])

    def _state(self, row: int, dim: int) -> bytes:
        return self._rows[row % self._size, 2 : 2 + dim].tobytes()


def _dim(change: ParameterChange) -> int:
    return len(change.snapshot.system.variables)


def _tick_of(change: ParameterChange) -> int:
    return change.tick


def _start_of(change: ParameterChange) -> float:
    return change.start


def _moment_tick(moment: HistoryPoint) -> int:
    return moment.tick
