"""Pictures on the clipboard and folders in the file browser, by programs of the system."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game.app import clipboard
from game.model.errors import RecordingError

PICTURE = Path("/tmp/a b.png")
ALL = frozenset({"wl-copy", "xclip"})


@pytest.mark.parametrize(
    ("system", "wayland", "known", "program", "reads"),
    [
        ("linux", True, ALL, "wl-copy", True),
        ("linux", False, ALL, "xclip", False),
        ("linux", True, frozenset({"xclip"}), "xclip", False),
        ("darwin", False, frozenset(), "osascript", False),
        ("win32", False, frozenset(), "powershell", False),
    ],
)
def test_each_system_has_its_program(
    system: str, wayland: bool, known: frozenset[str], program: str, reads: bool
) -> None:
    command = clipboard.picture_command(PICTURE, system, wayland, known)
    assert command is not None
    words, from_input = command
    assert words[0] == program and from_input is reads
    assert reads or words[-1] == str(PICTURE), "one word, whatever is in it"


def test_without_a_program_the_missing_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert clipboard.picture_command(PICTURE, "linux", True, frozenset()) is None
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(RecordingError, match="cannot copy a picture without xclip: apt install xclip"):
        clipboard.copy_picture(PICTURE)


@pytest.mark.skipif(sys.platform != "linux", reason="programs of Linux")
def test_program_gets_the_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.png").write_bytes(b"picture")
    program = tmp_path / "wl-copy"
    program.write_text(f'#!/bin/sh\n/bin/cat > "{tmp_path}/got"\n/bin/echo "$@" > "{tmp_path}/words"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    clipboard.copy_picture(tmp_path / "a.png")
    assert (tmp_path / "got").read_bytes() == b"picture"
    assert (tmp_path / "words").read_text() == "--type image/png\n"
    program.write_text("#!/bin/sh\nexit 3\n")
    with pytest.raises(RecordingError, match="wl-copy ended with code 3"):
        clipboard.copy_picture(tmp_path / "a.png")


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("linux", ["xdg-open", "/films"]),
        ("darwin", ["open", "-R", "/films/a.mp4"]),
        ("win32", ["explorer", "/select,/films/a.mp4"]),
    ],
)
def test_folder_is_opened_by_the_file_browser(system: str, expected: list[str]) -> None:
    assert clipboard.folder_command(Path("/films/a.mp4"), system) == expected


def test_missing_file_browser_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RecordingError, match="cannot open .*: No such file"):
        clipboard.open_folder(tmp_path / "a.mp4")


def test_a_program_that_cannot_run_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.png").write_bytes(b"picture")
    monkeypatch.setattr(clipboard, "picture_command", lambda *given: (["no-such-program"], False))
    with pytest.raises(RecordingError, match="cannot copy a picture: no-such-program: "):
        clipboard.copy_picture(tmp_path / "a.png")
