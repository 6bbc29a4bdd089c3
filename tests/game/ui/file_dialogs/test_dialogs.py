"""The dialogs of files: choosing by keys and pointer, and telling what the columns of a table are."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from game import scenefile
from game.experiments.measurements.column_uses import UNKNOWN, measurables
from game.experiments.measurements.table_file import FileColumn, FileTable, read_table
from game.model.input import Action, Button, Key, Text
from game.model.messages import FileProgress, OpenFileRequest, StopReadingRequest, StopReplayRequest
from game.model.scene_marks import MAX_FILES, SceneMarks
from game.session import advancing
from game.session.session import Session
from game.ui.file_dialogs.column_dialog import COUNTS, TableTask
from game.ui.widgets.item_boxes import BOXES
from physics import BadInput
from tools.drawn_texts import clipped, outside, recorded
from tools.interface_driver import Driver

SIZE = (1280, 720)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "sub").mkdir()
    for name in ("first.toml", "second.csv", "sub/inner.jsonl"):
        (tmp_path / name).write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def driver(folder: Path) -> Iterator[Driver]:
    made = Driver(Session(scenefile.load("gyroscope")), SIZE, 1.0, "dark", SceneMarks(files=("/old/last.csv",)))
    made.settle()
    yield made
    made.interface.close()


def listed(driver: Driver) -> None:
    """Wait until the folder is listed, and shown."""
    chooser = driver.interface.files.chooser
    if chooser._listing is not None:
        chooser._listing.wait()
    driver.settle()


def key(driver: Driver, name: str) -> None:
    for down in (True, False):
        driver.interface.feed(Key(name, down))
        driver.settle()
    listed(driver)


def typed(driver: Driver, words: str) -> None:
    driver.interface.feed(Text(words))
    driver.settle()


def requested(driver: Driver) -> list[Path]:
    return [each.path for each in driver.interface.requests() if isinstance(each, OpenFileRequest)]


def entries() -> list[str]:
    """Return the names of the entries that are shown."""
    known = {"sub", "first.toml", "second.csv", "inner.jsonl", "last.csv"}
    return [name for each in BOXES.found if (name := each.partition("/")[2]) in known]


def test_arrow_keys_and_enter_open_a_file(driver: Driver, folder: Path) -> None:
    driver.act(Action.OPEN_FILE)
    listed(driver)
    assert entries() == ["sub", "first.toml", "second.csv"]
    key(driver, "down")
    key(driver, "down")
    key(driver, "return")
    assert requested(driver) == [folder / "second.csv"]
    assert driver.box("open a file") is None, "it closes"


def test_folders_are_entered_and_left(driver: Driver, folder: Path) -> None:
    driver.act(Action.OPEN_FILE)
    listed(driver)
    key(driver, "return")
    assert entries() == ["inner.jsonl"]
    driver.click("up")
    listed(driver)
    assert entries() == ["sub", "first.toml", "second.csv"]
    driver.click("sub")
    listed(driver)
    x, y = driver.point("inner.jsonl")
    assert x and y
    key(driver, "return")
    assert requested(driver) == [folder / "sub/inner.jsonl"]


def test_enter_that_stays_pressed_enters_one_folder(driver: Driver) -> None:
    driver.act(Action.OPEN_FILE)
    listed(driver)
    driver.interface.feed(Key("return", True))
    for _ in range(2):
        listed(driver)
        for _ in range(60):
            driver.frame()
    assert requested(driver) == [] and entries() == ["inner.jsonl"]
    driver.interface.feed(Key("return", False))
    driver.settle()


def test_part_of_a_name_finds_and_a_path_opens(driver: Driver, folder: Path) -> None:
    driver.act(Action.OPEN_FILE)
    listed(driver)
    typed(driver, "sec")
    assert entries() == ["second.csv"]
    key(driver, "return")
    assert requested(driver) == [folder / "second.csv"]
    driver.act(Action.OPEN_FILE)
    listed(driver)
    typed(driver, "./none.csv")
    key(driver, "return")
    assert requested(driver) == [] and "none.csv" in driver.interface.files.chooser._problem
    driver.act(Action.OPEN_FILE)
    driver.act(Action.OPEN_FILE)
    listed(driver)
    typed(driver, f"{folder}/first.toml")
    key(driver, "return")
    driver.settle()
    assert requested(driver) == [folder / "first.toml"]


def test_recent_files_are_listed(driver: Driver) -> None:
    driver.act(Action.OPEN_FILE)
    listed(driver)
    driver.click("open a file/Recent")
    assert entries() == ["last.csv"]
    key(driver, "return")
    assert requested(driver) == [Path("/old/last.csv")]


def test_escape_closes_at_once(driver: Driver) -> None:
    driver.act(Action.OPEN_FILE)
    listed(driver)
    assert driver.interface.feed(Key("escape", True)), "it belongs to the dialog"
    driver.settle()
    assert driver.box("open a file") is None and not driver.interface.asks_to_quit


def test_the_key_works_while_a_text_is_typed(driver: Driver) -> None:
    driver.act(Action.SCENES)
    assert not driver.interface.feed(Key("o", True, ctrl=True)), "the search field leaves it"
    assert driver.interface.feed(Key("o", True))


def test_the_browser_of_scenes_has_a_button(driver: Driver) -> None:
    driver.act(Action.SCENES)
    driver.click("Open a file…")
    listed(driver)
    assert driver.box("open a file") is not None


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((960, 600), 2.0), ((400, 600), 1.5), ((1920, 1080), 1.5)]
)
def test_the_dialog_fits_windows_of_every_size(folder: Path, size: tuple[int, int], scale: float) -> None:
    driver = Driver(Session(scenefile.load("gyroscope")), size, scale, "dark", SceneMarks(files=("/old/last.csv",)))
    driver.act(Action.OPEN_FILE)
    listed(driver)
    with recorded() as drawn:
        driver.frame()
    mine = [text for text in drawn if text.window.startswith("open a file")]
    assert mine and outside(size) == []
    assert not [text for text in clipped(mine) if "/" not in text.words]
    driver.interface.close()


def test_remembered_files_are_few_and_short() -> None:
    marks = SceneMarks(("book",), ("coin",))
    for i in range(20):
        marks = marks.opened_file(f"/{i}.toml")
    marks = marks.opened_file("/15.toml").opened_file("/" + "x" * 1000)
    assert len(marks.files) == MAX_FILES and marks.files[:2] == ("/15.toml", "/19.toml")
    assert (marks.favourites, marks.recent) == (("book",), ("coin",))
    assert marks.opened("cone").files == marks.files == marks.toggled("cone").files


# Columns ------------------------------------------------------------------------------------------------------


def asked(driver: Driver) -> None:
    times = FileColumn.of("Time", "ms", np.array([0.0, 10.0, 20.0]))
    angles = FileColumn.of("theta", "deg", np.array([90.0, np.nan, 180.0]))
    other = FileColumn.of("other", "", np.array([1.0, 2.0, 0.0]))
    driver.interface.ask_columns(FileTable(Path("my.csv"), (times, angles, other)))
    driver.settle()


def test_columns_are_shown_as_their_headings_say(driver: Driver) -> None:
    asked(driver)
    driver.click("Show in the plots")
    (table,) = driver.session.run.tables
    assert table.t.tolist() == [0.0, 0.01, 0.02] and list(table.columns) == ["theta"]
    assert table.columns["theta"][2] == pytest.approx(np.pi, rel=1e-15)
    assert driver.box("columns") is None and driver.interface.panels.shows_plots
    plot = driver.interface.panels.plots.plots[0]
    assert plot.chosen == ["theta"]
    advancing.run_ticks(driver.session, 50)
    driver.settle()
    (points,) = [curve for curve in plot.curves if curve.table]
    assert points.style.points and points.x.tolist() == table.t.tolist()
    driver.click("quantities 0")
    driver.click("remove table 0")
    assert driver.session.run.tables == ()


def test_another_quantity_and_unit_are_chosen(driver: Driver) -> None:
    asked(driver)
    dialog = driver.interface.files.columns
    assert dialog.table is not None
    dialog._use(2, "psi", dialog.table.columns[2], measurables(driver.session.simulation.system))
    assert dialog._uses[2].quantity == "psi" and dialog._uses[2].unit == "rad"
    dialog._use_unit(2, "turns")
    driver.click("Show in the plots")
    assert driver.session.run.tables[0].columns["psi"].tolist() == pytest.approx([2 * np.pi, 4 * np.pi, 0.0], rel=1e-15)


def read(folder: Path, text: str) -> FileTable:
    path = folder / "swing.csv"
    path.write_text(text, encoding="utf-8")
    return read_table(path)


def test_a_unit_that_is_not_known_is_asked_for(driver: Driver, folder: Path) -> None:
    driver.interface.ask_columns(read(folder, "t [s],theta [foo],ok\n0,90,yes\n0.1,180,no\n"))
    driver.settle()
    dialog = driver.interface.files.columns
    assert dialog._uses[1] == ("theta", UNKNOWN)
    with recorded() as drawn:
        driver.frame()
    said = " ".join(text.words for text in drawn)
    assert "column 3, ok, with words such as" in said and "theta [foo]: unit 'foo' is not known" in said
    assert "unit?" in said
    driver.click("Show in the plots")
    assert driver.session.run.tables == () and "unit 'foo' of theta is not understood" in dialog._problem
    assert "must be one of rad, deg" in dialog._problem
    dialog._use_unit(1, "°")
    driver.click("Show in the plots")
    assert driver.session.run.tables[0].columns["theta"] == pytest.approx([np.pi / 2, np.pi])


def test_counts_of_an_encoder_and_runs_are_asked_as_on_the_command_line(driver: Driver, folder: Path) -> None:
    """Run 2 counts down across zero of a counter of 16 bits, 600 a turn; it goes on."""
    text = "Time (s) Run #1,theta Run #1,Time (s) Run #2,theta Run #2\n0,1,0,150\n0.1,2,0.1,0\n0.2,3,0.2,65386\n"
    driver.interface.ask_columns(read(folder, text))
    driver.settle()
    driver.click("run 2")
    dialog = driver.interface.files.columns
    assert dialog.table is not None and len(dialog.table.columns) == 2
    place = next(at for at, use in dialog._uses.items() if use.quantity == "theta")
    dialog._use_unit(place, COUNTS)
    driver.settle()
    assert driver.box("counts") is not None
    dialog._counts = "0"
    driver.click("Show in the plots")
    driver.settle()
    assert dialog._problem == "counts a turn = 0: must be from 1 to 100000000"
    dialog._counts = "600"
    driver.click("Show in the plots")
    (table,) = driver.session.run.tables
    assert table.columns["theta"] == pytest.approx([np.pi / 2, 0.0, -np.pi / 2], abs=1e-12)
    assert table.notes == ("theta: goes round 1 times, and is taken as one that goes on",)


def test_units_of_headings_are_those_of_the_one_table(driver: Driver, folder: Path) -> None:
    driver.interface.ask_columns(
        read(folder, "frame,t [us],phi_dot [rpm],T,psi_dot [deg/sec]\n0,0,60,1,3\n1,500,30,1,3\n")
    )
    driver.settle()
    driver.click("Show in the plots")
    (table,) = driver.session.run.tables
    assert table.t.tolist() == [0.0, 0.0005] and set(table.columns) == {"phi_dot", "psi_dot"}
    assert table.columns["phi_dot"] == pytest.approx([2 * np.pi, np.pi])
    assert table.columns["psi_dot"] == pytest.approx(np.radians([3.0, 3.0]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("t,theta\n0,1\n0.2,2\n0.1,3\n", "the time falls from 0.2 to 0.1 s"),
        ("t,theta\n0,1\n1e30,2\n2e30,3\n", "the time 1e+30 s: must be at most 1e+12 s"),
        ("frame,theta\n0,1\n1,2\n2,3\n", "no column is the time"),
    ],
)
def test_times_that_are_none_are_told_in_the_dialog(driver: Driver, folder: Path, text: str, said: str) -> None:
    driver.interface.ask_columns(read(folder, text))
    driver.settle()
    driver.click("Show in the plots")
    driver.settle()
    assert driver.session.run.tables == () and said in driver.interface.files.columns._problem


def test_a_choice_that_is_no_table_is_told_in_the_dialog(driver: Driver) -> None:
    asked(driver)
    driver.interface.files.columns._uses.pop(0)
    driver.click("Show in the plots")
    assert driver.session.run.tables == () and driver.box("columns") is not None
    assert "no column is the time" in driver.interface.files.columns._problem
    driver.click("columns/Cancel")
    assert driver.box("columns") is None


def test_a_table_of_positions_without_times_becomes_an_angle(driver: Driver) -> None:
    turned = np.array([3.0, 3.2, 3.5])
    across, down = FileColumn.of("x", "", np.sin(turned)), FileColumn.of("y", "", np.cos(turned))
    driver.interface.ask_columns(FileTable(Path("camera.csv"), (down, across)))
    driver.settle()
    dialog = driver.interface.files.columns
    driver.click("Angle from positions…")
    assert driver.interface.act(Action.CLOSE) and driver.interface.columns_of is not None, "closes the form alone"
    driver.settle()
    driver.click("Angle from positions…")
    dialog._angle._use("way", "1")
    driver.click("Add the angle")
    driver.settle()
    assert dialog.table is not None and dialog.table.columns[2].values == pytest.approx(turned, rel=1e-14)
    dialog._use(2, "theta", dialog.table.columns[2], measurables(driver.session.simulation.system))
    driver.click("Show in the plots")
    assert "no column is the time" in dialog._problem
    driver.click("columns/rate")
    typed(driver, "0,5x")
    assert driver.interface.feed(Key("return", True)), "it belongs to the dialog"
    driver.settle()
    assert "rows a second = '0.5x'" in dialog._problem
    dialog._rate = "0,5"
    driver.interface.feed(Key("return", False))
    driver.settle()
    driver.interface.feed(Key("return", True))
    driver.settle()
    (table,) = driver.session.run.tables
    assert table.t.tolist() == [0.0, 2.0, 4.0] and table.columns["theta"] == pytest.approx(turned, rel=1e-14)
    assert not driver.interface.feed(Key("return", False)) or driver.interface.columns_of is None


def test_names_in_any_bytes_are_listed(driver: Driver, folder: Path) -> None:
    for name in (b"\xff.csv", "имя.csv".encode(), b"a%s##b.csv", b"new\nline.csv", b".hidden.csv"):
        (folder / os.fsdecode(name)).write_text("0,1\n", encoding="utf-8")
    driver.act(Action.OPEN_FILE)
    listed(driver)
    names = [entry.name for entry in driver.interface.files.chooser._shown()]
    assert {"\ufffd.csv", "имя.csv", "a%s##b.csv", "new\ufffdline.csv"} < set(names) and ".hidden.csv" not in names
    typed(driver, ".h")
    assert [entry.name for entry in driver.interface.files.chooser._shown()] == [".hidden.csv"]


def test_a_long_list_is_walked_through_by_keys(driver: Driver, folder: Path) -> None:
    for i in range(300):
        (folder / f"run {i:03}.csv").write_text("", encoding="utf-8")
    driver.act(Action.OPEN_FILE)
    listed(driver)
    for _ in range(6):
        key(driver, "page down")
    chosen = driver.interface.files.chooser._shown()[48].name
    assert driver.box(chosen) is not None and driver.box("first.toml") is None, "it is scrolled into view"
    key(driver, "return")
    assert requested(driver) == [folder / chosen]


def test_alt_and_two_points_go_up(driver: Driver, folder: Path) -> None:
    driver.act(Action.OPEN_FILE)
    listed(driver)
    key(driver, "return")
    assert entries() == ["inner.jsonl"]
    for down in (True, False):
        driver.interface.feed(Key("up", down, alt=True))
        listed(driver)
    assert entries() == ["sub", "first.toml", "second.csv"]
    key(driver, "return")
    typed(driver, "..")
    key(driver, "return")
    assert entries() == ["sub", "first.toml", "second.csv"]


def test_reading_is_shown_and_cancelled(driver: Driver) -> None:
    driver.status = type(driver.status)(reading=FileProgress("my.csv", 0.5), replay=FileProgress("my.log", 0.5))
    driver.settle()
    assert driver.box("replay/End") is not None
    driver.interface.requests()
    x, y = driver.point("reading/Cancel")
    for down in (True, False):
        driver.interface.feed(Button("left", down, x, y))
        driver.settle()
    assert any(isinstance(each, StopReadingRequest) for each in driver.interface.requests())


def test_replay_is_shown_and_ended(driver: Driver) -> None:
    driver.status = type(driver.status)(replay=FileProgress("my.log", 0.5))
    driver.settle()
    driver.interface.requests()
    x, y = driver.point("replay/End")
    assert x and y
    for down in (True, False):
        driver.interface.feed(Button("left", down, x, y))
        driver.settle()
    assert any(isinstance(each, StopReplayRequest) for each in driver.interface.requests())


def test_a_file_in_toml_that_is_no_scene_does_not_look_like_one(driver: Driver, folder: Path) -> None:
    (folder / "first.toml").write_text('[project]\nname = "x"\n', encoding="utf-8")
    driver.act(Action.OPEN_FILE)
    listed(driver)
    chooser = driver.interface.files.chooser
    assert [entry.kind for entry in chooser._entries] == ["folder", "no scene", "table"]
    with recorded() as words:
        driver.settle()
    assert "no scene" in {each.words for each in words}
    key(driver, "down")
    key(driver, "return")
    assert requested(driver) == [] and chooser.open
    assert chooser._problem == "first.toml is no scene: it names no system"


def test_what_is_made_in_the_thread_is_kept() -> None:
    where: list[int] = []

    def make() -> str:
        where.append(threading.get_ident())
        return "columns"

    task = TableTask(make)
    task.wait()
    assert task.done and task.made == "columns" and task.problem == ""
    assert where != [threading.get_ident()]


def test_a_table_that_is_not_understood_is_a_problem_in_one_line() -> None:
    def make() -> None:
        raise BadInput("table a.csv: no column is the time")

    task = TableTask(make)
    task.wait()
    assert task.made is None and task.problem == "table a.csv: no column is the time"
