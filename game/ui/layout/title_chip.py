"""The title: scene, system, integrator and step size; a click on a part opens its panel.

In a narrow window a line at its top takes the place of title and readings.
"""

from __future__ import annotations

from imgui_bundle import imgui

from game.model.input import Action
from game.model.panel_layout import MARGIN, SUMMARY_HEIGHT, TITLE_HEIGHT, TITLE_WIDTH
from game.model.words import decimal, tr
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import (
    ALWAYS,
    FIXED,
    NO_SCROLL,
    WINDOW_PADDING,
    draw_lines,
    fitted,
    font,
    icon_button,
    pressed_area,
    tip,
    window,
)
from game.ui.widgets.drift_state import draw_worst_state
from game.ui.widgets.icons import Icon, draw_star
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import brief
from game.ui.widgets.theme import AMBER, DIM, INK, SMALL_SIZE, Color, Theme, Tone, packed

MARK_SIDE = 2.2
"""Side of the mark of the program, which opens the card that tells where to begin [em]."""


def build_title(desk: PanelContext, left: float, top: float, right: float) -> Box:
    """Build the title with its upper left corner at a point, left of another edge; return its box."""
    theme, session, em = desk.theme, desk.session, desk.theme.em
    simulation = session.simulation
    parts = (
        ("system", tr(simulation.system.title), Action.BODY),
        ("integrator", tr(simulation.integrator.title), Action.METHOD),
        ("step", f"Δt {brief(1e3 * simulation.dt)} ms", Action.METHOD),
    )
    title = tr(session.scene.title)
    mark = MARK_SIDE * em
    width = _width(title, " · ".join(words for _, words, _ in parts), theme)
    width = min(width, right - left)
    imgui.set_next_window_pos(imgui.ImVec2(round(left), round(top)), ALWAYS)
    imgui.set_next_window_size(imgui.ImVec2(width, TITLE_HEIGHT * em), ALWAYS)
    imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(0.4 * em, 0.35 * em))
    with window("title", FIXED | NO_SCROLL):
        desk.glass.lay()
        corner, right = imgui.get_cursor_screen_pos(), width - 3.0 * em - mark
        if icon_button("mark", Icon.MARK, tr("Where to begin"), theme, side=mark, action=Action.START):
            desk.ask(Action.START)
        corner = imgui.ImVec2(corner.x + mark + 0.3 * em, corner.y)
        with font(theme.medium):
            shown = fitted(title, right - em)
            wide = imgui.calc_text_size(shown).x
            if _part("scene", shown, wide, (corner.x, corner.y), 1.25 * em, theme, INK, title):
                desk.ask(Action.SCENES)
        _line(parts, desk, (corner.x, corner.y + 1.3 * em), right - em)
        _star(desk, (left + width - 2.8 * em, corner.y + 0.05 * em))
    imgui.pop_style_var()
    return left, top, left + width, top + TITLE_HEIGHT * em


def build_summary(desk: PanelContext, width: float, opened: bool) -> bool:
    """Build the line across a narrow window of this width [points]: scene, time, and the worst of the invariants.

    Return whether its readings are to open or close.
    """
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


def _width(title: str, line: str, theme: Theme) -> float:
    """Return the width of the title [points]: what its two lines need, within bounds."""
    with font(theme.medium, theme.em / theme.scale):
        needed = imgui.calc_text_size(title).x
    with font(theme.regular, SMALL_SIZE):
        needed = max(needed, imgui.calc_text_size(line).x)
    room = imgui.get_io().display_size.x
    return min(max(needed + (5.0 + MARK_SIDE) * theme.em, TITLE_WIDTH * theme.em), 0.4 * room)


def _line(parts: tuple[tuple[str, str, Action], ...], desk: PanelContext, at: tuple[float, float], room: float) -> None:
    """Build the parts of the second line; the first ones are shortened where there is no room."""
    theme, em = desk.theme, desk.theme.em
    with font(theme.regular, SMALL_SIZE):
        gap = imgui.calc_text_size(" · ").x
        widths = [imgui.calc_text_size(words).x for _, words, _ in parts]
        spare = room - sum(widths) - gap * (len(parts) - 1)
        while len(parts) > 1 and room < widths[-1] + (len(parts) - 1) * (gap + 3.0 * em):  # the tooltip has the rest
            parts, widths = parts[1:], widths[1:]
            spare = room - sum(widths) - gap * (len(parts) - 1)
        x = at[0]
        for place, ((name, words, action), width) in enumerate(zip(parts, widths, strict=True)):
            if place:
                dot = imgui.ImVec2(round(x), at[1])
                imgui.get_window_draw_list().add_text(dot, packed(DIM), " · ")
                x += gap
            shown = words
            if spare < 0.0 and place < len(parts) - 1:
                kept = max(width + spare, 3.0 * em)
                shown, spare = fitted(words, kept), spare + width - kept
                width = imgui.calc_text_size(shown).x
            if _part(name, shown, width, (x, at[1]), 1.1 * em, theme, DIM, words):
                desk.ask(action)
            x += width


def _part(
    name: str, shown: str, width: float, at: tuple[float, float], height: float, theme: Theme, shade: Color, whole: str
) -> bool:
    """Build a text of a width [points] that can be clicked; return whether it was. whole: what is not shortened."""
    corner = imgui.ImVec2(round(at[0]), round(at[1]))
    imgui.set_cursor_screen_pos(corner)
    clicked = pressed_area(name, imgui.ImVec2(max(width, 1.0), height))
    BOXES.control(name)
    hovered = imgui.is_item_hovered()
    ink = imgui.get_window_draw_list()
    ink.add_text(corner, packed(INK if hovered else shade), shown)
    if hovered:
        y = round(at[1] + height)
        ink.add_line(imgui.ImVec2(at[0], y), imgui.ImVec2(at[0] + width, y), packed(Tone.EDGE))
    tip(whole if whole != shown else "", theme)
    return clicked


def _star(desk: PanelContext, at: tuple[float, float]) -> None:
    """Build the star that makes the scene a favourite."""
    theme, name = desk.theme, desk.session.scene.name
    chosen, side = name in desk.marks.favourites, 2.2 * desk.theme.em
    imgui.set_cursor_screen_pos(imgui.ImVec2(*at))
    words = tr("no longer a favourite") if chosen else tr("favourite")
    if icon_button("favourite", Icon.STAR, words, theme, AMBER if chosen else DIM, side=side):
        desk.toggle_favourite(name)
    if chosen:
        middle = at[0] + side / 2, at[1] + side / 2
        draw_star(imgui.get_window_draw_list(), *middle, 1.2 * theme.em, packed(AMBER))
