"""What a fit has found: values with errors, what the data leave open, correlations, residuals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from imgui_bundle import imgui

from game.experiments.measurements.fit_numbers import FitNumber
from game.experiments.measurements.fit_task import FitTask
from game.model.messages import printable
from game.model.shown.shown_units import ShownUnits
from game.model.words import decimal, list_separator, tr
from game.session.files.shown_tables import use_fit
from game.ui.panels.context import PanelContext
from game.ui.panels.measured.residual_plot import build_residuals
from game.ui.widgets.basic import button, font, small, text, tip
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import MINUS, brief
from game.ui.widgets.symbols import draw_math, math_size, prose
from game.ui.widgets.theme import DIM, FAINT, INK, SMALL_SIZE, VERMILLION, Theme, packed

if TYPE_CHECKING:
    from physics.fitting.estimates import Estimate
    from physics.fitting.fit import Fit
    from physics.fitting.identifiability import Combination

VALUE, ERROR = 5.0, 11.0
"""Left edges of the columns of values and errors [em]."""
CELL = 1.15
"""Greatest side of a cell of the matrix of correlations [em]."""
MOST_CELLS = 16
"""Greatest number of unknowns whose correlations are drawn."""


def build_result(desk: PanelContext, task: FitTask, numbers: Mapping[str, FitNumber]) -> None:
    """Build the widgets of one frame. numbers: those of the present system, by name."""
    found, theme = task.found, desk.theme
    assert found is not None
    for words in lost(found):
        small(words, theme, VERMILLION)
    head = tr(
        "{seconds} s of {name} from t = {begin} s, {count} values:",
        seconds=brief(float(found.t[-1])), name=printable(task.table.name), begin=brief(found.begin), count=found.count,
    ) if not found.followed else tr(
        "{seconds} s of {name} from t = {begin} s, {count} values; ± with a probability of 95 %:",
        seconds=brief(float(found.t[-1])), name=printable(task.table.name), begin=brief(found.begin), count=found.count,
    )  # fmt: skip
    small(head, theme)
    if found.size > 1:
        small(thinned(found), theme)
    own = of_the_beginning(found)
    for each in own:
        _estimate(each, numbers, desk)
    if found.segments:
        small(
            tr("Segments, each with a start of its own: {count}", count=len(found.segments)),
            theme,
        )
    same = type(found.system) is type(desk.session.simulation.system) and all(each.name in numbers for each in own)
    if not same:
        small(tr("These values are of another system or formulation."), theme)
    elif button(tr("Use these values"), True, -1.0):
        desk.attempt(lambda: use_fit(desk.session, found, task.table))
    tip(tr("the scene gets these values and starts; the motion begins with the first row used"), theme)
    for words in remarks(found, numbers):
        room = imgui.get_content_region_avail().x
        prose(words, room, packed(INK), theme.regular, SMALL_SIZE * theme.scale)
    build_residuals(found, desk)
    _correlations(found, numbers, theme)


def thinned(found: Fit) -> str:
    """Return what is said of a long table whose rows are not all fitted one by one, in a sentence."""
    if not found.followed:
        return tr("Of its {rows} rows one of {size} is used.", rows=found.rows, size=found.size)
    return tr(
        "Of its {rows} rows the means of {size} neighbours are used, which tell as much.",
        rows=found.rows, size=found.size,
    )  # fmt: skip


def lost(found: Fit) -> list[str]:
    """Return what is said first of a fit that has not followed the data, in sentences; nothing of one that has."""
    if found.followed:
        return []
    over = list_separator().join(
        f"{name}: {brief(times, 3)}" for name, times in found.over.items() if math.isfinite(times)
    )
    said = [tr("The fit has not followed the data. Residuals over noise: {over}.", over=over)]
    if 0.0 < found.reach < found.t[-1]:
        until = brief(found.begin + found.reach, 4)
        said.append(tr("It follows up to t = {time} s; the values are those of this part.", time=until))
    said.append(tr("A shorter part of the table, other starts or a known noise may help. Errors are not known."))
    return said


def of_the_beginning(found: Fit) -> list[Estimate]:
    """Return the unknowns without the starts of later segments, whose names end in their time."""
    return [each for each in found.estimates if " (" not in each.name]


def _estimate(each: Estimate, numbers: Mapping[str, FitNumber], desk: PanelContext) -> None:
    """Build the row of an unknown: symbol, value, error, unit."""
    theme, em = desk.theme, desk.theme.em
    corner = imgui.get_cursor_screen_pos()
    draw_math(
        imgui.get_window_draw_list(), (corner.x, corner.y), _symbol(each.name, numbers), packed(INK), theme.math, em
    )
    value, error = value_and_error(each, desk.units)
    imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + VALUE * em, corner.y))
    text(value)
    imgui.set_cursor_screen_pos(imgui.ImVec2(corner.x + ERROR * em, corner.y))
    with font(theme.regular, SMALL_SIZE):
        text(error, DIM)
    known = numbers.get(each.name)
    imgui.set_cursor_screen_pos(corner)
    imgui.dummy(imgui.ImVec2(imgui.get_content_region_avail().x, 1.2 * em))
    began = f"{brief(desk.units.shown(each.start, each.unit))} {tr(desk.units.of(each.unit))}".rstrip()
    tip(tr("{name}; the fit began at {value}", name=name_of(known) if known else each.name, value=began), theme)


def name_of(number: FitNumber) -> str:
    """Return the name of a number in the language in use."""
    return f"{tr(number.words)} {number.place}".rstrip()


def value_and_error(each: Estimate, units: ShownUnits) -> tuple[str, str]:
    """Return a value, and its error with the unit, or why it has none, in the units in which they are shown."""
    unit = tr(units.of(each.unit))
    value, half = (units.shown(number, each.unit) for number in (each.value, each.half))
    if math.isnan(half):
        return brief(value, 6), unit
    if each.bound is not None:
        return brief(value, 6), f"{unit} – {tr('at its bound')}".lstrip(" –")
    if not math.isfinite(half):
        return brief(value, 6), f"{unit} – {tr('not found alone')}".lstrip(" –")
    return rounded(value, half), f"± {brief(half, 2)} {unit}".rstrip()


def rounded(value: float, half: float) -> str:
    """Return a value with as many decimals as two digits of its error need, or six digits."""
    if half <= 0.0 or abs(value) < half or half < 1e-12:
        return brief(value, 6)
    decimals = 1 - math.floor(math.log10(half))
    if not (0 <= decimals <= 9 and abs(value) < 1e6):
        return brief(value, 6)
    return decimal(f"{value:.{decimals}f}".replace("-", MINUS))


# What the data leave open -------------------------------------------------------------------------------------


def remarks(found: Fit, numbers: Mapping[str, FitNumber]) -> list[str]:
    """Return what the data leave open, strong correlations, bounds that were reached and the horizon, in sentences."""
    said = [combination_words(each, numbers) for each in found.combinations]
    for each in found.estimates:
        if each.bound is not None:
            said.append(tr("{name} has reached a bound.", name=_symbol(each.name, numbers)))
    if found.correlated:
        pairs = list_separator().join(
            f"{_symbol(one, numbers)} {tr('and')} {_symbol(other, numbers)} ({_signed(size)})"
            for one, other, size in found.correlated
        )
        said.append(tr("Correlated: {pairs}.", pairs=pairs))
    if math.isfinite(found.horizon):
        said.append(
            tr(
                "Horizon: {time} s. Later the errors of the fit alone leave the motion unknown.",
                time=brief(found.horizon, 3),
            )
        )
    return said


def combination_words(each: Combination, numbers: Mapping[str, FitNumber]) -> str:
    """Return a change of several unknowns that the data do not see, as a sentence, with their symbols."""
    names = [_symbol(name, numbers) for name in each.changes]
    if len(names) == 1:
        return tr("{name} has too little effect on what was measured to be found.", name=names[0])
    separator = list_separator()
    if each.products:
        formulas = separator.join(
            _formula(product.exponents, numbers)
            + (f" = {rounded(product.value, product.half)} ± {brief(product.half, 2)}"
               if math.isfinite(product.half) else "")
            for product in each.products
        )  # fmt: skip
        return tr(
            "Only {formulas} (SI units) can be found, not each alone: {names}.",
            formulas=formulas, names=separator.join(names),
        )  # fmt: skip
    largest = max(abs(change) for change in each.changes.values())
    parts = [
        f"{_symbol(name, numbers)} {_signed(change / largest)}"
        if name in each.absolute
        else f"{_symbol(name, numbers)} {_signed(100.0 * change / largest)}\u202f%"
        for name, change in each.changes.items()
    ]
    return tr(
        "Not told apart: together {changes}, or any part of this, alter next to nothing.",
        changes=separator.join(parts),
    )  # fmt: skip


def _formula(exponents: Mapping[str, float], numbers: Mapping[str, FitNumber]) -> str:
    """Return a product of powers with symbols."""
    from physics.fitting.identifiability import SUPERSCRIPTS

    above = [_symbol(name, numbers) + SUPERSCRIPTS[power] for name, power in exponents.items() if power > 0.0]
    below = [_symbol(name, numbers) + SUPERSCRIPTS[-power] for name, power in exponents.items() if power < 0.0]
    return "·".join(above) + "".join(f"/{each}" for each in below)


def _symbol(name: str, numbers: Mapping[str, FitNumber]) -> str:
    """Return the symbol of an unknown, its name where it has none."""
    known = numbers.get(name)
    return name if known is None else known.symbol or name_of(known)


def _signed(value: float) -> str:
    return decimal(f"{value:+.3g}".replace("-", MINUS))


# Diagrams -----------------------------------------------------------------------------------------------------


def _correlations(found: Fit, numbers: Mapping[str, FitNumber], theme: Theme) -> None:
    """Draw the correlations: the area of a square is the magnitude, positive ones are filled, negative ones hollow."""
    own = of_the_beginning(found)
    names = [each.name for each in own]
    places = [i for i, each in enumerate(found.estimates) if each in own]
    count, em = len(names), theme.em
    if not 2 <= count <= MOST_CELLS:
        return
    small(tr("Correlations (area: magnitude; filled: positive, hollow: negative, cross: not found)"), theme)
    symbols = [_symbol(name, numbers) for name in names]
    margin = min(max(math_size(each, theme.math, 0.9 * em) for each in symbols) + 0.4 * em, 6.0 * em)
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    side = min((imgui.get_content_region_avail().x - margin) / count, CELL * em)
    imgui.dummy(imgui.ImVec2(margin + count * side, count * side))
    BOXES.control("correlations")
    for row, symbol in enumerate(symbols):
        y = corner.y + row * side
        draw_math(ink, (corner.x, y), symbol, packed(DIM), theme.math, 0.9 * em)
        for column in range(row + 1):
            _cell(
                ink,
                (corner.x + margin + column * side, y),
                side,
                float(found.correlations[places[row], places[column]]),
            )
    mouse = imgui.get_mouse_pos()
    row, column = int((mouse.y - corner.y) // side), int((mouse.x - corner.x - margin) // side)
    if imgui.is_item_hovered() and 0 <= column <= row < count:
        value = float(found.correlations[places[row], places[column]])
        shown = _signed(value) if math.isfinite(value) else tr("not found")
        tip(f"{symbols[row]}, {symbols[column]}: {shown}", theme)


def _cell(ink: imgui.ImDrawList, corner: tuple[float, float], side: float, value: float) -> None:
    """Draw a cell of the matrix."""
    x, y = corner[0] + side / 2, corner[1] + side / 2
    whole = imgui.ImVec2(corner[0] + side, corner[1] + side)
    ink.add_rect(imgui.ImVec2(*corner), whole, packed(FAINT))
    if not math.isfinite(value):
        reach = 0.2 * side
        for sign in (-1.0, 1.0):
            ends = imgui.ImVec2(x - reach, y - sign * reach), imgui.ImVec2(x + reach, y + sign * reach)
            ink.add_line(*ends, packed(DIM), 1.5)
        return
    half = 0.42 * side * math.sqrt(min(abs(value), 1.0))
    low, high = imgui.ImVec2(x - half, y - half), imgui.ImVec2(x + half, y + half)
    if value > 0.0:
        ink.add_rect_filled(low, high, packed(INK))
    elif half > 0.5:
        ink.add_rect(low, high, packed(INK), thickness=1.5)
