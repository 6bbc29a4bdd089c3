"""`polhode section`: the Poincaré section of a motion, and of others of the same energy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

from game.cli.stopping import INTERRUPTED
from game.cli.studies.bifurcations import plane_of
from game.cli.studies.maps import FORMATS, follow_or_stop
from game.cli.tables import checked_target, comment, opened
from game.experiments.map_colors import TABLE, shown_unit
from game.experiments.poincare import BackgroundSection, default_section
from game.model.figures.axis import scale_of
from game.model.figures.figure import CurveStyle, Figure, FigureAxis, FigureCurve, FigurePlot, TableColumn
from game.record.figures.files import write_figure
from game.scenefile import Scene
from physics import BadInput
from physics.simulation.poincare import coordinate, has_two_angles, plottable_names
from physics.simulation.run import write_csv

BRIGHTEST = 0.8
"""Part of the scale of colours that shows on white ground."""
HEIGHT = 540.0
"""Height of the plot [points]."""

Columns = dict[str, np.ndarray]
"""The number of the run of each point, and the two quantities there, by name."""


def compute(scene: Scene, at: str | None, across: str, up: str, others: int, points: int, output: str | None) -> int:
    """Compute the section of a scene's motion, and of others of its energy, and write it; return the exit code.

    across, up: names of the quantities of both axes ("": the usual). After Ctrl-C what is known by then is written.
    Raises BadInput, RecordingError.
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
        unit, factor = shown_unit(fields[name].unit)
        values.append(columns[name] * factor)
        axes.append(FigureAxis(scale_of([values[-1]], False), fields[name].symbol or name, unit))
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
