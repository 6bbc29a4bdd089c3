"""The flip map of a double pendulum: when its lower bar first turns over, over the angles at which it is let go."""

from __future__ import annotations

import math
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.experiments.background import BackgroundTask
from physics import BadInput, System
from physics.linkages.double_bars import DoubleBarSystem
from physics.studies.flip_map import DURATION, FlipBatch, can_turn, pendulum, prepared
from physics.systems.double_pendulum import DoublePendulum

CELLS = 512
"""Of a map along each side."""
ANGLES = ("theta2", "theta3")
"""Along and up."""
RATES = ("theta2_dot", "theta3_dot")
PAUSE = 0.02
"""Seconds between two looks at whether machine code is there."""


def has_flips(system: System) -> bool:
    """Whether there is a flip map of a system."""
    return isinstance(system, DoubleBarSystem)


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


class FlipMap(BackgroundTask):
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
        self._flips: FlipBatch | None = None
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
            return f"first flips after {when:.4g} s"
        if not self.able[row, column]:
            return "flip excluded by energy"
        return f"no flip within {self.time:.4g} s"

    def _work(self) -> None:
        while not prepared(self.system):
            time.sleep(PAUSE)
            if self._cancelled.is_set():
                return
        try:
            flips = FlipBatch(self.system, *self._starts, self.duration)
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
