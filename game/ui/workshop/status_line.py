"""The line below the picture of the workshop: freedom, plane and snap; above it what the tool in hand does."""

from __future__ import annotations

from dataclasses import replace

from imgui_bundle import imgui

from game.model.shown.sentence import Sentence
from game.model.words import later, tr
from game.scenefile.sketch import Sketch
from game.session.workshop.state import FACES, BuildState, Tool
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, FITTING, WINDOW_PADDING, font, pressed_area, text, tip, window
from game.ui.widgets.drift_state import draw_shape
from game.ui.widgets.fields import option_row
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES, window_box
from game.ui.widgets.theme import ACCENT, DIM, DRIFTS, FAINT, INK, SMALL_SIZE, VERMILLION, Theme, packed

HEIGHT = 2.25
"""Height of the line [em]."""
HINTS = {
    Tool.SELECT: later("Click selects · drag moves a part · drag beside turns the view"),
    Tool.BAR: later("Click: start, end, next end … · digits: length, Tab angle · Esc: done"),
    Tool.BODY: later("Click: its place · on an anchor: fixed there, J: hinged there · X Y Z: its axis · Esc: done"),
    Tool.JOINT: later("Click one anchor, then another · 1 to 6: its kind · X Y Z: its axis · Esc: done"),
    Tool.SPRING: later("Click one end, then the other · Esc: done"),
    Tool.ROPE: later("Click one end, pegs, then the other end · Esc: done"),
    Tool.GEAR: later("Click one joint, then another · Esc: done"),
    Tool.GROUND: later("Click an anchor: hinge it to the ground, or free it · Esc: done"),
    Tool.MEASURE: later("One anchor: its trace · two: their distance · three: an angle · Enter: done"),
    Tool.PARTS: later("Choose a machine, then click its place · Esc: done"),
}  # fmt: skip
"""What can be done with a tool in hand."""


def build_status(desk: PanelContext, sketch: Sketch, left: float, right: float, bottom: float) -> Box:
    """Build the line, in the middle between two edges, above `bottom` [points]; return its box."""
    em, state, theme = desk.theme.em, desk.session.workshop, desk.theme
    imgui.set_next_window_pos(imgui.ImVec2(round((left + right) / 2), round(bottom)), ALWAYS, imgui.ImVec2(0.5, 1.0))
    imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(0.75 * em, 0.1 * em))
    with window("build status", FITTING):
        desk.glass.lay()
        with font(theme.regular, SMALL_SIZE):
            _freedom(sketch, theme, state)
            _divide(em)
            _plane(state, theme)
            _divide(em)
            _snap(state, theme)
        box = window_box()
    imgui.pop_style_var()
    return box


def build_tool_hint(desk: PanelContext, left: float, right: float, bottom: float) -> Box:
    """Build what can be done now, or what has been refused, above `bottom` [points]; return its box."""
    em, theme, state = desk.theme.em, desk.theme, desk.session.workshop
    message = state.message.words(desk.units) if isinstance(state.message, Sentence) else tr(state.message)
    words = message or tr(HINTS[state.tool])
    imgui.set_next_window_pos(imgui.ImVec2(round((left + right) / 2), round(bottom)), ALWAYS, imgui.ImVec2(0.5, 1.0))
    imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(0.75 * em, 0.5 * em))
    with window("build hint", FITTING):
        desk.glass.lay()
        with font(theme.regular, SMALL_SIZE):
            room = max(right - left - 1.5 * em, 8.0 * em)
            whole = imgui.calc_text_size(words).x
            imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + min(room, whole + 1.0))
            text(words)
            imgui.pop_text_wrap_pos()
        box = window_box()
    imgui.pop_style_var()
    return box


def _freedom(sketch: Sketch, theme: Theme, state: BuildState) -> None:
    """Build how many motions there are, and will be after the next click, or that something is missing."""
    em, check = theme.em, sketch.check
    if not sketch.tables.get("bodies"):
        words, band = tr("empty"), DRIFTS[1]
    elif check.runnable and (after := _freedom_after(sketch, state)) is not None:
        words, band = tr("{count} → {after} degrees of freedom", count=check.freedom, after=after), DRIFTS[0]
    elif check.runnable:
        words = (
            tr("1 degree of freedom") if check.freedom == 1 else tr("{count} degrees of freedom", count=check.freedom)
        )
        band = DRIFTS[0]
    else:
        loose = any(fault.kind == "open" for fault in check.faults)
        words, band = tr("loop open") if loose else tr("not yet runnable"), DRIFTS[-1]
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    draw_shape(ink, band, corner.x + 0.4 * em, corner.y + HEIGHT * em / 2, em)
    imgui.dummy(imgui.ImVec2(0.9 * em, HEIGHT * em))
    imgui.same_line(0.0, 0.0)
    _words(words, packed(INK if band is not DRIFTS[-1] else VERMILLION), theme)


