"""Prose with equations within its lines, wrapped, as a widget."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from game.learn.prose import Span
from game.model.equations.layout import MathBox, Region
from game.ui.widgets.math.draw import MAX_KEPT, EquationPen
from game.ui.widgets.symbols import draw_symbol, letter_scales, symbol_size
from game.ui.widgets.theme import Theme

PIECES = re.compile(r"[ \n]+|[^ \n]+")
"""Spaces, at which lines may be broken, and words; a no-break space belongs to a word."""
LEADING = 1.28
"""Distance of two lines of prose, in heights of the text."""
ASCENT = 0.79
"""Height of the baseline of the text below its upper edge, in heights of the text, as in Roboto."""
MATH_SIZE = 1.06
"""Size of equations within prose, in heights of the text."""
LEAST_MATH = 0.4
"""How much smaller at most an equation is where it is wider than the line."""


@dataclass
class Piece:
    """A word, an emphasised word or an equation, and its width."""

    text: str
    kind: str
    width: float
    box: MathBox | None = None


class Flow:
    """Builds prose. size: height of the text [points]."""

    def __init__(self, pen: EquationPen, theme: Theme, size: float) -> None:
        self._pen, self._theme, self._size = pen, theme, math.floor(size + 0.5)

    def build(self, spans: Sequence[Span], color: int, width: float) -> list[Region]:
        """Build prose at the cursor, wrapped at `width` points; return the places of symbols on the screen."""
        corner, ink, size = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list(), self._size
        y, regions = corner.y, []
        space = symbol_size(" ", self._theme.regular, size)[0]
        for line in self.lines(spans, width):
            above = max([0.0, *(p.box.above - ASCENT * size for word in line for p in word if p.box)])
            below = max([0.0, *(p.box.below - (LEADING - ASCENT) * size for word in line for p in word if p.box)])
            y += above
            x, right = corner.x, imgui.ImVec2(corner.x + width, y + LEADING * size)
            seen = imgui.is_rect_visible(imgui.ImVec2(x, y), right)
            for word in line:
                for piece in word:
                    if seen or piece.box is not None:
                        regions += self._draw(ink, piece, x, y, color)
                    x += piece.width
                x += space
            y += LEADING * size + below
        imgui.dummy(imgui.ImVec2(width, max(y - corner.y, 1.0)))
        return regions

    def height(self, spans: Sequence[Span], width: float) -> float:
        """Return the height of prose without tall equations [points]."""
        return LEADING * self._size * len(self.lines(spans, width))

    def lines(self, spans: Sequence[Span], width: float) -> list[list[list[Piece]]]:
        """Return lines of words of pieces; a text wider than the line is broken, an equation smaller."""
        key = tuple(spans), width, self._size, *letter_scales()
        kept = self._pen.prose
        if key not in kept:
            if len(kept) > MAX_KEPT:
                kept.clear()
            kept[key] = self._wrapped(spans, width)
        found: list[list[list[Piece]]] = kept[key]
        return found

    def _wrapped(self, spans: Sequence[Span], width: float) -> list[list[list[Piece]]]:
        """Return the lines, laid out anew."""
        space = symbol_size(" ", self._theme.regular, self._size)[0]
        lines: list[list[list[Piece]]] = [[]]
        used = 0.0
        for word in self._words(spans, width):
            needed = sum(piece.width for piece in word)
            if lines[-1] and used + space + needed > width:
                lines.append([])
                used = 0.0
            used += needed + (space if lines[-1] else 0.0)
            lines[-1].append(word)
        return lines

    def _words(self, spans: Sequence[Span], width: float) -> list[list[Piece]]:
        """Return words: pieces between which no line may end."""
        words: list[list[Piece]] = [[]]
        for span in spans:
            if span.kind == "equation":
                box = self._pen.inline(span.text, MATH_SIZE * self._size)
                if box.width > width > 0.0:
                    box = self._pen.inline(span.text, MATH_SIZE * self._size * max(width / box.width, LEAST_MATH))
                words[-1].append(Piece(span.text, span.kind, box.width, box))
                continue
            for found in PIECES.findall(span.text):
                if found.isspace():
                    words.append([])
                else:
                    face = self._theme.medium if span.kind == "strong" else self._theme.regular
                    parts = self._parts(found, face, width)
                    words[-1].append(Piece(parts[0][0], span.kind, parts[0][1]))
                    words += [[Piece(text, span.kind, wide)] for text, wide in parts[1:]]
        return [word for word in words if word]

    def _parts(self, text: str, face: imgui.ImFont, width: float) -> list[tuple[str, float]]:
        """Return a text with its width, in parts as wide as the line where it is wider than that."""
        parts, whole = [], symbol_size(text, face, self._size)[0]
        while whole > width > 0.0 and len(text) > 1:
            kept = max(int(len(text) * width / whole), 1)
            while kept > 1 and symbol_size(text[:kept], face, self._size)[0] > width:
                kept -= 1
            parts.append((text[:kept], symbol_size(text[:kept], face, self._size)[0]))
            text = text[kept:]
            whole = symbol_size(text, face, self._size)[0]
        return [*parts, (text, whole)]

    def _draw(self, ink: imgui.ImDrawList, piece: Piece, x: float, y: float, color: int) -> list[Region]:
        if piece.box is not None:
            return self._pen.draw(ink, piece.box, x, y + ASCENT * self._size, color)
        face = self._theme.medium if piece.kind == "strong" else self._theme.regular
        draw_symbol(ink, (round(x), round(y)), piece.text, color, face, self._size)
        return []
