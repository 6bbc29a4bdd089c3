"""The picture of a moment of every preset: nothing is cut, bodies are as large as allowed. No picture is drawn.

`make test` asks it of that half of the sample of which test_first_frames.py does not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from game import scenefile
from game.camera.auto_camera import STANDS, AutoCamera
from game.camera.framing import LARGEST_SHARE, WHOLE, FreePart, Subject, best, filling, share_of_bodies
from game.camera.lookahead import max_body_size
from game.camera.outlines import arrow_reaches, moving_hulls, outline, standing_in
from game.camera.outlook import KEY
from game.camera.rig import CameraRig
from game.model.frame import Points, SceneFrame
from game.scenefile import Scene
from game.session import advancing
from game.session.compose import compose_frames
from game.session.forecast import large
from game.session.session import Session
from tests.presets import sampled
from tools.measure_framing import cut_parts, farthest

SIZE = (1280, 720)
FPS = 30
PICTURES = 9
"""Pictures before the one that is looked at, of systems that need no machine code."""
COMPACT = 0.15
"""Least part of the picture that bodies cover which do not fill its width or height with their arrows."""
FITS = 3
"""Number of fits after which arrows, whose lengths depend on the pose, have theirs."""


class Moment(NamedTuple):
    """A run, its cameras, and the frame of one moment."""

    session: Session
    rig: CameraRig
    frame: SceneFrame


@pytest.fixture(scope="module", params=sampled(part=slice(1, None, 2)))
def moment(request: pytest.FixtureRequest) -> Moment:
    """A preset a little after its start, framed by what the picture shows, for which nothing is foreseen."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AutoCamera, "look_ahead", lambda *_, **__: None)
        return taken(scenefile.load(request.param))


def taken(scene: Scene) -> Moment:
    session = Session(scene.changed(paused=False))
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open()
    for _ in range(0 if large(session.simulation.system) else PICTURES):
        advancing.advance_frame(session, FPS)
        rig.update(1 / FPS)
    for _ in range(FITS):
        if not rig.frame_moment(compose_frames(session, rig.views(SIZE)[:1], 0.0)[0]):
            break
    return Moment(session, rig, compose_frames(session, rig.views(SIZE)[:1], 0.0)[0])


def test_nothing_is_cut_but_a_stand_that_would_take_most_of_the_picture(moment: Moment) -> None:
    parts = cut_parts(moment.session, moment.frame)
    assert parts in ("", "s")
    if parts:
        (session, rig, frame), look = moment, moment.session.look
        camera = rig.lab
        standing = standing_in(look, session.simulation.system, session.shown)
        hulls = moving_hulls(frame, max_body_size(look), standing)
        whole = outline(frame, max_body_size(look))
        here = share_of_bodies(hulls, camera.shown, camera.lens)
        there = share_of_bodies(hulls, best(Subject(whole), camera.shown[:2], camera.lens), camera.lens)
        assert there < 1.1 * STANDS * here


def test_bodies_are_as_large_as_the_picture_and_the_greatest_share_allow(moment: Moment) -> None:
    session, camera, frame = moment.session, moment.rig.lab, moment.frame
    look, most, zoom = session.look, max_body_size(session.look), session.scene.camera.zoom or 1.0
    if not look.framed:
        return
    standing = standing_in(look, session.simulation.system, session.shown)
    share = share_of_bodies(moving_hulls(frame, most, standing), camera.shown, camera.lens)
    points = [outline(frame, most, arrows=False, stands=not cut_parts(session, frame)), look.always]
    points += [np.array([each.tail, each.tail + each.way]) for each in arrow_reaches(frame, session.run.arrows.scales)]
    key = look.tension_tints is not None and session.run.shown.geometry
    part = FreePart(left=-1.0 + 2.0 * KEY) if key else WHOLE
    full = filling(np.concatenate(points), camera.shown, camera.lens, part) / zoom
    assert share <= 1.03 * LARGEST_SHARE * zoom * zoom and full <= 1.04
    assert full >= 0.9 or share >= COMPACT or frame.ribbons, "neither bodies nor arrows fill it"


def test_a_cut_is_named() -> None:
    session = Session(scenefile.load("levitron"))
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open()
    rig.lab.set_pose({"distance": 0.3 * rig.lab.shown[2]})
    assert cut_parts(session, compose_frames(session, rig.views(SIZE)[:1], 0.0)[0]) == "bsa"


@pytest.mark.parametrize("bead", [0.0, 0.01])
def test_the_moment_of_a_cloud_shows_all_copies(bead: float) -> None:
    session = Session(scenefile.load("double-pendulum-cloud"))
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open()
    frame = compose_frames(session, rig.views(SIZE)[:1], 0.0)[0]
    turns = np.linspace(0.0, 2.0 * np.pi, 100)
    ring = frame.focus + 1.2 * frame.radius * np.stack([np.cos(turns), 0.0 * turns, np.sin(turns)], axis=1)
    frame.points = [Points(ring.astype(np.float32), np.full((100, 4), 255, np.uint8), radius=bead)]
    assert rig.frame_moment(frame)
    seen = farthest(ring, compose_frames(session, rig.views(SIZE)[:1], 0.0)[0].view)
    assert (seen < 1.0) == (bead > 0.0), "beads stand for copies; other points are marks"
