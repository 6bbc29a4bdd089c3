"""Text files that a user names: regular ones of a bounded size, so that reading them ends."""

from __future__ import annotations

import stat
from pathlib import Path

from physics.errors import BadInput


def read_text(path: Path, most: int) -> str:
    """Return the text of a regular file in UTF-8 of at most so many bytes, without a byte order mark.

    Raises BadInput with the reason alone; the caller names the file.
    """
    if "\0" in str(path):
        raise BadInput("a path has no null characters")
    try:
        regular = stat.S_ISREG(path.stat().st_mode)
        data = _start_of(path, most + 1) if regular else b""
    except UnicodeEncodeError:
        raise BadInput("a path has no half characters") from None
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from None
    if not regular:
        raise BadInput("is not a regular file")
    if len(data) > most:
        raise BadInput(f"is larger than {most} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("is not a text file in UTF-8") from None


def _start_of(path: Path, count: int) -> bytes:
    with path.open("rb") as file:
        return file.read(count)
