"""The window: pygame for the OpenGL context, buffer swap, and translation of events."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

import numpy as np

from game.model import key_bindings, resources
from game.model.errors import NoDisplay, NoOpenGL
from game.model.input import Button, Event, FileDrop, Focus, Key, PointerMotion, Quit, Resized, Text, Wheel

UNUSED = ("mixer", "mixer_music", "sndarray", "surfarray", "scrap", "font", "sysfont", "fastevent")
"""Parts of pygame that are not used; with their libraries they take longer to load than all the rest."""


@contextmanager
def _hidden(*modules: str) -> Iterator[None]:
    """Make modules fail to import within the block."""
    loaded = {module: sys.modules.get(module) for module in modules}
    sys.modules.update(dict.fromkeys(modules))  # type: ignore[arg-type]  # this is how Python says so
    try:
        yield
    finally:
        for module, known in loaded.items():
            del sys.modules[module]
            if known is not None:
                sys.modules[module] = known


os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # else it prints a greeting on import
# pkg_resources takes a tenth of a second, and pygame finds its files without it.
with _hidden("pkg_resources", *(f"pygame.{part}" for part in UNUSED)):
    import pygame

    from game.app.desktop_settings import screen_scale, usual_size
    from game.app.gamepads import PAD_EVENTS, Gamepads
    from game.app.keyboard import PLACES, Keyboard

BUTTONS = {1: "left", 2: "middle", 3: "right"}
KEYPAD = {pygame.K_KP_PLUS: "+", pygame.K_KP_MINUS: "-", pygame.K_KP_ENTER: "enter"}
TYPED = frozenset("+-.,")
"""Characters that are bindings on any key that types them."""
KEYBOARD_MAY_DIFFER = frozenset((pygame.KEYDOWN, pygame.KEYMAPCHANGED, pygame.WINDOWFOCUSGAINED))
"""Events at which the layout may be another one: not every system tells that it was changed."""
UTF8 = "text/plain;charset=utf-8"
"""Type of a text on the clipboard; pygame 2.6 refuses its own constant for it."""
SCREENLESS = frozenset(("dummy", "offscreen", "evdev"))
"""Video drivers that SDL falls back to when there is no screen."""
REPEAT_DELAY, REPEAT_INTERVAL = 350, 40


class Window:
    """A resizable window with an OpenGL 3.3 core, forward-compatible context, current in this thread.

    size: (width, height) in points, or None for the usual one at the scale of the desktop, on its screen. title: of the
    title bar. stirred: whether the last call of `events` found any, used or not, except the noise of gamepads. Raises
    NoDisplay or NoOpenGL.
    """

    def __init__(self, size: tuple[int, int] | None, title: str, fullscreen: bool = False) -> None:
        if not has_display():
            raise NoDisplay("no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
        _open_display()
        self._down: dict[int, str] = {}
        self._keyboard = Keyboard()
        self.gamepads = Gamepads()
        self.stirred = False
        _ask_for_context()
        _show_icon()
        size = size or usual_size(screen_scale(), pygame.display.get_desktop_sizes()[0])
        _open_window((0, 0) if fullscreen else size, pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE)
        pygame.display.set_caption(title)
        pygame.key.set_repeat(REPEAT_DELAY, REPEAT_INTERVAL)
        pygame.key.start_text_input()
        self._look_at_keyboard()

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height in points, the unit of pointer positions."""
        width, height = pygame.display.get_window_size()
        return width, height

    @property
    def buffer_size(self) -> tuple[int, int]:
        """Return width and height in pixels, equal to `size`: pygame requests no buffer of higher density."""
        return self.size

    def events(self) -> list[Event]:
        """Return the events since the last call, in order."""
        happened = pygame.event.get()
        if any(event.type in KEYBOARD_MAY_DIFFER for event in happened):
            self._look_at_keyboard()
        pads = [event for event in happened if event.type in PAD_EVENTS]
        used = [found for event in pads if (found := self.gamepads.translate(event)) is not None]
        self.stirred = len(happened) > len(pads) or bool(used)
        keys = self._keyboard
        translated = (translate(event, self._down, keys) for event in happened if event.type not in PAD_EVENTS)
        return [*(event for event in translated if event is not None), *used]

    def _look_at_keyboard(self) -> None:
        """Find the layout of the keyboard, and show actions by what is printed on its keys."""
        if self._keyboard.look():
            key_bindings.use_signs(self._keyboard.signs)

    @property
    def visible(self) -> bool:
        """True unless the window is minimised or hidden."""
        return bool(pygame.display.get_active())

    @property
    def alive(self) -> bool:
        """True until the display is closed or lost."""
        return bool(pygame.display.get_init()) and pygame.display.get_surface() is not None

    def flip(self) -> None:
        """Show what was drawn; waits for the refresh of the screen where it can."""
        pygame.display.flip()

    def toggle_fullscreen(self) -> None:
        """Switch between full screen and window. The OpenGL context and its objects stay."""
        pygame.display.toggle_fullscreen()

    def title(self, text: str) -> None:
        """Change the text of the title bar."""
        pygame.display.set_caption(text)

    def copy(self, text: str) -> bool:
        """Put a text on the clipboard; return False where there is none."""
        scrap = import_module("pygame.scrap")  # `from pygame` finds the one that was hidden
        try:
            if hasattr(scrap, "put_text"):  # pygame-ce
                scrap.put_text(text)
            else:
                scrap.init()
                scrap.put(UTF8, text.encode())
        except pygame.error:
            return False
        return True

    def close(self) -> None:
        """Close the window and the display."""
        self.gamepads.use(False)
        pygame.display.quit()


