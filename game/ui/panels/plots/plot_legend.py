"""The legend of a plot: a stroke in the style of each curve, its symbol and its value at one time."""

from __future__ import annotations

import numpy as np
from imgui_bundle import imgui

from game.model.figures.axis import brief
from game.model.shown.shown_units import SI, ShownUnits
from game.model.words import tr
from game.ui.panels.plots.plot_data import DrawnCurve, PlotStyle, dashes, value_at
from game.ui.widgets.basic import tip
from game.ui.widgets.symbols import draw_math, math_size, symbol_size
from game.ui.widgets.theme import DIM, INK, SMALL_SIZE, Theme, packed

SAMPLE = 1.5
"""Length of the stroke [em]."""
DIGITS = 5


def build_legend(
    curves: list[DrawnCurve],
    log: bool,
    at: float,
    room: float,
    theme: Theme,
    second: str | None = None,
    units: ShownUnits = SI,
) -> None:
    """Build the entries of the curves, with their values at a time [s], in one row of a width [points].

    Entries for which there is no room are counted. second: the unit of the axis at the right, which an arrow marks.
    """
    em, corner, size = theme.em, imgui.get_cursor_screen_pos(), SMALL_SIZE * theme.scale
    x, ink, symbol = corner.x, imgui.get_window_draw_list(), ""
    for place, curve in enumerate(curves):
        shown = f"|{curve.symbol}|" if log and curve.line is not None and curve.line.item.signless else curve.symbol
        if curve.line is not None and curve.line.side and symbol == curve.symbol:
            shown = ""
        symbol = curve.symbol
        words = value_words(curve, at, log, units) + (" →" if curve.unit == second else "")
        width = SAMPLE * em + 0.4 * em
        width += math_size(shown, theme.math, size) + (0.4 * em if shown else 0.0)
        end = x + width + symbol_size(words, theme.regular, size)[0]
        left = len(curves) - place
        if end > corner.x + room - (2.5 * em if left > 1 else 0.0):
            imgui.set_cursor_screen_pos(imgui.ImVec2(x, corner.y))
            _more(curves[place:], theme)
            break
        middle = corner.y + 1.0 * em
        draw_sample(x, middle, curve.style, theme)
        top = round(middle - 0.6 * size)
        draw_math(ink, (x + (SAMPLE + 0.4) * em, top), shown, packed(INK), theme.math, size)
        ink.add_text(theme.regular, size, imgui.ImVec2(round(x + width), top), packed(INK), words)
        imgui.set_cursor_screen_pos(imgui.ImVec2(x, corner.y))
        imgui.dummy(imgui.ImVec2(end - x, 2.0 * em))
        tip(meaning_of(curve), theme)
        x = end + 1.2 * em


def _more(curves: list[DrawnCurve], theme: Theme) -> None:
    """Build the number of entries that are not shown."""
    size, corner = SMALL_SIZE * theme.scale, imgui.get_cursor_screen_pos()
    at = imgui.ImVec2(corner.x, round(corner.y + theme.em - 0.6 * size))
    imgui.get_window_draw_list().add_text(theme.regular, size, at, packed(DIM), f"+{len(curves)}")
    imgui.dummy(imgui.ImVec2(2.0 * theme.em, 2.0 * theme.em))
    tip("\n".join(map(meaning_of, curves)), theme)


def value_words(curve: DrawnCurve, at: float, log: bool, units: ShownUnits = SI) -> str:
    """Return the value of a curve at a time [s] with its unit, as it is plotted; the name of the table of another."""
    if curve.line is None:
        return curve.table
    if curve.line.lacking:
        return tr("none")
    value = value_at(curve.line, curve.name, at)
    value = abs(value) if log and curve.line.item.signless else value
    unit = "" if curve.line.side else tr(units.of(curve.unit)) if curve.unit else ""
    return f"{brief(units.shown(value, curve.unit), DIGITS)} {unit}".rstrip()


def meaning_of(curve: DrawnCurve) -> str:
    """Return what a curve shows, and of which run; then why it has no values, where it has none."""
    if curve.line is None:
        return tr("{meaning}, {run}", meaning=curve.symbol, run=curve.table)
    words = tr("{meaning}, {run}", meaning=tr(curve.line.item.meaning), run=curve.line.run)
    return f"{words}\n{tr(curve.line.lacking)}" if curve.line.lacking else words


def draw_sample(x: float, y: float, style: PlotStyle, theme: Theme) -> None:
    """Draw a short stroke in the style of a curve, from a point to the right; a dot for points that are not joined."""
    ink, length = imgui.get_window_draw_list(), SAMPLE * theme.em
    if style.points:
        ink.add_circle_filled(imgui.ImVec2(x + length / 2, y), 0.2 * theme.em, packed(style.color), 12)
        return
    xs, ys = dashes(np.array([0.0, length]), np.zeros(2), style.dash, theme.scale)
    for i in range(len(xs) - 1):
        if ys[i] == ys[i] and ys[i + 1] == ys[i + 1]:
            ends = imgui.ImVec2(x + xs[i], y), imgui.ImVec2(x + xs[i + 1], y)
            ink.add_line(*ends, packed(style.color), 1.2 * style.weight * theme.scale)
