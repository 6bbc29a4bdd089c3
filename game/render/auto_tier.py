"""The automatic choice of tier and scale from how long pictures take."""

from __future__ import annotations

from msgspec import Struct

from game.model.quality import QualitySetting


class QualityStep(Struct, frozen=True):
    """A tier at a scale, and about what it costs, to compare with the others of its ladder."""

    tier: str
    scale: float
    cost: float


class QualityLadder(Struct, frozen=True):
    """Quality steps from the dearest to the cheapest, and the one to start on.

    slow: above this many milliseconds a picture must become cheaper; fast: below this many, as foreseen, a dearer step
    is worth trying.
    """

    steps: tuple[QualityStep, ...]
    start: int
    slow: float
    fast: float


SOFTWARE = QualityLadder(
    (QualityStep("low", 1.0, 1.0), QualityStep("low", 0.75, 0.65), QualityStep("low", 0.5, 0.42)), 0, 34.0, 24.0
)
HARDWARE = QualityLadder(
    (
        QualityStep("high", 1.0, 2.8),
        QualityStep("medium", 1.0, 1.0),
        QualityStep("medium", 0.75, 0.60),
        QualityStep("medium", 0.5, 0.32),
        QualityStep("low", 0.75, 0.20),
        QualityStep("low", 0.5, 0.12),
    ),
    1,
    15.0,
    11.0,
)
"""Ladder of a graphics card, which must leave time for the panels within a sixtieth of a second."""
WARM_UP = 10
"""Frames ignored after a change: programs are still being compiled."""
WINDOW = 20
"""Frames whose median counts."""
PATIENCE = 4
MAX_PATIENCE = 64


class AutoTier:
    """Chooses tier and scale from the time pictures take: quick to give way, slow to come back.

    software: a processor draws. Coming back takes several good windows in a row, and twice as many after each time it
    was in vain.
    """

    def __init__(self, software: bool) -> None:
        self.ladder = SOFTWARE if software else HARDWARE
        self.step = self.ladder.start
        self._times: list[float] = []
        self._skip = WARM_UP
        self._good = 0
        self._patience = PATIENCE
        self._climbed = False

    @property
    def setting(self) -> QualitySetting:
        """The tier and the scale to draw with."""
        step = self.ladder.steps[self.step]
        return QualitySetting(step.tier, step.scale)

    def feed(self, milliseconds: float) -> bool:
        """Take the time of one picture [ms]; True when tier or scale have changed."""
        if self._skip:
            self._skip -= 1
            return False
        self._times.append(milliseconds)
        if len(self._times) < WINDOW:
            return False
        middle = sorted(self._times)[WINDOW // 2]
        self._times.clear()
        if middle > self.ladder.slow:
            return self._give_way()
        return self._come_back(middle)

    def _give_way(self) -> bool:
        self._good = 0
        if self._climbed:
            self._patience = min(2 * self._patience, MAX_PATIENCE)
        if self.step == len(self.ladder.steps) - 1:
            return False
        self._move(1)
        return True

    def _come_back(self, middle: float) -> bool:
        steps, dearer = self.ladder.steps, self.step - 1
        if dearer < 0 or middle * steps[dearer].cost / steps[self.step].cost > self.ladder.fast:
            self._good = 0
            return False
        self._good += 1
        if self._good < self._patience:
            return False
        self._move(-1)
        return True

    def _move(self, by: int) -> None:
        self.step += by
        self._climbed = by < 0
        self._skip, self._good = WARM_UP, 0
