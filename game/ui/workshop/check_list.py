"""What is known of the machine that is being made: its freedom, its loops, and what is missing, with the cures."""

from __future__ import annotations

import math
from functools import partial

from imgui_bundle import imgui

from game.model.shown.sentence import Sentence
from game.model.words import decimal, later, tr
from game.scenefile import sketching
from game.scenefile.sketch import Sketch
from game.session.workshop.desk import Workshop
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import button, draw_lines, font, pressed_area, small, text, tip
from game.ui.widgets.drift_state import draw_state
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import brief
from game.ui.widgets.theme import DIM, DRIFTS, INK, SMALL_SIZE, TIME_SIZE, DriftBand, packed
from game.ui.workshop.loop_facts import OPEN, closings_of, four_bars_of
from physics.machines.planar_loops import Closing, FourBar
from physics.machines.sketch_check import Cure, Fault, LoopReport

CURES = {
    "hinge": later("hinge {name} to the ground here"), "fly": later("let {name} fly"),
    "free": later("take {name} away"), "let go": later("let {word} of {name} go"),
    "mass": later("give {name} a mass"),
}  # fmt: skip
GOOD, BAD = DRIFTS[0], DRIFTS[-1]
"""Marks and colours of what is as it should be, and of what is not."""
CLOSES = {"length": later("{name}"), "angle": later("angle of {name}"), "distance": later("ground to {name}")}
CLOSED = later("{name} {value}: the loop closes")
MOST_CLOSINGS = 4
MOST_LOOPS = 6
"""Loops of which each has a row; more are counted."""


def build_checks(desk: PanelContext, sketch: Sketch) -> None:
    """Build the readings of a machine that is being made."""
    theme, check = desk.theme, sketch.check
    with font(theme.medium, TIME_SIZE):
        text(decimal("t 0.000 s"))
    if not sketch.tables.get("bodies"):
        _row(desk, tr("bodies"), "0", tr("nothing to move yet"), None)
        return
    if check.runnable:
        _row(desk, tr("freedom"), str(check.freedom), tr("assembled"), GOOD)
    else:
        _row(desk, tr("freedom"), str(check.freedom), tr("not yet runnable"), BAD)
    for loop in check.loops[:MOST_LOOPS]:
        _loop(desk, loop)
    for crank, bars in four_bars_of(sketch):
        _four_bars(desk, crank, bars)
    if len(check.loops) > MOST_LOOPS:
        small(tr("{count} more loops", count=len(check.loops) - MOST_LOOPS), theme)
    for fault in check.faults[:1]:
        _fault(desk, sketch, fault)
    _closings(desk, sketch)
    if len(check.faults) > 1:
        small(tr("{count} more after this", count=len(check.faults) - 1), theme)


def _loop(desk: PanelContext, loop: LoopReport) -> None:
    """Build the row of a loop: whether it is closed, and which of its equations say the same."""
    names = " ".join(loop.joints) if len(loop.joints) <= 4 else f"… {' '.join(loop.joints[-3:])}"
    if loop.gap > OPEN:
        _row(desk, tr("loop {names}", names=names), "", tr("open"), BAD)
        return
    words = tr("loop {names}", names=names)
    if loop.independent >= loop.equations:
        _row(desk, words, "", tr("closed"), GOOD)
        return
    name = f"loop {' '.join(loop.joints)}"
    corner, storage, key = imgui.get_cursor_pos(), imgui.get_state_storage(), imgui.get_id(name)
    shown = storage.get_bool(key, False)
    if pressed_area(name, imgui.ImVec2(imgui.get_content_region_avail().x, 1.9 * desk.theme.em)):
        storage.set_bool(key, not shown)
    BOXES.control(name)
    tip(tr("how many of its equations are independent"), desk.theme)
    imgui.set_cursor_pos(corner)
    _row(desk, words, "", tr("closed"), GOOD, Icon.CHEVRON_DOWN if shown else Icon.CHEVRON_RIGHT)
    if shown:
        count, independent = loop.equations, loop.independent
        small(tr("{count} equations, {independent} independent", count=count, independent=independent), desk.theme)


def _four_bars(desk: PanelContext, crank: str, bars: FourBar) -> None:
    """Build whether the crank of a four-bar linkage turns round, by Grashof's sum, and its transmission angle."""
    if not bars.turns:
        small(tr("{name} does not turn round", name=crank), desk.theme)
        return
    least = tr("transmission angle {angle:.1f}° at least", angle=math.degrees(bars.least_transmission))
    small(f"{tr('{name} turns round', name=crank)} · {decimal(least)}", desk.theme)


