"""What a key, or the button that stands for it, asks of the laboratory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import physics
from game import scenefile
from game.edit import Edit
from game.input import Action
from game.slowmotion import check_slow_motion
from physics import BadInput

if TYPE_CHECKING:
    from game.session import Session

SCRUB_SECONDS = 0.1
"""Wall time of a run that a key goes back or forth."""
SLOWEST, FASTEST = 1 / 1024, 64.0
"""What keys set the speed to."""


def do(session: Session, action: Action) -> bool:
    """Do what is asked for; False when it is none of the laboratory's. Raises BadInput where that cannot be."""
    if action not in DOINGS:
        return False
    DOINGS[action](session)
    return True


def next_integrator(session: Session, step: int) -> None:
    """Go on with the method so many places further among those that apply."""
    system, methods = session.simulation.system, physics.integrators()
    names = [name for name, method in methods.items() if not method.reason_against(system)]
    at = names.index(session.simulation.integrator.name)
    session.edit(Edit("integrator", names[(at + step) % len(names)]))


def next_scene(session: Session, step: int) -> None:
    """Open the preset so many places further."""
    names = scenefile.presets()
    at = names.index(session.scene.name) if session.scene.name in names else -step
    session.edit(Edit("scene", names[(at + step) % len(names)]))


def scrub(session: Session, direction: int) -> None:
    """Go as far as the run goes in `SCRUB_SECONDS`, at least to the next tick."""
    history, now = session.past.history, session.past.now(session.simulation)
    time = history.time(session.simulation) + direction * SCRUB_SECONDS * session.clock.speed
    moment = history.tick_at(time)
    session.seek(moment if (moment - now) * direction > 0 else now + direction)


def _change_speed(session: Session, factor: float) -> None:
    session.clock.speed = min(max(session.clock.speed * factor, SLOWEST), FASTEST)


def _toggle_slow_motion(session: Session) -> None:
    check_slow_motion(session.simulation.system)
    session.slow.wanted = not session.slow.wanted


def _toggle_vectors(session: Session) -> None:
    session.vectors = not session.vectors


def _toggle_traces(session: Session) -> None:
    session.traces = not session.traces


def _toggle_geometry(session: Session) -> None:
    session.geometry = not session.geometry


def _toggle_body_view(session: Session) -> None:
    if not session.body_view and session.look.second_stage() is None:
        raise BadInput(f"body-fixed view: {session.simulation.system.name} has none, free-body has one")
    session.body_view = not session.body_view


DOINGS: dict[Action, Callable[[Session], None]] = {
    Action.PAUSE: lambda session: session.pause(not session.simulation.paused),
    Action.STEP: lambda session: session.step(),
    Action.STEP_BACK: lambda session: session.seek(session.past.now(session.simulation) - 1),
    Action.BACK: lambda session: scrub(session, -1),
    Action.FORTH: lambda session: scrub(session, 1),
    Action.RESET: lambda session: session.reset(),
    Action.GHOSTS: lambda session: session.contest.toggle(session.simulation),
    Action.CLOUD: lambda session: session.swarm.toggle(session.simulation),
    Action.NEXT_INTEGRATOR: lambda session: next_integrator(session, 1),
    Action.PREVIOUS_INTEGRATOR: lambda session: next_integrator(session, -1),
    Action.NEXT_SCENE: lambda session: next_scene(session, 1),
    Action.PREVIOUS_SCENE: lambda session: next_scene(session, -1),
    Action.FASTER: lambda session: _change_speed(session, 2.0),
    Action.SLOWER: lambda session: _change_speed(session, 0.5),
    Action.SLOW_MOTION: _toggle_slow_motion,
    Action.VECTORS: _toggle_vectors,
    Action.TRACES: _toggle_traces,
    Action.GEOMETRY: _toggle_geometry,
    Action.BODY_VIEW: _toggle_body_view,
}
