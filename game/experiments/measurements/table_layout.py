"""How the cells of a table in a text file are separated, and which of its columns have numbers."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Literal, NamedTuple

from game.experiments.measurements.table_cells import is_clock, is_missing, is_number, unit_in_cell
from physics.core.units import shown
from physics.errors import BadInput

SEPARATORS = ("\t", ";", ",", " ")
"""Separators in the order in which they are tried; a space stands for any number of them."""
WRITTEN = re.compile(r"^[-+−–.,\d]")
"""Beginning of a number."""
QUOTED_OR_BARE = re.compile(r'"[^"]*"|\S+')
Kind = Literal["number", "clock", "words", "units"]
LEFT_OUT = ("words", "units")
"""Kinds of columns that are not read."""


class Layout(NamedTuple):
    """How the cells of a file are separated.

    separator: one of `SEPARATORS`. width: number of cells in a row. comma: whether commas are decimal. kinds: what the
    cells of each column are; times of the clock are converted, neither words nor numbers of several units. within: the
    unit that stands in all cells of each column, "" for none. spare: a column that may have no heading:
    the first where it names or counts the rows, the last where it is empty.
    """

    separator: str
    width: int
    comma: bool
    kinds: tuple[Kind, ...] = ()
    spare: Literal["", "first", "last"] = ""
    within: tuple[str, ...] = ()


def layout_of(lines: Sequence[str]) -> Layout:
    """Return the layout that makes rows of numbers of most of these lines. Raises BadInput where none does.

    A line counts as much as the part of its cells that are numbers or missing, so that a separator that cuts numbers
    apart does not win over the right one.
    """
    best, most = None, 0.0
    quoted = any('"' in line for line in lines)
    for separator in SEPARATORS:
        for comma in (False, True) if separator != "," or quoted else (False,):
            rows: dict[int, list[list[str]]] = defaultdict(list)
            worth: Counter[int] = Counter()
            for line in lines:
                cells = cells_of(line, separator)
                if len(cells) > 1 and (part := _part_of_numbers(cells, comma)):
                    rows[len(cells)].append(cells)
                    worth[len(cells)] += part  # type: ignore[assignment]  # a counter of parts
            if worth and (found := worth.most_common(1)[0])[1] > most:
                width, most = found
                kinds, within = _kinds(rows[width], comma)
                best = Layout(separator, width, comma, kinds, _spare(rows[width]), within)
    if best is None:
        if not lines:
            raise BadInput("is empty")
        raise BadInput(
            "no rows of two numbers or more, separated by tabs, semicolons, commas or spaces; "
            f"the first line is {shown(lines[0].strip())}"
        )
    return best


def _part_of_numbers(cells: Sequence[str], comma: bool) -> float:
    """Return which part of the cells are numbers, times or missing; 0 where the line is no row of numbers."""
    numbers = sum(is_number(cell, comma) or is_clock(cell, comma) or bool(unit_in_cell(cell, comma)) for cell in cells)
    known = numbers + sum(map(is_missing, cells))
    return known / len(cells) if numbers > 1 or (numbers and known == len(cells)) else 0.0


def _kinds(rows: Sequence[Sequence[str]], comma: bool) -> tuple[tuple[Kind, ...], tuple[str, ...]]:
    """Return what the cells of each column are in most of some rows, and the unit in all of them, "" for none."""
    found = [_kind([cell for cell in column if not is_missing(cell)], comma) for column in zip(*rows, strict=True)]
    return tuple(kind for kind, _ in found), tuple(unit for _, unit in found)


def _kind(cells: Sequence[str], comma: bool) -> tuple[Kind, str]:
    numbers = sum(is_number(cell, comma) for cell in cells)
    clocks = sum(is_clock(cell, comma) for cell in cells)
    units = Counter(unit for cell in cells if (unit := unit_in_cell(cell, comma)))
    if 2 * max(numbers, clocks, units.total()) < len(cells):
        return "words", ""
    if units.total() > max(numbers, clocks):
        return ("number", next(iter(units))) if len(units) == 1 and not numbers else ("units", "")
    return "clock" if clocks > numbers else "number", ""


def _spare(rows: Sequence[Sequence[str]]) -> Literal["", "first", "last"]:
    """Return which column of some rows may have no heading."""
    if not any(row[-1] for row in rows):
        return "last"
    first = [row[0] for row in rows]
    counts = first[0].isdecimal() and first == [str(int(first[0]) + i) for i in range(len(first))]
    return "first" if counts or not any(map(WRITTEN.search, first)) else ""


def cells_of(line: str, separator: str) -> list[str]:
    """Return the cells of a line, without quotation marks and spaces around them. Raises BadInput for a huge one."""
    if separator == " ":
        cells = [cell.strip('"') for cell in QUOTED_OR_BARE.findall(line)] if '"' in line else line.split()
        return [_unquoted(cell) for cell in cells] if "'" in line else cells
    if '"' in line:
        try:
            read = next(csv.reader([line], delimiter=separator, skipinitialspace=True))
            return [_unquoted(cell.strip()) for cell in read]
        except (csv.Error, StopIteration):
            raise BadInput(f"a cell has more than {csv.field_size_limit()} characters, or a line break") from None
    return [_unquoted(cell.strip()) for cell in line.split(separator)]


def _unquoted(cell: str) -> str:
    """Return a cell without single quotation marks around it."""
    return cell[1:-1].strip() if len(cell) > 1 and cell[0] == cell[-1] == "'" else cell


def first_row(lines: Sequence[Sequence[str]], layout: Layout) -> int:
    """Return the place of the first row in the cells of lines, from which the layout comes: the first without a fault.

    One before it that begins with a number is a row with a fault, not one of headings.
    """
    every = [i for i, cells in enumerate(lines) if len(cells) == layout.width and _part_of_numbers(cells, layout.comma)]
    place = next((i for i in every if _is_row(lines[i], layout)), every[0])
    column = next((i for i, kind in enumerate(layout.kinds) if kind not in LEFT_OUT), 0)
    while place and len(lines[place - 1]) == layout.width and is_number(lines[place - 1][column], layout.comma):
        place -= 1
    return place


def _is_row(cells: Sequence[str], layout: Layout) -> bool:
    """Return whether as many cells as a row has are those of one: numbers or missing where there are no words."""
    parts = zip(cells, layout.kinds, layout.within, strict=True)
    read = [(cell, unit) for cell, kind, unit in parts if kind not in LEFT_OUT]
    numbers = sum(
        unit_in_cell(cell, layout.comma) == unit
        if unit
        else is_number(cell, layout.comma) or is_clock(cell, layout.comma)
        for cell, unit in read
    )
    return numbers > 0 and numbers + sum(is_missing(cell) for cell, _ in read) == len(read)
