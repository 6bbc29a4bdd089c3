"""Composition of the frames of a session."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from game.looks.generic import LastChange, ghost_name
from game.looks.ghosts import GhostPose, ShotPath
from game.model.frame import SHUTTER, Curve, ExposedFrame, SceneFrame, View
from game.model.trails import FadingPaths, RunTraces
from game.model.words import tr
from game.session.arrow_scaling import ArrowScaling
from game.session.drag_body import add_hand
from game.session.exposure import MOST, STEP, Exposure, path_length, thinned
from game.session.session import Session
from physics.maths.elementary import power
from physics.types import Vector3

CHALK, CHALK_RADIUS = (0.95, 0.94, 0.90), 0.02
"""Colour and radius [m] of the marks of a challenge."""
PARTED = 0.03
"""Distance from the run beyond which the ghost of a duel has a name, in sizes of the look."""
BESIDE_CLOUD = 0.25
"""For how long the path of the one before a cloud is seen, in its usual time: it is the cloud that is looked at."""


def compose_frames(session: Session, views: Sequence[View], frame_seconds: float) -> list[SceneFrame]:
    """Return the frames from the left, one for each view, the second of the body.

    frame_seconds: for how long each is shown; 0: they show a moment.
    """
    pictures = [compose_frame(session, views[0], frame_seconds)]
    if len(views) > 1:
        pictures[0].title = "lab"
        pictures.append(_second_frame(session, views[1]).inked())
    return pictures


def _second_frame(session: Session, view: View) -> SceneFrame:
    """Return the picture beside the lab's."""
    simulation, look, y, traces = session.simulation, session.look, session.shown, session.run.traces
    if session.run.shown.sculpture:
        return session.run.sculpting.frame(view, simulation, time_shown(session), y)
    if session.run.shows_binet:
        trails = FadingPaths(
            traces.shown_of(traces.trails.on_bodies) if session.run.shown.traces else {}, simulation.time, look.life
        )
        return look.momentum_view(simulation.system, y, view, since(session), trails)
    arrows = scaled_arrows(session)
    picture = look.second_view(simulation.system, y, view, since(session), arrows.scales)
    arrows.leave_out_hidden(picture)
    if session.run.thrown is not None:
        session.run.thrown.add_to(picture, look, y, fixed=True)
    return picture


def compose_exposure(
    session: Session,
    exposure: Exposure,
    frame: SceneFrame,
    height: int,
    most: int = MOST,
    carried: Vector3 | None = None,
    still: bool = False,
) -> list[ExposedFrame]:
    """Return the pictures whose mean a film shows in place of a frame, that is the last of them, with their weights.

    height: of the picture [pixels]. most: number of pictures. carried: way (3,) [m] of a camera that goes along with a
    body, since the picture before; None: it stands. still: it is a picture for itself, exposed for a shorter time. Only
    bodies differ, and only as they move before such a camera; what stands is sharp. Lines that are part of bodies are
    drawn at once, over the mean.
    """
    system, look = session.simulation.system, session.look
    moments = [] if session.simulation.paused else exposure.weighted(still)
    poses = [look.frame(system, moment.state, frame.view, 0.0) for moment, _ in moments]
    if carried is not None and carried.any():
        poses = [before_camera(pose, frame, m.age * carried) for pose, (m, _) in zip(poses, moments, strict=True)]
    count = len(poses[-1].instances) if poses else 0
    if not poses or count > len(frame.instances) or any(len(pose.instances) != count for pose in poses):
        return [ExposedFrame(frame, 1.0)]
    seen = [k for k in range(count) if frame.instances[k].opacity > 0.0]
    length = path_length([[pose.instances[k] for k in seen] for pose in poses], frame.view, height)
    count = min(math.ceil(length / STEP), most)
    chosen = thinned(list(zip(poses, (weight for _, weight in moments), strict=True)), count)
    if len(chosen) == 1:
        return [ExposedFrame(frame, 1.0)]
    own = len(chosen[-1][0].curves)
    smeared = [
        replace(curve, opacity=1.0 - power(np.subtract(1.0, curve.opacity), weight))
        for pose, weight in chosen
        for curve in pose.curves
    ]
    frame = replace(frame, curves=smeared + frame.curves[own:])
    return [ExposedFrame(posed(frame, pose), weight) for pose, weight in chosen[:-1]] + [
        ExposedFrame(frame, chosen[-1][1])
    ]


def before_camera(pose: SceneFrame, frame: SceneFrame, way: Vector3) -> SceneFrame:
    """Return a pose whose moving bodies and lines are where the camera saw them that has since gone `way` (3,) [m]."""
    shift = np.zeros((4, 4), np.float32)
    shift[3, :3] = way
    moved = [
        then if np.array_equal(then.model, now.model) else replace(then, model=then.model + shift)
        for then, now in zip(pose.instances, frame.instances, strict=False)
    ]
    curves = [replace(curve, points=curve.points + shift[3, :3]) for curve in pose.curves]
    return replace(pose, instances=moved + pose.instances[len(moved) :], curves=curves)


