from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator

import pytest

from game.app import window
from game.app.keyboard import Keyboard
from game.model.input import Button, Event, FileDrop, Focus, Key, PadAxis, PointerMotion, Quit, Resized, Text, Wheel
from game.model.key_bindings import BINDINGS, action_for

pygame = window.pygame


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    pygame.event.clear()
    yield
    pygame.display.quit()


def posted(*events: pygame.event.Event) -> list[Event]:
    for event in events:
        pygame.event.post(event)
    down: dict[int, str] = {}
    translated = [window.translate(event, down, Keyboard()) for event in pygame.event.get()]
    return [event for event in translated if event is not None]


def key(code: int, unicode: str = "", mod: int = 0, kind: int = pygame.KEYDOWN) -> pygame.event.Event:
    return pygame.event.Event(kind, key=code, unicode=unicode, mod=mod, scancode=0)


def test_plain_keys_are_translated(display: None) -> None:
    assert posted(key(pygame.K_SPACE, " "), key(pygame.K_SPACE, " ", kind=pygame.KEYUP)) == [
        Key("space", True),
        Key("space", False),
    ]
    assert posted(key(pygame.K_F12, mod=pygame.KMOD_SHIFT)) == [Key("f12", True, shift=True)]
    assert posted(key(pygame.K_TAB, "\t", mod=pygame.KMOD_LSHIFT)) == [Key("tab", True, shift=True)]
    assert posted(key(pygame.K_PAGEUP), key(pygame.K_PAGEDOWN)) == [
        Key("page up", True),
        Key("page down", True),
    ]
    assert posted(key(pygame.K_a, "\x01", mod=pygame.KMOD_CTRL)) == [Key("a", True, ctrl=True)]


@pytest.mark.parametrize(
    ("code", "unicode", "mod", "name"),
    [
        (pygame.K_EQUALS, "+", pygame.KMOD_SHIFT, "+"),
        (pygame.K_PLUS, "+", 0, "+"),
        (pygame.K_KP_PLUS, "+", 0, "+"),
        (pygame.K_KP_MINUS, "", 0, "-"),
        (pygame.K_6, "-", 0, "-"),
        (pygame.K_SEMICOLON, ".", pygame.KMOD_SHIFT, "."),
        (pygame.K_KP_PERIOD, ".", 0, "."),
    ],
)
def test_characters_of_bindings_are_found_on_every_layout(
    display: None, code: int, unicode: str, mod: int, name: str
) -> None:
    down, up = posted(key(code, unicode, mod), key(code, "", mod, pygame.KEYUP))
    assert down == Key(name, True)
    assert up == Key(name, False)


def test_key_that_stays_down_repeats(display: None) -> None:
    first, second = posted(key(pygame.K_PERIOD, "."), key(pygame.K_PERIOD, "."))
    assert (first.repeat, second.repeat) == (False, True)


def test_losing_the_focus_releases_the_keys(display: None) -> None:
    down: dict[int, str] = {}
    window.translate(key(pygame.K_w, "w"), down, Keyboard())
    assert set(down.values()) == {"w"}
    assert window.translate(pygame.event.Event(pygame.WINDOWFOCUSLOST), down, Keyboard()) == Focus(False)
    assert down == {}


def test_pointer_events_are_translated(display: None) -> None:
    event = pygame.event.Event
    assert posted(
        event(pygame.MOUSEMOTION, pos=(3, 4), rel=(1, -1), buttons=(0, 0, 0)),
        event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=3),
        event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=4),
        event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=0.5, flipped=False),
        event(pygame.MOUSEBUTTONUP, pos=(5, 4), button=1),
    ) == [
        PointerMotion(3, 4, 1, -1),
        Button("right", True, 3, 4),
        Wheel(0.0, 0.5),
        Button("left", False, 5, 4),
    ]


def test_window_events_are_translated(display: None) -> None:
    event = pygame.event.Event
    assert posted(
        event(pygame.TEXTINPUT, text="é"),
        event(pygame.WINDOWSIZECHANGED, x=800, y=500),
        event(pygame.QUIT),
    ) == [Text("é"), Resized(800, 500), Quit()]


def test_dropped_files_are_translated(display: None) -> None:
    event = pygame.event.Event
    assert posted(
        event(pygame.DROPBEGIN),
        event(pygame.DROPFILE, file="/home/me/scene é.toml"),
        event(pygame.DROPFILE, file="table.csv"),
        event(pygame.DROPTEXT, text="words"),
        event(pygame.DROPCOMPLETE),
    ) == [FileDrop("/home/me/scene é.toml"), FileDrop("table.csv")]


def test_keys_of_bindings_are_names_of_pygame(display: None) -> None:
    codes = {pygame.key.name(code).lower(): code for name, code in vars(pygame).items() if name.startswith("K_")}
    for binding in BINDINGS:
        mod = (pygame.KMOD_SHIFT if binding.shift else 0) | (pygame.KMOD_CTRL if binding.ctrl else 0)
        unicode = binding.key if binding.key in window.TYPED else ""
        (event,) = posted(key(pygame.K_EQUALS if unicode else codes[binding.key], unicode, mod))
        assert isinstance(event, Key)
        assert action_for(event) is binding.action


def test_window_has_an_icon_of_its_own(display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[pygame.Surface] = []
    monkeypatch.setattr(pygame.display, "set_icon", shown.append)
    window._show_icon()
    (icon,) = shown
    assert icon.get_size() == (128, 128)
    assert icon.get_at((0, 0)).a == 0, "round corners"
    assert icon.get_at((64, 80)).r > 200 > icon.get_at((64, 80)).b, "the orange top"


def test_noise_of_gamepads_does_not_stir_the_window(display: None) -> None:
    made = object.__new__(window.Window)
    made._down, made.gamepads, made.stirred = {}, window.Gamepads(), False
    made._keyboard = Keyboard()
    axis = pygame.CONTROLLER_AXIS_LEFTX
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=axis, value=900))
    pygame.event.post(pygame.event.Event(pygame.JOYAXISMOTION, instance_id=0, axis=0, value=0.02))
    assert made.events() == [] and not made.stirred
    pygame.event.post(pygame.event.Event(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=axis, value=32767))
    assert made.events() == [PadAxis("left x", 1.0)] and made.stirred


def test_missing_display_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert not window.has_display()
    with pytest.raises(window.NoDisplay, match=r"^no display: [^\n]+$"):
        window.Window((64, 64), "Polhode")


def test_unreachable_display_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":7654")
    assert window.has_display()
    with pytest.raises(window.NoDisplay, match=":7654"):
        window.Window((64, 64), "Polhode")


def test_text_comes_back_from_the_clipboard(display: None) -> None:
    assert window.Window.copy(object.__new__(window.Window), "J.-C. Chappelier: é, ω × L")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        found = importlib.import_module("pygame.scrap").get(window.UTF8)
    assert found == "J.-C. Chappelier: é, ω × L".encode()
