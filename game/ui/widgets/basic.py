"""Basic widgets of the panels: windows, buttons, texts, tooltips, sections, switches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui

from game.model.words import decimal_mark
from game.ui.widgets.icons import Icon, chevron_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.symbols import prose
from game.ui.widgets.theme import (
    ACCENT,
    DIM,
    FAINT,
    FIELD,
    FILL,
    INK,
    KNOB,
    ON_ACCENT,
    SMALL_SIZE,
    TITLE_SIZE,
    TRACK,
    Color,
    Theme,
    Tone,
    faded,
    packed,
    vector,
)

MAX_CUT_TEXTS = 1000
_CUT: dict[tuple[str, int, float], str] = {}
"""Shortened texts by original text, available width and full width; kept because measuring is slow."""
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
    """Open a window of Dear ImGui and close it at the end of the block."""
    imgui.begin(name, None, flags)
    try:
        yield
    finally:
        BOXES.panel()
        imgui.end()


@contextmanager
def font(face: imgui.ImFont, size: float = 0.0) -> Iterator[None]:
    """Use another font within the block, `size` points high at scale 1 (0: unchanged)."""
    imgui.push_font(face, size)
    try:
        yield
    finally:
        imgui.pop_font()


@contextmanager
def color(slot: imgui.Col_, value: Color) -> Iterator[None]:
    """Replace one colour of the style within the block."""
    imgui.push_style_color(slot, vector(value))
    try:
        yield
    finally:
        imgui.pop_style_color()


def button(words: str, matters: bool = False, width: float = 0.0, height: float = 0.0) -> bool:
    """Build a text button and return whether it was clicked.

    matters: draw it filled, as the most likely choice. width, height: as Dear ImGui takes them [points].
    """
    if not matters:
        pressed = imgui.button(words, imgui.ImVec2(width, height))
    else:
        with (
            color(imgui.Col_.button, FILL),
            color(imgui.Col_.button_hovered, faded(FILL, 0.85)),
            color(imgui.Col_.button_active, faded(FILL, 0.70)),
            color(imgui.Col_.text, ON_ACCENT),
        ):
            pressed = imgui.button(words, imgui.ImVec2(width, height))
    BOXES.control(words)
    return pressed


def text(words: str, shade: Color = INK) -> None:
    """Build a plain text; percent signs have no meaning in it."""
    with color(imgui.Col_.text, shade):
        imgui.text_unformatted(words)


def title(words: str, theme: Theme) -> None:
    """Build the title of a panel."""
    with font(theme.medium, TITLE_SIZE):
        imgui.text_unformatted(words)


def small(words: str, theme: Theme, shade: Color = DIM) -> None:
    """Build a small text, wrapped at the edge of the panel."""
    with font(theme.regular, SMALL_SIZE), color(imgui.Col_.text, shade):
        imgui.push_text_wrap_pos(0.0)
        imgui.text_unformatted(words)
        imgui.pop_text_wrap_pos()


def right_aligned(words: str, width: float, shade: Color = INK) -> None:
    """Build a text that ends `width` points right of the cursor."""
    spare = width - imgui.calc_text_size(words).x
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(spare, 0.0))
    text(words, shade)


def written(ink: imgui.ImDrawList, words: str, steady: int, at: tuple[float, float], fraction: float) -> float:
    """Draw a number with its decimal point at `at` [points] and return its left edge [points].

    A number with a power of ten, or a text that is no number, ends `fraction` points right of it. Characters after the
    first `steady` ones are dim.
    """
    point, top = at
    whole = words.partition(decimal_mark())[0]
    if "×" in words or not whole.strip("\u2212").isdigit():
        left = point + fraction - imgui.calc_text_size(words).x
    else:
        left = point - imgui.calc_text_size(whole).x
    left, kept = round(left), words[:steady]
    ink.add_text(imgui.ImVec2(left, top), packed(INK), kept)
    if steady < len(words):
        ink.add_text(imgui.ImVec2(left + imgui.calc_text_size(kept).x, top), packed(DIM), words[steady:])
    return left


def tip(words: str, theme: Theme, symbolic: bool = False) -> None:
    """Show a tooltip for the last widget, wrapped to a readable width; shown for disabled widgets too.

    symbolic: an underscore makes what follows a subscript.
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
    """Build a heading that opens and closes the widgets below it; return whether it is open."""
    em, corner, width = theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    ink = imgui.get_window_draw_list()
    line = corner.y + 0.25 * em
    ink.add_line(imgui.ImVec2(corner.x, line), imgui.ImVec2(corner.x + width, line), packed(FAINT))
    imgui.dummy(imgui.ImVec2(0.0, 0.15 * em))
    corner = imgui.get_cursor_screen_pos()
    storage, key = imgui.get_state_storage(), imgui.get_id(name)
    if imgui.invisible_button(name, imgui.ImVec2(width, 1.6 * em)):
        storage.set_bool(key, not storage.get_bool(key, opened))
    BOXES.control(name)
    opened = storage.get_bool(key, opened)
    shade = packed(INK if imgui.is_item_hovered() else DIM)
    chevron_icon(ink, corner.x + 0.4 * em, corner.y + 0.8 * em, 0.28 * em, shade, opened)
    ink.add_text(theme.medium, em, imgui.ImVec2(corner.x + 1.2 * em, corner.y + 0.28 * em), packed(INK), name)
    return opened


