"""The automatic choice of tier and scale from the time that pictures take."""

from __future__ import annotations

from msgspec import Struct

from game.model.quality import QualitySetting


class QualityStep(Struct, frozen=True):
    """A tier at a scale, and its approximate cost relative to the other steps of its ladder."""

    tier: str
    scale: float
    cost: float


class QualityLadder(Struct, frozen=True):
    """Quality steps from the most to the least expensive, and the index of the first one used.

    slow: time of a picture [ms] above which it must become cheaper; fast: estimated time [ms] below which a
    more expensive step is tried.
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
"""Ladder of a graphics card, whose times leave room for the panels within a sixtieth of a second."""
WARM_UP = 10
"""Number of frames ignored after a change, because programs are still being compiled."""
WINDOW = 20
"""Number of frames whose median time decides."""
PATIENCE = 4
MAX_PATIENCE = 64


class AutoTier:
    """Chooses tier and scale from the time pictures take: quick to step down, slow to step up.

    software: True where a processor draws. Stepping up takes several good windows in a row, and twice as many after
    each failed attempt.
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
        """Take the time of one picture [ms]; return True when tier or scale have changed."""
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
