"""A film drawn by several processes, with the same bytes as by one.

A picture depends on all before it: camera, labels and traces go on from picture to picture. Each process therefore goes
through the whole film, which is little work beside drawing, and draws those pictures that no other has taken yet.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

import numpy as np

from game.app.film_run import FilmOptions
from game.app.offline import OfflineRenderer
from game.model.errors import RecordingError
from game.model.settings import Settings
from game.model.words import use_language
from game.render.gpu.gl_context import describe
from game.render.gpu.readback import Picture
from game.scenefile import Scene
from physics.core import own_files
from physics.own_systems import load_file

QUIET = "ignore::UserWarning:multiprocessing.resource_tracker"
"""What keeps the process that clears away after an interruption from a warning about what it clears away."""
LATER = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGALRM") if hasattr(signal, name))
"""Signals that wait while processes start."""
MAX_JOBS = 32
LEAST = 8
"""Number of pictures of a film for which a further process is worth its start."""
AHEAD = 2
"""Pictures that each process may have drawn before they are needed."""
PATIENCE = 60.0
"""Time [s] for which a process waits for another that takes a picture, which takes that microseconds."""


class Film(NamedTuple):
    """What is to be drawn, as data that other processes understand: arguments of `OfflineRenderer`, and a duration."""

    scene: Scene
    size: tuple[int, int]
    fps: int
    hud: bool
    camera: str | None
    look: Settings
    options: FilmOptions
    duration: float

    def begin(self) -> tuple[OfflineRenderer, int, str]:
        """Return the renderer at the beginning of the film, the number of pictures, and what is to be said of a loop.

        That of a log is estimated. Raises BadInput, NoOpenGL.
        """
        studio = OfflineRenderer(
            self.scene, self.size, self.fps, self.hud, self.camera, look=self.look, options=self.options
        )
        if studio.logged is not None:
            return studio, studio.logged.pictures(self.fps), ""
        if self.options.loop:
            return studio, *studio.begin_loop(self.duration)
        return studio, max(1, round(self.duration * self.fps)), ""


def pictures(film: Film, studio: OfflineRenderer, frames: int, jobs: int) -> Iterator[Picture]:
    """Yield the pictures of a film in order; studio: at its beginning. jobs: number of processes.

    Raises RecordingError where a process fails.
    """
    count = min(jobs, frames)
    if count <= 1:
        for _ in studio.film(frames):
            yield studio.picture()
        return
    with _Helpers(film, count - 1) as helpers:
        yield from helpers.pictures(studio, frames)


def usual_jobs(studio: OfflineRenderer, frames: int, spare: int = 0) -> int:
    """Return the number of processes that draw a film fastest: one on a card, one for each core without a card.

    spare: number of cores left free.
    """
    if not describe(studio.renderer.ctx)["software"]:
        return 1
    return max(1, min(cores() - spare, frames // LEAST, MAX_JOBS))


def cores() -> int:
    """Return the number of cores that this process may use."""
    usable = getattr(os, "sched_getaffinity", None)  # only on Linux
    return len(usable(0)) if usable is not None else os.cpu_count() or 1


class _Turn:
    """The number of the first picture that no process has taken yet, shared by all."""

    def __init__(self, context: SpawnContext) -> None:
        self._next: Any = context.Value("q", 0)

    def take(self, number: int) -> bool:
        """Take a picture, if it is still free. Every process asks for each picture, in order.

        Raises RecordingError where a process has ended in the middle of this.
        """
        lock = self._next.get_lock()
        if not lock.acquire(timeout=PATIENCE):
            raise RecordingError("a process that draws pictures has failed: it ended as it took one")
        try:
            free: bool = self._next.value == number
            self._next.value += free
        finally:
            lock.release()
        return free


class _Helpers:
    """Processes that draw pictures of a film beside this one, as a context that ends them."""

    def __init__(self, film: Film, count: int) -> None:
        self._film, self._count = film, count
        self._ready: dict[int, Picture] = {}
        self._arrived = threading.Condition()
        self._failure = ""
        self._processes: list[BaseProcess] = []

    def __enter__(self) -> _Helpers:
        if QUIET not in sys.warnoptions:
            sys.warnoptions.append(QUIET)
        context = multiprocessing.get_context("spawn")
        self._turn = _Turn(context)
        self._room = context.Semaphore(AHEAD * self._count)
        with _single_threaded_drawing(), _deaf_to_interrupts():
            for _ in range(self._count):
                ours, theirs = context.Pipe(duplex=False)
                given = self._film, self._turn, self._room, theirs, own_files.paths()
                process = context.Process(target=_draw, args=given, daemon=True)
                process.start()
                theirs.close()
                self._processes.append(process)
                threading.Thread(target=self._receive, args=(ours,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()

    def pictures(self, studio: OfflineRenderer, frames: int) -> Iterator[Picture]:
        """Yield all pictures in order, some of which are drawn here."""
        due = total = 0
        own: dict[int, Picture] = {}
        for number in studio.film(frames):
            total = number + 1
            if self._turn.take(number):
                own[number] = studio.picture()
            else:
                studio.skip()
            while (picture := self._next(due, own, wait=len(own) > AHEAD)) is not None:
                yield picture
                due += 1
        while due < total:
            picture = self._next(due, own, wait=True)
            assert picture is not None
            yield picture
            due += 1

    def _next(self, due: int, own: dict[int, Picture], wait: bool) -> Picture | None:
        """Return the picture of this number; None where it is not there yet, unless it is waited for.

        Raises RecordingError where a process has failed, whoever was to draw the picture.
        """
        with self._arrived:
            while wait and due not in own and due not in self._ready and not self._failure:
                self._arrived.wait()
            if self._failure:
                raise RecordingError(f"a process that draws pictures has failed: {self._failure}")
            if due in own:
                return own.pop(due)
            picture = self._ready.pop(due, None)
        if picture is not None:
            self._room.release()
        return picture

    def _receive(self, pipe: Connection) -> None:
        """Collect what a process sends, until it ends."""
        failure = "it ended early"
        try:
            while (number := pipe.recv()) is not None:
                if isinstance(number, str):
                    failure = number
                    break
                shape = pipe.recv()
                picture = np.frombuffer(pipe.recv_bytes(), np.uint8).reshape(shape)
                with self._arrived:
                    self._ready[number] = picture
                    self._arrived.notify()
            else:
                failure = ""
        except (EOFError, OSError):
            pass
        except Exception as error:  # whatever it is, nobody may wait for pictures that do not come
            failure = f"{type(error).__name__}: {error}"
        finally:
            with self._arrived:
                self._failure = self._failure or failure
                self._arrived.notify()


def _draw(film: Film, turn: _Turn, room: Any, pipe: Connection, files: tuple[str, ...]) -> None:
    """Draw pictures of a film and send them, in a process of its own; what goes wrong is sent as a text.

    files: Python files that define its system.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be started deaf
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # until the end of the process
    with suppress(BrokenPipeError):
        try:
            use_language(film.look.language)
            for file in files:
                load_file(file)
            studio, frames, _ = film.begin()
            for number in studio.film(frames):
                _wait_for(room)
                if turn.take(number):
                    picture = studio.picture()
                    pipe.send(number)
                    pipe.send(picture.shape)
                    pipe.send_bytes(np.ascontiguousarray(picture).data.cast("B"))
                else:
                    room.release()
                    studio.skip()
            pipe.send(None)
        except BrokenPipeError:
            raise
        except Exception as error:
            pipe.send(f"{type(error).__name__}: {error}")


