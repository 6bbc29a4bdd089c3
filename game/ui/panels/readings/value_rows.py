"""Rows of the readings: symbol, meaning, number and unit, and their links to the picture."""

from __future__ import annotations

import math
from collections.abc import Callable

from imgui_bundle import imgui
from msgspec import Struct

from game.model.words import decimal, later, tr
from game.ui.panels.context import PanelContext
from game.ui.symbol_links import mentioned
from game.ui.widgets.basic import font, number_left, pressed_area, tip, written
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.number_text import MINUS, SteadyNumber, brief
from game.ui.widgets.symbols import draw_math, math_size, wrapped
from game.ui.widgets.theme import ACCENT, DIM, INK, SMALL_SIZE, Theme, Tone, packed
from physics.core.fields import Quantity, Variable
from physics.core.units import OFFERED, in_unit, whole_turns

ROW, LINE = 1.5, 0.95
"""Height of a row, and of each line of a meaning below it [em]."""
SYMBOL_WIDTH, WHOLE_WIDTH, FRACTION_WIDTH, UNIT_WIDTH = 2.0, 2.3, 3.4, 2.8
"""Widths of the columns [em]; the decimal points of all numbers are aligned."""
DIGITS, PLACES = 5, 6
MANY_TURNS = 100
"""Number of turns from which the rest has one decimal place instead of two."""
SPELLED_UNITS = (later("turns"), later("rev/s"))
"""Units that are words or abbreviations of words, which differ between languages."""
MIN_UNIT_TARGET = 2.0
"""Least width of what is clicked to change a unit [em]; it is as high as a row."""


class ShownValue(Struct, frozen=True):
    """A quantity with its value in SI units, and its rounding where the value is 0 because of it."""

    thing: Variable | Quantity
    value: float
    rounding: float = 0.0

    @property
    def symbol(self) -> str:
        """The symbol, or the name of a quantity without one."""
        return self.thing.symbol or self.thing.name

    @property
    def hint(self) -> str:
        """The meaning, with the name in code and, if it is the reason for a value of 0, the rounding."""
        hint = f"{tr(self.thing.meaning)} ({self.thing.name})"
        if not self.rounding:
            return hint
        unit = f" {self.thing.unit}".rstrip()
        return f"{hint}\n{tr('not above its rounding, {value}', value=brief(self.rounding, 1) + unit)}"


class ValueRows:
    """The rows of one run, whose numbers keep their format while they change."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], SteadyNumber] = {}
        self._below: set[str] = set()
        self._moving, self._now = False, 0.0

    def forget_formats(self) -> None:
        """Let each number have the format of its next value: what was far larger before would cost it digits."""
        self._numbers.clear()

    def begin(self, desk: PanelContext) -> None:
        """Begin a frame."""
        self._moving, self._now = not desk.session.simulation.paused, imgui.get_time()

    def number(self, name: str, value: float, unit: str = "") -> tuple[str, int]:
        """Return a number as text and the number of its steady characters; unit: that in which it is given."""
        key = name, unit
        if key not in self._numbers:
            readout: Callable[[float], str] | None = turns_text if unit == "turns" else None
            self._numbers[key] = SteadyNumber(DIGITS, PLACES, readout)
        return self._numbers[key](value, self._now, self._moving)

    def shown(self, desk: PanelContext, reading: ShownValue) -> tuple[str, int, str]:
        """Return the value of a reading in the person's unit, the number of steady characters, and that unit."""
        thing = reading.thing
        unit = desk.units.of(thing.unit)
        if unit == "turns":
            return *self.number(thing.name, reading.value, unit), "°"
        return *self.number(thing.name, in_unit(reading.value, thing.unit, unit), unit), tr(unit)

    def row(self, desk: PanelContext, reading: ShownValue) -> None:
        """Build a row with symbol, meaning, number and unit; a meaning without room beside its number is below it."""
        theme, em = desk.theme, desk.theme.em
        corner, edge = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        words, steady, unit = self.shown(desk, reading)
        unit_left = corner.x + edge - max(UNIT_WIDTH * em, imgui.calc_text_size(unit).x)
        point = unit_left - FRACTION_WIDTH * em
        left = corner.x + max(SYMBOL_WIDTH * em, math_size(reading.symbol, theme.math, em) + 0.5 * em)
        room = (
            min(number_left(words, (point, 0.0), (FRACTION_WIDTH - 0.3) * em), point - (WHOLE_WIDTH - 1.3) * em) - left
        )
        beside, below = self._meaning(reading, room - 0.4 * em, corner.x + edge - left, theme)
        height = (ROW + LINE * len(below)) * em
        offer_units(desk, reading.thing, (unit_left, corner.y, corner.x + edge, corner.y + ROW * em))
        imgui.set_cursor_screen_pos(corner)
        imgui.dummy(imgui.ImVec2(edge, height - imgui.get_style().item_spacing.y))
        if not imgui.is_item_visible():
            return
        ink, top = imgui.get_window_draw_list(), corner.y + (ROW - 1.2) / 2 * em
        link(desk, reading, (corner.x, corner.y, corner.x + edge, corner.y + height))
        draw_math(ink, (corner.x, top), reading.symbol, packed(INK), theme.math, em)
        written(ink, words, steady, (point, top), (FRACTION_WIDTH - 0.3) * em)
        with font(theme.regular, SMALL_SIZE):
            dim, low = packed(DIM), top + 0.1 * em
            ink.add_text(imgui.ImVec2(round(left), round(low)), dim, beside)
            ink.add_text(imgui.ImVec2(round(unit_left), round(low)), dim, unit)
            for line, text in enumerate(below):
                at = imgui.ImVec2(round(left), round(corner.y + (ROW - 0.15 + line * LINE) * em))
                ink.add_text(at, dim, text)

    def _meaning(self, reading: ShownValue, room: float, width: float, theme: Theme) -> tuple[str, list[str]]:
        """Return what is said beside a number, where there is so much room [points], and the lines below it.

        A meaning that was once below stays there, so that rows do not move with the width of their numbers.
        """
        meaning = tr(reading.thing.meaning)
        with font(theme.regular, SMALL_SIZE):
            if imgui.calc_text_size(meaning).x > room:
                self._below.add(reading.thing.name)
        lines: list[str] = []
        if reading.thing.name in self._below:
            lines, meaning = wrapped(meaning, width, theme.regular, SMALL_SIZE * theme.scale), ""
        if reading.rounding:
            meaning = tr("rounding") if reading.value == 0.0 else tr("no valid digit")
        return meaning, lines


