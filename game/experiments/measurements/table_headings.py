"""Headings of the columns of a table: names, symbols and units, in one row or several, also behind # or %."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from game.experiments.measurements.table_layout import SEPARATORS, Layout, cells_of
from physics.core.units import ambiguous, factor, is_unit

BRACKETED = re.compile(
    r"(?P<name>.*?)\s*"
    r"(?:\[(?P<square>[^\[\]]*)\]|\((?P<round>(?:[^()]|\([^()]*\))*)\)|\{(?P<curly>[^{}]*)\})\s*(?P<rest>.*)"
)
SLASHED = re.compile(r"(?P<name>.*?)\s+/\s+(?P<unit>\S+)")
CLOSE = re.compile(r"(?P<name>[^/]+?)(?:/|,\s*|\s+in\s+|\s*(?=<.+>$))(?P<unit>.+)")
"""A heading whose unit follows a slash without spaces, a comma or `in`, or in angles; only where it is one that is
known."""
SPACED = re.compile(r'"[^"]*"|[^\s"(\[{]+(?:\s*[\[({][^\])}]*[\])}])?|[\[({][^\])}]*[\])}]')
"""A heading among others that spaces separate; a unit in brackets belongs to it."""
REMARK = re.compile(r"\s*(?:#(?!N/?A\b|NV\b|[A-Z]+(?:/0)?[!?])|%|//)+")
"""Mark at the beginning of a line that is a remark; errors of spreadsheets are cells."""
LABEL = re.compile(r"\s*(?:units?|einheit(?:en)?|unités?|unidad(?:es)?|unità)(?:\s*[:=]\s*|\s+(?=\S))", re.I)
"""What may stand before a unit or a row of units."""
SOURCE = re.compile(r"source ?\d+", re.I)
"""What MakeCode writes in brackets: which of several devices has sent it."""
MOST_ROWS = 4
"""Greatest number of rows of headings."""
TOLD = re.compile(
    r"[\[({<](?P<bracketed>[^\])}>]*)[\])}>]|\b(?:in|[=:])\s+(?P<stated>[^\s,;]+)"
    r"|(?P<number>\d[\d.,]*\s*)?(?P<word>°(?:/s)?|[^\W\d_]{2,}(?:(?:/|\s+per\s+)[^\W\d_]+)?)"
)
"""What may be a unit in a remark; one behind a number tells of something else."""
NO_UNITS = frozenset(("in", "min", "mi", "tr", "tour", "turn", "rev", "cycle", "day", "foot", "feet"))
"""Words that are more often something else in a sentence."""


class Headings(NamedTuple):
    """What stands above the columns: names, units, "" for none, and further names, those of the nearest row first.

    also: further units of each column. remarked: units that other lines above the rows name, of whichever column.
    groups: what stands once above several columns, such as a track or a run, "" for none.
    """

    names: list[str]
    units: list[str]
    others: list[tuple[str, ...]]
    also: list[tuple[str, ...]]
    remarked: tuple[str, ...]
    groups: list[str]


def headings_of(above: Sequence[str], remarks: Sequence[str], layout: Layout) -> Headings:
    """Return the headings in the lines above the first row, and in the remarks there.

    A remark gives names where no line has any, and units in any case: as a row of units, or beside the same names.
    """
    # Where a line has no other separators, any of as many words as there are columns fits.
    tried = (*SEPARATORS[:-1], " ") if layout.separator in " \t" else (layout.separator,)
    lines = [cells for line in above if (cells := _cells(line, layout, tried))]
    lines = lines or [cells for line in above if (cells := _widened(line, layout, tried))]
    plain = [LABEL.sub("", REMARK.sub("", line, count=1), count=1) for line in remarks]
    behind = [cells for line in plain if (cells := _cells(line, layout, (*tried, *SEPARATORS)))]
    units = [cells for cells in behind if _is_units_row([cells])]
    if not any(not _is_units_row([cells]) for cells in lines):
        found = [cells for line in plain if (cells := _cells(line, layout, tried)) and cells not in units]
        lines = [*found[-1:], *lines]
    names = [cells for cells in lines if not _is_units_row([cells])]
    alike = [cells for cells in behind if cells not in units and cells not in lines and _names_alike(cells, names)]
    rows, row_of_units = _parted(lines[-MOST_ROWS:])
    used = [*lines[-MOST_ROWS:], *units, *alike]
    units += [[name_and_unit(cell)[1] for cell in cells] for cells in alike]
    told = [line for line in above if (_cells(line, layout, tried) or _widened(line, layout, tried)) not in used]
    told += [line for line in plain if _cells(line, layout, (*tried, *SEPARATORS)) not in used]
    remarked = tuple(dict.fromkeys(unit for line in told for unit in _units_told(line)))
    return _headings(rows, [row_of_units, *reversed(units)], layout.width, remarked)


def _names_alike(cells: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether cells with units have the names of a row of headings."""
    named = [name_and_unit(cell) for cell in cells]
    names = [name.casefold() for name, _ in named]
    return any(unit for _, unit in named) and any(
        names == [name_and_unit(cell)[0].casefold() for cell in row] for row in rows
    )


