"""Boxes of panels and controls on the screen, recorded for automated tests of the interface."""

from __future__ import annotations

from imgui_bundle import imgui

from game.ui.label_placement import Box


def window_box() -> Box:
    """Return the box of the window that is being built."""
    corner, size = imgui.get_window_pos(), imgui.get_window_size()
    return corner.x, corner.y, corner.x + size.x, corner.y + size.y


class ItemBoxes:
    """Left, top, right and bottom edges [points] of panels and controls, recorded while a frame is built.

    A panel has the name of its window, a control that of the window and its own: "controls/sling". Nothing is recorded
    until `wanted` is set.
    """

    def __init__(self) -> None:
        self.wanted = False
        self.found: dict[str, Box] = {}

    def begin(self) -> None:
        """Clear the boxes of the last frame."""
        self.found = {}

    def panel(self) -> None:
        """Record the window that is being built."""
        window = imgui.internal.get_current_window() if self.wanted else None
        if window is not None and not window.hidden:
            left, top = window.pos
            self.found[window.name] = left, top, left + window.size.x, top + window.size.y

    def control(self, name: str) -> None:
        """Record the last widget if it is visible."""
        if self.wanted and imgui.is_item_visible():
            panel = imgui.internal.get_current_window().root_window.name
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            self.found[f"{panel}/{name}"] = low.x, low.y, high.x, high.y


BOXES = ItemBoxes()
