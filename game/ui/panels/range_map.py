"""Drawing of a range map: colours for ranges, hatching without a shot, a cross at the present machine."""

from __future__ import annotations

import numpy as np
from imgui_bundle import imgui, implot

from game.experiments.parameter_range import format_parameter, format_value
from game.experiments.tuning import RangeMap
from game.model.shown.shown_units import ShownUnits
from game.model.words import tr
from game.ui.panels.plots.plot_style import pop_style, push_style
from game.ui.widgets.basic import font
from game.ui.widgets.theme import SMALL_SIZE, Theme, Tone, faded, packed, vector
from physics import Parameter, System

FLAGS = (
    implot.Flags_.no_legend.value
    | implot.Flags_.no_title.value
    | implot.Flags_.no_menus.value
    | implot.Flags_.no_frame.value
    | implot.Flags_.no_mouse_text.value
    | implot.Flags_.no_box_select.value
)
X_AXIS, Y_AXIS = implot.ImAxis_.x1.value, implot.ImAxis_.y1.value
COLORS = implot.Colormap_.viridis.value
SCALE_WIDTH = 6.0
"""Width of the colour scale beside the map [em]."""


def titled(system: System, name: str, units: ShownUnits) -> tuple[str, float]:
    """Return the label of an axis in these units, and the factor from SI to its unit."""
    field = system.fields[name]
    assert isinstance(field, Parameter)
    words, unit = tr(name.replace("_", " ")), units.of(field.unit)
    return f"{words} [{tr(unit)}]" if unit else words, units.shown(1.0, field.unit)


class MapPicture:
    """Plot of a range map, which may still be growing."""

    def __init__(self) -> None:
        self._drawn: tuple[RangeMap, float, float] | None = None
        self._cells = np.zeros((1, 1))
        self._hatching = np.zeros((2, 0))
        self._runs: list[tuple[float, float, float, float]] = []

    def build(
        self, chart: RangeMap, present: tuple[float, float], theme: Theme, units: ShownUnits
    ) -> tuple[int, int] | None:
        """Draw the map into the rest of the panel; return row and column of a clicked cell, or None.

        present: values of the present machine on both axes, in SI. units: those of the axes and of the range.
        """
        self._take(chart, units.shown(1.0, "m"))
        (words_x, to_x), (words_y, to_y) = (
            titled(chart.machine, each.name, units) for each in (chart.across, chart.up)
        )
        room = imgui.get_content_region_avail()
        low, high = (units.shown(end, "m") for end in _scale(chart.values))
        size = imgui.ImVec2(max(room.x - (SCALE_WIDTH + 0.5) * theme.em, 8.0 * theme.em), max(room.y, 6.0 * theme.em))
        clicked = None
        push_style(theme)
        implot.push_colormap(COLORS)
        with font(theme.regular, SMALL_SIZE):
            if implot.begin_plot("##map", size, FLAGS):
                quiet = implot.AxisFlags_.no_highlight.value | implot.AxisFlags_.no_grid_lines.value
                implot.setup_axes(words_x, words_y, quiet, quiet)
                (left, right), (bottom, top) = _edges(chart.x * to_x), _edges(chart.y * to_y)
                implot.setup_axes_limits(left, right, bottom, top, imgui.Cond_.always.value)
                lowest, highest = implot.Point(left, bottom), implot.Point(right, top)
                implot.plot_heatmap("##ranges", self._cells, low, high, "", lowest, highest)
                self._cover(chart, (left, right), (bottom, top), theme)
                _mark(chart, (present[0] * to_x, present[1] * to_y), (to_x, to_y), theme)
                if implot.is_plot_hovered():
                    at = implot.get_plot_mouse_pos()
                    column = _cell(at.x, left, right, len(chart.x))
                    row = _cell(at.y, bottom, top, len(chart.y))
                    _tooltip(words(chart, row, column, units), theme)
                    clicked = (row, column) if imgui.is_mouse_clicked(0) else None
                implot.end_plot()
            imgui.same_line()
            words_range = tr("range [{unit}]", unit=tr(units.of("m")))
            size = imgui.ImVec2(SCALE_WIDTH * theme.em, size.y)
            implot.colormap_scale(f"{words_range}##scale", low, high, size, "%.4g")
        implot.pop_colormap()
        pop_style()
        return clicked

    def _take(self, chart: RangeMap, factor: float) -> None:
        """Update the arrays to draw if the map has grown. factor: from metres to the unit of the range."""
        if self._drawn == (chart, chart.progress, factor):
            return
        self._drawn = chart, chart.progress, factor
        empty = np.isnan(chart.values)
        self._cells = np.ascontiguousarray(np.where(empty, 0.0, factor * chart.values)[::-1])
        self._runs = runs(empty)
        rows, columns = np.nonzero(empty & chart.known)
        x = np.column_stack([columns, columns + 1.0]).ravel() / empty.shape[1]
        y = np.column_stack([rows, rows + 1.0]).ravel() / empty.shape[0]
        self._hatching = np.array([x, y])

    def _cover(self, chart: RangeMap, x: tuple[float, float], y: tuple[float, float], theme: Theme) -> None:
        """Cover cells without a range, hatched where it is known that there is none."""
        ink, shade = implot.get_plot_draw_list(), packed(Tone.NOTHING)
        wide, high = x[1] - x[0], y[1] - y[0]
        implot.push_plot_clip_rect()
        for left, bottom, right, top in self._runs:
            corner = implot.plot_to_pixels(x[0] + left * wide, y[0] + top * high)
            other = implot.plot_to_pixels(x[0] + right * wide, y[0] + bottom * high)
            ink.add_rect_filled(corner, other, shade)
        implot.pop_plot_clip_rect()
        if self._hatching.size:
            spec = implot.Spec(line_color=vector(Tone.HATCH), line_weight=theme.scale)
            spec.flags = implot.LineFlags_.segments.value
            along, up = x[0] + self._hatching[0] * wide, y[0] + self._hatching[1] * high
            implot.plot_line("##nothing", np.ascontiguousarray(along), np.ascontiguousarray(up), spec)


