from __future__ import annotations

import itertools
import math

import pytest
from imgui_bundle import imgui

from game import resources
from game.ui.backend import Imgui
from game.ui.theme import DRIFTS, Theme, drift_color

# What red-blind and green-blind eyes see of a linear colour (Viénot, Brettel and Mollon 1999).
DICHROMATS = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen(color: tuple[float, ...], eye: str) -> tuple[float, ...]:
    linear = [part**2.2 for part in color[:3]]
    return tuple(
        max(sum(weight * part for weight, part in zip(row, linear, strict=True)), 0.0) ** (1 / 2.2)
        for row in DICHROMATS[eye]
    )


@pytest.mark.parametrize(
    ("drift", "word"),
    [(0.0, "held"), (-1e-12, "held"), (1e-9, "close"), (-3e-6, "close"), (1e-4, "drifts"), (-0.5, "lost")],
)
def test_bands_of_drift(drift: float, word: str) -> None:
    assert drift_color(drift).word == word


@pytest.mark.parametrize("drift", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_lost(drift: float) -> None:
    assert drift_color(drift).word == "lost"


@pytest.mark.parametrize("eye", DICHROMATS)
def test_drift_colours_differ_for_colour_blind_eyes(eye: str) -> None:
    for one, other in itertools.combinations(DRIFTS, 2):
        assert math.dist(one.color, other.color) > 0.25
        assert math.dist(seen(one.color, eye), seen(other.color, eye)) > 0.12, (one.word, other.word)


def test_bands_have_words_of_their_own() -> None:
    assert len({band.word for band in DRIFTS}) == len(DRIFTS)
    assert [band.below for band in DRIFTS] == sorted(band.below for band in DRIFTS)


def test_scale_multiplies_once_however_often_it_is_set(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    names = ("columns_min_spacing", "window_rounding", "scrollbar_size", "tab_min_width_base")
    sizes, em = [getattr(imgui.get_style(), name) for name in names], theme.em
    for scale in (1.5, 2.0, 1.5, 2.0):
        theme.rescale(scale)
    assert [getattr(imgui.get_style(), name) for name in names] == pytest.approx([2 * size for size in sizes], abs=1)
    assert theme.em == pytest.approx(2 * em)
    theme.rescale(99)
    assert theme.scale == 2.5


@pytest.mark.parametrize("letter", "ψθφωε₁₃²⁻⁹×·−…")
def test_fonts_have_the_letters_of_mechanics(context: Imgui, letter: str) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin((100, 100), 1.0, 1 / 60)
    for face in (theme.regular, theme.medium):
        assert face.is_glyph_in_font(letter) if isinstance(letter, int) else face.is_glyph_in_font(ord(letter))
    context.end()
