"""A map as a figure: its picture with axes, the key of its colours, and the table of all cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import physics
from game.experiments.map_colors import painted, sample, state_words, strip, without_value
from game.experiments.outcome_map import axis_title
from game.model.figures.axis import AxisScale
from game.model.figures.figure import Figure, FigureAxis, FigureImage, FigurePlot, TableColumn
from game.model.shown.shown_units import DEGREES
from game.model.words import decimal, tr
from physics import Simulation
from physics.core.units import format_number
from physics.simulation.run import configuration
from physics.studies.map_axes import MapAxis
from physics.studies.outcome_map import MapRequest, OutcomeMap
from physics.studies.outcomes import CellState

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


def part_words(chart: OutcomeMap) -> str:
    """Return which part of the cells of a map is known, "" where all are."""
    return "" if chart.known == 1.0 else tr("{share:.0f} % of the cells computed", share=100.0 * chart.known)


def map_figure(chart: OutcomeMap, title: str) -> Figure:
    """Return the figure of a map; title: what is mapped."""
    request = chart.request
    picture = painted(chart, SIDE, SIDE)
    unit = request.chosen.unit
    image = FigureImage(
        picture.pixels[:, :, :3],
        _figure_axis(picture.scale, tr(request.chosen.outcome.meaning), unit),
        strip(request.chosen.outcome.late, STRIP)[:, 0, :3],
        tuple((sample(state, SAMPLE)[:, :, :3], state_words(chart, state)) for state in without_value(picture)),
    )
    plot = FigurePlot(figure_axis(request.across), (figure_axis(request.up),), (), HEIGHT, image=image)
    heading = f"{title}: {outcome_title(request)}"
    subtitle = " · ".join(part for part in (run_words(request), part_words(chart)) if part)
    return Figure(heading, subtitle, (plot,), lambda: table(chart), lambda: arrays(chart))


def figure_axis(axis: MapAxis) -> FigureAxis:
    """Return the axis of a figure, in the unit that is shown."""
    return _figure_axis(AxisScale(axis.low, axis.high), axis_title(axis), axis.unit)


def _figure_axis(scale: AxisScale, title: str, unit: str) -> FigureAxis:
    """Return an axis whose values are given in an SI unit."""
    return FigureAxis(scale.times(DEGREES.shown(1.0, unit)), title, DEGREES.of(unit))


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


def column_name(request: MapRequest) -> str:
    """Return the name of the outcome as that of a column."""
    return "".join(letter if letter.isalnum() else "_" for letter in request.chosen.text)


def arrays(chart: OutcomeMap) -> dict[str, Any]:
    """Return the arrays of a map by name: the axes, the outcome (rows, columns), its states, the units of all.

    configuration: what was run, as text.
    """
    request = chart.request
    names = request.across.name, request.up.name, column_name(request)
    units = request.across.unit, request.up.unit, request.chosen.unit
    return {
        "configuration": "\n".join(map_configuration(request)),
        names[0]: chart.x,
        names[1]: chart.y,
        names[2]: chart.values,
        "state": chart.states,
        "state_names": np.array([state.name.lower() for state in CellState]),
        "names": np.array(names),
        "units": np.array(units),
    }


def map_configuration(request: MapRequest) -> list[str]:
    """Return what was run, as lines of TOML after the version."""
    run = request.run
    settings = Simulation(request.system, run.integrator, run.dt, run.settings).settings
    rows = [f'of = "{request.chosen.text}"', f"seconds = {run.duration!r}"]
    rows += [
        f'{side} = {{ name = "{axis.name}", low = {axis.low!r}, high = {axis.high!r}, cells = {axis.count} }}'
        for side, axis in (("across", request.across), ("up", request.up))
    ]
    described = configuration(request.system, run.integrator, settings, run.dt)
    return [f"polhode {physics.__version__}", *described, "", "[map]", *rows]
