"""Headings of the columns of a table: names, symbols and units, in one row or several, also behind # or %."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from game.experiments.measurements.table_layout import SEPARATORS, Layout, cells_of
from physics.core.units import factor, unit_called

BRACKETED = re.compile(r"(?P<name>.*?)\s*[\[({](?P<unit>[^\[\](){}]*)[\])}]\s*(?P<rest>.*)")
SLASHED = re.compile(r"(?P<name>.*?)\s+/\s+(?P<unit>\S+)(?P<rest>)")
CLOSE = re.compile(r"(?P<name>[^/]+?)(?:/|,\s*|\s+in\s+)(?P<unit>.+)")
"""A heading whose unit follows a slash without spaces, a comma or `in`; only where it is one that is known."""
SPACED = re.compile(r'"[^"]*"|[^\s"(\[{]+(?:\s*[\[({][^\])}]*[\])}])?|[\[({][^\])}]*[\])}]')
"""A heading among others that spaces separate; a unit in brackets belongs to it."""
REMARK = re.compile(r"\s*(?:#(?!N/?A\b|NV\b|[A-Z]+(?:/0)?[!?])|%|//)+")
"""Mark at the beginning of a line that is a remark; errors of spreadsheets are cells."""
MOST_ROWS = 4
"""Greatest number of rows of headings."""


class Headings(NamedTuple):
    """What stands above the columns: names, units, "" for none, and further names, those of the nearest row first."""

    names: list[str]
    units: list[str]
    others: list[tuple[str, ...]]


def headings_of(above: Sequence[str], remarks: Sequence[str], layout: Layout) -> Headings:
    """Return the headings in the lines above the first row, and in the remarks there if no line has any."""
    # Where a line has no other separators, any of as many words as there are columns fits.
    tried = (*SEPARATORS[:-1], " ") if layout.separator in " \t" else (layout.separator,)
    lines = [cells for line in above if (cells := _cells(line, layout, tried))]
    if len(lines) < 2 and (not lines or _is_units_row(lines)):
        behind = [_cells(REMARK.sub("", line, count=1), layout, tried) for line in remarks]
        found = [cells for cells in behind if cells]
        lines = [*found[-2 if _is_units_row(found[-1:]) else -1 :], *lines]
    return _headings(*_parted(lines[-MOST_ROWS:]), layout.width)


def _cells(line: str, layout: Layout, separators: Sequence[str]) -> list[str]:
    """Return the cells of a line of headings, [] where it has not as many as there are columns."""
    for separator in separators:
        attempts = [cells_of(line, separator)]
        if separator == " ":
            attempts = [re.split(r"\s{2,}|\t", line.strip()), [each.strip('"') for each in SPACED.findall(line)]]
        for cells in attempts:
            if len(cells) == layout.width and any(letter.isalpha() for cell in cells for letter in cell):
                return cells
    return []


def _parted(lines: Sequence[list[str]]) -> tuple[list[list[str]], list[str]]:
    """Return the rows of names, the nearest first, and the row of units, [] for none."""
    rows = list(reversed(lines))
    place = next((i for i in range(len(rows)) if len(rows) > 1 and _is_units_row(rows[i : i + 1])), None)
    return rows, ([_bare(cell) for cell in rows.pop(place)] if place is not None else [])


def _is_units_row(rows: Sequence[list[str]]) -> bool:
    """Return whether a row is one of units: in brackets, or known; or half of them, with one of the time.

    t and T look like symbols of the time, not like tonnes and teslas.
    """
    cells = [cell for row in rows for cell in row if cell]
    known = [cell for cell in cells if _is_bracketed(cell) or unit_called(_bare(cell)) is not None or cell == "-"]
    timed = any(factor(_bare(cell), "s") is not None for cell in cells)
    if not known or {"t", "T"} & {*cells}:
        return False
    return len(known) == len(cells) or (timed and 2 * len(known) >= len(cells))


def _is_bracketed(cell: str) -> bool:
    return cell[0] in "[({" and cell[-1] in "])}"


def _headings(rows: Sequence[list[str]], units: Sequence[str], width: int) -> Headings:
    """Return the headings of rows of names and a row of units."""
    found = Headings([], [], [])
    for i in range(width):
        named = [name_and_unit(row[i]) for row in rows if row[i]]
        words = [name for name, _ in named if name]
        unit = next((unit for _, unit in named if unit), units[i] if units else "")
        found.names.append(words[0] if words else f"column {i + 1}")
        found.units.append("" if unit in ("-", "1") else unit)
        found.others.append(tuple(dict.fromkeys(words[1:])))
    return found


def _bare(cell: str) -> str:
    """Return a cell without brackets."""
    return cell.strip("[](){} ")


def name_and_unit(heading: str) -> tuple[str, str]:
    """Return the name and unit in a heading: `t [s]`, `x (cm)`, `θ / deg`, `t/s`; "" without a unit."""
    found = BRACKETED.fullmatch(heading) or SLASHED.fullmatch(heading)
    if found is not None and (found["name"] or found["rest"]):
        return f"{found['name']} {found['rest']}".strip(" /"), found["unit"].strip()
    close = CLOSE.fullmatch(heading)
    if close is not None and unit_called(close["unit"]) is not None:
        return close["name"].strip(), close["unit"].strip()
    return heading, ""
