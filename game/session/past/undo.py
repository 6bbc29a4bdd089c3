"""Undo stack: what was done in a session, and what was undone of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from game.model.shown.sentence import Sentence
from game.scenefile import Scene
from game.session.past.branches import Branch, BranchTree
from game.session.past.timeline import Place

MOST = 200
"""Greatest number of entries that can be undone."""


@dataclass(eq=False)
class UndoEntry:
    """One thing that was done, at a time of the run [s].

    before, after: where the run was before it, and where it is to be when it is repeated, for a change of the run
    itself. back, forth: what undoes and repeats a change of anything else. key: what was changed, where changes by one
    gesture are one entry; old: its value before; whole: whether that gesture has ended. scene: in place of `before`,
    what to open anew where memory was too small for the run.
    """

    text: Sentence
    time: float
    before: Place | None = None
    after: Place | None = None
    back: Callable[[], None] | None = None
    forth: Callable[[], None] | None = None
    key: tuple[str, str] = ("", "")
    old: Any = None
    whole: bool = False
    scene: Scene | None = None


class UndoStack:
    """What was done, the oldest first, and what was undone, the next to repeat last.

    notice: the last thing undone or repeated; who shows it clears it.
    """

    def __init__(self) -> None:
        self.done: list[UndoEntry] = []
        self.undone: list[UndoEntry] = []
        self.notice: Sentence | None = None
        self._held = self._grouped = False

    @property
    def held(self) -> bool:
        """Whether the user holds a slider or a body, whose changes are one entry till it is let go.

        It is set once in each frame, after the changes of the frame.
        """
        return self._held

    @held.setter
    def held(self, held: bool) -> None:
        self._held = held
        if not held and self.done:  # what is held or typed next is a thing of its own, also of the same name
            self.done[-1].whole = True

    def add(self, entry: UndoEntry) -> None:
        """Add what was done; what had been undone before can no longer be repeated."""
        if self._grouped:
            return
        self.undone.clear()
        self.done.append(entry)
        del self.done[:-MOST]

    @contextmanager
    def grouped(self) -> Iterator[None]:
        """Add nothing while several changes are made, for which their maker adds one entry."""
        before, self._grouped = self._grouped, True
        try:
            yield
        finally:
            self._grouped = before

    def gesture(self, key: tuple[str, str], joined: bool) -> UndoEntry | None:
        """Return the last entry if a change of the same thing belongs to it; joined: also when nothing is held."""
        if self._grouped or self.undone or not self.done or self.done[-1].key != key:
            return None
        last = self.done[-1]
        return last if joined or (self.held and not last.whole) else None

    @property
    def entries(self) -> list[UndoEntry]:
        """Return what was done and then, in the same order of time, what was undone of it."""
        return [*self.done, *reversed(self.undone)]

    def branches(self, tree: BranchTree) -> set[Branch]:
        """Return the branches of a tree to which entries lead."""
        places = [place for entry in self.entries for place in (entry.before, entry.after)]
        return {place.branch for place in places if place is not None and place.tree is tree}

    def forget(self, lost: Callable[[Place], bool]) -> None:
        """Delete the entries that lead to places that are lost, and those that can only be reached through them."""
        last = max((i for i, each in enumerate(self.done) if each.before and lost(each.before)), default=-1)
        del self.done[: last + 1]
        last = max((i for i, each in enumerate(self.undone) if each.after and lost(each.after)), default=-1)
        del self.undone[: last + 1]
