"""What a run came to, in the panel at the right: values appear as they come to be known."""

from __future__ import annotations

import math

from imgui_bundle import imgui

from game.ui.desk import Desk
from game.ui.numbers import Readout
from game.ui.theme import DIM, INK, Theme
from game.ui.widgets import fitted, right_aligned, section, small, text, tip
from physics.report import Reported

DIGITS = 5
WIDTHS, WIDTHS_COMPACT = (4.6, 2.6), (3.7, 1.9)
"""Of the columns of values and units [em]."""
BEARABLE = 1e4
"""Newtons and joules from which they are counted in thousands."""
OPEN, OPEN_COMPACT = 4, 2
"""Groups that are open at first, in a large window and in a small one."""


def shown(each: Reported) -> tuple[float | bool | None, str]:
    """Value and unit as people say them: angles in degrees, large forces and energies in thousands."""
    value, unit = each.value, each.unit
    if value is None or isinstance(value, bool):
        return value, ""
    if unit == "rad":
        return math.degrees(value), "°"
    if unit in ("N", "J") and abs(value) >= BEARABLE:
        return value / 1e3, f"k{unit}"
    return value, unit


class ReportPanel:
    """Reads the session's report; changes nothing."""

    def __init__(self) -> None:
        self._run: object = None
        self._readouts: dict[tuple[str, str], Readout] = {}

    def build(self, desk: Desk, compact: bool) -> None:
        """The widgets of one frame: a section for each group."""
        session, theme = desk.session, desk.theme
        if self._run is not session.simulation:
            self._run, self._readouts = session.simulation, {}
        report = session.shots.report(session.past, session.simulation)
        groups: dict[str, list[Reported]] = {}
        for each in report.values():
            groups.setdefault(each.group, []).append(each)
        said: set[str] = set()
        for i, (group, members) in enumerate(groups.items()):
            if section(group, theme, opened=i < (OPEN_COMPACT if compact else OPEN)):
                reasons = dict.fromkeys(
                    each.reason for each in members if each.value is None and each.reason not in said
                )
                said.update(reasons)
                for reason in reasons:
                    small(reason, theme)
                for each in members:
                    self._row(each, theme, WIDTHS_COMPACT if compact else WIDTHS)

    def written(self, each: Reported) -> tuple[str, str]:
        """Value and unit as text: yes or no, a number with steady digits, or a dash where there is nothing to say."""
        value, unit = shown(each)
        if value is None:
            return "\u2013", ""
        if isinstance(value, bool):
            return ("yes" if value else "no"), ""
        return self._readouts.setdefault((each.name, unit), Readout(DIGITS))(value), unit

    def _row(self, each: Reported, theme: Theme, widths: tuple[float, float]) -> None:
        words, unit = self.written(each)
        value_width, unit_width = (width * theme.em for width in widths)
        left, edge = imgui.get_cursor_pos_x(), imgui.get_content_region_avail().x
        imgui.begin_group()
        number = edge - unit_width - value_width
        text(fitted(each.meaning, number - 0.3 * theme.em), DIM)
        imgui.same_line()
        imgui.set_cursor_pos_x(left + number)
        right_aligned(words, value_width, INK if each.value is not None else DIM)
        imgui.same_line()
        imgui.set_cursor_pos_x(left + edge - unit_width + 0.4 * theme.em)
        text(unit, DIM)
        imgui.end_group()
        tip(explained(each), theme)


def explained(each: Reported) -> str:
    """What a tooltip says: the meaning, the number in full, or why there is none."""
    return f"{each.meaning} ({each.name})\n{each}"
