"""Places of tooltips: what they cover that they must not, which is the row that they explain and the next entries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest import mock

from imgui_bundle import imgui

from game.ui.widgets import basic
from game.ui.widgets.theme import Theme
from tools.drawn_texts import Box
from tools.interface_driver import Driver


class Explained(NamedTuple):
    """A widget with a tooltip: its panel, the box of the panel, of its own, and of the tooltip [points]."""

    words: str
    panel: str
    around: Box
    item: Box
    tip: Box
    rows: bool

    @property
    def row(self) -> Box:
        """The whole row in a panel of rows, else the widget."""
        left, _, right, _ = self.around if self.rows else self.item
        return left, self.item[1], right, self.item[3]


@contextmanager
def explained() -> Iterator[list[Explained]]:
    """Yield a list of all tooltips of the frames that are built within the block, as if each was pointed at."""
    found: list[Explained] = []
    place = basic.tip_box

    def tip_box(words: str, theme: Theme) -> Box:
        box, panel = place(words, theme), imgui.internal.get_current_window().root_window
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        around = panel.pos.x, panel.pos.y, panel.pos.x + panel.size.x, panel.pos.y + panel.size.y
        if imgui.is_item_visible():
            item = low.x, low.y, high.x, high.y
            found.append(Explained(words, panel.name, around, item, box, panel.size.y > basic.LOW_PANEL * theme.em))
        return box

    with (
        mock.patch.object(basic, "tip_box", tip_box),
        mock.patch.object(imgui, "is_item_hovered", mock.Mock(return_value=True)),
    ):
        yield found


def _meet(one: Box, other: Box) -> bool:
    return min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


def covered(tips: list[Explained]) -> list[str]:
    """Return what tooltips cover that they must not."""
    wrong = [f"{each.panel}: {each.words!r} covers its row" for each in tips if _meet(each.tip, each.row)]
    for each in tips:
        after = [other for other in tips if other.panel == each.panel and other.item[1] >= each.item[3] - 1]
        wrong += [
            f"{each.panel}: {each.words!r} covers {other.words!r} below it"
            for other in after
            if _meet(each.tip, other.item)
        ]
    return wrong


def tips_of(driver: Driver) -> list[Explained]:
    """Return all tooltips of the next frame."""
    with explained() as found:
        driver.frame()
    return found
