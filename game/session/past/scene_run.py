"""The run of a scene that is not open any more, with what a session showed of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.experiments.cloud import Cloud
from game.experiments.duel import DuelSetup
from game.scenefile import Scene
from game.session.past.timeline import PastRun


@dataclass(eq=False)
class SceneRun:
    """The run of a scene that is not open any more. fields: the attributes of the session that belong to it.

    Memory is kept for its states alone: ghosts and copies begin anew when it is shown again, and the look may be taken
    away, to be made anew.
    """

    fields: dict[str, Any]
    past: PastRun

    def __post_init__(self) -> None:
        contest: DuelSetup = self.fields["contest"]
        contest.suspend()
        cloud: Cloud | None = self.fields["cloud"]
        if cloud is not None:
            cloud.clear()
        self.past.history.pack()

    @property
    def scene(self) -> Scene:
        """Return the scene."""
        scene: Scene = self.fields["scene"]
        return scene
