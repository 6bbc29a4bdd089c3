"""The section of the readings on energy: its parts as stacked bars and rows, and where it has come from.

Parts below zero, such as the potential energy below its zero level, extend to the left of a line at zero. A part above
90 % is taken out, and the rest spread in a second bar. The scale of a bar is the largest extent of the run so far, so
that its line at zero rests while energy passes from part to part.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.words import later, tr
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ITEM_SPACING, font, small, tip
from game.ui.widgets.number_text import SteadyNumber
from game.ui.widgets.symbols import draw_symbol, symbol_size
from game.ui.widgets.theme import AMBER, DIM, FIELD, INK, SMALL_SIZE, Color, Theme, Tone, packed
from physics.core.fields import EnergyPart
from physics.simulation.energy_budget import ROUNDING, EnergyBudget

DOMINANT = 0.9
"""Share of the whole above which a part is taken out of the bar."""
RETURN, PATIENCE = 0.85, 5.0
"""Share below which it is put back; wall time [s] for which a part must be nearly all to be taken out later."""
NOTABLE = 1e-3
"""Share of the energy above which drift is drawn in the bar of sources."""
DIGITS, PLACES = 4, 3
BAR, GAP, LINK, ROW = 1.0, 0.35, 1.2, 1.25
"""Heights of a bar, of the room around it, of the lines between two bars, and of a row [em]."""
SWATCH, NAME, SPACE, VALUE = 0.65, 1.15, 0.5, 4.5
"""Side of a swatch; left edge of names; least space between name, formula and number; room that numbers with their
units get at the right, at least [em]."""
LEAST_SEGMENT = 1.0
"""Width [points at scale 1] below which a part is not drawn in a bar; its row remains."""
UNLIT = 0.35
"""Opacity of the other parts while the pointer is at one."""
PREFIXES = ((1e9, "GJ"), (1e6, "MJ"), (1e3, "kJ"), (1.0, "J"), (1e-3, "mJ"), (1e-6, "µJ"), (1e-9, "nJ"))
KINETIC = (Tone.CURVE_3, Tone.CURVE_2, Tone.CURVE_5, Tone.CURVE_4, Tone.CURVE_6, Tone.CURVE_1)
COLORS: Mapping[str, tuple[Tone, ...]] = {
    "kinetic": KINETIC, "potential": (Tone.WEIGHT, Tone.CURVE_4, Tone.CURVE_6, Tone.CURVE_1),
    "elastic": (Tone.CURVE_4, Tone.CURVE_6, Tone.CURVE_1), "lost": (Tone.EDGE,),
}  # fmt: skip
"""Colours of the parts by kind: each takes the first one that is free."""
LOST, WORK = "lost", "work"
START = EnergyPart(
    later("at the start"), "", later("the energy of the start, and what changes of parameters have made of it"), "work"
)
HAND = EnergyPart(later("work of the hand"), "", later("work of the hand that pulls at the bodies"), "work")
DRIFT = EnergyPart(
    later("drift of the method"), "", later("what the errors of the method have added: an exact solution has none"),
    "work",
)  # fmt: skip
ERROR = EnergyPart(
    later("error of the equations"), "",
    later("what these equations, which do not keep the energy, and the errors of the method have added"), "work",
)  # fmt: skip
SOURCES = (Tone.CURVE_6, Tone.CURVE_4, Tone.CURVE_5, Tone.CURVE_2, Tone.CURVE_3, Tone.TEAL)
"""Colours of works; each takes the first one that no part has."""


class Share(NamedTuple):
    """One part to show: what it is, its value [J], its colour, and whether it is hatched."""

    part: EnergyPart
    value: float
    shade: Color
    hatched: bool


class EnergyNumber:
    """Formatter of a changing energy, with a unit for its largest value so far."""

    def __init__(self) -> None:
        self._largest = 0.0
        self._place = -1
        self._number = SteadyNumber(DIGITS, PLACES)

    def __call__(self, value: float, now: float, moving: bool) -> tuple[str, int, str]:
        """Return the number as text, the number of its steady characters, and the unit; see `SteadyNumber`."""
        if math.isfinite(value):
            self._largest = max(self._largest, abs(value))
        place = next((i for i, (size, _) in enumerate(PREFIXES) if self._largest >= size), -1)
        if self._largest >= 1e3 * PREFIXES[0][0]:
            place = -1
        if place != self._place:
            self._place, self._number = place, SteadyNumber(DIGITS, PLACES)
        size, unit = PREFIXES[place] if place >= 0 else (1.0, "J")
        return *self._number(value / size, now, moving), unit


class BarScale:
    """The largest extents of a bar so far, to the left and to the right of zero."""

    def __init__(self) -> None:
        self.below = self.above = 0.0

    def hold(self, values: Sequence[float]) -> float:
        """Make room for these values; return the whole length."""
        self.below = max(self.below, -sum(value for value in values if value < 0.0))
        self.above = max(self.above, sum(value for value in values if value > 0.0))
        return self.below + self.above


class EnergyPanel:
    """The section on energy; it changes nothing."""

    def __init__(self) -> None:
        self._owner: object = None
        self._forget()

    def _forget(self) -> None:
        """Begin anew: the scales and formats of another run do not matter."""
        self._numbers: dict[str, EnergyNumber] = {}
        self._whole, self._rest, self._origin = BarScale(), BarScale(), BarScale()
        self._seen: set[str] = set()
        self._largest = self._taken = ""
        self._since = -math.inf
        self._looks = self._tick = 0
        self._pointed = self._next = ""
        self._widest = 0.0

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame below the heading, which is the last widget before."""
        theme, simulation = desk.theme, desk.session.simulation
        owner = (simulation, simulation.system, simulation.divergence is None)
        if owner != self._owner or simulation.tick == 0 < self._tick:
            self._forget()
            self._owner = owner
        self._tick = simulation.tick
        self._now, self._moving = imgui.get_time(), not simulation.paused
        budget = simulation.energy_budget()
        self._heading(budget.mechanical, theme)
        self._pointed, self._next = self._next, ""
        stored = colored(budget.parts)
        self._stored_bars(stored, theme)
        rows = [share for share in stored if share.part.kind != LOST or self._notable(share)]
        with font(theme.regular, SMALL_SIZE):
            self._names = max(imgui.calc_text_size(tr(share.part.name)).x for share in rows)
        for share in rows:
            self._row(share, theme)
        self._sources(budget, simulation.system.keeps_energy, theme)

    def _heading(self, value: float, theme: Theme) -> None:
        """Write the kinetic and potential energy at the right of the heading, the last widget."""
        tip(tr("kinetic and potential energy"), theme)
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self._written("", value, theme, high.x, low.y + (high.y - low.y - theme.em) / 2, theme.medium, theme.em)

    # Bars ----------------------------------------------------------------------------------------------------

    def _stored_bars(self, stored: Sequence[Share], theme: Theme) -> None:
        """Draw the bar of all parts; where one of them is nearly all, also that of the rest."""
        taken = self._taken_out(stored)
        order = sorted(stored, key=lambda share: share.part.name != taken)
        places = self._bar(order, self._whole, theme, marked=True)
        rest = [share for share in stored if share.part.name != taken]
        if not taken or not places or self._rest.hold([share.value for share in rest]) == 0.0:
            return
        em, ink, corner = theme.em, imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
        low, high = places[taken]
        edges = [edge for pair in places.values() for edge in pair]
        positive = next(share.value > 0.0 for share in stored if share.part.name == taken)
        begin, end = (high, max(edges)) if positive else (min(edges), low)
        top, bottom = corner.y - GAP * em + 2.0, corner.y + LINK * em - 2.0
        right = corner.x + imgui.get_content_region_avail().x
        imgui.dummy(imgui.ImVec2(1.0, LINK * em - imgui.get_style().item_spacing.y))
        for above, below in ((begin, corner.x), (end, right)):
            ink.add_line(imgui.ImVec2(above, top), imgui.ImVec2(below, bottom), packed(Tone.EDGE), theme.scale)
        self._bar(rest, self._rest, theme)

    def _taken_out(self, stored: Sequence[Share]) -> str:
        """Return the name of the part that is taken out of the bar, or "".

        It is taken out where it has been nearly all at each look, or for some seconds: a part that is so for a moment,
        as in each swing of a pendulum, does not move the rows below.
        """
        sizes = {share.part.name: abs(share.value) for share in stored}
        whole = sum(sizes.values())
        largest = max(sizes, key=lambda name: sizes[name])
        if not math.isfinite(whole) or not DOMINANT * whole < sizes[largest] < whole:
            largest = ""
        if largest != self._largest:
            self._since = self._now if self._looks else -math.inf
            self._largest = largest
        self._looks += 1
        if self._taken and not sizes[self._taken] > RETURN * whole:
            self._taken = ""
        if largest and self._now - self._since > PATIENCE:
            self._taken = largest
        return self._taken

    def _bar(
        self, shares: Sequence[Share], extent: BarScale, theme: Theme, marked: bool = False
    ) -> dict[str, tuple[float, float]]:
        """Draw one bar and return the edges of its segments by the names of the parts; {} where there is nothing.

        marked: with 0, and with E, where something lies below zero.
        """
        em, ink, corner = theme.em, imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
        width, values = imgui.get_content_region_avail().x, [share.value for share in shares]
        if not all(map(math.isfinite, values)) or extent.hold(values) == 0.0:
            return {}
        scale = width / (extent.below + extent.above)
        zero = corner.x + extent.below * scale
        places = segments(shares, zero, scale)
        imgui.dummy(imgui.ImVec2(width, BAR * em))
        ground = imgui.ImVec2(corner.x + width, corner.y + BAR * em)
        ink.add_rect_filled(corner, ground, packed(FIELD), 0.2 * em)
        pointer = imgui.get_mouse_pos() if imgui.is_item_hovered() else None
        for share in shares:
            low, high = places[share.part.name]
            if pointer is not None and low <= pointer.x < high:
                self._next = share.part.name
                tip(explained(share.part), theme, symbolic=True)
            if high - low >= LEAST_SEGMENT * theme.scale:
                self._block(ink, low, corner.y, max(high - low - theme.scale, theme.scale), BAR * em, share, theme)
        below = extent.below * scale > LEAST_SEGMENT * theme.scale
        if below:
            top, bottom = corner.y - 0.15 * em, corner.y + (BAR + 0.15) * em
            ink.add_line(imgui.ImVec2(zero, top), imgui.ImVec2(zero, bottom), packed(INK), 1.5 * theme.scale)
        if marked and below:
            energy = sum(share.value for share in shares if share.part.kind != LOST)
            self._marks(ink, zero, zero + energy * scale, corner.x, width, theme)
        imgui.dummy(imgui.ImVec2(width, GAP * em - imgui.get_style().item_spacing.y))
        return places

    def _marks(
        self, ink: imgui.ImDrawList, zero: float, energy: float, left: float, width: float, theme: Theme
    ) -> None:
        """Write 0 below the line at zero, and E below the end of what the positive parts leave over the others."""
        with font(theme.regular, SMALL_SIZE):
            top = imgui.get_cursor_screen_pos().y - imgui.get_style().item_spacing.y + 0.15 * theme.em
            taken = -math.inf
            for words, at in sorted((("0", zero), ("E", energy)), key=lambda mark: mark[0] != "0"):
                half = imgui.calc_text_size(words).x / 2
                if abs(at - taken) > 2.5 * half + 0.2 * theme.em:
                    x = min(max(at - half, left), left + width - 2 * half)
                    ink.add_text(imgui.ImVec2(round(x), top), packed(DIM), words)
                    taken = at
            imgui.dummy(imgui.ImVec2(1.0, 0.9 * imgui.get_text_line_height()))

    def _block(
        self, ink: imgui.ImDrawList, left: float, top: float, width: float, height: float, share: Share, theme: Theme
    ) -> None:
        """Draw a segment of a bar or a swatch, hatched if so; dimmed while the pointer is at another part."""
        lit = 1.0 if self._pointed in ("", share.part.name) else UNLIT
        low, high = imgui.ImVec2(left, top), imgui.ImVec2(left + width, top + height)
        rounding = min(0.15 * theme.em, width / 2)
        if not share.hatched:
            ink.add_rect_filled(low, high, packed(share.shade, lit), rounding)
            return
        ink.add_rect_filled(low, high, packed(share.shade, 0.35 * lit), rounding)
        ink.push_clip_rect(low, high, True)
        step = 0.3 * theme.em
        for i in range(math.ceil((width + height) / step)):
            x = left + i * step
            ink.add_line(imgui.ImVec2(x, top), imgui.ImVec2(x - height, top + height), packed(share.shade, lit),
                         1.5 * theme.scale)  # fmt: skip
        ink.pop_clip_rect()

    # Rows ----------------------------------------------------------------------------------------------------

    def _notable(self, share: Share) -> bool:
        """Return whether a part has had a value other than 0 so far."""
        if share.value != 0.0:
            self._seen.add(share.part.name)
        return share.part.name in self._seen

    def _row(self, share: Share, theme: Theme, swatch: bool = True) -> None:
        """Build the row of a part: swatch, name, formula and value; a long name stands above its value."""
        em, corner, width = theme.em, imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        left, name = corner.x + (NAME * em if swatch else 0.0), tr(share.part.name)
        with font(theme.regular, SMALL_SIZE):
            taken = imgui.calc_text_size(name).x
            double = left + taken + SPACE * em > corner.x + width - max(VALUE * em, self._widest)
            imgui.push_style_var(ITEM_SPACING, imgui.ImVec2(0.0, 0.0))
            imgui.dummy(imgui.ImVec2(width, (1.8 if double else ROW) * em))  # without a gap, where no row would be lit
            imgui.pop_style_var()
            if imgui.is_item_hovered():
                self._next = share.part.name
            tip(explained(share.part), theme, symbolic=True)
            if not imgui.is_item_visible():
                return
            ink, size = imgui.get_window_draw_list(), imgui.get_font_size()
            if swatch:
                side = SWATCH * em
                self._block(ink, corner.x, corner.y + (size - side) / 2, side, side, share, theme)
            ink.add_text(imgui.ImVec2(round(left), corner.y), packed(INK if swatch else DIM), name)
            bottom = corner.y + (0.9 * em if double else 0.0)
            self._written(share.part.name, share.value, theme, corner.x + width, bottom, theme.regular, size)
            at = left if double else corner.x + NAME * em + self._names + SPACE * em
            formula = share.part.formula
            if at + symbol_size(formula, theme.regular, size)[0] + SPACE * em <= corner.x + width - self._widest:
                draw_symbol(ink, (round(at), bottom), formula, packed(DIM), theme.regular, size)

    def _written(
        self, name: str, value: float, theme: Theme, right: float, top: float, face: imgui.ImFont, size: float
    ) -> None:
        """Write a value with its unit so that it ends at `right`."""
        number = self._numbers.setdefault(name, EnergyNumber())
        words, steady, unit = number(value, self._now, self._moving)
        with font(face, size / theme.scale):
            ink, whole = imgui.get_window_draw_list(), imgui.calc_text_size(f"{words} {unit}").x
            x: float = round(right - whole)
            if size < theme.em:
                self._widest = max(self._widest, whole)
            for piece, shade in ((words[:steady], INK), (words[steady:], DIM), (f" {unit}", DIM)):
                ink.add_text(imgui.ImVec2(x, round(top)), packed(shade), piece)
                x += imgui.calc_text_size(piece).x

    def _sources(self, budget: EnergyBudget, keeps: bool, theme: Theme) -> None:
        """Build the rows of where the energy has come from; with their bar where more than the start counts."""
        drift = DRIFT if keeps else ERROR
        scale = sum(abs(value) for part, value in budget.parts if part.kind != WORK)
        start = 0.0 if abs(budget.start) <= ROUNDING * scale else budget.start
        taken = {share.shade for share in colored(budget.parts)}
        works = [*((part, value) for part, value in budget.parts if part.kind == WORK), (HAND, budget.hand)]
        shades = [shade for shade in SOURCES if shade not in taken]
        shared = [Share(*work, shade, False) for work, shade in zip(works, shades, strict=False)]
        found = [Share(START, start, Tone.CURVE_1, False), *filter(self._notable, shared)]
        found.append(Share(drift, budget.drift, AMBER, True))
        if len(found) > 2 or abs(budget.drift) > NOTABLE * scale:
            self._seen.add(drift.name)
        if drift.name not in self._seen:
            self._row(found[-1], theme, swatch=False)
            return
        imgui.dummy(imgui.ImVec2(1.0, 0.1 * theme.em))
        small(tr("where it has come from"), theme)
        self._bar(found, self._origin, theme)
        for share in found:
            self._row(share, theme)


def segments(shares: Sequence[Share], zero: float, scale: float) -> dict[str, tuple[float, float]]:
    """Return the left and right edge of each part by its name: from zero to the right, or to the left if negative."""
    found: dict[str, tuple[float, float]] = {}
    left = right = zero
    for share in shares:
        length = share.value * scale
        if length < 0.0:
            found[share.part.name] = left + length, left
            left += length
        else:
            found[share.part.name] = right, right + length
            right += length
    return found


def colored(parts: Sequence[tuple[EnergyPart, float]]) -> list[Share]:
    """Return the parts without works, each with a colour of its own."""
    free = {tone: None for tones in COLORS.values() for tone in tones}
    found = []
    for part, value in parts:
        if part.kind != WORK:
            shade = next(tone for tone in (*COLORS[part.kind], *free) if tone in free)
            del free[shade]
            found.append(Share(part, value, shade, part.kind == LOST))
    return found


def explained(part: EnergyPart) -> str:
    """Return the tooltip of a part: its meaning and its formula."""
    return f"{tr(part.meaning)}: {part.formula}" if part.formula else tr(part.meaning)
