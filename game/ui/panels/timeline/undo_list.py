"""List of what was done in the session: a click undoes or repeats up to there."""

from __future__ import annotations

from imgui_bundle import imgui

from game.model.words import later, tr
from game.session.past.undo import UndoEntry
from game.session.undoing import undo_to
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import fitted, font, small, tip, title
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, DIM, INK, SMALL_SIZE, packed

WIDTH, ROW = 21.0, 1.9
"""Width of the list and height of a row [em]."""
MOST_ROWS = 10
"""Rows beyond which the list scrolls."""
TITLE, EMPTY, BEGINNING = later("Undo history"), later("Nothing has been changed yet."), later("As it was opened")
WHEN = later("at {time:.2f} s")


class UndoList:
    """The list of what was done, the newest first; what was undone stands above it, until something new is done."""

    def height(self, desk: PanelContext) -> float:
        """Return the height that it needs [em]."""
        return 2.6 + ROW * (min(len(desk.session.undo.entries) + 1, MOST_ROWS) if desk.session.undo.entries else 1)

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        title(tr(TITLE), desk.theme)
        entries, done = desk.session.undo.entries, len(desk.session.undo.done)
        if not entries:
            small(tr(EMPTY), desk.theme)
            return
        imgui.begin_child("rows")
        for place in range(len(entries), -1, -1):
            entry = entries[place - 1] if place else None
            if _row(desk, entry, place, done):
                desk.attempt(lambda place=place: undo_to(desk.session, place))  # type: ignore[misc]
        imgui.end_child()


def _row(desk: PanelContext, entry: UndoEntry | None, place: int, done: int) -> bool:
    """Build a row and return whether it was clicked."""
    em, ink, corner = desk.theme.em, imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    width = imgui.get_content_region_avail().x
    imgui.push_id(place)
    clicked = imgui.selectable(
        "##row", place == done, 0, imgui.ImVec2(0.0, ROW * em - imgui.get_style().item_spacing.y)
    )[0]
    BOXES.control(f"row {place}")
    imgui.pop_id()
    middle = (imgui.get_item_rect_min().y + imgui.get_item_rect_max().y) / 2
    shade = packed(DIM if place > done else INK)
    _mark(ink, imgui.ImVec2(corner.x + 0.7 * em, middle), place - done, em)
    words, when = (entry.text.words(desk.units), tr(WHEN, time=entry.time)) if entry else (tr(BEGINNING), "")
    with font(desk.theme.regular, SMALL_SIZE):
        end = imgui.calc_text_size(when)
        ink.add_text(imgui.ImVec2(corner.x + width - end.x - 0.3 * em, middle - end.y / 2), packed(DIM), when)
    shown = fitted(words, width - end.x - 2.4 * em)
    tip("" if shown == words else words, desk.theme)
    ink.add_text(imgui.ImVec2(corner.x + 1.6 * em, middle - imgui.calc_text_size(words).y / 2), shade, shown)
    return bool(clicked)


def _mark(ink: imgui.ImDrawList, at: imgui.ImVec2, ahead: int, em: float) -> None:
    """Draw a tick where the session is, an arrow to the right for what can be repeated, to the left for the rest."""
    if ahead == 0:
        points = [(-0.3, 0.0), (-0.08, 0.24), (0.34, -0.28)]
    else:
        side = 1.0 if ahead > 0 else -1.0
        points = [(side * 0.05, -0.26), (side * 0.32, 0.0), (side * 0.05, 0.26)]
        tail = imgui.ImVec2(at.x - side * 0.32 * em, at.y)
        ink.add_line(tail, imgui.ImVec2(at.x + side * 0.3 * em, at.y), packed(DIM), 0.1 * em)
    shade = packed(ACCENT if ahead == 0 else DIM)
    ink.add_polyline([imgui.ImVec2(at.x + x * em, at.y + y * em) for x, y in points], shade, 0.12 * em, 0)
