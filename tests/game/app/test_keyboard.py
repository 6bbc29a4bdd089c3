"""Keys of keyboards of all alphabets: actions by the Latin letter, or by the place of one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from game.app.keyboard import LETTERS, PLACES, Keyboard, _code_at, _libraries
from game.model import key_bindings
from game.model.input import Action

RUSSIAN = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))
FRENCH = {"q": "a", "a": "q", "w": "z", "z": "w", "m": ","}
DVORAK = dict(zip("qwertyuiopasdfghjklzxcvbnm", "',.pyfgcrlaoeuidhtn;qjkxbm", strict=True))
SCANCODES = {letter: code for code, letter in PLACES.items()}


def keyboard(layout: dict[str, str]) -> Keyboard:
    made = Keyboard(lambda code: ord(layout.get(PLACES[code], PLACES[code])))
    made.look()
    return made


@pytest.fixture(autouse=True)
def _latin_again() -> Iterator[None]:
    yield
    key_bindings.use_signs({})


@pytest.mark.parametrize("names", ["", "own"])
def test_without_latin_letters_a_key_counts_by_its_place(names: str) -> None:
    """pygame has no name for the letters of other alphabets; another version may."""
    made = keyboard(RUSSIAN)
    for letter, sign in RUSSIAN.items():
        assert made.name(sign if names else "", SCANCODES[letter]) == letter
    assert [made.name("", code) for code in (54, 55)] == [",", "."]


@pytest.mark.parametrize("layout", [{}, FRENCH, DVORAK])
def test_with_latin_letters_a_key_counts_by_its_letter(layout: dict[str, str]) -> None:
    made = keyboard(layout)
    for code in LETTERS:
        sign = layout.get(PLACES[code], PLACES[code])
        assert made.name(sign, code) == sign
        assert not made.counts_by_place(code)
    assert made.signs == {}


def test_an_accented_letter_at_the_place_of_a_digit_or_a_letter_counts_by_its_place() -> None:
    made = keyboard({**FRENCH, "i": "ı"})
    assert (made.name("é", SCANCODES["2"]), made.name("ı", SCANCODES["i"])) == ("2", "i")
    assert made.name("ö", 51) == "ö"


@pytest.mark.parametrize("name", ["page up", "f12", "[1]", "left shift", "5"])
def test_keys_that_are_no_letters_keep_their_names(name: str) -> None:
    assert keyboard(RUSSIAN).name(name, 75) == name


def test_letters_that_type_marks_are_letters_all_the_same() -> None:
    """Hebrew has a slash and a quote, Bulgarian a comma, at the places of Q and W."""
    made = keyboard({**RUSSIAN, "q": ",", "w": "'"})
    assert (made.name(",", SCANCODES["q"]), made.name("'", SCANCODES["w"])) == ("q", "w")
    assert made.counts_by_place(SCANCODES["q"])


def test_actions_are_shown_by_what_is_printed_on_the_keys() -> None:
    made = keyboard(RUSSIAN)
    assert not made.look(), "nothing has changed since"
    key_bindings.use_signs(made.signs)
    assert key_bindings.shown_keys(Action.PLOTS) == "З"
    assert key_bindings.shown_keys(Action.OPEN_FILE) == "Ctrl+Щ"
    assert key_bindings.shown_keys(Action.HELP) == "Р"
    assert key_bindings.shown_keys(Action.PAUSE) == "Space"
    assert key_bindings.shown_letters("W A S D, Q E") == "Ц Ф Ы В, Й У"
    assert key_bindings.keys_of(Action.PLOTS) == ("p",), "settings are spelled as before"


def test_the_layout_is_asked_of_the_library_that_pygame_has_loaded() -> None:
    assert pygame.get_sdl_version()[0] == 2
    assert _code_at.__wrapped__() is not None


@pytest.mark.parametrize(("count", "latin"), [(13, True), (12, False)])
def test_a_layout_is_latin_where_half_of_its_letters_are(count: int, latin: bool) -> None:
    made = keyboard(dict(list(RUSSIAN.items())[count:]))
    assert (made.signs == {}) is latin


@pytest.mark.parametrize("code", [0, -1, 0xD800, 0xDFFF, 0x4000_0039, 0x11_0000])
def test_a_key_whose_code_is_no_character_has_no_sign(code: int) -> None:
    """SDL gives keys without a character codes from 2³⁰ on."""
    made = Keyboard(lambda scancode: code)
    assert not made.look() and made.signs == {}
    assert made.name("", SCANCODES["p"]) == "p"


def test_without_the_library_the_layout_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.app.keyboard._libraries", lambda: [Path("/no/such/libSDL2.so"), Path("/etc/hostname")])
    assert _code_at.__wrapped__() is None
    monkeypatch.setattr("game.app.keyboard._code_at", lambda: None)
    made = Keyboard()
    assert not made.look() and made.signs == {} and made.name("p", SCANCODES["p"]) == "p"


def test_the_library_is_looked_for_beside_pygame_where_nothing_tells_what_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(path: Path, *given: object) -> str:
        raise OSError

    (tmp_path / ".dylibs").mkdir()
    (tmp_path / ".dylibs" / "libSDL2-2.0.0.dylib").touch()
    monkeypatch.setattr(Path, "read_text", unknown)
    monkeypatch.setitem(sys.modules, "pygame", SimpleNamespace(__file__=str(tmp_path / "__init__.py")))
    assert _libraries() == [tmp_path / "SDL2.dll", tmp_path / ".dylibs" / "libSDL2-2.0.0.dylib"]
    rows = "7f0 r-xp 0 08:01 1 /usr/lib/libSDL2-2.0.so.0\n7f1 r--p 0 08:01 1 /usr/lib/libSDL2-2.0.so.0\n"
    other = "7f2 r-xp 0 08:01 2 /usr/lib/libSDL2_mixer.so\n7f3 rw-p 0 00:00 0\n"
    monkeypatch.setattr(Path, "read_text", lambda path, *given: rows + other)
    monkeypatch.setitem(sys.modules, "pygame", SimpleNamespace())
    assert _libraries() == [Path("/usr/lib/libSDL2-2.0.so.0")]
