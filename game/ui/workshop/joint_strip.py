"""Strips above the dock: kinds of the joint or tie that is selected, how copies lie, and the start from a pose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.words import later, tr
from game.scenefile.sketch import PartName, Sketch, kind_of
from game.session.workshop import gestures
from game.session.workshop.copies import CopyLayout, copy_selection, offer_of
from game.session.workshop.desk import Workshop
from game.session.workshop.gestures import JOINT_KINDS
from game.session.workshop.state import Tool
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, FITTING, BlockEnd, button, segmented, window
from game.ui.widgets.item_boxes import BOXES, window_box
from game.ui.workshop.part_tree import KIND_WORDS

KIND_WIDTH = 7.5
"""Width of a kind [em]."""
CHOOSING = (Tool.JOINT, Tool.SELECT, Tool.SPRING, Tool.ROPE, Tool.GROUND, Tool.BODY)
"""Tools with which the kind of what is selected can be chosen."""
TIE_WORDS = {"springs": later("spring"), "rods": later("rod"), "ropes": later("rope")}


def build_choices(desk: PanelContext, sketch: Sketch, left: float, right: float, bottom: float) -> Box | None:
    """Build what can be chosen for the part that is selected, above `bottom` [points]; return the box, or None.

    That is how copies lie that have just been made, the kind of a joint, or of a spring, rod or rope.
    """
    state, session = desk.session.workshop, desk.session
    if (offer := offer_of(session)) is not None:
        options = [("", tr("beside")), *((str(k), tr("{count} about the axis", count=k)) for k in (2, 3, 4))]
        options += [(axis, tr("mirrored, {axis}", axis=axis)) for axis in "xyz"]
        chosen = _choices(desk, "copies", options, offer.how, (left, right, bottom))
        return chosen.box if chosen.value is None else _then(desk, chosen, lambda value: _lay_out(desk, value))
    if len(state.selection) != 1 or state.tool not in CHOOSING:
        return None
    part = state.selection[0]
    if part[0] == "joints":
        kind = kind_of(sketch.tables.get("joints", {}).get(part[1], {}))
        chosen = _choices(
            desk, "kind", [(each, tr(KIND_WORDS[each])) for each in JOINT_KINDS], kind, (left, right, bottom)
        )
    elif part[0] in TIE_WORDS:
        chosen = _choices(
            desk, "tie", [(each, tr(words)) for each, words in TIE_WORDS.items()], part[0], (left, right, bottom)
        )
    else:
        return None
    return chosen.box if chosen.value is None else _then(desk, chosen, lambda value: _change(desk, sketch, part, value))


class ChosenOption(NamedTuple):
    """The box of a strip, and the option that was clicked, None for none."""

    box: Box
    value: str | None


def _choices(
    desk: PanelContext, name: str, options: Sequence[tuple[str, str]], value: str, place: tuple[float, float, float]
) -> ChosenOption:
    """Build a strip of options within two edges, above a third one [points]."""
    left, right, bottom = place
    em = desk.theme.em
    width = min(len(options) * KIND_WIDTH * em, right - left)
    with _above("kinds", left, right, bottom):
        desk.glass.lay()
        imgui.set_next_item_width(width - em)
        clicked = segmented(name, options, value, desk.theme)
        return ChosenOption(window_box(), clicked)


def _then(desk: PanelContext, chosen: ChosenOption, do: Callable[[str], None]) -> Box:
    """Do what was chosen; return the box."""
    desk.attempt(lambda: do(str(chosen.value)))
    return chosen.box


def _lay_out(desk: PanelContext, value: str) -> None:
    """Lay out copies anew. Raises BadInput."""
    layout = CopyLayout(int(value)) if value.isdigit() else CopyLayout(0, value)
    copy_selection(Workshop(desk.session), desk.session, layout)


def _change(desk: PanelContext, sketch: Sketch, part: PartName, kind: str) -> None:
    """Change the kind of a joint or a tie. Raises BadInput."""
    if part[0] == "joints":
        made = gestures.kind(sketch, part[1], kind, desk.session.workshop.plane.along)
    else:
        made = gestures.tie_kind(sketch, part, kind)
    Workshop(desk.session).take_over(made, select=True)


def build_from_here(desk: PanelContext, left: float, right: float, bottom: float) -> Box:
    """Build the button that makes the present pose and rates the start, above `bottom` [points]; return its box."""
    with _above("from here", left, right, bottom):
        desk.glass.lay()
        if button(tr("Start from here")):
            desk.attempt(Workshop(desk.session).start_from_here)
        BOXES.control("start from here")
        return window_box()


def _above(name: str, left: float, right: float, bottom: float) -> BlockEnd:
    """Open a window in the middle between two edges, above `bottom` [points]."""
    imgui.set_next_window_pos(imgui.ImVec2(round((left + right) / 2), round(bottom)), ALWAYS, imgui.ImVec2(0.5, 1.0))
    return window(name, FITTING)
