"""Files that are dropped on the window or chosen: they are read beside it, and what they hold is opened."""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from game.model.edit import Edit
from game.model.input import Action
from game.model.messages import FileProgress, FileRequest, OpenFileRequest, StopReadingRequest, printable
from game.model.words import later, tr
from game.scenefile import Scene, python_files
from game.session import advancing, edits
from game.session.session import Session
from physics import BadInput

if TYPE_CHECKING:
    from game.experiments.measurements.measured import MeasuredTable
    from game.experiments.measurements.table_file import FileTable
    from game.experiments.measurements.thrown_state import ReadRecording
    from game.session.files.log_replay import LiveReplay
    from game.session.files.read_file import FileReading, Read
    from game.ui.interface import Interface

OPENED = later("{name} opened")
PLOTTED = later("{name} opened: its scene, and its values in the plots")
TOO_MANY = later("{name} is not opened: {count} files wait already")
MAX_WAITING = 20
"""Greatest number of files that wait to be read."""
MOST_WARNINGS = 3
"""Greatest number of warnings of a scene that are said as it opens."""
UNNOTICED = 0.3
"""Seconds that reading may take before it is shown."""


class OpenedFiles:
    """The files to open, one after another, and the log that is replayed. Messages tell what cannot be opened.

    The modules that read files are loaded with the first one.
    """

    def __init__(self, session: Session, interface: Interface) -> None:
        self._session, self._interface = session, interface
        self._waiting: deque[OpenFileRequest] = deque()
        self._reading: FileReading | None = None
        self._begun = 0.0
        self._found: tuple[Path, Read] | None = None
        """A file, and what was read from it, which waits."""
        self._replay: LiveReplay | None = None

    def open(self, path: Path, runs: bool = False) -> None:
        """Open a file as soon as those before it are read; runs: the user lets it run, a Python file, else ask."""
        if path.suffix.lower() == python_files.ENDING and not runs:
            self._interface.files.ask_to_run(path)
        elif len(self._waiting) < MAX_WAITING:
            self._waiting.append(OpenFileRequest(path, runs))
        else:
            self._interface.say(tr(TOO_MANY, name=path.name, count=MAX_WAITING), warning=True)

    def do(self, request: FileRequest) -> None:
        """Do what the dialogs of files request."""
        if isinstance(request, OpenFileRequest):
            self.open(request.path, request.runs)
        elif isinstance(request, StopReadingRequest):
            self.stop_reading()
        else:
            self.stop_replay()

    @property
    def busy(self) -> bool:
        """True while a file is read, or waits."""
        return bool(self._waiting) or self._reading is not None or self._found is not None

    @property
    def reading(self) -> FileProgress | None:
        """The file that is read, once that takes long."""
        reading = self._reading
        if reading is None or time.monotonic() - self._begun < UNNOTICED:
            return None
        return FileProgress(printable(reading.path.name), reading.part)

    @property
    def replay(self) -> FileProgress | None:
        """The log that is replayed."""
        return None if self._replay is None else FileProgress(printable(self._replay.name), self._replay.part)

    def stop_reading(self) -> None:
        """Read no further in the file that is read; the next one follows."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def stop_replay(self) -> None:
        """End the replay where it is; the run goes on."""
        if self._replay is not None:
            self._replay.stop()
            self._finish()

    def close(self) -> None:
        """Read nothing more."""
        self._waiting.clear()
        self.stop_reading()

    def advance(self, wall_nanoseconds: int, budget: int, seconds: float) -> int:
        """Open what has been read, and let the run go on as `advancing.advance` does, by itself or by the log."""
        self._take()
        if self._replay is None:
            return advancing.advance(self._session, wall_nanoseconds, budget, seconds)
        ticks = self._replay.advance(wall_nanoseconds, budget, seconds)
        if self._replay.over:
            self._finish()
        return ticks

    def _take(self) -> None:
        """Open what has been read once that is possible, and begin with the next file."""
        reading = self._reading
        if reading is not None and reading.done:
            self._reading = None
            if reading.found is None:
                if reading.problem:  # without one it has failed otherwise, and that was said
                    self._interface.say(reading.problem, warning=True)
            else:
                self._found = reading.path, reading.found
                if (scene := _scene_of(reading.found)) is not None:
                    self._session.looks.prepare(scene)
        if self._found is not None and self._is_ready(self._found[1]):
            (path, found), self._found = self._found, None
            self._use(path, found)
        if self._reading is None and self._found is None and self._waiting:
            from game.session.files.read_file import FileReading

            next_file = self._waiting.popleft()
            self._reading, self._begun = FileReading(next_file.path, next_file.runs), time.monotonic()

    def _is_ready(self, found: Read) -> bool:
        """Return whether what was read can be opened: its look is made, or no other table is asked about."""
        scene = _scene_of(found)
        return self._interface.columns_of is None if scene is None else self._session.looks.is_prepared(scene)

    def _use(self, path: Path, found: Read) -> None:
        """Open what a file holds."""
        from game.experiments.measurements.table_file import FileTable
        from game.scenefile.sketch import Sketch
        from game.session.files.log_replay import LiveReplay, ReplayPlan
        from game.session.files.read_file import ReadRun

        try:
            if isinstance(found, FileTable):
                self._ask_or_join(found)
            elif isinstance(found, ReplayPlan):
                self._replay = LiveReplay(self._session, found, path.name)
            elif isinstance(found, Scene | Sketch):
                edits.apply(self._session, Edit("scene", found))
                self._session.run.open_from(path)
                self._interface.say(tr(OPENED, name=path.name), about="file")
                for line in self._session.simulation.system.warnings[:MOST_WARNINGS]:
                    self._interface.say(f"{path.name}: {tr(line)}", warning=True)
            elif isinstance(found, ReadRun):
                edits.apply(self._session, Edit("scene", found.scene))
                if found.table is not None:
                    self._show(found.table)
                self._interface.say(tr(OPENED if found.table is None else PLOTTED, name=path.name), about="file")
            else:
                self._record(found)
        except BadInput as error:
            self._interface.say(f"{path}: {tr(str(error))}", warning=True)
            return
        self._interface.note_file(path)

    def _ask_or_join(self, table: FileTable) -> None:
        """Ask what the columns of a table are, or join it to the recordings that wait for one. Raises BadInput."""
        thrown = self._session.run.thrown
        if thrown is not None and thrown.joins:
            from game.session.files.thrown_run import join_table

            join_table(self._session, thrown, table)
        else:
            self._interface.ask_columns(table)

    def _record(self, read: ReadRecording) -> None:
        """Join a recording to those that wait for one, or open a free body with it. Raises BadInput."""
        from game.session.files.thrown_run import open_recording

        open_recording(self._session, read)
        self._interface.say(tr(OPENED, name=read.name), about="file")
        if not self._interface.panels.is_open("compare"):
            self._interface.act(Action.COMPARE)

    def _show(self, table: MeasuredTable) -> None:
        from game.session.files.shown_tables import show_table

        show_table(self._session, table)
        self._interface.plot_table(table)

    def _finish(self) -> None:
        """Tell how the replay has ended."""
        if self._replay is not None:
            self._interface.say(self._replay.message, warning=self._replay.failed)
        self._replay = None


def _scene_of(found: Read) -> Scene | None:
    """Return the scene that what was read begins with, None where it is a table alone."""
    from game.experiments.measurements.table_file import FileTable
    from game.scenefile.sketch import Sketch
    from game.session.files.log_replay import ReplayPlan
    from game.session.files.read_file import ReadRun

    if isinstance(found, Sketch):
        return None
    if isinstance(found, ReplayPlan):
        return found.log.scene
    if isinstance(found, ReadRun):
        return found.scene
    if isinstance(found, Scene | FileTable):
        return None if isinstance(found, FileTable) else found
    from game.experiments.measurements.thrown_state import opened_scene

    return opened_scene(found.name)
