"""Tree of the branches of a run: what lay ahead wherever the run was changed, kept and put back."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from game.model.run_events import RunEvents, TimelineEvent
from game.model.shown.sentence import Sentence
from game.session.past.event_log import EventLog, LogEntry
from physics.simulation.history import History
from physics.simulation.history_parts import HistoryTail
from physics.simulation.outcome import Divergence

BUDGET = 100_000_000
"""Memory of all branches of a run together [bytes]."""
TAIL_BYTES = 4000
"""Approximate size of a branch beyond its rows [bytes]."""


@dataclass
class BranchEnd:
    """What is kept of a branch that is not shown: its states, the entries of its log, and its events."""

    tail: HistoryTail
    entries: list[LogEntry]
    events: list[TimelineEvent]

    @property
    def size(self) -> int:
        """The memory that it takes [bytes]."""
        return self.tail.size + TAIL_BYTES


@dataclass(eq=False)
class Branch:
    """A branch: the part of a run that followed a change.

    parent: the branch that was changed, None for the first. fork: the first tick that belongs to this one, as the
    history counts them; since: the tick up to which events belong to the parent; entries: number of entries of the
    log before it. about: the change; time: when, as the history counts it [s]. failure: the tick at which the run has
    diverged in it, and why. stored: what of it is not on the line that is shown. left: grows with each branch that is
    left. number: counted from 0.
    """

    parent: Branch | None = None
    fork: int = 0
    since: int = 0
    entries: int = 0
    about: Sentence | None = None
    time: float = 0.0
    failure: tuple[int, Divergence] | None = None
    stored: BranchEnd | None = None
    left: int = 0
    number: int = 0


class Lane(NamedTuple):
    """A line beside the one that is shown.

    tip: the branch at its end. start, end: its first and last tick; begin, stop: their times [s], as the history
    counts them; base: when the run began in which it ends. parent: the number of the lane that it leaves, None for the
    line that is shown.
    """

    tip: Branch
    about: Sentence | None
    start: int
    end: int
    begin: float
    stop: float
    base: float
    parent: int | None


@dataclass
class BranchTree:
    """All branches of the run of one scene, and those along the line that is shown, from the first on.

    The shown line lies in history, log and events; `fork` and `go` move parts of it from there into the branches and
    back, unchanged. Each branch on the line owns its ticks from its `fork` up to that of the next one.
    """

    history: History
    log: EventLog
    events: RunEvents
    budget: int = BUDGET
    line: list[Branch] = field(default_factory=lambda: [Branch()])
    branches: list[Branch] = field(default_factory=list)
    _count: int = 0
    _made: int = 0

    def __post_init__(self) -> None:
        self.line[0].entries = self.log.floor = len(self.log.entries)
        self.branches.append(self.line[0])

    @property
    def size(self) -> int:
        """The memory of all that is stored [bytes]."""
        return sum(branch.stored.size for branch in self.branches if branch.stored is not None)

    def at(self, tick: int) -> Branch:
        """Return the branch on the shown line that a tick belongs to."""
        return next(branch for branch in reversed(self.line) if branch.fork <= tick or branch.parent is None)

    def divergence_at(self, tick: int) -> Divergence | None:
        """Return why the run on the shown line goes no further than this tick, None where it does."""
        failure = self.at(tick).failure
        return failure[1] if failure is not None and failure[0] == tick else None

    def fork(self, now: int, time: float, about: Sentence | None, ahead: bool = False) -> Branch:
        """Begin a branch at the present tick and time [s]; what lies from there on is kept. Returns the new branch.

        ahead: the present tick still belongs to the old branch, as where a run goes on without a later change.
        """
        parent = self.at(now)
        first = now + 1 if ahead else now
        kept = self.log.count_until(now)
        self._leave(self.line.index(parent), first, now, kept)
        self._made += 1
        branch = Branch(parent, first, now, kept, about, time, number=self._made)
        self.line.append(branch)
        self.branches.append(branch)
        self.log.floor = kept
        return branch

    def go(self, target: Branch) -> None:
        """Put the line that ends with a branch in place of the shown one."""
        line = [target]
        while line[0].parent is not None:
            line.insert(0, line[0].parent)
        common = next(
            (i for i, (old, new) in enumerate(zip(self.line, line, strict=False)) if old is not new),
            min(len(self.line), len(line)),
        )
        turns = [part[common] for part in (self.line, line) if len(part) > common]
        if not turns:
            return
        turn = min(turns, key=lambda branch: branch.fork)
        self._leave(common - 1, turn.fork, turn.since, turn.entries)
        for i in range(common - 1, len(line)):
            self._show(line[i], line[i + 1] if i + 1 < len(line) else None)
        self.line = line
        self.log.floor = target.entries

    def _leave(self, index: int, first: int, since: int, kept: int) -> None:
        """Move the shown line into its branches: from number `index`, its tick `first` and entry `kept` on.

        since: the last tick whose events stay.
        """
        self._count += 1
        tail, entries, events = self.history.take(first), self.log.take(kept), self.events.take(since)
        for place in range(index, len(self.line)):
            branch = self.line[place]
            following = self.line[place + 1] if place + 1 < len(self.line) else None
            part = BranchEnd(tail, entries, events)
            if following is not None:
                part, rest = _split(part, following, kept)
                tail, entries, events = rest.tail, rest.entries, rest.events
                kept += len(part.entries)
            branch.stored = part if branch.stored is None else _joined(part, branch.stored)
            branch.left = self._count
        del self.line[index + 1 :]

    def _show(self, branch: Branch, following: Branch | None) -> None:
        """Move a branch onto the end of the shown line, up to where the following one leaves it."""
        part = branch.stored
        if part is None:
            return
        branch.stored = None
        if following is not None:
            part, branch.stored = _split(part, following, len(self.log.entries))
        if len(part.tail):
            self.history.graft(part.tail)
        self.log.graft(part.entries)
        self.events.graft(part.events, self.history.newest if len(self.history) else 0)

    # Lanes ----------------------------------------------------------------------------------------------

    def lanes(self) -> list[Lane]:
        """Return the lines beside the shown one, the last left first; those in which no time passes are left out."""
        tips = sorted(filter(self._is_tip, self.branches), key=lambda branch: branch.left, reverse=True)
        owner: dict[int, int] = {}
        found: list[Lane] = []
        for tip in tips:
            chain = [tip]
            while not self._shown(chain[-1]) and chain[-1].parent is not None:
                if self._shown(chain[-1].parent) or id(chain[-1].parent) in owner:
                    break
                chain.append(chain[-1].parent)
            for branch in chain:
                if not self._shown(branch):
                    owner[id(branch)] = len(found)
            first, last = chain[-1], chain[0]
            assert last.stored is not None
            turn, above = self._turn(first), None if self._shown(first) else first.parent
            parent = None if above is None else owner.get(id(above))
            end = last.stored.tail
            base = (end.changes[-1] if end.changes else end.before).start
            stop = float(end.rows[-1, 1])
            found.append(Lane(tip, first.about, turn.fork, end.newest, turn.time, stop, base, parent))
        return found

    def _turn(self, branch: Branch) -> Branch:
        """Return the branch that begins where the stored part of one does: itself, or the next one on the line."""
        return self.line[self.line.index(branch) + 1] if self._shown(branch) else branch

    def _shown(self, branch: Branch) -> bool:
        return branch in self.line

    def _is_tip(self, branch: Branch) -> bool:
        """Return whether a line ends in the stored part of a branch."""
        if branch.stored is None or not self._moves(branch):
            return False
        newest = branch.stored.tail.newest
        return not any(child.fork >= newest and self._leads_on(child) for child in self._children(branch))

    def _moves(self, branch: Branch) -> bool:
        """Return whether time passes in the stored part of a branch."""
        tail = None if branch.stored is None else branch.stored.tail
        if tail is None or not len(tail):
            return False
        return tail.newest > self._turn(branch).fork

    def _leads_on(self, branch: Branch) -> bool:
        """Return whether time passes in a stored branch, or in one that leaves it."""
        if self._shown(branch):
            return False
        return self._moves(branch) or any(map(self._leads_on, self._children(branch)))

    # Memory ---------------------------------------------------------------------------------------------

    def prune(self, needed: set[Branch]) -> None:
        """Delete branches in which no time passes and that nothing needs; those on the shown line are merged."""
        for branch in reversed(self.branches[1:]):
            if branch in needed or self._shown(branch) or self._children(branch):
                continue
            if not self._moves(branch):
                self.branches.remove(branch)
        for before, after in list(zip(self.line[:-1], self.line[1:], strict=True)):
            if before in needed or before.parent is None or self._moves(before):
                continue
            if any(child is not after and child.fork >= after.fork for child in self._children(before)):
                continue
            self._merge(before, after)

    def _merge(self, before: Branch, after: Branch) -> None:
        """Let a branch on the shown line take the place of the one before it, which nothing needs."""
        after.parent, after.fork, after.since = before.parent, before.fork, before.since
        after.entries, after.about, after.time = before.entries, before.about or after.about, before.time
        for child in self._children(before):
            child.parent = after
        self.line.remove(before)
        self.branches.remove(before)

    def _children(self, branch: Branch) -> list[Branch]:
        return [each for each in self.branches if each.parent is branch]

    def drop_excess(self) -> list[tuple[Branch, Sentence | None]]:
        """Delete stored lines, the longest left first, until all fit into the budget; returns what was deleted.

        The last one that was left stays, however long it is.
        """
        dropped: list[tuple[Branch, Sentence | None]] = []
        while self.size > self.budget:
            ends = [b for b in self.branches if b.stored is not None and not self._hangs_on(b) and b.left < self._count]
            if not ends:
                break
            oldest = min(ends, key=lambda branch: branch.left)
            dropped.append((oldest, oldest.about))
            oldest.stored = None
            if not self._shown(oldest):
                self.branches.remove(oldest)
        return dropped

    def _hangs_on(self, branch: Branch) -> bool:
        """Return whether a stored branch leaves the stored part of this one."""
        assert branch.stored is not None
        oldest = branch.stored.tail.oldest if len(branch.stored.tail) else math.inf
        return any(child.fork >= oldest and not self._shown(child) for child in self._children(branch))


def _split(part: BranchEnd, following: Branch, first_entry: int) -> tuple[BranchEnd, BranchEnd]:
    """Return the parts before and after the fork of a branch; first_entry: number of the part's first entry."""
    early, late = part.tail.split(following.fork)
    at = following.entries - first_entry
    return (
        BranchEnd(early, part.entries[:at], [each for each in part.events if each.tick <= following.since]),
        BranchEnd(late, part.entries[at:], [each for each in part.events if each.tick > following.since]),
    )


def _joined(part: BranchEnd, later: BranchEnd) -> BranchEnd:
    return BranchEnd(part.tail.joined(later.tail), part.entries + later.entries, part.events + later.events)
