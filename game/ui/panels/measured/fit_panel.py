"""The section of measured motion: which table is used, its ghost, and the fit of the scene to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from imgui_bundle import imgui

from game.experiments.measurements.fit_numbers import FitNumber, fit_numbers, usual_choice
from game.experiments.measurements.fit_task import FitRequest, FitTask
from game.experiments.measurements.measured import MeasuredTable
from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.messages import printable
from game.model.words import decimal, list_separator, tr
from game.ui.panels.context import PanelContext
from game.ui.panels.measured.fit_options import FitOptions
from game.ui.panels.measured.fit_result import build_result, name_of
from game.ui.widgets.basic import button, draw_lines, fitted, font, segmented, small, switch, text, tip
from game.ui.widgets.fields import choice, labelled
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import brief
from game.ui.widgets.symbols import draw_math, math_size, prose
from game.ui.widgets.theme import DIM, INK, SMALL_SIZE, VERMILLION, Theme, packed
from physics import System

if TYPE_CHECKING:
    from physics.fitting.solver import Loss

ROW = 2.9
"""Height of the row of a number that can be free [em]."""
LEAST_ROWS, MOST_ROWS, OTHERS = 2, 10, 31.0
"""Number of rows that the list shows at once, at least and at most, and height of all else in the window [em]."""
SYMBOL = 2.4
"""Width of the column of symbols [em]."""
UNBOUNDED = 1e9
"""Magnitude of bounds that are as good as none."""
CLAMPED = imgui.SliderFlags_.always_clamp.value


class FitPanel:
    """The choices of a fit: which numbers are free, which part of the table is used, and how outliers count."""

    def __init__(self) -> None:
        self._system: System | None = None
        self._numbers: dict[str, FitNumber] = {}
        self._kind: tuple[object, ...] = ()
        self._free: tuple[str, ...] = ()
        self._window = (0.0, 0.0)
        self._robust = True
        self._options = FitOptions()
        self._task: FitTask | None = None
        self._shows_result = True

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        session, theme = desk.session, desk.theme
        table = session.run.measured.table(session.run.tables)
        if table is None:
            small(
                tr(
                    "Drop a table of measured values on the window, or open one ({keys}): its motion is drawn as a "
                    "ghost beside the run, and the scene can be fitted to it.",
                    keys=shown_keys(Action.OPEN_FILE),
                ),
                theme,
            )
            return
        self._fit_to(session.simulation.system, table)
        self._table(desk, table)
        self._ghost(desk)
        task = session.run.measured.fit
        if task is not self._task:
            self._task, self._shows_result = task, True
        if task is not None and task.found is not None:
            self._pages(theme)
            if self._shows_result:
                build_result(desk, task, self._numbers)
                return
        self._span(table, theme)
        self._list(desk, theme)
        self._start(desk, table)

    def _pages(self, theme: Theme) -> None:
        """Build the choice between what is fitted and what was found."""
        pages = [("fit", tr("Fit")), ("result", tr("Result"))]
        imgui.set_next_item_width(-1.0)
        chosen = segmented("page", pages, "result" if self._shows_result else "fit", theme)
        if chosen is not None:
            self._shows_result = chosen == "result"

    def _fit_to(self, system: System, table: MeasuredTable) -> None:
        """Choose anew where the system or the table is another one; keep what is still possible."""
        if system is not self._system:
            self._system, self._numbers = system, fit_numbers(system)
            self._free = tuple(name for name in self._free if name in self._numbers)
        kind = table.name, len(table.t), type(system)
        if kind != self._kind:
            self._kind, self._free = kind, usual_choice(system, tuple(table.columns))
            self._window = _whole(table)
            self._options.fit_to(tuple(table.columns))
        low, high = _whole(table)
        begin, end = (min(max(each, low), high) for each in self._window)
        self._window = (begin, end) if begin < end else (low, high)

    # What is measured -----------------------------------------------------------------------------------

    def _table(self, desk: PanelContext, table: MeasuredTable) -> None:
        """Build the name of the table, or the choice of one of several."""
        measured, theme = desk.session.run.measured, desk.theme
        names = [each.name for each in desk.session.run.tables if not each.joined]
        labelled("", tr("table"), theme)
        if len(names) < 2:
            imgui.align_text_to_frame_padding()
            text(fitted(printable(table.name), imgui.get_content_region_avail().x))
            tip(printable(table.name), theme)
            return

        def use(name: str) -> None:
            measured.chosen = name

        choice("##table", [(name, printable(name), "") for name in names], table.name, use, theme)
        BOXES.control("measured table")

    def _ghost(self, desk: PanelContext) -> None:
        """Build the switch of the ghost, or say why there is none."""
        session, theme = desk.session, desk.theme
        motion = session.run.measured.motion(session.simulation.system, session.run.tables)
        if motion is None:
            return
        if motion.missing:
            symbols = {variable.name: variable.symbol for variable in session.simulation.system.variables}
            names = list_separator().join(symbols[name] for name in motion.missing)
            words = tr("Its motion is not drawn: the table has no column for {names}.", names=names)
            prose(words, imgui.get_content_region_avail().x, packed(DIM), theme.regular, SMALL_SIZE * theme.scale)
        elif switch(tr("Draw the measured motion"), session.run.measured.shown, theme):
            session.run.measured.shown = not session.run.measured.shown

    # What is fitted -------------------------------------------------------------------------------------

    def _span(self, table: MeasuredTable, theme: Theme) -> None:
        """Build the choice of the part of the table."""
        low, high = _whole(table)
        labelled("t", tr("from and to"), theme)
        first, last = (decimal(f"{time:.3f} s") for time in self._window)
        moved, begin, end = imgui.drag_float_range2(
            "##window", *self._window, 0.002 * (high - low), low, high, first, last, CLAMPED
        )
        BOXES.control("fit window")
        tip(
            tr("time of the first and last row used; the motion begins at the first\nCtrl+click to type a number"),
            theme,
        )
        if moved and begin < end:
            self._window = begin, end

    def _list(self, desk: PanelContext, theme: Theme) -> None:
        """Build the list of the numbers that can be free, with their values and bounds."""
        small(tr("Free, to be found by the fit, each within its bounds:"), theme)
        em = theme.em
        row = ROW * em + imgui.get_style().item_spacing.y
        fitting = int((imgui.get_io().display_size.y - OTHERS * em) / row)  # so that the button below can be seen
        rows = min(len(self._numbers), max(min(fitting, MOST_ROWS), LEAST_ROWS))
        if imgui.begin_child("##free", imgui.ImVec2(0.0, rows * row), imgui.ChildFlags_.borders.value):
            for name, number in self._numbers.items():
                self._number(name, number, desk)
        imgui.end_child()

    def _number(self, name: str, number: FitNumber, desk: PanelContext) -> None:
        """Build the row of a number: whether it is free, symbol and name, and below its value and bounds."""
        theme, em, ticked = desk.theme, desk.theme.em, name in self._free
        corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        style = imgui.get_style()
        clicked, _ = imgui.checkbox(f"##{name}", ticked)
        BOXES.control(f"free {name}")
        words, left = name_of(number), imgui.get_frame_height() + style.item_inner_spacing.x
        about = f"{words} ({name})"
        tip(about, theme)
        wide = 0.0
        if number.symbol:
            at = corner.x + left, corner.y + style.frame_padding.y
            draw_math(ink, at, number.symbol, imgui.get_color_u32(imgui.Col_.text), theme.math, em)
            wide = max(math_size(number.symbol, theme.math, em) + 0.6 * em, SYMBOL * em)
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + left + wide, corner.y))
        room = imgui.get_content_region_avail().x
        middle = corner.y + imgui.get_frame_height() / 2
        draw_lines(ink, words, corner.x + left + wide, middle, room, INK, theme)
        imgui.dummy(imgui.ImVec2(room, imgui.get_frame_height()))
        clicked = clicked or imgui.is_item_clicked()
        tip(about, theme)
        if clicked:
            self._free = tuple(each for each in self._numbers if (each in self._free) is not (each == name))
        unknown, units = number.unknown, desk.units
        unit = tr(units.of(unknown.unit))
        now, low, high = (
            brief(units.shown(value, unknown.unit)) for value in (unknown.start, unknown.low, unknown.high)
        )
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + left, corner.y + imgui.get_frame_height() - 0.1 * em))
        with font(theme.regular, SMALL_SIZE):
            now = f"{now} {unit}".rstrip()
            bounds = tr("now {value}, from {low} to {high}", value=now, low=low, high=high)
            if unknown.low <= -UNBOUNDED and unknown.high >= UNBOUNDED:
                bounds = tr("now {value}, without bounds", value=now)
            text(fitted(bounds, imgui.get_content_region_avail().x), DIM)
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, corner.y + ROW * em))
        imgui.dummy(imgui.ImVec2(0.0, 0.0))

    def _start(self, desk: PanelContext, table: MeasuredTable) -> None:
        """Build the button that begins the fit, or its progress; say why the last one has found nothing."""
        theme, task = desk.theme, desk.session.run.measured.fit
        if switch(tr("Outliers count little"), self._robust, theme):
            self._robust = not self._robust
        tip(tr("residuals beyond twice the noise count by their size, not by its square (soft_l1)"), theme)
        self._options.build(desk, table)
        if task is not None and not task.done:
            _running(task, theme)
            return
        imgui.begin_disabled(not self._free)
        if button(tr("Fit"), True, -1.0) and self._free:
            self._begin(desk, table)
        imgui.end_disabled()
        if not self._free:
            small(tr("Choose at least one number above."), theme)
        if task is not None and task.problem:
            small(tr(task.problem), theme, VERMILLION)
        elif task is not None and task.cancelled:
            small(tr("The last fit was cancelled."), theme)

    def _begin(self, desk: PanelContext, table: MeasuredTable) -> None:
        """Begin the fit."""
        session = desk.session
        loss: Loss = "soft_l1" if self._robust else "linear"
        request = FitRequest.of(session.simulation, table, self._free, self._window, loss)
        session.run.measured.begin(self._options.applied(request), table)


def _running(task: FitTask, theme: Theme) -> None:
    """Build the button that cancels a fit, and its progress."""
    if button(tr("Cancel")):
        task.cancel()
    imgui.same_line()
    words = f"{task.part:.0%}" if task.part else tr("begins…")
    imgui.progress_bar(task.part, imgui.ImVec2(-1.0, 0.0), words)
    tip(tr("windows of the table that grow, from several starts where the first is not good"), theme)


def _whole(table: MeasuredTable) -> tuple[float, float]:
    """Return the first and last time of a table that are not before the start of the run [s]."""
    first = int(np.searchsorted(table.t, 0.0))
    return float(table.t[first if first < len(table.t) - 1 else 0]), float(table.t[-1])
