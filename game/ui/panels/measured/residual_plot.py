"""The plot of the residuals of a fit: what was measured less what is computed, over time."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from imgui_bundle import imgui

from game.experiments.measurements.column_uses import measurables
from game.model.figures.axis import AxisScale
from game.model.words import list_separator, tr
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.canvas import MARKERS, Area, ScreenCurve, draw_curves, draw_ground, draw_x_axis, draw_y_axis
from game.ui.panels.plots.plot_data import LINE_COLORS
from game.ui.widgets.basic import font, small, text
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import brief
from game.ui.widgets.symbols import draw_math, math_size
from game.ui.widgets.theme import DIM, SMALL_SIZE, packed

if TYPE_CHECKING:
    from physics.fitting.fit import Fit

HEIGHT, GUTTER, BELOW = 6.5, 3.6, 2.6
"""Height of the area, room at its left for the numbers, and below for the time [em]."""
ENDS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 20.0)
"""Ends of the axis of the residuals, times a power of ten: between 4 and 5 there would be a number at 0 alone."""
MOST_POINTS = 2000
"""Greatest number of residuals of a column that are drawn."""
SHAPES = tuple(MARKERS)
"""Shapes of the points, one for each column."""


def build_residuals(found: Fit, desk: PanelContext) -> None:
    """Build the plot, in the unit of the columns where all have the same one, else in standard deviations."""
    theme, em, units = desk.theme, desk.theme.em, desk.units
    kinds = [measurables(found.system)[name].unit for name in found.columns]
    one = len(set(kinds)) == 1
    factors = [
        units.shown(1.0, kind) if one else 1.0 / found.noise[name]
        for name, kind in zip(found.columns, kinds, strict=True)
    ]
    unit = tr(units.of(kinds[0])) if one else "σ"
    small(tr("Measured less computed [{unit}], and root mean squares:", unit=unit or "1"), theme)
    _legend(found, kinds, desk)
    corner = imgui.get_cursor_screen_pos()
    room = imgui.get_content_region_avail().x
    area = Area(corner.x + GUTTER * em, corner.y + 0.4 * em, corner.x + room - 1.4 * em, corner.y + HEIGHT * em)
    step = -(-len(found.t) // MOST_POINTS)
    values = -found.residuals[::step] * np.array(factors)
    most = rounded_up(1.05 * float(np.abs(values[np.isfinite(values)]).max(initial=0.0)) or 1.0)
    times = found.t[::step] + found.begin
    x, y = AxisScale(float(times[0]), float(times[-1])), AxisScale(-most, most)
    draw_ground(area, theme)
    draw_x_axis(area, x, theme, True)
    draw_y_axis(area, y, theme)
    points = [
        ScreenCurve(area.x(x, times), area.y(y, column), LINE_COLORS[place % len(LINE_COLORS)], 0.0, _shape(place))
        for place, column in enumerate(values.T)
    ]
    draw_curves("residuals", area, points, theme)
    ink, size = imgui.get_window_draw_list(), SMALL_SIZE * theme.scale
    at = imgui.ImVec2(round(area.left), round(area.bottom + 1.4 * em))
    ink.add_text(theme.regular, size, at, packed(DIM), "t [s]")
    imgui.dummy(imgui.ImVec2(room, (HEIGHT + BELOW) * em))
    BOXES.control("residuals")


def rounded_up(value: float) -> float:
    """Return the end of an axis about 0 that holds a positive value, such that numbers stand at both sides of 0."""
    decade = 10.0 ** math.floor(math.log10(value))
    return next(part * decade for part in ENDS if part * decade >= value)


def _shape(place: int) -> str:
    """Return the shape of the points of a column."""
    return SHAPES[place % len(SHAPES)]


def _legend(found: Fit, kinds: list[str], desk: PanelContext) -> None:
    """Build a line for each column: its point, symbol, and root mean square in the unit in which it is shown."""
    theme, em, units = desk.theme, desk.theme.em, desk.units
    ink, known = imgui.get_window_draw_list(), measurables(found.system)
    size = SMALL_SIZE * theme.scale
    for place, (name, kind) in enumerate(zip(found.columns, kinds, strict=True)):
        corner = imgui.get_cursor_screen_pos()
        box = Area(corner.x, corner.y, corner.x + 1.2 * em, corner.y + 1.1 * em)
        middle = np.array([box.left + 0.6 * em]), np.array([box.top + 0.55 * em])
        shade = LINE_COLORS[place % len(LINE_COLORS)]
        draw_curves(f"legend {place}", box, [ScreenCurve(*middle, shade, 0.0, _shape(place), False, 3.5)], theme)
        symbol = known[name].symbol
        draw_math(ink, (corner.x + 1.6 * em, corner.y), symbol, packed(shade), theme.math, size)
        wide = max(math_size(symbol, theme.math, size) + 0.6 * em, 2.4 * em)
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + 1.6 * em + wide, corner.y))
        number = brief(units.shown(found.rms[name], kind), 3)
        noise = brief(units.shown(found.noise[name], kind), 3)
        unit = tr(units.of(kind))
        words = f"{number} {unit}".rstrip() + list_separator() + tr("noise {value} {unit}", value=noise, unit=unit)
        with font(theme.regular, SMALL_SIZE):
            text(words.rstrip(), DIM)
