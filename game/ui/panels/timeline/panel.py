"""The timeline above the bar: the present run with events and loop, and the branches that leave it."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from game.model.input import Action
from game.model.words import decimal, later, tr
from game.session.past.branches import Lane
from game.session.time_actions import set_loop_end, set_loop_start
from game.session.undoing import go_to_lane, lane_name
from game.ui.panels.context import PanelContext
from game.ui.panels.timeline import lanes as drawing
from game.ui.panels.timeline.marks import draw_marks, words_at
from game.ui.panels.timeline.scale import TimeSpan, Zoom
from game.ui.widgets.basic import ALWAYS, font, pressed_area, tip
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, DIM, INK, KNOB, ON_ACCENT, RIM, SMALL_SIZE, TRACK, Theme, packed

LABEL_WIDTH = 4.6
"""Width of the time at each end [em]."""
MIN_SPAN = 10.0
"""Shortest span of the timeline [s of wall time], so that a short run does not fill it."""
TRACK_HEIGHT, EVENTS_HEIGHT, PADDING = 1.3, 1.0, 0.2
"""Heights of the track, of the row of events above it while branches are shown, and of the edges [em]."""
MOST_LANES, FEW_LANES, LOW_WINDOW = 4, 2, 32.0
"""Greatest number of lanes that are shown at once, and that in a window lower than so many em."""
GRIP = 0.55
"""Distance within which the pointer takes the knob or a grip of the loop [em]."""
CLICK = 4.0
"""Greatest distance that the pointer moves in a click [points]."""
EARLIER_SHOWN, EARLIER_HIDDEN = later("hide the runs before this one"), later("show the runs before this one")
EVENTS = later("events")
LANE_HELP = later("{name}: a click goes back to this branch; the present one is kept")


class TimelinePanel:
    """The timeline. branches, earlier: whether branches are shown, and the runs before the present one.

    shown: the span that it showed last, with its edges on the screen; plots above it show the same.
    """

    def __init__(self) -> None:
        self.branches, self.earlier = True, False
        self.zoom = Zoom()
        self._held = ""
        self._moved = 0.0
        self._first_lane = 0
        self.shown = self._all = TimeSpan(0.0, MIN_SPAN, 0.0, 1.0)

    def turn(self, notches: float, x: float, dt: float) -> None:
        """Zoom about a position on the screen [points], as the wheel over the track does; dt: length of a tick [s]."""
        self.zoom.turn(notches, x, self.shown, self._all, dt)

    def act(self, action: Action) -> bool:
        """Perform an action of the timeline; return False for others."""
        if action is not Action.BRANCHES:
            return False
        self.branches = not self.branches
        return True

    def height(self, desk: PanelContext) -> float:
        """Return the height that it needs [em]."""
        count = self._shown_lanes(self._lanes(desk), desk)
        return 2 * PADDING + TRACK_HEIGHT + (EVENTS_HEIGHT + count * drawing.HEIGHT if count else 0.0)

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame, across the window that is being built."""
        em, corner, width = desk.theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        lanes = self._lanes(desk)
        count = self._shown_lanes(lanes, desk)
        room = LABEL_WIDTH * em
        whole = self._whole(desk, lanes if count else [], corner.x + room, corner.x + width - room)
        history, simulation = desk.session.past.history, desk.session.simulation
        span = self.zoom.span(whole, history.time(simulation), not simulation.paused)
        top = corner.y + (EVENTS_HEIGHT * em if count else 0.0)
        middle = top + TRACK_HEIGHT * em / 2
        span = self._track(desk, span, whole, top)
        self.shown, self._all = span, whole
        self._draw_track(desk, span, middle)
        if count:
            self._branches(desk, lanes, span, (middle, top + TRACK_HEIGHT * em), count)
            _label(tr(EVENTS), corner.x, corner.y + 0.5 * EVENTS_HEIGHT * em, desk.theme)
        self._draw(desk, span, middle, corner.y + 0.5 * EVENTS_HEIGHT * em if count else middle - 0.42 * em)
        self._ends(desk, span, corner.x, corner.x + width, top)

    # What is shown --------------------------------------------------------------------------------------

    def _lanes(self, desk: PanelContext) -> list[Lane]:
        """Return the lanes that leave what is shown: the present run, or all runs."""
        if not self.branches:
            return []
        start = -1.0 if self.earlier else desk.session.past.run_start(desk.session.simulation)
        lanes = desk.session.past.tree.lanes()
        kept = [i for i, lane in enumerate(lanes) if lane.begin >= start]
        return [
            lanes[i]._replace(parent=kept.index(parent) if (parent := lanes[i].parent) in kept else None) for i in kept
        ]

    def _shown_lanes(self, lanes: Sequence[Lane], desk: PanelContext) -> int:
        low = imgui.get_io().display_size.y < LOW_WINDOW * desk.theme.em
        return min(len(lanes), FEW_LANES if low else MOST_LANES)

    def _whole(self, desk: PanelContext, lanes: Sequence[Lane], left: float, right: float) -> TimeSpan:
        """Return the span of the present run and its branches, or of all that is kept."""
        session, history = desk.session, desk.session.past.history
        first, end = history.run_at(session.past.now(session.simulation))
        times = history.times
        if self.earlier:
            start, stop = float(times[0]), float(times[-1])
        else:
            base = history.row_at(history.oldest)
            start, stop = float(times[first - base]), float(times[end - 1 - base])
        stop = max([stop, *(lane.stop for lane in lanes)])
        shortest = MIN_SPAN * min(1.0, session.clock.speed)
        return TimeSpan(start, max(stop, start + shortest), left, right)

    # Pointer --------------------------------------------------------------------------------------------

    def _track(self, desk: PanelContext, span: TimeSpan, whole: TimeSpan, top: float) -> TimeSpan:
        """Build the track and act on the pointer; return the span as it is then."""
        em, history, io = desk.theme.em, desk.session.past.history, imgui.get_io()
        imgui.set_cursor_screen_pos(imgui.ImVec2(span.left - 0.4 * em, top))
        imgui.invisible_button("track", imgui.ImVec2(span.right - span.left + 0.8 * em, TRACK_HEIGHT * em))
        BOXES.control("track")
        over, x = imgui.is_item_hovered(), io.mouse_pos.x
        if imgui.is_item_activated():
            self._held, self._moved = self._grip_at(desk, span, x), 0.0
        if imgui.is_item_active():
            self._moved += abs(io.mouse_delta.x)
            if self._held == "knob":
                desk.seek(history.tick_at(span.time(x)))
            elif self._held == "empty" and self._moved > CLICK:
                self.zoom.pan(io.mouse_delta.x, span, whole)
        elif imgui.is_item_deactivated():
            self._let_go(desk, span, x)
        if over and io.mouse_wheel:
            self.zoom.turn(io.mouse_wheel, x, span, whole, desk.session.simulation.dt)
        if over or imgui.is_item_active():
            desk.point_at(span.time(min(max(x, span.left), span.right)))
        if over and not imgui.is_item_active() and len(history) > 1:
            _tip_above(words_at(desk, span, x), x, top, desk.theme)
        return self.zoom.span(whole, history.time(desk.session.simulation), False)

    def _grip_at(self, desk: PanelContext, span: TimeSpan, x: float) -> str:
        """Return what the pointer takes: a grip of the loop, the knob, or the empty track of a part of the run."""
        places = {**self._grips(desk, span), "knob": span.x(desk.session.past.history.time(desk.session.simulation))}
        near = min(places, key=lambda name: abs(places[name] - x) - (0.1 if name == "knob" else 0.0))
        if abs(places[near] - x) <= GRIP * desk.theme.em:
            return near
        return "knob" if self.zoom.part is None else "empty"

    def _grips(self, desk: PanelContext, span: TimeSpan) -> dict[str, float]:
        """Return the positions of A and B, as far as they are set and shown."""
        playback, found = desk.session.run.playback, {}
        for name, tick in (("A", playback.start), ("B", playback.end)):
            if tick is not None:
                time = _time_of(desk, tick)
                if span.shows(time):
                    found[name] = span.x(time)
        if self._held in ("A", "B") and imgui.is_mouse_down(0):
            found[self._held] = min(max(imgui.get_io().mouse_pos.x, span.left), span.right)
        return found

    def _let_go(self, desk: PanelContext, span: TimeSpan, x: float) -> None:
        """Set the grip that was held where it is let go, or show the moment of a click on the empty track."""
        held, self._held = self._held, ""
        tick = desk.session.past.history.tick_at(span.time(x))
        if held == "A" and self._moved:
            set_loop_start(desk.session, tick)
        elif held == "B" and self._moved:
            set_loop_end(desk.session, tick)
        elif held == "empty" and self._moved <= CLICK:
            desk.seek(tick)

    def _branches(
        self, desk: PanelContext, lanes: list[Lane], span: TimeSpan, heights: tuple[float, float], count: int
    ) -> None:
        """Build the lanes, which the wheel scrolls where there are more than fit; a click goes to a branch."""
        em, io = desk.theme.em, imgui.get_io()
        imgui.set_cursor_screen_pos(imgui.ImVec2(span.left, heights[1]))
        clicked = imgui.invisible_button("lanes", imgui.ImVec2(span.right - span.left, count * drawing.HEIGHT * em))
        BOXES.control("lanes")
        over = imgui.is_item_hovered()
        if over and io.mouse_wheel:
            self._first_lane -= round(io.mouse_wheel)
        first = self._first_lane = min(max(self._first_lane, 0), len(lanes) - count)
        shown = lanes[first : first + count]
        pointer = io.mouse_pos.x, io.mouse_pos.y
        near = drawing.lane_at(shown, span, heights[1], pointer, em) if over else None
        drawing.draw_lanes(shown, span, heights, desk.theme, near, first)
        drawing.draw_names(shown, span, heights[1], desk)
        if near is not None:
            tip(tr(LANE_HELP, name=lane_name(shown[near]).words(desk.units)), desk.theme)
        if clicked and near is not None:
            go_to_lane(desk.session, shown[near], drawing.tick_on(shown[near], span, pointer[0]))

    # Drawing --------------------------------------------------------------------------------------------

    def _draw(self, desk: PanelContext, span: TimeSpan, middle: float, events_at: float) -> None:
        """Draw the loop, the marks and the knob."""
        em, ink = desk.theme.em, imgui.get_window_draw_list()
        now = desk.session.past.history.time(desk.session.simulation)
        self._draw_loop(desk, span, middle)
        draw_marks(desk, span, middle, events_at)
        if desk.pointed_time is not None and span.shows(desk.pointed_time):
            x = span.x(desk.pointed_time)
            ends = imgui.ImVec2(x, middle - 0.6 * em), imgui.ImVec2(x, middle + 0.6 * em)
            ink.add_line(*ends, packed(INK), max(0.08 * em, 1.0))
        if span.shows(now):
            touched = imgui.is_mouse_down(0) and self._held == "knob"
            at, radius = imgui.ImVec2(span.x(now), middle), (0.46 if touched else 0.36) * em
            ink.add_circle_filled(at, radius + 0.12 * em, packed(RIM), 24)
            ink.add_circle_filled(at, radius, packed(KNOB), 24)

    def _draw_track(self, desk: PanelContext, span: TimeSpan, middle: float) -> None:
        """Draw the track, what is kept of it, and what lies before the present moment."""
        history, em, ink = desk.session.past.history, desk.theme.em, imgui.get_window_draw_list()
        times, now = history.times, history.time(desk.session.simulation)
        oldest, newest = span.x(float(times[0])), span.x(float(times[-1]))

        def bar(left: float, right: float, shade: int) -> None:
            if right > left:
                low, high = imgui.ImVec2(left, middle - 0.11 * em), imgui.ImVec2(right, middle + 0.11 * em)
                ink.add_rect_filled(low, high, shade, 0.11 * em)

        bar(span.left, span.right, packed(TRACK))
        bar(oldest, newest, packed(DIM, 0.45))
        bar(oldest, span.x(now), packed(ACCENT, 0.85))

    def _draw_loop(self, desk: PanelContext, span: TimeSpan, middle: float) -> None:
        """Draw A and B as grips, and what lies between them, filled while the loop is on."""
        em, ink, grips = desk.theme.em, imgui.get_window_draw_list(), self._grips(desk, span)
        playback = desk.session.run.playback
        if playback.start is not None and playback.end is not None:
            left = grips.get("A", span.x(_time_of(desk, playback.start)))
            right = grips.get("B", span.x(_time_of(desk, playback.end)))
            low, high = imgui.ImVec2(left, middle - 0.55 * em), imgui.ImVec2(right, middle + 0.55 * em)
            if playback.loops:
                ink.add_rect_filled(low, high, packed(ACCENT, 0.25))
            ink.add_rect(low, high, packed(ACCENT, 0.8))
        for name, x in grips.items():
            low, high = imgui.ImVec2(x - 0.45 * em, middle - 0.62 * em), imgui.ImVec2(x + 0.45 * em, middle + 0.62 * em)
            ink.add_rect_filled(low, high, packed(ACCENT if playback.loops else DIM), 0.25 * em)
            with font(desk.theme.medium, SMALL_SIZE):
                size = imgui.calc_text_size(name)
                ink.add_text(imgui.ImVec2(x - size.x / 2, middle - size.y / 2), packed(ON_ACCENT), name)

    def _ends(self, desk: PanelContext, span: TimeSpan, left: float, right: float, top: float) -> None:
        """Write the times at both ends; where there are earlier runs, the first is a button that folds them out."""
        history, theme, em = desk.session.past.history, desk.theme, desk.theme.em
        middle, base = top + TRACK_HEIGHT * em / 2, desk.session.past.run_start(desk.session.simulation)
        begins = base
        if self.earlier:
            base = history.change_at(history.oldest).start
        if len({change.start for change in history.changes}) > 1:
            imgui.set_cursor_screen_pos(imgui.ImVec2(left, top))
            if pressed_area("earlier", imgui.ImVec2((LABEL_WIDTH - 0.8) * em, TRACK_HEIGHT * em)):
                self.earlier, self.zoom.part = not self.earlier, None
            BOXES.control("earlier")
            over = imgui.is_item_hovered()
            if over:
                _tip_above(tr(EARLIER_SHOWN if self.earlier else EARLIER_HIDDEN), left, top, theme)
            _draw_fold(left + 0.35 * em, middle, em, self.earlier, packed(INK if over else DIM))
            left += 1.0 * em
        _label(decimal(f"{span.start - base:.2f} s"), left, middle, theme)
        words = decimal(f"{span.end - begins:.2f} s")
        with font(theme.regular, SMALL_SIZE):
            ends = imgui.calc_text_size(words).x
        _label(words, right - ends, middle, theme)