def _closings(desk: PanelContext, sketch: Sketch) -> None:
    """Build buttons for the values with which the first open loop closes."""
    found = closings_of(sketch)
    if found is None or not found[1]:
        return
    loop = found[0]
    small(tr("It closes with"), desk.theme)
    for closing in found[1][:MOST_CLOSINGS]:
        name = tr(CLOSES[closing.word], name=closing.part[1])
        if _closing(desk, name, *_from_to(closing)):
            said = Sentence(CLOSED, name=name, value=closing.text)
            desk.attempt(partial(_put_in, desk, sketch, loop, closing, said))


def _put_in(desk: PanelContext, sketch: Sketch, loop: LoopReport, closing: Closing, said: Sentence) -> None:
    """Close a loop with a value. Raises BadInput."""
    Workshop(desk.session).change(sketching.closed_by(sketch, loop, closing), said)


def _from_to(closing: Closing) -> tuple[str, str]:
    """Return the present and the suggested value."""
    if closing.word == "angle":
        return f"{brief(math.degrees(closing.present))}°", f"{brief(math.degrees(closing.suggestion))}°"
    return brief(closing.present), f"{brief(closing.suggestion)} m"


def _closing(desk: PanelContext, name: str, present: str, suggested: str) -> bool:
    """Build a button with a name at its left and two values at its right; return whether it was clicked."""
    em, room = desk.theme.em, imgui.get_content_region_avail().x
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    clicked = imgui.button(f"##{name}", imgui.ImVec2(room, 2.0 * em))
    BOXES.control(f"closes with {name}")
    with font(desk.theme.medium):
        words = f"{present} → {suggested}"
        size = imgui.calc_text_size(words)
        at = imgui.ImVec2(round(corner.x + room - size.x - 0.6 * em), round(corner.y + em - size.y / 2))
        ink.add_text(at, packed(INK), words)
    draw_lines(ink, name, corner.x + 0.6 * em, corner.y + em, room - size.x - 1.8 * em, INK, desk.theme)
    return clicked


def _row(
    desk: PanelContext, name: str, value: str, state: str, band: DriftBand | None, icon: Icon | None = None
) -> None:  # fmt: skip
    """Build a row: name, value, and its state with its mark. icon: before the name, of a row that opens."""
    theme, em, ink = desk.theme, desk.theme.em, imgui.get_window_draw_list()
    corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    middle, right = corner.y + 0.95 * em, corner.x + room
    if band is not None:
        right = draw_state(ink, band, right, middle - 0.45 * em, theme, state)
    elif state:
        with font(theme.regular, SMALL_SIZE):
            size = imgui.calc_text_size(state)
            right -= size.x
            ink.add_text(imgui.ImVec2(round(right), round(middle - size.y / 2)), packed(DIM), state)
    if value:
        with font(theme.medium):
            right = min(right - 0.5 * em - imgui.calc_text_size(value).x, corner.x + 6.2 * em)
            ink.add_text(imgui.ImVec2(round(right), round(middle - em / 2)), packed(INK), value)
    left = corner.x
    if icon is not None:
        draw_icon(ink, icon, left + 0.4 * em, middle, 0.9 * em, packed(DIM))
        left += 1.1 * em
    draw_lines(ink, name, left, middle, right - left - 0.5 * em, DIM, theme)
    imgui.dummy(imgui.ImVec2(room, 1.9 * em))


def _fault(desk: PanelContext, sketch: Sketch, fault: Fault) -> None:
    """Build what is wrong first, in the words of a file's message, and buttons for what mends it."""
    imgui.push_text_wrap_pos(0.0)
    text(tr(fault.line))
    imgui.pop_text_wrap_pos()
    for cure in fault.cures:
        words = tr(CURES[cure.what], name=cure.part[1], word=cure.word)
        if button(words, False, -1.0):
            desk.attempt(partial(_mend, desk, sketch, cure))
        BOXES.control(f"cure {cure.what} {cure.part[1]}")


def _mend(desk: PanelContext, sketch: Sketch, cure: Cure) -> None:
    """Do what mends a fault. Raises BadInput."""
    workshop, name = Workshop(desk.session), cure.part[1]
    if cure.what == "mass":
        workshop.select((cure.part,))
    else:
        workshop.change(sketching.cured(sketch, cure), Sentence(CURES[cure.what], name=name, word=cure.word))
