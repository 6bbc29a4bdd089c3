"""Films drawn by several processes: the same bytes as by one, and what happens when one of them fails."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from game import scenefile
from game.app import film_processes
from game.app.film import render
from game.app.film_processes import AHEAD, Film, pictures
from game.app.offline import USUAL, FilmOptions
from game.model.errors import RecordingError
from game.model.settings import DEFAULTS

T = TypeVar("T")
SIZE, FPS = (96, 60), 10


def film(scene: str = "loops", seconds: float = 0.6, camera: str = "tour", options: FilmOptions = USUAL) -> Film:
    described = scenefile.load(scene).changed(quality="low")
    return Film(described, SIZE, FPS, False, camera, DEFAULTS, options, seconds)


def hashes(drawn: Iterator[np.ndarray]) -> list[str]:
    return [hashlib.sha256(each.tobytes()).hexdigest() for each in drawn]


@pytest.mark.parametrize(
    "options",
    [pytest.param(USUAL, id="usual", marks=pytest.mark.long), FilmOptions(transparent=True, supersample=2, blur=3)],
)
def test_two_processes_draw_the_same_bytes_as_one(options: FilmOptions) -> None:
    described = film(options=options)
    studio, frames, _ = described.begin()
    alone = hashes(pictures(described, studio, frames, 1))
    assert len(alone) == len(set(alone)) == 6

    studio, frames, _ = described.begin()
    drawn, draw = pictures(described, studio, frames, 2), studio.picture
    own: list[int] = []

    def draw_late() -> np.ndarray:
        own.append(1)
        helpers = drawn.gi_frame.f_locals["helpers"]
        wait_for(lambda: helpers._turn._next.value > 1)
        return draw()

    studio.picture = draw_late  # type: ignore[method-assign]
    assert hashes(drawn) == alone
    assert 1 <= len(own) < 6


def test_no_more_pictures_are_drawn_than_are_needed_soon() -> None:
    described = film(seconds=3.0)
    studio, frames, _ = described.begin()
    drawn = pictures(described, studio, frames, 2)
    for _ in range(4):
        next(drawn)
    (helper,) = multiprocessing.active_children()
    time.sleep(1.0)
    assert helper.is_alive()
    with_it = drawn.gi_frame.f_locals["helpers"]
    assert len(with_it._ready) <= AHEAD
    drawn.close()
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("name", ["a.webm", "a.gif", "a.webp"])
def test_a_process_that_dies_is_one_line_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    def kill(done: int, frames: int) -> None:
        for helper in multiprocessing.active_children():
            os.kill(helper.pid or 0, signal.SIGKILL)

    with pytest.raises(RecordingError, match="^a process that draws pictures has failed: it ended early$"):
        render(
            scenefile.load("loops").changed(quality="low"), SIZE, f"{tmp_path}/{name}", 4.0, FPS, False, None,
            progress=kill, jobs=2,
        )  # fmt: skip
    assert list(tmp_path.iterdir()) == []
    assert not multiprocessing.active_children()


def children_of(process: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def wait_for(condition: Callable[[], T]) -> T:
    until = time.monotonic() + 60.0
    while not (found := condition()):
        assert time.monotonic() < until
        time.sleep(0.05)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_ctrl_c_ends_all_processes(tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "game", "render", "loops", "--no-hud", "--quality", "low", "--size", "96x60",
        "--duration", "600", "--jobs", "2", "-o", f"{tmp_path}/a.webm",
    ]  # fmt: skip
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as started:
        children = wait_for(lambda: found if len(found := children_of(started.pid)) >= 2 else [])
        os.killpg(started.pid, signal.SIGINT)
        said = started.communicate()[1]
    assert started.returncode == 130
    assert "Traceback" not in said
    assert wait_for(lambda: not any(map(alive, children)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("usable", "there", "cores"), [({1, 4, 5}, 8, 3), (None, 8, 8), (None, None, 1)], ids=["some", "all", "unknown"]
)
def test_as_many_cores_are_used_as_this_process_may_use(
    monkeypatch: pytest.MonkeyPatch, usable: set[int] | None, there: int | None, cores: int
) -> None:
    if usable is None:
        monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    else:
        monkeypatch.setattr(os, "sched_getaffinity", lambda process: usable, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: there)
    assert film_processes.cores() == cores
