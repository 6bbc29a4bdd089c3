"""The diagram of work and precision: error of every integrator against its evaluations, on logarithmic axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui

import physics
from game.experiments.work_precision import (
    DURATION,
    STEPS,
    TOLERANCES,
    WorkPrecision,
    WorkPrecisionPoint,
    count_of_methods,
)
from game.model.figures.axis import AxisScale, brief, power_of_ten
from game.model.figures.figure import CurveStyle, Figure, FigureAxis, FigureCurve, FigurePlot, TableColumn
from game.model.messages import FigureRequest
from game.model.words import decimal, later, tr
from game.session.edits import use_method
from game.ui.panels.context import PanelContext
from game.ui.panels.plots.canvas import Area, ScreenCurve, draw_curves, draw_ground, draw_x_axis, draw_y_axis
from game.ui.panels.plots.direct_labels import DirectLabel, leader, place_labels
from game.ui.panels.plots.plot_choice import build_export
from game.ui.panels.plots.plot_data import dashes, nearest
from game.ui.panels.plots.plot_figure import titles
from game.ui.panels.plots.plot_style import is_low
from game.ui.panels.plots.precision_curves import KINDS, ORDERS, PrecisionCurve, curves_of, scales_of
from game.ui.widgets.basic import button, fitted, font, small, tip
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.palette import for_print
from game.ui.widgets.symbols import symbol_size
from game.ui.widgets.theme import ACCENT, DIM, INK, SMALL_SIZE, Theme, packed

GUTTER, BELOW = 3.4, 2.7
"""Room for the numbers at the left and below [em]."""
POINT_DISTANCE, CURVE_DISTANCE = 0.8, 0.6
"""Distance within which the pointer is on a point, and on a curve [em]."""
WEIGHT, IN_USE = 1.6, 3.2
"""Widths of the curves, and of that of the method in use [points]."""
LOW_SIDE = 12.0
"""Width of the legend beside the diagram in a low panel [em]."""
NOTE_ROOM = 20.0
"""Least height of the diagram for the note below it [em]."""


UNKNOWN = later("below: the reference itself is not known better")


@dataclass(frozen=True)
class _Drawn:
    """The diagram as it was laid out last, and for what."""

    key: tuple[object, ...]
    curves: list[PrecisionCurve]
    x: AxisScale
    y: AxisScale
    screen: list[tuple[np.ndarray, np.ndarray]]
    labels: list[DirectLabel | None]


class PrecisionPlot:
    """The panel of the diagram: start, progress, legend and plot."""

    def __init__(self) -> None:
        self._drawn: _Drawn | None = None

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        theme, precision = desk.theme, desk.session.run.beside.precision
        low = precision is not None and is_low(theme.em)
        if low:
            imgui.begin_child("legend", imgui.ImVec2(LOW_SIDE * theme.em, 0.0))
        self._top(desk, precision)
        if precision is None:
            small(
                tr(
                    "Runs every applicable integrator from the initial state, at coarse and fine steps, and plots its "
                    "error at the end against the number of evaluations of the equations. Takes some seconds, "
                    "in the background."
                ),
                theme,
            )
        elif not precision.points and precision.done:
            small(tr("Nothing to compare: the reference solution did not reach the end time."), theme)
        else:
            _legend(theme)
            if low:
                imgui.end_child()
                imgui.same_line()
            self._plot(desk, precision)
            return
        if low:
            imgui.end_child()

    def _top(self, desk: PanelContext, precision: WorkPrecision | None) -> None:
        """Build the button that starts, or the progress, and the button that saves."""
        theme, em = desk.theme, desk.theme.em
        if precision is not None and not precision.done:
            if button(tr("Cancel")):
                desk.compare_methods(False)
            imgui.same_line()
            imgui.progress_bar(precision.progress, imgui.ImVec2(-1.0, 0.0), f"{precision.progress:.0%}")
            return
        if button(tr("Compute" if precision is None else "Compare again"), precision is None):
            desk.compare_methods(True)
        about = later("every integrator over {time:g} s from the initial state in the panel, at several step sizes")
        tip(tr(about, time=DURATION), theme)
        if self._drawn is not None and precision is not None and precision.points:
            imgui.same_line(imgui.get_content_region_avail().x - 2.0 * em)
            build_export(lambda suffix: self._save(desk, precision, suffix), theme)

    # The plot -------------------------------------------------------------------------------------------

    def _plot(self, desk: PanelContext, precision: WorkPrecision) -> None:
        """Build the diagram in the room that is left."""
        theme, em = desk.theme, desk.theme.em
        corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail()
        note = _note(precision)
        spare = 0.0
        if room.y > NOTE_ROOM * em:
            with font(theme.regular, SMALL_SIZE):
                spare = imgui.calc_text_size(note, False, room.x).y + 0.6 * em
        area = Area(
            round(corner.x + GUTTER * em),
            round(corner.y + 1.6 * em),
            round(corner.x + room.x - 0.2 * em),
            round(corner.y + max(room.y - BELOW * em - spare, 5.0 * em)),
        )
        drawn = self._laid_out(precision, area, theme)
        _draw_frame(drawn, area, precision.floor, theme)
        imgui.set_cursor_screen_pos(imgui.ImVec2(area.left, area.top))
        clicked = imgui.invisible_button("diagram", imgui.ImVec2(area.width, area.height))
        BOXES.control("diagram")
        over = imgui.is_item_hovered()
        curve, point = _pointed_at(drawn, theme) if over else (None, None)
        self._draw_curves(drawn, area, desk.session.simulation.integrator.name, curve, theme)
        if curve is not None:
            _point_out(drawn, area, curve, point, theme)
            if clicked:
                desk.attempt(_doing(desk, drawn.curves[curve], point))
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, area.bottom + BELOW * em))
        if spare:
            small(note, theme)
        else:
            imgui.dummy(imgui.ImVec2(0.0, 0.0))

    def _laid_out(self, precision: WorkPrecision, area: Area, theme: Theme) -> _Drawn:
        """Return the diagram as it is to be drawn, laid out anew when anything has changed."""
        key = (id(precision), len(precision.points), precision.floor, area, theme.scale, tr("Gauss 4"))
        if self._drawn is not None and self._drawn.key == key:
            return self._drawn
        curves = curves_of(list(precision.points))
        x, y = scales_of(curves, precision.floor)
        screen = [(area.x(x, curve.x), area.y(y, curve.y)) for curve in curves]
        size = SMALL_SIZE * theme.scale
        widths = [symbol_size(curve.title, theme.medium, size)[0] for curve in curves]
        named = [(curve.title, width, *place) for curve, width, place in zip(curves, widths, screen, strict=True)]
        bottom = area.bottom - (area.height * max(y.part(precision.floor), 0.0) if precision.floor else 0.0)
        inner = area.left + 2.0, area.top + 2.0, area.right - 2.0, bottom - 2.0
        labels = place_labels(named, inner, 1.15 * size)
        self._drawn = _Drawn(key, curves, x, y, screen, labels)
        return self._drawn

    @staticmethod
    def _draw_curves(drawn: _Drawn, area: Area, used: str, pointed: int | None, theme: Theme) -> None:
        """Draw the curves with their names; that of the method in use is wide."""
        found = []
        for i in sorted(range(len(drawn.curves)), key=lambda i: drawn.curves[i].style.second is not None):
            curve, (x, y) = drawn.curves[i], drawn.screen[i]
            style = curve.style
            weight = IN_USE if used in curve.methods else WEIGHT + (0.8 if i == pointed else 0.0)
            if style.second is not None:
                found.append(ScreenCurve(x, y, style.second, weight))
            found.append(ScreenCurve(*dashes(x, y, style.dash, theme.scale), style.color, weight))
            found.append(ScreenCurve(x, y, style.color, 0.0, style.marker, style.hollow, 3.2))
        draw_curves("curves", area, found, theme)
        ink, size = imgui.get_window_draw_list(), SMALL_SIZE * theme.scale
        for i, (curve, label) in enumerate(zip(drawn.curves, drawn.labels, strict=True)):
            if label is None:
                continue
            if _far(label, 0.7 * theme.em):
                begin, end = leader(label)
                ink.add_line(imgui.ImVec2(*begin), imgui.ImVec2(*end), packed(DIM, 0.7))
            shade = INK if i == pointed else curve.style.color
            at = imgui.ImVec2(round(label.box[0]), round(label.box[1]))
            ink.add_text(theme.medium, size, at, packed(shade), label.name)

    def _save(self, desk: PanelContext, precision: WorkPrecision, suffix: str) -> None:
        """Request that the diagram is saved."""
        drawn = self._drawn
        if drawn is not None:
            area = drawn.key[3]
            assert isinstance(area, Area)
            made = _figure(desk, drawn, area, precision)
            desk.ask(FigureRequest(f"{desk.session.scene.name}-work-precision", suffix, lambda: made))


def _doing(desk: PanelContext, curve: PrecisionCurve, point: int | None) -> Callable[[], None]:
    """Return what a click does: use the method, at the setting of a point."""
    if point is None:
        return lambda: use_method(desk.session, curve.methods[0])
    at = curve.points[point]
    return lambda: use_method(desk.session, curve.methods[0], at.step, at.settings)


def _pointed_at(drawn: _Drawn, theme: Theme) -> tuple[int | None, int | None]:
    """Return the curve and the point under the pointer; None where there is none."""
    pointer = imgui.get_mouse_pos()
    found = nearest(drawn.screen, (pointer.x, pointer.y))
    if found is not None and found[2] < POINT_DISTANCE * theme.em:
        return found[0], found[1]
    fine = [_between(x, y) for x, y in drawn.screen]
    found = nearest(fine, (pointer.x, pointer.y))
    if found is not None and found[2] < CURVE_DISTANCE * theme.em:
        return found[0], None
    for i, label in enumerate(drawn.labels):
        if label is not None and Area(*label.box).holds(pointer.x, pointer.y):
            return i, None
    return None, None


def _between(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return points along a curve, some between each two of its own."""
    parts = np.linspace(0.0, len(x) - 1.0, 24 * max(len(x) - 1, 1) + 1)
    return np.interp(parts, range(len(x)), x), np.interp(parts, range(len(x)), y)


