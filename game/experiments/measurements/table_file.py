"""Tables of numbers in text files: CSV and the like, of any separator, with or without a header and units.

The separator, the decimal mark and the header are found from the content. Nothing in a file is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.experiments.measurements.grouped_digits import GroupedDigits
from game.experiments.measurements.number_files import array_columns, is_array_file
from game.experiments.measurements.stacked_runs import Line, has_runs, stacked_runs
from game.experiments.measurements.table_cells import MOST, is_date, pointed, value_of
from game.experiments.measurements.table_headings import REMARK, Headings, headings_of, name_and_unit
from game.experiments.measurements.table_layout import LEFT_OUT, Kind, Layout, cells_of, first_row, layout_of
from physics.core.units import shown
from physics.errors import BadInput
from physics.text_files import each_block

Column = NDArray[np.float64]

MAX_FILE_BYTES = 500_000_000
"""Greatest size of a table [bytes]."""
MAX_STACKED_BYTES = 50_000_000
"""Greatest size of a file in which runs are looked for below one another [bytes]."""
MAX_COLUMNS = 200
MAX_VALUES = 30_000_000
"""Greatest number of values of a table: 240 MB, and twice that while it is read."""
LOOKED_AT = 200
"""Lines from which separator and decimal mark are found."""
AT_ONCE = 4000
"""Values that are converted at once, which takes about a millisecond; other threads may run in between."""
MOST_JOINED = 10
"""Lines that quotation marks hold together at most; where more would be, a mark is missing."""
CLOSED, OPENED = re.compile(r'((?:^|[,;\t ])\s*)"(?:[^"]|"")*"'), re.compile(r'(?:^|[,;\t ])\s*"')
"""A cell in quotation marks with the separator before it, and the beginning of one."""
WHOLE = re.compile(r"[-+−]?\d+")
"""A whole number, such as stands before a decimal comma."""
WRITTEN_HERE = "# polhode "
"""Beginning of the first line of a table that a command of this program has written."""
NO_TEXT = {
    b"PK\x03\x04": "is a workbook or an archive, not a text file: save its table as CSV, and open that",
    b"\xd0\xcf\x11\xe0": "is a workbook, not a text file: save its table as CSV, and open that",
    b"\x1f\x8b": "is compressed: unpack it, and open the table in it",
}
"""What is said of files that are no tables, by their first bytes."""


class FileColumn(NamedTuple):
    """A column of a table: its name and unit as the header gives them, "" for no unit, and its values, NaN: missing.

    rises: whether its values never fall and do not stay the same, as those of the time. others: further names above it.
    also: further units above it. remarked: units that lines above the table name, of whichever column. group: what
    stands once above it and its neighbours, such as a track or a run.
    """

    name: str
    unit: str
    values: Column
    rises: bool
    others: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    remarked: tuple[str, ...] = ()
    group: str = ""

    @property
    def heading(self) -> str:
        """The name with its unit in brackets."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name

    @classmethod
    def of(
        cls, name: str, unit: str, values: Column, others: tuple[str, ...] = (), also: tuple[str, ...] = (),
        remarked: tuple[str, ...] = (), group: str = "",
    ) -> FileColumn:  # fmt: skip
        """Return the column of these values."""
        return cls(name, unit, values, _rises(values), others, also, remarked, group)


@dataclass(frozen=True)
class FileTable:
    """The table in a file. notes: what was left out, each in one line."""

    path: Path
    columns: tuple[FileColumn, ...]
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.columns[0].values)


def read_table(path: Path, note: Callable[[float], None] = lambda part: None) -> FileTable:
    """Return the table in a file. note: called with the part of the file that is read; it may raise Cancelled.

    Raises BadInput with the file and, where one is wrong, the line and the value.
    """
    try:
        return _arrays(path) if is_array_file(path) else _table(path, note)
    except BadInput as error:
        raise BadInput(f"table {path}: {no_table(path) or error}") from None


def no_table(path: Path) -> str:
    """Return what is said of a regular file that is no text, such as a workbook of a spreadsheet; "" of any other."""
    try:
        if not path.is_file() or is_array_file(path):
            return ""
        with path.open("rb") as file:
            begins = file.read(4)
    except (OSError, ValueError):
        return ""
    return next((words for mark, words in NO_TEXT.items() if begins.startswith(mark)), "")


