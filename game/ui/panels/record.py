"""The record dialog: from now on, the last seconds, from A to B, or a loop; format, size, quality and what is shown."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui
from msgspec.structs import replace

from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.recording import (
    BLURS,
    DRAWINGS,
    GIF_RATES,
    LONGEST_LOOP,
    MAX_SECONDS,
    MIN_SECONDS,
    POSES,
    POSTER_SIZES,
    QUALITIES,
    RATES,
    SIZES,
    SOUNDING,
    SUFFIXES,
    TRANSPARENT,
    Form,
    RecordChoice,
    RecordRequest,
    What,
    file_frame,
)
from game.model.words import later, tr
from game.session.loop_period import LoopSearch
from game.session.session import Session
from game.session.time_actions import run_time
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import button, font, pressed_area, small, switch, text
from game.ui.widgets.fields import choice as drop_down_list
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, DIM, INK, SMALL_SIZE, Theme, packed

ROW, GAP = 2.75, 0.5
"""Height of a row of two lines, and the space between groups [em]."""
LABEL, FIELD, BESIDE = 4.6, 7.6, 3.8
"""Widths of the labels of fields, of the first fields, and of the labels beside these [em]."""
SMALL = 0.875
"""Size of the second line of a row [em]."""
LEAST_FRAME = 6.0
"""Height of the part of the window that will be in the file below which it has no corners [em]."""
CORNER = 1.6
"""Length of the sides of the corners round what will be in the file [em]."""


@dataclass
class LoopFound:
    """A search for a loop, and where it began: the simulation, and the tick of the history."""

    simulation: object
    tick: int
    speed: float
    search: LoopSearch


class RecordPanel:
    """The record dialog. open: whether it is shown. choice: what has been chosen in it."""

    def __init__(self) -> None:
        self.open = False
        self.choice = RecordChoice()
        self._loop: LoopFound | None = None

    @property
    def searching(self) -> bool:
        """True while a period is looked for."""
        return self._loop is not None and not self._loop.search.done

    def toggle(self) -> None:
        """Open or close the dialog."""
        self.open = not self.open
        if not self.open and self._loop is not None:
            self._loop.search.cancel()
            self._loop = None

    def _set(self, **changes: Any) -> None:
        chosen = replace(self.choice, **changes)
        if chosen.format == "GIF" and chosen.rate not in GIF_RATES:
            chosen = replace(chosen, rate=25)
        self.choice = chosen

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame into the present window."""
        theme = desk.theme
        self._ranges(desk)
        imgui.dummy(imgui.ImVec2(0.0, GAP * theme.em))
        live = self.choice.what == "now"
        if live:
            small(tr("An MP4 of the window, as large as it is, at 60 pictures a second."), theme)
        else:
            self._form(desk)
        imgui.dummy(imgui.ImVec2(0.0, 0.5 * GAP * theme.em))
        self._shown(desk, live)

    # What -----------------------------------------------------------------------------------------------

    def _ranges(self, desk: PanelContext) -> None:
        """Build a row for each thing that can be recorded."""
        session, seconds = desk.session, self.choice.seconds
        about = tr("until {keys} stops it; {keys} alone does this at once", keys=shown_keys(Action.RECORD))
        self._row(desk, "now", tr("From now on"), about)
        last = last_ticks(session, seconds)
        words = later("t from {first:.2f} to {last:.2f} s, already seen")
        if last and run_time(session, last[1]) < seconds * session.clock.speed:
            words = later("t from {first:.2f} to {last:.2f} s: the run is no longer yet")
        about = _times(words, session, last) if last else tr("nothing is kept yet")
        self._row(desk, "last", tr("The last {seconds} s", seconds=seconds), about)
        if self.choice.what == "last":
            self._length(desk.theme)
        marked = marked_ticks(session)
        words, keys = (
            later("t from {first:.2f} to {last:.2f} s"),
            [*map(shown_keys, (Action.LOOP_START, Action.LOOP_END))],
        )
        about = tr("no range yet: {start} sets A, {end} sets B", start=keys[0], end=keys[1])
        self._row(desk, "range", tr("From A to B"), _times(words, session, marked) if marked else about)
        self._row(desk, "loop", tr("A loop"), self._loop_words(session))

    def _row(self, desk: PanelContext, what: What, name: str, about: str) -> None:
        """Build a row with a radio button, a name and, small below it, what it means."""
        theme, em = desk.theme, desk.theme.em
        corner, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        if pressed_area(f"record {what}", imgui.ImVec2(width, ROW * em)):
            self._set(what=what)
        BOXES.control(f"record {what}")
        on, hovered, ink = self.choice.what == what, imgui.is_item_hovered(), imgui.get_window_draw_list()
        high = imgui.ImVec2(corner.x + width, corner.y + ROW * em)
        if on or hovered:
            ink.add_rect_filled(corner, high, packed(ACCENT, 0.16 if on else 0.08), imgui.get_style().frame_rounding)
        at = imgui.ImVec2(corner.x + 0.9 * em, corner.y + 0.5 * ROW * em)
        ink.add_circle(at, 0.45 * em, packed(ACCENT if on else DIM), 24, 0.1 * em)
        if on:
            ink.add_circle_filled(at, 0.24 * em, packed(ACCENT), 20)
        left = corner.x + 1.8 * em
        ink.add_text(theme.medium, em, imgui.ImVec2(left, corner.y + 0.25 * em), packed(INK), name)
        small_at = imgui.ImVec2(left, corner.y + 1.4 * em)
        ink.add_text(theme.regular, SMALL * em, small_at, packed(DIM), about)

    def _length(self, theme: Theme) -> None:
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + 1.8 * theme.em)
        imgui.set_next_item_width(FIELD * theme.em)
        changed, seconds = imgui.input_int("##record seconds", self.choice.seconds, 5, 30)
        BOXES.control("record seconds")
        if changed:
            self._set(seconds=min(max(seconds, MIN_SECONDS), MAX_SECONDS))

    def _loop_words(self, session: Session) -> str:
        """Return what is known of a loop; the search begins when the row is chosen."""
        if self.choice.what != "loop":
            return tr("one period of the motion, where it has one")
        now, speed = session.past.now(session.simulation), session.clock.speed
        known = self._loop
        if known is None or known.simulation is not session.simulation or known.speed != speed:
            known = self._loop = LoopFound(session.simulation, now, speed, LoopSearch(session, LONGEST_LOOP))
        if not known.search.done:
            return tr("looking for a period…")
        found = known.search.found
        if found is None:
            return tr("the motion does not return within {seconds:g} s of video", seconds=LONGEST_LOOP)
        words = (
            later("period {seconds:.4g} s")
            if found.exact
            else later("no exact period; {seconds:.4g} s: seam {seam:.2g}°")
        )
        return tr(words, seconds=found.seconds, seam=math.degrees(found.seam))

    # How ------------------------------------------------------------------------------------------------

    def _form(self, desk: PanelContext) -> None:
        """Build the fields of format, size, rate, quality and blur."""
        theme, chosen = desk.theme, self.choice
        if chosen.what != "loop":
            self._label(tr("Form"), theme)
            forms = [(form, tr(name), tr(meaning) if meaning else "") for form, (name, meaning) in FORMS.items()]
            self._field("##record form", forms, chosen.form, lambda form: self._set(form=form), theme, FIELD)
        if chosen.made == "plate":
            self._beside(tr("Poses"), theme)
            poses = [(str(n), str(n), "") for n in POSES]
            self._field("##record poses", poses, str(chosen.poses), lambda value: self._set(poses=int(value)), theme)
        if chosen.made == "film":
            self._formats("format", SUFFIXES, theme)
        elif chosen.made == "drawing":
            self._formats("drawn", DRAWINGS, theme)
        self._label(tr("Size"), theme)
        offered = POSTER_SIZES if chosen.made == "poster" else SIZES
        sizes = [(f"{w}x{h}", f"{w} × {h}", "") for w, h in offered]
        self._field("##record size", sizes, "{}x{}".format(*chosen.pixels), self._set_size, theme, FIELD)
        if chosen.made == "film":
            rates = GIF_RATES if chosen.format == "GIF" else RATES
            self._beside(tr("Rate"), theme)
            shown = [(str(rate), f"{rate} /s", "") for rate in rates]
            self._field("##record rate", shown, str(chosen.rate), lambda value: self._set(rate=int(value)), theme)
        if chosen.made == "drawing":
            return
        self._label(tr("Quality"), theme)
        tiers = [(name, tr(name), "") for name in QUALITIES]
        self._field("##record quality", tiers, chosen.quality, lambda name: self._set(quality=name), theme, FIELD)
        if chosen.made != "film":
            return
        self._beside(tr("Blur"), theme)
        blurs = [(str(n), tr("none") if n == 1 else f"{n} ×", tr(BLUR_MEANING)) for n in BLURS]
        self._field("##record blur", blurs, str(chosen.blur), lambda value: self._set(blur=int(value)), theme)

    def _formats(self, field: str, names: Iterable[str], theme: Theme) -> None:
        """Build a button for each format; field: of the choice that it sets."""
        self._label(tr("Format"), theme)
        for name in names:
            if button(name, getattr(self.choice, field) == name):
                self._set(**{field: name})
            imgui.same_line(0.0, 0.25 * theme.em)
        imgui.new_line()

    def _set_size(self, words: str) -> None:
        width, _, height = words.partition("x")
        self._set(**{"poster" if self.choice.made == "poster" else "size": (int(width), int(height))})

    @staticmethod
    def _label(words: str, theme: Theme) -> None:
        imgui.align_text_to_frame_padding()
        text(words)
        imgui.same_line(LABEL * theme.em)

    @staticmethod
    def _beside(words: str, theme: Theme) -> None:
        imgui.same_line((LABEL + FIELD + 0.8) * theme.em)
        text(words)
        imgui.same_line((LABEL + FIELD + 0.8 + BESIDE) * theme.em)

    @staticmethod
    def _field(name: str, options: Any, value: str, change: Any, theme: Theme, width: float = 0.0) -> None:
        imgui.set_next_item_width(width * theme.em if width else -1.0)
        drop_down_list(name, options, value, change, theme)
        BOXES.control(name)

    def _sound(self, theme: Theme, live: bool) -> None:
        """Build the switch of the sound, with the reason where it cannot be used."""
        chosen = self.choice
        possible = live or chosen.format in SOUNDING
        imgui.begin_disabled(not possible)
        if switch(tr("Sound"), chosen.sound and possible, theme):
            self._set(sound=not chosen.sound)
        imgui.end_disabled()
        if not possible:
            imgui.same_line()
            with font(theme.regular, SMALL_SIZE):
                imgui.align_text_to_frame_padding()
                text(tr("MP4 and WebM only"), DIM)

    def _shown(self, desk: PanelContext, live: bool) -> None:
        """Build the switches of what is shown, with the reason where one cannot be used."""
        theme, chosen = desk.theme, self.choice
        if not live and chosen.made != "film":
            return
        if not live and switch(tr("Vectors, traces and their names"), chosen.marks, theme):
            self._set(marks=not chosen.marks)
        if switch(tr("Panels"), chosen.panels, theme):
            self._set(panels=not chosen.panels)
        if desk.status.sound:
            imgui.same_line(FIELD * theme.em)
            self._sound(theme, live)
        if live:
            return
        reason = "" if chosen.format in TRANSPARENT else tr("WebM, WebP and PNG only")
        reason = tr("not with panels") if chosen.panels else reason
        imgui.begin_disabled(bool(reason))
        if switch(tr("Transparent ground"), chosen.clear, theme):
            self._set(transparent=not chosen.transparent)
        imgui.end_disabled()
        if reason:
            imgui.same_line()
            with font(theme.regular, SMALL_SIZE):
                imgui.align_text_to_frame_padding()
                text(reason, DIM)

    # Start ----------------------------------------------------------------------------------------------

    def build_start(self, desk: PanelContext) -> None:
        """Build the button that begins, beside what it will make; it stays in sight where the rest scrolls."""
        theme, chosen, session = desk.theme, self.choice, desk.session
        if chosen.what == "now":
            recording = desk.status.recording is not None
            if button(_start_words(recording), True, 0.0, 2.0 * theme.em):
                desk.ask(Action.RECORD)
            return
        ticks = self._ticks(session)
        found = self._loop.search.found if self._loop is not None and self._loop.search.done else None
        seconds = 0.0
        if chosen.what == "loop" and found is not None:
            seconds = found.seconds / session.clock.speed
        elif ticks is not None and chosen.what != "loop":
            seconds = (session_time(session, ticks[1]) - session_time(session, ticks[0])) / session.clock.speed
        possible = ticks is not None and seconds > 0.0
        imgui.begin_disabled(not possible)
        if button(tr("Render"), True, 6.0 * theme.em, 2.0 * theme.em) and ticks is not None:
            desk.ask(RecordRequest(chosen, ticks, self._crop(desk)))
        imgui.end_disabled()
        imgui.same_line()
        words = (
            later("{pictures} pictures, {seconds:.1f} s\nthe window goes on")
            if chosen.made == "film"
            else later("one picture of {seconds:.1f} s\nthe window goes on")
        )
        words = words if possible else later("nothing to render yet")
        small(tr(words, pictures=max(round(seconds * chosen.rate), 1), seconds=seconds), theme)

    def ask_picture(self, desk: PanelContext, form: Form) -> None:
        """Ask for one picture of the last seconds, in a form other than a film, as chosen in the dialog."""
        chosen = replace(self.choice, what="last", form=form)
        ticks = last_ticks(desk.session, chosen.seconds)
        if ticks is None:
            desk.say(tr("nothing to render yet"), warning=True)
        else:
            desk.ask(RecordRequest(chosen, ticks, self._crop(desk)))

    def _ticks(self, session: Session) -> tuple[int, int] | None:
        """Return the first and last tick of what is chosen, or None."""
        if self.choice.what == "last":
            return last_ticks(session, self.choice.seconds)
        if self.choice.what == "range":
            return marked_ticks(session)
        if self._loop is None or not self._loop.search.done or self._loop.search.found is None:
            return None
        return self._loop.tick, self._loop.tick

    def _crop(self, desk: PanelContext) -> float:
        """Return the factor by which the file enlarges the window's picture."""
        frame = self._frame(desk)
        if frame is None:
            return 1.0
        return desk.status.fitted[2] * imgui.get_io().display_size.y / (frame[3] - frame[1])

    def frame(self, desk: PanelContext) -> tuple[float, float, float, float] | None:
        """Return the part of the window [points] that the file will show, or None where that is another picture."""
        return self._frame(desk) if self.open and self.choice.what != "now" else None

    def _frame(self, desk: PanelContext) -> tuple[float, float, float, float] | None:
        if self.choice.with_panels or desk.session.run.split:
            return None
        window = imgui.get_io().display_size
        return file_frame((window.x, window.y), desk.free, self.choice.pixels, 0.6 * desk.theme.em)

    def build_corners(self, desk: PanelContext) -> None:
        """Draw corners round the part of the window that the file will show."""
        frame = self.frame(desk)
        if frame is None:
            return
        left, top, right, bottom = frame
        if bottom - top < LEAST_FRAME * desk.theme.em:
            return
        ink, reach, thick = imgui.get_foreground_draw_list(), CORNER * desk.theme.em, max(0.12 * desk.theme.em, 1.0)
        shades = (packed((0.0, 0.0, 0.0, 1.0), 0.5), 2.2 * thick), (packed((1.0, 1.0, 1.0, 1.0), 0.9), thick)
        for x, inwards in ((left, 1.0), (right, -1.0)):
            for y, down in ((top, 1.0), (bottom, -1.0)):
                for shade, width in shades:
                    ink.add_line(imgui.ImVec2(x, y), imgui.ImVec2(x + inwards * reach, y), shade, width)
                    ink.add_line(imgui.ImVec2(x, y), imgui.ImVec2(x, y + down * reach), shade, width)


