"""The report of a run in the panel at the right; values appear as they become known."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from game.model.shown.shown_units import ShownUnits
from game.model.words import tr
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import number_left, small, tip, written
from game.ui.widgets.number_text import NumberReadout
from game.ui.widgets.symbols import wrapped
from game.ui.widgets.theme import DIM, Theme, packed
from physics.core.report import ReportEntry

DIGITS = 5
WHOLE_WIDTH = 2.3
FRACTION_WIDTH = 2.6
"""Width of the column of decimal places [em]."""
UNIT_WIDTH, UNIT_GAP = 1.9, 0.3
"""Least width of the column of units, and the gap before a unit [em]."""
MIN_THOUSANDS = 1e4
"""Force [N] or energy [J] from which thousands are shown."""


def shown(each: ReportEntry, units: ShownUnits) -> tuple[float | bool | None, str]:
    """Return value and unit as shown: in these units, large forces and energies in SI units in thousands."""
    value, unit = each.value, each.unit
    if value is None or isinstance(value, bool):
        return value, ""
    if units.of(unit) != unit:
        return units.shown(value, unit), units.of(unit)
    if unit in ("N", "J") and abs(value) >= MIN_THOUSANDS:
        return value / 1e3, f"k{unit}"
    return value, unit


class ReportPanel:
    """The report in the readings panel; it changes nothing."""

    def __init__(self) -> None:
        self._run: object = None
        self._readouts: dict[tuple[str, str], NumberReadout] = {}
        self._said: set[str] = set()

    def groups(self, desk: PanelContext) -> dict[str, list[ReportEntry]]:
        """Return the entries of the present report by their groups, whose names are not translated."""
        session = desk.session
        if self._run is not session.simulation:
            self._run, self._readouts = session.simulation, {}
        self._said = set()
        groups: dict[str, list[ReportEntry]] = {}
        for each in session.run.shots.report(session.past.history, session.past.events, session.simulation).values():
            groups.setdefault(each.group, []).append(each)
        return groups

    def build(self, members: Sequence[ReportEntry], theme: Theme, units: ShownUnits) -> None:
        """Build the rows of a group, below the reasons why values are missing that no group before has given."""
        reasons = dict.fromkeys(each.reason for each in members if each.value is None and each.reason not in self._said)
        self._said.update(reasons)
        for reason in reasons:
            small(tr(reason), theme)
        known = [each for each in members if each.value is not None]  # a reason says of the others when they come
        if not known:
            return
        widest = max(imgui.calc_text_size(self.written(each, units)[1]).x for each in known)
        unit_width = max(UNIT_WIDTH * theme.em, widest + UNIT_GAP * theme.em)
        for each in known:
            self._row(each, theme, units, unit_width)

    def written(self, each: ReportEntry, units: ShownUnits) -> tuple[str, str]:
        """Return value and unit as text: yes or no, a number with steady digits, or a dash without a value."""
        value, unit = shown(each, units)
        if value is None:
            return "\u2013", ""
        if isinstance(value, bool):
            return (tr("yes") if value else tr("no")), ""
        return self._readouts.setdefault((each.name, unit), NumberReadout(DIGITS))(value), tr(unit) if unit else ""

    def _row(self, each: ReportEntry, theme: Theme, units: ShownUnits, unit_width: float) -> None:
        """Build a row with meaning, in several lines where it is long, number and unit; decimal points are aligned.

        unit_width: of the column of units [px], as wide as the widest of the group.
        """
        em, corner, edge = theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        words, unit = self.written(each, units)
        ink, fraction = imgui.get_window_draw_list(), FRACTION_WIDTH * em
        at = corner.x + edge - unit_width - fraction, corner.y
        room = min(number_left(words, at, fraction), at[0] - WHOLE_WIDTH * em) - 0.3 * em - corner.x
        lines = wrapped(tr(each.meaning), room, theme.regular, em)
        imgui.dummy(imgui.ImVec2(edge, len(lines) * em))
        if not imgui.is_item_visible():
            return
        tip(explained(each), theme)
        written(ink, words, len(words) if each.value is not None else 0, at, fraction)
        for place, line in enumerate(lines):
            ink.add_text(imgui.ImVec2(corner.x, corner.y + place * em), packed(DIM), line)
        unit_at = imgui.ImVec2(round(corner.x + edge - unit_width + UNIT_GAP * em), corner.y)
        ink.add_text(unit_at, packed(DIM), unit)


def explained(each: ReportEntry) -> str:
    """Return the tooltip of an entry: its meaning, and the full number or why there is none."""
    return f"{tr(each.meaning)} ({each.name})\n{tr(str(each))}"
