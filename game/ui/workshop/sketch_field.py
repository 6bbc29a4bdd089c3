"""Fields of the cards: a value that is typed as in the file, over a line that is dragged."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.words import decimal, tr
from game.ui.widgets.basic import fitted, tip, tip_wanted
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, DIM, TRACK, Theme, packed

SELECTED = imgui.InputTextFlags_.auto_select_all.value
STRIP = 0.5
"""Height of the lower edge of a field where its value is dragged [em]."""
DIGITS = 4
"""Significant digits of a value that is dragged."""


class FieldState(NamedTuple):
    """What a field shows. words: the value; text: as it is typed, which is shown on focus; unit: dim, at its right.

    part: where the value is in its range, 0 to 1, None without a range. hint: shown dim where there is no value.
    plain: it is a text whose points are none of numbers.
    """

    words: str
    text: str
    unit: str = ""
    part: float | None = None
    hint: str = ""
    plain: bool = False


_typed: dict[int, tuple[str, str]] = {}
"""Text of a field that is being typed into, as it was at first and as it is, by the identity of its widget."""


def sketch_field(
    name: str, state: FieldState, theme: Theme, about: str, entry: str | None = None
) -> str | float | None:
    """Build a field as wide as the next item; return the text that was typed, the place its line was dragged to, 0 to
    1, or None.

    entry: text that is being typed at the picture for it, shown in its place.
    """
    imgui.push_id(name)
    corner, width = imgui.get_cursor_screen_pos(), imgui.calc_item_width()
    height, em = imgui.get_frame_height(), theme.em
    dragged = None
    if state.part is not None:
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x, corner.y + height - STRIP * em))
        imgui.invisible_button("##line", imgui.ImVec2(width, STRIP * em))
        if imgui.is_item_active() and imgui.is_mouse_dragging(0, 1.0):
            inset = 0.42 * em
            part = (imgui.get_mouse_pos().x - corner.x - inset) / max(width - 2.0 * inset, 1.0)
            dragged = min(max(part, 0.0), 1.0)
        if imgui.is_item_hovered() or imgui.is_item_active():
            imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ew.value)
        imgui.set_cursor_screen_pos(corner)
    typed = _text(state, theme, width, entry)
    BOXES.control(name)
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    if state.part is not None:
        _draw_line(state.part, low, high, theme)
    if tip_wanted():
        tip(about, theme)
    imgui.pop_id()
    return typed if typed is not None else dragged


def _text(state: FieldState, theme: Theme, width: float, entry: str | None) -> str | None:
    """Build the text of a field; return what was typed, None while nothing was."""
    key, em = imgui.get_id("##text"), theme.em
    write = str if state.plain else decimal
    words = write(state.words) if entry is None else entry
    room = width - 1.2 * em - (imgui.calc_text_size(tr(state.unit)).x + 0.4 * em if state.unit else 0.0)
    first, now = _typed.get(key, ("", fitted(words, room)))
    if key in _typed:
        held = imgui.internal.get_input_text_state(key)
        if held is not None and held.get_text() != now:
            held.reload_user_buf_and_select_all()
    imgui.set_next_item_width(width)
    _, now = imgui.input_text_with_hint("##text", tr(state.hint) if state.hint else "", now, SELECTED)
    if imgui.is_item_activated():
        written = write(state.text)
        _typed[key] = written, written
    elif key in _typed:
        _typed[key] = first, now
    if state.unit:
        _draw_unit(tr(state.unit), now, theme)
    if imgui.is_item_active():
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        imgui.get_window_draw_list().add_rect(low, high, packed(ACCENT), 0.5 * em, 0.125 * em)
        return None
    if key not in _typed:
        return None
    del _typed[key]
    changed = now.strip() != first.strip() and not imgui.is_key_pressed(imgui.Key.escape)
    return now.strip() if changed else None


def _draw_unit(unit: str, words: str, theme: Theme) -> None:
    """Draw the unit at the right of the field that was just built, where the text leaves room."""
    low, high, em = imgui.get_item_rect_min(), imgui.get_item_rect_max(), theme.em
    size = imgui.calc_text_size(unit)
    if imgui.calc_text_size(words).x + size.x + 1.2 * em < high.x - low.x:
        at = imgui.ImVec2(round(high.x - size.x - 0.5 * em), round((low.y + high.y - size.y) / 2))
        imgui.get_window_draw_list().add_text(at, packed(DIM), unit)


def _draw_line(part: float, low: imgui.ImVec2, high: imgui.ImVec2, theme: Theme) -> None:
    """Draw the line along the lower edge of a field, filled up to its value."""
    em, ink = theme.em, imgui.get_window_draw_list()
    inset, half = 0.42 * em, 0.055 * em
    left, right, middle = low.x + inset, high.x - inset, high.y - 0.17 * em
    at = left + min(max(part, 0.0), 1.0) * (right - left)
    ink.add_rect_filled(imgui.ImVec2(left, middle - half), imgui.ImVec2(right, middle + half), packed(TRACK), half)
    ink.add_rect_filled(imgui.ImVec2(left, middle - half), imgui.ImVec2(at, middle + half), packed(ACCENT), half)


def place_in(span: tuple[float, float], value: float) -> float:
    """Return the place of a value in a range, 0 to 1."""
    low, high = span
    return (value - low) / (high - low) if high > low else 0.0


def value_at(span: tuple[float, float], place: float) -> float:
    """Return the value at a place of a range, rounded to what a drag can mean."""
    low, high = span
    step = 10.0 ** (math.ceil(math.log10(max(abs(low), abs(high), 1e-9))) - DIGITS + 1)
    return float(f"{round((low + place * (high - low)) / step) * step:.6g}")


def held_span(
    name: str, span: tuple[float, float], holds: Callable[[], bool] = imgui.is_any_item_active
) -> tuple[float, float]:
    """Return the range of a field, kept while any control is held: else it would grow with its value."""
    storage = imgui.get_state_storage()
    keys = imgui.get_id(f"{name} low"), imgui.get_id(f"{name} high")
    if not holds():
        for key, end in zip(keys, span, strict=True):
            storage.set_float(key, end)
    return storage.get_float(keys[0], span[0]), storage.get_float(keys[1], span[1])
