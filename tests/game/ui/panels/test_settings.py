from __future__ import annotations

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from game.model import key_bindings
from game.model.input import Action, Key
from game.model.key_bindings import action_for
from game.model.messages import InterfaceStatus
from game.model.words import language_in_use, use_language
from game.ui.interface import Interface
from game.ui.panels.settings import THEME_NAMES
from game.ui.widgets.item_boxes import BOXES
from tests.game.ui.panel_driver import assert_nothing_is_clipped, click, frames, panels
from tools.drawn_texts import recorded


@pytest.fixture(autouse=True)
def defaults(interface: Interface) -> Iterator[None]:
    interface.report()  # boxes are wanted
    interface.act(Action.SETTINGS)
    frames(interface)
    yield
    key_bindings.use_changes({})
    use_language("en")


def push(interface: Interface, name: str) -> None:
    """Click a control of the settings."""
    left, top, right, bottom = BOXES.found[f"settings/{name}"]
    click(interface, (left + right) / 2, (top + bottom) / 2)


def press(interface: Interface, name: str, **modifiers: bool) -> bool:
    used = interface.feed(Key(name, True, **modifiers))
    interface.feed(Key(name, False, **modifiers))
    frames(interface)
    return used


def test_pressed_key_becomes_that_of_the_action_and_is_kept(interface: Interface) -> None:
    push(interface, "key of pause")
    assert press(interface, "left ctrl", ctrl=True), "a modifier alone is no key"
    assert press(interface, "f5", ctrl=True)
    assert interface.settings.keys == {"pause": ("ctrl+f5",)}
    assert action_for(Key("f5", True, ctrl=True)) is Action.PAUSE
    assert action_for(Key("space", True)) is None
    assert not press(interface, "f5", ctrl=True), "the next press is an action again"
    push(interface, "default of pause")
    assert interface.settings.keys == {}
    assert action_for(Key("space", True)) is Action.PAUSE


def test_escape_cancels_and_closes_only_then(interface: Interface) -> None:
    push(interface, "key of pause")
    assert press(interface, "escape")
    assert interface.settings_open and interface.settings.keys == {}
    assert action_for(Key("escape", True)) is Action.CLOSE
    interface.act(Action.CLOSE)
    assert not interface.settings_open and not interface.asks_to_quit


def test_alt_is_refused_with_a_message(interface: Interface) -> None:
    push(interface, "key of pause")
    press(interface, "p", alt=True)
    assert interface.report()["messages"] == ["keys with Alt cannot be used"]
    assert interface.settings.keys == {}


def test_conflict_names_both_actions(interface: Interface, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    write = imgui.text_unformatted
    monkeypatch.setattr(imgui, "text_unformatted", lambda words: (said.append(words), write(words)))
    frames(interface, 1)
    assert not [words for words in said if words.startswith("Conflict")]
    push(interface, "key of pause")
    press(interface, "r")
    said.clear()
    frames(interface, 1)
    assert "Conflict: several actions have the same key: R" in said
    assert "Conflict: R is also “restart”" in said
    assert "Conflict: R is also “pause or resume”" in said
    push(interface, "All back to default")
    assert interface.settings.keys == {}


def test_action_without_a_key(interface: Interface) -> None:
    push(interface, "no key of reset")
    assert interface.settings.keys == {"reset": ()}
    assert action_for(Key("r", True)) is None


def test_language_theme_motion_and_gamepad_are_chosen(interface: Interface) -> None:
    push(interface, "language fr")
    push(interface, "theme light")
    push(interface, "reduced_motion on")
    push(interface, "on")
    chosen = interface.settings
    assert (chosen.language, chosen.theme, chosen.reduced_motion, chosen.gamepad) == ("fr", "light", "on", False)
    assert set(THEME_NAMES) == {"dark", "light", "high-contrast"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(1280, 720), (640, 400)])
def test_nothing_is_cut(interface: Interface, language: str, size: tuple[int, int]) -> None:
    use_language(language)
    assert language_in_use() == language
    key_bindings.use_changes({"pause": ("r",), "plots": ("ctrl+shift+page down",)})
    frames(interface, size=size, status=InterfaceStatus(gamepad="a pad"))
    left, top, right, bottom = panels()["settings"]
    assert left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]
    assert_nothing_is_clipped()


def test_units_are_chosen_for_quantities_without_a_reading(interface: Interface) -> None:
    push(interface, "unit of kg")
    with recorded() as texts:
        frames(interface, 1)
    left, top, right, bottom = next(text.box for text in texts if text.words == "g" and "Combo" in text.window)
    click(interface, (left + right) / 2, (top + bottom) / 2)
    assert interface.settings.units == {"kg": "g"}


def test_sound_is_muted_and_its_volume_chosen(interface: Interface) -> None:
    push(interface, "heard")
    assert interface.settings.muted
    push(interface, "muted")
    assert not interface.settings.muted
    left, top, right, bottom = BOXES.found["settings/volume"]
    click(interface, left + 0.25 * (right - left), (top + bottom) / 2)
    assert interface.settings.volume == pytest.approx(0.25, abs=0.05)
