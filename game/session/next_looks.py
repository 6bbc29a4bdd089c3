"""Looks of the scenes that may be opened next, made while the present one is shown."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from game import scenefile
from game.experiments.background import BackgroundTask
from game.looks import look_for
from game.looks.generic import Look
from game.model.frame import View
from physics import BadInput, System
from physics.types import Floats

UNIT = np.eye(4, dtype=np.float32)
ANYWHERE = View(np.zeros(3, np.float32), UNIT, UNIT)


class NextLooks(BackgroundTask):
    """The looks of the presets after and before the scene `name`, with all that their first pictures show.

    Of the first preset for a scene that is none.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._made: list[tuple[System, Look[Any]]] = []
        super().__init__("looks")

    def look_of(self, system: System) -> Look[Any] | None:
        """Return the look that was made for an equal system, or None; it is handed out once."""
        for each in tuple(self._made):
            made, look = each
            if type(made) is type(system) and (made.parameters, made.initial) == (system.parameters, system.initial):
                self._made.remove(each)
                return look if look.fits(system) else None
        return None

    def _work(self) -> None:
        names = scenefile.presets()
        at = names.index(self._name) if self._name in names else None
        for name in names[:1] if at is None else (names[(at + 1) % len(names)], names[at - 1]):
            if self._cancelled.is_set():
                return
            with suppress(BadInput):
                system = scenefile.load(name).simulation().system
                look = look_for(system)
                start: Floats = memoryview(system.start())
                look.frame(system, start, ANYWHERE, 0.0)  # makes the surroundings
                self._made.append((system, look))
