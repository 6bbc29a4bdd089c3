"""What the window says is saved is there, also where its folder was removed in between."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from game.app.captures import Captures
from game.experiments.map_figure import map_figure
from game.model.figures.figure import Figure
from game.record import still
from physics.studies.outcome_map import OutcomeMap
from physics.studies.outcomes import CellState
from tests.game.experiments.test_map_figure import request

PICTURE = np.full((9, 16, 3), 128, np.uint8)
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder in which a file is open")


def figure() -> Figure:
    """Return the figure of a map."""
    chart = OutcomeMap(request("double-pendulum", ("theta2", "upper_length"), "final:theta3"))
    chart.values[:], chart.states[:] = np.arange(6.0).reshape(2, 3), CellState.KNOWN
    return map_figure(chart, "Pendulum")


class Told:
    """The messages of captures: words, whether it is a warning, the file that it is about."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, bool, Path | None]] = []

    def __call__(self, text: str, warning: bool, /, *, file: Path | None = None) -> None:
        self.messages.append((text, warning, file))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of captures, which is removed as soon as a file in it has been given its name."""
    captures, named = tmp_path / "captures", still.new_path

    def reserved(*words: str) -> Path:
        path = named(*words)
        if path.parent == captures:
            shutil.rmtree(captures)
        return path

    monkeypatch.setattr(still, "new_path", reserved)
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "pictures"))
    return captures


SAVING = {
    "screenshot": lambda captures: captures.screenshot(PICTURE, "coin", {}),
    "scene": lambda captures: captures.save_text("coin", ".toml", "system = 'coin'"),
    "figure": lambda captures: captures.save_figure("coin", ".svg", figure),
    "table": lambda captures: captures.save_figure("coin", ".csv", figure),
}


@pytest.mark.parametrize("kind", SAVING)
def test_what_is_said_to_be_saved_is_there(folder: Path, kind: str) -> None:
    told = Told()
    captures = Captures(str(folder), told)
    SAVING[kind](captures)
    captures.close()
    ((text, warning, file),) = told.messages
    assert (text, warning) == (f"Saved {file}", False)
    assert file is not None and file.parent == folder and file.stat().st_size > 0


@pytest.mark.parametrize("kind", SAVING)
def test_where_the_folder_cannot_come_back_it_is_in_another_and_that_is_said(
    folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove = shutil.rmtree

    def replaced(path: Path) -> None:
        remove(path)
        path.touch()

    monkeypatch.setattr(shutil, "rmtree", replaced)
    told = Told()
    captures = Captures(str(folder), told)
    SAVING[kind](captures)
    captures.close()
    ((text, warning, file),) = told.messages
    assert warning and file is not None and text.endswith(f"; it is kept as {file}")
    assert file.parent == folder.parent / "pictures" / "Polhode" and file.stat().st_size > 0


def test_a_screenshot_is_whole(folder: Path) -> None:
    told = Told()
    captures = Captures(str(folder), told)
    captures.screenshot(PICTURE, "coin", {})
    captures.close()
    with Image.open(told.messages[0][2]) as picture:
        assert np.array_equal(np.asarray(picture), PICTURE)


def test_a_save_that_fails_otherwise_is_said_as_before(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = Told()
    captures = Captures(str(tmp_path / "file"), told)
    captures.screenshot(PICTURE, "coin", {})
    ends = time.monotonic() + 60.0
    while captures.saving and any(thread.is_alive() for thread in captures._threads):
        assert time.monotonic() < ends
        time.sleep(0.01)
    captures.close()
    assert told.messages == [(f"cannot keep captures in {tmp_path / 'file'}: it is not a folder", True, None)]
