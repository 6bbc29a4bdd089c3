"""What the window says is saved is there, also where its folder was removed in between."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import moderngl
import numpy as np
import pytest
from PIL import Image

from game.app import clipboard
from game.app.captures import Captures, Video
from game.experiments.map_figure import map_figure
from game.model.errors import RecordingError
from game.model.figures.figure import Figure
from game.model.messages import OpenFolderRequest
from game.model.replacement import KeptElsewhere
from game.record import still
from game.render.gpu.gl_context import headless_context
from game.sound.tape import MotionPiece
from physics.studies.outcome_map import OutcomeMap
from physics.studies.outcomes import CellState
from tests.game.experiments.test_map_figure import request

FRAME = 1_000_000_000 // 60
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


@pytest.fixture
def target() -> Iterator[moderngl.Framebuffer]:
    """A picture of 64 by 48 to record, in a context of its own."""
    ctx = headless_context()
    yield ctx.framebuffer([ctx.texture((64, 48), 4)])
    ctx.release()


@pytest.mark.parametrize("shown", [False, True])
def test_a_video_is_said_to_be_saved_once(tmp_path: Path, target: moderngl.Framebuffer, shown: bool) -> None:
    told, kept = Told(), []
    captures = Captures(str(tmp_path), told, (lambda path, size: kept.append((path, size))) if shown else None)
    assert captures.recording is None
    captures.frame(target, FRAME)
    captures.toggle_video(target.ctx, target.size, "coin")
    assert captures.recording == 0.0
    for _ in range(30):
        captures.frame(target, FRAME)
    assert captures.recording == pytest.approx(0.5, abs=1e-6)
    captures.toggle_video(target.ctx, target.size, "coin")
    assert captures.recording is None
    (path,) = tmp_path.glob("coin*.mp4")
    assert told.messages == ([] if shown else [(f"Saved {path} (0.5 s)", False, path)])
    assert kept == [(path, (64, 48))] * shown and path.stat().st_size > 0
    captures.end_video()
    captures.close()
    assert len(told.messages) + len(kept) == 1, "it has ended already"


def test_a_video_ends_where_the_window_gets_another_size(tmp_path: Path, target: moderngl.Framebuffer) -> None:
    told = Told()
    captures = Captures(str(tmp_path), told)
    captures.toggle_video(target.ctx, target.size, "coin")
    captures.frame(target, FRAME)
    other = target.ctx.framebuffer([target.ctx.texture((64, 50), 4)])
    captures.frame(other, FRAME)
    (path,) = tmp_path.glob("coin*.mp4")
    assert captures.recording is None
    assert [message[:2] for message in told.messages] == [
        ("The window has another size: the video ends here.", False), (f"Saved {path} (0.0 s)", False),
    ]  # fmt: skip


def test_a_video_that_cannot_be_begun_or_written_is_said(
    tmp_path: Path, target: moderngl.Framebuffer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(video: Video, *handed: object) -> None:
        raise RecordingError("no space is left")

    (tmp_path / "file").touch()
    told = Told()
    Captures(str(tmp_path / "file"), told).toggle_video(target.ctx, target.size, "coin")
    assert told.messages.pop() == (f"cannot keep captures in {tmp_path / 'file'}: it is not a folder", True, None)
    captures = Captures(str(tmp_path), told)
    captures.toggle_video(target.ctx, target.size, "coin")
    with monkeypatch.context() as planted:
        planted.setattr(Video, "frame", full)
        captures.frame(target, FRAME)
    assert told.messages == [("no space is left", True, None)] and captures.recording is None
    captures.toggle_video(target.ctx, target.size, "coin")
    captures.hear(None)
    monkeypatch.setattr(Video, "close", full)
    captures.end_video()
    assert told.messages[1:] == [("no space is left", True, None)]


def test_a_picture_that_cannot_be_copied_is_saved_instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(path: Path) -> None:
        raise RecordingError("cannot copy a picture: there is no clipboard")

    copied: list[bytes] = []
    monkeypatch.setattr(clipboard, "copy_picture", lambda path: copied.append(path.read_bytes()))
    told = Told()
    captures = Captures(str(tmp_path), told)
    captures.copy(PICTURE, "coin", {})
    assert captures.saving == 1
    captures.close()
    assert told.messages == [("The picture is on the clipboard", False, None)] and copied[0][1:4] == b"PNG"
    assert not list(tmp_path.glob("*.png"))
    monkeypatch.setattr(clipboard, "copy_picture", nowhere)
    captures.copy(PICTURE, "coin", {})
    captures.close()
    (path,) = tmp_path.glob("coin*.png")
    words = f"cannot copy a picture: there is no clipboard. Saved {path} instead"
    assert [message[:2] for message in told.messages[1:]] == [(words, True)]


def test_a_folder_that_cannot_be_shown_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(path: Path) -> None:
        raise RecordingError("cannot open the folder")

    monkeypatch.setattr(clipboard, "open_folder", nothing)
    told = Told()
    Captures(str(tmp_path), told).do(OpenFolderRequest(tmp_path / "a.png"))
    assert told.messages == [("cannot open the folder", True, None)]


class Recorded:
    """A video that only notes what it is told. error: what its end raises."""

    path, size, seconds = Path("a.mp4"), (64, 48), 2.5

    def __init__(self, error: Exception | None = None) -> None:
        self.heard: list[object] = []
        self.error = error

    def hear(self, piece: object) -> None:
        self.heard.append(piece)
        if self.error is not None:
            raise self.error

    def close(self) -> None:
        if self.error is not None:
            raise self.error


def test_what_is_heard_goes_into_the_video_that_is_recorded(tmp_path: Path) -> None:
    told = Told()
    captures = Captures(str(tmp_path), told)
    captures.hear(MotionPiece(0.1))
    captures._video = video = Recorded()
    captures.hear(None)
    captures.hear(MotionPiece(0.2))
    assert video.heard == [MotionPiece(0.2)]
    captures._video = Recorded(RecordingError("no space is left"))
    captures.hear(MotionPiece(0.3))
    assert told.messages == [], "the picture says so"
    assert captures.recording == 2.5 and captures.folder == tmp_path


def test_a_video_that_is_kept_elsewhere_is_shown_from_there(tmp_path: Path) -> None:
    told, kept = Told(), []
    captures = Captures(str(tmp_path), told, lambda path, size: kept.append((path, size)))
    captures._video = Recorded(KeptElsewhere("the folder is gone", tmp_path / "b.mp4"))
    captures.end_video()
    ((text, warning, file),) = told.messages
    assert "the folder is gone" in text and warning and file == tmp_path / "b.mp4"
    assert kept == [(tmp_path / "b.mp4", (64, 48))] and captures.recording is None


def test_the_sound_of_a_video_is_made_as_it_is_encoded_and_ends_with_what_is_held_back(
    tmp_path: Path, target: moderngl.Framebuffer, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []
    monkeypatch.setattr("game.record.video.VideoWriter.write_sound", lambda writer, make: written.append(make))
    voice = SimpleNamespace(play=lambda piece: ("plays", piece), finish=lambda: "the end")
    monkeypatch.setattr("game.sound.synthesis.Synthesizer", lambda: voice)
    for sound in (True, False):
        video = Video(target.ctx, tmp_path / f"{sound}.mp4", target.size, sound)
        video.hear(MotionPiece(0.1))
        video.frame(target, FRAME)
        video.close()
    assert [make() for make in written] == [("plays", MotionPiece(0.1)), "the end"]
