"""Style of the interface: fonts, rounding, spacing, and the tone of each part of Dear ImGui.

Lengths in the code of the panels are in `em`, the height of the text, so that one scale applies to all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from imgui_bundle import imgui

from game.model.panel_layout import LEAST_SHARE, TEXT_SIZE
from game.model.settings import THEMES
from game.model.words import later
from game.ui.widgets.icons import use_icons
from game.ui.widgets.palette import (
    ACCENT,
    AMBER,
    DIM,
    FAINT,
    FIELD,
    FILL,
    INK,
    KNOB,
    NEUTRAL,
    ON_ACCENT,
    PANEL,
    POPUP,
    RIM,
    TEAL,
    TRACK,
    VERMILLION,
    Color,
    Tone,
    faded,
    packed,
    rgba,
    use_theme,
    vector,
)

__all__ = [
    "ACCENT", "AMBER", "DIM", "DRIFTS", "FAINT", "FIELD", "FILL", "INK", "KNOB", "NEUTRAL", "ON_ACCENT", "PANEL",
    "POPUP", "RIM", "SMALL_SIZE", "TEAL", "THEMES", "TIME_SIZE", "TITLE_SIZE", "TRACK", "VERMILLION", "Color",
    "DriftBand", "Shape", "Theme", "Tone", "drift_color", "faded", "packed", "rgba", "vector",
]  # fmt: skip

TITLE_SIZE = 17.5
TIME_SIZE = 21.0
SMALL_SIZE = 14.0


class Shape(Enum):
    """Shape of the mark of a state."""

    DISC = "disc"
    RING = "ring"
    TRIANGLE = "triangle"
    CROSS = "cross"


@dataclass(frozen=True)
class DriftBand:
    """Upper limit of a range of relative drifts, and colour, word and shape of that state, each of which tells it."""

    below: float
    color: Color
    word: str
    shape: Shape


DRIFTS: tuple[DriftBand, ...] = (
    DriftBand(1e-9, TEAL, later("held"), Shape.DISC),
    DriftBand(1e-5, NEUTRAL, later("close"), Shape.RING),
    DriftBand(1e-2, AMBER, later("drifts"), Shape.TRIANGLE),
    DriftBand(math.inf, VERMILLION, later("lost"), Shape.CROSS),
)
"""States of an invariant, from the best to the worst."""


def drift_color(relative_drift: float) -> DriftBand:
    """Return the band of a relative drift; its colours can be told apart by colour-blind readers."""
    size = abs(relative_drift)
    for band in DRIFTS:
        if size < band.below:
            return band
    return DRIFTS[-1]


class Theme:
    """Fonts and style of the current Dear ImGui context.

    fonts: folder of the font files. scale: of all lengths, at least 1. name: of the colours, one of `THEMES`.
    em: the height of the text [points], unit of all lengths in panels. math: the fonts of symbols and of words beside
    them.
    """

    def __init__(self, fonts: Path, scale: float = 1.0, name: str = THEMES[0]) -> None:
        self.name = name
        self.regular = _font(fonts, "Roboto-Regular.ttf")
        self.medium = _font(fonts, "Roboto-Medium.ttf")
        self.italic = _font(fonts, "STIXGeneralBolIta.ttf")
        use_icons(imgui.get_io().fonts.add_font_from_file_ttf(str(fonts / "Lucide.ttf"), TEXT_SIZE))
        self.math = self.italic, self.medium
        self.rescale(scale)

    def rescale(self, scale: float) -> None:
        """Set the scale of all lengths for the following frames."""
        self.scale = max(scale, LEAST_SHARE)
        self.em = TEXT_SIZE * self.scale
        style = imgui.get_style()
        _shape(style)
        style.scale_all_sizes(self.scale)
        style.font_size_base = TEXT_SIZE
        style.font_scale_dpi = self.scale
        self.recolor(self.name)

    def recolor(self, name: str) -> None:
        """Set the theme of the colours for the following frames. Raises ValueError for an unknown name."""
        use_theme(name)
        self.name = name
        _colors(imgui.get_style())

    def activate(self) -> None:
        """Make the colours of this theme the present ones; needed only with several themes."""
        use_theme(self.name)


def _font(folder: Path, name: str) -> imgui.ImFont:
    """Return a text font, with DejaVu Sans for missing glyphs."""
    atlas = imgui.get_io().fonts
    font = atlas.add_font_from_file_ttf(str(folder / name), TEXT_SIZE)
    behind = imgui.ImFontConfig()
    behind.merge_mode = True
    atlas.add_font_from_file_ttf(str(folder / "DejaVuSans.ttf"), TEXT_SIZE, behind)
    return font


def _shape(style: imgui.Style) -> None:
    """Set rounding and spacing at scale 1. Every size is set because scaling multiplies present values."""
    fresh = imgui.Style()
    for name in SIZES:
        setattr(style, name, getattr(fresh, name))
    style.window_padding = imgui.ImVec2(16, 12)
    style.frame_padding = imgui.ImVec2(8, 8)
    style.item_spacing = imgui.ImVec2(8, 6)
    style.item_inner_spacing = imgui.ImVec2(6, 4)
    style.cell_padding = imgui.ImVec2(6, 2)
    style.indent_spacing = 12
    style.scrollbar_size = 8
    style.grab_min_size = 8
    style.window_rounding = style.popup_rounding = 12
    style.child_rounding = style.frame_rounding = 8
    style.grab_rounding = style.scrollbar_rounding = style.tab_rounding = 5
    style.window_border_size = style.child_border_size = 0
    style.popup_border_size = style.frame_border_size = 1
    style.separator_text_border_size = 1
    style.window_title_align = imgui.ImVec2(0.5, 0.5)
    style.window_min_size = imgui.ImVec2(16, 16)
    style.hover_stationary_delay = 0.12
    style.hover_delay_short = 0.30


SIZES = (
    "window_padding",
    "window_rounding",
    "window_min_size",
    "window_border_hover_padding",
    "child_rounding",
    "popup_rounding",
    "frame_padding",
    "frame_rounding",
    "item_spacing",
    "item_inner_spacing",
    "cell_padding",
    "touch_extra_padding",
    "indent_spacing",
    "columns_min_spacing",
    "scrollbar_size",
    "scrollbar_rounding",
    "scrollbar_padding",
    "grab_min_size",
    "grab_rounding",
    "log_slider_deadzone",
    "image_rounding",
    "tab_rounding",
    "tab_min_width_base",
    "tab_min_width_shrink",
    "separator_text_padding",
    "display_window_padding",
    "display_safe_area_padding",
    "mouse_cursor_scale",
)
"""Sizes that `scale_all_sizes` multiplies."""


CLEAR = (0.0, 0.0, 0.0, 0.0)


def _colors(style: imgui.Style) -> None:
    """Set the tone of each part of Dear ImGui. Windows are transparent: their background is drawn separately."""
    tones: dict[imgui.Col_, Color] = {
        imgui.Col_.text: INK,
        imgui.Col_.text_disabled: DIM,
        imgui.Col_.window_bg: CLEAR,
        imgui.Col_.child_bg: CLEAR,
        imgui.Col_.popup_bg: POPUP,
        imgui.Col_.border: Tone.EDGE,
        imgui.Col_.frame_bg: FIELD,
        imgui.Col_.frame_bg_hovered: Tone.FIELD_HOVERED,
        imgui.Col_.frame_bg_active: Tone.FIELD_ACTIVE,
        imgui.Col_.title_bg: POPUP,
        imgui.Col_.title_bg_active: POPUP,
        imgui.Col_.scrollbar_bg: CLEAR,
        imgui.Col_.scrollbar_grab: TRACK,
        imgui.Col_.scrollbar_grab_hovered: DIM,
        imgui.Col_.scrollbar_grab_active: INK,
        imgui.Col_.check_mark: ON_ACCENT,
        imgui.Col_.checkbox_selected_bg: FILL,
        imgui.Col_.input_text_cursor: INK,
        imgui.Col_.slider_grab: CLEAR,
        imgui.Col_.slider_grab_active: CLEAR,
        imgui.Col_.button: FIELD,
        imgui.Col_.button_hovered: faded(ACCENT, 0.26),
        imgui.Col_.button_active: faded(ACCENT, 0.42),
        imgui.Col_.header: faded(ACCENT, 0.20),
        imgui.Col_.header_hovered: faded(ACCENT, 0.26),
        imgui.Col_.header_active: faded(ACCENT, 0.36),
        imgui.Col_.separator: FAINT,
        imgui.Col_.text_selected_bg: faded(ACCENT, 0.36),
        imgui.Col_.nav_cursor: ACCENT,
        imgui.Col_.modal_window_dim_bg: Tone.VEIL,
        imgui.Col_.plot_histogram: faded(TEAL, 0.55),
        imgui.Col_.table_header_bg: FIELD,
        imgui.Col_.table_border_strong: FAINT,
        imgui.Col_.table_border_light: FAINT,
        imgui.Col_.table_row_bg: CLEAR,
        imgui.Col_.table_row_bg_alt: faded(INK, 0.03),
    }
    for slot, tone in tones.items():
        style.set_color_(slot, vector(tone))
