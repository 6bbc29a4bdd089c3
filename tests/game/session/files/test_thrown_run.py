"""Recordings of a thrown telephone in scene files: what was chosen and found comes back, and can be undone."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from game import scenefile
from game.experiments.measurements.table_file import read_table
from game.experiments.measurements.thrown_state import RecordedSpan, ThrownState, read_recording
from game.experiments.measurements.thrown_task import ThrownTask, find
from game.scenefile import CameraSpec
from game.session.files.thrown_run import ThrownRun, change, move_flight, open_recording
from game.session.open_scene import load_file
from game.session.save_scene import scene_now, toml
from game.session.session import Session
from game.session.undoing import redo, undo
from physics import BadInput

PHONE = Path(__file__).parents[4] / "docs/samples/phone.csv"


class InThisProcess(ThrownTask):
    """What is asked, computed in this process."""

    def _work(self) -> None:
        try:
            find(self.request, lambda name, value: setattr(self, name, value))
        except BadInput as error:
            self.problem = str(error)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.experiments.measurements.thrown_state.ThrownTask", InThisProcess)


def opened(file: Path) -> tuple[Session, ThrownState]:
    """Return a session in which the recording in a file was opened, and its flights were found."""
    session = Session(scenefile.load("coin"))
    open_recording(session, read_recording(read_table(file)))
    return session, waited(session)


def waited(session: Session) -> ThrownState:
    """Return the recordings of a session once nothing is computed for them."""
    thrown = session.run.thrown
    assert thrown is not None
    for task in (thrown.looked, thrown.task):
        if task is not None:
            task.wait()
    thrown.take_flights()
    return thrown


def shown(session: Session) -> ThrownState:
    """Return the recordings once the picture has the body that was found."""
    run = ThrownRun()
    for _ in range(2000):
        thrown = waited(session)
        run.follow(session, thrown)
        if session.run.thrown is not None and session.run.thrown.rates is not None:
            return session.run.thrown
        time.sleep(0.005)  # the look is made in a thread
    raise AssertionError("the picture does not come")


def saved(session: Session, folder: Path) -> Path:
    """Save a session as the window does."""
    folder.mkdir(exist_ok=True)
    file = folder / "saved.toml"
    file.write_text(toml(scene_now(session, CameraSpec(azimuth=12.0), "auto"), folder), encoding="utf-8")
    return file


def test_a_saved_scene_brings_recording_flight_body_and_ghost_back(tmp_path: Path) -> None:
    (tmp_path / "downloads").mkdir()
    phone = tmp_path / "downloads" / "phone.csv"
    phone.write_bytes(PHONE.read_bytes())
    session, thrown = opened(phone)
    move_flight(session, thrown, 0, 1.45, 2.2)
    thrown.find()
    first = shown(session)
    first.lengths[:] = [75.0, 155.0, 8.0]
    body = first.shown
    assert body is not None
    file = saved(session, tmp_path / "scenes")
    assert 'file = "../downloads/phone.csv"' in file.read_text("utf-8")

    again = Session(load_file(file))
    other = again.run.thrown
    assert other is not None and other.spans == [RecordedSpan(0, 1.45, 2.2)] and other.lengths == [75.0, 155.0, 8.0]
    assert not other.computing and other.looked is None, "a picture without a panel fits nothing"
    assert again.run.simulation.system.parameters == session.simulation.system.parameters
    other.begin()
    run = again.run
    other = shown(again)
    assert again.run is run and run.scene.camera.azimuth == 12.0, "what was measured comes to the scene that is open"
    assert other.shown is not None
    for old, new in zip(body.fit.body.ratios, other.shown.fit.body.ratios, strict=True):
        assert new.value == pytest.approx(old.value, abs=0.01 * old.half) and new.half == pytest.approx(
            old.half, rel=0.01
        )
    (before,), (after,) = session.run.tables, run.tables
    for name, column in before.columns.items():
        assert after.columns[name] == pytest.approx(column, abs=1e-4), name
    assert other.acceleration_left(0) is not None, "the place of the accelerometer is known, too"
    assert scene_now(again, CameraSpec(), "auto").recording == scene_now(session, CameraSpec(), "auto").recording

    phone.unlink()
    lost = Session(load_file(file))
    assert lost.run.thrown is not None
    assert lost.run.thrown.lost == f"recording: {phone}: No such file or directory"
    assert lost.simulation.system.parameters == session.simulation.system.parameters, "the scene opens"
    lost.run.thrown.begin()
    assert not lost.run.thrown.computing
    assert saved(lost, tmp_path / "scenes").read_text("utf-8") == file.read_text("utf-8"), "nothing is forgotten"
    for each in (session, again, lost):
        each.leave()


def test_moves_of_flights_are_undone_by_name(tmp_path: Path) -> None:
    session, thrown = opened(PHONE)
    begun = list(thrown.spans)
    session.undo.held = True
    for begin in (1.43, 1.46, 1.5):
        move_flight(session, thrown, 0, begin, 2.2)
    session.undo.held = False
    assert str(session.undo.done[-1].text) == "Flight 1: 1.5 to 2.2 s"
    count = len(session.undo.done)
    move_flight(session, thrown, 0, 1.5, 2.2)
    assert len(session.undo.done) == count, "nothing has changed"
    change(session, thrown, lambda: thrown.remove_flight(0), session.undo.done[-1].text)
    assert thrown.spans == []
    undo(session)
    assert thrown.spans == [RecordedSpan(0, 1.5, 2.2)]
    undo(session)
    assert thrown.spans == begun, "one gesture is one entry"
    redo(session)
    redo(session)
    assert thrown.spans == []
    session.leave()


def test_runs_are_asked_and_times_are_moved_as_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of two runs, of which the second has irregular times that stand a row aside."""
    monkeypatch.setattr(ThrownState, "look", lambda self: None)
    rng = np.random.default_rng(3)
    t = np.cumsum(rng.uniform(0.003, 0.02, 90))
    omega = np.stack([9.0 * np.sin(9.0 * t), 7.0 * np.cos(9.0 * t), 5.0 + np.sin(4.0 * t)], axis=1)
    file = tmp_path / "runs.csv"
    names = ["Time (s)", *(f"Gyroscope {axis} (rad/s)" for axis in "xyz")]
    heads = [f"{name} Run #{run}" for run in (1, 2) for name in names]
    rows = np.column_stack([0.01 * np.arange(89), np.ones((89, 3)), t[1:], omega[:-1]])
    np.savetxt(file, rows, "%.9g", ",", header=",".join(heads), comments="")
    read = read_recording(read_table(file))
    assert read.table is not None and read.table.runs == ("1", "2")
    session = Session(scenefile.load("coin"))
    open_recording(session, read)
    thrown = session.run.thrown
    assert thrown is not None
    thrown.answer(run="2")
    ((rows_aside, left),) = thrown.stamps
    assert rows_aside == -1 and left < 0.5
    thrown.shift(0, rows_aside)
    (used,) = thrown.used()
    assert used.t == pytest.approx(t[1:-1]) and used.rates == pytest.approx(omega[1:-1])
    thrown.spans = [RecordedSpan(0, 0.2, 0.7)]
    again = Session(load_file(saved(session, tmp_path / "scenes")))
    assert again.run.thrown is not None
    assert again.run.thrown.files[0][0].run == "2" and np.array_equal(again.run.thrown.used()[0].t, thrown.used()[0].t)
    session.leave()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("files = []", "recording.files: is empty; needs one file or more"),
        ('files = [{ file = "/etc/passwd.csv" }]', "recording.files[0].file = '/etc/passwd.csv': must be a path from"),
        ('files = [{ file = "//host/share/a.csv" }]', "must be a path from the folder"),
        ('files = [{ file = "C:\\\\a.csv" }]', "must be a path from the folder"),
        ('files = [{ file = "a.csv", shift = 2 }]', "recording.files[0].shift = 2: must be from -1 to 1"),
        ('files = [{ file = "a.csv", unit = "m" }]', "recording.files[0].unit = 'm': must be one of"),
        ('files = [{ file = "a.csv" }]\nreverse = "w"', "recording.reverse = 'w': must be one of x, y, z, all"),
        ('files = [{ file = "a.csv" }]\nflights = [{ recording = 1, begin = 2, end = 1 }]', "must end later"),
    ],
)  # fmt: skip
def test_what_a_scene_cannot_say_of_a_recording(given: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(f'system = "free-body"\n[recording]\n{given}\n', encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_file(file)
    assert said in str(caught.value) and "\n" not in str(caught.value)
