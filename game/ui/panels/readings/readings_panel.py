"""The readings panel: time, the invariants with their drifts, and sections that fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from imgui_bundle import imgui
from msgspec import Struct
from msgspec.structs import replace

from game.model.input import Action
from game.model.panel_layout import PanelState
from game.model.words import decimal, later, tr
from game.ui.panels.context import PanelContext
from game.ui.panels.duel import build_readings
from game.ui.panels.energy_budget import EnergyPanel
from game.ui.panels.readings.invariant_rows import InvariantRows
from game.ui.panels.readings.value_rows import ShownValue, ValueRows
from game.ui.panels.report import ReportPanel
from game.ui.widgets.basic import font, heading, icon_button, pressed_area, segmented, text, tip
from game.ui.widgets.drift_state import draw_worst_state
from game.ui.widgets.fields import shares_row
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import DIM, FAINT, INK, SMALL_SIZE, TIME_SIZE, packed
from physics import Simulation, System
from physics.core.fields import Quantity, Variable
from physics.core.measure import measured_at
from physics.core.rounding import significant
from physics.core.units import ANGLE, ANGLE_UNITS

CLOSED = 2.0
"""Height of a line with the titles of closed sections [em]."""
OPEN_GROUPS = 2
"""Number of groups of the report that are open at first."""
OPEN_ENTRIES = 6
"""Greatest number of entries of the state that are shown at first, of a system without invariants."""
HEADER = 2.5
"""Height of the line with the time [em]."""
UNIT_CONTROL = 9.0
"""Width of the choice of the unit of angles [em]."""
WORK = Variable("work", "W_h", "J", later("work of the hand"))
ANGLE_WORDS = {"rad": later("rad"), "deg": later("deg"), "turns": later("turns")}


class Section(Struct, frozen=True):
    """A section of the readings that opens and closes: name, by which that is remembered, title, and its rows.

    opened: whether it is open at first. spare: width of its heading that other controls take [em].
    """

    name: str
    title: str
    build: Callable[[], None]
    opened: bool = False
    spare: float = 0.0


class ReadingsPanel:
    """The readings panel. It changes nothing of the run; what is folded and in which units is that of the person."""

    def __init__(self) -> None:
        self._owner: tuple[Simulation, type[System], bool] | None = None
        self._system: System | None = None
        self._tick = 0
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
        """Begin a frame, with fresh numbers for another run, and fresh formats after a change of it or a restart."""
        simulation = desk.session.simulation
        owner = simulation, type(simulation.system), simulation.divergence is None
        if self._owner != owner:  # values before a divergence must not set the format
            self._owner = owner
            self.values, self.invariants = ValueRows(), InvariantRows()
        elif simulation.system is not self._system or simulation.tick == 0 < self._tick:
            self.values.forget_formats()
        self._system, self._tick = simulation.system, simulation.tick
        self.values.begin(desk)

    def _sections(self, desk: PanelContext) -> None:
        """Build the invariants and the open sections, below them the names of those that are closed."""
        session, theme = desk.session, desk.theme
        self.invariants.build(desk, self.values)
        told = bool(session.simulation.system.energy_parts) and self._state.sections.get("Energy", False)
        if session.simulation.work and not told:  # among the parts of the energy otherwise
            self.values.row(desk, ShownValue(WORK, session.simulation.work))
        if session.run.cloud is not None:
            with font(theme.regular, SMALL_SIZE):
                text(session.run.cloud.words(session.simulation), DIM)
        closed, declared = [], list(self._declared(desk))
        for section in declared:
            if not self._state.sections.get(section.name, section.opened):
                closed.append(section)
            else:
                if heading(section.name, tr(section.title), theme, True, section.spare):
                    self._turn(section.name, False)
                section.build()
        alone = not (session.simulation.system.invariants or session.simulation.work or session.run.cloud is not None)
        alone = alone and len(closed) == len(declared)
        if clicked := _closed_sections(desk, closed, alone):
            self._turn(clicked, True)

    def _turn(self, name: str, opened: bool) -> None:
        """Open or close a section."""
        self._state = replace(self._state, sections={**self._state.sections, name: opened})

    def _declared(self, desk: PanelContext) -> Iterator[Section]:
        """Yield the sections of the present scene, from above."""
        system = desk.session.simulation.system
        groups = self._report.groups(desk)
        for place, (group, members) in enumerate(groups.items()):
            build = partial(self._report.build, members, desk.theme, desk.units)
            yield Section(f"report: {group}", group, build, opened=place < OPEN_GROUPS)
        if desk.session.duel is not None:
            yield Section("Comparison", later("Comparison"), partial(build_readings, desk), opened=True)
        if system.energy_parts:
            title = later("Energy budget") if "Energy" in groups else later("Energy")
            yield Section("Energy", title, partial(self._energy.build, desk))
        entries = [entry for entry in system.entries() if not shares_row(system, entry)]
        if entries:
            angles = any(entry.unit in ANGLE_UNITS["deg"] for entry in entries)
            build = partial(self._build_state, desk, entries, angles)
            opened = not system.invariants and len(entries) <= OPEN_ENTRIES
            yield Section("State", later("State"), build, opened, UNIT_CONTROL + 0.5 if angles else 0.0)
        shown = {entry.name for entry in entries}
        derived = [quantity for quantity in system.quantities if quantity.name not in shown]
        if derived:
            yield Section("Derived", later("Derived"), partial(self._build_derived, desk, derived))
        others = [variable for variable in system.variables if not variable.entry]
        if others:
            yield Section("Others", later("Others"), partial(self._build_variables, desk, others))

    def _build_state(self, desk: PanelContext, entries: Sequence[Variable], angles: bool) -> None:
        """Build the rows of the state in its entries; angles: with the choice of their unit in the heading."""
        if angles:
            _choose_angles(desk)
        state = _state_of(desk)
        values = {**state, **desk.session.simulation.system.to_aliases(state)}
        for entry in entries:
            self.values.row(desk, ShownValue(entry, values[entry.name]))

    def _build_derived(self, desk: PanelContext, derived: Sequence[Quantity]) -> None:
        """Build the rows of derived quantities, 0 with their rounding where they are not above that."""
        system, y = desk.session.simulation.system, desk.session.simulation.y
        for quantity, value in zip(derived, measured_at(system, derived, y), strict=True):
            found = significant(system, quantity, y, value)
            self.values.row(desk, ShownValue(quantity, *found))

    def _build_variables(self, desk: PanelContext, variables: Sequence[Variable]) -> None:
        """Build the rows of state variables."""
        state = _state_of(desk)
        for variable in variables:
            self.values.row(desk, ShownValue(variable, state[variable.name]))

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


def _state_of(desk: PanelContext) -> dict[str, float]:
    """Return the present state variables by name."""
    simulation = desk.session.simulation
    return {variable.name: value for variable, value in zip(simulation.system.variables, simulation.y, strict=True)}


def _closed_sections(desk: PanelContext, sections: Sequence[Section], alone: bool) -> str:
    """Build the titles of sections beside one another; return the one that was clicked, or "".

    alone: nothing stands between them and the line of the time, else they have a line of their own.
    """
    if not sections:
        return ""
    theme, em, ink = desk.theme, desk.theme.em, imgui.get_window_draw_list()
    corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    if not alone:
        ink.add_line(imgui.ImVec2(corner.x, corner.y), imgui.ImVec2(corner.x + room, corner.y), packed(FAINT))
    x, y, clicked = corner.x - 0.25 * em, corner.y + 0.1 * em, ""
    with font(theme.regular, SMALL_SIZE):
        for section in sections:
            name, words = section.name, tr(section.title)
            width = imgui.calc_text_size(words).x + 1.5 * em
            if x > corner.x and x + width > corner.x + room:
                x, y = corner.x - 0.25 * em, y + CLOSED * em
            imgui.set_cursor_screen_pos(imgui.ImVec2(x, y))
            if pressed_area(name, imgui.ImVec2(width, CLOSED * em)):
                clicked = name
            BOXES.control(name)
            shade, middle = packed(INK if imgui.is_item_hovered() else DIM), y + 0.5 * CLOSED * em
            draw_icon(ink, Icon.CHEVRON_RIGHT, x + 0.55 * em, middle, 0.85 * em, shade)
            at = imgui.ImVec2(round(x + 1.1 * em), round(middle - 0.46 * em))
            ink.add_text(at, shade, words)
            x += width
    imgui.set_cursor_screen_pos(corner)
    imgui.dummy(imgui.ImVec2(room, y + CLOSED * em - corner.y - imgui.get_style().window_padding.y))
    return clicked


def _choose_angles(desk: PanelContext) -> None:
    """Build the choice of the unit of angles at the right of the heading that was just built."""
    theme, em, after = desk.theme, desk.theme.em, imgui.get_cursor_screen_pos()
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    right = after.x + imgui.get_content_region_avail().x
    height = imgui.get_frame_height()
    imgui.set_cursor_screen_pos(imgui.ImVec2(right - UNIT_CONTROL * em, (low.y + high.y - height) / 2))
    imgui.set_next_item_width(UNIT_CONTROL * em)
    options = [(name, tr(words)) for name, words in ANGLE_WORDS.items()]
    now = next(name for name, units in ANGLE_UNITS.items() if units.get(ANGLE, ANGLE) == desk.units.of(ANGLE))
    picked = segmented("angles in", options, now, theme)
    tip(tr("units of angles and of their rates"), theme)
    if picked is not None:
        desk.show_angles_in(picked)
    imgui.set_cursor_screen_pos(after)
