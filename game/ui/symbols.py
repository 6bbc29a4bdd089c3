"""Symbols of mechanics as text: what follows an underscore is lowered, and a dot over a letter is drawn.

The dot is drawn because fonts put it into a tall theta.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import NamedTuple

from imgui_bundle import imgui

DOT = "\u0307"
SUBSCRIPT = re.compile(r"_([^\W_]+)")
SMALLER, LOWER = 0.72, 0.36
"""Of a subscript beside its symbol: how high its letters are, and how far down its upper edge."""


class Piece(NamedTuple):
    """Letters of one height, and how far right of and below the corner of the symbol they begin [points]."""

    text: str
    x: float
    y: float
    size: float


def symbol_size(text: str, font: imgui.ImFont, size: float) -> tuple[float, float]:
    """Width and height of a symbol [points]; size is the height of the text."""
    last = pieces(text, font, size)[-1]
    return last.x + _width(last.text, font, last.size), _whole(size)


def draw_symbol(
    ink: imgui.ImDrawList,
    at: tuple[float, float],
    text: str,
    color: int,
    font: imgui.ImFont,
    size: float,
) -> None:
    """Draw a symbol with its upper left corner at `at`."""
    for piece in pieces(text, font, size):
        x, y = at[0] + piece.x, at[1] + piece.y
        ink.add_text(font, piece.size, imgui.ImVec2(x, y), color, piece.text.replace(DOT, ""))
        for middle in _dotted(piece, font):
            ink.add_circle_filled(imgui.ImVec2(x + middle, y + 0.085 * piece.size), 0.075 * piece.size, color)


def symbol(text: str, color: int, font: imgui.ImFont, size: float) -> None:
    """A symbol as a widget, in the flow of the others."""
    corner = imgui.get_cursor_screen_pos()
    width, height = symbol_size(text, font, size)
    draw_symbol(imgui.get_window_draw_list(), (corner.x, corner.y), text, color, font, size)
    imgui.dummy(imgui.ImVec2(width, height))


def prose(words: str, room: float, color: int, font: imgui.ImFont, size: float) -> None:
    """A text with symbols in it as a widget, wrapped at `room` points. Not for names with underscores of their own."""
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    lines, size = wrapped(words, room, font, size), _whole(size)
    for i, line in enumerate(lines):
        draw_symbol(ink, (corner.x, corner.y + i * size), line, color, font, size)
    imgui.dummy(imgui.ImVec2(max(symbol_size(line, font, size)[0] for line in lines), len(lines) * size))


def wrapped(words: str, room: float, font: imgui.ImFont, size: float) -> list[str]:
    """A text with symbols in it in lines of at most `room` points, or of one word where that is wider."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and symbol_size(longer, font, size)[0] > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def blank(width: float) -> str:
    """Spaces at least `width` points wide: room in the label of a widget for a symbol that is drawn over it."""
    return " " * math.ceil(width / imgui.calc_text_size(" ").x)


def pieces(text: str, font: imgui.ImFont, size: float) -> list[Piece]:
    """A symbol from left to right: its letters, and those after an underscore smaller and lower."""
    found, x = [], 0.0
    for i, part in enumerate(SUBSCRIPT.split(text)):
        lowered = i % 2 == 1  # split puts what the pattern found between what it did not
        high = _whole(SMALLER * size if lowered else size)
        found.append(Piece(part, x, LOWER * size if lowered else 0.0, high))
        x += _width(part, font, found[-1].size)
    return found


def _dotted(piece: Piece, font: imgui.ImFont) -> list[float]:
    """How far right of the beginning of a piece the middle of each of its letters with a dot is."""
    middles, letters = [], ""
    for letter, mark in pairwise(piece.text):
        before = _width(letters, font, piece.size)
        letters += letter.replace(DOT, "")
        if mark == DOT:
            middles.append((before + _width(letters, font, piece.size)) / 2)
    return middles


def _whole(size: float) -> float:
    """A height of letters as Dear ImGui measures it: whole, or what is drawn is blurred and not as wide."""
    return math.floor(size + 0.5)


def _width(text: str, font: imgui.ImFont, size: float) -> float:
    imgui.push_font(font, size / imgui.get_style().font_scale_dpi)
    box = imgui.calc_text_size(text.replace(DOT, ""))
    imgui.pop_font()
    return box.x
