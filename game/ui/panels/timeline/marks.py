"""Marks of the timeline: restarts, changes and events, with their words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from imgui_bundle import imgui

from game.model.run_events import TimelineEvent
from game.model.words import later, tr
from game.ui.panels.context import PanelContext
from game.ui.panels.timeline.scale import TimeSpan
from game.ui.widgets.theme import AMBER, INK, RIM, TEAL, packed
from physics.simulation.history import History

MARK_DISTANCE = 0.5
"""Distance within which the pointer is on a mark [em]."""
HELP = later("drag the knob to look back; a change from here on keeps what lies ahead as a branch")
TIME, RESTART, CHANGED = later("{time:.3f} s"), later("restart"), later("changed: {what}")


def draw_marks(desk: PanelContext, span: TimeSpan, middle: float, events_at: float) -> None:
    """Draw restarts and changes on the track, and events at a height of their own [points]."""
    history, em, ink = desk.session.past.history, desk.theme.em, imgui.get_window_draw_list()
    for x in restart_positions(history, span):
        low, high = imgui.ImVec2(x, middle - 0.5 * em), imgui.ImVec2(x, middle + 0.5 * em)
        ink.add_line(low, high, packed(RIM), 0.36 * em)
        ink.add_line(low, high, packed(INK, 0.8), 0.12 * em)
    for x in event_positions(desk.session.past.events.happenings, span, em):
        ink.add_circle_filled(imgui.ImVec2(x, events_at), 0.16 * em, packed(TEAL), 12)
    for x in change_positions(history, span, em):
        ends = [(0.0, -0.30), (0.22, 0.0), (0.0, 0.30), (-0.22, 0.0)]
        ink.add_convex_poly_filled([imgui.ImVec2(x + dx * em, middle + dy * em) for dx, dy in ends], packed(AMBER))


def restart_positions(history: History, span: TimeSpan) -> list[float]:
    """Return the positions of restarts [points]."""
    return [span.x(change.time) for change in history.changes if change.restarts and span.shows(change.time)]


def change_positions(history: History, span: TimeSpan, em: float) -> list[float]:
    """Return the positions of changes [points]; of overlapping ones, and of those of one gesture, the first."""
    before = ["", *(change.about for change in history.changes)]
    changes = [
        change for change, last in zip(history.changes, before, strict=False)
        if change.about and change.about != last and span.shows(change.time)
    ]  # fmt: skip
    return _apart([change.time for change in changes], span, em)


def event_positions(happenings: Sequence[TimelineEvent], span: TimeSpan, em: float) -> list[float]:
    """Return the positions of events of the motion [points]; of overlapping ones the first."""
    return _apart([each.time for each in happenings if span.shows(each.time)], span, em)


def _apart(times: list[float], span: TimeSpan, em: float) -> list[float]:
    """Return the positions of ordered times [s] on the track, without those that overlap earlier ones."""
    places: list[float] = []
    at = 0
    while at < len(times):
        places.append(span.x(times[at]))
        at = bisect_left(times, span.time(places[-1] + 0.45 * em), at + 1)
    return places


def words_at(desk: PanelContext, span: TimeSpan, pointer: float) -> str:
    """Return the tooltip for the position of the pointer."""
    history, reach = desk.session.past.history, MARK_DISTANCE * desk.theme.em
    time = min(max(span.time(pointer), float(history.times[0])), float(history.times[-1]))
    changes = [each for each in history.changes if (each.about or each.restarts) and span.shows(each.time)]
    near = min(changes, key=lambda change: abs(span.x(change.time) - pointer), default=None)
    if near is not None and abs(span.x(near.time) - pointer) < reach:
        back = [tr(RESTART)] if near.restarts else []
        changed = [tr(CHANGED, what=_translated(near.about))] if near.about else []
        return "\n".join([tr(TIME, time=near.time - near.start), *back, *changed])
    events = [each for each in desk.session.past.events.happenings if span.shows(each.time)]
    found = min(events, key=lambda each: abs(span.x(each.time) - pointer), default=None)
    if found is not None and abs(span.x(found.time) - pointer) < reach:
        return tr("t = {time:.6g} s: {event}", time=found.occurrence.time, event=tr(found.occurrence.meaning))
    start = history.change_at(history.tick_at(time)).start
    return "\n".join([tr(TIME, time=max(time - start, 0.0)), tr(HELP)])


def _translated(names: str) -> str:
    """Return names of parameters and methods, with commas between them, in the language in use."""
    return ", ".join(tr(name.replace("_", " ")) for name in names.split(", "))