def _point_out(drawn: _Drawn, area: Area, curve: int, point: int | None, theme: Theme) -> None:
    """Mark the point under the pointer with a ring, and say what it is and what a click does."""
    shown = drawn.curves[curve]
    if point is None:
        words = shown.title
    else:
        at = imgui.ImVec2(drawn.screen[curve][0][point], drawn.screen[curve][1][point])
        imgui.get_window_draw_list().add_circle(at, 0.5 * theme.em, packed(ACCENT), 24, 2.0 * theme.scale)
        words = point_words(shown.points[point], shown.title)
    imgui.set_mouse_cursor(imgui.MouseCursor_.hand.value)
    if imgui.begin_tooltip():
        imgui.text_unformatted(words)
        imgui.text_unformatted(tr("Click: use this method") if point is None else tr("Click: use it here"))
        imgui.end_tooltip()


def point_words(point: WorkPrecisionPoint, title: str = "") -> str:
    """Return what a point says: method, setting, evaluations and error."""
    method = physics.integrator(point.integrator)
    return tr(
        "{method}, {setting}\n{count} evaluations, relative error {error}",
        method=title or tr(method.title), setting=setting_words(point), count=point.evaluations,
        error=brief(point.error),
    )  # fmt: skip


def setting_words(point: WorkPrecisionPoint) -> str:
    """Return the step or tolerance of a point as text."""
    if point.adaptive:
        return f"rtol {brief(point.setting, 1)}"
    return decimal(f"Δt {1e3 * point.setting:g} ms")


