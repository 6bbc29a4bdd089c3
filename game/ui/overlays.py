"""What lies over the picture for a while: help, the question before quitting, messages, signs."""

from __future__ import annotations

from imgui_bundle import imgui

from game.input import BINDINGS, POINTER_HELP, Action
from game.session import Session
from game.ui.desk import Desk
from game.ui.numbers import elapsed
from game.ui.symbols import prose
from game.ui.theme import AMBER, DIM, FIELD, INK, POPUP, VERMILLION, Theme, faded, packed
from game.ui.widgets import FITTING, FIXED, UNTOUCHABLE, button, color, fitted, font, small, text, tip, title, window

WIDEST = 68.0
"""Of the help [em]."""
ALWAYS = imgui.Cond_.always.value
CENTRE = imgui.ImVec2(0.5, 0.5)


def keys_of(action: Action) -> str:
    """All keys of an action as the help prints them."""
    return ", ".join(binding.label for binding in BINDINGS if binding.action is action)


def help_lines() -> list[tuple[str, str]]:
    """(keys, what they do) for every binding, in order, then for the pointer."""
    actions = list(dict.fromkeys(binding.action for binding in BINDINGS))
    return [(keys_of(action), action.value) for action in actions] + list(POINTER_HELP)


def build_help(desk: Desk, size: tuple[float, float]) -> bool:
    """The help in the middle of the screen; False when the user closed it."""
    theme = desk.theme
    width = min(WIDEST * theme.em, size[0] - 2.0 * theme.em)
    lines = help_lines()
    columns = 2 if width > 44.0 * theme.em else 1
    rows = -(-len(lines) // columns)
    imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, size[1] / 2), ALWAYS, CENTRE)
    tallest = imgui.ImVec2(width, size[1] - 2.0 * theme.em)
    imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), tallest)
    imgui.set_next_window_size(imgui.ImVec2(width, 0.0), ALWAYS)
    imgui.set_next_window_focus()
    with color(imgui.Col_.window_bg, POPUP), window("help", FIXED):
        desk.glass.shade(theme)
        title("Keys and pointer", theme)
        imgui.same_line()
        spare = imgui.get_content_region_avail().x - 4.0 * theme.em
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + spare)
        closed = imgui.button("Close", imgui.ImVec2(4.0 * theme.em, 0.0))
        tops = imgui.get_cursor_pos()
        step = imgui.get_content_region_avail().x / columns
        for column in range(columns):
            _help_column(lines[column * rows : (column + 1) * rows], tops, column * step, step, theme)
        imgui.dummy(imgui.ImVec2(0.0, 0.0))
    return not closed


def _help_column(lines: list[tuple[str, str]], corner: imgui.ImVec2, left: float, width: float, theme: Theme) -> None:
    """Keys in caps, then sentences that begin where the widest cap has ended."""
    with font(theme.medium):
        widest = max(imgui.calc_text_size(keys).x for keys, _ in lines)
    sentences = corner.x + left + widest + 1.6 * theme.em
    for i, (keys, sentence) in enumerate(lines):
        top = corner.y + (0.5 + 1.75 * i) * theme.em
        imgui.set_cursor_pos(imgui.ImVec2(corner.x + left, top))
        with font(theme.medium):
            _keycap(keys, theme)
        imgui.set_cursor_pos(imgui.ImVec2(sentences, top + 0.1 * theme.em))
        shown = fitted(sentence, corner.x + left + width - sentences - 0.5 * theme.em)
        text(shown, DIM)
        tip(sentence if shown != sentence else "", theme)


def _keycap(keys: str, theme: Theme) -> None:
    corner, box = imgui.get_cursor_screen_pos(), imgui.calc_text_size(keys)
    pad = 0.45 * theme.em
    high = imgui.ImVec2(corner.x + box.x + 2 * pad, corner.y + 1.4 * theme.em)
    ink = imgui.get_window_draw_list()
    ink.add_rect_filled(corner, high, packed(FIELD, 1.6), 0.3 * theme.em)
    imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + pad, corner.y + 0.18 * theme.em))
    imgui.text_unformatted(keys)


