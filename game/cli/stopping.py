"""Ctrl-C and the system's request to end (SIGTERM): a command ends at once, whatever its threads and children do.

Both raise an exception in the main thread, so that files that are being written are removed or closed. After that
nothing is waited for. Where the exception is lost on its way, or what it unwinds does not end, the process ends all the
same, `GRACE` after the signal.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from _thread import start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from game.interruption import end_now
from physics.compiled import helper_process

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

AGAIN = 0.02
"""Seconds after which a signal is looked at again that came where nothing may be raised."""
GRACE = 60.0
"""Seconds after a signal in which files that are being written may be finished."""
LOADERS = "<frozen importlib"
"""How the names of the files begin that import modules."""


class Signals:
    """What has been asked of this process: `asked` is the number of the first signal, 0 before it.

    raising: whether a signal may raise an exception; otherwise it ends the process. raised: the exception that has
    ended the command, with which all that it worked on lives until the process ends: threads may still use it.
    over: whether nothing listens to signals any more.
    """

    def __init__(self) -> None:
        self.asked = 0
        self.raising = self.over = False
        self.raised: BaseException | None = None

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal; raises KeyboardInterrupt for Ctrl-C, else SystemExit with the exit code.

        Nothing is raised while a module is being imported: native ones abort the process then.
        """
        if not self.asked:
            self.asked = number
            start_new_thread(self._end_later, ())  # a `Thread` would need locks that this one may hold
        if not self.raising:
            helper_process.end_all()
            end_now(number)
        if _imports(frame) and self._wait():
            return
        if self.asked == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + self.asked)

    def again(self, number: int, frame: FrameType | None) -> None:
        """Handle the timer: the first signal is handled now, if it can be."""
        self.handle(self.asked or signal.SIGINT, frame)

    def caught(self, report: UnraisableHookArgs) -> None:
        """Take an exception that nobody can catch, such as one within `__del__`: that of a signal is raised later."""
        if self.asked and isinstance(report.exc_value, KeyboardInterrupt | SystemExit) and self._wait():
            return
        sys.__unraisablehook__(report)

    def _end_later(self) -> None:
        """End the process after `GRACE`, if it still listens then."""
        time.sleep(GRACE)
        if not self.over:
            helper_process.end_all()
            end_now(self.asked)

    def _wait(self) -> bool:
        """Let the signal be handled a little later; returns False where the system has no timer."""
        if not hasattr(signal, "setitimer"):
            return False
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
        return True


def _imports(frame: FrameType | None) -> bool:
    """Return whether a frame runs within the import of a module."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(LOADERS):
            return True
        frame = frame.f_back
    return False


@contextmanager
def listening() -> Iterator[Signals]:
    """Handle signals within the block, where this is the main thread."""
    signals = Signals()
    before = {}
    with suppress(ValueError):  # another thread
        if hasattr(signal, "SIGALRM"):
            before[signal.SIGALRM] = signal.signal(signal.SIGALRM, signals.again)
        before[signal.SIGINT] = signal.signal(signal.SIGINT, signals.handle)
        before[signal.SIGTERM] = signal.signal(signal.SIGTERM, signals.handle)
    unraisable, sys.unraisablehook = sys.unraisablehook, signals.caught
    try:
        yield signals
    finally:
        signals.raising, signals.over = False, True
        sys.unraisablehook = unraisable
        for number, handler in before.items():
            signal.signal(number, handler)


def leave(code: int) -> NoReturn:
    """End this process and those that it has started; waits for no thread."""
    helper_process.end_all()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
