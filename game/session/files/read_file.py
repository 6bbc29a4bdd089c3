"""Reading of a file of any kind that can be opened, in a thread: a scene, a table or a log."""

from __future__ import annotations

import stat
import tomllib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from game.experiments.background import BackgroundTask
from game.experiments.measured import MeasuredTable, computed_table
from game.experiments.table_file import FileTable, read_table
from game.model.words import later, tr
from game.scenefile import Scene
from game.session.open_scene import load
from game.session.past.event_log import EventLog, read
from physics import BadInput
from physics.errors import Cancelled

SCENES, TABLES, LOGS = (".toml",), (".csv", ".tsv", ".txt", ".dat"), (".jsonl", ".log")
"""Endings of the names of files of each kind. A log is known by its content, too."""
KINDS = {
    "scene": (SCENES, later("scene")),
    "table": (TABLES, later("table of values")),
    "log": (LOGS, later("log of a session")),
}
"""The endings of each kind, and its name."""
UNFIT = later(
    "{name} cannot be opened: scenes (.toml), tables (.csv, .tsv, .txt, .dat) and logs of sessions (.jsonl, .log) can"
)
MAX_SNIFFED = 64
"""Bytes of the beginning of a file by which a log is known."""


@dataclass(frozen=True)
class ReadRun:
    """The scene of a run that a command of this program has written as a table, and its values."""

    scene: Scene
    table: MeasuredTable


Read = Scene | ReadRun | FileTable | EventLog


def kind_of(path: Path) -> str:
    """Return the kind of a file by the ending of its name, one of `KINDS`, or ""."""
    return next((kind for kind, (endings, _) in KINDS.items() if path.suffix.lower() in endings), "")


class FileReading(BackgroundTask):
    """A file that is read in a thread. found: what it holds; problem: why it cannot be opened, in one line."""

    def __init__(self, path: Path) -> None:
        self.path = path
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
        except (OSError, ValueError) as error:  # such as a name that the system does not allow
            self.problem = f"{self.path}: {error}"

    def _read(self) -> Read:
        """Return what the file holds. Raises BadInput, Cancelled, OSError, ValueError."""
        path = self.path
        kind = kind_of(path)
        if kind == "scene":
            return load(str(path))
        if _begins_like_a_log(path):
            return read(path)
        if kind != "table":
            raise BadInput(tr(UNFIT, name=path.name))
        table = read_table(path, self._cancelled.is_set)
        return _run_of(table) or table


def _begins_like_a_log(path: Path) -> bool:
    """Return whether the first characters of a regular file are those of a log. Raises OSError."""
    if not stat.S_ISREG(path.stat().st_mode):
        return False
    with path.open("rb") as file:
        return file.read(MAX_SNIFFED).lstrip(b"\xef\xbb\xbf \n").startswith(b'{"polhode"')


def _run_of(table: FileTable) -> ReadRun | None:
    """Return the scene and the values of a table that `polhode simulate` has written, None for any other table."""
    if not table.configuration:
        return None
    name = table.path.stem
    try:
        scene = msgspec.convert(tomllib.loads(table.configuration), Scene).changed(name=name, title=name)
        values = computed_table(table, scene.simulation().system)
    except (BadInput, msgspec.ValidationError, ValueError, RecursionError):
        return None
    return None if values is None else ReadRun(scene, values)
