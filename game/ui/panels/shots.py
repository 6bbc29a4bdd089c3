"""The table of shots: one row each, with the colour of its trajectory, sorted by the clicked column."""

from __future__ import annotations

import math

from imgui_bundle import imgui

from game.experiments.parameter_range import format_value
from game.experiments.shots import Shot, table
from game.model.messages import SaveRequest
from game.model.shown.shown_units import ShownUnits
from game.model.words import tr
from game.ui.panels.context import PanelContext
from game.ui.panels.duel import dot
from game.ui.panels.report import explained
from game.ui.widgets.basic import button, right_aligned, small, text, tip, title
from game.ui.widgets.number_text import NumberReadout
from game.ui.widgets.palette import legible
from game.ui.widgets.symbols import blank, draw_symbol, prose, symbol_size
from game.ui.widgets.theme import ACCENT, DIM, Theme, packed
from physics.core.report import ReportEntry

TABLE = (
    imgui.TableFlags_.sortable.value
    | imgui.TableFlags_.sort_tristate.value
    | imgui.TableFlags_.scroll_y.value
    | imgui.TableFlags_.scroll_x.value
    | imgui.TableFlags_.row_bg.value
    | imgui.TableFlags_.sizing_fixed_fit.value
    | imgui.TableFlags_.no_saved_settings.value
)
ROW_HEIGHT, MAX_ROWS = 1.5, 6
"""Height of a row [em] and number of rows visible without scrolling."""
DIGITS = 4
THOUSANDS = "N"
"""Unit of columns that are shown in thousands, unless another unit is chosen."""
MAX_CHANGES_WIDTH = 12.0
"""Greatest width of the column of changes [em], beyond which its text is wrapped."""


class ShotsTable:
    """The table of shots, with buttons to save or clear them."""

    def __init__(self) -> None:
        self._order: tuple[int, bool] | None = None
        """Column to sort by, and whether the largest comes first; None: in the order of firing."""

    def height(self, desk: PanelContext) -> float:
        """Return the preferred height of the panel [em]."""
        return 5.2 + ROW_HEIGHT * min(len(desk.session.run.shots.kept), MAX_ROWS)

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        shots, theme = desk.session.run.shots, desk.theme
        self._head(desk)
        if not shots.kept:
            small(tr("No shot yet."), theme)
            return
        columns = [each for each in shots.kept[-1].report.values() if each.main]
        if imgui.begin_table("shots", len(columns) + 2, TABLE):
            self._columns(columns, theme, desk.units)
            readouts = [_readout(shots.kept, each, desk.units) for each in columns]
            for shot in ordered(shots.kept, columns, self._order):
                _row(shot, columns, readouts, shot is shots.best, theme, desk.units)
            imgui.end_table()

    def _head(self, desk: PanelContext) -> None:
        shots, theme = desk.session.run.shots, desk.theme
        title(tr("Shots"), theme)
        widths = [imgui.calc_text_size(words).x + 1.2 * theme.em for words in (tr("Save CSV"), tr("Clear"))]
        imgui.same_line(imgui.get_content_region_avail().x - sum(widths) + 0.2 * theme.em)
        imgui.begin_disabled(not shots.kept)
        if button(tr("Save CSV"), width=widths[0]):
            desk.ask(SaveRequest(f"{desk.session.scene.name}-shots", ".csv", table(shots.kept)))
        tip(tr("all results of each shot, into the folder of screenshots"), theme)
        imgui.same_line()
        if button(tr("Clear"), width=widths[1]):
            desk.clear_shots()
        tip(tr("clear all shots and trajectories"), theme)
        imgui.end_disabled()

    def _columns(self, columns: list[ReportEntry], theme: Theme, units: ShownUnits) -> None:
        """Build the head of the table and read the sort order."""
        imgui.table_setup_scroll_freeze(1, 1)
        imgui.table_setup_column("#", imgui.TableColumnFlags_.default_sort.value)
        imgui.table_setup_column(tr("changed"), imgui.TableColumnFlags_.no_sort.value)
        for each in columns:
            imgui.table_setup_column(f"##{each.name}", imgui.TableColumnFlags_.prefer_sort_descending.value)
        imgui.table_next_row(imgui.TableRowFlags_.headers.value)
        for i, head in enumerate([None, None, *columns]):
            imgui.table_set_column_index(i)
            _heading(head, imgui.table_get_column_name(i), theme, units)
        specs = imgui.table_get_sort_specs()
        if specs is not None and specs.specs_dirty:
            self._order = None
            if specs.specs_count:
                spec = specs.get_specs(0)
                self._order = spec.column_index, spec.get_sort_direction() == imgui.SortDirection.descending
            specs.specs_dirty = False


