"""Checks of a scene against its system."""

from __future__ import annotations

import physics
from game.model.frame import Room
from game.model.quality import AUTO
from physics import BadInput, System


def check_slow_motion(system: System) -> None:
    """Raise BadInput where a system has no event for slow motion."""
    if not system.highlight:
        known = [name for name in physics.systems() if physics.system_class(name).highlight]
        raise BadInput(f"slow motion: {system.name} has no moment for it; these have: {', '.join(known) or 'none'}")


def check_room(name: str) -> None:
    """Raise BadInput for a text that stands for no room."""
    if name not in (AUTO, *Room):
        raise BadInput(f"room = {name!r}: must be one of {', '.join((AUTO, *Room))}")
