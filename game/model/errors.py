"""Exceptions of the program, each with a message of one line, and exit codes."""

from __future__ import annotations

import os
from pathlib import Path

DIFFERS, BAD_INPUT, NO_OPENGL, DIVERGED, NOT_FOLLOWED = 1, 2, 3, 4, 5
"""Exit codes: a replay that differs, bad input, no usable OpenGL, a run that diverged, a fit that has not followed."""

INSTALL = "on Debian or Ubuntu: apt install libegl1 libgl1 libgl1-mesa-dri libglx-mesa0"


class NoDisplay(Exception):
    """There is no screen to open a window on."""


class NoOpenGL(Exception):
    """There is no usable OpenGL 3.3. The message is `what`, and what to install."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; {INSTALL}")


class RecordingError(Exception):
    """A picture, video or table cannot be written; the message names the file and the reason."""


def refused(path: str | os.PathLike[str], error: BaseException) -> RecordingError:
    """Return the `RecordingError` that says in one line that `path` could not be written, and why."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return RecordingError(f"cannot write {Path(path)}: {reason or type(error).__name__}")
