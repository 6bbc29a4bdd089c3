"""The style of plots that ImPlot draws with its own axes."""

from __future__ import annotations

from imgui_bundle import imgui, implot

from game.ui.widgets.theme import CLEAR, DIM, FAINT, INK, Theme, Tone, vector

FLAGS = (
    implot.Flags_.no_title.value
    | implot.Flags_.no_menus.value
    | implot.Flags_.no_frame.value
    | implot.Flags_.no_mouse_text.value
)
SIDE = 13.0
"""Width of a column of controls beside a diagram in a low panel [em]."""
LOW, WIDE = 19.0, 23.0
"""Height [em] below which a panel is low, if it is at least so wide."""
COLORS, SIZES = 8, 5
"""Number of style colours and variables pushed for plots."""


def is_low(em: float) -> bool:
    """Return whether controls stand beside a diagram and not above it, in the room that is left."""
    room = imgui.get_content_region_avail()
    return room.y < LOW * em and room.x >= WIDE * em


def push_style(theme: Theme) -> None:
    """Use the colours of the panels for plots until `pop_style`."""
    for slot, shade in (
        (implot.Col_.plot_bg, Tone.PLOT),
        (implot.Col_.plot_border, FAINT),
        (implot.Col_.axis_text, DIM),
        (implot.Col_.axis_grid, Tone.GRID),
        (implot.Col_.legend_bg, CLEAR),
        (implot.Col_.legend_text, INK),
        (implot.Col_.inlay_text, INK),
        (implot.Col_.frame_bg, CLEAR),
    ):
        implot.push_style_color(slot.value, vector(shade))
    em = theme.em
    implot.push_style_var(implot.StyleVar_.plot_padding.value, imgui.ImVec2(0.1 * em, 0.3 * em))
    implot.push_style_var(implot.StyleVar_.label_padding.value, imgui.ImVec2(0.3 * em, 0.25 * em))
    implot.push_style_var(implot.StyleVar_.plot_min_size.value, imgui.ImVec2(4.0 * em, 3.0 * em))
    implot.push_style_var(implot.StyleVar_.legend_padding.value, imgui.ImVec2(0.5 * em, 0.0))
    implot.push_style_var(implot.StyleVar_.legend_inner_padding.value, imgui.ImVec2(0.3 * em, 0.1 * em))


def pop_style() -> None:
    """Restore the style of plots."""
    implot.pop_style_color(COLORS)
    implot.pop_style_var(SIZES)
