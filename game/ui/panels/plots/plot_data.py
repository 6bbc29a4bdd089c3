"""Plottable quantities, and the curves of a plot: of the run, of compared runs, and of anything else with points."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from game.experiments.duel import difference
from game.experiments.measurements.measured import MeasuredTable
from game.model.colors import GHOST_COLORS
from game.model.figures.figure import DASHES, SOLID
from game.model.words import later, tr
from game.scenefile.schema import MAX_CURVES
from game.session.series import DRIFT, SHADOW, TIME, Column, Series, envelope, moving
from game.session.session import Session
from game.ui.widgets.palette import Color, Tone, legible
from physics import System
from physics.simulation.energy_budget import energy_quantities
from physics.simulation.history import History
from physics.simulation.shadow_energy import has_shadow, reads_steps, why_no_shadow

EULER = ("psi", "theta", "phi")
"""Names of the Euler angles, which stand first in the list of quantities."""
QUATERNION = re.compile(r"q(_\d+)?_[wxyz]")
"""Names of the components of quaternions, which stand last there."""
MOST_TELLING = 2
"""Greatest number of quantities in a plot that nobody has chosen."""
MAX_COMPUTED = 1000
"""Greatest number of values computed in one frame (a few ms); the rest of a long history follows in later frames."""
MAX_FULL_ROWS = 200_000
"""Number of rows of a table in view from which its thinned values are drawn."""
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
SHADOW_SYMBOL, SHADOW_COST, READ_COST = "Ẽ", 8, 150
"""Symbol of the shadow energy; its cost in closed form, and where it is read from steps (`Plottable.cost`)."""


@dataclass(frozen=True)
class Plottable:
    """A plottable quantity: its column, symbol, unit, meaning, and group in the list.

    cost: the time that a value takes, as a multiple of a usual one.
    """

    name: str
    symbol: str
    unit: str
    meaning: str
    group: str
    cost: int = 1

    @property
    def signless(self) -> bool:
        """Whether a logarithmic axis shows its magnitude: that of a drift, whose sign says nothing."""
        return self.name.endswith(DRIFT)


def telling(system: System, items: Mapping[str, Plottable]) -> list[str]:
    """Return the names of what tells most about a motion: as the system says, else its angles, else its first state."""
    said = [name for name in system.plotted if name in items]
    if said:
        return said
    names = {variable.name for variable in system.variables}.union(EULER)
    state = [item for item in items.values() if item.name in names]
    angles = [item.name for item in state if item.name == "theta"] or [
        item.name for item in state if item.unit == "rad"
    ]
    others = [item.name for item in items.values() if item.group]
    return (angles or others)[:MOST_TELLING]


class PlotStyle(NamedTuple):
    """Look of a curve: colour, width [points], strokes and gaps in turn [points]; points: dots that are not joined."""

    color: Color
    weight: float = 1.6
    dash: tuple[float, ...] = SOLID
    points: bool = False


@dataclass(frozen=True)
class PlotLine:
    """One line of a plot: its quantity, run (side: 0 the main run, then the compared runs), style and series.

    rows: first row of the run that is shown, and the row after its last. start: time at which that run began [s].
    run: name of the run. most: greatest number of values computed in one frame. lacking: why it has no values at
    present, or "".
    """

    item: Plottable
    side: int
    style: PlotStyle
    series: Series
    rows: tuple[int, int]
    start: float = 0.0
    run: str = ""
    most: int = MAX_COMPUTED
    lacking: str = ""

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
    """The drawn points of a curve: x, y, and their times [s]; all of one length.

    name, symbol, unit, style: what is needed to draw it and to tell what it is. line: where its points come from, or
    None for a curve that is not of a run. table: the name of the table that it is from, or "".
    """

    name: str
    symbol: str
    unit: str
    style: PlotStyle
    x: Column
    y: Column
    t: Column
    line: PlotLine | None = None
    table: str = ""


def drawn(line: PlotLine, x: Column, y: Column, t: Column) -> DrawnCurve:
    """Return points of a line as a curve."""
    item = line.item
    return DrawnCurve(item.name, item.symbol, item.unit, line.style, x, y, t, line)


def items_of(system: System) -> dict[str, Plottable]:
    """Return everything recorded of a system, by column name."""
    found = [Plottable(TIME, "t", "s", later("time"), "")]
    state = [Plottable(v.name, v.symbol, v.unit, v.meaning, later("State")) for v in system.variables]
    quaternion = [item for item in state if QUATERNION.fullmatch(item.name)]
    derived = [Plottable(q.name, q.symbol, q.unit, q.meaning, later("Derived quantities")) for q in system.quantities]
    angles = [replace(item, group=later("State")) for item in derived if item.name in EULER]
    found += angles + sorted(
        (item for item in state if item not in quaternion), key=lambda item: item.name not in EULER
    )
    found += [Plottable(q.name, q.symbol, q.unit, q.meaning, later("Invariants")) for q in system.invariants]
    drifts = system.invariants
    found += [
        Plottable(q.name + DRIFT, f"δ {q.symbol}", "", f"relative drift of {q.meaning}", later("Drift")) for q in drifts
    ]
    cost = READ_COST if reads_steps(system) else SHADOW_COST
    if has_shadow(system):
        about = later("relative drift of the shadow energy")
        found.append(Plottable(SHADOW + DRIFT, f"δ {SHADOW_SYMBOL}", "", about, later("Drift"), cost))
    found += [item for item in derived if item.name not in EULER]
    parts = zip(system.energy_parts, energy_quantities(system), strict=True)
    found += [Plottable(q.name, f"E {tr(part.name)}", q.unit, part.meaning, later("Energy")) for part, q in parts]
    if has_shadow(system):
        about = later("shadow energy of a symplectic method")
        found.append(Plottable(SHADOW, SHADOW_SYMBOL, drifts[0].unit, about, later("Energy"), cost))
    found += [replace(item, group=later("Orientation as a quaternion")) for item in quaternion]
    return {item.name: item for item in found}


class PlotSeries:
    """The plotted series of the run and of the compared runs, kept between frames."""

    def __init__(self) -> None:
        self._series: dict[int, Series] = {}

    def lines(self, session: Session, chosen: Sequence[Plottable], curves: int = 0) -> list[PlotLine]:
        """Return the lines of the chosen items. In a comparison colours and dashes denote runs, line weights items.

        curves: number of items of all plots, among which the computations of a frame are divided.
        """
        ghosts = session.duel.ghosts if session.duel else []
        self._series = {side: each for side, each in self._series.items() if side <= len(ghosts)}
        most = max(MAX_COMPUTED // (max(curves, len(chosen), 1) * (1 + len(ghosts))), 1)
        run, moment = session.past.history, session.past.now(session.simulation)
        lines = []
        for i, item in enumerate(chosen):
            weight = max(2.4 - 0.9 * i, 0.8) if ghosts else 1.6
            for ghost in ghosts:
                style = PlotStyle(legible(GHOST_COLORS[ghost.place]), weight, DASHES[1 + ghost.place % 4])
                name = difference(ghost, session.simulation) or tr(ghost.simulation.integrator.title)
                lines.append(self._line(item, ghost.place + 1, style, ghost.history, ghost.history.newest, name, most))
            own = PlotStyle(LINE_COLORS[0 if ghosts else i % MAX_CURVES], weight, SOLID if ghosts else DASHES[i % 5])
            name = tr(session.simulation.integrator.title)
            lines.append(self._line(item, 0, own, run, moment, name, most))
        return lines

    def _line(
        self, item: Plottable, side: int, style: PlotStyle, history: History, moment: int, run: str, most: int
    ) -> PlotLine:
        series = self._series.get(side)
        if series is None or series.history is not history:
            series = self._series[side] = Series(history)
        change, shadow = history.change_at(moment), item.name in (SHADOW, SHADOW + DRIFT)
        lacking = why_no_shadow(change.snapshot.system, change.snapshot.integrator) if shadow else ""
        most = max(most // item.cost, 1)
        return PlotLine(item, side, style, series, history.run_at(moment), change.start, run, most, lacking)


def axes_of(chosen: Sequence[Plottable]) -> list[str]:
    """Return the units of the y axes, in the order of choice."""
    return list(dict.fromkeys(item.unit for item in chosen))


def against_time(line: PlotLine, span: tuple[float, float], pixels: int, log: bool) -> DrawnCurve:
    """Return the points of a line between two times [s] for a width in pixels; log: as a logarithmic axis shows it."""
    first = max(line.row_after(span[0]) - 1, line.rows[0])
    end = min(line.row_after(span[1]) + 1, line.rows[1])
    times, y = line.column(TIME, first, end), line.column(line.item.name, first, end)
    signed = log and not line.item.signless
    x, y = envelope(times, logarithmic(line.item, y) if log else y, first, max(pixels, 16), skip_nan=signed)
    return drawn(line, x, y, x)


def against_another(
    line: PlotLine, other: Plottable, span: tuple[float, float], pixel: tuple[float, float], log: tuple[bool, bool]
) -> DrawnCurve:
    """Return a line against another item between two times [s]; pixel: size of a pixel in their units."""
    rows = line.row_after(span[0]), min(line.row_after(span[1]) + 1, line.rows[1])
    x, y, t = (line.column(name, *rows) for name in (other.name, line.item.name, TIME))
    if any(log):
        x, y = logarithmic(other, x) if log[0] else x, logarithmic(line.item, y) if log[1] else y
        return drawn(line, x[-MAX_PATH_POINTS:], y[-MAX_PATH_POINTS:], t[-MAX_PATH_POINTS:])
    kept = np.flatnonzero(moving(x, y, pixel))[-MAX_PATH_POINTS:]
    return drawn(line, x[kept], y[kept], t[kept])


def computed_part(lines: Sequence[PlotLine], other: Plottable, span: tuple[float, float]) -> float:
    """Return the part of the values of lines over another item between two times [s] that is computed so far."""
    known = count = 0
    for line in lines:
        rows = line.row_after(span[0]), line.row_after(span[1])
        for name in {line.item.name, other.name}:
            here, all_ = line.series.computed(name, *rows)
            known, count = known + here, count + all_
    return known / count if count else 1.0


def table_curves(
    tables: Sequence[MeasuredTable],
    chosen: Sequence[Plottable],
    other: Plottable,
    span: tuple[float, float],
    pixels: int,
    log: tuple[bool, bool],
) -> list[DrawnCurve]:
    """Return the curves of tables that have chosen quantities, between two times [s], for a width in pixels.

    other: the quantity of the x axis, which a table must have, too. log: whether x and y are logarithmic.
    """
    found = []
    for place, table in enumerate(tables):
        for order, item in enumerate(chosen):
            rows = rows_in(table, span)
            timed = other.name == TIME
            if timed and table.thinned is not None and rows.stop - rows.start > MAX_FULL_ROWS:
                table = table.thinned
                rows = rows_in(table, span)
            values = table_columns(table, item, other, log, rows)
            if values is None:
                continue
            (x, y), t = values, table.t[rows]
            if timed:
                x, y = envelope(x, y, rows.start, max(pixels, 16), skip_nan=not table.joined)
                t = x
            elif len(x) > MAX_PATH_POINTS:
                step = -(-len(x) // MAX_PATH_POINTS)
                x, y, t = x[::step], y[::step], t[::step]
            style = table_style(table, place, order)
            found.append(DrawnCurve(item.name, item.symbol, item.unit, style, x, y, t, table=table.name))
    return found


def rows_in(table: MeasuredTable, span: tuple[float, float]) -> slice:
    """Return the rows of a table between two times [s], with the next one at each end where it is drawn as a line."""
    first, end = int(np.searchsorted(table.t, span[0], "left")), int(np.searchsorted(table.t, span[1], "right"))
    return slice(max(first - 1, 0), min(end + 1, len(table.t))) if table.joined else slice(first, end)


def table_columns(
    table: MeasuredTable, item: Plottable, other: Plottable, log: tuple[bool, bool], rows: slice
) -> tuple[Column, Column] | None:
    """Return x and y of a quantity of a table over another, as the axes show them; None where it has not both."""
    columns = {TIME: table.t, **table.columns}
    if item.name not in columns or other.name not in columns:
        return None
    x, y = columns[other.name][rows], columns[item.name][rows]
    return logarithmic(other, x) if log[0] else x, logarithmic(item, y) if log[1] else y


def table_style(table: MeasuredTable, place: int, order: int) -> PlotStyle:
    """Return the style of a table's curve: place of the table, and of the quantity among those chosen."""
    color = LINE_COLORS[(MAX_CURVES - 1 - place - order) % MAX_CURVES]
    return PlotStyle(color, 2.2 if table.joined else 1.6, DASHES[1], points=not table.joined)


