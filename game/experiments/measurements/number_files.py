"""Tables in files of numpy: one array (.npy), or several of the same length (.npz). Nothing in a file is executed."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.scenefile import ARRAYS
from physics.errors import BadInput
from physics.text_files import open_regular

NO_ARRAY = "is no file of numpy arrays of numbers"
Numbers = NDArray[np.float64]


class NamedArray(NamedTuple):
    """A column: its name, "" for none, unit, "" for none, and its values (rows,), NaN for none."""

    name: str
    unit: str
    values: Numbers


def is_array_file(path: Path) -> bool:
    """Return whether a file is called as those of numpy arrays are."""
    return path.suffix.lower() in ARRAYS


def array_columns(path: Path, most: int) -> tuple[list[NamedArray], list[str]]:
    """Return the columns in a file of numpy arrays of at most so many values, and what was left out.

    A matrix has its rows along its longer side; fields of records and names of arrays are headings. Raises BadInput.
    """
    try:
        with open_regular(path) as file:
            if file.read(2) == b"PK":
                _check_archive(path, most)
            file.seek(0)
            read = np.load(file, allow_pickle=False, max_header_size=10_000)
            arrays = {name: read[name] for name in read.files} if hasattr(read, "files") else {"": read}
    except OSError as error:
        raise BadInput(error.strerror or NO_ARRAY) from None
    except (ValueError, EOFError, zipfile.BadZipFile, KeyError, MemoryError):
        raise BadInput(NO_ARRAY) from None
    notes: list[str] = []
    columns = [column for name, array in arrays.items() for column in _columns(name, array, notes)]
    if not columns:
        raise BadInput("has no array of numbers")
    rows = max((len(each.values) for each in columns), key=[len(each.values) for each in columns].count)
    notes += [
        f"left out: {each.name}, with {len(each.values)} values where others have {rows}"
        for each in columns if len(each.values) != rows
    ]  # fmt: skip
    kept = [each for each in columns if len(each.values) == rows]
    if rows * len(kept) > most:
        raise BadInput(f"has more than {most} values")
    if len(kept) < 2:
        raise BadInput("has one column alone; the time must be one, too")
    return kept, notes


def _check_archive(path: Path, most: int) -> None:
    """Raise BadInput for an archive of something else, or whose arrays are too large when they are unpacked."""
    with open_regular(path) as file, zipfile.ZipFile(file) as archive:
        members = archive.infolist()
        if not members or not all(each.filename.endswith(".npy") for each in members):
            raise BadInput("has no arrays of numpy")
        if sum(each.file_size for each in members) > 8 * most:
            raise BadInput(f"has more than {most} values")


def _columns(name: str, array: NDArray[Any], notes: list[str]) -> list[NamedArray]:
    """Return the columns of an array with a name."""
    if array.dtype.names is not None:
        fields: Mapping[str, NDArray[Any]] = {each: array[each] for each in array.dtype.names}
        return [column for each, part in fields.items() for column in _columns(each, part, notes)]
    if array.ndim == 2:
        across = array.T if array.shape[0] < array.shape[1] else array
        return [column for part in across.T for column in _columns(name if array.shape[1] == 1 else "", part, notes)]
    if array.ndim != 1 or array.dtype.kind not in "fiubmM":
        what = f"{array.ndim} dimensions" if array.ndim != 1 else f"values of the type {array.dtype}"
        notes.append(f"left out: {name or 'an array'}, with {what}")
        return []
    if array.dtype.kind in "mM":  # times: in seconds from the first one
        steps = (array - array[:1]) / np.timedelta64(1, "ns")
        return [NamedArray(name, "s", np.where(np.isnat(array), np.nan, 1e-9 * steps))]
    return [NamedArray(name, "", array.astype(float))]
