"""A run of a scene as a film has it: states at equal steps of the shown time, and the cameras that look at them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.camera.rig import CameraRig
from game.export.exported_picture import Shown, frame_of
from game.export.sections import Sections
from game.looks.generic import LastChange, Look
from game.model.frame import View
from game.scenefile import EnsembleSpec, Scene
from game.session.compose import compose_frame, since
from game.session.session import Session
from physics import System
from physics.types import Floats

FPS = 60
"""Poses of a recording in a second of its time as shown."""
SECONDS, LONGEST = 20.0, 40.0
"""Duration of a recording as shown [s], and of one that waits for an event which ends the run."""
AFTER = 1.5
"""Time as shown [s] after such an event."""
MOST_NUMBERS = 600_000
"""Greatest number of recorded numbers: a recording with many bodies is shorter."""
SHORTEST = 6.0
"""Least duration of a recording as shown [s]."""
OBSERVED = 6
"""Poses between two at which the camera looks at the picture as a whole."""
SIZE = 1280, 720
BODY, ARROW, POINT = 8, 6, 3
"""Recorded numbers of a body: position (3), quaternion w, x, y, z and spin rate; of an arrow: origin and vector."""
MODEL = 12
"""Recorded numbers of an instance that hangs in no simple way: the rows of its matrix without their last column."""


class Moment(NamedTuple):
    """A state of a run (n,), its time [s], and its view; camera: azimuth, elevation [rad], arm, pivot (3) [m].

    values: the invariants at the tick after it, because a state between two ticks is a mean of theirs.
    """

    y: Floats
    time: float
    camera: NDArray[np.float64]
    view: View
    since: LastChange
    values: list[float]


class SceneRun(NamedTuple):
    """A run of a scene: its session, its moments, and the mode of the camera at its start."""

    session: Session
    moments: list[Moment]
    mode: str

    @property
    def system(self) -> System:
        """The system of the scene."""
        return self.session.simulation.system

    @property
    def look(self) -> Look[Any]:
        """The look that shows it."""
        return self.session.look

    def shown(self, moment: Moment) -> Shown:
        """Return a moment as a look draws it."""
        return Shown(self.system, moment.y, moment.view, moment.since)


def run_scene(scene: Scene, seconds: float | None = None) -> SceneRun:
    """Run a scene without its ghosts and its ensemble, for so many seconds as shown; None: as long as a recording."""
    session = Session(scene.changed(duel=(), ensemble=EnsembleSpec(), paused=False))
    session.simulation.compile()
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open(thoroughly=True)
    run = SceneRun(session, [_moment(session, rig)], rig.lab.mode.value)
    frames = round(FPS * (_duration(session) if seconds is None else seconds))
    ends, end = session.simulation.system.ends, math.inf
    while len(run.moments) < min(frames, end):
        session.advance_frame(FPS)
        rig.update(1.0 / FPS)
        if len(run.moments) % OBSERVED == 0:
            rig.observe(compose_frame(session, rig.views(SIZE)[0], 1.0 / FPS))
        if session.simulation.divergence is not None:
            break
        run.moments.append(_moment(session, rig))
        if ends and end == math.inf and any(event.name in ends for event in session.simulation.events):
            end = len(run.moments) + AFTER * FPS
    return run


def _duration(session: Session) -> float:
    system, y = session.simulation.system, session.simulation.y
    width = BODY * len(system.bodies(y)) + ARROW * len(system.arrows(y)) + POINT * len(system.traces(y))
    longest = LONGEST if system.ends else SECONDS
    return max(min(longest, MOST_NUMBERS / width / FPS), SHORTEST)


def _moment(session: Session, rig: CameraRig) -> Moment:
    simulation = session.simulation
    time = max(simulation.time - (1.0 - session.part) * simulation.dt * (not simulation.paused), 0.0)
    y: Floats = memoryview(bytes(session.shown)).cast("d")
    values = [each.value(simulation.system, simulation.y) for each in simulation.system.invariants]
    return Moment(y, time, rig.lab.shown, rig.views(SIZE)[0], since(session), values)


def describe_recording(run: SceneRun, moving: Sequence[int], sections: Sections) -> dict[str, Any]:
    """Return the poses of a run, and of the instances with these numbers their matrices."""
    system, look = run.system, run.look
    names = arrow_names(system, run.moments[0].y)
    rows = [
        [*_numbers(system, moment.y, names), *_matrices(look, run.shown(moment), moving)] for moment in run.moments
    ]
    return {
        "times": sections.add([moment.time for moment in run.moments], "f8"),
        "poses": sections.add_columns(_continuous(np.array(rows), len(system.bodies(run.moments[0].y)))),
        "values": sections.add([moment.values for moment in run.moments], "f8"),
        "moving": list(moving),
    }


def describe_camera(run: SceneRun, sections: Sections) -> dict[str, Any]:
    """Return the camera of a run: its first pose, and all of them where it moves by itself."""
    track = np.array([moment.camera for moment in run.moments])
    first = run.moments[0].camera
    found: dict[str, Any] = {"mode": run.mode, "first": list(map(float, first))}
    if np.ptp(track, axis=0).max(initial=0.0) > 1e-6:
        found["track"] = sections.add_columns(track)
        found["times"] = sections.add([moment.time for moment in run.moments], "f8")
    return found


def arrow_names(system: System, y: Floats) -> list[str]:
    """Return the names of the arrows of a system, in their order."""
    return [arrow.name for arrow in system.arrows(y)]


def _numbers(system: System, y: Floats, names: Sequence[str]) -> list[float]:
    """Return the recorded numbers of a state; an arrow that it does not have is 0."""
    found: list[float] = []
    for body in system.bodies(y):
        found += [*body.position, *_quaternion(np.asarray(body.rotation)), body.spin_rate]
    arrows = {arrow.name: arrow for arrow in system.arrows(y)}
    for name in names:
        arrow = arrows.get(name)
        found += [0.0] * ARROW if arrow is None else [*arrow.origin, *arrow.vector]
    for point in system.traces(y).values():
        found += list(point)
    for _, point in system.body_traces(y).values():
        found += list(point)
    return [x if math.isfinite(x) else 0.0 for x in map(float, found)]


def _quaternion(r: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """Return the unit quaternion of a rotation (3, 3), by its largest component (Shepperd 1978)."""
    trace = float(np.trace(r))
    which = int(np.argmax([trace, *np.diag(r)]))
    if which == 0:
        q = np.array([1.0 + trace, r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]])
    else:
        i = which - 1
        j, k = (i + 1) % 3, (i + 2) % 3
        q = np.zeros(4)
        q[0], q[1 + i] = r[k, j] - r[j, k], 1.0 + r[i, i] - r[j, j] - r[k, k]
        q[1 + j], q[1 + k] = r[i, j] + r[j, i], r[i, k] + r[k, i]
    w, x, y, z = (q / np.linalg.norm(q)).tolist()
    return w, x, y, z


def _continuous(rows: NDArray[np.float64], bodies: int) -> NDArray[np.float64]:
    """Return the rows with each quaternion of the sign that is nearer to the one before."""
    for k in range(bodies):
        q = rows[:, BODY * k + 3 : BODY * k + 7]
        turns = np.sign((q[1:] * q[:-1]).sum(axis=1))
        q[1:] *= np.cumprod(np.where(turns < 0.0, -1.0, 1.0))[:, None]
    return rows


def _matrices(look: Look[Any], shown: Shown, moving: Sequence[int]) -> list[float]:
    if not moving:
        return []
    frame = frame_of(look, shown, overlays=False)
    return [float(x) for k in moving for x in np.asarray(frame.instances[k].model, float)[:, :3].ravel()]
