"""The scene of a command, which is read only when the command runs."""

from __future__ import annotations

from typing import Any

from physics import BadInput


def scene_of(name: str, **changes: Any) -> Any:
    """Return the scene of a name with the changes of the options; raises BadInput."""
    from game.cli.scene_arguments import scene_from_arguments

    return scene_from_arguments(name, **changes)


def scene_at_start(name: str, who: str, **changes: Any) -> Any:
    """Return the same for a command, `who`, that begins at the start. Raises BadInput for a scene that opens later."""
    return check_start(scene_of(name, **changes), who)


def check_start(scene: Any, who: str) -> Any:
    """Return a scene that opens at its start. Raises BadInput for another."""
    if scene.time:
        raise BadInput(f"time = {scene.time:g} s: {who} begins at the start; leave it out")
    return scene
