"""Frames, panels and clicks of an interface without a window."""

from __future__ import annotations

from imgui_bundle import imgui

from game.model.input import Action, Button, Key, PointerMotion, Text
from game.model.messages import InterfaceStatus
from game.ui.interface import Interface

SIZE = (1280, 720)
CONTROLS = (380.0, 300.0)
"""A point in the panel of the body, in the column of its numbers, once that is open."""
SCENE = (640.0, 360.0)


def frames(interface: Interface, count: int = 6, size: tuple[int, int] = SIZE, status: InterfaceStatus | None = None):
    for _ in range(count):
        frame = interface.frame(size, 1 / 60, status or InterfaceStatus())
    return frame


def panels() -> dict[str, tuple[float, float, float, float]]:
    """Return the box of every visible panel by its name."""
    return {
        window.name: (window.pos.x, window.pos.y, window.pos.x + window.size.x, window.pos.y + window.size.y)
        for window in imgui.get_current_context().windows
        if window.was_active and not window.hidden and window.name != "Debug##Default" and "/" not in window.name
    }


def assert_nothing_is_clipped() -> None:
    """Assert that panels scroll only vertically and that the dock shows all its buttons."""
    for window in imgui.get_current_context().windows:
        if window.was_active and not window.hidden:
            assert window.scroll_max.x == 0, window.name
            assert window.scroll_max.y == 0 or window.name != "dock"
            assert window.content_size.x + 2 * window.window_padding.x <= window.size.x + 1, window.name


def click(interface: Interface, x: float, y: float, ctrl: bool = False, status: InterfaceStatus | None = None) -> None:
    interface.feed(PointerMotion(x, y, 0, 0, ctrl=ctrl))
    frames(interface, 2, status=status)
    for pressed, count in ((True, 2), (False, 4)):
        interface.feed(Button("left", pressed, x, y, ctrl=ctrl))
        frames(interface, count, status=status)


def open_body(interface: Interface) -> None:
    """Open the panel of the body."""
    if not interface.panels.is_open("body"):
        interface.act(Action.BODY)
    frames(interface)


def find_field(interface: Interface) -> None:
    """Ctrl+click down the panel of the body until a number is open for typing."""
    open_body(interface)
    for y in range(230, 600, 10):
        click(interface, CONTROLS[0], y, ctrl=True)
        if imgui.get_io().want_text_input:
            return
        interface.feed(Key("escape", True))
        interface.feed(Key("escape", False))
        interface.act(Action.CLOSE)
        interface.asks_to_quit = False
        frames(interface)
    raise AssertionError("no number to type into")


def type_in(interface: Interface, words: str) -> None:
    interface.feed(Key("left ctrl", False))
    interface.feed(Text(words))
    frames(interface)
    interface.feed(Key("return", True))
    frames(interface)
    interface.feed(Key("return", False))
    frames(interface)