def _time_of(desk: PanelContext, tick: int) -> float:
    """Return the time of a kept tick, as the history counts it [s]."""
    history = desk.session.past.history
    base = history.row_at(history.oldest)
    row = min(max(history.row_at(tick) - base, 0), len(history) - 1)
    return float(history.times[row]) + (tick - float(history.ticks[row])) * desk.session.simulation.dt


def _draw_fold(x: float, y: float, em: float, opened: bool, shade: int) -> None:
    """Draw two strokes, which stand for runs that are folded, and an arrow to where they open."""
    ink, side = imgui.get_window_draw_list(), 1.0 if opened else -1.0
    for dx in (0.0, 0.28):
        tip_at = imgui.ImVec2(x + (dx + side * 0.13) * em, y)
        for end in (-0.3, 0.3):
            ink.add_line(imgui.ImVec2(x + (dx - side * 0.13) * em, y + end * em), tip_at, shade, 0.11 * em)


def _tip_above(words: str, x: float, top: float, theme: Theme) -> None:
    """Show a tooltip above the timeline, on the screen at either end."""
    part = x / imgui.get_io().display_size.x
    above = imgui.ImVec2(x, top - 0.6 * theme.em)
    imgui.set_next_window_pos(above, ALWAYS, imgui.ImVec2(part, 1.0))
    tip(words, theme)


def _label(words: str, x: float, middle: float, theme: Theme) -> None:
    with font(theme.regular, SMALL_SIZE):
        size = imgui.calc_text_size(words)
        at = imgui.ImVec2(x, middle - size.y / 2)
        imgui.get_window_draw_list().add_text(at, packed(DIM), words)
