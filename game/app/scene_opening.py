"""Opening of scenes at the window: the present one goes on until the look of the next has been made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.model.edit import Edit
from game.model.words import tr
from game.session import edits
from game.session.session import Session


class SceneOpening:
    """A scene that was asked for, and waits for its look, which is made in the background.

    name: of the scene, or its file; "" while none waits. say: shows a message.
    """

    def __init__(self, session: Session, say: Callable[..., None]) -> None:
        self._session, self._say = session, say
        self._present = session.simulation
        self.name = ""

    @property
    def waits(self) -> bool:
        """True while a scene waits for its look."""
        return bool(self.name)

    def ask(self, name: str) -> None:
        """Ask for a scene, instead of any that waits."""
        self.name, self._present = name, self._session.simulation
        if not self._session.prepare(name):
            self._say(tr("Opening: {scene}", scene=Path(name).stem), about="scene")

    def go_on(self) -> None:
        """Open the scene that waits once its look is there, unless another was opened meanwhile. Raises BadInput."""
        if not self.name or not self._session.is_prepared(self.name):
            return
        name, self.name = self.name, ""
        if self._session.simulation is self._present:
            edits.apply(self._session, Edit("scene", name))
