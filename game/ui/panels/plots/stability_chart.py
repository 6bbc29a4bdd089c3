"""The chart of stability: regions of two numbers in which small motions stay small, with the present modes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from imgui_bundle import imgui

from game.model.figures.axis import AxisScale
from game.model.figures.figure import DASHES, CurveStyle, Figure, FigureAxis, FigureCurve, FigurePlot, TableColumn
from game.model.messages import FigureRequest
from game.model.words import later, tr
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.canvas import Area, ScreenCurve, draw_curves, draw_ground, draw_x_axis, draw_y_axis
from game.ui.panels.plots.plot_choice import build_export
from game.ui.panels.plots.plot_figure import titles
from game.ui.widgets.basic import fitted, font, small
from game.ui.widgets.palette import for_print
from game.ui.widgets.symbols import draw_math, math_size
from game.ui.widgets.theme import ACCENT, AMBER, DIM, INK, SMALL_SIZE, TEAL, Theme, packed
from physics.core.stability import ChartBoundary, ChartPoint, StabilityChart

GUTTER, BELOW, ABOVE = 3.0, 2.9, 1.6
"""Room for the numbers at the left, for those below, and for what the chart shows [em]."""
EDGE_WEIGHT, RAY_WEIGHT, MARK = 1.6, 1.2, 4.5
"""Widths of the boundaries and of the line through the modes, and size of their marks [points]."""
SHADE = 0.16
"""Opacity of stable regions."""
FIGURE_HEIGHT = 420.0
"""Height of the printed chart [points]."""
KINDS = (later("stays small"), "circle", ACCENT), (later("grows"), "diamond", AMBER)
"""Names, marks and colours of modes that are stable and of those that are not."""


def build_chart(desk: PanelContext, chart: StabilityChart) -> None:
    """Build the text, the key and the chart in the room that is left."""
    theme, points = desk.theme, chart.present(desk.session.simulation.y)
    small(chart_text(points, chart.beyond), theme, INK)
    right = imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - 2.0 * theme.em
    _key(theme)
    imgui.same_line()
    imgui.set_cursor_pos_x(max(right, imgui.get_cursor_pos_x()))
    build_export(lambda suffix: _save(desk, chart, suffix), theme)
    em, corner, room = theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail()
    area = Area(
        round(corner.x + GUTTER * em), round(corner.y + ABOVE * em), round(corner.x + room.x - 0.9 * em),
        round(corner.y + max(room.y - BELOW * em, (5.0 + ABOVE) * em)),
    )  # fmt: skip
    _draw(area, chart, points, theme)
    with font(theme.regular, SMALL_SIZE):
        about = f"{chart.y_symbol}; {tr('shaded: small motions stay small, without friction')}"
        above = fitted(about, area.width + GUTTER * em)
    ink, size = imgui.get_window_draw_list(), SMALL_SIZE * theme.scale
    ink.add_text(theme.regular, size, imgui.ImVec2(corner.x, round(area.top - 1.4 * em)), packed(DIM), above)
    width = math_size(chart.x_symbol, theme.math, size)
    at = (area.left + area.right - width) / 2, area.bottom + 1.35 * em
    draw_math(ink, at, chart.x_symbol, packed(DIM), theme.math, size)
    imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, area.bottom + BELOW * em))
    imgui.dummy(imgui.ImVec2(0.0, 0.0))


def chart_text(points: Sequence[ChartPoint], beyond: int) -> str:
    """Return how many of the present modes stay small."""
    count, grow = len(points), sum(not point.stable for point in points)
    told = tr("{grow} of {count} modes grow", grow=grow, count=count) if grow else tr(
        "no mode of {count} grows", count=count
    )  # fmt: skip
    return f"{told}; {tr('{beyond} outside of the chart', beyond=beyond)}" if beyond else told


def _key(theme: Theme) -> None:
    """Show the marks of the modes with their meanings, in a row."""
    for word, mark, shade in KINDS:
        corner, em = imgui.get_cursor_screen_pos(), theme.em
        x, y = corner.x + 0.5 * em, corner.y + 0.55 * SMALL_SIZE * theme.scale
        ink, r = imgui.get_window_draw_list(), MARK * theme.scale
        if mark == "circle":
            ink.add_circle_filled(imgui.ImVec2(x, y), r, packed(shade), 16)
        else:
            corners = (x - r, y), (x, y - r), (x + r, y), (x, y + r)
            left, top, right, bottom = (imgui.ImVec2(*each) for each in corners)
            ink.add_quad_filled(left, top, right, bottom, packed(shade))
        imgui.dummy(imgui.ImVec2(1.1 * em, 0.0))
        imgui.same_line()
        small(tr(word), theme)
        imgui.same_line(0.0, 1.2 * em)


def _draw(area: Area, chart: StabilityChart, points: Sequence[ChartPoint], theme: Theme) -> None:
    """Draw regions, axes, boundaries with their names, and the modes on the line through them and the origin."""
    x, y = _scales(chart)
    draw_ground(area, theme)
    across = area.x(x, chart.x)
    for low, high in zip(chart.boundaries[::2], chart.boundaries[1::2], strict=True):
        _shade(area, across, *(area.y(y, edge.values) for edge in (low, high)))
    draw_x_axis(area, x, theme, True)
    draw_y_axis(area, y, theme)
    curves = [ScreenCurve(across, area.y(y, edge.values), TEAL, EDGE_WEIGHT) for edge in chart.boundaries]
    if points:
        ends = np.array([[0.0, 0.0], max(points)[:2]])
        curves.append(ScreenCurve(area.x(x, ends[:, 0]), area.y(y, ends[:, 1]), DIM, RAY_WEIGHT))
    for stable, (_, mark, shade) in zip((True, False), KINDS, strict=True):
        at = _places(points, stable)
        curves.append(ScreenCurve(area.x(x, at[:, 0]), area.y(y, at[:, 1]), shade, 0.0, mark, size=MARK))
    draw_curves("chart", area, curves, theme)
    taken: list[tuple[float, float]] = []
    for edge in chart.boundaries:
        _name(area, edge, across, area.y(y, edge.values), taken, theme)


def _scales(chart: StabilityChart) -> tuple[AxisScale, AxisScale]:
    """Return the scales of both axes."""
    return AxisScale(float(chart.x[0]), float(chart.x[-1])), AxisScale(chart.low, chart.high)


def _shade(area: Area, across: np.ndarray, low: np.ndarray, high: np.ndarray) -> None:
    """Fill the part of a plot between two curves, in columns of whole points, so that none covers another."""
    ink, shade = imgui.get_window_draw_list(), packed(TEAL, SHADE)
    edges = [round(area.left), *(round(0.5 * (a + b)) for a, b in pairwise(across.tolist())), round(area.right)]
    for (left, right), bottom, top in zip(pairwise(edges), low.tolist(), high.tolist(), strict=True):
        upper, lower = max(top, area.top), min(bottom, area.bottom)
        if upper < lower and left < right:
            ink.add_rect_filled(imgui.ImVec2(left, upper), imgui.ImVec2(right, lower), shade)


def _name(
    area: Area, edge: ChartBoundary, across: np.ndarray, y: np.ndarray, taken: list[tuple[float, float]], theme: Theme
) -> None:
    """Write the name of a boundary at its last point within the plot, outside of the stable region, if there is room.

    taken: left and upper edges of the names that are there.
    """
    inside = np.flatnonzero((y > area.top) & (y < area.bottom))
    if not len(inside):
        return
    size, last = SMALL_SIZE * theme.scale, int(inside[-1])
    width, height = math_size(edge.name, theme.math, size), size
    left = min(float(across[last]), area.right) - width - 0.5 * theme.em
    place = float(np.interp(left + 0.5 * width, across, y))
    top = place - height - 0.3 * theme.em if edge.name.startswith("b") else place + 0.3 * theme.em
    top = min(max(top, area.top), area.bottom - height)
    if any(abs(left - x) < width + 0.2 * theme.em and abs(top - z) < height for x, z in taken):
        return
    taken.append((left, top))
    draw_math(imgui.get_window_draw_list(), (left, top), edge.name, packed(INK), theme.math, size)


def _save(desk: PanelContext, chart: StabilityChart, suffix: str) -> None:
    """Request that the chart is saved."""
    made = _figure(chart, chart.present(desk.session.simulation.y), *titles(desk.session))
    desk.ask(FigureRequest(f"{desk.session.scene.name}-stability", suffix, lambda: made))


def _figure(chart: StabilityChart, points: Sequence[ChartPoint], title: str, subtitle: str) -> Figure:
    """Return the chart for print, upper edges of stable regions dashed."""
    x, y = _scales(chart)
    curves, table = [], [TableColumn(chart.x_symbol, chart.x)]
    for edge, dash in zip(chart.boundaries, DASHES[:2] * len(chart.boundaries), strict=False):
        seen = np.where((edge.values >= chart.low) & (edge.values <= chart.high), edge.values, np.nan)
        curves.append(FigureCurve(edge.name, "", chart.x, seen, CurveStyle(for_print(TEAL), dash=dash)))
        table.append(TableColumn(edge.name, edge.values))
    for stable, (word, mark, shade) in zip((True, False), KINDS, strict=True):
        at = _places(points, stable)
        if len(at):
            style = CurveStyle(for_print(shade), line=False, marker=mark)
            curves.append(FigureCurve(tr(word), "", at[:, 0], at[:, 1], style))
        for column, name in enumerate((chart.x_symbol, chart.y_symbol)):
            table.append(TableColumn(f"{name}, {tr(word)}", at[:, column]))
    plot = FigurePlot(FigureAxis(x, chart.x_symbol), (FigureAxis(y, chart.y_symbol),), tuple(curves), FIGURE_HEIGHT)
    return Figure(title, f"{tr('Stability')} · {subtitle}", (plot,), lambda: table)


def _places(points: Sequence[ChartPoint], stable: bool) -> np.ndarray:
    """Return the places of the modes that are stable, or of those that are not, (n, 2)."""
    return np.array([point[:2] for point in points if point.stable is stable]).reshape(-1, 2)
