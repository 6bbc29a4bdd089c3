"""The band below a poster: nothing over anything else, everything inside, lying and upright pages."""

from __future__ import annotations

import numpy as np
import pytest

from game.model.figures.caption import CaptionValue, PosterCaption
from game.record.figures.drawing_items import Block, Drawing, Formula, Lettering, PrintedLine
from game.record.figures.metrics import text_width
from game.record.figures.poster_band import GROUND, band_layout, band_picture, band_rows

EQUATION = r"\ddot\theta = \frac{\sin\theta}{I_A}[m g d + \dot\psi((I_A-I_3)\dot\psi\cos\theta - I_3\dot\varphi)]"
SYMBOLS = ("m", "l₁", "φ̇", "μ_b", "I_c", "θ")


def caption(title: str = "Loops", values: int = 9) -> PosterCaption:
    rows = [CaptionValue(SYMBOLS[k % 6], "(0)" if k > 5 else "", f"{k}.25 kg m²", "") for k in range(values)]
    return PosterCaption(title, "Gyroscope · t = 0.50 s", (EQUATION, EQUATION, r"x = \unknown"), tuple(rows))


def boxes(drawing: Drawing) -> list[tuple[float, float, float, float]]:
    found = []
    for item in drawing.items:
        if isinstance(item, Formula):
            found.append((item.x, item.y - item.box.above, item.x + item.box.width, item.y + item.box.below))
        elif isinstance(item, Lettering) and item.words.strip():
            found.append((item.x, item.y - 0.7 * item.size, item.x + text_width(item.words, item.size), item.y))
    return found


@pytest.mark.parametrize("aspect", [0.7, 16 / 9, 2.5])
@pytest.mark.parametrize("title", ["Loops", "A very long title of a scene that needs much room beside its equations"])
@pytest.mark.parametrize("values", [0, 3, 14])
def test_nothing_overlaps_and_all_is_inside(aspect: float, title: str, values: int) -> None:
    drawing = band_layout(caption(title, values), aspect)
    found = boxes(drawing)
    assert len(found) > 3
    for k, (left, top, right, bottom) in enumerate(found):
        assert 0.0 < left < right <= drawing.width and 0.0 < top < bottom < drawing.height
        for other in found[:k]:
            wide, high = min(right, other[2]) - max(left, other[0]), min(bottom, other[3]) - max(top, other[1])
            assert wide < 0.6 or high < 0.6, (found[k], other)


def test_an_equation_that_cannot_be_set_is_left_out() -> None:
    assert sum(isinstance(item, Formula) and "unknown" in item.words for item in band_layout(caption(), 1.6).items) == 0


def test_picture_has_the_rows_that_were_announced() -> None:
    size = (800, 450)
    rows = band_rows(caption(), size)
    picture = band_picture(caption(), size, rows)
    assert picture.shape == (rows, 800, 3) and rows < 225
    assert picture[3, 3].tolist() == [round(255 * part) for part in GROUND]
    assert picture[-1].max() < 30 and (picture > 200).all(axis=2).sum() > 150
    assert np.ptp(picture[:, -12:].astype(int), axis=(0, 1)).max() < 10, "the edge is free"


