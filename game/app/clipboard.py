"""Pictures on the clipboard, and folders in the system's file browser, by the programs that each system has for this.

The clipboard of SDL, which pygame uses, takes text alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from game.model.errors import RecordingError

PATIENCE = 10.0
"""Seconds that such a program may take."""
MAC_SCRIPT = "set the clipboard to (read (POSIX file (item 1 of argv)) as «class PNGf»)"
WINDOWS_SCRIPT = (
    "& {param($file) Add-Type -AssemblyName System.Windows.Forms,System.Drawing; "
    "[Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromFile($file))}"
)
HIDDEN = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def picture_command(path: Path, system: str, wayland: bool, known: frozenset[str]) -> tuple[list[str], bool] | None:
    """Return the command that copies a PNG file, and whether it reads it from standard input; None: there is none.

    system: as `sys.platform`. wayland: whether the desktop is Wayland's. known: names of the programs that exist.
    """
    if system == "win32":
        return ["powershell", "-NoProfile", "-STA", "-Command", WINDOWS_SCRIPT, str(path)], False
    if system == "darwin":
        return ["osascript", "-e", "on run argv", "-e", MAC_SCRIPT, "-e", "end run", str(path)], False
    if wayland and "wl-copy" in known:
        return ["wl-copy", "--type", "image/png"], True
    if "xclip" in known:
        return ["xclip", "-selection", "clipboard", "-t", "image/png", "-i", str(path)], False
    return None


def folder_command(path: Path, system: str) -> list[str]:
    """Return the command that shows a file or folder in the system's file browser."""
    if system == "win32":
        return ["explorer", f"/select,{path}"]
    if system == "darwin":
        return ["open", "-R", str(path)]
    return ["xdg-open", str(path if os.path.isdir(path) else path.parent)]


def copy_picture(path: Path) -> None:
    """Copy a PNG file as a picture. Raises RecordingError where this system has no program for it, or it fails."""
    known = frozenset(name for name in ("wl-copy", "xclip") if shutil.which(name))
    command = picture_command(path, sys.platform, bool(os.environ.get("WAYLAND_DISPLAY")), known)
    if command is None:
        wanted = "wl-clipboard" if os.environ.get("WAYLAND_DISPLAY") else "xclip"
        raise RecordingError(f"cannot copy a picture without {wanted}: apt install {wanted}")
    words, reads = command
    try:
        with path.open("rb") as file:
            done = subprocess.run(
                words, stdin=file if reads else subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, timeout=PATIENCE, check=False, creationflags=HIDDEN,
            )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RecordingError(f"cannot copy a picture: {words[0]}: {error}") from error
    if done.returncode:
        raise RecordingError(f"cannot copy a picture: {words[0]} ended with code {done.returncode}")


def open_folder(path: Path) -> None:
    """Show a file in the system's file browser. Raises RecordingError where there is none."""
    command = folder_command(path, sys.platform)
    try:
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or error
        raise RecordingError(f"cannot open {path.parent}: {command[0]}: {reason}") from error