def _note(precision: WorkPrecision) -> str:
    """Return the note below the diagram."""
    fitting, every = count_of_methods(precision.system)
    first, last = (power_of_ten(round(np.log10(each))) for each in (TOLERANCES[0], TOLERANCES[-1]))
    steps = decimal(f"{1e3 * STEPS[0]:g}"), decimal(f"{1e3 * STEPS[-1]:g}")
    return tr(
        "Δt from {coarse} to {fine} ms, tolerances from {loose} to {tight}. Wide line: the method in use. "
        "{count} of {every} methods apply.",
        coarse=steps[0], fine=steps[1], loose=first, tight=last, count=fitting, every=every,
    )  # fmt: skip


# Drawing ------------------------------------------------------------------------------------------------------


def _draw_frame(drawn: _Drawn, area: Area, floor: float, theme: Theme) -> None:
    """Draw the ground, the axes, and what lies below the error of the reference in grey."""
    em, ink, size = theme.em, imgui.get_window_draw_list(), SMALL_SIZE * theme.scale
    draw_ground(area, theme)
    if floor:
        y = area.bottom - max(drawn.y.part(floor), 0.0) * area.height
        low, high = imgui.ImVec2(area.left, y), imgui.ImVec2(area.right, area.bottom)
        ink.add_rect_filled(low, high, packed(DIM, 0.18))
        words = tr(UNKNOWN)
        if area.bottom - y > 1.1 * size and symbol_size(words, theme.regular, size)[0] < area.width - em:
            at = imgui.ImVec2(area.left + 0.5 * em, round((y + area.bottom) / 2 - 0.6 * size))
            ink.add_text(theme.regular, size, at, packed(DIM), words)
    draw_x_axis(area, drawn.x, theme, True)
    draw_y_axis(area, drawn.y, theme)
    with font(theme.regular, SMALL_SIZE):
        above = tr("relative error of the state at t = {time:g} s", time=DURATION)
        above = fitted(above, area.width + GUTTER * em)
        below = fitted(tr("evaluations of the right-hand side"), area.width)
    ink.add_text(theme.regular, size, imgui.ImVec2(area.left - GUTTER * em, area.top - 1.4 * em), packed(DIM), above)
    width = symbol_size(below, theme.regular, size)[0]
    left = (area.left + area.right - width) / 2
    ink.add_text(theme.regular, size, imgui.ImVec2(round(left), round(area.bottom + 1.35 * em)), packed(DIM), below)


