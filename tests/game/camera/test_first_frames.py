"""The first pictures of every preset, in the window and offline: framed between the panels, and without a jump."""

from __future__ import annotations

import numpy as np
import pytest

from game import scenefile
from game.camera import lookahead
from game.camera.lookahead import METHOD, max_body_size
from game.camera.outlines import moving_bodies, outline
from game.camera.rig import CameraRig, Edges
from game.model.edit import Edit
from game.model.frame import SceneFrame, View
from game.model.panel_layout import initial_free_area
from game.session import advancing, edits
from game.session.compose import compose_frames
from game.session.forecast import large
from game.session.session import Session
from physics import Simulation
from tests.presets import sampled

SIZE = (1280, 720)
FPS = 60
CRACK = 0.338
"""Time [s] just before which a whip has its greatest reach."""
WHOLE = (0.0, 0.0, 1.0, 1.0)


def in_window(name: str) -> tuple[Session, CameraRig, Edges]:
    """Return a preset as the window opens it, before its first picture, and the part that no panel covers."""
    session = Session(scenefile.load(name))
    rig, free = CameraRig(session), initial_free_area(SIZE, 1.0)
    rig.open()
    rig.views(SIZE)
    rig.fit_into(free)
    rig.settle()
    rig.update(0.0)
    return session, rig, free


def offline(name: str) -> tuple[Session, CameraRig, Edges]:
    """Return a preset as the offline renderer opens it, at its first picture."""
    session = Session(scenefile.load(name).changed(paused=False))
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open(thoroughly=True)
    advancing.advance_frame(session, FPS)
    rig.update(1 / FPS)
    return session, rig, WHOLE


def after_another(name: str) -> tuple[Session, CameraRig, Edges]:
    """Return a preset as the window opens it after another scene."""
    session, rig, free = in_window("bungee" if name != "bungee" else "trebuchet")
    edits.apply(session, Edit("scene", name))
    rig.open()
    return session, rig, free


def subject(session: Session, frame: SceneFrame) -> np.ndarray:
    """Return points (n, 3) of what is to be seen: of what is drawn, or of the bodies where scenery is drawn, too."""
    if session.look.framed:
        return outline(frame, max_body_size(session.look))
    bodies = session.simulation.system.bodies(session.shown)
    return np.concatenate(
        [session.look.to_world(body.position + body.solid.extremes() @ body.rotation.T) for body in bodies]
    )


def overshoot(points: np.ndarray, view: View, free: Edges) -> float:
    """Return by how much points (n, 3) exceed the free part of the picture, in its half widths and heights."""
    flat = np.column_stack([points, np.ones(len(points))]) @ view.view @ view.projection
    assert flat[:, 3].min() > 0.0, "behind the eye"
    x, y = (flat[:, :2] / flat[:, 3:]).T
    left, top, right, bottom = 2.0 * free[0] - 1.0, 1.0 - 2.0 * free[1], 2.0 * free[2] - 1.0, 1.0 - 2.0 * free[3]
    return float(max(left - x.min(), x.max() - right, bottom - y.min(), y.max() - top))


def filmed(session: Session, rig: CameraRig, free: Edges, pictures: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the overshoots (n,) in some pictures, and the eye's places (n, 2, 5) in lengths of its arm, with its
    direction: in the room, and beside the body that it follows.
    """
    over, poses = [], []
    for _ in range(pictures):
        (view,) = rig.views(SIZE)[:1]
        (frame,) = compose_frames(session, [view], 1 / FPS)
        rig.observe(frame)
        over.append(overshoot(subject(session, frame), view, free))
        pose = rig.lab.shown
        beside = rig.lab.eye - session.look.middle(session.simulation.system, session.shown)
        poses.append([[*(place / pose[2]), *pose[:2]] for place in (rig.lab.eye, beside)])
        advancing.advance_frame(session, FPS)
        rig.update(1 / FPS)
    return np.array(over), np.array(poses)


OPENED = sampled(in_window, part=slice(0, None, 4))  # test_preset_frames.py has every second one
OPENED += [pytest.param(name, offline, marks=pytest.mark.long) for name in scenefile.presets()]
OPENED += [(name, after_another) for name in ("coin", "trebuchet", "wing-nut")]
OPENED += [pytest.param(name, after_another, marks=pytest.mark.long) for name in ("bungee", "free-chain")]


@pytest.mark.parametrize(("name", "opened"), OPENED)
def test_first_pictures_are_framed_and_settled(name, opened):
    session, rig, free = opened(name)
    if large(session.simulation.system):
        session.simulation.compile()
    over, poses = filmed(session, rig, free, 4)
    assert over.max() < 0.0, "behind a panel, or outside"
    steps = np.diff(poses, axis=0)
    assert np.abs(steps[0]).max(axis=1).min() < 0.004, "the camera jumps"
    assert np.abs(np.diff(steps, axis=0)).max(axis=(0, 2)).min() < 0.002, "the camera starts with a jerk"


@pytest.mark.parametrize(
    "name",
    ["coin", *(pytest.param(each, marks=pytest.mark.long) for each in ("tennis-racket", "four-bar", "free-chain"))],
)
def test_bodies_stay_between_the_panels_in_the_first_second(name):
    Simulation(scenefile.load(name).simulation().system, METHOD).compile()  # the lookahead waits for it
    session, rig, free = in_window(name)
    over, _ = filmed(session, rig, free, FPS)
    assert over.max() < 0.0


@pytest.mark.long
def test_a_whip_of_which_nothing_is_foreseen_stays_in_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a first run there is no machine code yet, without which a system so large is not looked ahead."""
    monkeypatch.setattr(lookahead.StatesAhead, "_work", lambda self: self._cancelled.wait())
    session, rig, _ = in_window("whip")
    while session.simulation.time < CRACK:
        for _ in range(4):
            advancing.advance_frame(session, FPS)
            rig.update(1 / FPS)
        (view,) = rig.views(SIZE)
        rig.observe(compose_frames(session, [view], 1 / FPS)[0])
        assert overshoot(moving_bodies(session.look, session.simulation.system, session.shown), view, WHOLE) < 0.0


@pytest.mark.parametrize("name", ["fast-cone", pytest.param("kovalevskaya", marks=pytest.mark.long)])
def test_bodies_do_not_pass_under_the_readings(name: str) -> None:
    session, rig, free = in_window(name)
    corner = (0.62, 0.0, 1.0, 0.45)
    rig.fit_into(free, corner)
    rig.settle()
    for _ in range(2 * FPS):
        (view,) = rig.views(SIZE)
        frame = compose_frames(session, [view], 1 / FPS)[0]
        rig.observe(frame)
        flat = np.column_stack([subject(session, frame), np.ones(len(subject(session, frame)))])
        flat = flat @ view.view @ view.projection
        across, down = 0.5 + 0.5 * flat[:, 0] / flat[:, 3], 0.5 - 0.5 * flat[:, 1] / flat[:, 3]
        assert not ((across > corner[0]) & (down < corner[3])).any()
        advancing.advance_frame(session, FPS)
        rig.update(1 / FPS)
