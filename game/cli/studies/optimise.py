"""`polhode scan` and `polhode optimise`: range maps and optimisation of a machine as tables and text."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence

import click
import numpy as np

from game.cli.json_text import json_text
from game.cli.options import whole_number
from game.cli.studies.maps import follow, table_rows
from game.cli.tables import checked_target, comment, opened, write_npz
from game.experiments.outcome_map import MapTask, best, cell_words
from game.experiments.parameter_range import ParameterRange, format_parameter, parameter_range
from game.experiments.tuning import Optimisation
from game.model.errors import INTERRUPTED
from game.model.shown.shown_units import DEGREES
from game.scenefile import Scene
from physics import BadInput, System
from physics.core.units import format_number
from physics.simulation.run import write_csv
from physics.studies.launches import METHOD, LaunchResult, Limit, limit, throwing_machine
from physics.studies.launches import goal as goal_called
from physics.studies.map_axes import ends_as_middles, map_axis
from physics.studies.outcome_map import OutcomeMap, map_request
from physics.trebuchet.report import LONGEST_SHOT

CELLS = 64
"""Default number of cells of a scan along each side."""

POLL_SECONDS = 0.05
"""Seconds between two polls of the progress."""


def scan(scene: Scene, over: Sequence[tuple[str, str]], output: str | None) -> int:
    """Compute the range map over two parameters, ("sling", "3..8:64") each, and write it.

    Raises BadInput, RecordingError.
    """
    simulation = scene.simulation()
    machine = throwing_machine(simulation.system)
    if len(over) != 2:
        raise BadInput(f"--over: {len(over)} parameters given; a map needs 2")
    (across, columns), (up, rows) = (_parse_range(machine, name, text) for name, text in over)
    target = checked_target(output, as_json=False)
    axes = [
        ends_as_middles(map_axis(machine, each.name, each.low, each.high, count))
        for each, count in ((across, columns), (up, rows))
    ]
    task = MapTask(map_request(machine, axes[0], axes[1], "range", LONGEST_SHOT, METHOD))
    follow(task, "Throwing")
    chart = task.chart
    names = (across.name, up.name, "range")
    if target.endswith(".npz"):
        arrays = {across.name: chart.x, up.name: chart.y, "range": chart.values}
        write_npz(target, comment(simulation), lambda: arrays)
    else:
        with opened(target) as file:
            write_csv(file, comment(simulation), names, table_rows(chart))
    _print_best(chart, machine)
    return 0


def _print_best(chart: OutcomeMap, machine: System) -> None:
    place = best(chart)
    if place is None:
        click.echo(f"nothing is thrown: {cell_words(chart, 0, 0, DEGREES)}", err=True)
        return
    row, column = place
    names = chart.request.across.name, chart.request.up.name
    at = dict(zip(names, (float(chart.x[column]), float(chart.y[row])), strict=True))
    nothing = int(np.isnan(chart.values).sum())
    words = f"the farthest of {chart.values.size}: {chart.values[place]:.6g} m at {_parameters_text(machine, at)}"
    click.echo(f"{words}; {nothing} throw nothing", err=True)


def optimise(
    scene: Scene,
    over: Sequence[tuple[str, str]],
    objective: str,
    limits: Sequence[tuple[str, str]],
    seed: int,
    as_json: bool,
) -> int:
    """Find the best machine over parameters, ("sling", "3..8") each, and print it. Raises BadInput."""
    machine = throwing_machine(scene.simulation().system)
    if not over:
        raise BadInput("--over: no parameter given; such as sling=3..8")
    spans = [_parse_range(machine, name, text)[0] for name, text in over]
    bounds: list[Limit] = [limit(machine, name, text) for name, text in limits]
    wanted = goal_called(machine, objective)
    job = Optimisation(machine, spans, wanted.name, bounds, seed)
    interrupted = _wait(job, wanted.unit)
    if interrupted and job.best is None:
        click.echo("polhode: interrupted before anything was found", err=True)
        return INTERRUPTED
    if job.best is None:
        raise BadInput(f"optimise: {job.reason or 'cancelled before anything was found'}")
    best = job.best
    if as_json:
        report = {name: each.value for name, each in LaunchResult(machine.replace(best.parameters)).report.items()}
        found = {"objective": wanted.name, "value": best.value, "unit": wanted.unit, "throws": job.throws, "seed": seed}
        rest = {"parameters": dict(best.parameters), "report": report}
        click.echo(json_text({"system": machine.name, **found, **rest}))
    else:
        words = f"{wanted.name} = {best.value:.6g} {wanted.unit}".rstrip()
        click.echo(f"{words} at {_parameters_text(machine, best.parameters)} ({job.throws} throws)")
        click.echo(
            " ".join(f"--set {name}={format_number(value)}" for name, value in best.parameters.items()), err=True
        )
    if interrupted:
        click.echo("polhode: interrupted: the best so far", err=True)
    return INTERRUPTED if interrupted else 0


def _wait(job: Optimisation, unit: str) -> bool:
    """Wait until the search is over, or end it after Ctrl-C; return True then.

    On a terminal, show the best machine so far in one line.
    """
    watched, interrupted = sys.stderr.isatty(), False
    try:
        while not job.done:
            time.sleep(POLL_SECONDS)
            if watched and job.best is not None:
                click.echo(f"\r{job.throws} throws, best {job.best.value:.6g} {unit}   ", err=True, nl=False)
    except KeyboardInterrupt:
        job.cancel()
        interrupted = True
    if watched:
        click.echo(err=True)
    return interrupted


def _parameters_text(machine: System, values: Mapping[str, float]) -> str:
    """Return parameters with values and units, as text."""
    return ", ".join(format_parameter(machine, name, value, DEGREES) for name, value in values.items())


def _parse_range(machine: System, name: str, text: str) -> tuple[ParameterRange, int]:
    """Return the range of a parameter in `--over`, LOW..HIGH, and the count of LOW..HIGH:COUNT. Raises BadInput."""
    ends, colon, count = text.partition(":")
    low, dots, high = ends.partition("..")
    if not dots or (colon and not count.isdecimal()):
        raise BadInput(f"{name} = {text!r}: must be LOW..HIGH or LOW..HIGH:COUNT, such as 3..8 or 20deg..60deg:64")
    cells = whole_number(count, 2, 1000) if colon else CELLS
    if cells is None:
        raise BadInput(f"{name} = {text!r}: COUNT must be from 2 to 1000")
    return parameter_range(machine, name, low, high), cells
