"""The run of a scene that is not open any more, with what a session showed of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.scenefile import Scene
from game.session.past.timeline import PastRun


@dataclass(eq=False)
class SceneRun:
    """The run of a scene that is not open any more. fields: the attributes of the session that belong to it."""

    fields: dict[str, Any]
    past: PastRun

    @property
    def scene(self) -> Scene:
        """Return the scene."""
        scene: Scene = self.fields["scene"]
        return scene