def link(desk: PanelContext, reading: ShownValue, box: tuple[float, float, float, float], more: str = "") -> None:
    """Link the last widget, the row of a reading, to the picture: what it mentions is lit there while it is pointed at.

    The row itself is lit while what it mentions is pointed at in the picture. box: of the row [points]. more: lines
    below the hint.
    """
    names = mentioned(reading.symbol, desk.names)
    over = imgui.is_item_hovered()
    if over:
        desk.lit |= names
        tip(f"{reading.hint}\n{more}" if more else reading.hint, desk.theme)
    BOXES.control(reading.thing.name)
    lit = bool(names & desk.pointed)
    if lit or (over and names):
        ink, grow = imgui.get_window_draw_list(), 0.35 * desk.theme.em
        low, high = imgui.ImVec2(box[0] - grow, box[1] - 0.1 * grow), imgui.ImVec2(box[2] + grow, box[3])
        ink.add_rect_filled(low, high, packed(Tone.TINT), grow)
        if lit:  # not by the tint alone
            ink.add_rect_filled(low, imgui.ImVec2(low.x + 0.45 * grow, high.y), packed(ACCENT), 0.2 * grow)


def offer_units(desk: PanelContext, thing: Variable | Quantity, box: tuple[float, float, float, float]) -> None:
    """Build what changes the unit of a quantity by a click, over a box [points], where there are several units."""
    offered = OFFERED.get(thing.unit)
    if offered is None:
        return
    left, top, right, bottom = box
    name, width = f"unit of {thing.name}", max(right - left, MIN_UNIT_TARGET * desk.theme.em)
    imgui.set_cursor_screen_pos(imgui.ImVec2(left, top))
    pressed = pressed_area(name, imgui.ImVec2(width, bottom - top))
    BOXES.control(name)
    if not (pressed or imgui.is_item_hovered() or imgui.is_item_focused()):
        return
    now = desk.units.of(thing.unit)
    following = offered[(offered.index(now) + 1) % len(offered)]
    if pressed:
        desk.show_in(thing.unit, following)
    if imgui.is_item_hovered() or imgui.is_item_focused():
        ink, grow = imgui.get_window_draw_list(), 0.25 * desk.theme.em
        low, high = imgui.ImVec2(left - grow, top), imgui.ImVec2(left + width, bottom)
        ink.add_rect_filled(low, high, packed(Tone.FIELD_HOVERED), grow)
        ink.add_rect(low, high, packed(Tone.EDGE), grow)
        tip(tr("{unit}: a click shows it in {other}", unit=tr(now), other=tr(following)), desk.theme)


def turns_text(angle: float) -> str:
    """Return an angle [rad] as counted turns and what is left in degrees, such as "3 turns + 6.91", without a unit."""
    if not math.isfinite(angle):
        return tr("not finite")
    turns, rest = whole_turns(angle)
    places = 1 if abs(turns) >= MANY_TURNS else 2
    degrees = decimal(f"{abs(rest):.{places}f}")
    sign = MINUS if angle < 0.0 else ""
    if not turns:
        return f"{sign}{degrees}"
    count, plus = f"{sign}{abs(turns)}", sign or "+"
    if abs(turns) == 1:
        return tr("{count} turn {plus} {angle}", count=count, plus=plus, angle=degrees)
    return tr("{count} turns {plus} {angle}", count=count, plus=plus, angle=degrees)
