"""Ctrl-C and SIGTERM while the program loads: the process ends at once, with one line.

The first module of all: it imports nothing that takes a millisecond, because Ctrl-C before is a traceback of Python's.
"""

import atexit
import os
import signal

INTERRUPTED = "interrupted"
"""What a command says that Ctrl-C has ended."""


def end_on_signals() -> None:
    """Let Ctrl-C and SIGTERM end the process at once, with one line: nothing is being written yet, or any more.

    An exception is no way out here: raised while a native module is loaded, it aborts the process.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            signal.signal(number, end_now)
        except ValueError:  # another thread
            return
    atexit.register(_be_deaf)


def _be_deaf() -> None:
    """Ignore Ctrl-C while the interpreter is taken apart, when all is done and the exit code is known."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # another thread
        return


def end_now(number: int, frame: object = None) -> None:
    """Handle a signal: say so where it is Ctrl-C, and end the process with the code of shells, 128 + number."""
    if number == signal.SIGINT:
        try:  # noqa: SIM105  # contextlib is not loaded yet
            os.write(2, f"polhode: {INTERRUPTED}\n".encode())
        except OSError:
            pass
    os._exit(128 + number)
