"""Overlays of the scene: the question before quitting, messages and signs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from imgui_bundle import imgui

from game.camera.lookahead import max_body_size
from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.messages import OpenFolderRequest
from game.model.words import later, tr
from game.session.advancing import has_ended
from game.session.session import Session
from game.ui.ending_card import build_ways_on, told_once
from game.ui.label_placement import Box
from game.ui.note_placement import NotePlacement
from game.ui.panels.context import FADE_SECONDS, HIDDEN, HIDDEN_SECONDS, HINT, NOTE, PanelContext, Toast
from game.ui.widgets.basic import (
    ALWAYS,
    FITTING,
    FIXED,
    NO_SCROLL,
    UNTOUCHABLE,
    WINDOW_PADDING,
    button,
    color,
    font,
    text,
    window,
)
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import elapsed
from game.ui.widgets.symbols import prose, prose_size
from game.ui.widgets.theme import AMBER, DIM, INK, SMALL_SIZE, VERMILLION, Color, faded, packed

CENTRE = imgui.ImVec2(0.5, 0.5)
OPEN_FOLDER = later("Open folder")
WAY_BACK = later("{keys} or Esc: panels")
"""How the panels come back that were hidden."""
HINT_PADDING = 0.75, 0.35
"""Distances of the words of the first hint from its edges [em]."""
NOTE_WIDTHS, LEAST_NOTE = (34.0, 29.0, 24.0), 12.0
"""Widths at which the lines of the note of a scene may be broken, and the least one, in a narrow window [em]."""
NOTE_SHARE = 0.45
"""Greatest part of the height above the dock that the note of a scene takes."""
LOW = 12.0
"""Height [em] below which the buttons of a simulation that has stopped stand above its words."""
SIGN_HEIGHT, SIGN_STEP = 2.5, 2.8
"""Height of a sign, and distance from the upper edge of one to that of the next [em]."""

TOUCHABLE = FITTING | imgui.WindowFlags_.no_focus_on_appearing.value
"""A message with a button, which ends no typing when it appears."""


def build_divergence(desk: PanelContext, middle: float, bottom: float, width: float) -> float:
    """Build the box that explains why a simulation stopped, its lower edge at `bottom`; return its height."""
    theme, simulation = desk.theme, desk.session.simulation
    if simulation.divergence is None:
        return 0.0
    width = min(width, 36.0 * theme.em)
    imgui.set_next_window_pos(imgui.ImVec2(middle, bottom), ALWAYS, imgui.ImVec2(0.5, 1.0))
    imgui.set_next_window_size(imgui.ImVec2(width, 0.0), ALWAYS)
    highest = max(bottom - 0.5 * theme.em, 4.0 * theme.em)
    imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), imgui.ImVec2(width, highest))
    with window("divergence", FIXED):
        desk.glass.card(theme, faded(VERMILLION, 0.8))
        with font(theme.medium), color(imgui.Col_.text, VERMILLION):
            ended = simulation.divergence.by_motion
            imgui.text_unformatted(tr("The motion ends here") if ended else tr("Simulation stopped"))
        beside = width > 22.0 * theme.em
        low = highest < LOW * theme.em
        if low:  # the buttons are seen without scrolling
            _ways_out(desk, beside)
        imgui.push_text_wrap_pos(0.0)
        text(tr(simulation.message))
        if ended:
            text(told_once(desk), DIM)
        imgui.pop_text_wrap_pos()
        if not low:
            _ways_out(desk, beside)
        return imgui.get_window_height() + 0.5 * theme.em


def _ways_out(desk: PanelContext, beside: bool) -> None:
    """Build the buttons of a simulation that has stopped, beside one another or below.

    Another method is offered only where it may go further.
    """
    stopped = desk.session.simulation.divergence
    if stopped is not None and stopped.by_motion:
        build_ways_on(desk)
        return
    if imgui.button(tr("Restart  ({keys})", keys=shown_keys(Action.RESET))):
        desk.ask(Action.RESET)
    if beside:
        imgui.same_line()
    if imgui.button(tr("Try the next integrator  ({keys})", keys=shown_keys(Action.NEXT_INTEGRATOR))):
        desk.ask(Action.NEXT_INTEGRATOR)


def free_place(
    covered: Sequence[Box], size: tuple[float, float], free: Box, middle: float, margin: float
) -> tuple[float, float] | None:
    """Return where a box of a size lies over no panel, as high as possible and then as near as possible to `middle`.

    covered: boxes of the panels. free: edges within which it may lie. Returns the middle of its upper edge, or None
    where it has no room.
    """
    width, height = size
    left, top, right, bottom = free
    for y in sorted({top, *(box[3] + margin for box in covered if top < box[3] + margin < bottom)}):
        if y + height > bottom:
            return None
        beside = [box for box in covered if box[1] < y + height + margin and box[3] > y - margin / 2]
        half = width / 2 + margin
        places = [middle, left + width / 2, right - width / 2]
        places += [edge for box in beside for edge in (box[0] - half, box[2] + half)]
        found = [
            x
            for x in places
            if left <= x - width / 2 + 0.5
            and x + width / 2 <= right + 0.5
            and not any(box[0] < x + half - 0.5 and x - half + 0.5 < box[2] for box in beside)
        ]
        if found:
            return min(found, key=lambda x: abs(x - middle)), y
    return None


def build_signs(desk: PanelContext, middle: float, free: Box, covered: Sequence[Box], bare: bool = False) -> float:
    """Build small signs at the top, recording and paused, where no panel is; return their lower edge.

    free: edges of the part of the window that they may use. covered: boxes of the panels. Without room there is none.
    bare: without that of a pause.
    """
    signs = []
    if desk.status.recording is not None:
        signs.append((tr("Recording {time}", time=elapsed(desk.status.recording)), VERMILLION))
    if not bare and desk.session.simulation.paused and desk.session.simulation.divergence is None:
        signs.append((_waiting(desk.session), INK))
    return _signs(desk, signs, middle, free, covered)


def tell_way_back(desk: PanelContext, hidden: bool) -> None:
    """Have it told for a while how the panels come back that are hidden; nothing where they are not."""
    desk.drop(HIDDEN)
    if hidden:
        desk.toasts.append(Toast("", False, HIDDEN_SECONDS, HIDDEN))


def build_way_back(desk: PanelContext, size: tuple[float, float]) -> None:
    """Build what is left of the panels where they are hidden: how they come back, and how a motion has ended."""
    em = desk.theme.em
    build_divergence(desk, size[0] / 2, size[1] - 0.5 * em, size[0] - em)
    if any(toast.about == HIDDEN for toast in desk.toasts):
        words = tr(WAY_BACK, keys=shown_keys(Action.INTERFACE))
        _signs(desk, [(words, INK)], size[0] / 2, (0.5 * em, 0.5 * em, size[0] - 0.5 * em, size[1]), ())


def _signs(
    desk: PanelContext, signs: Sequence[tuple[str, Color]], middle: float, free: Box, covered: Sequence[Box]
) -> float:
    """Build signs, their words and colours, below one another; return their lower edge."""
    theme = desk.theme
    em, step = theme.em, SIGN_STEP * theme.em
    if not signs:
        return free[1]
    width = max(imgui.calc_text_size(words).x for words, _ in signs) + 1.1 * em + 2 * imgui.get_style().window_padding.x
    height = SIGN_HEIGHT * em + (len(signs) - 1) * step
    place = free_place(covered, (width, height), free, middle, 0.5 * em)
    if place is None:
        return free[1]
    for i, (words, shade) in enumerate(signs):
        at = imgui.ImVec2(place[0], place[1] + i * step)
        imgui.set_next_window_pos(at, ALWAYS, imgui.ImVec2(0.5, 0.0))
        with window(f"sign {i}", UNTOUCHABLE):
            desk.glass.lay(private=True)
            corner = imgui.get_cursor_screen_pos()
            at = imgui.ImVec2(corner.x + 0.35 * theme.em, corner.y + 0.5 * theme.em)
            imgui.get_window_draw_list().add_circle_filled(at, 0.3 * theme.em, packed(shade))
            imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + 1.1 * theme.em)
            text(words)
    return place[1] + len(signs) * step


def _waiting(session: Session) -> str:
    """Return the text of the sign of a paused run: how to start it, why it cannot be, or that it is paused."""
    made = session.run.workshop if session.workshop.active else None
    if made is not None and not made.check.runnable:
        empty = not made.sketch.tables.get("bodies")
        return tr("Nothing to run: draw a body first") if empty else tr("It cannot run yet")
    if has_ended(session.simulation):
        return tr("The end · {keys}: to the start", keys=shown_keys(Action.RESET))
    if not session.scene.paused or session.simulation.tick:
        return tr("Paused")
    keys = shown_keys(Action.PAUSE)
    return tr("{keys}: fire", keys=keys) if session.throws else tr("{keys}: begin", keys=keys)


def build_hint(desk: PanelContext, between: tuple[float, float], bottom: float, covered: Sequence[Box]) -> float:
    """Build the hint of the first start in a line, with a cross that removes it; return its height with a margin.

    between: edges between which it lies, in several lines if need be [points]. covered: boxes of the panels.
    """
    toast = next((toast for toast in desk.toasts if toast.about == HINT), None)
    if toast is None:
        return 0.0
    theme, em = desk.theme, desk.theme.em
    beside, below = HINT_PADDING[0] * em, HINT_PADDING[1] * em
    cross, middle = 2.0 * em, (between[0] + between[1]) / 2
    width = max(between[1] - between[0], LEAST_NOTE * em)
    with font(theme.regular, SMALL_SIZE):
        wrap = width - 2.0 * beside - cross
        size = imgui.calc_text_size(toast.text, False, wrap)
        whole = imgui.ImVec2(size.x + 2.0 * beside + cross, size.y + 2.0 * below)
        imgui.set_next_window_size(whole, ALWAYS)
        imgui.set_next_window_pos(imgui.ImVec2(round(middle), round(bottom)), ALWAYS, imgui.ImVec2(0.5, 1.0))
        imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(beside, below))
        with window("hint", FIXED | NO_SCROLL):
            desk.glass.lay_above(theme, covered)
            corner = imgui.get_window_pos()
            imgui.push_text_wrap_pos(beside + wrap + 1.0)
            text(toast.text)
            imgui.pop_text_wrap_pos()
            imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + whole.x - cross - 0.2 * em, corner.y))
            if imgui.invisible_button("close hint", imgui.ImVec2(cross, whole.y)):
                desk.drop(HINT)
            BOXES.control("close hint")
            shade = packed(INK if imgui.is_item_hovered() else DIM)
            middle_of_cross = corner.x + whole.x - 0.5 * cross - 0.2 * em, corner.y + 0.5 * whole.y
            draw_icon(imgui.get_window_draw_list(), Icon.CLOSE, *middle_of_cross, 0.9 * em, shade)
        imgui.pop_style_var()
    return whole.y + 0.4 * em


def build_toasts(desk: PanelContext, middle: float, bottom: float, width: float, covered: Sequence[Box]) -> list[Box]:
    """Build the messages, the newest at the bottom, as many as there is room for; return their boxes.

    covered: boxes of the panels. The note of a scene is built by `build_note`.
    """
    theme, padding, screen = desk.theme, imgui.get_style().window_padding, imgui.get_io().display_size
    window_size, boxes = (screen.x, screen.y), list[Box]()
    for i, toast in enumerate(reversed([each for each in desk.toasts if each.about not in (HINT, NOTE, HIDDEN)])):
        if toast.laid != window_size:
            toast.laid, toast.wrap = window_size, min(width - 2.0 * padding.x, NOTE_WIDTHS[0] * theme.em)
        wrap = toast.wrap
        lines = imgui.calc_text_size(toast.text, False, wrap)
        beside = below = 0.0
        if toast.file is not None:
            needed = imgui.calc_text_size(tr(OPEN_FOLDER)).x + 2.0 * imgui.get_style().frame_padding.x + 0.5 * theme.em
            beside = needed if lines.x + needed <= wrap else 0.0
            below = max(imgui.get_frame_height() - lines.y, 0.0) if beside else imgui.get_frame_height_with_spacing()
        if 1.2 * lines.y + below + 2.0 * padding.y > bottom:
            break
        size = imgui.ImVec2(lines.x + beside + 2.0 * padding.x, lines.y + below + 2.0 * padding.y)
        imgui.set_next_window_size(size)
        imgui.set_next_window_pos(imgui.ImVec2(middle, bottom), ALWAYS, imgui.ImVec2(0.5, 1.0))
        imgui.push_style_var(imgui.StyleVar_.alpha.value, _opacity(desk, toast))
        with window(f"toast {i}", UNTOUCHABLE if toast.file is None else TOUCHABLE):
            desk.glass.lay_above(theme, covered)
            _message(desk, toast, padding.x + wrap, beside > 0.0)
            boxes.append((middle - size.x / 2, bottom - size.y, middle + size.x / 2, bottom))
            bottom -= imgui.get_window_height() + 0.4 * theme.em
        imgui.pop_style_var()
    return boxes


def build_note(
    desk: PanelContext, placement: NotePlacement, free: Box, middle: float, covered: Sequence[Box], seconds: float
) -> Box | None:
    """Build the note of a scene that was just opened, where it covers nothing that moves if possible; return its box.

    free: edges within which it may lie. middle: where it lies best across. covered: boxes of panels and messages.
    seconds: time since the last frame. Without room it is not shown.
    """
    toast = next((toast for toast in desk.toasts if toast.about == NOTE), None)
    if toast is None:
        return None
    theme, padding, look = desk.theme, imgui.get_style().window_padding, desk.session.look
    screen = imgui.get_io().display_size
    size = int(screen.x), int(screen.y)
    placement.begin((desk.session.simulation, toast.text), size, theme.em)
    placement.look(desk.status.scenes, size, max_body_size(look), seconds)
    sizes = []
    for wrap in NOTE_WIDTHS:
        room = min(wrap * theme.em, free[2] - free[0] - 2.0 * padding.x)
        if room >= LEAST_NOTE * theme.em:
            width, height = prose_size(toast.text, room, theme.regular, theme.em)
            sizes.append((math.ceil(width) + 2.0 * padding.x, math.ceil(height) + 2.0 * padding.y))
    fitting = [each for each in sizes if each[1] <= NOTE_SHARE * free[3]]
    found = placement.place(fitting, free, middle, covered, 0.4 * theme.em)
    if found is None:
        return None
    box = found[1]
    imgui.set_next_window_size(imgui.ImVec2(box[2] - box[0], box[3] - box[1]))
    imgui.set_next_window_pos(imgui.ImVec2(round(box[0]), round(box[1])), ALWAYS)
    imgui.push_style_var(imgui.StyleVar_.alpha.value, _opacity(desk, toast))
    with window("note", UNTOUCHABLE):
        desk.glass.lay_above(theme, covered)
        prose(toast.text, box[2] - box[0] - 2.0 * padding.x, packed(INK), theme.regular, theme.em)
    imgui.pop_style_var()
    return box


def _opacity(desk: PanelContext, toast: Toast) -> float:
    """Return the opacity of a message, which fades at its end."""
    return 1.0 if desk.still else min(1.0, toast.left / FADE_SECONDS)


def _message(desk: PanelContext, toast: Toast, edge: float, beside: bool) -> None:
    """Build the words of a message, wrapped at an edge, and the button for its file, beside or below them."""
    theme = desk.theme
    if beside:
        imgui.align_text_to_frame_padding()
    imgui.push_text_wrap_pos(edge)
    text(toast.text, AMBER if toast.warning else INK)
    imgui.pop_text_wrap_pos()
    if toast.file is None:
        return
    if beside:
        imgui.same_line(0.0, 0.5 * theme.em)
    if button(tr(OPEN_FOLDER)):
        desk.ask(OpenFolderRequest(toast.file))
