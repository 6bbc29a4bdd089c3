"""The card above the dock that leads a person: the frame that its kinds have in common."""

from __future__ import annotations

from imgui_bundle import imgui

from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, SCROLLING, BlockEnd, icon_button, window
from game.ui.widgets.icons import Icon
from game.ui.widgets.theme import ACCENT

FLAGS = SCROLLING & ~imgui.WindowFlags_.always_auto_resize.value
ABOVE = 0.5
"""Space above a card [em]."""


class CardFrame:
    """The frame of a card, which never reaches beyond the upper edge of the window. name: of its window; width [em]."""

    def __init__(self, name: str, width: float) -> None:
        self.name, self.width = name, width
        self._height = 0.0

    def opened(self, desk: PanelContext, middle: float, bottom: float, most: float) -> BlockEnd:
        """Open the card for a block, with its lower edge at `bottom`, at most so wide [points]."""
        em = desk.theme.em
        width, tallest = min(self.width * em, most), imgui.get_io().display_size.y - em
        bottom = max(bottom, self._height + ABOVE * em)
        imgui.set_next_window_pos(imgui.ImVec2(middle, bottom), ALWAYS, imgui.ImVec2(0.5, 1.0))
        imgui.set_next_window_size(imgui.ImVec2(width, 0.0), ALWAYS)
        imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), imgui.ImVec2(width, tallest))
        block = window(self.name, FLAGS)
        desk.glass.card(desk.theme, ACCENT)
        return block

    def height(self, desk: PanelContext) -> float:
        """Return the height of the card with a margin; called where its contents end."""
        self._height = imgui.get_window_size().y
        return self._height + ABOVE * desk.theme.em

    def crossed(self, desk: PanelContext, words: str) -> bool:
        """Build the button that closes the card, at the right of the present row; return whether it was clicked."""
        side = 1.6 * desk.theme.em
        imgui.same_line(imgui.get_window_size().x - imgui.get_style().window_padding.x - side)
        imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - 0.25 * desk.theme.em)
        return icon_button(f"close {self.name}", Icon.CLOSE, words, desk.theme, side=side)


def beside(words: str) -> None:
    """Place the next button beside the last item where its words have room, else below, at the left."""
    style = imgui.get_style()
    right = imgui.get_window_pos().x + imgui.get_window_size().x - style.window_padding.x
    wide = imgui.calc_text_size(words).x + 2.0 * style.frame_padding.x
    if imgui.get_item_rect_max().x + style.item_spacing.x + wide <= right:
        imgui.same_line()
