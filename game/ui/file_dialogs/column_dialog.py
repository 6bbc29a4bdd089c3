"""The dialog that tells what the columns of a table are: the time, or quantities of the present scene, and units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np
from imgui_bundle import imgui

from game.experiments.background import BackgroundTask
from game.experiments.measurements.column_uses import (
    TIME,
    UNKNOWN,
    ColumnUse,
    Measurable,
    heading_unit,
    measurables,
    of_run,
    understood,
    units_of,
)
from game.experiments.measurements.heading_names import TIME_UNIT
from game.experiments.measurements.measured import MeasuredTable, check_uses, measured, with_angle
from game.experiments.measurements.table_file import FileColumn, FileTable
from game.model.messages import printable
from game.model.words import later, list_separator, tr, typed_number
from game.session.files.shown_tables import show_table
from game.ui.file_dialogs.angle_form import AngleForm, heading_of
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, ANY_POPUP, FIXED, button, fitted, font, small, text, tip, window
from game.ui.widgets.fields import choice
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import brief
from game.ui.widgets.theme import DIM, SMALL_SIZE, TITLE_SIZE, VERMILLION, Theme
from physics import BadInput, System
from physics.core.units import ANGLE, check_number

WIDTH, HEIGHT = 44.0, 34.0
"""Greatest size of the dialog [em]."""
ROW, NARROW_ROW = 2.9, 5.4
"""Height of the row of a column, and of one whose fields stand below its name [em]."""
UNIT_WIDTH, ROOMY = 6.0, 25.0
"""Width of the choice of a unit, and the width from which the fields stand beside the name [em]."""
BELOW = 6.6
"""Height of the lines of buttons below the columns [em]."""
RATE_WIDTH = 6.0
"""Width of the field for the rate [em]."""
RATE, RATES = "rows a second", (1e-6, 1e9)
COUNTED, MOST_COUNTS, USUAL_COUNTS = "counts a turn", 1e8, "4096"
"""The number of counts of an encoder in a turn: its name, the greatest, and the one that is offered."""
COUNTS = later("counts")
"""What is chosen in place of the unit of an angle that an encoder has counted."""
SAMPLES = 4
MOST_NOTES = 3
"""Greatest number of lines on what is left out or not clear."""
NOT_USED = ""
Made = TypeVar("Made")


class TableTask(BackgroundTask, Generic[Made]):
    """Work on a table in a thread: the conversion of its columns takes long where it has many rows.

    made: what the function returns; problem: what is wrong, in English, in one line.
    """

    def __init__(self, make: Callable[[], Made]) -> None:
        self._make = make
        self.made: Made | None = None
        self.problem = ""
        super().__init__("table")

    def _work(self) -> None:
        try:
            self.made = self._make()
        except BadInput as error:
            self.problem = str(error)


class ColumnDialog:
    """The dialog. table: the one whose columns are being chosen, None while it is closed."""

    def __init__(self) -> None:
        self.table: FileTable | None = None
        self._uses: dict[int, ColumnUse] = {}
        self._system: type[System] | None = None
        self._rate, self._problem = "", ""
        self._counts = USUAL_COUNTS
        self._runs: tuple[str, ...] = ()
        self._notes: tuple[str, ...] = ()
        self._angle = AngleForm()
        self._added = False
        """Whether a column was added, which is scrolled into view."""
        self._task: TableTask[MeasuredTable] | TableTask[FileTable] | None = None

    def ask(self, table: FileTable, system: System) -> None:
        """Open the dialog for a table, with what its headings tell."""
        self.close()
        self.table, self._rate, self._problem = table, "", ""
        self._angle.fit(table)
        self._fit(system)

    def _fit(self, system: System) -> None:
        """Guess anew what the columns are where the system is another one."""
        if self.table is not None and self._system is not type(system):
            self._uses = {}
        self._system = type(system)
        if self.table is not None and not self._uses:
            found = understood(self.table, system)
            asked = (question.words for question in found.questions)
            self._runs = next((question.runs for question in found.questions if question.runs), ())
            self._uses, self._notes = dict(found.uses), (*self.table.notes, *found.notes, *asked)

    def close(self) -> None:
        """Close the dialog."""
        self.table, self._uses, self._system, self._task, self._runs = None, {}, None, None, ()
        self._angle.open = False

    def step_back(self) -> None:
        """Close the form of an angle, or else the dialog."""
        if self._angle.open:
            self._angle.open = False
        else:
            self.close()

    @property
    def busy(self) -> bool:
        """True while columns are converted."""
        return self._task is not None

    def build(self, desk: PanelContext, size: tuple[float, float]) -> MeasuredTable | None:
        """Build the dialog in the middle of a window of this size; return the table that was chosen and is shown."""
        table, system = self.table, desk.session.simulation.system
        if table is None:
            return None
        if self._system is not type(system):
            self._fit(system)
        theme, em = desk.theme, desk.theme.em
        width, height = min(WIDTH * em, size[0] - em), min(HEIGHT * em, size[1] - em)
        imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, size[1] / 2), ALWAYS, imgui.ImVec2(0.5, 0.5))
        imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), imgui.ImVec2(width, height))
        imgui.set_next_window_size(imgui.ImVec2(width, 0.0), ALWAYS)
        with window("columns", FIXED):
            desk.glass.dialog(theme)
            words = tr("Columns of {name}", name=printable(table.path.name))
            with font(theme.medium, TITLE_SIZE):
                imgui.text_unformatted(fitted(words, imgui.get_content_region_avail().x))
            if self._angle.open:
                self._angle.build(table, height, theme)
                if self._angle.segment is not None:
                    segment, self._angle.segment = self._angle.segment, None
                    self._task = TableTask(lambda: with_angle(table, segment))
                return None
            about = tr(
                "{rows} rows. What each column is in the scene “{scene}”, and its unit:",
                rows=table.rows,
                scene=tr(desk.session.scene.title),
            )
            small(about, theme)
            for note in self._notes[:MOST_NOTES]:
                small(printable(tr(note)), theme)
            self._choose_run(table, system)
            imgui.dummy(imgui.ImVec2(0.0, 0.3 * em))
            self._columns(table, system, height, theme)
            self._below(theme)
            if self._problem:
                small(self._problem, theme, VERMILLION)
            self._buttons(desk, table)
            return self._taken(desk)

    def _choose_run(self, table: FileTable, system: System) -> None:
        """Build a button for each run of a table that has several: the columns of one are kept."""
        for run in self._runs:
            if button(tr("run {number}", number=printable(run))):
                self.table, self._uses, self._system = of_run(table, run), {}, None
                self._angle.fit(self.table)
                self._fit(system)
            imgui.same_line()
        if self._runs:
            imgui.new_line()

    def _columns(self, table: FileTable, system: System, height: float, theme: Theme) -> None:
        """Build the rows of the columns, which scroll where there are many."""
        em = theme.em
        roomy = imgui.get_content_region_avail().x > ROOMY * em
        row = ROW if roomy else NARROW_ROW
        with font(theme.regular, SMALL_SIZE):
            wrapped = imgui.calc_text_size(self._problem, False, imgui.get_content_region_avail().x).y
        told = wrapped + 0.5 * em if self._problem else 0.0
        room = height - imgui.get_cursor_pos_y() - BELOW * em - told
        needed = len(table.columns) * row * em
        known = measurables(system)
        if imgui.begin_child("rows", imgui.ImVec2(0.0, min(needed, max(room, row * em)))):
            for place, column in enumerate(table.columns):
                imgui.push_id(place)
                top = imgui.get_cursor_pos_y()
                self._column(place, column, known, roomy, theme)
                imgui.set_cursor_pos_y(top + row * em)
                imgui.pop_id()
            imgui.dummy(imgui.ImVec2(0.0, 0.0))
            if self._added:
                imgui.set_scroll_here_y(1.0)
                self._added = False
        imgui.end_child()

    def _column(self, place: int, column: FileColumn, known: dict[str, Measurable], roomy: bool, theme: Theme) -> None:
        """Build the name and first values of a column, the choice of what it is, and that of its unit."""
        em, width = theme.em, imgui.get_content_region_avail().x
        use = self._uses.get(place)
        unit_width = UNIT_WIDTH * em
        named = 0.3 * width if roomy else width
        left = imgui.get_cursor_pos_x()
        imgui.begin_group()
        heading = heading_of(column)
        text(fitted(heading, named - em))
        with font(theme.regular, SMALL_SIZE):
            samples = fitted(_samples(column), named - em)
            text(samples, DIM)
        imgui.end_group()
        tip(f"{heading}\n{_samples(column)}", theme)
        if roomy:
            imgui.same_line()
            imgui.set_cursor_pos_x(left + named)
        options = [(NOT_USED, tr("not used"), ""), (TIME, tr("t, the time"), "")]
        options += [(each.name, _label(each), "") for each in known.values()]
        others = {each.quantity: tr("another column is this already") for at, each in self._uses.items() if at != place}
        imgui.set_next_item_width((width - named if roomy else width) - unit_width - 0.5 * em)
        chosen = use.quantity if use else NOT_USED
        meaning = next(words for value, words, _ in options if value == chosen)
        choice(
            "##quantity",
            options,
            chosen,
            lambda name: self._use(place, name, column, known),
            theme,
            meaning,
            others,
            True,
        )
        BOXES.control(f"quantity {place}")
        unit = "" if use is None else TIME_UNIT if use.quantity == TIME else known[use.quantity].unit
        units = (*units_of(unit), COUNTS) if unit == ANGLE else units_of(unit)
        units = units if use is None or use.unit in units else (*units, use.unit)
        if use is None or len(units) < 2:
            if use is not None and unit:
                imgui.same_line(0.0, em)
                text(unit, DIM)
            return
        imgui.same_line(0.0, 0.5 * em)
        imgui.set_next_item_width(unit_width - 0.5 * em)
        offered = [(each, tr("unit?") if each == UNKNOWN else tr(each), "") for each in units]
        choice("##unit", offered, use.unit, lambda name: self._use_unit(place, name), theme, tr("unit of its numbers"))
        BOXES.control(f"unit {place}")

    def _use(self, place: int, name: str, column: FileColumn, known: dict[str, Measurable]) -> None:
        """Choose what a column is."""
        self._problem = ""
        if name == NOT_USED:
            self._uses.pop(place, None)
            return
        unit = TIME_UNIT if name == TIME else known[name].unit
        self._uses[place] = ColumnUse(name, heading_unit(column, name, unit))

    def _use_unit(self, place: int, unit: str) -> None:
        self._uses[place] = self._uses[place]._replace(unit=unit)

    def _below(self, theme: Theme) -> None:
        """Build the button for an angle, and the field for the rate of the rows where no column is the time."""
        em = theme.em
        imgui.dummy(imgui.ImVec2(0.0, 0.2 * em))
        if button(tr("Angle from positions…")):
            self._angle.open, self._problem = True, ""
        tip(tr("one more column: the angle of the line between two points whose positions are columns"), theme)
        if any(use.unit == COUNTS for use in self._uses.values()):
            about = tr("how many counts of the encoder are a turn; they go on where it goes round")
            self._counts = _number("##counts", "counts", self._counts, tr("counts a turn"), about, theme)
        if all(use.quantity != TIME for use in self._uses.values()):
            about = tr("for a table without times, such as the pictures of a camera: its first row is at 0 s")
            self._rate = _number("##rate", "rate", self._rate, tr("rows a second"), about, theme)

    def _counted(self) -> dict[int, ColumnUse]:
        """Return what the columns are, with the unit of what an encoder has counted. Raises BadInput."""
        if all(use.unit != COUNTS for use in self._uses.values()):
            return dict(self._uses)
        counts = check_number(COUNTED, typed_number(self._counts), "", 1.0, MOST_COUNTS)
        unit = f"{counts:.12g}/turn"
        return {at: use._replace(unit=unit) if use.unit == COUNTS else use for at, use in self._uses.items()}

    def _buttons(self, desk: PanelContext, table: FileTable) -> None:
        """Build the buttons below; Enter is the first of them."""
        imgui.begin_disabled(self.busy)
        entered = imgui.is_key_pressed(imgui.Key.enter, False) or imgui.is_key_pressed(imgui.Key.keypad_enter, False)
        entered = entered and not imgui.is_popup_open("", ANY_POPUP)
        if (button(tr("Show in the plots"), True) or entered) and not self.busy:
            self._convert(table, desk.session.simulation.system)
        imgui.end_disabled()
        imgui.same_line()
        if button(tr("Cancel")):
            self.close()

    def _convert(self, table: FileTable, system: System) -> None:
        """Begin to convert the columns."""
        try:
            uses = self._counted()
            rate = check_number(RATE, typed_number(self._rate), "", *RATES) if self._rate.strip() else 0.0
            check_uses(table, uses, system, rate)
        except BadInput as error:
            self._problem = tr(str(error))
            return
        self._problem = ""
        self._task = TableTask(lambda: measured(table, uses, system, rate))

    def _taken(self, desk: PanelContext) -> MeasuredTable | None:
        """Take what has been converted: show a table of the columns, which is returned, or add a column."""
        task = self._task
        if task is None or not task.done:
            return None
        self._task, self._problem = None, tr(task.problem) if task.problem else ""
        if isinstance(task.made, FileTable):
            self.table, self._added = task.made, True
            return None
        if task.made is None:
            return None
        try:
            show_table(desk.session, task.made)
        except BadInput as error:
            self._problem = tr(str(error))
            return None
        for note in task.made.notes:
            desk.say(tr(note))
        self.close()
        return task.made


def _number(label: str, name: str, typed: str, words: str, about: str, theme: Theme) -> str:
    """Build a field for a number with words behind it, beside what stands there where there is room; return it."""
    em = theme.em
    imgui.same_line(0.0, em)
    if imgui.get_content_region_avail().x < RATE_WIDTH * em + imgui.calc_text_size(words).x + 0.5 * em:
        imgui.new_line()
    imgui.set_next_item_width(RATE_WIDTH * em)
    typed = imgui.input_text(label, typed)[1]
    BOXES.control(name)
    tip(about, theme)
    imgui.same_line(0.0, 0.5 * em)
    text(words, DIM)
    return typed


def _label(quantity: Measurable) -> str:
    """Return a quantity as an entry of the list: symbol and meaning."""
    return f"{quantity.symbol}  {tr(quantity.meaning)}"


def _samples(column: FileColumn) -> str:
    """Return the first values of a column as text."""
    first = column.values[:SAMPLES]
    words = ("–" if np.isnan(value) else brief(float(value)) for value in first)
    more = "…" if len(column.values) > SAMPLES else ""
    return list_separator().join([*words, *([more] if more else [])])
