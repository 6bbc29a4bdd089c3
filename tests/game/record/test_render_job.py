"""Renderings in a process of their own. The files are read again."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path

import av
import pytest
from PIL import Image

from game.record.render_job import JobState, RenderJob

SCENE = b'system = "gyroscope"\nintegrator = "rk4"\ndt = 1e-3\nquality = "low"\n'
SMALL = ("render", "scene.toml", "--size", "64x48", "--no-hud", "--fps", "20")


def job(path: Path, *more: str, scene: bytes = SCENE) -> RenderJob:
    return RenderJob(path, {"scene.toml": scene}, (*SMALL, *more))


def until(job: RenderJob, pictures: int) -> None:
    ends = time.monotonic() + 120.0
    while job.done < pictures:
        assert job.state is JobState.RUNNING and time.monotonic() < ends, job.problem
        time.sleep(0.01)


@pytest.mark.parametrize("name", ["a.webm", "pictures"])
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


@pytest.mark.parametrize("name", ["a.mp4", "a.gif"])
def test_cancelled_rendering_leaves_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    rendering = job(tmp_path / name, "--duration", "1000")
    until(rendering, 3)
    assert rendering.frames == 20_000 and rendering.seconds_left is not None
    rendering.cancel()
    assert rendering.state is JobState.CANCELLED and rendering.problem == ""
    assert list(tmp_path.iterdir()) == []
    rendering.cancel()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_killed_rendering_leaves_nothing(tmp_path: Path) -> None:
    rendering = job(tmp_path / "a.gif", "--duration", "1000")
    until(rendering, 2)
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
