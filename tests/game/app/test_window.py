from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from game.app import window
from game.app.keyboard import Keyboard
from game.model.errors import NoOpenGL
from game.model.input import Button, Event, FileDrop, Focus, Key, PadAxis, PointerMotion, Quit, Resized, Text, Wheel
from game.model.key_bindings import BINDINGS, action_for
from game.render.gpu import driver

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


@pytest.mark.parametrize(
    ("platform", "known", "found"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"SDL_VIDEODRIVER": "x11"}, True),
        ("linux", {"SDL_VIDEODRIVER": "dummy", "DISPLAY": ":0"}, False),
        ("win32", {}, True),
        ("darwin", {}, True),
        ("darwin", {"SDL_VIDEODRIVER": "dummy"}, False),
    ],
)
def test_a_display_is_looked_for_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, platform: str, known: dict[str, str], found: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in known.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert window.has_display() is found


def test_hidden_modules_fail_to_import_within_the_block_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "this", raising=False)
    with window._hidden("colorsys", "this"):
        for name in ("colorsys", "this"):
            with pytest.raises(ImportError):
                importlib.import_module(name)
    assert importlib.import_module("colorsys").rgb_to_hsv and "this" not in sys.modules


def test_a_context_of_opengl_3_3_core_without_depth_and_samples_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[int, int] = {}
    monkeypatch.setattr(pygame.display, "gl_set_attribute", asked.__setitem__)
    window._ask_for_context()
    assert (asked[pygame.GL_CONTEXT_MAJOR_VERSION], asked[pygame.GL_CONTEXT_MINOR_VERSION]) == (3, 3)
    assert asked[pygame.GL_CONTEXT_PROFILE_MASK] == pygame.GL_CONTEXT_PROFILE_CORE
    assert asked[pygame.GL_CONTEXT_FLAGS] == pygame.GL_CONTEXT_FORWARD_COMPATIBLE_FLAG
    assert asked[pygame.GL_DOUBLEBUFFER] == 1
    unused = pygame.GL_DEPTH_SIZE, pygame.GL_STENCIL_SIZE, pygame.GL_MULTISAMPLEBUFFERS
    assert [asked[each] for each in unused] == [0, 0, 0] and len(asked) == 8


def test_a_window_waits_for_the_screen_and_where_it_cannot_be_opened_what_there_is_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[tuple[Any, ...]] = []

    def set_mode(size: tuple[int, int], flags: int, vsync: int = 0) -> None:
        opened.append((size, flags, vsync))
        if fails and vsync:
            raise pygame.error("no such context")

    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    for name in ("init", "quit"):
        monkeypatch.setattr(pygame.display, name, lambda name=name: opened.append((name,)))
    monkeypatch.setattr(driver, "older_version", lambda: "2.1 Mesa")
    fails = False
    wanted = pygame.OPENGL | pygame.DOUBLEBUF
    window._open_window((640, 480), pygame.RESIZABLE)
    assert opened == [((640, 480), wanted | pygame.RESIZABLE, 1)]
    fails = True
    with pytest.raises(NoOpenGL, match=r"^no OpenGL 3\.3 core context: no such context") as failed:
        window._open_window((0, 0), pygame.FULLSCREEN)
    assert "the driver has OpenGL 2.1 Mesa" in str(failed.value)
    assert opened[1:] == [
        ((0, 0), wanted | pygame.FULLSCREEN, 1), ("quit",), ("init",), ((64, 64), wanted | pygame.HIDDEN, 0), ("quit",),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("platform", "command"),
    [("linux", pygame.KMOD_CTRL), ("darwin", pygame.KMOD_META), ("darwin", pygame.KMOD_CTRL)],
)
def test_modifiers_are_shift_the_command_key_of_the_system_and_alt(
    monkeypatch: pytest.MonkeyPatch, platform: str, command: int
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    for mods, found in ((0, (0, 0, 0)), (pygame.KMOD_LSHIFT, (1, 0, 0)), (command, (0, 1, 0)),
                        (pygame.KMOD_RALT, (0, 0, 1)), (command | pygame.KMOD_SHIFT, (1, 1, 0))):  # fmt: skip
        assert window._modifiers(mods) == tuple(map(bool, found))


def test_titles_and_full_screen_are_those_of_pygame(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Any] = []
    monkeypatch.setattr(pygame.display, "set_caption", done.append)
    monkeypatch.setattr(pygame.display, "toggle_fullscreen", lambda: done.append("full"))
    monkeypatch.setattr(pygame.display, "get_window_size", lambda: (640, 480))
    made = object.__new__(window.Window)
    made.title("Polhode")
    made.toggle_fullscreen()
    assert done == ["Polhode", "full"] and made.size == made.buffer_size == (640, 480)


def test_where_there_is_no_clipboard_nothing_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: object) -> None:
        raise pygame.error("no clipboard")

    copied: list[str] = []
    made = object.__new__(window.Window)
    for scrap, done in ((SimpleNamespace(init=refused), False), (SimpleNamespace(put_text=copied.append), True)):
        monkeypatch.setattr(window, "import_module", lambda name, scrap=scrap: scrap)
        assert made.copy("a") is done
    assert copied == ["a"]