def has_display() -> bool:
    """Return whether a window may be possible, without opening anything.

    A video driver named in SDL_VIDEODRIVER counts as a display, unless it is the dummy, which has no OpenGL.
    """
    driver = os.environ.get("SDL_VIDEODRIVER")
    if driver:
        return driver != "dummy"
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def translate(event: pygame.event.Event, down: dict[int, str], keyboard: Keyboard) -> Event | None:
    """Return an event of pygame in plain terms, or None for one that is not used.

    down: the names of the keys that are down, by pygame's key code; kept up to date. keyboard: whose keys they are.
    """
    if event.type == pygame.KEYDOWN or event.type == pygame.KEYUP:
        return _key(event, down, keyboard)
    if event.type == pygame.TEXTINPUT:
        return Text(event.text)
    if event.type == pygame.MOUSEMOTION:
        shift, ctrl, _ = _modifiers(pygame.key.get_mods())
        (x, y), (dx, dy) = event.pos, event.rel
        return PointerMotion(float(x), float(y), float(dx), float(dy), shift, ctrl)
    if event.type == pygame.MOUSEBUTTONDOWN or event.type == pygame.MOUSEBUTTONUP:
        if event.button not in BUTTONS:
            return None
        shift, ctrl, _ = _modifiers(pygame.key.get_mods())
        pressed = event.type == pygame.MOUSEBUTTONDOWN
        x, y = event.pos
        return Button(BUTTONS[event.button], pressed, float(x), float(y), shift, ctrl)
    if event.type == pygame.MOUSEWHEEL:
        return Wheel(float(event.precise_x), float(event.precise_y))
    if event.type == pygame.WINDOWSIZECHANGED:
        return Resized(event.x, event.y)
    if event.type == pygame.WINDOWFOCUSGAINED or event.type == pygame.WINDOWFOCUSLOST:
        down.clear()
        return Focus(event.type == pygame.WINDOWFOCUSGAINED)
    if event.type == pygame.DROPFILE:
        return FileDrop(event.file)
    return Quit() if event.type == pygame.QUIT else None


