"""Looks of scenes that are about to be opened, made while the present one is shown."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from game import scenefile
from game.experiments.background import BackgroundTask
from game.looks import look_class, look_for
from game.looks.generic import Look
from game.model.frame import View
from game.scenefile import Scene
from physics import BadInput, System
from physics.types import Floats

KNOWN = 4
"""Number of looks that are kept for what follows, and for what is undone."""
UNIT = np.eye(4, dtype=np.float32)
ANYWHERE = View(np.zeros(3, np.float32), UNIT, UNIT)


def neighbours(name: str) -> Sequence[str]:
    """Return the presets after and before the scene `name`; the first preset for a scene that is none."""
    names = scenefile.presets()
    if name not in names:
        return names[:1]
    at = names.index(name)
    return names[(at + 1) % len(names)], names[at - 1]


def made_for_first_picture(system: System, look: Look[Any]) -> Look[Any]:
    """Return the look of a system with its surroundings, which the first picture of it makes."""
    start: Floats = memoryview(system.start())
    look.frame(system, start, ANYWHERE, 0.0)
    return look


class NextLooks(BackgroundTask):
    """The looks of scenes, given as such or by name or file, with all that their first pictures show.

    Invalid scenes have none.
    """

    def __init__(self, scenes: Sequence[str | Scene]) -> None:
        self._scenes = scenes
        self._made: dict[str | int, tuple[System, Look[Any]] | None] = {}
        super().__init__("looks")

    def is_made(self, scene: str | Scene) -> bool:
        """Return whether the look of a scene is there, or cannot be made."""
        return _key(scene) in self._made

    def look_of(self, system: System) -> Look[Any] | None:
        """Return the look that was made for an equal system, or None; it is handed out once."""
        for name, entry in tuple(self._made.items()):
            if entry is None:
                continue
            made, look = entry
            if type(made) is type(system) and (made.parameters, made.initial) == (system.parameters, system.initial):
                del self._made[name]
                return look if look.fits(system) else None
        return None

    def _work(self) -> None:
        for scene in self._scenes:
            if self._cancelled.is_set():
                return
            made = None
            try:
                system = (scene if isinstance(scene, Scene) else scenefile.load(scene)).simulation().system
                made = system, made_for_first_picture(system, look_for(system))
            except BadInput:  # raised again, and shown, when the scene is opened
                pass
            finally:
                self._made[_key(scene)] = made


class LookPreparation:
    """The looks that are made in the background for a session: those of the neighbouring presets, and one wanted."""

    def __init__(self) -> None:
        self._next: NextLooks | None = None
        self._wanted: NextLooks | None = None
        self._known: deque[Look[Any]] = deque(maxlen=KNOWN)

    def hand(self, look: Look[Any]) -> None:
        """Keep the look that has been made for the system which is shown next."""
        self._known.appendleft(look)

    def look_after(self, before: Look[Any], system: System) -> Look[Any]:
        """Return the look for a system that is shown now: the one before, one that is known, or a new one."""
        kind = look_class(system)
        known = (before, *self._known)
        found = next((each for each in known if type(each) is kind and each.fits(system)), None)
        if before not in self._known:
            self._known.appendleft(before)
        return kind(system) if found is None else found

    def made_look(self, system: System) -> Look[Any]:
        """Return the look for a system: one that was made in the background, or a new one."""
        for looks in (self._wanted, self._next):
            if looks is not None and (made := looks.look_of(system)) is not None:
                return made
        return look_for(system)

    def prepare_next(self, name: str) -> None:
        """Make the looks of the presets beside the scene `name`, so that these open without a pause."""
        if self._next is not None:
            self._next.cancel()
        self._next = NextLooks(neighbours(name))

    def prepare(self, scene: str | Scene) -> bool:
        """Make the look of a scene, by name or file, too; return True where it is there already."""
        if self.is_prepared(scene):
            return True
        if self._wanted is not None:
            self._wanted.cancel()
        self._wanted = NextLooks([scene])
        return False

    def is_prepared(self, scene: str | Scene) -> bool:
        """Return whether the look of a scene has been made, as far as it can be."""
        return any(looks is not None and looks.is_made(scene) for looks in (self._wanted, self._next))


def _key(scene: str | Scene) -> str | int:
    """Return what stands for a scene: its name or file, or which object it is."""
    return id(scene) if isinstance(scene, Scene) else scene
