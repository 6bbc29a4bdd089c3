"""Files of any kind, read in a thread: what is found, and what is told where one cannot be opened."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import numpy as np
import pytest

import physics
from game import scenefile
from game.cli.simulate import compute
from game.experiments.measurements.table_file import FileTable
from game.experiments.measurements.thrown_state import ReadRecording
from game.scenefile import Scene
from game.session import advancing
from game.session.files.log_replay import ReplayPlan
from game.session.files.read_file import FileReading, Read, ReadRun, kind_of
from game.session.session import Session
from physics import text_files


def read(path: Path) -> tuple[Read | None, str]:
    reading = FileReading(path)
    reading.wait()
    return reading.found, reading.problem


def test_scene_table_and_log_are_known(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('system = "gyroscope"\ndt = 0.002\n', encoding="utf-8")
    found, problem = read(tmp_path / "my.toml")
    assert isinstance(found, Scene) and (found.name, found.dt, problem) == ("my", 0.002, "")
    (tmp_path / "my.TXT").write_text("0 1\n1 2\n", encoding="utf-8")
    found, problem = read(tmp_path / "my.TXT")
    assert isinstance(found, FileTable) and problem == ""
    session = Session(scenefile.load("gyroscope"))
    advancing.run_ticks(session, 10)
    for name in ("my.log", "my.jsonl", "log of mine"):
        session.past.write(tmp_path / name, session.simulation)
        found, problem = read(tmp_path / name)
        assert isinstance(found, ReplayPlan) and found.before[-1] == 10 and problem == ""


def test_table_of_this_program_is_a_scene_with_its_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.csv"
    given = scenefile.load("fast-cone")
    given = given.changed(parameters={**given.parameters, "gravity": 1.62})
    assert compute(given, 0.02, 0.01, str(path), as_json=True) == 0
    capsys.readouterr()
    found, problem = read(path)
    assert isinstance(found, ReadRun) and problem == ""
    assert found.scene.name == "mine"
    simulation = found.scene.simulation()
    assert found.table.t.tolist() == [0.0, 0.01, 0.02] and found.table.joined
    names = [variable.name for variable in simulation.system.variables]
    simulation.advance(20)
    assert [found.table.columns[name][2] for name in names] == list(simulation.y), "the exact configuration"


def test_tables_of_other_commands_are_their_scenes_alone(tmp_path: Path) -> None:
    run = physics.simulate("gyroscope", 0.01, every=0.005)
    path = tmp_path / "run.csv"
    run.to_csv(path)
    text = path.read_text("utf-8")
    found, _ = read(path)
    assert isinstance(found, FileTable), "one that does not say who wrote it"
    assert np.array_equal(found.columns[0].values, [0.0, 0.005, 0.01])
    path.write_text("# polhode 1\n" + text.replace(",theta,", ",theta_mean,"), encoding="utf-8")
    found, _ = read(path)
    assert isinstance(found, ReadRun) and found.table is None and found.scene.system == "gyroscope"
    path.write_text("# polhode 1\n" + text.replace("gravity = ", "gravity = -"), encoding="utf-8")
    found, problem = read(path)
    assert found is None and "gravity = -9.81" in problem and "run.csv" in problem


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("picture.png", b"\x89PNG\r\n", "picture.png cannot be opened: scenes"),
        ("film.mp4", b"", "film.mp4 cannot be opened"),
        (
            "book.xlsx",
            b"PK\x03\x04\0",
            "table book.xlsx: is a workbook or an archive, not a text file: save its table as CSV",
        ),
        ("book.xls", b"\xd0\xcf\x11\xe0\0", "table book.xls: is a workbook, not a text file: save its table as CSV"),
        ("unknown", b"t,x\n0,1\n", "unknown cannot be opened"),
        ("bad.toml", b"system = ", "not TOML"),
        ("bad.csv", b"hello\n", "no rows of two numbers"),
        ("bad.jsonl", b'{"polhode": 1}\n', "line 1"),
        ("bad.toml", b'system = "gyroscope"\nspeed = 1e9\n', "speed = 1000000000"),
    ],
)
def test_what_cannot_be_opened_is_told_in_one_line(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    (tmp_path / name).write_bytes(content)
    found, problem = read(tmp_path / name)
    assert found is None and reason in problem and name in problem and "\n" not in problem


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    for path in (
        tmp_path,
        tmp_path / "none.csv",
        tmp_path / "pipe.csv",
        Path("\0.csv"),
        tmp_path / ("x" * 300 + ".csv"),
    ):
        found, problem = read(path)
        assert found is None and problem and "\n" not in problem


def test_names_are_taken_as_they_are_and_those_that_are_no_text_are_told(tmp_path: Path) -> None:
    for name in ("loops?theta=40deg.TOML", "per%cent##x.toml"):
        (tmp_path / name).write_text('system = "gyroscope"\n', encoding="utf-8")
        found, problem = read(tmp_path / name)
        assert isinstance(found, Scene) and problem == ""
    found, problem = read(tmp_path / os.fsdecode(b"\xff.csv"))
    assert found is None and "its name is not in UTF-8" in problem


@pytest.mark.parametrize("name", ["big.csv", "big.jsonl"])
def test_reading_is_cancelled(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_files, "BLOCK_BYTES", 20)
    line = {"big.csv": "1,2\n", "big.jsonl": '{"polhode":"1","scene":{"system":"gyroscope"}}\n'}[name]
    (tmp_path / name).write_text(line * 1000, encoding="utf-8")
    note = FileReading._note
    monkeypatch.setattr(FileReading, "_note", lambda self, part: self.cancel() or note(self, part))
    reading = FileReading(tmp_path / name)
    reading.wait()
    assert (reading.found, reading.problem) == (None, "") and 0.0 < reading.part < 0.1


def test_kinds_by_name() -> None:
    names = {"a.toml": "scene", "a.CSV": "table", "a.jsonl": "log", "a.png": "", "toml": ""}
    assert {name: kind_of(Path(name)) for name in names} == names


def test_recordings_of_a_telephone_are_told_from_tables_of_a_system(tmp_path: Path) -> None:
    """Rates along x, y and z are those of a telephone, rates about axes 1, 2 and 3 those of any body."""
    phone = Path(__file__).parents[4] / "docs/samples/phone.csv"
    found, problem = read(phone)
    assert isinstance(found, ReadRecording) and problem == "" and found.table is None
    (recording,) = found.recordings
    assert recording.name == "phone.csv" and recording.rates.shape == (261, 3) and recording.acceleration is not None
    own = tmp_path / "own.csv"
    own.write_text("t [s],omega_1 [rad/s],omega_2 [rad/s],omega_3 [rad/s]\n0,1,2,3\n1,1,2,3\n", encoding="utf-8")
    assert isinstance(read(own)[0], FileTable)
    with zipfile.ZipFile(tmp_path / "throws.zip", "w") as archive:
        archive.write(phone, "Raw Data.csv")
    found, problem = read(tmp_path / "throws.zip")
    assert isinstance(found, ReadRecording) and len(found.recordings) == 1
    (tmp_path / "broken.zip").write_bytes(b"PK nothing")
    assert read(tmp_path / "broken.zip")[1].endswith("broken.zip: is no whole archive")
