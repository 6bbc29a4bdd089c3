"""Work that goes on in the background while somebody watches."""

from __future__ import annotations

import sys
from threading import Event, Thread

SWITCH_INTERVAL = 2e-4
"""Seconds that one thread may hold the interpreter: who comes back from machine code waits for it every time."""


class BackgroundTask:
    """Something that is worked out in a thread of its own, from the moment it is made. done: whether it is over."""

    def __init__(self, name: str) -> None:
        self._cancelled = Event()
        self._thread = Thread(target=self._run, daemon=True, name=name)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether no more will come."""
        return not self._thread.is_alive()

    def cancel(self) -> None:
        """Stop soon; what is there stays."""
        self._cancelled.set()

    def wait(self) -> None:
        """Until it is done."""
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
