"""The panel of plots: any recorded quantity against time or against another, with a cursor that reads values."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from imgui_bundle import imgui, implot

from game.session.series import DRIFT, TIME
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.plot_data import (
    MAX_CURVES,
    MAX_UNITS,
    DrawnCurve,
    PlotLine,
    PlotSeries,
    Plottable,
    against_another,
    against_time,
    axes_of,
    bounds,
    items_of,
    nearest,
)
from game.ui.panels.plots.plot_legend import build_legend
from game.ui.panels.plots.poincare import SectionPlot
from game.ui.panels.plots.work_precision import PrecisionPlot, pop_style, push_style
from game.ui.widgets.basic import font, small, text, tip
from game.ui.widgets.fields import choice, drop_down
from game.ui.widgets.symbols import blank, draw_symbol, symbol_size
from game.ui.widgets.theme import DIM, INK, RIM, SMALL_SIZE, Theme, packed, vector
from physics import System

ALWAYS = imgui.Cond_.always.value
SPANS = (("1", "last 1 s"), ("5", "last 5 s"), ("15", "last 15 s"), ("60", "last 60 s"))
MIN_TIME_SPAN = 0.1
"""Shortest time axis [s], just after a start."""
Y_AXES = (implot.ImAxis_.y1.value, implot.ImAxis_.y2.value, implot.ImAxis_.y3.value)
X_AXIS = implot.ImAxis_.x1.value
LOG, LINEAR = implot.Scale_.log10.value, implot.Scale_.linear.value
PLAIN = (
    implot.Flags_.no_legend.value
    | implot.Flags_.no_title.value
    | implot.Flags_.no_menus.value
    | implot.Flags_.no_mouse_text.value
    | implot.Flags_.no_box_select.value
    | implot.Flags_.no_frame.value
)


class Plots:
    """The plot panel and its settings; follows the run until the user zooms or pans."""

    def __init__(self) -> None:
        self.chosen: list[str] = []
        self.against = TIME
        self.log = [False, False]
        self.span = 5.0
        self.following = True
        self.comparing = self.cutting = False
        self._precision, self._section = PrecisionPlot(), SectionPlot()
        self._system: type[System] | None = None
        self._sides = PlotSeries()
        self._cursor: float | None = None
        """Time under the pointer [s], or None."""
        self._hovered = False
        self._limits: dict[int, tuple[float, float]] = {}

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        system = desk.session.simulation.system
        items = items_of(system)
        self._fit(system, items)
        if self.comparing:
            self.comparing = not self._precision.build(desk)
            return
        if self.cutting:
            self.cutting = not self._section.build(desk)
            return
        self._choices(desk, items)
        chosen = [items[name] for name in self.chosen]
        lines = self._sides.lines(desk.session, chosen)
        at = desk.session.simulation.time if self._cursor is None else self._cursor
        build_legend(chosen, lines, items[self.against], at, desk.theme)
        self._plot(desk, items[self.against], lines, axes_of(chosen))

    def _fit(self, system: System, items: Mapping[str, Plottable]) -> None:
        """Reset the choice for another system; keep what exists in another formulation."""
        before, self._system = self._system, type(system)
        kept = before is self._system or (before is not None and before.family == system.family != "")
        self.chosen = [name for name in self.chosen if kept and name in items]
        if not self.chosen:
            self.chosen, self.log = [system.invariants[0].name + DRIFT], [False, True]
        if not kept or self.against not in items:
            self.against, self.following = TIME, True

    # What is shown --------------------------------------------------------------------------------------

    def _choices(self, desk: PanelContext, items: dict[str, Plottable]) -> None:
        theme = desk.theme
        imgui.set_next_item_width(5.2 * theme.em)
        about = "plotted quantities, of up to three different units"
        with drop_down("##curves", f"{len(self.chosen)} of {len(items) - 1}", theme, about) as opened:
            if opened:
                self._list(items, theme)
        _beside(7.2 * theme.em)
        imgui.align_text_to_frame_padding()
        text("over", DIM)
        imgui.same_line()
        imgui.set_next_item_width(3.8 * theme.em)
        others = [(item.name, item.symbol, item.meaning) for item in items.values()]
        meaning = f"{items[self.against].meaning}\nover time, or over another quantity"
        choice("##against", others, self.against, self._use_against, theme, meaning, symbolic=True)
        _beside(5.5 * theme.em)
        imgui.set_next_item_width(5.5 * theme.em)
        spans = [(value, words, "") for value, words in SPANS]
        choice("##span", spans, f"{self.span:g}", self._use_span, theme, "time window")
        for i, words in enumerate(("log x", "log y")):
            if i == 0 and self.against == TIME:
                continue
            _beside(4.4 * theme.em)
            changed, self.log[i] = imgui.checkbox(words, self.log[i])
            tip("logarithmic axis; negative values by magnitude", theme)
            self.following = self.following or changed
        _beside(7.4 * theme.em)
        if imgui.button("Work-precision…"):
            self.comparing = True
        tip("error of every integrator against its evaluations, from the initial state", theme)
        _beside(4.6 * theme.em)
        if imgui.button("Section…"):
            self.cutting = True
        tip("Poincaré section: one point at each crossing of a plane", theme)
        if not self.following:
            _beside(4.0 * theme.em)
            if imgui.button("Follow"):
                self.following = True
            tip("follow the running simulation (double click)", theme)

    def _list(self, items: dict[str, Plottable], theme: Theme) -> None:
        """Build the list of all recorded quantities, with check boxes."""
        group = ""
        units = axes_of([items[name] for name in self.chosen])
        for item in items.values():
            if item.name == TIME:
                continue
            if item.group != group:
                group = item.group
                small(group, theme)
            ticked = item.name in self.chosen
            reason = ""
            if not ticked and len(self.chosen) >= MAX_CURVES:
                reason = f"at most {MAX_CURVES} curves at once"
            elif not ticked and item.unit not in units and len(units) >= MAX_UNITS:
                reason = f"at most {MAX_UNITS} different units at once"
            imgui.begin_disabled(bool(reason) or (ticked and len(self.chosen) == 1))
            if _box(item, ticked, theme):
                self.chosen = [name for name in self.chosen if name != item.name] + ([] if ticked else [item.name])
                self.following = True
            imgui.end_disabled()
            tip(reason, theme)

    def _use_against(self, name: str) -> None:
        self.against, self.following = name, True
        self.log[0] = False

    def _use_span(self, value: str) -> None:
        self.span, self.following = float(value), True

    # The plot -------------------------------------------------------------------------------------------

    def _plot(self, desk: PanelContext, other: Plottable, lines: list[PlotLine], units: list[str]) -> None:
        theme, now = desk.theme, desk.session.simulation.time
        self._heed()
        push_style(theme)
        room = imgui.get_content_region_avail()
        with font(theme.regular, SMALL_SIZE):
            if implot.begin_plot("##plot", imgui.ImVec2(room.x, max(room.y, 5.0 * theme.em)), PLAIN):
                width, height = max(room.x - 5.0 * theme.em, 50.0), max(room.y - 3.0 * theme.em, 50.0)
                drawn = self._drawn(other, lines, now, (width, height), units)
                self._axes(other, drawn, units, now)
                implot.setup_finish()
                for line, x, y, _ in drawn:
                    implot.set_axes(X_AXIS, Y_AXES[units.index(line.item.unit)])
                    spec = implot.Spec(line_color=vector(line.color), line_weight=line.weight * theme.scale)
                    implot.plot_line(
                        f"##{line.item.name} {line.side}", np.ascontiguousarray(x), np.ascontiguousarray(y), spec
                    )
                self._hand(len(units))
                self._read(other, drawn, units, theme)
                implot.end_plot()
                _label_below(other, theme)
        pop_style()

    def _drawn(
        self, other: Plottable, lines: list[PlotLine], now: float, size: tuple[float, float], units: list[str]
    ) -> list[DrawnCurve]:
        """Return the points of each line in the visible time span, or in the time window if x is not time."""
        if other.name == TIME:
            span = self._last(lines, now) if self.following else self._limits[X_AXIS]
            return [against_time(line, span, int(size[0]), self.log[1]) for line in lines]
        drawn = []
        for line in lines:
            axis = Y_AXES[units.index(line.item.unit)]
            x, y = self._limits.get(X_AXIS, (0.0, 0.0)), self._limits.get(axis, (0.0, 0.0))
            pixel = (x[1] - x[0]) / size[0] or 1.0, (y[1] - y[0]) / size[1] or 1.0
            span = now - self.span, now
            drawn.append(against_another(line, other, span, pixel, (self.log[0], self.log[1])))
        return drawn

    def _axes(self, other: Plottable, drawn: list[DrawnCurve], units: list[str], now: float) -> None:
        timed = other.name == TIME
        quiet = implot.AxisFlags_.no_highlight.value | implot.AxisFlags_.no_side_switch.value
        implot.setup_axis(X_AXIS, " ", quiet)  # room for what _label_below draws
        implot.setup_axis_scale(X_AXIS, LOG if self.log[0] and not timed else LINEAR)
        if self.following:
            seen = self._last([curve.line for curve in drawn], now)
            if not timed:
                seen = bounds([curve.x for curve in drawn], self.log[0])
            implot.setup_axis_limits(X_AXIS, *seen, ALWAYS)
        for i, unit in enumerate(units):
            flags = quiet | (implot.AxisFlags_.opposite.value | implot.AxisFlags_.no_grid_lines.value if i else 0)
            implot.setup_axis(Y_AXES[i], unit or "relative", flags)
            implot.setup_axis_scale(Y_AXES[i], LOG if self.log[1] else LINEAR)
            implot.setup_axis_format(Y_AXES[i], "%.4g")
            if self.following:
                mine = [curve.y for curve in drawn if curve.line.item.unit == unit]
                implot.setup_axis_limits(Y_AXES[i], *bounds(mine, self.log[1]), ALWAYS)

    def _last(self, lines: list[PlotLine], now: float) -> tuple[float, float]:
        """Return the followed time span: the time window, as far as it is recorded."""
        start = max(now - self.span, min(line.oldest for line in lines))
        return start, max(now, start + MIN_TIME_SPAN)

    def _hand(self, axes: int) -> None:
        """Record the axis limits, and whether the pointer is over the plot or one of its axes."""
        for axis in Y_AXES[:axes]:
            limits = implot.get_plot_limits(X_AXIS, axis)
            self._limits[X_AXIS] = limits.x.min, limits.x.max
            self._limits[axis] = limits.y.min, limits.y.max
        used = (X_AXIS, *Y_AXES[:axes])
        self._hovered = implot.is_plot_hovered() or any(implot.is_axis_hovered(axis) for axis in used)

    def _read(self, other: Plottable, drawn: list[DrawnCurve], units: list[str], theme: Theme) -> None:
        """Set the cursor to the time under the pointer, or to that of the nearest point, marked with a dot."""
        self._cursor = None
        if not implot.is_plot_hovered():
            return
        ink, pointer = implot.get_plot_draw_list(), imgui.get_mouse_pos()
        corner, size = implot.get_plot_pos(), implot.get_plot_size()
        if other.name == TIME:
            self._cursor = implot.get_plot_mouse_pos().x
            ends = imgui.ImVec2(pointer.x, corner.y), imgui.ImVec2(pointer.x, corner.y + size.y)
            ink.add_line(*ends, packed(INK, 0.35))
            return
        place = (pointer.x - corner.x) / size.x, 1.0 - (pointer.y - corner.y) / size.y
        limits = [(self._limits[X_AXIS], self._limits[Y_AXES[units.index(curve.line.item.unit)]]) for curve in drawn]
        found = nearest(drawn, place, limits, (self.log[0], self.log[1]), (size.x, size.y))
        if found is not None:
            curve, (x, y), self._cursor = found
            at = imgui.ImVec2(corner.x + x * size.x, corner.y + (1.0 - y) * size.y)
            ink.add_circle_filled(at, 0.32 * theme.em, packed(RIM))
            ink.add_circle_filled(at, 0.22 * theme.em, packed(curve.line.color))

    def _heed(self) -> None:
        """Stop following on a zoom or a drag; follow again on a double click."""
        if not self._hovered:
            return
        if imgui.is_mouse_double_clicked(0):
            self.following = True
        elif imgui.get_io().mouse_wheel != 0.0 or imgui.is_mouse_dragging(0, 3.0):
            self.following = False


def _beside(width: float) -> None:
    """Continue on the same line if `width` points still fit."""
    imgui.same_line()
    if imgui.get_content_region_avail().x < width:
        imgui.new_line()


def _box(item: Plottable, ticked: bool, theme: Theme) -> bool:
    """Build a check box with symbol and meaning; return whether it was clicked."""
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    width, _ = symbol_size(item.symbol, theme.medium, theme.em)
    room = blank(max(width + 0.7 * theme.em, 3.0 * theme.em))
    clicked, _ = imgui.checkbox(f"{room}{item.meaning}##{item.name}", ticked)
    style = imgui.get_style()
    at = corner.x + imgui.get_frame_height() + style.item_inner_spacing.x, corner.y + style.frame_padding.y
    draw_symbol(ink, at, item.symbol, imgui.get_color_u32(imgui.Col_.text), theme.medium, theme.em)
    return clicked


def _label_below(item: Plottable, theme: Theme) -> None:
    """Draw the symbol and unit centred below the last plot."""
    low, high, size = imgui.get_item_rect_min(), imgui.get_item_rect_max(), SMALL_SIZE * theme.scale
    unit = f" [{item.unit}]" if item.unit else ""
    width, height = symbol_size(item.symbol, theme.regular, size)
    left = (low.x + high.x - width - imgui.calc_text_size(unit).x) / 2
    top, ink = high.y - height - 0.3 * theme.em, imgui.get_window_draw_list()
    draw_symbol(ink, (left, top), item.symbol, packed(DIM), theme.regular, size)
    draw_symbol(ink, (left + width, top), unit, packed(DIM), theme.regular, size)
