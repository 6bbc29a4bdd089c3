"""The panel at the right: time, what should be conserved and is or is not, and the state."""

from __future__ import annotations

import math

from imgui_bundle import imgui

from game.ui.desk import Desk
from game.ui.duel import build_readings
from game.ui.fields import many
from game.ui.numbers import Readout, drift_text
from game.ui.report import ReportPanel
from game.ui.symbols import symbol
from game.ui.theme import DIM, FIELD, INK, SMALL_SIZE, TITLE_SIZE, Theme, drift_color, packed
from game.ui.widgets import fitted, font, right_aligned, section, text, tip
from physics import Simulation, System
from physics.fields import Quantity, Variable

SYMBOL_WIDTH, VALUE_WIDTH, UNIT_WIDTH, DRIFT_WIDTH = 1.7, 5.3, 3.9, 7.6
"""Of the columns [em]."""
FINEST = 1e-16
"""A drift below the rounding of one number has no length in the bars."""
WORK = Variable("work", "W_h", "J", "work of the hand")


class Hud:
    """Reads the simulation; changes nothing. compact: only what fits a small window."""

    def __init__(self) -> None:
        self._owner: tuple[Simulation, type[System], bool] | None = None
        self._readouts: dict[str, Readout] = {}
        self._report = ReportPanel()

    def build(self, desk: Desk, compact: bool) -> None:
        """The widgets of one frame."""
        theme, simulation = desk.theme, desk.session.simulation
        owner = simulation, type(simulation.system), simulation.divergence is None  # numbers that ran away say nothing
        if self._owner != owner:
            self._owner, self._readouts = owner, {}
        self._time(simulation.time, theme)
        if desk.session.cloud is not None:
            with font(theme.regular, SMALL_SIZE):
                text(desk.session.cloud.words(simulation), DIM)
        self._report.build(desk, compact)
        if section("Conserved", theme):
            self._invariants(desk, compact)
        if desk.session.duel is not None and section("Duel", theme):
            build_readings(desk)
        self._state(desk, compact)

    def _number(self, name: str, value: float) -> str:
        return self._readouts.setdefault(name, Readout())(value)

    def _time(self, time: float, theme: Theme) -> None:
        with font(theme.medium, TITLE_SIZE):
            imgui.text_unformatted("t")
            imgui.same_line()
            words = f"{time:.3f} s"
            right_aligned(words, imgui.get_content_region_avail().x)

    def _invariants(self, desk: Desk, compact: bool) -> None:
        theme, simulation = desk.theme, desk.session.simulation
        readings = simulation.invariants()
        for invariant in simulation.system.invariants:
            reading = readings[invariant.name]
            self._row(invariant, reading.value, theme, named=False)
            _verdict(reading.drift, theme, compact)
        if simulation.work:
            self._row(WORK, simulation.work, theme, named=not compact)

    def _state(self, desk: Desk, compact: bool) -> None:
        """The state as people give it, what is derived from it, and the variables that say it otherwise."""
        theme, simulation = desk.theme, desk.session.simulation
        system = simulation.system
        entries = [entry for entry in system.entries() if not many(system, entry)]
        state = {variable.name: value for variable, value in zip(system.variables, simulation.y, strict=True)}
        opened = not compact and not system.reports
        if entries and section("State", theme, opened):
            values = {**state, **system.to_aliases(state)}
            for entry in entries:
                self._row(entry, values[entry.name], theme, named=not compact)
        shown = {entry.name for entry in entries}
        derived = [quantity for quantity in system.quantities if quantity.name not in shown]
        if derived and section("Derived", theme, opened):
            for quantity in derived:
                self._row(quantity, quantity.value(system, simulation.y), theme, named=not compact)
        others = [variable for variable in system.variables if not variable.entry]
        if others and section("Other variables", theme, opened=False):
            for variable in others:
                self._row(variable, state[variable.name], theme, named=not compact)

    def _row(self, thing: Variable | Quantity, value: float, theme: Theme, named: bool) -> None:
        """Symbol, meaning, value, unit; the number ends at the same place whatever its digits."""
        left, edge = imgui.get_cursor_pos_x(), imgui.get_content_region_avail().x
        imgui.begin_group()
        symbol(thing.symbol or thing.name, packed(INK), theme.medium, theme.em)
        number = edge - (UNIT_WIDTH + VALUE_WIDTH) * theme.em
        if named:
            imgui.same_line()
            imgui.set_cursor_pos_x(max(left + SYMBOL_WIDTH * theme.em, imgui.get_cursor_pos_x()))
            text(fitted(thing.meaning, left + number - imgui.get_cursor_pos_x()), DIM)
        imgui.same_line()
        imgui.set_cursor_pos_x(left + number)
        right_aligned(self._number(thing.name, value), VALUE_WIDTH * theme.em)
        imgui.same_line()
        imgui.set_cursor_pos_x(left + edge - (UNIT_WIDTH - 0.5) * theme.em)
        text(fitted(thing.unit, (UNIT_WIDTH - 0.5) * theme.em), DIM)
        imgui.end_group()
        tip(f"{thing.meaning} ({thing.name})", theme)


def _verdict(drift: float, theme: Theme, compact: bool) -> None:
    """A drift as a length (its decades), a number, a colour and a word."""
    band = drift_color(drift)
    corner, full = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    with font(theme.regular, SMALL_SIZE):
        words = f"{drift_text(drift)}  {band.word}"
        right_aligned(words, full, band.color)
        tip("relative drift since the start; the bar counts its powers of ten", theme)
    width = full - (DRIFT_WIDTH + (0.0 if compact else SYMBOL_WIDTH)) * theme.em
    left, middle = corner.x + (0.0 if compact else SYMBOL_WIDTH) * theme.em, corner.y + 0.45 * theme.em
    _bar(left, middle, width, 1.0, packed(FIELD), theme)
    _bar(left, middle, width, decades(drift), packed(band.color), theme)
    imgui.dummy(imgui.ImVec2(0.0, 0.1 * theme.em))


def _bar(left: float, middle: float, width: float, part: float, shade: int, theme: Theme) -> None:
    half = 0.09 * theme.em
    low, high = imgui.ImVec2(left, middle - half), imgui.ImVec2(left + part * width, middle + half)
    imgui.get_window_draw_list().add_rect_filled(low, high, shade, half)


def decades(drift: float) -> float:
    """How far a drift is on the way from the rounding of one number (0) to all of it (1), by powers of ten."""
    if not math.isfinite(drift):
        return 1.0
    size = max(abs(drift), FINEST)
    return min(1.0 - math.log10(size) / math.log10(FINEST), 1.0)