@pytest.mark.parametrize("size", [(800, 450), (450, 800), (3000, 500)])
def test_a_band_is_as_high_as_its_page_needs_it(size: tuple[int, int]) -> None:
    """A page higher than wide has larger letters; none has more than half of its picture."""
    layout = band_layout(caption(), size[0] / size[1])
    rows = band_rows(caption(), size)
    assert rows == min(-(-layout.height * size[0] // layout.width), size[1] // 2)
    assert layout.width == (620.0 if size[0] < size[1] else 1250.0)
    picture = band_picture(caption(), size, rows)
    assert picture.shape == (rows, size[0], 3)
    scale = size[0] / layout.width
    title = next(item for item in layout.items if isinstance(item, Lettering))
    end = title.x + text_width(title.words, title.size)
    letters = (picture > 200).all(axis=2)[:, : int(scale * end)].nonzero()
    assert letters[1].min() == pytest.approx(scale * title.x, abs=0.2 * scale * title.size + 1.0)
    assert letters[0].min() == pytest.approx(scale * (title.y - 0.72 * title.size), abs=0.1 * scale * title.size + 1.0)


def test_the_rule_above_the_words_has_both_edges_free() -> None:
    layout = band_layout(caption(), 16 / 9)
    assert layout.items[0] == Block(0.0, 0.0, layout.width, layout.height, GROUND)
    (rule,) = (item.paths[0] for item in layout.items if isinstance(item, PrintedLine))
    assert rule[0, 1] == rule[1, 1] < min(box[1] for box in boxes(layout))
    assert rule[0, 0] == layout.width - rule[1, 0] == min(box[0] for box in boxes(layout))


def words_of(drawing: Drawing, start: str) -> list[Lettering]:
    return [item for item in drawing.items if isinstance(item, Lettering) and item.words.startswith(start)]


@pytest.mark.parametrize(("values", "columns"), [(1, 1), (4, 1), (5, 2), (9, 2)])
def test_values_stand_in_columns_about_their_signs_of_equality(values: int, columns: int) -> None:
    layout = band_layout(caption(values=values), 16 / 9)
    found = words_of(layout, " = ")
    assert len(found) == values and len({round(item.x, 3) for item in found}) == columns
    rows = sorted({round(item.y, 3) for item in found})
    assert len(rows) == -(-values // columns) and (len(rows) < 2 or np.ptp(np.diff(rows)) < 0.01)
    for behind in words_of(layout, "("):
        own = min(found, key=lambda item: abs(item.y - behind.y) + abs(item.x - behind.x))
        assert (own.x, own.y) == (pytest.approx(behind.x + text_width(behind.words, behind.size)), behind.y)
    right = max(item.x + text_width(item.words, item.size) for item in found)
    assert right == pytest.approx(layout.width - 34.0, abs=0.01), "the table ends at the edge"


def test_a_title_that_is_too_long_is_smaller_and_equations_are_at_its_right_or_below() -> None:
    long = "A very long title of a scene that needs much room beside its equations"
    wide, high = band_layout(caption(long), 16 / 9), band_layout(caption(long), 0.7)
    for layout, beside in ((wide, True), (high, False)):
        (title,) = words_of(layout, "A very")
        assert title.size < 27.0
        equations = [item for item in layout.items if isinstance(item, Formula) and item.words == EQUATION]
        assert all((item.x > title.x + text_width(long, title.size)) == beside for item in equations)
        assert all((item.y - item.box.above > title.y) != beside or beside for item in equations)
    assert words_of(band_layout(caption(), 16 / 9), "Loops")[0].size == 27.0


def test_columns_lines_and_equations_keep_their_distances() -> None:
    layout = band_layout(caption(values=9), 16 / 9)
    signs = words_of(layout, " = ")
    ends = sorted((item.x, item.x + text_width(item.words, item.size), item.y) for item in signs)
    first, second = ends[:5], ends[5:]
    left = [item.x for item in layout.items if isinstance(item, Formula) and item.words in SYMBOLS]
    assert min(x for x in left if x > first[0][0]) - max(end for _, end, _ in first) == pytest.approx(30.0, abs=0.01)
    assert np.diff([y for *_, y in first]) == pytest.approx(1.62 * 11.5) == np.diff([y for *_, y in second])
    upper, lower = (item for item in layout.items if isinstance(item, Formula) and item.words == EQUATION)
    assert lower.y - lower.box.above - (upper.y + upper.box.below) == pytest.approx(9.0)


def test_equations_that_are_wide_are_smaller_down_to_a_bound() -> None:
    sizes = []
    for terms in (1, 20, 60):
        text = "x = " + " + ".join(["a"] * terms)
        shown = PosterCaption("Loops", "Gyroscope", (text,), caption().values)
        found = [item for item in band_layout(shown, 0.7).items if isinstance(item, Formula) and item.words == text]
        sizes.append(max(glyph.size for item in found for glyph in item.box.glyphs))
    assert sizes[0] == 14.5 > sizes[1] > sizes[2] == pytest.approx(0.55 * 14.5)


@pytest.mark.parametrize(("aspect", "values"), [(16 / 9, 0), (16 / 9, 14), (0.7, 0), (0.7, 3)])
def test_the_words_keep_their_distances_from_the_rule_and_from_the_lower_edge(aspect: float, values: int) -> None:
    layout = band_layout(caption(values=values), aspect)
    (rule,) = (item.paths[0] for item in layout.items if isinstance(item, PrintedLine))
    (title,), (subtitle,) = words_of(layout, "Loops"), words_of(layout, "Gyroscope")
    first = next(item for item in layout.items if isinstance(item, Formula) and item.words == EQUATION)
    assert rule[0, 1] == pytest.approx(18.7) and title.y == pytest.approx(18.7 + 1.35 * 27.0)
    assert subtitle.y - title.y == pytest.approx(1.55 * 12.0) and title.x == subtitle.x == 34.0
    above = (rule[0, 1] if aspect > 1.0 else subtitle.y) + 1.8 * 9.0
    assert first.y - first.box.above == pytest.approx(above)
    words = max(text_width(item.words, item.size) for item in (title, subtitle))
    assert first.x == pytest.approx(34.0 + (words + 45.0 if aspect > 1.0 else 0.0))
    tops = [item.y for item in words_of(layout, " = ")]
    assert not values or min(tops) == pytest.approx(18.7 + 1.9 * 11.5)
    lowest = max([subtitle.y, *tops, *(item.y + item.box.below for item in layout.items if isinstance(item, Formula)
                                       and item.words == EQUATION)])  # fmt: skip
    assert layout.height == -(-(lowest + 0.8 * 34.0) // 1)
