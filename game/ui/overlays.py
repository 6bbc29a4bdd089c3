"""Overlays of the scene: the question before quitting, messages and signs."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.words import later, tr
from game.session.session import Session
from game.ui.label_placement import Box
from game.ui.panels.context import FADE_SECONDS, PanelContext, Toast
from game.ui.widgets.basic import FITTING, FIXED, UNTOUCHABLE, button, color, font, small, text, title, window
from game.ui.widgets.number_text import elapsed
from game.ui.widgets.symbols import prose
from game.ui.widgets.theme import AMBER, INK, VERMILLION, faded, packed

ALWAYS = imgui.Cond_.always.value
CENTRE = imgui.ImVec2(0.5, 0.5)
OPEN_FOLDER = later("Open folder")

TOUCHABLE = FITTING | imgui.WindowFlags_.no_focus_on_appearing.value
"""A message with a button, which ends no typing when it appears."""


def build_quit_question(desk: PanelContext, size: tuple[float, float]) -> bool | None:
    """Ask whether to quit: return True to quit, False to stay, None without an answer yet."""
    theme = desk.theme
    imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, size[1] / 2), ALWAYS, CENTRE)
    imgui.set_next_window_focus()
    answer = None
    with window("quit", FITTING):
        desk.glass.card(theme)
        title(tr("Quit Polhode?"), theme)
        if desk.status.recording is not None:
            small(tr("The video being recorded will be finished first."), theme)
        if any(job.state == "running" for job in desk.status.renders):
            small(tr("A film is still being rendered; it will be given up."), theme)
        if desk.status.unsaved:
            small(tr("Your bookmarks are not saved; {keys} saves them.", keys=shown_keys(Action.SAVE)), theme)
        imgui.dummy(imgui.ImVec2(0.0, 0.4 * theme.em))
        height = 2.0 * theme.em
        stay, leave = tr("Stay  (Esc)"), tr("Quit  (Enter)")
        width = max(imgui.calc_text_size(words).x for words in (stay, leave)) + 1.5 * theme.em
        if button(stay, False, width, height):
            answer = False
        imgui.same_line()
        if button(leave, True, width, height):
            answer = True
    return answer


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
            imgui.text_unformatted(tr("Simulation stopped"))
        imgui.push_text_wrap_pos(0.0)
        text(tr(simulation.message))
        imgui.pop_text_wrap_pos()
        if imgui.button(tr("Restart  ({keys})", keys=shown_keys(Action.RESET))):
            desk.ask(Action.RESET)
        if width > 22.0 * theme.em:
            imgui.same_line()
        if imgui.button(tr("Try the next integrator  ({keys})", keys=shown_keys(Action.NEXT_INTEGRATOR))):
            desk.ask(Action.NEXT_INTEGRATOR)
        return imgui.get_window_height() + 0.5 * theme.em


def build_signs(desk: PanelContext, middle: float, top: float) -> float:
    """Build small signs at the top, recording and paused; return their lower edge."""
    theme, simulation = desk.theme, desk.session.simulation
    signs = []
    if desk.status.recording is not None:
        signs.append((tr("Recording {time}", time=elapsed(desk.status.recording)), VERMILLION))
    if simulation.paused and simulation.divergence is None:
        signs.append((_waiting(desk.session), INK))
    for i, (words, shade) in enumerate(signs):
        imgui.set_next_window_pos(imgui.ImVec2(middle, top + i * 2.8 * theme.em), ALWAYS, imgui.ImVec2(0.5, 0.0))
        with window(f"sign {i}", UNTOUCHABLE):
            desk.glass.lay(private=True)
            corner = imgui.get_cursor_screen_pos()
            at = imgui.ImVec2(corner.x + 0.35 * theme.em, corner.y + 0.5 * theme.em)
            imgui.get_window_draw_list().add_circle_filled(at, 0.3 * theme.em, packed(shade))
            imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + 1.1 * theme.em)
            text(words)
    return top + len(signs) * 2.8 * theme.em


def _waiting(session: Session) -> str:
    """Return the text of the sign of a paused run: how to start it, or that it is paused."""
    if not session.scene.paused or session.simulation.tick:
        return tr("Paused")
    keys = shown_keys(Action.PAUSE)
    return tr("{keys}: fire", keys=keys) if session.throws else tr("{keys}: begin", keys=keys)


def build_toasts(desk: PanelContext, middle: float, bottom: float, width: float, covered: Sequence[Box]) -> None:
    """Build the messages, the newest at the bottom, as many as there is room for. covered: boxes of the panels."""
    theme, padding = desk.theme, imgui.get_style().window_padding
    wrap = min(width - 2.0 * padding.x, 36.0 * theme.em)
    for i, toast in enumerate(reversed(desk.toasts)):
        lines = imgui.calc_text_size(toast.text, False, wrap)
        beside = below = 0.0
        if toast.file is not None:
            needed = imgui.calc_text_size(tr(OPEN_FOLDER)).x + 2.0 * imgui.get_style().frame_padding.x + 0.5 * theme.em
            beside = needed if lines.x + needed <= wrap else 0.0
            below = max(imgui.get_frame_height() - lines.y, 0.0) if beside else imgui.get_frame_height_with_spacing()
        if 1.2 * lines.y + below + 2.0 * padding.y > bottom:
            break
        if toast.about != "scene":  # else the window has the size of its content of one frame ago
            size = imgui.ImVec2(lines.x + beside + 2.0 * padding.x, lines.y + below + 2.0 * padding.y)
            imgui.set_next_window_size(size)
        imgui.set_next_window_pos(imgui.ImVec2(middle, bottom), ALWAYS, imgui.ImVec2(0.5, 1.0))
        opacity = 1.0 if desk.still else min(1.0, toast.left / FADE_SECONDS)
        imgui.push_style_var(imgui.StyleVar_.alpha.value, opacity)
        with window(f"toast {i}", UNTOUCHABLE if toast.file is None else TOUCHABLE):
            desk.glass.lay_above(theme, covered)
            _message(desk, toast, padding.x + wrap, beside > 0.0)
            bottom -= imgui.get_window_height() + 0.4 * theme.em
        imgui.pop_style_var()


def _message(desk: PanelContext, toast: Toast, edge: float, beside: bool) -> None:
    """Build the words of a message, wrapped at an edge, and the button for its file, beside or below them."""
    theme = desk.theme
    if toast.about == "scene":
        room = edge - imgui.get_style().window_padding.x - imgui.get_cursor_pos_x()
        prose(toast.text, room, packed(INK), theme.regular, theme.em)
        return
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
        desk.ask_to_open_folder(toast.file)
