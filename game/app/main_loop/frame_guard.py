"""The guard of the main loop: a part of a frame that fails is said and written down, and the window goes on."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from game.app.main_loop.fault_log import write_fault
from game.model.messages import printable
from game.model.words import later, tr
from physics.errors import cut

QUIET = 5.0
"""Seconds for which an exception that comes again and again must have stopped, to be said once more."""
PATIENT, RETRY = 3, 1.0
"""Failures in a row after which a part is left out, and seconds until it is tried again."""
LONGEST = 160
"""Greatest length of what an exception says, in a message [characters]."""
MOST_KNOWN = 200
"""Greatest number of exceptions that are remembered."""
SAID = later("An error in {part}: {problem}. The window goes on; details are in {path}")
SAID_ONLY = later("An error in {part}: {problem}. The window goes on; the details could not be written down")
PARTS = {
    "window": later("the window"),
    "input": later("what was pressed"),
    "run": later("the run, which is paused"),
    "camera": later("the camera"),
    "picture": later("the picture"),
    "panels": later("the panels"),
    "recording": later("the recording"),
    "request": later("what was asked for"),
    "log": later("the log"),
    "thread": later("a computation beside the window"),
}
"""The parts of a frame, and what they are called in messages."""


def nothing(times: int) -> None:
    """Do nothing about a failure."""


class FrameGuard:
    """Catches the exceptions of the parts of a frame, and of threads.

    say(text): shows a message. about: returns what is written down beside an exception. alive: returns whether the
    window is there; without one, exceptions go on. Each exception is said, and written down, once while it lasts.
    """

    def __init__(
        self,
        say: Callable[[str], None],
        about: Callable[[], Mapping[str, object]] = dict,
        alive: Callable[[], bool] = lambda: True,
    ) -> None:
        self._say, self._about, self._alive = say, about, alive
        self._known: dict[tuple[object, ...], float] = {}
        """When each exception came last [s], by part, type and place."""
        self._failures: dict[str, int] = {}
        self._tried: dict[str, float] = {}
        self._threads: deque[tuple[str, BaseException]] = deque(maxlen=20)
        self._hook = threading.excepthook

    @contextmanager
    def part(self, name: str, less: Callable[[int], None] = nothing) -> Iterator[None]:
        """Do a part of a frame, one of `PARTS`.

        less(times): called when it has failed so often in a row, to do less in the next frame.
        """
        try:
            yield
        except Exception as error:
            if not self._alive():
                raise
            self._failures[name] = times = self._failures.get(name, 0) + 1
            self._tried[name] = time.monotonic()
            self.note(name, error)
            try:
                less(times)
            except Exception as worse:
                self.note(name, worse)
        else:
            self._failures.pop(name, None)

    def may(self, name: str) -> bool:
        """Return whether a part is to be tried in this frame: one that fails again and again rests in between."""
        return self._failures.get(name, 0) < PATIENT or time.monotonic() - self._tried[name] > RETRY

    def forget(self, name: str) -> None:
        """Try a part at once, because something has changed."""
        self._failures.pop(name, None)

    def note(self, part: str, error: BaseException) -> None:
        """Say an exception and write it down, unless it has come just now."""
        place, now = _place(error.__traceback__), time.monotonic()
        key = part, type(error), place
        last = self._known.pop(key, None)
        self._known[key] = now
        while len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        if last is not None and now - last < QUIET:
            return
        problem = _problem(error)
        path = write_fault(part, error, self._facts())
        _tell_terminal(f"polhode: an error in {part}: {problem}; details: {path or 'not written'}")
        self._show(part, problem, path)

    def _facts(self) -> Mapping[str, object]:
        try:
            return self._about()
        except Exception as error:
            return {"about": repr(type(error))}

    def _show(self, part: str, problem: str, path: Path | None) -> None:
        words = tr(PARTS[part])
        try:
            if path is None:
                self._say(tr(SAID_ONLY, part=words, problem=problem))
            else:
                self._say(tr(SAID, part=words, problem=problem, path=path))
        except Exception as error:  # what shows messages has failed: it is in the file
            write_fault("messages", error, {})

    # Threads --------------------------------------------------------------------------------------------

    def watch_threads(self) -> None:
        """Note what threads raise from now on, until `leave_threads`; `tell` says it."""
        self._hook = threading.excepthook
        threading.excepthook = self._take

    def leave_threads(self) -> None:
        """Leave the exceptions of threads to whom they were left before."""
        threading.excepthook = self._hook

    def _take(self, raised: threading.ExceptHookArgs) -> None:
        error = raised.exc_value
        if error is not None and not isinstance(error, SystemExit):
            self._threads.append(("thread", error))

    def tell(self) -> None:
        """Say what threads have raised."""
        while self._threads:
            self.note(*self._threads.popleft())


def _place(trace: TracebackType | None) -> tuple[str, int]:
    """Return the file and line in which an exception was raised."""
    place = "", 0
    while trace is not None:
        place, trace = (trace.tb_frame.f_code.co_filename, trace.tb_lineno), trace.tb_next
    return place


def _problem(error: BaseException) -> str:
    """Return what an exception says, in one line."""
    try:
        words = printable(" ".join(str(error).split()))
    except Exception:  # even that may fail
        words = ""
    return cut(f"{type(error).__name__}: {words}" if words else type(error).__name__, LONGEST)


def _tell_terminal(words: str) -> None:
    """Write a line to the terminal, if there is one."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{words.encode('utf-8', 'replace').decode()}\n")
            sys.stderr.flush()
    except (OSError, ValueError):  # it is closed
        pass
