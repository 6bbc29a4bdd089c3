"""What a plot can show, and the lines it comes to: names, units, sides of a duel, thinned to what the eye can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.duel import GHOST_COLORS
from game.series import DRIFT, Column, Series, envelope, without_standing
from game.session import Session
from game.ui.symbols import DOT
from game.ui.theme import Color
from physics import System

TIME = "t"
MOST_UNITS = 3
"""Axes for different units at the side of one plot."""
MOST_PATH = 6_000
"""Points of a path of one quantity against another."""
LINE_COLORS: tuple[Color, ...] = (
    (0.93, 0.94, 0.96, 1.0),
    (0.95, 0.62, 0.15, 1.0),
    (0.36, 0.70, 0.95, 1.0),
    (0.85, 0.55, 0.75, 1.0),
    (0.30, 0.80, 0.60, 1.0),
    (0.95, 0.90, 0.30, 1.0),
)
"""Of the curves, in the order in which they were chosen (after Okabe and Ito)."""
MOST_CURVES = len(LINE_COLORS)


@dataclass(frozen=True)
class Item:
    """Something that can be plotted: its column, symbol, unit and meaning, and the group it is listed under."""

    name: str
    symbol: str
    unit: str
    meaning: str
    group: str

    @property
    def plain(self) -> str:
        """The symbol as text: the dot of a rate as a prime, which no font sets badly."""
        return self.symbol.replace(DOT, "′")

    @property
    def label(self) -> str:
        """Symbol and unit, for an axis."""
        return f"{self.plain} [{self.unit}]" if self.unit else self.plain


@dataclass(frozen=True)
class Line:
    """One line of a plot: what of, whose (0 the run, then the ghosts), how, and the series it reads."""

    item: Item
    side: int
    color: Color
    weight: float
    series: Series


def items_of(system: System) -> dict[str, Item]:
    """Everything of a system that is recorded, by the name of its column."""
    found = [Item(TIME, "t", "s", "time", "")]
    found += [Item(v.name, v.symbol, v.unit, v.meaning, "State") for v in system.variables]
    found += [Item(q.name, q.symbol, q.unit, q.meaning, "Conserved") for q in system.invariants]
    drifts = system.invariants
    found += [Item(q.name + DRIFT, f"δ {q.symbol}", "", f"relative drift of {q.meaning}", "Drift") for q in drifts]
    found += [Item(q.name, q.symbol, q.unit, q.meaning, "Derived") for q in system.quantities]
    return {item.name: item for item in found}


def lines_of(session: Session, chosen: Sequence[Item]) -> list[Line]:
    """The lines for the chosen items. In a duel the colour says whose, and the weight of the line which item."""
    if session.duel is None:
        return [Line(item, 0, LINE_COLORS[i % MOST_CURVES], 1.6, session.series) for i, item in enumerate(chosen)]
    lines = []
    for i, item in enumerate(chosen):
        weight = max(2.4 - 0.9 * i, 0.8)
        for ghost in session.duel.ghosts:
            color = (*GHOST_COLORS[ghost.place], 1.0)
            lines.append(Line(item, ghost.place + 1, color, weight, ghost.series))
        lines.append(Line(item, 0, LINE_COLORS[0], weight, session.series))
    return lines


def axes_of(chosen: Sequence[Item]) -> list[str]:
    """The units at the side of the plot, one axis each, in the order in which they were chosen."""
    return list(dict.fromkeys(item.unit for item in chosen))


def against_time(line: Line, span: tuple[float, float], pixels: int, log: bool) -> tuple[Column, Column]:
    """What of a line is seen between two times [s] over so many pixels; log: its size, where it is not nothing."""
    times = line.series.column(TIME)
    low, high = np.searchsorted(times, span)
    low, high = max(int(low) - 1, 0), int(high) + 1
    y = line.series.column(line.item.name)[low:high]
    return envelope(times[low:high], sized(y) if log else y, line.series.first + low, max(pixels, 16))


def against_another(
    line: Line, other: Item, since: float, pixel: tuple[float, float], log: tuple[bool, bool]
) -> tuple[Column, Column]:
    """The path of a line over another item since a time [s]; pixel: its width and height in their units."""
    start = int(np.searchsorted(line.series.column(TIME), since))
    x, y = line.series.column(other.name)[start:], line.series.column(line.item.name)[start:]
    if any(log):
        x, y = sized(x) if log[0] else x, sized(y) if log[1] else y
        return x[-MOST_PATH:], y[-MOST_PATH:]
    return without_standing(x, y, pixel, MOST_PATH)


def sized(values: Column) -> Column:
    """Sizes for a logarithmic axis; nothing has none."""
    sizes = np.abs(values)
    return np.where(sizes > 0.0, sizes, np.nan)


def value_at(line: Line, time: float) -> float:
    """What a line reads at a time [s]: the row nearest before it, NaN outside of what is kept."""
    times = line.series.column(TIME)
    at = int(np.searchsorted(times, time, side="right")) - 1
    if at < 0 or len(times) == 0:
        return float("nan")
    return float(line.series.column(line.item.name)[at])


def bounds(columns: Sequence[Column], log: bool) -> tuple[float, float]:
    """Between which values an axis shows all of the columns, with a little room; some span even for a constant."""
    finite = [column[np.isfinite(column)] for column in columns]
    finite = [column for column in finite if len(column)]
    if not finite:
        return (1e-16, 1.0) if log else (0.0, 1.0)
    low, high = min(float(c.min()) for c in finite), max(float(c.max()) for c in finite)
    if log:
        return low / 2.0, max(high * 2.0, 10.0 * low)
    room = 0.06 * (high - low) or 0.05 * abs(high) or 1.0
    return low - room, high + room
