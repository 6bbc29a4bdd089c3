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

from game.model.equations.layout import Dot, MathBox, Stroke
from game.model.equations.set_symbols import set_equation
from game.model.figures.figure import CurveStyle
from game.record.figures.drawing_items import (
    MARKER,
    POINT,
    Block,
    Clip,
    DotSet,
    Drawing,
    FilledShape,
    Formula,
    Image,
    Item,
    Lettering,
    MarkerSet,
    PrintedLine,
)
from game.record.figures.metrics import text_width
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


def page(*items: Item) -> str:
    """What is drawn on a page of 80 by 60 points."""
    return streams(drawing_pdf(Drawing(80.0, 60.0, [*items]), "a")).partition("\n\n")[0]


def steps(content: str) -> np.ndarray:
    """The ends of all strokes: of those of shapes downward from the top, of circles upward from the bottom."""
    found = re.findall(r"(-?[\d.]+) (-?[\d.]+) (?:m|l|c)\b", content)
    return np.array(found, float).reshape(-1, 2)


@pytest.mark.parametrize("hollow", [False, True])
@pytest.mark.parametrize(("shape", "radius"), [("circle", MARKER), ("point", POINT)])
def test_round_markers(shape: str, radius: float, hollow: bool) -> None:
    content = page(MarkerSet(np.array([(30.0, 20.0)]), CurveStyle(RED, marker=shape, hollow=hollow)))
    places = steps(content)
    assert places.min(axis=0) == pytest.approx([30 - radius, 40 - radius], abs=0.02)
    assert places.max(axis=0) == pytest.approx([30 + radius, 40 + radius], abs=0.02)
    assert ("1 1 1 rg" in content or "1 g" in content) == hollow and ("1 0 0 rg" in content) != hollow
    assert "1 0 0 RG" in content and "1.00 w" in content and content.rstrip().endswith("B")


@pytest.mark.parametrize(
    ("shape", "corners", "low", "high"),
    [
        ("square", 4, (-0.9, -0.9), (0.9, 0.9)),
        ("diamond", 4, (-1.2, -1.2), (1.2, 1.2)),
        ("up", 3, (-1.1, -1.2), (1.1, 0.8)),
        ("down", 3, (-1.1, -0.8), (1.1, 1.2)),
    ],
)
@pytest.mark.parametrize("hollow", [False, True])
def test_markers_with_corners(
    shape: str, corners: int, low: tuple[float, float], high: tuple[float, float], hollow: bool
) -> None:
    content = page(MarkerSet(np.array([(30.0, 20.0)]), CurveStyle(RED, marker=shape, hollow=hollow)))
    local = (steps(content) - (30.0, 20.0)) / MARKER
    assert len(local) == corners and "1 0 0 -1 0 60 cm" in content and re.search(r"\bh B\b", content)
    assert local.min(axis=0) == pytest.approx(low, abs=0.01) and local.max(axis=0) == pytest.approx(high, abs=0.01)
    assert ("1 1 1 rg" in content, "1 0 0 rg" in content, "1 0 0 RG" in content) == (hollow, not hollow, True)


def test_crosses_are_two_lines() -> None:
    content = page(MarkerSet(np.array([(30.0, 20.0)]), CurveStyle(RED, marker="cross")))
    r = 0.9 * MARKER
    places = [tuple(place) for place in (steps(content) - (30.0, 20.0)).round(2).tolist()]
    assert {frozenset(places[:2]), frozenset(places[2:])} == {
        frozenset({(round(-r, 2), round(-r, 2)), (round(r, 2), round(r, 2))}),
        frozenset({(round(-r, 2), round(r, 2)), (round(r, 2), round(-r, 2))}),
    }
    assert len(re.findall(r"\bS\b", content)) == 2 and not re.search(r"\b[Bf]\b", content)


