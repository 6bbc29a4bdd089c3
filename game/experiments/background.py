"""Background tasks in threads."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from physics.errors import Cancelled

SWITCH_INTERVAL = 2e-4
"""Seconds that one thread may hold the interpreter: a return from machine code waits for it every time."""
POLL_SECONDS = 0.02
"""Seconds between two looks at what a task waits for."""
YIELD_SECONDS = 0.002
"""Seconds of work in CPython after which a thread sleeps for as long."""


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
            with suppress(Cancelled):
                self._work()
        finally:
            sys.setswitchinterval(interval)

    def _work(self) -> None:
        """Compute; it may raise Cancelled."""
        raise NotImplementedError

    def _sleep(self) -> None:
        """Sleep while something else is waited for; raises Cancelled when the task has been cancelled."""
        if self._cancelled.wait(POLL_SECONDS):
            raise Cancelled

    def _pauses(self) -> Callable[[], None]:
        """Return a function for work in CPython to call often: it sleeps when the thread has worked for a while.

        It raises Cancelled when the task has been cancelled.
        """
        began = time.perf_counter()

        def pause() -> None:
            nonlocal began
            if time.perf_counter() - began > YIELD_SECONDS:
                if self._cancelled.is_set():
                    raise Cancelled
                time.sleep(YIELD_SECONDS)
                began = time.perf_counter()

        return pause
