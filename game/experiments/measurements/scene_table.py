"""The measured table that a scene names, read from its file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from game.experiments.measurements.column_uses import guessed_uses
from game.experiments.measurements.measured import MeasuredTable, measured
from game.experiments.measurements.table_file import FileTable, read_table
from game.scenefile import MeasuredSpec, Scene
from game.scenefile.loading import measured_files
from physics import BadInput, System

MAX_FILE_BYTES = 2_000_000
"""Greatest size of a table that a scene may name [bytes]: it is read before the scene opens."""


def scene_tables(scene: Scene, system: System) -> tuple[MeasuredTable, ...]:
    """Return the table that a scene of a system names, in a tuple, () for none. Raises BadInput."""
    spec = scene.measured
    if spec is None:
        return ()
    table = _read(*_file(spec))
    return (measured(table, guessed_uses(table, system), system).beginning(spec.begins),)


def _file(spec: MeasuredSpec) -> tuple[Path, int]:
    """Return the file of a table, and when it was changed last [ns]. Raises BadInput."""
    path = measured_files().get(spec.file) if spec.is_name else Path(spec.file)
    if path is None:
        raise BadInput(f"measured.file = {spec.file!r}: must be one of {', '.join(measured_files())}")
    try:
        found = path.stat()
    except OSError as error:
        raise BadInput(f"measured.file = {path.name!r}: cannot be read: {error.strerror}") from None
    if found.st_size > MAX_FILE_BYTES:
        raise BadInput(f"measured.file = {path.name!r}: has {found.st_size} bytes; must be at most {MAX_FILE_BYTES}")
    return path, found.st_mtime_ns


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> FileTable:
    """Return the table in a file; it is kept until the file is changed. Raises BadInput."""
    return read_table(path)
