"""Films drawn by several processes: the same bytes as by one, and what happens when one of them fails."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np
import pytest

from game import scenefile
from game.app import film_processes
from game.app.film import render
from game.app.film_processes import (
    AHEAD,
    Film,
    _deaf_to_interrupts,
    _Helpers,
    _single_threaded_drawing,
    _Turn,
    _wait_for,
    pictures,
)
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

    studio.picture = draw_late  # type: ignore[method-assign]  # this one alone is late
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


@pytest.mark.parametrize(
    "name", ["a.webm", *(pytest.param(each, marks=pytest.mark.long) for each in ("a.gif", "a.webp"))]
)
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


class Ended(Exception):
    """What the handler of a signal raises here."""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGALRM"])
def test_a_signal_waits_until_processes_are_started(name: str) -> None:
    if not hasattr(signal, name):
        pytest.skip("no such signal")
    number, done = getattr(signal, name), []

    def handle(number: int, frame: object) -> None:
        raise Ended

    before = signal.signal(number, handle)
    try:
        with pytest.raises(Ended), _deaf_to_interrupts():
            os.kill(os.getpid(), number)
            time.sleep(0.01)
            done.append(number)
        assert done == [number] and signal.getsignal(number) is handle
    finally:
        signal.signal(number, before)


@pytest.mark.parametrize(
    ("software", "usable", "frames", "spare", "jobs"),
    [
        (False, 8, 1000, 0, 1), (True, 8, 1000, 0, 8), (True, 8, 1000, 1, 7), (True, 1, 1000, 1, 1),
        (True, 8, 31, 0, 3), (True, 8, 16, 0, 2), (True, 8, 15, 0, 1), (True, 8, 7, 0, 1), (True, 100, 10_000, 0, 32),
    ],
)  # fmt: skip
def test_a_film_is_drawn_by_as_many_processes_as_help(
    monkeypatch: pytest.MonkeyPatch, software: bool, usable: int, frames: int, spare: int, jobs: int
) -> None:
    monkeypatch.setattr(film_processes, "describe", lambda ctx: {"software": software})
    monkeypatch.setattr(film_processes, "cores", lambda: usable)
    studio = SimpleNamespace(renderer=SimpleNamespace(ctx=None))
    assert film_processes.usual_jobs(studio, frames, spare) == jobs


def test_a_picture_is_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = _Turn(multiprocessing.get_context("spawn"))
    assert [turn.take(number) for number in (0, 0, 1, 1, 2, 1)] == [True, False, True, False, True, False]
    monkeypatch.setattr(film_processes, "PATIENCE", 0.01)
    held = threading.Thread(target=turn._next.get_lock().acquire)
    held.start()
    held.join()
    with pytest.raises(RecordingError, match="it ended as it took one"):
        turn.take(3)


def helper(send: Callable[[Connection], None], room: int = 0) -> tuple[_Helpers, Connection]:
    """Helpers of which one has sent something, and where it may send more."""
    helpers = _Helpers(film(), 1)
    helpers._room = threading.Semaphore(room)
    ours, theirs = multiprocessing.Pipe(duplex=False)
    send(theirs)
    threading.Thread(target=helpers._receive, args=(ours,), daemon=True).start()
    return helpers, theirs


def picture(number: int) -> np.ndarray:
    return np.full((2, 3, 3), number, np.uint8)


def send_picture(pipe: Connection, number: int) -> None:
    pipe.send(number)
    pipe.send(picture(number).shape)
    pipe.send_bytes(picture(number).tobytes())


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("NoOpenGL: none", "NoOpenGL: none"),
        (OSError, "it ended early"),
        ((1, "shape", b"1"), "TypeError: .*"),
        ((1, (2, 3, 3), b"1"), "ValueError: .*"),
    ],
)
def test_what_goes_wrong_in_a_process_is_said_to_who_waits_for_any_picture(what: Any, said: str) -> None:
    def send(pipe: Connection) -> None:
        if isinstance(what, str):
            pipe.send(what)
        elif isinstance(what, tuple):
            pipe.send(what[0])
            pipe.send(what[1])
            pipe.send_bytes(what[2])
        else:
            pipe.close()

    helpers, _ = helper(send)
    with pytest.raises(RecordingError, match=f"^a process that draws pictures has failed: {said}$"):
        helpers._next(7, {}, wait=True)


@pytest.mark.parametrize("own", [lambda number: number % 2 == 0, lambda number: number < 2, lambda number: False])
def test_pictures_of_others_come_in_their_places_and_the_last_ones_are_waited_for(own: Callable[[int], bool]) -> None:
    frames, skipped = 7, []
    helpers, pipe = helper(lambda pipe: None)
    helpers._turn = SimpleNamespace(take=own)  # type: ignore[assignment]
    numbers: list[int] = []

    def numbered(count: int) -> Iterator[int]:
        for number in range(count):
            numbers.append(number)
            yield number

    studio = SimpleNamespace(
        film=numbered, picture=lambda: picture(numbers[-1]), skip=lambda: skipped.append(numbers[-1])
    )
    shown: list[int] = []
    drawn = threading.Thread(
        target=lambda: shown.extend(int(each[0, 0, 0]) for each in helpers.pictures(studio, frames))
    )
    drawn.start()
    others = [number for number in range(frames) if not own(number)]
    for number in others[:-1]:
        send_picture(pipe, number)
    wait_for(lambda: len(shown) == others[-1])
    drawn.join(0.05)
    assert drawn.is_alive(), "it waits for the last one"
    send_picture(pipe, others[-1])
    pipe.send(None)
    drawn.join(30.0)
    assert shown == list(range(frames)) and skipped == others and not helpers._ready
    room = 0
    while helpers._room.acquire(blocking=False):
        room += 1
    assert room == len(others), "there is room for as many more"


def test_a_picture_that_is_not_there_yet_is_none_unless_it_is_waited_for() -> None:
    helpers, pipe = helper(lambda pipe: None)
    assert helpers._next(0, {}, wait=False) is None
    assert helpers._next(1, {1: picture(9)}, wait=True)[0, 0, 0] == 9
    assert not helpers._room.acquire(blocking=False), "an own one takes no room"
    threading.Timer(0.02, send_picture, (pipe, 0)).start()
    assert helpers._next(0, {}, wait=True)[0, 0, 0] == 0
    pipe.send(None)


@pytest.mark.parametrize("before", [None, "3"])
def test_each_process_draws_with_one_thread_unless_the_user_wants_it_otherwise(
    monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    if before is None:
        monkeypatch.delenv("LP_NUM_THREADS", raising=False)
    else:
        monkeypatch.setenv("LP_NUM_THREADS", before)
    with _single_threaded_drawing():
        assert os.environ["LP_NUM_THREADS"] == (before or "1")
    assert os.environ.get("LP_NUM_THREADS") == before


def test_a_process_waits_for_room_while_somebody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter((False, True, False, True))
    room = SimpleNamespace(acquire=lambda timeout: next(answers))
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: SimpleNamespace(is_alive=lambda: True))
    _wait_for(room)
    for parent in (None, SimpleNamespace(is_alive=lambda: False)):
        monkeypatch.setattr(multiprocessing, "parent_process", lambda parent=parent: parent)
        answers = iter((False,))
        with pytest.raises(BrokenPipeError):
            _wait_for(room)
        answers = iter((True,))
        _wait_for(room)


@pytest.mark.parametrize(("seconds", "frames"), [(0.6, 6), (0.01, 1), (0.16, 2)])
def test_a_film_has_a_whole_number_of_pictures(monkeypatch: pytest.MonkeyPatch, seconds: float, frames: int) -> None:
    made = SimpleNamespace(logged=None, begin_loop=lambda longest: (31, f"within {longest} s"))
    monkeypatch.setattr(film_processes, "OfflineRenderer", lambda *given, **more: made)
    assert film(seconds=seconds).begin() == (made, frames, "")
    assert film(seconds=seconds, options=FilmOptions(loop=True)).begin() == (made, 31, f"within {seconds} s")
    made.logged = SimpleNamespace(pictures=lambda fps: 5 * fps)
    assert film(seconds=seconds).begin() == (made, 5 * FPS, "")


def test_one_process_draws_alone_where_there_is_one_picture() -> None:
    studio = SimpleNamespace(film=lambda frames: iter(range(frames)), picture=lambda: picture(0))
    for frames, jobs in ((1, 8), (3, 1), (3, 0)):
        assert len(list(pictures(film(), studio, frames, jobs))) == frames
    assert not multiprocessing.active_children()
