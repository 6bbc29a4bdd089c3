"""One plot: several quantities over the time of the strip below, or over another quantity, with a cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui

from game.experiments.measurements.measured import MeasuredTable
from game.model.figures.axis import AxisScale, scale_of
from game.model.shown.shown_units import SI, ShownUnits
from game.model.words import decimal, tr
from game.session.series import TIME
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.canvas import (
    Area,
    ScreenCurve,
    draw_curves,
    draw_dot,
    draw_ground,
    draw_upright,
    draw_x_axis,
    draw_y_axis,
)
from game.ui.panels.plots.plot_data import (
    DrawnCurve,
    PlotLine,
    Plottable,
    against_another,
    against_time,
    axes_of,
    computed_part,
    dashes,
    nearest,
    table_curves,
    telling,
    value_at,
)
from game.ui.panels.timeline.panel import TimelinePanel
from game.ui.panels.timeline.scale import TimeSpan
from game.ui.widgets.basic import fitted
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.symbols import draw_symbol, symbol_size
from game.ui.widgets.theme import ACCENT, DIM, INK, POPUP, SMALL_SIZE, Theme, packed
from physics import System

HEIGHT, SHARED_HEIGHT, MIN_HEIGHT, MAX_HEIGHT, LEAST_HEIGHT = 12.5, 5.0, 3.75, 20.0, 2.0
"""Height of one plot and of each of several at first, their bounds, and the least one in a low window [em]."""
LABELS = 1.375
"""Height of the numbers of an x axis [em]."""
ZOOM = 0.85
"""Factor on what a plot over another quantity shows, for a notch of the wheel."""
REACH = 2.5
"""Distance within which the pointer takes a point of a path [em]."""


class PlotFrame(NamedTuple):
    """What a plot needs in one frame: its lines, the span of the strip, and the run's start and times [s].

    now, at: the present time of the run, and the time under the pointer or else the present one. tables: those beside
    the run. units: in which values are told; points and axes are kept in SI units.
    """

    items: Mapping[str, Plottable]
    lines: list[PlotLine]
    span: TimeSpan
    start: float
    now: float
    at: float
    pointed: bool
    tables: tuple[MeasuredTable, ...] = ()
    units: ShownUnits = SI

    @property
    def seen(self) -> tuple[float, float]:
        """The shown span in the time of the run [s]."""
        return self.span.start - self.start, self.span.end - self.start


class RunPlot:
    """One plot and its settings. chosen: names of its quantities. against: that of the x axis.

    log: whether x and y are logarithmic. height: of its area [em].
    """

    def __init__(self, chosen: Sequence[str] = (), log: bool = False) -> None:
        self.chosen, self.against = list(chosen), TIME
        self.log = [False, log]
        self.height = HEIGHT
        self.curves: list[DrawnCurve] = []
        self.x = AxisScale(0.0, 1.0)
        self.y: dict[str, AxisScale] = {}
        self._zoomed = False
        self._part = 1.0
        """Part of the values in view that is computed."""
        self.words_end = 0.0
        """Right end of the words above the first y axis, in the last frame [points]."""
        self.area = Area(0.0, 0.0, 1.0, 1.0)

    @property
    def over_time(self) -> bool:
        """Whether its x axis is the time."""
        return self.against == TIME

    def fit(self, system: System, items: Mapping[str, Plottable], kept: bool) -> None:
        """Remove the quantities that a system does not have; kept: whether it is another formulation of the same."""
        self.chosen = [name for name in self.chosen if kept and name in items]
        if not self.chosen:
            self.chosen, self.log = telling(system, items), [False, False]
        if not kept or self.against not in items:
            self.against, self._zoomed = TIME, False

    def use(self, chosen: list[str]) -> None:
        """Show other quantities."""
        self.chosen, self._zoomed = chosen, False

    def use_against(self, name: str) -> None:
        """Show the quantities over another one."""
        if name != TIME and self.against == TIME:
            self.height = max(self.height, MAX_HEIGHT)
        self.against, self._zoomed, self.log[0] = name, False, False

    def toggle_log(self, axis: int) -> None:
        """Make an axis logarithmic, or linear again."""
        self.log[axis], self._zoomed = not self.log[axis], False

    @property
    def units(self) -> list[str]:
        """Units of the y axes of the last frame."""
        return list(self.y)

    # One frame ------------------------------------------------------------------------------------------

    def build(
        self, desk: PanelContext, frame: PlotFrame, area: Area, strip: TimelinePanel, labels: bool, name: str = "plot"
    ) -> None:
        """Build the plot in an area; labels: whether numbers stand below it. name: of its control."""
        self.area = area
        self._read_curves(frame)
        imgui.set_cursor_screen_pos(imgui.ImVec2(area.left, area.top))
        imgui.invisible_button("plot", imgui.ImVec2(max(area.width, 1.0), max(area.height, 1.0)))
        BOXES.control(name)
        imgui.set_item_key_owner(imgui.Key.mouse_wheel_y)
        over, held = imgui.is_item_hovered(), imgui.is_item_active()
        self._draw_axes(frame, desk.theme, labels)
        screen = [self._on_screen(curve, desk.theme) for curve in self.curves]
        draw_curves("curves", area, screen, desk.theme)
        self._tell_part(desk.theme)
        if self.over_time:
            self._point_at_time(desk, frame, strip, over, held)
            self._draw_cursor(desk, frame, labels)
        else:
            self._point_at_path(desk, frame, screen, over, held)
            self._draw_present(desk, frame)
        if labels:
            self._label_below(frame.items[self.against], frame.units, desk.theme)

    def _read_curves(self, frame: PlotFrame) -> None:
        """Take the points of the curves, and fit the axes to them."""
        width, other = max(self.area.width, 50.0), frame.items[self.against]
        if self.over_time:
            self.curves = [against_time(line, frame.seen, int(width), self.log[1]) for line in frame.lines]
        else:
            self.curves = []
            for line in frame.lines:
                y = self.y.get(line.item.unit, AxisScale(0.0, 1.0))
                pixel = abs(self.x.high - self.x.low) / width, abs(y.high - y.low) / max(self.area.height, 50.0)
                log = self.log[0], self.log[1]
                self.curves.append(against_another(line, other, frame.seen, pixel, log))
        self._part = computed_part(frame.lines, other, frame.seen)
        log, chosen = (self.log[0], self.log[1]), [frame.items[name] for name in self.chosen]
        self.curves += table_curves(frame.tables, chosen, other, frame.seen, int(width), log)
        if self.over_time:
            self.x = AxisScale(*frame.seen)
        elif not self._zoomed:
            self.x = scale_of([curve.x for curve in self.curves], self.log[0])
        if not self._zoomed:
            units = axes_of([line.item for line in frame.lines])
            self.y = {
                unit: scale_of([curve.y for curve in self.curves if curve.unit == unit], self.log[1]) for unit in units
            }

    def _on_screen(self, curve: DrawnCurve, theme: Theme) -> ScreenCurve:
        """Return a curve on the screen."""
        x, y = self.area.x(self.x, curve.x), self.area.y(self.y[curve.unit], curve.y)
        style = curve.style
        if style.points:
            return ScreenCurve(x, y, style.color, 0.0, "circle")
        return ScreenCurve(*dashes(x, y, style.dash, theme.scale), style.color, style.weight)

    def _draw_axes(self, frame: PlotFrame, theme: Theme, labels: bool) -> None:
        """Draw the axes with their numbers, in the units in which values are told."""
        units = frame.units
        draw_ground(self.area, theme)
        draw_x_axis(self.area, self.x.times(units.shown(1.0, frame.items[self.against].unit)), theme, labels)
        size, ink = SMALL_SIZE * theme.scale, imgui.get_window_draw_list()
        for place, (unit, scale) in enumerate(self.y.items()):
            ticks = draw_y_axis(self.area, scale.times(units.shown(1.0, unit)), theme, second=place == 1)
            words = " ".join(
                part
                for part in (ticks.common, tr(units.of(unit)) if unit else "" if ticks.common else tr("rel."))
                if part
            )
            width, top = symbol_size(words, theme.regular, size)[0], self.area.top - 1.6 * theme.em
            if place:
                at = self.area.right + 4.6 * theme.em - width, self.area.bottom + 0.2 * theme.em
            else:
                at = self.area.left - 4.6 * theme.em, top
                self.words_end = at[0] + width
            draw_symbol(ink, at, words, packed(DIM), theme.regular, size)

    def _tell_part(self, theme: Theme) -> None:
        """Write how much of what is in view is computed, where that is not all: the newest values come first."""
        if self._part < 1.0:
            words = tr("computed so far: {share} %", share=int(100.0 * self._part))
            at = imgui.ImVec2(round(self.area.left + 0.4 * theme.em), round(self.area.top + 0.2 * theme.em))
            ink, size = imgui.get_window_draw_list(), SMALL_SIZE * theme.scale
            ink.add_text(theme.regular, size, at, packed(INK), fitted(words, self.area.width))

    # Cursor ---------------------------------------------------------------------------------------------

    def _point_at_time(
        self, desk: PanelContext, frame: PlotFrame, strip: TimelinePanel, over: bool, held: bool
    ) -> None:
        """Show the time under the pointer; a drag shows the state of then, the wheel zooms the strip."""
        io, span = imgui.get_io(), frame.span
        if over or held:
            desk.point_at(span.time(min(max(io.mouse_pos.x, span.left), span.right)))
        if held and desk.pointed_time is not None:
            desk.seek(desk.session.past.history.tick_at(desk.pointed_time))
        if over and io.mouse_wheel:
            strip.turn(io.mouse_wheel, io.mouse_pos.x, desk.session.simulation.dt)
        if over and imgui.is_mouse_double_clicked(0):
            strip.zoom.part = None

    def _draw_cursor(self, desk: PanelContext, frame: PlotFrame, labels: bool) -> None:
        """Draw the present moment and that under the pointer, with a dot at each curve."""
        theme, area, span = desk.theme, self.area, frame.span
        if span.shows(frame.now + frame.start):
            draw_upright(span.x(frame.now + frame.start), area, packed(ACCENT), max(theme.scale, 1.0))
        time = frame.at + frame.start
        if frame.pointed and span.shows(time):
            draw_upright(span.x(time), area, packed(INK, 0.45), max(theme.scale, 1.0))
        if span.shows(time):
            for curve in self.curves:
                y = self._height_at(curve, frame.at)
                if area.top <= y <= area.bottom:
                    draw_dot(span.x(time), y, curve.style.color, theme)
        if labels and frame.pointed and span.shows(time):
            self._draw_time(span.x(time), frame.at, theme)

    def _height_at(self, curve: DrawnCurve, time: float) -> float:
        """Return the position of a curve at a time [points]; NaN where it is not drawn."""
        if curve.line is None or not len(curve.x) or not curve.x[0] <= time <= curve.x[-1] + 1e-9:
            return float("nan")
        value = value_at(curve.line, curve.name, time)
        value = abs(value) if self.log[1] and curve.line.item.signless else value
        return float(self.area.y(self.y[curve.unit], np.array([value]))[0])

    def _draw_time(self, x: float, time: float, theme: Theme) -> None:
        """Write the time under the pointer over the numbers of the x axis."""
        words, size, ink = decimal(f"t = {time:.3f} s"), SMALL_SIZE * theme.scale, imgui.get_window_draw_list()
        width = symbol_size(words, theme.medium, size)[0]
        left = min(max(x - width / 2, self.area.left - 4.0 * theme.em), self.area.right + 4.0 * theme.em - width)
        low = imgui.ImVec2(left - 0.3 * theme.em, self.area.bottom + 0.1 * theme.em)
        high = imgui.ImVec2(left + width + 0.3 * theme.em, self.area.bottom + LABELS * theme.em)
        ink.add_rect_filled(low, high, packed(POPUP), 0.25 * theme.em)
        ink.add_text(theme.medium, size, imgui.ImVec2(round(left), round(low.y + 0.1 * theme.em)), packed(INK), words)

    def _point_at_path(
        self, desk: PanelContext, frame: PlotFrame, screen: list[ScreenCurve], over: bool, held: bool
    ) -> None:
        """Show the time of the point under the pointer; a drag goes there, the wheel zooms, the right button pans."""
        io, area = imgui.get_io(), self.area
        if over and io.mouse_wheel:
            self._zoom(ZOOM**io.mouse_wheel, io.mouse_pos.x, io.mouse_pos.y)
        if over and imgui.is_mouse_dragging(1, 0.0):
            self._zoomed = True
            self.x = self.x.shifted(-io.mouse_delta.x / area.width)
            self.y = {unit: each.shifted(io.mouse_delta.y / area.height) for unit, each in self.y.items()}
        if over and imgui.is_mouse_double_clicked(0):
            self._zoomed = False
        if not (over or held):
            return
        places = [(area.x(self.x, curve.x), area.y(self.y[curve.unit], curve.y)) for curve in self.curves]
        found = nearest(places, (io.mouse_pos.x, io.mouse_pos.y))
        if found is None or not (held or found[2] < REACH * desk.theme.em):
            return
        curve, at, _ = found
        line = self.curves[curve].line
        if line is None or line.side:
            return
        desk.point_at(float(self.curves[curve].t[at]) + frame.start)
        draw_dot(places[curve][0][at], places[curve][1][at], self.curves[curve].style.color, desk.theme)
        if held and imgui.is_mouse_dragging(0, 2.0) and desk.pointed_time is not None:
            desk.seek(desk.session.past.history.tick_at(desk.pointed_time))

    def _zoom(self, factor: float, x: float, y: float) -> None:
        self._zoomed, area = True, self.area
        self.x = self.x.zoomed(factor, (x - area.left) / area.width)
        part = (area.bottom - y) / area.height
        self.y = {unit: scale.zoomed(factor, part) for unit, scale in self.y.items()}

    def _draw_present(self, desk: PanelContext, frame: PlotFrame) -> None:
        """Draw a dot where each curve is at present, or at the time under the pointer elsewhere."""
        for curve in self.curves:
            if curve.line is None:
                continue
            x, y = (value_at(curve.line, name, frame.at) for name in (self.against, curve.name))
            at = self.area.x(self.x, np.array([x]))[0], self.area.y(self.y[curve.unit], np.array([y]))[0]
            if self.area.holds(*at):
                draw_dot(*at, curve.style.color, desk.theme)

    def _label_below(self, item: Plottable, units: ShownUnits, theme: Theme) -> None:
        """Write the symbol and unit of the x axis: of the time before its numbers, of others after the axis."""
        size, ink = SMALL_SIZE * theme.scale, imgui.get_window_draw_list()
        words = f"{item.symbol} [{tr(units.of(item.unit))}]" if item.unit else item.symbol
        at = self.area.right + 0.5 * theme.em, self.area.bottom - 0.6 * size
        if self.over_time:
            at = self.area.left - 4.6 * theme.em, self.area.bottom + 0.2 * theme.em
        draw_symbol(ink, at, words, packed(DIM), theme.regular, size)
