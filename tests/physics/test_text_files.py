"""Text files that a user names are regular, of a bounded size and in UTF-8, or are refused at once."""

import os
from pathlib import Path

import pytest

from physics.errors import BadInput
from physics.text_files import read_text


def test_text_is_read_without_a_byte_order_mark(tmp_path):
    file = tmp_path / "a"
    file.write_bytes("θ = 1\n".encode("utf-8-sig"))
    assert read_text(file, 100) == "θ = 1\n"


@pytest.mark.parametrize(
    ("content", "reason"), [(b"x" * 101, "larger than 100 bytes"), (b"\xff\xfe", "not a text file in UTF-8")]
)
def test_large_files_and_bytes_are_refused(tmp_path, content, reason):
    file = tmp_path / "a"
    file.write_bytes(content)
    with pytest.raises(BadInput, match=reason):
        read_text(file, 100)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nothing", "No such file"),
        (".", "not a regular file"),
        ("a\0b", "null character"),
        ("\ud800", "half character"),
    ],
)
def test_what_is_no_file_is_refused(tmp_path, path, reason):
    with pytest.raises(BadInput, match=reason):
        read_text(tmp_path / path, 100)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_reading_a_pipe_or_a_device_does_not_wait(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(BadInput, match="not a regular file"):
            read_text(path, 100)