def _units_told(line: str) -> list[str]:
    """Return the units that a line of words names."""
    found = []
    for each in TOLD.finditer(line):
        word = (each["bracketed"] or each["stated"] or ("" if each["number"] else each["word"] or "")).strip(". ")
        free = bool(each["bracketed"] or each["stated"]) or word.casefold() not in NO_UNITS
        if word and free and is_unit(word):
            found.append(word.casefold() if ambiguous(word) else word)
        elif each["bracketed"]:
            found += _units_told(each["bracketed"])
    return found


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


def _widened(line: str, layout: Layout, separators: Sequence[str]) -> list[str]:
    """Return the cells of a line of headings that has another number of them than a row, [] where that is not clear.

    A column without a heading is added; a unit behind a comma belongs to the heading before it.
    """
    joined: list[str] = []
    for cell in cells_of(line, ",") if layout.separator == "," else ():
        if joined and cell and is_unit(cell):
            joined[-1] += f", {cell}"
        else:
            joined.append(cell)
    if len(joined) == layout.width:
        return joined
    cells = _cells(line, layout._replace(width=layout.width - 1), separators) if layout.spare else []
    if not all(cells):
        return []
    return ["", *cells] if cells and layout.spare == "first" else [*cells, ""] if cells else []


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
    known = [cell for cell in cells if _is_unit(cell) or cell == "-"]
    timed = any(factor(_bare(cell), "s") is not None for cell in cells)
    if not known or {"t", "T"} & {*cells}:
        return False
    return len(known) == len(cells) or (timed and 2 * len(known) >= len(cells))


def _is_unit(cell: str) -> bool:
    """Return whether a cell is one of units: in brackets, or known; `t in ms` is none, though three units."""
    return _is_bracketed(cell) or (" in " not in cell and is_unit(_bare(cell)))


def _is_bracketed(cell: str) -> bool:
    return cell[0] in "[({" and cell[-1] in "])}"


def _headings(
    rows: Sequence[list[str]], units: Sequence[Sequence[str]], width: int, remarked: tuple[str, ...]
) -> Headings:
    """Return the headings of rows of names, and rows that give units, the nearest first, [] for none."""
    found = Headings([], [], [], [], remarked, _groups(rows, width))
    for i in range(width):
        named = [name_and_unit(row[i]) for row in rows if row[i]]
        words = [name for name, _ in named if name]
        below = [_bare(row[i]) for row in units if row]
        every = [unit for unit in dict.fromkeys((*(unit for _, unit in named), *below)) if unit not in ("", "-", "1")]
        found.names.append(words[0] if words else f"column {i + 1}")
        found.units.append(every[0] if every else "")
        found.others.append(tuple(dict.fromkeys(words[1:])))
        found.also.append(tuple(every[1:]))
    return found


def _groups(rows: Sequence[list[str]], width: int) -> list[str]:
    """Return what a row above the names says of several columns at once: a cell holds up to the next one, or ""."""
    row = next((row for row in rows[1:] if any(row) and "" in row[next(i for i in range(width) if row[i]) :]), None)
    found, last = [], ""
    for cell in row or [""] * width:
        last = cell or last
        found.append(last)
    return found


def _bare(cell: str) -> str:
    """Return a cell without brackets around it, and without the word "unit" before it."""
    cell = LABEL.sub("", cell, count=1).strip()
    return cell[1:-1].strip() if cell and _is_bracketed(cell) else cell


def name_and_unit(heading: str) -> tuple[str, str]:
    """Return the name and unit in a heading: `t [s]`, `x (cm)`, `θ / deg`, `t/s`; "" without a unit."""
    found = BRACKETED.fullmatch(heading)
    if found is not None and (found["name"] or found["rest"]):
        unit = (found["square"] or found["round"] or found["curly"] or "").strip().removeprefix("in ")
        return f"{found['name']} {found['rest']}".strip(" /"), "" if SOURCE.fullmatch(unit) else unit.strip()
    slashed = SLASHED.fullmatch(heading)
    if slashed is not None and slashed["name"]:
        return slashed["name"].strip(" /"), slashed["unit"].strip()
    close = CLOSE.fullmatch(heading)
    if close is not None and is_unit(unit := close["unit"].strip().removeprefix("<").removesuffix(">")):
        return close["name"].strip(), unit.strip()
    return heading, ""