def logarithmic(item: Plottable, values: Column) -> Column:
    """Return what a logarithmic axis shows: the magnitude of a drift; of others what is positive, else NaN."""
    if item.signless:
        sizes: Column = np.abs(values)
        return sizes
    return np.where(values > 0.0, values, np.nan)


def value_at(line: PlotLine, name: str, time: float) -> float:
    """Return the value of a column at the last row up to a time [s], NaN before the first row."""
    at = line.row_after(time)
    if at == line.rows[1] or line.series.value(TIME, at) > time:
        at -= 1
    return line.series.value(name, at) if at >= line.rows[0] else float("nan")


def nearest(points: Sequence[tuple[Column, Column]], place: tuple[float, float]) -> tuple[int, int, float] | None:
    """Return the index of the curve and of its point that is nearest to a place, and their distance.

    points: x and y of each curve on the screen [points], NaN in gaps. None if nothing is drawn.
    """
    best: tuple[int, int, float] | None = None
    for i, (x, y) in enumerate(points):
        away = np.hypot(x - place[0], y - place[1])
        away = np.where(np.isfinite(away), away, np.inf)
        at = int(np.argmin(away)) if len(away) else 0
        if len(away) and away[at] < (np.inf if best is None else best[2]):
            best = i, at, float(away[at])
    return best


