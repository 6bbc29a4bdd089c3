"""The timeline above the transport bar: the kept past, changes and events in it, and the present position."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from game.model.run_events import TimelineEvent
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import font, tip
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, AMBER, DIM, INK, KNOB, RIM, SMALL_SIZE, TEAL, TRACK, Theme, packed
from physics.simulation.history import History

LABEL_WIDTH = 4.6
"""Width of the time at each end [em]."""
MIN_SPAN = 10.0
"""Shortest span of the timeline [s of wall time], so that a short run does not fill it."""
MARK_DISTANCE = 0.5
"""Distance within which the pointer is on a mark [em]."""
HELP = "drag to look back; resuming from here starts a new branch in place of what lies ahead"


@dataclass(frozen=True)
class TimeSpan:
    """Time span [s] of the track between two positions on the screen [points]."""

    start: float
    end: float
    left: float
    right: float

    def x(self, time: float) -> float:
        """Return the position of a time [points]."""
        part = (time - self.start) / (self.end - self.start)
        return self.left + min(max(part, 0.0), 1.0) * (self.right - self.left)

    def time(self, x: float) -> float:
        """Return the time at a position [s]."""
        return self.start + (x - self.left) / (self.right - self.left) * (self.end - self.start)


def build_timeline(desk: PanelContext) -> None:
    """Build the widgets of one frame, across the window that is being built."""
    theme, session = desk.theme, desk.session
    history, em = session.past.history, theme.em
    corner, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    height = imgui.get_content_region_avail().y
    oldest, newest = float(history.times[0]), float(history.times[-1])
    shortest = MIN_SPAN * min(1.0, session.clock.speed)
    room = LABEL_WIDTH * em
    span = TimeSpan(oldest, max(newest, oldest + shortest), corner.x + room, corner.x + width - room)
    middle = corner.y + height / 2
    imgui.set_cursor_screen_pos(imgui.ImVec2(span.left - 0.4 * em, corner.y))
    imgui.invisible_button("track", imgui.ImVec2(span.right - span.left + 0.8 * em, height))
    BOXES.control("track")
    held, over = imgui.is_item_active(), imgui.is_item_hovered()
    pointer = imgui.get_io().mouse_pos.x
    if held:
        desk.seek(history.tick_at(span.time(pointer)))
    elif over and newest > oldest:
        part = (
            pointer / imgui.get_io().display_size.x
        )  # fraction of the tooltip left of the pointer, so that it stays on the screen
        above = imgui.ImVec2(pointer, corner.y - 0.6 * em)
        imgui.set_next_window_pos(above, imgui.Cond_.always.value, imgui.ImVec2(part, 1.0))
        tip(_words(desk, span, pointer), theme)
    _draw(desk, span, middle, held or over)
    _label(f"{oldest - history.changes[0].start:.2f} s", corner.x, middle, theme)
    words = f"{span.end - history.changes[-1].start:.2f} s"
    with font(theme.regular, SMALL_SIZE):
        ends = imgui.calc_text_size(words).x
    _label(words, corner.x + width - ends, middle, theme)


def _draw(desk: PanelContext, span: TimeSpan, middle: float, touched: bool) -> None:
    simulation, history, em = desk.session.simulation, desk.session.past.history, desk.theme.em
    ink = imgui.get_window_draw_list()
    now, newest = span.x(history.time(simulation)), span.x(float(history.times[-1]))

    def bar(left: float, right: float, shade: int) -> None:
        if right > left:
            low, high = imgui.ImVec2(left, middle - 0.11 * em), imgui.ImVec2(right, middle + 0.11 * em)
            ink.add_rect_filled(low, high, shade, 0.11 * em)

    bar(span.left, span.right, packed(TRACK))
    bar(span.left, newest, packed(DIM, 0.45))
    bar(span.left, now, packed(ACCENT, 0.85))
    for x in restart_positions(history, span):
        low, high = imgui.ImVec2(x, middle - 0.5 * em), imgui.ImVec2(x, middle + 0.5 * em)
        ink.add_line(low, high, packed(RIM), 0.36 * em)
        ink.add_line(low, high, packed(INK, 0.8), 0.12 * em)
    for x in event_positions(desk.session.past.events.happenings, span, em):
        ink.add_circle_filled(imgui.ImVec2(x, middle - 0.42 * em), 0.16 * em, packed(TEAL), 12)
    for x in change_positions(history, span, em):
        ends = [(0.0, -0.30), (0.22, 0.0), (0.0, 0.30), (-0.22, 0.0)]
        ink.add_convex_poly_filled([imgui.ImVec2(x + dx * em, middle + dy * em) for dx, dy in ends], packed(AMBER))
    at, radius = imgui.ImVec2(now, middle), (0.46 if touched else 0.36) * em
    ink.add_circle_filled(at, radius + 0.12 * em, packed(RIM), 24)
    ink.add_circle_filled(at, radius, packed(KNOB), 24)


def restart_positions(history: History, span: TimeSpan) -> list[float]:
    """Return the positions of restarts [points]."""
    return [span.x(change.time) for change in history.changes if change.restarts and change.time >= span.start]


def change_positions(history: History, span: TimeSpan, em: float) -> list[float]:
    """Return the positions of changes [points]; of overlapping ones, and of those of one gesture, the first."""
    before = ["", *(change.about for change in history.changes)]
    changes = [
        change for change, last in zip(history.changes, before, strict=False)
        if change.about and change.about != last and change.time >= span.start
    ]  # fmt: skip
    return _apart([change.time for change in changes], span, em)


def event_positions(happenings: Sequence[TimelineEvent], span: TimeSpan, em: float) -> list[float]:
    """Return the positions of events of the motion [points]; of overlapping ones the first."""
    return _apart([each.time for each in happenings if each.time >= span.start], span, em)


def _apart(times: list[float], span: TimeSpan, em: float) -> list[float]:
    """Return the positions of ordered times [s] on the track, without those that overlap earlier ones."""
    places: list[float] = []
    at = 0
    while at < len(times):
        places.append(span.x(times[at]))
        at = bisect_left(times, span.time(places[-1] + 0.45 * em), at + 1)
    return places


def _words(desk: PanelContext, span: TimeSpan, pointer: float) -> str:
    """Return the tooltip for the position of the pointer."""
    history = desk.session.past.history
    time = min(max(span.time(pointer), float(history.times[0])), float(history.times[-1]))
    changes = [each for each in history.changes if (each.about or each.restarts) and each.time >= span.start]
    near = min(changes, key=lambda change: abs(span.x(change.time) - pointer), default=None)
    if near is not None and abs(span.x(near.time) - pointer) < MARK_DISTANCE * desk.theme.em:
        back = ["restart"] if near.restarts else []
        changed = [f"changed: {near.about}"] if near.about else []
        return "\n".join([f"{near.time - near.start:.3f} s", *back, *changed])
    found = min(desk.session.past.events.happenings, key=lambda each: abs(span.x(each.time) - pointer), default=None)
    if (
        found is not None
        and found.time >= span.start
        and abs(span.x(found.time) - pointer) < MARK_DISTANCE * desk.theme.em
    ):
        return str(found.occurrence)
    start = history.change_at(history.tick_at(time)).start
    return f"{max(time - start, 0.0):.3f} s\n{HELP}"


def _label(words: str, x: float, middle: float, theme: Theme) -> None:
    with font(theme.regular, SMALL_SIZE):
        size = imgui.calc_text_size(words)
        at = imgui.ImVec2(x, middle - size.y / 2)
        imgui.get_window_draw_list().add_text(at, packed(DIM), words)
