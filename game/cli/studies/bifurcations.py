"""`polhode bifurcation`: a quantity in a section of the motion, against a parameter or an initial value."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np

from game.cli.stopping import INTERRUPTED
from game.cli.studies.maps import FORMATS, axis_of, follow_or_stop
from game.cli.tables import checked_target, opened
from game.experiments.bifurcation import BifurcationTask, bifurcation_configuration, bifurcation_figure
from game.experiments.poincare import default_section
from game.record.figures.files import write_figure
from game.scenefile import Scene
from physics import BadInput, System
from physics.core.units import check_number
from physics.simulation.poincare import SectionPlane
from physics.simulation.run import write_csv
from physics.studies.bifurcation import bifurcation_request

TRANSIENT_PART = 0.5
"""Part of the duration before the first section, where nothing is said."""


def compute(
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

    After Ctrl-C what is known by then is written. Raises BadInput, RecordingError.
    """
    simulation = scene.simulation()
    system = simulation.system
    if len(over) != 1:
        raise BadInput(f"--over: {len(over)} given; a bifurcation diagram needs 1")
    if at is not None and every is not None:
        raise BadInput("--at and --every: give one of them")
    plane, along, _ = default_section(system)
    cut = every if every is not None else plane if at is None else _plane(system, at)
    before = TRANSIENT_PART * seconds if transient is None else transient
    request = bifurcation_request(
        system, axis_of(system, *over[0], cells), of or along, cut, seconds, before, points,
        simulation.integrator.name, simulation.dt, simulation.settings,
    )  # fmt: skip
    target = checked_target(output, as_json=False, formats=FORMATS)
    task = BifurcationTask(request)
    interrupted = follow_or_stop(task, "Bifurcating")
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


def _plane(system: System, text: str) -> SectionPlane:
    """Return the plane of `--at`, NAME=VALUE, which a state variable passes upward; raises BadInput."""
    name, equals, number = (part.strip() for part in text.partition("="))
    if not equals:
        raise BadInput(f"at = {text!r}: must be NAME=VALUE, such as theta=0")
    unit = next((variable.unit for variable in system.variables if variable.name == name), "")
    return SectionPlane(name, check_number(name, number, unit, -1e15, 1e15))
