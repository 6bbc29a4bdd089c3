"""`polhode bifurcation` and `polhode section`: where motions pass a plane, or at multiples of a period."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

from game.cli.studies.maps import FORMATS, axis_of, follow_or_stop
from game.cli.tables import checked_target, comment, known_target, opened
from game.experiments.bifurcation import BifurcationTask, bifurcation_configuration, bifurcation_figure
from game.experiments.map_colors import TABLE
from game.experiments.poincare import BackgroundSection, default_section
from game.model.errors import INTERRUPTED
from game.model.figures.axis import scale_of
from game.model.figures.figure import CurveStyle, Figure, FigureAxis, FigureCurve, FigurePlot, TableColumn
from game.model.shown.shown_units import DEGREES
from game.record.figures.files import write_figure
from game.scenefile import Scene
from physics import BadInput, System
from physics.core.units import check_number
from physics.simulation.poincare import SectionPlane, coordinate, has_two_angles, plottable_names
from physics.simulation.run import write_csv
from physics.studies.bifurcation import bifurcation_request

TRANSIENT_PART = 0.5
"""Part of the duration before the first section, where nothing is said."""


def bifurcation(
    scene: Scene,
    over: Sequence[tuple[str, str]],
    of: str,
    at: str | None,
    every: float | None,
    cells: int,
    points: int,
    seconds: float,
    transient: float | None,
    output: str | None,
) -> int:
    """Compute a bifurcation diagram over one axis, ("amplitude_z", "0..0.1"), and write it; return the code.

    After Ctrl-C what is known by then is written beside the file. Raises BadInput, RecordingError.
    """
    simulation = scene.simulation()
    system = simulation.system
    if len(over) != 1:
        raise BadInput(f"--over: {len(over)} given; a bifurcation diagram needs 1")
    if at is not None and every is not None:
        raise BadInput("--at and --every: give one of them")
    plane, along, _ = default_section(system)
    cut = every if every is not None else plane if at is None else plane_of(system, at)
    before = TRANSIENT_PART * seconds if transient is None else transient
    request = bifurcation_request(
        system, axis_of(system, *over[0], cells), of or along, cut, seconds, before, points,
        simulation.integrator.name, simulation.dt, simulation.settings,
    )  # fmt: skip
    target = checked_target(output, as_json=False, formats=FORMATS)
    task = BifurcationTask(request)
    interrupted = follow_or_stop(task, "Bifurcating")
    target = known_target(target, interrupted)
    chart = task.chart
    if target.endswith((".png", ".svg", ".npz")):
        write_figure(Path(target), bifurcation_figure(chart, system.title))
    else:
        rows = ((x, value) for x, row in zip(chart.x, chart.values, strict=True) for value in row[np.isfinite(row)])
        with opened(target) as file:
            write_csv(file, bifurcation_configuration(request), (request.axis.name, request.of), rows)
    few = int((np.isfinite(chart.values).sum(axis=1) < points).sum())
    words = f"{int(np.isfinite(chart.values).sum())} values of {request.of} in {cells} columns"
    click.echo(f"{words}; {few} columns have fewer than {points}" if few else words, err=True)
    return INTERRUPTED if interrupted else 0


def plane_of(system: System, text: str) -> SectionPlane:
    """Return the plane of `--at`, NAME=VALUE, which a state variable passes upward; raises BadInput."""
    name, equals, number = (part.strip() for part in text.partition("="))
    if not equals:
        raise BadInput(f"at = {text!r}: must be NAME=VALUE, such as theta=0")
    unit = next((variable.unit for variable in system.variables if variable.name == name), "")
    return SectionPlane(name, check_number(name, number, unit, -1e15, 1e15))


BRIGHTEST = 0.8
"""Part of the scale of colours that shows on white ground."""
HEIGHT = 540.0
"""Height of the plot [points]."""

Columns = dict[str, np.ndarray]
"""The number of the run of each point, and the two quantities there, by name."""


def section(scene: Scene, at: str | None, across: str, up: str, others: int, points: int, output: str | None) -> int:
    """Compute the section of a scene's motion, and of others of its energy, and write it; return the exit code.

    across, up: names of the quantities of both axes ("": the usual). After Ctrl-C what is known by then is written
    beside the file. Raises BadInput, RecordingError.
    """
    simulation = scene.simulation()
    system = simulation.system
    plane, *usual = default_section(system)
    plane = plane if at is None else plane_of(system, at)
    names = across or usual[0], up or usual[1]
    for name in names:
        coordinate(system, name)
    if others and not has_two_angles(system, plane):
        raise BadInput(f"others = {others}: needs a plane of one of two angles that, with their rates, are the state")
    target = checked_target(output, as_json=False, formats=FORMATS)
    task = BackgroundSection(simulation, plane, others, points)
    interrupted = follow_or_stop(task, "Crossing")
    target = known_target(target, interrupted)
    if task.reason:
        click.echo(f"polhode: {task.reason}", err=True)
    columns = _columns(task, names)
    head = [*comment(simulation), "", "[section]", f'at = "{plane.name}={plane.value!r}"', f"others = {others}"]
    if target.endswith((".png", ".svg", ".npz")):
        write_figure(Path(target), _figure(task, columns, names, head))
    else:
        with opened(target) as file:
            write_csv(file, head, tuple(columns), zip(*columns.values(), strict=True))
    click.echo(f"{len(columns['run'])} points of {len(task.cuts)} motions", err=True)
    return INTERRUPTED if interrupted else 0


def _columns(task: BackgroundSection, names: Sequence[str]) -> Columns:
    runs = [np.full(cut.count, float(number)) for number, cut in enumerate(task.cuts)]
    found = {name: np.concatenate([cut.column(name) for cut in task.cuts]) for name in names}
    return {"run": np.concatenate(runs), **found}


def _figure(task: BackgroundSection, columns: Columns, names: tuple[str, str], head: Sequence[str]) -> Figure:
    """Return the figure of a section, each motion in its own colour."""
    fields = {each.name: each for each in plottable_names(task.system)}
    axes, values = [], []
    for name in names:
        unit = fields[name].unit
        values.append(columns[name] * DEGREES.shown(1.0, unit))
        axes.append(FigureAxis(scale_of([values[-1]], False), fields[name].symbol or name, DEGREES.of(unit)))
    curves = []
    for number in range(len(task.cuts)):
        shade = TABLE[round(BRIGHTEST * 255 * number / max(len(task.cuts) - 1, 1)), :3] / 255.0
        style = CurveStyle((float(shade[0]), float(shade[1]), float(shade[2])), line=False, marker="point")
        own = columns["run"] == number
        curves.append(FigureCurve("", axes[1].unit, values[0][own], values[1][own], style))
    plot = FigurePlot(axes[0], (axes[1],), tuple(curves), HEIGHT)
    where = f"where {task.plane.name} passes {task.plane.value:g}"
    table = [TableColumn(name, column) for name, column in columns.items()]
    return Figure(task.system.title, where, (plot,), lambda: table, partial(_arrays, columns, head))


def _arrays(columns: Columns, head: Sequence[str]) -> dict[str, Any]:
    return {"configuration": "\n".join(head), **columns}
