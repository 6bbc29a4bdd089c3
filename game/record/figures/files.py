"""Files of figures, and their numbers as CSV: every number so that it can be read back exactly."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import numpy as np

from game.model.figures.figure import Figure
from game.model.replacement import replacing
from game.record.extras import need


def write_figure(path: Path, figure: Figure) -> None:
    """Write a figure in the format of the file's suffix: .svg, .pdf, .png, .csv, or .npz for its arrays.

    The file appears complete or not at all. Raises RecordingError when the file cannot be written.
    """
    if path.suffix == ".png":
        from game.record.figures.png import picture_of
        from game.record.still import save_png

        save_png(path, picture_of(figure), {"Title": figure.title, "Description": figure.subtitle})
        return
    if path.suffix in (".pdf", ".svg"):
        need("print")
    if path.suffix == ".pdf":
        from game.record.figures.pdf import figure_pdf

        content = figure_pdf(figure)
        with replacing(path) as part:
            part.write_bytes(content)
        return
    if path.suffix == ".npz":
        arrays = figure.arrays()
        with replacing(path) as part, part.open("wb") as file:
            np.savez_compressed(file, **arrays)
        return
    if path.suffix == ".svg":
        from game.record.figures.svg import svg_text

        words = svg_text(figure)
    else:
        words = csv_text(figure)
    with replacing(path) as part:
        part.write_text(words, encoding="utf-8", newline="")


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
