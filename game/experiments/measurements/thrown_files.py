"""Recordings of thrown telephones from files: tables, or archives of tables as phyphox and Sensor Logger write them."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from game.experiments.measurements.recording_columns import SensorTable
from game.experiments.measurements.table_file import FileTable, read_table
from game.scenefile import ARCHIVES, RECORDINGS, TABLES, RecordedFile
from physics import BadInput
from physics.fitting.flight.recordings import ThrownRecording
from physics.text_files import open_regular

MAX_MEMBERS, MAX_MEMBER_BYTES = 64, 50_000_000
"""Greatest number of tables that are looked for in an archive, and the greatest size of one [bytes]."""
PAUSES = "meta/time.csv"
"""Table of an archive of phyphox that says when a recording was paused; rows on both sides look like neighbours."""
WANTED = ("gyro", "acc", "raw", "rotation", "sensor")
"""Parts of the names of tables in an archive that are read; others are those of other sensors."""
Columns = Callable[[FileTable], SensorTable]
NOTHING_SAID = RecordedFile("")
"""A file of which its headings say all."""


def is_recording(name: str) -> bool:
    """Return whether a name is that of a file that may be a recording, not of a scene."""
    return name.lower().endswith(RECORDINGS) and Path(name).is_file()


class ReadFiles(NamedTuple):
    """Recordings that were read, and what was done with them, each in one line.

    files: those of each recording: of its rates, then those of its accelerations alone.
    """

    recordings: list[ThrownRecording]
    notes: list[str]
    files: list[tuple[RecordedFile, ...]]


def thrown_recordings(paths: Sequence[Path], columns: Columns, said: RecordedFile = NOTHING_SAID) -> ReadFiles:
    """Return the recordings in files.

    columns: returns what a table has. said: unit, run and shift of all files; its path is not read. A table
    of accelerations alone belongs to the rates before it. Raises BadInput.
    """
    found = ReadFiles([], [], [])
    for path in paths:
        before = len(found.recordings)
        if path.suffix.lower() in ARCHIVES:
            _take_archive(path, columns, found.recordings, found.notes)
        else:
            joined_recordings(path.name, columns(read_table(path)), found.recordings, found.notes)
        file = replace(said, file=str(path.resolve()))
        add_file(file, len(found.recordings) - before, found.files)
    return found


def add_file(file: RecordedFile, count: int, files: list[tuple[RecordedFile, ...]]) -> None:
    """Note from which file the last `count` recordings come; of none, that it has accelerations of the last one."""
    if count:
        files += [(replace(file, part=k + 1 if count > 1 else 0),) for k in range(count)]
    else:
        files[-1] = (*files[-1], file)


def joined_recordings(name: str, found: SensorTable, recordings: list[ThrownRecording], notes: list[str]) -> None:
    """Add what a table has to the recordings: a new one, or accelerations of the last one. Raises BadInput."""
    notes += [f"{name}: {each}" for each in found.notes]
    if found.rates is not None:
        recordings.append(ThrownRecording(name, found.t, found.rates, found.acceleration))
        return
    if not recordings or found.acceleration is None:
        raise BadInput(f"{name}: has accelerations alone; name the file with the rates before it")
    last = recordings[-1]
    if last.acceleration is None:
        recordings[-1] = last._replace(acceleration=_at(last.t, found))


def _at(t: np.ndarray, found: SensorTable) -> np.ndarray:
    """Return accelerations (rows, 3) at other times t (rows,) [s], NaN outside the table and within its gaps."""
    assert found.acceleration is not None
    known = np.isfinite(found.acceleration).all(axis=1)
    times, values = found.t[known], found.acceleration[known]
    if len(times) < 2:
        return np.full((len(t), 3), np.nan)
    usual = float(np.median(np.diff(times)))
    after = np.clip(np.searchsorted(times, t), 1, len(times) - 1)
    near = (times[after] - times[after - 1] < 3.0 * usual) & (t >= times[0]) & (t <= times[-1])
    each = [np.where(near, np.interp(t, times, column), np.nan) for column in values.T]
    return np.column_stack(each)


def _take_archive(path: Path, columns: Columns, recordings: list[ThrownRecording], notes: list[str]) -> None:
    """Add the tables of an archive to the recordings, rates first, and cut them at pauses. Raises BadInput."""
    try:
        with open_regular(path) as file, zipfile.ZipFile(file) as archive, tempfile.TemporaryDirectory() as folder:
            own: list[ThrownRecording] = []
            tables = _tables(archive, Path(folder))
            sensors = [(name, columns(read_table(table))) for name, table in tables if name != PAUSES]
            for name, found in sorted(sensors, key=lambda each: each[1].rates is None):
                joined_recordings(f"{path.name}/{name}", found, own, notes)
            pauses = next((_pauses(table) for name, table in tables if name == PAUSES), [])
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "is no whole archive"
        raise BadInput(f"{path}: {reason}") from None
    except BadInput as error:
        raise BadInput(str(error).replace(f"{Path(folder)}/", f"{path}/")) from None
    if not own:
        raise BadInput(f"{path}: has no table of rates, such as Gyroscope.csv")
    for each in own:
        parts = _parted(each, pauses)
        if len(parts) > 1:
            notes.append(f"{each.name}: {len(parts) - 1} pauses: nothing goes on across them")
        recordings += parts


def _tables(archive: zipfile.ZipFile, folder: Path) -> list[tuple[str, Path]]:
    """Return the names of the wanted tables of an archive, and their files in a folder. Raises BadInput."""
    found: list[tuple[str, Path]] = []
    for member in archive.infolist()[:MAX_MEMBERS]:
        place = PurePosixPath(member.filename.replace("\\", "/"))
        if place.suffix.lower() not in TABLES or member.is_dir():
            continue
        is_pauses = str(place).endswith(PAUSES)
        if not is_pauses and ("meta" in place.parts or not any(each in place.name.lower() for each in WANTED)):
            continue
        if member.file_size > MAX_MEMBER_BYTES:
            raise BadInput(f"{place.name}: has {member.file_size} bytes; at most {MAX_MEMBER_BYTES} are read")
        target = folder / str(len(found)) / place.name
        target.parent.mkdir()
        with archive.open(member) as file:
            data = file.read(MAX_MEMBER_BYTES + 1)
        target.write_bytes(data[:MAX_MEMBER_BYTES])
        found.append((PAUSES if is_pauses else place.name, target))
    return found


def _pauses(table: Path) -> list[float]:
    """Return the times [s] at which a recording was paused, from phyphox's table of events."""
    found = []
    for line in table.read_text(encoding="utf-8", errors="replace").splitlines()[1:]:
        cells = [cell.strip('" ') for cell in line.replace(";", ",").replace("\t", ",").split(",")]
        if cells[0].upper() == "PAUSE" and len(cells) > 1:
            try:
                found.append(float(cells[1]))
            except ValueError:
                continue
    return found


def _parted(recording: ThrownRecording, pauses: Sequence[float]) -> list[ThrownRecording]:
    """Return the parts of a recording between pauses [s] that have rows."""
    edges = np.unique(np.concatenate([[0], np.searchsorted(recording.t, pauses, "right"), [len(recording.t)]])).tolist()
    parts = []
    for first, last in pairwise(edges):
        own = slice(first, last)
        acceleration = None if recording.acceleration is None else recording.acceleration[own]
        parts.append(ThrownRecording(recording.name, recording.t[own], recording.rates[own], acceleration))
    return [each for each in parts if len(each.t) > 1]
