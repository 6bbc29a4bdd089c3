"""Machines that are being made, kept on disk while they are not saved: they survive the end of the process.

Each process has a file of its own, which it removes when it ends as it should. What another one has left is put
among the saved scenes at the next start.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

from game.model.errors import RecordingError
from game.model.replacement import free_name, replacing
from game.scenefile import CameraSpec
from game.session.session import Session

EDITS, SECONDS = 10, 20.0
"""Number of changes after which a machine is written, and the time after the first of fewer [s]."""
NAME = re.compile(r"machine-(\d+)\.toml")


def recovery_folder() -> Path:
    """Return the folder of the machines that are kept."""
    import platformdirs

    return platformdirs.user_state_path("polhode", appauthor=False) / "machines"


class SketchRecovery:
    """The file in which the machine of a session is kept. now: a clock [s]; number: of this process."""

    def __init__(
        self, session: Session, folder: Path | None = None, now: Callable[[], float] = time.monotonic, number: int = 0
    ) -> None:
        self._session, self._now = session, now
        self._folder = folder
        self._number = number or os.getpid()
        self._text = ""
        self._changes, self._since = 0, 0.0

    @property
    def path(self) -> Path:
        """Where the machine is kept."""
        return (self._folder or recovery_folder()) / f"machine-{self._number}.toml"

    def write(self) -> None:
        """Write the machine where it is time to; a disk that takes nothing stops nobody."""
        state = self._session.run.workshop if self._session.run.sketches.made else None
        text = state.sketch.text if state is not None and state.made else ""
        if text != self._text:
            self._since = self._now() if not self._changes else self._since
            self._changes, self._text = self._changes + 1, text
        if not self._changes or (self._changes < EDITS and self._now() < self._since + SECONDS):
            return
        self._changes = 0
        if text:
            self._keep()

    def _keep(self) -> None:
        from game.session.save_scene import scene_now, toml

        text = toml(scene_now(self._session, CameraSpec(), self._session.scene.quality))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(self.path) as part:
                part.write_text(text, encoding="utf-8")
        except (OSError, RecordingError):
            return

    def finish(self) -> None:
        """Remove the file: the user has ended the program, and has saved what is to stay."""
        if self._session.run.sketches.made or self._text:
            try:
                self.path.unlink(missing_ok=True)
            except OSError:
                return


def recovered(saved: Path, folder: Path | None = None) -> list[Path]:
    """Put the machines that processes have left, which are gone, among the saved scenes; return their files there.

    It never fails: what cannot be moved stays.
    """
    found: list[Path] = []
    folder = folder or recovery_folder()
    try:
        left = sorted(folder.iterdir()) if folder.is_dir() else []
        for path in left:
            match = NAME.fullmatch(path.name)
            if match is None or path.is_symlink() or _runs(int(match[1])):
                continue
            when = time.strftime("%Y%m%d-%H%M%S", time.localtime(path.stat().st_mtime))
            target = free_name(saved / f"recovered-machine-{when}.toml")
            saved.mkdir(parents=True, exist_ok=True)
            with replacing(target) as part:
                part.write_bytes(path.read_bytes())
            path.unlink()
            found.append(target)
    except (OSError, RecordingError):
        return found
    return found


def _runs(number: int) -> bool:
    """Return whether a process runs; on Windows, where asking would end it, False."""
    if os.name == "nt":
        return False
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
