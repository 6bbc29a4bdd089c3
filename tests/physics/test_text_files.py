"""Text files that a user names are regular, of a bounded size and in UTF-8, or are refused at once."""

import os
from pathlib import Path

import pytest

from physics.errors import BadInput
from physics.text_files import each_block, open_regular, read_text


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


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_pipe_put_in_place_of_a_file_while_it_is_opened_does_not_wait(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    file = os.stat(tmp_path / "file")
    monkeypatch.setattr(os, "stat", lambda *_: file)
    with pytest.raises(OSError, match="not a regular file"):
        open_regular(tmp_path / "pipe")


def test_lines_come_in_blocks_whatever_ends_them(tmp_path, monkeypatch):
    file = tmp_path / "a"
    file.write_bytes("θ = 1\r\n\r\nßß\rlast".encode("utf-8-sig"))
    for size in (1, 2, 3, 100):
        monkeypatch.setattr("physics.text_files.BLOCK_BYTES", size)
        blocks = list(each_block(file, 100))
        assert [line for lines, _ in blocks for line in lines] == ["θ = 1", "", "ßß", "last"]
        assert blocks[-1][1] == 1.0
    monkeypatch.setattr("physics.text_files.MAX_LINE", 3)
    monkeypatch.setattr("physics.text_files.BLOCK_BYTES", 5)
    with pytest.raises(BadInput, match="a line of more than 3 characters"):
        list(each_block(file, 100))


@pytest.mark.parametrize(("content", "reason"), [(b"x" * 101, "larger than"), (b"a\xff", "UTF-8"), (b"a\0", "UTF-8")])
def test_blocks_of_what_is_no_text_are_refused(tmp_path, content, reason):
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(BadInput, match=reason):
        list(each_block(tmp_path / "a", 100))
    with pytest.raises(BadInput, match="No such file"):
        list(each_block(tmp_path / "b", 100))


def test_bytes_that_are_not_utf_8_may_be_latin_1(tmp_path):
    (tmp_path / "a").write_bytes("h\u00f6he ".encode("latin-1") + "θ\n".encode())
    assert list(each_block(tmp_path / "a", 100, latin=True)) == [(["h\u00f6he θ"], 1.0)]
