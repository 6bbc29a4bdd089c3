"""Plottable quantities and the lines of a plot for the run and the compared runs, thinned to the resolution."""

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

MAX_COMPUTED = 1000
"""Greatest number of values computed in one frame (a few ms); the rest of a long history follows in later frames."""
MAX_UNITS = 3
"""Greatest number of y axes, one per unit."""
MAX_PATH_POINTS = 6_000
"""Greatest number of points of one quantity plotted against another."""
LINE_COLORS: tuple[Color, ...] = (
    Tone.CURVE_1,
    Tone.CURVE_2,
    Tone.CURVE_3,
    Tone.CURVE_4,
    Tone.CURVE_5,
    Tone.CURVE_6,
)
"""Colours of the curves, in the order of their choice (after Okabe and Ito)."""
MAX_CURVES = len(LINE_COLORS)


@dataclass(frozen=True)
class Plottable:
    """A plottable quantity: its column, symbol, unit, meaning, and group in the list."""

    name: str
    symbol: str
    unit: str
    meaning: str
    group: str


@dataclass(frozen=True)
class PlotLine:
    """One line of a plot: its quantity, run (side: 0 the main run, then the compared runs), style and series.

    rows: first row of the run that is shown, and the row after its last. start: time at which that run began [s].
    most: greatest number of values computed in one frame.
    """

    item: Plottable
    side: int
    color: Color
    weight: float
    series: Series
    rows: tuple[int, int]
    start: float = 0.0
    most: int = MAX_COMPUTED

    def column(self, name: str, first: int, end: int) -> Column:
        """Return the values of a column in rows `first` to `end`."""
        return self.series.column(name, first, end, self.most)

    def row_after(self, time: float) -> int:
        """Return the first row at or after a time of the run [s]."""
        return min(max(self.series.history.row_after(self.start + time), self.rows[0]), self.rows[1])

    @property
    def oldest(self) -> float:
        """The time of the first row [s]."""
        return self.series.value(TIME, self.rows[0])


class DrawnCurve(NamedTuple):
    """The drawn points of a line and their times [s]; all of one length."""

    line: PlotLine
    x: Column
    y: Column
    t: Column


def items_of(system: System) -> dict[str, Plottable]:
    """Return everything recorded of a system, by column name."""
    found = [Plottable(TIME, "t", "s", "time", "")]
    found += [Plottable(v.name, v.symbol, v.unit, v.meaning, "State") for v in system.variables]
    found += [Plottable(q.name, q.symbol, q.unit, q.meaning, "Invariants") for q in system.invariants]
    drifts = system.invariants
    found += [Plottable(q.name + DRIFT, f"δ {q.symbol}", "", f"relative drift of {q.meaning}", "Drift") for q in drifts]
    found += [Plottable(q.name, q.symbol, q.unit, q.meaning, "Derived quantities") for q in system.quantities]
    return {item.name: item for item in found}


class PlotSeries:
    """The plotted series of the run and of the compared runs, kept between frames."""

    def __init__(self) -> None:
        self._series: dict[int, Series] = {}

    def lines(self, session: Session, chosen: Sequence[Plottable]) -> list[PlotLine]:
        """Return the lines of the chosen items. In a comparison colours denote runs and line weights items."""
        ghosts = session.duel.ghosts if session.duel else []
        self._series = {side: each for side, each in self._series.items() if side <= len(ghosts)}
        most = MAX_COMPUTED // (len(chosen) * (1 + len(ghosts)))
        run, moment = session.past.history, session.past.now(session.simulation)
        lines = []
        for i, item in enumerate(chosen):
            weight = max(2.4 - 0.9 * i, 0.8) if ghosts else 1.6
            for ghost in ghosts:
                color = legible(GHOST_COLORS[ghost.place])
                lines.append(
                    self._line(item, ghost.place + 1, color, weight, ghost.history, ghost.history.newest, most)
                )
            own = LINE_COLORS[0 if ghosts else i % MAX_CURVES]
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
    """Return the units of the y axes, in the order of choice."""
    return list(dict.fromkeys(item.unit for item in chosen))


def against_time(line: PlotLine, span: tuple[float, float], pixels: int, log: bool) -> DrawnCurve:
    """Return the points of a line between two times [s] for a width in pixels; log: magnitudes, zeros left out."""
    first = max(line.row_after(span[0]) - 1, line.rows[0])
    end = min(line.row_after(span[1]) + 1, line.rows[1])
    times, y = line.column(TIME, first, end), line.column(line.item.name, first, end)
    x, y = envelope(times, magnitudes(y) if log else y, first, max(pixels, 16))
    return DrawnCurve(line, x, y, x)


def against_another(
    line: PlotLine, other: Plottable, span: tuple[float, float], pixel: tuple[float, float], log: tuple[bool, bool]
) -> DrawnCurve:
    """Return a line against another item between two times [s]; pixel: size of a pixel in their units."""
    rows = line.row_after(span[0]), min(line.row_after(span[1]) + 1, line.rows[1])
    x, y, t = (line.column(name, *rows) for name in (other.name, line.item.name, TIME))
    if any(log):
        x, y = magnitudes(x) if log[0] else x, magnitudes(y) if log[1] else y
        return DrawnCurve(line, x[-MAX_PATH_POINTS:], y[-MAX_PATH_POINTS:], t[-MAX_PATH_POINTS:])
    kept = np.flatnonzero(moving(x, y, pixel))[-MAX_PATH_POINTS:]
    return DrawnCurve(line, x[kept], y[kept], t[kept])


def magnitudes(values: Column) -> Column:
    """Return magnitudes for a logarithmic axis; NaN for zero."""
    sizes = np.abs(values)
    return np.where(sizes > 0.0, sizes, np.nan)


def value_at(line: PlotLine, name: str, time: float) -> float:
    """Return the value of a column at the last row up to a time [s], NaN before the first row."""
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
    """Return the curve, position and time [s] of the drawn point nearest to a place; None if nothing is drawn.

    Positions are fractions of the plot from its lower left corner. limits: of the x and y axes of each curve. size: of
    the plot [points].
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
    """Return the positions of values between the limits of an axis, 0 to 1."""
    if log:
        values, limits = np.log10(values), (math.log10(limits[0]), math.log10(limits[1]))
    return (values - limits[0]) / (limits[1] - limits[0])


def bounds(columns: Sequence[Column], log: bool) -> tuple[float, float]:
    """Return the limits of an axis that shows all columns with a margin; not empty even for a constant."""
    finite = [column[np.isfinite(column)] for column in columns]
    finite = [column for column in finite if len(column)]
    if not finite:
        return (1e-16, 1.0) if log else (0.0, 1.0)
    low, high = min(float(c.min()) for c in finite), max(float(c.max()) for c in finite)
    if log:
        return low / 2.0, max(high * 2.0, 10.0 * low)
    room = 0.06 * (high - low) or 0.05 * abs(high) or 1.0
    return low - room, high + room
