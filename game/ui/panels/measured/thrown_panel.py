"""The section of recordings of a thrown telephone: files, flights, the fit of the body, and what it has found."""

from __future__ import annotations

import math
from functools import partial

from imgui_bundle import imgui

from game.experiments.measurements.thrown_state import MOST_FILES, AskedTable, ThrownState
from game.model.input import Action
from game.model.messages import printable
from game.model.settings import changed
from game.model.shown.sentence import Sentence, Word
from game.model.words import decimal, later, tr
from game.session.files.thrown_run import (
    ADDED,
    ANEW,
    LEFT,
    REMOVED,
    RIGHT_SENSE,
    SENSE,
    SHIFTED,
    TAKEN_OUT,
    ThrownRun,
    change,
    move_flight,
)
from game.ui.panels.context import PanelContext
from game.ui.panels.measured.thrown_plot import ThrownPlot
from game.ui.panels.measured.thrown_result import ThrownResult
from game.ui.widgets.basic import button, segmented, small, switch, tip
from game.ui.widgets.fields import labelled
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import brief
from game.ui.widgets.theme import AMBER, VERMILLION
from physics.fitting.flight.search import MOST_FLIGHTS, REVERSED

RATE_UNITS = (("rad/s", math.tau), ("deg/s", 360.0))
"""Units of rates that are offered, and how many of them are a turn a second."""
ALL = later("all")
BEFORE = later(
    "{name}: its times seem to belong to the row before, where the rates are {percent} % as rough. Move them?"
)
AFTER = later("{name}: its times seem to belong to the row after, where the rates are {percent} % as rough. Move them?")
CLAMPED = imgui.SliderFlags_.always_clamp.value


