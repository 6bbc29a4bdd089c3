"""The states of a stretch of a run, from which one picture of the whole motion is made."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.session.compose import time_shown
from game.session.exposure import Exposure
from game.session.session import Session
from physics.types import Floats


class TimedState(NamedTuple):
    """A state, and its time [s] of the run."""

    time: float
    state: Floats


MOST = 8000
"""Number of moments that are kept; where there are more, each second one goes."""


class GatheredStates:
    """The states of a film: that of each picture, and where they are wanted those between, at equal times."""

    def __init__(self, between: bool) -> None:
        self.pictures: list[TimedState] = []
        self._between, self._moments = between, list[Floats]()
        self._seen, self._stride = 0, 1

    def add(self, session: Session, exposure: Exposure) -> None:
        """Take over the state that is shown now, and those since the last picture."""
        state: Floats = memoryview(np.array(session.shown, dtype=float))  # type: ignore[arg-type]  # a buffer of doubles
        self.pictures.append(TimedState(time_shown(session), state))
        if not self._between:
            return
        for moment in exposure.newest or [state]:
            if self._seen % self._stride == 0:
                self._moments.append(moment)
            self._seen += 1
        if len(self._moments) > MOST:
            del self._moments[1::2]
            self._stride *= 2

    @property
    def moments(self) -> list[Floats]:
        """Return the states between the pictures, and that of the last picture."""
        return [*self._moments, self.pictures[-1].state]

    def spread(self, count: int) -> list[TimedState]:
        """Return states at equal distances of time, the last one among them, as many as asked for or as there are."""
        stride = max((len(self.pictures) - 1) // max(count - 1, 1), 1)
        return self.pictures[::-stride][: max(count, 1)][::-1]
