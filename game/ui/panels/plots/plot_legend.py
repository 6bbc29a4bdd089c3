"""The legend of a plot: symbols of the lines and their values at one time."""

from __future__ import annotations

import math

from imgui_bundle import imgui

from game.session.series import TIME
from game.ui.panels.plots.plot_data import PlotLine, Plottable, value_at
from game.ui.widgets.basic import color, font, text, tip
from game.ui.widgets.number_text import MINUS, power
from game.ui.widgets.symbols import draw_symbol, symbol, symbol_size
from game.ui.widgets.theme import DIM, INK, SMALL_SIZE, Theme, packed


def build_legend(chosen: list[Plottable], lines: list[PlotLine], other: Plottable, at: float, theme: Theme) -> None:
    """Build the mark, symbol and value of each line at a time [s]; other: the item of the x axis."""
    edge = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
    with font(theme.regular, SMALL_SIZE):
        text(f"t = {at:.3f} s", DIM)
        tip("time under the pointer, or the present time", theme)
        if other.name != TIME:
            imgui.same_line(0.0, 1.0 * theme.em)
            run = next(line for line in lines if line.side == 0)
            imgui.begin_group()
            symbol(other.symbol, packed(DIM), theme.regular, SMALL_SIZE * theme.scale)
            imgui.same_line(0.0, 0.0)
            text(f" = {_number(value_at(run, other.name, at))} {other.unit}".rstrip(), DIM)
            imgui.end_group()
            tip(f"{other.meaning}, of the run", theme)
        for line in sorted(lines, key=lambda each: (chosen.index(each.item), each.side)):
            first = line.side == 0
            words = f"{_number(value_at(line, line.item.name, at))} {line.item.unit if first else ''}".rstrip()
            width, _ = symbol_size(line.item.symbol if first else "", theme.medium, SMALL_SIZE * theme.scale)
            needed = width + imgui.calc_text_size(words).x + 3.2 * theme.em
            imgui.same_line(0.0, 1.0 * theme.em)
            if imgui.get_cursor_screen_pos().x + needed > edge:
                imgui.new_line()
            _mark(line, words, width, first, theme)


def _mark(line: PlotLine, words: str, width: float, named: bool, theme: Theme) -> None:
    """Build a short stroke in the style of the line, its symbol and its value."""
    corner, size = imgui.get_cursor_screen_pos(), SMALL_SIZE * theme.scale
    ink, middle = imgui.get_window_draw_list(), corner.y + 0.55 * size
    ends = imgui.ImVec2(corner.x, middle), imgui.ImVec2(corner.x + 1.1 * theme.em, middle)
    ink.add_line(*ends, packed(line.color), 1.3 * line.weight * theme.scale)
    left = corner.x + 1.5 * theme.em
    imgui.begin_group()
    if named:
        draw_symbol(ink, (left, corner.y), line.item.symbol, packed(INK), theme.medium, size)
        left += width + 0.5 * theme.em
    imgui.dummy(imgui.ImVec2(left - corner.x, size))
    imgui.same_line(0.0, 0.0)
    with color(imgui.Col_.text, INK):
        imgui.text_unformatted(words)
    imgui.end_group()
    whose = "the run" if line.side == 0 else f"comparison {line.side}"
    tip(f"{line.item.meaning}, {whose}", theme)


def _number(value: float) -> str:
    if not math.isfinite(value):
        return "–"
    if value == 0.0 or 1e-3 <= abs(value) < 1e6:
        return f"{value:.5g}".replace("-", MINUS)
    mantissa, exponent = f"{value:.3e}".split("e")
    return mantissa.replace("-", MINUS) + power(int(exponent))
