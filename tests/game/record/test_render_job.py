"""Renderings in a process of their own. The files are read again."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import av
import pytest
from PIL import Image

from game.record.render_job import JobState, RenderJob
from game.record.still import new_path

SCENE = b'system = "gyroscope"\nintegrator = "rk4"\ndt = 1e-3\nquality = "low"\n'
SMALL = ("render", "scene.toml", "--size", "64x48", "--no-hud", "--fps", "20")


def job(path: Path, *more: str, scene: bytes = SCENE, kind: type[RenderJob] = RenderJob) -> RenderJob:
    made = kind(path, {"scene.toml": scene}, (*SMALL, *more))
    made.begin()
    return made


STUB = """
import sys, time
from pathlib import Path

part, pictures, pause = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
part.write_bytes(b"a part")
rest = part.with_name(f".{part.stem}.1.part")
rest.write_bytes(b"what would appear complete")
for done in range(1, pictures + 1):
    print(done, "of", pictures, flush=True)
    time.sleep(pause)
rest.unlink()
"""


class StubJob(RenderJob):
    """A rendering of which a small program stands for the process, so that what follows its end is quickly tested."""

    pictures, pause = 1000, 0.02

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-I", "-S", "-c", STUB, str(self.part), str(self.pictures), str(self.pause)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def until(job: RenderJob, pictures: int) -> None:
    ends = time.monotonic() + 120.0
    while job.done < pictures:
        assert job.state is JobState.RUNNING and time.monotonic() < ends, job.problem
        time.sleep(0.01)


@pytest.mark.parametrize("name", ["a.webm", pytest.param("pictures", marks=pytest.mark.long)])
def test_result_appears_when_it_is_complete(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    rendering = job(path, "--duration", "0.5")
    assert not path.exists()
    rendering.wait()
    assert rendering.state is JobState.DONE, rendering.problem
    assert (rendering.done, rendering.frames) == (10, 10)
    assert rendering.seconds_left == 0.0 and rendering.bytes > 100
    assert list(tmp_path.iterdir()) == [path]
    if path.is_dir():
        assert [each.name for each in sorted(path.iterdir())] == [f"frame-{i:06d}.png" for i in range(10)]
        with Image.open(path / "frame-000009.png") as picture:
            assert picture.size == (64, 48)
    else:
        with av.open(path) as container:
            assert sum(1 for _ in container.decode(video=0)) == 10


@pytest.mark.parametrize("suffix", [".mp4", pytest.param(".gif", marks=pytest.mark.long)])
def test_cancelled_rendering_leaves_nothing(tmp_path: Path, suffix: str) -> None:
    rendering = job(new_path(tmp_path, "a", suffix), "--duration", "1000")
    until(rendering, 1)
    seen = time.monotonic()
    until(rendering, 10)
    passed = time.monotonic() - seen
    rate, pictures = rendering.rate, rendering.done
    assert 0.0 < rate <= (pictures - 1) / passed, "it counts from the first picture"
    assert rendering.frames == 20_000 and rendering.seconds_left is not None
    rendering.cancel()
    assert rendering.state is JobState.CANCELLING
    rendering.wait()
    assert rendering.state is JobState.CANCELLED and rendering.problem == ""
    assert list(tmp_path.iterdir()) == []
    rendering.cancel()


def test_a_rendering_that_waits_leaves_nothing_where_it_is_cancelled(tmp_path: Path) -> None:
    path = new_path(tmp_path, "a", ".mp4")
    assert len(list(tmp_path.iterdir())) == 1, "what holds the name"
    rendering = RenderJob(path, {"scene.toml": SCENE}, SMALL)
    assert rendering.state is JobState.WAITING and (rendering.done, rendering.frames) == (0, 0)
    assert (rendering.rate, rendering.seconds_left) == (0.0, None)
    rendering.cancel()
    rendering.wait()
    assert rendering.state is JobState.CANCELLED and list(tmp_path.iterdir()) == []


def test_a_process_that_does_not_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.record.render_job.PATIENCE", 0.2)
    rendering = job(tmp_path / "a.gif", kind=StubJob)
    until(rendering, 1)
    monkeypatch.setattr(subprocess.Popen, "terminate", lambda process: None)
    rendering.cancel()
    rendering.wait()
    assert rendering.state is JobState.CANCELLED and list(tmp_path.iterdir()) == []


class RemovedAtTheEnd(RenderJob):
    """A rendering whose folder is removed when its process has just ended, the first time."""

    ends = 0

    def _end_code(self) -> int:
        code = super()._end_code()
        self.ends += 1
        if self.ends == 1:
            shutil.rmtree(self.path.parent)
        return code


@pytest.mark.long
@pytest.mark.parametrize("name", ["a.gif", "pictures"])
def test_a_complete_result_whose_folder_is_removed_is_made_once_more(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "captures"
    folder.mkdir()
    rendering = job(folder / name, "--duration", "0.5", kind=RemovedAtTheEnd)
    rendering.wait()
    assert (rendering.state, rendering.problem) == (JobState.DONE, "")
    assert [each.name for each in folder.iterdir()] == [name]


def remove(folder: Path) -> None:
    """Remove a folder once, although files may be added while it is emptied."""
    while folder.exists():
        try:
            return shutil.rmtree(folder)
        except OSError:
            continue


class RemovedMeanwhile(RenderJob):
    """A rendering whose folder is removed when its process says that the third picture is made, the first time.

    The thread that reads removes it: the result cannot have its name yet, however fast the process is.
    """

    removed = False

    def _take(self, line: str) -> None:
        super()._take(line)
        if self.done == 3 and not self.removed:
            self.removed = True
            remove(self.path.parent)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no folder in which a file is open")
@pytest.mark.parametrize(
    "name", ["a.mp4", pytest.param("a.webm", marks=pytest.mark.long), pytest.param("pictures", marks=pytest.mark.long)]
)
def test_a_result_whose_folder_is_removed_meanwhile_is_there_all_the_same(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "captures"
    folder.mkdir()
    rendering = job(folder / name, "--duration", "0.5", kind=RemovedMeanwhile)
    rendering.wait()
    assert rendering.removed
    assert (rendering.state, rendering.path) == (JobState.DONE, folder / name), rendering.problem
    assert rendering.bytes > 500 and not rendering.moved
    assert [each.name for each in folder.iterdir()] == [name]
    if rendering.path.is_dir():
        assert len(list(rendering.path.iterdir())) == 10
    else:
        with av.open(rendering.path) as container:
            assert sum(1 for _ in container.decode(video=0)) == 10


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no folder in which a file is open")
def test_a_page_whose_folder_cannot_come_back_is_in_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "pictures"))
    folder = tmp_path / "captures"
    folder.mkdir()
    rendering = RenderJob(folder / "a.html", {"scene.toml": SCENE}, ["export", "scene.toml"])
    rendering.begin()
    shutil.rmtree(folder)
    folder.touch()
    rendering.wait()
    assert rendering.state is JobState.DONE, rendering.problem
    assert (rendering.path, rendering.moved) == (tmp_path / "pictures" / "Polhode" / "a.html", True)
    assert rendering.bytes > 10_000


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_killed_rendering_leaves_nothing(tmp_path: Path) -> None:
    rendering = job(tmp_path / "a.gif", kind=StubJob)
    until(rendering, 2)
    assert len(list(tmp_path.iterdir())) >= 2, "what it has written"
    rendering._process.send_signal(signal.SIGKILL)
    rendering.wait()
    assert rendering.state is JobState.FAILED and rendering.problem == "it ended with code -9"
    assert list(tmp_path.iterdir()) == []


def test_failure_is_one_line(tmp_path: Path) -> None:
    rendering = job(tmp_path / "a.mp4", "--transparent")
    rendering.wait()
    assert rendering.state is JobState.FAILED
    assert rendering.problem.startswith("transparent: H.264 has no transparency; use .webm")
    assert list(tmp_path.iterdir()) == []
