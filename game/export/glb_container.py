"""A binary glTF file: its JSON part and the one buffer behind it (glTF 2.0, Khronos 2021, chapter 4)."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

FLOAT, UNSIGNED_SHORT, UNSIGNED_INT = 5126, 5123, 5125
VERTICES, INDICES = 34962, 34963
TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}
MAGIC, VERSION, JSON_CHUNK, BINARY_CHUNK = 0x46546C67, 2, 0x4E4F534A, 0x004E4942
ALIGNMENT = 4


class GlbContainer:
    """The parts of a file. content: the JSON part, as it is filled; lists that stay empty are left out."""

    def __init__(self, generator: str) -> None:
        self.content: dict[str, Any] = {"asset": {"version": "2.0", "generator": generator}}
        self._parts: list[bytes] = []
        self._end = 0

    def add(self, kind: str, entry: dict[str, Any]) -> int:
        """Append an entry to a list such as "nodes"; return its index."""
        entries = self.content.setdefault(kind, [])
        entries.append(entry)
        return len(entries) - 1

    def use(self, extension: str) -> None:
        """Name an extension that the file uses; readers may ignore it."""
        used = self.content.setdefault("extensionsUsed", [])
        if extension not in used:
            used.append(extension)

    def floats(self, values: ArrayLike, target: int | None = None, bounds: bool = False) -> int:
        """Append numbers (n,) or (n, 2 to 4) in single precision; return the index of their accessor.

        bounds: with the least and the greatest of each column, as places and times need them.
        """
        rows = np.ascontiguousarray(values, "<f4")
        rows = rows.reshape(len(rows), -1)
        return self._accessor(rows, FLOAT, target, bounds)

    def indices(self, values: NDArray[np.integer[Any]]) -> int:
        """Append indices of vertices (n,); return the index of their accessor."""
        small = int(values.max(initial=0)) < 65535
        rows = np.ascontiguousarray(values, "<u2" if small else "<u4")[:, None]
        return self._accessor(rows, UNSIGNED_SHORT if small else UNSIGNED_INT, INDICES, False)

    def _accessor(self, rows: NDArray[Any], kind: int, target: int | None, bounds: bool) -> int:
        entry: dict[str, Any] = {
            "bufferView": self._view(rows.tobytes(), target), "componentType": kind, "count": len(rows),
            "type": TYPES[rows.shape[1]],
        }  # fmt: skip
        if bounds:
            entry |= {"min": rows.min(axis=0).astype(float).tolist(), "max": rows.max(axis=0).astype(float).tolist()}
        return self.add("accessors", entry)

    def picture(self, data: bytes, kind: str, sampler: int) -> int:
        """Append a picture of the type "image/png" or "image/jpeg"; return the index of its texture."""
        image = self.add("images", {"bufferView": self._view(data, None), "mimeType": kind})
        return self.add("textures", {"source": image, "sampler": sampler})

    def _view(self, data: bytes, target: int | None) -> int:
        padding = bytes(-len(data) % ALIGNMENT)
        entry = {"buffer": 0, "byteOffset": self._end, "byteLength": len(data)}
        self._parts += [data, padding]
        self._end += len(data) + len(padding)
        return self.add("bufferViews", entry if target is None else {**entry, "target": target})

    def packed(self) -> bytes:
        """Return the file."""
        content = {**self.content, "buffers": [{"byteLength": self._end}]}
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
        text += b" " * (-len(text) % ALIGNMENT)
        chunks = b"".join(
            struct.pack("<II", len(data), kind) + data
            for data, kind in ((text, JSON_CHUNK), (b"".join(self._parts), BINARY_CHUNK))
        )
        return struct.pack("<III", MAGIC, VERSION, 12 + len(chunks)) + chunks
