"""Unbuffered file for a video."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer


class AtomicFile(io.FileIO):
    """A file without a buffer that writes all of its data or raises OSError.

    A full disk accepts a part of the data and reports this only by the count, which FFmpeg ignores. FFmpeg writes
    nothing more after the first error: so the fragments of a video stay playable, because it does not go on to patch
    the beginning of the file as if the end were there.
    """

    def write(self, data: Buffer) -> int:
        """Write all of `data`; returns its length in bytes. Raises OSError when the disk refuses the rest."""
        rest = memoryview(data)
        while rest:
            rest = rest[super().write(rest) :]
        return memoryview(data).nbytes
