"""Input events (`game.model.input`) for Dear ImGui, and their owner: the panels or the scene."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from imgui_bundle import imgui

from game.model.input import Button, Event, Focus, Key, PointerMotion, Quit, Resized, Text, Wheel

BUTTONS = {"left": 0, "right": 1, "middle": 2}

KEYS: dict[str, imgui.Key] = {
    "tab": imgui.Key.tab,
    "left": imgui.Key.left_arrow,
    "right": imgui.Key.right_arrow,
    "up": imgui.Key.up_arrow,
    "down": imgui.Key.down_arrow,
    "page up": imgui.Key.page_up,
    "page down": imgui.Key.page_down,
    "home": imgui.Key.home,
    "end": imgui.Key.end,
    "insert": imgui.Key.insert,
    "delete": imgui.Key.delete,
    "backspace": imgui.Key.backspace,
    "space": imgui.Key.space,
    "return": imgui.Key.enter,
    "enter": imgui.Key.keypad_enter,
    "escape": imgui.Key.escape,
    **{letter: getattr(imgui.Key, letter) for letter in "acvxyz"},
}
"""Keys that Dear ImGui acts on, by their name in `game.model.input.Key`."""

ENDS_TYPING = frozenset(("return", "enter", "escape", "tab"))
"""Keys that close a text field."""
FRAMES_AFTER_TYPING = 2
"""Frames from such a key until Dear ImGui takes no more text."""
FRAMES_BEFORE_TYPING = 4
"""Frames from the opening of a panel with a text field that has the keyboard until Dear ImGui takes text."""


class EventFeed:
    """Passes events to Dear ImGui and records which presses belong to the panels.

    The owner of a press owns everything up to its release: a drag that begins in the scene belongs to the scene even
    over a panel, and the other way round.

    Dear ImGui reads the pointer and its buttons once per frame, and reports only in the frame after a click whether a
    text field is active. With long frames several events can arrive between two of them: `in_turn` distributes them
    over several frames.
    """

    def __init__(self) -> None:
        self._panel_buttons: set[str] = set()
        self._scene_buttons: set[str] = set()
        self._panel_keys: set[str] = set()
        self._waiting: deque[Event] = deque()
        self._pointer = (-1.0, -1.0)
        self._moved = False
        self._frames_to_wait = 0
        self._letter_done = False
        """Whether the next text is the letter of a key that no field has taken, which may just have opened one."""

    @property
    def waiting(self) -> bool:
        """True while events wait for a frame to be built."""
        return bool(self._waiting)

    def in_turn(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield, in order, the events to feed before the next frame: those left over, then new ones.

        Feed each one before taking the next. Events for which a frame must be built first are kept for the next call;
        events of the window itself are yielded at once.
        """
        for event in events:
            if isinstance(event, Quit | Resized):
                yield event
            else:
                self._waiting.append(event)
        while self._waiting and self._ready(self._waiting[0]):
            yield self._waiting.popleft()

    def _ready(self, event: Event) -> bool:
        """Return whether an event can be fed before the next frame."""
        if self._frames_to_wait:
            return False
        if not isinstance(event, Button):
            return True
        if event.down and panel_at(event.x, event.y) and (event.x, event.y) != self._pointer:
            self.feed(PointerMotion(event.x, event.y, 0, 0))  # as where a screen is touched
        # A control over another one is pressed only if it lay under the pointer in the frame before.
        concerned = panel_at(event.x, event.y) if event.down else event.button in self._panel_buttons
        return not (concerned and self._moved)

    @property
    def over_panel(self) -> bool:
        """Whether the pointer is the panels': it is over one, or a press there is held, or a list is open.

        What Dear ImGui says of this is that of its last frame, before the pointer came to where it is: of a move from a
        panel to the picture and a press there that arrive together the press would be lost.
        """
        if self._scene_buttons:
            return False
        listed = not imgui.get_current_context().open_popup_stack.empty()
        return listed or bool(self._panel_buttons) or panel_at(*self._pointer)

    def wait_for_field(self) -> None:
        """Keep events until the text field of a panel that has just been opened takes them."""
        self._frames_to_wait = FRAMES_BEFORE_TYPING

    def seen(self) -> None:
        """Note that a frame was built. Dear ImGui may defer events to the next frame, as a press after the wheel."""
        if imgui.get_current_context().input_events_queue.empty():
            self._moved = False
            self._frames_to_wait = max(self._frames_to_wait - 1, 0)

    def feed(self, event: Event) -> bool:
        """Feed one event to Dear ImGui; return whether it belongs to the panels."""
        match event:
            case Key():
                return self._key(event)
            case Text() if self._letter_done:
                self._letter_done = False
                return False
            case Text(text):
                imgui.get_io().add_input_characters_utf8(text)
                return imgui.get_io().want_text_input
            case PointerMotion(x, y):
                imgui.get_io().add_mouse_pos_event(x, y)
                self._pointer, self._moved = (x, y), True
                return self.over_panel
            case Button():
                return self._button(event)
            case Wheel(dx, dy):
                imgui.get_io().add_mouse_wheel_event(dx, dy)
                return self.over_panel
            case Focus(gained):
                self._focus(gained)
        return False

    def _key(self, event: Key) -> bool:
        io = imgui.get_io()
        _modifiers(event.shift, event.ctrl, event.alt)
        if event.name in KEYS:
            io.add_key_event(KEYS[event.name], event.down)
        if not event.down:
            self._letter_done = False
            swallowed = event.name in self._panel_keys
            self._panel_keys.discard(event.name)
            return swallowed
        swallowed = io.want_text_input and not (_is_function_key(event.name) or _is_command(event))
        self._letter_done = not swallowed
        if swallowed:
            self._panel_keys.add(event.name)
            if event.name in ENDS_TYPING:
                self._frames_to_wait = FRAMES_AFTER_TYPING
        return swallowed

    def _button(self, event: Button) -> bool:
        io = imgui.get_io()
        _modifiers(event.shift, event.ctrl, None)
        io.add_mouse_pos_event(event.x, event.y)
        self._pointer = event.x, event.y
        io.add_mouse_button_event(BUTTONS[event.button], event.down)
        if event.down:
            swallowed = self.over_panel
            (self._panel_buttons if swallowed else self._scene_buttons).add(event.button)
        else:
            swallowed = event.button in self._panel_buttons
            self._panel_buttons.discard(event.button)
            self._scene_buttons.discard(event.button)
        if swallowed:
            self._frames_to_wait = 1
        return swallowed

    def _focus(self, gained: bool) -> None:
        imgui.get_io().add_focus_event(gained)
        if not gained:
            for button in (*self._panel_buttons, *self._scene_buttons):
                imgui.get_io().add_mouse_button_event(BUTTONS[button], False)
            self._panel_buttons.clear()
            self._scene_buttons.clear()
            self._panel_keys.clear()


