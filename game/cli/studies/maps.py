"""`polhode map`: an outcome of many runs over two parameters or initial values."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Protocol

import click

from game.cli.tables import checked_target, known_target, opened
from game.experiments.map_colors import state_words
from game.experiments.map_figure import column_name, map_configuration, map_figure
from game.experiments.outcome_map import MapTask, best
from game.model.errors import INTERRUPTED
from game.record.figures.files import write_figure
from game.scenefile import Scene
from physics import BadInput, System
from physics.core.units import format_number
from physics.simulation.run import write_csv
from physics.studies.map_axes import MapAxis, map_axis
from physics.studies.outcome_map import OutcomeMap, map_request
from physics.studies.outcomes import CellState, applicable

POLL_SECONDS = 0.05
"""Seconds between two polls of the progress."""
FORMATS = (".csv", ".npz", ".png", ".svg")


def compute(
    scene: Scene, over: Sequence[tuple[str, str]], of: str, size: tuple[int, int], seconds: float, output: str | None
) -> int:
    """Compute the map of an outcome over two axes, ("theta2", "-90deg..90deg") each, and write it; return the code.

    After Ctrl-C what is known by then is written beside the file. Raises BadInput, RecordingError.
    """
    simulation = scene.simulation()
    system = simulation.system
    if len(over) != 2:
        raise BadInput(f"--over: {len(over)} given; a map needs 2")
    across, up = (axis_of(system, *given, count) for given, count in zip(over, size, strict=True))
    method, dt = simulation.integrator.name, simulation.dt
    outcome = of or applicable(system)[0].name
    request = map_request(system, across, up, outcome, seconds, method, dt, simulation.settings)
    target = checked_target(output, as_json=False, formats=FORMATS)
    task = MapTask(request)
    interrupted = follow_or_stop(task, "Mapping")
    write_map(known_target(target, interrupted), task.chart)
    click.echo(summary(task.chart), err=True)
    return INTERRUPTED if interrupted else 0


def axis_of(system: System, name: str, text: str, count: int) -> MapAxis:
    """Return the axis of an `--over`, LOW..HIGH or LOW:HIGH; raises BadInput."""
    low, dots, high = text.partition(".." if ".." in text else ":")
    if not dots:
        raise BadInput(f"{name} = {text!r}: must be LOW..HIGH, such as -90deg..90deg")
    return map_axis(system, name, low, high, count)


class Followed(Protocol):
    """A computation in the background, as far as `follow` knows it."""

    reason: str

    @property
    def done(self) -> bool:
        """True when it is over."""

    @property
    def progress(self) -> float:
        """How much of it is done, 0 to 1."""

    def cancel(self) -> None:
        """Stop soon."""

    def wait(self) -> None:
        """Wait until it is over."""


def follow(task: Followed, label: str) -> None:
    """Wait until a computation is over, with a bar of progress. Raises BadInput if it fails from the beginning."""
    with click.progressbar(length=1000, label=label, file=sys.stderr) as bar:
        while not task.done:
            time.sleep(POLL_SECONDS)
            bar.update(int(1000 * task.progress) - bar.pos)
        bar.update(1000 - bar.pos)
    if task.reason and not task.progress:
        raise BadInput(task.reason)


def follow_or_stop(task: Followed, label: str) -> bool:
    """Wait until a computation is over, or stop it after Ctrl-C, with what it has so far; return True then.

    Raises BadInput if it fails.
    """
    try:
        follow(task, label)
    except KeyboardInterrupt:
        task.cancel()
        task.wait()
        click.echo(f"polhode: ended early: {task.progress:.1%} are known", err=True)
        return True
    return False


def write_map(target: str, chart: OutcomeMap) -> None:
    """Write a map as a picture, arrays or a table; raises RecordingError."""
    request = chart.request
    if target.endswith((".png", ".svg", ".npz")):
        write_figure(Path(target), map_figure(chart, request.system.title))
        return
    rows = ((*row, state) for row, state in zip(table_rows(chart), chart.states.ravel(), strict=True))
    with opened(target) as file:
        names = request.across.name, request.up.name, column_name(request), "state"
        write_csv(file, map_configuration(request), names, rows)


def table_rows(chart: OutcomeMap) -> Iterator[tuple[float, float, float]]:
    """Yield the value of each cell after those of both axes, row by row."""
    for (i, y), (j, x) in product(enumerate(chart.y), enumerate(chart.x)):
        yield x, y, chart.values[i, j]


def summary(chart: OutcomeMap) -> str:
    """Return how many cells have which state, and between what their values lie, in one line."""
    request, known = chart.request, chart.values[chart.states == CellState.KNOWN]
    parts = [f"{request.chosen.text} of {len(chart.y) * len(chart.x)} cells"]
    place = best(chart)
    if place is not None:
        unit = f" {request.chosen.unit}".rstrip()
        ends = [f"{format_number(float(f'{value:.6g}'))}{unit}" for value in (known.min(), known.max())]
        at = [
            f"{axis.name} = {format_number(float(f'{value:.6g}'))} {axis.unit}".rstrip()
            for axis, value in ((request.across, chart.x[place[1]]), (request.up, chart.y[place[0]]))
        ]
        parts.append(f"from {ends[0]} to {ends[1]} (at {', '.join(at)})")
    parts += [
        f"{chart.count(state) / chart.values.size:.2%} {state_words(chart, state)}"
        for state in CellState
        if state != CellState.KNOWN and chart.count(state)
    ]
    return "; ".join(parts)
