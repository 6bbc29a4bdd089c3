"""`polhode flips`: a flip map as a table, the map of the flip time of a double pendulum released at rest."""

from __future__ import annotations

import math
from collections.abc import Sequence

import click
import numpy as np

from game.cli.studies.maps import follow, table_rows
from game.cli.tables import checked_target, comment, opened, write_npz
from game.experiments.outcome_map import MapTask
from game.scenefile import Scene
from physics import BadInput, Simulation
from physics.core.units import check_number
from physics.errors import unknown
from physics.simulation.run import write_csv
from physics.studies.flip_map import ANGLES, METHOD, flip_map
from physics.studies.outcomes import CellState

MIN_DURATION, MAX_DURATION = 0.01, 1000.0
"""Least and greatest duration [s]."""
WHOLE = -math.pi, math.pi


def compute(scene: Scene, over: Sequence[tuple[str, str]], cells: int, duration: float, output: str | None) -> int:
    """Compute a flip map over the angles in `over`, ("theta2", "-90deg..90deg"), and write it.

    FILE.npz gets the angles of the cells, theta2 (cells,) and theta3 (cells,), and flip_time (theta3, theta2) [s];
    FILE.csv and standard output a row for each cell. inf: no flip within the duration. Raises BadInput, RecordingError.
    """
    system = scene.simulation().system
    duration = check_number("duration", duration, "s", MIN_DURATION, MAX_DURATION)
    spans = dict.fromkeys(ANGLES, WHOLE) | dict(_parse_range(*given) for given in over)
    request = flip_map(system, spans[ANGLES[0]], spans[ANGLES[1]], cells, duration)
    target = checked_target(output, as_json=False)
    task = MapTask(request)
    follow(task, "Swinging")
    chart, run = task.chart, request.run
    described = [*comment(Simulation(request.system, METHOD, run.dt)), "", "[flips]", f"duration = {duration!r}"]
    if target.endswith(".npz"):
        arrays = {"theta2": chart.x, "theta3": chart.y, "flip_time": chart.values}
        write_npz(target, described, lambda: arrays)
    else:
        with opened(target) as file:
            write_csv(file, described, (*ANGLES, "flip_time"), table_rows(chart))
    turned, able = np.isfinite(chart.values).mean(), (chart.states != CellState.EXCLUDED).mean()
    words = f"{turned:.2%} of {chart.values.size} turn over within {duration:g} s"
    click.echo(f"{words}; {1.0 - able:.2%} have not the energy for it", err=True)
    return 0


def _parse_range(name: str, text: str) -> tuple[str, tuple[float, float]]:
    """Return the range of an angle in `--over`: LOW..HIGH, within half a turn to either side. Raises BadInput."""
    if name not in ANGLES:
        raise unknown("angle of a flip map", name, ANGLES)
    low, dots, high = text.partition("..")
    if not dots:
        raise BadInput(f"{name} = {text!r}: must be LOW..HIGH, such as -90deg..90deg")
    ends = check_number(name, low, "rad", -math.pi, math.pi), check_number(name, high, "rad", -math.pi, math.pi)
    if not ends[0] < ends[1]:
        raise BadInput(f"{name} = {text!r}: must go from a smaller angle to a larger one")
    return name, ends