def _legend(theme: Theme) -> None:
    """Build the legend: strokes and markers of the kinds, and colours of the orders, in as many rows as needed."""
    row = _Row(theme)
    for words, dash, marker in KINDS.values():
        x, y = row.entry(tr(words), 2.6)
        _sample(x, y, dash, marker, theme)
    row.entry(tr("order"), 0.0)
    for _, words, shade in ORDERS:
        x, y = row.entry(words, 0.9)
        imgui.get_window_draw_list().add_circle_filled(
            imgui.ImVec2(x + 0.3 * theme.em, y), 0.3 * theme.em, packed(shade), 16
        )
    row.close()


class _Row:
    """Entries of a legend from left to right, in as many rows as they need."""

    def __init__(self, theme: Theme) -> None:
        self._theme, self._corner = theme, imgui.get_cursor_screen_pos()
        self._right = self._corner.x + imgui.get_content_region_avail().x
        self._x, self._top = self._corner.x, self._corner.y

    def entry(self, words: str, room: float) -> tuple[float, float]:
        """Write an entry behind `room` [em] for its sample; return the left end of that and its middle."""
        theme, em, size = self._theme, self._theme.em, SMALL_SIZE * self._theme.scale
        width = room * em + symbol_size(words, theme.regular, size)[0] + 1.0 * em
        if self._x + width > self._right and self._x > self._corner.x:
            self._x, self._top = self._corner.x, self._top + 1.5 * em
        left, middle = self._x, self._top + 0.75 * em
        at = imgui.ImVec2(round(left + room * em), round(middle - 0.6 * size))
        shade = packed(INK if room else DIM)
        imgui.get_window_draw_list().add_text(theme.regular, size, at, shade, words)
        self._x += width - (0.0 if room else 0.4 * em)
        return left, middle

    def close(self) -> None:
        """End the legend."""
        imgui.dummy(imgui.ImVec2(0.0, self._top - self._corner.y + 1.5 * self._theme.em))


