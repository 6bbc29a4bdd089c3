"""Files that are dropped on the window or chosen: they are read beside it, and what they hold is opened."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from game.model.edit import Edit
from game.model.messages import ReplayStatus
from game.model.words import later, tr
from game.scenefile import Scene
from game.session import edits
from game.session.session import Session
from physics import BadInput

if TYPE_CHECKING:
    from game.experiments.measured import MeasuredTable
    from game.session.files.log_replay import LiveReplay
    from game.session.files.read_file import FileReading, Read
    from game.ui.interface import Interface

OPENED = later("{name} opened")
PLOTTED = later("{name} opened: its scene, and its values in the plots")
MAX_WAITING = 20
"""Greatest number of files that wait to be read."""


class OpenedFiles:
    """The files to open, one after another, and the log that is replayed. Messages tell what cannot be opened.

    The modules that read files are loaded with the first one.
    """

    def __init__(self, session: Session, interface: Interface) -> None:
        self._session, self._interface = session, interface
        self._waiting: deque[Path] = deque(maxlen=MAX_WAITING)
        self._reading: FileReading | None = None
        self._replay: LiveReplay | None = None

    def open(self, path: Path) -> None:
        """Open a file as soon as those before it are read."""
        self._waiting.append(path)

    @property
    def busy(self) -> bool:
        """True while a file is read, or waits."""
        return bool(self._waiting) or self._reading is not None

    @property
    def reading(self) -> str:
        """The name of the file that is read, or ""."""
        return "" if self._reading is None else self._reading.path.name

    @property
    def replay(self) -> ReplayStatus | None:
        """The log that is replayed, and the part of it that is done."""
        return None if self._replay is None else ReplayStatus(self._replay.name, self._replay.part)

    def stop_replay(self) -> None:
        """End the replay where it is; the run goes on."""
        if self._replay is not None:
            self._replay.stop()
            self._finish()

    def close(self) -> None:
        """Read nothing more."""
        self._waiting.clear()
        if self._reading is not None:
            self._reading.cancel()

    def advance(self, wall_nanoseconds: int, budget: int, seconds: float) -> int:
        """Open what has been read, and let the run go on as `Session.advance` does, by itself or by the log."""
        self._take()
        if self._replay is None:
            return self._session.advance(wall_nanoseconds, budget, seconds)
        ticks = self._replay.advance(wall_nanoseconds, budget, seconds)
        if self._replay.over:
            self._finish()
        return ticks

    def _take(self) -> None:
        """Open what has been read, and begin with the next file."""
        reading = self._reading
        if reading is not None and reading.done:
            self._reading = None
            if reading.problem or reading.found is None:
                self._interface.say(reading.problem, warning=True)
            else:
                self._use(reading.path, reading.found)
        if self._reading is None and self._waiting:
            from game.session.files.read_file import FileReading

            self._reading = FileReading(self._waiting.popleft())

    def _use(self, path: Path, found: Read) -> None:
        """Open what a file holds."""
        from game.experiments.table_file import FileTable
        from game.session.files.log_replay import LiveReplay
        from game.session.files.read_file import ReadRun

        try:
            if isinstance(found, FileTable):
                self._interface.ask_columns(found)
            elif isinstance(found, Scene):
                edits.apply(self._session, Edit("scene", found))
                self._interface.say(tr(OPENED, name=path.name), about="file")
            elif isinstance(found, ReadRun):
                edits.apply(self._session, Edit("scene", found.scene))
                if found.table is not None:
                    self._show(found.table)
                self._interface.say(tr(OPENED if found.table is None else PLOTTED, name=path.name), about="file")
            else:
                self._replay = LiveReplay(self._session, found, path.name)
        except BadInput as error:
            self._interface.say(f"{path}: {tr(str(error))}", warning=True)
            return
        self._interface.note_file(path)

    def _show(self, table: MeasuredTable) -> None:
        from game.session.files.shown_tables import show_table

        show_table(self._session, table)
        self._interface.plot_table(table)

    def _finish(self) -> None:
        """Tell how the replay has ended."""
        if self._replay is not None:
            self._interface.say(self._replay.message, warning=self._replay.failed)
        self._replay = None
