"""The band below a poster: nothing over anything else, everything inside, lying and upright pages."""

from __future__ import annotations

import numpy as np
import pytest

from game.model.figures.caption import CaptionValue, PosterCaption
from game.record.figures.drawing_items import Drawing, Formula, Lettering
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
