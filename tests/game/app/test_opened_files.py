"""Files that are dropped or chosen: what each kind opens, one after another, without the main thread waiting."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import physics
from game import scenefile
from game.app import opened_files
from game.app.opened_files import MAX_WAITING, OpenedFiles
from game.cli.new import write_system
from game.model import resources
from game.model.input import Action
from game.model.messages import InterfaceStatus, OpenFileRequest, StopReadingRequest, StopReplayRequest
from game.session import actions, advancing
from game.session.save_scene import toml
from game.session.session import Session
from game.ui.interface import Interface

FRAME = 1_000_000_000 // 60


class Opening:
    """A session, its interface and its files."""

    def __init__(self) -> None:
        self.session = Session(scenefile.load("double-pendulum"))
        self.interface = Interface(self.session, resources.path("assets/fonts"))
        self.files = OpenedFiles(self.session, self.interface)

    def frame(self) -> list[str]:
        """Pass a frame; return the messages that are shown."""
        self.files.advance(FRAME, 1000, 1.0)
        self.interface.frame((1280, 720), 1 / 60, InterfaceStatus())
        messages: list[str] = self.interface.report()["messages"]
        return messages

    def open(self, *paths: Path) -> list[str]:
        """Open files and wait until they are read; return the messages."""
        for path in paths:
            self.files.open(path)
        messages: list[str] = []
        ends = time.monotonic() + 60.0
        while self.files.busy and time.monotonic() < ends:
            messages = self.frame()
        assert not self.files.busy
        return messages


@pytest.fixture
def opening() -> Iterator[Opening]:
    made = Opening()
    yield made
    made.files.close()
    made.interface.close()


def test_a_scene_opens(opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "moon.toml").write_text('system = "gyroscope"\n[parameters]\ngravity = 1.62\n', encoding="utf-8")
    opening.interface.panels.toggle("scenes")
    messages = opening.open(tmp_path / "moon.toml")
    assert opening.session.scene.name == "moon" and opening.session.simulation.system.parameters["gravity"] == 1.62
    assert "moon.toml opened" in messages
    assert not opening.interface.panels.is_open("scenes")
    assert opening.interface.marks.files == (str(tmp_path / "moon.toml"),)
    actions.perform(opening.session, Action.UNDO)
    assert opening.session.scene.name == "double-pendulum"


def test_a_table_of_a_run_opens_its_scene_and_is_plotted(opening: Opening, tmp_path: Path) -> None:
    run = physics.simulate("gyroscope", 0.02, every=0.01, parameters={"gravity": 1.62})
    run.to_csv(tmp_path / "run.csv")
    text = (tmp_path / "run.csv").read_text("utf-8")
    (tmp_path / "run.csv").write_text("# polhode 1.0\n" + text, encoding="utf-8")
    messages = opening.open(tmp_path / "run.csv")
    assert any(words.startswith("run.csv opened") and words != "run.csv opened" for words in messages), messages
    session = opening.session
    assert session.scene.name == "run" and session.simulation.system.parameters["gravity"] == 1.62
    (table,) = session.run.tables
    assert table.joined and table.name == "run.csv"
    panels = opening.interface.panels
    assert panels.shows_plots and panels.plots.plots[0].chosen == ["theta"]
    opening.frame()
    curve = next(curve for curve in panels.plots.plots[0].curves if curve.table)
    assert curve.table == "run.csv" and curve.y.tolist() == run["theta"].tolist()
    actions.perform(session, Action.UNDO)
    assert session.run.tables == ()


def test_another_table_is_asked_about(opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "angles.csv").write_text("t;theta2 [deg]\n0;1,5\n0,1;2\n", encoding="utf-8")
    opening.open(tmp_path / "angles.csv")
    asked = opening.interface.columns_of
    assert asked is not None and asked.path.name == "angles.csv"
    assert opening.session.run.tables == ()
    assert opening.interface.act(Action.CLOSE) and opening.interface.columns_of is None


def test_tables_are_asked_about_one_after_another(opening: Opening, tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("t;theta2 [deg]\n0;1,5\n0,1;2\n", encoding="utf-8")
        opening.files.open(tmp_path / name)
    ends = time.monotonic() + 60.0
    asked: list[str] = []
    while len(asked) < 2 and time.monotonic() < ends:
        opening.frame()
        table = opening.interface.columns_of
        if table is not None and table.path.name not in asked:
            asked.append(table.path.name)
            for _ in range(50):
                opening.frame()
            assert opening.interface.columns_of is table, "the second waits"
            opening.interface.act(Action.CLOSE)
    assert asked == ["a.csv", "b.csv"]


def test_reading_is_cancelled_and_the_next_file_opened(opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "large.csv").write_text("1,2\n" * 500_000, encoding="utf-8")
    (tmp_path / "good.toml").write_text('system = "gyroscope"\n', encoding="utf-8")
    opening.files.open(tmp_path / "large.csv")
    opening.frame()
    opening.files.do(StopReadingRequest())
    assert not opening.files.busy
    opening.open(tmp_path / "good.toml")
    assert opening.session.scene.name == "good" and opening.interface.columns_of is None


def test_reading_is_shown_once_it_takes_long(opening: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(opened_files.time, "monotonic", lambda: now[0])
    monkeypatch.setattr("game.session.files.read_file.FileReading", Slow)
    opening.files.open(tmp_path / "large.csv")
    assert opening.files.reading is None
    opening.frame()
    now[0] += 0.9 * opened_files.UNNOTICED
    assert opening.files.reading is None
    now[0] += 0.2 * opened_files.UNNOTICED
    shown = opening.files.reading
    assert shown is not None and (shown.name, shown.part) == ("large.csv", 0.25)


class Slow:
    """The reading of a file that does not end."""

    done, part = False, 0.25

    def __init__(self, path: Path, *handed: object) -> None:
        self.path = path

    def cancel(self) -> None:
        """Do nothing: there is no thread."""


def test_more_files_than_can_wait_are_told(opening: Opening, tmp_path: Path) -> None:
    for i in range(MAX_WAITING + 1):
        opening.files.open(tmp_path / f"{i}.csv")
    assert f"{MAX_WAITING}.csv is not opened: {MAX_WAITING} files wait already" in opening.frame()


def test_a_log_is_replayed_until_it_is_ended(opening: Opening, tmp_path: Path) -> None:
    logged = Session(scenefile.load("gyroscope"))
    advancing.run_ticks(logged, 3000)
    logged.past.write(tmp_path / "my.log", logged.simulation)
    opening.open(tmp_path / "my.log")
    assert opening.session.scene.name == "gyroscope"
    assert opening.files.replay is not None and opening.files.replay.name == "my.log"
    before = opening.files.replay.part
    for _ in range(10):
        opening.frame()
    assert opening.files.replay.part > before
    opening.files.stop_replay()
    assert opening.files.replay is None
    assert "my.log: the replay has ended" in opening.frame()
    tick = opening.session.simulation.tick
    opening.frame()
    assert opening.session.simulation.tick > tick, "the run goes on"


def test_what_cannot_be_opened_is_told_and_the_next_is_opened(opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG")
    (tmp_path / "bad.toml").write_text("system = 1", encoding="utf-8")
    (tmp_path / "good.toml").write_text('system = "gyroscope"\n', encoding="utf-8")
    messages = opening.open(tmp_path / "a.png", tmp_path / "bad.toml", tmp_path / "good.toml")
    assert any("a.png cannot be opened" in each for each in messages)
    assert any("bad.toml" in each and "system = 1" in each for each in messages)
    assert opening.session.scene.name == "good"
    assert opening.interface.marks.files == (str(tmp_path / "good.toml"),)


def test_requests_of_dialogs_open_and_end_what_they_name(opening: Opening, tmp_path: Path) -> None:
    logged = Session(scenefile.load("gyroscope"))
    advancing.run_ticks(logged, 3000)
    logged.past.write(tmp_path / "my.log", logged.simulation)
    opening.files.do(OpenFileRequest(tmp_path / "my.log"))
    assert opening.files.busy and opening.files.reading is None
    opening.open()
    assert opening.files.replay is not None
    opening.files.do(StopReplayRequest())
    assert opening.files.replay is None


def test_a_replay_that_is_over_says_how_it_has_ended(opening: Opening) -> None:
    said: list[tuple[str, bool]] = []
    files = opening.files
    files._interface = SimpleNamespace(say=lambda text, warning: said.append((text, warning)))
    for over, failed in ((False, False), (True, False), (True, True)):
        files._replay = SimpleNamespace(advance=lambda *given: 7, over=over, failed=failed, message="the end")
        assert files.advance(FRAME, 1000, 1.0) == 7
        assert (files._replay is None) is over
    assert said == [("the end", False), ("the end", True)]


def test_a_scene_that_cannot_be_used_is_said_with_its_file(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: object) -> None:
        raise physics.BadInput("no such start")

    said: list[tuple[str, bool]] = []
    monkeypatch.setattr(opened_files.edits, "apply", refused)
    opening.files._interface = SimpleNamespace(say=lambda text, warning: said.append((text, warning)))
    opening.files._use(Path("a.toml"), scenefile.load("coin"))
    assert said == [("a.toml: no such start", True)]


def test_closing_forgets_what_waits(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.session.files.read_file.FileReading", Slow)
    for name in "ab":
        opening.files.open(Path(name))
    opening.frame()
    assert opening.files.busy
    opening.files.close()
    assert not opening.files.busy


def test_a_python_file_runs_only_after_a_question(opening: Opening, tmp_path: Path) -> None:
    (path, _) = write_system("stiff-spring", tmp_path)
    path.write_text(path.read_text("utf-8") + f"\nopen({str(tmp_path / 'ran')!r}, 'w').close()\n", "utf-8")
    opening.open(path)
    question = opening.interface.files.code
    assert question.path == path and not (tmp_path / "ran").exists()
    assert opening.interface.act(Action.CLOSE) and question.path is None
    opening.open(path)
    opening.frame()
    opening.files.do(OpenFileRequest(path, runs=True))
    messages = opening.open()
    assert (tmp_path / "ran").exists() and "stiff_spring.py opened" in messages
    assert opening.session.scene.system == "stiff-spring" and opening.session.scene.source == "stiff_spring.py"
    assert toml(opening.session.scene).startswith('system = "stiff-spring"\nsource = "stiff_spring.py"\n')


def test_a_python_file_that_fails_is_told_with_its_line(opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("x = 1 / 0\n")
    opening.files.do(OpenFileRequest(tmp_path / "bad.py", runs=True))
    assert "bad.py:1: `x = 1 / 0`: ZeroDivisionError: division by zero" in opening.open()
    assert opening.session.scene.name == "double-pendulum"


def test_units_that_do_not_fit_are_told_as_equations_open(opening: Opening, tmp_path: Path) -> None:
    scene = """system = "equations"
equations = "x'' = -g*x"
variables = { x = { unit = "m", start = 1 } }
parameters = { g = "9.81 m/s²" }
"""
    (tmp_path / "a.toml").write_text(scene, "utf-8")
    messages = opening.open(tmp_path / "a.toml")
    assert "a.toml: equations 1:1: x'' is in m/s², the right side in m²/s²; both sides need one unit" in messages
    assert opening.session.scene.system == "equations"
