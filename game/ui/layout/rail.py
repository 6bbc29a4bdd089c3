"""The rail at the left, whose entries open panels, and the same entries as a row in a narrow window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.input import Action
from game.model.panel_layout import ICON_RAIL_ENTRY, MARGIN, PANEL_WIDTH, RAIL_ENTRY, Rail
from game.model.words import tr
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import (
    ALWAYS,
    FIXED,
    ITEM_SPACING,
    NO_SCROLL,
    WINDOW_PADDING,
    fitted,
    pressed_area,
    tip,
    tip_wanted,
    window,
    with_keys,
)
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, FAINT, INK, SMALL_SIZE, Theme, Tone, packed

ICON_SIZE = 1.375
"""Size of the icons [em]."""


class RailPanel(NamedTuple):
    """A panel that an entry of the rail opens.

    word: in the rail; title: at the head of the panel. width: usual width [em], None: all that is free. last: whether
    it stands apart at the end.
    """

    name: str
    word: str
    title: str
    icon: Icon
    action: Action
    build: Callable[[PanelContext], None]
    width: float | None = PANEL_WIDTH
    last: bool = False


def build_rail(desk: PanelContext, panels: Sequence[RailPanel], opened: Sequence[str], rail: Rail) -> str:
    """Build the rail at the left edge; return the name of the entry that was clicked, or ""."""
    em, clicked = desk.theme.em, ""
    imgui.set_next_window_pos(imgui.ImVec2(MARGIN * em, MARGIN * em), ALWAYS)
    imgui.set_next_window_size(imgui.ImVec2(rail.width, rail.height), ALWAYS)
    imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(0.0, 0.25 * em))
    imgui.push_style_var(ITEM_SPACING, imgui.ImVec2(0.0, 0.0))
    with window("rail", FIXED | NO_SCROLL):
        desk.glass.lay()
        rows = sum(0.5 for panel in panels if panel.last) * em
        entry = (RAIL_ENTRY if rail.words else ICON_RAIL_ENTRY) * em
        entry = min(entry, (rail.height - 0.5 * em - rows) / len(panels))
        for panel in panels:
            if panel.last:
                _divide(rail.width, em)
            if _entry(panel, panel.name in opened, (rail.width, entry), rail.words, desk.theme):
                clicked = panel.name
    imgui.pop_style_var(2)
    return clicked


def build_row(desk: PanelContext, panels: Sequence[RailPanel], opened: Sequence[str], width: float) -> str:
    """Build the entries in a row, as wide as given [points]; return the name of the one that was clicked, or ""."""
    clicked = ""
    side = min(width / len(panels), 3.0 * desk.theme.em)
    gap = (width - side * len(panels)) / max(len(panels) - 1, 1)
    for place, panel in enumerate(panels):
        if place:
            imgui.same_line(0.0, gap)
        if _entry(panel, panel.name in opened, (side, 2.75 * desk.theme.em), False, desk.theme):
            clicked = panel.name
    return clicked


def _divide(width: float, em: float) -> None:
    """Draw a line between two groups of entries."""
    corner = imgui.get_cursor_screen_pos()
    left, right, y = corner.x + 0.15 * width, corner.x + 0.85 * width, corner.y + 0.25 * em
    imgui.get_window_draw_list().add_line(imgui.ImVec2(left, y), imgui.ImVec2(right, y), packed(FAINT))
    imgui.dummy(imgui.ImVec2(0.0, 0.5 * em))


def _entry(panel: RailPanel, opened: bool, size: tuple[float, float], words: bool, theme: Theme) -> bool:
    """Build an entry; return whether it was clicked."""
    em, ink, corner = theme.em, imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    clicked = pressed_area(panel.name, imgui.ImVec2(*size))
    BOXES.control(panel.name)
    hovered = imgui.is_item_hovered()
    if tip_wanted():
        tip(with_keys(tr(panel.title), panel.action), theme)
    if opened or hovered:
        inset = 0.25 * em
        low = imgui.ImVec2(corner.x + inset, corner.y + 0.5 * inset)
        high = imgui.ImVec2(corner.x + size[0] - inset, corner.y + size[1] - 0.5 * inset)
        ink.add_rect_filled(low, high, packed(Tone.TINT if opened else Tone.FIELD), 0.5 * em)
    if opened:
        middle = (low.y + high.y) / 2
        bar = imgui.ImVec2(corner.x + 0.03 * em, middle - em), imgui.ImVec2(corner.x + 0.2 * em, middle + em)
        ink.add_rect_filled(*bar, packed(ACCENT), 0.1 * em)
    shade, x = packed(ACCENT if opened else INK), corner.x + size[0] / 2
    y = corner.y + size[1] / 2
    draw_icon(ink, panel.icon, x, y - (0.6 * em if words else 0.0), min(ICON_SIZE * em, 0.6 * size[1]), shade)
    if words:
        imgui.push_font(theme.regular, SMALL_SIZE)
        word = fitted(tr(panel.word), size[0] - 0.2 * em)
        width = imgui.calc_text_size(word).x
        ink.add_text(imgui.ImVec2(round(x - width / 2), round(y + 0.35 * em)), shade, word)
        imgui.pop_font()
    return clicked
