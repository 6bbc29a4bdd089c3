"""`polhode flips`: a flip map as a table."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from itertools import product

import click

from game.cli.tables import checked_target, comment, opened, write_npz
from game.experiments.flip_map import ANGLES, WHOLE, Angles, FlipMap
from game.scenefile import Scene
from physics import BadInput, Simulation
from physics.core.units import check_number
from physics.errors import unknown
from physics.simulation.run import write_csv
from physics.studies.flip_map import METHOD, pendulum, step

MIN_DURATION, MAX_DURATION = 0.01, 1000.0
"""Least and greatest duration [s]."""
POLL_SECONDS = 0.05
"""Seconds between two polls of the progress."""


def compute(scene: Scene, over: Sequence[tuple[str, str]], cells: int, duration: float, output: str | None) -> int:
    """Compute a flip map over the angles in `over`, ("theta2", "-90deg..90deg"), and write it.

    FILE.npz gets the angles of the cells, theta2 (cells,) and theta3 (cells,), and flip_time (theta3, theta2) [s];
    FILE.csv and standard output a row for each cell. inf: no flip within the duration. Raises BadInput, RecordingError.
    """
    system = pendulum(scene.simulation().system)
    duration = check_number("duration", duration, "s", MIN_DURATION, MAX_DURATION)
    target = checked_target(output, as_json=False)
    spans = dict.fromkeys(ANGLES, WHOLE) | dict(_parse_range(*given) for given in over)
    across, up = (spans[name] for name in ANGLES)
    chart = FlipMap(system, across, up, cells, duration)
    _wait(chart)
    described = [*comment(Simulation(system, METHOD, step(system))), "", "[flips]", f"duration = {duration!r}"]
    if target.endswith(".npz"):
        arrays = {"theta2": chart.x, "theta3": chart.y, "flip_time": chart.times}
        write_npz(target, described, lambda: arrays)
    else:
        rows = ((x, y, chart.times[i, j]) for (i, y), (j, x) in product(enumerate(chart.y), enumerate(chart.x)))
        with opened(target) as file:
            write_csv(file, described, (*ANGLES, "flip_time"), rows)
    words = f"{chart.turned:.2%} of {chart.times.size} turn over within {chart.time:g} s"
    click.echo(f"{words}; {1.0 - chart.able.mean():.2%} have not the energy for it", err=True)
    return 0


def _wait(chart: FlipMap) -> None:
    """Wait until a map is done; raises BadInput where it fails."""
    with click.progressbar(length=1000, label="Swinging", file=sys.stderr) as bar:
        while not chart.done:
            time.sleep(POLL_SECONDS)
            bar.update(int(1000 * chart.progress) - bar.pos)
    if chart.reason:
        raise BadInput(chart.reason)


def _parse_range(name: str, text: str) -> tuple[str, Angles]:
    """Return the range of an angle in `--over`: LOW..HIGH, within half a turn to either side. Raises BadInput."""
    if name not in ANGLES:
        raise unknown("angle of a flip map", name, ANGLES)
    low, dots, high = text.partition("..")
    if not dots:
        raise BadInput(f"{name} = {text!r}: must be LOW..HIGH, such as -90deg..90deg")
    ends = [check_number(name, end, "rad", -math.pi, math.pi) for end in (low, high)]
    if not ends[0] < ends[1]:
        raise BadInput(f"{name} = {text!r}: must go from a smaller angle to a larger one")
    return name, Angles(*ends)
