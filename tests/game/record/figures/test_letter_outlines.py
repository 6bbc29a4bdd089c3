"""Outlines of letters and lines: bent strokes pass where their control points say."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

from game.model.equations.layout import Dot, MathBox, Stroke
from game.model.equations.set_symbols import set_equation
from game.record.figures.drawing_items import Formula, Lettering
from game.record.figures.letter_outlines import bezier, formula_outlines, lettering_outlines
from game.record.figures.metrics import text_width


def test_a_bent_stroke_begins_and_ends_at_its_outer_points_along_its_sides() -> None:
    control = np.array([(1.0, 2.0), (1.0, 5.0), (7.0, 5.0), (7.0, 2.0)])
    points = np.array(bezier(list(map(tuple, control)), count=1000))
    assert points[0] == pytest.approx(control[0]) and points[-1] == pytest.approx(control[-1])
    assert 1000 * (points[1] - points[0]) == pytest.approx(3 * (control[1] - control[0]), abs=0.05)
    assert points[500] == pytest.approx((4.0, 4.25)), "three quarters of the way up"


def test_control_points_at_equal_distances_make_a_straight_line() -> None:
    points = np.array(bezier([(0.0, 0.0), (1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]))
    assert points[:, 0] == pytest.approx(np.linspace(0.0, 3.0, 13))
    assert points[:, 1] == pytest.approx(2.0 * points[:, 0])


def bounds(path: str) -> tuple[float, ...]:
    pen = BoundsPen(None)
    parse_path(path, pen)
    return pen.bounds


def area(path: str) -> float:
    pen = AreaPen()
    parse_path(path, pen)
    return abs(pen.value)


@pytest.mark.parametrize(("side", "before"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
@pytest.mark.parametrize("words", ["HEHE", "H → H"])
def test_the_outlines_of_words_are_where_the_words_are(side: str, before: float, words: str) -> None:
    """The second has letters of two fonts."""
    left, top, right, bottom = bounds(lettering_outlines(Lettering(40.0, 30.0, words, 12.0, side=side)))
    start = 40.0 - before * text_width(words, 12.0)
    assert start < left < start + 1.5 and right == pytest.approx(start + text_width(words, 12.0), abs=1.5)
    assert top == pytest.approx(30.0 - 8.53, abs=0.1), "the height of capitals of Roboto is 1456 of 2048"
    assert bottom == pytest.approx(30.0, abs=0.4)


def test_bold_letters_have_more_ink() -> None:
    plain, bold = (area(lettering_outlines(Lettering(0.0, 0.0, "HEHE", 12.0, bold=bold))) for bold in (False, True))
    assert 1.1 * plain < bold < 1.6 * plain


def formula(**parts: list[Any]) -> str:
    return formula_outlines(Formula(10.0, 20.0, MathBox(20.0, 10.0, 5.0, **parts), "x"))


def test_a_dot_of_a_formula_is_a_disk() -> None:
    path = formula(dots=[Dot(3.0, -7.0, 2.0)])
    assert bounds(path) == pytest.approx((11.0, 11.0, 15.0, 15.0), abs=0.011)
    assert area(path) == pytest.approx(4.0 * math.pi, rel=5e-3)
    for x, y in ((1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)):
        quarter = path.replace("Z", "")
        assert quarter.count("C") == 4 and f"{13 + 2 * x:.2f}" in quarter and f"{13 + 2 * y:.2f}" in quarter


@pytest.mark.parametrize("end", [(9.0, 0.0), (0.0, 9.0), (6.0, 3.0), (-6.0, 3.0)])
def test_a_line_of_a_formula_is_a_bar_with_square_ends(end: tuple[float, float]) -> None:
    path = formula(strokes=[Stroke(((1.0, 2.0), (1.0 + end[0], 2.0 + end[1])), 0.8)])
    length = math.hypot(*end)
    assert area(path) == pytest.approx((length + 0.8) * 0.8, rel=0.03)
    corners = np.array([tuple(map(float, each.split())) for each in path.strip("MZ").split("L")])
    start, along = np.array([11.0, 22.0]), np.array(end) / length
    across = np.array([-along[1], along[0]])
    assert np.sort((corners - start) @ along) == pytest.approx([-0.4, -0.4, length + 0.4, length + 0.4], abs=0.02)
    assert np.sort((corners - start) @ across) == pytest.approx([-0.4, -0.4, 0.4, 0.4], abs=0.02)


def test_bent_strokes_are_bars_along_the_curve_and_points_nothing() -> None:
    control = ((0.0, 0.0), (0.0, 4.0), (8.0, 4.0), (8.0, 0.0))
    path = formula(strokes=[Stroke(control, 0.5, bent=True)])
    assert path.count("M") == 12 and bounds(path)[3] == pytest.approx(20.0 + 3.25, abs=0.1)
    assert formula(strokes=[Stroke(control[:3], 0.5)]).count("M") == 2
    assert formula(strokes=[Stroke(((1.0, 1.0), (1.0, 1.0)), 0.5)]) == ""


def test_the_letters_of_a_formula_are_where_its_box_has_them() -> None:
    (box,) = set_equation(r"\theta = \frac{2E}{I_A}", 24.0)
    left, top, right, bottom = bounds(formula_outlines(Formula(10.0, 50.0, box, "x")))
    assert 10.0 - 0.5 < left < 12.0 and 10.0 + 0.95 * box.width < right < 10.0 + box.width + 0.5
    assert 50.0 - box.above - 0.5 < top < 50.0 - 0.8 * box.above and bottom == pytest.approx(50.0 + box.below, abs=3.0)
    for each in box.glyphs:
        alone = formula_outlines(Formula(10.0, 50.0, MathBox(glyphs=[each]), "x"))
        if alone:
            assert bounds(alone)[0] == pytest.approx(10.0 + each.x, abs=0.25 * each.size)
            assert bounds(alone)[3] == pytest.approx(50.0 + each.y, abs=0.3 * each.size)
