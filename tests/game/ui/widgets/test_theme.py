from __future__ import annotations

import colorsys
import itertools
import math
from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from game.model import resources
from game.model.colors import GHOST_COLORS
from game.model.messages import InterfaceStatus
from game.session.session import Session
from game.ui.backend import Imgui
from game.ui.interface import Interface
from game.ui.widgets import palette
from game.ui.widgets.theme import DRIFTS, THEMES, Theme, Tone, drift_color, rgba

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
    [
        (0.0, "held"),
        (-1e-12, "held"),
        (1e-9, "close"),
        (-3e-6, "close"),
        (1e-4, "drifts"),
        (-0.5, "lost"),
    ],
)
def test_bands_of_drift(drift: float, word: str) -> None:
    assert drift_color(drift).word == word


@pytest.mark.parametrize("drift", [math.nan, math.inf, -math.inf])
def test_a_drift_that_is_not_a_number_is_not_conserved(drift: float) -> None:
    assert drift_color(drift).word == "lost"


@pytest.fixture(params=THEMES)
def theme_name(request: pytest.FixtureRequest) -> Iterator[str]:
    palette.use_theme(request.param)
    yield request.param
    palette.use_theme(THEMES[0])


@pytest.mark.parametrize("eye", DICHROMATS)
def test_drift_colours_differ_for_colour_blind_readers(theme_name: str, eye: str) -> None:
    for one, other in itertools.combinations(DRIFTS, 2):
        first, second = rgba(one.color), rgba(other.color)
        assert math.dist(first, second) > 0.24, (one.word, other.word)
        assert math.dist(seen(first, eye), seen(second, eye)) > 0.12, (one.word, other.word)


WORDS = (Tone.INK, Tone.DIM, Tone.ACCENT, Tone.TEAL, Tone.NEUTRAL, Tone.AMBER, Tone.VERMILLION)


@pytest.mark.parametrize("tone", WORDS)
def test_text_has_contrast_over_the_brightest_and_darkest_picture(theme_name: str, tone: Tone) -> None:
    popup = palette.over(rgba(Tone.POPUP), (1.0, 1.0, 1.0, 1.0)), palette.over(rgba(Tone.POPUP), (0.0, 0.0, 0.0, 1.0))
    for ground in (*palette.over_picture(), *popup):
        assert palette.contrast(rgba(tone), ground) >= 4.5


def test_text_in_fields_and_on_buttons_has_contrast(theme_name: str) -> None:
    for panel in palette.over_picture():
        for ground in (Tone.FIELD, Tone.FIELD_HOVERED, Tone.FIELD_ACTIVE):
            assert palette.contrast(rgba(Tone.INK), palette.over(rgba(ground), panel)) >= 4.5
        assert palette.contrast(rgba(Tone.DIM), palette.over(rgba(Tone.FIELD), panel)) >= 4.5
        assert palette.contrast(rgba(Tone.ON_ACCENT), palette.over(rgba(Tone.FILL), panel)) >= 4.5


@pytest.mark.parametrize("tone", [Tone.EDGE, Tone.TRACK, Tone.FILL])
def test_controls_stand_out_from_panels_and_fields(theme_name: str, tone: Tone) -> None:
    for panel in palette.over_picture():
        assert palette.contrast(rgba(tone), panel) >= 3.0
        if tone is not Tone.FILL:
            for field in (Tone.FIELD, Tone.FIELD_HOVERED):
                assert palette.contrast(rgba(tone), palette.over(rgba(field), panel)) >= 3.0


@pytest.mark.parametrize("tone", [Tone.EDGE, Tone.TRACK, Tone.FILL, Tone.ACCENT, Tone.TEAL])
def test_controls_stand_out_from_lists_and_dialogs(theme_name: str, tone: Tone) -> None:
    for picture in ((0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0)):
        assert palette.contrast(rgba(tone), palette.over(rgba(Tone.POPUP), picture)) >= 3.0


def test_handles_stand_out_by_themselves_or_by_their_rim(theme_name: str) -> None:
    for ground in (*palette.over_picture(), rgba(Tone.TRACK), rgba(Tone.ACCENT)):
        rim = palette.over(rgba(Tone.RIM), ground)
        assert max(palette.contrast(rgba(Tone.KNOB), ground), palette.contrast(rim, ground)) >= 3.0
        assert palette.contrast(rgba(Tone.KNOB), rim) >= 3.0


def test_buttons_and_rows_are_legible_in_all_their_states(theme_name: str) -> None:
    own = Imgui()
    try:
        Theme(resources.path("assets/fonts"), name=theme_name)
        style, col = imgui.get_style(), imgui.Col_
        for panel in palette.over_picture():
            for name in ("button", "button_hovered", "button_active", "header", "header_hovered", "header_active"):
                ground = palette.over(tuple(style.color_(getattr(col, name))), panel)
                assert palette.contrast(rgba(Tone.INK), ground) >= 4.5, name
            for name in ("scrollbar_grab", "scrollbar_grab_hovered", "scrollbar_grab_active", "nav_cursor"):
                shown = palette.over(tuple(style.color_(getattr(col, name))), panel)
                assert palette.contrast(shown, panel) >= 3.0, name
            for pressed in (0.85, 0.80):
                ground = palette.over(palette.faded(Tone.FILL, pressed), panel)
                assert palette.contrast(rgba(Tone.ON_ACCENT), ground) >= 4.5
    finally:
        own.close()


