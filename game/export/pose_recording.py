"""A run of a scene as a film has it: states at equal steps of the shown time, and the cameras that look at them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.camera.rig import CameraRig, pose_at
from game.export.attachment import FREE, RIGID, Hung
from game.export.exported_picture import Shown, frame_of, phase_of, tensions_of
from game.export.rotations import continuous, quaternions
from game.export.sections import Sections
from game.looks.generic import LastChange, Look, further_points
from game.model.frame import View
from game.scenefile import EnsembleSpec, Scene
from game.session import advancing
from game.session.compose import compose_frame, since
from game.session.forecast import compile_thoroughly
from game.session.session import Session
from physics import System
from physics.maths import dense
from physics.types import Floats

FPS = 60
"""Poses of a recording in a second of its time as shown."""
SECONDS, LONGEST = 20.0, 40.0
"""Duration of a recording as shown [s], and of one that waits for an event which ends the run."""
AFTER = 1.5
"""Time as shown [s] after such an event."""
MOST_NUMBERS = 250_000
"""Greatest number of recorded numbers: a recording with many bodies is shorter, or has fewer poses in a second."""
SHORTEST = 6.0
"""Least duration of a recording as shown [s]."""
SAMPLED = 9
"""Number of states of each phase of a run that are looked at for what is the same in all of them."""
OBSERVED = 6
"""Poses between two at which the camera looks at the picture as a whole."""
SIZE = 1280, 720
BODY, ARROW, POINT = 8, 6, 3
"""Recorded numbers of a body: position (3), quaternion w, x, y, z and spin rate; of an arrow: origin and vector."""
MODELS = {RIGID: 7, FREE: 12}
"""Recorded numbers of an instance that hangs in no simple way: position (3) and quaternion, or the rows of its matrix
without their last column."""


class RecordedMoment(NamedTuple):
    """A state of a run (n,), its time [s], and its view; camera: azimuth, elevation [rad], arm, pivot (3) [m].

    values: the invariants at the tick after it, because a state between two ticks is a mean of theirs.
    """

    y: Floats
    time: float
    camera: NDArray[np.float64]
    view: View
    since: LastChange
    values: list[float]


class RecordedRun(NamedTuple):
    """A run of a scene: its session, its moments, and the mode of the camera at its start.

    views: poses of the camera at the start, as those of the moments, by the numbers of bookmarks that a lesson names.
    """

    session: Session
    moments: list[RecordedMoment]
    mode: str
    views: dict[int, list[float]]

    @property
    def system(self) -> System:
        """The system of the scene."""
        return self.session.simulation.system

    @property
    def look(self) -> Look[Any]:
        """The look that shows it."""
        return self.session.look

    def shown(self, moment: RecordedMoment) -> Shown:
        """Return a moment as a look draws it."""
        return Shown(self.system, moment.y, moment.view, moment.since)


def run_scene(scene: Scene, seconds: float | None = None, fps: int = FPS) -> RecordedRun:
    """Run a scene without ghosts, measured motion and ensemble, for so many seconds as shown; None: as for a recording.

    It begins at the time at which the scene opens. fps: moments in a second as shown.
    """
    session = Session(scene.changed(duel=(), ensemble=EnsembleSpec(), measured=None, paused=False))
    session.simulation.compile()
    compile_thoroughly(session.simulation)
    if session.run.arrival:
        advancing.arrive(session)
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open(thoroughly=True)
    run = RecordedRun(session, [_moment(session, rig)], rig.lab.mode.value, _views_named(session, scene))
    frames = round(fps * (_duration(session) if seconds is None else seconds))
    ends, end = session.simulation.system.ends, math.inf
    while len(run.moments) < min(frames, end):
        advancing.advance_frame(session, fps)
        rig.update(1.0 / fps)
        if len(run.moments) % (OBSERVED * fps // FPS or 1) == 0:
            rig.observe(compose_frame(session, rig.views(SIZE)[0], 1.0 / fps))
        if session.simulation.divergence is not None:
            break
        run.moments.append(_moment(session, rig))
        if ends and end == math.inf and any(event.name in ends for event in session.simulation.events):
            end = len(run.moments) + AFTER * fps
    return run


def _views_named(session: Session, scene: Scene) -> dict[int, list[float]]:
    """Return the poses in which the steps of a lesson show a scene at its start."""
    numbers = {step.view for step in scene.lesson} - {0}
    if not numbers:
        return {}
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open(thoroughly=True)
    return {number: pose_at(rig, number) for number in sorted(numbers)}


def _duration(session: Session) -> float:
    system, y = session.simulation.system, session.simulation.y
    width = BODY * len(system.bodies(y)) + ARROW * len(system.arrows(y)) + POINT * len(system.traces(y))
    longest = LONGEST if system.ends else SECONDS
    return max(min(longest, MOST_NUMBERS / width / FPS), SHORTEST)


def _moment(session: Session, rig: CameraRig) -> RecordedMoment:
    simulation = session.simulation
    time = max(simulation.time - (1.0 - session.part) * simulation.dt * (not simulation.paused), 0.0)
    y: Floats = memoryview(bytes(session.shown)).cast("d")
    values = [each.value(simulation.system, simulation.y) for each in simulation.system.invariants]
    return RecordedMoment(y, time, rig.lab.shown, rig.views(SIZE)[0], since(session), values)


def describe_recording(run: RecordedRun, moving: Mapping[int, Hung], sections: Sections) -> dict[str, Any]:
    """Return the poses of a run, and the places of the instances of these numbers; of so many moments as fit."""
    system, look = run.system, run.look
    first = run.moments[0]
    names, count = [arrow.name for arrow in arrow_kinds(system, first.y)], len(system.bodies(first.y))
    width = len(_numbers(system, first.y, names)) + sum(MODELS[each.kind] for each in moving.values())
    moments = run.moments[: max(MOST_NUMBERS // width, round(SHORTEST * FPS))]
    moments = moments[:: math.ceil(len(moments) * width / MOST_NUMBERS)]
    poses = continuous(
        np.array([_numbers(system, moment.y, names) for moment in moments]), range(3, BODY * count, BODY)
    )
    places, lengths = _places(look, [run.shown(moment) for moment in moments], moving)
    rows = np.hstack([poses, *places])
    return {
        "times": sections.add([moment.time for moment in moments], "f8"),
        "poses": sections.add_columns(rows),
        "values": sections.add([moment.values for moment in moments], "f8"),
        "phases": sections.add([phase_of(system, moment.y) for moment in moments], "f8"),
        "moving": [[k, each.kind, *map(float, wide)] for (k, each), wide in zip(moving.items(), lengths, strict=True)],
    }


def samples(phases: Sequence[tuple[float, ...]]) -> list[int]:
    """Return moments, the first among them, equally far apart among those of each phase; phases: at all moments."""
    found: list[int] = []
    for key in dict.fromkeys(phases):
        own = [k for k, phase in enumerate(phases) if phase == key]
        found += [own[k] for k in sorted({round(at) for at in np.linspace(0, len(own) - 1, SAMPLED)})]
    return found


def describe_camera(run: RecordedRun, sections: Sections) -> dict[str, Any]:
    """Return the camera of a run: its first pose, and all of them where it moves by itself."""
    track = np.array([moment.camera for moment in run.moments])
    first = run.moments[0].camera
    found: dict[str, Any] = {"mode": run.mode, "first": list(map(float, first))}
    if np.ptp(track, axis=0).max(initial=0.0) > 1e-6:
        found["track"] = sections.add_columns(track)
        found["times"] = sections.add([moment.time for moment in run.moments], "f8")
    return found


def arrow_kinds(system: System, y: Floats) -> Sequence[Any]:
    """Return names, symbols and meanings of the arrows of a system in their order, also of those absent now."""
    return system.pose_layout.arrows if system.has_pose else system.arrows(y)


def _numbers(system: System, y: Floats, names: Sequence[str]) -> list[float]:
    """Return the recorded numbers of a state; an arrow that it does not have is 0."""
    found: list[float] = []
    for body in system.bodies(y):
        found += [*body.position, *quaternions(np.asarray(body.rotation)[None])[0], body.spin_rate]
    arrows = {arrow.name: arrow for arrow in system.arrows(y)}
    for name in names:
        arrow = arrows.get(name)
        found += [0.0] * ARROW if arrow is None else [*arrow.origin, *arrow.vector]
    for point in system.traces(y).values():
        found += list(point)
    for _, point in system.body_traces(y).values():
        found += list(point)
    found += [*further_points(system, y).ravel(), *tensions_of(system, y)]
    return [x if math.isfinite(x) else 0.0 for x in map(float, found)]


def _places(
    look: Look[Any], moments: Sequence[Shown], moving: Mapping[int, Hung]
) -> tuple[list[NDArray[np.float64]], NDArray[np.float64]]:
    """Return the recorded numbers of each moving instance, (moments, numbers), and the lengths of its axes (n, 3)."""
    if not moving:
        return [], np.empty((0, 3))
    models = np.array([_models(look, shown, moving) for shown in moments])
    found, lengths = [], dense.lengths(models[0, :, :3, :3])
    for stack, each, wide in zip(models.transpose(1, 0, 2, 3), moving.values(), lengths, strict=True):
        if each.kind == RIGID:
            turns = quaternions((stack[:, :3, :3] / wide[:, None]).transpose(0, 2, 1))
            found.append(continuous(np.hstack([stack[:, 3, :3], turns]), [3]))
        else:
            found.append(stack[:, :, :3].reshape(len(stack), -1))
    return found, lengths


def _models(look: Look[Any], shown: Shown, moving: Mapping[int, Hung]) -> list[NDArray[np.float64]]:
    frame = frame_of(look, shown, overlays=False)
    return [np.asarray(frame.instances[k].model, float) for k in moving]
