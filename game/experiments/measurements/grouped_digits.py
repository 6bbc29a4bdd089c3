"""Marks between thousands in a table, which look like decimal ones: `1,043`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.experiments.measurements.table_cells import MINUS, NUMBER, pointed
from game.experiments.measurements.table_layout import Layout, cells_of
from physics.core.units import shown
from physics.errors import BadInput

GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}[,.]\d{3}")


class GroupedDigits:
    """What tells whether the commas and points of a table are decimal, from all of its rows.

    Only tables with commas in their numbers leave it open; others are not looked at.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._decimal = False
        """Whether a comma was seen that can only be decimal."""
        self._pointed: set[int] = set()
        self._groups: dict[tuple[int, str], tuple[int, str]] = {}
        """The first line and cell with three digits behind a mark, by column and mark."""

    def look(self, rows: Sequence[tuple[int, str]]) -> None:
        """Take in rows, each with the number of its line."""
        if not self._layout.comma:
            return
        for number, line in rows:
            if self._decimal and "." not in line:
                continue
            for place, cell in enumerate(cells_of(line, self._layout.separator)[: self._layout.width]):
                if self._layout.kinds[place] == "number":
                    self._take(number, place, cell.translate(MINUS).removesuffix(self._layout.within[place]).rstrip())

    def _take(self, number: int, place: int, cell: str) -> None:
        mark = "," if "," in cell else "." if "." in cell else ""
        if GROUPED.fullmatch(cell):
            self._groups.setdefault((place, mark), (number, cell))
        elif not NUMBER.fullmatch(pointed(cell, True)):
            return
        elif mark == ",":
            self._decimal = True
        elif mark:
            self._pointed.add(place)

    def check(self, names: Sequence[str]) -> None:
        """Raise BadInput where marks may be those of thousands. names: of the columns."""
        for (place, mark), (number, cell) in self._groups.items():
            if mark == ",":
                doubt = not self._decimal
            else:
                doubt = place not in self._pointed and (self._decimal or (place, ",") in self._groups)
            if doubt:
                raise BadInput(
                    f"line {number}: {names[place]} = {shown(cell)}: thousands or a decimal mark? write numbers "
                    "without marks between thousands"
                )