FORMS = {
    "film": (later("Film"), ""),
    "plate": (later("Plate"), later("poses at equal times in one picture, numbered, with their times")),
    "exposure": (later("Long exposure"), later("the whole motion in one picture, with a flash at its end")),
    "drawing": (
        later("Line drawing"),
        later("outlines and creases at its end, hidden ones dashed, for print"),
    ),
    "poster": (later("Poster"), later("the picture at its end, above a band with title, equations and values")),
}
"""Name and meaning of what is made of the motion."""
BLUR_MEANING = later(
    "greatest number of moments whose mean a picture is; none: only what turns is blurred, as in the window"
)


def session_time(session: Session, tick: int) -> float:
    """Return the time of the kept row at a tick, or of the last one before it [s], as the history counts it."""
    history = session.past.history
    row = min(max(history.row_at(tick + 1) - 1, history.row_at(history.oldest)), history.row_at(history.newest))
    return float(history.times[row - history.row_at(history.oldest)])


def last_ticks(session: Session, seconds: float) -> tuple[int, int] | None:
    """Return the ticks of the last seconds of video before the present state, at the present speed, or None.

    They belong to one run: a restart is where they begin at the earliest.
    """
    history, now = session.past.history, session.past.now(session.simulation)
    now = min(max(now, history.oldest), history.newest)
    start = history.change_at(now).start
    first = history.tick_at(max(session_time(session, now) - seconds * session.clock.speed, start))
    return (first, now) if first < now else None


def marked_ticks(session: Session) -> tuple[int, int] | None:
    """Return the ticks of A and B on the timeline, or None where these are not both set, in this order."""
    playback = session.run.playback
    if playback.start is None or playback.end is None:
        return None
    history = session.past.history
    first, last = max(playback.start, history.oldest), min(playback.end, history.newest)
    return (first, last) if first < last else None


def _start_words(recording: bool) -> str:
    """Return the words of the button that records from now on, or stops that, with its key."""
    keys = shown_keys(Action.RECORD)
    return tr("Stop  ({keys})", keys=keys) if recording else tr("Record  ({keys})", keys=keys)


def _times(words: str, session: Session, ticks: tuple[int, int]) -> str:
    """Return words with the times of the first and the last tick, as the clock of the run has them."""
    return tr(words, first=run_time(session, ticks[0]), last=run_time(session, ticks[1]))
