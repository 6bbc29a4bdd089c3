"""The dialog that tells what the columns of a table are: the time, or quantities of the present scene, and units."""

from __future__ import annotations

import numpy as np
from imgui_bundle import imgui

from game.experiments.measured import (
    TIME,
    TIME_UNIT,
    ColumnUse,
    Measurable,
    MeasuredTable,
    guessed_uses,
    measurables,
    measured,
    unit_in,
    units_of,
)
from game.experiments.table_file import FileColumn, FileTable
from game.model.words import list_separator, tr
from game.session.files.shown_tables import show_table
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import FIXED, button, fitted, font, small, text, tip, title, window
from game.ui.widgets.fields import choice
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import brief
from game.ui.widgets.theme import DIM, SMALL_SIZE, VERMILLION, Theme
from physics import BadInput, System

WIDTH, HEIGHT = 44.0, 34.0
"""Greatest size of the dialog [em]."""
ROW, NARROW_ROW = 2.9, 5.4
"""Height of the row of a column, and of one whose fields stand below its name [em]."""
UNIT_WIDTH, ROOMY = 6.0, 34.0
"""Width of the choice of a unit, and the width from which the fields stand beside the name [em]."""
SAMPLES = 4
NOT_USED = ""
ALWAYS = imgui.Cond_.always.value


class ColumnDialog:
    """The dialog. table: the one whose columns are being chosen, None while it is closed."""

    def __init__(self) -> None:
        self.table: FileTable | None = None
        self._uses: dict[int, ColumnUse] = {}
        self._system: type[System] | None = None
        self._problem = ""

    def ask(self, table: FileTable, system: System) -> None:
        """Open the dialog for a table, with what its headings tell."""
        self.table, self._problem = table, ""
        self._fit(system)

    def _fit(self, system: System) -> None:
        """Guess anew what the columns are where the system is another one."""
        if self.table is not None and self._system is not type(system):
            self._uses = {}
        self._system = type(system)
        if self.table is not None and not self._uses:
            self._uses = guessed_uses(self.table, system)

    def close(self) -> None:
        """Close the dialog."""
        self.table, self._uses, self._system = None, {}, None

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
            title(fitted(tr("Columns of {name}", name=table.path.name), imgui.get_content_region_avail().x), theme)
            about = tr(
                "{rows} rows. What each column is in the scene “{scene}”, and its unit:",
                rows=table.rows,
                scene=tr(desk.session.scene.title),
            )
            small(about, theme)
            imgui.dummy(imgui.ImVec2(0.0, 0.3 * em))
            self._columns(table, system, height, theme)
            if self._problem:
                small(self._problem, theme, VERMILLION)
            return self._buttons(desk, table)

    def _columns(self, table: FileTable, system: System, height: float, theme: Theme) -> None:
        """Build the rows of the columns, which scroll where there are many."""
        em = theme.em
        roomy = imgui.get_content_region_avail().x > ROOMY * em
        row = ROW if roomy else NARROW_ROW
        room = height - imgui.get_cursor_pos_y() - (7.5 if self._problem else 4.5) * em
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
        imgui.end_child()

    def _column(self, place: int, column: FileColumn, known: dict[str, Measurable], roomy: bool, theme: Theme) -> None:
        """Build the name and first values of a column, the choice of what it is, and that of its unit."""
        em, width = theme.em, imgui.get_content_region_avail().x
        use = self._uses.get(place)
        unit_width = UNIT_WIDTH * em
        named = 0.38 * width if roomy else width
        left = imgui.get_cursor_pos_x()
        imgui.begin_group()
        heading = f"{column.name} [{column.unit}]" if column.unit else column.name
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
        if use is None or len(units_of(unit)) < 2:
            if use is not None and unit:
                imgui.same_line(0.0, em)
                text(unit, DIM)
            return
        imgui.same_line(0.0, 0.5 * em)
        imgui.set_next_item_width(unit_width - 0.5 * em)
        offered = [(each, each, "") for each in units_of(unit)]
        choice("##unit", offered, use.unit, lambda name: self._use_unit(place, name), theme, tr("unit of its numbers"))
        BOXES.control(f"unit {place}")

    def _use(self, place: int, name: str, column: FileColumn, known: dict[str, Measurable]) -> None:
        """Choose what a column is."""
        self._problem = ""
        if name == NOT_USED:
            self._uses.pop(place, None)
            return
        unit = TIME_UNIT if name == TIME else known[name].unit
        self._uses[place] = ColumnUse(name, unit_in(unit, column.unit))

    def _use_unit(self, place: int, unit: str) -> None:
        self._uses[place] = self._uses[place]._replace(unit=unit)

    def _buttons(self, desk: PanelContext, table: FileTable) -> MeasuredTable | None:
        """Build the buttons below; return the table that is shown from now on."""
        shown = None
        if button(tr("Show in the plots"), True):
            try:
                shown = measured(table, self._uses, desk.session.simulation.system)
                show_table(desk.session, shown)
            except BadInput as error:
                shown, self._problem = None, tr(str(error))
        imgui.same_line()
        if button(tr("Cancel")) or shown is not None:
            self.close()
        return shown


def _label(quantity: Measurable) -> str:
    """Return a quantity as an entry of the list: symbol and meaning."""
    return f"{quantity.symbol}  {tr(quantity.meaning)}"


def _samples(column: FileColumn) -> str:
    """Return the first values of a column as text."""
    first = column.values[:SAMPLES]
    words = ("–" if np.isnan(value) else brief(float(value)) for value in first)
    more = "…" if len(column.values) > SAMPLES else ""
    return list_separator().join([*words, *([more] if more else [])])
