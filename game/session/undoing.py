"""Undo and redo in a session, and the return to branches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import zip_longest
from typing import Any

from game.model.shown.sentence import Sentence
from game.model.words import later
from game.scenefile import Scene
from game.session import advancing
from game.session.open_run import OpenRun
from game.session.past.branches import BranchTree, Lane
from game.session.past.playback import Playback
from game.session.past.timeline import Place
from game.session.past.undo import UndoEntry
from game.session.session import Session
from physics import BadInput

BUDGET = 150_000_000
"""Memory of the runs of all scenes that are not open any more [bytes]; one stays, however long it is."""
KEPT_LOOKS = 4
"""Number of such runs whose looks are kept, with their meshes, so that these runs are shown again without a pause."""
FIRST_RUN = later("The first run")
BACK = later("Back to: {name}")
UNDONE, REDONE = later("Undone: {text}"), later("Repeated: {text}")


# What is done -------------------------------------------------------------------------------------------------


def note(session: Session, text: Sentence, before: Place, **more: Any) -> UndoEntry:
    """Add a change of the run to what can be undone; before: where it was."""
    entry = UndoEntry(text, session.simulation.time, before, session.past.place(session.simulation), **more)
    session.undo.add(entry)
    _tidy(session)
    return entry


def note_setting(
    session: Session, text: Sentence, back: Callable[[], None], forth: Callable[[], None], **more: Any
) -> None:
    """Add a change of anything but the run to what can be undone, with what undoes and repeats it."""
    session.undo.add(UndoEntry(text, session.simulation.time, back=back, forth=forth, **more))
    _tidy(session)


@contextmanager
def one_entry(
    session: Session, text: Sentence, back: Callable[[], None] | None = None, forth: Callable[[], None] | None = None
) -> Iterator[None]:
    """Make all changes of the run that follow one entry of what can be undone.

    back, forth: what undoes and repeats that which they changed beside the run.
    """
    before, old = session.past.place(session.simulation), session.run.playback
    with session.undo.grouped():
        yield
    session.past.tree.line[-1].about = text
    new = session.run.playback
    if new is old:
        note(session, text, before, back=back, forth=forth)
        return
    undoes, repeats = partial(_use_playback, session, old, back), partial(_use_playback, session, new, forth)
    note(session, text, before, back=undoes, forth=repeats)


def _use_playback(session: Session, playback: Playback, more: Callable[[], None] | None) -> None:
    session.run.playback = playback
    if more is not None:
        more()


def _tidy(session: Session) -> None:
    """Delete branches and runs that nothing needs, and entries that lead to branches that are gone."""
    tree = session.past.tree
    tree.prune(session.undo.branches(tree))
    session.undo.forget(lambda place: place.branch not in place.tree.branches)
    session.aside = [run for run in session.aside if session.undo.branches(run.past.tree)]


# Undo and redo ------------------------------------------------------------------------------------------------


def undo(session: Session) -> None:
    """Undo the last thing that was done. Raises BadInput where there is nothing."""
    if not session.undo.done:
        raise BadInput("undo: nothing has been changed yet")
    entry = session.undo.done.pop()
    session.undo.undone.append(entry)
    session.undo.notice = Sentence(UNDONE, text=entry.text)
    if entry.before is not None or entry.scene is not None:
        entry.after = _to_return_to(session, entry)
        if entry.after is None:
            session.undo.undone.clear()
    if entry.before is not None:
        show(session, entry.before)
    elif entry.scene is not None:
        open_scene(session, entry.scene)
    if entry.back is not None:
        entry.back()


def _to_return_to(session: Session, entry: UndoEntry) -> Place | None:
    """Return where the run is to be when an entry is repeated: here, if this is what it led to, else at its end."""
    present, after = session.past.place(session.simulation), entry.after
    if after is None or (after.tree is present.tree and after.branch in present.tree.line):
        return present
    branch = after.branch
    if branch not in after.tree.branches:
        return None
    tail = branch.stored.tail if branch.stored is not None else None
    return Place(after.tree, branch, tail.newest if tail is not None and len(tail) else after.tick)


def redo(session: Session) -> None:
    """Repeat the last thing that was undone. Raises BadInput where there is nothing."""
    if not session.undo.undone:
        raise BadInput("redo: nothing has been undone since the last change")
    entry = session.undo.undone.pop()
    session.undo.done.append(entry)
    session.undo.notice = Sentence(REDONE, text=entry.text)
    if entry.after is not None:
        show(session, entry.after)
    if entry.forth is not None:
        entry.forth()


def undo_to(session: Session, count: int) -> None:
    """Undo or repeat until `count` things are done, of those in `UndoStack.entries`."""
    while len(session.undo.done) > count:
        undo(session)
    while len(session.undo.done) < count and session.undo.undone:
        redo(session)


def show(session: Session, place: Place) -> None:
    """Show a place of this run, or of that of another scene, and go on there if the run goes on."""
    runs = not session.simulation.paused
    if place.tree is not session.past.tree:
        kept = next((run for run in session.aside if run.past.tree is place.tree), None)
        if kept is None:
            return
        _take_up(session, kept)
    session.past.tree.go(place.branch)
    advancing.seek(session, place.tick)
    if runs:
        session.pause(False)


def open_scene(session: Session, scene: Scene) -> None:
    """Open another scene; the run of the present one is put aside. Raises BadInput, with nothing changed."""
    before = session.run
    session.open(scene)
    session.aside.append(before)
    _shed(session)


def _take_up(session: Session, run: OpenRun) -> None:
    """Put the run of another scene in place of the present one, which is put aside."""
    session.aside[session.aside.index(run)] = session.run
    session.enter(run)


def _shed(session: Session) -> None:
    """Delete what memory is too small for of the runs of scenes put aside, the first put aside first."""
    for run in session.aside[:-KEPT_LOOKS]:
        run.drop_look()
    while len(session.aside) > 1 and sum(run.past.size for run in session.aside) > BUDGET:
        run = session.aside.pop(0)
        _forget_run(session, run.past.tree, run.scene)


def _forget_run(session: Session, tree: BranchTree, scene: Scene) -> None:
    """Delete what leads to a run that is gone; where its scene was left, the scene can still be opened anew."""
    stack = session.undo
    leaves = [
        entry for entry, after in zip_longest(stack.done, stack.done[1:])
        if entry.before is not None and entry.before.tree is tree
        and (after is None or after.before is None or after.before.tree is not tree)
    ]  # fmt: skip
    for entry in leaves[-1:]:
        entry.before, entry.scene = None, scene
    stack.forget(lambda place: place.tree is tree)


# Branches -----------------------------------------------------------------------------------------------------


def lane_name(lane: Lane) -> Sentence:
    """Return the name of a branch: the change with which it began."""
    return lane.about or Sentence(FIRST_RUN)


def go_to_lane(session: Session, lane: Lane, tick: int | None = None) -> None:
    """Go back to a branch, at a tick of it, or at its end; the shown line becomes a branch itself."""
    tree = session.past.tree
    before = session.past.place(session.simulation)
    tick = lane.end if tick is None else min(max(tick, lane.start), lane.end)
    line = lane.tip
    tree.go(line)
    advancing.seek(session, tick)
    note(session, Sentence(BACK, name=lane_name(lane)), before)
