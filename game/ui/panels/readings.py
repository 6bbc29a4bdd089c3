"""The readings panel at the right: time, invariants and their drifts, and the state."""

from __future__ import annotations

import math

from imgui_bundle import imgui

from game.ui.panels.context import PanelContext
from game.ui.panels.duel import build_readings
from game.ui.panels.energy_budget import EnergyPanel
from game.ui.panels.report import ReportPanel
from game.ui.widgets.basic import fitted, font, right_aligned, section, text, tip, written
from game.ui.widgets.fields import shares_row
from game.ui.widgets.number_text import SteadyNumber, brief, drift_text
from game.ui.widgets.symbols import draw_symbol, symbol_size
from game.ui.widgets.theme import DIM, DRIFTS, INK, SMALL_SIZE, TITLE_SIZE, TRACK, Theme, drift_color, packed
from physics import Simulation, System
from physics.core.fields import Quantity, Variable
from physics.core.rounding import significant

SYMBOL_WIDTH, WHOLE_WIDTH, FRACTION_WIDTH, UNIT_WIDTH = 1.7, 2.3, 3.15, 3.4
"""Widths of the columns [em]; the decimal points of all numbers are aligned."""
DRIFT_WIDTH = 4.05
"""Width of the column of a relative drift [em]; the word for it stands to its right."""
DIGITS, PLACES = 5, 5
MIN_DRIFT = 1e-16
"""Drift at which bars have length zero: the rounding of one number."""
BELOW = {True: "rounding", False: "no valid digit"}
"""Words for a value that is 0 because it is rounding, and for one that has no value because it divides by rounding."""
WORK = Variable("work", "W_h", "J", "work of the hand")


class InvariantsPanel:
    """The readings panel; it changes nothing. compact: the short form for a small window."""

    def __init__(self) -> None:
        self._owner: tuple[Simulation, type[System], bool] | None = None
        self._numbers: dict[str, SteadyNumber] = {}
        self._moving, self._now = False, 0.0
        self._report, self._energy = ReportPanel(), EnergyPanel()

    def build(self, desk: PanelContext, compact: bool) -> None:
        """Build the widgets of one frame."""
        theme, simulation = desk.theme, desk.session.simulation
        owner = (
            simulation,
            type(simulation.system),
            simulation.divergence is None,
        )  # values before a divergence must not set the format
        if self._owner != owner:
            self._owner, self._numbers = owner, {}
        self._moving, self._now = not simulation.paused, imgui.get_time()
        self._time(simulation.time, theme)
        if desk.session.cloud is not None:
            with font(theme.regular, SMALL_SIZE):
                text(desk.session.cloud.words(simulation), DIM)
        self._report.build(desk, compact)
        if section("Invariants", theme):
            self._invariants(desk, compact)
        self._energy.build(desk, not compact)
        if desk.session.duel is not None and section("Comparison", theme):
            build_readings(desk)
        self._state(desk, compact)

    def _number(self, name: str, value: float) -> tuple[str, int]:
        """Return a number as text and the number of its steady characters."""
        if name not in self._numbers:
            self._numbers[name] = SteadyNumber(DIGITS, PLACES)
        return self._numbers[name](value, self._now, self._moving)

    def _time(self, time: float, theme: Theme) -> None:
        with font(theme.medium, TITLE_SIZE):
            imgui.text_unformatted("t")
            imgui.same_line()
            words = f"{time:.3f} s"
            right_aligned(words, imgui.get_content_region_avail().x)

    def _invariants(self, desk: PanelContext, compact: bool) -> None:
        theme, simulation = desk.theme, desk.session.simulation
        readings = simulation.invariants()
        energy = simulation.system.invariants[0].name
        for invariant in simulation.system.invariants:
            reading = readings[invariant.name]
            self._row(invariant, reading.value, theme, named=False, rounding=reading.rounding)
            _verdict(reading.drift, theme, compact, simulation.warning if invariant.name == energy else "")
        if simulation.work:
            self._row(WORK, simulation.work, theme, named=not compact)

    def _state(self, desk: PanelContext, compact: bool) -> None:
        """Build the state in its entries, the derived quantities and the other variables."""
        theme, simulation = desk.theme, desk.session.simulation
        system = simulation.system
        entries = [entry for entry in system.entries() if not shares_row(system, entry)]
        state = {variable.name: value for variable, value in zip(system.variables, simulation.y, strict=True)}
        opened = not compact and not system.reports
        if entries and section("State", theme, opened):
            values = {**state, **system.to_aliases(state)}
            for entry in entries:
                self._row(entry, values[entry.name], theme, named=not compact)
        shown = {entry.name for entry in entries}
        derived = [quantity for quantity in system.quantities if quantity.name not in shown]
        if derived and section("Derived quantities", theme, opened):
            for quantity in derived:
                value, rounding = significant(system, quantity, simulation.y, quantity.value(system, simulation.y))
                self._row(quantity, value, theme, named=not compact, rounding=rounding)
        others = [variable for variable in system.variables if not variable.entry]
        if others and section("Other variables", theme, opened=False):
            for variable in others:
                self._row(variable, state[variable.name], theme, named=not compact)

    def _row(self, thing: Variable | Quantity, value: float, theme: Theme, named: bool, rounding: float = 0.0) -> None:
        """Build a row with symbol, meaning, number and unit; rounding: that of a value that is 0 because of it."""
        em, corner, edge = theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        words, steady = self._number(thing.name, value)
        imgui.dummy(imgui.ImVec2(edge, em))
        if not imgui.is_item_visible():
            return
        hint = f"{thing.meaning} ({thing.name})"
        tip(f"{hint}\nnot above its rounding, {brief(rounding, 1)} {thing.unit}" if rounding else hint, theme)
        ink, dim = imgui.get_window_draw_list(), packed(DIM)
        name = thing.symbol or thing.name
        draw_symbol(ink, (corner.x, corner.y), name, packed(INK), theme.medium, em)
        point = corner.x + edge - (UNIT_WIDTH + FRACTION_WIDTH) * em
        first = written(ink, words, steady, (point, corner.y), FRACTION_WIDTH * em)
        said = BELOW[value == 0.0] if rounding else thing.meaning if named else ""
        if said:
            left = corner.x + max(SYMBOL_WIDTH * em, symbol_size(name, theme.medium, em)[0] + 0.5 * em)
            room = min(first, point - WHOLE_WIDTH * em) - 0.3 * em - left
            ink.add_text(imgui.ImVec2(round(left), corner.y), dim, fitted(said, room))
        unit = imgui.ImVec2(round(corner.x + edge - (UNIT_WIDTH - 0.3) * em), corner.y)
        ink.add_text(unit, dim, fitted(thing.unit, (UNIT_WIDTH - 0.3) * em))


