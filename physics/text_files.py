"""Text files that a user names: regular ones of a bounded size, so that reading them ends."""

from __future__ import annotations

import codecs
import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from physics.errors import BadInput

BLOCK_BYTES = 1 << 16
MAX_LINE = 1 << 22
"""Greatest length of a line that `each_block` reads [characters]."""
NOT_REGULAR = "is not a regular file"
LATIN = "polhode-latin"
"""Name of the treatment of bytes that are not UTF-8 as Latin-1 (`codecs.register_error`)."""


def _as_latin(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(LATIN, _as_latin)


def open_regular(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a regular file for reading; anything else that may be there, such as a pipe, is refused without waiting.

    Looked at before it is opened, because opening a device may already do something, and once more when it is open,
    because it may have been exchanged in between. Raises OSError, ValueError for a path that none can have.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(0, NOT_REGULAR, os.fspath(path))
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, NOT_REGULAR, os.fspath(path))
    return os.fdopen(descriptor, "rb")


def read_text(path: Path, most: int) -> str:
    """Return the text of a regular file in UTF-8 of at most so many bytes, without a byte order mark.

    Raises BadInput with the reason alone; the caller names the file.
    """
    _check(path, most)
    try:
        with open_regular(path) as file:
            data = file.read(most + 1)
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from None
    if len(data) > most:
        raise _too_large(most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _no_text() from None


def each_block(path: Path, most: int, latin: bool = False) -> Iterator[tuple[list[str], float]]:
    """Yield the lines of a regular file in UTF-8 of at most so many bytes, some at a time, so that a reader can stop.

    With them comes the part of the file that is read by then, 0 to 1. latin: bytes that are not UTF-8 are taken as
    Latin-1, and a file that begins like UTF-16 is that. Raises BadInput with the reason alone.
    """
    size = max(_check(path, most), 1)
    rest, done = "", 0
    decoder: io.IncrementalNewlineDecoder | None = None
    wide = False
    try:
        with open_regular(path) as file:
            while data := file.read(BLOCK_BYTES):
                done += len(data)
                if done > most:  # it has grown
                    raise _too_large(most)
                if decoder is None:
                    encoding = (_wide_encoding(data) if latin else "") or "utf-8-sig"
                    wide = encoding != "utf-8-sig"
                    made = codecs.getincrementaldecoder(encoding)(LATIN if latin and not wide else "strict")
                    decoder = io.IncrementalNewlineDecoder(made, translate=True)
                if not wide and b"\0" in data:
                    raise _no_text()
                text = decoder.decode(data)
                if wide and "\0" in text:
                    raise _no_text()
                *lines, rest = (rest + text).split("\n")
                if len(rest) > MAX_LINE:
                    raise BadInput(f"has a line of more than {MAX_LINE} characters")
                yield lines, min(done / size, 1.0)
        rest += decoder.decode(b"", final=True) if decoder is not None else ""
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise _no_text() from None
    if rest:
        yield [rest], 1.0


def _wide_encoding(data: bytes) -> str:
    """Return which UTF-16 a file begins in: by its byte order mark, or by zeros beside four characters; "" for none."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    first = data[:8]
    if len(first) == 8 and not any(first[1::2]) and all(first[0::2]):
        return "utf-16-le"
    return "utf-16-be" if len(first) == 8 and not any(first[0::2]) and all(first[1::2]) else ""


def _check(path: Path, most: int) -> int:
    """Return the size of a regular file of at most so many bytes; raises BadInput with the reason alone."""
    if "\0" in str(path):
        raise BadInput("a path has no null characters")
    try:
        status = path.stat()
    except UnicodeEncodeError:
        raise BadInput("a path has no half characters") from None
    except OSError as error:
        raise BadInput(error.strerror or str(error)) from None
    if not stat.S_ISREG(status.st_mode):
        raise BadInput(NOT_REGULAR)
    if status.st_size > most:
        raise _too_large(most)
    if not status.st_size and _has_no_blocks(path):
        raise BadInput("is no file on a disk")
    return status.st_size


def _has_no_blocks(path: Path) -> bool:
    """Return whether a path lies in a file system that stores nothing, as /proc: reading there may never end."""
    try:
        return hasattr(os, "statvfs") and not os.statvfs(path).f_blocks
    except OSError:
        return False


def _too_large(most: int) -> BadInput:
    return BadInput(f"is larger than {most} bytes")


def _no_text() -> BadInput:
    return BadInput("is not a text file in UTF-8")
