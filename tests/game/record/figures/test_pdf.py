"""Drawings as PDF: its page has the size of the drawing, its lines are lines, its words text; poppler draws it."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Picture

from game.model.equations.set_symbols import set_equation
from game.record.figures.drawing_items import (
    Block,
    Clip,
    DotSet,
    Drawing,
    FilledShape,
    Formula,
    Image,
    Lettering,
    PrintedLine,
)
from game.record.figures.pdf import drawing_pdf, figure_pdf
from tests.game.record.figures.test_figures import figure

RED, BLUE, GREEN = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)


def drawing() -> Drawing:
    (box,) = set_equation(r"\dot\theta = \sqrt{\frac{2E}{I_A}}", 24.0)
    square = np.array([[20.0, 20.0], [60.0, 20.0], [60.0, 60.0], [20.0, 60.0]])
    return Drawing(
        300.0,
        200.0,
        [
            Block(0.0, 0.0, 300.0, 200.0, (1.0, 1.0, 1.0)),
            FilledShape(square, RED),
            PrintedLine([np.array([[100.0, 40.0], [280.0, 40.0]])], BLUE, 6.0),
            PrintedLine([np.array([[100.0, 60.0], [280.0, 60.0]])], BLUE, 1.0, (9.0, 3.0, 2.0, 3.0)),
            DotSet(np.array([[80.0, 100.0]]), 8.0, GREEN),
            Clip(10.0, 150.0, 30.0, 30.0, (PrintedLine([np.array([[0.0, 165.0], [300.0, 165.0]])], RED, 8.0),)),
            Image(200.0, 150.0, 40.0, 20.0, np.full((2, 4, 3), (0, 0, 255), np.uint8)),
            Formula(120.0, 120.0, box, "θ̇", (0.0, 0.0, 0.0), halo=2.0),
            Lettering(150.0, 190.0, "Räder → ω", 12.0, side="middle", halo=1.0),
        ],
    )


def streams(document: bytes) -> str:
    """Return what the compressed streams of a document say, as far as it is text."""
    found = []
    for packed in re.findall(rb"stream\n(.*?)\nendstream", document, re.DOTALL):
        try:
            found.append(zlib.decompress(packed).decode("latin-1"))
        except zlib.error:
            continue
    return "\n".join(found)


def test_a_page_has_the_size_of_the_drawing_and_its_paths() -> None:
    document = drawing_pdf(drawing(), "Gyroscope (axis)")
    assert document.startswith(b"%PDF-") and document.rstrip().endswith(b"%%EOF")
    assert re.search(rb"/MediaBox \[0 0 300(\.0+)? 200(\.0+)?\]", document) and document.count(b"/Type /Page\n") == 1
    content = streams(document)
    assert re.search(r"\[9 3 2 3\] 0 d", content), "strokes and gaps"
    assert content.count("BT") >= 8, "letters are text"
    for name in (b"+STIXGeneralItalic", b"+Roboto", b"+DejaVuSans"):
        assert name in document, "the fonts are inside"


def test_figures_are_pdf_too() -> None:
    document = figure_pdf(figure())
    assert document.startswith(b"%PDF-") and len(streams(document)) > 5000


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs poppler")
def test_poppler_draws_what_was_drawn(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(drawing_pdf(drawing(), "a"))
    done = subprocess.run(
        ["pdftoppm", "-r", "72", "-png", "-singlefile", "a.pdf", "a"], cwd=tmp_path, capture_output=True, check=True
    )
    assert done.stderr == b""
    picture = np.asarray(Picture.open(tmp_path / "a.png"))
    assert picture.shape == (200, 300, 3)
    assert picture[40, 40].tolist() == [255, 0, 0] and picture[40, 200].tolist() == [0, 0, 255]
    assert picture[100, 80].tolist() == [0, 255, 0], "the dot is centred"
    assert picture[165, 25].tolist() == [255, 0, 0] and picture[165, 60].tolist() == [255, 255, 255], "clipped"
    assert picture[160, 220].tolist() == [0, 0, 255], "the picture"
    assert (picture[90:140, 110:260] < 100).all(axis=2).sum() > 150, "the equation"