def _sample(x: float, y: float, dash: Sequence[float], marker: str, theme: Theme) -> None:
    """Draw a short stroke with a marker, 2.2 em long."""
    em, ink = theme.em, imgui.get_window_draw_list()
    xs, ys = dashes(np.array([0.0, 2.2 * em]), np.zeros(2), tuple(dash), theme.scale)
    for i in range(len(xs) - 1):
        if ys[i] == ys[i] and ys[i + 1] == ys[i + 1]:
            ink.add_line(imgui.ImVec2(x + xs[i], y), imgui.ImVec2(x + xs[i + 1], y), packed(INK), 1.6 * theme.scale)
    middle, r = x + 1.1 * em, 0.22 * em
    if marker == "circle":
        ink.add_circle_filled(imgui.ImVec2(middle, y), r, packed(INK), 16)
    elif marker == "square":
        ink.add_rect_filled(imgui.ImVec2(middle - r, y - r), imgui.ImVec2(middle + r, y + r), packed(INK))
    else:
        ends = [(0.0, -1.3 * r), (1.3 * r, 0.0), (0.0, 1.3 * r), (-1.3 * r, 0.0)]
        ink.add_convex_poly_filled([imgui.ImVec2(middle + dx, y + dy) for dx, dy in ends], packed(INK))


def _figure(desk: PanelContext, drawn: _Drawn, area: Area, precision: WorkPrecision) -> Figure:
    """Return the diagram as a figure for print, with the names where they are on the screen."""
    curves = []
    for curve, label in zip(drawn.curves, drawn.labels, strict=True):
        style = curve.style
        second = None if style.second is None else for_print(style.second)
        weight = 2.6 if desk.session.simulation.integrator.name in curve.methods else 1.3
        look = CurveStyle(for_print(style.color), weight, style.dash, True, style.marker, style.hollow, second)
        place: tuple[float, float] | None = None
        ends: tuple[tuple[float, float], ...] = ()
        if label is not None:
            left, top, _, bottom = label.box
            place = _parts(area, (left, (top + bottom) / 2))
            ends = tuple(_parts(area, end) for end in leader(label)) if _far(label, 0.7 * desk.theme.em) else ()
        curves.append(FigureCurve(curve.title, "", curve.x, curve.y, look, curve.title, place, ends))
    words = tr("relative error of the state at t = {time:g} s", time=DURATION)
    axes = FigureAxis(drawn.x, tr("evaluations of the right-hand side")), FigureAxis(drawn.y, words)
    plot = FigurePlot(axes[0], (axes[1],), tuple(curves), 400.0, precision.floor, tr(UNKNOWN))
    title, subtitle = titles(desk.session)
    return Figure(title, f"{tr('Work and precision')} · {subtitle}", (plot,), lambda: table_of(drawn.curves))


def _far(label: DirectLabel, distance: float) -> bool:
    """Return whether a name is so far from its curve that a line leads to it."""
    begin, end = leader(label)
    return abs(begin[0] - end[0]) + abs(begin[1] - end[1]) > distance


def _parts(area: Area, at: tuple[float, float]) -> tuple[float, float]:
    """Return a point on the screen as parts of the area from its lower left corner."""
    return (at[0] - area.left) / area.width, (area.bottom - at[1]) / area.height


def table_of(curves: Sequence[PrecisionCurve]) -> list[TableColumn]:
    """Return evaluations and errors of each curve with its steps or tolerances, as columns."""
    found = []
    for curve in curves:
        name = " = ".join(curve.methods)
        setting = "rtol" if curve.points[0].adaptive else "dt [s]"
        found += [
            TableColumn(f"{setting} of {name}", np.array([point.setting for point in curve.points])),
            TableColumn(f"evaluations of {name}", curve.x),
            TableColumn(f"relative error of {name}", np.array([point.error for point in curve.points])),
        ]
    return found