def build_quit_question(desk: Desk, size: tuple[float, float]) -> bool | None:
    """Ask whether to quit: True to quit, False to stay, None while nobody has answered."""
    theme = desk.theme
    imgui.set_next_window_pos(imgui.ImVec2(size[0] / 2, size[1] / 2), ALWAYS, CENTRE)
    imgui.set_next_window_focus()
    answer = None
    with color(imgui.Col_.window_bg, POPUP), window("quit", FITTING):
        desk.glass.shade(theme)
        title("Quit Polhode?", theme)
        if desk.status.recording is not None:
            small("The video being recorded will be finished first.", theme)
        imgui.dummy(imgui.ImVec2(0.0, 0.4 * theme.em))
        width, height = 7.5 * theme.em, 2.0 * theme.em
        if button("Stay  (Esc)", False, width, height):
            answer = False
        imgui.same_line()
        if button("Quit  (Enter)", True, width, height):
            answer = True
    return answer


def build_divergence(desk: Desk, middle: float, bottom: float, width: float) -> float:
    """The box that says why a run stopped, its lower edge at `bottom`; returns its height."""
    theme, simulation = desk.theme, desk.session.simulation
    if simulation.divergence is None:
        return 0.0
    width = min(width, 36.0 * theme.em)
    imgui.set_next_window_pos(imgui.ImVec2(middle, bottom), ALWAYS, imgui.ImVec2(0.5, 1.0))
    imgui.set_next_window_size(imgui.ImVec2(width, 0.0), ALWAYS)
    with (
        color(imgui.Col_.window_bg, POPUP),
        color(imgui.Col_.border, faded(VERMILLION, 0.8)),
        window("divergence", FITTING & ~imgui.WindowFlags_.always_auto_resize.value),
    ):
        desk.glass.shade(theme)
        with font(theme.medium), color(imgui.Col_.text, VERMILLION):
            imgui.text_unformatted("The run stopped")
        imgui.push_text_wrap_pos(0.0)
        text(simulation.message)
        imgui.pop_text_wrap_pos()
        if imgui.button("Back to the start  (R)"):
            desk.ask(Action.RESET)
        if width > 22.0 * theme.em:
            imgui.same_line()
        if imgui.button("Next integrator  (Tab)"):
            desk.ask(Action.NEXT_INTEGRATOR)
        return imgui.get_window_height() + 0.5 * theme.em


def build_signs(desk: Desk, middle: float, top: float) -> float:
    """Small signs at the top: recording, paused. Returns how far down they reach."""
    theme, simulation = desk.theme, desk.session.simulation
    signs = []
    if desk.status.recording is not None:
        signs.append((f"Recording {elapsed(desk.status.recording)}", VERMILLION))
    if simulation.paused and simulation.divergence is None:
        signs.append((_waiting(desk.session), INK))
    for i, (words, shade) in enumerate(signs):
        imgui.set_next_window_pos(imgui.ImVec2(middle, top + i * 2.8 * theme.em), ALWAYS, imgui.ImVec2(0.5, 0.0))
        with window(f"sign {i}", UNTOUCHABLE):
            desk.glass.lay()
            corner = imgui.get_cursor_screen_pos()
            at = imgui.ImVec2(corner.x + 0.35 * theme.em, corner.y + 0.5 * theme.em)
            imgui.get_window_draw_list().add_circle_filled(at, 0.3 * theme.em, packed(shade))
            imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + 1.1 * theme.em)
            text(words)
    return top + len(signs) * 2.8 * theme.em


def _waiting(session: Session) -> str:
    """What a held run says: that it is, or how it begins where the scene waits for that."""
    if not session.scene.paused or session.simulation.tick:
        return "Paused"
    return f"{keys_of(Action.PAUSE)}: {'fire' if session.throws else 'begin'}"


def build_toasts(desk: Desk, middle: float, bottom: float, width: float) -> None:
    """Messages that go away by themselves, the newest at the bottom; no more than there is room for."""
    theme, wrap = desk.theme, min(width, 36.0 * desk.theme.em)
    for i, toast in enumerate(reversed(desk.toasts)):
        lines = imgui.calc_text_size(toast.text, False, wrap).y
        if lines + 2.0 * imgui.get_style().window_padding.y > bottom:
            break
        imgui.set_next_window_pos(imgui.ImVec2(middle, bottom), ALWAYS, imgui.ImVec2(0.5, 1.0))
        imgui.push_style_var(imgui.StyleVar_.alpha.value, min(1.0, toast.left / 0.4))
        with window(f"toast {i}", UNTOUCHABLE):
            desk.glass.lay()
            if toast.about == "scene":
                prose(toast.text, wrap - imgui.get_cursor_pos_x(), packed(INK), theme.regular, theme.em)
            else:
                imgui.push_text_wrap_pos(wrap)
                text(toast.text, AMBER if toast.warning else INK)
                imgui.pop_text_wrap_pos()
            bottom -= imgui.get_window_height() + 0.4 * theme.em
        imgui.pop_style_var()
