"""Loading of scenes for a session, with a check of their duels."""

from __future__ import annotations

from game import scenefile
from game.experiments.duel import DuelSetup
from game.scenefile import Scene
from game.scenefile.loading import path_of
from physics import BadInput, Simulation


def load(name: str) -> Scene:
    """Load a scene as `scenefile.load` does, and check its duel. Raises BadInput."""
    scene = scenefile.load(name)
    try:
        check_duel(scene)
    except BadInput as error:
        raise BadInput(f"scene file {path_of(name)}: {error}") from None
    return scene


def check_duel(scene: Scene, run: Simulation | None = None) -> None:
    """Raise BadInput where a ghost of a scene is invalid; run: the scene's simulation, where there is one already."""
    if scene.duel:
        DuelSetup(run or scene.simulation(), scene.duel)
