"""Flip map of a double pendulum: the time until its lower bar first turns over, against the initial angles."""

from __future__ import annotations

import math
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.experiments.background import BackgroundTask
from game.model.words import tr
from physics import BadInput, System
from physics.linkages.double_bars import DoubleBarSystem
from physics.studies.flip_map import DURATION, FlipBatch, can_flip, pendulum, prepared
from physics.systems.double_pendulum import DoublePendulum

CELLS = 512
"""Number of cells along each side."""
ANGLES = ("theta2", "theta3")
"""Angles of the horizontal and the vertical axis."""
RATES = ("theta2_dot", "theta3_dot")
POLL_SECONDS = 0.02
"""Seconds between two polls for machine code."""


def has_flips(system: System) -> bool:
    """Return whether a system has a flip map."""
    return isinstance(system, DoubleBarSystem)


class Angles(NamedTuple):
    """Range of initial angles [rad] along one axis of a map."""

    low: float = -math.pi
    high: float = math.pi

    @property
    def mirrored(self) -> bool:
        """True where the range is symmetric about 0."""
        return self.low == -self.high

    def middles(self, cells: int) -> NDArray[np.float64]:
        """Return the middles of the cells, (cells,)."""
        half = 0.5 * (self.high - self.low) / cells
        return np.linspace(self.low + half, self.high - half, cells)


WHOLE = Angles()


class FlipMap(BackgroundTask):
    """First flips of the lower bar of pendulums released at rest, all cells of a map together.

    x, y: the angles theta2 and theta3 of the cells [rad]. times: (rows, columns) [s], a row for each y, inf where it
    has not flipped yet. able: where the energy is sufficient. time: the simulated time of all, of `duration` [s].
    reason: why there is no result, when it is over.
    """

    def __init__(
        self, system: System, across: Angles = WHOLE, up: Angles = WHOLE, cells: int = CELLS, duration: float = DURATION
    ) -> None:
        self.system: DoublePendulum = pendulum(system)
        self.across, self.up, self.duration = across, up, duration
        self.x, self.y = across.middles(cells), up.middles(cells)
        lower, upper = np.meshgrid(self.y, self.x, indexing="ij")
        self.able = can_flip(self.system, upper, lower)
        self._rows = (cells + 1) // 2 if across.mirrored and up.mirrored else cells
        self._starts = upper[: self._rows].ravel(), lower[: self._rows].ravel()
        self.times = np.full((cells, cells), np.inf)
        self.reason = ""
        self._flips: FlipBatch | None = None
        super().__init__("flip map")

    @property
    def time(self) -> float:
        """Return the time that all pendulums have reached [s]."""
        return self._flips.time if self._flips is not None else 0.0

    @property
    def progress(self) -> float:
        """Return the progress, 0 to 1."""
        return self.time / self.duration

    @property
    def turned(self) -> float:
        """Return the part of all cells that have flipped so far."""
        return float(np.isfinite(self.times).mean())

    def words(self, row: int, column: int) -> str:
        """Return the result of a cell as text."""
        when = float(self.times[row, column])
        if math.isfinite(when):
            return tr("first flips after {time:.4g} s", time=when)
        if not self.able[row, column]:
            return tr("flip excluded by energy")
        return tr("no flip within {time:.4g} s", time=self.time)

    def _work(self) -> None:
        while not prepared(self.system):
            time.sleep(POLL_SECONDS)
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
        """Copy the results so far, and return whether to go on.

        By symmetry, half of a map that is its own mirror image is enough.
        """
        assert self._flips is not None
        cells, known = len(self.x), self._flips.times.reshape(self._rows, -1)
        self.times[: self._rows] = known
        if self._rows < cells:
            self.times[self._rows :] = known[cells - self._rows - 1 :: -1, ::-1]
        return not self._cancelled.is_set()
