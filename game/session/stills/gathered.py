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


class GatheredStates:
    """The states of a film, picture by picture: that of each picture, and those while its shutter was open."""

    def __init__(self) -> None:
        self.pictures: list[TimedState] = []
        self.moments: list[Floats] = []

    def add(self, session: Session, exposure: Exposure) -> None:
        """Take over the state that is shown now, and those since the last picture."""
        state: Floats = memoryview(np.array(session.shown, dtype=float))  # type: ignore[arg-type]  # a buffer of doubles
        self.pictures.append(TimedState(time_shown(session), state))
        self.moments += exposure.newest or [state]

    def spread(self, count: int) -> list[TimedState]:
        """Return states at equal distances of time, the last one among them, as many as asked for or as there are."""
        stride = max((len(self.pictures) - 1) // max(count - 1, 1), 1)
        return self.pictures[::-stride][: max(count, 1)][::-1]
