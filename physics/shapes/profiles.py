"""Rows of two numbers from CSV files, with or without a heading: profiles of bodies of revolution [m], tables."""

from __future__ import annotations

from pathlib import Path

from physics.errors import BadInput
from physics.text_files import read_text

MAX_FILE_BYTES = 1_000_000
"""Greatest size of a file [bytes]; a profile has a few hundred lines."""
NUMBER_STARTS = tuple("+-.0123456789")


def read(name: str, path: Path, columns: str = "r, z") -> tuple[list[list[str]], list[str]]:
    """Return the rows of two texts of a CSV file, and the place of each, `file, line n`; raises BadInput.

    columns: what the rows hold, for the errors.

    Commas, semicolons and tabs separate columns. Empty lines and lines that begin with # are skipped, and so is a first
    line without numbers.
    """
    try:
        text = read_text(path, MAX_FILE_BYTES)
    except BadInput as error:
        raise BadInput(f"{name} = {path}: {error}; must be a CSV file of rows {columns}, or such rows") from None
    rows: list[list[str]] = []
    places: list[str] = []
    for count, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        cells = _cells(line)
        if not rows and not places and not any(map(_number, cells)):
            places.append("")
            continue
        if len(cells) != 2 or not all(cell[:1] in NUMBER_STARTS for cell in cells):
            # Without its text: the file may hold anything.
            raise BadInput(f"{name}: {path}, line {count}: must be two numbers {columns}")
        rows.append(cells)
        places.append(f"{path}, line {count}")
    return rows, [place for place in places if place]


def _cells(line: str) -> list[str]:
    separator = next((mark for mark in (";", "\t", ",") if mark in line), None)
    if separator is None:
        return line.split()
    import csv

    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=separator))]
    except (csv.Error, StopIteration):  # such as a cell of more than 131072 characters
        return []


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
