"""Symbols of mechanics as text: a dot over a letter is drawn, because fonts put it into a tall theta."""

from __future__ import annotations

from itertools import pairwise

from imgui_bundle import imgui

DOT = "\u0307"


def symbol_size(text: str, font: imgui.ImFont, size: float) -> tuple[float, float]:
    """Width and height of a symbol [points]; size is the height of the text."""
    scale = imgui.get_style().font_scale_dpi
    imgui.push_font(font, size / scale)
    box = imgui.calc_text_size(text.replace(DOT, ""))
    imgui.pop_font()
    return box.x, box.y


def draw_symbol(
    ink: imgui.ImDrawList,
    at: tuple[float, float],
    text: str,
    color: int,
    font: imgui.ImFont,
    size: float,
) -> None:
    """Draw a symbol with its upper left corner at `at`."""
    plain = text.replace(DOT, "")
    ink.add_text(font, size, imgui.ImVec2(*at), color, plain)
    letters = 0
    for before, mark in pairwise(text):
        letters += before != DOT
        if mark == DOT:
            start, _ = symbol_size(plain[: letters - 1], font, size)
            end, _ = symbol_size(plain[:letters], font, size)
            middle = imgui.ImVec2(at[0] + (start + end) / 2, at[1] + 0.085 * size)
            ink.add_circle_filled(middle, 0.075 * size, color)


def symbol(text: str, color: int, font: imgui.ImFont, size: float) -> None:
    """A symbol as a widget, in the flow of the others."""
    corner = imgui.get_cursor_screen_pos()
    width, height = symbol_size(text, font, size)
    draw_symbol(imgui.get_window_draw_list(), (corner.x, corner.y), text, color, font, size)
    imgui.dummy(imgui.ImVec2(width, height))