class ThrownPanel:
    """The widgets of the recordings of one telephone."""

    def __init__(self) -> None:
        self._plot, self._result, self._run = ThrownPlot(), ThrownResult(), ThrownRun()
        self._place = 0
        self._of: ThrownState | None = None

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame; the body that was found is shown as soon as it is there."""
        thrown = desk.session.run.thrown
        if thrown is None:
            return
        if thrown is not self._of:
            self._of = thrown
            _remember(desk, thrown)
        if thrown.lost:
            small(tr(thrown.lost), desk.theme, VERMILLION)
            return
        thrown.begin()
        thrown.take_flights()
        desk.attempt(lambda: self._run.follow(desk.session, thrown))
        if thrown.asked is not None:
            _ask(desk, thrown, thrown.asked)
        if not thrown.recordings:
            return
        self._place = min(self._place, len(thrown.recordings) - 1)
        self._files(desk, thrown)
        for place in range(len(thrown.recordings)):
            _stamps(desk, thrown, place)
        self._plot.build(desk, thrown, self._place)
        self._flights(desk, thrown)
        _sense(desk, thrown)
        _start(desk, thrown)
        self._result.build(desk, thrown)

    def _files(self, desk: PanelContext, thrown: ThrownState) -> None:
        """Build the choice of the recording that is plotted, what was done with it, and the way to join others."""
        theme = desk.theme
        count = len(thrown.recordings)
        if count > 1:
            options = [(str(place), str(place + 1)) for place in range(count)]
            imgui.set_next_item_width(-1.0)
            chosen = segmented("recording", options, str(self._place), theme)
            self._place = self._place if chosen is None else int(chosen)
        recording = thrown.recordings[self._place]
        rows, end = len(recording.t), brief(float(recording.t[-1] - recording.t[0]), 3)
        name = printable(recording.name)
        small(tr("{name}: {rows} rows in {seconds} s", name=name, rows=rows, seconds=end), theme)
        for note in dict.fromkeys(thrown.notes):
            small(tr(note), theme)
        if count < MOST_FILES:
            if button(tr("Join a file…")):
                thrown.joins = True
                desk.ask(Action.OPEN_FILE)
            tip(tr("another throw of the same telephone, or its accelerations: up to {count}", count=MOST_FILES), theme)
        if count > 1:
            imgui.same_line()
            if button(tr("Remove it")):
                change(desk.session, thrown, partial(thrown.remove, self._place), Sentence(TAKEN_OUT, name=name))
                self._place = 0
        if thrown.joins and switch(tr("The next file joins these"), True, theme):
            thrown.joins = False

    def _flights(self, desk: PanelContext, thrown: ThrownState) -> None:
        """Build the number of flights, the ends of those of the recording, and what adds and removes them."""
        theme, own = desk.theme, [each for each in thrown.spans if each.place == self._place]
        looked = thrown.looked
        if looked is not None and not looked.done:
            small(tr("Flights are looked for…"), theme)
        elif not thrown.spans:
            words = tr("No free flight is found. Add one, and drag its ends to where the telephone flew.")
            small(words, theme, AMBER)
        else:
            small(tr("Flights: {count}, at most {most}", count=len(thrown.spans), most=MOST_FLIGHTS), theme)
        for span in own:
            _ends(desk, thrown, thrown.spans.index(span), self._place)
        if button(tr("Add a flight")):
            add = partial(thrown.add_flight, self._place)
            desk.attempt(lambda: change(desk.session, thrown, add, Sentence(ADDED)))
        imgui.same_line()
        if button(tr("Look for flights")):
            change(desk.session, thrown, thrown.look_anew, Sentence(ANEW))


def _ends(desk: PanelContext, thrown: ThrownState, number: int, place: int) -> None:
    """Build the ends of a flight as numbers that can be dragged or typed, and the button that removes it."""
    theme = desk.theme
    span, t = thrown.spans[number], thrown.recordings[place].t
    labelled("", tr("flight {number}", number=number + 1), theme)
    words = [decimal(f"{each:.3f} s") for each in (span.begin, span.end)]
    cross = imgui.get_frame_height()
    style = imgui.get_style()
    gaps = style.item_spacing.x + style.item_inner_spacing.x
    imgui.set_next_item_width(imgui.get_content_region_avail().x - cross - gaps)
    low, high = float(t[0]), float(t[-1])
    moved, begin, end = imgui.drag_float_range2(
        f"##flight {number}", span.begin, span.end, 0.001 * (high - low), low, high, words[0], words[1], CLAMPED
    )
    BOXES.control(f"ends of flight {number + 1}")
    tip(tr("begin and end of the flight\nCtrl+click to type a number"), theme)
    if moved:
        move_flight(desk.session, thrown, number, begin, end)
    imgui.same_line()
    imgui.push_id(number)
    if button("×", False, cross):
        text = Sentence(REMOVED, number=number + 1)
        change(desk.session, thrown, partial(thrown.remove_flight, number), text)
    tip(tr("remove the flight"), theme)
    imgui.pop_id()


def _ask(desk: PanelContext, thrown: ThrownState, asked: AskedTable) -> None:
    """Ask for the run of a table that has several, or for the unit of rates without one."""
    theme, name = desk.theme, printable(asked.table.path.name)
    if asked.runs:
        small(tr("{name} has several runs: which one is wanted?", name=name), theme)
        for run in asked.runs:
            if button(tr("run {number}", number=printable(run)), False, -1.0):
                desk.attempt(partial(thrown.answer, run))
        return
    words = tr("{name}: in which unit are the rates? The greatest, {most}, would be", name=name, most=brief(asked.most))
    small(words, theme)
    for unit, turn in RATE_UNITS:
        words = tr("{unit}: {turns} turns a second", unit=unit, turns=brief(asked.most / turn, 3))
        if button(words, unit == desk.settings.rates_unit, -1.0):
            desk.settings = changed(desk.settings, rates_unit=unit)
            desk.attempt(partial(thrown.answer, "", unit))


def _stamps(desk: PanelContext, thrown: ThrownState, place: int) -> None:
    """Ask whether the times of a recording stand a row aside, where its rates are smoother so."""
    rows, left = thrown.stamps[place]
    if not rows:
        return
    words = BEFORE if rows > 0 else AFTER
    name = printable(thrown.recordings[place].name)
    small(tr(words, name=name, percent=f"{100.0 * left:.0f}"), desk.theme, AMBER)
    imgui.push_id(f"stamps {place}")
    for text, shift, done in ((tr("Move the times"), rows, SHIFTED), (tr("Leave them"), 0, LEFT)):
        if button(text):
            change(desk.session, thrown, partial(thrown.shift, place, shift), Sentence(done))
        imgui.same_line()
    imgui.new_line()
    imgui.pop_id()


def _remember(desk: PanelContext, thrown: ThrownState) -> None:
    """Turn the axis that had the wrong sense in the recording before; it is shown as chosen."""
    axis, fresh = desk.settings.reversed_axis, thrown.kept is None and thrown.task is None
    if axis and fresh and thrown.reverse != axis:
        thrown.reverse = axis
        if thrown.recordings:
            thrown.look_anew()


def _sense(desk: PanelContext, thrown: ThrownState) -> None:
    """Build the choice of an axis whose rates have the wrong sense; the next recording begins with it."""
    theme = desk.theme
    labelled("", tr("wrong sense"), theme)
    options = [("none", tr("none")), *((each, tr(ALL) if each == ALL else each) for each in REVERSED)]
    imgui.set_next_item_width(-1.0)
    chosen = segmented("sense", options, thrown.reverse or "none", theme)
    tip(tr("a left-handed axis of the gyroscope, or all three"), theme)
    if chosen is not None:
        axis = "" if chosen == "none" else chosen
        text = Sentence(SENSE, axis=Word(axis)) if axis else Sentence(RIGHT_SENSE)
        change(desk.session, thrown, partial(thrown.turn, axis), text)
        desk.settings = changed(desk.settings, reversed_axis=axis)


def _start(desk: PanelContext, thrown: ThrownState) -> None:
    """Build the button that finds the body, or its progress; say why the last fit has found nothing."""
    theme, task = desk.theme, thrown.task
    if task is not None and not task.done:
        if button(tr("Cancel")):
            task.cancel()
        imgui.same_line()
        words = f"{task.part:.0%}" if task.part else tr("begins…")
        imgui.progress_bar(task.part, imgui.ImVec2(-1.0, 0.0), words)
        return
    ready = bool(thrown.spans) and (thrown.looked is None or thrown.looked.done)
    imgui.begin_disabled(not ready)
    if button(tr("Find the body"), True, -1.0) and ready:
        thrown.find()
    imgui.end_disabled()
    if task is not None and task.problem:
        small(tr(task.problem), theme, VERMILLION)
    elif task is not None and task.cancelled and task.found is None:
        small(tr("The last fit was cancelled."), theme)
