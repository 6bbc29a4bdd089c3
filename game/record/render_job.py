"""A rendering or an export in a process of its own, while the window goes on: its progress is read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum
from glob import escape
from pathlib import Path

from game.model.errors import DIVERGED, RecordingError, refused
from game.model.replacement import free_name, hidden_name, other_folders, put_in_place
from game.record.frames import discard
from game.record.still import release
from physics.compiled.helper_process import PACKAGE_FOLDER
from physics.core import own_files

PATIENCE = 5.0
"""Seconds that a process may take to end by itself when it is cancelled."""
LAST_LINES = 20
"""Number of its last messages that are kept."""


class JobState(Enum):
    """What has become of a rendering."""

    WAITING = "waiting"
    RUNNING = "running"
    CANCELLING = "cancelling"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RenderJob:
    """A process that renders a scene to a file or to a folder of numbered pictures, or exports it, once it has begun.

    path: where the result appears when it is complete; what is there is replaced. A name that `new_path` holds is let
    go of at the end. A path without a suffix stands for a folder. files: contents of files for the process, by name;
    the first is the scene. arguments: of `polhode`, such as `render scene.toml`; an argument that is one of those names
    stands for that file.

    Where the folder of the path is removed meanwhile, it is made again, or the path is in another folder from then on
    (moved), and the work is done once more.

    state, done, frames: as the process has reported; of an export, its steps. problem: why it failed, in one line.
    Raises RecordingError where the files for the process cannot be written.
    """

    def __init__(self, path: Path, files: Mapping[str, bytes], arguments: Sequence[str]) -> None:
        self.path = path
        self.state = JobState.WAITING
        self.done, self.frames = 0, 0
        self.problem = ""
        self.moved = self._cancelled = False
        self._reader = threading.Thread(target=self._follow, name=f"render {path.name}", daemon=True)
        self._first = 0.0
        self._said: list[str] = []
        self.part = hidden_name(path)
        try:
            self._folder = Path(tempfile.mkdtemp(prefix="polhode-render-"))
            for name, content in files.items():
                (self._folder / name).write_bytes(content)
            self._arguments = [str(self._folder / each) if each in files else each for each in arguments]
        except OSError as error:
            release(path)
            raise refused(path, error) from error
        self._held = path

    def begin(self) -> None:
        """Start the process; where that is impossible, the rendering has failed."""
        try:
            self._process = self._start()
        except OSError as error:
            self.problem = str(refused(self.path, error))
            self._end(JobState.FAILED)
            return
        self.state = JobState.RUNNING
        self._reader.start()

    def _start(self) -> subprocess.Popen[str]:
        output = str(self.part) if self.path.suffix else f"{self.part}{os.sep}"
        path = os.pathsep.join([str(PACKAGE_FOLDER), *filter(None, [os.environ.get("PYTHONPATH")])])
        loads = [f"--load={each}" for each in own_files.paths()]
        command = [sys.executable, "-P", "-m", "game", *self._arguments, *loads, "--progress", "-o", output]
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"},
            text=True, encoding="utf-8", errors="replace",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip

    @property
    def rate(self) -> float:
        """Return the pictures per second so far, 0 before there are two."""
        passed = time.monotonic() - self._first
        return (self.done - 1) / passed if self.done > 1 and passed > 0.0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Return the time that the other pictures will take [s], or None while that is not known."""
        return (self.frames - self.done) / self.rate if self.rate else None

    @property
    def bytes(self) -> int:
        """Return the size of what is at `path`."""
        with suppress(OSError):
            if self.path.is_dir():
                return sum(each.stat().st_size for each in self.path.iterdir())
            return self.path.stat().st_size
        return 0

    def cancel(self) -> None:
        """Let the process end, which takes a moment, and remove what it has written."""
        if self.state is JobState.WAITING:
            self._end(JobState.CANCELLED)
        elif self.state is JobState.RUNNING:
            self._cancelled, self.state = True, JobState.CANCELLING
            self._process.terminate()
            deadline = threading.Timer(PATIENCE, self._kill)
            deadline.daemon = True
            deadline.start()

    def _kill(self) -> None:
        if self.state is JobState.CANCELLING:
            self._process.kill()

    def wait(self) -> None:
        """Wait until it has ended, if it has begun."""
        if self._reader.ident is not None:
            self._reader.join()

    def _follow(self) -> None:
        """Read what the process says until it ends; then put its file in place, or remove what there is of it."""
        there = self._is_put_in_place()
        if not there and not self._cancelled and not self.path.parent.is_dir() and self._begin_again():
            there = self._is_put_in_place()
        if there:
            self._end(JobState.DONE)
            return
        if not self.problem and not self._cancelled:
            code = self._process.returncode
            self.problem = self._said[-1].removeprefix("polhode: ") if self._said else f"it ended with code {code}"
        self._end(JobState.CANCELLED if self._cancelled else JobState.FAILED)

    def _end(self, state: JobState) -> None:
        """Remove the files for the process, and what there is of a result that is not complete."""
        shutil.rmtree(self._folder, ignore_errors=True)
        release(self._held)
        if state is not JobState.DONE:
            discard(self.part)
            self._remove_hidden()
        self.state = state

    def _is_put_in_place(self) -> bool:
        """Read what the process says until it ends; return whether its complete result has its name then."""
        complete = self._end_code() in (0, DIVERGED) and self.done == self.frames > 0
        if not complete or self._cancelled:
            return False
        try:
            self._put_in_place()
        except RecordingError as error:
            self.problem = str(error)
            return False
        return True

    def _end_code(self) -> int:
        """Read what the process says until it ends; returns its code."""
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._take(line.strip())
        return self._process.wait()

    def _begin_again(self) -> bool:
        """Start the process once more, for a folder that is there; return whether that is possible."""
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.parent.is_dir():
            folder = next(other_folders(), self.path.parent)
            self.path, self.moved = free_name(folder / self.path.name), True
        self.part = hidden_name(self.path)
        self.done, self._said, self.problem = 0, [], ""
        try:
            self._process = self._start()
        except OSError:
            return False
        if self._cancelled:  # since
            self._process.terminate()
        return True

    def _take(self, line: str) -> None:
        done, of, frames = line.partition(" of ")
        if of and done.isdecimal() and frames.isdecimal():
            self.done, self.frames = int(done), int(frames)
            self._first = time.monotonic() if self.done == 1 else self._first
        elif line:
            self._said = [*self._said[1 - LAST_LINES :], line]

    def _put_in_place(self) -> None:
        """Give the complete result its name. Raises RecordingError."""
        try:
            if self.part.is_dir():
                self.part.replace(self.path)
                return
        except OSError as error:
            raise refused(self.path, error) from error
        put_in_place(self.part, self.path)

    def _remove_hidden(self) -> None:
        """Remove what a killed process has left of a file that would have appeared complete (`replacing`)."""
        with suppress(OSError):
            for rest in self.part.parent.glob(f".{escape(self.part.stem)}.*.part*"):
                rest.unlink(missing_ok=True)
