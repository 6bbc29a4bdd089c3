"""Figures of plots for print: the same curves with all their points, and the table of their numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

import physics
from game.learn.poster_caption import poster_caption
from game.model.figures.axis import AxisScale, scale_of
from game.model.figures.figure import Column, CurveStyle, Figure, FigureAxis, FigureCurve, FigurePlot, TableColumn
from game.model.shown.shown_units import ShownUnits
from game.model.words import decimal, powers_of_ten, tr
from game.session.series import TIME, RowCopy, envelope
from game.session.session import Session
from game.ui.panels.plots.plot import HEIGHT, PlotFrame, RunPlot
from game.ui.panels.plots.plot_data import (
    PlotLine,
    PlotStyle,
    Plottable,
    axes_of,
    logarithmic,
    rows_in,
    table_columns,
    table_style,
)
from game.ui.widgets.palette import for_print

PRINTED_POINTS = 2000
"""Points of a curve over time from which it is thinned, to the least and greatest values of neighbours."""
PRINTED_HEIGHT, MIN_PRINTED = 170.0, 130.0
"""Height of a printed plot of the usual height, and the least one [points]."""
YIELD_SECONDS = 0.002
"""Seconds of computing after which the thread sleeps for as long."""

MakeFigure = Callable[[], Figure]
"""Makes a figure, which may take long: it is called in a thread of its own."""

MakeReport = Callable[[NDArray[np.uint8]], Figure]
"""Makes a figure of a picture (h, w, 3)."""


@dataclass(frozen=True)
class _CopiedLine:
    """A line of a plot with a copy of its rows."""

    line: PlotLine
    rows: RowCopy


def run_figure(session: Session, plots: Sequence[tuple[RunPlot, PlotFrame]]) -> MakeFigure:
    """Return a function that makes the figure of plots of the run as they are now, from a copy of what they show."""
    title, subtitle = titles(session)
    copies: dict[int, RowCopy] = {}
    parts = []
    for plot, frame in plots:
        lines = []
        for line in frame.lines:
            if line.side not in copies:
                first = max(line.row_after(frame.seen[0]) - 1, line.rows[0])
                end = min(line.row_after(frame.seen[1]) + 1, line.rows[1])
                copies[line.side] = RowCopy(line.series.history, first, end)
            lines.append(_CopiedLine(line, copies[line.side]))
        parts.append((plot.chosen, frame.items[plot.against], (plot.log[0], plot.log[1]), plot.height, frame, lines))

    def make() -> Figure:
        columns = _CopiedColumns()
        made = tuple(_plot(columns, *part) for part in parts)
        every = {(each.line.side, each.line.item.name): each for part in parts for each in part[-1]}
        return Figure(title, subtitle, made, lambda: _table(columns, list(every.values()), parts))

    return make


def report_figure(session: Session, plots: Sequence[tuple[RunPlot, PlotFrame]]) -> MakeReport:
    """Return a function that makes a figure for a report of a picture (h, w, 3), with plots as they are now."""
    make, values, caption = run_figure(session, plots), poster_caption(session).values, report_caption(session)

    def made(picture: NDArray[np.uint8]) -> Figure:
        return replace(make(), picture=picture, values=values, caption=caption)

    return made


def report_caption(session: Session) -> str:
    """Return the words below a figure for a report: what it shows, how it was computed, and how well."""
    simulation = session.simulation
    words = tr(
        "{title} at t = {time} s: {system}, integrated by {method} of order {order} with steps of {step} ms.",
        title=tr(session.scene.title) or session.scene.name,
        time=decimal(f"{simulation.time:.4g}"),
        system=tr(simulation.system.title),
        method=tr(simulation.integrator.title),
        order=simulation.integrator.order_text,
        step=decimal(f"{1e3 * simulation.dt:.4g}"),
    )
    drifts = {name: abs(value.drift) for name, value in simulation.invariants().items() if value.drift == value.drift}
    if drifts:
        worst = max(drifts, key=lambda name: drifts[name])
        about = next(tr(each.meaning) for each in simulation.system.invariants if each.name == worst)
        told = decimal(powers_of_ten(f"{drifts[worst]:.1e}"))
        words += " " + tr(
            "The invariant that has changed most since the start is “{about}”, by {drift} of its magnitude.",
            about=about,
            drift=told,
        )
    return words + " " + tr("Computed and drawn by Polhode {version}.", version=physics.__version__)


def titles(session: Session) -> tuple[str, str]:
    """Return the two lines at the head of a figure: the scene, and the system with its method and step."""
    simulation = session.simulation
    step = decimal(f"Δt {1e3 * simulation.dt:.4g} ms")
    words = f"{tr(simulation.system.title)} · {tr(simulation.integrator.title)} · {step}"
    return tr(session.scene.title) or session.scene.name, words


class _CopiedColumns:
    """Columns of the copied rows, each computed once."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str], Column] = {}
        self._began = time.perf_counter()

    def of(self, each: _CopiedLine, name: str) -> Column:
        key = id(each.rows), name
        if key not in self._found:
            self._found[key] = each.rows.column(name, self._pause)
        return self._found[key]

    def _pause(self) -> None:
        """Sleep when the thread has worked for a while, so that the window goes on."""
        if time.perf_counter() - self._began > YIELD_SECONDS:
            time.sleep(YIELD_SECONDS)
            self._began = time.perf_counter()


