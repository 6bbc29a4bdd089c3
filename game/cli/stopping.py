"""Ctrl-C and the system's request to end (SIGTERM): a command ends at once, whatever its threads and children do.

Both raise an exception in the main thread, so that files that are being written are removed or closed. After that
nothing is waited for.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

from physics.compiled import helper_process

INTERRUPTED = 128 + signal.SIGINT
"""Exit code after Ctrl-C."""


class Signals:
    """What has been asked of this process: `asked` is True after the first signal."""

    def __init__(self) -> None:
        self.asked = False

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C; raises KeyboardInterrupt."""
        self.asked = True
        raise KeyboardInterrupt

    def end(self, number: int, frame: FrameType | None) -> None:
        """Handle the system's request; raises SystemExit with its exit code."""
        self.asked = True
        raise SystemExit(128 + number)


@contextmanager
def listening() -> Iterator[Signals]:
    """Handle signals within the block, where this is the main thread."""
    signals = Signals()
    before = {}
    with suppress(ValueError):  # another thread
        before[signal.SIGINT] = signal.signal(signal.SIGINT, signals.interrupt)
        before[signal.SIGTERM] = signal.signal(signal.SIGTERM, signals.end)
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def leave(code: int) -> NoReturn:
    """End this process and those that it has started; waits for no thread."""
    helper_process.end_all()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
