"""The line at the top of a narrow window: scene, time, and the worst of the invariants."""

from __future__ import annotations

from imgui_bundle import imgui

from game.model.panel_layout import MARGIN, SUMMARY_HEIGHT
from game.model.words import decimal, tr
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, FIXED, WINDOW_PADDING, draw_lines, font, icon_button, window
from game.ui.widgets.drift_state import draw_worst_state
from game.ui.widgets.icons import Icon
from game.ui.widgets.theme import DIM, INK, packed

NO_SCROLL = imgui.WindowFlags_.no_scrollbar.value | imgui.WindowFlags_.no_scroll_with_mouse.value


def build_summary(desk: PanelContext, width: float, opened: bool) -> bool:
    """Build the line across a window of this width [points]; return whether its readings are to open or close."""
    theme, em, simulation = desk.theme, desk.theme.em, desk.session.simulation
    imgui.set_next_window_pos(imgui.ImVec2(MARGIN * em, MARGIN * em), ALWAYS)
    imgui.set_next_window_size(imgui.ImVec2(width - 2 * MARGIN * em, SUMMARY_HEIGHT * em), ALWAYS)
    imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(em, 0.2 * em))
    with window("summary", FIXED | NO_SCROLL):
        desk.glass.lay()
        corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        y, ink = round(corner.y + 0.7 * em), imgui.get_window_draw_list()
        side = 2.2 * em
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + room - side, corner.y + 0.05 * em))
        icon = Icon.CHEVRON_UP if opened else Icon.CHEVRON_DOWN
        clicked = icon_button("readings", icon, tr("readings"), theme, DIM, side=side)
        right = corner.x + room - side
        left = draw_worst_state(ink, simulation.invariants(), right - 0.4 * em, y + 0.06 * em, theme)
        time = decimal(f"t {simulation.time:.3f} s")
        with font(theme.medium):
            title = tr(desk.session.scene.title)
            free = left - 0.6 * em - corner.x - imgui.calc_text_size(time).x - 2.0 * em
            draw_lines(ink, title, corner.x, y + 0.5 * em, free, INK, theme)
            x = corner.x + min(imgui.calc_text_size(title).x, free) + em
        ink.add_text(imgui.ImVec2(round(x), y), packed(DIM), time)
    imgui.pop_style_var()
    return clicked
