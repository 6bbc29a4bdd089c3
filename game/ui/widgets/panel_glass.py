"""Background of panels: the blurred picture behind them, a thin border and a soft shadow."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from game.model.overlay import FrostedPanes
from game.ui.widgets.basic import ANY_POPUP
from game.ui.widgets.item_boxes import window_box
from game.ui.widgets.pixels import Pixels
from game.ui.widgets.theme import PANEL, POPUP, Color, Theme, Tone, packed, rgba

SPREAD, WIDER = 0.85, 1.8
"""Reach of the shadow beyond a panel, and beyond a card that lies over panels [em]."""
SIDE = 48
"""Side of the texture of a shadow's corner [pixels]."""


def corner() -> NDArray[np.uint32]:
    """Return a quarter of a round shadow, which fades away from its lower right corner; (SIDE, SIDE)."""
    along = (np.arange(SIDE)[::-1] + 0.5) / SIDE
    away = np.minimum(np.hypot(*np.meshgrid(along, along)), 1.0)
    opaque = np.rint(255.0 * (1.0 - away) ** 2).astype(np.uint32)
    return opaque * np.uint32(1 << 24) + np.uint32(0xFFFFFF)


class PanelGlass:
    """The panel backgrounds of a frame, collected while it is built."""

    def __init__(self) -> None:
        self._boxes: list[tuple[float, float, float, float, float]] = []
        self._private: list[int] = []
        self._shadow: Pixels | None = None

    def begin(self) -> None:
        """Clear the panels of the last frame."""
        self._boxes.clear()
        self._private.clear()

    def lay(self, private: bool = False, seen: float | None = None) -> None:
        """Give the window that is being built a panel background, of an opacity `seen`; None: that of its words.

        private: no video shows it.
        """
        if not imgui.get_current_context().current_window.hidden:
            if private:
                self._private.append(len(self._boxes))
            self._boxes.append((*window_box(), imgui.get_style().alpha if seen is None else seen))

    def lay_above(self, theme: Theme, covered: Sequence[tuple[float, float, float, float]]) -> None:
        """Give the window that is being built, which no video shows, a background: a card if it lies over a panel.

        covered: boxes of the panels [points]; texts would otherwise show through one another.
        """
        left, top, right, bottom = window_box()
        if any(box[0] < right and left < box[2] and box[1] < bottom and top < box[3] for box in covered):
            self.dialog(theme)
        else:
            self.lay(private=True)

    def dialog(self, theme: Theme) -> None:
        """Give the window that is being built the background of a card, and keep it in front of all but open lists."""
        if not imgui.is_popup_open("", ANY_POPUP):
            imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
        self.card(theme)

    def lay_box(self, left: float, top: float, right: float, bottom: float) -> None:
        """Add a panel background that several windows share."""
        self._boxes.append((left, top, right, bottom, imgui.get_style().alpha))

    def panes(self, theme: Theme) -> FrostedPanes:
        """Return the panel backgrounds to be drawn below the widgets."""
        edge, em = rgba(Tone.BORDER), theme.em
        rounding = imgui.get_style().window_rounding
        private = frozenset(self._private)
        return FrostedPanes(list(self._boxes), rounding, SPREAD * em, rgba(PANEL), edge, rgba(Tone.SHADOW), private)

    def card(self, theme: Theme, edge: Color = Tone.BORDER) -> None:
        """Give the window that is being built the background of a card over all panels, with a shadow."""
        if self._shadow is None:
            self._shadow = Pixels(SIDE, SIDE)
            self._shadow.put(corner())
        box, ink = window_box(), imgui.get_window_draw_list()
        low, high = imgui.ImVec2(*box[:2]), imgui.ImVec2(*box[2:])
        rounding = imgui.get_style().window_rounding
        ink.push_clip_rect_full_screen()
        _shadow(ink, self._shadow, box, packed(Tone.SHADOW), WIDER * theme.em, rounding)
        ink.add_rect_filled(low, high, packed(POPUP), rounding)
        ink.add_rect(low, high, packed(edge), rounding)
        ink.pop_clip_rect()


def _shadow(
    ink: imgui.ImDrawList,
    picture: Pixels,
    box: tuple[float, float, float, float],
    shade: int,
    reach: float,
    rounding: float,
) -> None:
    """Draw the four corners and edges of a shadow around a box and below its rounded corners."""
    x0, y0, x1, y1 = box
    xs = (x0 - reach, x0 + rounding, x1 - rounding, x1 + reach)
    ys = (y0 - reach, y0 + rounding, y1 - rounding, y1 + reach)
    us = (0.0, 1.0, 1.0, 0.0)
    for row in range(3):
        for column in range(3):
            if row == column == 1:
                continue
            low, high = imgui.ImVec2(xs[column], ys[row]), imgui.ImVec2(xs[column + 1], ys[row + 1])
            begins, ends = imgui.ImVec2(us[column], us[row]), imgui.ImVec2(us[column + 1], us[row + 1])
            ink.add_image(picture.reference, low, high, begins, ends, shade)
