"""Drawing of a plot: ground, axes with ticks and labels, curves, dots; all in points on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui, implot

from game.model.figures.axis import AxisScale, Column, Ticks
from game.ui.widgets.symbols import symbol_size
from game.ui.widgets.theme import CLEAR, DIM, FAINT, RIM, SMALL_SIZE, Color, Theme, Tone, packed, vector

BARE = implot.Flags_.canvas_only.value | implot.Flags_.no_inputs.value | implot.Flags_.no_frame.value
HIDDEN = implot.AxisFlags_.no_decorations.value
INVERTED = implot.AxisFlags_.invert.value
X_AXIS, Y_AXIS = implot.ImAxis_.x1.value, implot.ImAxis_.y1.value
ALWAYS = imgui.Cond_.always.value
PER_LABEL = 1.35
"""Least distance of the labelled values of a y axis [em]."""
X_LABELS, MOST_Y = 4.0, 9
"""Least distance of the labelled values of an x axis [em], and their greatest number on a y axis."""
MARKERS = {
    "circle": implot.Marker_.circle.value,
    "square": implot.Marker_.square.value,
    "diamond": implot.Marker_.diamond.value,
    "up": implot.Marker_.up.value,
    "down": implot.Marker_.down.value,
    "cross": implot.Marker_.cross.value,
}


class Area(NamedTuple):
    """The area of a plot on the screen [points]."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height."""
        return self.bottom - self.top

    def x(self, scale: AxisScale, values: Column) -> Column:
        """Return the positions of values of the x axis."""
        return self.left + scale.parts(values) * self.width

    def y(self, scale: AxisScale, values: Column) -> Column:
        """Return the positions of values of a y axis, those far outside moved closer."""
        far = 4.0 * self.height
        found: Column = np.clip(self.bottom - scale.parts(values) * self.height, self.top - far, self.bottom + far)
        return found

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies inside."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class ScreenCurve(NamedTuple):
    """The points of a curve on the screen, NaN in gaps; weight 0: not joined. marker: its shape, or ""."""

    x: Column
    y: Column
    color: Color
    weight: float
    marker: str = ""
    hollow: bool = False
    size: float = 2.5


def draw_ground(area: Area, theme: Theme) -> None:
    """Draw the ground of a plot and its edge."""
    ink = imgui.get_window_draw_list()
    low, high = imgui.ImVec2(area.left, area.top), imgui.ImVec2(area.right, area.bottom)
    ink.add_rect_filled(low, high, packed(Tone.PLOT))
    ink.add_rect(low, high, packed(FAINT), 0.0, max(theme.scale, 1.0))


def draw_x_axis(area: Area, scale: AxisScale, theme: Theme, labels: bool) -> Ticks:
    """Draw the grid lines of the x axis and, with `labels`, the numbers below it; return its ticks."""
    em, ink, size = theme.em, imgui.get_window_draw_list(), SMALL_SIZE * theme.scale
    ticks = scale.ticks(max(int(area.width / (X_LABELS * em)), 2))
    for tick in ticks.ticks:
        x = round(area.left + scale.part(tick.value) * area.width)
        ink.add_line(imgui.ImVec2(x, area.top), imgui.ImVec2(x, area.bottom), packed(Tone.GRID))
        if labels:
            width = symbol_size(tick.label, theme.regular, size)[0]
            left = min(max(x - width / 2, area.left - 3.0 * em), area.right + 3.0 * em - width)
            ink.add_text(
                theme.regular, size, imgui.ImVec2(round(left), area.bottom + 0.2 * em), packed(DIM), tick.label
            )
    return ticks


def draw_y_axis(area: Area, scale: AxisScale, theme: Theme, second: bool = False) -> Ticks:
    """Draw the numbers of a y axis at the left, with grid lines, or of a second one at the right; return its ticks."""
    em, ink, size = theme.em, imgui.get_window_draw_list(), SMALL_SIZE * theme.scale
    ticks = scale.ticks(min(max(int(area.height / (PER_LABEL * em)), 2), MOST_Y))
    for tick in ticks.ticks:
        y = round(area.bottom - scale.part(tick.value) * area.height)
        if second:
            ink.add_line(imgui.ImVec2(area.right, y), imgui.ImVec2(area.right + 0.3 * em, y), packed(DIM))
            left = area.right + 0.45 * em
        else:
            ink.add_line(imgui.ImVec2(area.left, y), imgui.ImVec2(area.right, y), packed(Tone.GRID))
            left = area.left - 0.4 * em - symbol_size(tick.label, theme.regular, size)[0]
        top = min(max(y - 0.55 * size, area.top - 0.3 * em), area.bottom - 0.9 * size)
        ink.add_text(theme.regular, size, imgui.ImVec2(round(left), round(top)), packed(DIM), tick.label)
    return ticks


def draw_curves(name: str, area: Area, curves: Sequence[ScreenCurve], theme: Theme) -> None:
    """Draw curves, cut at the edges of the plot."""
    corner = imgui.get_cursor_screen_pos()
    imgui.set_cursor_screen_pos(imgui.ImVec2(area.left, area.top))
    none = imgui.ImVec2(0.0, 0.0)
    for slot in (implot.Col_.plot_bg, implot.Col_.plot_border, implot.Col_.frame_bg):
        implot.push_style_color(slot.value, vector(CLEAR))
    implot.push_style_var(implot.StyleVar_.plot_padding.value, none)
    implot.push_style_var(implot.StyleVar_.plot_min_size.value, none)
    if implot.begin_plot(f"##{name}", imgui.ImVec2(area.width, area.height), BARE):
        implot.setup_axes("", "", HIDDEN, HIDDEN | INVERTED)
        implot.setup_axes_limits(area.left, area.right, area.top, area.bottom, ALWAYS)
        for i, curve in enumerate(curves):
            _draw_curve(f"##{i}", curve, theme)
        implot.end_plot()
    implot.pop_style_var(2)
    implot.pop_style_color(3)
    imgui.set_cursor_screen_pos(corner)


def _draw_curve(name: str, curve: ScreenCurve, theme: Theme) -> None:
    shade = vector(curve.color)
    x, y = np.ascontiguousarray(curve.x), np.ascontiguousarray(curve.y)
    if curve.weight:
        implot.plot_line(name, x, y, implot.Spec(line_color=shade, line_weight=curve.weight * theme.scale))
    if curve.marker:
        spec = implot.Spec(marker=MARKERS[curve.marker])
        spec.marker_size = curve.size * theme.scale
        spec.marker_line_color = shade
        spec.marker_fill_color = vector(Tone.POPUP) if curve.hollow else shade
        spec.line_weight = 1.2 * theme.scale
        implot.plot_scatter(f"{name} points", x, y, spec)


def draw_dot(x: float, y: float, shade: Color, theme: Theme) -> None:
    """Draw a dot with a rim at a point of a curve."""
    ink, at = imgui.get_window_draw_list(), imgui.ImVec2(x, y)
    ink.add_circle_filled(at, 0.32 * theme.em, packed(RIM), 16)
    ink.add_circle_filled(at, 0.22 * theme.em, packed(shade), 16)


def draw_upright(x: float, area: Area, shade: int, width: float) -> None:
    """Draw a line across the height of a plot."""
    ends = imgui.ImVec2(x, area.top), imgui.ImVec2(x, area.bottom)
    imgui.get_window_draw_list().add_line(*ends, shade, width)
