"""Fonts of figures, and widths of their texts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from game.model import resources

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FOLDER = "assets/fonts"
REGULAR, BOLD, BEHIND = "Roboto-Regular.ttf", "Roboto-Medium.ttf", "DejaVuSans.ttf"
"""Fonts of the texts, and the one that has the characters which these lack."""


@lru_cache(maxsize=64)
def font(size: int, name: str = REGULAR) -> FreeTypeFont:
    """Return a font of a height in pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(str(resources.path(f"{FOLDER}/{name}")), size, layout_engine=ImageFont.Layout.BASIC)


def text_width(words: str, size: float) -> float:
    """Return the width of a text of a height in points."""
    return sum(part.getlength(run) for run, part in runs(words, 100, REGULAR)) * size / 100.0


def runs(words: str, size: int, name: str) -> list[tuple[str, FreeTypeFont]]:
    """Return a text in runs of characters, each with a font that has them."""
    found: list[tuple[str, FreeTypeFont]] = []
    for letter in words:
        chosen = font(size, name if _has(letter, name) else BEHIND)
        if found and found[-1][1] is chosen:
            found[-1] = found[-1][0] + letter, chosen
        else:
            found.append((letter, chosen))
    return found


@lru_cache(maxsize=4096)
def _has(letter: str, name: str) -> bool:
    """Return whether a font has a character: it looks different from one that no font has."""
    face = font(32, name)
    return letter == " " or bytes(face.getmask(letter)) != bytes(face.getmask("\uffff"))
