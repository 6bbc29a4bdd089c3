"""The present session as a share line."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum

from game.model.words import later, tr
from game.scenefile import CameraSpec, Scene
from game.scenefile.share_line import line_of
from game.session.past.event_log import LogEntry
from game.session.save_scene import scene_now
from game.session.session import Session
from physics import BadInput

SHOWN = 80
"""Greatest number of characters of a copied line that are shown."""


class Begins(Enum):
    """Where the run of a line begins, and why, as a text to show."""

    START = ""
    HERE = later("The run was changed on its way: the copy begins at its present state.")
    ANEW = later("The run was changed on its way: the copy begins at the start, with the present values.")


def scenes_now(session: Session, camera: CameraSpec) -> list[tuple[Scene, Begins]]:
    """Return scenes that open at the present state of a session, the best first; the last one at least resembles it.

    Where the same start, values and method lead to the present state, the scene opens at its time; where something was
    changed on the way, it begins at the present state, if that can be given as a start.
    """
    simulation = session.simulation
    scene = scene_now(session, camera, session.scene.quality)
    timed = scene.changed(time=simulation.time)
    if not _changed_on_the_way(session):
        return [(timed, Begins.START)]
    names = [variable.name for variable in simulation.system.variables]
    here = scene.changed(initial=dict(zip(names, simulation.y, strict=True)))
    with suppress(BadInput):
        if bytes(here.simulation().y) == bytes(simulation.y):
            return [(here, Begins.HERE), (timed, Begins.ANEW)]
    return [(timed, Begins.ANEW)]


def line_now(session: Session, camera: str = "") -> tuple[str, Begins]:
    """Return the line of the present session, and where its run begins.

    It begins as `scenes_now` says. camera: as on the command line. Raises BadInput where the session cannot be written
    as a line.
    """
    *better, (last, why) = scenes_now(session, CameraSpec())
    for scene, begins in better:
        with suppress(BadInput):
            return line_of(scene, camera), begins
    return line_of(last, camera), why


def message(line: str, begins: Begins) -> str:
    """Return what the window says when a line was copied."""
    words = tr("Copied: {text}", text=line if len(line) <= SHOWN else f"{line[:SHOWN]}…")
    return words if begins is Begins.START else f"{words} {tr(begins.value)}"


def _changed_on_the_way(session: Session) -> bool:
    """Return whether anything but the start, the values and the method of now has led to the present state."""
    simulation, past = session.simulation, session.past
    run: list[LogEntry] = []
    for entry in past.log.entries[: past.log.count_until(past.now(simulation))]:
        run = [] if entry.what in ("scene", "reset") else [*run, entry]
    edits = [entry for entry in run if entry.what != "state"]
    if any(entry.tick > 0 or entry.what == "hand" for entry in edits):
        return True
    return not _starts_alike(session, scene_now(session, CameraSpec(), ""))


def _starts_alike(session: Session, scene: Scene) -> bool:
    """Return whether a scene starts as the present run did, as far as that start is still kept."""
    history, simulation = session.past.history, session.simulation
    begun = history.run_start(history.now(simulation))
    if begun < history.oldest:
        return True
    row = history.row_at(begun) - history.row_at(history.oldest)
    start = scene.simulation().y
    return history.states[row, : len(start)].tobytes() == bytes(start)
