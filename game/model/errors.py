"""Exceptions of the program, each with a message of one line, and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

SUCCESS, DIFFERS, BAD_INPUT, NO_OPENGL, DIVERGED, FIT_LOST, DISPLAY_LOST = range(7)
FAULT = 70
INTERRUPTED, CLOSED_PIPE, TERMINATED = 130, 141, 143
EXIT_CODES: Mapping[int, str] = MappingProxyType(
    {
        SUCCESS: "success",
        DIFFERS: "a replay differs, or a log proves no medal",
        BAD_INPUT: "bad input, or a file that cannot be written, explained in one line",
        NO_OPENGL: "no usable OpenGL",
        DIVERGED: "the simulation diverged",
        FIT_LOST: "a fit did not follow the data",
        DISPLAY_LOST: "the display was lost while a window was open",
        FAULT: "a fault of the program",
        INTERRUPTED: "ended by Ctrl-C",
        CLOSED_PIPE: "the reader of the output has closed it, as `head` does",
        TERMINATED: "ended by SIGTERM",
    }
)
"""What each exit code of a command means; no command ends with another."""

INSTALL = "on Debian or Ubuntu: apt install libegl1 libgl1 libgl1-mesa-dri libglx-mesa0"


class NoDisplay(Exception):
    """There is no screen to open a window on."""


DRIVERS = {"win32": "install the driver of the graphics card, from its maker", "darwin": "macOS 10.9 or newer has it"}
"""What helps on other systems where there is no OpenGL."""
ON_PROCESSOR = "llvmpipe", "softpipe", "swrast"
"""Names of drivers of Mesa that draw on the processor."""


class NoOpenGL(Exception):
    """There is no usable OpenGL 3.3. The message is `what`, and what to do.

    found: version and name of the older one that the driver has, "" where it has none.
    """

    def __init__(self, what: str, found: str = "") -> None:
        super().__init__(f"{what}; {_remedy(found)}")


def _remedy(found: str) -> str:
    """Return what to do where the driver has an older OpenGL, or none."""
    if not found:
        return DRIVERS.get(sys.platform, INSTALL)
    words = f"the driver has OpenGL {found}, and 3.3 is needed: "
    if any(name in found.lower() for name in ON_PROCESSOR):
        return f"{words}install a newer Mesa"
    words += "install a newer driver of the graphics card"
    if sys.platform.startswith("linux"):
        words += ", or draw on the processor: LIBGL_ALWAYS_SOFTWARE=1 polhode"
    return words


class RecordingError(Exception):
    """A picture, video or table cannot be written; the message names the file and the reason."""


def refused(path: str | os.PathLike[str], error: BaseException) -> RecordingError:
    """Return the `RecordingError` that says in one line that `path` could not be written, and why."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return RecordingError(f"cannot write {Path(path)}: {reason or type(error).__name__}")