def words(chart: RangeMap, row: int, column: int, units: ShownUnits) -> str:
    """Return the text at the pointer for a cell, in these units."""
    machine = chart.machine
    place = (
        format_parameter(machine, chart.across.name, chart.x[column], units),
        format_parameter(machine, chart.up.name, chart.y[row], units),
    )
    reason = chart.why(row, column)
    far = float(chart.values[row, column])
    range_text = tr("range {range}", range=format_value(far, "m", units))
    found = (reason,) if reason else (range_text, tr("click to load"))
    return "\n".join((*place, *found))


def _tooltip(lines: str, theme: Theme) -> None:
    """Show a tooltip at the pointer, wrapped to a readable width."""
    if imgui.begin_tooltip():
        imgui.push_text_wrap_pos(20.0 * theme.em)
        imgui.text_unformatted(lines)
        imgui.pop_text_wrap_pos()
        imgui.end_tooltip()


def runs(empty: np.ndarray) -> list[tuple[float, float, float, float]]:
    """Return the empty cells as boxes (left, bottom, right, top as fractions), one per stretch of a row."""
    rows, columns = empty.shape
    edges = np.diff(np.pad(empty, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    starts, ends = np.argwhere(edges > 0), np.argwhere(edges < 0)
    return [
        (float(first) / columns, float(row) / rows, float(end) / columns, (float(row) + 1.0) / rows)
        for (row, first), (_, end) in zip(starts, ends, strict=True)
    ]


def _scale(values: np.ndarray) -> tuple[float, float]:
    """Return the smallest and largest range; an interval even for a constant."""
    finite = values[np.isfinite(values)]
    if not len(finite):
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _edges(values: np.ndarray) -> tuple[float, float]:
    """Return the outer edges of cells with these centres."""
    half = 0.5 * (values[1] - values[0])
    return float(values[0] - half), float(values[-1] + half)


def _cell(place: float, low: float, high: float, count: int) -> int:
    return min(max(int((place - low) / (high - low) * count), 0), count - 1)


def _mark(chart: RangeMap, present: tuple[float, float], factors: tuple[float, float], theme: Theme) -> None:
    """Draw a cross at the present machine and a ring at the longest shot."""
    for value, flags in ((present[0], 0), (present[1], implot.InfLinesFlags_.horizontal.value)):
        spec = implot.Spec(line_color=vector(faded(Tone.ON_MAP, 0.75)), line_weight=theme.scale)
        spec.flags = flags
        implot.plot_inf_lines("##present", np.array([value]), spec)
    best, ink = chart.best(), implot.get_plot_draw_list()
    ink.add_circle(implot.plot_to_pixels(*present), 0.32 * theme.em, packed(Tone.ON_MAP), 24, 1.5 * theme.scale)
    if best is not None:
        at = implot.plot_to_pixels(float(chart.x[best[1]]) * factors[0], float(chart.y[best[0]]) * factors[1])
        ink.add_circle(at, 0.42 * theme.em, packed(Tone.ON_MAP_RIM), 24, 3.5 * theme.scale)
        ink.add_circle(at, 0.42 * theme.em, packed((1.0, 0.45, 0.25, 1.0)), 24, 1.8 * theme.scale)
