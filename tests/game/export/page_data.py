"""Reads the data of a page as its script does."""

import gzip
import json

import numpy as np


def with_copies(packed: bytes) -> bytes:
    """Return data in which copies of earlier bytes are at their places again."""
    length, count = (int(n) for n in np.frombuffer(packed, "<u4", 2))
    words = np.frombuffer(packed, "<u4", 3 * count, 8).reshape(3, count).T.tolist()
    found, taken = bytearray(), 8 + 12 * count
    for before, copied, back in words:
        found += packed[taken : taken + before]
        taken += before
        assert copied <= back <= len(found)
        start = len(found) - back
        found += found[start : start + copied]
    found += packed[taken:]
    assert len(found) == length
    return bytes(found)


def unpacked(packed: bytes) -> tuple[dict, bytes]:
    """Return the JSON part and the bytes behind it."""
    data = with_copies(gzip.decompress(packed))
    length = int.from_bytes(data[:4], "little")
    return json.loads(data[4 : 4 + length]), data[4 + length :]
