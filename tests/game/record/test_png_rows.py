"""PNG files that are written row by row, read again."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from game.model.errors import RecordingError
from game.record.png_rows import AT_ONCE, PngRows, filtered, png_rows


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """The chunks of a file, each with a right sum (PNG specification, 5.3)."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    found, place = [], 8
    while place < len(data):
        (size,) = struct.unpack_from(">I", data, place)
        kind, content = data[place + 4 : place + 8], data[place + 8 : place + 8 + size]
        assert struct.unpack_from(">I", data, place + 8 + size) == (zlib.crc32(kind + content),)
        found.append((kind, content))
        place += 12 + size
    return found


def smooth(height: int, width: int, channels: int) -> np.ndarray:
    """A picture that changes slowly, some rows along, some down."""
    rows, columns = np.mgrid[:height, :width]
    one = np.where(rows % 7 < 4, 3 * columns + rows, 200 - rows + (columns * columns) % 91)
    return np.stack([one + 40 * k for k in range(channels)], axis=-1).astype(np.uint8)


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("parts", [[200], [1, 63, 64, 65, 7], [AT_ONCE, AT_ONCE, 72]])
def test_a_picture_is_read_as_it_was_however_its_rows_came(channels: int, parts: list[int]) -> None:
    picture = smooth(200, 33, channels)
    file = io.BytesIO()
    rows = PngRows(file, (33, 200), channels)
    for start, count in zip(np.cumsum([0, *parts[:-1]]), parts, strict=True):
        rows.write(picture[start : start + count])
    rows.close()
    kinds = [kind for kind, _ in chunks(file.getvalue())]
    assert kinds[0] == b"IHDR" and kinds[-1] == b"IEND" and set(kinds[1:-1]) == {b"IDAT"}
    assert all(content for kind, content in chunks(file.getvalue()) if kind == b"IDAT")
    with Image.open(file) as found:
        assert (found.mode, found.size) == ("RGB" if channels == 3 else "RGBA", (33, 200))
        assert np.array_equal(np.asarray(found), picture)


def test_the_header_says_eight_bits_without_interlacing() -> None:
    file = io.BytesIO()
    PngRows(file, (300, 2), 4)
    assert chunks(file.getvalue()) == [(b"IHDR", bytes([0, 0, 1, 44, 0, 0, 0, 2, 8, 6, 0, 0, 0]))]


def test_each_row_has_the_filter_with_the_smaller_differences() -> None:
    above = np.array([[[10, 250], [20, 4], [30, 7]]], np.uint8)
    rows = np.array(
        [[[11, 251], [21, 5], [31, 8]], [[90, 90], [91, 89], [92, 88]], [[92, 92], [93, 91], [94, 90]]], np.uint8
    )
    stored = filtered(rows, above)
    assert stored[:, 0].tolist() == [2, 1, 2]
    assert stored[0, 1:].tolist() == [1] * 6
    assert stored[1, 1:].tolist() == [90, 90, 1, 255, 1, 255]
    assert stored[2, 1:].tolist() == [2] * 6


def test_where_both_filters_are_as_good_it_is_that_of_the_left() -> None:
    assert filtered(np.full((1, 4, 3), 9, np.uint8), np.zeros((1, 4, 3), np.uint8))[0, 0] == 1
    assert filtered(np.zeros((1, 4, 3), np.uint8), np.zeros((1, 4, 3), np.uint8))[0, 0] == 1


@pytest.mark.parametrize(
    "rows",
    [np.zeros((1, 5, 3), np.uint8), np.zeros((1, 4, 4), np.uint8), np.zeros((1, 4, 3)), np.zeros((7, 4, 3), np.uint8)],
)
def test_rows_of_another_picture_are_refused(rows: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"must be at most 6 of \(4, 3\) uint8"):
        PngRows(io.BytesIO(), (4, 6), 3).write(rows)


def test_a_picture_that_is_not_complete_is_no_file(tmp_path: Path) -> None:
    for count, said in ((0, "there was no picture"), (4, "2 rows are missing")):
        with pytest.raises(RecordingError, match=said), png_rows(tmp_path / "a.png", (4, 6), 3) as rows:
            rows.write(np.zeros((count, 4, 3), np.uint8))
        assert list(tmp_path.iterdir()) == []
    with png_rows(tmp_path / "a.png", (4, 6), 3) as rows:
        rows.write(smooth(6, 4, 3))
        assert not (tmp_path / "a.png").exists()
    with Image.open(tmp_path / "a.png") as found:
        assert np.array_equal(np.asarray(found), smooth(6, 4, 3))
