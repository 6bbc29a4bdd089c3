"""Drawings as pictures: each kind of item is where it should be, as large and in its colour."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

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
from game.record.figures.png import dashed, picture_of_drawing

RED, BLUE, INK = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
SIZE = 80.0, 60.0
SCALE = 4.0


def drawn(*items: Item, scale: float = SCALE, finer: int = 2) -> np.ndarray:
    return picture_of_drawing(Drawing(*SIZE, [*items]), scale, finer).astype(float) / 255.0


def cover(picture: np.ndarray, color: Sequence[float] = INK) -> np.ndarray:
    """How much of each pixel has a colour on white ground, by its darkest channel."""
    channel = int(np.argmin(color))
    return (1.0 - picture[..., channel]) / (1.0 - color[channel])


def box_of(picture: np.ndarray, color: Sequence[float] = INK, scale: float = SCALE) -> tuple[float, ...]:
    """Left, top, right and bottom of what has a colour [points]."""
    rows, columns = np.nonzero(cover(picture, color) > 0.5)
    return columns.min() / scale, rows.min() / scale, (columns.max() + 1) / scale, (rows.max() + 1) / scale


def middle_of(picture: np.ndarray, color: Sequence[float] = INK) -> tuple[float, float]:
    share = cover(picture, color)
    rows, columns = np.mgrid[: share.shape[0], : share.shape[1]] + 0.5
    return float((share * columns).sum() / share.sum()) / SCALE, float((share * rows).sum() / share.sum()) / SCALE


def area_of(picture: np.ndarray, color: Sequence[float] = INK) -> float:
    return float(cover(picture, color).sum()) / SCALE**2


@pytest.mark.parametrize(("scale", "finer"), [(1.0, 1), (2.0, 3), (1.5, 2)])
def test_a_picture_has_the_pixels_of_its_scale(scale: float, finer: int) -> None:
    picture = drawn(Block(20.0, 10.0, 40.0, 20.0, RED), scale=scale, finer=finer)
    assert picture.shape == (60 * scale, 80 * scale, 3)
    assert box_of(picture, RED, scale) == pytest.approx((20.0, 10.0, 60.0, 30.0), abs=1.0 / scale)
    assert (picture[0, 0] == 1.0).all() and (picture[int(20 * scale), int(40 * scale)] == RED).all()


def test_lines_shapes_and_dots() -> None:
    line = drawn(
        PrintedLine([np.array([(10.0, 30.0), (70.0, 30.0)]), np.array([(40.0, 40.0), (40.0, 50.0)])], BLUE, 3.0)
    )
    assert box_of(line[:140], BLUE) == pytest.approx((10.0, 28.5, 70.0, 31.5), abs=0.3)
    assert box_of(line, BLUE)[3] == pytest.approx(50.0, abs=0.3)
    hair = drawn(PrintedLine([np.array([(10.0, 30.0), (70.0, 30.0)])], INK, 0.01))
    assert area_of(hair) == pytest.approx(60.0 / (2 * SCALE), rel=0.1), "never thinner than one of the finer pixels"
    triangle = np.array([(10.0, 10.0), (50.0, 10.0), (10.0, 40.0)])
    filled, hollow = drawn(FilledShape(triangle, RED)), drawn(FilledShape(triangle, RED, hollow=1.0))
    assert area_of(filled, RED) == pytest.approx(600.0, rel=0.03)
    assert area_of(hollow, RED) == pytest.approx(120.0, rel=0.2) and box_of(hollow, RED) == pytest.approx(
        box_of(filled, RED), abs=1.0
    )
    on_blue = drawn(Block(0.0, 0.0, 80.0, 60.0, BLUE), FilledShape(triangle, RED, hollow=1.0))
    assert (on_blue[80, 80] == 1.0).all(), "white within"
    dots = drawn(DotSet(np.array([(20.0, 20.0), (60.0, 40.0)]), 5.0, BLUE))
    assert area_of(dots, BLUE) == pytest.approx(2.0 * math.pi * 25.0, rel=0.05)
    assert box_of(dots, BLUE) == pytest.approx((15.0, 15.0, 65.0, 45.0), abs=0.3)


def test_a_clip_cuts_what_is_in_it_and_keeps_what_is_below() -> None:
    line = PrintedLine([np.array([(0.0, 30.0), (80.0, 30.0)])], RED, 10.0)
    picture = drawn(Block(0.0, 0.0, 30.0, 60.0, BLUE), Clip(20.0, 10.0, 40.0, 22.0, (line,)))
    assert box_of(picture, RED) == pytest.approx((0.0, 0.0, 60.0, 60.0), abs=0.3), "blue has no red either"
    red = (np.abs(picture - RED).max(axis=2) < 0.1).nonzero()
    assert (red[1].min() / SCALE, red[0].min() / SCALE) == pytest.approx((20.0, 25.0), abs=0.3)
    assert ((red[1].max() + 1) / SCALE, (red[0].max() + 1) / SCALE) == pytest.approx((60.0, 32.0), abs=0.3)
    assert (picture[40, 100] == BLUE).all(), "below the clip"


def test_a_picture_in_a_drawing_keeps_the_edges_of_its_pixels() -> None:
    pixels = np.array([[(255, 0, 0), (0, 0, 255), (0, 255, 0)], [(0, 0, 0), (9, 9, 9), (99, 99, 99)]], np.uint8)
    picture = drawn(Image(10.0, 20.0, 30.0, 20.0, pixels))
    for row in range(2):
        for column in range(3):
            top, left = int(4 * (20 + 10 * row)), int(4 * (10 + 10 * column))
            part = picture[top : top + 40, left : left + 40]
            assert np.abs(part - pixels[row, column] / 255.0).max() < 0.01
    assert (picture[:, :40] == 1.0).all() and (picture[:, 160:] == 1.0).all() and (picture[160:] == 1.0).all()


SHAPES = {
    "circle": (MARKER, MARKER, math.pi * MARKER**2),
    "point": (POINT, POINT, math.pi * POINT**2),
    "square": (0.9 * MARKER, 0.9 * MARKER, (1.8 * MARKER) ** 2),
    "diamond": (1.2 * MARKER, 1.2 * MARKER, 2.0 * (1.2 * MARKER) ** 2),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_markers_have_their_shapes(shape: str) -> None:
    across, down, area = SHAPES[shape]
    picture = drawn(MarkerSet(np.array([(30.0, 20.0)]), CurveStyle(RED, marker=shape)))
    assert box_of(picture, RED) == pytest.approx((30 - across, 20 - down, 30 + across, 20 + down), abs=0.5)
    assert area_of(picture, RED) == pytest.approx(area, rel=0.25)
    assert middle_of(picture, RED) == pytest.approx((30.0, 20.0), abs=0.2)


def test_markers_that_point_up_down_or_cross() -> None:
    def marked(shape: str, hollow: bool = False) -> np.ndarray:
        style = CurveStyle(RED, marker=shape, hollow=hollow)
        return drawn(MarkerSet(np.array([(30.0, 20.0), (60.0, 40.0)]), style))[:120, :180]

    up, down, cross = marked("up"), marked("down"), marked("cross")
    assert box_of(up, RED)[1] == pytest.approx(20.0 - 1.2 * MARKER, abs=0.6)
    assert box_of(down, RED)[3] == pytest.approx(20.0 + 1.2 * MARKER, abs=0.6)
    assert middle_of(up, RED)[1] > 20.0 > middle_of(down, RED)[1]
    assert box_of(cross, RED) == pytest.approx((30 - MARKER, 20 - MARKER, 30 + MARKER, 20 + MARKER), abs=1.0)
    assert (cross[80, 120] == RED).all() and (cross[80, 120 + 8] == 1.0).all() and (cross[80 - 8, 120] == 1.0).all()
    for side in (-1, 1):
        assert (cross[80 + 6, 120 + 6 * side] == RED).all() and (cross[80 - 6, 120 + 6 * side] == RED).all()
    for shape in ("circle", "square", "diamond", "up", "down"):
        hollow = marked(shape, hollow=True)
        assert (hollow[80, 120] == 1.0).all() and area_of(hollow, RED) < 0.75 * area_of(marked(shape), RED)
        assert box_of(hollow, RED) == pytest.approx(box_of(marked(shape), RED), abs=0.3)


@pytest.mark.parametrize(("side", "before"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
@pytest.mark.parametrize("bold", [False, True])
def test_words_stand_at_their_anchor(side: str, before: float, bold: bool) -> None:
    item = Lettering(40.0, 30.0, "HEHE", 12.0, INK, side, bold)
    left, top, right, bottom = box_of(drawn(item))
    width = text_width("HEHE", 12.0)
    assert left == pytest.approx(40.0 - before * width, abs=1.6) and right == pytest.approx(left + width, abs=3.5)
    assert bottom == pytest.approx(30.0, abs=0.3) and 7.5 < bottom - top < 9.5
    assert (area_of(drawn(item)) > 1.15 * area_of(drawn(item._replace(bold=False)))) == bold


def test_words_that_read_upward() -> None:
    """Their baseline is at the anchor, and their middle, too."""
    left, top, right, bottom = box_of(drawn(Lettering(40.0, 30.0, "HEHE", 12.0, INK, "middle", turned=True)))
    lying = box_of(drawn(Lettering(40.0, 30.0, "HEHE", 12.0, INK, "middle")))
    assert right == pytest.approx(40.0, abs=0.5) and right - left == pytest.approx(lying[3] - lying[1], abs=0.5)
    assert bottom - top == pytest.approx(lying[2] - lying[0], abs=0.5)
    assert 0.5 * (top + bottom) == pytest.approx(30.0, abs=1.0)
    turned = drawn(Lettering(40.0, 30.0, "L", 12.0, INK, "middle", turned=True))
    rows, columns = np.nonzero(cover(turned) > 0.5)
    foot = columns.max()
    assert (rows[columns >= foot - 2].max() - rows[columns >= foot - 2].min()) > 14, "its foot is at the right"
    assert rows[columns < foot - 12].min() > 4 * 30.0, "its stem below, where it begins"


def test_a_dot_stands_over_its_letter() -> None:
    plain, dotted = (drawn(Lettering(10.0, 40.0, words, 20.0)) for words in ("xaxx", "xa\u0307xx"))
    dot = np.clip(cover(dotted) - cover(plain), 0.0, 1.0)
    rows, columns = np.nonzero(dot > 0.5)
    before, letter = text_width("x", 20.0), text_width("a", 20.0)
    assert np.abs(cover(dotted) - cover(plain) - dot).max() < 0.01, "nothing else changes"
    assert 0.5 * (columns.min() + columns.max() + 1) / SCALE == pytest.approx(10.0 + before + 0.5 * letter, abs=0.5)
    assert 0.5 * (rows.min() + rows.max() + 1) / SCALE == pytest.approx(40.0 - 0.83 * 20.0, abs=0.5)
    assert (columns.max() + 1 - columns.min()) / SCALE == pytest.approx(2.0 * 0.075 * 20.0, abs=0.6)


def test_equations_are_as_large_as_their_boxes() -> None:
    (box,) = set_equation(r"\dot\theta = \sqrt{\frac{2E}{I_A}}", 14.0)
    picture = drawn(Formula(6.0, 34.0, box, "θ̇", INK))
    left, top, right, bottom = box_of(picture)
    assert left >= 6.0 - 0.5 and right <= 6.0 + box.width + 0.5 and right - left > 0.9 * box.width
    assert 34.0 - box.above - 0.5 <= top and bottom <= 34.0 + box.below + 0.5
    assert bottom - top > 0.85 * (box.above + box.below)
    for dot in box.dots:
        assert cover(picture)[int(SCALE * (34.0 + dot.y)), int(SCALE * (6.0 + dot.x))] > 0.9
    for stroke in box.strokes:
        x, y = np.mean(stroke.points[:2], axis=0)
        if not stroke.bent:
            near = cover(picture)[int(SCALE * (34.0 + y)) - 1 :, int(SCALE * (6.0 + x)) - 1 :][:3, :3]
            assert near.max() > 0.5


def test_strokes_and_gaps_of_a_dashed_line_follow_it_round_corners() -> None:
    path = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 30.0)])
    pieces = dashed(path, (6.0, 2.0, 1.0, 3.0))
    lengths = [float(np.hypot(*np.diff(piece, axis=0).T).sum()) for piece in pieces]
    assert lengths == pytest.approx([6.0, 1.0] * 3 + [4.0])
    starts = [float(np.abs(piece[0]).sum()) for piece in pieces]
    assert starts == pytest.approx([0.0, 8.0, 12.0, 20.0, 24.0, 32.0, 36.0])
    round_corner = dashed(path, (16.0, 4.0))[0]
    assert round_corner.tolist() == [[0.0, 0.0], [10.0, 0.0], [10.0, 6.0]]
    assert dashed(path[:1].repeat(2, axis=0), (6.0, 2.0))[0].tolist() == [[0.0, 0.0]] * 2
    long = np.array([(0.0, 0.0), (1e5, 0.0)])
    assert len(dashed(long, (6.0, 4.0))) == 1, "too many strokes: a line"
    assert len(dashed(np.array([(0.0, 0.0), (1.9e4, 0.0)]), (6.0, 4.0))) == 1900


def test_a_dashed_line_has_gaps_and_another_none() -> None:
    path = np.array([(10.0, 30.0), (70.0, 30.0)])
    whole, dashes = (area_of(drawn(PrintedLine([path], BLUE, 3.0, dash)), BLUE) for dash in ((), (6.0, 4.0)))
    assert whole == pytest.approx(180.0, rel=0.05) and dashes == pytest.approx(0.6 * whole, rel=0.1)
