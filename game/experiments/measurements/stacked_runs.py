"""Files in which several runs stand below one another: text of Logger Pro, and logs of a micro:bit that was restarted.

Each run has headings of its own, or those of the first one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from game.experiments.measurements.table_cells import is_missing, is_number

Line = tuple[int, str]
"""A line of a file with its number, from 1."""

VERNIER = re.compile(r"\s*vernier format\b", re.I)
"""First line of a table that Logger Pro has written as text; the next one names the file that it comes from."""
LOGGED = re.compile(r'\s*"?time \((?:milli)?(?:seconds|minutes|hours|days)\)', re.I)
"""First line of the log of a micro:bit."""
RESTARTED = re.compile(r'\s*"?reboot\b', re.I)
NUMBERED = re.compile(r"\s*(?:run|data ?set|trial)\s*#?\s*(\d+)\s*", re.I)


class StackedRun(NamedTuple):
    """A run: its number, the title above it, "" for none, and its lines, headings first."""

    number: int
    title: str
    lines: list[Line]


def has_runs(lines: Sequence[Line]) -> bool:
    """Return whether a file that begins with these lines is one in which runs may stand below one another."""
    return bool(lines) and bool(VERNIER.match(lines[0][1]) or LOGGED.match(lines[0][1]))


def stacked_runs(lines: Sequence[Line]) -> list[StackedRun]:
    """Return the runs of a file, of which `has_runs`, in the order of the file; those without rows are left out."""
    found = _vernier(lines) if VERNIER.match(lines[0][1]) else _restarted(lines)
    told = [NUMBERED.fullmatch(title) for title, _ in found]
    numbers = [int(each[1]) for each in told if each is not None]
    if len({*numbers}) != len(found):
        numbers = list(range(1, len(found) + 1))
    return [StackedRun(number, *each) for number, each in zip(numbers, found, strict=True)]


def _vernier(lines: Sequence[Line]) -> list[tuple[str, list[Line]]]:
    """Return the titles and lines of the sets of Logger Pro: title, long names, short names, units, rows."""
    found: list[tuple[str, list[Line]]] = []
    place = 0
    while place < len(lines):
        begin = place
        while place < len(lines) and not _is_row(lines[place][1]):
            place += 1
        heads = list(lines[begin:place])
        begin = place
        while place < len(lines) and _is_row(lines[place][1]):
            place += 1
        rows = list(lines[begin:place])
        if VERNIER.match(heads[0][1]) if heads else False:
            del heads[:2]
        if not rows:
            continue
        width = rows[0][1].count("\t")
        titles = [line.strip() for _, line in heads if line.count("\t") < width and "\t" not in line.strip()]
        heads = [(number, line + "\t" * (width - line.count("\t"))) for number, line in heads if "\t" in line.strip()]
        found.append((titles[-1] if titles else "", [*heads, *rows]))
    return found


def _restarted(lines: Sequence[Line]) -> list[tuple[str, list[Line]]]:
    """Return the lines of each run of a micro:bit, between the lines that tell of a restart."""
    parts: list[list[Line]] = [[]]
    for number, line in lines:
        if RESTARTED.match(line):
            parts.append([])
        else:
            parts[-1].append((number, line))
    heads = parts[0][:1]
    wanted = [part if LOGGED.match(part[0][1]) else [*heads, *part] for part in parts if part]
    return [("", part) for part in wanted if len(part) > 1]


def _is_row(line: str) -> bool:
    """Return whether the cells of a line are numbers or missing."""
    cells = [cell.strip('" ') for cell in line.split("\t")]
    return any(is_number(cell, True) for cell in cells) and all(
        is_number(cell, True) or is_missing(cell) for cell in cells
    )
