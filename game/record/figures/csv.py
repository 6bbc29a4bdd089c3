"""The numbers of a figure as CSV: every number so that it can be read back exactly."""

from __future__ import annotations

from itertools import zip_longest

from game.model.figures.figure import Figure


def csv_text(figure: Figure) -> str:
    """Return the table of a figure: comments with its titles, a row of names with units, and the numbers.

    Columns that are shorter than others end in empty cells; NaN is an empty cell, too.
    """
    columns = figure.table()
    lines = [f"# {line}" for line in (figure.title, figure.subtitle) if line]
    lines.append(",".join(_cell(column.heading) for column in columns))
    cells = [[repr(value) if value == value else "" for value in column.values.tolist()] for column in columns]
    lines += map(",".join, zip_longest(*cells, fillvalue=""))
    return "\n".join([*lines, ""])


def _cell(words: str) -> str:
    return '"' + words.replace('"', '""') + '"' if set('",\n') & set(words) else words
