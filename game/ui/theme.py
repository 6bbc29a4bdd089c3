"""How the interface looks: fonts, one dark translucent theme, colours that mean something.

Sizes in the code of the panels are written in `em`, the height of the text, so that one scale moves all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from imgui_bundle import imgui

Color = tuple[float, float, float, float]

TEXT_SIZE = 16.0
TITLE_SIZE = 20.0
SMALL_SIZE = 13.5
SMALLEST_SCALE, LARGEST_SCALE = 1.0, 2.5

INK: Color = (0.93, 0.94, 0.96, 1.0)
DIM: Color = (0.62, 0.66, 0.72, 1.0)
FAINT: Color = (1.0, 1.0, 1.0, 0.09)
PANEL: Color = (0.050, 0.058, 0.075, 0.86)
POPUP: Color = (0.075, 0.085, 0.110, 0.985)
FIELD: Color = (1.0, 1.0, 1.0, 0.070)
ACCENT: Color = (0.36, 0.68, 1.0, 1.0)
TEAL: Color = (0.31, 0.80, 0.77, 1.0)
NEUTRAL: Color = (0.84, 0.87, 0.91, 1.0)
AMBER: Color = (1.00, 0.72, 0.20, 1.0)
VERMILLION: Color = (1.00, 0.44, 0.27, 1.0)


@dataclass(frozen=True)
class Drift:
    """How a drift is shown: by colour, and by a word for whom the colour says nothing."""

    below: float
    color: Color
    word: str


DRIFTS: tuple[Drift, ...] = (
    Drift(1e-9, TEAL, "held"),
    Drift(1e-5, NEUTRAL, "close"),
    Drift(1e-2, AMBER, "drifts"),
    Drift(math.inf, VERMILLION, "lost"),
)


def drift_color(relative_drift: float) -> Drift:
    """The band of a relative drift: blue-green, grey, amber, vermillion, told apart by colour-blind eyes too."""
    size = abs(relative_drift)
    return next((drift for drift in DRIFTS if size < drift.below), DRIFTS[-1])


class Theme:
    """The fonts and the style of the current Dear ImGui context.

    fonts: the folder of the font files. scale: of everything, 1 to 2.5; a size outside is brought within.
    """

    def __init__(self, fonts: Path, scale: float = 1.0) -> None:
        self.regular = _font(fonts, "Roboto-Regular.ttf")
        self.medium = _font(fonts, "Roboto-Medium.ttf")
        self.rescale(scale)

    def rescale(self, scale: float) -> None:
        """Draw everything `scale` times as large from the next frame on."""
        self.scale = min(max(scale, SMALLEST_SCALE), LARGEST_SCALE)
        style = imgui.get_style()
        _shape(style)
        _colors(style)
        style.scale_all_sizes(self.scale)
        style.font_size_base = TEXT_SIZE
        style.font_scale_dpi = self.scale

    @property
    def em(self) -> float:
        """The height of the text in points: the unit of every length of the panels."""
        return TEXT_SIZE * self.scale


def packed(color: Color, alpha: float = 1.0) -> int:
    """A colour as the draw lists take it, `alpha` times as opaque."""
    return imgui.get_color_u32(imgui.ImVec4(*color[:3], color[3] * alpha))


def _font(folder: Path, name: str) -> imgui.ImFont:
    """A text font, with DejaVu Sans behind it for the glyphs it lacks."""
    atlas = imgui.get_io().fonts
    font = atlas.add_font_from_file_ttf(str(folder / name), TEXT_SIZE)
    behind = imgui.ImFontConfig()
    behind.merge_mode = True
    atlas.add_font_from_file_ttf(str(folder / "DejaVuSans.ttf"), TEXT_SIZE, behind)
    return font


def _shape(style: imgui.Style) -> None:
    """Roundness and spacing at scale 1. Every size is set: scaling multiplies what it finds."""
    fresh = imgui.Style()
    for name in SIZES:
        setattr(style, name, getattr(fresh, name))
    style.window_padding = imgui.ImVec2(14, 12)
    style.frame_padding = imgui.ImVec2(8, 4)
    style.item_spacing = imgui.ImVec2(8, 6)
    style.item_inner_spacing = imgui.ImVec2(6, 4)
    style.cell_padding = imgui.ImVec2(6, 2)
    style.indent_spacing = 12
    style.scrollbar_size = 9
    style.grab_min_size = 8
    style.window_rounding = style.popup_rounding = 9
    style.child_rounding = style.frame_rounding = 6
    style.grab_rounding = style.scrollbar_rounding = style.tab_rounding = 5
    style.window_border_size = style.popup_border_size = 1
    style.frame_border_size = 0
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
"""What `scale_all_sizes` multiplies."""


def _colors(style: imgui.Style) -> None:
    colors: dict[imgui.Col_, Color] = {
        imgui.Col_.text: INK,
        imgui.Col_.text_disabled: DIM,
        imgui.Col_.window_bg: PANEL,
        imgui.Col_.child_bg: (0.0, 0.0, 0.0, 0.0),
        imgui.Col_.popup_bg: POPUP,
        imgui.Col_.border: FAINT,
        imgui.Col_.frame_bg: FIELD,
        imgui.Col_.frame_bg_hovered: (1.0, 1.0, 1.0, 0.12),
        imgui.Col_.frame_bg_active: (1.0, 1.0, 1.0, 0.16),
        imgui.Col_.title_bg: POPUP,
        imgui.Col_.title_bg_active: POPUP,
        imgui.Col_.scrollbar_bg: (0.0, 0.0, 0.0, 0.0),
        imgui.Col_.scrollbar_grab: (1.0, 1.0, 1.0, 0.16),
        imgui.Col_.scrollbar_grab_hovered: (1.0, 1.0, 1.0, 0.28),
        imgui.Col_.scrollbar_grab_active: (1.0, 1.0, 1.0, 0.36),
        imgui.Col_.check_mark: ACCENT,
        imgui.Col_.slider_grab: (0.25, 0.50, 0.82, 0.95),
        imgui.Col_.slider_grab_active: ACCENT,
        imgui.Col_.button: (1.0, 1.0, 1.0, 0.085),
        imgui.Col_.button_hovered: (0.36, 0.68, 1.0, 0.34),
        imgui.Col_.button_active: (0.36, 0.68, 1.0, 0.55),
        imgui.Col_.header: (0.36, 0.68, 1.0, 0.24),
        imgui.Col_.header_hovered: (0.36, 0.68, 1.0, 0.34),
        imgui.Col_.header_active: (0.36, 0.68, 1.0, 0.45),
        imgui.Col_.separator: FAINT,
        imgui.Col_.text_selected_bg: (0.36, 0.68, 1.0, 0.40),
        imgui.Col_.nav_cursor: ACCENT,
        imgui.Col_.modal_window_dim_bg: (0.0, 0.0, 0.0, 0.45),
        imgui.Col_.plot_histogram: ACCENT,
    }
    for slot, color in colors.items():
        style.set_color_(slot, imgui.ImVec4(*color))