def _plot(
    columns: _CopiedColumns,
    chosen: Sequence[str],
    other: Plottable,
    log: tuple[bool, bool],
    height: float,
    frame: PlotFrame,
    lines: Sequence[_CopiedLine],
) -> FigurePlot:
    """Return one plot of the figure."""
    several = len({each.line.side for each in lines}) > 1
    curves = []
    for each in lines:
        item = each.line.item
        x, y = columns.of(each, other.name), columns.of(each, item.name)
        x, y = (logarithmic(other, x) if log[0] else x), (logarithmic(item, y) if log[1] else y)
        if other.name == TIME and len(x) > PRINTED_POINTS:
            x, y = envelope(x, y, 0, PRINTED_POINTS // 2, skip_nan=log[1] and not item.signless)
        meaning = tr("{symbol}: {meaning}", symbol=item.symbol, meaning=tr(item.meaning))
        name = f"{item.symbol}, {each.line.run}" if several else meaning
        curves.append(FigureCurve(name, item.unit, x, y, print_style(each.line.style)))
    curves += _table_curves([frame.items[name] for name in chosen], other, log, frame)
    shown = frame.units
    axes = []
    for unit in axes_of([frame.items[name] for name in chosen]):
        mine = [frame.items[name] for name in chosen if frame.items[name].unit == unit]
        words = ", ".join(f"|{item.symbol}|" if log[1] and item.signless else item.symbol for item in mine)
        scale = scale_of([curve.y for curve in curves if curve.unit == unit], log[1])
        axes.append(FigureAxis(scale.times(shown.shown(1.0, unit)), words, shown.of(unit) or tr("relative")))
    if other.name == TIME:
        x_axis = FigureAxis(AxisScale(*frame.seen), other.symbol, other.unit)
    else:
        x_scale = scale_of([curve.x for curve in curves], log[0]).times(shown.shown(1.0, other.unit))
        x_axis = FigureAxis(x_scale, other.symbol, shown.of(other.unit))
    curves = [_in_units(curve, other.unit, shown) for curve in curves]
    return FigurePlot(x_axis, tuple(axes), tuple(curves), max(PRINTED_HEIGHT * height / HEIGHT, MIN_PRINTED))


def _table_curves(
    chosen: Sequence[Plottable], other: Plottable, log: tuple[bool, bool], frame: PlotFrame
) -> list[FigureCurve]:
    """Return the curves of the tables beside the run, as far as they are seen."""
    found = []
    for place, table in enumerate(frame.tables):
        rows = rows_in(table, frame.seen)
        for order, item in enumerate(chosen):
            columns = table_columns(table, item, other, log, rows)
            if columns is None:
                continue
            x, y = columns
            if other.name == TIME and len(x) > PRINTED_POINTS:
                x, y = envelope(x, y, 0, PRINTED_POINTS // 2)
            style = print_style(table_style(table, place, order))
            found.append(FigureCurve(f"{item.symbol}, {table.name}", item.unit, x, y, style))
    return found


def _in_units(curve: FigureCurve, other: str, units: ShownUnits) -> FigureCurve:
    """Return a curve with its values in the units in which they are told. other: the SI unit along the x axis."""
    x, y = units.shown(1.0, other) * curve.x, units.shown(1.0, curve.unit) * curve.y
    return FigureCurve(curve.name, units.of(curve.unit) or tr("relative"), x, y, curve.style)


def _table(columns: _CopiedColumns, lines: Sequence[_CopiedLine], parts: Sequence[tuple]) -> list[TableColumn]:  # type: ignore[type-arg]
    """Return the columns of all curves; times stand before the quantities of each run, once where they are the same."""
    others = {part[1].name: part[1] for part in parts if part[1].name != TIME}
    several = len({each.line.side for each in lines}) > 1
    found: list[TableColumn] = []
    last: Column | None = None
    for side in sorted({each.line.side for each in lines}):
        mine = [each for each in lines if each.line.side == side]
        times = columns.of(mine[0], TIME)
        of_run = f" of {mine[0].line.run}" if several else ""
        if last is None or not np.array_equal(last, times):
            found.append(TableColumn(f"t [s]{of_run}", times))
            last = times
        items = {item.name: item for item in (*others.values(), *(each.line.item for each in mine))}
        for item in items.values():
            unit = f" [{item.unit}]" if item.unit else ""
            found.append(TableColumn(f"{item.name}{unit}{of_run}", columns.of(mine[0], item.name)))
    return [*found, *_measured_columns(parts[0][4], [*others, *(each.line.item.name for each in lines)])]


def _measured_columns(frame: PlotFrame, names: Sequence[str]) -> list[TableColumn]:
    """Return the columns of the tables beside the run, as far as they are seen: their times, and these quantities."""
    found = []
    for table in frame.tables:
        seen = rows_in(table, frame.seen)
        chosen = [frame.items[name] for name in dict.fromkeys(names) if name in table.columns]
        if chosen:
            found.append(TableColumn(f"t [s] of {table.name}", table.t[seen]))
        for item in chosen:
            unit = f" [{item.unit}]" if item.unit else ""
            found.append(TableColumn(f"{item.name}{unit} of {table.name}", table.columns[item.name][seen]))
    return found


def print_style(style: PlotStyle) -> CurveStyle:
    """Return the style of a curve on white ground."""
    color = for_print(style.color)
    if style.points:
        return CurveStyle(color, style.weight, line=False, marker="circle")
    return CurveStyle(color, style.weight, style.dash)
