"""Measures of the characters of a TrueType font, read from its file.

Dear ImGui measures characters in whole pixels of one size; equations need them exactly, and before anything is drawn.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import NamedTuple

from game.model.equations.parse import Style

FILES: dict[Style, str] = {
    "upright": "STIXGeneral.ttf",
    "italic": "STIXGeneralItalic.ttf",
    "bold": "STIXGeneralBolIta.ttf",
}
"""Font of each style, in `assets/fonts`."""


class Extent(NamedTuple):
    """Extent of characters in units of their size: advance to the next one, and edges of the ink.

    The edges are distances right of the origin and above the baseline.
    """

    advance: float
    left: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    top: float = 0.0


class FontMeasures:
    """Measures of a font file with a character map of format 12 and long offsets, as those in `assets/fonts` have."""

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        count = self._numbers(">H", 4)[0]
        self._tables = {
            self._data[at : at + 4]: self._numbers(">II", at + 8)[0] for at in range(12, 12 + 16 * count, 16)
        }
        self._units = self._numbers(">H", self._tables[b"head"] + 18)[0]
        ascent, descent = self._numbers(">hh", self._tables[b"hhea"] + 4)
        self._advances = self._numbers(">H", self._tables[b"hhea"] + 34)[0]
        self.ascent, self.line = ascent / self._units, (ascent - descent) / self._units
        self._groups = self._map()

    def _numbers(self, form: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(form, self._data, at)

    def _map(self) -> tuple[tuple[int, ...], ...]:
        """Return the character map as (first character, last character, first glyph)."""
        start = self._tables[b"cmap"]
        for k in range(self._numbers(">H", start + 2)[0]):
            at = start + self._numbers(">I", start + 8 + 8 * k)[0]
            if self._numbers(">H", at)[0] == 12:
                groups = self._numbers(">I", at + 12)[0]
                return tuple(self._numbers(">III", at + 16 + 12 * g) for g in range(groups))
        raise ValueError("font without a character map of format 12")

    def glyph(self, character: str) -> int:
        """Return the number of the glyph of a character; 0 where the font has none."""
        code = ord(character)
        return next((glyph + code - first for first, last, glyph in self._groups if first <= code <= last), 0)

    @cache  # noqa: B019 - a font is kept as long as the program
    def of(self, character: str) -> Extent:
        """Return the measures of a character; of the missing glyph where the font has none."""
        glyph, units = self.glyph(character), self._units
        metrics = self._tables[b"hmtx"] + 4 * min(glyph, self._advances - 1)
        advance = self._numbers(">H", metrics)[0] / units
        begin, end = self._numbers(">II", self._tables[b"loca"] + 4 * glyph)
        if begin == end:  # no ink
            return Extent(advance)
        left, bottom, right, top = self._numbers(">hhhh", self._tables[b"glyf"] + begin + 2)
        return Extent(advance, left / units, right / units, bottom / units, top / units)

    def text(self, words: str) -> Extent:
        """Return the measures of characters side by side."""
        x, parts = 0.0, []
        for character in words:
            extent = self.of(character)
            if extent.top > extent.bottom:
                parts.append((x + extent.left, x + extent.right, extent.bottom, extent.top))
            x += extent.advance
        if not parts:
            return Extent(x)
        lefts, rights, bottoms, tops = zip(*parts, strict=True)
        return Extent(x, min(lefts), max(rights), min(bottoms), max(tops))
