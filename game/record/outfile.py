"""Unbuffered file for a video, and the name of what is not complete."""

from __future__ import annotations

import io
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from game.model.errors import refused
from game.model.replacement import check_there, open_in_place, rescue

if TYPE_CHECKING:
    from typing_extensions import Buffer


def partial_path(path: str | os.PathLike[str]) -> Path:
    """Return the path beside `path` of a part of what is to be there: falls.partial.png beside falls.png."""
    return Path(path).with_suffix(f".partial{Path(path).suffix}")


def kept_beside(path: str | os.PathLike[str]) -> str:
    """Return what is said of `path` where only a part is there, at `partial_path`: an older file is as it was."""
    older = f"; {path} is as it was" if os.path.lexists(path) else f"; there is no {path}"
    return f"{partial_path(path)}{older}"


class AtomicFile(io.FileIO):
    """A file without a buffer that writes all of its data or raises OSError.

    A full disk accepts a part of the data and reports this only by the count, which FFmpeg ignores. FFmpeg writes
    nothing more after the first error: so the fragments of a video stay playable, because it does not go on to patch
    the beginning of the file as if the end were there.

    It is made empty, and no link is followed to it. Raises OSError.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, "w+", opener=lambda name, _: open_in_place(name))

    def write(self, data: Buffer) -> int:
        """Write all of `data`; returns its length in bytes. Raises OSError when the disk refuses the rest."""
        rest = memoryview(data)
        while rest:
            rest = rest[super().write(rest) :]
        return memoryview(data).nbytes

    def finish(self, path: Path) -> None:
        """Close it once it is seen at `path`; where it was removed, keep it there anew, or else in another folder.

        Raises KeptElsewhere then; OSError, RecordingError where it cannot be kept.
        """
        with self:
            status = os.fstat(self.fileno())
            if not stat.S_ISREG(status.st_mode):
                return
            try:
                check_there(path, status.st_size)
            except FileNotFoundError as error:
                rescue(self.fileno(), path, refused(path, error))