def _wait_for(room: Any) -> None:
    """Wait for room for one more picture. Raises BrokenPipeError where nobody is there to take it any more."""
    first = multiprocessing.parent_process()
    while not room.acquire(timeout=1.0):
        if first is None or not first.is_alive():
            raise BrokenPipeError


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes that start here not hear Ctrl-C: this one hears it, and ends them.

    Signals wait until they are started: one that has read only a part of what it is to do would end with a traceback.
    """
    mask = getattr(signal, "pthread_sigmask", None)  # not on Windows
    with _later_signals():
        if mask is None:
            yield
            return
        before = mask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            mask(signal.SIG_SETMASK, before)


@contextmanager
def _later_signals() -> Iterator[None]:
    """Handle signals that come within the block at its end, whichever thread the system gives them to.

    One that came during an import is handled when a timer asks again: the timer waits, too.
    """
    came: list[int] = []
    before = {}
    with suppress(ValueError):  # another thread, which handles none
        for number in LATER:
            before[number] = signal.signal(number, lambda which, frame: came.append(which))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


@contextmanager
def _single_threaded_drawing() -> Iterator[None]:
    """Let processes that start here draw with one thread each, where a processor draws: there are enough of them."""
    before = os.environ.get("LP_NUM_THREADS")
    os.environ["LP_NUM_THREADS"] = before or "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["LP_NUM_THREADS"]
