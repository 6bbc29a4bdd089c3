"""Timeline of a session: the states it went through, and the log of its edits."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from game.looks.generic import Look
from game.model.run_events import RunEvents
from game.model.shown.sentence import Sentence
from game.model.trails import Traces
from game.scenefile import Scene
from game.session.past.branches import Branch, BranchTree
from game.session.past.event_log import EventLog, LoggedAction
from physics import Simulation, System
from physics.simulation.history import History
from physics.types import Floats

REBUILT_POINTS = 400
"""Number of points of a trace that is rebuilt for a past moment."""


@dataclass(frozen=True)
class Place:
    """A tick on a branch, of the run of one scene."""

    tree: BranchTree
    branch: Branch
    tick: int


class Timeline:
    """History, events, event log and branches of the run of one scene, kept consistent with one another.

    history: the states since the scene was opened, along the line that is shown. events: those of the motion up to its
    newest tick. log: the actions since the session began, in whatever scene, that lead to the newest tick. tree: the
    branches. dropped: names of branches that memory was too small for; who shows them clears it.
    """

    def __init__(self, log: EventLog, simulation: Simulation) -> None:
        self.log = log
        self.history = History(simulation)
        self.events = RunEvents()
        self.tree = BranchTree(self.history, self.log, self.events)
        self.dropped: list[Sentence | None] = []

    def ran(self, simulation: Simulation) -> None:
        """Record the ticks that have run, as far as they are not kept already, and where the run has diverged."""
        now, divergence = self.history.now(simulation), simulation.divergence
        if divergence is not None:
            self.tree.at(now).failure = now, divergence
        if now <= self.history.newest:
            return
        if divergence is None:
            self.tree.line[-1].failure = None
        self.history.record(simulation)
        self.log.watch(simulation)
        self.events.notice(self.history, simulation)

    # Changes --------------------------------------------------------------------------------------------

    def fork(self, simulation: Simulation, about: Sentence | None, ahead: bool = False) -> Branch:
        """Begin a branch at the present tick; what lies ahead is kept beside it.

        ahead: the new branch begins only after the present tick.
        """
        branch = self.tree.fork(self.history.now(simulation), self.history.time(simulation), about, ahead)
        self.dropped += [name for _, name in self.tree.drop_excess()]
        return branch

    def changed(self, simulation: Simulation, what: LoggedAction, value: Any, name: str = "") -> None:
        """Record a change at the present tick, the newest of its branch."""
        self.log.add(simulation.tick, what, value, name)
        about = name or str(value)
        earlier = self._changed_here(self.history.now(simulation))
        named = earlier.split(", ") if earlier else []
        self.history.mark(simulation, ", ".join(named if about in named else [*named, about]))

    def _changed_here(self, now: int) -> str:
        """Return what was changed at the present tick in the branch from which the present one has just begun."""
        parent = self.tree.line[-1].parent
        if self.tree.line[-1].fork != now or parent is None or parent.stored is None:
            return ""
        return next((change.about for change in parent.stored.tail.changes if change.tick == now), "")

    def reset(self, simulation: Simulation) -> None:
        """Put the simulation back to its start; what came before stays in the history."""
        self.ran(simulation)
        self.fork(simulation, None, ahead=simulation.tick > 0)
        self.log.add(simulation.tick, "reset")
        self.history.reset(simulation)

    def next_change(self, simulation: Simulation) -> int | None:
        """Return the tick of the next change ahead on the shown line, None where there is none."""
        changes, now = self.history.changes, self.history.now(simulation)
        later = bisect_right(changes, now, key=attrgetter("tick"))
        return changes[later].tick if later < len(changes) else None

    # Scenes ---------------------------------------------------------------------------------------------

    def followed(self, scene: Scene, simulation: Simulation, before: Simulation) -> Timeline:
        """Return the timeline of another scene that is opened at the present state `before`; this one stays as it is.

        Its log goes on from here.
        """
        log = self.log.until(self.history.now(before))
        log.add(before.tick, "scene", scene.portable())
        return Timeline(log, simulation)

    def follow(self, other: Timeline) -> None:
        """Be shown in place of another timeline: events are counted on from its number, its messages are still told."""
        self.events.noticed = other.events.noticed
        self.dropped = other.dropped

    @property
    def size(self) -> int:
        """The memory that its states take [bytes]."""
        return self.history.size + self.tree.size

    # Places ---------------------------------------------------------------------------------------------

    def place(self, simulation: Simulation) -> Place:
        """Return the present tick and its branch, after recording the present state."""
        self.ran(simulation)
        now = self.history.now(simulation)
        return Place(self.tree, self.tree.at(now), now)

    def restore(self, simulation: Simulation, tick: int) -> None:
        """Restore a kept tick, paused, or the nearest one, with the state one tick before it for drawing between.

        The simulation is as if it could go on, also where it has diverged: see `BranchTree.divergence_at`.
        """
        history = self.history
        tick = min(max(tick, history.oldest), history.newest)
        change = history.change_at(tick)
        history.restore(simulation, max(tick - 1, change.tick, history.oldest))
        simulation.advance(tick - history.now(simulation))

    def began(self, simulation: Simulation) -> int:
        """Return the tick at which the present run began."""
        return self.history.now(simulation) - simulation.tick

    def run_start(self, simulation: Simulation) -> float:
        """Return the time at which the present run began, as the history counts it [s]."""
        return self.history.change_at(self.history.now(simulation)).start

    def ends_at(self, present: Place, earlier: Place | None) -> bool:
        """Return whether the present place is the end of the branch that left the run at an earlier one."""
        branch = present.branch
        return present.tick >= self.history.newest and earlier is not None and branch.parent is earlier.branch

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

    def rewind(self, trails: Traces, simulation: Simulation, look: Look) -> bool:
        """Shorten traces to the present tick, earlier than before, and add what now lies within their length.

        False where the system has been changed in between; then they are to be rebuilt.
        """
        history, now = self.history, self.history.now(simulation)
        change = history.change_at(now)
        first = history.row_after(change.start + max(simulation.time - look.life, 0.0))
        end = history.row_after(change.start + min(trails.oldest, simulation.time))
        every = max(1, (history.row_at(now) - first) // REBUILT_POINTS)
        older: list[tuple[System, Floats, float]] = []
        for each, times, states in history.stretches(first, end - every + 1):
            if each.snapshot.system is not change.snapshot.system or each.start != change.start:
                return False
            for time, state in zip(times[::every], states[::every], strict=True):
                older.append((each.snapshot.system, state.data, float(time) - change.start))
        if len(older) > REBUILT_POINTS:
            return False
        trails.rewind(simulation.time, older, look.to_world)
        return True
