"""The flip map of a double pendulum: when its lower bar first turns over, over the angles at which it is let go."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from game.compute import checked_target, comment, opened, write_npz
from game.edit import Edit
from game.scenefile import Scene
from game.task import Task
from physics import BadInput, Simulation, System
from physics.errors import unknown
from physics.linkages.double_bars import DoubleBars
from physics.linkages.flips import DURATION, METHOD, Flips, can_turn, pendulum, prepared, step
from physics.run import write_csv
from physics.systems.double_pendulum import DoublePendulum
from physics.units import check_number

if TYPE_CHECKING:
    from game.session import Session

CELLS = 512
"""Of a map along each side."""
ANGLES = ("theta2", "theta3")
"""Along and up."""
RATES = ("theta2_dot", "theta3_dot")
SHORTEST, LONGEST = 0.01, 1000.0
"""Seconds that are looked at."""
PAUSE = 0.02
"""Seconds between two looks at whether machine code is there."""
LOOK = 0.05
"""Seconds between two looks at how far it is."""


def has_flips(system: System) -> bool:
    """Whether there is a flip map of a system."""
    return isinstance(system, DoubleBars)


class Angles(NamedTuple):
    """The starts of a map along one axis: between which angles [rad]."""

    low: float = -math.pi
    high: float = math.pi

    @property
    def mirrored(self) -> bool:
        """Whether they are the same to both sides."""
        return self.low == -self.high

    def middles(self, cells: int) -> NDArray[np.float64]:
        """Those of so many cells, (cells,)."""
        half = 0.5 * (self.high - self.low) / cells
        return np.linspace(self.low + half, self.high - half, cells)


WHOLE = Angles()


class FlipMap(Task):
    """When the lower bar first turns over, for pendulums let go at rest, all of one map at once.

    x, y: the angles theta2 and theta3 of the cells [rad]. times: (rows, columns) [s], a row for each y, inf where it
    has not turned over up to now. able: where there is the energy for it. time: how far they all are, of `duration`
    [s]. reason: why there is nothing, when it is over.
    """

    def __init__(
        self, system: System, across: Angles = WHOLE, up: Angles = WHOLE, cells: int = CELLS, duration: float = DURATION
    ) -> None:
        self.system: DoublePendulum = pendulum(system)
        self.across, self.up, self.duration = across, up, duration
        self.x, self.y = across.middles(cells), up.middles(cells)
        lower, upper = np.meshgrid(self.y, self.x, indexing="ij")
        self.able = can_turn(self.system, upper, lower)
        self._rows = (cells + 1) // 2 if across.mirrored and up.mirrored else cells
        self._starts = upper[: self._rows].ravel(), lower[: self._rows].ravel()
        self.times = np.full((cells, cells), np.inf)
        self.reason = ""
        self._flips: Flips | None = None
        super().__init__("flip map")

    @property
    def time(self) -> float:
        """How far all pendulums are [s]."""
        return self._flips.time if self._flips is not None else 0.0

    @property
    def progress(self) -> float:
        """0 to 1."""
        return self.time / self.duration

    @property
    def turned(self) -> float:
        """Which part of all has turned over up to now."""
        return float(np.isfinite(self.times).mean())

    def words(self, row: int, column: int) -> str:
        """What becomes of the pendulum of a cell."""
        when = float(self.times[row, column])
        if math.isfinite(when):
            return f"turns over after {when:.4g} s"
        if not self.able[row, column]:
            return "never turns over: it has not the energy"
        return f"does not turn over within {self.time:.4g} s"

    def _work(self) -> None:
        while not prepared(self.system):
            time.sleep(PAUSE)
            if self._cancelled.is_set():
                return
        try:
            flips = Flips(self.system, *self._starts, self.duration)
        except BadInput as error:
            self.reason = str(error)
            return
        self._flips = flips
        flips.run(self._follow)
        self._follow()

    def _follow(self) -> bool:
        """Take over what is known, and say whether anybody still wants to know more.

        A mirror changes nothing about a pendulum: of a map that is its own mirror image the half is enough.
        """
        assert self._flips is not None
        cells, known = len(self.x), self._flips.times.reshape(self._rows, -1)
        self.times[: self._rows] = known
        if self._rows < cells:
            self.times[self._rows :] = known[cells - self._rows - 1 :: -1, ::-1]
        return not self._cancelled.is_set()


def begin(session: Session, theta2: float, theta3: float) -> None:
    """Let the pendulum of a session go at these angles [rad], from rest. Raises BadInput."""
    pendulum(session.simulation.system)
    given = dict.fromkeys(RATES, 0.0) | dict(zip(ANGLES, (theta2, theta3), strict=True))
    for name, value in given.items():
        session.edit(Edit("initial", float(value), name))
    session.reset()
    session.pause(False)


# Without a picture ------------------------------------------------------------------------------------------


def compute(scene: Scene, over: Sequence[tuple[str, str]], cells: int, duration: float, output: str | None) -> int:
    """Work out a flip map, of the angles in `over`, ("theta2", "-90deg..90deg"), and write it.

    FILE.npz gets the angles of the cells, theta2 (cells,) and theta3 (cells,), and flip_time (theta3, theta2) [s];
    FILE.csv and standard output a row for each cell. inf: not within the duration. Raises BadInput, OSError.
    """
    system = pendulum(scene.simulation().system)
    duration = check_number("duration", duration, "s", SHORTEST, LONGEST)
    target = checked_target(output, as_json=False)
    spans = dict.fromkeys(ANGLES, WHOLE) | dict(_span(*given) for given in over)
    across, up = (spans[name] for name in ANGLES)
    chart = FlipMap(system, across, up, cells, duration)
    _follow(chart)
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


def _follow(chart: FlipMap) -> None:
    """Until a map is done; raises BadInput where it cannot be."""
    try:
        with click.progressbar(length=1000, label="Swinging", file=sys.stderr) as bar:
            while not chart.done:
                time.sleep(LOOK)
                bar.update(int(1000 * chart.progress) - bar.pos)
    except KeyboardInterrupt:
        chart.cancel()
        chart.wait()
        raise
    if chart.reason:
        raise BadInput(chart.reason)


def _span(name: str, text: str) -> tuple[str, Angles]:
    """What `--over` says of an angle: LOW..HIGH, between half a turn to either side. Raises BadInput."""
    if name not in ANGLES:
        raise unknown("angle of a flip map", name, ANGLES)
    low, dots, high = text.partition("..")
    if not dots:
        raise BadInput(f"{name} = {text!r}: must be LOW..HIGH, such as -90deg..90deg")
    ends = [check_number(name, end, "rad", -math.pi, math.pi) for end in (low, high)]
    if not ends[0] < ends[1]:
        raise BadInput(f"{name} = {text!r}: must go from a smaller angle to a larger one")
    return name, Angles(*ends)
