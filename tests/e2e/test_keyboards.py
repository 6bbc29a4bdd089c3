"""Keyboards of several alphabets at a real window: the same keys do the same, and are shown as they are printed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator

import pytest

from tests.e2e.conftest import Program

CODES = {"p": 33, "v": 55, "o": 32, "ctrl": 37, "h": 43, "w": 25}
"""Key codes of X of the keys at the places of these letters on a US keyboard."""
SMALL = ("--size", "900x640", "--quality", "low@0.5")


@pytest.fixture
def layout(screen: str) -> Iterator[Callable[[str], None]]:
    """Changes the layout of the keyboard; afterwards it is the usual one again."""
    if not shutil.which("setxkbmap"):
        pytest.fail("setxkbmap is needed: apt install x11-xkb-utils")

    def use(name: str) -> None:
        subprocess.run(["setxkbmap", "-display", screen, name], check=True)

    yield use
    use("us")


def press(program: Program, letter: str, ctrl: bool = False) -> None:
    """Press the key at the place of a letter."""
    program._xdotool("windowfocus", "--sync", program.window)
    presses = program.now()["presses"] + 1 + ctrl
    words = ["key", str(CODES[letter])]
    held = str(CODES["ctrl"])
    program._xdotool(*(["keydown", held, *words, "keyup", held] if ctrl else words))
    program.until("the key", lambda now: now["presses"] >= presses)


LAYOUTS = ("us", "ru", "gr", "fr", "de", "il", "ara", "ua", "bg")


@pytest.mark.long
def test_keys_do_the_same_with_every_alphabet_and_fields_get_what_they_say(polhode, layout) -> None:
    program = polhode("fast-cone", *SMALL)
    for name in LAYOUTS:
        layout(name)
        program.frames(3)
        press(program, "p")
        program.until(f"{name}: the plots", lambda now: any(box.startswith("plots") for box in now["boxes"]))
        press(program, "p")
        program.until(f"{name}: no plots", lambda now: not any(box.startswith("plots") for box in now["boxes"]))
        press(program, "h")
        program.until(f"{name}: the help", lambda now: now["help"])
        press(program, "h")
        program.until(f"{name}: no help", lambda now: not now["help"])
        press(program, "o", ctrl=True)
        program.until(f"{name}: the dialog of files", lambda now: "open a file" in now["boxes"])
        layout("us")
        program.key("Escape")
        program.until(f"{name}: no dialog", lambda now: "open a file" not in now["boxes"])
    types_into_a_field(program, layout)
    assert program.quit() == (0, "")


def types_into_a_field(program: Program, layout: Callable[[str], None]) -> None:
    """Check that what is typed into a field is what the keys say."""
    program.key("F3")
    program.frames(8)
    layout("ru")
    press(program, "w")
    program.frames(4)
    cards = [box for box in program.now()["boxes"] if box.startswith("scenes/") and "fast-cone" in box]
    assert cards == [], "no title has the letter that was typed"
    layout("us")
    program.key("BackSpace")
    program.until("all scenes", lambda now: any("fast-cone" in box for box in now["boxes"]))