def ordered(shots: list[Shot], columns: list[ReportEntry], order: tuple[int, bool] | None) -> list[Shot]:
    """Return the shots sorted by a column, 0 their number; None: as fired. Shots without a value come last."""
    column, largest_first = order or (0, False)

    def place(shot: Shot) -> tuple[bool, float]:
        value = float(shot.number) if column == 0 else shot.value(columns[column - 2].name)
        return math.isnan(value), -value if largest_first else value

    return sorted(shots, key=place)


def _heading(head: ReportEntry | None, name: str, theme: Theme, units: ShownUnits) -> None:
    """Build the head of a column: symbol and unit over a button that sorts."""
    if head is None:
        imgui.table_header(name)
        return
    unit = f"k{head.unit}" if _in_thousands(head, units) else units.of(head.unit)
    words = f"{head.symbol} {tr(unit) if unit else unit}"
    corner = imgui.get_cursor_screen_pos()
    imgui.table_header(blank(symbol_size(words, theme.medium, theme.em)[0]) + name)
    tip(tr("{group}: {meaning}", group=tr(head.group), meaning=tr(head.meaning)), theme)
    ink = imgui.get_window_draw_list()
    draw_symbol(ink, (corner.x, corner.y), words, packed(DIM), theme.medium, theme.em)


def _in_thousands(each: ReportEntry, units: ShownUnits) -> bool:
    return each.unit == THOUSANDS == units.of(each.unit)


def _readout(shots: list[Shot], each: ReportEntry, units: ShownUnits) -> NumberReadout:
    """Return a formatter with the decimal places of the largest number in a column."""
    readout = NumberReadout(DIGITS)
    for shot in shots:
        _cell(shot, each, readout, units)
    return readout


def _cell(shot: Shot, each: ReportEntry, readout: NumberReadout, units: ShownUnits) -> str:
    """Return the text of a cell, in the unit of its column."""
    value = shot.value(each.name)
    if math.isnan(value):
        return "\u2013"
    return readout(value / 1e3 if _in_thousands(each, units) else units.shown(value, each.unit))


def _row(
    shot: Shot, columns: list[ReportEntry], readouts: list[NumberReadout], best: bool, theme: Theme, units: ShownUnits
) -> None:
    imgui.table_next_row()
    if best:
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg1.value, packed(ACCENT, 0.22))
    imgui.table_next_column()
    dot(legible(shot.color), theme, down=0.05 * theme.em)
    text(str(shot.number))
    name = tr(shot.scene.title)
    tip(tr("{scene}: the longest shot", scene=name) if best else name, theme)
    imgui.table_next_column()
    prose(differences(shot, units), MAX_CHANGES_WIDTH * theme.em, packed(DIM), theme.regular, theme.em)
    for each, readout in zip(columns, readouts, strict=True):
        imgui.table_next_column()
        words = _cell(shot, each, readout, units)
        right_aligned(words, imgui.get_content_region_avail().x)
        tip(explained(shot.report[each.name]), theme)


def differences(shot: Shot, units: ShownUnits) -> str:
    """Return the changes against the scene as one line, in these units: l₅ = 5.5 m."""
    parts = [tr("changed during the shot")] if shot.altered else []
    for name, value in shot.changed.items():
        field = shot.system.fields[name]
        words = format_value(value, field.unit, units) if isinstance(value, float) else tr(str(value))
        parts.append(f"{field.symbol or tr(name)} = {words}")
    return ", ".join(parts) or "\u2013"
