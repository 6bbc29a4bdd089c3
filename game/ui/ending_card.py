"""Cards above the time line: where a motion has come to an end, what has happened and what may be done next; at the
start, a machine that was not saved.
"""

from __future__ import annotations

from imgui_bundle import imgui

from game.model.input import Action
from game.model.messages import OpenFileRequest
from game.model.words import tr
from game.session.motion_summary import has_come_to_an_end, what_happened
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, FIXED, button, icon_button, text, window
from game.ui.widgets.icons import Icon
from game.ui.widgets.theme import FAINT

WIDTH = 30.0
"""Greatest width of the card [em]."""
CLOSED = "ending closed"
"""Name of the run whose card has been closed."""


def build_ending(desk: PanelContext, middle: float, bottom: float, most: float, hidden: bool) -> float:
    """Build the card with its lower edge at `bottom`, at most so wide; return its height with a margin.

    hidden: another card tells more. A run that has stopped has a card of its own (`overlays.build_divergence`).
    """
    session = desk.session
    run = session.past.began(session.simulation), session.simulation
    stopped = session.simulation.divergence is not None
    if hidden or stopped or session.is_built or desk.seen.get(CLOSED) == run or not has_come_to_an_end(session):
        return 0.0
    em = desk.theme.em
    width = min(WIDTH * em, most)
    imgui.set_next_window_pos(imgui.ImVec2(middle, bottom), ALWAYS, imgui.ImVec2(0.5, 1.0))
    imgui.set_next_window_size(imgui.ImVec2(width, 0.0), ALWAYS)
    with window("ending", FIXED):
        desk.glass.card(desk.theme, FAINT)
        side = 1.6 * em
        corner = imgui.get_cursor_pos()
        imgui.push_text_wrap_pos(imgui.get_content_region_avail().x - side)
        text(told_once(desk))
        imgui.pop_text_wrap_pos()
        after = imgui.get_cursor_pos()
        right = imgui.get_window_size().x - imgui.get_style().window_padding.x - side
        imgui.set_cursor_pos(imgui.ImVec2(right, corner.y - 0.25 * em))
        if icon_button("close ending", Icon.CLOSE, tr("Close"), desk.theme, side=side):
            desk.seen[CLOSED] = run
        imgui.set_cursor_pos(imgui.ImVec2(after.x, max(after.y, corner.y + side)))
        build_ways_on(desk)
        return imgui.get_window_height() + 0.5 * em


def build_recovered(desk: PanelContext, middle: float, bottom: float, most: float) -> float:
    """Build the card of a machine that was not saved, until that is answered; return its height with a margin."""
    if not desk.recovered:
        return 0.0
    path, em = desk.recovered[0], desk.theme.em
    imgui.set_next_window_pos(imgui.ImVec2(middle, bottom), ALWAYS, imgui.ImVec2(0.5, 1.0))
    imgui.set_next_window_size(imgui.ImVec2(min(WIDTH * em, most), 0.0), ALWAYS)
    with window("recovered", FIXED):
        desk.glass.card(desk.theme, FAINT)
        imgui.push_text_wrap_pos(0.0)
        text(tr("The program ended before a machine was saved. It is among your scenes now: {name}", name=path.stem))
        imgui.pop_text_wrap_pos()
        if button(tr("Go on with it"), True):
            desk.recovered.remove(path)
            desk.ask(OpenFileRequest(path))
        imgui.same_line()
        if button(tr("Not now")):
            desk.recovered.remove(path)
        return imgui.get_window_height() + 0.5 * em


def told_once(desk: PanelContext) -> str:
    """Return what has happened in the present run, computed once for each run that has come to an end."""
    session = desk.session
    key = session.past.began(session.simulation), session.simulation, desk.language
    if desk.ending is None or desk.ending[0] != key:
        desk.ending = key, what_happened(session)
    return desk.ending[1]


def build_ways_on(desk: PanelContext) -> None:
    """Build the buttons that begin the run again, or open what may be changed first."""
    session = desk.session
    if button(tr("Fire again") if session.throws else tr("Again"), True):
        session.reset()
        session.pause(False)
    imgui.same_line()
    if button(tr("Change one thing")):
        if not desk.body_open:
            desk.ask(Action.BODY)
        session.reset()
