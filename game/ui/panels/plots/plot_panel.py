"""The panel of plots: up to four plots above one another over the time of the strip below."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from imgui_bundle import imgui

from game.experiments.measurements.measured import MeasuredTable
from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.messages import FigureRequest, ReportRequest
from game.model.words import later, tr
from game.scenefile.schema import MAX_CURVES, MAX_PLOTS, MAX_UNITS
from game.session.files.shown_tables import remove_table
from game.session.series import TIME
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.canvas import Area
from game.ui.panels.plots.plot import LABELS, LEAST_HEIGHT, MAX_HEIGHT, MIN_HEIGHT, SHARED_HEIGHT, PlotFrame, RunPlot
from game.ui.panels.plots.plot_choice import build_export, build_quantities, build_tables, text_toggle, toggle_width
from game.ui.panels.plots.plot_data import (
    DrawnCurve,
    PlotLine,
    PlotSeries,
    Plottable,
    axes_of,
    items_of,
)
from game.ui.panels.plots.plot_figure import report_figure, run_figure
from game.ui.panels.plots.plot_legend import SAMPLE, build_legend, draw_sample
from game.ui.panels.plots.poincare import SectionPlot
from game.ui.panels.plots.stability import StabilityPlot
from game.ui.panels.plots.work_precision import PrecisionPlot
from game.ui.panels.timeline.panel import TimelinePanel
from game.ui.widgets.basic import ITEM_SPACING, font, icon_button
from game.ui.widgets.icons import Icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.symbols import symbol_size
from game.ui.widgets.theme import ACCENT, DIM, INK, SMALL_SIZE, TITLE_SIZE, Theme, packed
from physics import System

Diagram = Literal["precision", "section", "stability"]
"""Work and precision, Poincaré section, stability of steady motions."""
Button = tuple[Icon, str, str, Callable[[], None]]
"""A button of the header: icon, word, tooltip, what it does."""

LAST = 1000
"""Order of the curves of tables, after those of all runs."""
HEADER, ROW, EDGE, PADDING = 2.5, 2.0, 0.5, 0.5
"""Heights of the header, of the row above each plot, of its edge, which is dragged, and of the margins [em]."""
ICON = 2.0
"""Width of an icon button [em]."""


class Plots:
    """The plots of the run, the diagram of work and precision, and the Poincaré section.

    diagram: what is shown in place of the plots of the run, if anything. strip: the timeline whose span the plots show.
    """

    def __init__(self, strip: TimelinePanel) -> None:
        self.plots = [RunPlot()]
        self.diagram: Diagram | None = None
        self.precision, self.section, self.stability = PrecisionPlot(), SectionPlot(), StabilityPlot()
        self._strip = strip
        self._system: type[System] | None = None
        self._series = PlotSeries()
        self._grabbed = 0.0, 0.0
        self._compact = False
        self._searched = ""

    @property
    def large(self) -> bool:
        """Whether it shows a diagram, which is as high as it is wide."""
        return self.diagram is not None

    def height(self, em: float, room: float) -> float:
        """Return the height of the panel, at most `room` [points]; where that is little, it has no header."""
        rows = sum(ROW + EDGE + self._labels(place) for place in range(len(self.plots))) + PADDING
        least = rows + HEADER + len(self.plots) * MIN_HEIGHT
        self._compact = least * em > room
        needed = rows + sum(plot.height for plot in self.plots) + (0.0 if self._compact else HEADER)
        return min(math.ceil(needed * em), room)

    def _labels(self, place: int) -> float:
        """Return the height of the numbers below a plot [em]: none above another plot over time."""
        plot = self.plots[place]
        follows = place + 1 < len(self.plots) and self.plots[place + 1].over_time
        return 0.0 if plot.over_time and follows else LABELS

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame of the plots of the run."""
        em, system = desk.theme.em, desk.session.simulation.system
        items = items_of(system)
        self._fit(system, items)
        frames, plots = self._frames(desk, items), list(self.plots)
        below = [self._labels(place) for place in range(len(plots))]
        heights = [plot.height for plot in plots]
        if not self._compact:
            self._header(desk, items, frames[0].lines)
        room = imgui.get_content_region_avail().y / em - sum(ROW + EDGE + each for each in below)
        heights = _fitted(heights, room)
        imgui.push_style_var(ITEM_SPACING, imgui.ImVec2(0.5 * em, 0.0))
        if imgui.begin_child("stack", imgui.ImVec2(0.0, 0.0)):
            for place, (plot, frame) in enumerate(zip(plots, frames, strict=True)):
                imgui.push_id(place)
                self._plot(desk, plot, frame, place, heights[place], below[place])
                imgui.pop_id()
        imgui.end_child()
        imgui.pop_style_var()

    def _fit(self, system: System, items: Mapping[str, Plottable]) -> None:
        """Reset the choice for another system; keep what exists in another formulation."""
        before, self._system = self._system, type(system)
        kept = before is self._system or (before is not None and before.family == system.family != "")
        for plot in self.plots:
            plot.fit(system, items, kept)
        if not kept:
            del self.plots[1:]

    def _frames(self, desk: PanelContext, items: Mapping[str, Plottable]) -> list[PlotFrame]:
        """Return what each plot needs."""
        session, span = desk.session, self._strip.shown
        start = session.past.run_start(session.simulation)
        now = session.past.history.time(session.simulation) - start
        at = now if desk.pointed_time is None else max(desk.pointed_time - start, 0.0)
        count = sum(len(plot.chosen) for plot in self.plots)
        lines = [self._series.lines(session, [items[name] for name in plot.chosen], count) for plot in self.plots]
        pointed, tables = desk.pointed_time is not None, session.run.tables
        return [PlotFrame(items, each, span, start, now, at, pointed, tables, desk.units) for each in lines]

    def show(self, table: MeasuredTable, system: System) -> None:
        """Show quantities of a table: all of a measured one that fit into the first plot, or one of a computed run."""
        items = items_of(system)
        self._fit(system, items)
        self.back()
        if any(name in table.columns for plot in self.plots for name in plot.chosen):
            return
        names: list[str] = []
        for name in items:
            units = axes_of([items[each] for each in (*names, name)])
            if name in table.columns and len(units) <= MAX_UNITS and len(names) < (1 if table.joined else MAX_CURVES):
                names.append(name)
        if names:
            self.plots[0].use(names)
            self.plots[0].use_against(TIME)
            self.plots[0].log[1] = False

    def show_these(self, plots: Sequence[Sequence[str]], system: System) -> None:
        """Show plots over time of these quantities of a system."""
        self.show_first(system)
        self.plots = [RunPlot(names) for names in plots]

    def show_first(self, system: System) -> None:
        """Show one plot over time of what tells most about the motion of a system."""
        self.back()
        self.plots = [RunPlot()]
        self._fit(system, items_of(system))

    # Header ---------------------------------------------------------------------------------------------

    def _header(self, desk: PanelContext, items: Mapping[str, Plottable], lines: list[PlotLine]) -> None:
        """Build the title, the names of compared runs, and the buttons."""
        theme, em = desk.theme, desk.theme.em
        corner, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        right = corner.x + width
        with font(theme.medium, TITLE_SIZE):
            title = tr("Plots")
            ended = corner.x + imgui.calc_text_size(title).x + 1.2 * em
            imgui.get_window_draw_list().add_text(
                imgui.ImVec2(corner.x, round(corner.y + 0.6 * em)), packed(INK), title
            )
        buttons = self._buttons(desk, items)
        worded = sum(toggle_width(words, theme) + 0.4 * em for _, words, _, _ in buttons) + ICON * em
        narrow = right - ended < worded
        left = right - (ICON * em * (len(buttons) + 1) if narrow else worded)
        self._names(lines, ended, left - 0.5 * em, corner.y, theme)
        self._place_buttons(desk, buttons, (left, corner.y + 0.25 * em), narrow)
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, corner.y + HEADER * em))

    def _place_buttons(
        self, desk: PanelContext, buttons: list[Button], corner: tuple[float, float], narrow: bool
    ) -> None:
        """Build the buttons of the panel and its cross in a row; narrow: as icons."""
        theme, em = desk.theme, desk.theme.em
        imgui.set_cursor_screen_pos(imgui.ImVec2(*corner))
        for icon, words, about, doing in buttons:
            if narrow:
                clicked = icon_button(words, icon, f"{words}\n{about}", theme, side=ICON * em)
            else:
                clicked = text_toggle(words, words, False, about, theme)
            if clicked:
                doing()
            imgui.same_line(0.0, 0.0 if narrow else 0.4 * em)
        about = tr("close ({keys})", keys=shown_keys(Action.PLOTS))
        if icon_button("close", Icon.CLOSE, about, theme, DIM, side=ICON * em):
            desk.ask(Action.PLOTS)

    def _buttons(self, desk: PanelContext, items: Mapping[str, Plottable]) -> list[Button]:
        """Return the buttons of the panel."""
        found: list[Button] = []
        if len(self.plots) < MAX_PLOTS:
            about = tr("one more plot below, up to {count}", count=MAX_PLOTS)
            found.append((Icon.PLUS, tr("+ Plot"), about, lambda: self._add(items)))
        about = tr("Poincaré section: one point at each crossing of a plane")
        found.append((Icon.TARGET, tr("Section"), about, lambda: self.show_diagram("section")))
        if desk.session.simulation.system.has_stability:
            about = tr("growth and frequency of small motions about steady ones, and where these are stable")
            found.append((Icon.ACTIVITY, tr("Stability"), about, lambda: self.show_diagram("stability")))
        about = tr("error of every integrator against its evaluations, from the initial state")
        found.append((Icon.CURVE, tr("Work and precision"), about, lambda: self.show_diagram("precision")))
        return found

    def _add(self, items: Mapping[str, Plottable]) -> None:
        """Add a plot of the first quantity that none shows."""
        shown = {name for plot in self.plots for name in plot.chosen}
        names = [name for name, item in items.items() if item.group]
        self.plots.append(RunPlot([next((name for name in names if name not in shown), names[0])]))
        for plot in self.plots:
            plot.height = min(plot.height, SHARED_HEIGHT)

    def show_diagram(self, diagram: Diagram) -> None:
        """Show a diagram in place of the plots of the run."""
        self.diagram = diagram

    def leave_stability(self, system: System) -> None:
        """Show the plots of the run in place of the stability of a system that has none."""
        if self.diagram == "stability" and not system.has_stability:
            self.back()

    def back(self) -> None:
        """Show the plots of the run."""
        self.diagram = None

    def _names(self, lines: list[PlotLine], left: float, right: float, top: float, theme: Theme) -> None:
        """Write the names of the run and of compared runs in one row, each with a stroke of its style."""
        sides = {line.side: line for line in reversed(lines)}
        if len(sides) < 2:
            return
        size, ink, x = SMALL_SIZE * theme.scale, imgui.get_window_draw_list(), left
        for side in sorted(sides):
            line = sides[side]
            width = (SAMPLE + 0.4) * theme.em + symbol_size(line.run, theme.regular, size)[0]
            if x + width > right:
                break
            middle = top + 1.25 * theme.em
            draw_sample(x, middle, line.style._replace(weight=1.6), theme)
            at = imgui.ImVec2(round(x + (SAMPLE + 0.4) * theme.em), round(middle - 0.6 * size))
            ink.add_text(theme.regular, size, at, packed(INK), line.run)
            x += width + 1.2 * theme.em

    # One plot -------------------------------------------------------------------------------------------

    def _plot(
        self, desk: PanelContext, plot: RunPlot, frame: PlotFrame, place: int, height: float, below: float
    ) -> None:
        """Build the upper edge of a plot, which is dragged to another height, the row above its area, and the area."""
        em, right = desk.theme.em, imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
        self._edge(plot, place, height, desk.theme)
        corner = imgui.get_cursor_screen_pos()
        area = Area(frame.span.left, corner.y + ROW * em, frame.span.right, corner.y + (ROW + height) * em)
        if self._compact and place == 0:
            of_panel = self._buttons(desk, frame.items)
            right -= ICON * em * (len(of_panel) + 1)
            self._place_buttons(desk, of_panel, (right, corner.y), narrow=True)
        buttons = self._plot_buttons(desk, plot, frame, place, (right, corner.y))
        left = max(area.left, plot.words_end + 0.8 * em)
        imgui.set_cursor_screen_pos(imgui.ImVec2(left, corner.y))
        second = plot.units[1] if len(plot.units) > 1 else None
        room = buttons - left - 0.5 * em
        build_legend(_in_order(plot.curves), plot.log[1], frame.at, room, desk.theme, second, frame.units)
        plot.build(desk, frame, area, self._strip, below > 0.0, f"plot {place}")
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, area.bottom + below * em))
        imgui.dummy(imgui.ImVec2(0.0, 0.0))

    def _plot_buttons(
        self, desk: PanelContext, plot: RunPlot, frame: PlotFrame, place: int, corner: tuple[float, float]
    ) -> float:
        """Build the buttons of a plot at the right end of its row; return the left edge of the first."""
        theme, em, (right, top) = desk.theme, desk.theme.em, corner
        side = ICON * em
        logs = [(later("log x"), 0)] if not plot.over_time else []
        logs.append((later("log y") if logs else later("log"), 1))
        removable = len(self.plots) > 1
        left = right - side * (2 + removable) - sum(toggle_width(tr(words), theme) + 0.3 * em for words, _ in logs)
        imgui.set_cursor_screen_pos(imgui.ImVec2(left, top))
        if icon_button(f"quantities {place}", Icon.LIST, tr("choose what is plotted, and over what"), theme, side=side):
            imgui.open_popup("list")
        imgui.set_next_window_size_constraints(imgui.ImVec2(0, 0), imgui.ImVec2(imgui.get_io().display_size.x, 24 * em))
        if imgui.begin_popup("list"):
            build_tables(
                frame.tables, lambda table: remove_table(desk.session, table), lambda table: _fit(desk, table), theme
            )
            self._searched = build_quantities(
                frame.items, plot.chosen, plot.against, plot.use, plot.use_against, theme, self._searched
            )
            imgui.end_popup()
        for words, axis in logs:
            imgui.same_line(0.0, 0.3 * em)
            about = tr("logarithmic axis: magnitudes of drifts; of other quantities what is positive")
            if text_toggle(f"{words} {place}", tr(words), plot.log[axis], about, theme):
                plot.toggle_log(axis)
        imgui.same_line(0.0, 0.0)
        several = None if len(self.plots) == 1 else lambda suffix: self._save(desk, self.plots, suffix)
        build_export(lambda suffix: self._save(desk, [plot], suffix), theme, several, f"export {place}")
        if removable:
            imgui.same_line(0.0, 0.0)
            if icon_button(f"remove {place}", Icon.CLOSE, tr("remove this plot"), theme, DIM, side=side):
                self.plots.remove(plot)
        return left

    def _save(self, desk: PanelContext, plots: list[RunPlot], suffix: str) -> None:
        """Request that plots are saved as one figure."""
        frames = self._frames(desk, items_of(desk.session.simulation.system))
        chosen = [(plot, frame) for plot, frame in zip(self.plots, frames, strict=True) if plot in plots]
        desk.ask(FigureRequest(f"{desk.session.scene.name}-plot", suffix, run_figure(desk.session, chosen)))

    def ask_report(self, desk: PanelContext, suffix: str) -> None:
        """Request a figure of the picture, the plots, the values and the method; suffix: .pdf or .svg."""
        items = items_of(desk.session.simulation.system)
        self._fit(desk.session.simulation.system, items)
        frames = zip(self.plots, self._frames(desk, items), strict=True)
        make = report_figure(desk.session, list(frames))
        desk.ask(ReportRequest(f"{desk.session.scene.name}-report", suffix, desk.free, make))

    def _edge(self, plot: RunPlot, place: int, height: float, theme: Theme) -> None:
        """Build the edge above a plot, which is dragged to another height; what lies below it keeps its place."""
        em, corner, width = theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        imgui.invisible_button("edge", imgui.ImVec2(width, EDGE * em))
        BOXES.control(f"edge {place}")
        if imgui.is_item_hovered() or imgui.is_item_active():
            imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ns.value)
            y = corner.y + 0.5 * EDGE * em
            ends = imgui.ImVec2(corner.x, y), imgui.ImVec2(corner.x + width, y)
            imgui.get_window_draw_list().add_line(*ends, packed(ACCENT), 0.15 * em)
        if imgui.is_item_activated():
            self._grabbed = height, imgui.get_mouse_pos().y
        if imgui.is_item_active():
            before, y = self._grabbed
            plot.height = min(max(before + (y - imgui.get_mouse_pos().y) / em, MIN_HEIGHT), MAX_HEIGHT)
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, corner.y + EDGE * em))


def _fit(desk: PanelContext, table: MeasuredTable) -> None:
    """Choose a table to be fitted to, and open the panel of comparisons."""
    desk.session.run.measured.chosen = table.name
    imgui.close_current_popup()
    if not desk.compare_open:
        desk.ask(Action.COMPARE)


def _fitted(heights: list[float], room: float) -> list[float]:
    """Return heights of plots that fit into a room, all [em], as far as they can be made smaller."""
    over = sum(heights) - room
    if over <= 0.0:
        return heights
    least = LEAST_HEIGHT if over > sum(heights) - len(heights) * MIN_HEIGHT else MIN_HEIGHT
    most = sum(max(height - least, 0.0) for height in heights)
    part = min(over / most, 1.0) if most > 0.0 else 0.0
    return [height - part * max(height - least, 0.0) for height in heights]


def _in_order(curves: list[DrawnCurve]) -> list[DrawnCurve]:
    """Return curves by quantity, that of the run before those of compared runs."""
    names = list(dict.fromkeys(curve.name for curve in curves))
    return sorted(curves, key=lambda curve: (names.index(curve.name), curve.line.side if curve.line else LAST))
