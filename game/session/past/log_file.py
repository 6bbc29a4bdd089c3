"""Event log on disk, written as it grows: what was done before the process was killed is in the file."""

from __future__ import annotations

from pathlib import Path

from game.session.past.event_log import EventLog, LogEntry, LogHeader, line_of


class LogFile:
    """A file with the entries of a log so far. Every method may raise OSError."""

    def __init__(self, path: Path, log: EventLog) -> None:
        self._file = path.open("wb", buffering=0)
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