def _freedom_after(sketch: Sketch, state: BuildState) -> int | None:
    """Return how many motions there will be after the next click, where these are others, as far as that is known."""
    ahead = state.ahead
    known = ahead is not None and ahead.sketch == sketch and ahead.freedom != sketch.check.freedom
    return ahead.freedom if ahead is not None and known else None


def _words(words: str, shade: int, theme: Theme) -> None:
    corner, size, height = imgui.get_cursor_screen_pos(), imgui.calc_text_size(words), HEIGHT * theme.em
    at = imgui.ImVec2(round(corner.x), round(corner.y + (height - size.y) / 2))
    imgui.get_window_draw_list().add_text(at, shade, words)
    imgui.dummy(imgui.ImVec2(size.x, height))


def _divide(em: float) -> None:
    """Draw a line between two parts."""
    imgui.same_line(0.0, 0.7 * em)
    corner = imgui.get_cursor_screen_pos()
    ends = imgui.ImVec2(corner.x, corner.y + 0.6 * em), imgui.ImVec2(corner.x, corner.y + (HEIGHT - 0.6) * em)
    imgui.get_window_draw_list().add_line(*ends, packed(FAINT))
    imgui.dummy(imgui.ImVec2(1.0, HEIGHT * em))
    imgui.same_line(0.0, 0.7 * em)


def _plane(state: BuildState, theme: Theme) -> None:
    """Build the plane of drawing, which opens a list of three."""
    em, words = theme.em, tr("plane {name}", name=state.plane.name)
    corner, height = imgui.get_cursor_screen_pos(), HEIGHT * em
    width = imgui.calc_text_size(words).x
    if pressed_area("plane", imgui.ImVec2(width + 1.3 * em, height)):
        imgui.open_popup("planes")
    BOXES.control("plane of drawing")
    tip(tr("the plane in which is drawn"), theme)
    ink, shade = imgui.get_window_draw_list(), packed(INK if imgui.is_item_hovered() else DIM)
    size = imgui.calc_text_size(words)
    ink.add_text(imgui.ImVec2(round(corner.x), round(corner.y + (height - size.y) / 2)), shade, words)
    draw_icon(ink, Icon.CHEVRON_UP, corner.x + width + 0.7 * em, corner.y + height / 2, 0.9 * em, shade)
    imgui.set_next_window_pos(imgui.ImVec2(corner.x - 0.5 * em, corner.y - 0.5 * em), ALWAYS, imgui.ImVec2(0.0, 1.0))
    if imgui.begin_popup("planes"):
        for square, name in FACES.items():
            if option_row(tr("plane {name}", name=name), square == state.plane.square, theme):
                state.plane = replace(state.plane, square=square)
            BOXES.control(f"plane {square}")
        imgui.end_popup()


def _snap(state: BuildState, theme: Theme) -> None:
    """Build the switch of the snap."""
    em, words = theme.em, tr("snap")
    corner, height = imgui.get_cursor_screen_pos(), HEIGHT * em
    width = imgui.calc_text_size(words).x
    if pressed_area("snap", imgui.ImVec2(width + 1.5 * em, height)):
        state.snapping = not state.snapping
    BOXES.control("snap")
    tip(tr("anchors, guides and the grid take the pointer; Ctrl: not now"), theme)
    ink, shade = imgui.get_window_draw_list(), packed(ACCENT if state.snapping else DIM)
    icon = Icon.CHECK if state.snapping else Icon.CLOSE
    draw_icon(ink, icon, corner.x + 0.55 * em, corner.y + height / 2, em, shade)
    size = imgui.calc_text_size(words)
    at = imgui.ImVec2(round(corner.x + 1.4 * em), round(corner.y + (height - size.y) / 2))
    ink.add_text(at, shade, words)
