"""A found body of a thrown telephone as a run: the ideal body, with what was measured beside it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from game.experiments.measurements.table_file import read_table
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
from game.scenefile import MeasuredSpec, Scene
from game.session import edits
from game.session.compose import time_shown
from game.session.save_scene import toml
from game.session.session import Session
from physics.fitting.flight.attitude import angle_between

SUPPLIED = "assets/recordings/thrown-telephone.csv"
"""A recording of our own, for those without one."""


def open_recording(session: Session, read: ReadRecording) -> None:
    """Join a recording to those that wait for one, or open a free body with it. Raises BadInput."""
    thrown = session.run.thrown
    if thrown is not None and thrown.joins:
        thrown.add(read)
        return
    thrown = ThrownState()
    thrown.add(read)
    edits.apply(session, Edit("scene", opened_scene(read.name)))
    session.run.thrown = thrown


def open_supplied(session: Session) -> None:
    """Open the recording that is supplied."""
    if session.run.thrown is not None:
        session.run.thrown.joins = False
    open_recording(session, read_recording(read_table(resources.path(SUPPLIED))))


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
        if thrown.shown is found and (thrown.rates is None or thrown.drawn == flight):
            return
        if self._wanted is not found or self._flight != flight or self._scene is None:
            self._wanted, self._flight, (self._scene, _) = found, flight, found_scene(found, flight)
            session.looks.prepare(self._scene)
        if session.looks.is_prepared(self._scene):
            self._open(session, thrown, found, flight)

    def _open(self, session: Session, thrown: ThrownState, found: FoundBody, flight: int) -> None:
        _, table = found_scene(found, flight)
        assert self._scene is not None
        edits.apply(session, Edit("scene", self._scene))
        run = session.run
        thrown.shown = found
        run.tables, run.thrown = (table,), thrown.showing(measured_rates(found, flight), flight)
        run.playback.start, run.playback.end = 0, round(float(table.t[-1]) / run.simulation.dt)
        run.playback.loops = True


def write_found(output: Path, found: FoundBody, place: int, speed: float = 1.0) -> Path:
    """Write the scene of a flight, and beside it the table of its measured motion; return the path of that.

    Raises RecordingError.
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
    with replacing(str(output)) as part:
        part.write_text(toml(scene), encoding="utf-8")
    return table


def save_found(folder: Path, found: FoundBody, place: int) -> Path:
    """Write a flight into a folder, under a name that nothing there has; return the scene file.

    Raises RecordingError.
    """
    name = Path(found.fit.recordings[found.fit.spans[place][0]].name.replace("/", "-")).stem
    output = folder / f"{name}-thrown.toml"
    count = 1
    while output.exists() or output.with_suffix(".csv").exists():
        count += 1
        output = folder / f"{name}-thrown-{count}.toml"
    write_found(output, found, place, SLOWED)
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
