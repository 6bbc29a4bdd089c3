"""The file of a video: written whole or not, and there at the end."""

from __future__ import annotations

import io
import os
import shutil
from pathlib import Path

import pytest

from game.record.outfile import AtomicFile, kept_beside, partial_path


class TakesTwo(io.FileIO):
    """A file that takes at most two bytes at a time, as one on a disk that fills up may."""

    def write(self, data: memoryview) -> int:  # type: ignore[override]  # of other buffers there are none here
        return super().write(bytes(data)[:2])


class Slow(AtomicFile, TakesTwo):
    """What is tested, on such a file."""


def test_a_part_is_named_as_one_beside_the_file() -> None:
    assert partial_path("a/falls.tar.png") == Path("a/falls.tar.partial.png")


@pytest.mark.parametrize("kind", [AtomicFile, Slow])
def test_all_is_written_also_where_the_system_takes_a_part_at_a_time(tmp_path: Path, kind: type[AtomicFile]) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"older, and much longer")
    file = kind(path)
    assert [file.write(b"abcde"), file.write(b"")] == [5, 0]
    assert file.write(memoryview(bytes(6)).cast("h").cast("b")) == 6
    file.seek(1)
    assert file.write(b"x") == 1
    file.finish(path)
    assert file.closed and path.read_bytes() == b"axcde" + bytes(6)


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder in which a file is open")
def test_a_file_that_was_removed_is_there_again_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "captures" / "a"
    path.parent.mkdir()
    file = AtomicFile(path)
    file.write(b"abc")
    shutil.rmtree(path.parent)
    file.write(b"def")
    file.finish(path)
    assert file.closed and path.read_bytes() == b"abcdef"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="/dev/null is a file of Unix")
def test_of_a_device_nothing_is_asked_at_the_end() -> None:
    file = AtomicFile(Path("/dev/null"))
    assert file.write(b"abc") == 3
    file.finish(Path("/dev/null"))
    assert file.closed


def test_of_an_older_file_it_is_said_whether_there_is_one(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    assert kept_beside(path) == f"{tmp_path / 'a.partial.mp4'}; there is no {path}"
    path.touch()
    assert kept_beside(path) == f"{tmp_path / 'a.partial.mp4'}; {path} is as it was"