def dashes(x: Column, y: Column, dash: tuple[float, ...], scale: float) -> tuple[Column, Column]:
    """Return a line as its strokes, with NaN in the gaps; x, y: on the screen, x growing or not; dash: in points.

    A line whose x grows is cut by x alone, which is quick however much it oscillates; another by its length.
    """
    if not dash or len(x) < 2:
        return x, y
    grows = bool((np.diff(x) >= 0.0).all())
    steps = np.diff(x) if grows else np.hypot(np.diff(x), np.diff(y))
    along = np.concatenate([[0.0], np.cumsum(np.where(np.isfinite(steps), steps, 0.0))])
    ends = np.cumsum((0.0, *dash)) * scale
    periods = int(along[-1] / ends[-1]) + 1
    if periods > MAX_DASHES:
        return x, y
    begins = (np.arange(periods)[:, None] * ends[-1] + ends[:-1:2]).ravel()
    stops = (np.arange(periods)[:, None] * ends[-1] + ends[1::2]).ravel()
    every = np.concatenate([along, begins, stops, stops])
    broken = np.zeros(len(every), bool)
    broken[len(every) - len(stops) :] = True
    order = np.argsort(every, kind="stable")
    every, broken = every[order], broken[order]
    outside = every > stops[np.searchsorted(begins, every, side="right") - 1]
    new_y: Column = np.where(broken | outside, np.nan, np.interp(every, along, y))
    kept = every <= along[-1]
    return np.interp(every, along, x)[kept], new_y[kept]


MAX_DASHES = 2000
"""Number of dashes from which a line is drawn solid."""
