"""Drawings lose the empty paper round them, and nothing else."""

import numpy as np
import pytest

from game.model.equations.set_symbols import set_symbol
from game.record.figures import drawing_items as items
from game.record.figures.metrics import text_width
from game.record.line_drawing.cropping import MARGIN, cropped

PAPER = items.Block(0.0, 0.0, 1000.0, 600.0, (1.0, 1.0, 1.0))


def drawing(*shown):
    return items.Drawing(PAPER.width, PAPER.height, [PAPER, *shown])


def line(*points):
    return items.PrintedLine([np.array(points, float)], items.BLACK, 2.0)


def test_lines_shapes_and_dots_keep_a_margin_with_their_widths():
    shape = items.FilledShape(np.array([(300.0, 200.0), (340.0, 200.0), (320.0, 260.0)]), items.BLACK)
    dots = items.DotSet(np.array([(500.0, 320.0)]), 4.0, items.BLACK)
    found = cropped(drawing(line((310.0, 150.0), (400.0, 250.0)), shape, dots))
    assert (found.width, found.height) == (504.0 - 300.0 + 2 * MARGIN, 324.0 - 149.0 + 2 * MARGIN)
    paper, moved, corners, spot = found.items
    assert paper == items.Block(0.0, 0.0, found.width, found.height, (1.0, 1.0, 1.0))
    by = np.array([MARGIN - 300.0, MARGIN - 149.0])
    assert moved.paths[0] == pytest.approx(np.array([(310.0, 150.0), (400.0, 250.0)]) + by)
    assert corners.corners == pytest.approx(shape.corners + by) and spot.points == pytest.approx(dots.points + by)


@pytest.mark.parametrize("side", ["start", "middle", "end"])
def test_words_and_symbols_are_inside(side):
    words = items.Lettering(400.0, 300.0, "polhode", 15.0, side=side)
    box = set_symbol("ω_1", 24.0, True)
    assert box is not None
    found = cropped(drawing(words, items.Formula(700.0, 200.0, box, "ω_1")))
    _, moved, symbol = found.items
    left = moved.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[side] * text_width("polhode", 15.0)
    assert left == pytest.approx(MARGIN) and moved.y < found.height - MARGIN
    assert symbol.y - box.above == pytest.approx(MARGIN)
    assert symbol.x + box.width == pytest.approx(found.width - MARGIN, abs=1.0)


def test_a_symbol_alone_has_a_margin_on_each_side():
    box = set_symbol("g", 24.0, False)
    assert box is not None and box.below > 1.0
    found = cropped(drawing(items.Formula(700.0, 200.0, box, "g")))
    _, symbol = found.items
    assert (symbol.x, symbol.y - box.above) == pytest.approx((MARGIN, MARGIN))
    assert found.width == np.ceil(box.width + 2 * MARGIN) and found.height == np.ceil(
        box.above + box.below + 2 * MARGIN
    )


def test_words_have_room_for_capitals_and_descenders():
    found = cropped(drawing(items.Lettering(400.0, 300.0, "polhode", 20.0)))
    _, words = found.items
    assert words.y == pytest.approx(MARGIN + 15.0) and found.height == np.ceil(15.0 + 4.4 + 2 * MARGIN)
    assert found.width == np.ceil(text_width("polhode", 20.0) + 2 * MARGIN)


def test_what_leaves_the_paper_is_cut_at_its_edge():
    found = cropped(drawing(line((-200.0, 300.0), (500.0, 300.0))))
    assert (found.width, found.height) == (501.0 + MARGIN, 2.0 + 2 * MARGIN)


def test_an_empty_drawing_stays():
    assert cropped(drawing()).width == PAPER.width
