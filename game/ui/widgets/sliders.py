"""Sliders for numbers: drag or type; the number above, its position between the bounds below."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from game.model.shown.shown_units import SI, ShownUnits
from game.model.words import decimal, list_separator, tr, typed_number
from game.ui.widgets.basic import color, tip, tip_wanted
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import brief, power, slider_range
from game.ui.widgets.theme import ACCENT, CLEAR, DIM, INK, TRACK, Theme, packed
from physics.core.fields import (
    AnyParameter,
    Choice,
    ChoiceList,
    Description,
    Parameter,
    Profile,
    Tabulated,
    Variable,
    Vector,
)
from physics.core.units import format_bound, format_number

EXPONENT_OFFSET = -1000.0
"""Offset of the exponent of a logarithmic slider: the handle is never at 0; 1e-4 decades in single precision."""

Change = Callable[[Any], None]


def slider(field: Parameter, value: float, change: Change, theme: Theme, units: ShownUnits = SI) -> None:
    """Build the control of one number, in these units.

    `change` is called with the new value in the SI unit, or with a text with its unit where it was typed.
    """
    bounds = held_still(*slider_range(field, value))
    shown, low, high = (units.shown(each, field.unit) for each in (value, *bounds))
    if not type_number(shown, field.unit, change, theme, units):
        bar = _whole_slider if field.whole else _log_slider if field.log else _plain_slider
        words = brief(shown, 9 if field.whole else 4)
        moved, new = with_number(lambda: bar(shown, low, high), words, tr(units.of(field.unit)))
        draw_track(_part(field, value, *bounds), theme)
        if not begin_typing(shown) and moved:
            new = units.si(rounded(new), field.unit)
            near = (bound for bound in (field.low, field.high) if math.isclose(new, bound, rel_tol=1e-5))
            change(next(near, new))
    BOXES.control(field.name)
    if tip_wanted():
        explain(tr(field.meaning), allowed(field, units), theme)


_typed: dict[int, tuple[str, str]] = {}
"""Text of the number that is being typed, as it was at first and as it is, by the identity of its widget."""


def begin_typing(shown: float) -> bool:
    """Return whether a number is to be typed into the widget "##value" that was just built; `type_number` follows.

    Dear ImGui opens a text field of its own there, which takes no unit.
    """
    key = imgui.get_id("##value")
    if not imgui.internal.temp_input_is_active(key):
        return False
    words = decimal(format_number(shown))
    _typed[key] = words, words
    return True


def type_number(shown: float, unit: str, change: Change, theme: Theme, units: ShownUnits) -> bool:
    """Build the text field of a number in place of the widget "##value", if it is open; return whether it is.

    A number without a unit is in that which is shown.
    """
    key = imgui.get_id("##value")
    if key not in _typed:
        return False
    first, words = _typed[key]
    state = imgui.internal.get_input_text_state(key)
    if state is not None and state.get_text() != words:
        state.reload_user_buf_and_select_all()
    _, words = imgui.input_text("##value", words)
    _typed[key] = first, words
    low, high, name = imgui.get_item_rect_min(), imgui.get_item_rect_max(), tr(units.of(unit))
    size = imgui.calc_text_size(name)
    if imgui.calc_text_size(words).x + size.x + 1.5 * theme.em < high.x - low.x:
        at = imgui.ImVec2(round(high.x - size.x - 0.5 * theme.em), round((low.y + high.y - size.y) / 2))
        imgui.get_window_draw_list().add_text(at, packed(DIM), name)
    if not imgui.is_item_active():
        del _typed[key]
        if words.strip() and words != first and not imgui.is_key_pressed(imgui.Key.escape):
            change(units.typed(typed_number(words).strip(), unit))
    return True


def with_number(build: Callable[[], tuple[bool, float]], words: str, unit: str) -> tuple[bool, float]:
    """Build the widget "##value" by a function; return whether it was moved, and its new value, as that does.

    A number and, dim, its unit are drawn in place of its text, except while it is edited.
    """
    if imgui.internal.temp_input_is_active(imgui.get_id("##value")):
        return build()
    with color(imgui.Col_.text, CLEAR):
        moved = build()
    low, high, ink = imgui.get_item_rect_min(), imgui.get_item_rect_max(), imgui.get_window_draw_list()
    number, wide = imgui.calc_text_size(words), 0.0
    if unit:
        gap = imgui.calc_text_size(" ").x
        wide = gap + imgui.calc_text_size(unit).x
    left = round((low.x + high.x - number.x - wide) / 2)
    top = round((low.y + high.y - number.y) / 2) - 1
    ink.push_clip_rect(low, high, True)
    ink.add_text(imgui.ImVec2(left, top), packed(INK), words)
    if unit:
        ink.add_text(imgui.ImVec2(left + number.x + gap, top), packed(DIM), unit)
    ink.pop_clip_rect()
    return moved


def _part(field: Parameter, value: float, low: float, high: float) -> float:
    """Return the position of a value on its slider, 0 to 1."""
    if field.log and not field.whole:
        low, high, value = math.log(low), math.log(high), math.log(max(value, low))
    return min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 0.0


def draw_track(part: float, theme: Theme) -> None:
    """Draw the track and the handle below the number of the slider that was just built."""
    low, high, ink = imgui.get_item_rect_min(), imgui.get_item_rect_max(), imgui.get_window_draw_list()
    held, over, em = imgui.is_item_active(), imgui.is_item_hovered(), theme.em
    inset, half = 0.42 * em, 0.055 * em
    left, right, middle = low.x + inset, high.x - inset, high.y - 0.17 * em
    at = left + part * (right - left)
    ink.add_rect_filled(imgui.ImVec2(left, middle - half), imgui.ImVec2(right, middle + half), packed(TRACK), half)
    ink.add_rect_filled(imgui.ImVec2(left, middle - half), imgui.ImVec2(at, middle + half), packed(ACCENT), half)
    ink.add_circle_filled(imgui.ImVec2(at, middle), (0.24 if held or over else 0.165) * em, packed(ACCENT), 16)


def _plain_slider(value: float, low: float, high: float) -> tuple[bool, float]:
    """Build a slider; return whether it was moved, and the new value."""
    return imgui.slider_float("##value", value, low, high)


def _whole_slider(value: float, low: float, high: float) -> tuple[bool, float]:
    """Build a slider for whole numbers; return whether it was moved, and the new value."""
    moved, new = imgui.slider_int("##value", int(value), int(low), int(high))
    return moved, float(new)


def _log_slider(value: float, low: float, high: float) -> tuple[bool, float]:
    """Build a logarithmic slider; return whether it was moved, and the new value.

    The logarithmic slider of Dear ImGui treats values below the digits of its format as zero. Here the handle moves
    over the decades below `high`, offset by `EXPONENT_OFFSET`.
    """
    first = EXPONENT_OFFSET + math.log10(low / high)
    place = EXPONENT_OFFSET + math.log10(max(value, low) / high)
    moved, new = imgui.slider_float("##value", place, first, EXPONENT_OFFSET)
    return moved, min(max(high * 10.0 ** (new - EXPONENT_OFFSET), low), high)


def held_still(low: float, high: float) -> tuple[float, float]:
    """Return the range of a slider, kept constant while any slider is dragged; else it would grow with its value."""
    storage, keys = imgui.get_state_storage(), (imgui.get_id("low"), imgui.get_id("high"))
    if not imgui.is_any_item_active():
        storage.set_float(keys[0], low)
        storage.set_float(keys[1], high)
    return storage.get_float(keys[0], low), storage.get_float(keys[1], high)


def allowed(field: AnyParameter | Variable, units: ShownUnits = SI) -> str:
    """Return the allowed values of a field in the language in use, in these units; of a file in the SI unit."""
    if isinstance(field, Description):
        return tr(field.content)
    if isinstance(field, Choice | ChoiceList):
        options = list_separator().join(map(tr, field.options))
        if isinstance(field, Choice):
            return options
        return tr("{least} to {most} of {options}", least=field.shortest, most=field.longest, options=options)
    units = SI if isinstance(field, Profile) else units
    low, high = (decimal(_bound(bound, field.unit, units)) for bound in (field.low, field.high))
    given: dict[str, Any] = {"low": low, "high": high, "unit": tr(units.of(field.unit))}
    if isinstance(field, Vector | Profile):
        given |= {"least": field.shortest, "most": field.longest}
    if isinstance(field, Vector):
        words = tr("{least} to {most} numbers, each {low} to {high} {unit}", **given)
    elif isinstance(field, Tabulated):
        first, second = field.columns
        words = tr(
            "a CSV file or {least} to {most} rows {first}, {second}, {second} {low} to {high}",
            first=first, second=second, **given,
        )  # fmt: skip
    elif isinstance(field, Profile):
        words = tr("a CSV file or {least} to {most} rows r, z, r {low} to {high} {unit}", **given)
    elif isinstance(field, Parameter) and field.whole:
        words = tr("whole, {low} to {high} {unit}", **given)
    else:
        words = tr("{low} to {high} {unit}", **given)
    return words.rstrip()


def _bound(bound: float, unit: str, units: ShownUnits) -> str:
    """Return a bound in the unit shown; it is a round number in the SI unit alone."""
    words = format_number(bound) if units.of(unit) == unit else format_bound(units.shown(bound, unit))
    mantissa, has_exponent, exponent = words.partition("e")
    return f"{mantissa}{power(int(exponent))}" if has_exponent else words


def explain(meaning: str, bounds: str, theme: Theme) -> None:
    """Show the tooltip of a number."""
    tip(f"{meaning}\n{bounds}\n{tr('Ctrl+click to type a number')}", theme)


def rounded(value: float) -> float:
    """Return the value with the digits shown or typed; sliders of Dear ImGui have single precision."""
    return float(f"{value:.6g}")
