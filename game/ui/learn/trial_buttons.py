"""Buttons of the things to try: icon, title, and what happens then in a second line."""

from __future__ import annotations

from imgui_bundle import imgui

from game.learn.prose import spans
from game.learn.trial import Trial
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import pressed_area
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.math.draw import EquationPen
from game.ui.widgets.math.flow import Flow
from game.ui.widgets.theme import ACCENT, DIM, FAINT, INK, SMALL_SIZE, Tone, faded, packed

METHOD = ("integrator", "formulation", "dt")
PADDING, ICON_ROOM = 0.5, 2.4
"""Space within the edge of a button, and room for its icon [em]."""


def build_trial(trial: Trial, pen: EquationPen, desk: PanelContext, width: float, chosen: bool) -> bool:
    """Build the button of a thing to try; return whether it was pressed. chosen: it was begun last."""
    theme = desk.theme
    em, corner = theme.em, imgui.get_cursor_screen_pos()
    title, note = Flow(pen, theme, em), Flow(pen, theme, SMALL_SIZE * theme.scale)
    heading, room = spans(trial.title), width - (ICON_ROOM + PADDING) * em
    height = title.height(heading, room) + 2 * PADDING * em
    if trial.note:
        height += note.height(trial.note, room)
    pressed = pressed_area(f"try {trial.title}", imgui.ImVec2(width, height))
    BOXES.control(trial.title)
    hovered, active = imgui.is_item_hovered(), imgui.is_item_active()
    after = imgui.get_cursor_screen_pos()
    ink, high = imgui.get_window_draw_list(), imgui.ImVec2(corner.x + width, corner.y + height)
    rounding = imgui.get_style().frame_rounding
    if chosen or hovered:
        ground = faded(ACCENT, 0.16) if chosen else Tone.FIELD_ACTIVE if active else Tone.FIELD_HOVERED
        ink.add_rect_filled(corner, high, packed(ground), rounding)
    ink.add_rect(corner, high, packed(ACCENT if chosen else FAINT), rounding)
    draw_icon(ink, _icon(trial), corner.x + ICON_ROOM / 2 * em, corner.y + height / 2, 1.2 * em, packed(ACCENT))
    imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + ICON_ROOM * em, corner.y + PADDING * em))
    title.build(heading, packed(INK), room)
    if trial.note:
        imgui.set_cursor_screen_pos(
            imgui.ImVec2(corner.x + ICON_ROOM * em, corner.y + PADDING * em + title.height(heading, room))
        )
        note.build(trial.note, packed(DIM), room)
    imgui.set_cursor_screen_pos(imgui.ImVec2(after.x, after.y - imgui.get_style().item_spacing.y))
    imgui.dummy(imgui.ImVec2(0.0, 0.0))
    return pressed


def _icon(trial: Trial) -> Icon:
    """Return the icon of what a trial changes: the method, what is shown, or the start."""
    if any(trial.all(name) for name in METHOD):
        return Icon.METHOD
    if trial.all("scene"):
        return Icon.SCENES
    return Icon.EYE if trial.all("show") else Icon.RESTART
