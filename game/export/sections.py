"""The binary part of a page's data: arrays one after another, to which the JSON part refers."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

ALIGNMENT = 8
"""Arrays begin at multiples of this many bytes, as typed arrays of JavaScript need it."""
Kind = Literal["f4", "f8", "u1", "u2", "u4", "i2"]
REACH = 30_000
"""Distance [bytes] up to which DEFLATE itself, which looks back 32 KiB, finds what is written again."""
LEAST = 32
"""Least length of a copy [bytes], a power of two."""
MULTIPLIER = 0x9E3779B97F4A7C15
"""Odd number by which what follows is mixed into the mark of a stretch of bytes."""


class Sections:
    """Arrays of a page, little-endian."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._end = 0
        self._texts: dict[str, dict[str, int]] = {}

    def add(self, values: ArrayLike, kind: Kind) -> dict[str, Any]:
        """Append numbers of a kind; return what stands for them in the JSON part."""
        return {"at": self.add_bytes(np.ascontiguousarray(values, f"<{kind}").tobytes())["at"], "kind": kind,
                "count": int(np.size(np.asarray(values)))}  # fmt: skip

    def add_bytes(self, data: bytes) -> dict[str, int]:
        """Append bytes; return what stands for them in the JSON part."""
        at = self._end
        whole = data + bytes(-len(data) % ALIGNMENT)
        self._parts.append(whole)
        self._end += len(whole)
        return {"at": at, "length": len(data)}

    def add_text(self, text: str) -> dict[str, int]:
        """Append a text that is there once, however often it is added; return what stands for it in the JSON part."""
        if text not in self._texts:
            self._texts[text] = self.add_bytes(text.encode())
        return self._texts[text]

    @property
    def parts(self) -> list[bytes]:
        """The arrays one after another, each with the bytes that align the next one."""
        return list(self._parts)

    def add_columns(self, rows: NDArray[np.float64]) -> dict[str, Any]:
        """Append rows (n, k) of numbers in 16 bits, each column between its least and its greatest value.

        A column is written as the differences of its numbers, first their low bytes and then their high ones: so they
        become small in a compressed file.
        """
        low, high = rows.min(axis=0), rows.max(axis=0)
        scale = np.where(high > low, (high - low) / 65535.0, 0.0)
        steps = np.rint(np.divide(rows - low, scale, out=np.zeros_like(rows), where=scale > 0.0)).astype(np.uint16)
        change = np.diff(steps, axis=0, prepend=np.uint16(0)).T
        planes = np.stack([change & 255, change >> 8], axis=1).astype(np.uint8)
        return {
            "rows": len(rows),
            "low": self.add(low, "f8"),
            "scale": self.add(scale, "f8"),
            "planes": self.add(planes, "u1"),
        }

    def packed(self, header: dict[str, Any]) -> bytes:
        """Return the JSON part, its length before it (4 bytes, little-endian), and the arrays behind it, compressed.

        What stands far before, too, is left out before DEFLATE, which does not look back so far (`with_far_copies`):
        methods share most of their compiled code, and programs of the card most of their source.
        """
        return compressed(with_header(header, self._parts))


def with_header(header: dict[str, Any], parts: Sequence[bytes]) -> bytes:
    """Return a JSON part, its length before it, and arrays behind it."""
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
    text += b" " * (-(len(text) + 4) % ALIGNMENT)
    return len(text).to_bytes(4, "little") + text + b"".join(parts)


def compressed(data: bytes) -> bytes:
    """Return data without what stands far before, too, compressed by DEFLATE with the header of gzip."""
    return gzip.compress(with_far_copies(data), 9, mtime=0)


def with_far_copies(data: bytes) -> bytes:
    """Return data without the stretches that stand far before, too; `web/src/data.ts` puts them back.

    In 32 bits, little-endian: the length of the data and the number of copies; then, of all copies, how many new bytes
    come before each, how long each is, and how far back it begins; then the new bytes.
    """
    earlier = _earlier(data)
    found = np.flatnonzero(earlier >= 0)
    copies, at = [], 0
    while (next_one := int(np.searchsorted(found, at))) < len(found):
        here = int(found[next_one])
        start = int(earlier[here])
        length = _same(data, start, here)
        copies.append((here - at, length, here - start))
        at = here + length
    words = np.array([len(data), len(copies), *np.array(copies, np.int64).reshape(-1, 3).T.ravel()], "<u4")
    fresh, at = [], 0
    for before, length, _ in copies:
        fresh.append(data[at : at + before])
        at += before + length
    return words.tobytes() + b"".join(fresh) + data[at:]


def _earlier(data: bytes) -> NDArray[np.int64]:
    """Return for each place the last one before it, out of DEFLATE's reach, from which `LEAST` bytes are the same.

    -1 where there is none, or one within its reach.
    """
    marks = np.frombuffer(data, np.uint8).astype(np.uint64) + np.uint64(1)
    width, factor = 1, MULTIPLIER
    while width < LEAST and len(marks) > width:
        marks = marks[:-width] * np.uint64(factor) + (marks[width:] ^ (marks[width:] >> np.uint64(29)))
        width, factor = 2 * width, factor * factor % (1 << 64)
    if width < LEAST:
        return np.empty(0, np.int64)
    order = np.argsort(marks, kind="stable")
    again = marks[order[1:]] == marks[order[:-1]]
    earlier = np.full(len(marks), -1, np.int64)
    earlier[order[1:][again]] = order[:-1][again]
    here = np.arange(len(marks))
    near = here - earlier < REACH
    earlier[near] = -1
    return earlier


def _same(data: bytes, start: int, here: int) -> int:
    """Return how many bytes from two places on are the same, at most as many as lie between them."""
    most = min(here - start, len(data) - here)
    step, length = 256, 0
    while length < most:
        step = min(step, most - length)
        if data[start + length : start + length + step] == data[here + length : here + length + step]:
            length += step
        elif step == 1:
            break
        else:
            step //= 2
    return length
