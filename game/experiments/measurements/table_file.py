"""Tables of numbers in text files: CSV and the like, of any separator, with or without a header and units.

The separator, the decimal mark and the header are found from the content. Nothing in a file is executed.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.units import SPELLINGS, shown
from physics.errors import BadInput
from physics.text_files import each_block

Column = NDArray[np.float64]
Line = tuple[int, str]
"""A line of a file with its number, from 1."""

MAX_FILE_BYTES = 500_000_000
"""Greatest size of a table [bytes]."""
MAX_COLUMNS = 200
MAX_VALUES = 30_000_000
"""Greatest number of values of a table: 240 MB, and twice that while it is read."""
SEPARATORS = ("\t", ";", ",", " ")
"""Separators in the order in which they are tried; a space stands for any number of them."""
LOOKED_AT = 200
"""Lines from which separator and decimal mark are found."""
AT_ONCE = 4000
"""Values that are converted at once, which takes about a millisecond; other threads may run in between."""
MISSING = frozenset(("", "nan", "na", "n/a", "null", "-"))
"""Cells, in lower case, that stand for a value that is missing."""
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
BRACKETED = re.compile(r"(?P<name>.*?)\s*[\[(](?P<unit>[^\[\]()]*)[\])]\s*(?P<rest>.*)")
SLASHED = re.compile(r"(?P<name>.*?)\s+/\s+(?P<unit>\S+)(?P<rest>)")
UNITS = frozenset(spelling for spellings in SPELLINGS.values() for spelling in spellings if spelling)
WRITTEN_HERE = "# polhode "
"""Beginning of the first line of a table that a command of this program has written."""


class FileColumn(NamedTuple):
    """A column of a table: its name and unit as the header gives them, "" for no unit, and its values, NaN: missing.

    rises: whether its values never fall and do not stay the same, as those of the time.
    """

    name: str
    unit: str
    values: Column
    rises: bool

    @classmethod
    def of(cls, name: str, unit: str, values: Column) -> FileColumn:
        """Return the column of these values."""
        return cls(name, unit, values, _rises(values))


@dataclass(frozen=True)
class FileTable:
    """The table in a file."""

    path: Path
    columns: tuple[FileColumn, ...]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.columns[0].values)


class _Layout(NamedTuple):
    """How the cells of a file are separated: separator, number of cells in a row, and whether commas are decimal."""

    separator: str
    width: int
    comma: bool


def read_table(path: Path, note: Callable[[float], None] = lambda part: None) -> FileTable:
    """Return the table in a file. note: called with the part of the file that is read; it may raise Cancelled.

    Raises BadInput with the file and, where one is wrong, the line and the value.
    """
    try:
        return _table(path, note)
    except BadInput as error:
        raise BadInput(f"table {path}: {error}") from None


def _table(path: Path, note: Callable[[float], None]) -> FileTable:
    blocks = _content(path, note)
    head: list[Line] = []
    while len(head) < LOOKED_AT and (block := next(blocks, None)) is not None:
        head += block
    layout = _layout([line for _, line in head[:LOOKED_AT]])
    if layout.width > MAX_COLUMNS:
        raise BadInput(f"has {layout.width} columns: at most {MAX_COLUMNS} are read")
    first = next(i for i, (_, line) in enumerate(head) if _is_row(cells_of(line, layout), layout))
    names, units = _header([cells_of(line, layout) for _, line in head[:first]], layout.width)
    values = _values(chain([head[first:]], blocks), layout, names)
    columns = [FileColumn.of(*each) for each in zip(names, units, values, strict=True)]
    kept = tuple(column for column in columns if not np.isnan(column.values).all())
    return FileTable(path, kept)


def _content(path: Path, note: Callable[[float], None]) -> Iterator[list[Line]]:
    """Yield the lines of a file that are neither empty nor remarks, some at a time."""
    count = 0
    for lines, part in each_block(path, MAX_FILE_BYTES, latin=True):
        note(part)
        yield [(i, line) for i, line in enumerate(lines, count + 1) if line.strip() and not line.startswith("#")]
        count += len(lines)


def _rises(values: Column) -> bool:
    known = values[np.isfinite(values)]
    return len(known) > 1 and bool((known[1:] >= known[:-1]).all()) and bool(known[-1] > known[0])


# Layout -------------------------------------------------------------------------------------------------------


def _layout(lines: Sequence[str]) -> _Layout:
    """Return the layout that makes rows of numbers of most of these lines. Raises BadInput where none does."""
    best, most = None, 0
    for separator in SEPARATORS:
        for comma in (False, True) if separator != "," else (False,):
            layout = _Layout(separator, 0, comma)
            widths = Counter(
                len(cells) for line in lines if len(cells := cells_of(line, layout)) > 1 and _is_row(cells, layout)
            )
            if widths and widths.most_common(1)[0][1] > most:
                width, most = widths.most_common(1)[0]
                best = layout._replace(width=width)
    if best is None:
        if not lines:
            raise BadInput("is empty")
        raise BadInput(
            "no rows of two numbers or more, separated by tabs, semicolons, commas or spaces; "
            f"the first line is {shown(lines[0].strip())}"
        )
    return best


def cells_of(line: str, layout: _Layout) -> list[str]:
    """Return the cells of a line, without quotation marks and surrounding spaces."""
    if layout.separator == " ":
        return line.split()
    if '"' in line:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=layout.separator, skipinitialspace=True))]
    return [cell.strip() for cell in line.split(layout.separator)]


def _is_row(cells: Sequence[str], layout: _Layout) -> bool:
    """Return whether cells are those of a row: numbers or missing, at least one number, as many as in other rows."""
    if layout.width and len(cells) != layout.width:
        return False
    numbers = sum(NUMBER.fullmatch(_pointed(cell, layout.comma)) is not None for cell in cells)
    missing = sum(cell.lower() in MISSING for cell in cells)
    return numbers > 0 and numbers + missing == len(cells)


def _pointed(cell: str, comma: bool) -> str:
    """Return a number with a decimal point."""
    return cell.replace(",", ".") if comma else cell


# Header -------------------------------------------------------------------------------------------------------


def _header(above: Sequence[list[str]], width: int) -> tuple[list[str], list[str]]:
    """Return the names and units of the columns, from the lines above the first row that have as many cells."""
    lines = [cells for cells in above if len(cells) == width]
    units = [""] * width
    if len(lines) > 1 and any(lines[-1]) and all(_bare(cell) in UNITS for cell in lines[-1] if cell):
        units = [_bare(cell) for cell in lines.pop()]
    if not lines:
        return [f"column {i}" for i in range(1, width + 1)], units
    names = []
    for i, cell in enumerate(lines[-1]):
        name, unit = name_and_unit(cell)
        names.append(name or f"column {i + 1}")
        units[i] = unit or units[i]
    return names, units


def _bare(cell: str) -> str:
    """Return a cell without brackets."""
    return cell.strip("[]() ")


def name_and_unit(heading: str) -> tuple[str, str]:
    """Return the name and unit in a heading: `t [s]`, `x (cm)`, `θ / deg`; "" without a unit."""
    found = BRACKETED.fullmatch(heading) or SLASHED.fullmatch(heading)
    if found is None or not (found["name"] or found["rest"]):
        return heading, ""
    return f"{found['name']} {found['rest']}".strip(), found["unit"].strip()


# Values -------------------------------------------------------------------------------------------------------


def _values(blocks: Iterable[Sequence[Line]], layout: _Layout, names: Sequence[str]) -> list[Column]:
    """Return the columns of the rows, (rows,) each. Raises BadInput with line and value."""
    parts, count, at_once = [], 0, max(AT_ONCE // layout.width, 1)
    for rows in blocks:
        count += len(rows) * layout.width
        if count > MAX_VALUES:
            raise BadInput(f"has more than {MAX_VALUES} values")
        for start in range(0, len(rows), at_once):
            parts.append(_converted(rows[start : start + at_once], layout, names))
    return [np.concatenate([part[:, i] for part in parts]) for i in range(layout.width)]


def _converted(rows: Sequence[Line], layout: _Layout, names: Sequence[str]) -> Column:
    """Return the numbers of some rows, (rows, columns)."""
    plain = [_pointed(line, layout.comma) for _, line in rows]
    if not any('"' in line for line in plain):
        delimiter = None if layout.separator == " " else layout.separator
        try:
            found = np.loadtxt(plain, delimiter=delimiter, ndmin=2, comments=None)
        except ValueError:
            pass  # a cell is missing, or wrong: found one by one
        else:
            if found.shape == (len(rows), layout.width) and np.isfinite(found).all():
                return found
    return np.array([_row(number, cells_of(line, layout), layout, names) for number, line in rows])


def _row(number: int, cells: list[str], layout: _Layout, names: Sequence[str]) -> list[float]:
    if len(cells) != layout.width:
        raise BadInput(f"line {number}: has {len(cells)} cells; must have {layout.width}, as the first row")
    return [_number(number, cell, layout, name) for cell, name in zip(cells, names, strict=True)]


def _number(line: int, cell: str, layout: _Layout, name: str) -> float:
    if cell.lower() in MISSING:
        return math.nan
    words = _pointed(cell, layout.comma)
    value = float(words) if NUMBER.fullmatch(words) else math.nan
    if not math.isfinite(value):
        raise BadInput(f"line {line}: {name} = {shown(cell)}: must be a finite number, or empty")
    return value
