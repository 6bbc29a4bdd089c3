"""The small parts that panels are made of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import imgui

from game.ui.icons import Icon, chevron_icon
from game.ui.symbols import prose
from game.ui.theme import ACCENT, DIM, FAINT, INK, SMALL_SIZE, TITLE_SIZE, Color, Theme, packed

FIXED = (
    imgui.WindowFlags_.no_title_bar.value
    | imgui.WindowFlags_.no_resize.value
    | imgui.WindowFlags_.no_move.value
    | imgui.WindowFlags_.no_collapse.value
    | imgui.WindowFlags_.no_saved_settings.value
    | imgui.WindowFlags_.no_nav.value
)
FITTING = FIXED | imgui.WindowFlags_.always_auto_resize.value | imgui.WindowFlags_.no_scrollbar.value
UNTOUCHABLE = FITTING | imgui.WindowFlags_.no_inputs.value | imgui.WindowFlags_.no_focus_on_appearing.value


@contextmanager
def window(name: str, flags: int) -> Iterator[None]:
    """A window, from begin to end."""
    imgui.begin(name, None, flags)
    try:
        yield
    finally:
        imgui.end()


@contextmanager
def font(face: imgui.ImFont, size: float = 0.0) -> Iterator[None]:
    """Text in another font, `size` points high at scale 1 (0: as before)."""
    imgui.push_font(face, size)
    try:
        yield
    finally:
        imgui.pop_font()


@contextmanager
def color(slot: imgui.Col_, value: Color) -> Iterator[None]:
    """One colour of the style exchanged."""
    imgui.push_style_color(slot, imgui.ImVec4(*value))
    try:
        yield
    finally:
        imgui.pop_style_color()


def text(words: str, shade: Color = INK) -> None:
    """Plain words; never read as a format."""
    with color(imgui.Col_.text, shade):
        imgui.text_unformatted(words)


def title(words: str, theme: Theme) -> None:
    """The name of a panel."""
    with font(theme.medium, TITLE_SIZE):
        imgui.text_unformatted(words)


def small(words: str, theme: Theme, shade: Color = DIM) -> None:
    """A remark, wrapped at the edge of the panel."""
    with font(theme.regular, SMALL_SIZE), color(imgui.Col_.text, shade):
        imgui.push_text_wrap_pos(0.0)
        imgui.text_unformatted(words)
        imgui.pop_text_wrap_pos()


def right_aligned(words: str, width: float, shade: Color = INK) -> None:
    """Words that end `width` points right of the cursor."""
    spare = width - imgui.calc_text_size(words).x
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(spare, 0.0))
    text(words, shade)


def tip(words: str, theme: Theme, symbolic: bool = False) -> None:
    """A tooltip for the last widget, wrapped to a readable width; shown for disabled ones too.

    symbolic: an underscore in it lowers what follows.
    """
    flags = imgui.HoveredFlags_.for_tooltip.value | imgui.HoveredFlags_.allow_when_disabled.value
    if words and imgui.is_item_hovered(flags) and imgui.begin_tooltip():
        if symbolic:
            prose(words, 22.0 * theme.em - imgui.get_cursor_pos_x(), packed(INK), theme.regular, theme.em)
        else:
            imgui.push_text_wrap_pos(22.0 * theme.em)
            imgui.text_unformatted(words)
            imgui.pop_text_wrap_pos()
        imgui.end_tooltip()


def section(name: str, theme: Theme, opened: bool = True) -> bool:
    """A heading that opens and closes what follows; returns whether it is open."""
    em, corner, width = theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    ink = imgui.get_window_draw_list()
    line = corner.y + 0.25 * em
    ink.add_line(imgui.ImVec2(corner.x, line), imgui.ImVec2(corner.x + width, line), packed(FAINT))
    imgui.dummy(imgui.ImVec2(0.0, 0.15 * em))
    corner = imgui.get_cursor_screen_pos()
    storage, key = imgui.get_state_storage(), imgui.get_id(name)
    if imgui.invisible_button(name, imgui.ImVec2(width, 1.6 * em)):
        storage.set_bool(key, not storage.get_bool(key, opened))
    opened = storage.get_bool(key, opened)
    shade = packed(INK if imgui.is_item_hovered() else DIM)
    chevron_icon(ink, corner.x + 0.4 * em, corner.y + 0.8 * em, 0.28 * em, shade, opened)
    ink.add_text(theme.medium, em, imgui.ImVec2(corner.x + 1.2 * em, corner.y + 0.28 * em), packed(INK), name)
    return opened


def fitted(words: str, width: float) -> str:
    """The words, cut with an ellipsis where they are wider than `width` points."""
    if imgui.calc_text_size(words).x <= width:
        return words
    while words and imgui.calc_text_size(words + "…").x > width:
        words = words[:-1]
    return words.rstrip() + "…"


def icon_button(name: str, icon: Icon, words: str, theme: Theme, shade: Color = INK, filled: bool = False) -> bool:
    """A round button with a drawn icon and a tooltip; filled: the one that matters most. True: clicked."""
    side = 2.0 * theme.em
    corner = imgui.get_cursor_screen_pos()
    pressed = imgui.invisible_button(name, imgui.ImVec2(side, side))
    hovered, active = imgui.is_item_hovered(), imgui.is_item_active()
    tip(words, theme)
    ink = imgui.get_window_draw_list()
    x, y = corner.x + side / 2, corner.y + side / 2
    alpha = (0.95 if filled else 0.55) if active else (0.75 if filled else 0.30) if hovered else 0.0
    if alpha or filled:
        ink.add_circle_filled(imgui.ImVec2(x, y), side / 2, packed(ACCENT, alpha or 0.60))
    icon(ink, x, y, 0.48 * theme.em, packed(INK if filled or hovered else shade))
    return pressed