def _arrays(path: Path) -> FileTable:
    """Return the table in a file of numpy. Raises BadInput."""
    found, notes = array_columns(path, MAX_VALUES)
    if len(found) > MAX_COLUMNS:
        raise BadInput(f"has {len(found)} columns: at most {MAX_COLUMNS} are read")
    columns = []
    for i, each in enumerate(found):
        name, unit = name_and_unit(each.name)
        columns.append(FileColumn.of(name or f"column {i + 1}", each.unit or unit, each.values))
    kept, said = _known(columns)
    return FileTable(path, kept, (*notes, *said))


def _table(path: Path, note: Callable[[float], None]) -> FileTable:
    remarks: list[Line] = []
    blocks = _content(path, note, remarks)
    head: list[Line] = []
    while len(head) < LOOKED_AT and (block := next(blocks, None)) is not None:
        head += block
    if not has_runs(head) or path.stat().st_size > MAX_STACKED_BYTES:
        return FileTable(path, *_read(head, blocks, remarks))
    runs = stacked_runs(list(chain(head, *blocks)))
    if not runs:
        raise BadInput("has no rows of numbers")
    parts = [_read(run.lines, iter(()), []) for run in runs]
    if len(runs) == 1:
        return FileTable(path, *parts[0])
    titles = [f"run {run.number}" + (f" is {shown(run.title)}" if run.title else "") for run in runs]
    notes = [
        f"{len(runs)} runs stand below one another: {', '.join(titles)}",
        *(said for _, part in parts for said in part),
    ]
    return FileTable(
        path, _side_by_side([(run.number, part) for run, (part, _) in zip(runs, parts, strict=True)]), tuple(notes)
    )


def _read(
    head: list[Line], blocks: Iterator[list[Line]], remarks: Sequence[Line]
) -> tuple[tuple[FileColumn, ...], tuple[str, ...]]:
    """Return the columns of the lines of a file, and what was left out. head: the first ones. Raises BadInput."""
    layout = layout_of([line for _, line in head[:LOOKED_AT]])
    if layout.width > MAX_COLUMNS:
        raise BadInput(f"has {layout.width} columns: at most {MAX_COLUMNS} are read")
    first = first_row([cells_of(line, layout.separator) for _, line in head], layout)
    above = [line for number, line in remarks if number < head[first][0] and not line.startswith(WRITTEN_HERE)]
    heads = [line for _, line in head[:first]]
    _check_commas(heads, head[first:LOOKED_AT], layout)
    found = headings_of(heads, above, layout)
    again: list[tuple[int, int]] = []
    values = _values(_without(heads, chain([head[first:]], blocks), again), layout, found.names)
    notes = _left_out(layout, found.names, cells_of(head[first][1], layout.separator))
    columns, said = _known(_columns(found, values, layout))
    parts = _restarts(columns, [row for _, row in again])
    if len(parts) > 1:
        listed = ", ".join(f"run {k + 1}" for k in range(len(parts)))
        return _side_by_side(list(enumerate(parts, 1))), (
            *notes, f"{len(parts)} runs stand below one another: {listed}", *said,
        )  # fmt: skip
    if again:
        notes.append(f"{len(again)} rows repeat the headings, at first line {again[0][0]}: left out")
    return columns, (*notes, *said)


def _check_commas(heads: Sequence[str], rows: Sequence[Line], layout: Layout) -> None:
    """Raise BadInput where commas separate the cells, and the decimals within them, too: 0,02,0,349 below t,theta."""
    named = len(cells_of(heads[-1], layout.separator)) if heads else 0
    if layout.separator != "," or named < 2 or layout.width != 2 * named:
        return
    cells = [cells_of(line, layout.separator) for _, line in rows]
    whole, after = (chain.from_iterable(row[side::2] for row in cells) for side in (0, 1))
    if all(map(WHOLE.fullmatch, whole)) and all(each.isdecimal() for each in after):
        raise BadInput(
            f"has commas between columns and within numbers: {named} headings, {layout.width} cells in a row; separate "
            "the columns by semicolons, or write the numbers with points"
        )


