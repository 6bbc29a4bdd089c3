"""Background tasks in threads."""

from __future__ import annotations

import sys
from threading import Event, Thread

SWITCH_INTERVAL = 2e-4
"""Seconds that one thread may hold the interpreter: a return from machine code waits for it every time."""


class BackgroundTask:
    """A computation in its own thread, started on construction. done: True when it is over."""

    def __init__(self, name: str) -> None:
        self._cancelled = Event()
        self._thread = Thread(target=self._run, daemon=True, name=name)
        self._thread.start()

    @property
    def done(self) -> bool:
        """True when no more results will come."""
        return not self._thread.is_alive()

    def cancel(self) -> None:
        """Stop soon; results so far stay."""
        self._cancelled.set()

    def wait(self) -> None:
        """Wait until it is done."""
        self._thread.join()

    def _run(self) -> None:
        interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL)
        try:
            self._work()
        finally:
            sys.setswitchinterval(interval)

    def _work(self) -> None:
        raise NotImplementedError
