"""A found body of a thrown telephone as a run: the ideal body, with what was measured beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from game.experiments.measurements.table_file import FileTable, read_table
from game.experiments.measurements.thrown_state import (
    SLOWED,
    ReadRecording,
    ThrownState,
    found_scene,
    measured_rates,
    opened_scene,
    read_recording,
)
from game.experiments.measurements.thrown_task import FoundBody
from game.model import resources
from game.model.edit import Edit
from game.model.replacement import replacing
from game.model.shown.sentence import Amount, Sentence
from game.model.words import later
from game.scenefile import MeasuredSpec, RecordingSpec, Scene
from game.session import edits
from game.session.compose import time_shown
from game.session.save_scene import toml
from game.session.session import Session
from game.session.undoing import note_setting
from physics.fitting.flight.attitude import angle_between

SUPPLIED = "assets/recordings/thrown-telephone.csv"
"""A recording of our own, for those without one."""
FLIGHT = later("Flight {number}: {begin} to {end} s")
ADDED, REMOVED, ANEW = later("Flight added"), later("Flight {number} removed"), later("Flights looked for")
SENSE, RIGHT_SENSE = later("Axis of the wrong sense: {axis}"), later("No axis of the wrong sense")
JOINED, TAKEN_OUT = later("{name} joined"), later("{name} removed")
SHIFTED, LEFT = later("Times moved by a row"), later("Times left as they are")


def open_recording(session: Session, read: ReadRecording) -> None:
    """Join a recording to those that wait for one, or open a free body with it. Raises BadInput."""
    thrown = session.run.thrown
    if thrown is not None and thrown.joins:
        change(session, thrown, partial(thrown.add, read), Sentence(JOINED, name=read.name))
        return
    thrown = ThrownState()
    thrown.add(read)
    edits.apply(session, Edit("scene", opened_scene(read.name)))
    session.run.thrown = thrown


def join_table(session: Session, thrown: ThrownState, table: FileTable) -> None:
    """Join a table to the recordings that wait for one. Raises BadInput."""
    change(session, thrown, partial(thrown.add_table, table), Sentence(JOINED, name=table.path.name))


def open_supplied(session: Session) -> None:
    """Open the recording that is supplied."""
    if session.run.thrown is not None:
        session.run.thrown.joins = False
    open_recording(session, read_recording(read_table(resources.path(SUPPLIED))))


def change(
    session: Session, thrown: ThrownState, make: Callable[[], None], text: Sentence, key: tuple[str, str] = ("", "")
) -> None:
    """Change what was chosen of recordings, as one thing that can be undone; key: changes by one gesture are one.

    Raises BadInput as `make` does, with nothing changed.
    """
    before = thrown.choices()
    joined = session.undo.gesture(key, joined=False) if key[0] else None
    make()
    if joined is not None:
        joined.text = text
        return
    after = [before]

    def back() -> None:
        after[0] = thrown.choices()
        thrown.choose(before)

    note_setting(session, text, back, lambda: thrown.choose(after[0]), key=key)


def move_flight(session: Session, thrown: ThrownState, number: int, begin: float, end: float) -> None:
    """Give a flight other ends [s]; all moves of one gesture are undone together."""
    before, was = thrown.choices(), thrown.spans[number]
    thrown.move(number, begin, end)
    span = thrown.spans[number]
    if span == was:
        return
    thrown.choose(before)
    text = Sentence(FLIGHT, number=number + 1, begin=Amount(span.begin), end=Amount(span.end))
    change(session, thrown, lambda: thrown.move(number, begin, end), text, ("flight", str(number)))


class ThrownRun:
    """The scene of a flight with the body that was found, which opens once its look is made."""

    def __init__(self) -> None:
        self._wanted: FoundBody | None = None
        self._flight = 0
        self._scene: Scene | None = None

    def follow(self, session: Session, thrown: ThrownState) -> None:
        """Show the last body that was found and has followed its data, or another flight of it. Raises BadInput."""
        found, task = thrown.found, thrown.task
        if found is None or not found.fit.body.followed or task is None or not task.done:
            return
        flight = min(thrown.flight, len(found.turnings) - 1)
        if thrown.stays and thrown.near is not None and thrown is session.run.thrown:
            _stand_beside(session, thrown, found, flight)
            return
        if thrown.shown is found and (thrown.rates is None or thrown.drawn == flight):
            return
        if self._wanted is not found or self._flight != flight or self._scene is None:
            self._wanted, self._flight, (self._scene, _) = found, flight, found_scene(found, flight)
            session.looks.prepare(self._scene)
        if session.looks.is_prepared(self._scene):
            self._open(session, thrown, found, flight)

    def _open(self, session: Session, thrown: ThrownState, found: FoundBody, flight: int) -> None:
        assert self._scene is not None
        edits.apply(session, Edit("scene", self._scene))
        thrown.shown = found
        session.run.thrown = thrown.showing(measured_rates(found, flight), flight)
        _play(session, found, flight)


def _stand_beside(session: Session, thrown: ThrownState, found: FoundBody, flight: int) -> None:
    """Show what was measured beside the run of a scene file that was saved with the same body."""
    thrown.shown, thrown.rates, thrown.flight, thrown.drawn = found, measured_rates(found, flight), flight, flight
    thrown.near, thrown.stays = None, False
    _play(session, found, flight)


def _play(session: Session, found: FoundBody, flight: int) -> None:
    """Plot the measured motion of a flight, and play the run for as long, again and again."""
    run, (_, table) = session.run, found_scene(found, flight)
    run.tables = (table,)
    run.playback.start, run.playback.end = 0, round(float(table.t[-1]) / run.simulation.dt)
    run.playback.loops = True


def write_found(
    output: Path, found: FoundBody, place: int, recording: RecordingSpec | None, speed: float = 1.0
) -> Path:
    """Write the scene of a flight, and beside it the table of its measured motion; return the path of that.

    recording: its files, with whole paths, and what was chosen, for the window. Raises RecordingError.
    """
    table, turned = output.with_suffix(".csv"), found.turnings[place]
    heading = "t [s],q_w,q_x,q_y,q_z,omega_1 [rad/s],omega_2 [rad/s],omega_3 [rad/s]"
    rows = [
        ",".join(f"{each:.9g}" for each in (t, *q, *omega))
        for t, q, omega in zip(turned.t.tolist(), turned.measured.tolist(), turned.omega.tolist(), strict=True)
    ]
    with replacing(str(table)) as part:
        part.write_text("\n".join([heading, *rows]) + "\n", encoding="utf-8")
    scene, _ = found_scene(found, place)
    scene = scene.changed(title=f"{scene.title}, thrown", speed=speed, measured=MeasuredSpec(table.name))
    scene = scene.changed(recording=recording)
    with replacing(str(output)) as part:
        part.write_text(toml(scene, output.parent), encoding="utf-8")
    return table


def save_found(folder: Path, thrown: ThrownState, found: FoundBody, place: int) -> Path:
    """Write a flight into a folder, under a name that nothing there has; return the scene file.

    Raises RecordingError.
    """
    name = Path(found.fit.recordings[found.fit.spans[place][0]].name.replace("/", "-")).stem
    output = folder / f"{name}-thrown.toml"
    count = 1
    while output.exists() or output.with_suffix(".csv").exists():
        count += 1
        output = folder / f"{name}-thrown-{count}.toml"
    spec = thrown.spec()
    write_found(output, found, place, None if spec is None else replace(spec, shown=place + 1), SLOWED)
    return output


def angle_apart(session: Session) -> float | None:
    """Return the angle between measured and computed attitude at the time shown [rad]; None outside the flight."""
    system, tables = session.simulation.system, session.run.tables
    motion = session.run.measured.motion(system, tables)
    state = None if motion is None else motion.state(system, time_shown(session))
    if state is None:
        return None
    measured, computed = (np.array(each[:4])[None] for each in (state, session.shown))
    return float(angle_between(measured, computed)[0])
