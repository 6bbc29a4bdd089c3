"""Rows for parameters, initial values and settings, built from the declarations of the system."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from imgui_bundle import imgui

from game.model.shown.shown_units import SI, ShownUnits
from game.model.words import decimal, tr, typed_list
from game.ui.widgets.basic import draw_lines, fits_in_lines, fitted, small, text, tip, tip_wanted
from game.ui.widgets.icons import Icon, draw_icon
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import brief
from game.ui.widgets.sliders import (
    Change,
    allowed,
    begin_typing,
    explain,
    held_still,
    rounded,
    slider,
    type_number,
    with_number,
)
from game.ui.widgets.symbols import blank, draw_math, draw_symbol, math_size, symbol_size
from game.ui.widgets.theme import ACCENT, DIM, FIELD, INK, Theme, packed
from physics.core.fields import AnyParameter, Choice, ChoiceList, Parameter, Profile, Rows, Tabulated, Variable, Vector
from physics.core.system import System
from physics.core.units import format_number

OPTION_HEIGHT = 1.75
"""Height of an entry of a drop-down list [em], without the distance to the next."""
ON_ENTER = imgui.InputTextFlags_.enter_returns_true.value
LABEL_WIDTH = 9.0
"""Width of the column of names [em]."""
LABEL_GAP = 0.2
"""Least distance of a name from its field [em]."""
CLAUSE_END = re.compile(r"\s*[,;:(]")
"""What ends the first part of a meaning."""
ROUNDING = 1e-15
"""Initial values below this in SI units are shown as 0: what rounding leaves of an angle computed from a quaternion."""
DOT = 0.2
"""Radius of a row of a table on its curve [em]."""
MAX_SEPARATE_ROWS = 6
"""Greatest number of variables of a group that have a row each; larger groups share one row."""


def shares_row(system: System, variable: Variable) -> bool:
    """Return whether a variable belongs to a group so large that it shares one row."""
    return len(system.groups.get(variable.group, ())) > MAX_SEPARATE_ROWS


def labelled(symbol: str, name: str, theme: Theme, column: float = LABEL_WIDTH) -> None:
    """Build a symbol and a name in a left column of width `column` [em]; the next widget fills the rest of the line.

    A name that has no room there in two lines stands above.
    """
    corner, ink, em = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list(), theme.em
    imgui.align_text_to_frame_padding()
    left = corner.x
    if symbol:
        at = (corner.x, corner.y + imgui.get_style().frame_padding.y)
        draw_math(ink, at, symbol, packed(INK), theme.math, em)
        left += _symbol_room(symbol, theme)
    room = corner.x + (column - LABEL_GAP) * em - left
    words, height = tr(name.replace("_", " ")), imgui.get_frame_height()
    imgui.set_cursor_screen_pos(imgui.ImVec2(left, corner.y))
    if imgui.calc_text_size(words).x <= room or fits_in_lines(words, room, theme):
        imgui.dummy(imgui.ImVec2(max(room, 1.0), height))
        draw_lines(ink, words, left, corner.y + height / 2, room, DIM, theme)
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + column * em, corner.y))
    else:
        small(words, theme)
        imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + column * theme.em, imgui.get_cursor_screen_pos().y))
    imgui.set_next_item_width(-1.0)


def _symbol_room(symbol: str, theme: Theme) -> float:
    """Return the width that a symbol takes in the column of names [px]."""
    return max(math_size(symbol, theme.math, theme.em) + 0.5 * theme.em, 1.6 * theme.em)


def words_of(field: AnyParameter, theme: Theme) -> str:
    """Return the words beside the symbol of a parameter: its name.

    A name that only spells the symbol ("mu" beside μ) says nothing: the meaning up to its first comma, colon or bracket
    stands in its place if that fits beside the field, otherwise the symbol stands alone and the tooltip tells it.
    """
    if field.name.replace("_", "").lower() != field.spelled.lower():
        return field.name
    room = (LABEL_WIDTH - LABEL_GAP) * theme.em - _symbol_room(field.symbol, theme)
    words = CLAUSE_END.split(tr(field.meaning))[0]
    return words if fits_in_lines(words, room, theme) else ""


def parameter_row(field: AnyParameter, value: Any, change: Change, theme: Theme, units: ShownUnits = SI) -> None:
    """Build the control for the kind of parameter, in these units.

    `change` is called with the new value in the SI unit, or with a text with units where numbers were typed.
    """
    imgui.push_id(field.name)
    match field:
        case Choice():
            labelled(field.symbol, words_of(field, theme), theme)
            options = [(option, tr(option), "") for option in field.options]
            choice("##value", options, value, change, theme, tr(field.meaning))
        case ChoiceList():
            labelled(field.symbol, words_of(field, theme), theme)
            _names(field, value, change, theme)
        case Vector():
            _vector(field, value, change, theme, units)
        case Tabulated():
            labelled(field.symbol, words_of(field, theme), theme)
            _tabulated(field, value, change, theme)
        case Profile():
            labelled(field.symbol, words_of(field, theme), theme)
            _outline(field, value, change, theme)
        case Parameter():
            labelled(field.symbol, words_of(field, theme), theme)
            slider(field, value, change, theme, units)
    imgui.pop_id()


def choice(
    name: str,
    options: Sequence[tuple[str, str, str]],
    chosen: str,
    change: Change,
    theme: Theme,
    meaning: str = "",
    against: Mapping[str, str] | None = None,
    symbolic: bool = False,
) -> None:
    """Build a drop-down list of (value, label, tooltip) options. against: reasons why some cannot be chosen.

    symbolic: the labels are symbols.
    """
    words = next((shown for value, shown, _ in options if value == chosen), chosen)
    with drop_down(name, words, theme, meaning, symbolic) as opened:
        for value, shown, about in options if opened else ():
            reason = (against or {}).get(value, "")
            imgui.begin_disabled(bool(reason))
            if symbolic:
                pressed = _symbol_to_choose(shown, value, value == chosen, theme)
            else:
                pressed = option_row(shown, value == chosen, theme)
            imgui.end_disabled()
            BOXES.control(f"option {value}")
            tip(tr(reason) if reason else about, theme)
            if pressed and value != chosen:
                change(value)


def option_row(words: str, chosen: bool, theme: Theme) -> bool:
    """Build an entry of an open list; return whether it was clicked."""
    imgui.push_style_var(imgui.StyleVar_.selectable_text_align.value, imgui.ImVec2(0.0, 0.5))
    pressed, _ = imgui.selectable(words, chosen, 0, imgui.ImVec2(0.0, OPTION_HEIGHT * theme.em))
    if chosen:
        imgui.set_item_default_focus()  # arrow keys go on from it
    imgui.pop_style_var()
    return pressed


def _symbol_to_choose(words: str, value: str, chosen: bool, theme: Theme) -> bool:
    """Build a symbol as an entry of an open list; return whether it was clicked."""
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    room = blank(symbol_size(words, theme.regular, theme.em)[0])
    pressed = option_row(f"{room}##{value}", chosen, theme)
    at = corner.x, corner.y + 0.5 * (OPTION_HEIGHT - 1.0) * theme.em
    draw_symbol(ink, at, words, packed(INK), theme.regular, theme.em)
    return pressed


def _cut_symbol(words: str, room: float, theme: Theme) -> str:
    """Return a symbol with words, shortened with an ellipsis if it is wider than `room` points."""
    if symbol_size(words, theme.regular, theme.em)[0] <= room:
        return words
    while words and symbol_size(f"{words}…", theme.regular, theme.em)[0] > room:
        words = words[:-1]
    return f"{words.rstrip()}…"


@contextmanager
def drop_down(name: str, words: str, theme: Theme, meaning: str = "", symbolic: bool = False) -> Iterator[bool]:
    """Open a drop-down list from a field with this text; yields whether it is open.

    meaning: its tooltip; a text wider than the field is shown in full above it. symbolic: the text is one symbol.
    """
    imgui.set_next_window_size_constraints(imgui.ImVec2(0, 0), imgui.ImVec2(30 * theme.em, 30 * theme.em))
    padding, room = imgui.get_style().frame_padding, imgui.calc_item_width() - imgui.get_frame_height()
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    shown = "" if symbolic else fitted(words, room - padding.x)
    opened = imgui.begin_combo(name, shown, imgui.ComboFlags_.no_arrow_button.value)
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    shade = packed(INK if opened or imgui.is_item_hovered() else DIM)
    if not opened:
        draw_icon(ink, Icon.CHEVRON_DOWN, high.x - 0.9 * theme.em, (low.y + high.y) / 2, theme.em, shade)
    if symbolic:
        ink.push_clip_rect(corner, imgui.ImVec2(corner.x + room, corner.y + imgui.get_frame_height()), True)
        at = (corner.x + padding.x, corner.y + padding.y)
        draw_symbol(ink, at, _cut_symbol(words, room - padding.x, theme), packed(INK), theme.regular, theme.em)
        ink.pop_clip_rect()
    if not opened:
        BOXES.control(f"choose {words}")
        tip(meaning if symbolic or shown == words else f"{words}\n{meaning}".rstrip(), theme)
    try:
        yield opened
    finally:
        if opened:
            imgui.end_combo()


def initial_row(variable: Variable, value: float, change: Change, theme: Theme, units: ShownUnits = SI) -> None:
    """Build the row of an initial value, in these units: drag, or double-click to type."""
    imgui.push_id(variable.name)
    labelled(variable.symbol, variable.meaning, theme)
    unit = variable.unit
    if abs(value) < ROUNDING:
        value = 0.0
    shown, usual = units.shown(value, unit) + 0.0, max(abs(value), abs(variable.start), 0.5)  # no -0
    if not type_number(shown, unit, change, theme, units):
        speed = 0.004 * units.shown(usual, unit)
        moved, new = with_number(lambda: imgui.drag_float("##value", shown, speed), brief(shown), tr(units.of(unit)))
        if not begin_typing(shown) and moved:
            change(units.si(rounded(new), unit))
    BOXES.control(variable.name)
    if tip_wanted():
        about = tr("{meaning} at the start ({name})", meaning=tr(variable.meaning), name=variable.name)
        explain(about, allowed(variable, units), theme)
    imgui.pop_id()


def group_row(
    name: str, members: Sequence[Variable], values: Sequence[float], change: Change, theme: Theme,
    units: ShownUnits = SI,
) -> None:  # fmt: skip
    """Build one row for the initial values of a large group; `change` is called with all of them."""
    first = members[0]
    about = tr("{first} to {last} at the start", first=first.name, last=members[-1].name) + f"\n{allowed(first, units)}"
    imgui.push_id(name)
    _bars(name, about, first.unit, (first.low, first.high), values, change, theme, units)
    imgui.pop_id()


def _names(field: ChoiceList, values: Sequence[str], change: Change, theme: Theme) -> None:
    """Build a text field for a list of option names."""
    words = ", ".join(values)
    entered, typed = imgui.input_text("##names", words, ON_ENTER)
    tip(f"{tr(field.meaning)}\n{allowed(field)}\n{tr('type names with commas between them, and Enter')}", theme)
    if entered:
        change(typed.replace(";", ","))


def _vector(field: Vector, values: Sequence[float], change: Change, theme: Theme, units: ShownUnits) -> None:
    """Build bars for several numbers, a number field for one, and a text field for none."""
    about = f"{tr(field.meaning)}\n{allowed(field, units)}"
    if len(values) > 1:
        _bars(field.name, about, field.unit, (field.low, field.high), values, change, theme, units)
        return
    labelled(field.symbol, words_of(field, theme), theme)
    shown = (decimal(format_number(units.shown(value, field.unit))) for value in values)
    words = next((f"{number} {tr(units.of(field.unit))}".rstrip() for number in shown), "")
    entered, typed = imgui.input_text_with_hint("##list", tr("none"), words, ON_ENTER)
    separated = tr("type numbers with commas between them, and Enter")
    tip(f"{about}\n{separated}", theme)
    if entered:
        change(", ".join(units.typed(part.strip(), field.unit) for part in typed_list(typed).split(",")))


def _bars(
    name: str, about: str, unit: str, bounds: tuple[float, float], values: Sequence[float], change: Change,
    theme: Theme, units: ShownUnits,
) -> None:  # fmt: skip
    """Build bars that the pointer can draw, one for each number, upward from 0 and downward for negative ones."""
    imgui.align_text_to_frame_padding()
    text(tr(name.replace("_", " ")), DIM)
    tip(about, theme)
    corner = imgui.get_cursor_screen_pos()
    width, height = imgui.get_content_region_avail().x, 4.0 * theme.em
    imgui.invisible_button("##bars", imgui.ImVec2(width, height))
    low, high = bounds
    top = max(1.25 * max(map(abs, values)), low) or min(1.0, high)
    base, top = held_still(-top if low < 0.0 else 0.0, top)
    mouse = imgui.get_mouse_pos()
    at = min(max(int((mouse.x - corner.x) / width * len(values)), 0), len(values) - 1)
    if imgui.is_item_active() and imgui.is_mouse_dragging(0, 1.0):
        part = min(max(1.0 - (mouse.y - corner.y) / height, 0.0), 1.0)
        new = min(max(rounded(base + part * (top - base)), low), high)
        if new != values[at]:
            change((*values[:at], new, *values[at + 1 :]))
    hovered = imgui.is_item_hovered()
    if hovered:
        given = {"name": tr(name), "place": at + 1, "count": len(values), "unit": tr(units.of(unit))}
        words = tr("{name} {place} of {count}: {value:.4g} {unit}", value=units.shown(float(values[at]), unit), **given)
        tip(words.rstrip(), theme)
    parts = [(value - base) / (top - base) for value in values]
    _draw_bars(corner, width, height, parts, -base / (top - base), at if hovered else -1)


def _file_entry(field: Profile, change: Change, theme: Theme) -> tuple[imgui.ImVec2, float, float]:
    """Build a field for the name of a CSV file; return corner, width and height [px] of the place for a drawing."""
    entered, path = imgui.input_text_with_hint("##file", tr("file.csv"), "", ON_ENTER)
    about = tr("{meaning}: type the name of a CSV file and Enter", meaning=tr(field.meaning))
    tip(f"{about}\n{allowed(field)}", theme)
    if entered and path.strip():
        change(path.strip())
    corner = imgui.get_cursor_screen_pos()
    width, height = imgui.get_content_region_avail().x, 6.0 * theme.em
    imgui.dummy(imgui.ImVec2(width, height))
    return corner, width, height


def _tabulated(field: Tabulated, rows: Rows, change: Change, theme: Theme) -> None:
    """Build a field for the name of a CSV file, and draw the present curve over the logarithm of its first column.

    The rows are dots on it.
    """
    corner, width, height = _file_entry(field, change, theme)
    given: dict[str, Any] = {"count": len(rows), "first": field.columns[0]}
    low, high = brief(rows[0][0]), brief(rows[-1][0])
    tip(tr("{count} rows, {first} {low} to {high}", low=low, high=high, **given), theme)
    ink = imgui.get_window_draw_list()
    ink.add_rect_filled(corner, imgui.ImVec2(corner.x + width, corner.y + height), packed(FIELD), 2.0)
    start, top = math.log(rows[0][0]), max(each for _, each in rows) or 1.0
    across, up = 0.94 * width / (math.log(rows[-1][0]) - start), 0.85 * height / top

    def place(first: float, second: float) -> imgui.ImVec2:
        return imgui.ImVec2(
            corner.x + 0.03 * width + across * (math.log(first) - start), corner.y + 0.95 * height - up * second
        )

    curve: list[imgui.ImVec2Like] = [place(*point) for point in field.curve(rows)]
    ink.add_polyline(curve, packed(ACCENT), 0.12 * theme.em, 0)
    for row in rows:
        ink.add_circle_filled(place(*row), DOT * theme.em, packed(ACCENT))


def _outline(field: Profile, rows: Rows, change: Change, theme: Theme) -> None:
    """Build a field for the name of a CSV file, and draw the present profile."""
    corner, width, height = _file_entry(field, change, theme)
    high = float(rows[-1][1] - rows[0][1])
    tip(tr("{count} rows, {height:.4g} {unit} high", count=len(rows), height=high, unit=field.unit), theme)
    ink = imgui.get_window_draw_list()
    ink.add_rect_filled(corner, imgui.ImVec2(corner.x + width, corner.y + height), packed(FIELD), 2.0)
    widest, tall = max(r for r, _ in rows), rows[-1][1] - rows[0][1]
    scale = min(0.45 * width / widest, 0.9 * height / tall)
    middle, bottom = corner.x + 0.5 * width, corner.y + 0.5 * (height + scale * tall)
    for side in (-1.0, 1.0):
        points: list[imgui.ImVec2Like] = [
            imgui.ImVec2(middle + side * scale * r, bottom - scale * (z - rows[0][1])) for r, z in rows
        ]
        ink.add_polyline(points, packed(ACCENT), 0.12 * theme.em, 0)


def _draw_bars(corner: imgui.ImVec2, width: float, height: float, parts: list[float], zero: float, lit: int) -> None:
    """Draw bars from `zero` to each of `parts`, both as fractions of the height from below."""
    ink = imgui.get_window_draw_list()
    step = width / len(parts)
    gap = min(2.0, 0.2 * step)
    for i, part in enumerate(parts):
        left, right = corner.x + i * step, corner.x + (i + 1) * step - gap
        bottom = corner.y + height
        ink.add_rect_filled(imgui.ImVec2(left, corner.y), imgui.ImVec2(right, bottom), packed(FIELD), 2.0)
        low, high = sorted((bottom - part * height, bottom - zero * height))
        bar = imgui.ImVec2(left, min(low, high - 2.0))
        ink.add_rect_filled(bar, imgui.ImVec2(right, high), packed(ACCENT, 1.0 if i == lit else 0.7), 2.0)
