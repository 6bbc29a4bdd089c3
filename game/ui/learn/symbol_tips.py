"""Symbols of a system in prose and equations: their quantities, and a hint with name, meaning and present value."""

from __future__ import annotations

import math
from collections.abc import Sequence

from imgui_bundle import imgui

from game.model.equations.layout import Region
from game.ui.widgets.number_text import brief
from game.ui.widgets.theme import ACCENT, DIM, INK, Theme, faded, packed, vector
from physics import Simulation, System
from physics.core.fields import Parameter, Quantity, Variable

DIGITS = 5
Declared = Variable | Quantity | Parameter


def declared(system: System) -> dict[str, Declared]:
    """Return all quantities of a system by name: invariants, quantities, parameters that apply, variables."""
    parameters = [field for field in system.applicable().values() if isinstance(field, Parameter)]
    found: list[Declared] = [
        *system.invariants, *system.quantities, *parameters, *system.aliases, *system.variables,
    ]  # fmt: skip
    return {each.name: each for each in found}


def names_by_symbol(system: System) -> dict[str, str]:
    """Return the names of the quantities of a system by their symbols; of two with one symbol, that of the state."""
    return {each.symbol: name for name, each in declared(system).items() if each.symbol}


def value_now(simulation: Simulation, name: str) -> float:
    """Return the present value of a quantity of the simulation's system, NaN where it has none."""
    system, y = simulation.system, simulation.y
    state = {variable.name: value for variable, value in zip(system.variables, y, strict=True)}
    if name in state:
        return state[name]
    if name in system.parameters:
        return float(system.parameters[name])
    for each in (*system.invariants, *system.quantities):
        if each.name == name:
            return each.value(system, y)
    return system.to_aliases(state).get(name, math.nan)


def value_text(thing: Declared, value: float) -> str:
    """Return a value with its unit; an angle in degrees, too."""
    words = f"{brief(value, DIGITS)} {thing.unit}".rstrip()
    return f"{words} = {brief(math.degrees(value), DIGITS)}°" if thing.angle else words


def build_symbol_tips(regions: Sequence[Region], simulation: Simulation, theme: Theme) -> None:
    """Mark the symbol under the pointer and show what it is; regions: places of symbols on the screen."""
    if not regions or not imgui.is_window_hovered():
        return
    ink, things = imgui.get_window_draw_list(), declared(simulation.system)
    for region in regions:
        low, high = imgui.ImVec2(region.left - 1, region.top - 1), imgui.ImVec2(region.right + 1, region.bottom + 1)
        thing = things.get(region.name)
        if thing is None or not imgui.is_mouse_hovering_rect(low, high):
            continue
        ink.add_rect_filled(low, high, packed(faded(ACCENT, 0.26)), 3.0)
        if imgui.begin_tooltip():
            imgui.push_font(theme.medium, 0.0)
            imgui.text_unformatted(value_text(thing, value_now(simulation, region.name)))
            imgui.pop_font()
            imgui.push_style_color(imgui.Col_.text, vector(INK))
            imgui.push_text_wrap_pos(22.0 * theme.em)
            imgui.text_unformatted(thing.meaning or thing.name)
            imgui.pop_text_wrap_pos()
            imgui.pop_style_color()
            imgui.push_style_color(imgui.Col_.text, vector(DIM))
            imgui.text_unformatted(thing.name)
            imgui.pop_style_color()
            imgui.end_tooltip()
        return
