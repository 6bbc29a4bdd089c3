"""Rows for the choice of what is varied and its bounds."""

from __future__ import annotations

from collections.abc import Mapping

from imgui_bundle import imgui

from game.experiments.parameter_range import ParameterRange, default_range, format_value, numeric_parameters
from game.model.shown.shown_units import ShownUnits
from game.model.words import tr
from game.ui.widgets.basic import tip
from game.ui.widgets.fields import choice, labelled
from game.ui.widgets.sliders import allowed
from game.ui.widgets.theme import Theme
from physics import System
from physics.core.fields import Parameter, Variable

LABEL = 4.4
"""Width of the column of names [em]."""
CLAMPED = imgui.SliderFlags_.always_clamp.value


def brief(name: str) -> str:
    """Return the name of a parameter or quantity with spaces."""
    return name.replace("_", " ")


def _label(field: Parameter | Variable) -> str:
    """Return the name of a parameter, or the symbol of an initial value with its meaning."""
    if isinstance(field, Parameter):
        return tr(brief(field.name))
    return tr("{symbol}: {meaning}", symbol=field.symbol, meaning=tr(field.meaning))


def span_rows(
    words: str,
    spans: list[ParameterRange],
    place: int,
    system: System,
    theme: Theme,
    units: ShownUnits,
    removable: bool = False,
    fields: Mapping[str, Parameter | Variable] | None = None,
) -> bool:
    """Build the rows of what is varied and its bounds, in these units; return True if it is to be removed.

    fields: what can be varied (default: the parameters that are numbers).
    """
    span, removed = spans[place], False
    numbers = numeric_parameters(system) if fields is None else fields
    imgui.push_id(f"{words} {place}")
    labelled("", words, theme, LABEL)
    others = {each.name for each in spans} - {span.name}
    options = [(name, _label(field), tr(field.meaning)) for name, field in numbers.items() if name not in others]

    def use(name: str) -> None:
        spans[place] = default_range(system, name)

    imgui.set_next_item_width(-2.2 * theme.em if removable else -1.0)
    choice("##name", options, span.name, use, theme, tr(numbers[span.name].meaning))
    if removable:
        imgui.same_line()
        removed = imgui.button("\u00d7", imgui.ImVec2(1.7 * theme.em, 0.0))
    field = numbers[span.name]
    factor = units.shown(1.0, field.unit)
    labelled("", "", theme, LABEL)
    low_text, high_text = (format_value(end, field.unit, units).replace("%", "%%") for end in (span.low, span.high))
    speed = 0.004 * (span.high - span.low) * factor
    moved, low, high = imgui.drag_float_range2(
        "##bounds",
        span.low * factor,
        span.high * factor,
        speed,
        field.low * factor,
        field.high * factor,
        low_text,
        high_text,
        CLAMPED,
    )
    tip(tr("between these bounds; {allowed}\nCtrl+click to type a number", allowed=allowed(field, units)), theme)
    if moved and low < high:
        ends = (min(max(float(f"{end:.5g}") / factor, field.low), field.high) for end in (low, high))
        spans[place] = ParameterRange(span.name, *ends)
    imgui.pop_id()
    return removed
