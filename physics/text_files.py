"""Text files that a user names: regular ones of a bounded size, so that reading them ends."""

from __future__ import annotations

import stat
from pathlib import Path

from physics.errors import BadInput


def read_text(path: Path, most: int) -> str:
    """Return the text of a regular file in UTF-8 of at most so many bytes, without a byte order mark.

    Raises BadInput with the reason alone; the caller names the file.
    """
    data = _checked_start(path, most + 1)
    if len(data) > most:
        raise BadInput(f"is larger than {most} bytes")
    return _decoded(data)


def read_start(path: Path, most: int) -> str:
    """Return the text of the first lines of a regular file, of at most so many bytes in all; raises as `read_text`."""
    data = _checked_start(path, most)
    if len(data) == most:
        data = data[: data.rfind(b"\n") + 1]
    return _decoded(data)


def _checked_start(path: Path, count: int) -> bytes:
    """Return the first `count` bytes of a regular file; raises BadInput with the reason alone."""
    if "\0" in str(path):
        raise BadInput("a path has no null characters")
    try:
        regular = stat.S_ISREG(path.stat().st_mode)
        data = _start_of(path, count) if regular else b""
    except UnicodeEncodeError:
        raise BadInput("a path has no half characters") from None
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from None
    if not regular:
        raise BadInput("is not a regular file")
    return data


def _decoded(data: bytes) -> str:
    """Return bytes of UTF-8 as text, without a byte order mark; raises BadInput."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("is not a text file in UTF-8") from None


def _start_of(path: Path, count: int) -> bytes:
    with path.open("rb") as file:
        return file.read(count)
