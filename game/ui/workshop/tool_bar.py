"""The tools of the workshop, in a row: with words where there is room for them."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.words import later, tr
from game.session.workshop.desk import Workshop
from game.session.workshop.state import TOOL_KEYS, Tool
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import (
    ALWAYS,
    FIXED,
    ITEM_SPACING,
    NO_SCROLL,
    WINDOW_PADDING,
    font,
    pressed_area,
    tip,
    window,
)
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, DIM, INK, SMALL_SIZE, Tone, packed

WORDED, BARE = 3.35, 2.5
"""Widths of a tool with its word, and of one without [em]."""
TALL, LOW = 4.0, 2.75
"""Heights of the bar with words, and without [em]."""


class ToolEntry(NamedTuple):
    """A tool: its icon, word, and what a tooltip says of it."""

    tool: Tool
    icon: Icon
    word: str
    about: str


TOOLS = (
    ToolEntry(Tool.SELECT, Icon.SELECT, later("Select"), later("Select parts, drag them; Esc puts a tool away")),
    ToolEntry(Tool.BAR, Icon.BAR, later("Bar"), later("Click a start, an end, the next end …")),
    ToolEntry(Tool.BODY, Icon.BOX, later("Body"), later("Place a box, disk, hoop, ball, cylinder or point")),
    ToolEntry(Tool.JOINT, Icon.HINGE, later("Joint"), later("Join two bodies at their anchors")),
    ToolEntry(Tool.SPRING, Icon.SPRING, later("Spring"), later("A spring between two anchors")),
    ToolEntry(Tool.ROPE, Icon.ROPE, later("Rope"), later("A rope between two anchors, over pegs between them")),
    ToolEntry(Tool.GEAR, Icon.GEARS, later("Gear"), later("Couple the turns of two joints")),
    ToolEntry(Tool.GROUND, Icon.GROUND, later("Ground"), later("Hinge an anchor to the ground; again: take it away")),
    ToolEntry(Tool.MEASURE, Icon.RULER, later("Measure"), later("Trace of a point, distance, angle")),
    ToolEntry(Tool.PARTS, Icon.PARTS, later("Parts"), later("Machines to place and change")),
)
LETTERS = {tool: letter.upper() for letter, tool in TOOL_KEYS.items()}


def bar_width(words: bool, em: float) -> float:
    """Return the width of the bar [points]."""
    return (len(TOOLS) * (WORDED if words else BARE) + 0.75) * em


def build_tool_bar(desk: PanelContext, left: float, top: float, width: float) -> Box:
    """Build the tools within a width [points]; return the box of the bar."""
    em = desk.theme.em
    words = width >= bar_width(True, em)
    wide, height = min(bar_width(words, em), width), (TALL if words else LOW) * em
    imgui.set_next_window_pos(imgui.ImVec2(round(left), round(top)), ALWAYS)
    imgui.set_next_window_size(imgui.ImVec2(round(wide), round(height)), ALWAYS)
    imgui.push_style_var(WINDOW_PADDING, imgui.ImVec2(0.25 * em, 0.125 * em))
    imgui.push_style_var(ITEM_SPACING, imgui.ImVec2(0.0, 0.0))
    with window("tools", FIXED | NO_SCROLL):
        desk.glass.lay()
        size = (wide - 0.5 * em) / len(TOOLS), height - 0.25 * em
        for place, entry in enumerate(TOOLS):
            if place:
                imgui.same_line(0.0, 0.0)
            if _tool(desk, entry, size, words):
                desk.attempt(partial(Workshop(desk.session).use, entry.tool))
    imgui.pop_style_var(2)
    return left, top, left + wide, top + height


def _tool(desk: PanelContext, entry: ToolEntry, size: tuple[float, float], words: bool) -> bool:
    """Build a tool; return whether it was clicked."""
    theme, em, ink = desk.theme, desk.theme.em, imgui.get_window_draw_list()
    chosen, runs = desk.session.workshop.tool is entry.tool, desk.session.simulation.tick > 0
    corner = imgui.get_cursor_screen_pos()
    clicked = pressed_area(entry.tool.value, imgui.ImVec2(*size))
    BOXES.control(f"tool {entry.tool.value}")
    letter = LETTERS.get(entry.tool, "")
    keys = f" ({letter})" if letter else ""
    more = "\n" + tr("Running: a tool goes back to the start") if runs else ""
    tip(f"{tr(entry.word)}{keys}\n{tr(entry.about)}{more}", theme)
    low, high = (
        imgui.ImVec2(corner.x + 0.1 * em, corner.y),
        imgui.ImVec2(corner.x + size[0] - 0.1 * em, corner.y + size[1]),
    )
    lit = chosen and not runs
    if lit or imgui.is_item_hovered():
        ink.add_rect_filled(low, high, packed(Tone.TINT if lit else Tone.FIELD_HOVERED), 0.5 * em)
    if lit:
        ink.add_rect_filled(imgui.ImVec2(low.x, high.y - 0.15 * em), high, packed(ACCENT), 0.075 * em)
    shade = packed(ACCENT if lit else INK, 0.6 if runs else 1.0)
    x, y = corner.x + size[0] / 2, corner.y + size[1] / 2
    draw_icon(ink, entry.icon, x, y - (0.65 * em if words else 0.0), 1.35 * em, shade)
    if words:
        with font(theme.regular, SMALL_SIZE):
            word = tr(entry.word)
            wide = imgui.calc_text_size(word).x
            ink.add_text(imgui.ImVec2(round(x - wide / 2), round(y + 0.4 * em)), shade, word)
            if letter:
                at = imgui.ImVec2(round(high.x - imgui.calc_text_size(letter).x - 0.15 * em), round(low.y))
                ink.add_text(at, packed(ACCENT if lit else DIM), letter)
    return clicked
