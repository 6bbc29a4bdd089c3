"""Opening of scenes at the window: the present one goes on until what the next needs is there."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from game.model.edit import Edit
from game.model.words import tr
from game.session import edits
from game.session.session import Session

LONGEST = 30.0
"""Greatest time for which a scene waits for shaders [s]; then the window compiles them itself."""


class SceneOpening:
    """A scene that was asked for, and waits for its look and its shaders, which are made in the background.

    name: of the scene, or its file; "" while none waits. say: shows a message. compiled: returns whether the shaders of
    a scene are compiled, and otherwise sees to it.
    """

    def __init__(self, session: Session, say: Callable[..., None], compiled: Callable[[str], bool]) -> None:
        self._session, self._say, self._compiled = session, say, compiled
        self._present = session.simulation
        self._asked_at = 0.0
        self.name = ""

    @property
    def waits(self) -> bool:
        """True while a scene waits."""
        return bool(self.name)

    def ask(self, name: str) -> None:
        """Ask for a scene, instead of any that waits."""
        self.name, self._present, self._asked_at = name, self._session.simulation, time.monotonic()
        prepared = self._session.looks.prepare(name)
        if not (self._compiled(name) and prepared):
            self._say(tr("Opening: {scene}", scene=Path(name).stem), about="scene")

    def go_on(self) -> None:
        """Open the scene that waits once all is there, unless another was opened meanwhile. Raises BadInput."""
        if not self.name or not self._session.looks.is_prepared(self.name):
            return
        if not self._compiled(self.name) and time.monotonic() < self._asked_at + LONGEST:
            return
        name, self.name = self.name, ""
        if self._session.simulation is self._present:
            edits.apply(self._session, Edit("scene", name))
