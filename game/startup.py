"""Start of the process: settings for a fast first frame, and its milestones.

`polhode doctor --startup` says in the environment when it started the process; the window then reports its
milestones once, after the first frame.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import time
from contextlib import suppress
from types import FrameType
from typing import NoReturn

VARIABLE = "POLHODE_STARTED_NS"
INTERRUPTED = "interrupted"
"""What a command says that Ctrl-C has ended."""

_started = os.environ.get(VARIABLE)
_milestones: dict[str, tuple[float, float]] = {}


def end_on_signals() -> None:
    """Let Ctrl-C and SIGTERM end the process at once, with one line: nothing is being written yet, or any more.

    An exception is no way out here: raised while a native module is loaded, it aborts the process.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(ValueError):  # another thread
            signal.signal(number, end_now)
    atexit.register(_be_deaf)


def _be_deaf() -> None:
    """Ignore Ctrl-C while the interpreter is taken apart, when all is done and the exit code is known."""
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_now(number: int, frame: FrameType | None = None) -> NoReturn:
    """Handle a signal: say so where it is Ctrl-C, and end the process with the code of shells, 128 + number."""
    if number == signal.SIGINT:
        with suppress(OSError):
            os.write(2, f"polhode: {INTERRUPTED}\n".encode())
    os._exit(128 + number)


def hurry() -> None:
    """Disable garbage collection until `arrived`: imports leave none, and collecting takes a quarter of their time.

    numpy's linear algebra is kept to one thread, because idle threads would spin: matrices here are small.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()


def arrived() -> None:
    """Enable garbage collection, without the objects that exist by now: collecting these would delay frames."""
    gc.freeze()
    gc.enable()


def reached(milestone: str) -> None:
    """Record the milliseconds since the start of the process, in wall and processor time, if a report is wanted."""
    if _started:
        _milestones[milestone] = (time.time_ns() - int(_started)) * 1e-6, time.process_time() * 1e3


def report() -> None:
    """Print the milestones [ms] as one line of JSON on standard error, if a report is wanted."""
    if _started:
        import json

        sys.stderr.write(json.dumps(_milestones) + "\n")
        sys.stderr.flush()