def _known(columns: Sequence[FileColumn]) -> tuple[tuple[FileColumn, ...], tuple[str, ...]]:
    """Return the columns that have a number, and what is said of cells without one."""
    kept = tuple(column for column in columns if not np.isnan(column.values).all())
    missing = sum(int(np.isnan(column.values).sum()) for column in kept)
    count = sum(len(column.values) for column in kept)
    return kept, (f"{missing} of {count} cells have no number: left out",) if missing else ()


def _restarts(columns: Sequence[FileColumn], places: Sequence[int]) -> list[tuple[FileColumn, ...]]:
    """Return the columns in parts between rows, where the first column falls at each of them: runs of their own."""
    first = columns[0].values
    rows = [row for row in places if 0 < row < len(first)]
    if not rows or not all(first[row] < first[row - 1] for row in rows):
        return [tuple(columns)]
    edges = [0, *rows, len(first)]
    return [tuple(_with_values(each, each.values[begin:end]) for each in columns) for begin, end in pairwise(edges)]


def _with_values(column: FileColumn, values: Column) -> FileColumn:
    """Return a column with other values."""
    return column._replace(values=values, rises=_rises(values))


def _side_by_side(runs: Sequence[tuple[int, Sequence[FileColumn]]]) -> tuple[FileColumn, ...]:
    """Return the columns of numbered runs beside one another, the shorter ones without a number at their end."""
    count = sum(len(columns) for _, columns in runs)
    if count > MAX_COLUMNS:
        raise BadInput(f"has {len(runs)} runs with {count} columns: at most {MAX_COLUMNS} are read")
    rows = max(len(columns[0].values) for _, columns in runs)
    found = []
    for number, columns in runs:
        for each in columns:
            if np.isnan(each.values).all():
                continue
            values = np.full(rows, np.nan)
            values[: len(each.values)] = each.values
            found.append(each._replace(name=f"{each.name} Run #{number}", values=values))
    return tuple(found)


def _left_out(layout: Layout, names: Sequence[str], sample: Sequence[str]) -> list[str]:
    """Return what is said of columns that are not read, and of times of the clock. sample: cells of the first row."""
    notes = [
        f"left out: column {i + 1}, {names[i]}, with {_what(kind, sample[i])}"
        for i, kind in enumerate(layout.kinds) if kind in LEFT_OUT
    ]  # fmt: skip
    return notes + [
        f"seconds from the first row: column {i + 1}, {names[i]}, which has times of the clock"
        for i, kind in enumerate(layout.kinds) if kind == "clock"
    ]  # fmt: skip


def _what(kind: Kind, cell: str) -> str:
    """Return what is in a column that is not read, and what can be done about it. cell: the first one."""
    if kind == "units":
        return f"several units, or some numbers without, such as {shown(cell)}; write one unit, in the heading"
    if is_date(cell):
        return f"dates such as {shown(cell)}; times are read as 2024-05-31 12:30:00 or 12:30:00"
    return f"words such as {shown(cell)}"


def _columns(found: Headings, values: Sequence[Column], layout: Layout) -> list[FileColumn]:
    """Return the columns with these headings and values; times of the clock are seconds from the first one."""
    columns = []
    for i, kind in enumerate(layout.kinds):
        if kind == "clock":
            begin = next(iter(values[i][np.isfinite(values[i])]), 0.0)
            columns.append(FileColumn.of(found.names[i], "s", values[i] - begin, found.others[i]))
            continue
        every = (found.units[i], *found.also[i], layout.within[i])
        unit, *also = [*dict.fromkeys(filter(None, every))] or [""]
        columns.append(
            FileColumn.of(
                found.names[i], unit, values[i], found.others[i], tuple(also), found.remarked, found.groups[i]
            )
        )
    return columns


def _without(heads: Sequence[str], blocks: Iterable[list[Line]], again: list[tuple[int, int]]) -> Iterator[list[Line]]:
    """Yield blocks of rows without those that repeat a line of the headings; their numbers and places are noted."""
    known = {*heads}
    count = 0
    for rows in blocks:
        kept = rows
        if not known.isdisjoint(map(itemgetter(1), rows)):
            kept = []
            for number, line in rows:
                if line in known:
                    again.append((number, count + len(kept)))
                else:
                    kept.append((number, line))
        count += len(kept)
        yield kept


