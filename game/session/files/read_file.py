"""Reading of a file of any kind that can be opened, in a thread: a scene, a table or a log."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from game.experiments.background import BackgroundTask
from game.experiments.measurements.measured import MeasuredTable, computed_table
from game.experiments.measurements.table_file import WRITTEN_HERE, FileTable, no_table, read_table
from game.model.words import later, tr
from game.scenefile import ARCHIVES, ARRAYS, TABLES, Scene, python_files
from game.session.files.log_replay import ReplayPlan
from game.session.open_scene import half_made, load_file, scene_of_table
from game.session.past.event_log import read
from physics import BadInput
from physics.errors import Cancelled
from physics.own_systems import load_file as load_systems
from physics.text_files import open_regular

if TYPE_CHECKING:
    from game.experiments.measurements.thrown_state import ReadRecording
    from game.scenefile.sketch import Sketch

SCENES, LOGS, CODE = (".toml",), (".jsonl", ".log"), (python_files.ENDING,)
"""Endings of the names of files of each kind. A log is known by its content, too."""
KINDS = {
    "scene": (SCENES, later("scene")),
    "table": ((*TABLES, *ARRAYS), later("table of values")),
    "log": (LOGS, later("log of a session")),
    "recording": (ARCHIVES, later("recording of a telephone")),
    "code": (CODE, later("system in Python")),
}
"""The endings of each kind, and its name."""
UNFIT = later(
    "{name} cannot be opened: scenes ({scene}), tables ({table}), recordings of a telephone ({recording}), logs of "
    "sessions ({log}) and systems in Python ({code}) can"
)
MISNAMED = later("{name} cannot be opened: its name is not in UTF-8; another name can be given to it")
MAX_SNIFFED = 64
"""Bytes of the beginning of a file by which logs, and tables of this program, are known."""
LOG_BEGINS = b'{"polhode"'


@dataclass(frozen=True)
class ReadRun:
    """The scene of a table that a command of this program has written, and its values.

    table: None where they are not those of one run, as in a table of an ensemble.
    """

    scene: Scene
    table: MeasuredTable | None


Read: TypeAlias = "Scene | Sketch | ReadRun | FileTable | ReadRecording | ReplayPlan"


def endings() -> dict[str, str]:
    """Return the endings of the names of files of each kind, as they are listed in sentences."""
    return {kind: ", ".join(each) for kind, (each, _) in KINDS.items()}


def kind_of(path: Path) -> str:
    """Return the kind of a file by the ending of its name, one of `KINDS`, or ""."""
    return next((kind for kind, (endings, _) in KINDS.items() if path.suffix.lower() in endings), "")


class FileReading(BackgroundTask):
    """A file that is read in a thread. part: how much of it is read, 0 to 1. runs: the user lets it run, a Python file.

    found: what it holds; problem: why it cannot be opened, in one line. Both are empty where it was cancelled.
    """

    def __init__(self, path: Path, runs: bool = False) -> None:
        self.path, self._runs = path, runs
        self.part = 0.0
        self.found: Read | None = None
        self.problem = ""
        super().__init__(f"read {path.name}")

    def _work(self) -> None:
        try:
            self.found = self._read()
        except BadInput as error:
            self.problem = tr(str(error))
        except Cancelled:
            pass
        except OSError as error:
            self.problem = f"{self.path}: {tr(error.strerror or str(error))}"
        except ValueError as error:  # such as a name that the system does not allow
            self.problem = f"{self.path}: {error}"

    def _note(self, part: float) -> None:
        """Note how much is read. Raises Cancelled."""
        self.part = part
        if self._cancelled.is_set():
            raise Cancelled

    def _read(self) -> Read:
        """Return what the file holds. Raises BadInput, Cancelled, OSError, ValueError."""
        path = self.path
        if any("\ud800" <= letter <= "\udfff" for letter in path.name):
            raise BadInput(tr(MISNAMED, name=path.name))
        kind = kind_of(path)
        if kind == "scene":
            try:
                return load_file(path)
            except BadInput:
                if (sketch := half_made(path)) is None:
                    raise
                return sketch
        if kind == "code":
            if not self._runs:
                raise BadInput(f"{path.name}: is a program, and was not allowed to run")
            return python_files.scene_of(load_systems(path))
        if path.is_file() and not path.stat().st_size:  # as of those in /proc, which may never end
            raise BadInput(tr(UNFIT, name=path.name, **endings()))
        if kind == "recording":
            from game.experiments.measurements.thrown_state import archived_recordings

            return archived_recordings(path)
        begins = _beginning(path)
        if begins.startswith(LOG_BEGINS):
            return ReplayPlan.of(read(path, self._note))
        if begins.startswith(WRITTEN_HERE.encode()):
            return self._written_run()
        if problem := no_table(path):
            raise BadInput(f"table {path.name}: {problem}")
        if kind != "table":
            raise BadInput(tr(UNFIT, name=path.name, **endings()))
        return _recorded(read_table(path, self._note))

    def _written_run(self) -> ReadRun:
        """Return the scene of a table that a command of this program has written, and its values.

        Raises BadInput where its configuration is invalid; Cancelled.
        """
        scene = scene_of_table(self.path)
        try:
            table = read_table(self.path, self._note)
        except BadInput:  # such as infinite times of flips
            return ReadRun(scene, None)
        return ReadRun(scene, computed_table(table, scene.simulation().system))


def _recorded(table: FileTable) -> FileTable | ReadRecording:
    """Return the recording of a telephone in a table, or the table itself where it seems to have none.

    Raises BadInput. What reads recordings is loaded with the first one.
    """
    from game.experiments.measurements.recording_columns import seems_recorded

    if not seems_recorded(table):
        return table
    from game.experiments.measurements.thrown_state import read_recording

    return read_recording(table)


def _beginning(path: Path) -> bytes:
    """Return the first characters of a regular file, nothing of anything else. Raises OSError."""
    if not stat.S_ISREG(path.stat().st_mode):
        return b""
    with open_regular(path) as file:
        return file.read(MAX_SNIFFED).lstrip(b"\xef\xbb\xbf \n")
