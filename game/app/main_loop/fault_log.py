"""The file of faults: what went wrong inside the program, with its traceback, in the user's folder of logs."""

from __future__ import annotations

import os
import stat
import sys
import time
import traceback
from collections.abc import Mapping
from pathlib import Path

import physics

NAME = "faults.log"
MOST_BYTES = 1_000_000
"""Size from which the file begins anew [bytes]; the one before stays beside it."""


def fault_file() -> Path:
    """Return the path of the file of faults."""
    import platformdirs

    return platformdirs.user_log_path("polhode", appauthor=False) / NAME


def write_fault(part: str, error: BaseException, about: Mapping[str, object]) -> Path | None:
    """Add an exception to the file of faults; return the file, None where it cannot be written. It never raises.

    part: in which it was raised. about: what else to write down.
    """
    try:
        file = fault_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        _make_room(file)
        safely = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | safely, 0o600)
        with os.fdopen(descriptor, "wb") as opened:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return None
            opened.write(_entry(part, error, about).encode("utf-8", "backslashreplace"))
    except Exception:  # a fault of the file of faults must not add another one
        return None
    return file


def _make_room(file: Path) -> None:
    """Put a large file aside, in place of the one before."""
    if file.is_file() and file.stat().st_size > MOST_BYTES:
        file.replace(file.with_name(f"{NAME}.1"))


def _entry(part: str, error: BaseException, about: Mapping[str, object]) -> str:
    """Return what is written down of an exception."""
    when = time.strftime("%Y-%m-%d %H:%M:%S")
    facts = {"polhode": physics.__version__, "python": sys.version.split()[0], "system": sys.platform, **about}
    lines = [f"{when}, {part}", *(f"{name}: {value}" for name, value in facts.items())]
    return "\n".join(lines) + "\n" + "".join(traceback.format_exception(error)) + "\n"