def test_shapes_lines_and_dots_of_a_page() -> None:
    triangle = np.array([(10.0, 10.0), (50.0, 10.0), (10.0, 40.0)])
    filled, hollow = page(FilledShape(triangle, RED)), page(FilledShape(triangle, RED, hollow=1.5))
    assert np.array_equal(steps(filled), triangle) and re.search(r"h f\b", filled) and "1 0 0 rg" in filled
    assert np.array_equal(steps(hollow), triangle) and re.search(r"h B\b", hollow) and "1 1 1 rg" in hollow
    assert "1 0 0 RG" in hollow
    line = page(PrintedLine([triangle, triangle[:1]], BLUE, 2.5))
    assert np.array_equal(steps(line), triangle) and re.search(r"l S\b", line) and not re.search(r"\bh\b", line)
    dots = steps(page(DotSet(np.array([(20.0, 20.0), (60.0, 40.0)]), 5.0, GREEN)))
    assert dots.min(axis=0) == pytest.approx([15.0, 15.0]) and dots.max(axis=0) == pytest.approx([65.0, 45.0])
    assert re.search(r"1\.00 54\.00 3\.00 4\.00 re W n", page(Clip(1.0, 2.0, 3.0, 4.0, ())))
    assert re.search(
        r"30\.00 0 0 15\.00 10\.00 25\.00 cm", page(Image(10.0, 20.0, 30.0, 15.0, np.zeros((2, 2, 3), np.uint8)))
    )
    assert re.search(r"1\.00 58\.00 3\.00 -4\.00 re f", page(Block(1.0, 2.0, 3.0, 4.0, RED)))


@pytest.mark.parametrize(("side", "before"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
def test_words_begin_where_their_anchor_has_them(side: str, before: float) -> None:
    def starts(words: str, **more: bool) -> list[tuple[float, float]]:
        content = page(Lettering(40.0, 20.0, words, 12.0, RED, side, **more))
        return [(float(x), float(y)) for x, y in re.findall(r"BT (-?[\d.]+) (-?[\d.]+) Td", content)]

    left = 40.0 - before * text_width("H → H", 12.0)
    found = starts("H → H")
    assert found[0] == pytest.approx((left, 40.0), abs=0.02) and len(found) == 3, "the arrow is of another font"
    assert found[1][0] == pytest.approx(left + text_width("H ", 12.0), abs=0.05)
    assert found[2][0] == pytest.approx(left + text_width("H →", 12.0), abs=0.05)
    assert starts("H → H", turned=True) == found, "and then turned about the anchor"
    turned = page(Lettering(40.0, 20.0, "H", 12.0, RED, side, turned=True))
    assert re.search(r"\b0 1 -1 0 80 -?0 cm", turned), "(40, 40) stays where it is"


def test_a_halo_lies_below_the_letters_of_words_and_formulas() -> None:
    words = page(Lettering(40.0, 20.0, "H", 12.0, halo=1.5))
    assert re.search(r"1 1 1 rg 1 1 1 RG", words) and words.index("h B") < words.index(" Tj")
    assert "1 1 1 rg" not in page(Lettering(40.0, 20.0, "H", 12.0))
    (box,) = set_equation("x", 12.0)
    assert "1 1 1 rg" in page(Formula(10.0, 20.0, box, "x", halo=1.0))
    assert "1 1 1 rg" not in page(Formula(10.0, 20.0, box, "x"))


def test_parts_of_a_formula_are_where_its_box_has_them() -> None:
    (letters,) = set_equation("xy", 12.0)
    content = page(Formula(10.0, 20.0, letters, "xy", RED))
    starts = [(float(x), float(y)) for x, y in re.findall(r"BT (-?[\d.]+) (-?[\d.]+) Td", content)]
    expected = np.array([(10.0 + each.x, 40.0 - each.y) for each in letters.glyphs])
    assert np.array(starts) == pytest.approx(expected, abs=0.01)
    dot = steps(page(Formula(10.0, 20.0, MathBox(dots=[Dot(3.0, -7.0, 2.0)]), "x", RED)))
    assert dot.min(axis=0) == pytest.approx([11.0, 45.0]) and dot.max(axis=0) == pytest.approx([15.0, 49.0])
    control = ((0.0, 0.0), (0.0, 4.0), (8.0, 4.0), (8.0, 0.0))
    bent = steps(page(Formula(10.0, 20.0, MathBox(strokes=[Stroke(control, 0.5, bent=True)]), "x", RED)))
    assert len(bent) == 13 and bent[6] == pytest.approx([14.0, 23.0]) and bent[12] == pytest.approx([18.0, 20.0])
    straight = steps(page(Formula(10.0, 20.0, MathBox(strokes=[Stroke(control, 0.5)]), "x", RED)))
    assert straight == pytest.approx(np.array(control) + np.array([10.0, 20.0]))
