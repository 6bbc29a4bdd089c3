"""The keys of the person's keyboard: the Latin letter at the place of each, and what is printed on it.

Where the layout has no Latin letters (Russian, Greek, Hebrew, Arabic, …), a key counts by its place, as on a US
keyboard; elsewhere by its character, so that an action has the letter that is printed on the key.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

PLACES: Mapping[int, str] = {
    **{4 + number: chr(ord("a") + number) for number in range(26)},
    **{30 + number: str((number + 1) % 10) for number in range(10)},
}
"""The letter or digit of a US keyboard at the place of a key, by SDL's scan code (USB HID usage)."""
MARKS: Mapping[int, str] = {54: ",", 55: "."}
"""The same for marks that are bindings; they count by their place where a layout has letters there."""
LETTERS = tuple(code for code, sign in PLACES.items() if sign.isalpha())
ENOUGH = 13
"""Number of Latin letters from which on a layout is one of them."""
CodeAt = Callable[[int], int]
"""Returns SDL's key code, of a character its number in Unicode, of the key with a scan code."""


class Keyboard:
    """The layout in use. code_at: asks for the key code at a place; by default, SDL, None where that is not known.

    signs: what is printed on the keys, by the Latin letter at their place; empty for a layout with Latin letters.
    """

    def __init__(self, code_at: CodeAt | None = None) -> None:
        self._code_at = code_at or _code_at()
        self.signs: dict[str, str] = {}
        self._latin = True

    def look(self) -> bool:
        """Ask for the layout again; return whether `signs` have changed."""
        if self._code_at is None:
            return False
        characters = {PLACES[code]: _character(self._code_at(code)) for code in LETTERS}
        self._latin = sum(is_latin(sign) for sign in characters.values()) >= ENOUGH
        signs = {} if self._latin else {letter: sign for letter, sign in characters.items() if sign.isprintable()}
        before, self.signs = self.signs, {letter: sign.upper() for letter, sign in signs.items() if sign}
        return before != self.signs

    def name(self, name: str, scancode: int) -> str:
        """Return the name by which a key counts. name: its own, such as "p" or "page up", "" for other alphabets."""
        if len(name) > 1 or (name.isascii() and name.isalnum()):
            return name
        if name.isascii() and name and self._latin:
            return name
        place = PLACES.get(scancode) or ("" if name.isascii() and name else MARKS.get(scancode))
        return place or name

    def counts_by_place(self, scancode: int) -> bool:
        """Return whether a key has the place of a letter, and the layout other letters: whatever it types."""
        return not self._latin and scancode in LETTERS


def is_latin(sign: str) -> bool:
    """Return whether a character is a letter of the Latin alphabet without a mark."""
    return sign.isascii() and sign.isalpha()


def _character(code: int) -> str:
    """Return the character of a key code, "" where it has none."""
    return chr(code) if 0 < code < sys.maxunicode and not 0xD800 <= code < 0xE000 else ""


@cache
def _code_at() -> CodeAt | None:
    """Return the function of the SDL that is loaded, None where it is not found; pygame does not pass it on."""
    for path in _libraries():
        try:
            found = ctypes.CDLL(str(path)).SDL_GetKeyFromScancode
        except (OSError, AttributeError):
            continue
        found.argtypes, found.restype = (ctypes.c_int,), ctypes.c_int32
        return lambda scancode: int(found(scancode))
    return None


def _libraries() -> list[Path]:
    """Return where SDL may be: among what is loaded on Linux, else in the folders of pygame."""
    try:
        lines = Path("/proc/self/maps").read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    loaded = {Path(words[5]): None for line in lines if len(words := line.split(maxsplit=5)) == 6 and "SDL2" in line}
    libraries = [path for path in loaded if path.name.startswith("libSDL2-")]
    package = getattr(sys.modules.get("pygame"), "__file__", None)
    if package:
        folder = Path(package).parent
        libraries += [folder / "SDL2.dll", *sorted((folder / ".dylibs").glob("libSDL2-2*.dylib"))]
    return libraries
