"""Strips above the dock: the kinds of the joint that has just been made; and the start from the present pose."""

from __future__ import annotations

from imgui_bundle import imgui

from game.model.words import tr
from game.scenefile.sketch import Sketch
from game.session.workshop import gestures
from game.session.workshop.desk import Workshop
from game.session.workshop.gestures import JOINT_KINDS
from game.session.workshop.state import Tool
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, FITTING, BlockEnd, button, segmented, window
from game.ui.widgets.item_boxes import BOXES
from game.ui.workshop.part_tree import KIND_WORDS, kind_of

KIND_WIDTH = 6.25
"""Width of a kind [em]."""


def build_joint_strip(desk: PanelContext, sketch: Sketch, left: float, right: float, bottom: float) -> Box | None:
    """Build the kinds of the joint that is selected, above `bottom` [points]; return the box, None where there is none.

    With the tool for joints the digits 1 to 6 choose them, too.
    """
    state, em = desk.session.workshop, desk.theme.em
    if state.tool not in (Tool.JOINT, Tool.SELECT) or len(state.selection) != 1 or state.selection[0][0] != "joints":
        return None
    name = state.selection[0][1]
    kind = kind_of(sketch.tables.get("joints", {}).get(name, {}))
    width = min(len(JOINT_KINDS) * KIND_WIDTH * em, right - left)
    with _above("kinds", left, right, bottom):
        desk.glass.lay()
        imgui.set_next_item_width(width - em)
        options = [(each, tr(KIND_WORDS[each])) for each in JOINT_KINDS]
        chosen = segmented("kind", options, kind, desk.theme)
        if chosen is not None:
            desk.attempt(lambda: _change(desk, sketch, name, chosen))
        return _box()


def _change(desk: PanelContext, sketch: Sketch, name: str, kind: str) -> None:
    """Change the kind of a joint. Raises BadInput."""
    Workshop(desk.session).take_over(gestures.kind(sketch, name, kind, desk.session.workshop.plane.along))


def build_from_here(desk: PanelContext, left: float, right: float, bottom: float) -> Box:
    """Build the button that makes the present pose and rates the start, above `bottom` [points]; return its box."""
    with _above("from here", left, right, bottom):
        desk.glass.lay()
        if button(tr("Start from here")):
            desk.attempt(Workshop(desk.session).start_from_here)
        BOXES.control("start from here")
        return _box()


def _above(name: str, left: float, right: float, bottom: float) -> BlockEnd:
    """Open a window in the middle between two edges, above `bottom` [points]."""
    imgui.set_next_window_pos(imgui.ImVec2(round((left + right) / 2), round(bottom)), ALWAYS, imgui.ImVec2(0.5, 1.0))
    return window(name, FITTING)


def _box() -> Box:
    """Return the box of the window that is built."""
    corner, size = imgui.get_window_pos(), imgui.get_window_size()
    return corner.x, corner.y, corner.x + size.x, corner.y + size.y
