"""Files of figures."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from game.model.figures.figure import Figure
from game.model.replacement import replacing


def write_figure(path: Path, figure: Figure) -> None:
    """Write a figure in the format of the file's suffix: .svg, .pdf, .png, .csv, or .npz for its arrays.

    The file appears complete or not at all. Raises RecordingError when the file cannot be written.
    """
    if path.suffix == ".png":
        from game.record.figures.png import picture_of
        from game.record.still import save_png

        save_png(path, picture_of(figure), {"Title": figure.title, "Description": figure.subtitle})
        return
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
        from game.record.figures.svg import svg_text as text_of
    else:
        from game.record.figures.csv import csv_text as text_of
    words = text_of(figure)
    with replacing(path) as part:
        part.write_text(words, encoding="utf-8", newline="")
