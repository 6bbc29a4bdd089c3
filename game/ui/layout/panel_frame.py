"""The frame of a panel: its place, its header with title, pin and cross, and its edge, which can be dragged."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.panel_layout import MARGIN, MAX_PANEL_WIDTH, MIN_PANEL_WIDTH
from game.model.words import tr
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, FIXED, WINDOW_PADDING, fitted, font, icon_button
from game.ui.widgets.basic import window as open_window
from game.ui.widgets.icons import Icon
from game.ui.widgets.item_boxes import window_box
from game.ui.widgets.theme import ACCENT, DIM, FAINT, TITLE_SIZE, packed

HEADER, FOOT = 2.5, 2.75
"""Heights of the header and of a foot [em]."""
NO_SCROLL = imgui.WindowFlags_.no_scrollbar.value | imgui.WindowFlags_.no_scroll_with_mouse.value
UNBOUNDED = 1e6


class FrameClicks(NamedTuple):
    """What was done to the frame of a panel: closed, pinned or unpinned, folded or unfolded, made as wide as `width`
    [em].
    """

    box: Box
    closed: bool = False
    pinned: bool = False
    folded: bool = False
    width: float | None = None


def build_frame(
    name: str,
    title: str,
    place: Box,
    build: Callable[[PanelContext], None],
    desk: PanelContext,
    pinned: bool | None = None,
    stretches: bool = False,
    from_below: bool = False,
    fits: bool = False,
    foot: Callable[[PanelContext], None] | None = None,
    folded: bool | None = None,
) -> FrameClicks:
    """Build a panel within a place [points], as high as what it holds, then scrolling.

    pinned: whether it stays when another opens; None: without a pin. stretches: whether its right edge can be dragged;
    one that does not fills the place, unless it `fits` what it holds. from_below: it lies at the lower edge of the
    place, as high as what it holds. foot: builds what stays in sight below the rest, at most `FOOT` high. folded:
    whether the header is all of it; None: without the button that folds it.
    """
    em = desk.theme.em
    left, top, right, bottom = place
    width, most = right - left, max(bottom - top, 4.0 * em)
    corner, fitting = (left, bottom if from_below else top), stretches or from_below or fits
    imgui.set_next_window_pos(imgui.ImVec2(*map(round, corner)), ALWAYS, imgui.ImVec2(0.0, 1.0 if from_below else 0.0))
    imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0.0), imgui.ImVec2(width, most))
    imgui.set_next_window_size(imgui.ImVec2(width, 0.0 if fitting else most), ALWAYS)
    imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(em, 0.25 * em))
    pressed: set[Icon] = set()
    with open_window(name, FIXED | NO_SCROLL):
        desk.glass.lay(private=name == "record")
        pressed = _header(title, desk, pinned, folded)
        room = most - (HEADER + 1.1 + (FOOT if foot is not None else 0.0)) * em
        flags = imgui.ChildFlags_.auto_resize_y.value if fitting else 0
        imgui.set_next_window_size_constraints(imgui.ImVec2(0.0, 0.0), imgui.ImVec2(UNBOUNDED, room))
        if desk.seen.get(name) is not desk.session.run:  # another scene begins at the top
            desk.seen[name] = desk.session.run
            imgui.set_next_window_scroll(imgui.ImVec2(0.0, 0.0))
        if not folded:
            imgui.begin_child("content", imgui.ImVec2(0.0, 0.0 if fitting else room), flags)
            build(desk)
            imgui.end_child()
        if foot is not None:
            foot(desk)
        imgui.dummy(imgui.ImVec2(0.0, 0.0))
        box = window_box()
    imgui.pop_style_var()
    dragged = _edge(name, box, desk) if stretches else None
    turned = not pressed.isdisjoint((Icon.CHEVRON_UP, Icon.CHEVRON_DOWN))
    return FrameClicks(box, Icon.CLOSE in pressed, Icon.PIN in pressed, turned, dragged)


def _header(title: str, desk: PanelContext, pinned: bool | None, folded: bool | None) -> set[Icon]:
    """Build title, pin, fold and cross; return the icons of those that were clicked."""
    theme, em = desk.theme, desk.theme.em
    side, corner, room = 2.0 * em, imgui.get_cursor_pos(), imgui.get_content_region_avail().x
    buttons = [("close", Icon.CLOSE, tr("close (Esc)"), False)]
    if folded is not None:
        icon, words = (Icon.CHEVRON_DOWN, tr("unfold")) if folded else (Icon.CHEVRON_UP, tr("fold to one line"))
        buttons.insert(0, ("fold", icon, words, False))
    if pinned is not None:
        buttons.insert(0, ("pin", Icon.PIN, tr("stays open beside another panel"), pinned))
    x = corner.x + room - len(buttons) * side
    imgui.set_cursor_pos(imgui.ImVec2(corner.x, corner.y + 0.6 * em))
    with font(theme.medium, TITLE_SIZE):
        imgui.text_unformatted(fitted(tr(title), x - corner.x - 0.5 * em))
    pressed = set[Icon]()
    for place, (name, icon, words, on) in enumerate(buttons):
        imgui.set_cursor_pos(imgui.ImVec2(x + place * side, corner.y + 0.15 * em))
        if icon_button(name, icon, words, theme, DIM, on, side):
            pressed.add(icon)
    at = imgui.get_window_pos()
    y = at.y + corner.y + HEADER * em - 0.15 * em
    line = imgui.ImVec2(at.x + corner.x, y), imgui.ImVec2(at.x + corner.x + room, y)
    imgui.get_window_draw_list().add_line(*line, packed(FAINT))
    imgui.set_cursor_pos(imgui.ImVec2(corner.x, corner.y + HEADER * em + 0.1 * em))
    return pressed


def _edge(name: str, box: Box, desk: PanelContext) -> float | None:
    """Build the grip right of a panel, which is dragged to another width; return that width [em] while it is."""
    em, (left, top, right, bottom) = desk.theme.em, box
    width = MARGIN * em
    imgui.set_next_window_pos(imgui.ImVec2(right, top + em), ALWAYS)
    imgui.set_next_window_size(imgui.ImVec2(width, max(bottom - top - 2.0 * em, 1.0)), ALWAYS)
    imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(0.0, 0.0))
    imgui.push_style_var(imgui.StyleVar_.window_min_size.value, imgui.ImVec2(1.0, 1.0))
    with open_window(f"edge of {name}", FIXED | NO_SCROLL):
        imgui.invisible_button("edge", imgui.get_content_region_avail())
        held, over = imgui.is_item_active(), imgui.is_item_hovered()
        if held or over:
            imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ew.value)
            x = right + 0.4 * width
            line = imgui.ImVec2(x, top + em), imgui.ImVec2(x, bottom - em)
            imgui.get_window_draw_list().add_line(*line, packed(ACCENT), 0.15 * em)
    imgui.pop_style_var(2)
    if not held:
        return None
    return min(max((imgui.get_mouse_pos().x - left) / em, MIN_PANEL_WIDTH), MAX_PANEL_WIDTH)
