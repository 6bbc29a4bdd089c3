"""The binary part of a page's data: arrays one after another, to which the JSON part refers."""

from __future__ import annotations

import gzip
import json
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

ALIGNMENT = 8
"""Arrays begin at multiples of this many bytes, as typed arrays of JavaScript need it."""
Kind = Literal["f4", "f8", "u1", "u2", "u4", "i2"]


class Sections:
    """Arrays of a page, little-endian."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._end = 0

    def add(self, values: ArrayLike, kind: Kind) -> dict[str, Any]:
        """Append numbers of a kind; return what stands for them in the JSON part."""
        return {"at": self.add_bytes(np.ascontiguousarray(values, f"<{kind}").tobytes())["at"], "kind": kind,
                "count": int(np.size(np.asarray(values)))}  # fmt: skip

    def add_bytes(self, data: bytes) -> dict[str, int]:
        """Append bytes; return what stands for them in the JSON part."""
        at = self._end
        padding = -len(data) % ALIGNMENT
        self._parts += [data, bytes(padding)]
        self._end += len(data) + padding
        return {"at": at, "length": len(data)}

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
        """Return the JSON part, its length before it (4 bytes, little-endian), and the arrays behind it, compressed."""
        text = json.dumps(header, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
        text += b" " * (-(len(text) + 4) % ALIGNMENT)
        return gzip.compress(len(text).to_bytes(4, "little") + text + b"".join(self._parts), 9, mtime=0)
