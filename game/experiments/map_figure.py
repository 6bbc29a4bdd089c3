"""A map as a figure: its picture with axes, the key of its colours, and the table of all cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.experiments.map_colors import painted, sample, shown_unit, state_words, strip, without_value
from game.experiments.outcome_map import axis_title
from game.model.figures.axis import AxisScale
from game.model.figures.figure import Figure, FigureAxis, FigureImage, FigurePlot, TableColumn
from game.model.words import decimal, tr
from physics.core.units import format_number
from physics.studies.map_axes import MapAxis
from physics.studies.outcome_map import MapRequest, OutcomeMap

SIDE = 1024
"""Pixels of the picture along each side."""
HEIGHT = 540.0
"""Height of the plot [points], about its width."""
STRIP, SAMPLE = 256, 16
"""Pixels of the key along its length, and of a pattern along its side."""


def outcome_title(request: MapRequest) -> str:
    """Return the meaning of an outcome, with what it is of."""
    chosen = request.chosen
    meaning = tr(chosen.outcome.meaning)
    return f"{meaning}: {chosen.of}" if chosen.of else meaning


def run_words(request: MapRequest) -> str:
    """Return how the copies of a map are run."""
    if request.chosen.outcome.own_method:
        return request.chosen.outcome.own_method
    run = request.run
    time, step = decimal(format_number(run.duration)), decimal(f"{1e3 * run.dt:.4g}")
    return tr("{time} s each, {method}, step {step} ms", time=time, method=run.integrator, step=step)


def map_figure(chart: OutcomeMap, title: str) -> Figure:
    """Return the figure of a map; title: what is mapped."""
    request = chart.request
    picture = painted(chart, SIDE, SIDE)
    unit = shown_unit(request.chosen.unit)[0]
    image = FigureImage(
        picture.pixels[:, :, :3],
        FigureAxis(picture.scale, tr(request.chosen.outcome.meaning), unit),
        strip(request.chosen.outcome.late, STRIP)[:, 0, :3],
        tuple((sample(state, SAMPLE)[:, :, :3], state_words(chart, state)) for state in without_value(picture)),
    )
    plot = FigurePlot(figure_axis(request.across), (figure_axis(request.up),), (), HEIGHT, image=image)
    return Figure(f"{title}: {outcome_title(request)}", run_words(request), (plot,), lambda: table(chart))


def figure_axis(axis: MapAxis) -> FigureAxis:
    """Return the axis of a figure, in the unit that is shown."""
    unit, factor = shown_unit(axis.unit)
    return FigureAxis(AxisScale(axis.low * factor, axis.high * factor), axis_title(axis), unit)


def table(chart: OutcomeMap) -> Sequence[TableColumn]:
    """Return a row for each cell: the values of the axes and of the outcome [SI], and the state (`CellState`)."""
    request = chart.request
    across, up = np.meshgrid(chart.x, chart.y)
    columns = (
        (request.across.name, request.across.unit, across),
        (request.up.name, request.up.unit, up),
        (request.chosen.text, request.chosen.unit, chart.values),
        ("state", "", chart.states.astype(float)),
    )
    return [TableColumn(f"{name} [{unit}]" if unit else name, values.ravel()) for name, unit, values in columns]
