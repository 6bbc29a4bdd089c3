"""The tables `[measured]` and `[recording]` of a scene file: files of what was measured, which lie beside it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath, PureWindowsPath

import msgspec

from physics import BadInput
from physics.core.units import check_number, factor, spellings

TABLES, ARRAYS, ARCHIVES = (".csv", ".tsv", ".txt", ".dat"), (".npy", ".npz"), (".zip",)
"""Endings of the names of tables as text, of tables of numpy, and of archives of tables of a telephone."""
RECORDINGS = (*TABLES, *ARRAYS, *ARCHIVES)
"""Endings of the names of recordings of a telephone."""
MAX_TIME = 1e6
"""Latest time at which a scene may open, and of a table at which its run begins [s]."""
MOST_RECORDINGS, MOST_FLIGHTS, MOST_PARTS = 8, 8, 1000
"""Greatest number of recordings that are joined, of their flights, and of parts of an archive."""
SENSES = ("", "x", "y", "z", "all")
"""Axes of a gyroscope that may have the wrong sense, "" for none."""
MAX_LENGTH = 1e4
"""Greatest side of a telephone [mm]."""


def is_plain_name(text: str) -> bool:
    """Return whether a text is the name of a file without folders."""
    return text not in ("", ".", "..") and not set(text) & set("/\\:\0")


def is_relative(text: str) -> bool:
    """Return whether a text is the path of a file from a folder, on each system; of no other disk or machine."""
    return text != "" and "\0" not in text and not PurePosixPath(text).anchor and not PureWindowsPath(text).anchor


class MeasuredSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of measured motion that is shown beside the run.

    file: name of the table, without folders: it lies beside the scene file or is one of those in `assets/measured`. Of
    a scene that was read from a file, a table beside that has its whole path. begin: time in the table at which the run
    begins [s]. Columns are what their headings say.
    """

    file: str
    begin: float | str = 0.0

    @property
    def is_name(self) -> bool:
        """Whether the file is a name without folders."""
        return is_plain_name(self.file)

    def check_name(self) -> None:
        """Raise BadInput where the file is not the name of a table, without folders."""
        if not self.is_name or not self.file.lower().endswith(TABLES):
            raise BadInput(
                f"measured.file = {self.file!r}: must be a name without folders that ends in {', '.join(TABLES)}"
            )

    @property
    def begins(self) -> float:
        """The time in the table at which the run begins [s]. Raises BadInput."""
        return check_number("measured.begin", self.begin, "s", -MAX_TIME, MAX_TIME)


class RecordedFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A file of a recording of a thrown telephone, or of its accelerations, which belong to the file before.

    file: its path from the folder of the scene file; of a scene that was read, the whole path. part: which recording of
    an archive that has several, from 1; 0: the only one. unit: of rates whose headings give none. run: of several in a
    table. shift: by how many rows its times stand aside.
    """

    file: str
    part: int = 0
    unit: str = ""
    run: str = ""
    shift: int = 0

    def check(self, name: str) -> None:
        """Raise BadInput for what no recording has. name: of this file in the scene."""
        if not is_relative(self.file) or not self.file.lower().endswith(RECORDINGS):
            raise BadInput(
                f"{name}.file = {self.file!r}: must be a path from the folder of the scene file that ends in "
                f"{', '.join(RECORDINGS)}"
            )
        check_number(f"{name}.part", self.part, "", 0, MOST_PARTS)
        check_number(f"{name}.shift", self.shift, "", -1, 1)
        if self.unit and factor(self.unit, "rad/s") is None:
            raise BadInput(f"{name}.unit = {self.unit!r}: must be one of {spellings('rad/s')}")


class FlightSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A free flight of a recording: number of the recording, from 1, begin and end [s] in it."""

    recording: int
    begin: float
    end: float


class RecordingSpec(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Recordings of one thrown telephone, and what was chosen about them.

    files: those of rates in their order, each followed by that of its accelerations where these are in a file of their
    own. flights: those that were found or chosen; none: they are looked for. reverse: the axis of the wrong sense.
    lengths: sides of the telephone along x, y and z [mm], 0 where they are not told. shown: the flight beside which the
    run stands, from 1; 0 while no body was found.
    """

    files: tuple[RecordedFile, ...]
    flights: tuple[FlightSpec, ...] = ()
    reverse: str = ""
    lengths: tuple[float, float, float] = (0.0, 0.0, 0.0)
    shown: int = 0

    def check(self, system: str) -> None:
        """Raise BadInput for what is out of bounds. system: the name of that of the scene."""
        if system != "free-body":
            raise BadInput(f"recording: is that of a free-body; this scene has system = {system}")
        for what, each, most in (("files", self.files, 2 * MOST_RECORDINGS), ("flights", self.flights, MOST_FLIGHTS)):
            if len(each) > most:
                raise BadInput(f"recording.{what} = {len(each)}: must be at most {most}")
        if not self.files:
            raise BadInput("recording.files: is empty; needs one file or more")
        for k, file in enumerate(self.files):
            file.check(f"recording.files[{k}]")
        for k, flight in enumerate(self.flights):
            name = f"recording.flights[{k}]"
            check_number(f"{name}.recording", flight.recording, "", 1, MOST_RECORDINGS)
            for end in (flight.begin, flight.end):
                check_number(name, end, "s", -1e12, 1e12)
            if not flight.begin < flight.end:
                raise BadInput(f"{name}: begins at {flight.begin:g} s and ends at {flight.end:g} s; must end later")
        if self.reverse not in SENSES:
            raise BadInput(f"recording.reverse = {self.reverse!r}: must be one of {', '.join(SENSES[1:])}")
        for length in self.lengths:
            check_number("recording.lengths", length, "mm", 0.0, MAX_LENGTH)
        check_number("recording.shown", self.shown, "", 0, MOST_FLIGHTS)

    def at(self, folder: Path) -> RecordingSpec:
        """Return the recording of a scene file in a folder with whole paths."""
        return self.of(os.path.normpath(folder.resolve() / each.file) for each in self.files)

    def seen_from(self, folder: Path) -> RecordingSpec | None:
        """Return the recording with paths from a folder; None where there are none, as from another disk."""
        try:
            names = [Path(os.path.relpath(each.file, folder.resolve())).as_posix() for each in self.files]
        except ValueError:
            return None
        return self.of(names)

    def of(self, names: Iterable[str]) -> RecordingSpec:
        """Return the same choices with the files of other paths."""
        files = (msgspec.structs.replace(each, file=name) for each, name in zip(self.files, names, strict=True))
        return msgspec.structs.replace(self, files=tuple(files))
