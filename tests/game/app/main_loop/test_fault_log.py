"""The file of faults: what it holds, what room it takes, and that it never raises."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import physics
from game.app.main_loop import fault_log
from game.app.main_loop.fault_log import fault_file, write_fault


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the file, which nobody has made yet."""
    file = tmp_path / "own" / "log" / "faults.log"
    monkeypatch.setattr(fault_log, "fault_file", lambda: file)
    return file.parent


def raised(text: str) -> ValueError:
    """Return an exception with a traceback."""
    try:
        raise ValueError(text)
    except ValueError as error:
        return error


def test_it_lies_in_the_folder_of_logs_of_the_user() -> None:
    assert fault_file().name == "faults.log" and "polhode" in fault_file().parts


def test_an_entry_tells_where_what_and_beside_what(folder: Path) -> None:
    assert write_fault("picture", raised("no such place"), {"scene": "coin"}) == folder / "faults.log"
    first, *lines = (folder / "faults.log").read_text("utf-8").splitlines()
    assert first.endswith(", picture")
    assert f"polhode: {physics.__version__}" in lines and "scene: coin" in lines
    assert lines[-2:] == ["ValueError: no such place", ""] and any("in raised" in line for line in lines)


def test_entries_follow_one_another_and_any_text_can_be_written(folder: Path) -> None:
    for text in ("first", "not even \udcff text"):
        assert write_fault("log", raised(text), {})
    said = (folder / "faults.log").read_text("utf-8")
    assert said.index("ValueError: first") < said.index("not even \\udcff text")


@pytest.mark.skipif(os.name == "nt", reason="other rights")
def test_only_the_user_can_read_it(folder: Path) -> None:
    write_fault("log", raised("secret"), {})
    assert (folder / "faults.log").stat().st_mode & 0o077 == 0


def test_a_large_file_is_put_aside_and_one_stays(folder: Path) -> None:
    folder.mkdir(parents=True)
    file, before = folder / "faults.log", folder / "faults.log.1"
    before.write_text("the one before")
    file.write_bytes(b"x" * 1_000_000)
    write_fault("log", raised("a"), {})
    assert file.stat().st_size > 1_000_000 and before.read_text() == "the one before", "not yet too large"
    write_fault("log", raised("b"), {})
    assert before.stat().st_size > 1_000_000 and "ValueError: b" in file.read_text("utf-8")
    assert file.stat().st_size < 10_000


def test_what_cannot_be_written_raises_nothing(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.touch()
    assert write_fault("log", raised("a"), {}) is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes and links of this kind")
@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_it_writes_into_a_plain_file_alone(folder: Path, kind: str) -> None:
    folder.mkdir(parents=True)
    file, other = folder / "faults.log", folder / "other"
    if kind == "pipe":
        os.mkfifo(file)
        reading = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    elif kind == "link":
        other.write_text("as it was")
        file.symlink_to(other)
    else:
        file.mkdir()
    assert write_fault("log", raised("a"), {}) is None
    if kind == "pipe":
        assert os.read(reading, 100) == b""
        os.close(reading)
    if kind == "link":
        assert other.read_text() == "as it was"
