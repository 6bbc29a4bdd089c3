"""Drawing of mathematical symbols: subscripts after an underscore or as Unicode, and dots for derivatives.

The dot over a letter is drawn separately because fonts place it inside a tall theta.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import NamedTuple

from imgui_bundle import imgui

DOT = "\u0307"
POINT = re.compile(r"(?<=\d)\.(?=\d)")
"""A decimal point."""
BLANKS = re.compile(r"[ \t\n]+")
"""Where a line may end; a no-break space, as French has before units, is none."""
LOW, HIGH = "₀₁₂₃₄₅₆₇₈₉ₐₑₕₖₗₘₙₒₚₛₜₓ", "0123456789aehklmnopstx"
"""Unicode subscripts, which look different in each font, and the characters that replace them."""
SUBSCRIPT = re.compile(rf"(_[^\W_{LOW}]+|[{LOW}]+)")
RAISED = str.maketrans(LOW, HIGH)
SUBSCRIPT_SIZE, SUBSCRIPT_DROP = 0.72, 0.36
"""Height of a subscript and distance of its upper edge from that of the symbol, in heights of the symbol."""

WORD = re.compile(r"[^\W\d_]{4}")
"""What symbols and formulas do not have."""
MATH_SIZE, MATH_BASE, UPRIGHT_BASE = 1.4, 0.68, 0.78
"""Height of the letters of symbols beside words, which look smaller, and base lines of both, as parts of a line."""

MAX_WIDTHS, MAX_PIECES = 5000, 500
_WIDTHS: dict[tuple[str, int, float, float, float], float] = {}
"""Text widths [points] by text, font, height, scale and pixels per point; kept because measuring is slow. Themes share
these fonts."""


class GlyphRun(NamedTuple):
    """Characters of one height, and their offset right of and below the corner of the symbol [points].

    dots: distances of the middles of dotted letters from the left edge [points]; the dots are not in the text.
    """

    text: str
    x: float
    y: float
    size: float
    dots: tuple[float, ...] = ()


class Pieces(NamedTuple):
    """The pieces of a symbol from left to right, and its width [points]."""

    runs: tuple[GlyphRun, ...]
    width: float


_PIECES: dict[tuple[str, int, float, float, float], Pieces] = {}
"""The pieces of symbols, kept for the same reason."""
_LINES: dict[tuple[str, float, int, float, float, float], list[str]] = {}
"""The lines of wrapped texts by text, room, font, height, scale and pixels per point, kept for the same reason."""


def symbol_size(text: str, font: imgui.ImFont, size: float) -> tuple[float, float]:
    """Return the width and height of a symbol [points]; size: height of the text."""
    return pieces(text, font, size).width, _whole(size)


def draw_symbol(
    ink: imgui.ImDrawList,
    at: tuple[float, float],
    text: str,
    color: int,
    font: imgui.ImFont,
    size: float,
) -> None:
    """Draw a symbol with its upper left corner at `at`."""
    draw_pieces(ink, at, pieces(text, font, size), color, font)


def math_size(text: str, fonts: tuple[imgui.ImFont, imgui.ImFont], size: float) -> float:
    """Return the width [points] of a symbol or formula as `draw_math` draws it."""
    if WORD.search(text):
        return symbol_size(text, fonts[1], size)[0]
    return symbol_size(text, fonts[0], MATH_SIZE * size)[0]


def draw_math(
    ink: imgui.ImDrawList,
    at: tuple[float, float],
    text: str,
    color: int,
    fonts: tuple[imgui.ImFont, imgui.ImFont],
    size: float,
) -> None:
    """Draw a symbol or formula on the base line of upright letters of a size; words, which some have, are upright.

    fonts: of symbols, and of words.
    """
    if WORD.search(text):
        draw_symbol(ink, at, text, color, fonts[1], size)
    else:
        place = at[0], round(at[1] + (UPRIGHT_BASE - MATH_BASE * MATH_SIZE) * size)
        draw_symbol(ink, place, text, color, fonts[0], MATH_SIZE * size)


def draw_pieces(
    ink: imgui.ImDrawList, at: tuple[float, float], symbol_: Pieces, color: int, font: imgui.ImFont
) -> None:
    """Draw a symbol from its pieces."""
    for text, right, below, size, dots in symbol_.runs:
        x, y = at[0] + right, at[1] + below
        ink.add_text(font, size, imgui.ImVec2(x, y), color, text)
        for middle in dots:
            ink.add_circle_filled(imgui.ImVec2(x + middle, y + 0.085 * size), 0.075 * size, color)


def symbol(text: str, color: int, font: imgui.ImFont, size: float) -> None:
    """Build a symbol as a widget."""
    corner = imgui.get_cursor_screen_pos()
    width, height = symbol_size(text, font, size)
    draw_symbol(imgui.get_window_draw_list(), (corner.x, corner.y), text, color, font, size)
    imgui.dummy(imgui.ImVec2(width, height))


def prose(words: str, room: float, color: int, font: imgui.ImFont, size: float) -> None:
    """Build a text with symbols as a widget, wrapped at `room` points; not for names with underscores."""
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    lines, size = wrapped(words, room, font, size), _whole(size)
    for i, line in enumerate(lines):
        draw_symbol(ink, (corner.x, corner.y + i * size), line, color, font, size)
    imgui.dummy(imgui.ImVec2(max(symbol_size(line, font, size)[0] for line in lines), len(lines) * size))


def prose_size(words: str, room: float, font: imgui.ImFont, size: float) -> tuple[float, float]:
    """Return the width and height of a text as `prose` builds it [points]."""
    lines, size = wrapped(words, room, font, size), _whole(size)
    return max(symbol_size(line, font, size)[0] for line in lines), len(lines) * size


def wrapped(words: str, room: float, font: imgui.ImFont, size: float) -> list[str]:
    """Return a text with symbols as lines of at most `room` points, or of one word if that is wider."""
    key = words, room, font.font_id, size, *letter_scales()
    if key not in _LINES:
        if len(_LINES) > MAX_PIECES:
            _LINES.clear()
        _LINES[key] = _lines(words, room, font, size)
    return _LINES[key]


def _lines(words: str, room: float, font: imgui.ImFont, size: float) -> list[str]:
    lines = [""]
    for word in BLANKS.split(words.strip()):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and symbol_size(longer, font, size)[0] > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def blank(width: float) -> str:
    """Return spaces at least `width` points wide: room in a label for a symbol that is drawn over it."""
    return " " * math.ceil(width / imgui.calc_text_size(" ").x)


def pieces(text: str, font: imgui.ImFont, size: float) -> Pieces:
    """Return the pieces of a symbol from left to right; those after an underscore are smaller and lower."""
    key = text, font.font_id, size, *letter_scales()
    if key not in _PIECES:
        if len(_PIECES) > MAX_PIECES:
            _PIECES.clear()
        _PIECES[key] = _divided(text, font, size)
    return _PIECES[key]


def _divided(text: str, font: imgui.ImFont, size: float) -> Pieces:
    found, x = [], 0.0
    for i, part in enumerate(SUBSCRIPT.split(text)):
        if not part:
            continue
        lowered = i % 2 == 1  # split returns matches at odd places
        if lowered:
            part = part.removeprefix("_").translate(RAISED)
        high = _whole(SUBSCRIPT_SIZE * size if lowered else size)
        dots, drop = _dotted(part, font, high), SUBSCRIPT_DROP * size if lowered else 0.0
        found.append(GlyphRun(part.replace(DOT, ""), x, drop, high, dots))
        x += _width(part, font, high)
    return Pieces(tuple(found), x)


def decimal_points(found: Pieces, font: imgui.ImFont) -> list[float]:
    """Return the distances [points] of the middles of decimal points from the left edge of a text."""
    middles = []
    for run in found.runs:
        for match in POINT.finditer(run.text):
            ends = (_width(run.text[:at], font, run.size) for at in match.span())
            middles.append(run.x + 0.5 * sum(ends))
    return middles


def _dotted(text: str, font: imgui.ImFont, size: float) -> tuple[float, ...]:
    """Return the distances [points] of the middles of dotted letters from the left edge of their piece."""
    if DOT not in text:
        return ()
    middles, letters = [], ""
    for letter, mark in pairwise(text):
        before = _width(letters, font, size)
        letters += letter.replace(DOT, "")
        if mark == DOT:
            middles.append((before + _width(letters, font, size)) / 2)
    return tuple(middles)


def _whole(size: float) -> float:
    """Return a text height rounded as Dear ImGui measures it; otherwise text is blurred and of another width."""
    return math.floor(size + 0.5)


def letter_scales() -> tuple[float, float]:
    """Return what the width of a text depends on beside its font and height: the scale, and pixels per point.

    Letters are placed by whole pixels.
    """
    return imgui.get_style().font_scale_dpi, imgui.get_io().display_framebuffer_scale.x


def _width(text: str, font: imgui.ImFont, size: float) -> float:
    scale, density = letter_scales()
    key = text, font.font_id, size, scale, density
    width = _WIDTHS.get(key)
    if width is None:
        if len(_WIDTHS) > MAX_WIDTHS:
            _WIDTHS.clear()
        imgui.push_font(font, size / scale)
        width = _WIDTHS[key] = imgui.calc_text_size(text.replace(DOT, "")).x
        imgui.pop_font()
    return width
