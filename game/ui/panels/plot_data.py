"""What a plot can show, and the lines it comes to: names, units, sides of a duel, thinned to what the eye can see."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from game.model.colors import GHOST_COLORS
from game.session.series import DRIFT, TIME, Column, Series, envelope, moving
from game.session.session import Session
from game.ui.widgets.palette import Color, Tone, legible
from physics import System
from physics.simulation.history import History

MOST_COMPUTED = 1000
"""Numbers that are computed for one picture: some milliseconds; the rest of a long past follows in the next ones."""
MOST_UNITS = 3
"""Axes for different units at the side of one plot."""
MOST_PATH = 6_000
"""Points of a path of one quantity against another."""
LINE_COLORS: tuple[Color, ...] = (
    Tone.CURVE_1,
    Tone.CURVE_2,
    Tone.CURVE_3,
    Tone.CURVE_4,
    Tone.CURVE_5,
    Tone.CURVE_6,
)
"""Of the curves, in the order in which they were chosen (after Okabe and Ito)."""
MOST_CURVES = len(LINE_COLORS)


@dataclass(frozen=True)
class Plottable:
    """Something that can be plotted: its column, symbol, unit and meaning, and the group it is listed under."""

    name: str
    symbol: str
    unit: str
    meaning: str
    group: str


@dataclass(frozen=True)
class PlotLine:
    """One line of a plot: what of, whose (0 the run, then the ghosts), how, and the series it reads.

    rows: the numbers of the first row of the run that is shown, and of the one after its last. start [s]: when that run
    began. most: how many numbers may be computed for one picture.
    """

    item: Plottable
    side: int
    color: Color
    weight: float
    series: Series
    rows: tuple[int, int]
    start: float = 0.0
    most: int = MOST_COMPUTED

    def column(self, name: str, first: int, end: int) -> Column:
        """Numbers of a column in some of the rows."""
        return self.series.column(name, first, end, self.most)

    def row_after(self, time: float) -> int:
        """The number of the first row of that time [s] of the run or later."""
        return min(max(self.series.history.row_after(self.start + time), self.rows[0]), self.rows[1])

    @property
    def oldest(self) -> float:
        """The time [s] of the first row."""
        return self.series.value(TIME, self.rows[0])


class DrawnCurve(NamedTuple):
    """The points of a line that are drawn, and the times [s] they belong to; all of one length."""

    line: PlotLine
    x: Column
    y: Column
    t: Column


def items_of(system: System) -> dict[str, Plottable]:
    """Everything of a system that is recorded, by the name of its column."""
    found = [Plottable(TIME, "t", "s", "time", "")]
    found += [Plottable(v.name, v.symbol, v.unit, v.meaning, "State") for v in system.variables]
    found += [Plottable(q.name, q.symbol, q.unit, q.meaning, "Invariants") for q in system.invariants]
    drifts = system.invariants
    found += [Plottable(q.name + DRIFT, f"δ {q.symbol}", "", f"relative drift of {q.meaning}", "Drift") for q in drifts]
    found += [Plottable(q.name, q.symbol, q.unit, q.meaning, "Derived quantities") for q in system.quantities]
    return {item.name: item for item in found}


class PlotSeries:
    """The series of the run and of the ghosts that are plotted, kept from picture to picture."""

    def __init__(self) -> None:
        self._series: dict[int, Series] = {}

    def lines(self, session: Session, chosen: Sequence[Plottable]) -> list[PlotLine]:
        """The lines for the chosen items. In a duel the colour says whose, and the weight of the line which item."""
        ghosts = session.duel.ghosts if session.duel else []
        self._series = {side: each for side, each in self._series.items() if side <= len(ghosts)}
        most = MOST_COMPUTED // (len(chosen) * (1 + len(ghosts)))
        run, moment = session.past.history, session.past.now(session.simulation)
        lines = []
        for i, item in enumerate(chosen):
            weight = max(2.4 - 0.9 * i, 0.8) if ghosts else 1.6
            for ghost in ghosts:
                color = legible(GHOST_COLORS[ghost.place])
                lines.append(
                    self._line(item, ghost.place + 1, color, weight, ghost.history, ghost.history.newest, most)
                )
            own = LINE_COLORS[0 if ghosts else i % MOST_CURVES]
            lines.append(self._line(item, 0, own, weight, run, moment, most))
        return lines

    def _line(
        self, item: Plottable, side: int, color: Color, weight: float, history: History, moment: int, most: int
    ) -> PlotLine:
        series = self._series.get(side)
        if series is None or series.history is not history:
            series = self._series[side] = Series(history)
        start = history.change_at(moment).start
        return PlotLine(item, side, color, weight, series, history.run_at(moment), start, most)


def axes_of(chosen: Sequence[Plottable]) -> list[str]:
    """The units at the side of the plot, one axis each, in the order in which they were chosen."""
    return list(dict.fromkeys(item.unit for item in chosen))


def against_time(line: PlotLine, span: tuple[float, float], pixels: int, log: bool) -> DrawnCurve:
    """What of a line is seen between two times [s] over so many pixels; log: its size, where it is not nothing."""
    first = max(line.row_after(span[0]) - 1, line.rows[0])
    end = min(line.row_after(span[1]) + 1, line.rows[1])
    times, y = line.column(TIME, first, end), line.column(line.item.name, first, end)
    x, y = envelope(times, sized(y) if log else y, first, max(pixels, 16))
    return DrawnCurve(line, x, y, x)


def against_another(
    line: PlotLine, other: Plottable, span: tuple[float, float], pixel: tuple[float, float], log: tuple[bool, bool]
) -> DrawnCurve:
    """The path of a line over another item between two times [s]; pixel: its width and height in their units."""
    rows = line.row_after(span[0]), min(line.row_after(span[1]) + 1, line.rows[1])
    x, y, t = (line.column(name, *rows) for name in (other.name, line.item.name, TIME))
    if any(log):
        x, y = sized(x) if log[0] else x, sized(y) if log[1] else y
        return DrawnCurve(line, x[-MOST_PATH:], y[-MOST_PATH:], t[-MOST_PATH:])
    kept = np.flatnonzero(moving(x, y, pixel))[-MOST_PATH:]
    return DrawnCurve(line, x[kept], y[kept], t[kept])


def sized(values: Column) -> Column:
    """Sizes for a logarithmic axis; nothing has none."""
    sizes = np.abs(values)
    return np.where(sizes > 0.0, sizes, np.nan)


def value_at(line: PlotLine, name: str, time: float) -> float:
    """What a column of a line reads at a time [s]: the row nearest before it, NaN outside of what is kept."""
    at = line.row_after(time)
    if at == line.rows[1] or line.series.value(TIME, at) > time:
        at -= 1
    return line.series.value(name, at) if at >= line.rows[0] else float("nan")


def nearest(
    curves: Sequence[DrawnCurve],
    place: tuple[float, float],
    limits: Sequence[tuple[tuple[float, float], tuple[float, float]]],
    log: tuple[bool, bool],
    size: tuple[float, float],
) -> tuple[DrawnCurve, tuple[float, float], float] | None:
    """The drawn point nearest to a place: its curve, where it is, and its time [s]; None where nothing is drawn.

    Places are parts of the plot from its lower left corner. limits: of the x and the y axis of each curve. size: of the
    plot [points].
    """
    best, found = np.inf, None
    for curve, axes in zip(curves, limits, strict=True):
        x, y = _part(curve.x, axes[0], log[0]), _part(curve.y, axes[1], log[1])
        away = np.hypot((x - place[0]) * size[0], (y - place[1]) * size[1])
        away = np.where(np.isfinite(away), away, np.inf)
        at = int(np.argmin(away)) if len(away) else 0
        if len(away) and away[at] < best:
            best, found = away[at], (curve, (float(x[at]), float(y[at])), float(curve.t[at]))
    return found


def _part(values: Column, limits: tuple[float, float], log: bool) -> Column:
    """Where values are between the limits of an axis, 0 to 1."""
    if log:
        values, limits = np.log10(values), (math.log10(limits[0]), math.log10(limits[1]))
    return (values - limits[0]) / (limits[1] - limits[0])


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
