"""Keys that move between the controls of the panels: Ctrl+Tab from panel to panel, arrows and Tab within.

Enter or the space bar uses a control, Enter opens a number for typing, Esc gives the keys back to the scene. While a
list or menu is open, whatever has opened it, these keys are its own, and Esc closes it.
"""

from __future__ import annotations

from imgui_bundle import imgui

from game.model.input import Button, Event, Key

KEYS = frozenset(
    ("tab", "left", "right", "up", "down", "page up", "page down", "home", "end", "space", "return", "enter", "escape")
)
"""Keys that belong to the panels meanwhile."""
NO_INPUT = imgui.WindowFlags_.no_inputs.value
NOT_PANELS = ("Debug##", "edge of ", "sign ", "timeline")
"""Beginnings of the names of windows that hold no controls for keys."""
CHILD = imgui.WindowFlags_.child_window.value


class ControlKeys:
    """Whether keys move between the controls (on), or within an open list, and the panel that they are in."""

    def __init__(self) -> None:
        self.on = self._listed = False
        self._next = False
        self._panel = ""

    def next_panel(self) -> None:
        """Move on to the next panel, from the left; begin with the first."""
        self._next = True
        self.on = True

    def leave(self) -> None:
        """Give the keys back to the scene."""
        self.on = False
        self._panel = ""

    def take(self, event: Event) -> bool:
        """Return whether a key belongs to the panels; Esc, unless a text is typed, and a click end that."""
        if isinstance(event, Button) and event.down:
            self.leave()
        if not (self.on or self._listed) or not isinstance(event, Key) or event.name not in KEYS:
            return False
        if self._listed and event.name == "escape":
            return False  # its action closes the list
        if event.name == "escape" and event.down and not imgui.get_io().want_text_input:
            self.leave()
            return True
        return not (event.name == "tab" and event.ctrl)

    def begin(self, listed: bool) -> None:
        """Set what Dear ImGui does with keys in the next frame; called before it begins. listed: a list is open."""
        self._listed = listed
        io, enabled = imgui.get_io(), imgui.ConfigFlags_.nav_enable_keyboard.value
        was = bool(io.config_flags & enabled)
        io.config_flags = io.config_flags | enabled if self.on or listed else io.config_flags & ~enabled
        context = imgui.get_current_context()
        context.config_nav_windowing_key_next = context.config_nav_windowing_key_prev = 0  # its own list has no titles
        if was and not (self.on or listed):
            imgui.set_nav_cursor_visible(False)

    def focus(self) -> None:
        """Focus the next panel if that was asked for; called when a frame has begun."""
        if not self._next:
            return
        self._next = False
        shown = [
            window for window in imgui.get_current_context().windows
            if window.was_active and not window.hidden and not window.flags & (NO_INPUT | CHILD)
            and not window.name.startswith(NOT_PANELS)
        ]  # fmt: skip
        panels = {window.name: window for window in sorted(shown, key=lambda window: (window.pos.x, window.pos.y))}
        if panels:
            names = list(panels)
            after = names.index(self._panel) + 1 if self._panel in names else 0
            self._panel = names[after % len(names)]
            imgui.set_window_focus(self._panel)
            imgui.internal.nav_init_window(panels[self._panel], True)
            imgui.set_nav_cursor_visible(True)
