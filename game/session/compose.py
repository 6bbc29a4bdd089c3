"""The pictures of a laboratory as it is now."""

from __future__ import annotations

from collections.abc import Sequence

from game.looks.generic import LastChange
from game.looks.ghosts import ShotPath
from game.model.frame import SceneFrame, View
from game.model.trails import FadingPaths
from game.session.drag_body import add_hand
from game.session.session import Session

SHUTTER = 0.5
"""Part of a frame during which the eye sees the body turn: blur, not strobing."""


def compose_frames(session: Session, views: Sequence[View], frame_seconds: float) -> list[SceneFrame]:
    """The pictures from the left: one for each view, of which the second is of the body; it stands `frame_seconds`."""
    pictures = [compose_frame(session, views[0], frame_seconds)]
    if len(views) > 1:
        pictures[0].title = "lab"
        system = session.simulation.system
        pictures.append(session.look.second_view(system, session.shown, views[1], since(session)))
    return pictures


def compose_frame(session: Session, view: View, frame_seconds: float) -> SceneFrame:
    """The picture of the lab; frame_seconds is how long one picture stands."""
    simulation, look, y = session.simulation, session.look, session.shown
    picture = look.frame(simulation.system, y, view, _blurred(session, frame_seconds))
    look.add_marks(picture, simulation.system, y, simulation.events, simulation.time)
    if session.vectors:
        look.add_arrows(picture, simulation.system, y)
    if session.geometry:
        look.add_overlays(picture, simulation.system, y, since(session))
    if session.duel is not None:
        part = 1.0 if simulation.paused else session.clock.part
        look.add_ghosts(picture, session.duel.poses(part, look.life if session.traces else 0.0))
    if session.traces:
        look.add_traces(picture, FadingPaths(session.trails, simulation.time, look.life))
        look.add_body_traces(picture, simulation.system, y, session.trails.on_bodies, simulation.time)
        look.add_shots(picture, [ShotPath(shot.path, shot.color, shot.range_) for shot in session.shots.kept])
    if session.cloud is not None:
        session.cloud.add_to(picture, look, simulation, session.traces)
    session.tuning.add_to(picture, look)
    add_hand(picture, look, simulation, y)
    return picture


def _blurred(session: Session, frame_seconds: float) -> float:
    """For how long [s] what turns is blurred: a part of the simulated time since the last picture.

    Or, where there was none, of that which is wanted.
    """
    if session.simulation.paused:
        return 0.0
    return SHUTTER * (session.passed if session.passed > 0.0 else frame_seconds * session.speed)


def since(session: Session) -> LastChange:
    """From when on the run has been left to itself, and how long ago that is in what is shown."""
    simulation = session.simulation
    change = session.past.history.change_at(session.past.now(simulation))
    behind = 0.0 if simulation.paused else (1.0 - session.clock.part) * simulation.dt
    elapsed = simulation.time - behind - (change.time - change.start)
    return LastChange(memoryview(change.snapshot.state).cast("d"), max(elapsed, 0.0))