def _content(path: Path, note: Callable[[float], None], remarks: list[Line]) -> Iterator[list[Line]]:
    """Yield the lines of a file that are neither empty nor remarks, some at a time; the first remarks are noted.

    Lines that a quotation mark holds together are one, with a space between them.
    """
    count = 0
    held: list[Line] = []
    for lines, part in each_block(path, MAX_FILE_BYTES, latin=True):
        note(part)
        numbered = list(enumerate(lines, count + 1))
        if held or '"' in "\n".join(lines):
            numbered, held = _joined([*held, *numbered])
        found: list[Line] = []
        for number, line in numbered:
            if REMARK.match(line):
                if len(remarks) < LOOKED_AT:
                    remarks.append((number, line))
            elif line.strip():
                found.append((number, line))
        yield found
        count += len(lines)
    yield [(number, line) for number, line in held if line.strip() and not REMARK.match(line)]


def _joined(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Return lines, of which those that a quotation mark holds together are one, and the last ones where one is open.

    Where more than a few would be held together, a mark is missing, and they stay apart.
    """
    found: list[Line] = []
    place = 0
    while place < len(lines):
        number, line = lines[place]
        end = place + 1
        if '"' in line and not REMARK.match(line) and _is_open(line):
            while end < len(lines) and end - place <= MOST_JOINED and _is_open(line):
                line, end = f"{line.strip()} {lines[end][1].strip()}", end + 1
            if _is_open(line):
                if end - place <= MOST_JOINED:
                    return found, list(lines[place:])
                number, line, end = *lines[place], place + 1
        found.append((number, line))
        place = end
    return found, []


def _is_open(line: str) -> bool:
    """Return whether a line ends within quotation marks; one within a cell, such as that of inches, opens none."""
    return OPENED.search(CLOSED.sub(r"\1", line)) is not None


def _rises(values: Column) -> bool:
    known = values[np.isfinite(values)]
    return len(known) > 1 and bool((known[1:] >= known[:-1]).all()) and bool(known[-1] > known[0])


# Values -------------------------------------------------------------------------------------------------------


def _values(blocks: Iterable[Sequence[Line]], layout: Layout, names: Sequence[str]) -> list[Column]:
    """Return the columns of the rows, (rows,) each, NaN for words. Raises BadInput with line and value."""
    parts, count, at_once = [], 0, max(AT_ONCE // layout.width, 1)
    marks = GroupedDigits(layout)
    for rows in blocks:
        count += len(rows) * layout.width
        if count > MAX_VALUES:
            raise BadInput(f"has more than {MAX_VALUES} values")
        for start in range(0, len(rows), at_once):
            parts.append(_converted(rows[start : start + at_once], layout, names))
        marks.look(rows)
    marks.check(names)
    return [np.concatenate([part[:, i] for part in parts]) for i in range(layout.width)]


def _converted(rows: Sequence[Line], layout: Layout, names: Sequence[str]) -> Column:
    """Return the numbers of some rows, (rows, columns)."""
    plain = [pointed(line, layout.comma) for _, line in rows]
    simple = all(kind == "number" for kind in layout.kinds) and not (layout.comma and layout.separator == ",")
    if simple and not any('"' in line for line in plain):
        delimiter = None if layout.separator == " " else layout.separator
        try:
            found = np.loadtxt(plain, delimiter=delimiter, ndmin=2, comments=None)
        except ValueError:
            pass  # a cell is missing, or wrong: found one by one
        else:
            if found.shape == (len(rows), layout.width) and (np.abs(found) <= MOST).all():
                return found
    return np.array([_row(number, line, layout, names) for number, line in rows])


def _row(number: int, line: str, layout: Layout, names: Sequence[str]) -> list[float]:
    try:
        cells = cells_of(line, layout.separator)
    except BadInput as error:
        raise BadInput(f"line {number}: {error}") from None
    if len(cells) != layout.width:
        raise BadInput(f"line {number}: has {len(cells)} cells; must have {layout.width}, as the first row")
    return [
        np.nan if kind in LEFT_OUT else value_of(number, name, cell, layout.comma, kind == "clock", unit)
        for cell, name, kind, unit in zip(cells, names, layout.kinds, layout.within, strict=True)
    ]