def test_what_is_chosen_is_legible_on_its_tint(theme_name: str) -> None:
    for panel in palette.over_picture():
        ground = palette.over(rgba(Tone.TINT), panel)
        assert min(palette.contrast(rgba(tone), ground) for tone in (Tone.INK, Tone.ACCENT)) >= 4.5


@pytest.mark.parametrize("tone", [Tone.WEIGHT, *(Tone[f"CURVE_{k}"] for k in range(1, 7))])
def test_labels_of_curves_are_legible(theme_name: str, tone: Tone) -> None:
    assert min(palette.contrast(rgba(tone), panel) for panel in palette.over_picture()) >= 4.5


@pytest.mark.parametrize("tone", [Tone[f"CURVE_{k}"] for k in range(1, 7)])
def test_curves_have_contrast_on_plots(theme_name: str, tone: Tone) -> None:
    for panel in palette.over_picture():
        assert palette.contrast(rgba(tone), palette.over(rgba(Tone.PLOT), panel)) >= 3.0


@pytest.mark.parametrize("color", GHOST_COLORS)
def test_colours_of_compared_runs_are_legible_and_keep_their_hue(
    theme_name: str, color: tuple[float, float, float]
) -> None:
    shown = palette.legible(color)
    assert min(palette.contrast(shown, ground) for ground in palette.over_picture()) >= 3.0
    assert abs(hue(shown) - hue(color)) < 0.02


def hue(color: tuple[float, ...]) -> float:
    return colorsys.rgb_to_hsv(*color[:3])[0]


def test_contrast_is_that_of_wcag() -> None:
    white, black, grey = (1.0, 1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0), (0.46667, 0.46667, 0.46667, 1.0)
    assert palette.contrast(white, black) == pytest.approx(21.0)
    assert palette.contrast(white, grey) == pytest.approx(4.48, abs=0.01)


def test_a_theme_changes_tones_but_not_colours() -> None:
    try:
        palette.use_theme("light")
        light = rgba(Tone.INK)
        assert rgba((0.1, 0.2, 0.3, 1.0)) == (0.1, 0.2, 0.3, 1.0)
    finally:
        palette.use_theme("dark")
    assert palette.luminance(light) < 0.05 < 0.8 < palette.luminance(rgba(Tone.INK))
    with pytest.raises(ValueError, match="sepia"):
        palette.use_theme("sepia")


def test_two_interfaces_may_have_different_themes(session: Session, interface: Interface) -> None:
    other = Interface(session, resources.path("assets/fonts"), theme="light")
    try:
        for one, name in ((interface, "dark"), (other, "light"), (interface, "dark")):
            frame = one.frame((1280, 720), 1 / 60, InterfaceStatus())
            assert frame.panes is not None
            assert frame.panes.glass == palette.TABLE[Tone.PANEL][THEMES.index(name)]
    finally:
        other.close()


def test_drift_bands_have_distinct_words() -> None:
    assert len({band.word for band in DRIFTS}) == len(DRIFTS)
    assert [band.below for band in DRIFTS] == sorted(band.below for band in DRIFTS)


def test_scale_is_applied_once_however_often_it_is_set(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    names = ("columns_min_spacing", "window_rounding", "scrollbar_size", "tab_min_width_base")
    sizes, em = [getattr(imgui.get_style(), name) for name in names], theme.em
    for scale in (1.5, 2.0, 1.5, 2.0):
        theme.rescale(scale)
    assert [getattr(imgui.get_style(), name) for name in names] == pytest.approx([2 * size for size in sizes], abs=1)
    assert theme.em == pytest.approx(2 * em)
    theme.rescale(0.2)
    assert theme.scale == 0.5, "that of a small film"
    theme.rescale(6.0)
    assert theme.scale == 6.0, "words grow with the picture; the settings bound the panels"


@pytest.mark.parametrize("letter", "ψθφωε₁₃²⁻⁹×·−…")
def test_fonts_have_the_symbols_of_mechanics(context: Imgui, letter: str) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin((100, 100), 1.0, 1 / 60)
    for face in (theme.regular, theme.medium):
        assert face.is_glyph_in_font(letter) if isinstance(letter, int) else face.is_glyph_in_font(ord(letter))
    context.end()


UNUSED = (
    "border_shadow", "docking", "drag_drop", "menu_bar", "nav_windowing", "plot_histogram_hovered", "plot_lines",
    "resize_grip", "separator_active", "separator_hovered", "tab_", "text_link", "title_bg_collapsed", "tree_lines",
    "unsaved_marker", "count",
)  # fmt: skip
"""Prefixes of the names of colours that no panel uses."""


def test_every_widget_colour_is_from_the_theme(context: Imgui) -> None:
    """Default colours of Dear ImGui are for dark panels and would be wrong in the light theme."""
    theme, style = Theme(resources.path("assets/fonts")), imgui.get_style()
    strange = imgui.ImVec4(0.123, 0.456, 0.789, 1.0)
    slots = [slot for slot in imgui.Col_ if not slot.name.startswith(UNUSED) and slot.name != "tab"]
    for slot in slots:
        style.set_color_(slot, strange)
    theme.recolor("light")
    try:
        left = [slot.name for slot in slots if style.color_(slot).x == pytest.approx(strange.x)]
    finally:
        theme.recolor("dark")
    assert left == []
