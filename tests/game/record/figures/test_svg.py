"""Drawings as SVG: the numbers of its elements are those of the drawing."""

from __future__ import annotations

import base64
import io
import math
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image as Pictures

from game.model.equations.layout import Dot, MathBox
from game.model.figures.figure import CurveStyle
from game.record.figures.drawing_items import (
    MARKER,
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
from game.record.figures.letter_outlines import lettering_outlines
from game.record.figures.svg import drawing_text
from tests.game.record.figures.markers import CORNERED

RED, BLUE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)


def elements(*items: Item) -> list[ElementTree.Element]:
    """The elements of a drawing behind its title, without the name space."""
    root = ElementTree.fromstring(drawing_text(Drawing(80.0, 60.5, [*items]), "T & <t>"))
    for each in root.iter():
        each.tag = each.tag.partition("}")[2]
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("80", "60.5", "0 0 80 60.5")
    assert root[0].tag == "title" and root[0].text == "T & <t>"
    return list(root)[1:]


def way(path: str) -> list[tuple[float, float]]:
    """The places of a path of absolute and relative steps; None stands for a lifted pen."""
    places, x, y = [], 0.0, 0.0
    for kind, numbers in re.findall(r"([MLmlZ])([^MLmlZ]*)", path):
        if kind == "Z":
            continue
        dx, dy = map(float, numbers.split())
        x, y = (dx, dy) if kind in "ML" else (x + dx, y + dy)
        places.append((round(x, 6), round(y, 6)))
    return places


def marker(shape: str, hollow: bool = False) -> ElementTree.Element:
    (group,) = elements(MarkerSet(np.array([(30.0, 20.0), (60.0, 40.0)]), CurveStyle(RED, marker=shape, hollow=hollow)))
    assert group.get("stroke") == "#ff0000" and group.get("fill") == ("white" if hollow else "#ff0000")
    assert len(group) == 2 and group[0].attrib != group[1].attrib
    return group[0]


def test_round_markers_and_crosses() -> None:
    for shape, radius in (("circle", 3.2), ("point", 1.0)):
        found = marker(shape)
        assert [float(found.get(name)) for name in ("cx", "cy", "r")] == [30.0, 20.0, radius]
    start, end, other, last = way(marker("cross").get("d"))
    r = 0.9 * MARKER
    assert start == pytest.approx((30 - r, 20 - r), abs=0.02) and end == pytest.approx((30 + r, 20 + r), abs=0.02)
    assert other == pytest.approx((30 + r, 20 - r), abs=0.02) and last == pytest.approx((30 - r, 20 + r), abs=0.02)


@pytest.mark.parametrize(("shape", "corners", "low", "high"), CORNERED)
def test_markers_with_corners(shape: str, corners: int, low: tuple[float, float], high: tuple[float, float]) -> None:
    points = np.array([tuple(map(float, each.split(","))) for each in marker(shape, True).get("points").split()])
    local = (points - (30.0, 20.0)) / MARKER
    assert len(points) == corners
    assert local.min(axis=0) == pytest.approx(low, abs=0.01) and local.max(axis=0) == pytest.approx(high, abs=0.01)
    assert local[:, 0].sum() == pytest.approx(0.0, abs=0.01), "alike at both sides"
    (x, y), (x_next, y_next) = local.T, np.roll(local, -1, axis=0).T
    area = 0.5 * abs(float((x * y_next - y * x_next).sum()))
    assert area == pytest.approx({"square": 1.8**2, "diamond": 2.0 * 1.2**2}.get(shape, 2.2), abs=0.02)


def test_lines_have_their_places_widths_and_dashes() -> None:
    paths = [np.array([(1.0, 2.0), (3.25, 4.5)]), np.array([(5.0, 6.0), (7.0, 8.0)])]
    plain, dashed = elements(
        PrintedLine(paths, RED, 1.5), PrintedLine(paths[:1], BLUE, 2.0, (6.0, 4.5), "curve", "a & b"),
        PrintedLine([], RED, 1.0),
    )  # fmt: skip
    assert plain.get("d") == "M1.00 2.00L3.25 4.50 M5.00 6.00L7.00 8.00"
    assert (plain.get("stroke"), plain.get("stroke-width"), plain.get("stroke-dasharray")) == ("#ff0000", "1.5", None)
    assert plain.get("class") is None and len(plain) == 0
    assert (dashed.get("class"), dashed.get("stroke-dasharray"), dashed[0].text) == ("curve", "6 4.5", "a & b")