def posed(frame: SceneFrame, pose: SceneFrame) -> SceneFrame:
    """Return the frame with its bodies as in a pose."""
    moved = [
        replace(now, model=then.model, mesh=then.mesh)
        for now, then in zip(frame.instances, pose.instances, strict=False)
    ]
    return replace(frame, instances=moved + frame.instances[len(moved) :], mirrored=pose.mirrored)


def compose_frame(session: Session, view: View, frame_seconds: float) -> SceneFrame:
    """Return the frame of the lab; frame_seconds: for how long it is shown."""
    simulation, look, y, traces = session.simulation, session.look, session.shown, session.run.traces
    picture = look.frame(simulation.system, y, view, _blur_seconds(session, frame_seconds))
    look.add_marks(picture, simulation.system, y, simulation.events, simulation.time)
    if session.run.attempt is not None:
        for mark in session.run.attempt.spec.marks:
            places = np.array([look.to_world(np.array(point)) for point in mark], np.float32)
            picture.curves.append(Curve(places, CHALK, 3.0, 0.95, tube=CHALK_RADIUS))
    if session.run.shown.vectors and not session.is_built:
        arrows = scaled_arrows(session)
        look.add_arrows(picture, simulation.system, y, arrows.scales)
        arrows.finish(picture)
    if session.run.shown.geometry:
        look.free = session.run.arrows.free
        look.add_overlays(picture, simulation.system, y, since(session))
        if session.run.thrown is not None:
            session.run.thrown.add_to(picture, look, y)
    if session.duel is not None:
        part = 1.0 if simulation.paused else session.part
        ghosts = session.duel.poses(part, look.life if session.run.shown.traces else 0.0)
        look.add_ghosts(picture, [_without_hidden(ghost, traces) for ghost in ghosts])
        names = session.duel.names(PARTED * look.size)
        for pose, name in zip(ghosts, names, strict=True):
            picture.labels += ghost_name(look, pose, name) if name else []
    ghost = session.run.measured.pose(simulation.system, session.run.tables, time_shown(session))
    if ghost is not None:
        look.add_ghosts(picture, [ghost])
        picture.labels += ghost_name(look, ghost, tr("measured"))
    dots = session.run.measured.dots(look, simulation.system, session.run.tables, time_shown(session))
    if dots is not None and session.run.shown.traces:
        picture.points.append(dots)
    trails = traces.trails  # laid with each picture, so that not all wait for one that shows them
    if session.run.shown.traces:
        life = look.life * (BESIDE_CLOUD if session.run.cloud is not None else 1.0)
        look.add_traces(picture, FadingPaths(traces.shown_of(trails), simulation.time, life))
        look.add_body_traces(picture, simulation.system, y, traces.shown_of(trails.on_bodies), simulation.time)
        look.add_shots(picture, [ShotPath(shot.path, shot.color, shot.range_) for shot in session.run.shots.kept])
    if session.run.cloud is not None:
        shown = session.run.shown
        session.run.cloud.add_to(picture, look, simulation, shown.traces, key=shown.geometry)
    session.run.beside.tuning.add_to(picture, look)
    add_hand(picture, look, simulation, y)
    if session.workshop.active:
        from game.session.workshop.workshop_marks import add_marks  # machines are loaded where there is one

        add_marks(picture, session, view)
    return picture.inked()


def _without_hidden(ghost: GhostPose, traces: RunTraces) -> GhostPose:
    """Return a ghost without the traces that a person has switched off."""
    paths = ghost.paths
    return ghost if paths is None else ghost._replace(paths=paths._replace(trails=traces.shown_of(paths.trails)))


def scaled_arrows(session: Session) -> ArrowScaling:
    """Return the scales of the arrows of what is shown, from the last change of the run on."""
    run, simulation = session.run, session.simulation
    change = session.past.history.change_at(session.past.now(simulation))
    run.arrows.prepare(session.look, change, session.scene.opening_tick(simulation.dt), session.scene.speed)
    return run.arrows


def time_shown(session: Session) -> float:
    """Return the time [s] of what is shown, between the last two ticks while the run goes on."""
    return session.simulation.time - session.behind


def _blur_seconds(session: Session, frame_seconds: float) -> float:
    """Return the time [s] over which turning bodies are blurred: a part of the simulated time since the last picture.

    Where none has passed, the time that would pass at the present speed. A picture of a moment has none.
    """
    if session.simulation.paused or frame_seconds == 0.0:
        return 0.0
    return SHUTTER * (session.run.pacing.passed if session.run.pacing.passed > 0.0 else frame_seconds * session.speed)


def since(session: Session, shown: bool = True) -> LastChange:
    """Return the state after the last change of the run, and the time [s] since then in what is shown.

    shown: False for the time up to the newest tick, which is shown later.
    """
    simulation = session.simulation
    change = session.past.history.change_at(session.past.now(simulation))
    elapsed = simulation.time - (session.behind if shown else 0.0) - (change.time - change.start)
    return LastChange(memoryview(change.snapshot.state).cast("d"), max(elapsed, 0.0))
