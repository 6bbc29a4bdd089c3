"""PNG files written row by row, so that the whole picture is never in memory."""

from __future__ import annotations

import contextlib
import os
import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from game.model.replacement import replacing

Pixels = NDArray[np.uint8]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
KINDS = {3: 2, 4: 6}
"""Colour type by number of channels."""
LEVEL = 4
AT_ONCE = 64
"""Number of rows that are packed at a time."""
SUB, UP = 1, 2
"""Filters of a row: what is stored is the difference from the pixel on the left, or from the one above."""


class PngRows:
    """A PNG file of a size (width, height), of 8 bits, to which rows are written from the top.

    W3C, Portable Network Graphics (PNG) Specification, 2003. channels: 3, or 4 with transparency.
    """

    def __init__(self, file: BinaryIO, size: tuple[int, int], channels: int) -> None:
        self._file, self._shape = file, (size[0], channels)
        self._rows = self._missing = size[1]
        self._above = np.zeros((1, size[0], channels), np.uint8)
        self._packer = zlib.compressobj(LEVEL, zlib.DEFLATED, 15, 9, zlib.Z_FILTERED)
        file.write(SIGNATURE)
        self._chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, KINDS[channels], 0, 0, 0))

    def write(self, rows: Pixels) -> None:
        """Append rows (n, width, channels) uint8. Raises ValueError for another shape or type, or too many."""
        if rows.shape[1:] != self._shape or rows.dtype != np.uint8 or len(rows) > self._missing:
            raise ValueError(f"rows {rows.shape} {rows.dtype}: must be at most {self._missing} of {self._shape} uint8")
        self._missing -= len(rows)
        for start in range(0, len(rows), AT_ONCE):
            part = rows[start : start + AT_ONCE]
            packed = self._packer.compress(filtered(part, self._above).tobytes())
            self._above = part[-1:].copy()
            if packed:
                self._chunk(b"IDAT", packed)

    def close(self) -> None:
        """Complete the file; raises OSError where rows are missing."""
        if self._missing:
            raise OSError(f"{self._missing} rows are missing" if self._missing < self._rows else "there was no picture")
        self._chunk(b"IDAT", self._packer.flush())
        self._chunk(b"IEND", b"")

    def _chunk(self, kind: bytes, content: bytes) -> None:
        sum_ = zlib.crc32(content, zlib.crc32(kind))
        self._file.write(struct.pack(">I", len(content)) + kind + content + struct.pack(">I", sum_))


def filtered(rows: Pixels, above: Pixels) -> Pixels:
    """Return rows (n, width, channels) as a PNG stores them: (n, 1 + width * channels), the filter first.

    above: (1, width, channels), the row before the first. Of two filters each row has that with the smaller
    differences.
    """
    count = len(rows)
    stored = np.empty((count, 1 + rows[0].size), np.uint8)
    left, up = rows.copy(), rows.copy()
    left[:, 1:] -= rows[:, :-1]
    up[1:] -= rows[:-1]
    up[:1] -= above
    left, up = left.reshape(count, -1), up.reshape(count, -1)
    sums = [np.abs(each.view(np.int8).astype(np.int16)).sum(axis=1) for each in (left, up)]
    smaller = sums[1] < sums[0]
    stored[:, 0] = np.where(smaller, UP, SUB)
    stored[:, 1:] = np.where(smaller[:, None], up, left)
    return stored


@contextlib.contextmanager
def png_rows(path: str | os.PathLike[str], size: tuple[int, int], channels: int) -> Iterator[PngRows]:
    """Yield a PNG file to `write` rows to; it appears complete or not at all. Raises RecordingError."""
    with replacing(path) as part, part.open("wb") as file:
        rows = PngRows(file, size, channels)
        yield rows
        rows.close()