def _key(event: pygame.event.Event, down: dict[int, str], keyboard: Keyboard) -> Key:
    shift, ctrl, alt = _modifiers(event.mod)
    scancode = getattr(event, "scancode", 0)
    by_itself = keyboard.name(pygame.key.name(event.key).lower(), scancode)
    if event.type == pygame.KEYUP:
        name = down.pop(event.key, None) or by_itself
        return Key(name, False, shift and name not in TYPED, ctrl, alt)
    typed = event.unicode if event.unicode in TYPED else ""
    name = KEYPAD.get(event.key) or ("" if keyboard.counts_by_place(scancode) else typed)
    name = name or by_itself
    repeat = event.key in down
    down[event.key] = name
    return Key(name, True, shift and name not in TYPED, ctrl, alt, repeat, PLACES.get(scancode, ""))


def _modifiers(mods: int) -> tuple[bool, bool, bool]:
    """Return Shift, Ctrl (on a Mac Command, too, which has some of its keys for itself) and Alt."""
    command = pygame.KMOD_META | pygame.KMOD_CTRL if sys.platform == "darwin" else pygame.KMOD_CTRL
    return bool(mods & pygame.KMOD_SHIFT), bool(mods & command), bool(mods & pygame.KMOD_ALT)


def _open_display() -> None:
    """Start SDL's video alone: all of pygame would also open the sound card."""
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplay(f"no display: {error}") from None
    driver = pygame.display.get_driver().lower()
    if driver in SCREENLESS and driver != os.environ.get("SDL_VIDEODRIVER", "").lower():
        pygame.display.quit()
        where = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        raise NoDisplay(f"no display: {where!r} cannot be opened")


def _ask_for_context() -> None:
    wanted = {
        pygame.GL_CONTEXT_MAJOR_VERSION: 3,
        pygame.GL_CONTEXT_MINOR_VERSION: 3,
        pygame.GL_CONTEXT_PROFILE_MASK: pygame.GL_CONTEXT_PROFILE_CORE,
        pygame.GL_CONTEXT_FLAGS: pygame.GL_CONTEXT_FORWARD_COMPATIBLE_FLAG,
        pygame.GL_DOUBLEBUFFER: 1,
        pygame.GL_DEPTH_SIZE: 0,
        pygame.GL_STENCIL_SIZE: 0,
        pygame.GL_MULTISAMPLEBUFFERS: 0,
    }
    for attribute, value in wanted.items():
        pygame.display.gl_set_attribute(attribute, value)


def _show_icon() -> None:
    """Give the window the icon of the program; some systems take it only before there is a window."""
    pixels = np.load(resources.path("assets/icon.npy"))
    height, width, _ = pixels.shape
    pygame.display.set_icon(pygame.image.frombuffer(pixels.tobytes(), (width, height), "RGBA"))


def picture_of(path: os.PathLike[str]) -> tuple[tuple[int, int], bytes]:
    """Return the size [pixels] of the picture of a file, and its colours, rows of RGB; raises OSError without one."""
    try:
        picture = pygame.image.load(path)
    except pygame.error as error:
        raise OSError(str(error)) from None
    return picture.get_size(), pygame.image.tobytes(picture, "RGB")


def _open_window(size: tuple[int, int], flags: int) -> None:
    """Open it synchronised with the screen's refresh if the driver can, else without."""
    flags |= pygame.OPENGL | pygame.DOUBLEBUF
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pygame warns where it cannot synchronise
        try:
            pygame.display.set_mode(size, flags, vsync=1)
        except pygame.error as error:
            found = _older_opengl(flags)
            pygame.display.quit()
            raise NoOpenGL(f"no OpenGL 3.3 core context: {error}", found) from None


def _older_opengl(flags: int) -> str:
    """Return version and renderer of the OpenGL of a hidden window that asks for none in particular, "" for none."""
    from game.render.gpu.driver import older_version

    with suppress(pygame.error):
        pygame.display.quit()
        pygame.display.init()
        pygame.display.set_mode((64, 64), (flags & ~pygame.FULLSCREEN) | pygame.HIDDEN)
        return older_version()
    return ""