def test_shapes_dots_blocks_and_pictures() -> None:
    triangle = np.array([(10.0, 10.0), (50.0, 10.0), (10.0, 40.0)])
    pixels = np.array([[(255, 0, 0), (0, 0, 255)]], np.uint8)
    filled, hollow, dots, block, image = elements(
        FilledShape(triangle, RED, "arrowhead"), FilledShape(triangle, RED, hollow=1.5),
        DotSet(np.array([(20.0, 25.0), (60.0, 40.0)]), 2.5, BLUE), Block(1.0, 2.0, 3.0, 4.0, BLUE),
        Image(10.0, 20.0, 30.0, 15.0, pixels),
    )  # fmt: skip
    assert way(filled.get("d")) == [tuple(corner) for corner in triangle] and filled.get("d").endswith("Z")
    assert (filled.get("fill"), filled.get("stroke"), filled.get("class")) == ("#ff0000", None, "arrowhead")
    assert (hollow.get("fill"), hollow.get("stroke"), hollow.get("stroke-width")) == ("white", "#ff0000", "1.5")
    assert dots.get("fill") == "#0000ff"
    assert [[float(each.get(name)) for name in ("cx", "cy", "r")] for each in dots] == [[20, 25, 2.5], [60, 40, 2.5]]
    names = "x", "y", "width", "height"
    assert [float(block.get(name)) for name in names] == [1, 2, 3, 4] and block.get("fill") == "#0000ff"
    assert [float(image.get(name)) for name in names] == [10, 20, 30, 15]
    with Pictures.open(io.BytesIO(base64.b64decode(image.get("href").partition(",")[2]))) as found:
        assert np.array_equal(np.asarray(found.convert("RGB")), pixels)


def test_each_clip_has_a_number_of_its_own() -> None:
    line = PrintedLine([np.array([(0.0, 30.0), (80.0, 30.0)])], RED, 1.0)
    found = elements(Clip(1.0, 2.0, 3.0, 4.0, (line,)), Clip(5.0, 6.0, 7.0, 8.0, (line, line)))
    paths, groups = found[::2], found[1::2]
    assert [each.get("clip-path") for each in groups] == [f"url(#{each.get('id')})" for each in paths]
    assert len({each.get("id") for each in paths}) == 2 and [len(each) for each in groups] == [1, 2]
    assert [[float(each[0].get(name)) for name in ("x", "y", "width", "height")] for each in paths] == [
        [1, 2, 3, 4], [5, 6, 7, 8],
    ]  # fmt: skip


def test_words_have_their_anchor_and_a_halo_below_them() -> None:
    (plain,) = elements(Lettering(10.0, 20.0, "a < b"))
    assert (plain.get("x"), plain.get("y"), plain.text) == ("10.00", "20.00", "a < b")
    assert [plain.get(name) for name in ("text-anchor", "font-weight", "transform")] == [None] * 3
    halo, turned = elements(Lettering(10.0, 20.0, "ab", 14.0, RED, "end", True, True, 1.5))
    assert (turned.get("text-anchor"), turned.get("font-weight")) == ("end", "500")
    assert turned.get("transform") == "rotate(-90 10.00 20.00)" and turned.get("font-size") == "14"
    assert halo.get("stroke-width") == "3", "seen at both sides of a line on which it lies"
    assert (halo.get("class"), halo.get("fill"), halo.get("stroke")) == ("halo", "white", "white")
    assert halo.get("d") == lettering_outlines(Lettering(10.0, 20.0, "ab", 14.0, side="end", bold=True))


@pytest.mark.parametrize("halo", [0.0, 2.0])
def test_formulas_are_outlines_with_their_words(halo: float) -> None:
    (group,) = elements(Formula(10.0, 20.0, MathBox(dots=[Dot(1.0, 2.0, 0.5)]), "x < y", RED, halo))
    assert group[0].text == "x < y" and group[-1].get("fill") == "#ff0000"
    assert len(group) == (3 if halo else 2)
    if halo:
        assert group[1].get("d") == group[2].get("d") and group[1].get("stroke-width") == "4"
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", group[-1].get("d"))]
    assert math.isclose(max(numbers), 22.5) and math.isclose(min(numbers), 10.5)


def test_characters_that_no_document_may_have_give_way_to_a_sign() -> None:
    (found,) = elements(Lettering(1.0, 2.0, "a\x00b\x1fc\ud800d\uffffe\tf"))
    assert found.text == "a\ufffdb\ufffdc\ufffdd\ufffde\tf"