def panel_at(x: float, y: float) -> bool:
    """Return whether a panel of the last frame covers the point."""
    untouchable = imgui.WindowFlags_.no_mouse_inputs.value
    return any(
        window.active and not window.hidden and not window.flags & untouchable and _covers(window, x, y)
        for window in imgui.get_current_context().windows
    )


def _covers(window: imgui.internal.Window, x: float, y: float) -> bool:
    return window.pos.x <= x < window.pos.x + window.size.x and window.pos.y <= y < window.pos.y + window.size.y


def _is_function_key(name: str) -> bool:
    """Return whether a key is one of F1 to F12, which have no effect on text."""
    return name[0] == "f" and name[1:].isdigit()


def _is_command(event: Key) -> bool:
    """Return whether a key with Ctrl is a letter that does nothing to a text, as Ctrl+O."""
    letter = len(event.name) == 1 and event.name.isalpha()
    return event.ctrl and not event.alt and letter and event.name not in KEYS


def _modifiers(shift: bool, ctrl: bool, alt: bool | None) -> None:
    io = imgui.get_io()
    io.add_key_event(imgui.Key.mod_shift, shift)
    io.add_key_event(imgui.Key.mod_ctrl, ctrl)
    if alt is not None:
        io.add_key_event(imgui.Key.mod_alt, alt)
