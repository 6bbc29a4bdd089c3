"""The Poincaré section: any two quantities at the crossings of a plane."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from imgui_bundle import imgui, implot

from game.experiments.poincare import OTHERS, BackgroundSection, RunSection, SectionPoints, default_section
from game.model.figures.axis import AxisScale, scale_of
from game.model.figures.figure import CurveStyle, Figure, FigureAxis, FigureCurve, FigurePlot, TableColumn
from game.model.messages import FigureRequest
from game.model.words import later, tr
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.plot_choice import build_export
from game.ui.panels.plots.plot_data import Plottable, items_of
from game.ui.panels.plots.plot_figure import titles
from game.ui.panels.plots.plot_style import FLAGS, SIDE, is_low, pop_style, push_style
from game.ui.widgets.basic import button, font, small, text, tip
from game.ui.widgets.fields import choice
from game.ui.widgets.palette import for_print
from game.ui.widgets.symbols import draw_symbol, symbol_size
from game.ui.widgets.theme import AMBER, DIM, INK, SMALL_SIZE, Color, Theme, packed, vector
from physics import System
from physics.simulation.poincare import Direction, SectionPlane, has_two_angles

X_AXIS, Y_AXIS = implot.ImAxis_.x1.value, implot.ImAxis_.y1.value
ALWAYS = imgui.Cond_.always.value
WAYS: dict[Direction, tuple[str, str]] = {
    "up": ("↑", later("increasing")), "down": ("↓", later("decreasing")), "both": ("↕", later("both directions")),
}  # fmt: skip
GROUPS = ("State", "Invariants", "Derived quantities")
FIELD, NUMBER, WAY = 4.0, 5.2, 3.9
"""Widths of the widgets [em]."""
DOT = 1.1
"""Half-width of the dots of background runs at scale 1 [points]."""


class SectionPlot:
    """The choice of plane and quantities, and the plot of the crossings of the run and of background runs."""

    def __init__(self) -> None:
        self.plane, self.axes = SectionPlane(""), ("", "")
        self._following, self._hovered = True, False
        self._seen = (0.0, 1.0), (0.0, 1.0)
        self._run = RunSection(self.plane)

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        theme, system = desk.theme, desk.session.simulation.system
        items = {name: item for name, item in items_of(system).items() if item.group in GROUPS}
        self._fit(system, items)
        low = is_low(theme.em)
        if low:
            imgui.begin_child("choices", imgui.ImVec2(SIDE * theme.em, 0.0))
        self._choices(items, theme)
        past = desk.session.past
        self._run.follow(past.history, past.now(desk.session.simulation))
        self._background(desk)
        if low:
            imgui.end_child()
            imgui.same_line()
        self._plot(desk, items)

    def _fit(self, system: System, items: dict[str, Plottable]) -> None:
        """Reset the plane and the axes for a system without these quantities."""
        if not {self.plane.name, *self.axes} <= items.keys():
            plane, *axes = default_section(system)
            self.axes = axes[0], axes[1]
            self._cut(plane)

    def _cut(self, plane: SectionPlane) -> None:
        self.plane, self._run, self._following = plane, RunSection(plane), True

    def _lay(self, axis: int, name: str) -> None:
        self.axes = (name, self.axes[1]) if axis == 0 else (self.axes[0], name)
        self._following = True

    # What is shown --------------------------------------------------------------------------------------

    def _choices(self, items: dict[str, Plottable], theme: Theme) -> None:
        plane = self.plane
        _quantity(
            "##plane",
            plane.name,
            items,
            lambda name: self._cut(SectionPlane(name)),
            theme,
            tr("points where this is: {meaning}", meaning=tr(items[plane.name].meaning)),
        )
        _beside(NUMBER * theme.em, 0.3 * theme.em)
        imgui.set_next_item_width(NUMBER * theme.em)
        moved, value = imgui.drag_float(
            "##value", plane.value, 0.01, 0.0, 0.0, f"= %.4g {items[plane.name].unit}".rstrip()
        )
        tip(tr("one point at each crossing of this value; of angles, once per revolution\nCtrl+click to type"), theme)
        if moved:
            self._cut(plane._replace(value=value))
        _beside(WAY * theme.em, 0.3 * theme.em)
        imgui.set_next_item_width(WAY * theme.em)
        ways = [(way, words, tr(about)) for way, (words, about) in WAYS.items()]
        choice("##way", ways, plane.direction, lambda way: self._cut(plane._replace(direction=way)), theme)
        for axis, words in ((1, tr("shows")), (0, tr("over"))):
            _beside(imgui.calc_text_size(words).x + (FIELD + 0.5) * theme.em)
            imgui.align_text_to_frame_padding()
            text(words, DIM)
            imgui.same_line()
            _quantity(f"##{axis}", self.axes[axis], items, partial(self._lay, axis), theme)

    def _background(self, desk: PanelContext) -> None:
        """Build the buttons of the background runs and the number of points."""
        theme, session, plane = desk.theme, desk.session, self.plane
        section = self._section(desk)
        if section is not None and not section.done:
            if button(tr("Stop")):
                section.cancel()
            imgui.same_line()
            words = tr("compiling…")
            if section.time:
                words = tr("{count} in {time:.0f} s", count=section.count, time=section.time)
            imgui.progress_bar(section.progress, imgui.ImVec2(9.0 * theme.em, 0.0), words)
        else:
            if button(tr("Continue"), section is None):
                desk.attempt(lambda: session.run.beside.run_section(session.simulation, plane))
            tip(tr("in the background, from the present state, as fast as possible"), theme)
            if has_two_angles(session.simulation.system, plane):
                _beside(imgui.calc_text_size(tr("More orbits of this energy")).x + theme.em)
                if button(tr("More orbits of this energy"), section is None):
                    desk.attempt(lambda: session.run.beside.run_section(session.simulation, plane, OTHERS))
                tip(tr("the run and {count} more of the same energy, each in its own colour", count=OTHERS), theme)
        if section is not None:
            _beside(imgui.calc_text_size(tr("Clear")).x + theme.em)
            if button(tr("Clear")):
                session.run.beside.forget_section()
        _beside(2.0 * theme.em)
        build_export(lambda suffix: self._save(desk, suffix), theme)
        reason = section.reason if section is not None else ""
        words = tr(reason) or tr("points of the run so far: {count}", count=self._run.cut.count)
        _beside(imgui.calc_text_size(words).x)
        imgui.align_text_to_frame_padding()
        small(words, theme)

    def _section(self, desk: PanelContext) -> BackgroundSection | None:
        """Return the background section of this plane, if there is one."""
        section = desk.session.run.beside.section
        return section if section is not None and section.plane == self.plane else None

    # The plot -------------------------------------------------------------------------------------------

    def _plot(self, desk: PanelContext, items: dict[str, Plottable]) -> None:
        theme = desk.theme
        section = self._section(desk)
        drawn = [self._points(cut) for cut in section.cuts] if section is not None else []
        mine = self._points(self._run.cut)
        self._heed()
        push_style(theme)
        room = imgui.get_content_region_avail()
        with font(theme.regular, SMALL_SIZE):
            if implot.begin_plot("##section", imgui.ImVec2(room.x, max(room.y, 5.0 * theme.em)), FLAGS):
                counts = max(int(room.x / (5.0 * theme.em)), 2), max(int(room.y / (3.0 * theme.em)), 2)
                self._setup([x for x, _ in (*drawn, mine)], [y for _, y in (*drawn, mine)], counts)
                for i, (x, y) in enumerate(drawn):
                    spec = _dots(_shade(i, len(drawn)), DOT * theme.scale, implot.Marker_.square)
                    implot.plot_scatter(f"##run {i}", x, y, spec)
                implot.plot_scatter("##here", *mine, _dots(INK, 2.0 * DOT * theme.scale, implot.Marker_.circle))
                self._hovered = implot.is_plot_hovered()
                limits = implot.get_plot_limits()
                self._seen = (limits.x.min, limits.x.max), (limits.y.min, limits.y.max)
                implot.end_plot()
                self._labels(items, theme)
        pop_style()

    def _points(self, cut: SectionPoints) -> tuple[np.ndarray, np.ndarray]:
        return cut.column(self.axes[0]), cut.column(self.axes[1])

    def _setup(self, x: list[np.ndarray], y: list[np.ndarray], counts: tuple[int, int]) -> None:
        """Set up the axes, each with at most so many labelled values."""
        quiet = implot.AxisFlags_.no_highlight.value
        implot.setup_axes(" ", " ", quiet, quiet)
        for axis, columns, seen, count in zip((X_AXIS, Y_AXIS), (x, y), self._seen, counts, strict=True):
            scale = AxisScale(*seen)
            if self._following:
                scale = scale_of(columns, False)
                implot.setup_axis_limits(axis, scale.low, scale.high, ALWAYS)
            ticks = scale.ticks(count)
            values = [tick.value for tick in ticks.ticks]
            implot.setup_axis_ticks(axis, values, [tick.label for tick in ticks.ticks], False)

    def _save(self, desk: PanelContext, suffix: str) -> None:
        """Request that the section is saved."""
        section, items = self._section(desk), items_of(desk.session.simulation.system)
        cuts = [self._run.cut] if section is None else [self._run.cut, *section.cuts]
        names = [tr("the run")] + [tr("orbit {number}", number=i) for i in range(1, len(cuts))]
        points = [self._points(cut) for cut in cuts]
        axes = [FigureAxis(scale_of([each[i] for each in points], False), items[name].symbol, items[name].unit)
                for i, name in enumerate(self.axes)]  # fmt: skip
        shades = [for_print(INK), *(for_print(_shade(i, len(cuts) - 1)) for i in range(len(cuts) - 1))]
        styles = [CurveStyle(shade, line=False, marker="circle" if i == 0 else "point")
                  for i, shade in enumerate(shades)]  # fmt: skip
        curves = tuple(FigureCurve(name, axes[1].unit, *place, style)
                       for name, place, style in zip(names, points, styles, strict=True))  # fmt: skip
        units = [f"{name} [{items[name].unit}]" if items[name].unit else name for name in self.axes]
        columns = [TableColumn(f"{unit} of {name}", place[i].copy())
                   for name, place in zip(names, points, strict=True)
                   for i, unit in enumerate(units)]  # fmt: skip
        plane = f"{items[self.plane.name].symbol} = {self.plane.value:.4g} {items[self.plane.name].unit}".rstrip()
        title, subtitle = titles(desk.session)
        plot = FigurePlot(axes[0], (axes[1],), curves, 420.0)
        made = Figure(title, f"{tr('Poincaré section')} {plane} · {subtitle}", (plot,), lambda: columns)
        desk.ask(FigureRequest(f"{desk.session.scene.name}-section", suffix, lambda: made))

    def _heed(self) -> None:
        """Stop following on a zoom or a drag; follow again on a double click."""
        if self._hovered and imgui.is_mouse_double_clicked(0):
            self._following = True
        elif self._hovered and (imgui.get_io().mouse_wheel != 0.0 or imgui.is_mouse_dragging(0, 3.0)):
            self._following = False

    def _labels(self, items: dict[str, Plottable], theme: Theme) -> None:
        """Draw the symbols and units of both axes of the last plot."""
        low, high, size = imgui.get_item_rect_min(), imgui.get_item_rect_max(), SMALL_SIZE * theme.scale
        ink, (along, up) = imgui.get_window_draw_list(), [items[name] for name in self.axes]
        width, height = symbol_size(_words(along), theme.regular, size)
        below = (low.x + high.x - width) / 2, high.y - height - 0.3 * theme.em
        draw_symbol(ink, below, _words(along), packed(DIM), theme.regular, size)
        above = low.x + 4.5 * theme.em, low.y + 0.5 * theme.em
        draw_symbol(ink, above, _words(up), packed(DIM), theme.regular, size)


def _words(item: Plottable) -> str:
    return f"{item.symbol} [{item.unit}]" if item.unit else item.symbol


def _shade(place: int, count: int) -> Color:
    """Return the colour of a background run; white is for the main run."""
    if place == 0:
        return AMBER
    shade = implot.sample_colormap(place / count, implot.Colormap_.spectral.value)
    return shade.x, shade.y, shade.z, 1.0


def _dots(shade: Color, size: float, marker: implot.Marker_) -> implot.Spec:
    spec = implot.Spec(marker=marker.value)
    spec.marker_size = size
    spec.marker_fill_color = vector(shade)
    spec.marker_line_color = imgui.ImVec4(0.0, 0.0, 0.0, 0.0)
    return spec


def _quantity(
    label: str, chosen: str, items: dict[str, Plottable], use: Callable[[str], None], theme: Theme, about: str = ""
) -> None:
    """Build a list of all quantities of a state."""
    imgui.set_next_item_width(FIELD * theme.em)
    options = [(item.name, item.symbol, tr(item.meaning)) for item in items.values()]
    choice(label, options, chosen, use, theme, about or tr(items[chosen].meaning), symbolic=True)


def _beside(width: float, gap: float = -1.0) -> None:
    """Continue on the same line if `width` points still fit."""
    imgui.same_line(0.0, gap)
    if imgui.get_content_region_avail().x < width:
        imgui.new_line()
