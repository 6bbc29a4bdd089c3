"""Loading of scenes for a session, with a check of their duels."""

from __future__ import annotations

from game import scenefile
from game.experiments.duel import DuelSetup
from game.scenefile import Scene, share_line
from game.scenefile.loading import path_of
from physics import BadInput, Simulation


def load(name: str) -> Scene:
    """Load a scene as `scenefile.load` does, or from a share line, and check its duel. Raises BadInput."""
    if share_line.is_line(name):
        return share_line.load_line(name)
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
