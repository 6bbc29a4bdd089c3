"""Where panels and their controls are on the screen, for a program that uses the interface in a person's place."""

from __future__ import annotations

from imgui_bundle import imgui

Box = tuple[float, float, float, float]


class ItemBoxes:
    """Left, top, right and bottom edge [points] of panels and controls, gathered while a frame is built.

    A panel is named as its window, a control as the window and itself: "controls/sling". Nothing is gathered until
    `wanted` is set.
    """

    def __init__(self) -> None:
        self.wanted = False
        self.found: dict[str, Box] = {}

    def begin(self) -> None:
        """Forget those of the last frame."""
        self.found = {}

    def panel(self) -> None:
        """Note the window that is being built."""
        window = imgui.internal.get_current_window() if self.wanted else None
        if window is not None and not window.hidden:
            left, top = window.pos
            self.found[window.name] = left, top, left + window.size.x, top + window.size.y

    def control(self, name: str) -> None:
        """Note the last widget, where it can be seen."""
        if self.wanted and imgui.is_item_visible():
            panel = imgui.internal.get_current_window().root_window.name
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            self.found[f"{panel}/{name}"] = low.x, low.y, high.x, high.y


BOXES = ItemBoxes()