def _verdict(drift: float, theme: Theme, compact: bool, warning: str) -> None:
    """Build a drift as a bar (logarithmic), a number, a colour and a word; a warning is shown with the hint."""
    em, corner, edge = theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    imgui.dummy(imgui.ImVec2(edge, 1.15 * em))
    if not imgui.is_item_visible():
        return
    hint = "relative drift since the start; bar: logarithm of the relative drift"
    tip(f"{hint}\n{warning}" if warning else hint, theme)
    ink, band = imgui.get_window_draw_list(), drift_color(drift)
    left, middle = corner.x + (0.0 if compact else SYMBOL_WIDTH * em), corner.y + 0.48 * em
    with font(theme.regular, SMALL_SIZE):
        widest = max(imgui.calc_text_size(each.word).x for each in DRIFTS)
        right = corner.x + edge - widest - 0.35 * em
        width = right - (DRIFT_WIDTH + 0.6) * em - left
        _bar(ink, left, middle, width, packed(TRACK), em)
        _bar(ink, left, middle, drift_decades(drift) * width, packed(band.color), em)
        words, shade = drift_text(drift), packed(band.color)
        ink.add_text(imgui.ImVec2(round(right - imgui.calc_text_size(words).x), corner.y), shade, words)
        ink.add_text(imgui.ImVec2(round(right + 0.35 * em), corner.y), shade, band.word)


def _bar(ink: imgui.ImDrawList, left: float, middle: float, width: float, shade: int, em: float) -> None:
    half = 0.075 * em
    if width > 0.0:
        low, high = imgui.ImVec2(left, middle - half), imgui.ImVec2(left + max(width, 2.0 * half), middle + half)
        ink.add_rect_filled(low, high, shade, half)


def drift_decades(drift: float) -> float:
    """Return the logarithmic position of a drift between rounding, 1e-16 (0), and 1 (1)."""
    if not math.isfinite(drift):
        return 1.0
    size = max(abs(drift), MIN_DRIFT)
    return min(1.0 - math.log10(size) / math.log10(MIN_DRIFT), 1.0)