def fitted(words: str, width: float) -> str:
    """Return the text, shortened with an ellipsis if it is wider than `width` points."""
    whole = imgui.calc_text_size(words).x
    if whole <= width:
        return words
    key = words, round(width), whole
    if key not in _CUT:
        if len(_CUT) > MAX_CUT_TEXTS:
            _CUT.clear()
        while words and imgui.calc_text_size(words + "…").x > width:
            words = words[:-1]
        _CUT[key] = words.rstrip() + "…"
    return _CUT[key]


def switch(words: str, on: bool, theme: Theme) -> bool:
    """Build a switch with a label and return whether it was clicked."""
    em, ink, corner = theme.em, imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    height, length, thick = imgui.get_frame_height(), 1.75 * em, 1.0 * em
    pressed = imgui.invisible_button(words, imgui.ImVec2(length + 0.5 * em + imgui.calc_text_size(words).x, height))
    BOXES.control(words)
    middle, hovered = corner.y + height / 2, imgui.is_item_hovered()
    low = imgui.ImVec2(corner.x, middle - thick / 2)
    ground = FILL if on else Tone.FIELD_ACTIVE if hovered else TRACK
    ink.add_rect_filled(low, imgui.ImVec2(corner.x + length, middle + thick / 2), packed(ground), thick / 2)
    at = corner.x + (length - thick / 2 if on else thick / 2)
    ink.add_circle_filled(imgui.ImVec2(at, middle), 0.36 * em, packed(ON_ACCENT if on else KNOB), 20)
    words_at = imgui.ImVec2(corner.x + length + 0.5 * em, middle - em / 2)
    ink.add_text(words_at, packed(INK if on or hovered else DIM), words)
    return pressed


def segmented(name: str, options: Sequence[tuple[str, str]], chosen: str, theme: Theme) -> str | None:
    """Build a segmented button with (value, label) options and return the value that was newly clicked, or None.

    Its width is that set for the next item.
    """
    em, ink, corner = theme.em, imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    width, height = imgui.calc_item_width(), imgui.get_frame_height()
    step, rounding, clicked = width / len(options), imgui.get_style().frame_rounding, None
    ink.add_rect_filled(corner, imgui.ImVec2(corner.x + width, corner.y + height), packed(FIELD), rounding)
    for place, (value, words) in enumerate(options):
        left = corner.x + place * step
        imgui.set_cursor_screen_pos(imgui.ImVec2(left, corner.y))
        if imgui.invisible_button(f"{name} {value}", imgui.ImVec2(step, height)):
            clicked = value
        BOXES.control(f"{name} {value}")
        hovered = imgui.is_item_hovered()
        if value == chosen or hovered:
            inset = 0.12 * em
            low = imgui.ImVec2(left + inset, corner.y + inset)
            high = imgui.ImVec2(left + step - inset, corner.y + height - inset)
            ink.add_rect_filled(low, high, packed(FILL if value == chosen else Tone.FIELD_HOVERED), 0.7 * rounding)
        room = imgui.calc_text_size(words)
        at = imgui.ImVec2(round(left + (step - room.x) / 2), corner.y + (height - room.y) / 2)
        ink.add_text(at, packed(ON_ACCENT if value == chosen else INK if hovered else DIM), words)
    return clicked if clicked != chosen else None


def icon_button(
    name: str, icon: Icon, words: str, theme: Theme, shade: Color = INK, filled: bool = False, side: float = 0.0
) -> bool:
    """Build a round button with a drawn icon and a tooltip; return whether it was clicked.

    filled: draw it as the main button. side: its width and height [points]; 0: as in the transport bar.
    """
    side = side or 2.0 * theme.em
    corner = imgui.get_cursor_screen_pos()
    pressed = imgui.invisible_button(name, imgui.ImVec2(side, side))
    BOXES.control(name)
    hovered, active = imgui.is_item_hovered(), imgui.is_item_active()
    tip(words, theme)
    ink = imgui.get_window_draw_list()
    x, y = corner.x + side / 2, corner.y + side / 2
    if filled:
        ink.add_circle_filled(imgui.ImVec2(x, y), side / 2, packed(FILL, 0.75 if active else 0.88 if hovered else 1.0))
    elif hovered:
        ink.add_circle_filled(imgui.ImVec2(x, y), side / 2, packed(ACCENT, 0.42 if active else 0.24))
    icon(ink, x, y, 0.24 * side, packed(ON_ACCENT if filled else INK if hovered else shade))
    return pressed
