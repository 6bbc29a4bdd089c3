"""The readings panel: time, the invariants with their drifts, and sections that fold."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui
from msgspec.structs import replace

from game.model.input import Action
from game.model.panel_layout import PanelState
from game.model.words import decimal, later, tr
from game.ui.panels.context import PanelContext
from game.ui.panels.duel import build_readings
from game.ui.panels.energy_budget import ENERGY, EnergyPanel
from game.ui.panels.readings.invariant_rows import InvariantRows
from game.ui.panels.readings.value_rows import ShownValue, ValueRows
from game.ui.panels.report import ReportPanel
from game.ui.widgets.basic import font, heading, icon_button, segmented, text, tip
from game.ui.widgets.drift_state import draw_worst_state
from game.ui.widgets.fields import shares_row
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.symbols import draw_symbol, symbol_size
from game.ui.widgets.theme import DIM, FAINT, INK, SMALL_SIZE, TIME_SIZE, packed
from physics import Simulation, System
from physics.core.fields import Quantity, Variable
from physics.core.rounding import significant
from physics.core.units import ANGLE, ANGLE_UNITS

STATE, DERIVED, OTHERS = later("State"), later("Derived"), later("Others")
"""Sections that are closed at first."""
CLOSED = 2.0
"""Height of the line of their names while all are closed [em]."""
HEADER = 2.5
"""Height of the line with the time [em]."""
UNIT_CONTROL = 9.0
"""Width of the choice of the unit of angles [em]."""
WORK = Variable("work", "W_h", "J", later("work of the hand"))
ANGLE_WORDS = {"rad": later("rad"), "deg": later("deg"), "turns": later("turns")}


class ReadingsPanel:
    """The readings panel. It changes nothing of the run; what is folded and in which units is that of the person."""

    def __init__(self) -> None:
        self._owner: tuple[Simulation, type[System], bool] | None = None
        self._report, self._energy = ReportPanel(), EnergyPanel()
        self.values, self.invariants = ValueRows(), InvariantRows()
        self._state = PanelState()

    def build(self, desk: PanelContext, state: PanelState) -> PanelState:
        """Build the widgets of one frame; return what is folded after it.

        If the panel is folded, a line with the time and the worst state is shown, else all but the closed sections.
        """
        self._state, line = state, state.folded
        self._begin(desk)
        if self._header(desk, line):
            self._state = replace(self._state, folded=not line)
        if not line:
            self._sections(desk)
        return self._state

    def build_sheet(self, desk: PanelContext, state: PanelState) -> PanelState:
        """Build the same without the line, for a sheet below a line of the whole window; return what is folded."""
        self._state = state
        self._begin(desk)
        self._sections(desk)
        return self._state

    def _begin(self, desk: PanelContext) -> None:
        """Begin a frame, with fresh numbers for another run."""
        simulation = desk.session.simulation
        owner = simulation, type(simulation.system), simulation.divergence is None
        if self._owner != owner:  # values before a divergence must not set the format
            self._owner = owner
            self.values, self.invariants = ValueRows(), InvariantRows()
        self.values.begin(desk)

    def _sections(self, desk: PanelContext) -> None:
        self.invariants.build(desk, self.values)
        if desk.session.simulation.work:
            self.values.row(desk, ShownValue(WORK, desk.session.simulation.work))
        if desk.session.cloud is not None:
            with font(desk.theme.regular, SMALL_SIZE):
                text(desk.session.cloud.words(desk.session.simulation), DIM)
        self._report.build(desk, lambda name, opened: self._section(desk, name, opened=opened))
        if desk.session.duel is not None and self._section(desk, "Comparison", opened=True):
            build_readings(desk)
        self._build_quantities(desk)

    def _header(self, desk: PanelContext, line: bool) -> bool:
        """Build the line with the time; return whether it was asked to fold or to unfold the panel."""
        theme, em = desk.theme, desk.theme.em
        corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        ink, side = imgui.get_window_draw_list(), 2.0 * em
        with font(theme.medium):
            ink.add_text(imgui.ImVec2(corner.x, round(corner.y + 0.75 * em)), packed(INK), "t")
        words = decimal(f"{desk.session.simulation.time:.3f}")
        with font(theme.medium, TIME_SIZE):
            ink.add_text(imgui.ImVec2(round(corner.x + 1.05 * em), round(corner.y + 0.52 * em)), packed(INK), words)
            right = corner.x + 1.05 * em + imgui.calc_text_size(words).x
        with font(theme.regular, SMALL_SIZE):
            ink.add_text(imgui.ImVec2(round(right + 0.35 * em), round(corner.y + 0.86 * em)), packed(DIM), "s")
        edge = corner.x + room
        if line:
            draw_worst_state(
                ink, desk.session.simulation.invariants(), edge - side - 0.3 * em, corner.y + 0.8 * em, theme
            )
        else:
            imgui.set_cursor_screen_pos(imgui.ImVec2(edge - 2.0 * side, corner.y + 0.25 * em))
            if icon_button("plots", Icon.PLOTS, tr("plots"), theme, DIM, desk.plots_open, side):
                desk.ask(Action.PLOTS)
        imgui.set_cursor_screen_pos(imgui.ImVec2(edge - side, corner.y + 0.25 * em))
        icon, words = (Icon.CHEVRON_DOWN, tr("unfold")) if line else (Icon.CHEVRON_UP, tr("fold to one line"))
        clicked = icon_button("fold", icon, words, theme, DIM, side=side)
        imgui.set_cursor_screen_pos(corner)
        imgui.dummy(imgui.ImVec2(0.0, HEADER * em))
        if not line:
            y = round(corner.y + (HEADER + 0.06) * em)
            ink.add_line(imgui.ImVec2(corner.x, y), imgui.ImVec2(corner.x + room, y), packed(FAINT))
        return clicked

    def _section(
        self, desk: PanelContext, name: str, aside: Sequence[str] = (), opened: bool = False, room: float = 0.0
    ) -> bool:
        """Build the heading of a section; return whether it is open, by the person's choice or as `opened`.

        aside: symbols of what it holds, shown beside its name while it is closed. room: kept free at the right [em].
        """
        opened = self._state.sections.get(name, opened)
        em, corner, width = desk.theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        if heading(name, tr(name), desk.theme, opened, room if opened else 0.0):
            self._state = replace(self._state, sections={**self._state.sections, name: not opened})
        if aside and not opened:
            with font(desk.theme.medium):
                left = corner.x + 2.3 * em + imgui.calc_text_size(tr(name)).x
            _draw_aside(desk, aside, (left, corner.x + width), corner.y + 0.95 * em)
        return opened

    def _build_quantities(self, desk: PanelContext) -> None:
        """Build the sections of numbers that fold: one line of their names while all are closed."""
        system = desk.session.simulation.system
        entries = [entry for entry in system.entries() if not shares_row(system, entry)]
        shown = {entry.name for entry in entries}
        derived = [quantity for quantity in system.quantities if quantity.name not in shown]
        others = [variable for variable in system.variables if not variable.entry]
        parts = bool(system.energy_parts)
        present = {ENERGY: parts, STATE: bool(entries), DERIVED: bool(derived), OTHERS: bool(others)}
        names = [name for name, there in present.items() if there]
        if not any(self._state.sections.get(name) for name in names):
            clicked = _closed_sections(desk, names)
            if clicked:
                self._state = replace(self._state, sections={**self._state.sections, clicked: True})
            return
        if parts:
            self._energy.build(desk, lambda name: self._section(desk, name))
        if entries:
            self._build_state(desk, entries)
        symbols = [quantity.symbol or quantity.name for quantity in derived]
        if derived and self._section(desk, DERIVED, symbols):
            for quantity in derived:
                self.values.row(desk, _reading(desk, quantity))
        if others and self._section(desk, OTHERS, [variable.symbol or variable.name for variable in others]):
            state = _state_of(desk)
            for variable in others:
                self.values.row(desk, ShownValue(variable, state[variable.name]))

    def _build_state(self, desk: PanelContext, entries: Sequence[Variable]) -> None:
        """Build the section of the state in its entries, with the choice of the unit of angles."""
        angles = any(entry.unit in ANGLE_UNITS["deg"] for entry in entries)
        symbols = [entry.symbol or entry.name for entry in entries]
        if not self._section(desk, STATE, symbols, room=UNIT_CONTROL + 0.5 if angles else 0.0):
            return
        if angles:
            _choose_angles(desk)
        state = _state_of(desk)
        values = {**state, **desk.session.simulation.system.to_aliases(state)}
        for entry in entries:
            self.values.row(desk, ShownValue(entry, values[entry.name]))


def _state_of(desk: PanelContext) -> dict[str, float]:
    """Return the present state variables by name."""
    simulation = desk.session.simulation
    return {variable.name: value for variable, value in zip(simulation.system.variables, simulation.y, strict=True)}


def _reading(desk: PanelContext, quantity: Quantity) -> ShownValue:
    """Return the present value of a quantity, 0 with its rounding where it is not above that."""
    system, y = desk.session.simulation.system, desk.session.simulation.y
    return ShownValue(quantity, *significant(system, quantity, y, quantity.value(system, y)))


def _closed_sections(desk: PanelContext, names: Sequence[str]) -> str:
    """Build the names of sections beside one another, below a line; return the one that was clicked, or ""."""
    theme, em, ink = desk.theme, desk.theme.em, imgui.get_window_draw_list()
    corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    ink.add_line(imgui.ImVec2(corner.x, corner.y), imgui.ImVec2(corner.x + room, corner.y), packed(FAINT))
    x, y, clicked = corner.x - 0.25 * em, corner.y + 0.1 * em, ""
    with font(theme.regular, SMALL_SIZE):
        for name in names:
            words = tr(name)
            width = imgui.calc_text_size(words).x + 1.5 * em
            if x > corner.x and x + width > corner.x + room:
                x, y = corner.x - 0.25 * em, y + CLOSED * em
            imgui.set_cursor_screen_pos(imgui.ImVec2(x, y))
            if imgui.invisible_button(name, imgui.ImVec2(width, CLOSED * em)):
                clicked = name
            BOXES.control(name)
            over = imgui.is_item_hovered()
            middle = y + 0.5 * CLOSED * em
            draw_icon(ink, Icon.CHEVRON_RIGHT, x + 0.55 * em, middle, 0.85 * em, packed(INK if over else DIM))
            at = imgui.ImVec2(round(x + 1.1 * em), round(middle - 0.46 * em))
            ink.add_text(at, packed(INK if over else DIM), words)
            x += width
    imgui.set_cursor_screen_pos(corner)
    imgui.dummy(imgui.ImVec2(room, y + CLOSED * em - corner.y - imgui.get_style().window_padding.y))
    return clicked


def _draw_aside(desk: PanelContext, symbols: Sequence[str], edges: tuple[float, float], top: float) -> None:
    """Draw symbols between two edges [points], at the right, as many of the first ones as have room."""
    theme = desk.theme
    size, gap = SMALL_SIZE * theme.scale, 0.4 * theme.em
    kept: list[tuple[str, float]] = []
    room = edges[1] - edges[0]
    for symbol in symbols:
        width = symbol_size(symbol, theme.regular, size)[0]
        if room < width:
            break
        kept.append((symbol, width))
        room -= width + gap
    x = edges[1] - sum(width for _, width in kept) - gap * max(len(kept) - 1, 0)
    for symbol, width in kept:
        draw_symbol(imgui.get_window_draw_list(), (x, top), symbol, packed(DIM), theme.regular, size)
        x += width + gap


def _choose_angles(desk: PanelContext) -> None:
    """Build the choice of the unit of angles at the right of the heading that was just built."""
    theme, em, after = desk.theme, desk.theme.em, imgui.get_cursor_screen_pos()
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    right = after.x + imgui.get_content_region_avail().x
    height = imgui.get_frame_height()
    imgui.set_cursor_screen_pos(imgui.ImVec2(right - UNIT_CONTROL * em, (low.y + high.y - height) / 2))
    imgui.set_next_item_width(UNIT_CONTROL * em)
    options = [(name, tr(words)) for name, words in ANGLE_WORDS.items()]
    now = next(name for name, units in ANGLE_UNITS.items() if units.get(ANGLE, ANGLE) == desk.unit_of(ANGLE))
    picked = segmented("angles in", options, now, theme)
    tip(tr("units of angles and of their rates"), theme)
    if picked is not None:
        desk.show_angles_in(picked)
    imgui.set_cursor_screen_pos(after)
