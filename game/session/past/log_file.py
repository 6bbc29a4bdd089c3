"""Event log on disk, written as it grows: what was done before the process was killed is in the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from game.model.replacement import keep, open_in_place
from game.model.words import tr
from game.session.past.event_log import EventLog, LogEntry, LogHeader, line_of
from game.session.session import Session


class LogFile:
    """A file with the entries of a log so far. Every method may raise OSError."""

    def __init__(self, path: Path, log: EventLog) -> None:
        self._file = os.fdopen(open_in_place(path), "wb", buffering=0)
        self._entries: list[LogEntry] = []
        self._ends = [self._file.write(line_of(LogHeader.of(log)))]
        self.update(log)

    def update(self, log: EventLog) -> None:
        """Add the new entries of a log, after removing those that it no longer has."""
        same = min(len(self._entries), len(log.entries))
        while same and self._entries[same - 1] is not log.entries[same - 1]:
            same -= 1
        if same < len(self._entries):
            del self._entries[same:], self._ends[same + 1 :]
            self._file.truncate(self._ends[-1])
            self._file.seek(self._ends[-1])
        for entry in log.entries[same:]:
            self._ends.append(self._ends[-1] + self._file.write(line_of(entry)))
            self._entries.append(entry)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class KeptLog:
    """The log of a session that goes on, on disk.

    path: its file, or None for no log. say(text) tells what is wrong. Raises OSError where it cannot be created.
    """

    def __init__(self, path: Path | None, session: Session, say: Callable[[str], None]) -> None:
        self._path, self._session, self._say = path, session, say
        self._file = None if path is None else LogFile(path, session.past.log)

    def write(self) -> None:
        """Bring the file up to date; one that cannot be written is said once, and tried again at the end."""
        try:
            if self._file is not None:
                self._file.update(self._session.past.log)
        except OSError as error:
            self._say(tr("cannot write {path}: {problem}", path=self._path, problem=error.strerror))
            self._close()

    def finish(self) -> None:
        """Write the log up to the present state.

        Raises RecordingError; KeptElsewhere where its folder is gone and it is in another one.
        """
        self._close()
        if self._path is not None:
            keep(self._path, lambda path: self._session.past.write(path, self._session.simulation))

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
